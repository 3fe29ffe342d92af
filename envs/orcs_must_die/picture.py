"""One description of everything that can be seen, for the drawing and for the text."""

from __future__ import annotations

from collections.abc import Iterator
from textwrap import wrap
from typing import Any, Final

from tablemates.envs.core.display.brushes import Palette, brush
from tablemates.envs.core.display.cards import Drawing
from tablemates.envs.core.display.svg import (
    BORDER,
    FAINT,
    INK,
    MIDDLE,
    PANEL,
    Area,
    fine,
    rect,
    text,
)
from tablemates.envs.core.display.zones import Clock, about
from tablemates.envs.core.records.vocabulary import word_of
from tablemates.envs.orcs_must_die import meaning
from tablemates.envs.orcs_must_die import vocabulary as V
from tablemates.envs.orcs_must_die.bosses import bosses_at, draw_numbers, moments
from tablemates.envs.orcs_must_die.fortress import draw_fortress, hero_token
from tablemates.envs.orcs_must_die.game import OrcsMustDie
from tablemates.envs.orcs_must_die.mats import SEAT, SHOP, draw_heroes, draw_seat, draw_shop
from tablemates.envs.orcs_must_die.meaning import GLYPHS
from tablemates.envs.orcs_must_die.part_models import LETTERS
from tablemates.envs.orcs_must_die.ranks import ranks
from tablemates.envs.orcs_must_die.sides import Aside
from tablemates.envs.orcs_must_die.speech import (
    WORDS,
    boss_name,
    hero_name,
    icons_in_words,
    minion_name,
    weapon_name,
)

_BOARD: Final = (860, 660)
_HEAD: Final = 46  # height of the line above the fortress
_STRIP: Final = 30  # height of the line above each of two fortresses
_FOOT: Final = 84  # height of the enemies below it


def draw(game: OrcsMustDie) -> Drawing:
    """Return the drawing of the public state."""
    drawing, (width, height) = Drawing(game, _status(game), GLYPHS), _BOARD
    drawing.shapes += _head(game, width)
    choosing = game.public.decision == V.Decision.CHOOSE_HERO
    fortress = Area(10, _HEAD + 6, width - 20, height - _HEAD - _FOOT - 14)
    if choosing:
        draw_heroes(drawing, game, fortress)
    elif game.public.rivalry:
        _draw_both(drawing, game, fortress)
    else:
        draw_fortress(drawing, game, fortress)
    drawing.shapes += _enemies(game, Area(0, height - _FOOT, width, _FOOT))
    drawing.zone("board", "board", "Fortress", width, height)
    draw_shop(drawing, game)
    drawing.zone("shop", "shared", "Shop", *SHOP)
    for seat in range(game.seats):
        draw_seat(drawing, game, seat)
        drawing.zone(f"seat/{seat}", "seat", game.player_name(seat), *SEAT)
    return drawing


def _both(game: OrcsMustDie) -> list[OrcsMustDie]:
    """Return the game with the fortress of the first team open, then with that of the second."""
    sides: list[Any] = [game, Aside(game)]
    return sides if game.public.team == 0 else sides[::-1]


def _draw_both(drawing: Drawing, game: OrcsMustDie, area: Area) -> None:
    """Draw the fortress of the first team above that of the second, each with rift and pool."""
    high = area.height / V.TEAMS
    for team, side in enumerate(_both(game)):
        p, y = side.public, area.y + team * high
        name = str(WORDS.name("team", team)).capitalize()
        waves = WORDS.count(p.cards_left.sum(), "wave")
        words = f"{name}: rift {p.rift} of {p.rift_max}, pool {p.pool}, {waves}"
        fill = ("#dfe8f4", "#f4e2dc")[team]
        drawing.shapes.append(rect(area.x, y, area.width, _STRIP, fill, BORDER, 1, 6))
        drawing.shapes.append(text(area.x + 10, y + 22, words, 19, INK, True))
        ground = Area(area.x, y + _STRIP + 4, area.width, high - _STRIP - 8)
        draw_fortress(drawing, side, ground)


