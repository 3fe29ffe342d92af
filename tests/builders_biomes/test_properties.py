"""Properties of every state: the shared checks, exact chance, symmetries."""

from collections import Counter
from itertools import permutations, product

import numpy as np
import pytest

from tablemates.envs.builders_biomes import vocabulary as V
from tablemates.envs.builders_biomes.rules.places import TOUCHED
from tablemates.envs.builders_biomes.settings import Settings
from tablemates.envs.builders_biomes.speech import cell_name
from tablemates.envs.core.engine.codes import CHANCE
from tablemates.envs.testing import check_game
from tests.builders_biomes.table import Table, columns


@pytest.mark.slow
@pytest.mark.parametrize(
    "settings",
    [
        pytest.param(
            Settings(players=3, level="beginner", reward="zero_sum"), marks=pytest.mark.exhaustive
        ),
        pytest.param(
            Settings(players=2, level={"beginners": [1], "boards": [2, 0]}, reward="margin"),
            marks=pytest.mark.exhaustive,
        ),
        Settings(players=4, skip_forced=False, shaping={"standing": 1.0}, reward="rank"),
    ],
    ids=["beginner", "custom", "unforced"],
)
def test_what_holds_for_every_game(settings):
    check_game(settings, games=1)


# -- exact chance -------------------------------------------------------------------------
TILES = (5, 17, 44)


def small(chance):
    """Return a table with three unseen tiles, two unseen tokens and three blocks unseen."""
    cells = {cell_name(cell): [0, None] for cell in range(V.CELLS) if 0 < cell % 6 < 5}
    for row in range(1, 5):
        cells |= {cell_name(6 * row): [0, None], cell_name(6 * row + 5): [0, None]}
    cells |= {"B2": [2, None], "B3": [1, None], "A2": [1, None], "B1": [1, None]}
    low, unseen = (5, 6, 9), {"wood": 2, "stone": 1}
    cube = columns(*[2 if n in low else 3 for n in range(16)], without=unseen)
    for n in low:
        cube[n][0] = "?"
    return Table.at(
        chance=chance,
        cells=cells,
        out=[tile for tile in range(V.TILES) if tile not in TILES],
        tokens={"bow": 1, "tnt": 1},
        cube=cube,
        unseen=unseen,
        scored=1,
        seats=[{"at": 0}],
    )


def hidden(table):
    """Return what is hidden as one value."""
    one = table.position["hidden"]
    under = tuple((name, *things) for name, things in sorted(one["under"].items()))
    return under, tuple(one["colours"])


@pytest.mark.slow
@pytest.mark.rule("CHANCE-05")
def test_resampling_draws_every_completion_evenly():
    table = small("sampled")
    wanted = {
        ((("A2", a), ("B1", b), ("B2", tiles[0], tiles[1]), ("B3", tiles[2])), tuple(colours))
        for tiles, (a, b), colours in product(
            permutations(TILES),
            permutations([V.Weapon.BOW.value, V.Weapon.TNT.value]),
            set(permutations(["wood", "wood", "stone"])),
        )
    }
    wanted = {(tuple(sorted(under)), colours) for under, colours in wanted}
    assert len(wanted) == 36
    found = Counter()
    draws = 1800
    for seed in range(draws):
        table.game.resample(seed)
        found[hidden(table)] += 1
    assert set(found) == wanted
    deviation = sum((count - draws / 36) ** 2 / (draws / 36) for count in found.values())
    assert deviation < 67  # chi-squared of 35 degrees of freedom: 0.999


