"""Drawing zones of cards, which are clickable where they can be chosen."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest
from typing import Final, NamedTuple, Protocol
from xml.sax.saxutils import escape

from tablemates.envs.core.display.signs import Signs
from tablemates.envs.core.display.svg import (
    BORDER,
    CHOICE,
    INK,
    PANEL,
    PAPER,
    SOFT,
    Area,
    document,
    element,
    ink_on,
    moved,
    rect,
    text,
    wrapped,
)
from tablemates.envs.core.display.zones import Role, Zone, piece, zone
from tablemates.envs.core.engine.codes import CHANCE

#: Between cards.
GAP: Final = 6
_MARGIN: Final = 16
_HEAD: Final = 66  # height of the lines about the game at the top
_WIDTH: Final = 1320
_BUTTON: Final = 32
_ROWS: Final = 4  # of buttons: every picture of a game has the same size, as a film needs


class Card(NamedTuple):
    """A card: its lines, the first of them bold, its colour, and the action of choosing it.

    ``bands`` are the colours of its first lines, where they differ; ``signs`` what its lines show
    at their right end, see ``Signs``. A piece has a name, and lies at a spot.
    """

    lines: Sequence[str]
    fill: str = PANEL
    action: int = -1
    bands: Sequence[str] = ()
    piece: str = ""
    at: str = ""
    signs: Sequence[str] = ()


class Shown(Protocol):
    """The game that is drawn, as far as a drawing asks it."""

    @property
    def shown_legal(self) -> list[int]:
        """The legal actions that who looks may know; none when it is over."""
        ...

    def to_move(self) -> int:
        """Return the seat that decides, ``CHANCE`` or ``OVER``."""
        ...

    def decision(self) -> str:
        """Return who decides what, as a sentence."""
        ...

    def describe(self, action: int) -> str:
        """Return a legal action in words."""
        ...

    def player_name(self, seat: int) -> str:
        """Return what the player of a seat is called."""
        ...


class Drawing:
    """The drawing of one game with its signs, zone by zone, below a line about it."""

    def __init__(self, game: Shown, head: str, signs: Signs) -> None:
        self.game, self.head, self.signs = game, head, signs
        # What can be chosen.
        self.open: Sequence[int] = () if game.to_move() == CHANCE else game.shown_legal
        self.shapes: list[str] = []  # what is drawn of the zone that is being drawn
        self.zones: list[Zone] = []  # those that are finished
        self._parts: list[tuple[int, int, str]] = []  # width, height and content of zones

    def zone(self, name: str, role: Role, title: str, width: int, height: int) -> None:
        """Finish a zone, and begin the next."""
        self.zones.append(zone(name, role, title, width, height, self.shapes))
        self._parts.append((width, height, "".join(self.shapes)))
        self.shapes = []

    def text(
        self, x: float, y: float, words: str, size: float, bold: bool = True, room: float = 400
    ) -> None:
        """Draw a line of text, bold or else softer."""
        self.shapes.append(text(x, y, words, size, INK if bold else SOFT, bold, room=room))

    def choice(self, action: int, shape: str) -> str:
        """Return a clickable shape for an action, where it can be chosen."""
        if action not in self.open:
            return ""
        title = element("title", escape(self.game.describe(action)))
        return element("g", title + shape, data_action=action, cursor="pointer")

    def card(self, area: Area, card: Card, size: float = 12) -> None:
        """Draw a card, lit and marked where it can be chosen; many lines make its text small."""
        x, y, width, height = area
        room = width - 10
        lines: list[tuple[str, str]] = []  # words, and the sign behind them
        for words, sign in zip_longest(card.lines, card.signs, fillvalue=""):
            least = room - (1.35 * size - 2) * bool(sign)
            parts = [words] if card.bands else wrapped(words, size, least, not lines) or [""]
            lines += zip_longest(parts, [sign], fillvalue="")
        step = min(1.5 * size, (height - 4) / max(1, len(lines)))
        shapes = [rect(*area, card.fill, BORDER, 1, 4)]
        for n, band in enumerate(card.bands):
            shapes.append(rect(x + 1, y + 2 + step * n, width - 2, step, band))
        for n, (line, sign) in enumerate(lines):
            ink = ink_on(card.bands[n] if n < len(card.bands) else card.fill)
            top, letters = y + 1 + step * n, min(size, step / 1.2)
            left = room - (0.9 * step - 2) * bool(sign)
            if line:
                shapes.append(text(x + 5, top + 0.8 * step, line, letters, ink, n == 0, room=left))
            shapes.append(self.signs.draw(sign, x + 5 + left, top + 0.05 * step, 0.9 * step, ink))
        shapes.append(self.choice(card.action, frame(area)))
        shape = "".join(shapes)
        self.shapes.append(piece(card.piece, card.at, shape) if card.piece else shape)

    def cards(
        self, area: Area, across: int, cards: Sequence[Card], rows: int = 1, size: float = 12
    ) -> list[Area]:
        """Draw cards in equal parts of an area, ``across`` side by side; return where they lie.

        At least so many ``rows`` have room.
        """
        rows = max(rows, -(-len(cards) // across))
        places = area.grid(across, rows, GAP)[: len(cards)]
        for place, card in zip(places, cards, strict=True):
            self.card(place, card, size)
        return places

    def svg(self) -> str:
        """Return all zones, below one another or else side by side, then other choices."""
        x, y, top, right, bottom = 0, 0, _HEAD, _MARGIN - GAP, 0
        content = ""
        for width, height, shapes in self._parts:
            if y + height > bottom:  # no room below the one before
                x, y = right + GAP, top
                if x + width > _WIDTH - _MARGIN:
                    x = _MARGIN
                    y = top = bottom + GAP
            content += moved(x, y, [shapes])
            right, bottom = x + width, max(bottom, y + height)
            y += height + GAP
        rest = [n for n in self.open if f'data-action="{n}"' not in content]
        room = _WIDTH - 2 * _MARGIN
        self.text(_MARGIN, 28, self.head, 16, True, room)
        self.text(_MARGIN, 52, self.game.decision(), 14, True, room)
        buttons = [Card([self.game.describe(action)], PANEL, action) for action in rest]
        area = Area(_MARGIN, bottom + 2 * GAP, room, _ROWS * (_BUTTON + GAP) - GAP)
        self.cards(area, 4, buttons, _ROWS)
        height = int(area.y + area.height) + 2 * GAP
        drawn = [rect(0, 0, _WIDTH, height, PAPER), content, *self.shapes]
        return document(_WIDTH, height, self.game.decision(), drawn)


def frame(area: Area) -> str:
    """Return the outline of what can be chosen; it takes clicks inside too."""
    return rect(*area, "transparent", CHOICE, 3, 4)
