"""Generated sections about pydantic models: settings, messages to programs."""

from __future__ import annotations

import inspect
import json
import re
import shlex
import sys
import types
from collections.abc import Iterator
from functools import partial
from types import NoneType
from typing import Annotated, Any, Final, Literal, Union, get_args, get_origin

from pydantic import BaseModel

from docs.generators.pages import DOCS, Text, table
from tablemates.agents.evaluation.plan import Plan
from tablemates.agents.facts import GameFacts
from tablemates.agents.learn.settings import DataConfig, TrainConfig
from tablemates.agents.outside.program import (
    Decided,
    Option,
    ProgramAgent,
    Question,
    Reason,
    Reply,
    Told,
)
from tablemates.envs.core.views.agent import Situation
from tablemates.envs.registry import DEFAULT_GAME, find_game, new_game

_SEED: Final = 3
_CHOICES: Final = 2  # choices that the example question shows


def settings_table(model: type[BaseModel]) -> str:
    """Return the table of a model's settings with their defaults and docstrings."""
    rows = ((f"`{name}`", f"`{default}`", text) for name, default, text in _settings(model, ""))
    return table(["setting", "default", "meaning"], rows)


def _settings(model: type[BaseModel], prefix: str) -> Iterator[tuple[str, str, str]]:
    for name, field in model.model_fields.items():
        default = "required"
        if not field.is_required():
            default = field.get_default(call_default_factory=True)
        if isinstance(default, BaseModel):
            yield from _settings(type(default), f"{prefix}{name}.")
        else:
            text = inspect.cleandoc(field.description or "").replace("``", "`")
            yield f"{prefix}{name}", _shown(default), " ".join(text.split())


def _shown(value: Any) -> str:
    if isinstance(value, tuple | list):
        return " ".join(map(_shown, value)) or "[]"
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, dict):
        return " ".join(f"{key}={_shown(one)}" for key, one in value.items()) or "{}"
    return "null" if value is None else str(value)


def example_file(name: str) -> str:
    """Return a file of ``docs/examples``."""
    return f"```python\n{(DOCS / 'examples' / name).read_text(encoding='utf-8').strip()}\n```"


def message() -> str:
    """Return the first question of a game, with most choices and the snapshot shortened."""
    game = new_game(find_game(DEFAULT_GAME).settings_type(players=2))
    game.new(_SEED)
    situation = Situation.of(game, _SEED, 0)
    facts = GameFacts.of(game.settings)
    command, secret = shlex.quote(sys.executable), bytes(1)
    program = ProgramAgent("example", command, facts, 10.0, secret)  # never started
    question = program.question(situation).model_dump()
    question["choices"] = question["choices"][:_CHOICES]
    snapshot = question["snapshot"]
    question["snapshot"] = {name: snapshot[name] for name in ("version", "game", "level")}
    return f"```json\n{json.dumps(question, indent=1)}\n```"


def keys(model: type[BaseModel], *parts: type[BaseModel]) -> str:
    """Return the tables of a message's keys and of those of its parts."""
    tables = [f"#### {_title(part)}\n\n{_keys(part)}" for part in parts]
    return "\n\n".join([_keys(model), *tables])


def _keys(model: type[BaseModel]) -> str:
    rows = (
        (
            f"`{name}`",
            _type_name(field.annotation) + ("" if field.is_required() else " (optional)"),
            field.description or "",
        )
        for name, field in model.model_fields.items()
    )
    return table(["key", "value", "meaning"], rows)


def _title(model: type[BaseModel]) -> str:
    return re.sub(r"(?<!^)([A-Z])", r" \1", model.__name__).capitalize()


def _type_name(annotation: Any) -> str:
    origin, inner = get_origin(annotation), get_args(annotation)
    if origin is Literal:
        return ", ".join(f"`{json.dumps(value)}`" for value in inner)
    if origin in (Union, types.UnionType):
        return " or ".join(map(_type_name, inner))
    if origin is list:
        return f"list of {_type_name(inner[0])}"
    if origin is tuple:
        return "`[row, column]`"
    if origin is dict and inner[1] is Any:
        return "object"
    if origin is dict:
        return f"{_type_name(inner[1])} by {'name' if inner[0] is str else 'colour'}"
    if origin is Annotated:
        return _type_name(inner[0])
    if issubclass(annotation, BaseModel):
        title = _title(annotation).lower()
        return f"[{title}](#{title.replace(' ', '-')})"
    names = {str: "string", int: "integer", bool: "boolean", float: "number", NoneType: "null"}
    return names[annotation]


SECTIONS: Final[dict[str, dict[str, Text]]] = {
    "docs/training.md": {
        "settings": partial(settings_table, TrainConfig),
        "data-settings": partial(settings_table, DataConfig),
    },
    "docs/evaluation.md": {
        "settings": partial(settings_table, Plan),
        "factory": partial(example_file, "monte_carlo.py"),
        "model": partial(example_file, "sb3_model.py"),
        "program": partial(example_file, "line_bot.py"),
        "message": message,
        "question": partial(keys, Question, Option, Told, Decided),
        "reply": partial(keys, Reply, Reason),
    },
}
