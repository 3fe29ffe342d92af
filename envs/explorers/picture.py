"""One description of everything that can be seen, for the drawing and for the text."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Final

from tablemates.envs.core.tableau import Card, Drawing, Row
from tablemates.envs.explorers import vocabulary as V
from tablemates.envs.explorers.speech import WORDS
from tablemates.envs.explorers.vocabulary import Kind

if TYPE_CHECKING:
    from tablemates.envs.explorers.game import Explorers

#: Colours of the creatures, of the fronts by what they are, of chests and trophies.
_CREATURES: Final = ("#a9c79a", "#dcdcd6", "#b09f9a", "#9fd58a", "#c3abd6", "#a79fc4")
_GROUND, _VILLAGE, _CAVE, _FAR = "#dccfa8", "#e3c07a", "#b5b3ac", "#a9c4cf"
_CHEST, _FILLED, _TROPHY = "#d2a571", "#d9c39a", "#e9dfd0"
_TOOLS: Final = {V.TOOL: "sword", V.PICKAXE: "pickaxe", -1: ""}


def svg(game: Explorers) -> str:
    """Return the drawing of the public state."""
    drawing = Drawing(game, _status(game.public))
    drawing.rows(_rows(game))
    return drawing.svg()


def lines(game: Explorers) -> Iterator[str]:
    """Yield the picture as text."""
    p, box = game.public, game.box_record
    yield _status(p)
    for place in range(V.PLACES):
        if card := _place(p, box, place).lines:
            name, sign, *more, label = filter(None, card)
            yield ", ".join([f"  {label}: {name} ({sign})", *more])
    yield "  line: " + _counted("creature", p.line)
    for chest in range(p.chests):
        needs = [f"{name}{' (in)' * met}" for name, met in _needs(p, box, chest)]
        yield f"  chest {p.chest_number[chest]}: {', '.join(needs)}"
    for seat in range(p.players):
        items = ", ".join(_items(p, seat).values()) or "none"
        trophies = _counted("creature", p.trophies[seat])
        yield f"  {_name(game, seat)}: {items} | trophies: {trophies}"
    yield game.decision()


def _counted(field: str, counts: Any) -> str:
    words = [f"{WORDS.name(field, n)} x{count}" for n, count in enumerate(counts) if count]
    return ", ".join(words) or "none"


def _name(game: Explorers, seat: int) -> str:
    p = game.public
    return game.player_name(seat) + f", {p.food} food" * bool(seat == p.active)


def _items(p: Any, seat: int) -> dict[int, str]:
    return {
        n: WORDS.name("holding", n) + f" x{count}" * (count > 1)
        for n, count in enumerate(p.items[seat].tolist())
        if count
    }


def _needs(p: Any, box: Any, chest: int) -> list[tuple[str, bool]]:
    """Return the needs of a chest, and whether each is met."""
    kinds = box.chest_need[p.chest_number[chest]].tolist()
    missing = int(p.chest_missing[chest])
    return [
        (WORDS.name("kind", kind), not missing >> n & 1)
        for n, kind in enumerate(kinds)
        if kind >= 0
    ]


def _status(p: Any) -> str:
    return (
        f"{WORDS.name('level', p.level)}, turn {p.turn}: {p.filled} of {p.goal} chests, "
        f"{p.creature_length} creature cards"
    )


def _rows(game: Explorers) -> list[Row]:
    p, box = game.public, game.box_record
    creatures = [
        Card(
            (
                f"{WORDS.name('creature', n)} ({box.creature_cost[n]} food)",
                "■" * count,
                f"{count} here, {p.unseen[n]} unseen",
            ),
            _CREATURES[n],
            V.CREATURE + n if count else -1,
        )
        for n, count in enumerate(p.line.tolist())
    ]
    chests = [
        Card(
            (
                f"chest {p.chest_number[n]}",
                *(f"{'□■'[met]} {one}" for one, met in _needs(p, box, n)),
            ),
            _CHEST if p.chest_missing[n] else _FILLED,
            V.CHEST + n,
        )
        for n in range(p.chests)
    ]
    return [
        Row("landscapes", [_place(p, box, place) for place in range(V.PLACES)]),
        Row("creatures", creatures, 151),
        Row("chests", chests),
        *(_seat(game, seat) for seat in range(p.players)),
    ]


def _place(p: Any, box: Any, place: int) -> Card:
    """Return a landscape: name, cost with tool and danger sign, trade, known back, place."""
    front, back = int(p.place_front[place]), int(p.place_back[place])
    if front < 0:
        return Card([])
    trade = [kind for kind in Kind if box.front_trade[front] & box.kind_holdings[kind]]
    danger = "!" * int(box.front_danger[front])
    length = 1 + int(p.deep_length) + int(p.low_length)
    known = ""
    if back >= 0:
        creatures = int(box.back_creatures[front, back])
        known = f"gives {WORDS.name('item', box.back_item[front, back])}"
        known += f" +{creatures}" * (creatures > 0)
    label = [
        WORDS.name("front", front),
        " ".join(filter(None, [str(box.front_cost[front]), _TOOLS[box.front_tool[front]], danger])),
        f"takes {' / '.join(WORDS.name('kind', kind) for kind in trade)}" if trade else "",
        known,
        f"pile {length}, {p.low_length} known below" if place == V.TOP else f"slot {place}",
    ]
    fill = _GROUND
    if trade:
        fill = _VILLAGE
    elif front in V.DESTINATIONS:
        fill = _FAR
    elif danger:
        fill = _CAVE
    return Card(label, fill, -1 if place == V.TOP else V.SLOT + place)


def _seat(game: Explorers, seat: int) -> Row:
    """Return what a seat has; only the active one's can be chosen."""
    p = game.public
    active = bool(seat == p.active)
    trophies = enumerate(p.trophies[seat].tolist())
    chips = [(V.HOLDING + n, words, _GROUND) for n, words in _items(p, seat).items()] + [
        (V.TROPHY + n, f"{WORDS.name('creature', n)} x{count}", _TROPHY)
        for n, count in trophies
        if count
    ]
    cards = [Card([words], fill, action if active else -1) for action, words, fill in chips]
    return Row(_name(game, seat), cards, 150, active)
