"""Decisions and endings in words: who chooses what, and why a game is over."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from tablemates.envs.portal_dash.naming import (
    Names,
    colour_name,
    count_of,
    face_name,
    lowest_dice,
    next_part,
    player_name,
    source_name,
    with_article,
)
from tablemates.envs.portal_dash.rules import limits as L
from tablemates.envs.portal_dash.rules.state import Public
from tablemates.envs.portal_dash.rules.vocabulary import (
    SHARED_DECISIONS,
    BlocksFace,
    Cause,
    Chance,
    Colour,
    Decision,
    Outcome,
)


def describe_decision(p: Public, names: Names) -> str:
    """Return who chooses what now: ``Blue chooses which mob acts next.`` or such.

    A decision that is the team's in spirit says so.
    """
    decision = Decision(int(p.decision))
    if decision == Decision.NONE:
        return describe_ending(p) if p.outcome != Outcome.RUNNING else "The game has not begun."
    question = _QUESTIONS[decision](p, names)
    if decision == Decision.CHANCE:
        return f"Chance decides {question}."
    team = " for the team" if decision in SHARED_DECISIONS and p.players > 1 else ""
    return f"{player_name(p.decider)} chooses{team} {question}."


def describe_ending(p: Public) -> str:
    """Return how the game stands and, once it is over, why."""
    if p.outcome == Outcome.RUNNING:
        return "The game goes on."
    cause = Cause(int(p.cause))
    if p.outcome == Outcome.WON:
        return "The team has won: every boss is defeated."
    return f"The team has lost: {describe_cause(cause, int(p.cause_player), int(p.cause_source))}."


def describe_cause(cause: Cause, player: int, source: int) -> str:
    """Return why a game was lost, as a clause (END-02 to END-04, PIG-03).

    Args:
        cause: Why it ended.
        player: Who died or broke the rules, -1 if nobody did.
        source: Of what, a ``MobKind`` or magma, -1 if nobody died.
    """
    if cause == Cause.PLAYER_DIED:
        killer = with_article(source_name(source))
        return f"{player_name(player)} has no heart left, because of {killer}"
    if cause == Cause.ILLEGAL_ACTION:
        return f"{player_name(player)} chose an illegal action"
    return _CAUSES[cause]


_CAUSES: Final = {
    Cause.BOSS_DEFEATED: "every boss is defeated",
    Cause.TASK_A_LATE: "layer 1 is empty and task A is not complete",
    Cause.TASK_B_LATE: "layer 2 is empty and task B is not complete",
    Cause.TASK_C_LATE: "layer 3 is empty and task C is not complete",
    Cause.CUBE_EMPTY: "the resource cube is empty",
}


def _asks(text: str) -> Callable[[Public, Names], str]:
    """Return a question that is the same in every state."""
    return lambda _p, _names: text


def sight_of(p: Public) -> tuple[int, int]:
    """Return column and layer of the block that comes into sight, while its colour is asked."""
    frame = p.agenda[int(p.agenda_length) - 1]
    return int(frame[2]), L.CUBE_LAYERS - int(frame[3])


def _ask_chance(p: Public, _names: Names) -> str:
    if p.decision_about == Chance.BLOCK_UNCOVERED:
        column, layer = sight_of(p)
        return f"the colour of the block that comes into sight in column {column} (layer {layer})"
    return {
        Chance.BLOCKS_DIE: "the blocks die",
        Chance.MOB_DIE: "the mob die",
        Chance.COMBAT_DIE: "the next combat die",
        Chance.TILE_DRAWN: "the next tile of the stack",
        Chance.USED_BLOCK: "the next block from the used pile",
        Chance.PART_REVEALED: "which gameboard tile is revealed",
    }[Chance(int(p.decision_about))]


def _ask_remove(p: Public, _names: Names) -> str:
    if p.decision_about == BlocksFace.ANY:
        return "which exposed block of the top layer is removed"
    return f"which {face_name(p.decision_about)} block is removed"


def _ask_mob(text: str) -> Callable[[Public, Names], str]:
    """Return a question about the mob that the decision is about."""
    return lambda p, names: text.format(names.mob(p, int(p.decision_about)))


def _ask_wound(p: Public, _names: Names) -> str:
    return f"which armour loses a heart to {with_article(source_name(p.decision_about))}"


def _ask_with_item(text: str) -> Callable[[Public, Names], str]:
    """Return a question about the decider's item in the slot that the decision is about."""
    return lambda p, names: text.format(names.owned(p, p.decider, int(p.decision_about)))


def _ask_with_kind(text: str) -> Callable[[Public, Names], str]:
    """Return a question about the kind of tile that the decision is about."""
    return lambda p, names: text.format(names.item(p.decision_about))


def _ask_step(p: Public, names: Names) -> str:
    item = names.owned(p, p.decider, int(p.decision_about))
    return f"a step with the {item} ({count_of(int(p.steps_left), 'step')} left)"


def _ask_reroll(p: Public, _names: Names) -> str:
    return f"how many of the lowest dice to reroll ({lowest_dice(p, int(p.dice_count))} rolled)"


def _ask_player(p: Public, _names: Names) -> str:
    return {
        Colour.RED: "whose life tracker is filled",
        Colour.GRAY: "whose items are repaired",
        Colour.GOLD: "who finds an item",
    }[Colour(int(p.decision_about))]


def _ask_keep(p: Public, names: Names) -> str:
    tiles = " or ".join(f"the {names.item(kind)}" for kind in p.drawn if kind >= 0)
    return f"which tile to keep: {tiles}"


_QUESTIONS: Final[dict[Decision, Callable[[Public, Names], str]]] = {
    Decision.CHANCE: _ask_chance,
    Decision.START_SPACE: _asks("a space of the start strip to begin on"),
    Decision.REMOVE_BLOCK: _ask_remove,
    Decision.NEXT_MOB: _asks("which mob acts next"),
    Decision.SPAWNER: lambda p, names: f"where {names.mob(p, int(p.line[0]))} spawns",
    Decision.MOB_END: _ask_mob("where {} ends its move"),
    Decision.TARGET: _ask_mob("whom {} attacks"),
    Decision.WOUND: _ask_wound,
    Decision.PUSH: _ask_mob("where {} pushes them"),
    Decision.DAMAGE_ITEM: _ask_mob("which item {} damages"),
    Decision.ACTION: lambda p, _: f"action {int(p.actions_done) + 1} of 2",
    Decision.STEP: _ask_step,
    Decision.OPEN_CHEST: _asks("whether to open the chest"),
    Decision.FIGHT: _ask_with_item("which mob to attack with the {}"),
    Decision.REROLL: _ask_reroll,
    Decision.MINE: _asks("which block to mine"),
    Decision.BLOCK: _asks("which block to use next"),
    Decision.USE: lambda p, _: f"what to do with the {colour_name(p.decision_about)} block",
    Decision.PLAYER: _ask_player,
    Decision.NETHERITE: _asks("which Netherite item is shuffled in at the top of the stack"),
    Decision.COVER: _asks("which obstacle to cover with the brown block"),
    Decision.KEEP_TILE: _ask_keep,
    Decision.REPLACE: _ask_with_kind("which item makes room for the {}"),
    Decision.ENCHANT: _ask_with_kind("which item gets the enchantment {}"),
    Decision.MODE: _ask_with_item("how to wear the {}"),
    Decision.REVEAL: lambda p, _: f"whether to reveal {next_part(p)}",
}
