"""Positions of a real table, entered as text: read, drawn, and played on from."""

import pytest

from tablemates.envs.registry import GAMES
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
