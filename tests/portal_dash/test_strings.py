"""Decisions, choices, events and endings in words.

The golden playthroughs pin the words of every decision; these are the forms that depend on the
state, every event, and whole games in which no two choices may read the same.
"""

import re

import pytest

from tablemates.envs.portal_dash.rules import catalogue as C
from tablemates.envs.portal_dash.rules.vocabulary import (
    Cause,
    Event,
    Outcome,
    Reason,
)
from tablemates.envs.portal_dash.speech import (
    describe_action,
    describe_decision,
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
    row = row_of(event, [numbers.get(field, 0) for field in event.fields])
    assert re.fullmatch(r"[A-Z0-9].*\.", describe_event(game.p, NAMES, row))


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
