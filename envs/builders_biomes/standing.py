"""The race for XP, the scorings, the kinds of actions in a turn, and a fight."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

import numpy as np

from tablemates.envs.builders_biomes import vocabulary as V
from tablemates.envs.builders_biomes.game import BuildersBiomes
from tablemates.envs.builders_biomes.pieces import (
    DARK,
    GLYPHS,
    MOBS,
    SEATS,
    characteristic,
    hearts,
    scene,
    stars,
    weapon,
)
from tablemates.envs.builders_biomes.prospects import prospects
from tablemates.envs.builders_biomes.speech import WORDS, held_words, mob_words, space_words
from tablemates.envs.builders_biomes.vocabulary import Kind, Weapon
from tablemates.envs.core.display.cards import GAP, Drawing, frame
from tablemates.envs.core.display.svg import (
    BLANK,
    BORDER,
    FAINT,
    INK,
    MIDDLE,
    PANEL,
    PRINT,
    SOFT,
    Area,
    circle,
    fine,
    rect,
    text,
    width_of,
)
from tablemates.envs.core.display.tokens import BIG, GROUND, SMALL, badge, empty, faded, pawn, times
from tablemates.envs.core.display.zones import about, piece, spot
from tablemates.envs.core.records.vocabulary import words_of

_TRACK: Final = 50  # spaces of the printed track
_BESIDE: Final = 19  # between two pieces on it, so that each letter is seen
_KINDS: Final = words_of(Kind)
_PITCH: Final = 50  # of the weapons in a fight


def draw_race(game: BuildersBiomes, area: Area) -> Iterator[str]:
    """Yield the XP of the seats, and below them their pieces on one track."""
    p, standings, seats = game.public, game.standings(), game.seats
    most = max(p.xp[:seats].tolist())
    wide = (area.width + GAP) / seats
    for seat in range(seats):
        chip = Area(area.x + seat * wide, area.y, wide - GAP, 42)
        xp, name = int(p.xp[seat]), game.player_name(seat)
        shape = rect(*chip, PANEL, BORDER, 1, 8)
        shape += rect(chip.x, chip.y, 7 if seat == p.active else 3, chip.height, SEATS[seat])
        shape += pawn(chip.x + 27, chip.y + 21, name, SEATS[seat], 15)
        shape += stars(chip.x + 47, chip.y + 8, 26, xp, 32)
        if xp == most and most > 0:
            x = chip.x + 84 + width_of(str(xp), 32, True)
            shape += GLYPHS.draw("crown", x, chip.y + 7, 27)
        stands = fine(
            text(chip.right - 8, chip.y + 27, f"→ {standings[seat]}", 15, SOFT, True, "end")
        )
        words = WORDS.say("about", "race", seat=seat, xp=xp, stands=int(standings[seat]))
        yield spot(f"race/{seat}", about(words, shape + stands))
    track = Area(area.x + 14, area.y + 57, area.width - 28, 0)
    end = max(_TRACK, *(10 * -(-int(one) // 10) for one in standings))
    yield rect(track.x, track.y - 3, track.width, 6, FAINT, BORDER, 1, 3)
    for xp in range(0, end + 1, 10):
        high = 16 if xp % _TRACK == 0 else 10
        yield rect(track.x + track.width * xp / end - 1, track.y - high / 2, 2, high, BORDER)
    for seat in range(seats):
        x = track.x + track.width * int(standings[seat]) / end
        yield circle(x, track.y, 6.5, PANEL, SEATS[seat], 3)
    after = track.x
    for seat in np.argsort(p.xp[:seats], kind="stable").tolist():
        x = max(after, track.x + track.width * int(p.xp[seat]) / end)
        after = x + _BESIDE
        yield pawn(x, track.y, game.player_name(seat), SEATS[seat], 12)


def draw_scorings(game: BuildersBiomes, area: Area) -> Iterator[str]:
    """Yield a table for each scoring: points a space, and what each seat would score now."""
    p, box = game.public, game.box_record
    to_come = prospects(game.record, game.box)
    for category, table in enumerate(area.grid(1, V.SCORINGS, GAP)):
        done = bool(p.scored > category)
        shape = rect(*table, FAINT if done else PANEL, BORDER, 1, 6)
        shape += badge(table.x + 20, table.y + 26, "ABC"[category], BIG)
        if done:
            shape += GLYPHS.draw("check", table.x + 5, table.y + 46, 30)
        yield about(WORDS.say("about", "done" if done else "scoring", scoring=category), shape)
        wide = (table.width - 44) / V.PER_CATEGORY
        for n in range(V.PER_CATEGORY):
            number, x = V.PER_CATEGORY * category + n, table.x + 42 + n * wide
            shape = characteristic(number, x + wide / 2 - 20, table.y + 5, 40)
            points = str(int(box.points[number]))
            shape += text(x + wide / 2, table.y + 72, points, BIG, INK, True, MIDDLE)
            words = WORDS.say("about", "characteristic", characteristic=number, points=points)
            yield spot(f"characteristic/{number}", about(words, shape))
        for seat in range(game.seats):
            xp = int(to_come[seat, category])
            if done:
                worth = int(box.points[max(0, p.scored_as[seat, category])])
                xp = worth * int(p.scored_count[seat, category])
            x, y = table.x + 52 + seat * wide, table.bottom - 15
            shape = circle(x, y, 6.5, SEATS[seat], PRINT, 1)
            shape += text(x + 11, y + 5, str(xp), SMALL, INK, True)
            words = WORDS.say("about", "scores", seat=seat, scoring=category, xp=xp)
            yield about(words, fine(shape))


def draw_turn(drawing: Drawing, p: Any, area: Area) -> Iterator[str]:
    """Yield the kinds of actions, ticked off where the turn has had one."""
    seat = p.active
    yield rect(*area, PANEL, BORDER, 1, 6)
    yield pawn(
        area.x + 20, area.y + area.height / 2, drawing.game.player_name(seat), SEATS[seat], 14
    )
    wide = (area.width - 42) / V.KINDS
    for kind in range(V.KINDS):
        x, y = area.x + 40 + kind * wide, area.y + (area.height - 38) / 2
        shape = rect(x, y - 2, wide - 3, 42, GROUND, PRINT, 1, 6)
        sign = GLYPHS.draw(_KINDS[kind], x + (wide - 3) / 2 - 16, y + 3, 32)
        if p.used >> kind & 1:
            sign = faded(sign, 0.35) + GLYPHS.draw("check", x + wide - 25, y + 18, 22)
        key = "take weapon" if kind == Kind.WEAPON else _KINDS[kind]
        yield about(WORDS.say("about", key), shape + sign)


def draw_fight(drawing: Drawing, p: Any, box: Any, area: Area) -> Iterator[str]:
    """Yield the mob that is fought and the weapons against it, or the building to be placed."""
    yield spot("fight", rect(*area, PANEL, BORDER, 1, 6))
    if p.placing >= 0:
        tile, wide = p.placing, 0.86 * (area.height - 12) * 1.5
        x, y = area.x + (area.width - wide) / 2, area.y + (area.height - wide / 1.5) / 2
        shape = scene(tuple(box.shows[tile].tolist()), x, y, wide)
        shape += rect(x, y, wide, wide / 1.5, "none", PRINT, 1.5)
        yield piece(f"tile/{tile}", "fight", about(space_words(box, tile, 0), shape))
    elif p.fight_cell < 0:
        yield about(WORDS.say("about", "no fight"), "".join(_arena(area)))
    else:
        yield from _fight(drawing, p, box, area)


def _arena(area: Area) -> Iterator[str]:
    """Yield where a mob and the weapons against it will lie."""
    yield empty(Area(area.x + 6, area.y + 6, 104, 44), 2)
    yield faded(GLYPHS.draw("skeleton", area.x + 16, area.y + 12, 32))
    yield faded(GLYPHS.draw("heart", area.x + 66, area.y + 15, 26))
    for n in range(V.REVEAL):
        left, top = area.x + 6 + _PITCH * n, area.y + 54
        yield empty(Area(left, top, _PITCH - 4, 44), 2)
        yield faded(GLYPHS.draw("fight", left + 7, top + 6, 32))


def _fight(drawing: Drawing, p: Any, box: Any, area: Area) -> Iterator[str]:
    tile, x, y = int(p.face[p.fight_cell]), area.x, area.y
    shape = rect(x + 6, y + 6, 104, 44, DARK, PRINT, 1, 6)
    shape += rect(x + 9, y + 9, 40, 38, GROUND, PRINT, 1, 5)
    shape += GLYPHS.draw(MOBS[box.kind[tile]], x + 13, y + 12, 32)
    shape += hearts(x + 55, y + 16, 24, int(box.hearts[tile]), BIG, BLANK)
    yield about(mob_words(box, tile), shape)
    worth = box.weapon_hearts.copy()
    worth[Weapon.TNT] = 0  # until it is detonated
    yield hearts(x + 136, y + 12, 34, int(p.hand @ worth), 40)
    shown = [(kind, int(n)) for kind, n in enumerate(p.hand) if n]
    wide = min(_PITCH, (area.width - 12) / max(1, len(shown)))
    for n, (kind, count) in enumerate(shown):
        left, top = x + 6 + n * wide, y + 54
        shape = rect(left, top, wide - 4, 44, GROUND, PRINT, 1, 6)
        shape += weapon(kind, left + (wide - 4) / 2 - 17, top + 5, 34)
        shape += fine(times(left + wide - 18, top + 36, count))
        yield about(held_words(box, kind, count), shape)
    for count in range(1, V.MOST_TNT + 1):
        place = Area(x + 4 + 66 * (count - 1), area.bottom - 67, 63, 63)
        sign = rect(*place, GROUND, PRINT, 1, 6) + weapon(Weapon.TNT, place.x + 5, place.y + 17, 30)
        sign += text(place.x + 38, place.y + 42, str(count), BIG, PRINT, True)
        yield drawing.choice(V.DETONATE + count, sign + frame(place))
