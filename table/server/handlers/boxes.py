"""The parts of somebody's own box: what of the standard set is assumed, and what is printed there.

It is a file of changes over the standard set, one for each game, beside the kept games; others
can load it, and ``--components`` reads it.
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated, Any, Final

import yaml
from pydantic import BaseModel, ConfigDict, Field

from tablemates.agents.output.folders import write_whole
from tablemates.envs.core.errors import GameError
from tablemates.envs.core.files.documents import DocumentError, Place, parse_document
from tablemates.envs.core.files.overlays import assumed_values
from tablemates.envs.registry import find_game, new_game
from tablemates.table.server.game_server import Call, GameServer
from tablemates.table.server.messages import RequestError, request
from tablemates.table.session.saves import LONGEST_TEXT

Rules = Annotated[str, Field(max_length=200)]
_PLACES: Final = 2000
_MISSING: Final = object()
_Text = Annotated[str, Field(max_length=LONGEST_TEXT)]


class Entry(BaseModel):
    """A value of somebody's own box and its place in the parts."""

    model_config = ConfigDict(extra="forbid", strict=True)

    place: Annotated[list[str | int], Field(min_length=1, max_length=8)]
    value: Any


@lru_cache
def assumed(game: str) -> list[tuple[Place, Any]]:
    """Return the values of a game's standard parts that are assumed, by place."""
    file = find_game(game).parts_file
    return [] if file is None else assumed_values(file)


def box_file(server: GameServer, game: str) -> Path:
    """Return where the parts of the own box of a game are kept."""
    return server.store.folder / "boxes" / f"{game}.yaml"


@request("box", about="server")
def show_box(call: Call, *, rules: Rules) -> dict[str, Any]:
    """Return the assumed values, each with what the own box has there, and what to paint with."""
    _check(call.server, rules)
    file = box_file(call.server, rules)
    text = file.read_text(encoding="utf-8") if file.is_file() else ""
    own: Any = parse_document(text, file.name).values if text else {}
    parts = []
    for place, value in assumed(rules):
        mine = own
        for key in place:
            mine = mine.get(key, _MISSING) if isinstance(mine, dict) else _MISSING
        known = mine is not _MISSING
        parts.append({"place": place, "value": mine if known else value, "own": known})
    palettes = [
        one._asdict() | {"brushes": [brush._asdict() for brush in one.brushes]}
        for one in find_game(rules).palettes()
    ]
    return {"parts": parts, "text": text, "palettes": palettes}


@request("keep_box", about="server")
def keep_box(
    call: Call,
    *,
    rules: Rules,
    entries: Annotated[list[Entry], Field(max_length=_PLACES)] | None = None,
    text: _Text | None = None,
) -> dict[str, Any]:
    """Keep the parts of the own box: values by place, or the text of a file of changes."""
    _check(call.server, rules)
    if (entries is None) == (text is None):
        raise RequestError("refused", "Send the entries of the box or the text of its file.")
    if text is None:
        places = {place for place, _ in assumed(rules)}
        changes: dict[Any, Any] = {}
        for one in entries or []:
            if tuple(one.place) not in places:
                raise RequestError("refused", f"Nothing is assumed at {one.place}: it is known.")
            under = changes
            for key in one.place[:-1]:
                under = under.setdefault(key, {})
            under[one.place[-1]] = one.value
        text = yaml.safe_dump(changes, sort_keys=False, allow_unicode=True)
    with TemporaryDirectory() as folder:
        trial = Path(folder) / "my box"
        trial.write_text(text, encoding="utf-8")
        try:
            parse_document(text, "my box")
            new_game(find_game(rules).settings_type(components=trial))
        except (GameError, DocumentError) as error:
            raise RequestError("refused", str(error)[:400]) from error
    file = box_file(call.server, rules)
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        write_whole(file, text)
    except OSError as error:
        raise RequestError("internal", f"The box cannot be kept: {error.strerror}.") from error
    return {"box": str(file)}


def _check(server: GameServer, game: str) -> None:
    if game not in server.rules or not game.isidentifier():
        raise RequestError("unknown", f"There is no box of {game[:60]!r} here.")
