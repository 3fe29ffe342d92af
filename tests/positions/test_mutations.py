"""Positions with something changed are refused in a sentence, or make a game in which all holds."""

import copy
import random

import numpy as np
import pytest

from tablemates.envs.core.game import OVER
from tablemates.envs.core.record import RecordView
from tablemates.envs.portal_dash.positions import PositionError, dump_position, load_position
from tablemates.envs.portal_dash.rules.state import STATE
from tests.games import LEVELS, choose, make_game, states
from tests.invariants import Inspector


def places(value, place=()):
    """Yield the place of every value inside a position."""
    inside = value.items() if isinstance(value, dict) else enumerate(value)
    for key, one in inside:
        yield (*place, key)
        if isinstance(one, dict | list):
            yield from places(one, (*place, key))


def mutated(position, rng):
    """Return the position with one value dropped, doubled, moved or replaced."""
    position = copy.deepcopy(position)
    del position["ruleset"]  # another edition would be noticed
    every = [place for place in places(position) if place[0] not in ("seed", "format")]
    *way, key = rng.choice(every)
    holder = position
    for step in way:
        holder = holder[step]
    match rng.randrange(4):
        case 0:
            del holder[key]
        case 1 if isinstance(holder, list):
            holder.append(holder[key])
        case 2 if isinstance(holder, list):
            other = rng.randrange(len(holder))
            holder[key], holder[other] = holder[other], holder[key]
        case _:
            holder[key] = replaced(holder[key], position, rng)
    return position


def replaced(value, position, rng):
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return rng.choice([value + 1, value - 1, 0, 1, 5, 99, -1])
    if isinstance(value, str):
        words = [one for one in everything(position) if isinstance(one, str)]
        letters = list(value)
        rng.shuffle(letters)
        return rng.choice([rng.choice(words), "".join(letters), "unknown", value[:-1]])
    return rng.choice([None, [], {}, 0, "unknown"])


def everything(value):
    if isinstance(value, dict | list):
        for one in value.values() if isinstance(value, dict) else value:
            yield from everything(one)
    else:
        yield value


def try_mutations(level, states_to_mutate, mutations, seed):
    rng, dice = np.random.default_rng([level, seed]), random.Random(seed)
    accepted = refused = 0
    game = make_game(rng, level, int(rng.integers(1, 5)))
    inspectors = {}
    for _ in states(game, rng, states_to_mutate):
        position = dump_position(game.record, game.components)
        for _ in range(mutations):
            changed = mutated(position, dice)
            try:
                record = load_position(changed, game.components)
            except PositionError:
                refused += 1
                continue
            accepted += 1
            p = RecordView(record, STATE).public
            settings = int(p.players), ("sampled", "explicit")[p.explicit_chance]
            if settings not in inspectors:
                other = make_game(rng, level, settings[0], chance=settings[1])
                inspectors[settings] = Inspector(other)
            inspector = inspectors[settings]
            other = inspector.game
            answer = other.restore(record.tobytes())
            for _ in range(3):
                inspector.look()
                if all(changed.get(key) == position[key] for key in ("board", "tiles")):
                    # otherwise the terrain need not be the printed one
                    inspector.check_table()
                inspector.check_choices()
                inspector.check_positions()
                if answer == OVER:
                    break
                answer = other.step(choose(other, rng))
    return accepted, refused


@pytest.mark.slow
@pytest.mark.parametrize("level", LEVELS)
def test_mutations(level):
    accepted, refused = try_mutations(level, 40, 6, seed=0)
    assert accepted > 20
    assert refused > 80


@pytest.mark.slow
@pytest.mark.parametrize("level", LEVELS)
def test_more_mutations(level):
    try_mutations(level, 150, 6, seed=1)


@pytest.mark.exhaustive
@pytest.mark.parametrize("level", LEVELS)
def test_many_mutations(level):
    try_mutations(level, 1_500, 6, seed=2)
