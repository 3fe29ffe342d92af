"""Positions, saved records, snapshots and pictures."""

from collections import Counter

import pytest

from tablemates.envs.builders_biomes.parts import load_components
from tablemates.envs.builders_biomes.positions import PositionError
from tablemates.envs.builders_biomes.state import STATE
from tablemates.envs.builders_biomes_v0 import load_position
from tablemates.envs.core.errors import FormatError
from tablemates.envs.core.records.vocabulary import word_of
from tests.builders_biomes.table import Table, columns


@pytest.mark.parametrize(
    ("position", "message"),
    [
        ({"seats": [{}]}, "seats"),
        ({"cells": {"A1": [1, None]}}, "no cell that holds something"),
        ({"cells": {"A2": [2, None]}}, "no number of tiles"),
        ({"out": [1, 1]}, "in another place too"),
        ({"seats": [{"mobs": [3]}, {}]}, "is a building"),
        ({"tokens": {"bow": 17}}, "more tokens are unseen"),
        ({"cube": [["?"]] * 16, "unseen": {"wood": 3}}, "are not visible"),
        ({"fight": "reveal"}, "a fight needs a cell"),
        (
            {
                "chance": "explicit",
                "hidden": {"seed": 1, "drawn": [0] * 4, "under": {}, "colours": []},
            },
            "nothing is decided yet",
        ),
        ({"levle": 1}, "did you mean 'level'?"),
        (
            {"cube": [["?"], *[[]] * 15], "unseen": {"emerald": 1}},
            "a block that shows a face has a colour",
        ),
        ({"cube": [["emerald"]] * 13 + [["wood"]] * 3}, "13 emerald are more than the box has"),
        ({"seats": [{"supply": {"emerald": 13}}, {}]}, "emerald are more than the box has (12)"),
        ({"seats": [{"pile": {"bow": 4}}, {}]}, "tokens, seats: 4 bow are more than the box has"),
        ({"seats": [{"board": 1}, {"board": 1}]}, "seats: each has a board of its own"),
        ({"more": 1}, "more: no such action has begun"),
        ({"exploring": True, "actions": 1, "used": 1}, "exploring: no such action has begun"),
        ({"placing": 3, "actions": 1, "used": 1}, "placing: no such action has begun"),
        ({"pickaxes": 1}, "they are for a fight"),
        ({"hand": {"wooden_sword": 1}}, "they are for a fight"),
        ({"opened": 3, "actions": 1, "used": 1}, "opened: no block has been taken"),
        ({"used": 31}, "actions, used: each of at most two actions"),
        ({"actions": 1}, "actions, used: each of at most two actions"),
        ({"actions": 3, "used": 3}, "actions, used: each of at most two actions"),
        ({"cause": "third_scoring"}, "seats: [0, 0] are no ranks"),
        ({"cause": "illegal_action", "seats": [{"rank": 1}, {"rank": 4}]}, "are no ranks"),
        ({"level": "standard", "seats": [{"beginner": True}, {}]}, "level, seats: in 'standard'"),
        ({"seats": [{"scored": [["forest", 1]]}, {}]}, "scoring after the 0 that took place"),
        ({"scored": 1, "seats": [{"scored": [["wood", 1]]}, {}]}, "there is a scoring after the 1"),
        (
            {"scored": 1, "seats": [{"scored": [["forest", 1], ["desert", 1]]}, {}]},
            "seats.0.scored: desert is the second of one scoring",
        ),
        ({"seats": [{"xp": {"scoring_a": 9}}, {}]}, "XP of a scoring after the 0 that took place"),
        ({"seats": [{"xp": {"bonus": 9}}, {}]}, "XP of a scoring after the 0 that took place"),
        ({"more": 2}, "more: input should be less than or equal to 1, not 2"),
        (
            {"cause": "illegal_action", "seats": [{"rank": 1}, {"rank": 1}]},
            "breaks the rules is last",
        ),
        (
            {"cause": "third_scoring", "scored": 3, "seats": [{"rank": 2}, {"rank": 1}]},
            "their ranks are [1, 1] by XP, then blocks left, not [2, 1]",
        ),
        ({"turn": 2**30}, "turn: input should be less than"),
        ({"seats": [{"xp": {"fight": 2**24}}, {}]}, "seats.0.xp.fight: input should be less than"),
        ({"seats": [{"scored": [["forest", 10]]}, {}]}, "seats.0.scored.0.1: input should be less"),
    ],
)
def test_wrong_positions_are_refused(position, message):
    table = Table.new(chance=position.get("chance", "sampled")).game
    with pytest.raises(PositionError) as error:
        table.load_position(position)
    assert message in str(error.value)


def test_a_damaged_record_is_refused():
    table = Table.new()
    record = bytearray(table.game.save())
    record[STATE.fields["public"][1] + STATE["public"].fields["left"][1]] = 3  # a tile in a corner
    with pytest.raises(FormatError):
        table.game.check(bytes(record))
    with pytest.raises(FormatError, match="bytes"):
        Table.new(players=4).game.check(table.game.save()[:-1])


