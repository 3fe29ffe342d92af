"""The parameters of a new game, as command lines and forms offer them."""

from __future__ import annotations

import inspect
import re
from collections.abc import Sequence
from dataclasses import dataclass, fields
from typing import Any

from tablemates.envs.core.settings import Settings


@dataclass(frozen=True, slots=True)
class Field:
    """A parameter of a new game, its usual values, and what it means, a sentence."""

    name: str
    values: Sequence[Any]
    default: Any
    meaning: str


def fields_of(kind: type[Settings], components: Any = None) -> list[Field]:
    """Return the parameters of a new game."""
    defaults = {one.name: one.default for one in fields(kind)}
    return [
        Field(name, list(values), defaults[name], _meaning(kind, name))
        for name, values in kind.form(components).items()
    ]


def _meaning(kind: type, name: str) -> str:
    """Return what the docstrings of a class and its bases say of an attribute."""
    for one in kind.__mro__:
        lines = inspect.cleandoc(one.__doc__ or "")
        if found := re.search(rf"^    {name}: (.+(?:\n {{8}}.+)*)", lines, re.MULTILINE):
            return " ".join(found[1].replace("``", "").split())
    return ""
