"""The drawing of heroes with what they carry, of heroes to choose from, and of the shop."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from tablemates.envs.core.display.cards import Drawing, frame
from tablemates.envs.core.display.svg import (
    BORDER,
    FAINT,
    INK,
    MIDDLE,
    PANEL,
    PRINT,
    RIGHT,
    SOFT,
    Area,
    circle,
    coarse,
    element,
    fine,
    ink_on,
    rect,
    text,
    wrapped,
)
from tablemates.envs.core.display.tokens import LIGHT, empty, ring
from tablemates.envs.core.display.zones import about, piece
from tablemates.envs.core.records.vocabulary import word_of
from tablemates.envs.orcs_must_die import meaning
from tablemates.envs.orcs_must_die import vocabulary as V
from tablemates.envs.orcs_must_die.fortress import SEATS
from tablemates.envs.orcs_must_die.game import OrcsMustDie
from tablemates.envs.orcs_must_die.meaning import GLYPHS
from tablemates.envs.orcs_must_die.rules.teams import is_alive, team_of
from tablemates.envs.orcs_must_die.speech import WORDS, hero_name, weapon_name

#: Size of the zone of a seat, and of the shop.
SEAT: Final = (420, 190)
SHOP: Final = (420, 252)
_SIZE: Final = 13.3  # letters: 12 pixels on a phone
_LETTERS: Final = 15  # on the board: 11 pixels on a tablet
_LINES: Final = 4  # beside a sign


# -- a seat ------------------------------------------------------------------------------


def draw_seat(drawing: Drawing, game: OrcsMustDie, seat: int) -> None:
    """Draw the mat of a player."""
    p, (width, height) = game.public, SEAT
    active, hero = game.to_move() == seat, int(p.cards[seat, V.HERO])
    drawing.shapes += [
        rect(1, 1, width - 2, height - 2, PANEL, SEATS[seat] if active else BORDER, 2, 9),
        rect(0, 0, 7, height, SEATS[seat], round_by=3),
    ]
    drawing.shapes += _purse(drawing, game, seat)
    if hero < 0:
        drawing.shapes += _no_hero(game, seat)
    else:
        drawing.shapes += _portrait(drawing, game, seat)
        drawing.shapes += _weapon(drawing, game, seat)
        drawing.shapes += _power(drawing, game, seat)
    drawing.shapes += _worn(drawing, game, seat)


def _no_hero(game: OrcsMustDie, seat: int) -> Iterator[str]:
    """Yield the places for a hero, its weapons and what it can do, before one is chosen."""
    face = rect(17, 13, 62, 62, "none", BORDER, 2, 31, "5 3")
    face += text(48, 54, "?", 28, SOFT, True, MIDDLE)
    yield about(meaning.say("no_hero"), face)
    yield text(92, 26, game.player_name(seat), 16, INK, True, room=222)
    for x, y, width in ((14, 84, 180), (200, 84, 210), (14, 135, 44), (65, 135, 44)):
        yield empty(Area(x, y, width, 44))


def _mine(drawing: Drawing, game: OrcsMustDie, seat: int, action: int, area: Area) -> str:
    """Return the outline of an action of the seat that decides."""
    return drawing.choice(action, frame(area)) if game.public.active == seat else ""


def _purse(drawing: Drawing, game: OrcsMustDie, seat: int) -> Iterator[str]:
    p = game.public
    skulls = GLYPHS.draw("icon/skull", 356, 8, 26)
    skulls += text(410, 28, f"{p.skulls[seat]}", 19, INK, True, RIGHT)
    yield about(meaning.say("skulls", skulls=int(p.skulls[seat])), skulls)
    yield _mine(drawing, game, seat, V.TRANSFER, Area(352, 5, 62, 32))
    if p.lord == seat:
        yield about(meaning.say("lord"), GLYPHS.draw("icon/crown", 322, 8, 26))


def _portrait(drawing: Drawing, game: OrcsMustDie, seat: int) -> Iterator[str]:
    p, box = game.public, game.box_record
    hero, name = int(p.cards[seat, V.HERO]), game.player_name(seat)
    most, left = int(box.hero_health[hero]), int(p.health[seat])
    face = GLYPHS.draw(meaning.hero_glyph(game, hero), 28, 24, 40)
    face = face if is_alive(p, seat) else element("g", face, opacity=0.35)
    face = circle(48, 44, 27, LIGHT) + face
    face += ring(48, 44, 31, left, most, 6)
    face += circle(70, 66, 11, SEATS[seat], PRINT, 1.2)
    face += text(70, 71, name[0], _SIZE, ink_on(SEATS[seat]), True, MIDDLE)
    yield about(meaning.about_hero(game, seat), face)
    yield text(92, 26, hero_name(game, hero), 16, INK, True, room=222)
    yield _vital(f"{left}/{most}", "icon/heal", 92, 36)
    yield _mine(drawing, game, seat, V.HEAL, Area(89, 33, 62, 32))
    steps = int(box.hero_move[hero])
    yield _vital(f"{steps}", "icon/move", 158, 36)
    for action in (V.MOVE, V.GIVE_UP_MOVE):
        yield _mine(drawing, game, seat, action, Area(155, 33, 42, 32))
    wounds = meaning.icon_signs(box.wounds[hero])
    yield about(meaning.about_hero(game, seat), GLYPHS.row(["icon/wound", *wounds], 206, 38, 21))
    if p.stunned[seat]:
        yield about(meaning.say("stunned"), GLYPHS.draw("icon/stun", 18, 12, 24))


def _vital(words: str, sign: str, x: float, y: float) -> str:
    return GLYPHS.draw(sign, x, y + 2, 22) + text(x + 26, y + 19, words, 16, INK, True)


def _weapon(drawing: Drawing, game: OrcsMustDie, seat: int) -> Iterator[str]:
    """Yield the weapon with its dice, and the next one with its cost."""
    p, box = game.public, game.box_record
    hero, rank = p.cards[seat, : V.RANK + 1].tolist()
    dice = box.hero_weapons_dice[hero].tolist()
    area = Area(14, 84, 180, 44)
    name = weapon_name(game, seat, rank)
    shape = rect(*area, FAINT, BORDER, 1, 6) + text(20, 100, name, _SIZE, INK, room=168)
    shape += GLYPHS.row(meaning.dice_signs(dice[rank]), 20, 104, 20, 168)
    for action in (V.ATTACK, V.GIVE_UP_ATTACK, V.LOSE):
        shape += _mine(drawing, game, seat, action, area)
    yield about(meaning.say("weapon", weapon=name, dice=meaning.dice_in_words(dice[rank])), shape)
    if rank + 1 >= V.RANKS:
        return
    area, cost = Area(200, 84, 210, 44), int(box.hero_weapons_cost[hero, rank + 1])
    name = weapon_name(game, seat, rank + 1)
    shape = empty(area) + text(206, 100, name, _SIZE, SOFT, room=160)
    shape += GLYPHS.draw("icon/skull", 388, 87, 18)
    shape += text(385, 101, f"{cost}", 14.5, INK, True, RIGHT)
    shape += GLYPHS.row(meaning.dice_signs(dice[rank + 1]), 206, 105, 18, 198)
    words = meaning.dice_in_words(dice[rank + 1])
    shape += _mine(drawing, game, seat, V.WEAPON, area)
    yield about(meaning.say("next_weapon", weapon=name, cost=cost, dice=words), shape)


def _power(drawing: Drawing, game: OrcsMustDie, seat: int) -> Iterator[str]:
    """Yield the power and the ultimate, lit while it is ready."""
    p, box, hero = game.public, game.box_record, int(game.public.cards[seat, V.HERO])
    power, kind = int(box.hero_power[hero]), int(box.hero_ultimate_kind[hero])
    sign = GLYPHS.draw(power_glyph(power), 20, 141, 32, INK)
    sign += rect(14, 135, 44, 44, "none", BORDER, 1, 8)
    yield about(meaning.say("power", power=power), sign)
    ready = bool(p.ready[seat])
    sign = GLYPHS.draw(ultimate_glyph(kind), 68, 138, 38)
    sign = sign if ready else element("g", sign, opacity=0.3)
    ring = rect(65, 135, 44, 44, "none", "#b8860b" if ready else BORDER, 2 if ready else 1, 8)
    words = "ready" if ready else "spent"
    sign += ring
    for action in (V.ULTIMATE, V.REVITALISE):
        sign += _mine(drawing, game, seat, action, Area(65, 135, 44, 44))
    yield about(meaning.say("ultimate", ultimate=kind, ready=words), sign)


def power_glyph(power: int) -> str:
    """Return the sign of a power."""
    return GLYPHS.known(f"power/unknown power/{word_of(V.Power(power))}")


def ultimate_glyph(kind: int) -> str:
    """Return the sign of an ultimate."""
    return GLYPHS.known(f"ultimate/unknown ultimate/{word_of(V.Ultimate(kind))}")


def _worn(drawing: Drawing, game: OrcsMustDie, seat: int) -> Iterator[str]:
    """Yield the places for equipment with what is worn there."""
    p, hero = game.public, int(game.public.cards[seat, V.HERO])
    places = [*range(V.AMULET, V.HELD)]
    if hero < 0 or game.box_record.hero_amulets[hero] < 2:
        places.remove(V.AMULET + 1)
    wide = 298 / len(places)
    for n, place in enumerate(places):
        area = Area(115 + n * wide, 135, wide - 4, 44)
        card, slot = int(p.cards[seat, place]), (0, 0, 1, 2)[place - V.AMULET]
        if card < 0:
            sign = GLYPHS.draw(word_of(V.Slot(slot)), area.x + area.width / 2 - 13, 144, 26)
            shape = empty(area) + element("g", sign, opacity=0.22)
            yield about(meaning.say("empty_slot", worn_as=slot), shape)
            continue
        shape = rect(*area, FAINT, BORDER, 1, 6)
        shape += GLYPHS.draw(meaning.card_glyph(game, 0, card), area.x + 4, 143, 26)
        signs = [one for one in meaning.effect_signs(game, 0, card) if not one.startswith("×")]
        shape += GLYPHS.row(signs, area.x + 33, 148, 17, area.width - 36)
        yield about(meaning.about_card(game, 0, card, worn=True), shape)
        yield _mine(drawing, game, seat, V.LOSE + 1 + place - V.AMULET, area)
        if p.decision == V.Decision.REPLACE and slot == 0:
            yield _mine(drawing, game, seat, V.PLACE + place - V.AMULET, area)
        if slot == 2:
            yield _mine(drawing, game, seat, V.USE, area)
        yield _mine(drawing, game, seat, V.ACT + 1 + place - V.AMULET, area)


# -- the shop ----------------------------------------------------------------------------


def draw_shop(drawing: Drawing, game: OrcsMustDie) -> None:
    """Draw the cards of the shop: equipment in two rows, traps in the next two."""
    p, (width, height) = game.public, SHOP
    places = iter(Area(1, 1, width - 2, height - 2).grid(3, 4, 5))
    for deck, first in enumerate((V.EQUIPMENT, V.TRAP)):
        for slot in range(V.SHOP):
            area = next(places)
            card = int(p.shop[deck, slot])
            if card < 0:
                drawing.shapes.append(empty(area))
                continue
            shape = _card(game, deck, card, area) + drawing.choice(first + slot, frame(area))
            drawing.shapes.append(about(meaning.about_card(game, deck, card), shape))


def _card(game: OrcsMustDie, deck: int, card: int, area: Area) -> str:
    name = game.components.names("traps" if deck else "equipment")[card]
    cost = int(game.box_record.card_cost[deck, card])
    tint = "#b98f5c" if deck else "#7b8fb0"
    shapes = [
        rect(*area, PANEL, BORDER, 1, 6),
        rect(area.x + 1, area.y + 1, 36, area.height - 2, tint, None, None, 5),
        rect(area.x + 4, area.y + 3, 30, 30, "#f6efe0", None, None, 5),
        GLYPHS.draw(meaning.card_glyph(game, deck, card), area.x + 6, area.y + 5, 26),
        GLYPHS.draw("icon/skull", area.x + 18, area.bottom - 22, 17),
        text(area.x + 16, area.bottom - 8, f"{cost}", 15, PRINT, True, RIGHT),
    ]
    room = area.width - 43
    for n, line in enumerate(wrapped(name, _SIZE, room)[:2]):
        shapes.append(text(area.x + 41, area.y + 15 + 14.5 * n, line, _SIZE, INK, room=room / 0.9))
    signs = meaning.effect_signs(game, deck, card)
    shapes.append(GLYPHS.row(signs, area.x + 41, area.bottom - 23, 19, room))
    return "".join(shapes)


# -- choosing a hero ---------------------------------------------------------------------


def draw_heroes(drawing: Drawing, game: OrcsMustDie, area: Area) -> None:
    """Draw the heroes with what they can do, over an area, to choose from."""
    taken = game.public.cards[: game.public.players, V.HERO].tolist()
    team = team_of(game.public, game.public.active)
    heroes = int(game.box_record.heroes[team])
    for number, place in enumerate(area.inside(5, 0).grid(heroes, 1, 10)):
        hero = number + V.ALL_HEROES * team
        seat = taken.index(hero) if hero in taken else -1
        shape = "".join(_choice(game, hero, place))
        if seat >= 0:
            shape = element("g", shape, opacity=0.5)
            letter, x, y = game.player_name(seat)[0], place.right - 26, place.y + 26
            badge = circle(x, y, 20, SEATS[seat], PRINT, 1.5)
            badge += text(x, y + 9.7, letter, 27.6, ink_on(SEATS[seat]), True, MIDDLE)
            at = int(game.public.at[seat])
            shape += piece(f"hero/{seat}", f"tile/{at}", badge) if at >= 0 else badge
        action = V.CHOICE + number
        if number >= V.HEROES:
            action = V.EXTRA_CHOICE + number - V.HEROES
        shape += drawing.choice(action, frame(place))
        drawing.shapes.append(about(meaning.about_choice(game, hero), shape))


def _choice(game: OrcsMustDie, hero: int, area: Area) -> Iterator[str]:
    """Yield a hero's card."""
    box, x, middle = game.box_record, area.x + 12, area.x + area.width / 2
    room = area.width - 24
    yield rect(*area, PANEL, BORDER, 1.5, 12)
    yield fine(text(middle, area.y + 30, hero_name(game, hero), 19, INK, True, MIDDLE, room))
    yield coarse(text(middle, area.y + 32, hero_name(game, hero), 28, INK, True, MIDDLE))
    yield circle(middle, area.y + 98, 56, LIGHT, BORDER, 2)
    yield GLYPHS.draw(meaning.hero_glyph(game, hero), middle - 44, area.y + 54, 88)
    y = area.y + 164
    yield GLYPHS.draw("icon/heal", x, y, 34)
    yield text(x + 40, y + 28, f"{box.hero_health[hero]}", 28, INK, True)
    yield GLYPHS.draw("icon/move", x + room / 2 + 4, y, 34)
    yield text(x + room / 2 + 42, y + 28, f"{box.hero_move[hero]}", 28, INK, True)
    y += 46
    yield GLYPHS.row(["icon/wound", *meaning.icon_signs(box.wounds[hero])], x, y, 32, room)
    y += 46
    yield GLYPHS.row(meaning.dice_signs(box.hero_weapons_dice[hero, 0]), x, y, 34, room)
    power, kind = int(box.hero_power[hero]), int(box.hero_ultimate_kind[hero])
    for rank in range(1, V.RANKS):
        cost, top = int(box.hero_weapons_cost[hero, rank]), y + 22 + 24 * rank
        dice = meaning.dice_signs(box.hero_weapons_dice[hero, rank])
        yield fine(text(x + 16, top + 15, f"{cost}", 15, SOFT, True, RIGHT))
        yield fine(GLYPHS.draw("icon/skull", x + 18, top + 1, 17))
        yield fine(GLYPHS.row(dice, x + 42, top, 19, room - 42))
    for sign, words, top in (
        (power_glyph(power), WORDS.name("power", power), y + 126),
        (ultimate_glyph(kind), WORDS.name("ultimate", kind), y + 194),
    ):
        yield GLYPHS.draw(sign, x, top, 38, INK)
        lines = wrapped(words, _LETTERS, room - 46)
        if len(lines) <= _LINES:  # else the sign alone; pointing at the card tells the words
            first = top + 24 - 8.5 * (len(lines) - 1)
            for n, line in enumerate(lines):
                yield fine(text(x + 46, first + 17 * n, line, _LETTERS, INK))
