"""The set-up, the levels, and what the engine promises beside the rules."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from tablemates.envs.core.engine.codes import ILLEGAL
from tablemates.envs.portal_dash import vocabulary as V
from tablemates.envs.portal_dash.naming import WORDS
from tests.portal_dash.rules.table import SPAWNERS, Table

# -- the set-up ---------------------------------------------------------------------------


def trios(*kinds):
    return [f"{kind} {n}" for kind in kinds for n in (1, 2, 3)]


BASE_MOBS = trios("magma cube", "ghast", "enderman")
BLOCKS = {"red": 16, "gray": 16, "gold": 12, "brown": 12, "black": 8}


def kind(mob):
    return mob.rstrip("0123456789 ")


@pytest.mark.rule("SETUP-01")
@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_one_to_four_players_in_clockwise_order_from_the_named_first(players):
    names = [WORDS.name("seat", seat) for seat in range(4)]
    assert names == ["Pink", "Blue", "Yellow", "Green"]
    first = players - 1
    table = Table.new(players=players, first_player=first)
    assert table.told("game started") == [("game started", 1, players, first)]
    order = []
    while table.decision == "start space":
        order.append(table.decider)
        table.do((0, 0))
    assert order == [(first + n) % players for n in range(players)]


@pytest.mark.rule("SETUP-02")
@pytest.mark.parametrize(
    ("level", "parts"), [(1, 2), (2, 2), (3, 2), (4, 3), (5, 2), ({"tiles": 8}, 8)]
)
def test_only_the_tile_at_the_start_strip_is_face_up(level, parts):
    table = Table.new(level, chance="sampled")
    assert table.p.parts == parts
    assert (table.p.parts_open, table.p.portal_open) == (1, 0)
    assert table.p.open_columns == 1 + 5
    assert table.p.columns == 1 + 5 * parts + 2
    down = [int(tile) for tile in table.hidden.tiles[1:parts]]
    assert len({int(table.p.tiles[0]), *down}) == parts
    assert min(down) >= 0


@pytest.mark.rule("SETUP-03")
def test_the_cube_holds_64_blocks_in_random_positions():
    table = Table.new(chance="sampled")
    seen = Counter(table.cube)
    assert seen.pop(None) == 12
    unseen = dict(zip(BLOCKS, map(int, table.p.unseen), strict=True))
    assert seen + Counter(unseen) == BLOCKS
    assert sorted(table.hidden.cube.flat)[-12:] == sorted(
        n for n, count in enumerate(table.p.unseen) for _ in range(count)
    )
    corners = {Table.new(seed=seed).cube[0] for seed in range(24)}
    assert corners == set(BLOCKS)


@pytest.mark.rule("SETUP-05")
@pytest.mark.parametrize(
    ("level", "others"),
    [
        (1, []),
        (4, []),
        (5, [f"{k} {n}" for k in ("hoglin", "blaze", "wither skeleton") for n in (1, 2, 3)]),
    ],
)
def test_all_base_mobs_are_in_play_and_others_by_level(level, others):
    table = Table.new(level)
    assert sorted([*table.mobs, *table.line]) == sorted([*BASE_MOBS, *others])


@pytest.mark.rule("SETUP-06")
def test_the_first_three_spawners_get_a_base_mob_each_and_further_ones_the_line():
    table = Table.begun_on("Brood Hall")
    spawned = table.told("mob spawned")
    assert [event[2] for event in spawned] == SPAWNERS["Brood Hall"]
    assert [kind(event[1]) for event in spawned[:3]] == ["magma cube", "ghast", "enderman"]
    assert {event[1]: event[2] for event in spawned} == table.mobs
    assert len(table.line) == 9 - 5
    assert sorted([*table.mobs, *table.line]) == sorted(BASE_MOBS)
    assert sorted(Table.begun_on("Ember Ford").mobs.values()) == sorted(SPAWNERS["Ember Ford"])


@pytest.mark.rule("SETUP-07")
def test_everybody_begins_with_six_hearts_and_five_items():
    table = Table.new(players=3)
    assert list(table.p.hearts[:3]) == [6, 6, 6]
    kit = ["leather boots", "stone pickaxe", "leather tunic", "starting bow", "stone sword"]
    for player in range(3):
        assert table.items(player, active=True) == kit
        assert table.p.item_kind[player, 5] == -1
        assert list(table.p.item_hearts[player]) == [0, 0, 1, 0, 0, 0]
    assert (table.p.item_kind[3] == -1).all()


@pytest.mark.rule("SETUP-08")
def test_the_players_choose_their_start_spaces_in_turn_order():
    table = Table.new(players=3, first_player=1)
    strip = [(row, 0) for row in range(6)]
    for player in (1, 2, 0):
        assert (table.decision, table.decider, table.choices) == ("start space", player, strip)
        assert table.do((4, 0))[0] == ("start chosen", player, (4, 0))
        assert table.changes[f"player_space[{player}]"] == (None, (4, 0))
    assert table.kinds() == ["start chosen", "turn started"]
    assert (table.p.turn, table.p.active_player) == (1, 1)


@pytest.mark.rule("SETUP-09")
def test_eight_netherite_items_lie_face_up_and_forty_tiles_are_shuffled():
    table = Table.new(chance="sampled")
    assert table.p.supply.sum() == V.NETHERITE == 8
    stack = table.tile_count("stack_count")
    assert sum(stack.values()) == 40
    assert not [name for name in stack if "Netherite" in name or name in table.items(0)]
    order = [int(item) for item in table.hidden.stack if item >= 0]
    assert sorted(order) == [k for k, n in enumerate(table.p.stack_count) for _ in range(n)]
    tops = {int(Table.new(chance="sampled", seed=seed).hidden.stack[39]) for seed in range(20)}
    assert len(tops) > 8


@pytest.mark.rule("SETUP-10")
def test_each_chest_space_of_the_first_tile_gets_a_token():
    table = Table.begun_on("Twin Cellars")
    assert table.told("chest placed") == [("chest placed", (0, 3)), ("chest placed", (4, 3))]
    assert list(table.p.chest_space) == [3, 4 * 64 + 3, *[-1] * 6]


@pytest.mark.rule("SETUP-11")
@pytest.mark.parametrize(
    ("level", "hard", "life"), [(1, 0, 20), (2, 0, 20), (4, 1, 25), (5, 1, 25)]
)
def test_the_boss_waits_off_the_board_on_its_side(level, hard, life):
    table = Table.new(level)
    assert (table.p.boss_hard[0], table.p.boss_life[0]) == (hard, life)
    assert table.p.boss_kind[1] == -1
    assert table.p.mob_space[V.REGULAR_MOBS] == -1


# -- levels -------------------------------------------------------------------------------


BASE = {"magma cube": 3, "ghast": 3, "enderman": 3}
ALL = {**BASE, "hoglin": 3, "blaze": 3, "wither skeleton": 3}
WILDFIRE, ANCIENT_HOGLIN = ("the Wildfire",), ("the Ancient Hoglin",)


def put_out(table):
    """Return the number of tiles, the mobs of each type, the bosses' names and their life."""
    mobs = Counter(mob.rstrip(" 123") for mob in [*table.mobs, *table.line])
    in_play = [i for i in range(2) if table.p.boss_kind[i] >= 0]
    names = ("the Wildfire", "the Ancient Hoglin")
    bosses = tuple(names[table.p.boss_kind[i]] for i in in_play)
    return table.p.parts, mobs, bosses, [int(table.p.boss_life[i]) for i in in_play]


