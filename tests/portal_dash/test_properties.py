"""Everything that holds in every state, in random games of every level and player count."""

import numpy as np
import pytest

from tablemates.envs.core.errors import GameError
from tablemates.envs.core.record import RecordView
from tablemates.envs.portal_dash.rules.state import BOX, LEVEL, STATE, WORK
from tests.portal_dash.games import LEVELS, PLAYERS, choose, make_game, states
from tests.portal_dash.invariants import Inspector

TABLES = [(level, players) for level in LEVELS for players in PLAYERS]


def inspect(level, players, decisions, seed, positions_every=1):
    rng = np.random.default_rng([level, players, seed])
    done = 0
    while done < decisions:
        game = make_game(rng, level, players)
        inspector = Inspector(game)
        for _ in states(game, rng, min(500, decisions - done)):
            inspector.check(rng, positions=done % positions_every == 0)
            done += 1


@pytest.mark.slow
@pytest.mark.parametrize(("level", "players"), TABLES)
def test_every_property_in_some_states(level, players):
    inspect(level, players, 60, seed=0)


@pytest.mark.exhaustive
@pytest.mark.parametrize("piece", range(2))
@pytest.mark.parametrize(("level", "players"), TABLES)
def test_every_property_in_200_000_states(level, players, piece):
    inspect(level, players, 200_000 // len(TABLES) // 2, seed=1 + piece)


@pytest.mark.parametrize("dtype", [STATE, BOX, LEVEL, WORK], ids=["state", "box", "level", "work"])
def test_records_have_no_padding(dtype):
    def size(one):
        if one.names is None:
            return one.itemsize
        return sum(size(one.fields[name][0]) for name in one.names)

    assert size(dtype) == dtype.itemsize


# -- planted faults: each is noticed ---------------------------------------------------


@pytest.fixture(scope="module")
def played():
    """Return an inspector of a game in the middle of a turn, and its record."""
    rng = np.random.default_rng(5)
    game = make_game(rng, 3, 2, chance="sampled", skip_forced=True)
    inspector = Inspector(game)
    game.new(11)
    while game.public.decision != 11 or game.public.turn < 3:
        game.step(choose(game, rng))
    return inspector, game.save()


def write(part, name, index, change):
    def fault(s):
        field = getattr(getattr(s, part), name)
        if index is None:
            setattr(getattr(s, part), name, field + change)
        else:
            field[index] += change

    fault.__name__ = f"{name} {index} {change:+}"
    return fault


FAULTS = [
    write("public", "used", 0, 1),
    write("public", "cube", (0, 0), 1),
    write("public", "hearts", 0, 7),
    write("public", "item_hearts", (0, 0), 1),
    write("public", "item_enchantments", (0, 4, 0), 1),
    write("public", "stack_count", 0, -1),
    write("public", "drawn", 0, 2),
    write("public", "mob_words", 0, 1),
    write("public", "brown", 0, 1),
    write("public", "open_words", 0, 64),
    write("public", "line_length", None, -1),
    write("public", "chest_space", 4, 1),
    write("public", "boss_life", 0, -1),
    write("public", "pending_mobs", None, 2**18),
    write("public", "outcome", None, 1),
    write("public", "agenda", (20, 1), 1),
    write("public", "decider", None, 1),
    write("hidden", "stack", 0, 1),
    write("hidden", "cube", (0, 0), 1),
]


def is_noticed(inspector):
    try:
        inspector.look()
        inspector.check_table()
        inspector.check_choices()
        inspector.check_positions()
    except (AssertionError, GameError, ValueError, IndexError):
        return True
    return False


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.__name__)
def test_a_fault_in_the_record_is_noticed(played, fault):
    inspector, record = played
    game = inspector.game
    game.restore(record)
    assert not is_noticed(inspector)
    s = RecordView(game.record, STATE)
    with np.errstate(over="ignore"):
        fault(s)
    assert game.save() != record
    assert is_noticed(inspector)
