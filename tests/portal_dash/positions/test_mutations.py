"""Positions with a random change are refused in a sentence, or can be played to the end."""

import copy
import json
import random

import numpy as np
import pytest

from tablemates.envs.core.answers import ILLEGAL, OVER
from tablemates.envs.core.record import RecordView
from tablemates.envs.portal_dash.positions import PositionError, dump_position, load_position
from tablemates.envs.portal_dash.rules.state import STATE
from tests.portal_dash.games import LEVELS, choose, make_game, states


def places(value, place=()):
    """Yield the place of every value inside a position."""
    inside = value.items() if isinstance(value, dict) else enumerate(value)
    for key, one in inside:
        yield (*place, key)
        if isinstance(one, dict | list):
            yield from places(one, (*place, key))


def words_in(value):
    if isinstance(value, dict | list):
        for one in value.values() if isinstance(value, dict) else value:
            yield from words_in(one)
    elif isinstance(value, str):
        yield value


def mutated(position, rng):
    """Return the position with one value dropped, doubled, moved or replaced."""
    position = copy.deepcopy(position)
    del position["ruleset"]  # another edition would give a warning
    # whether a game can come to an agenda is not checked
    fixed = ("seed", "format", "agenda", "actions_done")
    every = [place for place in places(position) if place[0] not in fixed]
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
        letters = list(value)
        rng.shuffle(letters)
        word = rng.choice(list(words_in(position)))
        return rng.choice([word, "".join(letters), "unknown", value[:-1]])
    return rng.choice([None, [], {}, 0, "unknown"])


def play_to_the_end(game, record, rng):
    """Play random actions; the record is consistent now and then and at the end."""
    answer = game.restore(record.tobytes())
    for n in range(3_000):
        if n % 40 == 0 or answer == OVER:
            position = json.loads(json.dumps(dump_position(game.record, game.components)))
            again = load_position(position, game.components)
            assert again.tobytes() == game.record.tobytes(), position
            assert game.observation_space.contains(game.observation)
        if answer == OVER:
            return
        assert game.mask.any(), position
        answer = game.step(choose(game, rng))
        assert answer != ILLEGAL
    raise AssertionError("the game does not end")


def try_mutations(level, states_to_mutate, mutations, seed):
    rng, dice = np.random.default_rng([level, seed]), random.Random(seed)
    accepted = refused = 0
    game = make_game(rng, level, int(rng.integers(1, 5)))
    others = {}
    for _ in states(game, rng, states_to_mutate):
        position = dump_position(game.record, game.components)
        for _ in range(mutations):
            try:
                record = load_position(mutated(position, dice), game.components)
            except PositionError:
                refused += 1
                continue
            accepted += 1
            p = RecordView(record, STATE).public
            settings = int(p.players), ("sampled", "explicit")[p.explicit_chance]
            if settings not in others:
                others[settings] = make_game(
                    rng, level, settings[0], chance=settings[1], board_shape=(8, 64)
                )
            play_to_the_end(others[settings], record, rng)
    return accepted, refused


@pytest.mark.slow
@pytest.mark.parametrize("level", LEVELS)
def test_mutations(level):
    accepted, refused = try_mutations(level, 40, 6, seed=0)
    assert accepted > 20
    assert refused > 60


@pytest.mark.exhaustive
@pytest.mark.parametrize("level", LEVELS)
def test_many_mutations(level):
    try_mutations(level, 1_500, 6, seed=2)
