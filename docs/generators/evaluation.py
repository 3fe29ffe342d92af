"""The page of evaluation: what stands between its marks is made from files and models."""

from __future__ import annotations

import json
import shlex
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Final, Literal, get_args, get_origin

from pydantic import BaseModel

from docs.generators.readme import with_section
from tablemates.agents.facts import GameFacts
from tablemates.agents.outside.program import Option, ProgramAgent, Question, Reason, Reply
from tablemates.envs.core.agent import Situation
from tablemates.envs.core.keys import decision_key
from tablemates.envs.portal_dash.game import Game
from tablemates.envs.portal_dash.settings import Settings

_DOCS: Final = Path(__file__).resolve().parents[1]
_PAGE: Final = "evaluation.md"
_SEED: Final = 3
_CHOICES: Final = 2  # that the example shows
_SECONDS: Final = 10.0


def pages() -> dict[str, str]:
    """Return the page with its sections."""
    text = (_DOCS / _PAGE).read_text(encoding="utf-8")
    examples = _DOCS / "examples"
    sections = {
        "settings": _code("yaml", _DOCS.parent / "configs" / "eval" / "base.yaml"),
        "factory": _code("python", examples / "monte_carlo.py"),
        "model": _code("python", examples / "sb3_model.py"),
        "program": _code("python", examples / "line_bot.py"),
        "message": ["```json", json.dumps(example(), indent=1), "```"],
        "question": [*_table(Question), "", "A choice:", "", *_table(Option)],
        "reply": [*_table(Reply), "", "A candidate:", "", *_table(Reason)],
    }
    for name, lines in sections.items():
        text = with_section(text, name, [*lines, ""])
    return {_PAGE: text}


def example() -> dict[str, Any]:
    """Return the first question of a game, with most of its choices and its snapshot left out."""
    game = Game(Settings(level=1, players=2))
    game.new(_SEED)
    situation = Situation(game.observation, game.mask, game.public_record, decision_key(_SEED, 0))
    facts = GameFacts.of(game.settings)
    program = ProgramAgent("example", shlex.quote(sys.executable), facts, _SECONDS)  # never asked
    asked = program.question(situation).model_dump()
    asked["choices"] = asked["choices"][:_CHOICES]
    asked["snapshot"] = {name: asked["snapshot"][name] for name in ("format", "version", "level")}
    return asked


def _code(language: str, file: Path) -> list[str]:
    return [f"```{language}", file.read_text(encoding="utf-8").rstrip("\n"), "```"]


def _table(model: type[BaseModel]) -> Iterable[str]:
    yield "| key | value | meaning |"
    yield "|---|---|---|"
    for name, field in model.model_fields.items():
        needed = "" if field.is_required() else " (may be left out)"
        meaning = f"{field.description or ''}{needed}"
        yield f"| `{name}` | {_kind(field.annotation)} | {meaning} |"


def _kind(annotation: Any) -> str:
    """Return a type as people read it."""
    origin, inner = get_origin(annotation), get_args(annotation)
    if origin is Literal:
        return ", ".join(f"`{json.dumps(value)}`" for value in inner)
    if origin is list:
        return "list, see below"
    if origin is dict:
        return "[snapshot](snapshot.md)"
    return {str: "text", int: "number", float: "number", bool: "true or false"}[annotation]
