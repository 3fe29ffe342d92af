"""The drawing of the fortress: lanes of tiles with walls, who stands on them, what is laid there.

Tiles stand in columns by their distance to the rift. Columns form rows like a winding corridor:
from the left to the right, then back.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import atan2, pi
from typing import Any, Final, NamedTuple

from tablemates.envs.core.display.cards import Drawing, frame
from tablemates.envs.core.display.svg import (
    MIDDLE,
    PRINT,
    Area,
    circle,
    coarse,
    element,
    fine,
    moved,
    path,
    rect,
    text,
)
from tablemates.envs.core.display.tokens import ring, ringed
from tablemates.envs.core.display.zones import about, piece, spot
from tablemates.envs.orcs_must_die import meaning
from tablemates.envs.orcs_must_die import vocabulary as V
from tablemates.envs.orcs_must_die.bosses import bosses_at, draw_bosses
from tablemates.envs.orcs_must_die.game import OrcsMustDie
from tablemates.envs.orcs_must_die.meaning import GLYPHS
from tablemates.envs.orcs_must_die.ranks import draw_ranks, touched

SEATS: Final = (
    *("#c8374a", "#2f6fd0", "#e0b21c", "#4bb06a"),
    *("#9a55c4", "#f08a3c", "#56c1d6", "#b9a58b"),
)
_WALL, _BRICK, _STONE, _JOINT = "#5a5048", "#463d36", "#cdc2b2", "#b9ad9b"
_LIGHT: Final = "#fff7e6"  # letters and arrows on walls
_GAP: Final = 26  # between tiles: a door
_NARROW: Final = 95  # a column
_ROOMY: Final = 170  # a tile for large heroes and traps
_ROUND: Final = "M50 12a38 38 0 1 0 .1 0z"
_WAVES: Final = "M5 30q15-14 30 0t30 0 30 0M5 60q15-14 30 0t30 0 30 0"
_CLOUDS: Final = "M15 40a14 14 0 0 1 28-6 16 16 0 0 1 30 10M25 75a12 12 0 0 1 24-4 14 14 0 0 1 26 6"
#: Floors by kind of tile: the ground, what is painted on it in a square of 100 units, and how.
_FLOORS: Final[dict[int, tuple[str, str, str, float]]] = {
    V.Kind.ACID_BATH: ("#8fb94a", _WAVES, "#5d8426", 5),
    V.Kind.LAVA_LAKE: ("#e0702a", _WAVES, "#9c3a10", 5),
    V.Kind.GAS_CHAMBER: ("#c3cc8a", _CLOUDS, "#7f8a3c", 4),
    V.Kind.TRAPDOOR: ("#b98f5c", "M20 20h60v60H20zM50 20v60M20 50h60", "#5b3d1c", 4),
    V.Kind.TELEPORTER: ("#a9d4cf", f"{_ROUND}M50 30a20 20 0 1 0 .1 0z", "#2f7d78", 4),
    V.Kind.TRAPSBURG: ("#c9b27e", "M12 12h76v76H12zM12 12l76 76M88 12L12 88", "#9a804a", 3),
    V.Kind.RIFT: ("#43236b", f"{_ROUND}M50 24a26 26 0 1 0 .1 0z", "#8f5fd0", 4),
}


class Lane(NamedTuple):
    """A door between two tiles: its ends and its middle."""

    start: tuple[float, float]
    end: tuple[float, float]

    @property
    def middle(self) -> tuple[float, float]:
        """Middle of a support trap's connection."""
        return (self.start[0] + self.end[0]) / 2, (self.start[1] + self.end[1]) / 2


