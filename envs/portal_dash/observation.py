"""Filling the observation that ``interface.toml`` declares: all of it, or what has changed."""

from __future__ import annotations

from typing import Final

import numpy as np

from tablemates.envs.core.compiler.decorators import compile_functions, helper, inlined
from tablemates.envs.core.game.interface_file import read_changes
from tablemates.envs.core.records.changes import Notes
from tablemates.envs.core.records.elements import add, cap, clear, put, put_eight
from tablemates.envs.core.records.layout import Array8
from tablemates.envs.portal_dash import observation_items as items
from tablemates.envs.portal_dash import observation_layout as F
from tablemates.envs.portal_dash import observation_pieces as pieces
from tablemates.envs.portal_dash import vocabulary as V
from tablemates.envs.portal_dash.observation_layout import HITS, START
from tablemates.envs.portal_dash.rules.cube import GONE, is_exposed
from tablemates.envs.portal_dash.rules.piglins import side_of
from tablemates.envs.portal_dash.state import STATE, Box, Public, State
from tablemates.envs.portal_dash.vocabulary import INTERFACE, SHARED_DECISIONS, Decision

SHOWN, _CHANGED = read_changes(INTERFACE, STATE)
(
    _changed_ground,
    _changed_items,
    _changed_cube,
    _changed_tasks,
    _changed_piles,
    _changed_pieces,
) = _CHANGED
_PLANES: Final = len(F.PLANE)
_CUBE_ROW: Final = len(F.CUBE)
_PLACE_COLOUR: Final = len(F.PLACE)
_PLACE_ROW: Final = _PLACE_COLOUR + V.COLOURS
_TASK_ROW: Final = len(F.TASK)
#: Bit k: decision k is shared.
_SHARED: Final = sum(1 << kind for kind in SHARED_DECISIONS)
#: The flags of a block, a byte a colour, by its colour counted from ``GONE``, which has none.
_FLAGS: Final = np.array([0, 0] + [1 << 8 * colour for colour in range(V.COLOURS)], np.uint64)


@helper
def show(
    s: State, box: Box, seat: int, seen_by: int, now: Notes, shown: Notes, out: Array8
) -> None:
    """Write what a seat sees; what is made from much only where it has changed."""
    p = s.public
    area = box.capacity_rows * box.capacity_columns
    others = int(seen_by != seat)  # items and pieces look different from another seat
    if seen_by < 0:
        clear(out, START.die_faces, START.game)
        clear(out, START.boss_faces, START.board)
        _write_die_faces(box, out)
        pieces.write_boss_faces(p, box, out)
    if _changed_items(now, shown) | others != 0:
        clear(out, START.items, START.supply)
        items.write_items(p, box, seat, out)
    if _changed_piles(now, shown) != 0:
        clear(out, START.supply, START.cube)
        items.write_supply(p, box, out)
        items.write_piles(p, box, out)
    if _changed_cube(now, shown) != 0:
        _write_cube(p, out)
        _write_deadlines(p, out)
    if _changed_tasks(now, shown) != 0:
        clear(out, START.places, START.tasks)
        _write_tasks(p, box, out)
    if _changed_ground(now, shown) != 0:
        clear(out, START.board, START.board + F.PLANE.players * area)
        pieces.write_spaces(p, box, out)
    if _changed_pieces(now, shown) | others != 0:
        clear(out, START.line, START.boss_faces)
        clear(out, START.board + F.PLANE.players * area, START.board + _PLANES * area)
        pieces.write_line(p, box, out)
        pieces.write_mobs(p, box, seat, out)
        pieces.write_bosses(p, box, seat, out)
        pieces.write_pieces(p, box, seat, out)
    clear(out, 0, START.die_faces)
    _write_decision(p, out)
    items.write_offer(p, box, out)
    _write_game(p, box, out)
    clear(out, START.players, START.items)
    pieces.write_players(p, seat, out)
    items.mark_item(p, seat, out)
    pieces.mark_piece(p, out)


def _write_decision(p: Public, out: Array8) -> None:
    """Write ``decision_kind``, ``decision_colour``, ``decision`` and ``dice``."""
    kind = p.decision
    put(out, START.decision_kind + kind, 1)
    if kind == Decision.REMOVE_BLOCK or kind == Decision.USE or kind == Decision.PLAYER:
        put(out, START.decision_colour + p.decision_about, 1)
    at = START.decision
    put(out, at + F.DECISION.shared, _SHARED >> kind & 1)
    put(out, at + F.DECISION.actions_done, p.actions_done)
    put(out, at + F.DECISION.steps_left, cap(p.steps_left, F.PRINTED))
    put(out, at + F.DECISION.mines_left, cap(p.mines_left, F.PRINTED))
    put(out, at + F.DECISION.mined, cap(p.mined, F.PRINTED))
    if kind == Decision.WOUND:
        damage = p.agenda[p.agenda_length - 1, 2]  # the frame Step.HARM
        put(out, at + F.DECISION.damage_left, cap(damage, F.PRINTED))
    put(out, at + F.DECISION.dice_to_roll, cap(p.dice_to_roll, F.PRINTED))
    put(out, at + F.DECISION.dice_rolled, p.dice_count)
    put(out, at + F.DECISION.rerolls_left, cap(p.rerolls_left, F.PRINTED))
    hits = 0
    for i in range(p.dice_count):
        hits += int(p.dice[i])
        put(out, START.dice + i, cap(int(p.dice[i]) + 1, F.PRINTED))
    put(out, at + F.DECISION.hits, cap(hits, F.INT8))


