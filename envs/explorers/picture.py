"""One drawing of everything that can be seen, as SVG, as text and as pixels.

Whatever can be chosen carries its action in ``data-action``: a card, a creature, a chest, an
item, or a button where no part of the table stands for it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any, Final
from xml.sax.saxutils import escape

from tablemates.envs.core.answers import CHANCE
from tablemates.envs.core.canvas import (
    BORDER,
    CHOICE,
    INK,
    PAPER,
    Area,
    document,
    element,
    rect,
    text,
)
from tablemates.envs.core.zones import Clock, Zone, piece, zone
from tablemates.envs.explorers import vocabulary as V
from tablemates.envs.explorers.speech import WORDS
from tablemates.envs.explorers.vocabulary import Kind

if TYPE_CHECKING:
    from tablemates.envs.explorers.game import Explorers

_WIDTH: Final = 980
_BOARD: Final = (860, 660)  # sizes of zones
_SHARED: Final = (420, 210)
_SEAT: Final = (420, 206)
_LANDSCAPE: Final = 196  # height on the board
_SEAT_HEIGHT: Final = 86
#: Colours of the creatures, and of the fronts by what they are.
_CREATURES: Final = ("#6f9a58", "#b9bab2", "#5c4a44", "#58a83c", "#7d5a9c", "#3d3350")
_GROUND: Final = "#dccfa8"
_VILLAGE: Final = "#e3c07a"
_CAVE: Final = "#b5b3ac"
_FAR: Final = "#a9c4cf"
_TOOLS: Final = {V.TOOL: "sword", V.PICKAXE: "pickaxe", -1: ""}


def svg(game: Explorers) -> str:
    """Return the drawing of the public state."""
    return _Drawing(game).svg()


# -- what both forms say ---------------------------------------------------------------------


def _sign(box: Any, front: int) -> str:
    """Return cost, tool and danger sign of a front, such as ``"3 sword !"``."""
    danger = "!" if box.front_danger[front] else ""
    return " ".join(
        filter(None, (str(box.front_cost[front]), _TOOLS[box.front_tool[front]], danger))
    )


def _trade(box: Any, front: int) -> str:
    """Return what a villager takes."""
    kinds = [kind for kind in Kind if box.front_trade[front] & box.kind_holdings[kind]]
    return " / ".join(WORDS.name("kind", kind) for kind in kinds)


def _known_back(box: Any, front: int, back: int) -> str:
    """Return a back that is known: the item, and how many creature cards."""
    creatures = int(box.back_creatures[front, back])
    return WORDS.name("item", box.back_item[front, back]) + f" +{creatures}" * (creatures > 0)


def _needs(p: Any, box: Any, chest: int) -> list[tuple[str, bool]]:
    """Return the needs of a chest, and whether each is met."""
    kinds = [int(kind) for kind in box.chest_need[p.chest_number[chest]] if kind >= 0]
    return [
        (WORDS.name("kind", kind), not p.chest_missing[chest] >> n & 1)
        for n, kind in enumerate(kinds)
    ]


def _holdings(p: Any, seat: int) -> Iterator[tuple[int, str]]:
    for holding, count in enumerate(p.items[seat].tolist()):
        if count:
            yield holding, WORDS.name("holding", holding) + f" x{count}" * (count > 1)


def _status(p: Any) -> str:
    level = WORDS.name("level", p.level)
    return (
        f"{level}, turn {p.turn}: {p.filled} of {p.goal} chests, {p.creature_length} creature cards"
    )


def _pile(p: Any) -> str:
    length = int(p.place_front[V.TOP] >= 0) + int(p.deep_length) + int(p.low_length)
    return f"pile {length}, {p.low_length} known below"


# -- text ----------------------------------------------------------------------------------


def lines(game: Explorers) -> Iterator[str]:
    """Yield the picture as text."""
    p, box = game.public, game.box_record
    yield _status(p)
    for place, front in enumerate(p.place_front.tolist()):
        if front >= 0:
            label = _pile(p) if place == V.TOP else f"slot {place}"
            words = [f"  {label}: {WORDS.name('front', front)} ({_sign(box, front)})"]
            if box.front_trade[front]:
                words.append(f"takes {_trade(box, front)}")
            if p.place_back[place] >= 0:
                words.append(f"gives {_known_back(box, front, p.place_back[place])}")
            yield ", ".join(words)
    names = [WORDS.name("creature", n) for n in range(V.CREATURES)]
    yield "  line: " + _listed(f"{names[n]} x{count}" for n, count in enumerate(p.line) if count)
    for chest in range(p.chests):
        needs = [f"{name}{' (in)' * met}" for name, met in _needs(p, box, chest)]
        yield f"  chest {p.chest_number[chest]}: " + ", ".join(needs)
    for seat in range(p.players):
        active = f", {p.food} food" if seat == p.active else ""
        trophies = [f"{names[n]} x{count}" for n, count in enumerate(p.trophies[seat]) if count]
        yield (
            f"  {game.player_name(seat)}{active}: {_listed(name for _, name in _holdings(p, seat))}"
            f" | trophies: {_listed(trophies)}"
        )
    yield game.decision()


def _listed(words: Iterable[str]) -> str:
    return ", ".join(words) or "none"


# -- drawing -------------------------------------------------------------------------------


def zones(game: Explorers) -> Iterator[Zone]:
    """Yield the drawing in parts, as the table's page lays them out."""
    drawing = _Drawing(game)
    width, height = _BOARD
    high = 2 * _LANDSCAPE + 8
    drawing.draw_places(Area(0, 0, width, high), 4)
    drawing.draw_line(Area(0, high + 16, width, height - high - 16), 3)
    yield zone("board", "board", "Landscapes and creatures", *_BOARD, drawing.taken())
    drawing.draw_chests(Area(0, 0, *_SHARED), 4)
    yield zone("chests", "shared", "Chests", *_SHARED, drawing.taken())
    for seat in range(game.seats):
        drawing.draw_seat(seat, Area(0, 0, *_SEAT), 5)
        yield zone(f"seat/{seat}", "seat", game.player_name(seat), *_SEAT, drawing.taken())


