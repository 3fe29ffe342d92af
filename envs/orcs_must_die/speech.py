"""Actions, decisions and events in words, the sentences of ``words.yaml``; snapshots."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from tablemates.envs.core.answers import CHANCE, OVER
from tablemates.envs.core.vocabulary import word_of
from tablemates.envs.core.words import Words
from tablemates.envs.orcs_must_die import vocabulary as V
from tablemates.envs.orcs_must_die.vocabulary import CATALOGUE, Chance, Decision, Event, Hero, Step

if TYPE_CHECKING:
    from tablemates.envs.orcs_must_die.game import OrcsMustDie

WORDS: Final = Words(Path(__file__).with_name("words.yaml"))


def decision_key(p: Any) -> str:
    """Return the kind of decision or, where chance decides, of the die or deck."""
    return word_of(Chance(p.chance) if p.decision == Decision.CHANCE else Decision(p.decision))


def icons_in_words(counts: Any) -> str:
    """Return icons such as ``"2 sword, 1 stun"``."""
    found = [f"{count} {WORDS.name('icon', n)}" for n, count in enumerate(counts) if count]
    return ", ".join(found) or "nothing"


def weapon_name(game: OrcsMustDie, seat: int, rank: int) -> str:
    """Return the name of the weapon that a seat's hero has at a rank."""
    hero = Hero(game.public.cards[seat, V.HERO])
    return game.components.parts.heroes[hero].weapons[rank].name


def face_name(game: OrcsMustDie, colour: int, face: int) -> str:
    """Return what a face of a die shows."""
    icons = game.box_record.face_icons[colour, face]
    return icons_in_words(icons) if icons.any() else "blank"


def _card_of(game: OrcsMustDie, section: str, number: int) -> str:
    return game.components.names(section)[number]


def _named(game: OrcsMustDie, fields: dict[str, Any]) -> dict[str, Any]:
    """Return fields with the names of cards in place of their numbers."""
    for field, section in (("equipment", "equipment"), ("trap", "traps"), ("card", "army")):
        if isinstance(fields.get(field), int):
            fields[field] = _card_of(game, section, fields[field])
    return fields


# -- decisions -----------------------------------------------------------------------------------


def decision(game: OrcsMustDie) -> str:
    """Return who decides what, as a sentence."""
    p = game.public
    fields: dict[str, Any] = {
        name: int(getattr(p, name)) for name in ("pool", "cost", "pooled", "steps", "cause", "tile")
    }
    fields |= {"seat": int(p.active), "skulls": int(p.skulls[p.active]), "other_seat": int(p.seat)}
    fields["hero"] = max(0, int(p.cards[p.active, V.HERO]))
    if p.kind >= 0:
        fields["minion"] = int(p.kind)
    elif p.flying:
        fields["tile"], fields["minion"] = map(int, p.flights[p.flying - 1, :2])
    if p.step == Step.UPGRADE:
        fields["other_seat"] = (int(p.lord) + int(p.cursor)) % int(p.players)
    elif p.step == Step.TRAPS and p.decision == Decision.TRIGGER:
        fields["tile"] = int(game.box_record.order[p.fortress, p.cursor])
    elif p.decision == Decision.CHANCE and p.chance == Chance.ARMY:
        fields["tile"] = int(game.box_record.army_tile[p.fortress, p.stage - 1, p.cursor])
    if p.trap >= 0:
        fields["trap"] = int(p.trap)
    if p.decision == Decision.REPLACE:
        fields["equipment"] = int(p.slot)
    fields["stock"] = _stock(p)
    return WORDS.say("decisions", decision_key(p), **_named(game, fields))


def _stock(p: Any) -> str:
    """Return what can be spent, in words."""
    names = [WORDS.name("minion", n) for n in range(V.TYPES)] + ["lesser minion", "major minion"]
    tokens = [f"{count} kill of a {names[n]}" for n, count in enumerate(p.tokens) if count]
    icons = [icons_in_words(p.icons)] if p.icons.any() or not tokens else []
    return ", ".join(icons + tokens)


# -- actions -------------------------------------------------------------------------------------


def describe(game: OrcsMustDie, action: int) -> str:
    """Return a legal action or outcome in words."""
    p = game.public
    key = decision_key(p)
    if p.decision == Decision.CHANCE:
        return WORDS.say("actions", "outcome", outcome=outcome_name(game, action))
    group, place = CATALOGUE.action(action)
    fields = _fields_of(game, group, place[0] if place else 0)
    try:
        return WORDS.say("actions", f"{key} {group}", **fields)
    except KeyError:
        return WORDS.say("actions", group, **fields)


