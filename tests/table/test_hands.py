"""A real table: a whole game by somebody who does only what the list for hands says."""

import random
import string

import pytest

from tablemates.envs.registry import GAMES, find_game
from tests.table.test_beats import follow, kinds, pieces

pytestmark = pytest.mark.slow


class Person:
    """Lays out what the picture shows, throws own dice, and ticks the list off.

    Attributes:
        table: Where each piece lies.
    """

    def __init__(self, page, game, seed):
        self._page, self._rng = page, random.Random(seed)
        self._read = len(page.pushes)
        self.table = pieces(game)

    def answer(self):
        """Do what is asked now."""
        page, state = self._page, self._page.state
        if state["who"]["kind"] == "bot":
            page.now("bot")
        elif len(state["rolls"]) > 1:  # all dice of a roll are on one screen
            faces = [self._rng.choice(one)["action"] for one in state["rolls"]]
            page.now("roll", outcomes=faces)
        elif state["who"]["kind"] == "chance":
            shares = [one["chance"] for one in state["choices"]]
            (fell,) = self._rng.choices(state["choices"], shares)
            page.now("choose", action=fell["action"])
        else:
            page.now("choose", action=self._rng.choice(state["choices"])["action"])

    def tick(self):
        """Do what the list says that came since; return how many lines it had."""
        news, self._read = self._page.pushes[self._read :], len(self._page.pushes)
        beats = [beat for push in news if push["why"] == "moved" for beat in push["beats"]]
        for beat in beats:
            follow(self.table, beat["moves"])
        return sum(len(beat["hands"]) for beat in beats)


@pytest.mark.parametrize("key", GAMES)
def test_who_follows_the_list_to_the_end_has_the_table_of_the_picture(server, page, key):
    name = page.new(rules=key, chance="explicit", seats=["person", "rules"], seed=6)
    game = server.games.room(name).table.game
    person, jobs, asked = Person(page, game, 6), 0, set()
    while not page.state["ending"]:
        asked.add(page.state["who"]["kind"])
        person.answer()
        jobs += person.tick()
        assert kinds(person.table) == kinds(pieces(game)), page.state["beats"]
    assert asked == {"person", "bot", "chance"}
    assert jobs > 30


@pytest.mark.parametrize("key", GAMES)
def test_a_move_of_a_piece_is_on_the_list_and_names_the_piece_and_the_place(key):
    kind = find_game(key)
    words = kind(kind.settings_type())._module("speech").WORDS
    moves = {name: one for name, one in words._beats.items() if one.move}
    assert moves
    for name, one in moves.items():
        assert (one.hands, one.quiet, one.die) == (True, False, None), name
        named = {field for template in one.move for field in fields_of(template)}
        assert named <= fields_of(words._sentences["events"][name]), name


def fields_of(template):
    return {field for _, field, _, _ in string.Formatter().parse(template) if field}
