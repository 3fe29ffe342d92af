"""Changes of fields: what ``interface.toml`` declares, in every game, and what is refused."""

import sys
import tomllib
from pathlib import Path

import numpy as np
import pytest

from tablemates.envs.core.game.interface_file import read_changes
from tablemates.envs.core.records.changes import changes_in, forget
from tablemates.envs.core.records.layout import RecordView
from tablemates.envs.registry import GAMES, find_game

RECORD = np.dtype([("a", "i1", 3), ("b", "i1", (2, 3)), ("c", "i4", 2), ("d", "i2")])


@pytest.mark.parametrize("key", GAMES)
def test_every_changed_byte_is_told_once_and_by_its_group_alone(key):
    game = find_game(key)
    file = Path(sys.modules[game.__module__].__file__).with_name("interface.toml")
    state, rng = game.engine.rules.state, np.random.default_rng(0)
    groups = tomllib.loads(file.read_text(encoding="utf-8")).get("changes")
    if groups is None:
        pytest.skip("the game writes all of its observation at every decision")
    layout, functions = read_changes(file, state)
    assert layout == game.engine.rules.shown
    now = rng.integers(0, 256, state.itemsize, np.uint8)
    noted = now[: layout.itemsize].copy()
    views = [RecordView(one[: layout.itemsize], layout) for one in (now, noted)]
    for group, changed in zip(groups, functions, strict=True):
        fields = groups[group]["each"] if isinstance(groups[group], dict) else groups[group]
        for field in fields:
            kind, start = state["public"].fields[field][:2]
            for byte in {0, kind.itemsize - 1, *rng.integers(0, kind.itemsize, 4).tolist()}:
                now[start + byte] ^= 1 << rng.integers(8)
                row = byte * kind.shape[0] // kind.itemsize if fields is not groups[group] else 0
                told = [one(*views) for one in functions]
                assert told == [(one is changed) << row for one in functions], (group, field)
    assert not any(one(*views) for one in functions)
    forget(now, noted)
    assert all(one(*views) for one in functions)
    assert not any(one(*views) for one in functions)


@pytest.mark.parametrize(
    ("groups", "says"),
    [
        ({"x": ["a", "z"]}, "x: the record has no field 'z'"),
        ({"x": ["a", "b"], "y": {"each": ["b"]}}, "x and y have a field in common"),
        ({"x": {"each": ["a", "b"]}}, "x: its fields need equally many rows"),
        ({"x": []}, "x: its fields"),
    ],
)
def test_groups_that_cannot_be_are_refused(groups, says):
    with pytest.raises(ValueError, match=says):
        changes_in(RECORD, groups)
