"""How mobs move: MOB-05 to MOB-09 and MOB-15."""

import pytest

from tests.portal_dash.rules.table import Table

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
