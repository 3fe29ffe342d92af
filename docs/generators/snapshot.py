"""The page of the snapshot's format, from the models that make it."""

from __future__ import annotations

import types
from collections.abc import Iterator
from typing import Any, Literal, Union, get_args, get_origin

from pydantic import BaseModel

from tablemates.envs.portal_dash.snapshot_format import FORMAT, VERSION, Snapshot

_INTRODUCTION = f"""\
# The snapshot

`raw.snapshot()` returns everything that a person at the table can see or count
as plain data that JSON can hold; nothing hidden is in it. It is for pages, logs
and people; a program that learns takes the observation, and a game is saved
with `save()`.

The format is `{FORMAT}`, version {VERSION}; the version goes up when a key
changes its meaning or goes away. A space is `[row, column]`, counted from the
upper left corner of the track. `snapshot_schema()` in
`tablemates.envs.portal_dash.snapshot` returns the JSON schema.

*Generated from `envs/portal_dash/snapshot_format.py` by `make docs`.*
"""


def pages() -> dict[str, str]:
    """Return the page of the snapshot."""
    sections = [_INTRODUCTION, *(_section(model) for model in _models(Snapshot, set()))]
    return {"snapshot.md": "\n".join(sections)}


def _models(model: type[BaseModel], seen: set[type[BaseModel]]) -> Iterator[type[BaseModel]]:
    """Yield a model and those it is made of, in order of their first use."""
    seen.add(model)
    yield model
    for field in model.model_fields.values():
        for inner in _models_in(field.annotation):
            if inner not in seen:
                yield from _models(inner, seen)


def _models_in(annotation: Any) -> Iterator[type[BaseModel]]:
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        yield annotation
    for inner in get_args(annotation):
        yield from _models_in(inner)


def _section(model: type[BaseModel]) -> str:
    lines = [f"## {_title(model)}", "", str(model.__doc__), "", "| key | value | meaning |"]
    lines.append("|---|---|---|")
    for name, field in model.model_fields.items():
        lines.append(f"| `{name}` | {_type(field.annotation)} | {field.description or ''} |")
    return "\n".join([*lines, ""])


def _title(model: type[BaseModel]) -> str:
    return "".join(f" {c}" if c.isupper() else c for c in model.__name__).strip().capitalize()


def _type(annotation: Any) -> str:
    """Return a type as people read it."""
    origin, inner = get_origin(annotation), get_args(annotation)
    if annotation is type(None):
        return "null"
    if origin is Literal:
        return ", ".join(f"`{value!r}`".replace("'", '"') for value in inner)
    if origin in (Union, types.UnionType):
        return " or ".join(_type(one) for one in inner)
    if origin is list:
        return f"list of {_type(inner[0])}"
    if origin is tuple:
        return "`[row, column]`"
    if origin is dict:
        keys = "name" if inner[0] is str else "colour"
        return f"{_type(inner[1])} by {keys}"
    if issubclass(annotation, BaseModel):
        title = _title(annotation)
        return f"[{title.lower()}](#{title.lower().replace(' ', '-')})"
    return {str: "text", int: "number", bool: "true or false"}[annotation]
