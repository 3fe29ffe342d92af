"""Mobs and bosses: the mob die, their way, their attacks: MOB, BOSS."""

from __future__ import annotations

import pytest

from tests.portal_dash.rules.table import Table

# -- the mob die --------------------------------------------------------------------------


#: Spawners of Four Winds, behind the start strip: 1 to 4.
SPAWNERS = [(1, 1), (2, 5), (4, 5), (5, 4)]
FLAT = {"board": "flat", "tiles": ["Four Winds"], "decision": "mob die"}


def bare(*space, **more):
    """A player without items on a space."""
    return {"space": space, "items": [], **more}


@pytest.mark.rule("MOB-01")
def test_the_mob_die_has_three_equally_likely_numbers():
    table = Table.at(mobs={}, **FLAT)
    assert table.choices == [1, 2, 3]
    assert table.chances == pytest.approx({1: 1 / 3, 2: 1 / 3, 3: 1 / 3})


@pytest.mark.rule("MOB-03")
def test_of_equally_near_spawners_the_active_player_chooses():
    table = Table.at(mobs={}, players=[bare(3, 5), bare(1, 1)], **FLAT)
    table.do(1)
    assert (table.decision, table.decider, table.choices) == ("spawner", 0, [(2, 5), (4, 5)])
    table.do((4, 5))
    assert table.told("mob spawned")[0][2] == (4, 5)


@pytest.mark.rule("MOB-04")
def test_with_the_boss_on_the_board_it_acts_at_every_roll_and_nothing_spawns():
    mobs = {"wildfire": (2, 12), "ghast 3": (0, 7)}
    portal = {"portal_open": True, "decision": "mob die"}
    table = Table.at(board="flat", mobs=mobs, players=[bare(2, 11)], **portal)
    table.do(1)
    assert [event[1] for event in table.told("mob activated")] == ["the Wildfire"]
    assert "mob spawned" not in table.kinds()


# -- their way ----------------------------------------------------------------------------


#: What a mob does; the choices that the engine takes for want of another are left out.
DEEDS = ("mob activated", "mob moved", "mob attacked")


def at_the_mob_die(*board, players=1, **position):
    """Players without items on a map, before the roll."""
    rest = {"tiles": ["Twin Cellars"], "decision": "mob die", **position}
    return Table.at(board=list(board), players=[{"items": []}] * players, **rest)


@pytest.mark.rule("MOB-05")
def test_a_walking_mob_does_not_enter_lava_that_a_flying_one_crosses():
    board = [
        "@0 .  ~  .  .  .",
        ".  .  ~  .  .  .",
        ".  .  ~  .  .  .",
        ".  .  ~  .  .  .",
        ".  .  ~  .  .  .",
        ".  .  ~  .  .  .",
    ]
    board[0] = "@0 .  ~  m2 .  ."
    table = at_the_mob_die(*board)
    table.do(2)
    assert table.told(*DEEDS) == [("mob activated", "magma cube 2")]
    board[0] = "@0 .  ~  g2 .  ."
    table = at_the_mob_die(*board)
    table.do(2)
    assert table.told("mob moved") == [("mob moved", "ghast 2", (0, 3), (0, 2))]


@pytest.mark.rule("MOB-06")
def test_a_mob_with_a_player_in_range_stays():
    table = at_the_mob_die("@0 .  g2 .  .  .")
    table.do(2)
    assert table.told(*DEEDS) == [("mob activated", "ghast 2"), ("mob attacked", "ghast 2", 0, 2)]


@pytest.mark.rule("MOB-07")
def test_the_nearest_player_is_the_one_with_the_fewest_steps():
    # Player 0 is two spaces away, but seven steps off; player 1 three.
    table = at_the_mob_die(
        ".  .  .  @0 .  .",
        "~  ~  ~  ~  ~  .",
        ".  .  .  m2 .  .",
        ".  .  .  .  .  .",
        ".  .  .  .  .  .",
        ".  .  .  @1 .  .",
        players=2,
    )
    table.do(2)
    assert table.told("mob moved") == [("mob moved", "magma cube 2", (2, 3), (4, 3))]
    assert table.told("mob attacked") == [("mob attacked", "magma cube 2", 1, 2)]