def clocks(game: Explorers) -> Iterator[Clock]:
    """Yield the creature pile, in which the Game Over card lies, and the chests."""
    p, left = game.public, int(game.public.creature_length)
    yield Clock("Creature cards", left, V.CREATURE_CARDS, (left <= 10) + (left <= 5))
    yield Clock("Chests", int(p.filled), int(p.goal), 0, f"{p.filled} of {p.goal}")


class _Drawing:
    """Collects the shapes of one drawing."""

    def __init__(self, game: Explorers) -> None:
        self.game, self.p, self.box = game, game.public, game.box_record
        self.shapes: list[str] = []
        #: Legal actions that no drawn part stands for yet.
        self.open = [] if game.to_move() == CHANCE else game.legal

    def svg(self) -> str:
        """Return the whole drawing."""
        self._text(16, 28, _status(self.p), 16, _WIDTH - 32, bold=True)
        self._text(16, 52, self.game.decision(), 14, _WIDTH - 32)
        width, seats = _WIDTH - 32, int(self.p.players)
        self.draw_places(Area(16, 74, width, 132), V.PLACES)
        self.draw_line(Area(16, 240, width, 70), V.CREATURES)
        self.draw_chests(Area(16, 330, width, 80), V.CHESTS)
        for seat in range(seats):
            area = Area(16, 430 + _SEAT_HEIGHT * seat, width, _SEAT_HEIGHT - 8)
            self.draw_seat(seat, area, 7)
        height = self._draw_buttons(436 + _SEAT_HEIGHT * seats)
        ground = rect(0, 0, _WIDTH, height, PAPER)
        return document(_WIDTH, height, self.game.decision(), [ground, *self.shapes])

    def taken(self) -> list[str]:
        """Return what has been drawn since the last call."""
        shapes, self.shapes = self.shapes, []
        return shapes

    def _text(
        self,
        x: float,
        y: float,
        words: str,
        size: float = 12,
        room: float = 400,
        bold: bool = False,
    ) -> None:
        """Write a line of text, smaller where the room is short."""
        self.shapes.append(text(x, y, words, size, INK, bold, room=room))

    def _box(
        self, x: float, y: float, width: float, height: float, fill: str, action: int = -1
    ) -> None:
        """Draw a rectangle, lit and marked where its action is legal."""
        if action in self.open:
            self.open.remove(action)
            title = element("title", escape(self.game.describe(action)))
            shape = title + rect(x, y, width, height, fill, CHOICE, 3)
            self.shapes.append(element("g", shape, data_action=action, cursor="pointer"))
        else:
            self.shapes.append(rect(x, y, width, height, fill, BORDER, 1))

    def draw_places(self, area: Area, across: int) -> None:
        """Draw the row and the pile, so many side by side."""
        p, box = self.p, self.box
        for place, front in enumerate(p.place_front.tolist()):
            x, y, width, height = _part(area, place, V.PLACES, across)
            if front < 0:
                self._box(x, y, width, height, "none")
                continue
            fill = _GROUND
            if box.front_trade[front]:
                fill = _VILLAGE
            elif front in V.DESTINATIONS:
                fill = _FAR
            elif box.front_danger[front]:
                fill = _CAVE
            is_top = place == V.TOP
            before = len(self.shapes)
            self._box(x, y, width, height, fill, -1 if is_top else V.SLOT + place)
            size = min(15.0, height / 10.5)
            room = width - 12
            name = WORDS.name("front", front)
            self._text(x + 6, y + 1.6 * size, name, size, room, bold=True)
            self._text(x + 6, y + 3.2 * size, _sign(box, front), 1.1 * size, room)
            if box.front_trade[front]:
                self._text(x + 6, y + 4.8 * size, f"takes {_trade(box, front)}", size, room)
            if p.place_back[place] >= 0:
                known = _known_back(box, front, p.place_back[place])
                self._text(x + 6, y + 6.6 * size, f"gives {known}", size, room)
            label = _pile(p) if is_top else f"slot {place}"
            self._text(x + 6, y + height - 8, label, 11, room)
            if not is_top:
                shape = "".join(self.shapes[before:])
                self.shapes[before:] = [piece(f"front/{front}.{place}", "row", shape)]

    def draw_line(self, area: Area, across: int) -> None:
        """Draw the creatures of the line, one field a type."""
        for creature, count in enumerate(self.p.line.tolist()):
            x, y, width, height = _part(area, creature, V.CREATURES, across)
            action = V.CREATURE + creature
            self._box(x, y, width, height, PAPER, action if count else -1)
            name, cost = WORDS.name("creature", creature), self.box.creature_cost[creature]
            size = min(15.0, height / 5.6)
            self._text(x + 6, y + 1.5 * size, f"{name} ({cost} food)", size, width - 12)
            token = min(height - 4.4 * size, (width - 12) / 8 - 4)
            for n in range(min(count, 8)):
                self.shapes.append(
                    piece(
                        f"creature/{creature}.{n}",
                        "line",
                        rect(
                            x + 6 + (token + 4) * n,
                            y + 2.2 * size,
                            token,
                            token,
                            _CREATURES[creature],
                            INK,
                            1,
                            3,
                        ),
                    )
                )
            left = int(self.p.unseen[creature])
            self._text(x + 6, y + height - 7, f"{count} here, {left} unseen", 11, width - 12)

    def draw_chests(self, area: Area, across: int) -> None:
        """Draw the chests with what they need."""
        p = self.p
        for chest in range(p.chests):
            x, y, width, height = _part(area, chest, V.CHESTS, across)
            filled = p.chest_missing[chest] == 0
            self._box(x, y, width, height, "#d9c39a" if filled else "#c9a267", V.CHEST + chest)
            self._text(x + 6, y + 18, f"chest {p.chest_number[chest]}", 12, width - 12, bold=True)
            for n, (name, met) in enumerate(_needs(p, self.box, chest)):
                self._box(x + 6, y + 30 + 22 * n, 12, 12, INK if met else PAPER)
                self._text(x + 24, y + 41 + 22 * n, name, 12, width - 28)

    def draw_seat(self, seat: int, area: Area, across: int) -> None:
        """Draw what a seat has; only the active one's can be chosen."""
        p = self.p
        active = bool(seat == p.active)
        self._box(*area, "#fffaf0" if active else PAPER)
        name = self.game.player_name(seat) + f": {p.food} food" * active
        self._text(area.x + 8, area.y + 22, name, 13, 110, bold=active)
        chips = [(V.HOLDING + holding, words, _GROUND) for holding, words in _holdings(p, seat)] + [
            (V.TROPHY + n, f"{WORDS.name('creature', n)} x{count}", "#e9dfd0")
            for n, count in enumerate(p.trophies[seat].tolist())
            if count
        ]
        below = area.width < _WIDTH / 2  # the name stands above the items
        left, top = (6.0, 32.0) if below else (118.0, 6.0)
        lines = max(2, int((area.height - top - 4) // 34))
        most = -(-len(chips) // lines)
        room = min(112.0, (area.width - left) / max(across - below, most))
        for n, (action, words, fill) in enumerate(chips):
            down, right = divmod(n, across - below) if below else (n % lines, n // lines)
            x, y = area.x + left + room * right, area.y + top + 34 * down
            self._box(x, y, room - 6, 30, fill, action if active else -1)
            self._text(x + 5, y + 19, words, 11, room - 14)

    def _draw_buttons(self, y: float) -> int:
        """Draw a button for each choice that no part of the table stands for; return the end."""
        rest = list(self.open)
        for n, action in enumerate(rest):
            x, line = 16 + 240 * (n % 4), y + 38 * (n // 4)
            self._box(x, line, 228, 32, "#fffaf0", action)
            self._text(x + 10, line + 21, self.game.describe(action), 12, 210)
        return int(y + 38 * max(1, -(-len(rest) // 4)) + 10)


def _part(area: Area, n: int, count: int, across: int) -> Area:
    """Return a part of an area that is divided into equal ones, so many side by side."""
    rows = -(-count // across)
    width, height = (area.width + 8) / across, (area.height + 8) / rows
    down, right = divmod(n, across)
    return Area(area.x + right * width, area.y + down * height, width - 8, height - 8)
