"""The drawing of what can be seen, zone by zone, and what runs out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Final

from tablemates.envs.core.display.cards import GAP, Drawing, frame
from tablemates.envs.core.display.svg import (
    BLANK,
    BORDER,
    FAINT,
    GOOD,
    INK,
    MIDDLE,
    PANEL,
    RIGHT,
    SOFT,
    Area,
    circle,
    draw_panel,
    element,
    fine,
    moved,
    rect,
    text,
    width_of,
)
from tablemates.envs.core.display.zones import Clock, about, piece
from tablemates.envs.portal_dash import icons
from tablemates.envs.portal_dash.game import PortalDash
from tablemates.envs.portal_dash.isometric import draw_cube, draw_layers
from tablemates.envs.portal_dash.mats import SEAT, draw_player
from tablemates.envs.portal_dash.naming import TASKS, WORDS
from tablemates.envs.portal_dash.reading import task_sizes
from tablemates.envs.portal_dash.rules import catalogue as C
from tablemates.envs.portal_dash.rules import limits as L
from tablemates.envs.portal_dash.rules.vocabulary import Decision, MobKind
from tablemates.envs.portal_dash.scene import Boss, Scene
from tablemates.envs.portal_dash.text import text_picture
from tablemates.envs.portal_dash.track import draw_track

_BOARD: Final = (860, 660)
_SHARED: Final = (420, 312)
_STRIP: Final = 106  # height of the panels below the board
_CUBE: Final = 200  # height of its two views
_FEW: Final = 4  # combat dice in a row of large ones
_LINE: Final = 8  # mobs of the line in a row of large ones


def draw(game: PortalDash) -> Drawing:
    """Return the drawing of the public state."""
    scene = Scene(game.public, game.names)
    active = game.player_name(scene.p.active_player)
    drawing = Drawing(game, f"Portal Dash, {scene.status(active)}", icons.GLYPHS, dark=True)
    width, height = _BOARD
    top = height - _STRIP
    drawing.shapes += draw_panel(Area(0, 0, width, top - GAP))
    draw_track(drawing, scene, Area(0, 0, width, top - GAP).inside(6))
    x = 0.0
    for share, panel in ((0.24, _dice), (0.37, _enemies), (0.39, _tasks)):
        area = Area(x, top, share * (width + GAP) - GAP, _STRIP)
        drawing.shapes += [*draw_panel(area), *panel(drawing, scene, area)]
        x = area.right + GAP
    drawing.zone("board", "board", "Track, mobs and tasks", width, height)
    width, height = _SHARED
    drawing.shapes += draw_panel(Area(0, 0, width, height))
    drawing.shapes += draw_cube(drawing, scene, Area(4, 2, width - 8, _CUBE))
    drawing.shapes += draw_layers(scene, 10, _CUBE + 8, 66)
    drawing.shapes += _piles(drawing, scene, Area(8, _CUBE + 34, width - 16, height - _CUBE - 38))
    drawing.zone("cube", "shared", "Cube and piles", width, height)
    for seat in range(game.seats):
        drawing.shapes += draw_player(drawing, scene, seat, Area(1, 1, SEAT[0] - 2, SEAT[1] - 2))
        drawing.zone(f"seat/{seat}", "seat", game.player_name(seat), *SEAT)
    return drawing


def lines(game: PortalDash) -> Iterator[str]:
    """Yield the picture as text."""
    legal = Drawing(game, "", icons.GLYPHS).open
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
    """Yield the dice of the turn and, in a fight, those that are rolled."""
    p, fight = scene.p, scene.p.fight_mob >= 0
    size = 40 if fight else 58
    x, y = area.x + 12, area.y + (8 if fight else (area.height - size) / 2)
    for n, value in enumerate((int(p.blocks_die), int(p.mob_die))):
        left = x + n * (size + 36)
        if value < 0:
            shape = rect(left, y, size, size, "none", icons.SHADE, 1.4, 8, "5 4")
        elif n == 0 and value < L.COLOURS:
            shape = icons.block(value, left, y, size)
        else:
            shape = icons.die("?" if n == 0 else str(value), left, y, size)
        sign = "icon/blocks" if n == 0 else "mob/ghast"
        shape += icons.GLYPHS.draw(sign, left + size + 4, y + size / 2 - 12, 24, icons.SHADE)
        yield about(WORDS.say("about", "mob_die" if n else "blocks_die"), shape)
    if p.fight_mob < 0:
        return
    mob, y = scene.names.mob(p, int(p.fight_mob)), y + size + 8
    shown = [*map(str, p.dice[: p.dice_count].tolist()), *[""] * int(p.dice_to_roll)]
    pitch = 34.0 if len(shown) <= _FEW else 23.0
    kind = icons.mob_glyph(scene.names.mob_kind(p, int(p.fight_mob)))
    shape = icons.GLYPHS.draw(kind, x, y, 32, icons.SHADE)
    for i, hits in enumerate(shown):
        down, right = divmod(i, 2 * _FEW - 2)
        at = x + 38 + right * pitch, y + down * pitch
        shape += fine(icons.die(hits, *at, pitch - 1))
    words = WORDS.say("about", "combat", mob=mob, dice=", ".join(filter(None, shown)) or "-")
    yield about(words, shape)


def _enemies(_drawing: Drawing, scene: Scene, area: Area) -> Iterator[str]:
    """Yield the end bosses with their life, and the line of mobs that wait to spawn."""
    bosses = list(scene.bosses())
    wide = (area.width - 16) / max(1, len(bosses))
    for n, boss in enumerate(bosses):
        yield _boss(boss, Area(area.x + 10 + n * wide, area.y + 6, wide - 8, 42))
    line = scene.p.line[: scene.p.line_length].tolist()
    size = 36.0 if len(line) <= _LINE else 24.0
    for n, mob in enumerate(line):
        number = scene.number(mob)
        token = icons.token(scene.names.mob_kind(scene.p, mob), number, n == 0, size)
        across = int((area.width - 16) // (size + 2))
        x, y = area.x + 10 + n % across * (size + 2), area.y + 54 + n // across * (size + 1)
        words = WORDS.say("about", "line", mob=scene.names.mob(scene.p, mob))
        yield piece(f"mob/{mob}", "line", about(words, moved(x, y, [token])))


def _boss(boss: Boss, area: Area) -> str:
    """Return a boss with its life."""
    size, name = 40, boss.name + " (hard)" * (boss.side == "hard")
    kind = next(kind for kind in MobKind if WORDS.name("mob_kind", kind) == boss.name)
    shape = rect(area.x, area.y, size, size, icons.BOSS.fill, icons.BOSS.edge, 2, 7)
    shape += icons.GLYPHS.draw(icons.mob_glyph(kind), area.x + 4, area.y + 4, size - 8, icons.SHADE)
    if boss.space < 0:
        shape = element("g", shape, opacity=0.55)
    left, life = area.x + size + 8, f"{boss.life}/{boss.full_life}"
    room = area.right - left - width_of(life, 15, True) - 26
    shape += fine(text(left, area.y + 16, name, 13.6, INK, True, room=max(room, 40)))
    shape += icons.bar(left, area.y + 24, area.right - left, boss.life, boss.full_life)
    shape += fine(text(area.right, area.y + 17, life, 15, INK, True, RIGHT))
    shape += fine(icons.hearts(area.right - width_of(life, 15, True) - 19, area.y + 4, 14, 1, 1))
    key = "boss_here" if boss.space >= 0 else "boss_away"
    return about(WORDS.say("about", key, mob=name, life=boss.life, full=boss.full_life), shape)


def _tasks(drawing: Drawing, scene: Scene, area: Area) -> Iterator[str]:
    """Yield the tasks of the piglins: their columns, and the layer before which each is due."""
    p, size = scene.p, 26.0
    tasks = [task_sizes(p, scene.names.box, task) for task in range(L.TASKS)]
    room = area.width - 34 - 66
    size = min(size, *((room - 12 * len(sizes)) / max(1, sum(sizes)) - 1 for sizes in tasks))
    pitch = (area.height - 8) / L.TASKS
    for task, sizes in enumerate(tasks):
        first = L.TASK_COLUMNS * task
        counts = p.place_count[first : first + len(sizes)].tolist()
        done, middle = counts == sizes, area.y + 4 + (task + 0.5) * pitch
        x = area.x + 19
        badge = circle(x, middle, 12, "#22693e" if done else "none", GOOD, 2)
        badge += fine(text(x, middle + 5, TASKS[task], 14, BLANK if done else INK, True, MIDDLE))
        state = (
            WORDS.say("about", "task_done")
            if done
            else WORDS.say("about", "task_open", missing=sum(sizes) - sum(counts), layer=task + 1)
        )
        words = WORDS.say("about", "task", task=TASKS[task], state=state[:1].lower() + state[1:])
        yield about(words, badge)
        x += 20
        for place, (count, most) in enumerate(zip(counts, sizes, strict=True), first):
            yield from _column(
                drawing, scene, Area(x, middle - size / 2, size, size), place, count, most
            )
            x += most * (size + 1) + 11
        if done:
            yield about(words, fine(text(area.right - 14, middle + 6, "✓", 18, GOOD, True, RIGHT)))
        else:
            layer = icons.GLYPHS.draw("icon/layer", area.right - 56, middle - 10, 20, icons.SHADE)
            left = f"{scene.blocks_left(task + 1)}"
            layer += text(area.right - 12, middle + 5, left, 14.5, INK, True, RIGHT)
            yield about(words, fine(layer))


def _column(
    drawing: Drawing, scene: Scene, first: Area, place: int, count: int, most: int
) -> Iterator[str]:
    """Yield a column of a task: its blocks, and places for more."""
    x, y, size, _ = first
    wide = most * (size + 1) - 1
    yield rect(x - 3, y - 2.5, wide + 6, size + 5, FAINT, BORDER, 1, 5)
    for n in range(most):
        left = x + n * (size + 1)
        if n < count:
            yield icons.block(int(scene.p.place_colour[place]), left, y, size)
        else:
            yield rect(left + 1, y + 1, size - 2, size - 2, PANEL, BORDER, 1, 3)
    yield drawing.choice(C.PLACE + place, frame(Area(x - 3, y - 3, wide + 6, size + 6)))


# -- piles -------------------------------------------------------------------------------


def _piles(drawing: Drawing, scene: Scene, area: Area) -> Iterator[str]:
    """Yield the blocks in hand, used and not seen, the Netherite items and the item stack."""
    p, names = scene.p, scene.names
    chests = int(names.box.chests) - int((p.chest_space >= 0).sum())
    stack, out, y = int(p.stack_count.sum()), int(p.discards.sum()), area.y - 10
    shape = icons.GLYPHS.draw("icon/chest", 352, y - 17, 22)
    shape += text(378, y, f"{chests}", 14.5, INK, True)
    yield about(WORDS.say("about", "chests", chests=chests), shape)
    shape = icons.GLYPHS.draw("icon/stack", 290, y - 17, 22)
    shape += text(316, y, f"{stack}", 14.5, INK, True)
    yield about(WORDS.say("about", "stack", tiles=stack, out=out), shape)
    holding = bool(p.hand.any())
    piles = [("in hand", p.hand)] if holding else [("unseen", p.unseen)]
    yield from _pile(drawing, "used", p.used.tolist(), area.x, area.y, 26)
    for label, counts in piles:
        yield from _pile(drawing, label, counts.tolist(), area.x + 178, area.y, 34)
    drawn = [names.item(kind) for kind in p.drawn if kind >= 0]
    if drawn:
        y = area.y + 46
        yield text(area.x + 2, y + 18, "drawn", 13.3, SOFT)
        for n, kind in enumerate(kind for kind in p.drawn.tolist() if kind >= 0):
            x = area.x + 56 + n * 176
            shape = icons.item(names.box.item_type[kind], x, y, 26, names.item(kind))
            shape += text(x + 31, y + 18, names.item(kind), 13.3, INK, True, room=142)
            yield about(WORDS.say("about", "drawn", tiles=names.item(kind)), shape)
            if p.decision == Decision.KEEP_TILE:
                yield drawing.choice(C.TILE + n, frame(Area(x - 4, y - 3, 172, 32)))
        return
    yield from _netherite(drawing, scene, area.x, area.y + 44, area.width)


def _pile(
    drawing: Drawing, label: str, counts: list[int], x: float, y: float, pitch: float
) -> Iterator[str]:
    shapes = [text(x + 2, y + 19, label, 13.3, SOFT)]
    left = x + (60 if len(label) > 4 else 40)
    for colour, count in enumerate(counts):
        at = left + colour * pitch
        if count:
            shapes += [icons.block(colour, at, y + 2, 19)]
            shapes += [text(at + 10, y + 35, f"{count}", 13.3, INK, True, MIDDLE)]
        else:
            shapes += [rect(at + 3, y + 5, 13, 13, "none", BORDER, 1.2, 3, "3 2")]
    said = ", ".join(f"{n} {WORDS.name('colour', c)}" for c, n in enumerate(counts) if n)
    yield about(WORDS.say("about", "pile", pile=label, counts=said or "none"), "".join(shapes))
    for colour, count in enumerate(counts):
        if count and label == "in hand":
            ground = Area(left + colour * pitch - 6, y - 2, 32, 41)
            yield drawing.choice(C.COLOUR + colour, frame(ground))


def _netherite(drawing: Drawing, scene: Scene, x: float, y: float, width: float) -> Iterator[str]:
    p, names = scene.p, scene.names
    places = [place for place in range(L.NETHERITE) if p.supply[place] == 1]
    kinds = Counter(int(names.box.netherite[place]) for place in places)
    step = min(58.0, width / max(1, len(kinds)))
    for n, (kind, count) in enumerate(kinds.items()):
        left = x + n * step
        shape = icons.item(names.box.item_type[kind], left + 4, y + 1, 26, names.item(kind))
        if count > 1:
            shape += text(left + 32, y + 21, f"{count}", 13.3, INK, True)
        yield about(WORDS.say("about", "netherite", items=names.item(kind)), shape)
        place = next(place for place in places if names.box.netherite[place] == kind)
        yield drawing.choice(C.SUPPLY + place, frame(Area(left, y - 2, min(step - 3, 54), 32)))
