"""Records in compiled code, and the same interpreted."""

from typing import Annotated, Any

import numpy as np

from tablemates.envs.core.compiler.decorators import compiled
from tablemates.envs.core.records.borrowed import exchange, record_of
from tablemates.envs.core.records.layout import (
    I8,
    I16,
    Array8,
    Array16,
    Bytes,
    RecordView,
    dtype_of,
)


class Side:
    cards: Annotated[Array8, np.int8, (5, 7)]
    deep: Annotated[Array16, np.int16, 9]
    rift: I8
    gone: I16


class Table(Side):
    turn: I8
    lord: I16
    far: Side


SIDE, TABLE = dtype_of(Side), dtype_of(Table)


@compiled
def exchanged(table: Bytes) -> int:
    """Exchange the two sides of a table."""
    one = record_of(table, TABLE)
    exchange(one, one.far)
    return 0


def test_the_fields_that_two_records_have_are_exchanged_and_no_others():
    rng = np.random.default_rng(3)
    table = rng.integers(256, size=TABLE.itemsize).astype(np.uint8)
    before: Any = table.copy().view(TABLE)[0]
    exchanged(table)
    after: Any = table.copy().view(TABLE)[0]
    for name in SIDE.names:
        assert np.array_equal(after[name], before["far"][name])
        assert np.array_equal(after["far"][name], before[name])
    assert (after["turn"], after["lord"]) == (before["turn"], before["lord"])
    view = RecordView(table, TABLE)
    view.exchange(view.far)
    assert np.array_equal(table, np.frombuffer(before.tobytes(), np.uint8))