def test_a_position_becomes_an_environment():
    env = load_position({"seats": [{"supply": {"wood": 3}}, {}, {}], "turn": 9})
    assert env.agents == ["player_0", "player_1", "player_2"]
    assert env.snapshot()["seats"][0]["supply"] == {"wood": 3}


@pytest.mark.parametrize(
    ("pickaxes", "message"), [(1, None), (2, "pickaxes: so many were not revealed")]
)
def test_a_fight_has_what_was_revealed(pickaxes, message):
    position = {
        "cells": {"C3": [4, 44]},
        "actions": 1,
        "used": 8,
        "fight": "pickaxe",
        "fight_cell": "C3",
        "hand": {"stone_pickaxe": 1},
        "pickaxes": pickaxes,
        "seats": [{"pile": {"stone_pickaxe": 2}}, {}],
    }
    if message is None:
        assert Table.at(**position).decision == "pickaxe"
    else:
        with pytest.raises(PositionError, match=message):
            Table.at(**position)


def test_nine_scored_spaces_are_a_position():
    cube = columns(*[3] * 16)
    seats = [{"scored": [["forest", 9]]}, {}]
    table = Table.at(scored=1, cube=cube, unseen={}, seats=seats, chance="sampled")
    assert table.seat(0)["scored"] == [["forest", 9]]
    saved = table.game.save()
    table.game.check(saved)
    table.game.load_position(table.position)
    assert table.game.save() == saved


def test_the_level_says_who_is_a_beginner_and_the_other_way_round():
    assert Table.at(level="beginner").p.beginner.tolist() == [1, 1, 0, 0]
    assert Table.at(seats=[{"beginner": True}, {}]).position["level"] == "custom"
    assert Table.at(seats=[{}, {}]).position["level"] == "standard"


def test_what_the_seats_have_is_gone_from_a_cube_that_is_left_out():
    held = {"wood": 10, "emerald": 9}
    table = Table.at(seats=[{"supply": held}, {}])
    position = table.position
    blocks = Counter(position["unseen"]) + Counter(held)
    for pillar in position["cube"]:
        blocks += Counter(look for look in pillar if look != "?")
    assert blocks == {word_of(colour): n for colour, n in load_components().parts.blocks.items()}
    assert [len(pillar) for pillar in position["cube"]] == [2] * 3 + [3] * 13


def test_a_seat_whose_board_is_left_out_gets_a_free_one():
    for seed in range(8):
        table = Table.at(seats=[{"board": 2}, {}, {"board": 0}], seed=seed, players=3)
        assert table.seat(1)["board"] in (1, 3)


def own_parts(tmp_path, text):
    own = tmp_path / "own.yaml"
    own.write_text(text)
    return own


@pytest.mark.rule("FIGHT-03", "FIGHT-06")
def test_the_observation_shows_as_many_hearts_as_it_can(tmp_path):
    bow = "  bow: {own: 1, neutral: 15, hearts: 15}\n"
    others = ["iron_sword", "diamond_sword", "golden_hoe", "stone_pickaxe", "tnt"]
    rest = "".join(
        f"  {name}: {{own: 0, neutral: {int(name == 'tnt')}, hearts: 1}}\n" for name in others
    )
    own = own_parts(tmp_path, f"weapons:\n{bow}{rest}")
    table = Table.at(
        own,
        cells={"C3": [4, 63]},
        seats=[{"pile": {"bow": 17, "wooden_sword": 1}}, {"pile": {"wooden_sword": 1}}],
    )
    table.do("fight nw", *["bow"] * 16)
    seen = table.game.layout.as_dict(table.game.observation)["decision"]
    assert seen[table.game.layout["decision"].index("hearts")] == 127
    table.do("bow")  # then the last token
    assert table.happened("mob_defeated") == [("mob_defeated", 0, 63, 256)]


def test_the_observation_shows_as_much_bonus_as_it_can(tmp_path):
    mobs = "\n".join("  - {kind: witch, hearts: 1, xp: 0, bonus: {forest: 15}}" for _ in range(20))
    own = own_parts(tmp_path, f"mobs:\n{mobs}\n")
    table = Table.at(own, seats=[{"mobs": [*range(44, 64)]}, {}])
    seats = table.game.layout.as_dict(table.game.observation)["seats"]
    assert seats[0, table.game.layout["seats"].index("bonus_forest")] == 127
    assert table.game.observation_space.contains(table.game.observation)


def test_turns_and_xp_are_counted_without_an_end():
    seats = [{"xp": {"hoe": 2**24 - 1}}, {}]
    table = Table.at(turn=2**30 - 1, seats=seats, actions=1, used=1)
    table.do("go 12", *range(4))
    assert table.p.turn == 2**30
    assert table.happened("turn_started") == [("turn_started", 1, 2**30)]
    assert table.p.xp[0] == 2**24 - 1
