"""Laws of every state of a game: tiles, tokens and blocks are conserved, turns can go on."""

from __future__ import annotations

from typing import Any, Final

import numpy as np
import numpy.typing as npt

from tablemates.envs.builders_biomes import vocabulary as V
from tablemates.envs.builders_biomes.game import BuildersBiomes
from tablemates.envs.builders_biomes.parts import beginners
from tablemates.envs.builders_biomes.rules.places import RIM_CELLS, STACK_CELLS, TOUCHED
from tablemates.envs.builders_biomes.state import RANGES, STATE
from tablemates.envs.builders_biomes.vocabulary import (
    Cause,
    Colour,
    Decision,
    Fight,
    Kind,
    Level,
    Weapon,
)
from tablemates.envs.core.engine.cube import GONE, LAYERS, UNSEEN
from tablemates.envs.core.engine.laws import Faults, beyond, surplus
from tablemates.envs.core.records.layout import Array8, Bytes, RecordView
from tablemates.envs.core.records.ranges import out_of_range
from tablemates.envs.core.records.vocabulary import word_of, words_of

_STACKS, _RIM = list(STACK_CELLS), list(RIM_CELLS)
_LEVELS: Final = np.arange(LAYERS)
_ROWS, _COLUMNS = np.divmod(np.arange(V.COLUMNS), 4)
#: Which columns of the cube are side by side.
_BESIDE: Final = (
    abs(np.subtract.outer(_ROWS, _ROWS)) + abs(np.subtract.outer(_COLUMNS, _COLUMNS)) == 1
)
_AT_THE_SIDE: Final = _BESIDE.sum(1) < 4


def faults(game: BuildersBiomes, record: Bytes) -> Faults:
    """Yield what no game can have: the key of a position, and the reason."""
    state: Any = RecordView(record, STATE)
    p, box = state.public, game.box_record
    if wrong := [*out_of_range(p, RANGES)]:
        yield from wrong
        return
    yield from beyond(p, ("supply", "pile", "xp", "rank"))
    if max(p.active, p.first_player) >= p.players:
        yield "active, first_player", "nobody takes this seat"
        return
    boards = p.board[: p.players]
    if len({*boards.tolist()}) < p.players or boards.min() < 0:
        yield "seats", "each has a board of its own"
    yield from _faults_of_scorings(p)
    yield from _faults_of_tiles(p, box)
    yield from _faults_of_tokens(p, box)
    yield from _faults_of_blocks(p, box)
    if (p.decision == Decision.OVER) != (p.cause != Cause.NONE):
        yield "cause", "a game that is over has one, and no other"
    elif p.cause != Cause.NONE:
        yield from _faults_of_end(p)
    else:
        yield from _faults_of_turn(p, box)


