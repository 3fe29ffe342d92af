"""The snapshot: its format, its names, and that nothing hidden is in it."""

import json

import pytest

from tablemates.envs.portal_dash.rules import catalogue as C
from tablemates.envs.portal_dash.rules.vocabulary import Colour, Mode, Outcome
from tablemates.envs.portal_dash.snapshot import Snapshot, snapshot
from tests.portal_dash.played import PlayedGame


def taken(game, **options):
    return snapshot(game.p, game.names, **options)


@pytest.fixture
def game():
    return PlayedGame(seed=5).started()


@pytest.mark.parametrize(("level", "players"), [(2, 1), (5, 4)])
def test_every_state_of_a_game_is_in_the_format(level, players):
    game = PlayedGame(level=level, players=players, seed=level)
    while True:
        data = taken(game, legal=game.legal())
        assert Snapshot.model_validate(data).model_dump(mode="json") == data
        assert json.loads(json.dumps(data)) == data
        if game.p.outcome != Outcome.RUNNING:
            break
        game.step_at_random()
    assert data["decision"] is None
    assert data["ending"]["outcome"] == "lost"


def test_names_stand_where_the_record_has_numbers(game):
    p, names = game.p, game.names
    p.item_kind[0, 5] = names.items.index("iron leggings")
    p.item_active[0, 5], p.item_mode[0, 5], p.item_hearts[0, 5] = 1, Mode.ARMOUR, 1
    p.item_enchantments[0, 4, 0] = names.items.index("sword +1 die")
    p.place_colour[3], p.place_count[3] = Colour.GOLD, 2
    p.history[:2] = names.items.index("bow"), 64 + names.items.index("Netherite boots")
    p.history_length = 2
    p.drawn[0] = names.items.index("bow")
    data = taken(game, legal=[C.STEP + 1])
    pink = data["players"][0]
    assert (pink["items"][5]["name"], pink["items"][5]["mode"]) == ("iron leggings", "armour")
    assert pink["items"][5]["details"] == "1 of 2 hearts"
    assert pink["items"][4]["enchantments"] == ["sword +1 die"]
    assert data["tasks"][1]["columns"][0] == {"size": 3, "colour": "gold", "blocks": 2}
    assert data["tiles"]["history"] == [
        {"what": "drawn", "item": "bow"},
        {"what": "shuffled in", "item": "Netherite boots"},
    ]
    assert data["tiles"]["drawn"] == ["bow"]
    assert data["decision"]["kind"] == "action"
    (choice,) = data["legal"]
    assert choice["action"] == C.STEP + 1
    assert choice["text"].startswith("move east to (")
