"""Positions of a real table, entered as text: read, drawn, and played on from."""

import json

import pytest

from tablemates.envs.registry import GAMES, find_game
from tablemates.table.session.position_form import PositionForm
from tests.table.served import RefusedError

TWO = {"players": 2}


def ask(page, game, text=None):
    return page.ask("position", rules=game, scenario=TWO, text=text)


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_the_beginning_is_offered_as_text_and_read_back_as_the_same_table(page, game):
    begun = ask(page, game)
    assert begun["fault"] is None
    assert len(begun["text"].splitlines()) >= 3
    again = ask(page, game, begun["text"])
    assert (again["zones"], again["decision"]) == (begun["zones"], begun["decision"])
    page.new(rules=game, chance="explicit", position=again["position"], **TWO)
    assert page.state["zones"] == again["zones"]
    assert page.state["who"]["text"] == again["decision"]


@pytest.mark.parametrize("game", GAMES)
def test_what_is_no_position_is_said_with_its_place(page, game):
    for text, said in (
        ("turns: 3", "turn"),
        ("turn: two", "two"),
        ("a: [1,\n b", "line"),
        ("- 3", "keys with values"),
    ):
        answer = ask(page, game, text)
        assert answer["position"] is None
        assert said in answer["fault"]
        assert answer["fault"][-1] in ".?"
        assert answer["text"] == text
    with pytest.raises(RefusedError, match="no game"):
        ask(page, "no_such_game", "turn: 3")


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_a_field_says_what_follows_and_what_is_entered_in_it_is_there(game):
    kind = find_game(game)
    one = kind(kind.settings_type(players=2, chance="explicit"))
    one.new(0)
    whole = one.dump_position()
    form = PositionForm(one, [key for key in whole if key != "hidden"])
    entries = form.entries({}, whole)
    assert {entry.place[0] for entry in entries} == set(whole) - {"hidden"}
    assert len({entry.place for entry in entries}) == len(entries) > 20
    assert {entry.kind for entry in entries} >= {"word", "number", "line", "lines"}
    for entry in entries:
        # As the page gets it: names that are numbers are text there.
        given = json.loads(json.dumps(form.filled({}, whole, entry.place, entry.follows)))
        if entry.follows:
            assert at(given, entry.place) == at(whole, entry.place), entry
            less = form.filled(given, whole, entry.place, "")
            assert not at(less, entry.place), entry
        else:
            assert not at(given, entry.place), entry


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_what_is_wrong_is_said_at_its_field_and_mended_there(page, game):
    begun = ask(page, game)
    firsts = {one["kind"]: one for one in reversed(begun["entries"]) if one["kind"] != "lines"}
    for one in firsts.values():
        wrong = {"place": one["place"], "text": "no such thing: ["}
        answer = page.ask("position", rules=game, scenario=TWO, text=begun["text"], entry=wrong)
        assert answer["position"] is None
        assert list(answer["at"]) == one["place"], answer["fault"]
        assert answer["fault"][-1] in ".?"
        mended = {"place": one["place"], "text": one["text"]}
        answer = page.ask("position", rules=game, scenario=TWO, text=answer["text"], entry=mended)
        assert (answer["fault"], answer["zones"]) == (None, begun["zones"])
    none = {"place": ["no_such_key"], "text": "3"}
    answer = page.ask("position", rules=game, scenario=TWO, text=begun["text"], entry=none)
    assert "no_such_key" in answer["fault"]


def at(value, place):
    """Return what lies at a place of a position."""
    for step in place:
        value = value[step] if isinstance(value, list) else (value or {}).get(step)
    return value


def texts_in(value):
    return [one for part in value for one in texts_in(part)] if isinstance(value, list) else [value]


@pytest.mark.parametrize("game", GAMES)
def test_each_sign_of_ones_own_parts_is_drawn_and_can_be_painted(page, game):
    box = page.ask("box", rules=game)
    for palette in box["palettes"]:
        signs = {one["sign"] for one in palette["brushes"]}
        assert len(signs) == len(palette["brushes"]) > 3
        assert all(one["words"] and "<svg" in one["svg"] for one in palette["brushes"])
        painted = [
            part
            for part in box["parts"]
            if part["place"][0] in palette["sections"]
            and all(isinstance(one, str) for one in texts_in(part["value"]))
            and signs >= {*"".join("".join(texts_in(part["value"])).split())}
        ]
        assert painted, palette["sections"]


def test_every_game_that_assumes_maps_has_brushes_for_them(page):
    for game in GAMES:
        box = page.ask("box", rules=game)
        known = {section for one in box["palettes"] for section in one["sections"]}
        for part in box["parts"]:
            if isinstance(part["value"], str) and "\n" in part["value"]:
                assert part["place"][0] in known
