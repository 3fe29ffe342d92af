"""Edited requests to the table's server: granted or refused with a sentence, never a failure."""

from __future__ import annotations

import json
from typing import Any, Final

import pytest

from tests.edits import check_reader, edited
from tests.table.served import serving

#: What a page sends; bots that think long and downloads are left out.
REQUESTS: Final[tuple[dict[str, Any], ...]] = (
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
AT_MOVES: Final = ("choose", "undo", "redo", "reroll", "correct", "whatif")
NO_GAME: Final = ("hello", "list", "difficulty", "setup_form", "new")
#: What decides how the game goes on: a refused request leaves it alone.
STATE: Final = ("snapshot", "choices", "moves", "seats", "log")


@pytest.fixture
def page(tmp_path):
    with serving(tmp_path) as server, server.page() as page:
        yield page


@pytest.mark.slow
@pytest.mark.parametrize("count", [60, pytest.param(2_000, marks=pytest.mark.exhaustive)])
def test_messages(page, count):
    page.new(seats=["person", "person"], seed=11)
    for _ in range(4):
        page.choose()
    game, at = page.state["game"], page.state["moves"]
    documents = [complete(request, game, at) for request in REQUESTS]
    before = {name: page.state[name] for name in STATE}

    def accepts(document: Any) -> bool:
        reply = page.raw(json.dumps(document))
        if reply["ok"]:
            json.dumps(reply, allow_nan=False)
            page.ask("open", game=game)
            moves = page.state["moves"]
            if moves != at:
                page.ask("undo" if moves > at else "redo", game=game, moves=moves, to=at)
            before.update({name: page.state[name] for name in STATE})
            return True
        error = reply["error"]
        assert error["code"] != "internal", f"the server failed at it: {error['message']}"
        assert error["message"][-1] in ".?!", error
        page.ask("open", game=game)
        changed = [name for name, value in before.items() if page.state[name] != value]
        assert not changed, f"refused, and yet {', '.join(changed)} changed"
        return False

    check_reader(edited(documents), accepts, count)


def complete(request: dict[str, Any], game: str, moves: int) -> dict[str, Any]:
    """Return a request with an id, the game that it is about, and where that stands."""
    about: dict[str, Any] = {} if request["do"] in NO_GAME else {"game": game}
    if request["do"] in AT_MOVES:
        about["moves"] = moves
    return {"id": 1, **request, **about}
