"""The sign of everything that is drawn, and what it says when it is pointed at."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, Final

from tablemates.envs.core.display.glyphs import Glyphs
from tablemates.envs.core.records.vocabulary import word_of
from tablemates.envs.orcs_must_die import vocabulary as V
from tablemates.envs.orcs_must_die.game import OrcsMustDie
from tablemates.envs.orcs_must_die.rules.teams import team_of
from tablemates.envs.orcs_must_die.sides import Aside
from tablemates.envs.orcs_must_die.speech import (
    WORDS,
    boss_name,
    hero_name,
    icons_in_words,
    minion_name,
)

GLYPHS: Final = Glyphs(Path(__file__).with_name("glyphs.yaml"))
#: What a number of an equipment card is shown by; its sentence has its name.
_WORN: Final = {
    "ward": "icon/ward",
    "bounty": "icon/skull",
    "move": "icon/move",
    "kill_heal": "icon/heal",
    "upkeep_heal": "icon/heal",
    "unstunned": "icon/stun",
    "once_heal": "icon/heal",
    "once_ultimate": "icon/reroll",
}
_DICE: Final = [word_of(colour) for colour in V.Colour]
_ICONS: Final = [word_of(icon) for icon in V.Icon]
_MANY: Final = 3  # of one icon: a number is read faster
#: What names icons in the numbers of cards.
_FIELDS: Final = ("sword", "speed", "brain", "any", "stun")


def say(key: str, **values: Any) -> str:
    """Return what a thing says."""
    return WORDS.say("about", key, **values)


def scene_of(game: OrcsMustDie) -> int:
    """Return the tile on whose minions something is to be decided, -1: none."""
    p = game.public
    if isinstance(game, Aside):
        return -1
    if p.decision in (V.Decision.ASSIGN, V.Decision.ATTACK_GROUP, V.Decision.GAS):
        return int(p.tile)
    return int(p.at[p.seat]) if p.decision == V.Decision.PUSH else -1


# -- signs -------------------------------------------------------------------------------


def minion_glyph(game: OrcsMustDie, kind: int) -> str:
    """Return the sign of a type of minions: its own, or that of its role."""
    name = game.components.minions[kind + V.TYPES * game.public.team].replace(" ", "_")
    return GLYPHS.known(f"minion/unknown minion/{word_of(V.Minion(kind))} minion/{name}")


def hero_glyph(game: OrcsMustDie, hero: int) -> str:
    """Return the sign of a hero."""
    return GLYPHS.known(f"hero/unknown hero/{game.components.heroes[hero]}")


def boss_glyph(game: OrcsMustDie, moment: int) -> str:
    """Return the sign of the boss of a moment."""
    name = game.components.bosses[game.public.boss_kind[moment]]
    if name.startswith("hero:"):
        return GLYPHS.known(f"boss/unknown hero/{name.removeprefix('hero:')}")
    return GLYPHS.known(f"boss/unknown boss/{name}")


def trap_glyph(game: OrcsMustDie, trap: int) -> str:
    """Return the sign of a trap."""
    return GLYPHS.known(game.components.names("traps")[trap], "trap/unknown")


def card_glyph(game: OrcsMustDie, deck: int, card: int) -> str:
    """Return the sign of a card of the shop: equipment (deck 0) or traps."""
    if deck:
        return trap_glyph(game, card)
    slot = word_of(V.Slot(game.box_record.equipment_slot[card]))
    return GLYPHS.known(game.components.names("equipment")[card], slot)


def dice_signs(counts: Iterable[int], many: int = 99) -> list[str]:
    """Return a sign for each die, by colour; of many, one with its number."""
    return _signs([f"die/{name}" for name in _DICE], counts, many)


def icon_signs(counts: Iterable[int], many: int = _MANY) -> list[str]:
    """Return a sign for each icon, by kind; of many, one with its number."""
    return _signs([f"icon/{name}" for name in _ICONS], counts, many)


def _signs(names: Sequence[str], counts: Iterable[int], many: int) -> list[str]:
    found = []
    for name, count in zip(names, map(int, counts), strict=False):
        found += [name] * count if count < many else [f"{count}", name]
    return found


def effect_signs(game: OrcsMustDie, deck: int, card: int) -> list[str]:
    """Return what a card does in signs; a number stands before what it counts."""
    box = game.box_record
    fields = V.TRAP_FIELDS if deck else V.EQUIPMENT_FIELDS
    row = (box.trap if deck else box.equipment)[card].tolist()
    n = dict(zip(fields, row, strict=True))
    found = icon_signs(n[name] for name in _FIELDS)
    if deck:
        names = [minion_glyph(game, kind) for kind in range(V.TYPES)]
        kills = [f"kills_{word_of(minion)}" for minion in V.Minion]
        for name, sign in zip(kills, names, strict=True):
            found += [sign, "icon/skull"] * (n[name] > 0)
        found += ["icon/lesser", "icon/skull"] * n["kills_lesser"]
        found += ["icon/major", "icon/skull"] * n["kills_major"]
        return found + ["icon/support"] * n["support"] + ["×1"] * n["once"]
    dice = dice_signs(n[name] for name in _DICE[: V.ATTACK_COLOURS])
    found = dice + found
    for name, sign in _WORN.items():
        if n[name]:
            found += [f"+{n[name]}", sign] if name != "unstunned" else [sign, "×0"]
    once = n["once_heal"] or n["once_dice"] or n["once_ultimate"]
    replaced = int(box.equipment_instead[card])
    if replaced >= 0:
        found += ["-1", "die/battle", f"icon/{_ICONS[replaced]}"]
    if box.equipment_act_heal[card]:
        found += [f"+{box.equipment_act_heal[card]}", "icon/heal"]
    found += icon_signs(box.equipment_act_icons[card])
    return found + ["×1"] * bool(once)


# -- sentences ---------------------------------------------------------------------------


def dice_in_words(counts: Iterable[int]) -> str:
    """Return dice such as ``"2 battle dice and 1 fire die"``."""
    found = []
    for n, count in enumerate(counts):
        if count:
            found.append(WORDS.count(count, WORDS.name("colour", n)))
    return " and ".join(found) or "no dice"


def effect_in_words(game: OrcsMustDie, deck: int, card: int) -> str:
    """Return what a card does."""
    return ", ".join(_effects(game, deck, card)) or "nothing"


def _effects(game: OrcsMustDie, deck: int, card: int) -> Iterator[str]:
    box = game.box_record
    fields = V.TRAP_FIELDS if deck else V.EQUIPMENT_FIELDS
    row = (box.trap if deck else box.equipment)[card].tolist()
    n = dict(zip(fields, row, strict=True))
    icons = [n[name] for name in _FIELDS]
    if deck:
        if any(icons):
            yield _small("trap_icons", icons=icons_in_words(icons))
        targets = [minion_name(game, kind) for kind in range(V.TYPES)]
        kinds = [word_of(minion) for minion in V.Minion]
        kinds, targets = [*kinds, "lesser", "major"], [*targets, "lesser minion", "major minion"]
        for word, target in zip(kinds, targets, strict=True):
            if n[f"kills_{word}"]:
                yield _small("trap_kills", target=target)
        for name in ("support", "once"):
            if n[name]:
                yield _small(name)
        return
    dice = dice_in_words(n[name] for name in _DICE[: V.ATTACK_COLOURS])
    if dice != "no dice":
        yield _small("once_dice" if n["once_dice"] else "every_attack", dice=dice)
    if any(icons):
        yield _small("every_attack", dice=icons_in_words(icons))
    for name in _WORN:
        if n[name]:
            yield _small(name, n=n[name])
    replaced, acts = int(box.equipment_instead[card]), box.equipment_act_icons[card]
    if replaced >= 0:
        yield _small("replaces", icons=f"1 {WORDS.name('icon', replaced)}")
    if box.equipment_act_heal[card]:
        yield _small("act_heal", n=int(box.equipment_act_heal[card]))
    if acts.any():
        yield _small("act_icons", icons=icons_in_words(acts.tolist()))


def _small(key: str, **values: Any) -> str:
    words = say(key, **values)
    return words[:1].lower() + words[1:]


def about_card(game: OrcsMustDie, deck: int, card: int, worn: bool = False) -> str:
    """Return what a card is, costs and does."""
    name = game.components.names("traps" if deck else "equipment")[card]
    cost = int(game.box_record.card_cost[deck, card])
    effect = effect_in_words(game, deck, card)
    return say("worn" if worn else "card", card=name, cost=cost, effect=effect)


def about_tile(game: OrcsMustDie, tile: int) -> str:
    """Return what a tile is and does."""
    kind = V.Kind(game.box_record.tile_kind[game.public.fortress, tile])
    return say("tile", tile=tile, kind=int(kind), rule=_small(word_of(kind)))


def about_army(cards: int) -> str:
    """Return what a gate is."""
    return say("army", cards=cards)


def about_rift(game: OrcsMustDie) -> str:
    """Return how the rift is."""
    return say("rift_health", health=game.public.rift, most=game.public.rift_max)


def about_minions(game: OrcsMustDie, kind: int, state: int, count: int) -> str:
    """Return what minions need and do at the present level."""
    box, stage = game.box_record, max(0, game.public.stage - 1)
    row = kind + V.TYPES * game.public.team
    steps = int(box.move[row, stage])
    harm = int(box.rift[row])
    words = say(
        "minions",
        count=count,
        minion=minion_name(game, kind),
        state=state,
        need=icons_in_words(box.need[row, stage].tolist()),
        dice=dice_in_words(box.attack[row, stage].tolist()),
        steps=steps,
        harm=_small("harm", n=harm) if harm else _small("no_harm"),
    )
    extra = []
    if box.forward[row]:
        extra.append(say("forward"))
    if box.aura[row].any():
        extra.append(say("aura", icons=icons_in_words(box.aura[row].tolist())))
    return " ".join([words, *(f"{one}." for one in extra)])


def about_choice(game: OrcsMustDie, hero: int) -> str:
    """Return what a hero that may be chosen can do."""
    box = game.box_record
    return say(
        "hero_choice",
        hero=hero_name(game, hero),
        icons=icons_in_words(box.wounds[hero].tolist()),
        power=int(box.hero_power[hero]),
        ultimate=int(box.hero_ultimate_kind[hero]),
    )


def about_hero(game: OrcsMustDie, seat: int) -> str:
    """Return who a seat's hero is and how it does."""
    p, box, hero = game.public, game.box_record, int(game.public.cards[seat, V.HERO])
    words = say(
        "hero",
        hero=hero_name(game, hero),
        seat=seat,
        health=int(p.health[seat]),
        most=int(box.hero_health[hero]),
        steps=int(box.hero_move[hero]),
        icons=icons_in_words(box.wounds[hero].tolist()),
    )
    return f"{words} {say('stunned')}" if p.stunned[seat] else words


