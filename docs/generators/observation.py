"""The page of the observation: its blocks and every number in them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from tablemates.envs.portal_dash.components import BOARD_SHAPE
from tablemates.envs.portal_dash.observation.blocks import Number
from tablemates.envs.portal_dash.observation.candidates import CandidateLayout, candidate_layout
from tablemates.envs.portal_dash.observation.layout import VERSION, Block, make_layout
from tablemates.envs.portal_dash.observation.tokens import TokenLayout, token_layout

_WIDE = (8, 64)


def pages() -> dict[str, str]:
    """Return the page of the observation."""
    layout = make_layout(BOARD_SHAPE)
    privileged = make_layout(BOARD_SHAPE, True)
    rows, columns = BOARD_SHAPE
    sections = "\n\n".join(_section(block) for block in privileged.blocks)
    tokens, candidates = token_layout(BOARD_SHAPE), candidate_layout(BOARD_SHAPE)
    count, width = tokens.shape
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
from tablemates.envs import portal_dash_v0
from tablemates.envs.portal_dash.observation.spaces import as_dict

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

## Tokens

For transformers and deep sets: {count} rows of {width} numbers, one for each thing on the
table. They are the same numbers, gathered by a fixed table of places in the flat array, with
constants (-1 to 127) behind it for those that never change, such as a slot's number. So a
learner keeps flat observations and makes tokens of a batch with one `take`:

```python
import numpy as np
from tablemates.envs import portal_dash_v0
from tablemates.envs.portal_dash.observation.gathers import extended
from tablemates.envs.portal_dash.observation.tokens import token_layout

env = portal_dash_v0.gym_env(level=1, players=2)
observation, info = env.reset(seed=0)
layout = token_layout()
tokens, present = layout.tokens(observation)      # also for batches, (n, size)
assert np.array_equal(tokens, extended(observation)[..., layout.index])
network_input = tokens * layout.scale             # each number from -1 to 1
print(layout.kind_ids, layout.kinds[4].columns)
```

`observation="tokens"` gives `tokens`, `kinds` (the kind of each row, always the same) and
`present` (1 where the thing is there) from the environment itself. What a column means
depends on the kind: give each kind a projection of its own. Where two kinds share names,
these mean what they do in the blocks above. The pieces' planes of the board are left out,
because pieces have rows of their own. Hash `{tokens.digest}`.

{_table(("kind", "rows", "numbers", "what it is", "columns"), _kinds(tokens))}

## Candidates

For pointer heads: one row of {candidates.width} numbers for each legal choice, with what is
known of the thing that the action points at. All rows have the same columns. They too are
made of observation and mask alone:

```python
from tablemates.envs.portal_dash.observation.candidates import candidate_layout

layout = candidate_layout()
ids, rows, present = layout.candidates(observation, info["action_mask"], most=32)
print(ids.shape, rows.shape, present.sum())       # (32,), (32, {candidates.width}), legal choices
action = int(ids[0])                              # the action that row 0 stands for
```

`observation="candidates"` gives what `"tokens"` gives and `candidates`, `candidate_ids` and
`candidate_present`, with room for {candidates.most} choices, more than any decision has on this
board; `most` makes that shorter, and `layout.rows(observations, lanes, ids)` leaves the
padding out. `group` is the number of the action's group in the
[catalogue](actions.md), to be embedded. At a chance decision the choices are outcomes and the
rows are 0. Hash `{candidates.digest}`.

{_table(("columns", "what they say", "names"), _parts(candidates))}

*Generated from `envs/portal_dash/observation` by `make docs`.*
"""
    return {"observation.md": text}


def _kinds(layout: TokenLayout) -> Iterator[tuple[str, ...]]:
    for kind in layout.kinds:
        last = kind.first + kind.size - 1
        rows = str(last) if kind.size == 1 else f"{kind.first}–{last}"
        yield f"`{kind.name}`", rows, str(len(kind.columns)), kind.meaning, _some(kind.columns)


def _parts(layout: CandidateLayout) -> Iterator[tuple[str, ...]]:
    first = 0
    for part in layout.parts:
        last = first + len(part.columns) - 1
        places = str(last) if first == last else f"{first}–{last}"
        yield f"{places} {part.name}", part.meaning, ", ".join(f"`{c}`" for c in part.columns)
        first = last + 1


def _some(names: tuple[str, ...], most: int = 17) -> str:
    """Return names; of many only the first and the last."""
    shown = names if len(names) <= most else (*names[:3], "…", names[-1])
    return ", ".join(name if name == "…" else f"`{name}`" for name in shown)


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
