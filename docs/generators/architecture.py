"""The picture of the rooms, drawn from the imports, and what is in each of them.

A room is a folder of ``envs/core``, ``envs``, ``agents``, ``tablemates/text`` or ``table``. Imports
inside functions and those for the type checker alone are no arrows, nor are those that follow from
other arrows.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import groupby, pairwise
from pathlib import Path
from typing import Final
from xml.sax.saxutils import escape

from docs.generators.pages import ROOT, Text, table
from tablemates.envs.registry import GAMES

#: Floors of the picture, the highest first, with their colours.
_FLOORS: Final = {
    "table": "#f3e2d2",
    "tablemates/text": "#f1ebcb",
    "agents": "#e3ead2",
    "envs": "#d8e6ee",
    "envs/core": "#e6def0",
}
_GAME: Final = "<game>"
#: Names that stay where users have them; the core itself does not use them.
_NAMES_FOR_USERS: Final = "tablemates.envs.core.agent"
_WIDTH, _HEIGHT = 128, 34  # of a box
_COLUMN, _ROW = 142, 68  # from one box to the next
_PASSAGE = 20  # of an arrow between boxes
_LEFT, _EDGE = 92, 14
_SWEEPS: Final = 8
_INK, _LINE, _PAPER = "#2b2622", "#675e55", "#fffdfa"

Graph = Mapping[str, set[str]]
Point = tuple[float, float]
#: What stands in a row: a room, or an arrow that passes it.
_Stop = str | tuple[str, str, int]


@cache
def modules() -> dict[str, Path]:
    """Return the file of every module by its dotted name."""
    found = {}
    for top in ("envs", "agents", "tablemates/text", "table"):
        for file in sorted((ROOT / top).rglob("*.py")):
            parts = file.relative_to(ROOT).with_suffix("").parts
            name = ".".join(("tablemates", *parts)).replace("tablemates.tablemates", "tablemates")
            found[name.removesuffix(".__init__")] = file
    return found


def room_of(file: Path) -> str:
    """Return the room of a file; those of all games are one."""
    folders = file.relative_to(ROOT).parent.parts
    if folders[:2] == ("envs", "core"):
        return "/".join(folders[:3])
    if folders[1:] and folders[1] in GAMES:
        return f"{folders[0]}/{_GAME}"
    return "/".join(folders[: 3 if folders[0] == "tablemates" else 2])


def floor_of(room: str) -> str:
    """Return the floor of a room: the folder with the longest name that it lies in."""
    return max((one for one in _FLOORS if f"{room}/".startswith(f"{one}/")), key=len)


def rooms() -> dict[str, set[str]]:
    """Return the rooms that each room imports."""
    graph: dict[str, set[str]] = {}
    for name, file in modules().items():
        if name == _NAMES_FOR_USERS:
            continue
        used = graph.setdefault(room_of(file), set())
        used |= {room_of(other) for other in imported(file)} - {room_of(file)}
    return graph


def imported(file: Path) -> Iterator[Path]:
    """Yield the files that a module imports when it is imported itself."""
    for node in _at_once(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        else:
            names = [f"{node.module}.{alias.name}" for alias in node.names]
        for name in names:
            known = modules().get(name) or modules().get(name.rpartition(".")[0])
            if known is not None:
                yield known


def _at_once(node: ast.AST) -> Iterator[ast.Import | ast.ImportFrom]:
    for inner in ast.iter_child_nodes(node):
        if isinstance(inner, ast.Import | ast.ImportFrom):
            yield inner
        elif not isinstance(inner, ast.FunctionDef | ast.AsyncFunctionDef) and not (
            isinstance(inner, ast.If) and "TYPE_CHECKING" in ast.unparse(inner.test)
        ):
            yield from _at_once(inner)


def _below(graph: Graph) -> dict[str, set[str]]:
    """Return all rooms that each room reaches."""
    found = {}
    for room in graph:
        seen: set[str] = set()
        todo = [room]
        while todo:
            todo += graph[todo.pop()] - seen
            seen.update(todo)
        found[room] = seen
    return found


def arrows(graph: Graph) -> list[tuple[str, str]]:
    """Return the arrows that no others imply, those of circles included."""
    below = _below(graph)
    return [
        (room, used)
        for room in sorted(graph)
        for used in sorted(graph[room])
        if not any(
            used in below[other] and room not in below[other] for other in graph[room] - {used}
        )
    ]


def _rows(graph: Graph) -> list[list[str]]:
    """Return the rooms row by row, the highest first: a room stands above what it imports."""
    below = _below(graph)
    height: dict[str, int] = {}

    def height_of(room: str) -> int:
        if room not in height:
            height[room] = 0  # in a circle, the first stands lowest
            own = [n for n in sorted(below[room] - {room}) if floor_of(n) == floor_of(room)]
            height[room] = 1 + max((height_of(n) for n in own), default=-1)
        return height[room]

    def place_of(room: str) -> tuple[int, int]:
        return list(_FLOORS).index(floor_of(room)), -height_of(room)

    return [list(row) for _, row in groupby(sorted(sorted(graph), key=place_of), key=place_of)]


def _drawn(graph: Graph) -> tuple[dict[_Stop, Point], list[list[_Stop]]]:
    """Return the middle of every stop, and the stops of every arrow.

    An arrow that passes a row has a stop there, so that it runs between the boxes.
    """
    rows: list[list[_Stop]] = [[*row] for row in _rows(graph)]
    row_of = {room: n for n, row in enumerate(rows) for room in row}
    ways = []
    for room, used in arrows(graph):
        first, last = row_of[room], row_of[used]
        between = range(first + 1, last) if first < last else range(first - 1, last, -1)
        passed: list[_Stop] = [(room, used, n) for n in between]
        for stop, n in zip(passed, between, strict=True):
            rows[n].append(stop)
        ways.append([room, *passed, used])
    beside: dict[_Stop, list[_Stop]] = {stop: [] for row in rows for stop in row}
    for way in ways:
        for one, other in pairwise(way):
            beside[one].append(other)
            beside[other].append(one)
    places: dict[_Stop, Point] = {}
    for sweep in range(_SWEEPS):  # each stop moves to the middle of those that it is joined to
        for n in range(len(rows)) if sweep % 2 else reversed(range(len(rows))):

            def wished(stop: _Stop) -> float:
                joined = [places[other][0] for other in beside[stop] if other in places]
                return sum(joined) / len(joined) if joined else 0.0

            rows[n].sort(key=wished)
            x = -sum(map(_room_for, rows[n])) / 2
            for stop in rows[n]:
                places[stop] = x + _room_for(stop) / 2, _EDGE + _ROW * (n + 0.5)
                x += _room_for(stop)
    left = _LEFT - min(x - _room_for(stop) / 2 for stop, (x, _) in places.items())
    return {stop: (x + left, y) for stop, (x, y) in places.items()}, ways


def _room_for(stop: _Stop) -> int:
    return _COLUMN if isinstance(stop, str) else _PASSAGE


def picture() -> str:
    """Return the rooms and their imports as SVG."""
    places, ways = _drawn(rooms())
    boxes = {stop: place for stop, place in places.items() if isinstance(stop, str)}
    width = int(max(x + _room_for(stop) / 2 for stop, (x, _) in places.items()) + _EDGE)
    height = int(max(y for _, y in boxes.values()) + _ROW / 2 + _EDGE)
    drawn = "\n".join(
        [
            *_bands(boxes, width),
            *(_arrow([places[stop] for stop in way]) for way in ways),
            *(_box(room, *place) for room, place in boxes.items()),
        ]
    )
    return f"""\
