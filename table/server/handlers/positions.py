"""Positions of a real table, entered in a form or as text: drawn, or refused with what is wrong."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from typing import Annotated, Any, Final

import yaml
from pydantic import BaseModel, ConfigDict, Field

from tablemates.envs.core.errors import GameError
from tablemates.envs.core.files.documents import DocumentError, parse_document
from tablemates.envs.core.game.game import Game
from tablemates.envs.core.views.beats import picture_of
from tablemates.envs.registry import find_game
from tablemates.envs.registry import new_game as make_game
from tablemates.table.server.game_server import Call
from tablemates.table.server.handlers.boxes import Rules
from tablemates.table.server.handlers.new_games import components_of
from tablemates.table.server.messages import RequestError, as_request_errors, request
from tablemates.table.session.parameters import check_form
from tablemates.table.session.position_form import PositionForm


class Entered(BaseModel):
    """A text that somebody has written into a field of a position's form."""

    model_config = ConfigDict(extra="forbid", strict=True)

    place: Annotated[list[str | int], Field(min_length=1, max_length=9)]
    text: Annotated[str, Field(max_length=4_000)]


#: Characters of a position's text.
_LONGEST: Final = 40_000
#: Keys that do not say what lies there.
_MARKS: Final = ("format", "ruleset", "seed", "counters", "chance")
#: What a position leaves open is drawn from them: two that agree left nothing open.
_SEEDS: Final = (1, 2)


@request("position", about="server", slow=True)
async def show_position(
    call: Call,
    *,
    rules: Rules,
    scenario: dict[str, Any],
    box: bool = False,
    text: Annotated[str, Field(max_length=_LONGEST)] | None = None,
    entry: Entered | None = None,
) -> dict[str, Any]:
    """Return a position as text, as a form and drawn; without a text, that of the beginning.

    ``entry`` is what somebody has written into a field of the form. ``fault`` is a sentence about
    what is wrong, ``at`` the place of the field that it is about.
    """
    await call.server.ready()
    if rules not in call.server.rules:
        raise RequestError("unknown", f"There is no game {rules[:60]!r} here.")
    with as_request_errors():
        kind, components = find_game(rules).settings_type, components_of(call.server, rules, box)
        check_form(kind, components, scenario)
        game = make_game(kind.of_form(scenario, components=components, chance="explicit"))
    game.new(0)
    begun = _lying(game.dump_position())
    form = PositionForm(game, [key for key in begun if key != "hidden"])
    text = text_of(short_position(game)) if text is None else text
    values: Any = {}
    fault, at, shown = None, None, {}
    try:
        values = parse_document(text, "the position").values
        if entry is not None:
            at = tuple(entry.place)
            values = form.filled(values, _whole(game, values) or begun, at, entry.text)
            text, at = text_of(values), None
        with as_request_errors():
            game.load_position({"chance": "explicit"} | values, 0)
        shown = {**picture_of(game), "decision": game.decision(), "seats": game.seats}
    except DocumentError as error:
        fault = f"{error}."
    except RequestError as error:
        fault = error.sentence
    entries = form.entries(values, begun if fault else _lying(game.dump_position()))
    if fault is not None and at is None:
        at = form.place_of(fault, entries)
    return {
        "text": text,
        "position": None if fault else {"chance": "explicit"} | values,
        "fault": fault,
        "at": at or (),
        "entries": [asdict(one) for one in entries],
        **shown,
    }


def _whole(game: Game, values: Mapping[str, Any]) -> dict[str, Any] | None:
    """Return what lies there in a position, with what follows; None: it is none."""
    try:
        return _lying(game.position_of(game.record_of({"chance": "explicit", **values}, 0)))
    except (GameError, TypeError, ValueError, AttributeError):
        return None


def short_position(game: Game) -> dict[str, Any]:
    """Return what lies there in a game with explicit chance, without what follows from the rest."""
    short = whole = _lying(game.dump_position())
    for key in whole:
        rest = {name: value for name, value in short.items() if name != key}
        if _is_position_of(game, rest, whole):
            short = rest
    return short


def _lying(position: Mapping[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in position.items() if key not in _MARKS}


def _is_position_of(game: Game, position: Mapping[str, Any], whole: Mapping[str, Any]) -> bool:
    asked = {**position, "chance": "explicit"}
    try:
        return all(
            _lying(game.position_of(game.record_of(asked, seed))) == whole for seed in _SEEDS
        )
    except GameError:
        return False


class _Dumper(yaml.SafeDumper):
    """Writes short lists on one line, and each row of a map on a line of its own."""

    def represent_list(self, data: Any) -> yaml.SequenceNode:
        """Return a list of texts with spaces as lines."""
        rows = any(isinstance(one, str) and " " in one for one in data)
        return self.represent_sequence("tag:yaml.org,2002:seq", data, False if rows else None)


_Dumper.add_representer(list, _Dumper.represent_list)


def text_of(position: Mapping[str, Any]) -> str:
    """Return a position as people write it."""
    return str(
        yaml.dump(
            dict(position),
            Dumper=_Dumper,
            width=10_000,
            default_flow_style=None,
            sort_keys=False,
            allow_unicode=True,
        )
    )
