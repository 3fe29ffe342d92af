"""Where players died: circles over a board on which all gameboard tiles lie side by side."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any, Final, cast

import numpy as np

from tablemates.agents.evaluation.happenings.counting import NOWHERE, PORTAL, START, Counts
from tablemates.agents.evaluation.report.figures import ink
from tablemates.envs.core.record import RecordView, Words
from tablemates.envs.portal_dash.naming import Names
from tablemates.envs.portal_dash.render.drawing import palette as P
from tablemates.envs.portal_dash.render.drawing.board import draw_board
from tablemates.envs.portal_dash.render.drawing.canvas import MIDDLE, element, rect, text
from tablemates.envs.portal_dash.render.drawing.panel import Area
from tablemates.envs.portal_dash.render.drawing.track import Track, lay_out
from tablemates.envs.portal_dash.rules import limits as L
from tablemates.envs.portal_dash.rules.state import STATE, Public

#: Of the drawing; a page makes it smaller or larger.
_AREA: Final = Area(6, 4, 628, 428)
WIDTH: Final = 640
HEIGHT: Final = 436
_MARK: Final = "#7a0030"
#: Of a cell: the largest circle's radius.
_LARGEST: Final = 0.62
#: Share of the deaths from which on a circle says its number, in per cent.
_LEAST: Final = 2.0

#: A part (see ``happenings.counting.PARTS``), a row and a column within it.
Place = tuple[int, int, int]


class Board:
    """The board with all of its tiles.

    Args:
        names: The names of the parts, with the box.
    """

    def __init__(self, names: Names) -> None:
        self._names = names
        self._public = _all_parts(names)
        self._track: Track = lay_out(self._public, names, _AREA)

    def drawing(self) -> str:
        """Return the board itself, once for all pictures: an element with the id ``board``."""
        drawn = "".join(draw_board(self._public, self._names, (), _AREA))
        ground = rect(0, 0, WIDTH, HEIGHT, P.PAPER, round_by=8)
        whole = element("symbol", ground + drawn, id="board", viewBox=f"0 0 {WIDTH} {HEIGHT}")
        return (
            f'<svg width="0" height="0" style="position:absolute" aria-hidden="true">{whole}</svg>'
        )

    def picture(self, title: str, deaths: Mapping[Place, int]) -> str:
        """Return the picture of deaths; it needs ``drawing`` on its page.

        Args:
            title: What it shows.
            deaths: How many players died where.
        """
        ground = element("use", href="#board", width=float(WIDTH), height=float(HEIGHT))
        return ink.figure(HEIGHT, title, [ground, *self._circles(deaths)], WIDTH)

    def _circles(self, deaths: Mapping[Place, int]) -> Iterator[str]:
        most = max(deaths.values(), default=1)
        whole = sum(deaths.values())
        cell = self._track.cell
        for place, count in sorted(deaths.items(), key=lambda one: -one[1]):
            x, y = self._track.cell_of(self._space(place))
            radius = max(1.6, _LARGEST * cell * (count / most) ** 0.5)
            middle = (x + cell / 2, y + cell / 2)
            drawn = element(
                "circle",
                cx=middle[0],
                cy=middle[1],
                r=radius,
                fill=_MARK,
                fill_opacity=0.82,
                stroke="#ffffff",
                stroke_width=1,
            )
            share = 100 * count / whole
            if share >= _LEAST and radius > 6:
                drawn += text(
                    middle[0], middle[1] + 3.2, f"{share:.0f}", 9, "#ffffff", True, MIDDLE
                )
            yield ink.titled(drawn, f"{count} of {whole} deaths ({share:.1f} %)")

    def _space(self, place: Place) -> int:
        """Return where a space of a part lies on the board of all parts."""
        part, row, column = place
        box = self._names.box
        if part != START:
            tiles = int(box.tile_count) if part == PORTAL else part
            column += int(box.start_columns) + tiles * int(box.tile_columns)
        return row * L.COLUMNS + column


def deaths_of(counts: Counts) -> Counter[Place]:
    """Return how many players died where, of the counts of games."""
    died = counts[counts["part"] != NOWHERE]
    places = zip(*(died[name].tolist() for name in ("part", "row", "column")), strict=True)
    return Counter(cast("Iterator[Place]", places))


def _all_parts(names: Names) -> Public:
    """Return a public record with every gameboard tile face up between start and portal."""
    box = names.box
    dtype = STATE["public"]
    p: Any = RecordView(np.zeros(dtype.itemsize, np.uint8), dtype)
    for field in ("mob_space", "player_space", "chest_space", "tiles", "boss_kind"):
        getattr(p, field)[:] = -1
    count = int(box.tile_count)
    p.players, p.rows, p.parts, p.parts_open, p.portal_open = 1, box.rows, count, count, 1
    p.tiles[:count] = range(count)
    portal = int(box.start_columns) + count * int(box.tile_columns)
    p.columns = p.open_columns = portal + int(box.portal_columns)
    kinds = ("lava", "magma", "soul_sand")
    for kind in kinds:
        ground = getattr(p, kind)
        _lay(ground, getattr(box, f"start_{kind}"), 0)
        for tile in range(count):
            first = int(box.start_columns) + tile * int(box.tile_columns)
            _lay(ground, getattr(box, f"tile_{kind}")[tile], first)
        _lay(ground, getattr(box, f"portal_{kind}"), portal)
    return cast(Public, p)


def _lay(ground: Words, part: Words, first: int) -> None:
    """Put the ground of a part onto the board, its left edge at a column."""
    ground |= part << np.uint64(first)
