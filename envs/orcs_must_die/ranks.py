"""The drawing of minions, one by one in ranks; which of them can be killed, stunned or attack."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Final, NamedTuple

from tablemates.envs.core.display.cards import Drawing, frame
from tablemates.envs.core.display.svg import PRINT, Area, circle, coarse, element, moved, rect, text
from tablemates.envs.core.display.zones import about, spot, token
from tablemates.envs.orcs_must_die import meaning
from tablemates.envs.orcs_must_die import vocabulary as V
from tablemates.envs.orcs_must_die.game import OrcsMustDie
from tablemates.envs.orcs_must_die.meaning import GLYPHS
from tablemates.envs.orcs_must_die.sides import Aside

_LARGEST: Final = 54.0
_SMALL: Final = 30.0  # less than this: kinds share rows
_LEAST: Final = 12.0
_BETWEEN: Final = 4.0  # kinds in a row
_LABELLED: Final = 26.0  # a rank with its number beside it on a phone
_STEP: Final = 2.0
_MAJOR: Final = 1.3  # as large as a lesser one
#: What can be chosen is at least as large: a finger tip on a phone.
_TARGET: Final = 64.0


class Rank(NamedTuple):
    """Minions of one kind side by side, standing or stunned."""

    kind: int
    state: int
    figures: int


def ranks(game: OrcsMustDie, tile: int) -> list[Rank]:
    """Return the minions of a tile, those on their way from it too."""
    p = game.public
    moving = [0] * V.TYPES
    for flight in [] if isinstance(game, Aside) else p.flights[: p.flying].tolist():
        if flight[0] == tile and flight[1] < V.TYPES:
            moving[flight[1]] += flight[2]
    found = []
    for kind in range(V.TYPES):
        up, down = p.minions[tile, :, kind].tolist()
        up += int(p.arrived[tile, kind]) + moving[kind]
        found += [Rank(kind, V.UP, up)] * (up > 0) + [Rank(kind, V.DOWN, down)] * (down > 0)
    return found


def _scale(kind: int) -> float:
    return 1.0 if kind < V.LESSER else _MAJOR


def draw_ranks(drawing: Drawing, game: OrcsMustDie, tile: int, floor: Area) -> Iterator[str]:
    """Yield the minions one by one, each kind in a row of its own, as large as there is room.

    Where that would make them small, kinds share rows.
    """
    placed = _placed(ranks(game, tile), floor)
    rows = Counter(ground.y for _, ground, _ in placed)
    before: Counter[int] = Counter()  # minions of a kind, standing ones first
    for rank, ground, cell in placed:
        across = max(1, int((ground.width + 1) // cell))
        kind, at = rank.kind, meaning.place(game, tile).removeprefix("tile/")
        tokens = []
        for n in range(rank.figures):
            line, column = divmod(n, across)
            shape = _token(game, rank, ground.x + column * cell, ground.y + line * cell, cell - 2)
            tokens.append(token(f"minion/{kind}@{at}.{before[kind]}", shape))
            before[kind] += 1
        name = f"{'minions' if rank.state == V.UP else 'stunned'}/{kind}-{at}"
        if rows[ground.y] == 1 and ground.width < floor.width - 36 and ground.height > _LABELLED:
            words = f"{rank.figures}"
            label = text(ground.right + 4, ground.y + cell * 0.5 + 10, words, 28, PRINT, True)
            tokens.append(coarse(label))
        yield spot(name, about(meaning.about_minions(game, *rank), "".join(tokens)))
        seen = Area(*ground[:2], max(ground.width, 30), max(ground.height, 30)).inside(-1)
        yield from _rank_choices(drawing, game, tile, rank, seen, floor.right)


def _placed(here: list[Rank], floor: Area) -> list[tuple[Rank, Area, float]]:
    """Return where each rank lies, and how large its minions are."""
    for least, shared in ((_SMALL, False), (_LEAST, True)):
        size = _LARGEST
        while size >= least:
            found, low = _packed(here, floor, size, shared)
            if low <= floor.bottom:
                return found
            size -= _STEP
    return _packed(here, floor, _LEAST, True)[0]


def _packed(
    here: list[Rank], floor: Area, size: float, shared: bool
) -> tuple[list[tuple[Rank, Area, float]], float]:
    """Return where ranks of a size lie, side by side where rows are shared; and where they end."""
    found: list[tuple[Rank, Area, float]] = []
    x, y, high = floor.x + 2, floor.y + 2, 0.0
    for rank in here:
        cell = size * _scale(rank.kind)
        across = max(1, int((floor.width - 2) // cell))
        wide = min(rank.figures, across) * cell
        if found and (not shared or x + wide > floor.right):
            x, y, high = floor.x + 2, y + high, 0.0
        rows = -(-rank.figures // across)
        found.append((rank, Area(x, y, wide, rows * cell), cell))
        x, high = x + wide + _BETWEEN, max(high, rows * cell)
    return found, y + high


def _token(game: OrcsMustDie, rank: Rank, x: float, y: float, size: float) -> str:
    sign = GLYPHS.draw(meaning.minion_glyph(game, rank.kind), 0, 0, size)
    if rank.state == V.DOWN:
        lying = element("g", sign, transform=f"translate(0 {size:.1f}) rotate(-90)")
        sign = lying + GLYPHS.draw("icon/stun", size * 0.55, -size * 0.05, size * 0.5)
    return moved(x, y, [sign])


def _rank_choices(
    drawing: Drawing, game: OrcsMustDie, tile: int, rank: Rank, ground: Area, right: float
) -> Iterator[str]:
    """Yield outlines of those that can be killed, stunned or that can attack next."""
    p = game.public
    if tile != meaning.scene_of(game):
        return
    if rank.state == V.UP and p.decision == V.Decision.ASSIGN:
        x = min(ground.right + 2, right - 34)
        stun = circle(x + 16, ground.y + 16, 15, "#ffffff")
        stun += GLYPHS.draw("icon/stun", x + 4, ground.y + 4, 24)
        button = drawing.choice(V.STUN + rank.kind, touched(Area(x, ground.y, 32, 32)))
        yield stun + button if button else ""
        ground = Area(ground.x, ground.y, min(ground.width, x - ground.x), ground.height)
    yield drawing.choice(V.KILL + V.STATES * rank.kind + rank.state, touched(ground))
    if rank.state == V.UP:
        yield drawing.choice(V.GROUP + rank.kind, touched(ground))


def touched(area: Area) -> str:
    """Return the outline of what can be chosen, with room around it for a finger."""
    wide, high = (max(0.0, _TARGET - side) for side in (area.width, area.height))
    room = area.x - wide / 2, area.y - high / 2, area.width + wide, area.height + high
    return rect(*room, "transparent") + frame(area)
