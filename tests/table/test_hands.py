"""Hands at the table: a device shows that of its own seat, and nobody else's."""

import numpy as np

from docs.examples.crazy_eights import NAMES
from tests.table.hands import RULES
from tests.table.test_between_people import acting, devices, hear, joined, room_of

__all__ = ["devices"]


def hands_of(server, page):
    game = room_of(server, page).table.game
    return game.fields(game.record).private.hand


def own(page):
    return page.state["snapshot"].get("own", {}).get("hand")


def test_each_device_is_told_its_own_hand(server, devices):
    host, guest = devices
    joined(host, guest, RULES, seed=3)
    for _ in range(6):
        acting(host, guest)[0].move()
        hear(host, guest)
        hands, seat = hands_of(server, host), host.state["who"]["seat"]
        for n, page in enumerate(devices):
            assert own(page) == hands[n].tolist()
            assert bool(page.state["choices"]) == (n == seat)


def test_bots_hands_stay_hidden(server, page):
    page.new(rules=RULES, seats=["person", "random"], seed=3)
    for _ in range(8):
        assert own(page) == hands_of(server, page)[0].tolist()
        if page.state["who"]["seat"] != 0:
            assert page.state["choices"] == []
            page.now("bot")
        else:
            page.move()


def test_consequences_tell_no_hand_that_was_made_up(server, page):
    """After a choice the next seat's cards are unknown: nothing that it does is foretold."""
    page.new(rules=RULES, seats=["person", "person"], seed=3)
    names = [f"plays the {name}" for name in NAMES]
    for _ in range(12):
        for choice in page.state["choices"]:
            told = choice["leads"]["happens"]
            card = choice["text"].removeprefix("Play the ")
            others = [text for text in told for name in names if name in text and card not in text]
            assert not others
        page.move(n=int(np.argmax([len(one["text"]) for one in page.state["choices"]])))
