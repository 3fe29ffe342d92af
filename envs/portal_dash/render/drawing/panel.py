"""Where things are drawn: areas, and panels with a title."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from tablemates.envs.portal_dash.render.drawing import palette as P
from tablemates.envs.portal_dash.render.drawing.canvas import RIGHT, rect, text
from tablemates.envs.portal_dash.render.drawing.metrics import width_of

PADDING: Final = 12
TITLE: Final = 24  # room for a title
_SIZE: Final = 12.5  # of its letters


class Area(NamedTuple):
    """A rectangle."""

    x: float
    y: float
    width: float
    height: float

    @property
    def right(self) -> float:
        """Its right edge."""
        return self.x + self.width

    @property
    def bottom(self) -> float:
        """Its lower edge."""
        return self.y + self.height

    def inside(self, by: float, top: float | None = None) -> Area:
        """Return the area within a margin, at the top perhaps another one."""
        above = by if top is None else top
        return Area(self.x + by, self.y + above, self.width - 2 * by, self.height - above - by)


def draw_panel(area: Area, title: str = "", note: str = "") -> Iterator[str]:
    """Yield a panel's ground with its title and, at the right, a note."""
    yield rect(*area, P.PANEL, P.BORDER, 1, 8)
    if title:
        yield text(area.x + PADDING, area.y + 18, title, _SIZE, P.INK, True)
    if note:
        room = area.width - 2 * PADDING - width_of(title, _SIZE, True) - 8
        yield text(area.right - PADDING, area.y + 18, note, 11, P.SOFT, anchor=RIGHT, room=room)


def body_of(area: Area) -> Area:
    """Return what a panel with a title leaves for its content."""
    return area.inside(PADDING, PADDING + TITLE - 4)
