"""Drawing what lies on a table as cards, which are clickable where they can be chosen."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple
from xml.sax.saxutils import escape

from tablemates.envs.core.answers import CHANCE
from tablemates.envs.core.canvas import (
    BORDER,
    CHOICE,
    INK,
    PANEL,
    PAPER,
    SOFT,
    document,
    element,
    rect,
    text,
    wrapped,
)

if TYPE_CHECKING:
    from tablemates.envs.core.game import Game

MARGIN: Final = 16
GAP: Final = 8
#: Height of the lines about the game at the top.
HEAD: Final = 66
_LINE: Final = 18
_SIZE: Final = 12.0


class Card(NamedTuple):
    """A card: its lines, the first of them bold, its colour, and the action of choosing it.

    ``bands`` are the colours of its first lines, where they differ.
    """

    lines: Sequence[str]
    fill: str = PANEL
    action: int = -1
    bands: Sequence[str] = ()


class Row(NamedTuple):
    """A titled row of cards of one width; that of whose turn it is is lit."""

    title: str
    cards: Sequence[Card]
    width: float = 111
    lit: bool = False


class Drawing:
    """The drawing of one game: a line about it, what is to be decided, then cards.

    Args:
        game: The game.
        head: The line about it.
        width: Of the drawing.

    Attributes:
        shapes: What is drawn so far.
        y: Where the next row of cards begins.
    """

    def __init__(self, game: Game, head: str, width: float = 980) -> None:
        self.game, self.width, self.y = game, width, float(HEAD)
        self._open = [] if game.to_move() == CHANCE else game.legal
        self._drawn: set[int] = set()
        self.shapes: list[str] = []
        self.text(MARGIN, 28, head, 16, True, width - 2 * MARGIN)
        self.text(MARGIN, 52, game.decision(), 14, False, width - 2 * MARGIN)

    def text(
        self, x: float, y: float, words: str, size: float, bold: bool, room: float, ink: str = INK
    ) -> None:
        """Draw a line of text."""
        self.shapes.append(text(x, y, words, size, ink, bold, room=room))

    def choice(self, actions: Iterable[int], shape: str) -> bool:
        """Draw a shape that stands for the one of some actions that is legal, if one is."""
        for action in actions:
            if action in self._open:
                self._drawn.add(action)
                title = element("title", escape(self.game.describe(action)))
                self.shapes.append(
                    element("g", title + shape, data_action=action, cursor="pointer")
                )
                return True
        return False

    def card(self, x: float, y: float, width: float, height: float, card: Card) -> None:
        """Draw a card, lit and marked where it can be chosen."""
        self.shapes.append(rect(x, y, width, height, card.fill, BORDER, 1, 4))
        step = min(_LINE, (height - 6) / max(1, len(card.lines)))
        for n, band in enumerate(card.bands):
            self.shapes.append(rect(x, y + 3 + step * n, width, step, band))
        for n, line in enumerate(card.lines):
            ink = ink_on(card.bands[n] if n < len(card.bands) else card.fill)
            size = min(_SIZE - (n > 0), step - 3)
            self.text(x + 6, y + step * (n + 1) - 2, line, size, n == 0, width - 12, ink)
        self.choice([card.action], rect(x, y, width, height, "transparent", CHOICE, 3, 4))

    def rows(self, rows: Iterable[Row]) -> None:
        """Draw rows of cards, one below the other."""
        for row in rows:
            ink = INK if row.lit else SOFT
            self.text(MARGIN, self.y + 14, row.title, _SIZE, row.lit, self.width - 2 * MARGIN, ink)
            lines = [
                [
                    part
                    for line in card.lines
                    for part in wrapped(line, _SIZE, row.width - 12) or [""]
                ]
                for card in row.cards
            ]
            height = 8.0 + _LINE * max(map(len, lines), default=0)
            across = max(1, int((self.width - 2 * MARGIN + GAP) // (row.width + GAP)))
            self.y += 20
            for n, card in enumerate(row.cards):
                self.y += (height + GAP) * (n > 0 and n % across == 0)
                x = MARGIN + (row.width + GAP) * (n % across)
                self.card(x, self.y, row.width, height, card._replace(lines=lines[n]))
            self.y += height + GAP if row.cards else 0

    def svg(self) -> str:
        """Return the drawing; what is legal without a card gets one at the bottom."""
        rest = [action for action in self._open if action not in self._drawn]
        if rest:
            cards = [Card([self.game.describe(action)], PANEL, action) for action in rest]
            self.rows([Row("other choices", cards, 230)])
        ground = rect(0, 0, self.width, self.y, PAPER)
        return document(int(self.width), int(self.y), self.game.decision(), [ground, *self.shapes])


def ink_on(fill: str) -> str:
    """Return the ink that can be read on a colour."""
    if not fill.startswith("#"):
        return INK
    red, green, blue = (int(fill[n : n + 2], 16) for n in (1, 3, 5))
    return INK if 299 * red + 587 * green + 114 * blue > 128_000 else "#ffffff"
