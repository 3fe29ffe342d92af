"""The layout of the observation, its spaces and its forms."""

from __future__ import annotations

import numpy as np
import pytest

from tablemates.envs.core.game.observation import CANDIDATE, PLACES, ObservationForms
from tablemates.envs.core.records.layout import RecordView
from tablemates.envs.portal_dash import vocabulary as V
from tablemates.envs.portal_dash.observation_layout import (
    ABOUT,
    BOSS_LIFE,
    INT8,
    PRINTED,
    make_layout,
)
from tablemates.envs.portal_dash.state import BOX
from tablemates.envs.portal_dash.vocabulary import make_catalogue
from tests.portal_dash.games import LEVELS, make_game, states
from tests.portal_dash.observation.looking import number, record, seen


@pytest.mark.parametrize(
    ("shape", "size", "digest"),
    [
        ((8, 24), 2428, "5f8b67a4137e8db8"),
        ((8, 64), 4028, "cfed043e7290f2a5"),
        ((6, 13), 1858, "646d1f4f3ec0ac60"),
    ],
)
def test_layout_is_pinned(shape, size, digest):
    """A change makes trained policies useless: raise ``version`` in the TOML file, say why."""
    layout = make_layout(shape)
    assert (layout.size, layout.digest) == (size, digest)


def test_numbers_beyond_the_range_stop_at_its_end(games, box):
    large = box.copy()
    b = RecordView(large, BOX)
    for name in ("dice", "range", "rerolls", "steps", "hearts", "blocks", "blind"):
        getattr(b, f"item_{name}")[:] = 100
    for name in ("life", "moves", "range", "damage"):
        getattr(b, f"kind_{name}")[:] = 100
    b.piglin[:] = 100
    for game in games:
        game = game.copy()
        p = record(game).public
        p.turn, p.boss_life[0], p.dice_count, p.dice[:] = 40_000, 100, V.DICE, 20
        p.steps_left = p.rerolls_left = p.mines_left = p.mined = p.dice_to_roll = 100
        p.item_hearts[:] = 100
        flat = seen(game, large)
        assert LAYOUT.flat_space().contains(flat)
        assert np.abs(LAYOUT.normalised(flat)).max() == 1.0
        found = LAYOUT.as_dict(flat)
        assert number(found, "game", "turn") == number(found, "decision", "hits") == INT8
        assert number(found, "items", "dice").max() == PRINTED
        assert number(found, "bosses", "life")[0] == BOSS_LIFE


LAYOUT = make_layout((8, 24))
CATALOGUE = make_catalogue((8, 24))
FORMS = ObservationForms(LAYOUT, CATALOGUE, ABOUT)


@pytest.fixture(scope="module")
def played():
    """Return observations and masks at many moments of games of all levels."""
    found = []
    for level in LEVELS:
        rng = np.random.default_rng(level)
        game = make_game(rng, level, level % 4 + 1, chance="sampled")
        for n, _ in enumerate(states(game, rng, 200)):
            if n % 10 == 0:
                found.append((game.observation.copy(), game.mask.copy()))
    return tuple(np.stack(parts) for parts in zip(*found, strict=True))


def rows_of(tokens, name):
    """Return the tokens of a block."""
    kind = FORMS.kinds.index(name)
    return tokens[..., FORMS.first[kind] : FORMS.first[kind + 1], :]


def test_every_row_of_every_block_is_a_token(played):
    shown = FORMS.tokens(played[0])
    blocks = LAYOUT.as_dict(played[0])
    assert shown["tokens"].shape[1:] == (len(shown["kinds"][0]), FORMS.width)
    for kind, block in enumerate(LAYOUT.blocks):
        numbers = np.moveaxis(blocks[block.name], 1 + block.axis, -1)
        tokens = rows_of(shown["tokens"], block.name)
        for n, place in enumerate(np.ndindex(*block.rows)):
            assert (tokens[:, n, :PLACES] == [*place, 0, 0][:PLACES]).all()
            expected = numbers[(slice(None), *place)]
            assert np.array_equal(tokens[:, n, PLACES : PLACES + len(block.numbers)], expected)
            assert not tokens[:, n, PLACES + len(block.numbers) :].any()
            token = FORMS.first[kind] + n
            assert np.array_equal(shown["present"][:, token], expected.any(-1))
            assert (shown["kinds"][:, token] == kind).all()


def test_candidates_are_the_legal_actions(played):
    masks = played[1]
    shown = FORMS.candidates(masks)
    for n, mask in enumerate(masks):
        legal = np.flatnonzero(mask)
        count = len(legal)
        assert shown["candidate_ids"][n, :count].tolist() == legal.tolist()
        assert shown["candidate_present"][n].tolist() == [1] * count + [0] * (len(mask) - count)
        assert not shown["candidates"][n, count:].any()
        for row, action in zip(shown["candidates"][n], legal, strict=False):
            group, place = CATALOGUE.action(int(action))
            values = dict(zip(CANDIDATE, row.tolist(), strict=True))
            assert CATALOGUE.groups[values["group"]].name == group
            assert [values["place_0"], values["place_1"]] == [*place, 0, 0][:2]
            if group in ABOUT:
                kind = FORMS.kinds.index(ABOUT[group])
                block = LAYOUT.blocks[kind]
                token = FORMS.first[kind] + np.ravel_multi_index(
                    (0,) * (len(block.rows) - len(place)) + place, block.rows
                )
                assert values["token"] == token
            else:
                assert values["token"] == -1


def test_batches_are_the_single_ones_stacked(played):
    for kind in ("dict", "tokens", "candidates"):
        batch = FORMS.show(kind, played[0][:5], played[1][:5])
        for n in range(5):
            single = FORMS.show(kind, played[0][n], played[1][n])
            assert FORMS.space(kind).contains(single)
            for name, values in single.items():
                assert np.array_equal(batch[name][n], values)
                assert batch[name].dtype == values.dtype
