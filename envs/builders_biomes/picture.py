"""Pictures of what can be seen: one drawing (SVG, or its pixels), and text.

What can be chosen now is outlined and carries ``data-action`` with the number of the action.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from tablemates.envs.builders_biomes import vocabulary as V
from tablemates.envs.builders_biomes.rules.places import STACK_CELLS, TOUCHED
from tablemates.envs.builders_biomes.speech import WORDS, cell_name, cost_name, tile_name
from tablemates.envs.core.canvas import (
    CHOICE,
    INK,
    MIDDLE,
    PANEL,
    SOFT,
    circle,
    element,
    rect,
    text,
)
from tablemates.envs.core.cube import GONE
from tablemates.envs.core.tableau import GAP, HEAD, MARGIN, Card, Drawing

if TYPE_CHECKING:
    from tablemates.envs.builders_biomes.game import BuildersBiomes

WIDTH: Final = 1040
_CELL: Final = 92
_STEP: Final = _CELL + 8  # from cell to cell
_LEFT, _TOP = MARGIN, HEAD + 10
_CUBE: Final = _LEFT + V.SIDE * _STEP + 20
_BLOCK: Final = 42
_SPACE: Final = 82  # of a board

_PLAYERS: Final = ("#c8374a", "#2f6fd0", "#e0b21c", "#3c9a57")
_COLOURS: Final = ("#9c6b3f", "#e6d28f", "#9a9ea3", "#4a3b66", "#2fae6b")
_SHOWS: Final = (
    *("#4f9d4a", "#e2c46a", "#8d8f96", "#bfe3ee"),
    *_COLOURS[:4],
    *("#e58fb0", "#d98a4b", "#b8c96a", "#7aa6c9"),
)
_MOB, _FACE_DOWN, _TOKEN = "#3f2f55", "#d5cdbf", "#efe6d2"


def svg(game: BuildersBiomes) -> str:
    """Return the drawing of the public state."""
    drawing = Drawing(game, _status(game.public), WIDTH)
    _draw_world(drawing, game.public, game.box_record)
    _draw_cube(drawing, game.public)
    for category in range(V.SCORINGS):
        card = _scoring(game.public, game.box_record, category)
        drawing.card(_CUBE + 124 * category, _TOP + 450, 120, 110, card)
    y = _TOP + V.SIDE * _STEP + 20
    ends = [
        _draw_seat(drawing, game, seat, MARGIN + (3 * _SPACE + GAP) * seat, y)
        for seat in range(game.seats)
    ]
    drawing.y = max(ends) + MARGIN
    return drawing.svg()


def _status(p: Any) -> str:
    return f"Turn {p.turn}; scorings done: {p.scored} of {V.SCORINGS}"


def _draw_world(drawing: Drawing, p: Any, box: Any) -> None:
    beside = TOUCHED[p.at[p.active]].tolist()
    for cell in range(V.CELLS):
        x, y = _LEFT + cell % V.SIDE * _STEP, _TOP + cell // V.SIDE * _STEP
        if cell in STACK_CELLS or p.left[cell]:
            drawing.card(x, y, _CELL, _CELL, _cell(p, box, cell))
        if cell in beside:
            actions = [first + beside.index(cell) for first in (V.BUILD, V.FIGHT, V.WEAPON)]
            drawing.choice(actions, rect(x, y, _CELL, _CELL, "transparent", CHOICE, 3, 4))
    for crossing in range(V.CROSSINGS):
        row, column = divmod(crossing, V.CROSSING_SIDE)
        x, y = _LEFT + (column + 1) * _STEP - 4, _TOP + (row + 1) * _STEP - 4
        drawing.choice([V.GO + crossing], circle(x, y, 11, "#ffffff", CHOICE, 2.5))
        seats = np.flatnonzero(p.at[: p.players] == crossing).tolist()
        for n, seat in enumerate(seats):
            shift = x + 15 * (n - (len(seats) - 1) / 2)
            name = drawing.game.player_name(seat)[0]
            piece = circle(shift, y, 9, _PLAYERS[seat], INK, 1.5)
            piece += text(shift, y + 4, name, 10, INK, True, MIDDLE)
            drawing.shapes.append(element("g", piece, pointer_events="none"))


def _cell(p: Any, box: Any, cell: int) -> Card:
    """Return what lies on a cell: its name, how many there are, the thing on top."""
    left, face = int(p.left[cell]), int(p.face[cell])
    name = f"{cell_name(cell)} × {left}"
    if face < 0:
        return Card([name], _FACE_DOWN if left else "none")
    if cell not in STACK_CELLS:
        return Card(
            [name, WORDS.name("weapon", face), f"♥ {box.weapon_hearts[face]}"],
            _TOKEN,
        )
    xp = f"{box.xp[face]} XP"
    if face < box.buildings:
        words, bands = _shown(box, face)
        bands = ["#ffffff", *bands]
        cost = enumerate(box.cost[face].tolist())
        short = " ".join(f"{n} {_look(colour)}" for colour, n in cost if n)
        return Card([f"{name}, {xp}", *words, short], "#ffffff", -1, bands)
    bonus = ["+ 1 action"]
    if not box.action[face]:
        each = WORDS.name("characteristic", int(box.bonus_for[face]))
        bonus = [f"end: {box.bonus[face]} for each", each]
    kind = WORDS.name("mob", int(box.kind[face]))
    return Card([name, kind, f"♥ {box.hearts[face]}, {xp}", *bonus], _MOB)


def _shown(box: Any, tile: int) -> tuple[list[str], list[str]]:
    """Return what a building shows, in words and as colours."""
    shows = box.shows[tile].tolist()
    return [WORDS.name("characteristic", n) for n in shows], [_SHOWS[n] for n in shows]


def _draw_cube(drawing: Drawing, p: Any) -> None:
    for layer in range(V.LAYERS):
        level = V.LAYERS - 1 - layer
        x, y = _CUBE + (layer & 1) * 190, _TOP + 20 + (layer >> 1) * 210
        title = f"Layer {layer + 1}: {(p.height > level).sum()} left"
        drawing.text(x, y - 6, title, 12, False, 180)
        for column, look in enumerate(p.cube[:, level].tolist()):
            card = Card([_look(look)], _FACE_DOWN, V.BLOCK + column)
            if look >= 0:
                card = card._replace(fill=_COLOURS[look])
            elif look == GONE:
                card = Card([], "none")
            if level != p.height[column] - 1:
                card = card._replace(action=-1)
            spot = x + column % 4 * _BLOCK, y + column // 4 * _BLOCK
            drawing.card(*spot, _BLOCK - 4, _BLOCK - 4, card)


def _scoring(p: Any, box: Any, category: int) -> Card:
    """Return a scoring: what a space of the largest group is worth, by what it shows."""
    members = range(V.PER_CATEGORY * category, V.PER_CATEGORY * (category + 1))
    title = WORDS.name("scoring", category) + ": done" * bool(p.scored > category)
    words = [f"{WORDS.name('characteristic', n)}: {box.points[n]}" for n in members]
    return Card([title, *words], PANEL, -1, [PANEL, *(_SHOWS[n] for n in members)])


def _draw_seat(drawing: Drawing, game: BuildersBiomes, seat: int, x: float, y: float) -> float:
    """Draw the board of a seat and what else it has; return where that ends."""
    p, box = game.public, game.box_record
    active = bool(seat == p.active)
    rank = f"rank {p.rank[seat]}" if p.rank[seat] else f"as it stands {game.standings()[seat]}"
    title = f"{game.player_name(seat)}: {p.xp[seat]} XP, {rank}"
    drawing.text(x, y, title, 12, active, 3 * _SPACE, INK if active else SOFT)
    for space, tile in enumerate(p.built[seat].tolist()):
        biome = int(box.boards[p.board[seat], space])
        words, bands = [WORDS.name("characteristic", biome)], [_SHOWS[biome]]
        if tile >= 0:
            words, bands = _shown(box, tile)
        card = Card(words, "none", V.SPACE + space if active else -1, bands)
        spot = x + space % 3 * _SPACE, y + 8 + space // 3 * 64
        drawing.card(*spot, _SPACE - 4, 60, card)
    mobs = [tile_name(box, tile) for tile in _mobs(p, seat)]
    held = [*_counts("colour", p.supply[seat]), *_counts("weapon", p.pile[seat]), *mobs]
    y += 196
    for line in held:
        y += 16
        drawing.text(x, y, line, 11, False, 3 * _SPACE - 4)
    return y


def _mobs(p: Any, seat: int) -> list[int]:
    mobs: list[int] = np.flatnonzero(p.where == V.WON + seat).tolist()
    return mobs


def _counts(field: str, counts: Any) -> list[str]:
    """Return words for counts, two to a line."""
    parts = [f"{n} {WORDS.name(field, kind)}" for kind, n in enumerate(counts.tolist()) if n]
    return [", ".join(parts[n : n + 2]) for n in range(0, len(parts), 2)]


def lines(game: BuildersBiomes) -> Iterator[str]:
    """Yield the lines of the picture as text."""
    p, box = game.public, game.box_record
    yield game.decision()
    yield _status(p)
    yield ""
    pieces = [f"{game.player_name(seat)[0]}{p.at[seat]}" for seat in range(game.seats)]
    yield "Overworld (left number: tiles; b, m, t: building, mob, token; pieces at crossings)"
    yield "Pieces: " + " ".join(pieces)
    for row in range(V.SIDE):
        cells = range(V.SIDE * row, V.SIDE * (row + 1))
        yield " ".join(_code(p, box, cell).ljust(7) for cell in cells).rstrip()
    for cell in range(V.CELLS):
        if p.face[cell] >= 0:
            yield f"  {cell_name(cell)}: {_thing(p, box, cell)}"
    yield ""
    yield "Cube (columns of each layer in rows of four; ? is not visible)"
    for row in range(4):
        yield "   ".join(
            " ".join(_look(p.cube[column, level]) for column in range(4 * row, 4 * row + 4))
            for level in range(V.LAYERS - 1, -1, -1)
        )
    standings = game.standings()
    for seat in range(game.seats):
        yield ""
        rank = f", rank {p.rank[seat]}" if p.rank[seat] else ""
        yield f"{game.player_name(seat)}: {p.xp[seat]} XP, as it stands {standings[seat]}{rank}"
        for field, counts in (("colour", p.supply[seat]), ("weapon", p.pile[seat])):
            yield "  " + (", ".join(_counts(field, counts)) or "no blocks")
        for space in range(V.SPACES):
            tile = int(p.built[seat, space])
            biome = WORDS.name("characteristic", int(box.boards[p.board[seat], space]))
            yield f"  space {space}: {tile_name(box, tile) if tile >= 0 else f'({biome})'}"
        for tile in _mobs(p, seat):
            yield f"  mob: {tile_name(box, tile)}"


def _code(p: Any, box: Any, cell: int) -> str:
    left, face = int(p.left[cell]), int(p.face[cell])
    if left == 0:
        return "."
    if face < 0:
        return f"{left}?"
    if cell not in STACK_CELLS:
        return f"{left}t{face}"
    return f"{left}{'b' if face < box.buildings else 'm'}{face}"


def _thing(p: Any, box: Any, cell: int) -> str:
    face = int(p.face[cell])
    if cell not in STACK_CELLS:
        return f"{WORDS.name('weapon', face)} ({box.weapon_hearts[face]} hearts)"
    if face >= box.buildings:
        return f"{tile_name(box, face)}, {box.xp[face]} XP"
    return f"{tile_name(box, face)} for {cost_name(box, face)}, {box.xp[face]} XP"


def _look(look: int) -> str:
    if look == GONE:
        return "."
    return "?" if look < 0 else WORDS.name("colour", look)[:2]
