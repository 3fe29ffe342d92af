"""Positions: short ones, dumps, invalid ones, the page of the docs."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
import pytest

from tablemates.envs.core.errors import GameError
from tablemates.envs.core.records.layout import RecordView
from tablemates.envs.portal_dash.positions import PositionError, dump_position, load_position
from tablemates.envs.portal_dash.state import STATE
from tablemates.envs.portal_dash.vocabulary import Mode
from tests.portal_dash.bare import any_board, components
from tests.portal_dash.games import LEVELS, make_game, states

# -- short ones ---------------------------------------------------------------------------


def load(seed=0, **position):
    """Return the public record and the dump of a position; the dump comes back byte for byte."""
    board = any_board(components())
    game = load_position(board, position, seed)
    full = dump_position(board, game)
    assert load_position(board, full).tobytes() == game.tobytes()
    return RecordView(game, STATE).public, full


LEATHER = ["leather boots", "stone pickaxe", "leather tunic", "starting bow", "stone sword"]


def test_an_empty_position_is_a_game_after_set_up():
    p, full = load()
    assert (p.level, p.players, p.turn) == (1, 2, 1)
    assert (full["decision"], full["decider"], full["active_player"]) == ("action", 0, 0)
    assert full["agenda"] == ["action", "action", "reveal", "end turn"]
    assert full["parts_open"] == 1
    assert not full["portal_open"]
    assert [player["hearts"] for player in full["players"]] == [6, 6]
    assert [player["items"] for player in full["players"]] == [LEATHER, LEATHER]
    assert p.player_space[:2].tolist() == [0, 64]
    assert sum(space >= 0 for space in p.mob_space) == 3
    assert len(full["line"]) == 6
    assert p.height.tolist() == [4] * 16
    assert len(full["stack"]) == 40
    assert sum(full["supply"].values()) == 8
    assert full["discards"] == full["used"] == full["hand"] == {}
    assert "$" in "".join(full["board"])


def test_a_map_says_what_is_on_the_board():
    p, full = load(
        board="""
            @0 . ~  .  .  .
            .  . ~# .  m1 .
            .  . .  .  .  .
            .  . .  ^  @1 .
            .  . :  .  .  g2
            .  . .  .  .  .
        """
    )
    assert [int(row) for row in p.lava[:6]] == [0b100, 0b100, 0, 0, 0, 0]
    assert int(p.brown[1]) == int(p.soul_sand[4]) == 0b100
    assert int(p.magma[3]) == 0b1000
    assert p.player_space[:2].tolist() == [0, 3 * 64 + 4]
    on_board = {mob: int(space) for mob, space in enumerate(p.mob_space) if space >= 0}
    assert on_board == {0: 64 + 4, 4: 4 * 64 + 5}
    assert len(full["line"]) == 7
    assert set(p.chest_space.tolist()) == {-1}
    assert full["board"][1].split() == [".", ".", "~#", ".", "m1", "."]


def test_items_in_all_their_states():
    items = [
        {"item": "iron leggings", "mode": "armour", "hearts": 1},
        {"item": "stone sword", "enchantments": ["sword +1 die", "sword reroll"]},
        {"item": "leather tunic", "damaged": True},
        None,
        {"item": "iron leggings"},
        "Netherite helmet",
    ]
    p, full = load(players=[{"items": items}, {"items": []}])
    assert p.item_mode[0].tolist() == [Mode.ARMOUR, 0, 0, 0, Mode.BOOTS, 0]
    assert p.item_hearts[0].tolist() == [1, 0, 0, 0, 0, 4]
    assert p.item_active[0].tolist() == [1, 1, 0, 0, 1, 1]
    assert p.item_starting[0].tolist() == [0, 1, 1, 0, 0, 0]
    assert full["supply"].get("Netherite helmet") is None
    assert len(full["stack"]) == 40 - 4
    assert full["players"][1]["items"] == []


@pytest.mark.slow
def test_the_order_of_the_stack_is_drawn_over_all_that_is_possible():
    """Netherite items that are nowhere else lie anywhere in the stack, not on top."""
    for stack in (None, "unknown", ["bow", "..."]):
        tops = Counter()
        for seed in range(40):
            _, full = load(supply={}, seed=seed, **({} if stack is None else {"stack": stack}))
            assert len(full["stack"]) == 48
            tops[sum(name.startswith("Netherite") for name in full["stack"][-24:])] += 1
        mean = sum(n * count for n, count in tops.items()) / 40
        assert 3 < mean < 5  # 4 of 8 in the lower half; the standard error is 0.2


# -- dumps --------------------------------------------------------------------------------


@pytest.mark.slow
def test_games_that_were_given_up():
    """An illegal action may end a game at any decision, with a block or a mode in between."""
    rng = np.random.default_rng(3)
    for level in LEVELS:
        game = make_game(rng, level, 2, chance="sampled")
        for _ in states(game, rng, 80):
            record = game.save()
            if not game.public.outcome:
                game.forfeit(int(game.public.decider))
            position = dump_position(game, game.record)
            assert position["decision"] == "none"
            assert load_position(game, position).tobytes() == game.save()
            game.restore(record)


# -- invalid ones -------------------------------------------------------------------------


PLAIN = ". . . . . ."


def items(*entries):
    return {"players": [{"items": list(entries)}]}


REFUSED: list[tuple[Any, str]] = [
    # keys, types, bounds
    ([], "keys with values are needed"),
    ({"players": [{"heart": 3}]}, r"players\.0\.heart: unknown key 'heart'; did you mean 'hearts'"),
    ({"turn": 10**6000}, "turn: input should be less than or equal to 1000000000"),
    # settings
    ({"level": 9}, "level: unknown level 9"),
    # track
    ({"tiles": ["Ember Fort"]}, r"tiles\.0: unknown tile .* did you mean 'Ember Ford'\?"),
    ({"portal_open": True, "parts_open": 1}, "parts_open, portal_open: do not go together"),
    # map
    ({"board": [". . . x . ."] * 6}, "board: row 0, column 3: 'x' is no word of a map"),
    ({"board": ["m9 . . . . ."] * 6}, "board: row 0, column 0: 'm9' is no word of a map"),
    (
        {"board": ["@0 . . . . ."] + [PLAIN] * 5, "players": [{"space": [0, 0]}, {}]},
        r"players\.0\.space: the player stands on the map already",
    ),
    # mobs and bosses
    ({"mobs": {"ghast 1": [0, 3], "ghast 2": [0, 3]}}, r"mobs\.ghast 2: another mob .*\[0, 3\]"),
    ({"mobs": {"ghast 1": [0, 3]}, "line": ["ghast 1", "..."]}, "line: no mob is in it twice"),
    (
        {"pending_mobs": ["ghast 1"], "mobs": {"ghast 1": [0, 3]}},
        "pending_mobs: this is so only while 'next mob' is on the agenda",
    ),
    ({"bosses": [{"boss": "wildfire", "life": 21}]}, "must be at most 20, not 21"),
    (
        {"bosses": [{"boss": "wildfire", "life": 0}, {"boss": "ancient hoglin"}]},
        r"bosses\.0\.life: no boss is defeated before the portal lies face up \(REVEAL-03\)",
    ),
    (
        {"board": ["@0 . ~e1 . . .", *[PLAIN] * 5], "players": 1},
        r"mobs\.enderman 1: it cannot be in lava, \[0, 2\] \(MOB-05\)",
    ),
    ({"level": 1, "mobs": {}, "line": []}, "mobs, line: the level has 3 magma cube, here are 0"),
    (
        {"level": 1, "mobs": {"wither skeleton 1": [0, 3]}},
        "mobs, line: the level has 0 wither skeleton, here are 1",
    ),
    ({"level": 1, "bosses": [{"boss": "wildfire", "side": "hard"}]}, "bosses: the level has"),
    # dice
    (
        {"decision": "blocks die", "dice": {"blocks": "red", "mob": 1}, "chance": "explicit"},
        r"dice\.blocks: it shows something once it has been rolled in this turn, and not before",
    ),
    ({"dice": {"blocks": "red"}}, r"dice\.mob: it shows something once"),
    # the end
    ({"end": {"outcome": "won", "cause": "player died"}}, r"end\.cause: 'player died' does not go"),
    ({"end": {"outcome": "won", "cause": "boss defeated"}}, r"bosses: .* no boss has life left"),
    ({"end": {"outcome": "lost", "cause": "task a late"}}, r"end\.cause: this task is done"),
    ({"end": {"outcome": "lost", "cause": "cube empty"}}, r"cube: the game ends with its last"),
    (
        {"end": {"outcome": "lost", "cause": "player died", "player": 0, "source": "ghast"}},
        r"players, end\.player: a player without hearts ends the game",
    ),
    (
        {"end": {"outcome": "lost", "cause": "illegal action", "player": 3}},
        r"cause_player: there are 2 players",
    ),
    # players
    ({"players": [{"space": [0, 6]}]}, r"players\.0\.space: \[0, 6\] is not on the face-up board"),
    (
        {"board": ["~@0 . . . . .", *[PLAIN] * 5], "players": 1},
        r"players\.0\.space: nobody can be in lava, \[0, 0\] \(MOVE-02\)",
    ),
    # blocks
    ({"cube": "KKK " * 16}, "cube: the position has \\d+ black more than"),
    (
        {"cube": "1 1 1 1 1 R? R? 1 1 R? R? 1 1 1 1 1", "tasks": "complete"},
        r"used: must be given where the cube has '\?'",
    ),
    ({"cube": "- " * 16, "tasks": "complete"}, r"cube: it is empty: .*\(END-04\)"),
    ({"cube": "3 " * 16}, r"tasks\.A: it is open and layer 1 of the cube is empty: .* \(PIG-03\)"),
    (
        {"cube": "2 " * 16, "tasks": {"A": ["RRR", "GGG"], "B": ["YYY", "KK"]}},
        r"tasks\.B: it is open and layer 2 of the cube is empty: .* \(PIG-03\)",
    ),
    (
        {"cube": "1 " * 16, "players": 4, "tasks": {"A": ["RRR"], "B": ["GGG", "YYY"]}},
        r"tasks\.C: it is open and layer 3 of the cube is empty: .* \(PIG-03\)",
    ),
    # items
    (items({"item": "bow", "enchantments": ["sword reroll"]}), "cannot lie on 'bow'"),
    (items(*["iron sword"] * 4), "stack: the position has 1 iron sword more"),
    ({"stack": ["bow", "..."], "chance": "explicit"}, "stack: with explicit chance it has no"),
    (
        items({"item": "Netherite sword", "starting": True}),
        r"players\.0\.items: 1 Netherite sword more than the level gives at the start \(SETUP-07\)",
    ),
    (
        items(*["leather tunic"] * 2),
        r"players\.0\.items: 1 leather tunic more than the level gives at the start \(SETUP-07\)",
    ),
    # history
    ({"history": [{}]}, r"history\.0: dictionary should have at least 1 item"),
    (
        {"history": [{"added": "Netherite sword"}, *[{"drawn": "Netherite boots"}] * 2]},
        "history: after this, the stack cannot be what it is",
    ),
    # decision
    ({"decision": "acton"}, "decision: 'acton' needs an `agenda`"),
]


@pytest.mark.parametrize(("position", "message"), REFUSED)
def test_invalid_positions(position, message):
    with pytest.raises(PositionError, match=message) as raised:
        load_position(any_board(components()), position)
    assert "\n" not in str(raised.value)
    assert isinstance(raised.value, GameError)


def test_nested_lists():
    deep: list[Any] = []
    for _ in range(100_000):
        deep = [deep]
    for key in ("line", "board", "cube", "turn"):
        with pytest.raises(PositionError, match=f"^{key}"):
            load_position(any_board(components()), {key: deep})