def _faults_of_scorings(p: Any) -> Faults:
    level = Level(p.level)
    if level != Level.CUSTOM:
        ours = beginners(word_of(level), p.players)
        if p.beginner[: p.players].tolist() != ours:
            yield "level, seats", f"in {word_of(level)!r} the seats are beginners as in {ours}"
    taken = p.scored_as >= 0
    if taken[:, p.scored :].any():
        yield "seats", f"there is a scoring after the {p.scored} that took place (`scored`)"
    if (p.scored_as // V.PER_CATEGORY != np.arange(V.SCORINGS))[taken].any():
        yield "seats", "a biome is scored first, then a material, then a type"
    points = p.xp_by[:, V.Source.SCORING_A :]  # by scoring, then those of the end
    if points[:, p.scored : V.SCORINGS].any() or (p.scored < V.SCORINGS and points[:, -1].any()):
        yield "seats", f"there are XP of a scoring after the {p.scored} that took place (`scored`)"


def _faults_of_tiles(p: Any, box: Any) -> Faults:
    left, face = p.left, p.face
    room = np.zeros(V.CELLS, int)
    room[_STACKS], room[_RIM] = V.STACK, 1
    for cell in np.flatnonzero((left > room) | ((face >= 0) & (left == 0))):
        yield "cells", f"cell {cell} has no room for {left[cell]} tiles or tokens"
    shown = face[_STACKS]
    shown = [*shown[shown >= 0].tolist(), *([p.placing] if p.placing >= 0 else [])]
    built = [(int(tile), V.ON_BOARD + seat) for seat, tile in _pairs(p.built)]
    placed = [*((int(tile), V.FACE_UP) for tile in shown), *built]
    where = dict(placed)
    if len(where) < len(placed):
        yield "cells, seats, placing", "a tile is in two places"
    known = {n: int(place) for n, place in enumerate(p.where) if V.FACE_UP <= place < V.WON}
    if known != where:
        yield "cells, seats, placing", "a tile is somewhere else"
    mobs = np.arange(V.TILES) >= box.buildings
    on_board = (p.where >= V.ON_BOARD) & (p.where < V.WON)
    won = (p.where >= V.WON) & (p.where < V.OUT)
    if (on_board & mobs).any() or p.placing >= box.buildings:
        yield "seats, placing", "a mob is built"
    if (won & ~mobs).any() or (p.where[won] >= V.WON + p.players).any():
        yield "seats", "nobody has won this tile"
    down = int(left[_STACKS].sum()) - int((face[_STACKS] >= 0).sum())
    if down != (p.where == V.UNSEEN_TILE).sum():
        yield "cells", f"{down} tiles lie face down, others have never been face up"


def _pairs(built: Any) -> list[tuple[int, int]]:
    return [(int(seat), int(built[seat, space])) for seat, space in np.argwhere(built >= 0)]


def _faults_of_tokens(p: Any, box: Any) -> Faults:
    faces = p.face[_RIM]
    shown = np.bincount(faces[faces >= 0], minlength=V.WEAPONS)
    there = p.tokens + shown + p.pile.sum(0)
    most = box.neutral + p.players * box.own.astype(int)
    yield from surplus("tokens, seats", there, most, words_of(Weapon))
    down = int(p.left[_RIM].sum()) - int((faces >= 0).sum())
    if down != p.tokens.sum():
        yield "tokens", f"{down} tokens lie face down, others have never been face up"


def showing(height: Array8) -> npt.NDArray[np.bool_]:
    """Return which blocks of columns of these heights show a face, [column, level] (COLLECT-04)."""
    lowest = np.where(_BESIDE, height, LAYERS).min(1)
    lowest[_AT_THE_SIDE] = 0
    tall = height[:, None]
    shown: npt.NDArray[np.bool_] = (tall > _LEVELS) & (
        (tall - 1 == _LEVELS) | (lowest[:, None] <= _LEVELS)
    )
    return shown


def _faults_of_blocks(p: Any, box: Any) -> Faults:
    if ((p.cube == GONE) != (p.height[:, None] <= _LEVELS)).any():
        yield "cube", "blocks lie on one another"
    seen = np.bincount(p.cube[p.cube >= 0], minlength=V.COLOURS)
    there = seen + p.unseen + p.supply.sum(0)
    yield from surplus("cube, unseen, seats", there, box.blocks, words_of(Colour))
    unseen = p.cube == UNSEEN
    if p.unseen.sum() != unseen.sum():
        yield "unseen", f"{p.unseen.sum()} blocks, but {unseen.sum()} are not visible"
    uncovered = np.zeros_like(unseen)  # since the last block was taken: chance says their colours
    if p.opened >= 0:
        height = p.height[p.opened]
        uncovered[_BESIDE[p.opened], min(int(height), LAYERS - 1)] = True
        uncovered[p.opened, max(0, int(height) - 1)] = True
    for column in np.flatnonzero((unseen & showing(p.height) & ~uncovered).any(1)):
        yield f"cube.{column}", "a block that shows a face has a colour"


def _faults_of_end(p: Any) -> Faults:
    ranks = p.rank[: p.players].tolist()
    if any(rank != 1 + sum(other < rank for other in ranks) for rank in ranks):
        yield "seats", f"{ranks} are no ranks of {p.players} players"
    elif p.cause == Cause.ILLEGAL_ACTION and sorted(ranks) != [*[1] * (p.players - 1), p.players]:
        yield "seats", f"{ranks}: who breaks the rules is last, the others share the first rank"
    elif p.cause == Cause.THIRD_SCORING:
        blocks = p.supply.sum(1).tolist()
        score = [(int(p.xp[seat]), blocks[seat]) for seat in range(p.players)]
        due = [1 + sum(other > ours for other in score) for ours in score]
        if ranks != due:
            yield "seats", f"their ranks are {due} by XP, then blocks left, not {ranks}"
    if (p.cause == Cause.THIRD_SCORING) != (p.scored == V.SCORINGS):
        yield "scored", "the third scoring ends the game"


def _faults_of_turn(p: Any, box: Any) -> Faults:
    """Yield why the turn cannot be gone on with: its actions, and what is under way."""
    if p.rank.any() or p.scored >= V.SCORINGS:
        yield "seats, scored", "ranks and the third scoring end a game"
    yield from _faults_of_fight(p, box)
    used, extra = p.used, p.actions == V.ACTIONS_A_TURN
    if p.actions > V.ACTIONS_A_TURN or used.bit_count() != p.actions:
        yield "actions, used", "each of at most two actions is of a kind of its own"
    under_way = {
        "exploring": (p.exploring, Kind.EXPLORE),
        "placing": (p.placing >= 0, Kind.BUILD),
        "fight": (p.fight != Fight.NONE, Kind.FIGHT),
        "more": (p.more, Kind.COLLECT),
    }
    begun = [name for name, (is_so, _) in under_way.items() if is_so]
    if len(begun) > 1:
        yield ", ".join(begun), "one action is finished before the next"
    for name in begun:
        if not extra and not used >> under_way[name][1] & 1:
            yield name, "no such action has begun in this turn"
    if p.opened >= 0 and (p.height[p.opened] == LAYERS or not p.actions):
        yield "opened", "no block has been taken from this column"


def _faults_of_fight(p: Any, box: Any) -> Faults:
    if (p.fight == Fight.NONE) != (p.fight_cell < 0):
        yield "fight_cell", "a fight needs a cell, and the other way round"
    elif p.fight == Fight.NONE:
        if p.hand.any() or p.reveals or p.pickaxes:
            yield "hand, reveals, pickaxes", "they are for a fight"
    elif (
        p.fight_cell not in TOUCHED[p.at[p.active]]
        or p.fight_cell not in STACK_CELLS
        or p.face[p.fight_cell] < box.buildings
    ):
        yield "fight_cell", "the active seat has no mob beside it there"
    if (p.hand > p.pile[p.active]).any():
        yield "hand", "the active seat's pile has fewer of these tokens"
    drawn = int(p.hand.sum()) - int(p.hand[Weapon.BOW])
    if drawn + p.reveals > V.REVEAL or (p.reveals and p.fight != Fight.REVEAL):
        yield "reveals", f"a fight reveals {V.REVEAL} tokens, and one more for each bow"
    if p.pickaxes > (p.hand[Weapon.STONE_PICKAXE] if p.fight > Fight.REVEAL else 0):
        yield "pickaxes", "so many were not revealed"
