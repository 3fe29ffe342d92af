"""Decisions, choices, events and endings in words.

The golden playthroughs pin the words of every decision; these are the forms that depend on the
state, every event, and whole games in which no two choices may read the same.
"""

import re

import pytest

from tablemates.envs.portal_dash.rules import catalogue as C
from tablemates.envs.portal_dash.rules.vocabulary import (
    EVENT_FIELDS,
    Cause,
    Event,
    Outcome,
    Reason,
)
from tablemates.envs.portal_dash.speech import (
    describe_action,
    describe_decision,
    describe_ending,
    describe_event,
)
from tests.portal_dash.played import PlayedGame, names_of_parts

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


# -- events --------------------------------------------------------------------------------


def row_of(event, values):
    return (event, *values, *[0] * (5 - len(values)))


@pytest.mark.parametrize("event", Event, ids=lambda event: event.name)
def test_every_event_has_a_sentence(game, event):
    reasons = {Event.BLOCK_REMOVED: Reason.MINED, Event.TILE_DISCARDED: Reason.NOT_KEPT}
    numbers = {
        "reason": reasons.get(event, Reason.USED),
        "cause": Cause.TASK_A_LATE,
        "action": C.DONE,
        "mode": 1,
    }
    row = row_of(event, [numbers.get(field, 0) for field in EVENT_FIELDS[event]])
    assert re.fullmatch(r"[A-Z0-9].*\.", describe_event(game.p, NAMES, row))


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
    assert describe_event(game.p, NAMES, row_of(event, values)) == sentence


@pytest.mark.parametrize("cause", [cause for cause in Cause if cause != Cause.NONE])
def test_cause_of_the_end(game, cause):
    game.p.outcome = Outcome.WON if cause == Cause.BOSS_DEFEATED else Outcome.LOST
    game.p.decision, game.p.cause, game.p.cause_player, game.p.cause_source = 0, cause, 1, 1
    ending = describe_ending(game.p)
    assert describe_decision(game.p, NAMES) == ending
    assert (cause in {Cause.PLAYER_DIED, Cause.ILLEGAL_ACTION}) == ("Blue" in ending)


# -- whole games ---------------------------------------------------------------------------


@pytest.mark.parametrize("level", range(1, 6))
def test_choices_of_a_played_game_are_told_apart(level):
    for seed in range(4):
        game = PlayedGame(level=level, players=1 + seed, seed=seed)
        while game.p.outcome == Outcome.RUNNING:
            texts = [describe_action(game.p, NAMES, action) for action in game.legal()]
            assert len(set(texts)) == len(texts), texts
            assert describe_decision(game.p, NAMES).endswith(".")
            for row in game.step_at_random():
                assert re.fullmatch(r"[A-Z0-9].*\.", describe_event(game.p, NAMES, row))
