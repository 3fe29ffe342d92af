"""The drawing of the cube of blocks: seen from the front and, turned by half, from behind.

Every block that shows a side is seen in one of the two; what may be chosen is outlined where it is
seen best.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Final, NamedTuple, TypeAlias

from tablemates.envs.core.display.cards import Drawing
from tablemates.envs.core.display.svg import (
    BORDER,
    CHOICE,
    FAINT,
    INK,
    RIGHT,
    SOFT,
    Area,
    element,
    path,
    text,
)
from tablemates.envs.core.display.zones import about, piece
from tablemates.envs.portal_dash import icons
from tablemates.envs.portal_dash import vocabulary as V
from tablemates.envs.portal_dash.naming import WORDS
from tablemates.envs.portal_dash.reading import exposed_columns
from tablemates.envs.portal_dash.rules.cube import GONE, UNSEEN
from tablemates.envs.portal_dash.scene import SIDE, Scene

_WIDE, _DEEP, _HIGH = 49.0, 31.0, 18.0  # a block: its top from corner to corner, its side
_UNIT: Final = 24
_LEFT_SHADE, _RIGHT_SHADE = 0.14, 0.32
_Point: TypeAlias = tuple[float, float]
#: The colours of each column of the cube, from below.
_Columns: TypeAlias = tuple[tuple[int, ...], ...]


class _View(NamedTuple):
    """A view of the cube: where its farthest lower corner lies, and whether it is turned."""

    x: float
    y: float
    turned: bool

    def corner(self, row: float, column: float, high: float) -> _Point:
        """Return where a corner of the grid is seen, so many blocks above the ground."""
        x = self.x + (column - row) * _WIDE / 2
        return x, self.y + (column + row) * _DEEP / 2 - high * _HIGH

    def place(self, row: int, column: int) -> int:
        """Return the column of the cube that stands there in this view."""
        n = row * SIDE + column
        return V.CUBE_COLUMNS - 1 - n if self.turned else n


def draw_cube(drawing: Drawing, scene: Scene, area: Area) -> Iterator[str]:
    """Yield both views with what may be chosen."""
    p, exposed = scene.p, exposed_columns(scene.p)
    top = area.y + V.CUBE_LAYERS * _HIGH
    half = area.width / 2
    views = [_View(area.x + half * (n + 0.5), top, n > 0) for n in range(2)]
    columns = tuple(
        tuple(one[:height]) for one, height in zip(p.cube.tolist(), p.height.tolist(), strict=True)
    )
    yield _blocks(columns, tuple(exposed), *views)
    outlines = []
    for place in range(V.CUBE_COLUMNS):
        height = int(p.height[place])
        if height and V.COLUMN + place in drawing.open:
            view = views[_hidden(scene, views[1], place) < _hidden(scene, views[0], place)]
            row, column = divmod(V.CUBE_COLUMNS - 1 - place if view.turned else place, SIDE)
            shape = path(_rhombus(view, row, column, height), "transparent", CHOICE, 3, True)
            colour, layer = int(p.cube[place, height - 1]), V.CUBE_LAYERS - height + 1
            words = _words(colour, place, layer, place in exposed)
            outlines.append(about(words, drawing.choice(V.COLUMN + place, shape)))
    yield from outlines
    for n, words in enumerate(("front", "back")):
        x = views[n].x - half / 2 + 8
        yield text(x, area.bottom - 2, words, 13.3, SOFT)
    last = V.CUBE_LAYERS
    words = WORDS.say("about", "last_layer", layer=last, blocks=scene.blocks_left(last))
    shape = icons.GLYPHS.draw("icon/layer", area.right - 52, area.bottom - 18, 20, icons.SHADE)
    left = f"{scene.blocks_left(last)}"
    shape += text(area.right - 8, area.bottom - 3, left, 14.5, INK, True, RIGHT)
    yield about(words, shape)


@lru_cache(maxsize=64)  # most of what happens leaves the cube as it is
def _blocks(columns: _Columns, exposed: tuple[int, ...], *views: _View) -> str:
    """Return the blocks in both views."""
    shapes, seen = [], set[str]()
    for view in views:
        shapes.append(_ground(view))
        for row in range(SIDE):
            for column in range(SIDE):
                shapes += _stack(columns, view, row, column, exposed, seen)
    for place, blocks in enumerate(columns):
        for level, colour in enumerate(blocks):
            name = f"block/{place}-{V.CUBE_LAYERS - level}"
            if colour != GONE and name not in seen:
                shapes.append(piece(name, "cube", ""))  # within, where nobody sees it
    return "".join(shapes)


def _hidden(scene: Scene, view: _View, place: int) -> int:
    """Return how far the blocks before a column rise above its top in a view."""
    row, column = divmod(V.CUBE_COLUMNS - 1 - place if view.turned else place, SIDE)
    before = [(row + 1, column), (row, column + 1), (row + 1, column + 1)]
    heights = [int(scene.p.height[view.place(*one)]) for one in before if max(one) < SIDE]
    return max([0, *(high - int(scene.p.height[place]) for high in heights)])


def _ground(view: _View) -> str:
    corners = [view.corner(*one, 0) for one in ((0, 0), (0, SIDE), (SIDE, SIDE), (SIDE, 0))]
    return path(_outline(corners), FAINT, BORDER, 1.2)


def _outline(corners: list[_Point]) -> str:
    return "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in corners) + "z"


def _rhombus(view: _View, row: int, column: int, high: float) -> str:
    corners = ((row, column), (row, column + 1), (row + 1, column + 1), (row + 1, column))
    return _outline([view.corner(*one, high) for one in corners])


def _stack(
    columns: _Columns, view: _View, row: int, column: int, exposed: tuple[int, ...], seen: set[str]
) -> Iterator[str]:
    """Yield the blocks of a column that are seen, from below; each is a piece once."""
    place = view.place(row, column)
    top = len(columns[place])
    for level, colour in enumerate(columns[place]):
        faces = []
        a = view.corner(row + 1, column, level + 1)
        b = view.corner(row + 1, column + 1, level + 1)
        c = view.corner(row, column + 1, level + 1)
        if _height(columns, view, row + 1, column) <= level:
            faces.append(_face(colour, a, (b[0] - a[0], b[1] - a[1]), (0, _HIGH), _LEFT_SHADE))
        if _height(columns, view, row, column + 1) <= level:
            faces.append(_face(colour, b, (c[0] - b[0], c[1] - b[1]), (0, _HIGH), _RIGHT_SHADE))
        if level == top - 1:
            o = view.corner(row, column, level + 1)
            faces.append(_face(colour, o, (c[0] - o[0], c[1] - o[1]), (a[0] - o[0], a[1] - o[1])))
            if place in exposed:
                ring = _rhombus(view, row, column, level + 1)
                faces.append(
                    path(ring, "none", "#ffffff", 2.4) + path(ring, "none", "#2b2622", 1.1)
                )
        if not faces or colour == GONE:
            continue
        layer = V.CUBE_LAYERS - level
        words = _words(colour, place, layer, place in exposed and level == top - 1)
        shape = about(words, "".join(faces))
        name = f"block/{place}-{layer}"
        yield shape if name in seen else piece(name, "cube", shape)
        seen.add(name)


def _words(colour: int, place: int, layer: int, free: bool) -> str:
    rule = WORDS.say("about", "free" if free else "not_free")
    rule = rule[:1].lower() + rule[1:]
    name = _name(colour)
    return WORDS.say("about", "block", colour=name, column=place, layer=layer, rule=rule)


def _name(colour: int) -> str:
    return "unknown" if colour == UNSEEN else WORDS.name("colour", colour)


def _height(columns: _Columns, view: _View, row: int, column: int) -> int:
    """Return the height of the column there in a view; beside the cube there is none."""
    return len(columns[view.place(row, column)]) if max(row, column) < SIDE else 0


def _face(colour: int, at: _Point, u: _Point, v: _Point, shade: float = 0) -> str:
    """Return a side of a block: the square of its pattern between two edges."""
    numbers = [u[0] / _UNIT, u[1] / _UNIT, v[0] / _UNIT, v[1] / _UNIT, *at]
    matrix = " ".join(f"{one:.4g}" for one in numbers)
    shapes = icons.face(colour)
    if shade:
        shapes += f'<path d="M0 0h24v24H0z" opacity="{shade}"/>'
    return element("g", shapes, transform=f"matrix({matrix})")
