"""Games in memory: which are let go, and what becomes of one that is deleted."""

import asyncio
import json
import threading

from tablemates.table.server import hall
from tablemates.table.server.hall import Offer
from tests.table.served import serving
from tests.table.test_bots import Slow


class Later(Slow):
    """Has not been asked yet."""

    asked, may_answer = threading.Event(), threading.Event()


def test_a_game_in_which_a_bot_moved_is_let_go_like_any_other(tmp_path, monkeypatch):
    monkeypatch.setattr(hall, "OPEN_GAMES", 1)
    with serving(tmp_path) as server, server.page() as page:
        page.new(seats=["random"])
        page.now("bot")
        page.of("close")
        page.new(seats=["random"])
        assert len(server.hall._rooms) == 1


def test_a_deleted_game_does_not_play_on(tmp_path):
    name = "tests.table.test_hall:Later"
    with serving(tmp_path, Offer(offered=(name,))) as server, server.page() as page:
        game = page.new(seats=[name], pace={"mode": "run", "seconds": 0.0})
        assert Later.asked.wait(60)
        room = server.hall.room(game)
        page.socket.send_text(json.dumps({"id": "b", "do": "bot", "game": game, "moves": 0}))
        page.ask("delete", game=game)
        assert page.pushes[-1] == {"push": "closed", "game": game}
        seen = len(page.pushes)
        Later.may_answer.set()
        while (reply := page.receive()).get("id") != "b":  # each request has its reply
            pass
        assert "error" in reply or reply["ok"]
        server.client.portal.call(asyncio.sleep, 0.2)
        assert room.runner is None
        assert room.table.moves <= 1
        page.ask("list")
        assert len(page.pushes) == seen
        assert not list(tmp_path.glob("*.json"))
