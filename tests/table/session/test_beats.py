"""Beats, the pieces that they move and the list for hands, in every registered game."""

import importlib
import random
import re
import string
from collections import Counter
from itertools import count

import pytest

from tablemates.envs.core.views.agent import Situation
from tablemates.envs.core.views.beats import beats_of, draw_beats, picture_of
from tablemates.envs.registry import GAMES, find_game
from tablemates.table.session.game import TableGame
from tablemates.table.session.lookahead import Sandbox
from tablemates.table.session.partners import make_agent

pytestmark = pytest.mark.slow

NUMBERS = count()
PIECE = re.compile(r'data-piece="([^"]+)" data-at="([^"]+)"')


def kind_of(name):
    return name.rpartition(".")[0] or name


def pieces(game):
    """Return where each piece in the picture lies, by id."""
    found = [one for zone in game.zones() for one in PIECE.findall(zone.svg)]
    assert len(found) == len(dict(found)), "two pieces of one id"
    return dict(found)


def kinds(table):
    """Return what lies where; pieces of one kind are alike."""
    return Counter((kind_of(name), at) for name, at in table.items())


def follow(table, moves):
    """Move pieces on a table as somebody does who follows what beats say."""
    for name, to in moves:
        if not to:
            kind = name.endswith(".")
            del table[next(one for one in table if one.startswith(name)) if kind else name]
        else:
            table[f"{name}new{next(NUMBERS)}" if name.endswith(".") else name] = to


@pytest.mark.parametrize("key", GAMES)
def test_each_event_is_in_one_beat_and_moves_the_pieces(key):
    rng, dice = random.Random(5), 0
    for seed, chance in enumerate(("sampled", "explicit")):
        kind = find_game(key)
        table = TableGame.begin(kind.settings_type(players=2, chance=chance), seed)
        game = table.game
        model = pieces(game)
        cards = 0
        for _ in range(100):
            if table.over:
                break
            action = rng.choice(table.legal)
            table.take(action)
            beats = table.positions[table.moves].beats
            assert [one for beat in beats for one in beat["events"]] == game.events()
            cards += sum(beat["card"] for beat in beats)
            for beat in beats:
                assert not re.search(r"\bslots?\b", " ".join(beat["lines"] + beat["hands"]))
                follow(model, beat["moves"])
                told = [one for one in map(game.stage, beat["events"]) if not one.get("quiet")]
                dice += len(beat["dice"])
                # What comes of dice is told after they are shown.
                assert all("die" in one for one in told[len(told) - len(beat["dice"]) :]), beat
            shown = pieces(game)
            assert kinds(model) == kinds(shown), (action, beats)
            model = shown
        assert cards > 2
    assert dice or not any(one.die for one in game._module("speech").WORDS._beats.values())


@pytest.mark.parametrize("key", GAMES)
def test_a_beat_is_of_a_seat_or_of_nobody(key):
    """Traps kill too, and a game may be lost by nobody in particular."""
    rng = random.Random(3)
    for seed in range(8):
        game = find_game(key)(find_game(key).settings_type(players=3))
        game.new(seed)
        for _ in range(200):
            if not len(game.legal):
                break
            game.step(rng.choice([*map(int, game.legal)]))
            assert {beat["seat"] for beat in beats_of(game)} <= {None, *range(game.seats)}


@pytest.mark.parametrize("key", GAMES)
def test_things_of_a_list_are_told_in_one_sentence(key):
    rng, table = random.Random(5), TableGame.begin(find_game(key).settings_type(players=2), 0)
    while not table.over and table.moves < 60:
        for beat in table.positions[table.moves].beats:
            staged = [table.game.stage(event) for event in beat["events"]]
            listed = [
                event["text"]
                for event, one in zip(beat["events"], staged, strict=True)
                if one.get("listed")
            ]
            assert len(beat["lines"]) <= len(staged) - len(listed) + bool(listed)
            said = set(" ".join(beat["lines"]).replace(",", "").replace(".", "").split())
            assert said >= set(" ".join(listed).replace(".", "").split())
        table.take(rng.choice(table.legal))


def seen_at(zones, name):
    svg = "".join(zone["svg"] for zone in zones.values())
    return name in zones or any(f'data-{kind}="{name}"' in svg for kind in ("piece", "spot"))


