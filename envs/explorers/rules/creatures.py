"""Creatures: turning up cards, the night, armour, kills."""

from __future__ import annotations

from tablemates.envs.core.compiler.decorators import compile_functions
from tablemates.envs.core.engine.events import emit
from tablemates.envs.core.engine.team_ending import Outcome
from tablemates.envs.explorers import vocabulary as V
from tablemates.envs.explorers.rules.ending import finish
from tablemates.envs.explorers.rules.items import lose_item
from tablemates.envs.explorers.state import Box, Hidden, Public, State, Work
from tablemates.envs.explorers.vocabulary import Cause, Chance, Creature, Decision, Event


def kill(p: Public, w: Work, creature: int) -> None:
    """Make a creature of the line a trophy of the active seat."""
    p.line[creature] -= 1
    p.trophies[p.active, creature] += 1  # TROPHY-01
    emit(w, Event.CREATURE_KILLED, p.active, creature)


def turn_up(p: Public, count: int) -> None:
    """Turn up creature cards, unless the active seat has armour and uses it."""
    p.due = count
    if p.items[p.active, V.ARMOUR] > 0:
        p.decision = Decision.ARMOUR  # ARM-01
    else:
        next_card(p)


def next_card(p: Public) -> None:
    """Turn up the next creature card."""
    p.decision = Decision.CHANCE
    p.chance = Chance.CREATURE


def card_turned(s: State, box: Box, w: Work, creature: int) -> None:
    """Receive a creature card."""
    p = s.public
    p.creature_length -= 1
    if p.explicit_chance != 1:
        s.hidden.creatures[p.creature_length] = -1
    if creature == Creature.GAME_OVER:
        finish(p, w, Outcome.LOST, Cause.GAME_OVER_CARD)  # CREA-03 END-02
        return
    p.unseen[creature] -= 1
    p.line[creature] += 1  # CREA-01
    emit(w, Event.CREATURE_APPEARED, creature)
    if p.line[creature] == 1:  # CREA-02
        p.due -= 1
    if p.due > 0:
        next_card(p)
    else:
        cards_done(p, box, w)


def use_armour(p: Public, box: Box, w: Work) -> None:
    """Keep down all cards that are due."""
    lose_item(p, V.ARMOUR)
    emit(w, Event.ARMOUR_USED, p.active)
    p.due = 0  # ARM-01
    cards_done(p, box, w)


def cards_done(p: Public, box: Box, w: Work) -> None:
    """Go on after creature cards: with the turn, or with that of the next seat."""
    if p.night == 1:
        p.active = (p.active + 1) % p.players  # TURN-04
        p.turn += 1
        start_turn(p, box, w)


def start_turn(p: Public, box: Box, w: Work) -> None:
    """Begin a turn."""
    p.night = 0
    p.food = box.food  # TURN-03 SETUP-05
    emit(w, Event.TURN_STARTED, p.active, p.turn)


def fall_night(p: Public, w: Work) -> None:
    """End the turn."""
    p.night = 1
    emit(w, Event.NIGHT_FELL, p.active)
    turn_up(p, 1)  # TURN-04


def insert_creature(h: Hidden, length: int, at: int, creature: int) -> None:
    """Insert a card above ``at`` others into the stack of ``length`` creature cards."""
    for i in range(length, at, -1):
        h.creatures[i] = h.creatures[i - 1]
    h.creatures[at] = creature


compile_functions(globals())
