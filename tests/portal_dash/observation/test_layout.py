"""The layout of the observation: its blocks, their numbers and names."""

import pytest

from tablemates.envs.portal_dash.observation.features import PRINTED
from tablemates.envs.portal_dash.observation.layout import make_layout
from tablemates.envs.portal_dash.rules import limits as L
from tests.portal_dash.observation.looking import LAYOUT


@pytest.mark.parametrize(
    ("shape", "size", "digest"),
    [
        ((8, 24), 2428, "5f8b67a4137e8db8"),
        ((8, 64), 4028, "cfed043e7290f2a5"),
        ((6, 13), 1858, "646d1f4f3ec0ac60"),
    ],
)
def test_layout_is_pinned(shape, size, digest):
    """A change here makes every trained policy useless: raise ``VERSION`` and say why."""
    layout = make_layout(shape)
    assert (layout.size, layout.digest) == (size, digest)


def test_layout_answers_by_name():
    block = LAYOUT["items"]
    assert block.shape[:2] == (L.PLAYERS, L.SLOTS)
    assert block.numbers[block.index("dice")].high == PRINTED
    with pytest.raises(KeyError, match="no block 'item'; it has decision_kind"):
        LAYOUT["item"]
    with pytest.raises(KeyError, match="'items' has no number 'hits'; it has type"):
        block.index("hits")