@pytest.mark.parametrize("key", GAMES)
def test_the_picture_of_each_beat_has_what_the_beat_names(key):
    """Everything told is drawn while it is told: no sooner, and no later."""
    kind = find_game(key)
    player, beats = make_agent("rules", kind.settings_type(players=2)), 0
    seed = 1
    table = TableGame.begin(kind.settings_type(players=2), seed)
    sandbox = Sandbox(table.game.settings)
    while not table.over and table.moves < 30:
        before = table.positions[table.moves].record
        situation = Situation.of(table.game, seed, table.moves)
        table.take(player.act(situation))
        made = table.positions[table.moves]
        seen = picture_of(sandbox.still(before))
        zones = {zone["name"]: zone for zone in seen["zones"]}
        model = Counter(pieces_in(zones).elements())
        told = sandbox.told(before, made.action)
        for beat, picture in zip(made.beats, draw_beats(made.beats, seen, told), strict=True):
            zones |= {zone["name"]: zone for zone in picture["zones"]}
            for name, to in beat["moves"]:
                moved(model, name, to)
            assert model == pieces_in(zones), beat
            assert all(seen_at(zones, name) for name in beat["focus"]), beat
            beats += 1
        assert picture["clocks"] == picture_of(table.game)["clocks"] or not made.beats
    assert beats > 30
    player.close()


def pieces_in(zones):
    """Return what lies where; pieces of one kind are alike."""
    found = [one for zone in zones.values() for one in PIECE.findall(zone["svg"])]
    return Counter((kind_of(name), at) for name, at in found)


def moved(model, name, to):
    """Move a piece in a count of what lies where."""
    kind = kind_of(name)
    here = next((one for one in model if one[0] == kind and model[one]), None)
    if here and not (to and name.endswith(".")):
        model[here] -= 1
        if not model[here]:
            del model[here]
    if to:
        model[kind, to] += 1


@pytest.mark.parametrize("key", GAMES)
def test_zones_keep_their_names_and_sizes_over_a_game(key):
    rng = random.Random(8)
    kind = find_game(key)
    table = TableGame.begin(kind.settings_type(players=3), 2)
    first = None
    for n in range(200):
        if table.over:
            break
        table.take(rng.choice(table.legal))
        if n % 10:
            continue
        shapes = [
            (zone.name, zone.role, zone.title, re.search('viewBox="[^"]*"', zone.svg)[0])
            for zone in table.game.zones()
        ]
        first = first or shapes
        assert shapes == first
        assert [zone.role for zone in table.game.zones()].count("board") == 1
        assert [zone.role for zone in table.game.zones()].count("seat") == 3


# -- a real table: somebody who does only what the list for hands says
class Person:
    """Lays out what the picture shows, throws own dice, and ticks the list off."""

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
            assert sum(shares) == pytest.approx(1.0, abs=0.01)
            assert {one["kind"] for one in state["choices"]} == {"outcome"}
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
    while not page.state["ending"] and page.state["moves"] < 50:
        asked.add(page.state["who"]["kind"])
        person.answer()
        jobs += person.tick()
        assert kinds(person.table) == kinds(pieces(game)), page.state["beats"]
    assert asked == {"person", "bot", "chance"}
    assert jobs > 12


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


@pytest.mark.parametrize("key", GAMES)
def test_hands_are_told_what_to_do_and_not_what_somebody_did(key):
    rng, told = random.Random(7), Counter()
    for seed in range(3):
        table = TableGame.begin(find_game(key).settings_type(players=2, chance="explicit"), seed)
        names = {table.game.player_name(seat).capitalize() for seat in range(2)}
        for _ in range(300):
            if table.over:
                break
            table.take(rng.choice(table.legal))
            for beat in table.positions[table.moves].beats:
                for line in beat["hands"]:
                    first = re.split(r"\W", line)[0]
                    assert first not in {*names, "The", "A", "An"}, line
                    told[first] += 1
    assert len(told) > 5


@pytest.mark.parametrize("key", GAMES)
def test_every_event_for_hands_has_its_instruction(key):
    kind = find_game(key)
    words = importlib.import_module(kind.__module__.rpartition(".")[0] + ".speech").WORDS
    for name, staging in words._beats.items():
        if staging.hands and staging.die is None and not staging.quiet:
            assert words.has("hands", name), name
