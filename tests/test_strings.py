"""Decisions, choices, events and endings in words.

The golden playthroughs pin the words of every decision; these are the forms that depend on the
state, every event, and whole games in which no two choices may read the same.
"""

import re

import pytest

from tablemates.envs.core.errors import IllegalActionError
from tablemates.envs.portal_dash.decision_strings import describe_cause
from tablemates.envs.portal_dash.naming import PLAYERS
from tablemates.envs.portal_dash.rules import catalogue as C
from tablemates.envs.portal_dash.rules.agenda import Step
from tablemates.envs.portal_dash.rules.vocabulary import (
    EVENT_FIELDS,
    MAGMA,
    Cause,
    Chance,
    Colour,
    Decision,
    Event,
    MobKind,
    Mode,
    Outcome,
    Reason,
)
from tests.played import PlayedGame, names_of_parts

NAMES = names_of_parts()
KIND = {name: kind for kind, name in enumerate(NAMES.items)}
HERE, THERE = 2 * 64 + 3, 2 * 64 + 4
MC2, GH2, BOSS = 1, 4, 18


@pytest.fixture
def game():
    """Return a game in whose first turn Pink acts, with full hearts and active items."""
    game = PlayedGame(seed=3).started()
    game.p.hearts[:2] = 6
    for seat in range(2):
        game.p.item_active[seat, :5] = 1
        game.p.item_hearts[seat, 2] = 1
    return game


def ask(p, decision, about=0, decider=0):
    p.decision, p.decision_about, p.decider, p.active_player = decision, about, decider, 0


