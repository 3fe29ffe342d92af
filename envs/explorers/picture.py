"""One description of everything that can be seen, for the drawing and for the text."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from tablemates.envs.core.display.cards import Card, Drawing, frame
from tablemates.envs.core.display.signs import Signs
from tablemates.envs.core.display.svg import Area
from tablemates.envs.core.display.zones import Clock
from tablemates.envs.explorers import vocabulary as V
from tablemates.envs.explorers.game import Explorers
from tablemates.envs.explorers.speech import WORDS
from tablemates.envs.explorers.vocabulary import Kind

SIGNS: Final = Signs(Path(__file__).with_name("signs.yaml"))
#: Colours of the creatures, of the fronts by what they are, of chests and trophies.
_CREATURES: Final = ("#6f9a58", "#b9bab2", "#5c4a44", "#58a83c", "#7d5a9c", "#3d3350")
_GROUND, _VILLAGE, _CAVE, _FAR = "#dccfa8", "#e3c07a", "#b5b3ac", "#a9c4cf"
_CHEST, _FILLED, _TROPHY = "#c9a267", "#d9c39a", "#e9dfd0"
_SEATS: Final = ("#c8374a", "#2f6fd0", "#4bb06a", "#e0b21c")
_TOOLS: Final = {V.TOOL: "sword", V.PICKAXE: "pickaxe", -1: ""}


def draw(game: Explorers) -> Drawing:
    """Return the drawing of the public state."""
    p, box = game.public, game.box_record
    drawing = Drawing(game, _status(p), SIGNS)
    places = [_place(p, box, place) for place in range(V.PLACES)]
    drawing.cards(Area(0, 0, 860, 400), 4, places, size=17)
    line = p.line.tolist()
    creatures = [
        Card([f"{WORDS.name('creature', n)} ({cost} food)", f"{line[n]} here, {left} unseen"])
        for n, (cost, left) in enumerate(zip(box.creature_cost, p.unseen, strict=True))
    ]
    areas = drawing.cards(Area(0, 416, 860, 244), 3, creatures, size=16)
    for n, area in enumerate(areas):
        look: dict[str, Any] = {"fill": _CREATURES[n], "signs": [WORDS.name("creature", n)]}
        tokens = [Card([], piece=f"creature/{n}.{k}", at="line", **look) for k in range(line[n])]
        drawing.cards(area.inside(8, 58), 8, tokens)
        if line[n]:
            drawing.shapes.append(drawing.choice(V.CREATURE + n, frame(area)))
    drawing.zone("board", "board", "Landscapes and creatures", 860, 660)
    chests = []
    for n, number in enumerate(p.chest_number[: p.chests].tolist()):
        needs = _needs(p, box, n)
        words = [f"chest {number}", *(f"{'□■'[met]} {one}" for one, met in needs)]
        signs = ["chest", *(one for one, _ in needs)]
        fill = _CHEST if p.chest_missing[n] else _FILLED
        chests.append(Card(words, fill, V.CHEST + n, signs=signs))
    drawing.cards(Area(0, 0, 420, 210), 4, chests, 2, 11.5)
    drawing.zone("chests", "shared", "Chests", 420, 210)
    for seat in range(game.seats):
        active = bool(seat == p.active)
        drawing.seat(420, 206, _name(game, seat), _SEATS[seat], active)
        drawing.cards(Area(14, 32, 398, 166), 4, _holdings(p, seat, active), 4)
        drawing.zone(f"seat/{seat}", "seat", game.player_name(seat), 420, 206)
    return drawing


def clocks(game: Explorers) -> Iterator[Clock]:
    """Yield the creature pile, in which the Game Over card lies, and the chests."""
    p, left = game.public, int(game.public.creature_length)
    yield Clock("Creature cards", left, V.CREATURE_CARDS, (left <= 10) + (left <= 5))
    yield Clock("Chests", int(p.filled), int(p.goal), 0, f"{p.filled} of {p.goal}")


def lines(game: Explorers) -> Iterator[str]:
    """Yield the picture as text."""
    p, box = game.public, game.box_record
    yield _status(p)
    for place in range(V.PLACES):
        if card := _place(p, box, place).lines:
            name, sign, *more, label = filter(None, card)
            yield ", ".join([f"  {label}: {name} ({sign})", *more])
    yield "  line: " + _listed(_counted("creature", p.line))
    for chest in range(p.chests):
        needs = [f"{name}{' (in)' * met}" for name, met in _needs(p, box, chest)]
        yield f"  chest {p.chest_number[chest]}: {', '.join(needs)}"
    for seat in range(p.players):
        items = _listed(_counted("holding", p.items[seat], 1))
        trophies = _listed(_counted("creature", p.trophies[seat]))
        yield f"  {_name(game, seat)}: {items} | trophies: {trophies}"
    yield game.decision()


def _counted(field: str, counts: Any, alone: int = 0) -> dict[int, str]:
    """Return things by their numbers, with how many there are if it is more than ``alone``."""
    return {
        n: WORDS.name(field, n) + f" x{count}" * (count > alone)
        for n, count in enumerate(counts.tolist())
        if count
    }


def _listed(words: dict[int, str]) -> str:
    return ", ".join(words.values()) or "none"


def _name(game: Explorers, seat: int) -> str:
    p = game.public
    return game.player_name(seat) + f", {p.food} food" * bool(seat == p.active)


def _holdings(p: Any, seat: int, active: bool) -> list[Card]:
    """Return the items and trophies of a seat; only the active one's can be chosen."""
    items, trophies = _counted("holding", p.items[seat], 1), _counted("creature", p.trophies[seat])
    held = [(V.HOLDING + n, words, _GROUND) for n, words in items.items()]
    held += [(V.TROPHY + n, words, _TROPHY) for n, words in trophies.items()]
    return [
        Card([words], fill, action if active else -1, signs=[words.partition(" x")[0]])
        for action, words, fill in held
    ]


