"""Pictures of what can be seen: one drawing (SVG, or its pixels), and text.

What can be chosen now is outlined and carries ``data-action`` with the number of the action.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Final
from xml.sax.saxutils import escape

import numpy as np

from tablemates.envs.builders_biomes import vocabulary as V
from tablemates.envs.builders_biomes.rules.places import STACK_CELLS, TOUCHED
from tablemates.envs.builders_biomes.speech import WORDS, cell_name, cost_name, tile_name
from tablemates.envs.builders_biomes.standing import prospects
from tablemates.envs.core.canvas import (
    CHOICE,
    INK,
    MIDDLE,
    PAPER,
    RIGHT,
    SOFT,
    Area,
    body_of,
    circle,
    document,
    draw_panel,
    element,
    moved,
    rect,
    text,
)
from tablemates.envs.core.cube import GONE
from tablemates.envs.core.zones import Clock, Zone, piece, spot, zone

if TYPE_CHECKING:
    from tablemates.envs.builders_biomes.game import BuildersBiomes

WIDTH: Final = 1040
_HEAD: Final = 44
_GAP: Final = 10
_CELL: Final = 92
_STEP: Final = _CELL + 8  # from cell to cell
_WORLD: Final = V.SIDE * _STEP + 30
_RIGHT: Final = _GAP + _WORLD + _GAP
_BLOCK: Final = 36
_SEAT_HEIGHT: Final = 196
_SEATS_TOP: Final = _HEAD + _WORLD + 24 + _GAP
HEIGHT: Final = _SEATS_TOP + _SEAT_HEIGHT + _GAP

_PLAYERS: Final = ("#c8374a", "#2f6fd0", "#e0b21c", "#3c9a57")
_COLOURS: Final = ("#9c6b3f", "#e6d28f", "#9a9ea3", "#4a3b66", "#2fae6b")
_INKS: Final = ("#ffffff", "#3a2f08", "#16181a", "#ffffff", "#06301a")
_SHOWS: Final = (
    *("#4f9d4a", "#e2c46a", "#8d8f96", "#bfe3ee"),
    *_COLOURS[:4],
    *("#e58fb0", "#d98a4b", "#b8c96a", "#7aa6c9"),
)
#: Ink on each of them.
_SHOW_INKS: Final = (
    *(INK, INK, INK, INK),
    *_INKS[:4],
    *(INK, INK, INK, INK),
)
_MOB: Final = "#3f2f55"
_FACE_DOWN: Final = "#d5cdbf"


def svg(game: BuildersBiomes) -> str:
    """Return the drawing of the public state."""
    return _Drawing(game).svg()


_WIDE: Final = 860  # the Overworld with the scorings beside it
_SIDE: Final = 420  # what lies beside it


def zones(game: BuildersBiomes) -> Iterator[Zone]:
    """Yield the drawing in parts, as the table's page lays them out."""
    drawing, high = _Drawing(game), _WORLD + 24
    scorings = Area(_RIGHT, _HEAD, _WIDE - _WORLD - _GAP, high)
    board = moved(-_GAP, -_HEAD, [*drawing.world(), *drawing.scorings(scorings)])
    yield zone("board", "board", "Overworld and scorings", _WIDE, high, [board])
    cube = moved(0, 0, drawing.cube(Area(0, 0, _SIDE / 0.8, 410)), 0.8)
    yield zone("cube", "shared", "Block cube", _SIDE, 330, [cube])
    for seat in range(game.seats):
        shapes = drawing.seat(seat, Area(1, 1, _SIDE - 2, _SEAT_HEIGHT))
        yield zone(f"seat/{seat}", "seat", game.player_name(seat), _SIDE, _SEAT_HEIGHT + 2, shapes)


