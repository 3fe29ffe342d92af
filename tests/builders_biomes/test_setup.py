"""SETUP, CHANCE, DEC: what a game begins with, and who is asked what."""

from collections import Counter

import numpy as np
import pytest

from tablemates.envs.builders_biomes import vocabulary as V
from tablemates.envs.builders_biomes.settings import Settings
from tablemates.envs.builders_biomes.vocabulary import CATALOGUE
from tablemates.envs.core.errors import SettingsError
from tests.builders_biomes.table import Table, columns


@pytest.mark.rule("SETUP-01", "CHANCE-01")
def test_the_first_seat_is_drawn_evenly_unless_given_and_turns_go_clockwise():
    firsts = Counter(Table.new(seed, players=3).p.first_player for seed in range(300))
    assert {0, 1, 2} == set(firsts)
    assert min(firsts.values()) > 70
    table = Table.new(players=3, first_player=2)
    table.do("block 0", "block 3", "go 12")
    assert table.p.active == 0
    for players in (1, 5):
        with pytest.raises(SettingsError, match="for 2 to 4 players"):
            Settings(players=players)


@pytest.mark.rule("SETUP-02", "SETUP-03", "SETUP-06")
def test_tiles_and_tokens_lie_face_down():
    cells = Table.new().position["cells"]
    assert len(cells) == 32
    assert Counter(map(tuple, cells.values())) == {(4, None): 16, (1, None): 16}
    assert cells["B2"] == [4, None]
    assert "A1" not in cells


@pytest.mark.rule("SETUP-02", "SETUP-03", "SETUP-04")
def test_every_part_of_the_box_is_somewhere_and_its_place_is_random():
    tops, tokens, colours = Counter(), Counter(), Counter()
    for seed in range(60):
        table = Table.new(seed)
        hidden = table.position["hidden"]["under"]
        tiles = [tile for things in hidden.values() if len(things) == 4 for tile in things]
        assert sorted(tiles) == list(range(V.TILES))
        rim = Counter(things[0] for things in hidden.values() if len(things) == 1)
        assert rim == {3: 4, 4: 3, 5: 3, 6: 2, 7: 2, 8: 2}
        blocks = Counter(look for pillar in table.position["cube"] for look in pillar)
        blocks.update(table.position["hidden"]["colours"])
        assert blocks.pop("?") == 12
        assert blocks == {"wood": 16, "sand": 14, "stone": 12, "obsidian": 10, "emerald": 12}
        tops[hidden["B2"][-1]] += 1
        tokens[hidden["A2"][0]] += 1
        colours[table.position["cube"][0][3]] += 1
    assert len(tops) > 30
    assert len(tokens) == 6
    assert len(colours) == 5


@pytest.mark.rule("SETUP-05", "CHANCE-01")
def test_every_seat_begins_alike_on_a_board_of_its_own():
    boards = Counter()
    for seed in range(200):
        table = Table.new(seed, players=4)
        boards.update((seat, int(board)) for seat, board in enumerate(table.p.board))
        assert sorted(table.p.board) == [0, 1, 2, 3]
    assert len(boards) == 16
    assert min(boards.values()) > 25
    for seat in range(4):
        has = table.seat(seat)
        assert has["pile"] == {"poisonous_potato": 3, "wooden_sword": 1, "stone_sword": 1}
        assert (has["at"], has["xp"], has["supply"], has["built"]) == (12, {}, {}, {})


@pytest.mark.rule("COLLECT-04", "CHANCE-02")
def test_twelve_blocks_are_not_visible_at_the_start():
    table = Table.new(chance="explicit")
    hidden = [
        (column, level)
        for column, pillar in enumerate(table.position["cube"])
        for level, look in enumerate(pillar)
        if look == "?"
    ]
    assert hidden == [(column, level) for column in (5, 6, 9, 10) for level in (0, 1, 2)]
    assert sum(table.position["unseen"].values()) == 12


@pytest.mark.rule("CHANCE-02", "COLLECT-04")
def test_a_colour_is_drawn_from_the_blocks_that_are_not_visible():
    unseen = {"wood": 3, "stone": 6, "emerald": 3}
    heights = {1: 3, 4: 3, **dict.fromkeys((5, 6, 9, 10), 1)}
    cube = columns(*[heights.get(n, 4) for n in range(16)], without=unseen)
    for n in (5, 6, 9, 10):
        cube[n] = [*"???", *cube[n]]
    table = Table.at(cube=cube, unseen=unseen)
    table.do("block 5")
    assert table.chances == {"wood": 0.25, "stone": 0.5, "emerald": 0.25}
    assert table.do("stone")[0] == ("colour_seen", 5, 2, "stone")
    assert table.position["unseen"] == {"wood": 3, "stone": 5, "emerald": 3}
    assert table.decision == "block"


