"""The board: the parts of the track, ground, pieces, and spaces that may be chosen."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from tablemates.envs.core.canvas import (
    MIDDLE,
    Area,
    circle,
    moved,
    path,
    rect,
    text,
)
from tablemates.envs.core.zones import piece, spot
from tablemates.envs.portal_dash.reading import (
    BROWN_BLOCK,
    LAVA,
    MAGMA,
    PLAIN,
    SOUL_SAND,
    row_and_column,
    terrain_at,
)
from tablemates.envs.portal_dash.render import symbols as S
from tablemates.envs.portal_dash.render.drawing import icons
from tablemates.envs.portal_dash.render.drawing import palette as P
from tablemates.envs.portal_dash.render.scene import Part, Scene, mob_kind, mob_number
from tablemates.envs.portal_dash.rules import limits as L
from tablemates.envs.portal_dash.rules.state import Public
from tablemates.envs.portal_dash.rules.vocabulary import Colour

NUMBERS: Final = 15  # room for the numbers of rows and columns
NAMES: Final = 18  # room for the names of the parts
_LARGEST: Final = 80  # a cell
_BETWEEN: Final = 4  # parts
_MOST_BANDS: Final = 4


@dataclass(frozen=True)
class Track:
    """The board laid out.

    Attributes:
        bands: Runs of parts, one below the other.
        cell: Size of a cell.
        rows: Rows of the board.
        area: Where all of it lies.
    """

    bands: list[list[Part]]
    cell: float
    rows: int
    area: Area

    def band_top(self, band: int) -> float:
        """Return the upper edge of a band's first row."""
        return self.area.y + band * self._pitch + NAMES + NUMBERS

    @property
    def _pitch(self) -> float:
        return NAMES + NUMBERS + self.rows * self.cell + 6

    def part_left(self, band: int, part: Part) -> float:
        """Return the left edge of a part."""
        run = self.bands[band]
        before = part.columns.start - run[0].columns.start
        left = self.area.x + (self.area.width - _width(run, self.cell)) / 2
        return left + NUMBERS + before * self.cell + run.index(part) * _BETWEEN

    def cell_of(self, space: int) -> tuple[float, float]:
        """Return the upper left corner of a space (``row * 64 + column``)."""
        row, column = row_and_column(space)
        for band, run in enumerate(self.bands):
            for part in run:
                if column in part.columns:
                    x = self.part_left(band, part) + (column - part.columns.start) * self.cell
                    return x, self.band_top(band) + row * self.cell
        raise ValueError(f"the track has no column {column}")


def lay_out(scene: Scene, area: Area) -> Track:
    """Return the board in the number of bands that makes its cells largest."""
    rows = int(scene.p.rows)
    tracks = [
        Track(bands, _cell_size(bands, rows, area), rows, area)
        for bands in (_bands(scene.parts, count) for count in range(1, _MOST_BANDS + 1))
    ]
    best = max(tracks, key=lambda track: track.cell)
    height = len(best.bands) * (best.band_top(1) - best.band_top(0)) - 6
    return Track(best.bands, best.cell, rows, area.inside(0, (area.height - height) / 2))


def _bands(parts: list[Part], count: int) -> list[list[Part]]:
    """Return the parts in at most so many runs of about equal length; none is cut."""
    columns = parts[-1].columns.stop
    bands: list[list[Part]] = []
    for part in parts:
        middle = (part.columns.start + part.columns.stop) / 2
        band = min(int(middle * count / columns), count - 1)
        while len(bands) <= band:
            bands.append([])
        bands[band].append(part)
    return [band for band in bands if band]


def _width(band: list[Part], cell: float) -> float:
    columns = sum(len(part.columns) for part in band)
    return NUMBERS + columns * cell + _BETWEEN * (len(band) - 1)


def _cell_size(bands: list[list[Part]], rows: int, area: Area) -> float:
    """Return the largest cell with which all bands fit."""
    sizes = [(area.height + 6) / len(bands) / rows - (NAMES + NUMBERS + 6) / rows, float(_LARGEST)]
    for band in bands:
        columns = sum(len(part.columns) for part in band)
        sizes.append((area.width - _width(band, 0)) / columns)
    return min(sizes)