def _head(game: OrcsMustDie, width: float) -> Iterator[str]:
    """Yield level, pool, armies to come, and what is rolled or to be spent."""
    p = game.public
    yield rect(0, 0, width, _HEAD, PANEL, BORDER, 1, 8)
    level = WORDS.name("stage", p.stage)
    shape = rect(8, 6, 58, 34, "#5a5048", None, None, 6)
    shape += text(37, 33, level if p.stage else "–", 28, "#fff7e6", True, MIDDLE)
    yield about(meaning.say("level", stage=level), shape)
    shape = GLYPHS.draw("icon/skull", 84, 6, 34) + text(122, 33, f"{p.pool}", 28, INK, True)
    yield about(meaning.say("pool", skulls=p.pool), shape)
    left = int(p.cards_left.sum())
    shape = GLYPHS.draw("icon/cards", 178, 6, 34, INK) + text(216, 33, f"{left}", 28, INK, True)
    yield about(meaning.about_army(left), shape)
    dice, icons = meaning.dice_signs(p.dice, 2), meaning.icon_signs(p.icons, 2)
    bosses = moments(game)
    room = width - 68 * (p.players + len(bosses)) - 290
    if dice:
        words = meaning.say("rolling", dice=meaning.dice_in_words(p.dice))
        yield about(words, GLYPHS.row(dice, 280, 7, 32, room / 2 if icons else room))
    if icons:
        x, room = (280, room) if not dice else (284 + room / 2, room / 2 - 4)
        shape = GLYPHS.row(icons, x, 7, 32, room)
        yield about(meaning.say("spending", stock=icons_in_words(p.icons)), shape)
    for n, boss in enumerate(bosses):
        yield draw_numbers(game, boss, width - 68 * (p.players + len(bosses) - n))
    for seat in range(p.players):
        x = width - 68 * (p.players - seat)
        if p.cards[seat, V.HERO] >= 0:
            token = hero_token(game, seat, x, 4, 38)
            token += text(x + 42, 33, f"{p.health[seat]}", 27.5, INK, True)
            yield about(meaning.about_hero(game, seat), token)


def _enemies(game: OrcsMustDie, area: Area) -> Iterator[str]:
    """Yield what each type of minions needs and does at the present level."""
    p, box, stage = game.public, game.box_record, max(0, game.public.stage - 1)
    counts = [0] * V.TYPES
    for tile in range(int(box.tiles[p.fortress])):
        for rank in ranks(game, tile):
            counts[rank.kind] += rank.figures
    wide = area.width / V.TYPES
    for kind in range(V.TYPES):
        x, y = area.x + kind * wide, area.y + 3
        here = counts[kind] > 0
        shapes = [
            rect(x + 2, y, wide - 4, area.height - 4, PANEL if here else FAINT, BORDER, 1, 8),
            GLYPHS.draw(meaning.minion_glyph(game, kind), x + 7, y + 6, 38),
        ]
        if here:
            shapes.append(text(x + 26, y + 72, f"{counts[kind]}", 27.5, INK, True, MIDDLE))
        row = kind + V.TYPES * p.team
        need = meaning.icon_signs(box.need[row, stage])
        attack = meaning.dice_signs(box.attack[row, stage], 3)
        steps, harm = int(box.move[row, stage]), int(box.rift[row])
        room = wide - 56
        last = ["icon/rift", f"-{harm}"] if harm else ["icon/hunts"]
        rows = need, attack, ["icon/move", f"{steps}", *last]
        for n, one in enumerate(rows):
            shapes.append(fine(GLYPHS.row(one, x + 50, y + 5 + 24 * n, 19, room)))
        yield about(meaning.about_minions(game, kind, V.UP, counts[kind]), "".join(shapes))


def clocks(game: OrcsMustDie) -> Iterator[Clock]:
    """Yield the health of the rift and the army cards to come."""
    p = game.public
    if p.rivalry:
        for team, side in enumerate(_both(game)):
            rift, most = side.public.rift, side.public.rift_max
            name = ("First rift", "Second rift")[team]
            yield Clock(name, rift, most, (2 * rift <= most) + (4 * rift <= most))
        return
    rift, most = p.rift, p.rift_max
    yield Clock("Rift", rift, most, (2 * rift <= most) + (4 * rift <= most))
    cards = int(game.box_record.army_cards[p.fortress])
    yield Clock("Waves", p.waves, cards, 0, f"{p.waves} of {cards}")


def lines(game: OrcsMustDie) -> Iterator[str]:
    """Yield the picture as text."""
    for line in _paragraphs(game):
        yield from wrap(line, 100, subsequent_indent="    ")


def _paragraphs(game: OrcsMustDie) -> Iterator[str]:
    p = game.public
    yield _status(game)
    if p.rivalry:
        for team, side in enumerate(_both(game)):
            far = side.public
            name = str(WORDS.name("team", team)).capitalize()
            pool = WORDS.count(far.pool, "skull")
            yield f"{name}: rift {far.rift} of {far.rift_max}, pool {pool}"
            yield from _fortress(side)
    else:
        yield from _fortress(game)
    for seat in range(p.players):
        yield "  " + "; ".join(filter(None, _seat(game, seat)))
    yield game.decision()


