"""Choices and outcomes whose words depend on the state of the game."""

import pytest

from tablemates.envs.core.errors import IllegalActionError
from tablemates.envs.portal_dash.naming import PLAYERS
from tablemates.envs.portal_dash.rules import catalogue as C
from tablemates.envs.portal_dash.rules.agenda import Step
from tablemates.envs.portal_dash.rules.vocabulary import Chance, Colour, Decision
from tests.strings.board import KIND, NAMES, ask, choose_player


@pytest.mark.parametrize(
    ("colour", "question", "choices"),
    [
        (
            Colour.GRAY,
            "Pink chooses whose items are repaired.",
            ["repair all your items", "repair all Blue's items"],
        ),
        (
            Colour.GOLD,
            "Pink chooses who finds an item.",
            ["find an item yourself", "let Blue find an item"],
        ),
    ],
)
def test_choice_of_a_player_depends_on_the_colour(game, colour, question, choices):
    choose_player(colour)(game.p)
    assert game.strings.decision(game.p) == question
    assert [game.strings.action(game.p, action) for action in game.legal()] == choices


def test_seats_are_counted_from_the_decider(game):
    choose_player(Colour.GOLD)(game.p)
    game.p.decider, game.p.players = 1, 3
    texts = [game.strings.action(game.p, C.PLAYER + seat) for seat in range(3)]
    assert texts == ["find an item yourself", "let Yellow find an item", "let Pink find an item"]


def test_any_block_and_the_portal_strip_have_their_own_words(game):
    ask(game.p, Decision.REMOVE_BLOCK, 5)
    assert game.strings.decision(game.p).endswith("exposed block of the top layer is removed.")
    ask(game.p, Decision.REVEAL)
    game.p.parts_open = game.p.parts
    assert game.strings.action(game.p, C.YES) == "reveal the portal strip"


def test_alone_nobody_decides_for_a_team(game):
    game.p.players = 1
    ask(game.p, Decision.NEXT_MOB)
    assert game.strings.decision(game.p) == "Pink chooses which mob acts next."


def test_the_order_of_seats_gives_the_colours(game):
    game.p.players = 4
    for seat, colour in enumerate(PLAYERS):
        ask(game.p, Decision.OPEN_CHEST, decider=seat)
        assert game.strings.decision(game.p).startswith(f"{colour.capitalize()} ")


def test_an_action_that_the_decision_does_not_offer_is_refused(game):
    ask(game.p, Decision.REVEAL)
    for action in (C.COLUMN, C.SPACE, -1):
        with pytest.raises(IllegalActionError, match=str(action)):
            game.strings.action(game.p, action)
    assert game.strings.action(game.p, C.WAIT) == "wait"


OUTCOMES = {
    Chance.BLOCKS_DIE: (5, "the blocks die", "the blocks die shows ?"),
    Chance.MOB_DIE: (2, "the mob die", "the mob die shows 2"),
    Chance.COMBAT_DIE: (1, "the next combat die", "the combat die shows 1 hit"),
    Chance.TILE_DRAWN: (
        KIND["bow"],
        "the next tile of the stack",
        "the tile is the bow",
    ),
    Chance.USED_BLOCK: (2, "the next block from the used pile", "the block is gold"),
    Chance.BLOCK_UNCOVERED: (
        3,
        "the colour of the block that comes into sight in column 6 (layer 3)",
        "the block in column 6 (layer 3) is brown",
    ),
    Chance.PART_REVEALED: (0, "which gameboard tile is revealed", f"the tile is {NAMES.tiles[0]}"),
}


@pytest.mark.parametrize("kind", OUTCOMES, ids=lambda kind: kind.name)
def test_chance_and_its_outcomes(game, kind):
    value, question, outcome = OUTCOMES[kind]
    # A block that comes into sight does so in its frame's column, at its height from below.
    game.p.agenda[0], game.p.agenda_length = (Step.CHANCE, kind, 6, 1), 1
    ask(game.p, Decision.CHANCE, kind, decider=-1)
    assert game.strings.decision(game.p) == f"Chance decides {question}."
    assert game.strings.action(game.p, value) == outcome


def test_chance_that_only_the_set_up_asks_has_no_outcome_to_tell(game):
    assert set(Chance) - set(OUTCOMES) == {Chance.SETUP, Chance.SHUFFLE}
    ask(game.p, Decision.CHANCE, Chance.SETUP, decider=-1)
    with pytest.raises(IllegalActionError, match="SETUP"):
        game.strings.action(game.p, 0)
