"""Opens the text table, or shows a game at it."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any, TextIO

from tablemates.agents.errors import AgentError
from tablemates.agents.evaluation.replays.command import show
from tablemates.agents.evaluation.replays.playback import Playback
from tablemates.agents.evaluation.replays.reasons import Reasons
from tablemates.agents.evaluation.replays.recording import Recording, read_recording
from tablemates.agents.facts import GameFacts
from tablemates.agents.registry import PATIENCE, find_agent
from tablemates.envs.core.errors import GameError
from tablemates.envs.core.seeds import fresh_seed
from tablemates.envs.portal_dash.components import Components, ComponentsError
from tablemates.envs.portal_dash.render.text import terminal
from tablemates.envs.portal_dash.settings import Settings
from tablemates.table.game import TableGame
from tablemates.table.own_parts import OwnParts, parts_of
from tablemates.table.partners import ADVISER, seat_partners
from tablemates.table.saves import SavedGame, path_of
from tablemates.table.setups import begin_setup, read_setup
from tablemates.table.text import TextTable


def run(
    settings: dict[str, Any],
    partners: dict[str, Any],
    *,
    seed: int | None = None,
    save: Path | None = None,
    load: Path | None = None,
    setup: Path | None = None,
    commands: TextIO | None = None,
    out: TextIO | None = None,
) -> int:
    """Open a text table.

    Args:
        settings: What a new game is made of, as ``Settings`` takes it; of a
            loaded one, its ``components`` at most.
        partners: As ``seat_partners`` takes them.
        seed: Of the new game; None draws one.
        save: Where the game is saved on leaving; None: only where ``s`` says.
        load: A saved game to go on with.
        setup: What lies on a real table, see ``tablemates.table.setups``.
        commands: Where lines are read; None: standard input.
        out: Where everything is shown; None: standard output.

    Returns:
        The exit code: 0, or 2 when there is no such game, after a sentence on stderr.
    """
    try:
        components = settings.get("components")
        parts = None
        if load is not None:
            loaded, parts = parts_of(SavedGame.read(load), components)
            game = TableGame.load(load, loaded)
        else:
            drawn = fresh_seed() if seed is None else seed
            made = Settings(**settings)
            if setup is None:
                game = TableGame.begin(made, drawn)
            else:
                record = begin_setup(made, read_setup(setup), drawn)
                game = TableGame.begin_from(made, record)
            parts = None if components is None else OwnParts.at(components)
        seated = seat_partners(game.game.settings, game.game.seats, **partners)
    except OSError as error:
        return _refuse(f"{path_of(error) or load or setup}: {error.strerror}")
    except (GameError, ComponentsError) as error:
        return _refuse(str(error))
    console = terminal(out or sys.stdout)
    table = TextTable(game, commands or sys.stdin, console, seated, save, parts, load)
    try:
        table.run()
    except AgentError as error:
        table.leave()  # whoever wanted the game saved has it
        return _refuse(str(error))
    except KeyboardInterrupt:  # while a partner thinks
        table.leave()
        return 130  # as shells say it
    finally:
        seated.close()
    return 0


def look(
    file: Path,
    components: Path | None = None,
    adviser: str = ADVISER,
    commands: TextIO | None = None,
    out: TextIO | None = None,
) -> int:
    """Show a played game decision by decision; where there is no terminal, all of it.

    Args:
        file: A saved game, or a line of a file of rows, such as ``rows.jsonl:7``.
        components: The parts that it was played with; None: those in the file, or
            the standard set.
        adviser: Who says why where people played, or nobody knows who did.
        commands: Where lines are read; None: standard input.
        out: Where everything is shown; None: standard output.

    Returns:
        The exit code: 0, or 2 when there is no such game, after a sentence on stderr.
    """
    try:
        within: Path | Components | None = components
        if file.suffix == ".json":
            within, _ = parts_of(SavedGame.read(file), components)
        playback = Playback(recording_of(file), within)
        reasons = Reasons.of(playback)
        facts = GameFacts.of(playback.game.settings)
        asked = find_agent(adviser, facts, answer_seconds=PATIENCE)
    except OSError as error:
        return _refuse(f"{path_of(error) or file}: {error.strerror}")
    except (GameError, ComponentsError) as error:
        return _refuse(str(error))
    reasons.agents = [agent or asked for agent in reasons.agents]
    try:
        show(playback, reasons, commands, out)
    finally:
        for agent in reasons.agents:
            if agent is not None:
                agent.close()
    return 0


def recording_of(file: Path) -> Recording:
    """Return a game as the table saves it, or a line of a file of rows.

    Raises:
        FormatError: The file is neither.
        OSError: It cannot be read.
    """
    if file.suffix != ".json":
        return read_recording(str(file))
    saved = SavedGame.read(file)
    agents = tuple(saved.table.seats)
    return Recording(saved.replay, str(file), agents, rerolls=tuple(saved.rerolls))


def _refuse(reason: str) -> int:
    print(f"play: {reason}", file=sys.stderr)
    return 2
