"""Where the board lies in its area: the parts of the track, in one band or in several."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, NamedTuple

from tablemates.envs.portal_dash.naming import Names
from tablemates.envs.portal_dash.reading import row_and_column
from tablemates.envs.portal_dash.render.drawing.panel import Area
from tablemates.envs.portal_dash.rules.state import Public

NUMBERS: Final = 15  # room for the numbers of rows and columns
NAMES: Final = 18  # room for the names of the parts
_LARGEST: Final = 54  # a cell
_READABLE: Final = 33  # a cell
_ANY_HEIGHT: Final = 10_000
_BETWEEN: Final = 4  # parts
_MOST_BANDS: Final = 4


@dataclass(frozen=True)
class Part:
    """A part of the track: its name, its columns, whether it lies face up."""

    name: str
    columns: range
    open: bool


class Cell(NamedTuple):
    """A space on the picture: its upper left corner."""

    x: float
    y: float


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

    def cell_of(self, space: int) -> Cell:
        """Return where a space (``row * 64 + column``) lies."""
        row, column = row_and_column(space)
        for band, run in enumerate(self.bands):
            for part in run:
                if column in part.columns:
                    x = self.part_left(band, part) + (column - part.columns.start) * self.cell
                    return Cell(x, self.band_top(band) + row * self.cell)
        raise ValueError(f"the track has no column {column}")

    def part_of(self, space: int) -> Part:
        """Return the part on which a space lies."""
        column = row_and_column(space)[1]
        return next(part for run in self.bands for part in run if column in part.columns)


def lay_out(p: Public, names: Names, area: Area) -> Track:
    """Return the board in the number of bands that makes its cells largest."""
    parts = _parts(p, names)
    rows = int(p.rows)
    tracks = [
        Track(bands, _cell_size(bands, rows, area), rows, area)
        for bands in (_bands(parts, count) for count in range(1, _MOST_BANDS + 1))
    ]
    best = max(tracks, key=lambda track: track.cell)
    height = len(best.bands) * (best.band_top(1) - best.band_top(0)) - 6
    return Track(best.bands, best.cell, rows, area.inside(0, (area.height - height) / 2))


def height_in(p: Public, names: Names, width: float) -> float:
    """Return the height in which the board's cells are large enough to read in a width."""
    parts, rows = _parts(p, names), int(p.rows)
    for count in range(1, _MOST_BANDS + 1):
        bands = _bands(parts, count)
        cell = _cell_size(bands, rows, Area(0, 0, width, _ANY_HEIGHT))
        height = len(bands) * (NAMES + NUMBERS + rows * cell + 6) - 6
        if cell >= _READABLE:
            break
    return height


def _parts(p: Public, names: Names) -> list[Part]:
    box = names.box
    tiles = [(names.tiles[tile], True) if tile >= 0 else ("face down", False) for tile in p.tiles]
    sized = [
        ("start", int(box.start_columns), True),
        *((name, int(box.tile_columns), is_open) for name, is_open in tiles[: p.parts]),
        ("portal", int(box.portal_columns), bool(p.portal_open)),
    ]
    parts: list[Part] = []
    first = 0
    for name, columns, is_open in sized:
        parts.append(Part(name, range(first, first + columns), is_open))
        first += columns
    return parts


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