def _fortress(game: OrcsMustDie) -> Iterator[str]:
    """Yield the tiles of a fortress and its shop as text."""
    p, box = game.public, game.box_record
    for tile in range(box.tiles[p.fortress]):
        heroes = [game.player_name(seat) for seat in range(p.players) if p.at[seat] == tile]
        parts = [_minions(game, tile), heroes, _traps(game, tile)]
        words = "; ".join(", ".join(part) for part in parts if part)
        yield f"  {_tile_name(box, p.fortress, tile)}: {words or 'nobody'}"
    for deck, title in enumerate(("equipment", "traps")):
        cards = filter(None, (_card(game, deck, slot) for slot in range(V.SHOP)))
        yield f"  shop, {title}: " + (", ".join(cards) or "empty")


def _status(game: OrcsMustDie) -> str:
    p = game.public
    return (
        f"{game.fortress.replace('_', ' ')}, level {WORDS.name('stage', p.stage)}, round {p.turn}: "
        f"rift {p.rift} of {p.rift_max}, pool {WORDS.count(p.pool, 'skull')}, "
        f"{WORDS.count(p.cards_left.sum(), 'wave')} to come"
    )


def _minions(game: OrcsMustDie, tile: int) -> list[str]:
    p, found = game.public, []
    for kind in range(V.TYPES):
        up, down = p.minions[tile, :, kind].tolist()
        count = up + down + int(p.arrived[tile, kind])
        if count:
            said = WORDS.count(count, minion_name(game, kind))
            found.append(said + f", {down} stunned" * (down > 0))
    for boss in bosses_at(game, tile):
        stunned = ", stunned" * int(p.boss_stunned[boss])
        found.append(f"{boss_name(game, boss)}, {p.boss_health[boss]} health{stunned}")
    return found


def _traps(game: OrcsMustDie, tile: int) -> list[str]:
    """Return the traps of a tile and of its connections."""
    p, box, names = game.public, game.box_record, game.components.names("traps")
    found = [names[trap] for trap in p.traps[tile].tolist() if trap >= 0]
    for n in range(box.connections[p.fortress]):
        ends = box.ends[p.fortress, n].tolist()
        if p.supports[n] >= 0 and tile in ends:
            found.append(f"{names[p.supports[n]]} to {sum(ends) - tile}")
    return found


def _exits(box: Any, fortress: int, tile: int) -> list[int]:
    return [way for way in box.exits[fortress, tile].tolist() if way >= 0]


def _tile_name(box: Any, fortress: int, tile: int) -> str:
    kind = WORDS.name("kind", box.tile_kind[fortress, tile])
    exits = ", ".join(map(str, _exits(box, fortress, tile)))
    return f"{tile} {kind}" + f" to {exits}" * bool(exits)


def _seat(game: OrcsMustDie, seat: int) -> list[str]:
    p, names = game.public, game.components.names("equipment")
    cards = p.cards[seat].tolist()
    skulls = WORDS.count(p.skulls[seat], "skull")
    lines = [f"{game.player_name(seat)}: {skulls}" + ", lord" * int(p.lord == seat)]
    if cards[V.HERO] >= 0:
        most = game.box_record.hero_health[cards[V.HERO]]
        where = f"tile {p.at[seat]}" if p.at[seat] >= 0 else "not in the fortress"
        if p.rivalry:
            where = _where(p, seat)
        health = f"{p.health[seat]} of {most} health" + ", stunned" * int(p.stunned[seat])
        ready = "ready" if p.ready[seat] else "spent"
        lines += [
            f"{hero_name(game, cards[V.HERO])}, {where}, {health}",
            f"{weapon_name(game, seat, cards[V.RANK])}, ultimate {ready}",
            ", ".join(names[card] for card in cards[V.AMULET :] if card >= 0),
        ]
    return lines


def _where(p: Any, seat: int) -> str:
    """Return where a hero of two teams is."""
    for team, at in ((p.team, p.at[seat]), (1 - p.team, p.far.at[seat])):
        if at >= 0:
            return f"tile {at} of {WORDS.name('team', team)}"
    return "in no fortress"


def _card(game: OrcsMustDie, deck: int, slot: int) -> str:
    """Return a card of the shop, empty: there is none."""
    card = int(game.public.shop[deck, slot])
    if card < 0:
        return ""
    name = game.components.names("traps" if deck else "equipment")[card]
    return f"{name} ({game.box_record.card_cost[deck, card]})"


def palettes() -> list[Palette]:
    """Return what faces of dice and needs are painted with."""
    brushes = [
        brush(letter, WORDS.name("icon", icon), GLYPHS.draw(f"icon/{word_of(icon)}", 1, 1, 22))
        for letter, icon in LETTERS.items()
    ]
    sections = "dice", "minions", "heroes", "traps", "equipment", "bosses"
    return [Palette((*sections, "full_equipment", "editions"), brushes, several=True)]
