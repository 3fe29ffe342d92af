"""The drawing of what can be seen, zone by zone, and what runs out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any, Final

from tablemates.envs.core.display.cards import GAP, Drawing, frame
from tablemates.envs.core.display.svg import (
    BORDER,
    INK,
    MIDDLE,
    PADDING,
    PANEL,
    PAPER,
    RIGHT,
    SMALLEST,
    SOFT,
    Area,
    body_of,
    circle,
    draw_panel,
    element,
    moved,
    rect,
    text,
    width_of,
    wrapped,
)
from tablemates.envs.core.display.zones import Clock, piece
from tablemates.envs.portal_dash import icons
from tablemates.envs.portal_dash.game import PortalDash
from tablemates.envs.portal_dash.naming import TASKS, ItemNumbers, space_name
from tablemates.envs.portal_dash.reading import exposed_columns, task_sizes
from tablemates.envs.portal_dash.rules import catalogue as C
from tablemates.envs.portal_dash.rules import limits as L
from tablemates.envs.portal_dash.rules.cube import GONE
from tablemates.envs.portal_dash.rules.vocabulary import ItemType, Mode
from tablemates.envs.portal_dash.scene import SIDE, Boss, Scene
from tablemates.envs.portal_dash.text import text_picture
from tablemates.envs.portal_dash.track import draw_track

_BOARD: Final = (860, 660)
_SHARED: Final = (420, 262)
_SEAT: Final = (420, 156)
_STRIP: Final = 126  # height of the panels below the board
_CUBE: Final = 250  # width
_SIZE: Final = 11.6  # letters of the panels


def draw(game: PortalDash) -> Drawing:
    """Return the drawing of the public state."""
    scene = Scene(game.public, game.names)
    active = game.player_name(scene.p.active_player)
    drawing = Drawing(game, f"Portal Dash, {scene.status(active)}", icons.SIGNS)
    width, height = _BOARD
    top = height - _STRIP
    drawing.shapes += draw_panel(Area(0, 0, width, top - GAP))
    draw_track(drawing, scene, Area(0, 0, width, top - GAP).inside(8))
    x = 0.0
    for share, panel in ((0.25, _dice), (0.21, _bosses), (0.24, _line), (0.3, _tasks)):
        area = Area(x, top, share * (width + GAP) - GAP, _STRIP)
        drawing.shapes += panel(drawing, scene, area)
        x = area.right + GAP
    drawing.zone("board", "board", "Track, mobs and tasks", width, height)
    width, height = _SHARED
    drawing.shapes += _cube(drawing, scene, Area(0, 0, _CUBE, height))
    drawing.shapes += _piles(drawing, scene, Area(_CUBE + GAP, 0, width - _CUBE - GAP, height))
    drawing.zone("cube", "shared", "Cube and piles", width, height)
    for seat in range(game.seats):
        drawing.shapes += _player(drawing, scene, seat, Area(1, 1, _SEAT[0] - 2, _SEAT[1] - 2))
        drawing.zone(f"seat/{seat}", "seat", game.player_name(seat), *_SEAT)
    return drawing


def lines(game: PortalDash) -> Iterator[str]:
    """Yield the picture as text."""
    legal = Drawing(game, "", icons.SIGNS).open
    yield from text_picture(game, legal).splitlines()


def clocks(game: PortalDash) -> Iterator[Clock]:
    """Yield the tasks with the blocks of their layers, the weakest player, and the bosses."""
    p, scene = game.public, Scene(game.public, game.names)
    for task in range(L.TASKS):
        first = L.TASK_COLUMNS * task
        placed = int(p.place_count[first : first + L.TASK_COLUMNS].sum())
        missing = sum(task_sizes(p, game.names.box, task)) - placed
        left, most = scene.blocks_left(task + 1), L.CUBE_COLUMNS
        spare = left - missing
        if missing and left:
            alarm = (spare < most // 2) + (spare < most // 4)
            words = f"{missing} to go, {left} blocks"
            yield Clock(f"Task {TASKS[task]}", left, most, alarm, words)
        else:
            yield Clock(f"Task {TASKS[task]}", most, most, 0, "done")
    hearts = p.hearts[: p.players].tolist()
    weakest = min(hearts)
    alarm = (weakest <= L.HEARTS // 2) + (weakest <= 2)
    words = f"{game.player_name(hearts.index(weakest))} {weakest}"
    yield Clock("Hearts", weakest, L.HEARTS, alarm, words)
    for boss in scene.bosses():
        yield Clock(boss.name, boss.life, boss.full_life)


# -- below the board ---------------------------------------------------------------------


def _dice(_drawing: Drawing, scene: Scene, area: Area) -> Iterator[str]:
    p, size = scene.p, 32
    yield from draw_panel(area, "Dice")
    x, y = area.x + PADDING, area.y + 34
    for label, value, left in (
        ("blocks", int(p.blocks_die), x),
        ("mobs", int(p.mob_die), x + area.width / 2 - 12),
    ):
        yield text(left + size + 6, y + 20.5, label, _SIZE, SOFT)
        if value < 0:
            yield rect(left, y, size, size, "none", BORDER, 1.2, 6, "4 3")
        elif label == "blocks" and value < L.COLOURS:
            yield icons.block(value, left, y, size)
        else:
            yield icons.die("?" if label == "blocks" else str(value), left, y, size)
    y += size + 14
    if p.fight_mob < 0:
        yield text(x, y + 20, "no fight", _SIZE, SOFT)
        return
    room = area.width - 2 * PADDING
    words = f"fight against {scene.names.mob(p, int(p.fight_mob))}"
    yield text(x, y + 8, words, 13.6, INK, True, room=room)
    shown = [*map(str, p.dice[: p.dice_count].tolist()), *[""] * int(p.dice_to_roll)]
    pitch = min(23.0, room / max(1, len(shown)))
    for i, hits in enumerate(shown):
        yield icons.die(hits, x + i * pitch, y + 15, pitch - 2)


def _bosses(_drawing: Drawing, scene: Scene, area: Area) -> Iterator[str]:
    bosses = list(scene.bosses())
    yield from draw_panel(area, "End bosses" if len(bosses) > 1 else "End boss")
    pitch = (area.height - 30) / max(1, len(bosses))
    for n, boss in enumerate(bosses):
        yield from _boss(boss, area, area.y + 28 + n * pitch, len(bosses) == 1)


def _boss(boss: Boss, area: Area, y: float, alone: bool) -> Iterator[str]:
    """Yield a boss with its life; two of them share the panel and have less room."""
    x, size = area.x + PADDING, 30
    left, room = x + size + 6, area.width - 2 * PADDING
    yield rect(x, y, size, size, icons.BOSS.fill, icons.BOSS.edge, 1.4, 6)
    yield icons.SIGNS.draw(boss.name, x + 5, y + 5, size - 10, icons.BOSS.ink)
    name = boss.name + " (hard)" * (boss.side == "hard")
    yield text(left, y + 12, name, 13.6, INK, True, room=room - size - 4)
    top = y + 17
    if alone:
        where = "on the board" if boss.space >= 0 else "not here yet"
        yield text(left, y + 26, where, _SIZE, SOFT)
        left, top = x, y + 42
    wide = area.right - PADDING - 62 - left
    yield icons.bar(left, top, wide, boss.life, boss.full_life)
    yield icons.hearts(left + wide + 8, top - 1, 13, 1, 1)
    life = f"{boss.life}/{boss.full_life}"
    yield text(area.right - PADDING, top + 10, life, _SIZE, INK, True, RIGHT)


def _line(_drawing: Drawing, scene: Scene, area: Area) -> Iterator[str]:
    yield from draw_panel(area, "Mob line")
    line = scene.p.line[: scene.p.line_length].tolist()
    if not line:
        yield text(area.x + PADDING, area.y + 44, "empty", _SIZE, SOFT)
    wide, high = (area.width - 2 * PADDING) / 4, (area.height - 34) / 5
    for n, mob in enumerate(line):
        x, y = area.x + PADDING + n % 4 * wide, area.y + 30 + n // 4 * high
        token = icons.token(
            scene.names.mob(scene.p, mob), scene.number(mob), n == 0, wide - 4, high - 4
        )
        yield piece(f"mob/{mob}", "line", moved(x, y, [token]))


def _tasks(drawing: Drawing, scene: Scene, area: Area) -> Iterator[str]:
    """Yield the piglin board: for each task its columns, and when it is due."""
    p = scene.p
    yield from draw_panel(area, "Piglins")
    body = body_of(area)
    pitch, gap = body.height / L.TASKS, 10.0
    tasks = [task_sizes(p, scene.names.box, task) for task in range(L.TASKS)]
    room = body.width - 32 - 74
    block = min(
        22.0, *((room - gap * (len(sizes) - 1)) / max(1, sum(sizes)) - 2 for sizes in tasks)
    )
    for task, sizes in enumerate(tasks):
        first = L.TASK_COLUMNS * task
        counts = p.place_count[first : first + len(sizes)].tolist()
        done, middle = counts == sizes, body.y + (task + 0.5) * pitch
        ink = PANEL if done else icons.GOOD
        yield circle(body.x + 12, middle, 11, icons.GOOD if done else PANEL, icons.GOOD, 1.6)
        yield text(body.x + 12, middle + 4.6, TASKS[task], 13, ink, True, MIDDLE)
        x, top = body.x + 32, middle - block / 2
        for place, (count, size) in enumerate(zip(counts, sizes, strict=True), first):
            wide = size * (block + 2) - 2
            yield rect(x - 2.5, top - 2.5, wide + 5, block + 5, icons.FAINT, BORDER, 0.8, 4)
            for n in range(size):
                left = x + n * (block + 2)
                if n < count:
                    yield icons.block(int(p.place_colour[place]), left, top, block)
                else:
                    yield rect(left + 1, top + 1, block - 2, block - 2, PANEL, BORDER, 1, 3)
            ground = Area(x - 4, top - 4, wide + 8, block + 8)
            yield drawing.choice(C.PLACE + place, frame(ground))
            x += wide + gap
        words = "complete" if done else f"layer {task + 1}"
        yield text(body.right, middle + (4 if done else -2), words, _SIZE, INK, done, RIGHT)
        if not done:
            left_over = f"{scene.blocks_left(task + 1)} blocks"
            yield text(body.right, middle + 12, left_over, _SIZE, SOFT, anchor=RIGHT)


# -- cube and piles ----------------------------------------------------------------------


def _cube(drawing: Drawing, scene: Scene, area: Area) -> Iterator[str]:
    """Yield the cube, layer by layer; exposed blocks have a ring."""
    p, exposed = scene.p, exposed_columns(scene.p)
    yield from draw_panel(area, "Cube", f"{int(p.height.sum())} blocks left")
    body, cell = body_of(area), 19.75
    for layer in range(1, L.CUBE_LAYERS + 1):
        level = L.CUBE_LAYERS - layer
        down, right = divmod(layer - 1, 2)
        left, top = body.x + 19 + right * 125, body.y + down * 109
        yield text(left, top + 10, f"layer {layer}: {scene.blocks_left(layer)} left", _SIZE, INK)
        for place in range(L.CUBE_COLUMNS):
            x, y = left + place % SIDE * cell, top + 16 + place // SIDE * cell
            ground = Area(x + 1, y + 1, cell - 2, cell - 2)
            on_top, colour = int(p.height[place]) == level + 1, int(p.cube[place, level])
            ring = rect(*ground, "none", INK, 1.5, 5) if on_top and place in exposed else ""
            block = ring + icons.block(colour, x + 0.12 * cell, y + 0.12 * cell, 0.76 * cell)
            yield block if colour == GONE else piece(f"block/{place}-{layer}", "cube", block)
            if on_top:
                yield drawing.choice(C.COLUMN + place, frame(ground))


def _piles(drawing: Drawing, scene: Scene, area: Area) -> Iterator[str]:
    """Yield the piles of blocks and tiles, each below its name."""
    p, names = scene.p, scene.names
    chests = int(names.box.chests) - int((p.chest_space >= 0).sum())
    yield from draw_panel(area, "Piles", f"{chests} chests")
    body = body_of(area)
    pitch = body.height / 5
    rows = [body.y + i * pitch + pitch / 2 - 4 for i in range(5)]
    piles = (("used", p.used), ("unseen", p.unseen), ("in hand", p.hand))
    for y, (label, counts) in zip(rows, piles, strict=False):
        yield text(body.x, y - 4, label, 11, SOFT)
        for colour, count in enumerate(counts.tolist()):
            x = body.x + colour * body.width / L.COLOURS
            if not count:
                yield text(x + 8, y + 11, "–", 11, SOFT, anchor=MIDDLE)
                continue
            yield icons.block(colour, x, y, 16)
            yield text(x + 18, y + 12, str(count), 11, INK)
            if label == "in hand":
                ground = Area(x - 2, y - 2, 20, 20)
                yield drawing.choice(C.COLOUR + colour, frame(ground))
    yield text(body.x, rows[3] - 4, "Netherite", 11, SOFT)
    places = [place for place in range(L.NETHERITE) if p.supply[place] == 1]
    kinds = Counter(int(names.box.netherite[place]) for place in places)
    if not kinds:
        yield text(body.x, rows[3] + 11, "empty", 11, SOFT)
    step = min(44.0, body.width / max(1, len(kinds)))
    for n, (kind, count) in enumerate(kinds.items()):
        x, y = body.x + n * step, rows[3]
        yield icons.item(names.box.item_type[kind], x, y, 16)
        if count > 1:
            yield text(x + 14, y + 17, f"{count}", 11, INK, True)
        place = next(place for place in places if names.box.netherite[place] == kind)
        yield drawing.choice(C.SUPPLY + place, frame(Area(x - 2, y - 2, step - 2, 20)))
    drawn = [names.item(kind) for kind in p.drawn if kind >= 0]
    stack = f"{int(p.stack_count.sum())} tiles, {int(p.discards.sum())} out"
    words = wrapped(f"drawn: {' or '.join(drawn)}" if drawn else stack, 11, body.width)
    for n, line in enumerate(words):
        y = rows[4] + 8 + 12 * (n + 1 - len(words))
        yield text(body.x, y, line, 11, INK if drawn else SOFT, room=body.width / SMALLEST)


# -- players -----------------------------------------------------------------------------


def _player(drawing: Drawing, scene: Scene, seat: int, area: Area) -> Iterator[str]:
    """Yield a player's card: hearts, place, and the items in their two rows."""
    p, paint = scene.p, icons.PLAYERS[seat]
    decides = seat == p.decider
    yield rect(*area, PANEL, paint.edge if decides else BORDER, 2 if decides else 1, 8)
    yield icons.pawn(seat, area.x + 8, area.y + 2, 26)
    yield text(area.x + 40, area.y + 21, drawing.game.player_name(seat), 13, INK, True)
    yield icons.hearts(area.x + 100, area.y + 10, 13, int(p.hearts[seat]), L.HEARTS)
    space = int(p.player_space[seat])
    note = f"on {space_name(space)}" if space >= 0 else "not placed"
    if decides or (seat == p.active_player and p.turn > 0):
        note = "decides" if decides else "on turn"
    ink = paint.edge if decides else SOFT
    yield text(area.right - PADDING, area.y + 21, note, 11, ink, decides, RIGHT)
    relative = (seat - int(p.decider)) % int(p.players)
    pawn = Area(area.x + 6, area.y + 3, 30, 27)
    yield drawing.choice(C.PLAYER + relative, frame(pawn)) if p.decider >= 0 else ""
    high = (area.height - 38) / 2
    for active, label in ((1, "active"), (0, "bottom")):
        row = Area(area.x + 6, area.y + 30 + (1 - active) * (high + 2), area.width - 12, high)
        yield rect(*row, PAPER if active else icons.FAINT, None, None, 5)
        x, y = row.x + 11, row.y + high / 2
        attributes = {"font-size": "11", "fill": SOFT, "text-anchor": "middle"}
        turned = f"rotate(-90 {x:.6g} {y:.6g})"
        yield element("text", label, x=x, y=y, transform=turned, **attributes)
        wide = (row.width - 18) / L.SLOTS
        for slot in range(L.SLOTS):  # every slot keeps its column in both rows
            if p.item_kind[seat, slot] < 0 or p.item_active[seat, slot] != active:
                continue
            tile = Area(row.x + 17 + slot * wide, row.y + 2, wide - 3, high - 4)
            yield from _tile(scene, seat, slot, tile)
            if decides:
                yield drawing.choice(C.SLOT + slot, frame(tile))


