"""The set-up of a game."""

from __future__ import annotations

from typing import Final

from tablemates.envs.builders_biomes import vocabulary as V
from tablemates.envs.builders_biomes.rules import chance, places, turn
from tablemates.envs.builders_biomes.state import Box, Hidden, Public, Scenario, State, Work
from tablemates.envs.builders_biomes.vocabulary import Decision, Event
from tablemates.envs.core.compiler.decorators import compile_functions
from tablemates.envs.core.engine.cube import UNSEEN, is_seen
from tablemates.envs.core.engine.events import emit
from tablemates.envs.core.records.borrowed import clear_record
from tablemates.envs.core.records.random import random_below

# Streams of the seed, beside those of ``posterior`` and ``chance``.
_FIRST: Final = 4
_BOARDS: Final = 5


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
    """Write a new game; the set-up is drawn from the seed with explicit chance too."""
    clear_record(s)
    p = s.public
    p.players = players
    p.level = scenario.level
    p.skip_forced = skip_forced
    if first_player < 0:
        first_player = random_below(seed, _FIRST, 0, players)  # SETUP-01 CHANCE-01
    p.first_player = first_player
    _clear_table(p)
    _lay_out(p, box)
    for seat in range(V.SEATS):
        _seat(p, box, scenario, seat)
    _deal_boards(p, seed)
    chance.draw_hidden(s, box, 0, seed)
    _look_at_cube(p, s.hidden)
    p.explicit_chance = explicit_chance
    if explicit_chance == 1:
        chance.clear_hidden(s.hidden)
    emit(w, Event.GAME_STARTED, first_player)
    turn.start_turn(p, w, first_player)


def _clear_table(p: Public) -> None:
    """Nothing is under way: the first turn begins with an action."""
    p.decision = Decision.ACTION
    p.about = p.opened = p.placing = p.fight_cell = V.NOTHING


def _lay_out(p: Public, box: Box) -> None:
    """Lay stacks and tokens face down, and fill the cube."""
    p.face[:] = V.NOTHING  # SETUP-06
    p.where[:] = V.UNSEEN_TILE
    for cell in places.STACK_CELLS:
        p.left[cell] = V.STACK  # SETUP-02
    for cell in places.RIM_CELLS:
        p.left[cell] = 1  # SETUP-03
    for kind in range(V.WEAPONS):
        p.tokens[kind] = box.neutral[kind]
    p.height[:] = V.LAYERS
    p.cube[:, :] = UNSEEN
    for colour in range(V.COLOURS):
        p.unseen[colour] = box.blocks[colour]  # SETUP-04


def _seat(p: Public, box: Box, scenario: Scenario, seat: int) -> None:
    """Give a seat what it begins with; a seat that nobody has gets nothing."""
    taken = seat < p.players
    p.at[seat] = V.START if taken else 0  # SETUP-05
    p.board[seat] = scenario.board[seat] if taken else V.NOTHING
    p.beginner[seat] = scenario.beginner[seat] if taken else 0
    p.built[seat, :] = V.NOTHING
    p.scored_as[seat, :] = V.NOTHING
    for kind in range(V.WEAPONS):
        p.pile[seat, kind] = box.own[kind] if taken else 0  # SETUP-05


def _deal_boards(p: Public, seed: int) -> None:
    """Deal the boards that are left to the seats without one."""
    free = (1 << V.BOARDS) - 1
    for seat in range(p.players):
        if p.board[seat] >= 0:
            free &= ~(1 << int(p.board[seat]))
    for seat in range(p.players):
        if p.board[seat] < 0:
            left = 0
            for board in range(V.BOARDS):
                left += free >> board & 1
            n = random_below(seed, _BOARDS, seat, left)  # CHANCE-01
            board = 0
            while n > 0 or free >> board & 1 == 0:
                n -= free >> board & 1
                board += 1
            p.board[seat] = board
            free &= ~(1 << board)


def _look_at_cube(p: Public, h: Hidden) -> None:
    """Note the colours of the blocks that show a face."""
    for column in range(V.COLUMNS):
        for level in range(V.LAYERS):
            if is_seen(p, column, level):  # COLLECT-04
                colour = h.colours[column, level]
                p.cube[column, level] = colour
                p.unseen[colour] -= 1
                h.colours[column, level] = V.NOTHING


compile_functions(globals())