# -- choices -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("colour", "question", "choices"),
    [
        (
            Colour.RED,
            "Pink chooses whose life tracker is filled.",
            ["fill your life tracker (6 of 6 hearts)", "fill Blue's life tracker (6 of 6 hearts)"],
        ),
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
    ask(game.p, Decision.PLAYER, colour)
    assert game.strings.decision(game.p) == question
    assert [game.strings.action(game.p, action) for action in game.legal()] == choices


def test_seats_are_counted_from_the_decider(game):
    ask(game.p, Decision.PLAYER, Colour.GOLD, decider=1)
    game.p.players = 3
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


# -- events --------------------------------------------------------------------------------

#: The numbers of an event by field, and the sentence. Player 1 is Blue.
EVENTS = {
    Event.GAME_STARTED: ((3, 2, 1), "2 players begin level 3; Blue goes first."),
    Event.START_CHOSEN: ((1, HERE), "Blue begins on (2, 3)."),
    Event.TURN_STARTED: ((1, 7), "Turn 7: Blue."),
    Event.BLOCKS_DIE: ((1, 0), "Blue rolls red on the blocks die."),
    Event.MOB_DIE: ((1, 3), "Blue rolls 3 on the mob die."),
    Event.BLOCK_REMOVED: (
        (1, 6, 2, 4, Reason.MINED),
        "Blue mines the black block of column 6 (layer 2).",
    ),
    Event.NO_BLOCK_REMOVED: ((1, 4), "No black block is exposed, none is removed."),
    Event.BLOCK_UNCOVERED: ((6, 2, 3), "A brown block comes into sight in column 6 (layer 2)."),
    Event.MOB_ACTIVATED: ((GH2,), "Ghast 2 acts."),
    Event.MOB_MOVED: ((GH2, HERE, THERE), "Ghast 2 moves from (2, 3) to (2, 4)."),
    Event.MOB_ATTACKED: ((BOSS, 1, 4), "The Ancient Hoglin attacks Blue for 4 damage."),
    Event.MOB_SPAWNED: ((MC2, HERE), "Magma cube 2 spawns on (2, 3)."),
    Event.NOTHING_SPAWNED: ((), "No mob spawns."),
    Event.HEART_LOST: ((1, MAGMA, 5), "Blue is hurt by magma: 5 of 6 hearts left."),
    Event.ARMOUR_HEART_LOST: (
        (1, MobKind.WILDFIRE, 2, KIND["leather tunic"], 0),
        "Blue's leather tunic loses a heart to the Wildfire: 0 left.",
    ),
    Event.ITEM_DAMAGED: (
        (1, 3, KIND["starting bow"], Reason.USED),
        "Blue's starting bow goes to the bottom row (used).",
    ),
    Event.PUSHED: ((1, HERE, THERE), "Blue is pushed from (2, 3) to (2, 4)."),
    Event.PLAYER_MOVED: ((1, HERE, THERE, 2), "Blue moves from (2, 3) to (2, 4) (2 steps)."),
    Event.CHEST_OPENED: ((1, HERE), "Blue opens the chest on (2, 3)."),
    Event.CHEST_PLACED: ((HERE,), "A chest is placed on (2, 3)."),
    Event.TILE_DRAWN: ((1, KIND["bow"]), "Blue draws a tile: bow."),
    Event.ITEM_KEPT: ((1, 5, KIND["bow"]), "Blue keeps the bow."),
    Event.TILE_DISCARDED: (
        (1, KIND["bow"], Reason.NOT_KEPT),
        "Blue's tile bow is discarded.",
    ),
    Event.ITEM_ENCHANTED: (
        (1, 4, KIND["stone sword"], KIND["sword reroll"]),
        "Blue puts sword reroll on the stone sword.",
    ),
    Event.MODE_CHOSEN: ((1, 5, Mode.ARMOUR), "Blue wears the leggings in slot 5 as armour."),
    Event.ITEM_REPAIRED: ((1, 4, KIND["stone sword"]), "Blue's stone sword is repaired."),
    Event.FIGHT_STARTED: (
        (1, 4, KIND["stone sword"], MC2, 3),
        "Blue attacks magma cube 2 with the stone sword (3 dice).",
    ),
    Event.DIE_ROLLED: ((1, 1), "Blue rolls 1 hit."),
    Event.DICE_REROLLED: ((1, 2), "Blue rerolls the 2 lowest dice."),
    Event.FIGHT_ENDED: ((1, MC2, 3, 2), "Blue scores 3 hits against magma cube 2 (life 2)."),
    Event.MOB_DEFEATED: ((1, BOSS), "The Ancient Hoglin is defeated."),
    Event.BOSS_HIT: ((1, BOSS, 3, 17), "The Ancient Hoglin has 17 life left."),
    Event.BLOCK_DRAWN: ((1, 2), "Blue draws a gold block from the used pile."),
    Event.ABILITY_USED: ((1, 2), "Blue uses the gold block's ability."),
    Event.BLOCK_PLACED: ((1, 2, 4), "Blue places the gold block on task B, second column."),
    Event.TASK_DONE: ((1, 2), "Task C is complete."),
    Event.HEALED: ((1, 6), "Blue's life tracker is filled to 6 hearts."),
    Event.SPACE_COVERED: ((1, HERE), "Blue covers (2, 3) with a brown block."),
    Event.NETHERITE_ADDED: (
        (1, KIND["Netherite boots"]),
        "Blue shuffles the Netherite boots into the top of the stack.",
    ),
    Event.STACK_SHUFFLED: ((12,), "The discard pile is shuffled into a new stack of 12 tiles."),
    Event.PART_REVEALED: ((1, 1, 0), f"Blue reveals gameboard tile 2: {NAMES.tiles[0]}."),
    Event.PORTAL_REVEALED: ((1,), "Blue reveals the portal strip."),
    Event.BOSS_APPEARED: ((BOSS, HERE), "The Ancient Hoglin appears on (2, 3)."),
    Event.FORCED: ((1, C.SPACE + 2 * 24 + 3), "Blue has no other choice: (2, 3)."),
    Event.TURN_ENDED: ((1,), "Blue's turn ends."),
    Event.GAME_WON: ((Cause.BOSS_DEFEATED,), "The team has won: every boss is defeated."),
    Event.GAME_LOST: (
        (Cause.PLAYER_DIED, 1, MobKind.ENDERMAN),
        "The team has lost: Blue has no heart left, because of an enderman.",
    ),
}


def row_of(event, values):
    return (event, *values, *[0] * (5 - len(values)))


def test_no_event_is_without_a_sentence():
    assert set(EVENTS) == set(Event)
    assert {event: len(values) for event, (values, _) in EVENTS.items()} == {
        event: len(fields) for event, fields in EVENT_FIELDS.items()
    }


@pytest.mark.parametrize("event", EVENTS, ids=lambda event: event.name)
def test_event(game, event):
    values, sentence = EVENTS[event]
    game.p.boss_kind[:] = 1, 0
    assert game.strings.event(game.p, row_of(event, values)) == sentence


@pytest.mark.parametrize(
    ("event", "values", "sentence"),
    [
        (Event.GAME_STARTED, (0, 1, 0), "1 player begins a custom level; Pink goes first."),
        (
            Event.BLOCK_REMOVED,
            (1, 6, 2, 4, Reason.BOSS),
            "The black block of column 6 (layer 2) goes to the used pile.",
        ),
        (Event.MOB_MOVED, (GH2, HERE, HERE), "Ghast 2 stays on (2, 3)."),
        (Event.PLAYER_MOVED, (1, HERE, THERE, 1), "Blue moves from (2, 3) to (2, 4)."),
        (
            Event.ITEM_DAMAGED,
            (1, 2, KIND["leather tunic"], Reason.WORN_OUT),
            "Blue's leather tunic goes to the bottom row (no heart left).",
        ),
        (
            Event.TILE_DISCARDED,
            (1, KIND["starting bow"], Reason.STARTING),
            "Blue's tile starting bow leaves the game.",
        ),
        (Event.BLOCKS_DIE, (1, 5), "Blue rolls ? on the blocks die."),
        (Event.DICE_REROLLED, (1, 1), "Blue rerolls the lowest die."),
        (
            Event.GAME_LOST,
            (Cause.TASK_B_LATE, -1, -1),
            "The team has lost: layer 2 is empty and task B is not complete.",
        ),
    ],
)
def test_event_whose_numbers_change_the_sentence(game, event, values, sentence):
    assert game.strings.event(game.p, row_of(event, values)) == sentence


def test_a_forced_choice_of_any_kind_has_words(game):
    texts = {
        game.strings.event(game.p, row_of(Event.FORCED, (1, action)))
        for action in range(C.DONE, C.SPACE + 8 * 24)
    }
    assert "Blue has no other choice: Pink." in texts  # seats are relative to the player
    assert "Blue has no other choice: north." in texts
    assert "Blue has no other choice: the red block." in texts
    assert not any(re.search(r": \d+\.$", text) for text in texts)


@pytest.mark.parametrize("cause", [cause for cause in Cause if cause != Cause.NONE])
def test_cause_of_the_end(game, cause):
    game.p.outcome = Outcome.WON if cause == Cause.BOSS_DEFEATED else Outcome.LOST
    game.p.decision, game.p.cause, game.p.cause_player, game.p.cause_source = 0, cause, 1, 1
    clause = describe_cause(cause, 1, 1)
    assert game.strings.ending(game.p).endswith(f": {clause}.")
    assert game.strings.decision(game.p) == game.strings.ending(game.p)
    assert (cause in {Cause.PLAYER_DIED, Cause.ILLEGAL_ACTION}) == ("Blue" in clause)


def test_a_running_game_has_no_ending(game):
    assert game.strings.ending(game.p) == "The game goes on."


# -- whole games ---------------------------------------------------------------------------


@pytest.mark.parametrize("level", range(1, 6))
def test_choices_of_a_played_game_are_told_apart(level):
    for seed in range(4):
        game = PlayedGame(level=level, players=1 + seed, seed=seed)
        while game.p.outcome == Outcome.RUNNING:
            texts = [game.strings.action(game.p, action) for action in game.legal()]
            assert len(set(texts)) == len(texts), texts
            assert game.strings.decision(game.p).endswith(".")
            for row in game.step_at_random():
                assert re.fullmatch(r"[A-Z].*\.", game.strings.event(game.p, row))
