"""Pictures of what can be seen: zones, clocks, and text.

What can be chosen now is outlined and carries ``data-action`` with the number of the action.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import numpy as np

from tablemates.envs.builders_biomes import vocabulary as V
from tablemates.envs.builders_biomes.game import BuildersBiomes
from tablemates.envs.builders_biomes.rules.places import STACK_CELLS, TOUCHED
from tablemates.envs.builders_biomes.speech import WORDS, cell_name, cost_name, tile_name
from tablemates.envs.core.display.cards import Card, Drawing, pawn
from tablemates.envs.core.display.signs import Signs
from tablemates.envs.core.display.svg import CHOICE, PANEL, Area, circle, rect
from tablemates.envs.core.display.zones import Clock, piece, spot
from tablemates.envs.core.engine.cube import GONE

SIGNS: Final = Signs(Path(__file__).with_name("signs.yaml"))
_CELL, _STEP = 100, 108  # from cell to cell
_PLAYERS: Final = ("#c8374a", "#2f6fd0", "#e0b21c", "#4bb06a")
_COLOURS: Final = ("#9c6b3f", "#e6d28f", "#9a9ea3", "#4a3b66", "#2fae6b")
_SHOWS: Final = (
    *("#5aa854", "#e2c46a", "#8d8f96", "#bfe3ee"),
    *_COLOURS[:4],
    *("#e58fb0", "#d98a4b", "#b8c96a", "#7aa6c9"),
)
_MOB, _FACE_DOWN, _TOKEN = "#3f2f55", "#d5cdbf", "#efe6d2"


def draw(game: BuildersBiomes) -> Drawing:
    """Return the drawing of the public state."""
    p, box = game.public, game.box_record
    drawing = Drawing(game, _status(p), SIGNS)
    for cell in range(V.CELLS):
        area = Area(4 + cell % V.SIDE * _STEP, 10 + cell // V.SIDE * _STEP, _CELL, _CELL)
        drawing.shapes.append(spot(f"cell/{cell}", rect(*area)))
        if cell in STACK_CELLS or p.left[cell]:
            drawing.card(area, _cell(drawing, p, box, cell))
    _draw_crossings(drawing, p)
    scorings = [_scoring(p, box, category) for category in range(V.SCORINGS)]
    drawing.cards(Area(664, 10, 192, 640), 1, scorings, size=15)
    drawing.zone("board", "board", "Overworld and scorings", 860, 660)
    for layer in range(V.LAYERS):
        x, y, level = 4 + 210 * (layer & 1), 132 * (layer >> 1), V.LAYERS - 1 - layer
        drawing.text(x, y + 15, f"Layer {layer + 1}: {(p.height > level).sum()} left", 12)
        blocks = [_block(p, column, level) for column in range(V.COLUMNS)]
        drawing.cards(Area(x, y + 20, 202, 110), 4, blocks)
    drawing.zone("cube", "shared", "Block cube", 420, 264)
    standings = game.standings()
    for seat in range(game.seats):
        rank = f"rank {p.rank[seat]}" if p.rank[seat] else f"stands at {standings[seat]}"
        title = f"{game.player_name(seat)}: {p.xp[seat]} XP, {rank}"
        active = bool(seat == p.active)
        drawing.seat(460, 200, title, _PLAYERS[seat], active)
        spaces = [_space(p, box, seat, space, active) for space in range(V.SPACES)]
        drawing.cards(Area(12, 30, 288, 164), 3, spaces)
        stock = enumerate(_counted("colour", p.supply[seat]))
        pile = _counted("weapon", p.pile[seat])
        mobs = _counted("mob", np.bincount(box.kind[_mobs(p, seat)]))
        tokens = [
            *(Card([f"{n} {name[:2]}"], _TOKEN, signs=[name]) for n, name in pile if n),
            *(Card([f"{n}"], _MOB, signs=[name]) for n, name in mobs if n),
        ]
        supply = [Card([f"{n}"], _COLOURS[k], signs=[name]) for k, (n, name) in stock]
        drawing.cards(Area(230, 4, 224, 22), 5, supply)
        drawing.cards(Area(306, 30, 148, 164), 2, tokens, 7)
        drawing.zone(f"seat/{seat}", "seat", game.player_name(seat), 460, 200)
    return drawing


def _draw_crossings(drawing: Drawing, p: Any) -> None:
    """Draw where pieces can go, and the pieces."""
    for crossing in range(V.CROSSINGS):
        row, column = divmod(crossing, V.CROSSING_SIDE)
        x, y = (column + 1) * _STEP, 6 + (row + 1) * _STEP
        target = circle(x, y, 11, "#ffffff", CHOICE, 2.5)
        drawing.shapes += [
            spot(f"crossing/{crossing}", circle(x, y, 9)),
            drawing.choice(V.GO + crossing, target),
        ]
        seats = np.flatnonzero(p.at[: p.players] == crossing).tolist()
        for n, seat in enumerate(seats):
            shift = x + 17 * (n - (len(seats) - 1) / 2)
            shape = pawn(shift, y, drawing.game.player_name(seat), _PLAYERS[seat])
            drawing.shapes.append(piece(f"pawn/{seat}", f"crossing/{crossing}", shape))


def _cell(drawing: Drawing, p: Any, box: Any, cell: int) -> Card:
    """Return what lies on a cell: its name, how many there are, the thing on top."""
    left, face = int(p.left[cell]), int(p.face[cell])
    name, at = f"{cell_name(cell)} × {left}", f"cell/{cell}"
    if face < 0:
        return Card([name], _FACE_DOWN if left else "none")
    beside = TOUCHED[p.at[p.active]].tolist()
    action = -1
    if cell in beside:
        actions = {first + beside.index(cell) for first in (V.BUILD, V.FIGHT, V.WEAPON)}
        action = max(actions.intersection(drawing.open), default=-1)
    if cell not in STACK_CELLS:
        weapon = WORDS.name("weapon", face)
        words = [name, weapon, f"♥ {box.weapon_hearts[face]}"]
        return Card(words, _TOKEN, action, (), f"token/{cell}", at, ["", "", weapon])
    xp = f"{box.xp[face]} XP"
    if face < box.buildings:
        words, bands = _shown(box, face)
        cost = enumerate(box.cost[face].tolist())
        short = " ".join(f"{n} {_look(colour)}" for colour, n in cost if n)
        words = [f"{name}, {xp}", *words, short]
        return Card(words, "#ffffff", action, ["#ffffff", *bands], f"tile/{face}", at)
    bonus = "+ 1 action"
    if not box.action[face]:
        each = WORDS.name("characteristic", int(box.bonus_for[face]))
        bonus = f"end: {box.bonus[face]} for each {each}"
    kind = WORDS.name("mob", int(box.kind[face]))
    words = [name, kind, f"♥ {box.hearts[face]}, {xp}", bonus]
    return Card(words, _MOB, action, (), f"tile/{face}", at, ["", kind])


def _shown(box: Any, tile: int) -> tuple[list[str], list[str]]:
    """Return what a building shows, in words and as colours."""
    shows = box.shows[tile].tolist()
    return [WORDS.name("characteristic", n) for n in shows], [_SHOWS[n] for n in shows]


def _block(p: Any, column: int, level: int) -> Card:
    look = int(p.cube[column, level])
    if look == GONE:
        return Card([], "none")
    fill = _COLOURS[look] if look >= 0 else _FACE_DOWN
    action = V.BLOCK + column if level == p.height[column] - 1 else -1
    sign = [WORDS.name("colour", look)] if look >= 0 else []
    name = f"block/{column}-{V.LAYERS - level}"
    return Card([_look(look)], fill, action, (), name, "cube", sign)


def _scoring(p: Any, box: Any, category: int) -> Card:
    """Return a scoring: what a space of the largest group is worth, by what it shows."""
    members = range(V.PER_CATEGORY * category, V.PER_CATEGORY * (category + 1))
    title = WORDS.name("scoring", category) + ": done" * bool(p.scored > category)
    words = [f"{WORDS.name('characteristic', n)}: {box.points[n]}" for n in members]
    return Card([title, *words], PANEL, -1, [PANEL, *(_SHOWS[n] for n in members)])


def _space(p: Any, box: Any, seat: int, space: int, active: bool) -> Card:
    """Return a space of a board: its biome, or what its building shows."""
    tile, biome = int(p.built[seat, space]), int(box.boards[p.board[seat], space])
    words, bands = [WORDS.name("characteristic", biome)], [_SHOWS[biome]]
    if tile >= 0:
        words, bands = _shown(box, tile)
    return Card(words, bands[0], V.SPACE + space if active else -1, bands)


def _status(p: Any) -> str:
    return f"Turn {p.turn}; scorings done: {p.scored} of {V.SCORINGS}"


def clocks(game: BuildersBiomes) -> Iterator[Clock]:
    """Yield the layers of the cube whose end brings a scoring."""
    p = game.public
    for layer in range(V.SCORINGS):
        left = int((p.height > V.LAYERS - 1 - layer).sum())
        done = p.scored > layer
        alarm = 0 if done else (left <= V.COLUMNS // 2) + (left <= V.COLUMNS // 4)
        title = WORDS.name("scoring", layer)
        yield Clock(f"Scoring {title}", left, V.COLUMNS, alarm, "done" if done else f"{left} left")


def _mobs(p: Any, seat: int) -> list[int]:
    mobs: list[int] = np.flatnonzero(p.where == V.WON + seat).tolist()
    return mobs


def _counted(field: str, counts: Any) -> list[tuple[int, str]]:
    """Return how many there are of each kind, with its name."""
    return [(n, WORDS.name(field, kind)) for kind, n in enumerate(counts.tolist())]


def _counts(field: str, counts: Any) -> list[str]:
    """Return words for counts, two to a line."""
    parts = [f"{n} {name}" for n, name in _counted(field, counts) if n]
    return [", ".join(parts[n : n + 2]) for n in range(0, len(parts), 2)]


def lines(game: BuildersBiomes) -> Iterator[str]:
    """Yield the lines of the picture as text."""
    p, box = game.public, game.box_record
    yield game.decision()
    yield _status(p)
    yield ""
    pieces = [f"{game.player_name(seat)[0]}{p.at[seat]}" for seat in range(game.seats)]
    yield "Overworld (left number: tiles; b, m, t: building, mob, token; pieces at crossings)"
    yield "Pieces: " + " ".join(pieces)
    for row in range(V.SIDE):
        cells = range(V.SIDE * row, V.SIDE * (row + 1))
        yield " ".join(_code(p, box, cell).ljust(7) for cell in cells).rstrip()
    for cell in range(V.CELLS):
        if p.face[cell] >= 0:
            yield f"  {cell_name(cell)}: {_thing(p, box, cell)}"
    yield ""
    yield "Cube (columns of each layer in rows of four; ? is not visible)"
    for row in range(4):
        yield "   ".join(
            " ".join(_look(p.cube[column, level]) for column in range(4 * row, 4 * row + 4))
            for level in range(V.LAYERS - 1, -1, -1)
        )
    standings = game.standings()
    for seat in range(game.seats):
        yield ""
        rank = f", rank {p.rank[seat]}" if p.rank[seat] else ""
        yield f"{game.player_name(seat)}: {p.xp[seat]} XP, as it stands {standings[seat]}{rank}"
        for field, counts in (("colour", p.supply[seat]), ("weapon", p.pile[seat])):
            yield "  " + (", ".join(_counts(field, counts)) or "no blocks")
        for space in range(V.SPACES):
            tile = int(p.built[seat, space])
            biome = WORDS.name("characteristic", int(box.boards[p.board[seat], space]))
            yield f"  space {space}: {tile_name(box, tile) if tile >= 0 else f'({biome})'}"
        for tile in _mobs(p, seat):
            yield f"  mob: {tile_name(box, tile)}"


def _code(p: Any, box: Any, cell: int) -> str:
    left, face = int(p.left[cell]), int(p.face[cell])
    if left == 0:
        return "."
    if face < 0:
        return f"{left}?"
    if cell not in STACK_CELLS:
        return f"{left}t{face}"
    return f"{left}{'b' if face < box.buildings else 'm'}{face}"


def _thing(p: Any, box: Any, cell: int) -> str:
    face = int(p.face[cell])
    if cell not in STACK_CELLS:
        return f"{WORDS.name('weapon', face)} ({box.weapon_hearts[face]} hearts)"
    if face >= box.buildings:
        return f"{tile_name(box, face)}, {box.xp[face]} XP"
    return f"{tile_name(box, face)} for {cost_name(box, face)}, {box.xp[face]} XP"


def _look(look: int) -> str:
    if look == GONE:
        return "."
    return "?" if look < 0 else WORDS.name("colour", look)[:2]