@pytest.mark.rule("LEVEL-1", "LEVEL-2", "LEVEL-3", "LEVEL-4", "LEVEL-5")
@pytest.mark.parametrize(
    ("level", "edition", "boss", "expected"),
    [
        *((1, edition, None, (2, BASE, WILDFIRE, [20])) for edition in ("en", "fr")),
        (2, "en", None, (2, {**BASE, "hoglin": 2}, ANCIENT_HOGLIN, [20])),
        (2, "fr", None, (2, {**BASE, "hoglin": 3}, ANCIENT_HOGLIN, [20])),
        (3, "en", "wildfire", (2, {**BASE, "hoglin": 3, "blaze": 2}, WILDFIRE, [20])),
        (3, "fr", "ancient hoglin", (2, {**BASE, "hoglin": 3, "blaze": 3}, ANCIENT_HOGLIN, [20])),
        *((4, edition, None, (3, BASE, WILDFIRE, [25])) for edition in ("en", "fr")),
        *((5, edition, None, (2, ALL, ANCIENT_HOGLIN, [25])) for edition in ("en", "fr")),
    ],
)
def test_what_a_level_puts_out(level, edition, boss, expected):
    assert put_out(Table.new(level, edition=edition, boss=boss)) == expected


# -- custom levels ------------------------------------------------------------------------


