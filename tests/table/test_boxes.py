"""My box: which parts are assumed, and parts that somebody enters."""

import pytest

from tablemates.envs.core.engine.codes import CHANCE, OVER
from tablemates.envs.core.files.overlays import assumed_values
from tablemates.envs.registry import DEFAULT_GAME, GAMES, find_game
from tablemates.table.server.handlers.boxes import assumed
from tablemates.table.session.lookahead import Sandbox, rolls
from tests.table.served import RefusedError, serving

DICE = ["dice", "combat", "copies"]


@pytest.fixture
def server(tmp_path):
    with serving(tmp_path) as running:
        yield running


def test_marks_go_for_what_lies_below_them_but_for_exceptions(tmp_path):
    (tmp_path / "parts.yaml").write_text(
        "a: {mark: assumed, marks: {y: printed}, x: 1, y: 2, z: {p: [1, 2]}}\n"
        "b: {c: 3, marks: {c: assumed}, d: 4}\n"
    )
    assert assumed_values(tmp_path) == [(("a", "x"), 1), (("a", "z", "p"), [1, 2]), (("b", "c"), 3)]


@pytest.mark.parametrize("game", GAMES)
def test_every_game_says_what_it_assumes(game, page):
    (form,) = (one for one in page.ask("hello")["rules"] if one["rules"] == game)
    assert sum(form["assumed"].values()) == len(assumed(game))
    assert not form["box"]
    assert [part["own"] for part in page.ask("box", rules=game)["parts"]] == [False] * len(
        assumed(game)
    )


def test_what_was_entered_is_what_is_played_with(server, page):
    page.ask("keep_box", rules=DEFAULT_GAME, entries=[{"place": DICE, "value": [1, 1, 4]}])
    found = {tuple(one["place"]): one for one in page.ask("box", rules=DEFAULT_GAME)["parts"]}
    assert found[tuple(DICE)]["value"] == [1, 1, 4]
    assert [one["own"] for one in found.values()].count(True) == 1
    game = page.ask("new", rules=DEFAULT_GAME, seed=3, box=True)["game"]
    parts = server.games.room(game).table.game.components.parts
    assert list(parts.dice.combat.copies) == [1, 1, 4]
    saved = server.client.get(page.save_url()).text
    text = page.ask("box", rules=DEFAULT_GAME)["text"]
    page.ask(
        "keep_box", rules=DEFAULT_GAME, text=text.replace("- 4", "- 3").replace("- 1", "- 2", 1)
    )
    again = server.client.post("/games", content=saved).json()["game"]
    parts = server.games.room(again).table.game.components.parts
    assert list(parts.dice.combat.copies) == [1, 1, 4], "a saved game keeps its parts"


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"entries": [{"place": DICE, "value": "many"}]}, "copies"),
        ({"entries": [{"place": ["mobs", "ghast", "life"], "value": 9}]}, "it is known"),
        ({"text": "dice: [1, 2"}, "not YAML"),
        ({"text": "dies: {}"}, "did you mean"),
        ({}, "entries"),
    ],
)
def test_parts_that_are_wrong_are_refused_with_a_sentence(page, fields, said):
    with pytest.raises(RefusedError, match=said):
        page.ask("keep_box", rules=DEFAULT_GAME, **fields)
    with pytest.raises(RefusedError, match="Nothing of your own box"):
        page.ask("new", rules=DEFAULT_GAME, box=True)


@pytest.mark.slow
@pytest.mark.parametrize("key", GAMES)
def test_dice_of_one_roll_can_be_entered_in_any_combination(key):
    """Everything shown on one screen is legal, whatever fell before it."""
    kind = find_game(key)
    game = kind(kind.settings_type(players=2, chance="explicit"))
    sandbox = Sandbox(game.settings)
    game.new(4)
    longest = 0
    for n in range(300):
        if game.to_move() == OVER:
            break
        found = rolls(game, sandbox) if game.to_move() == CHANCE else []
        longest = max(longest, len(found))
        for outcomes in found or [[(game.legal[n % len(game.legal)], "")]]:
            action = outcomes[n % len(outcomes)][0]
            assert action in game.legal
            if found:
                assert outcomes == [(one, game.describe(one)) for one in game.legal]
            game.step(action)
    assert longest >= (2 if key == DEFAULT_GAME else 1)
