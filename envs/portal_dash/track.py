"""The drawing of the board: the parts of the track, ground, pieces, spaces to choose."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from tablemates.envs.core.display.cards import Drawing, frame
from tablemates.envs.core.display.svg import MIDDLE, SOFT, Area, fine, path, rect, text
from tablemates.envs.core.display.zones import about, piece, spot
from tablemates.envs.portal_dash import icons
from tablemates.envs.portal_dash import vocabulary as V
from tablemates.envs.portal_dash.naming import WORDS
from tablemates.envs.portal_dash.reading import PLAIN, row_and_column, terrain_at
from tablemates.envs.portal_dash.scene import Part, Scene

_NUMBERS: Final = 17  # room for the numbers of rows
_HEAD: Final = 38  # room for the names of the parts and the numbers of columns
_LARGEST: Final = 80  # a cell
_BETWEEN: Final = 4  # parts
_BELOW: Final = 6  # a band
_MOST_BANDS: Final = 4


class _Track:
    """The board laid out: runs of parts below one another, as many as make cells largest."""

    def __init__(self, scene: Scene, area: Area) -> None:
        self.rows, self.cell = scene.p.rows, 0.0
        for count in range(1, _MOST_BANDS + 1):
            bands = _bands(scene.parts, count)
            columns = max(sum(len(part.columns) for part in band) for band in bands)
            room = area.width - _NUMBERS - _BETWEEN * (max(map(len, bands)) - 1)
            high = ((area.height + _BELOW) / len(bands) - _HEAD - _BELOW) / self.rows
            cell = min(_LARGEST, room / columns, high)
            if cell > self.cell:
                self.cell, self.bands = cell, bands
        pitch = _HEAD + self.rows * self.cell + _BELOW
        top = area.y + (area.height - len(self.bands) * pitch + _BELOW) / 2 + _HEAD
        self._corner: dict[int, tuple[float, float]] = {}
        for n, band in enumerate(self.bands):
            width = sum(len(part.columns) for part in band) * self.cell
            width += _NUMBERS + _BETWEEN * (len(band) - 1)
            x = area.x + (area.width - width) / 2 + _NUMBERS
            for part in band:
                for column in part.columns:
                    self._corner[column] = x, top + n * pitch
                    x += self.cell
                x += _BETWEEN

    def at(self, space: int) -> tuple[float, float]:
        """Return the upper left corner of a space (``row * 64 + column``)."""
        row, column = row_and_column(space)
        x, y = self._corner[column]
        return x, y + row * self.cell


def _bands(parts: list[Part], count: int) -> list[list[Part]]:
    """Return the parts in at most this many runs of about equal length; none is cut."""
    bands: list[list[Part]] = [[] for _ in range(count)]
    for part in parts:
        middle = (part.columns.start + part.columns.stop) / 2
        bands[min(int(middle * count / parts[-1].columns.stop), count - 1)].append(part)
    return [band for band in bands if band]


def draw_track(drawing: Drawing, scene: Scene, area: Area) -> None:
    """Draw the board in the middle of an area."""
    track, shapes = _Track(scene, area), drawing.shapes
    for band in track.bands:
        x, y = track.at(band[0].columns.start)
        for row in range(track.rows):
            base = y + (row + 0.5) * track.cell + 5
            number = text(x - _NUMBERS / 2 - 1, base, str(row), 15, SOFT, anchor=MIDDLE)
            shapes.append(fine(number))
        for part in band:
            shapes += _part(scene, track, part)
    taken, sites, cell = scene.pieces(), scene.sites(), track.cell
    for space, pieces in taken.items():
        shapes += _pieces(scene, track, space, pieces, space in sites)
    for space, site in sites.items():
        x, y = track.at(space)
        size, inset = 0.68 * cell, 0.16 * cell
        if space in taken:  # beside the piece in the corner, or between pieces
            size = cell * (0.34 if len(taken[space]) == 1 else 0.3)
            inset = 0.5 if len(taken[space]) == 1 else (cell - size) / 2
        shape, at = icons.site(*site, x + inset, y + inset, size), _spot(space)
        is_chest = site[0] == "chest"
        shape = about(_about_site(*site), shape)
        shapes.append(piece(at.replace("board", "chest"), at, shape) if is_chest else shape)
    for action in drawing.open:
        if (space := scene.names.space_of(scene.p, action)) >= 0:
            x, y = track.at(space)
            shapes.append(drawing.choice(action, frame(Area(x + 1, y + 1, cell - 2, cell - 2))))


def _spot(space: int) -> str:
    row, column = row_and_column(space)
    return f"board/{row},{column}"


def _part(scene: Scene, track: _Track, part: Part) -> Iterator[str]:
    """Yield a part's name, its column numbers and its ground."""
    cell, first = track.cell, part.columns.start
    x, y = track.at(first)
    width, height = len(part.columns) * cell, track.rows * cell
    middle = x + width / 2
    yield fine(text(middle, y - 22, part.name, 15, SOFT, anchor=MIDDLE, room=width + 2))
    for i, column in enumerate(part.columns):
        yield fine(text(x + (i + 0.5) * cell, y - 5, str(column), 15, SOFT, anchor=MIDDLE))
    if not part.open:
        yield about(WORDS.say("about", "face_down"), _face_down(Area(x, y, width, height)))
        return
    for column in part.columns:
        for row in range(track.rows):
            space = row * V.COLUMNS + column
            left, top = track.at(space)
            yield _space(terrain_at(scene.p, space), space, left, top, cell)
    yield rect(x, y, width, height, "none", SOFT, 1.2)


