"""One drawing of everything that can be seen, as SVG, as text and as pixels.

Tiles stand in columns by their distance to the rift, which is on the right. Whatever can be
chosen carries its action in ``data-action``: a tile, a card of the shop, or a button where no part
of the table stands for it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from textwrap import wrap
from typing import TYPE_CHECKING, Any, Final
from xml.sax.saxutils import escape

from tablemates.envs.core.answers import CHANCE
from tablemates.envs.core.canvas import (
    BORDER,
    CHOICE,
    INK,
    PANEL,
    PAPER,
    SOFT,
    Area,
    circle,
    document,
    element,
    path,
    rect,
    text,
)
from tablemates.envs.core.zones import Clock, Zone, piece, spot, zone
from tablemates.envs.orcs_must_die import vocabulary as V
from tablemates.envs.orcs_must_die.speech import WORDS, weapon_name
from tablemates.envs.orcs_must_die.vocabulary import Kind

if TYPE_CHECKING:
    from tablemates.envs.orcs_must_die.game import OrcsMustDie

_WIDTH: Final = 980
_BOARD: Final = (860, 560)  # sizes of zones
_SHOP: Final = (420, 330)
_SEAT: Final = (420, 150)
_PLAYERS: Final = ("#c8374a", "#2f6fd0", "#e0b21c", "#3c9a57")
_GROUNDS: Final = {
    Kind.RIFT: "#cdb4e8",
    Kind.TELEPORTER: "#a9d4cf",
    Kind.ACID_BATH: "#b9d98a",
    Kind.LAVA_LAKE: "#efa57c",
    Kind.TRAPSBURG: "#d8c38f",
    Kind.TRAPDOOR: "#b5b3ac",
    Kind.GAS_CHAMBER: "#cfd89a",
}


def draw(game: OrcsMustDie) -> _Drawing:
    """Return the drawing of the public state."""
    return _Drawing(game)


# -- what both forms say ---------------------------------------------------------------------


def _status(game: OrcsMustDie) -> str:
    p = game.public
    return (
        f"{game.fortress.replace('_', ' ')}, level {WORDS.name('stage', p.stage)}, round {p.turn}: "
        f"rift {p.rift} of {p.rift_max}, pool {p.pool} skulls, {p.cards_left.sum()} waves to come"
    )


def _minions(p: Any, tile: int) -> list[str]:
    """Return the minions of a tile, a line a type."""
    found = []
    for kind in range(V.TYPES):
        up, down = p.minions[tile, :, kind].tolist()
        up += int(p.arrived[tile, kind])
        if up + down:
            stunned = f", {down} stunned" if down else ""
            found.append(f"{up + down} {WORDS.name('minion', kind)}{stunned}")
    return found


def _traps(game: OrcsMustDie, tile: int) -> list[str]:
    """Return the traps of a tile and of its connections."""
    p, box, names = game.public, game.box_record, game.components.names("traps")
    found = [names[trap] for trap in p.traps[tile].tolist() if trap >= 0]
    for n in range(box.connections[p.fortress]):
        ends = box.ends[p.fortress, n].tolist()
        if p.supports[n] >= 0 and tile in ends:
            found.append(f"{names[p.supports[n]]} to {sum(ends) - tile}")
    return found


def _tile_name(box: Any, fortress: int, tile: int) -> str:
    kind = WORDS.name("kind", box.tile_kind[fortress, tile])
    exits = [str(exit_tile) for exit_tile in box.exits[fortress, tile].tolist() if exit_tile >= 0]
    return f"{tile} {kind}" + (f" to {', '.join(exits)}" if exits else "")


def _seat(game: OrcsMustDie, seat: int) -> list[str]:
    """Return what a seat has, in lines."""
    p, names = game.public, game.components.names("equipment")
    cards = p.cards[seat].tolist()
    lines = [f"{game.player_name(seat)}: {p.skulls[seat]} skulls" + ", lord" * int(p.lord == seat)]
    if cards[V.HERO] >= 0:
        most = game.box_record.hero_health[cards[V.HERO]]
        where = f"tile {p.at[seat]}" if p.at[seat] >= 0 else "not in the fortress"
        health = f"{p.health[seat]} of {most} health" + ", stunned" * int(p.stunned[seat])
        lines += [
            f"{WORDS.name('hero', cards[V.HERO])}, {where}, {health}",
            f"{weapon_name(game, seat, cards[V.RANK])}, ultimate "
            + ("ready" if p.ready[seat] else "spent"),
            ", ".join(names[card] for card in cards[V.AMULET :] if card >= 0),
        ]
    return lines


# -- text ----------------------------------------------------------------------------------


def lines(game: OrcsMustDie) -> Iterator[str]:
    """Yield the picture as text."""
    for line in _paragraphs(game):
        yield from wrap(line, 100, subsequent_indent="    ")


def _paragraphs(game: OrcsMustDie) -> Iterator[str]:
    p, box = game.public, game.box_record
    yield _status(game)
    for tile in range(box.tiles[p.fortress]):
        heroes = [game.player_name(seat) for seat in range(p.players) if p.at[seat] == tile]
        parts = [_minions(p, tile), heroes, _traps(game, tile)]
        words = "; ".join(", ".join(part) for part in parts if part)
        yield f"  {_tile_name(box, p.fortress, tile)}: {words or 'nobody'}"
    for deck, title in enumerate(("equipment", "traps")):
        cards = [_card(game, deck, slot) for slot in range(V.SHOP) if p.shop[deck, slot] >= 0]
        yield f"  shop, {title}: " + (", ".join(cards) or "empty")
    for seat in range(p.players):
        yield "  " + "; ".join(filter(None, _seat(game, seat)))
    yield game.decision()


def _card(game: OrcsMustDie, deck: int, slot: int) -> str:
    card = int(game.public.shop[deck, slot])
    numbers = game.box_record.trap if deck else game.box_record.equipment
    name = game.components.names("traps" if deck else "equipment")[card]
    return f"{name} ({numbers[card, V.COST]})"


# -- drawing -------------------------------------------------------------------------------


def _zones(drawing: _Drawing) -> Iterator[Zone]:
    """Yield the drawing in parts, as the table's page lays them out."""
    game = drawing.game
    drawing.draw_fortress(Area(0, 0, *_BOARD))
    yield zone("board", "board", "Fortress", *_BOARD, drawing.taken())
    drawing.draw_shop(Area(0, 0, *_SHOP), 3)
    yield zone("shop", "shared", "Shop", *_SHOP, drawing.taken())
    for seat in range(game.seats):
        drawing.draw_seat(seat, Area(0, 0, *_SEAT))
        yield zone(f"seat/{seat}", "seat", game.player_name(seat), *_SEAT, drawing.taken())


