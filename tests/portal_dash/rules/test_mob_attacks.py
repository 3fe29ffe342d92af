"""Whom mobs hit and what that does: MOB-10 to MOB-14."""

import pytest

from tests.portal_dash.rules.table import Table

TUNIC = "leather tunic"


def at_the_mob_die(*board, items=((),), level=5, **position):
    """Players with these items on a map, before the roll."""
    players = [{"items": list(own)} for own in items]
    rest = {"tiles": ["Twin Cellars"], "level": level, "decision": "mob die", **position}
    return Table.at(board=list(board), players=players, **rest)


def attacked_by(mob, *own, **position):
    """One player with these items in a corner, the mob beside them; its number is rolled."""
    table = at_the_mob_die(f"@0 {mob} .  .  .  .", ".  .  .  .  .  .", items=[own], **position)
    table.do(int(mob[1]))
    return table


@pytest.mark.rule("MOB-10")
def test_of_several_players_in_range_the_active_player_chooses_one():
    table = at_the_mob_die(
        ".  .  .  .  .  .",
        ".  .  @0 m1 @1 .",
        ".  .  .  .  .  .",
        ".  .  .  @2 .  .",
        items=[(), (), ()],
        active_player=2,
    )
    table.do(1)
    assert (table.decision, table.decider) == ("target", 2)
    assert table.choices == ["player 1", "player 2"]  # seats 0 and 1, counted from the decider
    table.do("player 2")
    assert table.changes == {"hearts[1]": (6, 4)}
    assert table.told("mob attacked") == [("mob attacked", "magma cube 1", 1, 2)]


@pytest.mark.rule("MOB-10")
def test_a_blaze_hits_all_in_range_in_turn_order():
    table = at_the_mob_die(
        ".  .  @0 .  .  .",
        ".  .  .  .  .  .",
        ".  @1 b1 @2 .  .",
        ".  .  .  .  .  .",
        ".  .  .  .  .  .",
        ".  .  @3 .  .  .",
        items=[(), (), (), ()],
        active_player=1,
    )
    table.do(1)
    assert [event[2] for event in table.told("mob attacked")] == [1, 2, 0]
    assert [table.p.hearts[seat] for seat in range(4)] == [4, 4, 4, 6]


@pytest.mark.rule("MOB-11")
def test_armour_hearts_go_first_and_empty_armour_drops():
    table = attacked_by("m1", "stone sword", TUNIC)
    assert table.told("armour heart lost", "item damaged", "heart lost") == [
        ("armour heart lost", 0, "magma cube", 1, TUNIC, 0),
        ("item damaged", 0, 1, TUNIC, "worn out"),
        ("heart lost", 0, "magma cube", 5),
    ]
    assert table.items(0, active=True) == ["stone sword"]
    assert table.items(0, active=False) == [TUNIC]
    assert table.p.hearts[0] == 5


#: Life, steps, hearts of damage, of each regular kind of mob.
NUMBERS = [
    ("magma cube", "m1", 2, 2, 2),
    ("ghast", "g1", 2, 1, 2),
    ("enderman", "e1", 3, 5, 2),
    ("hoglin", "h1", 4, 3, 2),
    ("blaze", "b1", 4, 0, 2),
    ("wither skeleton", "w1", 4, 2, 2),
]


@pytest.mark.rule("MOB-12")
@pytest.mark.parametrize(("kind", "sign", "life", "moves", "damage"), NUMBERS)
def test_life_moves_and_damage_of_each_type(kind, sign, life, moves, damage):
    board = [f"@0 .  .  .  .  .  .  .  .  . {sign}", "~ ~ ~ ~ ~ . . . ~ ~ .", *[" .  " * 11] * 4]
    tiles = ["Twin Cellars", "Four Winds"]
    table = at_the_mob_die(*board, tiles=tiles)
    table.do(1)
    walked = [origin[1] - space[1] for _, _, origin, space in table.told("mob moved")]
    assert walked == ([moves] if moves else [])
    table = attacked_by(sign)
    assert table.told("mob attacked") == [("mob attacked", f"{kind} 1", 0, damage)]
    weapon = "stone sword" if kind == "enderman" else "bow"
    table = at_the_mob_die(f"@0 {sign} .  .  .  .", items=[(weapon, "bow")], decision="action")
    table.do("slot 0")
    while table.decision == "chance":
        table.do(0)
    assert table.told("fight ended") == [("fight ended", 0, f"{kind} 1", 0, life)]


@pytest.mark.rule("MOB-13")
def test_the_attacked_player_chooses_where_a_push_goes():
    # North is lava, east the hoglin, south another player, west the start strip.
    table = at_the_mob_die(
        ".  ~  .  .  .  .", ".  @1 h1 .  .  .", ".  @0 .  .  .  .", *[".  " * 6] * 3, items=[(), ()]
    )
    table.do(1)
    assert (table.decision, table.decider) == ("push", 1)
    assert table.choices == ["step south", "step west"]
    table.do("step south")
    assert table.told("pushed") == [("pushed", 1, (1, 1), (2, 1))]
    assert table.changes == {"player_space[1]": ((1, 1), (2, 1))}


@pytest.mark.rule("MOB-14")
def test_the_attacked_player_chooses_which_item_is_damaged():
    bow = {"item": "bow", "damaged": True}
    table = attacked_by("w1", "stone sword", bow, "iron chestplate")
    assert table.p.item_hearts[0, 2] == 1  # the hearts are lost first
    assert (table.decision, table.decider) == ("damage item", 0)
    assert table.choices == ["slot 0", "slot 2"]
    table.do("slot 2")
    assert table.told("item damaged") == [("item damaged", 0, 2, "iron chestplate", "attack")]
    assert table.changes == {"item_active[0, 2]": (1, 0), "item_hearts[0, 2]": (1, 0)}