@pytest.mark.rule("MOB-08")
def test_the_active_player_chooses_among_the_ends_of_all_shortest_paths():
    table = at_the_mob_die(
        "@0 .  .  .  .  .", ".  .  .  .  .  .", ".  .  .  .  .  .", ".  .  .  m2 .  ."
    )
    table.do(2)
    assert (table.decision, table.decider) == ("mob end", 0)
    assert table.choices == [(1, 3), (2, 2), (3, 1)]
    table.do((2, 2))
    assert table.changes == {"mob_space[magma cube 2]": ((3, 3), (2, 2))}


@pytest.mark.rule("MOB-09")
def test_range_2_turns_corners_and_passes_over_everything():
    table = at_the_mob_die("@0 m1 g2 .  .  .", "~  g3 .  .  .  .")
    table.do(2)
    assert table.told("mob moved", "mob attacked") == [("mob attacked", "ghast 2", 0, 2)]
    table = at_the_mob_die("@0 m1 g2 .  .  .", "~  g3 .  .  .  .")
    table.do(3)
    assert table.told("mob moved", "mob attacked") == [("mob attacked", "ghast 3", 0, 2)]


@pytest.mark.rule("MOB-15")
@pytest.mark.parametrize(("covered", "end"), [("~#", (0, 1)), ("~", None)])
def test_a_brown_block_on_lava_bears_a_walking_mob(covered, end):
    table = at_the_mob_die(
        f"@0 {covered} ~# m2 .  .",
        ".  ~  ~  .  .  .",
        ".  .  ~  .  .  .",
        ".  ~  ~  .  .  .",
        ".  ~  ~  .  .  .",
        ".  ~  ~  .  .  .",
    )
    table.do(2)
    ends = [space for *_, space in table.told("mob moved")]
    assert ends == ([end] if end else [])


# -- their attacks ------------------------------------------------------------------------


TUNIC = "leather tunic"


def armed(*board, items=((),), level=5, **position):
    """Players with these items on a map, before the roll."""
    players = [{"items": list(own)} for own in items]
    rest = {"tiles": ["Twin Cellars"], "level": level, "decision": "mob die", **position}
    return Table.at(board=list(board), players=players, **rest)


def attacked_by(mob, *own, **position):
    """One player with these items in a corner, the mob beside them; its number is rolled."""
    table = armed(f"@0 {mob} .  .  .  .", ".  .  .  .  .  .", items=[own], **position)
    table.do(int(mob[1]))
    return table