def about_boss(game: OrcsMustDie, moment: int) -> str:
    """Return what a boss is and does, or when it enters."""
    p, box = game.public, game.box_record
    kind, name = int(p.boss_kind[moment]), boss_name(game, moment)
    if p.boss_state[moment] == V.BossState.WAITS:
        when = _small(word_of(V.Moment(moment)))
        return say("boss_waits", boss=name, when=when)
    steps, stage = int(box.boss_move[kind]), max(0, p.stage - 1)
    words = say(
        "boss",
        boss=name,
        health=int(p.boss_health[moment]),
        most=int(box.boss_health[kind, p.team_size]),
        icons=icons_in_words(box.boss_wounds[kind].tolist()),
        dice=dice_in_words(box.boss_dice[kind, stage].tolist()),
        steps=steps,
        n=int(box.boss_rift[kind]),
    )
    extra = [
        say(key, n=int(number))
        for key in ("armour", "purse", "burn")
        if (number := getattr(box, f"boss_{key}")[kind])
    ]
    if box.boss_aura[kind].any():
        extra.append(say("boss_aura", icons=icons_in_words(box.boss_aura[kind].tolist())))
    if p.boss_stunned[moment]:
        extra.append(WORDS.name("state", V.DOWN))
    return " ".join([words, *(f"{one}." for one in extra)])


def ally_of(p: Any, seat: int) -> int:
    """Return the action ``ally`` that names a seat, clockwise from the one who decides."""
    n = (seat - int(p.active)) % int(p.players)
    return V.ALLY + n if n < V.SEATS else V.FAR_ALLY + n - V.SEATS


def tile_action(game: OrcsMustDie, tile: int) -> int:
    """Return the action that names a tile of the fortress that is drawn."""
    p = game.public
    own = team_of(p, p.active) == p.team
    return (V.TILE if own else V.RIVAL_TILE) + tile


def place(game: OrcsMustDie, tile: int) -> str:
    """Return the name of a tile's spot: those of the second team come last."""
    return f"tile/{tile + V.TILES * game.public.team}"
