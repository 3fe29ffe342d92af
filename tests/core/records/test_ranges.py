"""Ranges of fields: told once, no wider than the field, and looked at in every record."""

from typing import Annotated

import numpy as np
import pytest

from tablemates.envs.core.records.layout import I8, U64, Array8, RecordView, dtype_of
from tablemates.envs.core.records.ranges import FLAG, Range, out_of_range, ranges_of


class Row:
    """A record."""

    word: U64
    count: I8
    at: Annotated[Array8, np.int8, 3, Range(-1, 5)]
    open: Annotated[I8, FLAG]


def test_the_first_number_out_of_its_range_is_told():
    record = RecordView(np.zeros(dtype_of(Row).itemsize, np.uint8), dtype_of(Row))
    assert not [*out_of_range(record, ranges_of(Row))]
    record.word, record.count, record.at, record.open = 2**64 - 1, -1, [-1, 6, 7], 2
    assert [*out_of_range(record, ranges_of(Row))] == [
        ("count", "-1 is not from 0 to 127"),
        ("at", "6 is not from -1 to 5"),
        ("open", "2 is not from 0 to 1"),
    ]


def test_a_range_that_would_wrap_in_its_field_is_refused():
    class Wide:
        """A record."""

        hearts: Annotated[I8, Range(0, 17 * 15)]

    with pytest.raises(TypeError, match=r"Wide\.hearts: .* has no room in int8"):
        ranges_of(Wide)