@pytest.mark.rule("MOB-10")
def test_of_several_players_in_range_the_active_player_chooses_one():
    table = armed(
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
    table = armed(
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
    table = armed(*board, tiles=tiles)
    table.do(1)
    walked = [origin[1] - space[1] for _, _, origin, space in table.told("mob moved")]
    assert walked == ([moves] if moves else [])
    table = attacked_by(sign)
    assert table.told("mob attacked") == [("mob attacked", f"{kind} 1", 0, damage)]
    weapon = "stone sword" if kind == "enderman" else "bow"
    table = armed(f"@0 {sign} .  .  .  .", items=[(weapon, "bow")], decision="action")
    table.do("slot 0")
    while table.decision == "chance":
        table.do(0)
    assert table.told("fight ended") == [("fight ended", 0, f"{kind} 1", 0, life)]


@pytest.mark.rule("MOB-13")
def test_the_active_player_chooses_where_a_push_goes():
    # North is lava, east the hoglin, south another player, west the start strip.
    table = armed(
        ".  ~  .  .  .  .", ".  @1 h1 .  .  .", ".  @0 .  .  .  .", *[".  " * 6] * 3, items=[(), ()]
    )
    table.do(1)
    assert (table.decision, table.decider) == ("push", 0)
    assert table.choices == ["step south", "step west"]  # from where the pushed player stands
    table.do("step south")
    assert table.told("pushed") == [("pushed", 1, (1, 1), (2, 1))]
    assert table.changes == {"player_space[1]": ((1, 1), (2, 1))}


@pytest.mark.rule("MOB-13")
@pytest.mark.parametrize("skip_forced", [True, False])
def test_the_only_way_of_a_push_is_the_active_players_too(skip_forced):
    rows = (".  ~  .  .  .  .", "@1 h1 .  .  .  .", ".  .  .  @0 .  .")
    table = armed("~" + rows[0][1:], *rows[1:], items=[(), ()], skip_forced=skip_forced)
    table.do(1)
    while table.decision not in ("push", "action"):  # the mob and whom it attacks: no choice
        (only,) = table.choices
        table.do(only)
    if not skip_forced:
        assert (table.decision, table.decider, table.choices) == ("push", 0, ["step south"])
        table.do("step south")
    assert table.told("pushed") == [("pushed", 1, (1, 0), (2, 0))]
    assert table.told("forced")[-1:] == [("forced", 0, "step south")] * skip_forced


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


# -- bosses -------------------------------------------------------------------------------


PLAIN = ".  .  .  .  .  .  .  .  .  .  .  .  ."
#: One layer of the cube left, so that a block that goes is easily seen.
CUBE = "R " * 16
BOSS_DEEDS = ("mob moved", "mob attacked", "heart lost", "pushed", "item damaged", "block removed")


def boss(*rows, side, roll, items=((),), **position):
    """The portal is open, the boss on the map; its roll falls. The map begins at the top."""
    board = [*rows, *[PLAIN] * (6 - len(rows))]
    name = "wildfire" if "W" in "".join(rows) else "ancient hoglin"
    level = {"tiles": 2, "bosses": [[name, side]]}
    players = [{"items": list(own)} for own in items]
    tiles = ["Four Winds", "Twin Cellars"]
    rest = {"level": level, "portal_open": True, "tiles": tiles, "cube": CUBE, **position}
    table = Table.at(board=board, players=players, decision="mob die", **rest)
    table.do(roll)
    return table


@pytest.mark.rule("BOSS-01", "BOSS-04")
@pytest.mark.parametrize("side", ["easy", "hard"])
def test_the_wildfire_flies_two_spaces_and_reaches_three(side):
    table = boss("@0 .  ~  .  ~  W  .  .  .  .  .  .  .", side=side, roll=1)
    assert table.told("mob moved", "mob attacked") == [
        ("mob moved", "the Wildfire", (0, 5), (0, 3)),
        ("mob attacked", "the Wildfire", 0, 1),
    ]
    table = boss("@0 .  ~  .  ~  .  W  .  .  .  .  .  .", side=side, roll=1)
    assert table.told("mob moved", "mob attacked") == [
        ("mob moved", "the Wildfire", (0, 6), (0, 4))
    ]


@pytest.mark.rule("BOSS-01")
def test_the_hard_wildfires_1_hits_all_in_range():
    row = ".  .  .  .  @1 .  .  W  @0 .  .  @2 ."
    table = boss(row, side="hard", roll=1, items=[(), (), ()])
    assert table.told(*BOSS_DEEDS) == [
        ("mob attacked", "the Wildfire", 0, 1),
        ("heart lost", 0, "wildfire", 5),
        ("mob attacked", "the Wildfire", 1, 1),
        ("heart lost", 1, "wildfire", 5),
    ]


@pytest.mark.rule("BOSS-02")
def test_the_hard_ancient_hoglins_1_goes_past_armour():
    items = [("iron chestplate",)]
    table = boss(".  .  .  .  .  .  .  A  @0 .  .  .  .", side="hard", roll=1, items=items)
    assert table.changes == {"mob_die": (-1, 1), "hearts[0]": (6, 4)}


@pytest.mark.rule("BOSS-02", "MOB-13")
def test_the_active_player_chooses_where_the_hard_ancient_hoglins_2_pushes():
    row = "@0 .  .  .  .  .  .  A  @1 .  .  .  ."
    table = boss(row, side="hard", roll=2, items=[(), ()])
    assert table.changes["hearts[1]"] == (6, 3)
    assert (table.decision, table.decider) == ("push", 0)
    table.do("step south")
    assert table.told(*BOSS_DEEDS) == [("pushed", 1, (0, 8), (1, 8))]


@pytest.mark.rule("BOSS-03")
@pytest.mark.parametrize("sign", ["W", "A"])
def test_a_hard_3_hits_one_player_then_the_block_goes(sign):
    row = f".  .  .  .  .  .  @1 {sign}  @0 .  .  .  ."
    table = boss(row, side="hard", roll=3, items=[(), ()])
    table.do("player 1")
    assert table.kinds() == ["mob attacked", "heart lost"]
    assert table.decision == "remove block"
    assert table.do("column 12") == [("block removed", 0, 12, 4, "red", "boss")]
