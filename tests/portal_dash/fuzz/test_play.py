"""Random decisions in random levels and with random parts; all invariants hold."""

from __future__ import annotations

import os
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tablemates.envs.core.compiler.decorators import compiled
from tablemates.envs.core.engine.codes import ILLEGAL, OVER
from tablemates.envs.core.records.layout import Array8
from tablemates.envs.portal_dash import vocabulary as V
from tablemates.envs.portal_dash.game import PortalDash
from tablemates.envs.portal_dash.parts import Components, load_components
from tablemates.envs.portal_dash.positions import PositionError
from tablemates.envs.portal_dash.settings import Settings
from tests.portal_dash.fuzz.parts import random_level, random_parts
from tests.portal_dash.games import late_position
from tests.portal_dash.on_the_table import Inspector

TABLES = 4  # with each set of parts
LONGEST = 400  # decisions; then the next game starts
RESAMPLE_EVERY = 500
INSPECT_EVERY = 2_500


def random_game(rng: np.random.Generator, components: Components) -> PortalDash:
    """Return a game object with random settings; no game has started."""
    custom = rng.random() < 0.4
    players = int(rng.integers(1, V.PLAYERS + 1))
    settings: dict[str, Any] = {
        "level": random_level(rng, components) if custom else int(rng.integers(1, 6)),
        "players": players,
        "edition": str(rng.choice(["en", "fr"])),
        "chance": str(rng.choice(["sampled", "explicit"])),
        "skip_forced": bool(rng.random() < 0.8),
        "first_player": int(rng.integers(players)) if rng.random() < 0.3 else None,
        "shaping": {"progress": 1.0} if rng.random() < 0.3 else None,
    }
    return PortalDash(Settings(components=components, board_shape=(V.ROWS, V.COLUMNS), **settings))


def start(game: PortalDash, rng: np.random.Generator) -> int:
    """Start a game, now and then with the portal open; return who is next.

    Random choices hardly ever get to the portal. Sets without the position's items refuse it.
    """
    answer = game.new(int(rng.integers(2**63)))
    if rng.random() < 0.3:
        with suppress(PositionError):
            return game.load_position(late_position(game, rng))
    return answer


def play(game: PortalDash, rng: np.random.Generator, decisions: int) -> None:
    """Play random choices; resample and check all invariants now and then."""
    inspector = Inspector(game)
    step, work = game.step, game.work
    answer, length = OVER, 0
    for n, draw in enumerate(rng.integers(2**40, size=decisions).tolist()):
        if answer == OVER or length == LONGEST:
            answer, length = start(game, rng), 0
            if answer == OVER:
                continue
        if draw % INSPECT_EVERY == 0:
            inspector.check(rng, shown=True)
        if draw % RESAMPLE_EVERY == 0:
            game.resample(draw)
            assert game.restore(game.save()) == answer
        length += 1
        answer = step(int(work.legal[draw % int(work.legal_count)]))
        assert answer != ILLEGAL, f"a listed choice is refused after {n} decisions"
    if answer != OVER:
        inspector.check(rng, shown=True)


def play_number(number: int, decisions: int, folder: Path) -> None:
    """Play with the parts and at the tables that a number stands for."""
    rng = np.random.default_rng([77, number])
    components = random_parts(rng, folder) if number % 3 else load_components()
    for _ in range(TABLES):
        play(random_game(rng, components), rng, decisions // TABLES)


@pytest.mark.slow
@pytest.mark.parametrize("number", range(6))
def test_invariants_with_random_parts(number, tmp_path):
    play_number(number, 4_000, tmp_path)


@compiled
def write_at(array: Array8, index: int) -> None:
    array[index] = 1


def check_bounds(numbers: int, folder: str) -> None:
    """Play with compiled code that checks the bounds of arrays."""
    with pytest.raises(IndexError):
        write_at(np.zeros(4, np.int8)[:3], 3)
    for number in range(numbers):
        play_number(number, 20_000, Path(folder))


@pytest.mark.exhaustive
def test_nothing_is_written_outside_of_an_array(tmp_path):
    """In a process and a cache of its own: compiling with bounds checks takes minutes."""
    code = f"from {__name__} import check_bounds; check_bounds(50, {str(tmp_path)!r})"
    bounds = {"NUMBA_BOUNDSCHECK": "1"}  # code with them is kept in folders of its own
    subprocess.run([sys.executable, "-c", code], env=os.environ | bounds, check=True)