_BADGE: Final = 0.34  # of a cell
_WAVE: Final = "q2.4-3.6 4.8 0t4.8 0 4.8 0 4.8 0"
#: Drawings on a square of 24 units: each kind of ground has a pattern of its own.
_GROUND: Final = {
    LAVA: [
        rect(0, 0, 24, 24, "#f08a2c"),
        path(f"M2.4 7{_WAVE}M2.4 13{_WAVE}M2.4 19{_WAVE}", "none", "#7d3300", 1.7, True),
    ],
    MAGMA: [
        rect(0, 0, 24, 24, "#7c2a26"),
        path("M2 8l4 3 4-6 4 7 4-5 4 3M2 18l4-3 4 5 4-7 4 5 4-3", "none", "#ffb48a", 1.6, True),
    ],
    SOUL_SAND: [
        rect(0, 0, 24, 24, "#79634f"),
        *(circle(x, y, 1.6, "#f1e6d8") for x in (5, 12, 19) for y in (5, 12, 19)),
    ],
    BROWN_BLOCK: [
        rect(1, 1, 22, 22, P.BLOCKS[Colour.BROWN].fill, P.BLOCKS[Colour.BROWN].edge, 1.6, 3),
        path("M2 8.5h20M2 15.5h20M9 2v6.5M15 8.5v7M8 15.5v6.5", "none", "#d9b08c", 1.3),
    ],
}


def draw_board(scene: Scene, area: Area) -> Iterator[str]:
    """Yield the board, in the middle of its area."""
    track = lay_out(scene, area)
    for band, run in enumerate(track.bands):
        yield from _row_numbers(track, band)
        for part in run:
            yield from _part(scene.p, track, band, part)
    taken, sites = scene.pieces(), scene.sites()
    for space, site in sites.items():
        if space not in taken:
            yield _site(space, site, _in_the_middle(track, space))
    for space, pieces in taken.items():
        yield from _pieces(scene, track, space, pieces, space in sites)
    for space in sites.keys() & taken.keys():
        yield _site(space, sites[space], _badge(track, space, len(taken[space])))
    for group in ("space", "step"):
        for space in sorted(scene.chosen[group]):
            x, y = track.cell_of(space)
            yield scene.mark(group, space, x + 1, y + 1, track.cell - 2, track.cell - 2)


def _at(space: int) -> str:
    """Return the id of a space as a spot."""
    row, column = row_and_column(space)
    return f"board/{row},{column}"


def _site(space: int, site: tuple[str, str], place: tuple[float, float, float]) -> str:
    shape, at = icons.site(*site, *place), _at(space)
    return piece(at.replace("board", "chest"), at, shape) if site[0] == "chest" else shape


def _row_numbers(track: Track, band: int) -> Iterator[str]:
    left = track.part_left(band, track.bands[band][0]) - NUMBERS / 2 - 1
    for row in range(track.rows):
        y = track.band_top(band) + (row + 0.5) * track.cell + 3.5
        yield text(left, y, str(row), 9.5, P.SOFT, anchor=MIDDLE)


def _part(p: Public, track: Track, band: int, part: Part) -> Iterator[str]:
    """Yield a part's name, its column numbers and its ground."""
    x, y, cell = track.part_left(band, part), track.band_top(band), track.cell
    width, height = len(part.columns) * cell, track.rows * cell
    middle = x + width / 2
    name_at = y - NUMBERS - 5
    yield text(middle, name_at, part.name, 11.5, P.SOFT, anchor=MIDDLE, room=width + 2)
    for i, column in enumerate(part.columns):
        yield text(x + (i + 0.5) * cell, y - 5, str(column), 9.5, P.SOFT, anchor=MIDDLE)
    if not part.open:
        yield rect(x, y, width, height, P.FACE_DOWN, P.FACE_DOWN_EDGE, 1.2, 3)
        size = min(64.0, width * 0.6)
        yield text(middle, y + height / 2 + size * 0.36, "?", size, P.FACE_DOWN_EDGE, True, MIDDLE)
        return
    yield rect(x, y, width, height, P.GROUND)
    for i, column in enumerate(part.columns):
        for row in range(track.rows):
            terrain = terrain_at(p, row * L.COLUMNS + column)
            cell_of = x + i * cell, y + row * cell, cell, cell
            yield spot(f"board/{row},{column}", rect(*cell_of))
            if terrain != PLAIN:
                yield moved(x + i * cell, y + row * cell, _GROUND[terrain], cell / icons.UNIT)
    yield path(_grid(x, y, len(part.columns), track.rows, cell), "none", P.GROUND_EDGE, 0.8)
    yield rect(x, y, width, height, "none", P.SOFT, 1.2)


