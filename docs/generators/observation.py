"""The page of the observation: its blocks and every number in them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from envs.portal_dash.components import BOARD_SHAPE
from envs.portal_dash.observation.blocks import Number
from envs.portal_dash.observation.layout import VERSION, Block, make_layout

_WIDE = (8, 64)


def pages() -> dict[str, str]:
    """Return the page of the observation."""
    layout = make_layout(BOARD_SHAPE)
    privileged = make_layout(BOARD_SHAPE, True)
    rows, columns = BOARD_SHAPE
    sections = "\n\n".join(_section(block) for block in privileged.blocks)
    text = f"""\
# The observation

One flat `int8` array of {layout.size} numbers, the same for every level, number of players
and set of parts. (`board_shape` makes it longer or shorter: the default is
({rows}, {columns}), and {_WIDE} has {make_layout(_WIDE).size}.) It shows what a person at the
table can see or count, and nothing else. Items, mobs, dice and levels appear by their
numbers, never by name: other parts change values, not the layout.

It is relative to a player: seat 0 is the one who decides (when nobody does, the one whose
turn it is), the others follow clockwise, and seats that are not taken are 0.

```python
from envs import portal_dash_v0
from envs.portal_dash.observation.spaces import as_dict

layout = portal_dash_v0.layout()
print(layout.size, layout["items"].slice, layout["items"].shape)
env = portal_dash_v0.gym_env(level=1, players=2)
observation, _ = env.reset(seed=0)
blocks = as_dict(layout, observation)        # views by block name
print(blocks["players"][0, layout["players"].index("hearts")])
```

`observation="dict"` gives the same blocks from the environment itself. Ranges are those of
the space: numbers above them, which only unusual parts can have, stop there. Learners that
want numbers near 1 divide by the greatest value.

Version {VERSION}, hash `{layout.digest}`.

## Blocks

{_table(("block", "place", "shape", "what it shows"), _overview(privileged.blocks))}

The blocks marked *hidden* are not part of the observation. `state(privileged=True)` alone
has them, {privileged.size} numbers in all, for a critic in training; with explicit chance
what is not decided yet stays 0.

{sections}

*Generated from `envs/portal_dash/observation` by `make docs`.*
"""
    return {"observation.md": text}


def _overview(blocks: Iterable[Block]) -> Iterator[tuple[str, ...]]:
    for block in blocks:
        place = f"{block.start}–{block.start + block.size - 1}"
        shape = " × ".join(map(str, block.shape))
        hidden = "*Hidden.* " if block.hidden else ""
        yield f"[`{block.name}`](#{block.name})", place, shape, hidden + block.meaning


def _section(block: Block) -> str:
    sizes = zip(block.shape, block.axes, strict=True)
    shape = " × ".join(f"{size} ({axis})" for size, axis in sizes)
    table = _table((block.axes[block.axis], "name", "range", "meaning"), _numbers(block))
    return f"### {block.name}\n\n{block.meaning} Shape {shape}.\n\n{table}"


def _numbers(block: Block) -> Iterator[tuple[str, ...]]:
    """Yield a line a number, or one line for all of them if they say the same of each name."""
    patterns = {number.meaning for number in block.numbers}
    if len(patterns) > 1:
        patterns = {n.meaning.replace(n.name.replace("_", " "), "…") for n in block.numbers}
    if len(patterns) == 1 and len(block.numbers) > 1:
        names = ", ".join(f"`{number.name}`" for number in block.numbers)
        yield f"0–{len(block.numbers) - 1}", names, _range(block.numbers[0]), patterns.pop()
        return
    for i, number in enumerate(block.numbers):
        yield str(i), f"`{number.name}`", _range(number), number.meaning


def _range(number: Number) -> str:
    return f"{number.low} to {number.high}"


def _table(head: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> str:
    lines = [head, tuple("---" for _ in head), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)
