"""Opens the text table."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from tablemates.agents.errors import AgentError
from tablemates.envs.core.errors import FormatError, GameError
from tablemates.envs.core.seeds import fresh_seed
from tablemates.envs.portal_dash.components import ComponentsError
from tablemates.envs.portal_dash.render.text import terminal
from tablemates.envs.portal_dash.settings import Settings
from tablemates.table.game import TableGame
from tablemates.table.partners import seat_partners
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
) -> int:
    """Open a text table.

    Args:
        settings: Parameters of ``Settings`` for a new game; for a loaded one, its
            ``components`` at most.
        partners: Parameters of ``seat_partners``.
        seed: Of the new game; None draws one.
        save: Where the game is saved on leaving; None: only where ``s`` says.
        load: A saved game to go on with.
        setup: The set-up of a real table, see ``tablemates.table.setups``.

    Returns:
        The exit code: 0, or 2 when there is no such game, after a sentence on stderr.
    """
    try:
        if load is not None:
            game = _loaded(load, settings.get("components"))
        else:
            drawn = fresh_seed() if seed is None else seed
            made = Settings(**settings)
            if setup is None:
                game = TableGame.begin(made, drawn)
            else:
                game = TableGame.begin_from(made, begin_setup(made, read_setup(setup), drawn))
        seated = seat_partners(game.game.settings, game.game.seats, **partners)
    except OSError as error:
        return _refuse(f"{path_of(error) or load or setup}: {error.strerror}")
    except (GameError, ComponentsError) as error:
        return _refuse(str(error))
    table = TextTable(game, sys.stdin, terminal(sys.stdout), seated, save, load)
    try:
        table.run()
    except AgentError as error:
        table.leave()  # saves the game if that was asked for
        return _refuse(str(error))
    except KeyboardInterrupt:  # while a partner thinks
        table.leave()
        return 130
    finally:
        seated.close()
    return 0


def _loaded(file: Path, components: Path | None) -> TableGame:
    saved = SavedGame.read(file)
    try:
        return TableGame.of_saved(saved, components)
    except FormatError as error:
        raise FormatError(f"{file}: {error}") from error


def _refuse(reason: str) -> int:
    print(f"play: {reason}", file=sys.stderr)
    return 2
