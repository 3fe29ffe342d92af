"""Fills what is under way: what a question is about, and the minions' phase."""

from __future__ import annotations

from typing import Final

from tablemates.envs.core.compiler.decorators import compile_functions
from tablemates.envs.core.game.interface_file import read_layout
from tablemates.envs.core.game.observation import MOST
from tablemates.envs.core.records.elements import cap, clear, put, put_all
from tablemates.envs.core.records.layout import Array8
from tablemates.envs.orcs_must_die import vocabulary as V
from tablemates.envs.orcs_must_die.rules.asking import figures
from tablemates.envs.orcs_must_die.rules.teams import mate, place_of, team_of
from tablemates.envs.orcs_must_die.state import Box, Public

_PLACES: Final = {block.name: block.places for block in read_layout(V.INTERFACE, vars(V))[0].blocks}
_TILES, _TYPES, _ARMIES = (_PLACES[name] for name in ("tiles", "minions", "armies"))
_QUESTIONS, _EVENTS, _ASKED = (_PLACES[name] for name in ("questions", "events", "asked"))
PHASES: Final = tuple(int(V.phase_of(step)) for step in V.Step)


def is_marching(p: Public) -> bool:
    """Return whether minions are on the move: what only their phase knows is then shown."""
    return PHASES[p.step] == V.Phase.MINIONS


def clear_march(p: Public, box: Box, out: Array8) -> None:
    """Clear what only the minions' phase shows."""
    for tile in range(box.tiles[p.fortress]):
        for kind in range(V.TYPES):
            put(out, _TILES.arrived_orc + _TILES.WIDTH * tile + kind, 0)
    for army in range(V.ARMIES):
        for kind in range(V.TYPES):
            put(out, _ARMIES.wants_orc + _ARMIES.WIDTH * army + kind, 0)
    clear(out, _EVENTS.START, _ASKED.END)


def write_march(p: Public, box: Box, here: bool, out: Array8) -> None:
    """Write who has arrived and is still to come, into zeros, and how many minions there are."""
    tiles, marching = int(box.tiles[p.fortress]), is_marching(p)
    for tile in range(tiles if marching else 0):
        put_all(out, _TILES.arrived_orc + _TILES.WIDTH * tile, p.arrived[tile])
    for army in range(V.ARMIES if marching and here else 0):
        for kind in range(V.TYPES):
            wants = cap(p.wanted[army, kind], MOST)
            put(out, _ARMIES.wants_orc + _ARMIES.WIDTH * army + kind, wants)
    for kind in range(V.TYPES):
        inside = 0
        for tile in range(tiles):
            inside += figures(p, tile, kind)
            if marching:
                inside += p.arrived[tile, kind]
        put(out, _TYPES.here + _TYPES.WIDTH * kind, inside)


def write_questions(p: Public, box: Box, seat: int, out: Array8) -> None:
    """Write what the question is about, into zeros."""
    put(out, _QUESTIONS.draw_lord, int(p.chance == V.Chance.LORD))
    put(out, _QUESTIONS.again, p.rerolling)
    put(out, _QUESTIONS.buys_weapon, int(p.buying == V.WEAPON))
    put(out, _QUESTIONS.buys_revitalise, int(p.buying == V.REVITALISE))
    put(out, _QUESTIONS.moved, p.moved)
    if p.drum >= 0:
        for colour in range(V.ATTACK_COLOURS):
            dice = box.equipment[p.drum, V.WORN.battle + colour]
            put(out, _QUESTIONS.drum_battle + colour, dice)
    put(out, _QUESTIONS.pushed_down, p.state)
    if p.choices == V.Choices.FULL:
        _write_full(p, seat, out)
    for n in range(2):
        if p.payers[n] >= 0 and team_of(p, int(p.payers[n])) == team_of(p, seat):
            put(out, _QUESTIONS.pays_0 + place_of(p, seat, int(p.payers[n])), 1)


def _write_full(p: Public, seat: int, out: Array8) -> None:
    """Write what only full choices know, into zeros."""
    put(out, _QUESTIONS.full, 1)
    put(out, _QUESTIONS.agreed, p.first_lord)
    if V.Decision.CHANCE < p.decision <= V.Decision.READY:
        put(out, _QUESTIONS.vote_lord + p.decision - V.Decision.VOTE_LORD, 1)
    for n in range(p.team_size):
        other = mate(p, seat, n)
        if p.votes[other] >= 0:
            out[_QUESTIONS.votes_0 + place_of(p, seat, int(p.votes[other]))] += 1
        put(out, _QUESTIONS.later_0 + n, p.later >> other & 1)
        put(out, _QUESTIONS.out_0 + n, p.out >> other & 1)
    for n in range(3):
        put(out, _QUESTIONS.without_power + n, p.declined >> n & 1)
    if p.decision == V.Decision.SHARE:
        put(out, _QUESTIONS.instead_orc + p.cursor % V.TYPES, 1)


def write_events(p: Public, box: Box, out: Array8) -> None:
    """Write what is under way in the minions' phase, into zeros."""
    f, tiles = p.fortress, int(box.tiles[p.fortress])
    for army in range(V.ARMIES):
        put(out, _QUESTIONS.unserved_0 + army, p.serving >> army & 1)
    if p.step == V.Step.TRAPS and p.cursor < tiles:
        put(out, _EVENTS.fires + _EVENTS.WIDTH * int(box.order[f, p.cursor]), 1)
        if p.decision == V.Decision.TRIGGER:
            place = (p.part - 1) % (V.PLACES + int(box.connections[f]))
            on_tile = place < V.PLACES
            put(out, (_QUESTIONS.asked_0 if on_tile else _ASKED.asked - V.PLACES) + place, 1)
    elif p.step == V.Step.ATTACK:
        for tile in range(tiles):
            for kind in range(V.TYPES):
                done = int(p.attacked[tile]) >> kind & 1
                put(out, _EVENTS.attacked_orc + _EVENTS.WIDTH * tile + kind, done)
    elif p.step <= V.Step.FALL:
        _write_moves(p, box, out)


def _write_moves(p: Public, box: Box, out: Array8) -> None:
    """Write who is on the way, about to enter, or came over a trapdoor, into zeros."""
    f, width = p.fortress, _EVENTS.WIDTH
    for tile in range(box.tiles[f]):
        for kind in range(V.TYPES):
            put(out, _EVENTS.enters_orc + width * tile + kind, p.incoming[tile, kind])
        if box.trapdoors[f, 0] >= 0:
            for n in range(V.TRAPDOORS + 1):
                for kind in range(V.LESSER):
                    at = _EVENTS.passed_0_orc + width * tile + V.LESSER * n + kind
                    put(out, at, p.crossed[n, tile, kind])
    put(out, _QUESTIONS.second_door, int(p.step == V.Step.FALL and p.cursor == 1))
    if p.flying == 0:
        return
    for n in range(p.flying - 1):
        row = width * int(p.flights[n, 0])
        out[_EVENTS.parts + row] += p.flights[n, 2]
        put(out, _EVENTS.parts_steps + row, p.flights[n, 3])
    group = p.flights[p.flying - 1]
    put(out, _QUESTIONS.group_steps, group[3])
    put(out, _QUESTIONS.entered, group[4])
    for door in range(V.TRAPDOORS):
        put(out, _QUESTIONS.passed_0 + door, int(group[5]) >> door & 1)
    put(out, _EVENTS.set_out + width * int(group[6]), 1)
    for way in range(V.EXITS):
        if p.odd_taken >> way & 1 != 0:
            put(out, _EVENTS.taken + width * int(box.exits[f, group[0], way]), 1)


compile_functions(globals())