@lru_cache(maxsize=2**10)
def _space(terrain: str, space: int, left: float, top: float, cell: float) -> str:
    """Return a space with its ground."""
    shape = rect(left, top, cell, cell, icons.GROUND, icons.GROUND_EDGE, 0.8)
    if terrain != PLAIN:
        shape += icons.drawn(left, top, cell, icons.LOOKS["grounds"][terrain])
    return spot(_spot(space), about(_about_space(terrain, *row_and_column(space)), shape))


@lru_cache(maxsize=64)
def _face_down(area: Area) -> str:
    """Return the back of a part: dark stones around a gate."""
    shape = rect(*area, icons.FACE_DOWN, "#2f2838", 1.6, 6)
    size = min(72.0, area.width * 0.72, area.height / 3)
    stones, y, n = [], area.y + 30, 0
    while y < area.bottom - 6:
        stones.append(f"M{area.x + 3:.0f} {y:.0f}h{area.width - 6:.0f}")
        x = area.x + (22 if n % 2 else 44)
        while x < area.right - 6:
            stones.append(f"M{x:.0f} {y - 30:.0f}v30")
            x += 44
        y, n = y + 30, n + 1
    shape += path("".join(stones), "none", "#3c3447", 2)
    x, y = area.x + (area.width - size) / 2, area.y + (area.height - size) / 2
    shape += rect(x - 8, y - 8, size + 16, size + 16, "#2f2838", "#6c5f80", 2, 10)
    return shape + icons.drawn(x, y, size, icons.LOOKS["sites"]["portal"])


def _about_space(terrain: str, row: int, column: int) -> str:
    rule = WORDS.say("about", terrain.replace(" ", "_"))
    rule = rule[:1].lower() + rule[1:]
    return WORDS.say("about", "space", terrain=terrain, row=row, column=column, rule=rule)


def _about_site(kind: str, label: str) -> str:
    return WORDS.say("about", kind.replace(" ", "_"), number=label)


def _pieces(
    scene: Scene, track: _Track, space: int, pieces: list[int], badge: bool
) -> Iterator[str]:
    """Yield the pieces on a space; with a badge one makes room in the upper left corner."""
    x, y = track.at(space)
    cell, at = track.cell, _spot(space)
    size = cell * (0.8 if badge else 0.92)
    if len(pieces) == 1:
        aside = (cell - size) * (0.9 if badge else 0.5)
        places = [(x + aside, y + aside)]
    else:  # players, two in a row
        size = cell * 0.49
        top = y + (cell - -(-len(pieces) // 2) * size) / 2
        places = [
            (x + i % 2 * cell / 2 + 0.005 * cell, top + i // 2 * size) for i in range(len(pieces))
        ]
    for one, place in zip(pieces, places, strict=True):
        p, names = scene.p, scene.names
        if one < 0:
            seat = -1 - one
            words = WORDS.say(
                "about", "pawn", player=WORDS.name("seat", seat), hearts=int(p.hearts[seat])
            )
            yield piece(f"pawn/{seat}", at, about(words, icons.pawn(seat, *place, size)))
            continue
        numbers = names.mob_life(p, one), names.mob_reach(p, one)
        to_act = bool(int(p.pending_mobs) >> one & 1)
        kind = names.mob_kind(p, one)
        shape = icons.mob(kind, scene.number(one), *numbers, to_act, *place, size)
        acts = WORDS.say("about", "to_act" if to_act else "acted")
        acts = acts[:1].lower() + acts[1:]
        words = WORDS.say(
            "about", "mob", mob=names.mob(p, one), life=numbers[0], reach=numbers[1], acts=acts
        )
        yield piece(f"mob/{one}", at, about(words, shape))
