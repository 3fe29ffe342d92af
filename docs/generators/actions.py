"""The page of the actions: the catalogue, which decision uses which part, the masks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from tablemates.envs.core.catalogue import Group
from tablemates.envs.portal_dash.actions import CHOICES, MASKS, id_ranges, make_catalogue
from tablemates.envs.portal_dash.components import BOARD_SHAPE
from tablemates.envs.portal_dash.rules.vocabulary import SHARED_DECISIONS

_WIDE = (8, 64)


def pages() -> dict[str, str]:
    """Return the page of the actions."""
    catalogue = make_catalogue(BOARD_SHAPE)
    ranges = id_ranges(BOARD_SHAPE)
    rows, columns = BOARD_SHAPE
    text = f"""\
# Actions

An action is an integer. The same {len(catalogue)} integers serve every level, number of
players and set of parts, so that one policy can play them all; what is legal now is 1 in
the mask, an `int8` array of that length. An action is one small choice: using a pickaxe,
for instance, is its slot, then one column after another, then for each block its use.

`env.describe(action)` says an action in words, `make_catalogue(board_shape)` in
`tablemates.envs.portal_dash.actions` turns numbers into typed records and strings and back.

## The catalogue

Ids for the default `board_shape=({rows}, {columns})`. Spaces come last, so a larger board
only adds ids: `board_shape={_WIDE}` has {len(make_catalogue(_WIDE))}.

{_table(("ids", "group", "what it is", "for example"), _groups(ranges))}

Players are relative: 0 is the one who decides, 1 the next clockwise. A space is
`{ranges["space"].start} + row * {columns} + column`. Hash of this catalogue:
`{catalogue.digest}`.

## Which decision uses which actions

The first block of the [observation](observation.md) says which decision it is. *Shared*
ones are the team's in spirit, although one player takes them. What a decision is about is
marked in the observation: the colour in `decision_colour`, the mob or item by its
`subject`, tiles in `offer`.

{_table(("decision", "groups", "what is chosen", "about", "shared"), _decisions())}

## Where the masks are

`split_mask(mask)` returns views of a mask by group, so that the parts that people ask for
are one look-up each:

{_table(("mask", "groups", "ids"), _masks(ranges))}

```python
from tablemates.envs import portal_dash_v0
from tablemates.envs.portal_dash.actions import split_mask

env = portal_dash_v0.gym_env(level=1, players=2)
env.reset(seed=0)
parts = split_mask(env.action_masks())
print(parts["step"], parts["column"], parts["slot"], parts["place"])
```

Id 0, `wait`, is the only legal action of a player who does not decide (in the views that
ask all players at once) and in a lane whose game is over; whoever decides may never take it.

*Generated from `envs/portal_dash/actions.py` by `make docs`.*
"""
    return {"actions.md": text}


def _groups(ranges: dict[str, range]) -> Iterator[tuple[str, ...]]:
    catalogue = make_catalogue(BOARD_SHAPE)
    for group in catalogue.groups:
        ids = ranges[group.name]
        yield _ids(ids), f"`{group.name}`", _meaning(group), f"`{catalogue.name(ids[-1])}`"


def _meaning(group: Group) -> str:
    if group.labels:
        return f"{group.meaning} In order: {', '.join(group.labels)}."
    return group.meaning


def _decisions() -> Iterator[tuple[str, ...]]:
    for kind, choice in CHOICES.items():
        groups = ", ".join(f"`{name}`" for name in choice.groups)
        shared = "yes" if kind in SHARED_DECISIONS else ""
        yield f"`{kind.name.lower()}`", groups, choice.question, choice.about, shared


def _masks(ranges: dict[str, range]) -> Iterator[tuple[str, ...]]:
    for name, groups in MASKS.items():
        ids = "; ".join(_ids(ranges[group]) for group in groups)
        yield name, ", ".join(f"`{group}`" for group in groups), ids


def _ids(ids: range) -> str:
    return str(ids.start) if len(ids) == 1 else f"{ids.start}–{ids[-1]}"


def _table(head: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> str:
    lines = [head, tuple("---" for _ in head), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)
