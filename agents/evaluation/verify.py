"""Verification of rows: their digest, and games played again and compared."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Final

import numpy as np

from tablemates import __version__
from tablemates.agents.cli.running import progress
from tablemates.agents.evaluation.result_folder import DIGEST, ROWS
from tablemates.agents.evaluation.result_rows import (
    Row,
    cached_games,
    file_digest,
    final_hash,
    read_rows,
    result_of,
)
from tablemates.agents.games import FORFEITS, ILLEGAL_ACTION
from tablemates.envs.core.engine.codes import OVER
from tablemates.envs.core.errors import FormatError, GameError, SettingsError
from tablemates.envs.core.game.game import Game
from tablemates.envs.core.history.replay import Replay

#: What a row says that must come of its actions.
_COMPARED: Final = (
    *("won", "returns", "scores", "cause", "progress", "turns", "decisions", "final", "axes"),
)


class DoesNotHoldError(GameError, ValueError):
    """A row is not what comes of playing its game again."""

    exit_code = 1


def verify(
    file: Path, components: Any = None, sample: int | None = None, own: str | None = None
) -> list[str]:
    """Check the digest of a file of rows and play its games, or a random sample, again.

    Returns a sentence that the rows hold, with their digest, and notes about what differs from the
    program here and does no harm.

    Raises:
        DoesNotHoldError: A row does not hold; the message names the first one.
    """
    if sample is not None and sample < 1:
        raise SettingsError(f"--sample {sample}: take 1 or more")
    if file.is_dir():
        raise SettingsError(f"{file} is a folder: name the {ROWS} in it")
    rows, digest = read_rows(file), file_digest(file)
    if not rows:
        raise DoesNotHoldError(f"{file}: has no rows")
    written = file.with_name(DIGEST)
    if file.name == ROWS and written.is_file() and digest not in written.read_text():
        raise DoesNotHoldError(f"{file}: its sha256 {digest} is not that in {written}")
    count = len(rows) if sample is None else min(sample, len(rows))
    chosen = sorted(np.random.default_rng().choice(len(rows), count, replace=False).tolist())
    game_of = cached_games(components, own)
    with progress("verifying", "games", count) as report:
        for done, n in enumerate(chosen, 1):
            if fault := _fault(rows[n], game_of):
                raise DoesNotHoldError(f"{file}, line {n + 1}: {fault}")
            report(done, "")
    again = "all" if count == len(rows) else f"{count:,}"
    held = f"{len(rows):,} rows hold, {again} of them played again; sha256 {digest}"
    notes = [
        f"note: the rows were played with another {name} ({found}, here {here})"
        for name, here in (
            ("engine", game_of(rows[chosen[0]].replay()).hashes["engine"]),
            ("version", __version__),
        )
        for found in sorted({getattr(row, name) for row in rows} - {here})
    ]
    return [held, *notes]


def _fault(row: Row, game_of: Callable[[Replay], Game]) -> str | None:
    """Return in what a row differs from its game, None if in nothing."""
    try:
        game = game_of(row.replay())
        found = play_again(row, game)
    except (GameError, TypeError, ValueError) as error:
        return f"cannot be played again: {error}"
    if len(row.agents) != game.seats:
        return "its agents are not those of its recipe"
    for name in _COMPARED:
        if found[name] != getattr(row, name):
            return f"its {name} is {getattr(row, name)}, and played again it is {found[name]}"
    return None


def play_again(row: Row, game: Game) -> Mapping[str, Any]:
    """Return what the entries of a row are by its seed and actions, played in a game of its recipe.

    Raises:
        FormatError: The game is of other rules or parts, goes on after its actions, or an action is
            not legal.
    """
    if game.hashes["ruleset"] != row.ruleset:
        raise FormatError(
            "it was played with other rules or parts; --components names parts of your own"
        )
    replay = row.replay()
    for _ in replay.play(game):
        pass
    over = game.to_move() == OVER
    found = result_of(game, game.ending(), game.seats, over)
    if not over and found["turns"] <= row.max_turns:
        raise FormatError("its actions stop in the middle of the game")
    if found["cause"] == ILLEGAL_ACTION and row.cause in FORFEITS:
        found["cause"] = row.cause  # to the rules, every forfeit is an illegal action
    (scenario,) = game.settings.scenarios()
    return {
        **found,
        "axes": scenario.axes,
        "decisions": len(replay.actions),
        "final": final_hash(game.save()),
    }