def outcome_name(game: OrcsMustDie, value: int) -> str:
    """Return the name of an outcome of chance: a face or a card."""
    chance = int(game.public.chance)
    if chance < V.COLOURS:
        return face_name(game, chance, value)
    sections = {Chance.EQUIPMENT: "equipment", Chance.ARMY: "army"}
    return _card_of(game, sections.get(Chance(chance), "traps"), value)


def _fields_of(game: OrcsMustDie, group: str, n: int) -> dict[str, Any]:
    """Return what the sentence of an action names."""
    p, box = game.public, game.box_record
    seat = int(p.active)
    cards = p.cards[seat]
    fields: dict[str, Any] = {}
    if group == "revitalise":
        fields = {"cost": box.revitalise * p.players}
    elif group == "weapon":
        rank = int(cards[V.RANK]) + 1
        fields = {
            "weapon": weapon_name(game, seat, rank),
            "cost": box.weapon_cost[cards[V.HERO], rank],
        }
    elif group == "equipment":
        card = int(p.shop[0, n])
        fields = {"equipment": card, "cost": box.equipment[card, V.COST]}
    elif group == "trap":
        card = int(p.shop[1, n])
        fields = {"trap": card, "cost": box.trap[card, V.COST]}
    elif group == "place" and p.decision == Decision.REPLACE:
        fields = {"card": _card_of(game, "equipment", int(cards[V.AMULET + n]))}
    elif group == "place":
        fields = {"card": _card_of(game, "traps", int(p.traps[p.at[seat], n]))}
    elif group == "trinket":
        fields = {"equipment": int(cards[V.TRINKET])}
    elif group == "lose":
        weapon = weapon_name(game, seat, int(cards[V.RANK]))
        worn = n > 0 and _card_of(game, "equipment", int(cards[V.AMULET + n - 1]))
        fields = {"card": worn or weapon}
    elif group == "ally":
        fields = {"other_seat": (seat + n) % int(p.players)}
    elif group == "kill":
        fields = {"minion": n // V.STATES, "state": n % V.STATES}
    elif group in ("stun", "group"):
        fields = {"minion": n}
    elif group == "army":
        fields = {"tile": box.army_tile[p.fortress, p.stage - 1, n]}
    elif group in ("number", "tile", "hero"):
        fields = {group: n}
    return _named(game, fields)


# -- events --------------------------------------------------------------------------------------


def event(game: OrcsMustDie, row: list[int]) -> dict[str, Any]:
    """Return an event with its fields and a sentence."""

    def spoken(fields: dict[str, int]) -> dict[str, Any]:
        said: dict[str, Any] = dict(fields)
        seat, other = fields.get("seat", -1), fields.get("other", -1)
        if seat < 0:
            said.pop("seat", None)
        if "yes" in fields:
            said["other_seat"] = other
            said["answer"] = "grants" if fields["yes"] else "refuses"
        if "rank" in fields:
            said["weapon"] = weapon_name(game, seat, fields["rank"])
        if "face" in fields:
            said["outcome"] = face_name(game, fields["colour"], fields["face"])
        here = f"on tile {fields.get('tile')}"
        said["place"] = here if other < 0 else f"between tiles {fields.get('tile')} and {other}"
        said["owner"] = "The pool" if seat < 0 else WORDS.name("seat", seat)
        return _named(game, said)

    return WORDS.event(Event(row[0]), row[1:], spoken)


# -- snapshots: what can be seen and chosen, as documented and versioned plain data -----------

VERSION: Final = 1
#: Keys of a position that are not on the table.
_LEFT_OUT: Final = ("hidden", "skip_forced", "chance", "seed")


def snapshot(game: OrcsMustDie) -> dict[str, Any]:
    """Return the public part of a position, who decides what, and the choices in words.

    ``seat`` is None where chance decides or the game is over; ``choices`` hold the number,
    name and sentence of each legal action (at chance: outcome, without a name).
    """
    seat = game.to_move()
    position = game.dump_position()
    for key in _LEFT_OUT:
        position.pop(key, None)
    return {
        "version": VERSION,
        "game": game.name,
        **position,
        "bank": int(game.public.bank),
        "phase": word_of(V.phase_of(Step(game.public.step))),
        "progress": game.progress(),
        "seat": None if seat in (CHANCE, OVER) else seat,
        "question": game.decision(),
        "choices": [
            {
                "action": action,
                "name": None if seat == CHANCE else game.catalogue.name(action),
                "text": game.describe(action),
            }
            for action in game.legal
        ],
    }
