"""How a game is won and lost (END-*)."""

import pytest

from tests.portal_dash.rules.table import Table

BOTH = {"tiles": 2, "bosses": [["wildfire", "easy"], ["ancient hoglin", "easy"]]}


def at_boss(*bosses, **position):
    """Return a table at which player 0 stands beside the Wildfire, sword in hand."""
    sides = [{"boss": kind, "life": life} for kind, life in bosses]
    players = [{"space": (2, 11), "items": ["stone sword"]}, {}]
    return Table.at(portal_open=True, board="flat", players=players, bosses=sides, **position)


@pytest.mark.rule("END-01")
def test_the_team_wins_when_the_boss_has_no_life_left():
    table = at_boss(("wildfire", 3), mobs={"wildfire": (2, 12)})
    table.do("slot 0", 2, 2, 1)
    assert table.told("boss hit", "game won") == [
        ("boss hit", 0, "the Wildfire", 5, 0),
        ("game won", "boss defeated"),
    ]
    assert table.changes["outcome"] == ("running", "won")
    assert table.changes["cause"] == ("none", "boss defeated")


@pytest.mark.rule("END-01")
def test_one_of_two_bosses_is_not_enough():
    mobs = {"wildfire": (2, 12), "ancient hoglin": (5, 12)}
    for life, ending in ((5, None), (0, "boss defeated")):
        standing = mobs if life else {"wildfire": (2, 12)}
        table = at_boss(("wildfire", 2), ("ancient hoglin", life), mobs=standing, level=BOTH)
        table.do("slot 0", 1, 1, 1)
        assert table.changes["boss_life[0]"] == (2, 0)
        assert table.ending == ending


@pytest.mark.rule("END-02")
def test_the_team_loses_as_soon_as_one_life_tracker_is_empty():
    board = [*[". . . . . ."] * 3, "@0 ^ . . . .", *[". . . . . ."] * 2]
    table = Table.at(board=board, mobs={}, players=[{"hearts": 1, "items": []}, {}])
    table.do("step east")
    assert table.events[-1] == ("game lost", "player died", 0, "magma")
    assert table.changes["hearts[0]"] == (1, 0)
    assert table.changes["outcome"] == ("running", "lost")
    assert (table.decision, table.choices) == ("none", [])


@pytest.mark.rule("END-03")
def test_the_team_loses_when_a_task_is_late():
    tasks = {"A": ["RRR", "GG"], "B": ["", ""], "C": [""]}
    cube = "GRBK 3 3 3  3 3 3 3  3 3 3 3  3 3 3 3"
    table = Table.at(board="flat", mobs={}, cube=cube, tasks=tasks)
    table.do("column 0")
    assert table.events[-1] == ("game lost", "task a late", None, None)
    assert table.changes["outcome"] == ("running", "lost")


@pytest.mark.rule("END-04")
def test_the_team_loses_with_the_last_block_of_the_cube():
    cube = "R - - -  - - - -  - - - -  - - - {}"
    table = Table.at(board="flat", mobs={}, cube=cube.format("-"), tasks="complete")
    table.do("column 0")
    assert table.events[-1] == ("game lost", "cube empty", None, None)
    table = Table.at(board="flat", mobs={}, cube=cube.format("G"), tasks="complete")
    table.do("column 0")
    assert table.ending is None