@pytest.mark.rule("CHANCE-02")
def test_uncovered_blocks_are_asked_layer_by_layer_in_the_order_of_columns():
    heights = {1: 2, 4: 2, 5: 3}
    unseen = {"wood": 3}
    cube = columns(*[heights.get(n, 4) for n in range(16)], without=unseen)
    cube[5][1] = cube[6][2] = cube[9][2] = "?"
    table = Table.at(cube=cube, unseen=unseen, actions=1, used=2)
    table.do("block 5")
    seen = [event[1:3] for event in table.happened("colour_seen")]
    assert seen == [(6, 2), (9, 2), (5, 3)]


@pytest.mark.rule("CHANCE-03")
def test_a_tile_is_any_that_was_never_face_up_and_a_token_counts_by_its_copies():
    table = Table.at(cells={"B2": [4, 7], "A2": [1, "bow"]}, seats=[{"at": 0}])
    table.do("go 0")
    assert table.decision == "token"
    assert table.chances == pytest.approx(
        {
            "iron_sword": 4 / 15,
            "diamond_sword": 3 / 15,
            "bow": 2 / 15,
            "golden_hoe": 2 / 15,
            "stone_pickaxe": 2 / 15,
            "tnt": 2 / 15,
        }
    )
    table = Table.at(cells={"C3": [4, 7]})
    table.do("go 12")
    assert table.chances == pytest.approx({n: 1 / 63 for n in range(64) if n != 7})


@pytest.mark.rule("CHANCE-04")
def test_a_revealed_token_is_drawn_from_what_is_left_of_the_pile():
    table = Table.at(cells={"C3": [4, 44]})
    table.do("fight nw")
    assert table.chances == {"poisonous_potato": 0.6, "wooden_sword": 0.2, "stone_sword": 0.2}
    table.do("poisonous_potato")
    assert table.chances == {"poisonous_potato": 0.5, "wooden_sword": 0.25, "stone_sword": 0.25}


@pytest.mark.rule("CHANCE-05", "FIGHT-08")
def test_all_seats_see_the_same():
    table = Table.new(3, players=3)
    views = []
    for seat in range(3):
        out = np.empty(table.game.layout.size, np.int8)
        table.game.observe(seat, out)
        views.append(table.game.layout.as_dict(out))
    seats = [view["seats"][:, table.game.layout["seats"].index("tokens")] for view in views]
    assert [one.tolist() for one in seats] == [[5, 5, 5, 0]] * 3
    assert np.array_equal(views[0]["cube"], views[1]["cube"])


@pytest.mark.rule("DEC-02")
def test_the_catalogue_has_68_actions_and_options_are_in_its_order():
    assert len(CATALOGUE) == 68
    firsts = {group.name: CATALOGUE.first(group.name) for group in CATALOGUE.groups}
    assert firsts == {
        "wait": 0,
        "done": 1,
        "block": 2,
        "go": 18,
        "build": 43,
        "fight": 47,
        "weapon": 51,
        "space": 55,
        "detonate": 64,
    }
    assert (V.GO, V.BUILD, V.FIGHT, V.WEAPON, V.SPACE) == (18, 43, 47, 51, 55)
    assert CATALOGUE.parse("detonate 1") == V.DETONATE + 1


@pytest.mark.rule("DEC-01", "DEC-03", "DEC-05")
def test_the_decisions_of_a_turn_come_in_order():
    table = Table.at(
        cells={"C3": [4, 0], "C4": [4, 44]},
        seats=[{"supply": {"wood": 1}, "pile": {"tnt": 1, "stone_pickaxe": 1, "wooden_sword": 1}}],
    )
    kinds = [table.decision]
    for choice in ("build nw", "space 4", "fight ne", "tnt", "stone_pickaxe", "done"):
        table.do(choice)
        kinds.append(table.decision)
    assert kinds == ["action", "place", "action", "weapon", "weapon", "pickaxe", "tnt"]
    assert table.choices == ["done", "detonate 1"]
    table.do("detonate 1")
    assert table.decision == "extra"
    assert table.choices[:2] == ["done", "block 0"]
    table.do("block 0")
    assert table.decision == "block"
    assert "done" not in table.choices


@pytest.mark.rule("DEC-04")
def test_a_decision_with_one_option_is_taken_by_the_engine():
    cube = [[] for _ in range(16)]
    cube[0], cube[5] = ["wood"], ["sand"]
    position = {"cube": cube, "unseen": {}, "scored": 2}
    table = Table.at(**position)
    table.do("block 0")
    assert [event[2:] for event in table.happened("block_taken")] == [
        (0, 4, "wood"),
        (5, 4, "sand"),
    ]
    table = Table.at(**position, skip_forced=False)
    table.do("block 0")
    assert (table.decision, table.choices) == ("block", ["block 5"])
