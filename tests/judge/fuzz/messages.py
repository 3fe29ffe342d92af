"""Requests to the table's server that somebody has edited: granted, or refused; never a failure."""

from __future__ import annotations

import json
import tempfile
from pathlib import Path
from typing import Any, Final
from unittest import mock

from hypothesis import strategies as st

from tablemates.table.server import limits
from tests.judge.fuzz.edits import Tried, edited, respelt, try_many
from tests.table.served import Page, Server, serving

#: What a page sends; bots that think long and downloads are left out.
_REQUESTS: Final[tuple[dict[str, Any], ...]] = (
    {"do": "hello"},
    {"do": "list"},
    {"do": "difficulty", "level": {"tiles": 3, "mobs": {"hoglin": 2}}},
    {"do": "setup_form", "level": 2, "players": 3, "edition": "fr"},
    {"do": "new", "level": 1, "players": 2, "seats": ["person", "person"], "seed": 3},
    {"do": "new", "level": {"tiles": 2, "bosses": [["wildfire", "hard"]]}, "first_player": 0},
    {"do": "new", "chance": "explicit", "seats": ["person"], "setup": {"first_player": 0}},
    {"do": "new", "parts": "base_mobs: {ghast: 2, mark: assumed}\n", "name": "mine"},
    {"do": "open"},
    {"do": "close"},
    {"do": "rename", "name": "ours"},
    {"do": "seat", "seat": 1, "who": "rules"},
    {"do": "shared", "who": "people"},
    {"do": "pace", "mode": "pause", "seconds": 0.5},
    {"do": "choose", "action": 4},
    {"do": "choose", "actions": [4, 5]},
    {"do": "undo", "to": 0},
    {"do": "redo", "to": 3},
    {"do": "reroll"},
    {"do": "branch", "at": 2},
    {"do": "correct", "at": 1, "outcome": 2},
    {"do": "look", "at": 1},
    {"do": "moves"},
    {"do": "log", "from": 0, "count": 20},
    {"do": "whatif", "action": 4, "future": False},
    {"do": "share"},
    {"do": "save"},
)
_AT_MOVES: Final = ("choose", "undo", "redo", "reroll", "correct", "whatif")
_NO_GAME: Final = ("hello", "list", "difficulty", "setup_form", "new")
#: What decides how the game goes on: whatever is refused leaves it alone.
_KEPT: Final = ("snapshot", "choices", "moves", "seats", "log")


def try_messages(count: int) -> list[Tried]:
    """Try edited and respelt requests on a running game."""
    with (
        tempfile.TemporaryDirectory(prefix="fuzz-") as folder,
        mock.patch.multiple(limits, _RATE=1e9, _BURST=1e9),
        mock.patch("tablemates.table.server.store.GAMES", 10**6),
        serving(Path(folder)) as server,
        server.page() as page,
    ):
        return [
            _try_messages(server, page, "messages", count, as_text=False),
            _try_messages(server, page, "messages as text", count // 2, as_text=True),
        ]


def _try_messages(server: Server, page: Page, kind: str, count: int, as_text: bool) -> Tried:
    page.new(seats=["person", "person"], seed=11)
    for _ in range(4):
        page.choose()
    game, at = page.state["game"], page.state["moves"]
    documents = [_complete(request, game, at) for request in _REQUESTS]
    kept = {name: page.state[name] for name in _KEPT}

    def takes(document: Any) -> bool:
        text = document if as_text else json.dumps(document)
        reply = page.raw(text)
        if reply["ok"]:
            json.dumps(reply, allow_nan=False)
            page.ask("open", game=game)
            moves = page.state["moves"]
            if moves != at:
                page.ask("undo" if moves > at else "redo", game=game, moves=moves, to=at)
            if any(page.state[name] != value for name, value in kept.items()):
                kept.update({name: page.state[name] for name in _KEPT})
            return True
        error = reply["error"]
        assert error["code"] != "internal", f"the server failed at it: {error['message']}"
        assert error["message"][-1] in ".?!", error
        page.ask("open", game=game)
        changed = [name for name, value in kept.items() if page.state[name] != value]
        assert not changed, f"refused, and yet {', '.join(changed)} changed"
        return False

    strategy: st.SearchStrategy[Any] = edited(documents)
    if as_text:
        strategy = respelt([json.dumps(document) for document in documents])
    return try_many(kind, strategy, takes, count)


def _complete(request: dict[str, Any], game: str, moves: int) -> dict[str, Any]:
    """Return a request with an id, the game that it is about, and where that stands."""
    about = {} if request["do"] in _NO_GAME else {"game": game}
    if request["do"] in _AT_MOVES:
        about["moves"] = moves
    return {"id": 1, **request, **about}
