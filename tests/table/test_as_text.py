"""Seats that are read and answered as text, beside people at other devices."""

import threading

import pytest

from tablemates.envs.core.errors import GameError
from tablemates.envs.registry import GAMES
from tablemates.mcp import McpConfig, Session
from tablemates.text import TextGame
from tests.table.served import RefusedError
from tests.table.test_process import page_at, running

OTHER = [*GAMES][1]


@pytest.mark.slow
@pytest.mark.parametrize("rules", GAMES)
def test_a_seat_reads_at_the_table_what_a_game_as_text_says(page, rules):
    page.ask("hello", device="laptop")
    page.new(rules=rules, players=2)
    game = TextGame(rules, {"players": 2}, seed=3)
    for n in range(25):
        for seat in range(2):
            seen = page.of("read", seat=seat)
            assert seen["text"] == game.observation(seat)
            assert seen["choices"] == [one._asdict() for one in game.legal(seat)]
        choice = game.legal(game.to_move)[n % len(game.legal(game.to_move))]
        game.step(f'{{"action": {choice.id}}}')
        page.of("choose", position=seen["position"], action=choice.id)
    assert page.of("rules", level="full")["text"] == game.rules("full")


def test_only_ones_own_seat_is_read(server, page):
    page.ask("hello", device="laptop")
    page.new(seats=["person", "random"])
    with pytest.raises(RefusedError, match="no such seat"):
        page.of("read", seat=1)
    with server.page() as other:
        other.ask("hello", device="phone")
        other.ask("open", game=page.state["game"])
        with pytest.raises(RefusedError, match="You watch this game"):
            other.of("read", seat=0)


class Person:
    """A person in the browser who moves whenever it is their turn, in a thread of its own."""

    def __init__(self, page):
        self.page, self.moves = page, 0
        self.thread = threading.Thread(target=self.play, daemon=True)

    def play(self):
        while self.moves < 8:
            self.page.wait_for(lambda now: now["ending"] or now["who"]["seat"] in now["mine"])
            if self.page.state["ending"]:
                return
            self.page.choose(-1)
            self.moves += 1


@pytest.mark.slow
def test_an_assistant_plays_beside_a_person(tmp_path):
    """The person moves in a browser, the assistant by its tools, at a table of another process."""
    with running(tmp_path, "--host", "0.0.0.0") as (_, address):
        token = f"table-token={address.partition('=')[2]}"
        config = McpConfig(table=f"http://{address}", patience=1, keep=False)
        with page_at(address, Cookie=token) as page:
            page.ask("hello", device="laptop")
            game = page.new(rules=OTHER, players=2)
            session = Session(config)
            (listed,) = session.tables()
            assert (listed["game"], listed["seats"]) == (game, ["person", "person"])
            with pytest.raises(GameError, match="Another device has that seat"):
                session.join(game, 1)
            page.of("stand", seat=1)
            person = Person(page)
            person.thread.start()
            seen = session.join(game, 1)
            assert "seat 1 of 2" in seen
            assert '{"action": ID}' in session.rules("short")
            acted = 0
            while person.thread.is_alive() and acted < 200:
                if legal := session.legal():
                    assert "not legal" in session.act("fly")
                    seen = session.act(legal[acted % len(legal)]["id"])
                    acted += 1
                else:
                    session.observe()
            assert not person.thread.is_alive()
            assert acted
            assert person.moves
            assert "Since your last decision:" in seen
            page.of("open")
            assert page.state["moves"] == acted + person.moves
        seen = session.observe()  # the person has gone: the others wait, and so does it
        assert "You are" in seen
    with pytest.raises(GameError, match="no table answers at"):
        session.act(0)


@pytest.mark.slow
def test_an_assistant_agrees_to_what_people_want_to_take_back(tmp_path):
    with running(tmp_path) as (_, address), page_at(address) as page:
        page.ask("hello", device="laptop")
        game = page.new(rules=None, seats=["person", "person"])
        page.of("stand", seat=1)
        session = Session(McpConfig(table=f"http://{address}", patience=0.2, keep=False))
        session.join(game, 1)
        while page.state["who"]["seat"] in page.state["mine"]:
            page.choose()
        while session.legal():
            session.act(session.legal()[0]["id"])
        moves = page.of("open") and page.state["moves"]
        assert page.now("undo", to=0)["asked"]
        session.observe()
        page.wait_for(lambda state: state["moves"] == 0)
        assert moves > 0


def test_where_no_table_is_the_sentence_says_how_to_start_one():
    for address, words in (
        ("http://127.0.0.1:9/", r"no table answers at http://127.0.0.1:9/ .*python play.py"),
        ("somewhere", "'somewhere' is no address of a table"),
    ):
        with pytest.raises(GameError, match=words):
            Session(McpConfig(table=address, keep=False)).tables()