def _tile(scene: Scene, seat: int, slot: int, area: Area) -> Iterator[str]:
    """Yield an item: its name, its sign, what it can do now."""
    p, names = scene.p, scene.names
    kind, mode = int(p.item_kind[seat, slot]), int(p.item_mode[seat, slot])
    item_type, active = int(names.box.item_type[kind]), p.item_active[seat, slot] == 1
    in_use = seat == p.active_player and slot == p.slot_in_use
    edge, line = (INK, 1.8) if in_use else (icons.ITEM.edge, 1)
    yield rect(*area, PANEL if active else icons.ITEM.fill, edge, line, 4)
    middle, room, low = area.x + area.width / 2, area.width - 4, area.bottom - 4
    # The sign says what it is; of the name there is the material.
    name = names.item(kind)
    name = name if width_of(name, 11) <= room else name.split()[0]
    yield text(middle, area.y + 12, name, 11, INK, False, MIDDLE, room / SMALLEST)
    size = area.height - 34
    yield icons.item(item_type, middle - size / 2, area.y + 15.5, size)
    extra = int((p.item_enchantments[seat, slot] >= 0).sum())
    if extra:
        x = area.right - 11.5
        yield icons.item(ItemType.ENCHANTMENT, x, area.y + 13, 10, icons.STAR)
        if extra > 1:
            yield text(x + 5, area.y + 34, str(extra), 11, icons.STAR, True, MIDDLE)
    if active and (item_type == ItemType.ARMOUR or mode == Mode.ARMOUR):
        full, left = int(names.box.item_hearts[kind]), int(p.item_hearts[seat, slot])
        heart = min(8.5, room / max(1, 1.1 * full))
        yield icons.hearts(middle - 0.55 * full * heart, low - 8, heart, left, full)
        return
    words = names.owned_details(p, seat, slot)
    if width_of(words, 11) > room:
        numbers = names.numbers(kind, p.item_enchantments[seat, slot])
        words = _short(numbers, item_type == ItemType.LEGGINGS, mode)
    yield text(middle, low, words, 11, SOFT, False, MIDDLE, room / SMALLEST)


def _short(n: ItemNumbers, leggings: bool, mode: int) -> str:
    """Return the numbers of an item: ``4d r3`` is four dice and range 3.

    ``re1`` is one reroll, ``3st`` three steps, ``fire`` fire walking, ``2h`` two
    hearts, ``2bl`` two blocks from the cube, ``4us`` four from the used pile.
    """
    if leggings and mode == Mode.NONE:
        return f"{n.steps}st/{n.hearts}h"
    parts: Sequence[tuple[Any, str]] = (
        (n.dice, f"{n.dice}d"),
        (n.range, f"r{n.range}"),
        (n.rerolls, f"re{n.rerolls}"),
        (n.steps and mode != Mode.ARMOUR, f"{n.steps}st"),
        (n.fire, "fire"),
        (n.hearts and mode != Mode.BOOTS, f"{n.hearts}h"),
        (n.blocks, f"{n.blocks}bl"),
        (n.blind, f"{n.blind}us"),
    )
    return " ".join(words for shown, words in parts if shown)