def clocks(game: BuildersBiomes) -> Iterator[Clock]:
    """Yield the layers of the cube whose end brings a scoring."""
    p = game.public
    for layer in range(V.SCORINGS):
        left = int((p.height > V.LAYERS - 1 - layer).sum())
        done = p.scored > layer
        alarm = 0 if done else (left <= V.COLUMNS // 2) + (left <= V.COLUMNS // 4)
        title = WORDS.name("scoring", layer)
        yield Clock(f"Scoring {title}", left, V.COLUMNS, alarm, "done" if done else f"{left} left")


def _short(field: str, number: int, letters: int = 3) -> str:
    return WORDS.name(field, number)[:letters]


class _Drawing:
    """Draws one game."""

    def __init__(self, game: BuildersBiomes) -> None:
        self.game, self.p, self.box = game, game.public, game.box_record
        self.legal = set(game.legal) if game.to_move() >= 0 else set()

    def svg(self) -> str:
        """Return the whole picture."""
        content = [
            rect(0, 0, WIDTH, HEIGHT, PAPER),
            *self._head(),
            *self.world(),
            *self.cube(Area(_RIGHT, _HEAD, WIDTH - _RIGHT - _GAP, 408)),
            *self.scorings(Area(_RIGHT, _HEAD + 418, WIDTH - _RIGHT - _GAP, _WORLD - 394)),
        ]
        width = (WIDTH - 2 * _GAP + _GAP) / self.game.seats - _GAP
        for seat in range(self.game.seats):
            area = Area(_GAP + seat * (width + _GAP), _SEATS_TOP, width, _SEAT_HEIGHT)
            content += self.seat(seat, area)
        return document(WIDTH, HEIGHT, self.game.decision(), content)

    def _choice(self, action: int, shape: str) -> Iterator[str]:
        """Yield the mark of an action that is legal now."""
        if action in self.legal:
            title = element("title", escape(self.game.describe(action)))
            yield element("g", title + shape, data_action=action, cursor="pointer")

    def _head(self) -> Iterator[str]:
        yield text(_GAP + 4, 28, self.game.decision(), 16, INK, True, room=640)
        place = float(WIDTH - _GAP)
        for action in (V.DONE, *range(V.DETONATE + V.MOST_TNT, V.DETONATE, -1)):
            if action in self.legal:
                words = self.game.describe(action)
                width = 9.0 * len(words) + 16
                place -= width + 8
                shape = rect(place, 8, width, 28, "#ffffff", CHOICE, 2, 6)
                yield from self._choice(
                    action, shape + text(place + width / 2, 27, words, 13, INK, True, MIDDLE)
                )

    # -- the Overworld ------------------------------------------------------------------
    def world(self) -> Iterator[str]:
        """Yield the Overworld with the pieces on it."""
        yield from draw_panel(Area(_GAP, _HEAD, _WORLD, _WORLD + 24), "Overworld")
        left, top = _GAP + 18, _HEAD + 36
        for cell in range(V.CELLS):
            x, y = left + cell % V.SIDE * _STEP, top + cell // V.SIDE * _STEP
            yield spot(f"cell/{cell}", moved(x, y, self._cell(cell)))
        here = TOUCHED[self.p.at[self.p.active]]
        for corner, cell in enumerate(here.tolist()):
            x, y = left + cell % V.SIDE * _STEP, top + cell // V.SIDE * _STEP
            frame = rect(x - 2, y - 2, _CELL + 4, _CELL + 4, "transparent", CHOICE, 3, 8)
            for first in (V.BUILD, V.FIGHT, V.WEAPON):
                yield from self._choice(first + corner, frame)
        for crossing in range(V.CROSSINGS):
            row, column = divmod(crossing, V.CROSSING_SIDE)
            x, y = left + (column + 1) * _STEP - 4, top + (row + 1) * _STEP - 4
            yield spot(f"crossing/{crossing}", circle(x, y, 9))
            yield from self._choice(V.GO + crossing, circle(x, y, 11, "#ffffff", CHOICE, 2.5))
            yield from self._pieces(crossing, x, y)

    def _pieces(self, crossing: int, x: float, y: float) -> Iterator[str]:
        seats = [seat for seat in range(self.game.seats) if self.p.at[seat] == crossing]
        for n, seat in enumerate(seats):
            shift = 15 * (n - (len(seats) - 1) / 2)
            letter = self.game.player_name(seat)[0]
            shape = element(
                "g",
                circle(x + shift, y, 9, _PLAYERS[seat], INK, 1.5)
                + text(x + shift, y + 4, letter, 10, INK, True, MIDDLE),
                pointer_events="none",
            )
            yield piece(f"pawn/{seat}", f"crossing/{crossing}", shape)

    def _cell(self, cell: int) -> Iterator[str]:
        left, face = int(self.p.left[cell]), int(self.p.face[cell])
        name = text(4, 11, cell_name(cell), 8.5, SOFT)
        if left == 0:
            if cell in STACK_CELLS:
                yield rect(0, 0, _CELL, _CELL, "none", _FACE_DOWN, 1, 6, "4 4")
                yield name
            return
        if face < 0:
            size = _CELL if cell in STACK_CELLS else 56
            edge = (_CELL - size) / 2
            yield rect(edge, edge, size, size, _FACE_DOWN, "#b9b0a0", 1, 6)
            yield text(_CELL / 2, _CELL / 2 + 6, f"× {left}", 15, SOFT, True, MIDDLE)
            yield name
        elif cell in STACK_CELLS:
            yield piece(f"tile/{face}", f"cell/{cell}", "".join(_tile(self.box, face)))
            ink = INK if face < self.box.buildings else "#ffffff"
            yield text(_CELL - 5, 11, f"× {left}", 9, ink, anchor=RIGHT)
        else:
            token = circle(_CELL / 2, _CELL / 2, 36, "#efe6d2", "#a08a5c", 2)
            words = WORDS.name("weapon", face).split()
            for n, word in enumerate(words):
                token += text(_CELL / 2, 40 + 12 * n, word, 10.5, INK, True, MIDDLE, 66)
            hearts = f"♥ {self.box.weapon_hearts[face]}"
            token += text(_CELL / 2, 68, hearts, 12, "#b3243c", True, MIDDLE)
            yield piece(f"token/{cell}", f"cell/{cell}", token)

    # -- the cube -----------------------------------------------------------------------
    def cube(self, area: Area) -> Iterator[str]:
        """Yield the layers of the cube."""
        yield from draw_panel(area, "Block cube", "layers from the top; ? is not visible")
        body = body_of(area)
        for layer in range(V.LAYERS):
            level = V.LAYERS - 1 - layer
            x = body.x + (layer & 1) * (4 * _BLOCK + 26) + 8
            y = body.y + (layer >> 1) * (4 * _BLOCK + 36) + 14
            count = int((self.p.height > level).sum())
            label = f"Layer {layer + 1}: {count} left"
            yield text(x, y - 4, label, 11, INK, True)
            for column in range(V.COLUMNS):
                spot = x + column % 4 * _BLOCK, y + column // 4 * _BLOCK
                yield from self._block(column, level, *spot)

    def _block(self, column: int, level: int, x: float, y: float) -> Iterator[str]:
        look = int(self.p.cube[column, level])
        size = _BLOCK - 3
        if look == GONE:
            yield rect(x, y, size, size, "none", _FACE_DOWN, 1, 3, "2 3")
            return
        fill, ink = (_COLOURS[look], _INKS[look]) if look >= 0 else (_FACE_DOWN, SOFT)
        top = level == self.p.height[column] - 1
        sign = _short("colour", look) if look >= 0 else "?"
        yield piece(
            f"block/{column}-{V.LAYERS - level}",
            "cube",
            rect(x, y, size, size, fill, INK if top else "none", 1, 3)
            + text(x + size / 2, y + 21, sign, 10.5, ink, True, MIDDLE),
        )
        if top:
            frame = rect(x - 1, y - 1, size + 2, size + 2, "transparent", CHOICE, 3, 4)
            yield from self._choice(V.BLOCK + column, frame)

    def scorings(self, area: Area) -> Iterator[str]:
        """Yield what the scorings count, in as many columns as there is room for."""
        note = "points a space" + " of the largest group" * (area.width > 300)
        yield from draw_panel(area, "Scorings", note)
        body = body_of(area)
        for category in range(V.SCORINGS):
            across = max(1, int(body.width // 88))
            rows = -(-V.PER_CATEGORY // across)
            y = body.y + 18 + category * (36 + 30 * rows)
            done = self.p.scored > category
            title = WORDS.name("scoring", category) + (": done" if done else "")
            yield text(body.x + 4, y, title, 12, SOFT if done else INK, True)
            for n in range(V.PER_CATEGORY):
                characteristic = V.PER_CATEGORY * category + n
                x, top = body.x + n % across * 88, y + n // across * 30
                yield rect(x, top + 8, 84, 26, _SHOWS[characteristic], "none", 0, 4)
                words = f"{WORDS.name('characteristic', characteristic)} "
                words += str(self.box.points[characteristic])
                ink = _SHOW_INKS[characteristic]
                yield text(x + 42, top + 25, words, 10.5, ink, True, MIDDLE, 80)

    # -- seats --------------------------------------------------------------------------
    def seat(self, seat: int, area: Area) -> Iterator[str]:
        """Yield what a player has."""
        p, game = self.p, self.game
        standing = int(p.xp[seat]) + int(prospects(game.record, game.box)[seat].sum())
        title = f"{game.player_name(seat)}: {p.xp[seat]} XP"
        note = f"rank {p.rank[seat]}" if p.rank[seat] else f"as it stands {standing}"
        yield from draw_panel(area, title, note)
        yield rect(area.x, area.y, 5, area.height, _PLAYERS[seat], round_by=2)
        if seat == p.active:
            yield rect(*area, "none", _PLAYERS[seat], 2, 8)
        for space in range(V.SPACES):
            yield from self._space(
                seat, space, area.x + 14 + space % 3 * 50, area.y + 34 + space // 3 * 50
            )
        lines = (
            ("Blocks", _counts("colour", p.supply[seat])),
            ("Tokens", _counts("weapon", p.pile[seat])),
            ("Mobs", self._mobs(seat)),
        )
        x, room, y = area.x + 172, area.width - 182, area.y + 44
        for label, parts in lines:
            yield text(x, y, label, 11, SOFT, True)
            for part in parts or ["none"]:
                y += 12.5
                if y < area.bottom - 4:
                    yield text(x + 4, y, part, 10, INK, room=room - 4)
            y += 15

    def _mobs(self, seat: int) -> list[str]:
        mobs = np.flatnonzero(self.p.where == V.WON + seat)
        return [tile_name(self.box, int(tile)) for tile in mobs]

    def _space(self, seat: int, space: int, x: float, y: float) -> Iterator[str]:
        p, tile = self.p, int(self.p.built[seat, space])
        if tile < 0:
            biome = int(self.box.boards[p.board[seat], space])
            yield rect(x, y, 46, 46, _SHOWS[biome], "#00000040", 1, 4)
            words = WORDS.name("characteristic", biome)
            yield text(x + 23, y + 27, words, 9, INK, False, MIDDLE, 42)
        else:
            for n, shown in enumerate(self.box.shows[tile].tolist()):
                yield rect(x, y + 15.3 * n, 46, 15.3, _SHOWS[shown])
                words = WORDS.name("characteristic", shown)
                yield text(x + 23, y + 11 + 15.3 * n, words, 9, _SHOW_INKS[shown], True, MIDDLE, 43)
            yield rect(x, y, 46, 46, "none", INK, 2, 4)
        if seat == p.active:
            frame = rect(x - 1, y - 1, 48, 48, "transparent", CHOICE, 3, 5)
            yield from self._choice(V.SPACE + space, frame)


def _tile(box: Any, tile: int) -> Iterator[str]:
    """Yield a face-up tile in its own coordinates."""
    if tile >= box.buildings:
        yield rect(0, 0, _CELL, _CELL, _MOB, INK, 1, 6)
        kind = WORDS.name("mob", int(box.kind[tile]))
        yield text(6, 26, kind, 12.5, "#ffffff", True, room=_CELL - 12)
        yield text(6, 45, f"♥ {box.hearts[tile]}", 14, "#ffb3bd", True)
        yield text(_CELL - 6, 45, f"{box.xp[tile]} XP", 12, "#ffffff", True, RIGHT)
        if box.action[tile]:
            yield text(6, 68, "+ 1 action", 11, "#ffd84d", True)
        else:
            name = WORDS.name("characteristic", int(box.bonus_for[tile]))
            yield text(6, 66, f"end: {box.bonus[tile]} for each", 9.5, "#ffd84d")
            yield text(6, 79, name, 11, "#ffd84d", True)
        return
    for n, shown in enumerate(box.shows[tile].tolist()):
        yield rect(0, 15 + 16 * n, _CELL, 16, _SHOWS[shown])
        words = WORDS.name("characteristic", shown)
        yield text(6, 27 + 16 * n, words, 10.5, _SHOW_INKS[shown], True, room=_CELL - 12)
    x = 6.0
    for colour, count in enumerate(box.cost[tile].tolist()):
        for _ in range(count):
            yield rect(x, 69, 11, 14, _COLOURS[colour], INK, 0.8, 2)
            yield text(x + 5.5, 79.5, _short("colour", colour, 1), 8, _INKS[colour], True, MIDDLE)
            x += 12.5
    if box.xp[tile]:
        yield text(6, 12, f"+{box.xp[tile]} XP", 9.5, INK, True)
    yield rect(0, 0, _CELL, _CELL, "none", INK, 1.2, 6)


def _counts(field: str, counts: Any) -> list[str]:
    """Return words for counts, two to a line."""
    parts = [f"{n} {WORDS.name(field, kind)}" for kind, n in enumerate(counts.tolist()) if n]
    return [", ".join(parts[n : n + 2]) for n in range(0, len(parts), 2)]


def lines(game: BuildersBiomes) -> Iterator[str]:
    """Yield the lines of the picture as text."""
    p, box = game.public, game.box_record
    yield game.decision()
    yield f"Turn {p.turn}; scorings done: {p.scored} of {V.SCORINGS}"
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
        for tile in np.flatnonzero(p.where == V.WON + seat).tolist():
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
    return "?" if look < 0 else _short("colour", look, 2)
