"""Setting up: track, cube, mobs, inventories, start spaces, items, chests, boss."""

from collections import Counter

import pytest

from tablemates.envs.portal_dash.naming import PLAYERS
from tablemates.envs.portal_dash.rules import limits as L
from tests.portal_dash.rules.table import SPAWNERS, Table


def trios(*kinds):
    return [f"{kind} {n}" for kind in kinds for n in (1, 2, 3)]


BASE = trios("magma cube", "ghast", "enderman")
BLOCKS = {"red": 16, "gray": 16, "gold": 12, "brown": 12, "black": 8}


def kind(mob):
    return mob.rstrip("0123456789 ")


@pytest.mark.rule("SETUP-01")
@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_one_to_four_players_in_clockwise_order_from_the_named_first(players):
    assert PLAYERS == ("pink", "blue", "yellow", "green")
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
    assert sorted([*table.mobs, *table.line]) == sorted([*BASE, *others])


@pytest.mark.rule("SETUP-06")
def test_the_first_three_spawners_get_a_base_mob_each_and_further_ones_the_line():
    table = Table.begun_on("Brood Hall")
    spawned = table.told("mob spawned")
    assert [event[2] for event in spawned] == SPAWNERS["Brood Hall"]
    assert [kind(event[1]) for event in spawned[:3]] == ["magma cube", "ghast", "enderman"]
    assert {event[1]: event[2] for event in spawned} == table.mobs
    assert len(table.line) == 9 - 5
    assert sorted([*table.mobs, *table.line]) == sorted(BASE)
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
    assert table.p.supply.sum() == L.NETHERITE == 8
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
    assert table.p.mob_space[L.REGULAR_MOBS] == -1
