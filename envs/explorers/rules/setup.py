"""Setting up a game; all of its chance is drawn from the seed."""

from __future__ import annotations

from typing import Final

from tablemates.envs.core.compiler.decorators import compile_functions
from tablemates.envs.core.engine.events import emit
from tablemates.envs.core.records.borrowed import clear_record
from tablemates.envs.core.records.elements import copy_values
from tablemates.envs.core.records.layout import Array8
from tablemates.envs.core.records.random import lay_out, random_below, shuffle
from tablemates.envs.explorers import vocabulary as V
from tablemates.envs.explorers.rules.creatures import insert_creature, start_turn
from tablemates.envs.explorers.rules.landscapes import move, take_deep
from tablemates.envs.explorers.state import Box, Hidden, Public, Scenario, State, Work
from tablemates.envs.explorers.vocabulary import Chance, Creature, Decision, Event

_FIRST: Final = 0
_CHESTS: Final = 1
_LANDSCAPES: Final = 2
_CREATURES: Final = 3
_GAME_OVER: Final = 4


def set_up(
    s: State,
    box: Box,
    scenario: Scenario,
    w: Work,
    seed: int,
    players: int,
    first_player: int,
    explicit_chance: int,
    skip_forced: int,
) -> None:
    """Write a new game in front of its first choice."""
    clear_record(s)  # SETUP-05
    p = s.public  # where chance is not explicit yet: the set-up is sampled in any case
    p.level = scenario.level
    p.players = players  # SETUP-01
    p.skip_forced = skip_forced
    if first_player < 0:
        first_player = random_below(seed, _FIRST, 0, players)  # SETUP-01
    p.first_player = p.active = first_player
    p.turn = 1
    p.decision = Decision.MAIN
    p.chance = Chance.NONE
    p.slot = p.creature = p.chest = -1
    clear_hidden(s.hidden)
    emit(w, Event.GAME_STARTED, first_player)
    _choose_chests(p, box, scenario, seed)
    _lay_landscapes(s, box, w, seed)
    _stack_creatures(s, box, w, seed)
    start_turn(p, box, w)
    p.explicit_chance = explicit_chance
    if explicit_chance == 1:
        clear_hidden(s.hidden)


def clear_hidden(h: Hidden) -> None:
    """Write a hidden part that decides nothing."""
    h.place_back[:] = -1
    h.low_back[:] = -1
    h.deep_front[:] = -1
    h.deep_back[:] = -1
    h.creatures[:] = -1


def shuffle_landscapes(h: Hidden, copies: Array8, seed: int, stream: int) -> int:
    """Shuffle copies of cards, by front and back, into the pile; return how many they are."""
    n = 0
    for front in range(V.FRONTS):
        for back in range(V.BACKS):
            for _ in range(copies[front, back]):
                h.deep_front[n] = front
                h.deep_back[n] = back
                n += 1
    shuffle(h.deep_front, n, seed, stream)
    shuffle(h.deep_back, n, seed, stream)
    return n


def _choose_chests(p: Public, box: Box, scenario: Scenario, seed: int) -> None:
    p.chests = scenario.chests
    p.goal = p.chests - box.spare_chests  # LEVEL-easy LEVEL-normal LEVEL-hard LEVEL-hardcore
    wanted = p.chests
    left = scenario.drawn_from
    chest = 0
    # One pass over the ascending numbers: each is taken with the chance that is left for it.
    for n in range(scenario.drawn_from):
        if random_below(seed, _CHESTS, n, left) < wanted:
            number = int(scenario.chest_number[n])
            p.chest_number[chest] = number  # SETUP-06
            p.chest_missing[chest] = 1 if box.chest_need[number, 1] < 0 else 3
            chest += 1
            wanted -= 1
        left -= 1


def _lay_landscapes(s: State, box: Box, w: Work, seed: int) -> None:
    p = s.public
    h = s.hidden
    p.place_front[:] = -1
    p.place_back[:] = -1
    p.low_front[:] = -1
    p.low_back[:] = -1
    copy_values(p.deep, box.front_cards)
    for row in range(len(p.unknown)):
        copy_values(p.unknown[row], box.back_copies[row])
    p.deep_length = shuffle_landscapes(h, p.unknown, seed, _LANDSCAPES)  # SETUP-02
    for slot in range(box.row + 1):
        if p.deep_length > 0:
            last = p.deep_length - 1
            p.place_front[V.TOP] = h.deep_front[last]  # SETUP-02
            take_deep(s, last, V.TOP)
            if slot < box.row:
                front = int(p.place_front[V.TOP])
                move(s, V.TOP, slot)  # SETUP-02
                emit(w, Event.LANDSCAPE_LAID, front, slot)


def _stack_creatures(s: State, box: Box, w: Work, seed: int) -> None:
    p = s.public
    h = s.hidden
    for creature in range(V.CREATURES):
        p.unseen[creature] = box.creature_copies[creature]
    n = lay_out(box.creature_copies, h.creatures)
    shuffle(h.creatures, n, seed, _CREATURES)  # SETUP-03
    n -= int(box.removed[p.players])  # SETUP-03
    h.creatures[n:] = -1
    n -= 1
    creature = int(h.creatures[n])
    h.creatures[n] = -1
    p.unseen[creature] -= 1
    p.line[creature] += 1  # SETUP-04
    emit(w, Event.CREATURE_APPEARED, creature)
    below = random_below(seed, _GAME_OVER, 0, box.game_over_among + 1)  # SETUP-03
    insert_creature(h, n, below, Creature.GAME_OVER)
    p.creature_length = n + 1


compile_functions(globals())