def _grid(x: float, y: float, columns: int, rows: int, cell: float) -> str:
    down = [f"M{x + i * cell:.6g} {y:.6g}v{rows * cell:.6g}" for i in range(1, columns)]
    across = [f"M{x:.6g} {y + i * cell:.6g}h{columns * cell:.6g}" for i in range(1, rows)]
    return "".join(down + across)


# -- on the ground ---------------------------------------------------------------------------


def _in_the_middle(track: Track, space: int) -> tuple[float, float, float]:
    """Return the corner and the size of a sign on a space without a piece."""
    x, y = track.cell_of(space)
    size = track.cell * 0.66
    return x + (track.cell - size) / 2, y + (track.cell - size) / 2, size


def _badge(track: Track, space: int, pieces: int) -> tuple[float, float, float]:
    """Return the corner and the size of a sign beside pieces."""
    x, y = track.cell_of(space)
    size = track.cell * (_BADGE if pieces == 1 else 0.3)
    inset = 0.5 if pieces == 1 else (track.cell - size) / 2
    return x + inset, y + inset, size


def _pieces(
    scene: Scene, track: Track, space: int, pieces: list[int], badge: bool
) -> Iterator[str]:
    """Yield the pieces on a space; with a badge they make room in the upper left corner."""
    x, y = track.cell_of(space)
    cell = track.cell
    if len(pieces) == 1:
        size = cell * (0.8 if badge else 0.92)
        aside = (cell - size) * (0.9 if badge else 0.5)
        if pieces[0] >= 0:
            mob = _mob(scene, pieces[0], x + aside, y + aside, size)
            yield piece(f"mob/{pieces[0]}", _at(space), mob)
        else:
            seat = -1 - pieces[0]
            pawn = icons.pawn(seat, x + aside, y + aside, size)
            yield piece(f"pawn/{seat}", _at(space), pawn)
        return
    size = cell * 0.49
    rows = -(-len(pieces) // 2)
    for i, seat in enumerate(-1 - one for one in pieces):
        left = x + (i % 2) * cell / 2 + (cell / 2 - size) / 2
        top = y + (cell - rows * size) / 2 + (i // 2) * size
        yield piece(f"pawn/{seat}", _at(space), icons.pawn(seat, left, top, size))


def _mob(scene: Scene, mob: int, x: float, y: float, size: float) -> str:
    """Return a mob or boss: letters, number, life beside a heart, reach beside an arrow.

    ``!`` marks one that is still to be activated this turn.
    """
    p = scene.p
    code = S.MOB_CODES[mob_kind(p, scene.names, mob)]
    label, life = mob_number(scene.names, mob), scene.names.mob_life(p, mob)
    reach = scene.names.mob_reach(p, mob)
    paint = P.MOB if label else P.BOSS
    parts = [rect(0.6, 0.6, 22.8, 22.8, paint.fill, paint.edge, 1.2, 4.5)]
    parts.append(text(2.4, 10, code, 7, paint.ink, True))
    if label:
        parts += [
            circle(18.9, 7.4, 3.8, "#ffffff"),
            text(18.9, 9.8, label, 6.6, P.INK, True, MIDDLE),
            *_reach(reach, 17, 19.3, paint.ink),
            icons.heart(2.2, 13.6, 6.4, fill=P.LIFE),
            text(9, 19.3, str(life), 6.6 if life < 10 else 5, paint.ink, True),
        ]
    else:  # a boss: its life has two digits
        parts += [
            *_reach(reach, 7.7, 10, paint.ink),
            icons.heart(3.4, 13.4, 7.4, fill=P.LIFE),
            text(12, 20, str(life), 7.4, paint.ink, True),
        ]
    if int(p.pending_mobs) >> mob & 1:
        parts += [
            path("M12 -2.4l3.6 6.2h-7.2z", P.SIGN, P.SIGN_INK, 0.7),
            text(12, 3, "!", 4.6, P.SIGN_INK, True, MIDDLE),
        ]
    return moved(x, y, parts, size / icons.UNIT)


def _reach(reach: int, middle: float, base: float, ink: str) -> list[str]:
    """Return an arrow and the reach behind it."""
    arrow = f"M14.4 {middle:g}h2.6M15.5 {middle - 1.6:g}l1.6 1.6-1.6 1.6"
    return [path(arrow, "none", ink, 0.9, True), text(18, base, str(reach), 6.6, ink, True, room=5)]
