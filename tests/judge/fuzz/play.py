"""Random decisions: ``python -m tests.judge.fuzz.play FIRST END DECISIONS``.

For every number from FIRST to END (left out) it draws a set of parts and a few tables, and
plays at each; before that it prints the number, and after it what came of it, a JSON object
a line. So whoever reads knows with which number it hangs or crashes.
"""

from __future__ import annotations

import json
import sys
import tempfile
import traceback
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

import numpy as np

from tablemates.envs.core.compiled import compiled
from tablemates.envs.core.game import ILLEGAL, OVER
from tablemates.envs.core.record import Array8
from tablemates.envs.portal_dash.components import Components, load_components
from tablemates.envs.portal_dash.game import Game
from tablemates.envs.portal_dash.positions import PositionError
from tablemates.envs.portal_dash.rules import limits as L
from tablemates.envs.portal_dash.settings import Settings
from tests.invariants import Inspector
from tests.judge.fuzz.parts import random_level, random_parts

SEED: Final = 77
TABLES: Final = 4  # for each set of parts
_LONGEST: Final = 400  # decisions; then the next game begins, as a position of chance may
_RESAMPLE_EVERY: Final = 500
_INSPECT_EVERY: Final = 2_500


@compiled
def write_at(array: Array8, index: int) -> None:
    """Write into an array, or outside of it."""
    array[index] = 1


def is_checked() -> bool:
    """Return whether compiled code notices a write outside of an array."""
    room = np.zeros(4, np.int8)
    try:
        write_at(room[:3], 3)
    except IndexError:
        return True
    return False


def random_game(rng: np.random.Generator, components: Components) -> Game:
    """Return a game object with settings that are drawn; no game has begun."""
    custom = rng.random() < 0.4
    players = int(rng.integers(1, L.PLAYERS + 1))
    settings: dict[str, Any] = {
        "level": random_level(rng, components) if custom else int(rng.integers(1, 6)),
        "players": players,
        "edition": str(rng.choice(["en", "fr"])),
        "chance": str(rng.choice(["sampled", "explicit"])),
        "skip_forced": bool(rng.random() < 0.8),
        "first_player": int(rng.integers(players)) if rng.random() < 0.3 else None,
        "shaping": {"progress": 1.0} if rng.random() < 0.3 else None,
    }
    return Game(Settings(components=components, board_shape=(L.ROWS, L.COLUMNS), **settings))


def begin(game: Game, rng: np.random.Generator) -> int:
    """Begin a game, now and then with the portal open: random choices hardly ever come there.

    Returns:
        Who is next.
    """
    answer = game.new(int(rng.integers(2**63)))
    if rng.random() < 0.3:
        with suppress(PositionError):
            return game.load_position(late_position(game, rng))
    return answer


def late_position(game: Game, rng: np.random.Generator) -> dict[str, Any]:
    """Return a short position in front of the bosses; not every set of parts has it."""
    parts, settings, portal = game.components.parts, game.settings, game.components.portal
    first = parts.board.start_columns + int(game.public.parts) * parts.board.tile_columns
    symbols = [(row, column) for column in range(portal.columns) for row in range(len(portal.rows))]
    free = [(r, first + c) for r, c in symbols if portal.rows[r][c] not in "~P"]
    order = [free[n] for n in rng.permutation(len(free))]
    items = [
        name
        for name, item in parts.regular_items.items()
        for _ in range(item.copies or 0)
        if item.type != "leggings"
    ]
    hands = rng.permutation(items).tolist()
    bosses = game.dump_position()["bosses"]
    spaces = [list(order.pop()) for _ in bosses if len(order) > 1]
    stands = order or free or [(0, 0)]  # crowded: then the position is refused
    position: dict[str, Any] = {}
    if rng.random() < 0.5:  # the set may have too few blocks of the colours that are drawn
        position["cube"] = " ".join(map(str, rng.integers(1, 5, size=L.CUBE_COLUMNS)))
    return position | {
        "level": game.recipe["level"],
        "edition": settings.edition,
        "chance": settings.chance,
        "skip_forced": settings.skip_forced,
        "seed": int(rng.integers(2**63)),
        "players": [
            {
                "space": list(stands[rng.integers(len(stands))]),
                "hearts": int(rng.integers(1, L.HEARTS + 1)),
                "items": [hands.pop() for _ in range(min(len(hands), rng.integers(L.SLOTS + 1)))],
            }
            for _ in range(game.seats)
        ],
        "portal_open": True,
        "bosses": [{**boss, "life": int(rng.integers(1, boss["life"] + 1))} for boss in bosses],
        "mobs": {boss["boss"]: space for boss, space in zip(bosses, spaces, strict=False)},
    }


def play(game: Game, rng: np.random.Generator, decisions: int) -> int:
    """Play random choices; check all invariants now and then; return the number of games.

    Raises:
        AssertionError: Something does not hold.
    """
    inspector = Inspector(game)
    step, work = game.step, game.work
    legal = work.legal
    answer, games, length = OVER, 0, 0
    for n, draw in enumerate(rng.integers(2**40, size=decisions).tolist()):
        if answer == OVER or length == _LONGEST:
            answer = begin(game, rng)
            games, length = games + 1, 0
            if answer == OVER:
                continue
        if draw % _INSPECT_EVERY == 0:
            inspector.check(rng)
        if draw % _RESAMPLE_EVERY == 0:
            game.resample(draw)
            assert game.restore(game.save()) == answer
        length += 1
        answer = step(int(legal[draw % int(work.legal_count)]))
        assert answer != ILLEGAL, f"a listed choice is refused after {n} decisions"
    if answer != OVER:
        inspector.check(rng)
    return games


def play_number(number: int, decisions: int, folder: Path) -> dict[str, Any]:
    """Draw the parts and tables of a number and play there.

    Args:
        number: What is drawn depends on it alone.
        decisions: In all.
        folder: For files.

    Returns:
        ``decisions``, ``games``, ``refused`` (sets of parts) and ``fault``, empty if there
        is none.
    """
    rng = np.random.default_rng([SEED, number])
    done: dict[str, Any] = {"number": number, "decisions": 0, "games": 0, "refused": 0, "fault": ""}
    try:
        components, done["refused"] = load_components(), 0
        if number % 3:
            components, done["refused"] = random_parts(rng, folder)
        for _ in range(TABLES):
            game = random_game(rng, components)
            done["games"] += play(game, rng, decisions // TABLES)
            done["decisions"] += decisions // TABLES
    except Exception as error:  # noqa: BLE001 - whatever it is, it is the fault that is looked for
        place = traceback.extract_tb(error.__traceback__)[-1]
        where = f"{Path(place.filename).name}, line {place.lineno}"
        done["fault"] = f"{type(error).__name__} in {where}: {str(error)[:300]}"
    return done


def main() -> None:
    """Run the command."""
    first, end, decisions = map(int, sys.argv[1:])
    print(json.dumps({"checked": is_checked()}), flush=True)
    with tempfile.TemporaryDirectory(prefix="fuzz-") as folder:
        for number in range(first, end):
            print(json.dumps({"begun": number}), flush=True)
            print(json.dumps(play_number(number, decisions, Path(folder))), flush=True)


if __name__ == "__main__":
    main()