def _write_game(p: Public, box: Box, out: Array8) -> None:
    """Write ``game``, but for what is counted with other blocks, and ``blocks_die``."""
    at = START.game
    put(out, at + F.GAME.turn, cap(p.turn, F.INT8))
    put(out, at + F.GAME.players, p.players)
    put(out, at + F.GAME.rows, p.rows)
    put(out, at + F.GAME.columns, p.columns)
    put(out, at + F.GAME.open_columns, p.open_columns)
    put(out, at + F.GAME.parts, p.parts)
    put(out, at + F.GAME.parts_open, p.parts_open)
    put(out, at + F.GAME.portal_open, p.portal_open)
    put(out, at + F.GAME.mob_die, cap(max(0, p.mob_die), F.PRINTED))
    put(out, at + F.GAME.line_length, p.line_length)
    chests = box.chests
    for token in range(box.chests):
        if p.chest_space[token] >= 0:
            chests -= 1
    put(out, at + F.GAME.chests_left, chests)
    if p.blocks_die >= 0:
        put(out, START.blocks_die + p.blocks_die, 1)


def _write_die_faces(box: Box, out: Array8) -> None:
    """Write the block ``die_faces``."""
    for face in range(6):
        add(out, START.die_faces + min(HITS - 1, int(box.combat_die[face])), 1)
        add(out, START.die_faces + HITS + max(0, min(V.FACES, int(box.mob_die[face])) - 1), 1)
        add(out, START.die_faces + HITS + V.FACES + int(box.blocks_die[face]), 1)


def _write_cube(p: Public, out: Array8) -> None:
    """Write ``cube``, ``cube_colours`` and ``blocks``."""
    blocks = 0
    exposed = 0  # collected before anything is written, which lets the compiler vectorise
    for column in range(V.CUBE_COLUMNS):
        blocks += int(p.height[column])
        exposed |= int(is_exposed(p, column)) << column
    for column in range(V.CUBE_COLUMNS):
        at = START.cube + column * _CUBE_ROW
        put(out, at + F.CUBE.height, p.height[column])
        put(out, at + F.CUBE.exposed, exposed >> column & 1)
        for level in range(V.CUBE_LAYERS):
            # Without a branch, which could not be predicted. The three bytes too many are
            # written over by what follows.
            at = START.cube_colours + (column * V.CUBE_LAYERS + level) * V.COLOURS
            put_eight(out, at, _FLAGS[int(p.cube[column, level]) - GONE])
    put(out, START.game + F.GAME.blocks_left, blocks)
    for colour in range(V.COLOURS):
        put(out, START.blocks + colour, p.unseen[colour])
        put(out, START.blocks + V.COLOURS + colour, p.used[colour])
        put(out, START.blocks + 2 * V.COLOURS + colour, p.hand[colour])


def _write_deadlines(p: Public, out: Array8) -> None:
    """Write for each task the blocks left until its deadline (PIG-03)."""
    for task in range(V.TASKS):
        level = V.CUBE_LAYERS - 1 - task
        left = 0
        for column in range(V.CUBE_COLUMNS):
            left += int(p.height[column] > level)
        put(out, START.tasks + task * _TASK_ROW + F.TASK.deadline, left)


def _write_tasks(p: Public, box: Box, out: Array8) -> None:
    """Write ``places`` and, but for the deadlines, ``tasks``: the piglin board."""
    side = side_of(p)
    done = 0
    for task in range(V.TASKS):
        missing = 0
        for place in range(V.TASK_COLUMNS * task, V.TASK_COLUMNS * (task + 1)):
            size = int(box.piglin[side, place])
            count = int(p.place_count[place])
            at = START.places + place * _PLACE_ROW
            put(out, at + F.PLACE.size, cap(size, F.PRINTED))
            put(out, at + F.PLACE.count, cap(count, F.PRINTED))
            if p.place_colour[place] >= 0:
                put(out, at + _PLACE_COLOUR + int(p.place_colour[place]), 1)
            missing += size - count
        at = START.tasks + task * _TASK_ROW
        put(out, at + F.TASK.done, int(missing == 0))
        put(out, at + F.TASK.missing, cap(missing, 3 * F.PRINTED))
        done += int(missing == 0)
    put(out, START.game + F.GAME.tasks_done, done)


compile_functions(globals(), inlined)
