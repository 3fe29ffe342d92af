"""Edited requests to the table's server: granted or refused with a sentence, never a failure."""

from __future__ import annotations

import json
from typing import Any, Final

import pytest

from tests.edits import check_reader, edited
from tests.table.served import serving
from tests.table.test_documents import EXAMPLES

#: What a page sends, as the protocol's page says; nobody thinks, and the game stays.
REQUESTS: Final = [
    one
    for one in EXAMPLES
    if one["do"] not in ("bot", "hint", "judge", "trifle", "report", "delete")
    and "scenario" not in one
]
#: What decides how the game goes on: a refused request leaves it alone.
STATE: Final = ("snapshot", "choices", "moves", "seats", "log")


@pytest.fixture
def page(tmp_path):
    with serving(tmp_path) as server, server.page() as page:
        yield page


@pytest.mark.slow
@pytest.mark.parametrize("count", [40, pytest.param(2_000, marks=pytest.mark.exhaustive)])
def test_messages(page, count):
    page.new(seats=["person", "person"], seed=11)
    for _ in range(4):
        page.choose()
    game, at = page.state["game"], page.state["moves"]
    documents = [complete(request, page, at) for request in REQUESTS]
    before = {name: page.state[name] for name in STATE}

    def accepts(document: Any) -> bool:
        reply = page.raw(json.dumps(document))
        if reply["ok"]:
            json.dumps(reply, allow_nan=False)
            page.ask("open", game=game)
            moves = page.state["moves"]
            if moves != at:
                page.now("undo" if moves > at else "redo", to=at)
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


def complete(request: dict[str, Any], page: Any, moves: int) -> dict[str, Any]:
    """Return a request with an id, the game that it is about, and where that stands."""
    about: dict[str, Any] = {"game": page.state["game"]} if "game" in request else {}
    for name in ("position", "end"):
        if name in request:
            about[name] = page.state[name]
    if "at" in request and request["do"] in ("branch", "explain"):
        about["at"] = moves - (request["do"] == "explain")
    about |= {"device": ""} if "device" in request else {}  # it keeps its seats
    return {**request, "id": 1, **about}
