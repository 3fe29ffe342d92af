"""The piglin board: what goes where, and by when (PIG-*)."""

import pytest

from tests.portal_dash.rules.table import Table

#: Column 0 may be mined without uncovering anything, and layer 1 has another block.
RED = "RGBK 3 3 3  3 3 3 3  3 3 3 3  3 3 3 4"
EMPTY = {"A": ["", ""], "B": ["", ""], "C": [""]}


def with_tasks(tasks, *, players=1, cube=RED):
    """Return a table at which column 0 may be mined, with something on the piglin board."""
    return Table.at(board="flat", mobs={}, players=players, cube=cube, tasks=tasks)


def places(table):
    """Return the columns of the piglin board that may be chosen."""
    return [int(choice.removeprefix("place ")) for choice in table.choices if "place" in choice]


@pytest.mark.rule("PIG-01")
def test_a_mined_block_goes_to_a_task_instead_of_giving_its_ability():
    table = with_tasks(EMPTY)
    table.do("column 0")
    assert table.choices == ["ability", "place 0", "place 1", "place 3", "place 4", "place 6"]
    assert table.do("place 4") == [("block placed", 0, "red", 4)]
    assert table.changes == {
        "hand[red]": (1, 0),
        "place_colour[4]": (None, "red"),
        "place_count[4]": (0, 1),
    }


@pytest.mark.rule("PIG-02")
@pytest.mark.parametrize(
    ("players", "task", "columns", "last"),
    [
        (2, "A", ["RRR", "RR"], 1),
        (2, "B", ["RRR", "RRR"], 4),
        (2, "C", ["RRRR"], 6),
        (3, "A", ["RR"], 0),
        (3, "B", ["RRR", "RR"], 4),
        (3, "C", ["RRR"], 6),
    ],
)
def test_a_task_is_complete_when_its_last_column_is_full(players, task, columns, last):
    empty = EMPTY if players == 2 else {"A": [""], "B": ["", ""], "C": [""]}
    table = with_tasks({**empty, task: columns}, players=players)
    table.do("column 0", f"place {last}")
    assert table.told("task done") == [("task done", 0, task)]


@pytest.mark.rule("PIG-03")
@pytest.mark.parametrize(
    ("cube", "tasks", "cause"),
    [
        ("RGBK 3 3 3  3 3 3 3  3 3 3 3  3 3 3 3", {"A": ["RRR", "GG"]}, "task a late"),
        ("RGB 2 2 2  2 2 2 2  2 2 2 2  2 2 2 2", {"B": ["KKK", "YYY"]}, "task b late"),
        ("RG 1 1 1  1 1 1 1  1 1 1 1  1 1 1 1", {"C": ["BBBB"]}, "task c late"),
    ],
)
def test_the_last_block_of_a_layer_loses_while_its_task_is_not_complete(cube, tasks, cause):
    done = {"A": ["RRR", "GGG"], "B": ["KKK", "YYYY"], "C": ["BBBBB"]}
    late = {
        task: tasks.get(task, row if task < max(tasks) else EMPTY[task])
        for task, row in done.items()
    }
    table = with_tasks(late, cube=cube)
    table.do("column 0")
    assert table.told("game lost") == [("game lost", cause, None, None)]
    table = with_tasks({**late, **{task: done[task] for task in tasks}}, cube=cube)
    table.do("column 0")
    assert table.ending is None
