"""The drawing of what can be seen, zone by zone, and what runs out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Final

from tablemates.envs.core.display.brushes import Palette, brush
from tablemates.envs.core.display.cards import GAP, Drawing, frame
from tablemates.envs.core.display.svg import (
    BORDER,
    INK,
    MIDDLE,
    PANEL,
    RIGHT,
    SOFT,
    Area,
    coarse,
    draw_panel,
    element,
    fine,
    moved,
    rect,
    text,
    width_of,
    wrapped,
)
from tablemates.envs.core.display.tokens import notched
from tablemates.envs.core.display.zones import Clock, about, piece
from tablemates.envs.portal_dash import icons
from tablemates.envs.portal_dash import vocabulary as V
from tablemates.envs.portal_dash.game import PortalDash
from tablemates.envs.portal_dash.isometric import draw_cube
from tablemates.envs.portal_dash.mats import SEAT, draw_player
from tablemates.envs.portal_dash.naming import TASKS, WORDS
from tablemates.envs.portal_dash.reading import task_sizes
from tablemates.envs.portal_dash.scene import Boss, Scene
from tablemates.envs.portal_dash.tasks import draw_tasks
from tablemates.envs.portal_dash.text import text_picture
from tablemates.envs.portal_dash.track import draw_track
from tablemates.envs.portal_dash.vocabulary import Decision, MobKind

_BOARD: Final = (860, 660)
_SHARED: Final = (420, 300)
_STRIP: Final = 106  # height of the panels below the board
_CUBE: Final = 196  # height of its two views
_FEW: Final = 4  # combat dice in a row of large ones
_SEEN: Final = 27.0  # mobs of the line that are seen beside their number
_TOUCH: Final = 63.0  # what a finger hits on a phone


def draw(game: PortalDash) -> Drawing:
    """Return the drawing of the public state."""
    scene = Scene(game.public, game.names)
    active = game.player_name(scene.p.active_player)
    drawing = Drawing(game, f"Portal Dash, {scene.status(active)}", icons.GLYPHS)
    width, height = _BOARD
    top = height - _STRIP
    drawing.shapes += draw_panel(Area(0, 0, width, top - GAP))
    draw_track(drawing, scene, Area(0, 0, width, top - GAP).inside(6))
    x = 0.0
    for share, panel in ((0.23, _dice), (0.36, _enemies), (0.41, _tray)):
        area = Area(x, top, share * (width + GAP) - GAP, _STRIP)
        drawing.shapes += [*draw_panel(area), *panel(drawing, scene, area)]
        x = area.right + GAP
    drawing.zone("board", "board", "Track, mobs and piles", width, height)
    width, height = _SHARED
    drawing.shapes += draw_panel(Area(0, 0, width, height))
    drawing.shapes += draw_cube(drawing, scene, Area(4, 2, width - 8, _CUBE))
    drawing.shapes += draw_tasks(drawing, scene, Area(4, _CUBE + 4, width - 8, height - _CUBE - 8))
    drawing.zone("cube", "shared", "Cube and tasks", width, height)
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
    for task in range(V.TASKS):
        first = V.TASK_COLUMNS * task
        placed = int(p.place_count[first : first + V.TASK_COLUMNS].sum())
        missing = sum(task_sizes(p, game.names.box, task)) - placed
        left, most = scene.blocks_left(task + 1), V.CUBE_COLUMNS
        spare = left - missing
        if missing and left:
            alarm = (spare < most // 2) + (spare < most // 4)
            words = f"{missing} to go, {WORDS.count(left, 'block')}"
            yield Clock(f"Task {TASKS[task]}", left, most, alarm, words)
        else:
            yield Clock(f"Task {TASKS[task]}", most, most, 0, "done")
    hearts = p.hearts[: p.players].tolist()
    weakest = min(hearts)
    alarm = (weakest <= V.HEARTS // 2) + (weakest <= 2)
    words = f"{game.player_name(hearts.index(weakest))} {weakest}"
    yield Clock("Hearts", weakest, V.HEARTS, alarm, words)
    for boss in scene.bosses():
        yield Clock(boss.name, boss.life, boss.full_life)


# -- below the board ---------------------------------------------------------------------


def _dice(_drawing: Drawing, scene: Scene, area: Area) -> Iterator[str]:
    """Yield the dice of the turn and, in a fight, those that are rolled."""
    p, fight = scene.p, scene.p.fight_mob >= 0
    size = 40 if fight else 54
    x, y = area.x + 12, area.y + (8 if fight else (area.height - size) / 2)
    for n, value in enumerate((p.blocks_die, p.mob_die)):
        left = x + n * (size + 34)
        if value < 0:
            shape = rect(left, y, size, size, "none", icons.SHADE, 1.4, 8, "5 4")
        elif n == 0 and value < V.COLOURS:
            shape = icons.block(value, left, y, size)
        else:
            shape = icons.die("?" if n == 0 else str(value), left, y, size)
        sign = "icon/blocks" if n == 0 else "mob/ghast"
        shape += icons.GLYPHS.draw(sign, left + size + 4, y + size / 2 - 12, 24, icons.SHADE)
        yield about(WORDS.say("about", "mob_die" if n else "blocks_die"), shape)
    if p.fight_mob < 0:
        return
    mob, y = scene.names.mob(p, p.fight_mob), y + size + 8
    shown = [*map(str, p.dice[: p.dice_count].tolist()), *[""] * p.dice_to_roll]
    pitch = 34.0 if len(shown) <= _FEW else 23.0
    kind = icons.mob_glyph(scene.names.mob_kind(p, p.fight_mob))
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
    size = min(36.0, (area.width - 16) / max(1, len(line)) - 2)
    size = size if size >= _SEEN else 24.0
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
    shape += fine(text(left, area.y + 16, name, 15, INK, True, room=max(room, 40)))
    shape += notched(left, area.y + 24, area.right - left, boss.life, boss.full_life)
    shape += fine(text(area.right, area.y + 17, life, 15, INK, True, RIGHT))
    shape += fine(
        icons.GLYPHS.draw("icon/hearts", area.right - width_of(life, 15, True) - 19, area.y + 4, 14)
    )
    key = "boss_here" if boss.space >= 0 else "boss_away"
    return about(WORDS.say("about", key, mob=name, life=boss.life, full=boss.full_life), shape)


# -- piles -------------------------------------------------------------------------------


def _tray(drawing: Drawing, scene: Scene, area: Area) -> Iterator[str]:
    """Yield what lies beside the track; what is chosen of it lies there large."""
    p, names = scene.p, scene.names
    idle = False
    if any(kind >= 0 for kind in p.drawn):
        yield from _drawn(drawing, scene, area)
    elif p.hand.any():
        yield from _hand(drawing, scene, area)
    elif any(V.SUPPLY + place in drawing.open for place in range(V.NETHERITE)):
        yield from _netherite(drawing, scene, area.inside(6, 20), 66)
    else:
        idle = True
        small = Area(area.x + 8, area.y + 70, 220, 30)
        shape = "".join(_netherite(drawing, scene, small, 28))
        for n, (label, counts) in enumerate((("used", p.used), ("unseen", p.unseen))):
            shape += _pile(label, counts.tolist(), area.x + 8 + n * 150, area.y + 8)
        yield fine(shape)
    chests = names.box.chests - int((p.chest_space >= 0).sum())
    stack, out = int(p.stack_count.sum()), int(p.discards.sum())
    for n, (sign, key, left) in enumerate((("stack", "stack", stack), ("chest", "chests", chests))):
        shape = _left(sign, left, area.right - 92 + 52 * n, area.bottom - 32, 24, 15)
        if idle:
            large = _left(sign, left, area.x + (0.06 + 0.5 * n) * area.width, area.y + 25, 56, 32)
            shape = fine(shape) + coarse(large)
        yield about(WORDS.say("about", key, tiles=stack, out=out, chests=chests), shape)


def _left(sign: str, count: int, x: float, y: float, size: float, letters: float) -> str:
    """Return how many there are left of what a sign stands for."""
    number = text(x + 1.1 * size, y + 0.5 * size + 0.36 * letters, f"{count}", letters, INK, True)
    shape = icons.GLYPHS.draw(f"icon/{sign}", x, y, size, icons.SHADE)
    return shape + (fine(number) if letters < 20 else number)


def _drawn(drawing: Drawing, scene: Scene, area: Area) -> Iterator[str]:
    """Yield the tiles that were drawn, one of which is kept."""
    p, names = scene.p, scene.names
    for n, kind in enumerate(kind for kind in p.drawn.tolist() if kind >= 0):
        x, y, name = area.x + 8 + n * 172, area.y + 6, names.item(kind)
        shape = icons.item(names.box.item_type[kind], x + 4, y + 3, 30, name)
        for m, line in enumerate(wrapped(name, 15, 124)):
            shape += fine(text(x + 38, y + 14 + 16 * m, line, 15, INK))
        for m, line in enumerate(wrapped(names.tile_details(kind), 15, 158)):
            shape += fine(text(x + 4, y + 46 + 16 * m, line, 15, SOFT))
        if p.decision == Decision.KEEP_TILE:
            shape += drawing.choice(V.TILE + n, frame(Area(x, y, 166, 64)))
        yield about(WORDS.say("about", "drawn", tiles=f"{name}, {names.tile_details(kind)}"), shape)


def _hand(drawing: Drawing, scene: Scene, area: Area) -> Iterator[str]:
    """Yield the blocks in hand, by colour."""
    held = [(colour, n) for colour, n in enumerate(scene.p.hand.tolist()) if n]
    said = ", ".join(f"{n} {WORDS.name('colour', colour)}" for colour, n in held)
    for n, (colour, count) in enumerate(held):
        x, y = area.x + 8 + n * 67, area.y + 6
        shape = icons.block(colour, x + 10, y + 3, 44)
        shape += fine(text(x + 32, y + 61, f"{count}", 15, INK, True, MIDDLE))
        yield about(WORDS.say("about", "pile", pile="In hand", counts=said), shape)
        yield drawing.choice(V.COLOUR + colour, frame(Area(x, y, 64, 64)))


def _pile(label: str, counts: list[int], x: float, y: float) -> str:
    """Return a pile of blocks, by colour."""
    shapes = [fine(text(x, y + 12, label, 15, SOFT))]
    for colour, count in enumerate(counts):
        at = x + colour * 28.0
        if count:
            shapes.append(icons.block(colour, at, y + 17, 18))
            shapes.append(fine(text(at + 9, y + 50, f"{count}", 15, INK, True, MIDDLE)))
        else:
            shapes.append(rect(at + 2, y + 19, 13, 13, "none", BORDER, 1.2, 3, "3 2"))
    said = ", ".join(f"{n} {WORDS.name('colour', c)}" for c, n in enumerate(counts) if n)
    return about(WORDS.say("about", "pile", pile=label, counts=said or "none"), "".join(shapes))


def _netherite(drawing: Drawing, scene: Scene, area: Area, size: float) -> Iterator[str]:
    """Yield the Netherite items of the supply, by kind."""
    p, names = scene.p, scene.names
    places = [place for place in range(V.NETHERITE) if p.supply[place] == 1]
    kinds = Counter(int(names.box.netherite[place]) for place in places)
    step = min(size + 6, max(_TOUCH * (size > _TOUCH), area.width / max(1, len(kinds))))
    if (wide := len(kinds) * step) > area.width:  # over what lies beside
        area = Area(area.right - wide, area.y, wide, area.height)
        yield rect(area.x - GAP, area.y - 20, wide + GAP + 6, _STRIP, PANEL)
    for n, (kind, count) in enumerate(kinds.items()):
        x = area.x + n * step
        item, name = names.box.item_type[kind], names.item(kind)
        shape = icons.item(item, x + 3, area.y + 3, size * 0.72, name)
        if count > 1:
            shape += fine(text(x + 4 + size * 0.72, area.y + size * 0.8, f"{count}", 15, INK, True))
        place = next(place for place in places if names.box.netherite[place] == kind)
        shape += drawing.choice(V.SUPPLY + place, frame(Area(x, area.y, min(size, step), size)))
        words = f"{name}, {names.tile_details(kind)}"
        yield about(WORDS.say("about", "netherite", items=words), shape)


def palettes() -> list[Palette]:
    """Return what maps of strips and tiles are painted with."""
    ground = rect(0, 0, 24, 24, icons.GROUND, icons.GROUND_EDGE, 0.8)
    grounds = {"~": "lava", "^": "magma", ":": "soul sand"}
    brushes = [brush(".", "plain ground", ground)]
    for sign, name in grounds.items():
        brushes.append(brush(sign, name, ground + "".join(icons.LOOKS["grounds"][name])))
    for sign, name in {"C": "chest", "P": "portal"}.items():
        brushes.append(brush(sign, name, ground + icons.site(name, "", 3, 3, 18)))
    for number in "12345":
        label = text(12, 16.4, number, 12, "#22344d", True, MIDDLE)
        shape = ground + icons.site("spawner", "", 1, 1, 22) + label
        brushes.append(brush(number, f"spawner {number}", shape))
    return [Palette(("strips", "tiles"), brushes)]
