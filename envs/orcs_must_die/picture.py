"""One description of everything that can be seen, for the drawing and for the text.

Tiles stand in columns by their distance to the rift, which is on the right.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from re import split
from textwrap import wrap
from typing import Any, Final

from tablemates.envs.core.display.cards import GAP, Card, Drawing, pawn
from tablemates.envs.core.display.signs import Signs
from tablemates.envs.core.display.svg import PANEL, SOFT, Area, path, rect
from tablemates.envs.core.display.zones import Clock, piece, spot
from tablemates.envs.orcs_must_die import vocabulary as V
from tablemates.envs.orcs_must_die.game import OrcsMustDie
from tablemates.envs.orcs_must_die.speech import WORDS, weapon_name

SIGNS: Final = Signs(Path(__file__).with_name("signs.yaml"))
_SEATS: Final = ("#c8374a", "#2f6fd0", "#e0b21c", "#4bb06a")
#: Colours of tiles by their kind.
_GROUNDS: Final = (
    *(PANEL, "#cdb4e8", PANEL, PANEL, PANEL, "#a9d4cf", "#b9d98a", "#efa57c", "#d8c38f"),
    *("#b5b3ac", "#cfd89a"),
)
_COLUMNS: Final = 6  # side by side


def draw(game: OrcsMustDie) -> Drawing:
    """Return the drawing of the public state."""
    drawing = Drawing(game, _status(game), SIGNS)
    _draw_fortress(drawing, game)
    drawing.zone("board", "board", "Fortress", 860, 660)
    for deck, first in enumerate((V.EQUIPMENT, V.TRAP)):
        names = [_card(game, deck, slot) for slot in range(V.SHOP)]
        cards = [Card([one], PANEL, first + n, signs=[_sign(one)]) for n, one in enumerate(names)]
        drawing.cards(Area(0, 105 * deck, 420, 100), 3, cards)
    drawing.zone("shop", "shared", "Shop", 420, 210)
    for seat in range(game.seats):
        words = _seat(game, seat)
        drawing.seat(420, 110, words[0], _SEATS[seat], game.to_move() == seat)
        for n, line in enumerate(words[1:]):
            drawing.text(14, 44 + 20 * n, line, 12, False, 376)
            drawing.shapes.append(SIGNS.draw(_sign(line), 396, 32 + 20 * n, 15, SOFT))
        drawing.zone(f"seat/{seat}", "seat", game.player_name(seat), 420, 110)
    return drawing


def _draw_fortress(drawing: Drawing, game: OrcsMustDie) -> None:
    """Draw the tiles with who and what is on them, and the arrows."""
    p, box, f = game.public, game.box_record, game.public.fortress
    columns: dict[int, list[int]] = {}
    for tile in range(box.tiles[f]):
        columns.setdefault(int(box.distance[f, tile]), []).append(tile)
    bands = -(-len(columns) // _COLUMNS)
    width, height = 860 / -(-len(columns) // bands), 660 / bands
    places: dict[int, Area] = {}
    for far, tiles in columns.items():
        band, column = divmod(len(columns) - 1 - far, -(-len(columns) // bands))
        step = height / len(tiles)
        for n, tile in enumerate(tiles):
            high = min(step - 2 * GAP, 200.0)
            y = height * band + step * n + (step - high) / 2
            places[tile] = Area(width * column, y, width - 4 * GAP, high)
    for tile, one in places.items():
        for way in _exits(box, f, tile):
            to = places[way]
            start, end = (one.right, one.y + one.height / 2), (to.x, to.y + to.height / 2)
            line = "M{:.0f} {:.0f}L{:.0f} {:.0f}".format(*start, *end)
            drawing.shapes.append(path(line, "none", SOFT, 2))
    for tile, one in places.items():
        words = [_tile_name(box, f, tile), *_minions(p, tile), *_traps(game, tile)]
        signs = ["", *map(_sign, words[1:])]
        ground = _GROUNDS[box.tile_kind[f, tile]]
        drawing.card(one, Card(words, ground, V.TILE + tile, signs=signs), 14)
        drawing.shapes.append(spot(f"tile/{tile}", rect(*one)))
        for n, seat in enumerate(seat for seat in range(p.players) if p.at[seat] == tile):
            x, y = one.right - 14 - 23 * n, one.bottom - 14
            hero = pawn(x, y, game.player_name(seat), _SEATS[seat])
            drawing.shapes.append(piece(f"hero/{seat}", f"tile/{tile}", hero))


def clocks(game: OrcsMustDie) -> Iterator[Clock]:
    """Yield the health of the rift and the army cards to come."""
    p = game.public
    rift, most = int(p.rift), int(p.rift_max)
    yield Clock("Rift", rift, most, (2 * rift <= most) + (4 * rift <= most))
    cards = int(game.box_record.army_cards[p.fortress])
    yield Clock("Waves", int(p.waves), cards, 0, f"{p.waves} of {cards}")


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
        cards = filter(None, (_card(game, deck, slot) for slot in range(V.SHOP)))
        yield f"  shop, {title}: " + (", ".join(cards) or "empty")
    for seat in range(p.players):
        yield "  " + "; ".join(filter(None, _seat(game, seat)))
    yield game.decision()


def _status(game: OrcsMustDie) -> str:
    p = game.public
    return (
        f"{game.fortress.replace('_', ' ')}, level {WORDS.name('stage', p.stage)}, round {p.turn}: "
        f"rift {p.rift} of {p.rift_max}, pool {p.pool} skulls, {p.cards_left.sum()} waves to come"
    )


def _minions(p: Any, tile: int) -> list[str]:
    found = []
    for kind in range(V.TYPES):
        up, down = p.minions[tile, :, kind].tolist()
        count = up + down + int(p.arrived[tile, kind])
        if count:
            found.append(f"{count} {WORDS.name('minion', kind)}" + f", {down} stunned" * (down > 0))
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


def _sign(words: str) -> str:
    """Return what the sign of a line shows: the first thing, without what it is of or costs."""
    return split(r",| of | to | \(", words)[0]


def _exits(box: Any, fortress: int, tile: int) -> list[int]:
    return [way for way in box.exits[fortress, tile].tolist() if way >= 0]


def _tile_name(box: Any, fortress: int, tile: int) -> str:
    kind = WORDS.name("kind", box.tile_kind[fortress, tile])
    exits = ", ".join(map(str, _exits(box, fortress, tile)))
    return f"{tile} {kind}" + f" to {exits}" * bool(exits)


def _seat(game: OrcsMustDie, seat: int) -> list[str]:
    p, names = game.public, game.components.names("equipment")
    cards = p.cards[seat].tolist()
    lines = [f"{game.player_name(seat)}: {p.skulls[seat]} skulls" + ", lord" * int(p.lord == seat)]
    if cards[V.HERO] >= 0:
        most = game.box_record.hero_health[cards[V.HERO]]
        where = f"tile {p.at[seat]}" if p.at[seat] >= 0 else "not in the fortress"
        health = f"{p.health[seat]} of {most} health" + ", stunned" * int(p.stunned[seat])
        ready = "ready" if p.ready[seat] else "spent"
        lines += [
            f"{WORDS.name('hero', cards[V.HERO])}, {where}, {health}",
            f"{weapon_name(game, seat, cards[V.RANK])}, ultimate {ready}",
            ", ".join(names[card] for card in cards[V.AMULET :] if card >= 0),
        ]
    return lines


def _card(game: OrcsMustDie, deck: int, slot: int) -> str:
    """Return a card of the shop, empty: there is none."""
    card = int(game.public.shop[deck, slot])
    if card < 0:
        return ""
    name = game.components.names("traps" if deck else "equipment")[card]
    return f"{name} ({game.box_record.card_cost[deck, card]})"
