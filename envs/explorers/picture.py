"""Pictures of what can be seen: zones, clocks, and text.

What can be chosen now is outlined and carries ``data-action`` with the number of the action.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from tablemates.envs.core.display.cards import Drawing
from tablemates.envs.core.display.svg import Area
from tablemates.envs.core.display.zones import Clock
from tablemates.envs.explorers import vocabulary as V
from tablemates.envs.explorers.creatures import alarm, draw_line
from tablemates.envs.explorers.game import Explorers
from tablemates.envs.explorers.landscapes import draw_row
from tablemates.envs.explorers.mats import draw_chests, draw_seat
from tablemates.envs.explorers.pieces import GLYPHS
from tablemates.envs.explorers.speech import WORDS, needs_of, trade_of

_BOARD: Final = Area(0, 0, 860, 660)
_CHESTS: Final = Area(0, 0, 420, 210)
_SEAT: Final = Area(0, 0, 420, 180)
_ROW: Final = 408  # height of the landscapes
_TOOLS: Final = {V.TOOL: "sword", V.PICKAXE: "pickaxe", -1: ""}


def draw(game: Explorers) -> Drawing:
    """Return the drawing of the public state."""
    p, box = game.public, game.box_record
    drawing = Drawing(game, _status(p), GLYPHS)
    board = _BOARD.inside(3)
    drawing.shapes += draw_row(drawing, p, box, Area(board.x, board.y, board.width, _ROW))
    below = Area(board.x, board.y + _ROW + 8, board.width, board.height - _ROW - 8)
    drawing.shapes += draw_line(drawing, p, box, below)
    drawing.zone("board", "board", "Landscapes and creatures", 860, 660)
    drawing.shapes += draw_chests(drawing, p, box, _CHESTS.inside(2))
    drawing.zone("chests", "shared", "Chests", 420, 210)
    for seat in range(game.seats):
        drawing.shapes += draw_seat(drawing, p, box, seat, _SEAT)
        drawing.zone(f"seat/{seat}", "seat", game.player_name(seat), 420, 180)
    return drawing


def clocks(game: Explorers) -> Iterator[Clock]:
    """Yield the creature pile, in which the Game Over card lies, and the chests."""
    p, left = game.public, game.public.creature_length
    yield Clock("Creature cards", left, V.CREATURE_CARDS, alarm(p))
    yield Clock("Chests", p.filled, p.goal, 0, f"{p.filled} of {p.goal}")


def lines(game: Explorers) -> Iterator[str]:
    """Yield the picture as text."""
    p, box = game.public, game.box_record
    yield _status(p)
    for place in range(V.PLACES):
        if card := _place(p, box, place):
            name, *more, label = filter(None, card)
            yield ", ".join([f"  {label}: {name}", *more])
    yield "  line: " + _listed(_counted("creature", p.line))
    for chest in range(p.chests):
        needs = [f"{WORDS.name('kind', n)}{' (in)' * met}" for n, met in needs_of(p, box, chest)]
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


def _status(p: Any) -> str:
    return (
        f"{WORDS.name('level', p.level)}, turn {p.turn}: {p.filled} of {p.goal} chests, "
        f"{WORDS.count(p.creature_length, 'creature card')}"
    )


def _place(p: Any, box: Any, place: int) -> list[str]:
    """Return a landscape: name, cost with tool and danger sign, trade, known back, place."""
    front, back = int(p.place_front[place]), int(p.place_back[place])
    if front < 0:
        return []
    trade = trade_of(box, front)
    danger = "!" * int(box.front_danger[front])
    length = 1 + p.deep_length + p.low_length
    known = ""
    if back >= 0:
        creatures = int(box.back_creatures[front, back])
        known = f"gives {WORDS.name('item', box.back_item[front, back])}"
        known += f" +{creatures}" * (creatures > 0)
    cost = filter(None, [str(box.front_cost[front]), _TOOLS[box.front_tool[front]], danger])
    return [
        f"{WORDS.name('front', front)} ({' '.join(cost)})",
        f"takes {' / '.join(WORDS.name('kind', kind) for kind in trade)}" if trade else "",
        known,
        f"pile {length}, {p.low_length} known below" if place == V.TOP else f"slot {place}",
    ]
