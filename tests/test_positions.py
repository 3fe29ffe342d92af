"""Positions of every game: what play reaches comes back, what cannot be played on is refused."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest

from tablemates.agents.names import names_of
from tablemates.envs.core.engine.codes import OVER
from tablemates.envs.core.errors import GameError
from tablemates.envs.core.game.game import Game
from tablemates.envs.registry import GAMES, find_game
from tests.edits import assert_is_sentence, check_reader, edited
from tests.states import random_game, random_step, states

#: Decisions that a position has to allow once it is loaded.
DECISIONS = 50


def check_state(game: Game) -> None:
    """Check that a state keeps to the laws of its game and fits the observations of all seats."""
    assert not list(game.faults(game.record))
    seen = np.empty_like(game.observation)
    for seat in range(game.seats):
        game.observe(seat, seen)
        assert game.observation_space.contains(seen), f"what seat {seat} sees"
    assert (game.to_move() == OVER) != game.mask.any()


def check_return(game: Game, other: Game) -> None:
    """Check that a state comes back from its bytes, and from its position as JSON."""
    saved = game.save()
    other.check(saved)
    assert other.restore(saved) == game.to_move()
    assert other.save() == saved
    other.load_position(json.loads(json.dumps(game.dump_position(), allow_nan=False)))
    assert other.save() == saved
    assert other.public_record.tobytes() == game.public_record.tobytes()


def play_on(game: Game, rng: np.random.Generator) -> None:
    """Play some random decisions, none of which may lead to what no game can have."""
    for n in range(DECISIONS):
        check_state(game)
        if n % 10 == 0:
            check_return(game, game)
        if game.to_move() == OVER:
            break
        random_step(game, rng)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("games", "count"), [(3, 30), pytest.param(6, 2_000, marks=pytest.mark.exhaustive)]
)
@pytest.mark.parametrize("parts", ["standard", "own"])
@pytest.mark.parametrize("key", GAMES)
def test_every_state_that_play_reaches_comes_back(key, parts, games, count, tmp_path):
    rng = np.random.default_rng(count)
    for _ in range(games):
        game = random_game(key, rng, tmp_path if parts == "own" else None)
        other = type(game)(game.settings)
        for state in states(game, rng, count):
            check_state(state)
            check_return(state, other)


@pytest.mark.exhaustive
@pytest.mark.parametrize("key", GAMES)
def test_every_state_that_an_agent_reaches_comes_back(key):
    rng = np.random.default_rng(7)
    game = random_game(key, rng)
    other = type(game)(game.settings)
    agents = [name for name in names_of(game.settings.game) if ":" not in name]
    assert len(agents) > 2
    for state in states(game, rng, 500, agents):
        check_state(state)
        check_return(state, other)


@pytest.mark.slow
@pytest.mark.parametrize("count", [80, pytest.param(5_000, marks=pytest.mark.exhaustive)])
@pytest.mark.parametrize("key", GAMES)
def test_what_loads_is_played_on_and_all_else_is_refused_with_a_sentence(key, count):
    check_positions(key, count, seed=1)


@pytest.mark.parametrize("key", GAMES)
def test_a_field_that_wrapped_is_a_fault(key):
    kind = find_game(key)
    game = kind(kind.settings_type())
    game.new(1)
    fields = game.engine.state["public"].fields
    for name, (dtype, start, *_) in fields.items():
        if dtype.base.kind == "i":
            record = game.record.copy()
            begin = game.engine.state.fields["public"][1] + start
            wrapped = record[begin : begin + dtype.base.itemsize].view(dtype.base)
            wrapped[0] = np.iinfo(dtype.base).min
            assert [*game.faults(record)], f"{name} may be {wrapped[0]}"


@pytest.mark.slow
@pytest.mark.parametrize("count", [60, pytest.param(1_000, marks=pytest.mark.exhaustive)])
@pytest.mark.parametrize("key", GAMES)
def test_a_damaged_record_is_refused_or_played_on(key, count):
    rng = np.random.default_rng(3)
    game = random_game(key, rng)
    saved = [one.save() for n, one in enumerate(states(game, rng, 160)) if n % 8 == 0]
    for _ in range(count):
        record = bytearray(saved[rng.integers(len(saved))])
        for at in rng.integers(len(record), size=rng.integers(1, 3)):
            record[at] = (record[at] + int(rng.choice([-1, 1, 2, 64, 128]))) % 256
        try:
            game.check(bytes(record))
        except GameError as error:
            assert_is_sentence(error)
            continue
        game.restore(bytes(record))
        play_on(game, rng)


def check_positions(key: str, count: int, seed: int) -> None:
    """Edit positions of many states, and play on from those that are accepted."""
    rng = np.random.default_rng(seed)
    documents: list[dict[str, Any]] = []
    for _ in range(10):
        game = random_game(key, rng)
        documents += [
            one.dump_position() for n, one in enumerate(states(game, rng, 120)) if n % 6 == 0
        ]
    kind = find_game(key)
    games = {
        chance: kind(kind.settings_type(players=[*kind.settings_type.seats], chance=chance))
        for chance in ("sampled", "explicit")
    }

    def accepts(document: Any) -> bool:
        chance = document.get("chance") if isinstance(document, dict) else None
        game = games["explicit" if chance == "explicit" else "sampled"]
        try:
            game.load_position(document)
        except GameError as error:
            assert_is_sentence(error)
            return False
        play_on(game, rng)
        return True

    check_reader(edited(documents), accepts, count)
