"""Played games follow the rules as the referee reads them, and a wrong log is objected to."""

import ast
import copy
from pathlib import Path

import pytest

from tests.portal_dash.referee.games import KINDS, LEVELS, PLAYERS, play_kind, play_position
from tests.portal_dash.referee.table import ObjectionError
from tests.portal_dash.referee.turns import rule_on

BESIDE = [{"space": [1, 0]}, {"space": [3, 0]}]
#: Positions in which rare rules come up soon.
POSITIONS = {
    "hoglins": {
        "level": 5,
        "board": "flat",
        "mobs": {"hoglin 1": [1, 1], "hoglin 2": [2, 0], "hoglin 3": [3, 1]},
        "players": BESIDE,
    },
    "chests": {
        "tiles": ["Twin Cellars", "Ember Ford"],
        "board": "flat",
        "chests": [[4, 2], [0, 3]],
        "mobs": {"ghast 1": [5, 4]},
        "players": [{"space": [4, 1]}, {"space": [0, 2]}],
    },
    "melee": {
        "board": "flat",
        "mobs": {"ghast 1": [2, 1], "magma cube 1": [3, 0], "enderman 2": [1, 0]},
        "players": [{"space": [2, 0]}, {"space": [2, 0]}],
    },
    "last block": {"cube": "1 - - - - - - - - - - - - - - -", "tasks": "complete"},
    "portal": {
        "parts_open": 2,
        "tasks": "complete",
        "mobs": {"magma cube 1": [5, 1]},
        "players": [{"space": [2, 8]}, {"space": [2, 8]}],
    },
    "magma": {
        "board": """
            ^ . : . .
            . ^ : . .
            ^ . : . .
            . ^ : . .
            ^ . . . .
            . . . . .
        """,
        "mobs": {"ghast 1": [5, 4]},
        "players": BESIDE,
    },
}
CELLS = [(level, players) for level in LEVELS for players in PLAYERS]


def test_the_referee_imports_nothing_of_the_engine():
    for path in Path(__file__).parent.glob("*.py"):
        names = {
            str(node.module)
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
            if isinstance(node, ast.ImportFrom)
        }
        assert not [name for name in names if "portal_dash.rules" in name]


def check(kind, level, players, seed):
    try:
        rule_on(play_kind(kind, level, players, seed), kind.forced)
    except ObjectionError as error:
        pytest.fail(f"{kind}, level {level}, {players} players, seed {seed}: {error}")


@pytest.mark.slow
def test_a_game_follows_the_rules():
    """Keep the referee fit for the night: its logs are read as they are written today."""
    check(KINDS[-1], *CELLS[-1], seed=1)


@pytest.mark.exhaustive
@pytest.mark.parametrize("kind", KINDS, ids=str)
@pytest.mark.parametrize(("level", "players"), CELLS)
def test_many_games_follow_the_rules(level, players, kind):
    for seed in range(1000, 1080):
        check(kind, level, players, seed)


@pytest.mark.exhaustive
@pytest.mark.parametrize("name", POSITIONS)
def test_games_from_rare_positions_follow_the_rules(name):
    for seed in range(3):
        rule_on(play_position(POSITIONS[name], seed), forced=True)


# -- the referee can fail -------------------------------------------------------------------


def put(**fields):
    return lambda entry: [{**entry, **fields}]


def count(*path):
    def change(entry):
        entry = copy.deepcopy(entry)
        place = entry["snapshot"]
        for key in path[:-1]:
            place = place[key]
        place[path[-1]] += 1
        return [entry]

    return change


#: Words of the objection, entry (the first of its form, and of this kind), what stands there.
FAULTS = [
    ("legal", "decision", "action", lambda entry: [{**entry, "legal": [entry["action"]]}]),
    ("mob_activated", "event", "mob_activated", lambda entry: []),
    ("mob_attacked", "event", "mob_attacked", put(damage=9)),
    ("game is over", "event", "game_lost", lambda entry: [entry, entry]),
    ("players", "end", None, count("players", 0, "hearts")),
    ("used", "end", None, count("used", "red")),
]


@pytest.mark.parametrize(("words", "form", "kind", "change"), FAULTS, ids=[f[0] for f in FAULTS])
def test_a_wrong_log_is_objected_to(words, form, kind, change):
    log = play_kind(KINDS[0], 2, 2, 1)
    place = len(log) - 1  # a snapshot
    if form != "end":
        place = next(n for n, one in enumerate(log) if form in one and kind in (None, one[form]))
    with pytest.raises(ObjectionError, match=words):
        rule_on([*log[:place], *change(log[place]), *log[place + 1 :]], forced=True)
