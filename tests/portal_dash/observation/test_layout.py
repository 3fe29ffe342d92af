"""The layout of the observation: its blocks, their numbers and names."""

import pytest

from tablemates.envs.portal_dash.observation.layout import make_layout


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
