"""Changes of fields: what ``interface.toml`` declares, in every game, and what is refused."""

import sys
import tomllib
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tablemates.envs.core.compiler.decorators import compiled
from tablemates.envs.core.engine.calls import box_of, show, shown_at, state_at
from tablemates.envs.core.game.interface_file import read_changes
from tablemates.envs.core.records.changes import changes_in, forget
from tablemates.envs.core.records.layout import Array8, Bytes, RecordView, Rows
from tablemates.envs.registry import GAMES, find_game, new_game

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


@compiled
def show_both(
    rules: Any, games: Rows[Bytes], notes: Rows[Bytes], box: Bytes, seat: int, out: Array8
) -> None:
    """Write what a seat sees of the first game, then what is different in the second one."""
    forget(games[0], notes[0])
    for n in range(2):
        now, shown = shown_at(rules, games, n), shown_at(rules, notes, 0)
        seen_by = seat if n == 1 else -1
        show(rules, state_at(rules, games, n), box_of(rules, box), seat, seen_by, now, shown, out)


@pytest.mark.slow
@pytest.mark.parametrize("key", GAMES)
def test_a_change_of_any_field_alone_is_seen(key):
    """In play several fields change at once, and one would hide that another is not declared."""
    game = new_game(find_game(key).settings_type(players=3))
    engine, rng = game.engine, np.random.default_rng(0)
    state, seen = engine.rules.state, set()
    notes = np.zeros((1, engine.rules.shown.itemsize), np.uint8)
    out, wanted = np.zeros((2, game.layout.size), np.int8)
    for seed in range(3):
        seat = game.new(seed)
        while seat >= 0:
            before = np.frombuffer(game.save(), np.uint8)
            seat = game.step(int(rng.choice(np.flatnonzero(game.mask))))
            after = np.frombuffer(game.save(), np.uint8).view(state)["public"][0]
            for field in state["public"].names:
                games = np.stack([before, before])
                public = games.view(state)["public"][1, 0]
                if field == "players" or np.array_equal(public[field], after[field]):
                    continue
                public[field] = after[field]
                show_both(engine.table, games, notes, game.box, 0, out)
                engine.observe(games[1], game.box, 0, wanted)
                wrong = np.flatnonzero(out != wanted)
                assert not len(wrong), (field, game.layout.name_of(int(wrong[0])))
                seen.add(field)
    assert len(seen) > 20, seen


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
