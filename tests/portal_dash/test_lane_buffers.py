"""Observations are brought up to date when any field changes."""

from itertools import pairwise

import numpy as np

from tablemates.envs.core.compiler.decorators import compiled
from tablemates.envs.core.records.borrowed import record_at, record_of
from tablemates.envs.core.records.layout import Array8, Bytes, Rows
from tablemates.envs.portal_dash.game import ENGINE
from tablemates.envs.portal_dash.observation.changes import SHOWN, changed_parts
from tablemates.envs.portal_dash.observation.layout import make_layout
from tablemates.envs.portal_dash.observation.writer import write_parts
from tablemates.envs.portal_dash.state import BOX, STATE
from tablemates.envs.portal_dash_v0 import sample_legal, vector_env

LEVELS, PLAYERS = [1, 2, 3, 4, 5], [1, 2, 3, 4]
VALUES = make_layout((8, 24)).size
#: What may change alone, as far as an observation of it still makes sense.
FIELDS = [
    "brown", "turn", "pending_mobs", "mob_space", "player_space", "chest_space", "actions_done",
    "line", "line_length", "boss_life", "hearts", "item_active", "item_mode", "item_hearts",
    "item_starting", "item_enchantments", "item_kind", "steps_left", "height", "cube", "unseen",
    "used", "hand", "mines_left", "mined", "place_colour", "place_count", "stack_count",
    "discards", "supply", "drawn", "mob_die", "dice_to_roll", "rerolls_left",
]  # fmt: skip


def play(vector, steps):
    """Take random legal actions; the same ones for equal views."""
    keys = np.arange(vector.num_envs, dtype=np.uint64)
    actions = np.zeros(vector.num_envs, np.int64)
    for _ in range(steps):
        sample_legal(vector.action_masks(), keys, actions)
        vector.step(actions)


@compiled
def show_changes(games: Rows[Bytes], shown: Rows[Bytes], box: Bytes, out: Array8) -> None:
    """Write an observation of the second game over one of the first."""
    b = record_of(box, BOX)
    for n in range(2):
        p = record_at(games, n, STATE).public
        parts = changed_parts(record_at(games, n, SHOWN).words, record_at(shown, 0, SHOWN).words)
        write_parts(p, b, 0, 127 if n == 0 else parts, out)


def test_a_change_of_any_field_is_seen():
    """Every field for itself: in play several change at once, and one would hide another."""
    vector = vector_env(60, level=LEVELS, players=2)
    vector.reset(seed=0)
    play(vector, 40)
    records = [np.frombuffer(vector._batch.record(lane), np.uint8) for lane in range(60)]
    box = vector._batch.game.box
    out, wanted = np.zeros((2, VALUES), np.int8)
    shown = np.zeros((1, SHOWN.itemsize), np.uint8)
    different = dict.fromkeys(FIELDS, 0)
    for one, other in pairwise(records):
        for field in FIELDS:
            games = np.stack([one, one])
            public = games.view(STATE)["public"][:, 0]
            mine, theirs = public[field][1], other.view(STATE)["public"][field][0]
            differ = np.argwhere(np.atleast_1d(mine) != np.atleast_1d(theirs))
            if len(differ) == 0:
                continue
            # One number is enough, and the first one may lie at the edge of a part.
            if mine.ndim:
                mine[tuple(differ[0])] = theirs[tuple(differ[0])]
            else:
                public[field][1] = theirs
            show_changes(games, shown, box, out)
            ENGINE.observe(games[1], box, 0, wanted)
            different[field] += 1
            assert np.array_equal(out, wanted), field
    assert sum(map(bool, different.values())) > 25
