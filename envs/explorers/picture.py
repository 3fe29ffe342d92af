"""One drawing of everything that can be seen, as SVG, as text and as pixels.

Whatever can be chosen carries its action in ``data-action``: a card, a creature, a chest, an
item, or a button where no part of the table stands for it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any, Final
from xml.sax.saxutils import escape

from tablemates.envs.core.answers import CHANCE
from tablemates.envs.core.canvas import BORDER, CHOICE, INK, PAPER, document, element, rect, text
from tablemates.envs.explorers import vocabulary as V
from tablemates.envs.explorers.speech import WORDS
from tablemates.envs.explorers.vocabulary import Kind

if TYPE_CHECKING:
    from tablemates.envs.explorers.game import Explorers

_WIDTH: Final = 980
_CARD: Final = (112, 132)  # width and height of a landscape
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


class _Drawing:
    """Collects the shapes of one drawing."""

    def __init__(self, game: Explorers) -> None:
        self.game, self.p, self.box = game, game.public, game.box_record
        self.shapes: list[str] = []
        #: Legal actions that no drawn part stands for yet.
        self.open = [] if game.to_move() == CHANCE else game.legal
        self.height = 0.0

    def svg(self) -> str:
        """Return the drawing."""
        self._write_head()
        self._draw_places(74)
        self._draw_line(240)
        self._draw_chests(330)
        self._draw_seats(430)
        self._draw_buttons(436 + _SEAT_HEIGHT * int(self.p.players))
        ground = rect(0, 0, _WIDTH, self.height, PAPER)
        return document(_WIDTH, int(self.height), self.game.decision(), [ground, *self.shapes])

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

    def _write_head(self) -> None:
        self._text(16, 28, _status(self.p), 16, _WIDTH - 32, bold=True)
        self._text(16, 52, self.game.decision(), 14, _WIDTH - 32)

    def _draw_places(self, y: float) -> None:
        """Draw the row and the pile."""
        p, box = self.p, self.box
        width, height = _CARD
        for place, front in enumerate(p.place_front.tolist()):
            x = 16 + (width + 8) * place
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
            self._box(x, y, width, height, fill, -1 if is_top else V.SLOT + place)
            self._text(x + 6, y + 20, WORDS.name("front", front), 12, width - 12, bold=True)
            self._text(x + 6, y + 40, _sign(box, front), 13, width - 12)
            if box.front_trade[front]:
                self._text(x + 6, y + 60, f"takes {_trade(box, front)}", 11, width - 12)
            if p.place_back[place] >= 0:
                known = _known_back(box, front, p.place_back[place])
                self._text(x + 6, y + 84, f"gives {known}", 11, width - 12)
            label = _pile(p) if is_top else f"slot {place}"
            self._text(x + 6, y + height - 8, label, 10, width - 12)

    def _draw_line(self, y: float) -> None:
        """Draw the creatures of the line, one column a type."""
        for creature, count in enumerate(self.p.line.tolist()):
            x = 16 + 160 * creature
            action = V.CREATURE + creature
            self._box(x, y, 152, 70, PAPER, action if count else -1)
            name, cost = WORDS.name("creature", creature), self.box.creature_cost[creature]
            self._text(x + 6, y + 18, f"{name} ({cost} food)", 12, 140)
            for n in range(min(count, 8)):
                self._box(x + 6 + 18 * n, y + 28, 14, 14, _CREATURES[creature])
            left = int(self.p.unseen[creature])
            self._text(x + 6, y + 62, f"{count} here, {left} unseen", 10, 140)

    def _draw_chests(self, y: float) -> None:
        p = self.p
        for chest in range(p.chests):
            x = 16 + 120 * chest
            filled = p.chest_missing[chest] == 0
            self._box(x, y, 112, 80, "#d9c39a" if filled else "#b98a4e", V.CHEST + chest)
            self._text(x + 6, y + 18, f"chest {p.chest_number[chest]}", 12, 100, bold=True)
            for n, (name, met) in enumerate(_needs(p, self.box, chest)):
                self._box(x + 6, y + 30 + 22 * n, 12, 12, INK if met else PAPER)
                self._text(x + 24, y + 41 + 22 * n, name, 11, 82)

    def _draw_seats(self, top: float) -> None:
        """Draw what each seat has; only the active one's can be chosen."""
        p = self.p
        for seat in range(p.players):
            y = top + _SEAT_HEIGHT * seat
            active = bool(seat == p.active)
            self._box(16, y, _WIDTH - 32, _SEAT_HEIGHT - 8, "#fffaf0" if active else PAPER)
            name = self.game.player_name(seat) + f": {p.food} food" * active
            self._text(24, y + 22, name, 13, 110, bold=active)
            chips = [
                (V.HOLDING + holding, words, _GROUND) for holding, words in _holdings(p, seat)
            ] + [
                (V.TROPHY + n, f"{WORDS.name('creature', n)} x{count}", "#e9dfd0")
                for n, count in enumerate(p.trophies[seat].tolist())
                if count
            ]
            room = min(112.0, (_WIDTH - 150) / max(7, -(-len(chips) // 2)))
            for n, (action, words, fill) in enumerate(chips):
                x, line = 134 + room * (n // 2), y + 6 + 34 * (n % 2)
                self._box(x, line, room - 6, 30, fill, action if active else -1)
                self._text(x + 5, line + 19, words, 11, room - 14)

    def _draw_buttons(self, y: float) -> None:
        """Draw a button for each choice that no part of the table stands for."""
        rest = list(self.open)
        for n, action in enumerate(rest):
            x, line = 16 + 240 * (n % 4), y + 38 * (n // 4)
            self._box(x, line, 228, 32, "#fffaf0", action)
            self._text(x + 10, line + 21, self.game.describe(action), 12, 210)
        self.height = y + 38 * max(1, -(-len(rest) // 4)) + 10
