"""Values and texts from strangers that are no position at all."""

import json
from typing import Any

import pytest

from tablemates.envs.portal_dash.positions import PositionError, load_position, parse_position


@pytest.mark.parametrize(
    ("value", "message"),
    [
        (10**6000, "turn: the number is too large"),
        (float("nan"), "turn: nan is not a whole number"),
        (float("inf"), "turn: inf is not a whole number"),
        (1.0, "turn: 1.0 is not a whole number"),
        (b"1", "turn: bytes is nothing that JSON can say"),
        ({1: 2}, "turn: a key is a word"),
        ("x" * 100_000, "turn: a text of 100000 characters is too long"),
    ],
    ids=["huge", "nan", "infinite", "fraction", "bytes", "key", "long"],
)
def test_values_from_strangers(value, message, components):
    with pytest.raises(PositionError, match=message):
        load_position({"turn": value}, components)


def test_deep_and_wide_values(components):
    deep: list[Any] = []
    for _ in range(100_000):
        deep = [deep]
    with pytest.raises(PositionError, match="nested too deeply"):
        load_position({"line": deep}, components)
    with pytest.raises(PositionError, match="more than 5000 values"):
        load_position({"line": ["x"] * 10_000}, components)
    with pytest.raises(PositionError, match="keys with values are needed, not list"):
        load_position([], components)  # type: ignore[arg-type]
    with pytest.raises(PositionError, match="keys with values are needed, not NoneType"):
        load_position(None, components)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "line 1, column 1: is not JSON"),
        ('{"level": 1,\n "turn" 2}', "line 2, column 9: is not JSON"),
        ('{"turn": NaN}', "NaN is not a number"),
        ('{"turn": -Infinity}', "-Infinity is not a number"),
        ('{"turn": 1, "turn": 2}', "the key 'turn' stands in one object twice"),
        ('{"turn": 1e3}', "turn: 1000.0 is not a whole number"),
        ('{"turn": ' + "9" * 5000 + "}", "a number has too many digits"),
        ("[" * 100_000, "nested too deeply"),
        ("[1]", "keys with values are needed, not list"),
        (" " * 300_000, "300000 characters are too many"),
    ],
    ids=["empty", "comma", "nan", "infinity", "double", "float", "digits", "deep", "list", "long"],
)
def test_texts_from_strangers(text, message):
    with pytest.raises(PositionError, match=message):
        parse_position(text)


def test_a_position_in_text():
    position = {"level": 2, "mobs": {"hoglin 1": [0, 3]}}
    assert parse_position(json.dumps(position)) == position
