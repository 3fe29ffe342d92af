"""The page of positions: examples, keys, the legend of maps, the steps of the agenda."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Final

from pydantic.fields import FieldInfo

from tablemates.envs.portal_dash.positions import PositionError, board_map
from tablemates.envs.portal_dash.positions.agenda import ARGUMENTS, CHANCE_ARGUMENTS, STAGES, STEPS
from tablemates.envs.portal_dash.positions.blocks import LETTERS
from tablemates.envs.portal_dash.positions.names import CHANCES, COLOURS
from tablemates.envs.portal_dash.positions.schema import Position, validated
from tablemates.envs.portal_dash.rules.agenda import Step

_TEMPLATE: Final = Path(__file__).with_suffix(".md")
_WRONG: Final[tuple[dict[str, Any], ...]] = (
    {"hand": {}, "plaers": 2},
    {"players": [{"hearts": 7}]},
    {"players": [{"items": ["bow", {"item": "bow", "mod": "boots"}]}]},
    {"stack": 3},
)


def pages() -> dict[str, str]:
    """Return the page of positions."""
    letters = ", ".join(f"`{a}` {name}" for a, name in zip(LETTERS, COLOURS, strict=True))
    text = _TEMPLATE.read_text(encoding="utf-8").format(
        errors="\n".join(_message(wrong) for wrong in _WRONG),
        keys=_table(("key", "left out", "meaning"), _keys()),
        legend=_legend(),
        letters=letters,
        stages=", ".join(f"`{name}`" for name in STAGES),
        steps=_table(("step", "arguments"), _steps()),
    )
    return {"positions.md": text}


def _message(position: dict[str, Any]) -> str:
    try:
        validated(position)
    except PositionError as error:
        return str(error)
    raise AssertionError(position)


def _keys() -> Iterable[tuple[str, str, str]]:
    for name, field in Position.model_fields.items():
        yield f"`{name}`", _default(field), str(field.description)


def _default(field: FieldInfo) -> str:
    return "" if field.default is None else f"`{json.dumps(field.default)}`"


def _legend() -> str:
    lines = str(board_map.__doc__).splitlines()
    return "\n".join(line.replace("``", "`") for line in lines if line.startswith("|"))


def _steps() -> Iterable[tuple[str, str]]:
    for step, name in zip(Step, STEPS, strict=True):
        if step != Step.CHANCE:
            yield f"`{name}`", _listed(ARGUMENTS.get(step, ()))
            continue
        for kind, what in zip(range(len(CHANCES) - 2), CHANCES, strict=False):
            more = next((names for c, names in CHANCE_ARGUMENTS.items() if c == kind), ())
            yield f"`{name}`", f'`"chance": "{what}"`' + ("" if not more else f", {_listed(more)}")


def _listed(names: Iterable[str]) -> str:
    return ", ".join(f"`{name}`" for name in names)


def _table(head: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> str:
    lines = [head, tuple("---" for _ in head), *rows]
    return "\n".join(f"| {' | '.join(cells)} |" for cells in lines)