def clocks(game: OrcsMustDie) -> Iterator[Clock]:
    """Yield the health of the rift and the army cards to come."""
    p = game.public
    rift, most = int(p.rift), int(p.rift_max)
    yield Clock("Rift", rift, most, (2 * rift <= most) + (4 * rift <= most))
    cards = int(game.box_record.army_cards[p.fortress])
    yield Clock("Waves", int(p.waves), cards, 0, f"{p.waves} of {cards}")


class _Drawing:
    """Collects the shapes of one drawing."""

    def __init__(self, game: OrcsMustDie) -> None:
        self.game, self.p, self.box = game, game.public, game.box_record
        self.shapes: list[str] = []
        #: Legal actions that no drawn part stands for yet.
        self.open = [] if game.to_move() == CHANCE else game.legal

    def svg(self) -> str:
        """Return the whole drawing."""
        width, seats = _WIDTH - 32, int(self.p.players)
        self._lines(Area(16, 8, width, 50), [_status(self.game), self.game.decision()], 15)
        self.draw_fortress(Area(16, 66, width, 420))
        self.draw_shop(Area(16, 496, width, 110), 6)
        for seat in range(seats):
            self.draw_seat(seat, Area(16 + width / seats * seat, 616, width / seats - 8, 104))
        y = 730
        for n, action in enumerate(list(self.open)):
            area = Area(16 + 240 * (n % 4), y + 36 * (n // 4), 228, 30)
            self._card(area, [self.game.describe(action)], PANEL, action)
        height = y + 36 * -(-len(self.game.legal) // 4) + 10
        ground = rect(0, 0, _WIDTH, height, PAPER)
        return document(_WIDTH, height, self.game.decision(), [ground, *self.shapes])

    @property
    def zones(self) -> list[Zone]:
        """The drawing in parts."""
        return list(_zones(self))

    def taken(self) -> list[str]:
        """Return what has been drawn since the last call."""
        shapes, self.shapes = self.shapes, []
        return shapes

    def _lines(self, area: Area, words: Iterable[str], size: float) -> None:
        """Write lines of text, the first one bold."""
        for n, line in enumerate(words):
            ink, y = (SOFT if n else INK), area.y + 1.35 * size * (n + 1)
            if y < area.bottom and line:
                room = area.width - 12
                self.shapes.append(text(area.x + 6, y, line, size, ink, n == 0, room=room))

    def _card(self, area: Area, words: Sequence[str], fill: str, action: int = -1) -> None:
        """Draw a rectangle with text, lit and marked where its action is legal."""
        self.shapes.append(rect(*area, fill, BORDER, 1, 4))
        self._lines(area, words, min(12.0, area.height / 2))
        if action in self.open:
            self.open.remove(action)
            title = element("title", escape(self.game.describe(action)))
            shape = title + rect(*area, "transparent", CHOICE, 3, 4)
            self.shapes.append(element("g", shape, data_action=action, cursor="pointer"))

    def draw_fortress(self, area: Area) -> None:
        """Draw the tiles with who and what is on them, and the arrows."""
        p, box, f = self.p, self.box, self.p.fortress
        columns: dict[int, list[int]] = {}
        for tile in range(box.tiles[f]):
            columns.setdefault(int(box.distance[f, tile]), []).append(tile)
        across = -(-len(columns) // 2) if len(columns) > 6 else len(columns)
        bands = -(-len(columns) // across)
        rows = max(map(len, columns.values()))
        width, height = area.width / across, area.height / bands / rows
        places: dict[int, Area] = {}
        for far, tiles in columns.items():
            band, column = divmod(len(columns) - 1 - far, across)
            high = area.height / bands / len(tiles)
            for n, tile in enumerate(tiles):
                x, y = area.x + width * column, area.y + area.height / bands * band + high * n
                inset = (high - height) / 2
                places[tile] = Area(x + 4, y + inset + 4, width - 22, height - 12)
        for tile, one in places.items():
            for exit_tile in box.exits[f, tile].tolist():
                if exit_tile >= 0:
                    to = places[exit_tile]
                    start = f"M{one.right:.0f} {one.y + one.height / 2:.0f}"
                    end = f"L{to.x:.0f} {to.y + to.height / 2:.0f}"
                    self.shapes += [path(start + end, "none", SOFT, 2)]
        for tile, one in places.items():
            words = [_tile_name(box, f, tile), *_minions(p, tile), *_traps(self.game, tile)]
            fill = _GROUNDS.get(Kind(box.tile_kind[f, tile]), PANEL)
            self._card(one, words, fill, V.TILE + tile)
            self.shapes.append(spot(f"tile/{tile}", rect(*one, "none")))
            here = [seat for seat in range(p.players) if p.at[seat] == tile]
            for n, seat in enumerate(here):
                dot = circle(one.right - 12 - 22 * n, one.bottom - 12, 9, _PLAYERS[seat], INK, 1)
                self.shapes.append(piece(f"hero/{seat}", f"tile/{tile}", dot))

    def draw_shop(self, area: Area, across: int) -> None:
        """Draw the cards of the shop, equipment above traps."""
        down = -(-V.SHOP // across)
        width, height = area.width / across, area.height / (2 * down)
        for deck, first in enumerate((V.EQUIPMENT, V.TRAP)):
            for slot in range(V.SHOP):
                x, y = area.x + width * (slot % across), area.y + height * (deck * down)
                place = Area(x, y + height * (slot // across), width - 6, height - 6)
                there = self.p.shop[deck, slot] >= 0
                words = [_card(self.game, deck, slot), "trap" if deck else "equipment"]
                self._card(place, words if there else [], PANEL if there else PAPER, first + slot)

    def draw_seat(self, seat: int, area: Area) -> None:
        """Draw what a seat has."""
        active = self.game.to_move() == seat
        self._card(area, _seat(self.game, seat), "#fffaf0" if active else PAPER)
        self.shapes.append(rect(area.x, area.y, 5, area.height, _PLAYERS[seat]))
