"""The table says what is there, and refuses what is not possible."""

import pytest

from tests.rules.table import Table


def test_a_choice_an_outcome_and_what_they_change():
    table = Table.at(board="flat", mobs={"ghast 2": (1, 4)}, players=1, decision="mob die")
    assert (table.decision, table.decider, table.choices) == ("chance", None, [1, 2, 3])
    assert table.chances == pytest.approx({1: 1 / 3, 2: 1 / 3, 3: 1 / 3})
    table.do(2, (1, 3))
    assert table.kinds() == ["mob die", "forced", "mob activated", "mob moved"]
    assert table.told("mob moved") == [("mob moved", "ghast 2", (1, 4), (1, 3))]
    assert table.changes == {"mob_die": (-1, 2), "mob_space[ghast 2]": ((1, 4), (1, 3))}
    assert (table.decision, table.decider, table.ending) == ("action", 0, None)


def test_an_impossible_choice_fails_the_test():
    table = Table.at(board="flat", mobs={}, players=[{"space": (0, 0)}])
    with pytest.raises(AssertionError, match=r"'step north' is not among .*'step east'"):
        table.do("step north")
