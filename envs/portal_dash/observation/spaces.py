"""The observation as Gymnasium spaces and as named blocks."""

from __future__ import annotations

import numpy as np
from gymnasium import spaces

from tablemates.envs.core.record import Array8
from tablemates.envs.portal_dash.observation.layout import Layout


def flat_space(layout: Layout) -> spaces.Box:
    """Return the space of the flat array, with each number's range."""
    return spaces.Box(layout.low, layout.high, dtype=np.int8)


def blocks_space(layout: Layout) -> spaces.Dict:
    """Return the space of ``as_dict``: one box a block, in its shape."""
    return spaces.Dict(
        {block.name: spaces.Box(block.low, block.high, dtype=np.int8) for block in layout.blocks}
    )


def as_dict(layout: Layout, flat: Array8) -> dict[str, Array8]:
    """Return the blocks of a flat array by name, as views into it.

    Args:
        layout: The layout that the array was written by.
        flat: One observation, shape ``(layout.size,)``, or a batch of them,
            shape ``(n, layout.size)``.

    Raises:
        ValueError: The array has another length.
    """
    if flat.shape[-1] != layout.size:
        raise ValueError(f"the layout has {layout.size} values, the array {flat.shape[-1]}")
    lead = flat.shape[:-1]
    return {
        block.name: flat[..., block.slice].reshape(lead + block.shape) for block in layout.blocks
    }
