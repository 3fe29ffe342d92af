"""Pictures of what can be seen: zones, clocks, and text.

What can be chosen now is outlined and carries ``data-action`` with the number of the action.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

import numpy as np

from tablemates.envs.builders_biomes import vocabulary as V
from tablemates.envs.builders_biomes.game import BuildersBiomes
from tablemates.envs.builders_biomes.mats import draw_cube, draw_seat
from tablemates.envs.builders_biomes.overworld import PITCH, draw_overworld
from tablemates.envs.builders_biomes.parts import BIOMES
from tablemates.envs.builders_biomes.pieces import GLYPHS, characteristic
from tablemates.envs.builders_biomes.rules.places import STACK_CELLS
from tablemates.envs.builders_biomes.speech import WORDS, cell_name, cost_name, tile_name
from tablemates.envs.builders_biomes.standing import draw_fight, draw_race, draw_scorings, draw_turn
from tablemates.envs.builders_biomes.vocabulary import Characteristic
from tablemates.envs.core.display.brushes import Palette, brush
from tablemates.envs.core.display.cards import Drawing
from tablemates.envs.core.display.svg import Area
from tablemates.envs.core.display.zones import Clock
from tablemates.envs.core.engine.cube import GONE
from tablemates.envs.core.records.vocabulary import word_of

_BOARD: Final = (860, 660)
_CUBE: Final = (420, 264)
_SEAT: Final = (420, 180)
_RACE: Final = 74  # height of the race
_TABLES: Final = 348  # of the scorings
_TURN: Final = 50  # of the kinds of actions


def draw(game: BuildersBiomes) -> Drawing:
    """Return the drawing of the public state."""
    p, box = game.public, game.box_record
    drawing = Drawing(game, _status(p), GLYPHS)
    board = Area(0, 0, *_BOARD).inside(3)
    drawing.shapes += draw_race(game, board)
    top, left = board.y + _RACE, board.x + V.SIDE * PITCH + 4
    drawing.shapes += draw_overworld(drawing, p, box, board.x, top)
    right = board.right - left
    drawing.shapes += draw_scorings(game, Area(left, top, right, _TABLES))
    turn = Area(left, top + _TABLES + 6, right, _TURN)
    drawing.shapes += draw_turn(drawing, p, turn)
    below = turn.bottom + 6
    drawing.shapes += draw_fight(drawing, p, box, Area(left, below, right, board.bottom - below))
    drawing.zone("board", "board", "Overworld and scorings", *_BOARD)
    drawing.shapes += draw_cube(drawing, p, Area(0, 0, *_CUBE).inside(2))
    drawing.zone("cube", "shared", "Block cube", *_CUBE)
    for seat in range(game.seats):
        drawing.shapes += draw_seat(drawing, p, box, seat, Area(0, 0, *_SEAT))
        drawing.zone(f"seat/{seat}", "seat", game.player_name(seat), *_SEAT)
    return drawing


def _status(p: Any) -> str:
    return f"Turn {p.turn}; scorings done: {p.scored} of {V.SCORINGS}"


def clocks(game: BuildersBiomes) -> Iterator[Clock]:
    """Yield the layers of the cube whose end brings a scoring."""
    p = game.public
    for layer in range(V.SCORINGS):
        left = int((p.height > V.LAYERS - 1 - layer).sum())
        done = p.scored > layer
        alarm = 0 if done else (left <= V.COLUMNS // 2) + (left <= V.COLUMNS // 4)
        title = WORDS.name("scoring", layer)
        yield Clock(f"Scoring {title}", left, V.COLUMNS, alarm, "done" if done else f"{left} left")


def _mobs(p: Any, seat: int) -> list[int]:
    mobs: list[int] = np.flatnonzero(p.where == V.WON + seat).tolist()
    return mobs


def _counted(field: str, counts: Any) -> list[tuple[int, str]]:
    """Return how many there are of each kind, with its name."""
    return [(n, WORDS.name(field, kind)) for kind, n in enumerate(counts.tolist())]


def _counts(field: str, counts: Any) -> list[str]:
    """Return words for counts, two to a line."""
    parts = [f"{n} {name}" for n, name in _counted(field, counts) if n]
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
        return (
            f"{WORDS.name('weapon', face)} ({WORDS.count(int(box.weapon_hearts[face]), 'heart')})"
        )
    if face >= box.buildings:
        return f"{tile_name(box, face)}, {box.xp[face]} XP"
    return f"{tile_name(box, face)} for {cost_name(box, face)}, {box.xp[face]} XP"


def _look(look: int) -> str:
    if look == GONE:
        return "."
    return "?" if look < 0 else WORDS.name("colour", look)[:2]


def palettes() -> list[Palette]:
    """Return what player boards are painted with."""
    brushes = [
        brush(letter, word_of(Characteristic(n)), characteristic(n, 0, 0, 24))
        for n, letter in enumerate(BIOMES)
    ]
    return [Palette(("boards",), brushes)]
