"""The drawing of bosses on their tiles and above the fortress."""

from __future__ import annotations

from collections.abc import Iterator

from tablemates.envs.core.display.cards import Drawing
from tablemates.envs.core.display.svg import INK, Area, circle, element, fine, text
from tablemates.envs.core.display.tokens import ringed
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
    for n, boss in enumerate(bosses_at(game, tile)):
        size = area.height
        ground = Area(area.x + n * (size + 2), area.y, size, size)
        token = about(meaning.about_boss(game, boss), boss_token(game, boss, ground))
        number = boss + V.BOSSES * game.public.team
        yield piece(f"boss/{number}", meaning.place(game, tile), token)
        x = ground.right - 14
        stun = drawing.choice(V.STUN_BOSS + boss, touched(Area(x, ground.y - 12, 28, 28)))
        for action in (V.WOUND_BOSS + boss, V.GROUP_BOSS + boss):
            yield drawing.choice(action, touched(ground))
        if stun:
            sign = circle(x + 14, ground.y + 2, 13, "#ffffff")
            yield sign + GLYPHS.draw("icon/stun", x + 3, ground.y - 9, 22) + stun


def boss_token(game: OrcsMustDie, boss: int, area: Area) -> str:
    """Return a boss in the ring of its health, with the number of what is left."""
    p, size, left = game.public, area.width, int(game.public.boss_health[boss])
    most = int(game.box_record.boss_health[p.boss_kind[boss], p.team_size])
    x, y = area.x + 0.2 * size, area.y + 0.2 * size
    face = GLYPHS.draw(meaning.boss_glyph(game, boss), x, y, 0.6 * size)
    shape = ringed(area, _RED, face, left, most, str(left))
    return shape + (
        GLYPHS.draw("icon/stun", area.x - 3, area.y - 5, 22) if p.boss_stunned[boss] else ""
    )


def draw_numbers(game: OrcsMustDie, boss: int, x: float) -> str:
    """Return who comes or is here, with health and what wounds it; faint until it is there."""
    p, box = game.public, game.box_record
    here = p.boss_state[boss] == V.BossState.HERE
    sign = GLYPHS.draw(meaning.boss_glyph(game, boss), x, 5, 36)
    shape = sign if here else element("g", sign, opacity=0.35)
    if here:
        shape += text(x + 40, 25, f"{p.boss_health[boss]}", 22, INK, True)
    wounds = meaning.icon_signs(box.boss_wounds[p.boss_kind[boss]])
    shape += fine(GLYPHS.row(wounds, x + 38, 27, 15, 28))
    return about(meaning.about_boss(game, boss), shape)