<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}"
 viewBox="0 0 {width} {height}" font-family="DejaVu Sans, Verdana, sans-serif">
<title>Rooms and what they import</title>
<marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7"
 orient="auto"><path d="M0 0 8 4 0 8z" fill="{_LINE}"/></marker>
<rect width="{width}" height="{height}" fill="{_PAPER}"/>
{drawn}
</svg>
"""


def _box(room: str, x: float, y: float) -> str:
    name = room.removeprefix(floor_of(room)).strip("/") or room
    return (
        f'<rect x="{x - _WIDTH / 2:g}" y="{y - _HEIGHT / 2:g}" width="{_WIDTH}" '
        f'height="{_HEIGHT}" rx="6" fill="{_PAPER}" stroke="{_INK}"/>'
        f'<text x="{x:g}" y="{y + 5:g}" text-anchor="middle" font-size="14" fill="{_INK}">'
        f"{escape(name)}</text>"
    )


def _bands(places: Mapping[str, Point], width: int) -> Iterable[str]:
    for floor, colour in _FLOORS.items():
        heights = [y for room, (_, y) in places.items() if floor_of(room) == floor]
        top, bottom = min(heights) - _ROW / 2, max(heights) + _ROW / 2
        yield (
            f'<rect x="{_EDGE / 2:g}" y="{top + 3:g}" width="{width - _EDGE}" '
            f'height="{bottom - top - 6:g}" rx="8" fill="{colour}"/>'
            f'<text x="{_EDGE + 6}" y="{(top + bottom) / 2 + 5:g}" font-size="14" '
            f'font-weight="bold" fill="{_INK}">{floor}</text>'
        )


def _arrow(points: Sequence[Point]) -> str:
    """Return an arrow from the edge of the first box to the edge of the last.

    It passes the rows between them upright.
    """
    half = _HEIGHT / 2 if points[-1][1] > points[0][1] else -_HEIGHT / 2
    path = f"M{points[0][0]:g} {points[0][1] + half:g}"
    for (x, y), (to_x, to_y) in pairwise(points):
        middle = (y + to_y) / 2
        path += f"V{y + half:g}C{x:g} {middle:g} {to_x:g} {middle:g} {to_x:g} {to_y - half:g}"
    return f'<path d="{path}" fill="none" stroke="{_LINE}" marker-end="url(#tip)"/>'


def contents() -> str:
    """Return the table of the rooms with the first sentences of their docstrings."""
    rows = []
    for row in _rows(rooms()):
        for room in row:
            folder = ROOT / room
            if _GAME in room:
                text = "The same for each game, in a folder of its own."
            else:
                tree = ast.parse((folder / "__init__.py").read_text(encoding="utf-8"))
                text = (ast.get_docstring(tree) or "").partition("\n\n")[0].replace("``", "`")
            rows.append((f"`{room}`", text))
    return table(["room", "what is in it"], rows)


SECTIONS: Final[dict[str, dict[str, Text]]] = {"docs/architecture.md": {"rooms": contents}}
FILES: Final[dict[str, Text]] = {"docs/architecture.svg": picture}