def _needs(p: Any, box: Any, chest: int) -> list[tuple[str, bool]]:
    """Return the needs of a chest, and whether each is met."""
    kinds = box.chest_need[p.chest_number[chest]].tolist()
    missing = int(p.chest_missing[chest])
    needs = [(kind, not missing >> n & 1) for n, kind in enumerate(kinds) if kind >= 0]
    return [(WORDS.name("kind", kind), met) for kind, met in needs]


def _status(p: Any) -> str:
    return (
        f"{WORDS.name('level', p.level)}, turn {p.turn}: {p.filled} of {p.goal} chests, "
        f"{p.creature_length} creature cards"
    )


def _place(p: Any, box: Any, place: int) -> Card:
    """Return a landscape: name, cost with tool and danger sign, trade, known back, place."""
    front, back = int(p.place_front[place]), int(p.place_back[place])
    if front < 0:
        return Card([], "none")
    trade = [kind for kind in Kind if box.front_trade[front] & box.kind_holdings[kind]]
    tool = _TOOLS[box.front_tool[front]]
    danger = "!" * int(box.front_danger[front])
    length = 1 + int(p.deep_length) + int(p.low_length)
    known = ""
    if back >= 0:
        creatures = int(box.back_creatures[front, back])
        known = f"gives {WORDS.name('item', box.back_item[front, back])}"
        known += f" +{creatures}" * (creatures > 0)
    label = [
        WORDS.name("front", front),
        " ".join(filter(None, [str(box.front_cost[front]), tool, danger])),
        f"takes {' / '.join(WORDS.name('kind', kind) for kind in trade)}" if trade else "",
        known,
        f"pile {length}, {p.low_length} known below" if place == V.TOP else f"slot {place}",
    ]
    looks = (
        (trade, _VILLAGE, "village"),
        (front in V.DESTINATIONS, _FAR, "temple"),
        (danger, _CAVE, "cave"),
        (True, _GROUND, "woods"),
    )
    fill, sign = next((fill, sign) for shown, fill, sign in looks if shown)
    if place == V.TOP:
        return Card(label, fill, signs=[sign, tool])
    name = f"front/{front}.{place}"
    return Card(label, fill, V.SLOT + place, piece=name, at="row", signs=[sign, tool])
