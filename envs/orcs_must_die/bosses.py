"""The drawing of bosses on their tiles and beside the minions' numbers."""

from __future__ import annotations

from collections.abc import Iterator

from tablemates.envs.core.display.cards import Drawing
from tablemates.envs.core.display.svg import (
    BORDER,
    FAINT,
    INK,
    MIDDLE,
    PANEL,
    PRINT,
    Area,
    circle,
    element,
    fine,
    rect,
    text,
)
from tablemates.envs.core.display.zones import about, piece
from tablemates.envs.orcs_must_die import meaning
from tablemates.envs.orcs_must_die import vocabulary as V
from tablemates.envs.orcs_must_die.game import OrcsMustDie
from tablemates.envs.orcs_must_die.meaning import GLYPHS
from tablemates.envs.orcs_must_die.ranks import touched

_RED = "#a2304a"


def moments(game: OrcsMustDie) -> list[int]:
    """Return the moments that have a boss in this game."""
    return [n for n in range(V.BOSSES) if game.public.boss_kind[n] >= 0]


def bosses_at(game: OrcsMustDie, tile: int) -> list[int]:
    """Return the bosses on a tile."""
    return [n for n in moments(game) if game.public.boss_at[n] == tile]


def draw_bosses(drawing: Drawing, game: OrcsMustDie, tile: int, area: Area) -> Iterator[str]:
    """Yield the bosses of a tile with their health, and what can be done to them."""
    p, size = game.public, area.height
    for n, boss in enumerate(bosses_at(game, tile)):
        x, y = area.x + 2 + n * (size + 40), area.y
        sign = GLYPHS.draw(meaning.boss_glyph(game, boss), x + 4, y + 4, size - 8)
        shape = circle(x + size / 2, y + size / 2, size / 2 - 2, "#efe7d8", _RED, 3)
        if p.boss_stunned[boss]:
            sign = element("g", sign, opacity=0.6)
            sign += GLYPHS.draw("icon/stun", x - 2, y - 2, size * 0.45)
        shape += sign + circle(x + size - 8, y + size - 8, 10, _RED, PRINT, 1.2)
        health = f"{p.boss_health[boss]}"
        shape += fine(text(x + size - 8, y + size - 3.4, health, 13, "#ffffff", True, MIDDLE))
        yield piece(f"boss/{boss}", f"tile/{tile}", about(meaning.about_boss(game, boss), shape))
        ground = Area(x, y, size, size)
        for action in (V.WOUND_BOSS + boss, V.GROUP_BOSS + boss):
            yield drawing.choice(action, touched(ground))
        stun = drawing.choice(V.STUN_BOSS + boss, touched(Area(x + size + 4, y, 32, 32)))
        if stun:
            sign = circle(x + size + 20, y + 16, 15, "#ffffff")
            yield sign + GLYPHS.draw("icon/stun", x + size + 8, y + 4, 24) + stun


def draw_numbers(game: OrcsMustDie, boss: int, x: float, y: float, wide: float, high: float) -> str:
    """Return what wounds a boss and what it does; faint until it is there."""
    p, box, stage = game.public, game.box_record, max(0, int(game.public.stage) - 1)
    kind, here = int(p.boss_kind[boss]), p.boss_state[boss] == V.BossState.HERE
    sign = GLYPHS.draw(meaning.boss_glyph(game, boss), x + 7, y + 6, 38)
    shapes = [
        rect(x + 2, y, wide - 4, high, PANEL if here else FAINT, _RED if here else BORDER, 1, 8),
        sign if here else element("g", sign, opacity=0.35),
    ]
    if here:
        shapes.append(text(x + 26, y + 72, f"{p.boss_health[boss]}", 27.5, INK, True, MIDDLE))
    steps = f"{box.boss_move[kind]}"
    rows = (
        ["icon/wound", *meaning.icon_signs(box.boss_wounds[kind])],
        meaning.dice_signs(box.boss_dice[kind, stage], 3),
        ["icon/move", steps, "icon/rift", f"-{box.boss_rift[kind]}"],
    )
    for n, one in enumerate(rows):
        shapes.append(fine(meaning.row(one, x + 50, y + 5 + 24 * n, 19, wide - 56)))
    return about(meaning.about_boss(game, boss), "".join(shapes))