def lay_out(box: Any, fortress: int, area: Area) -> dict[int, Area]:
    """Return where each tile lies: in as many rows of columns as make tiles largest.

    Lanes that lie beside each other stay in one row while there is room.
    """
    columns: dict[int, list[int]] = {}
    for tile in range(int(box.tiles[fortress])):
        columns.setdefault(int(box.distance[fortress, tile]), []).append(tile)
    ordered = [columns[far] for far in sorted(columns, reverse=True)]

    def size(rows: int) -> float:
        across = -(-len(ordered) // rows)
        most = max(map(len, ordered))
        return min(area.width / across, area.height / rows / most * 1.2)

    rows = max(range(1, len(ordered) + 1), key=size)
    if max(map(len, ordered)) > 1 and area.width / len(ordered) > _NARROW:
        rows = 1
    across, height = -(-len(ordered) // rows), (area.height + _GAP) / rows
    places = {}
    for n, tiles in enumerate(ordered):
        row, column = divmod(n, across)
        here = min(across, len(ordered) - row * across)
        width = (area.width + _GAP) / here
        if row % 2:
            column = here - 1 - column
        step = (height - _GAP + 12) / len(tiles)
        for m, tile in enumerate(tiles):
            x, y = area.x + width * column, area.y + height * row + step * m
            places[tile] = Area(x, y, width - _GAP, step - 12)
    return places


def draw_fortress(drawing: Drawing, game: OrcsMustDie, area: Area) -> None:
    """Draw all tiles with their doors."""
    p, box, f = game.public, game.box_record, game.public.fortress
    places = lay_out(box, f, area)
    lanes = {
        (tile, way): _lane(places[tile], places[way])
        for tile in places
        for way in box.exits[f, tile].tolist()
        if way >= 0
    }
    for colour, wide in ((_WALL, 44), (_STONE, 30)):
        for lane in lanes.values():
            line = "M{:.0f} {:.0f}L{:.0f} {:.0f}".format(*lane.start, *lane.end)
            drawing.shapes.append(path(line, "none", colour, wide))
    for tile, place in places.items():
        drawing.shapes += _tile(drawing, game, tile, place)
    for lane in lanes.values():
        drawing.shapes.append(_chevron(lane))
    for n in range(int(box.connections[f])):
        first, last = box.ends[f, n].tolist()
        lane_ = lanes.get((first, last)) or lanes.get((last, first))
        if p.supports[n] >= 0 and lane_:
            x, y = lane_.middle
            trap = int(p.supports[n])
            drawing.shapes.append(_trap(game, trap, x - 17, y - 17, 34))


def _lane(one: Area, other: Area) -> Lane:
    """Return the door between two tiles: straight where they lie side by side."""
    if one.right <= other.x or other.right <= one.x:
        a, b = (one.right, other.x) if one.right <= other.x else (one.x, other.right)
        top, low = max(one.y, other.y), min(one.bottom, other.bottom)
        if low - top > 26:
            y = (top + low) / 2
            return Lane((a, y), (b, y))
        first, last = _level(one, other), _level(other, one)
        return Lane((a, first), (b, last))
    a, b = (one.bottom, other.y) if one.bottom <= other.y else (one.y, other.bottom)
    x = (max(one.x, other.x) + min(one.right, other.right)) / 2
    return Lane((x, a), (x, b))


def _level(one: Area, other: Area) -> float:
    """Return the height on the wall of a tile that is nearest to the middle of another."""
    return min(max(other.y + other.height / 2, one.y + 24), one.bottom - 24)


def _chevron(lane: Lane) -> str:
    (x, y), (u, v) = lane.middle, (lane.end[0] - lane.start[0], lane.end[1] - lane.start[1])
    turn = 180 * atan2(v, u) / pi
    shape = path("M-5 -9L6 0-5 9", "none", _WALL, 5, True)
    return element("g", shape, transform=f"translate({x:.1f} {y:.1f}) rotate({turn:.0f})")


# -- a tile ------------------------------------------------------------------------------


def _tile(drawing: Drawing, game: OrcsMustDie, tile: int, place: Area) -> Iterator[str]:
    p, box, f = game.public, game.box_record, game.public.fortress
    kind = int(box.tile_kind[f, tile])
    band = 40.0 if place.height > 120 else 34.0
    floor = Area(place.x + 7, place.y + band, place.width - 14, place.height - band - 7)
    walls = rect(*place, _WALL, _BRICK, 2, 9) + _bricks(place, band) + _ground(kind, floor)
    number = circle(place.x + 19, place.y + band / 2, 14, _LIGHT)
    number += fine(text(place.x + 19, place.y + band / 2 + 5.4, str(tile), 15, PRINT, True, MIDDLE))
    number += coarse(
        text(place.x + 19, place.y + band / 2 + 9.6, str(tile), 27.5, PRINT, True, MIDDLE)
    )
    yield spot(meaning.place(game, tile), about(meaning.about_tile(game, tile), walls + number))
    yield from _on_wall(drawing, game, tile, Area(place.x + 38, place.y, place.width - 44, band))
    heroes = [seat for seat in range(p.players) if p.at[seat] == tile]
    floor_traps = [trap for trap in p.traps[tile].tolist() if trap >= 0 and not _hangs(game, trap)]
    large = place.height > _ROOMY and floor.width > _ROOMY
    most, side = (58.0, 46.0) if large else (46.0, 36.0)
    tokens = len(heroes) + len(bosses_at(game, tile))
    beside = floor.width - (side + 4) * len(floor_traps) >= 40 * tokens
    low = (most + 6) * bool(tokens or floor_traps) + (side + 4) * (not beside and bool(floor_traps))
    if kind == V.Kind.RIFT:
        yield from _rift(game, floor)
    yield from draw_ranks(drawing, game, tile, Area(*floor[:3], floor.height - low))
    yield drawing.choice(meaning.tile_action(game, tile), frame(place))
    room = floor.width - (side + 4) * len(floor_traps) * beside
    size = min(most, room / max(1, tokens) - 2)
    for n, seat in enumerate(heroes):
        x, y = floor.x + 2 + n * (size + 2), floor.bottom - size - 2
        token = about(meaning.about_hero(game, seat), hero_token(game, seat, x, y, size))
        yield piece(f"hero/{seat}", meaning.place(game, tile), token)
        ally = meaning.ally_of(p, seat)
        ring = touched(Area(x - 1, y - 1, size + 2, size + 2))
        yield drawing.choice(V.PUSH if seat == p.active and V.PUSH in drawing.open else ally, ring)
    x = floor.x + 2 + len(heroes) * (size + 2)
    yield from draw_bosses(drawing, game, tile, Area(x, floor.bottom - size - 2, 0, size))
    for n, trap in enumerate(floor_traps):
        x, y = floor.right - (side + 2) * (n + 1), floor.bottom - side - 2
        y -= (most + 4) * (not beside)
        yield _trap(game, trap, x, y, side)
        yield _trap_choice(drawing, game, tile, trap, x, y)


def _bricks(place: Area, band: float) -> str:
    half, lines = band / 2, []
    for row in range(2):
        y = place.y + row * half
        lines.append(f"M{place.x + 2:.0f} {y + half:.0f}h{place.width - 4:.0f}")
        x = place.x + 44 + 22 * row
        while x < place.right - 8:
            lines.append(f"M{x:.0f} {y + 2:.0f}v{half - 2:.0f}")
            x += 44
    return path("".join(lines), "none", _BRICK, 1.6)


def _ground(kind: int, floor: Area) -> str:
    fill, drawn, ink, line = _FLOORS.get(kind, (_STONE, "", "", 0.0))
    shape = rect(*floor, fill, None, None, 4)
    if drawn:
        size = min(floor.width, floor.height)
        x, y = floor.x + (floor.width - size) / 2, floor.y + (floor.height - size) / 2
        return shape + moved(x, y, [path(drawn, "none", ink, line, True)], size / 100)
    lines, y = [], floor.y + 34
    while y < floor.bottom - 4:
        lines.append(f"M{floor.x:.0f} {y:.0f}h{floor.width:.0f}")
        y += 34
    x = floor.x + 40
    while x < floor.right - 4:
        lines.append(f"M{x:.0f} {floor.y:.0f}v{floor.height:.0f}")
        x += 40
    return shape + path("".join(lines), "none", _JOINT, 1.2)


def _rift(game: OrcsMustDie, floor: Area) -> Iterator[str]:
    """Yield the health of the rift as a ring around its number."""
    p = game.public
    x, y = floor.x + floor.width / 2, floor.y + floor.height / 2
    radius = min(floor.width, floor.height) / 2 - 8
    shape = ring(x, y, radius, p.rift, max(1, p.rift_max), 9)
    shape += GLYPHS.draw("icon/heal", x - 15, y - 34, 30)
    shape += text(x, y + 26, f"{p.rift}", 34, "#ffffff", True, MIDDLE)
    yield about(meaning.about_rift(game), shape)


def hero_token(game: OrcsMustDie, seat: int, x: float, y: float, size: float) -> str:
    """Return a hero in the ring of its health, with the letter of its player."""
    p, card = game.public, int(game.public.cards[seat, V.HERO])
    face = GLYPHS.draw(
        meaning.hero_glyph(game, card), x + 0.21 * size, y + 0.21 * size, 0.58 * size
    )
    health = int(p.health[seat]), int(game.box_record.hero_health[card])
    letter, awake = game.player_name(seat)[0], bool(p.at[seat] >= 0)
    shape = ringed(Area(x, y, size, size), SEATS[seat], face, *health, letter, awake)
    return shape + (GLYPHS.draw("icon/stun", x - 3, y - 5, 22) if p.stunned[seat] else "")


# -- traps -------------------------------------------------------------------------------


def _hangs(game: OrcsMustDie, trap: int) -> bool:
    """Return whether a trap hangs on the wall: all but what is laid on the floor."""
    return meaning.trap_glyph(game, trap) in (
        "arrow",
        "blade",
        "blades",
        "arrows",
        "mace",
        "turret",
    )


def _trap(game: OrcsMustDie, trap: int, x: float, y: float, size: float) -> str:
    plate = rect(x, y, size, size, "#efe2c4", "#7a5a2a", 1.6, 6)
    sign = GLYPHS.draw(meaning.trap_glyph(game, trap), x + 4, y + 4, size - 8)
    return about(meaning.about_card(game, 1, trap), plate + sign)


def _trap_choice(
    drawing: Drawing, game: OrcsMustDie, tile: int, trap: int, x: float, y: float
) -> str:
    """Return the outline of a trap that may make room for another."""
    p = game.public
    if p.decision != V.Decision.DISCARD_TRAP or p.at[p.active] != tile:
        return ""
    return drawing.choice(V.PLACE + p.traps[tile].tolist().index(trap), touched(Area(x, y, 36, 36)))


def _on_wall(drawing: Drawing, game: OrcsMustDie, tile: int, band: Area) -> Iterator[str]:
    """Yield the traps on the wall, free places for traps, and the armies that enter here."""
    p, box, f = game.public, game.box_record, game.public.fortress
    laid = [trap for trap in p.traps[tile].tolist() if trap >= 0]
    hung = [trap for trap in laid if _hangs(game, trap)]
    free = int(box.places[f, p.team_size, tile]) - len(laid)
    starts = box.army_tile[f, max(0, p.stage - 1)].tolist()
    armies = [army for army, start in enumerate(starts) if start == tile]
    flag = 48 if band.width > 130 else 22
    room = (band.width - flag * len(armies)) / max(1, len(hung) + max(0, free))
    size = min(band.height - 4, room - 2)
    x, y = band.x, band.y + (band.height - size) / 2
    for trap in hung:
        yield _trap(game, trap, x, y, size)
        yield _trap_choice(drawing, game, tile, trap, x, y)
        x += size + 3
    for _ in range(free):
        place = rect(x + 3, y + 3, size - 6, size - 6, _BRICK, "#a89a88", 1.4, 5, "4 3")
        yield about(meaning.say("free_place"), place)
        x += size + 3
    for n, army in enumerate(armies):
        x, left = band.right - flag * (n + 1), int(p.cards_left[army])
        shape = GLYPHS.draw("icon/army", x, band.y + 5, min(28, flag - 2))
        words = text(x + 30, band.y + band.height / 2 + 6, str(left), 17, _LIGHT, True)
        shape = element("g", shape + fine(words) * (flag > 40), opacity=None if left else 0.35)
        yield about(meaning.about_army(left), shape)
        yield drawing.choice(V.ARMY + army, touched(Area(x - 2, band.y + 3, flag, 32)))