@pytest.mark.slow
@pytest.mark.rule("CHANCE-02", "CHANCE-03")
def test_explicit_chance_has_the_distribution_of_resampled_play():
    exact = Counter()

    def walk(position, chance):
        table.game.load_position(position)
        if table.game.to_move() != CHANCE:
            exact[seen(table)] += chance
            return
        for value, share in zip(*table.game.chance_outcomes(), strict=True):
            table.game.load_position(position)
            table.game.step(int(value))
            walk(table.position, chance * share)

    table = small("explicit")
    table.do("go 0")
    walk(table.position, 1.0)
    assert sum(exact.values()) == pytest.approx(1.0)
    assert len(exact) == 6  # three tiles, two orders of the tokens
    sampled = small("sampled")
    start = sampled.game.save()
    found = Counter()
    for seed in range(600):
        sampled.game.restore(start)
        sampled.game.resample(seed)
        sampled.do("go 0")
        found[seen(sampled)] += 1
    assert set(found) == set(exact)
    assert all(abs(found[key] / 600 - exact[key]) < 0.06 for key in exact)


def seen(table):
    cells = table.position["cells"]
    return tuple(str(cells[name]) for name in ("A2", "B1", "B2", "B3"))


# -- symmetries -----------------------------------------------------------------------------


def moved(side, turn):
    """Return where each place of a square goes under one of its eight symmetries."""
    grid = np.arange(side * side).reshape(side, side)
    grid = np.rot90(grid if turn < 4 else grid.T, turn % 4).ravel()
    goes = np.empty_like(grid)
    goes[grid] = np.arange(side * side)
    return goes.tolist()


def turned(position, world, cube):
    """Return a position, hidden part included, with Overworld and cube turned or mirrored."""
    crossings, columns = moved(5, world), moved(4, cube)
    names = {cell_name(cell): cell_name(goes) for cell, goes in enumerate(moved(6, world))}
    pillars, below = [[] for _ in columns], [[] for _ in columns]
    colours = iter(position["hidden"]["colours"])
    for column, pillar in enumerate(position["cube"]):
        pillars[columns[column]] = pillar
        below[columns[column]] = [next(colours) for look in pillar if look == "?"]
    return {
        **position,
        "cells": {names[name]: one for name, one in position["cells"].items()},
        "cube": pillars,
        "seats": [{**seat, "at": crossings[seat["at"]]} for seat in position["seats"]],
        "fight_cell": names.get(position["fight_cell"]),
        "opened": columns[position["opened"]] if position["opened"] >= 0 else V.NOTHING,
        "hidden": {
            **position["hidden"],
            "under": {names[name]: one for name, one in position["hidden"]["under"].items()},
            "colours": [colour for pillar in below for colour in pillar],
        },
    }


def turned_action(action, here, world, cube):
    """Return what an action is called after a turn, for a piece at the crossing ``here``."""
    if V.BLOCK <= action < V.GO:
        return V.BLOCK + moved(4, cube)[action - V.BLOCK]
    if V.GO <= action < V.BUILD:
        return V.GO + moved(5, world)[action - V.GO]
    if V.BUILD <= action < V.SPACE:
        first = action - (action - V.BUILD) % 4
        cell = moved(6, world)[TOUCHED[here, (action - V.BUILD) % 4]]
        return first + TOUCHED[moved(5, world)[here]].tolist().index(cell)
    return action


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(3))
def test_the_symmetries_of_overworld_and_cube_are_those_of_the_game(seed):
    rng = np.random.default_rng(seed)
    table = Table.new(seed)
    for _ in range(20 + 20 * seed):
        table.game.step(int(rng.choice(np.flatnonzero(table.game.mask))))
    before, here = table.position, int(table.p.at[table.p.active])
    legal = np.flatnonzero(table.game.mask).tolist()
    # Exploring, taking a block, and what comes last in the catalogue.
    action = (max(n for n in legal if n < V.BUILD), min(legal), max(legal))[seed]
    table.game.step(action)
    assert seed or "tile_turned" in {event["event"] for event in table.game.events()}
    after = table.position
    for world, cube in product(range(8), range(8)):
        table.game.load_position(turned(before, world, cube))
        now = np.flatnonzero(table.game.mask).tolist()
        assert now == sorted(turned_action(one, here, world, cube) for one in legal)
        table.game.step(turned_action(action, here, world, cube))
        assert table.position == turned(after, world, cube)