BOTH = {"bosses": [("wildfire", "easy"), ("ancient hoglin", "hard")]}


def at_the_portal(players, **position):
    """Return a game of both bosses before the portal strip is revealed."""
    before = {"level": BOTH, "board": "flat", "parts_open": 2, "mobs": {}, "tasks": "complete"}
    return Table.at(players=players, decision="reveal", **{**before, **position})


@pytest.mark.rule("CUSTOM-01")
def test_the_second_boss_appears_on_the_free_space_nearest_to_the_portal():
    table = at_the_portal([{"space": (5, 10)}])
    table.do("yes")
    assert table.told("boss appeared") == [
        ("boss appeared", "the Wildfire", (2, 12)),
        ("boss appeared", "the Ancient Hoglin", (1, 12)),
    ]
    assert table.mobs == {"the Wildfire": (2, 12), "the Ancient Hoglin": (1, 12)}


@pytest.mark.rule("CUSTOM-02")
def test_the_spawner_of_a_base_mob_that_is_left_out_takes_the_front_of_the_line():
    table = Table.begun_on("Brood Hall", level={"mobs": {"ghast": 0, "blaze": 3}})
    spawned = table.told("mob spawned")
    assert [event[2] for event in spawned] == SPAWNERS["Brood Hall"]
    assert spawned[0][1].startswith("magma cube")
    assert spawned[2][1].startswith("enderman")
    everybody = [*table.mobs, *table.line]
    assert len(everybody) == 9
    assert not [mob for mob in everybody if mob.startswith("ghast")]


@pytest.mark.rule("CUSTOM-03")
def test_a_level_may_give_other_starting_items_which_leave_the_game_when_replaced():
    items = ["diamond sword", "iron helmet", "bow", "iron boots", "long bow", "iron pickaxe"]
    table = Table.new({"start_items": items})
    assert table.items(0, active=True) == table.items(1, active=True) == items
    table.do((0, 0), (0, 0))
    assert list(table.p.item_starting[0]) == [1] * 6
    assert table.tile_count("stack_count")["diamond sword"] == 2

    finding = [{"step": "find", "player": 0}, "action", "reveal", "end turn"]
    table = Table.at(level={"start_items": items}, actions_done=1, agenda=finding)
    table.do("diamond sword", "iron sword", "tile 0", "slot 0")
    assert table.told("tile discarded") == [
        ("tile discarded", 0, "iron sword", "not kept"),
        ("tile discarded", 0, "diamond sword", "starting"),
    ]
    assert table.tile_count("discards") == {"iron sword": 1}


@pytest.mark.rule("CUSTOM-04")
def test_hearts_are_not_limited_by_the_48_of_the_box():
    table = Table.new({"start_items": ["Netherite chestplate"] * 6}, players=4)
    assert (table.p.item_hearts == 5).all()
    assert table.p.item_hearts.sum() + table.p.hearts.sum() == 4 * (6 * 5 + 6)


# -- the engine ---------------------------------------------------------------------------


def progress(table):
    return table._one.end()[1, 0]


def test_progress_is_the_tasks_the_parts_and_the_lost_life():
    assert progress(Table.at()) == 0.0
    # A team of two fills 18 places: 3, 3, 3, 4 and 5.
    some = {"A": ["RRR", ""], "B": ["K", ""], "C": [""]}
    assert progress(Table.at(tasks=some)) == pytest.approx(0.5 * 4 / 18)
    assert progress(Table.at(parts_open=2, board="flat", mobs={})) == pytest.approx(0.2 / 2)
    table = Table.at(level=4, parts_open=2, board="flat", mobs={})
    assert progress(table) == pytest.approx(0.2 / 3)
    team = [{}, {}, {}]
    one = {"A": ["RRR"], "B": ["", ""], "C": [""]}
    assert progress(Table.at(players=team, tasks=one)) == pytest.approx(0.5 * 3 / 13)


def test_what_is_not_legal_is_refused():
    table = Table.at()
    before = table._game.copy()
    legal = {int(action) for action in table._w.legal[: table._w.legal_count]}
    for action in {*range(300), -1, -5000, 10**6} - legal:
        assert table._one.step(action) == ILLEGAL
    assert np.array_equal(table._game, before)
