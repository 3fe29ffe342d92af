"""Actions, decisions and events in words, the sentences of ``words.yaml``; snapshots."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any, Final

from tablemates.envs.core.display.sentences import Spoken, Words, with_article
from tablemates.envs.core.plain.speech import snapshot_of
from tablemates.envs.core.records.vocabulary import word_of
from tablemates.envs.orcs_must_die import vocabulary as V
from tablemates.envs.orcs_must_die.game import OrcsMustDie
from tablemates.envs.orcs_must_die.rules.teams import team_of

WORDS: Final = Words(Path(__file__).with_name("words.yaml"))
#: The section of the parts that names the cards of a field.
_SECTIONS: Final = {"equipment": "equipment", "trap": "traps", "card": "army"}


def decision_key(p: Any) -> str:
    """Return the kind of decision or, where chance decides, of the die or deck."""
    by_chance = p.decision == V.Decision.CHANCE
    return word_of(V.Chance(p.chance) if by_chance else V.Decision(p.decision))


def icons_in_words(counts: Any) -> str:
    """Return icons such as ``"2 swords, 1 stun"``."""
    found = [WORDS.count(count, WORDS.name("icon", n)) for n, count in enumerate(counts) if count]
    return ", ".join(found) or "nothing"


def weapon_name(game: OrcsMustDie, seat: int, rank: int) -> str:
    """Return the name of the weapon that a seat's hero has at a rank."""
    hero = game.components.all_heroes[int(game.public.cards[seat, V.HERO])]
    return "" if hero is None else hero.weapons[rank].name


def title_of(name: str) -> str:
    """Return a name of the parts as people read it, such as ``"Ball and Chain"``."""
    words = name.removeprefix("hero:").replace("_", " ").split()
    return " ".join(word if word == "and" else word.capitalize() for word in words)


def hero_name(game: OrcsMustDie, hero: int) -> str:
    """Return the name of a hero of the box."""
    return title_of(game.components.heroes[hero])


def minion_name(game: OrcsMustDie, kind: int) -> str:
    """Return the name of a type of minions or, after these, of a moment's boss."""
    if kind >= V.HERO_KIND:
        return hero_name(game, int(game.public.cards[kind - V.HERO_KIND, V.HERO]))
    if kind >= V.TYPES:
        return boss_name(game, kind - V.TYPES)
    return told_minion(game, kind + V.TYPES * game.public.team)


def told_minion(game: OrcsMustDie, row: int) -> str:
    """Return the name of a type of minions as events number them, the second team's last."""
    return game.components.minions[row].replace("_", " ")


def boss_name(game: OrcsMustDie, moment: int) -> str:
    """Return the name of the boss of a moment."""
    return title_of(game.components.bosses[game.public.boss_kind[moment % V.BOSSES]])


def face_name(game: OrcsMustDie, colour: int, face: int) -> str:
    """Return what a face of a die shows."""
    icons = game.box_record.face_icons[colour, face]
    return icons_in_words(icons) if icons.any() else "blank"


def _card(game: OrcsMustDie, section: str, number: int) -> str:
    return game.components.names(section)[number]


def _named(game: OrcsMustDie, fields: dict[str, Any]) -> dict[str, Spoken]:
    """Return fields with the names of cards in place of their numbers."""
    cards = {
        field: partial(_card, game, section, fields[field])
        for field, section in _SECTIONS.items()
        if not isinstance(fields.get(field, ""), str)
    }
    names = {"hero": hero_name, "minion": minion_name, "boss": boss_name}
    for field, name in names.items():
        if not isinstance(fields.get(field, ""), str):
            cards[field] = partial(name, game, fields[field])
    return fields | cards


def decision(game: OrcsMustDie) -> str:
    """Return who decides what, as a sentence."""
    p, box, key = game.public, game.box_record, decision_key(game.public)
    flight = p.flights[p.flying - 1]
    tile = flight[0] if p.flying and p.kind < 0 else p.tile
    if key == "trigger":
        tile = box.order[p.fortress, p.cursor]
    elif key == "army":
        tile = box.army_tile[p.fortress, p.stage - 1, p.cursor]
    fields = {
        **{name: getattr(p, name) for name in ("pool", "cost", "pooled", "steps", "cause", "trap")},
        "seat": p.active,
        "other_seat": _other_seat(p),
        "skulls": p.skulls[p.active],
        "hero": p.cards[p.active, V.HERO],
        "minion": flight[1] if p.kind < 0 else p.kind,
        "boss": p.due,
        "tile": tile,
        "equipment": p.slot,
        "stock": _stock(game),
        "choice": _proposal(game),
    }
    return WORDS.say("decisions", key, **_named(game, fields))


def _other_seat(p: Any) -> Any:
    """Return the seat that a question to another is about."""
    if p.decision == V.Decision.AGREE:
        return p.proposer
    if p.decision == V.Decision.CLAIM:
        return next(seat for seat in range(p.players) if p.claims >> seat & 1)
    if p.step == V.Step.UPGRADE:
        return (p.lord + p.cursor) % p.players
    return p.part if p.decision == V.Decision.GUARD else p.seat


def _proposal(game: OrcsMustDie) -> str:
    """Return what a team is asked to agree on, empty: nothing."""
    p = game.public
    if p.decision != V.Decision.AGREE:
        return ""
    asked = word_of(V.Decision(p.proposed)).replace("_", " ")
    return f"{asked}: {game.catalogue.name(p.proposal)}"


def _stock(game: OrcsMustDie) -> str:
    p = game.public
    names = [minion_name(game, n) for n in range(V.TYPES)] + ["lesser minion", "major minion"]
    tokens = [
        f"{WORDS.count(count, 'kill')} of {with_article(names[n])}"
        for n, count in enumerate(p.tokens)
        if count
    ]
    icons = [icons_in_words(p.icons)] if p.icons.any() or not tokens else []
    return ", ".join(icons + tokens)


def describe(game: OrcsMustDie, action: int) -> str:
    """Return a legal action or outcome in words."""
    key = decision_key(game.public)
    if game.public.decision == V.Decision.CHANCE:
        return WORDS.say("actions", "outcome", outcome=_outcome(game, action))
    group, place = game.catalogue.action(action)
    fields = _named(game, _fields_of(game, group, place[0] if place else 0))
    try:
        return WORDS.say("actions", f"{key} {group}", **fields)
    except KeyError:
        return WORDS.say("actions", group, **fields)


def _outcome(game: OrcsMustDie, value: int) -> str:
    """Return the name of an outcome of chance: a face or a card."""
    chance = game.public.chance
    if chance < V.COLOURS:
        return face_name(game, chance, value)
    if chance == V.Chance.LORD:
        return WORDS.name("seat", value)
    sections = {V.Chance.EQUIPMENT: "equipment", V.Chance.ARMY: "army"}
    return _card(game, sections.get(V.Chance(chance), "traps"), value)


def _fields_of(game: OrcsMustDie, group: str, n: int) -> dict[str, Any]:
    p, box, seat = game.public, game.box_record, game.public.active
    cards = p.cards[seat]
    fields: dict[str, Any] = {
        **dict.fromkeys(("number", "tile"), n),
        "other_seat": (seat + n + V.SEATS * (group == "far_ally")) % p.players,
        "minion": n // V.STATES if group == "kill" else n,
        "state": n % V.STATES,
    }
    if group in ("hero", "extra_hero"):
        first = V.ALL_HEROES * team_of(p, seat)
        fields["hero"] = first + n + V.HEROES * (group == "extra_hero")
    elif group in ("wound_hero", "stun_hero"):
        fields["other_seat"] = (seat + n) % p.players
    elif group.endswith("_boss"):
        fields["boss"] = n
    elif group == "use":
        fields["equipment"] = cards[V.AMULET + n - 1]
    elif group == "revitalise":
        fields["cost"] = box.revitalise_per_player * p.team_size
    elif group == "weapon":
        rank = int(cards[V.RANK]) + 1
        fields["weapon"] = weapon_name(game, seat, rank)
        fields["cost"] = box.hero_weapons_cost[cards[V.HERO], rank]
    elif group in ("equipment", "trap"):
        deck = int(group == "trap")
        fields[group] = p.shop[deck, n]
        fields["cost"] = box.card_cost[deck, p.shop[deck, n]]
    elif group == "place" and p.decision == V.Decision.REPLACE:
        fields["card"] = _card(game, "equipment", cards[V.AMULET + n])
    elif group == "place":
        fields["card"] = _card(game, "traps", p.traps[p.at[seat], n])
    elif group == "trinket":
        fields["equipment"] = cards[V.TRINKET]
    elif group == "decline":
        card = cards[V.AMULET + n - 1] if n else -1
        fields["card"] = _card(game, "equipment", card) if n else "power"
    elif group == "lose" and n == 0:
        fields["card"] = weapon_name(game, seat, int(cards[V.RANK]))
    elif group == "lose":
        fields["card"] = _card(game, "equipment", cards[V.AMULET + n - 1])
    elif group == "army":
        fields["tile"] = box.army_tile[p.fortress, p.stage - 1, n]
    return fields


def event(game: OrcsMustDie, row: list[int], section: str = "events") -> dict[str, Any]:
    """Return an event with its fields and a sentence, of a section of the words."""

    def _owner(fields: dict[str, int], seat: int) -> str:
        if "team" in fields:
            return str(WORDS.name("team", fields["team"])).capitalize()
        return "The pool" if seat < 0 else str(WORDS.name("seat", seat))

    def spoken(fields: dict[str, int]) -> dict[str, Spoken]:
        seat, other, tile = (fields.get(name, -1) for name in ("seat", "other", "tile"))
        said: dict[str, Any] = {
            **fields,
            "tile": tile % V.TILES,
            "other": other % V.TILES if "tile" in fields else other,
            "other_seat": other,
            "answer": "grants" if fields.get("yes") else "refuses",
            "place": (
                f"on tile {tile % V.TILES}"
                if other < 0
                else f"between tiles {tile % V.TILES} and {other % V.TILES}"
            ),
            "owner": _owner(fields, seat),
            "consent": "yes" if fields.get("yes") else "no",
            "weapon": lambda: weapon_name(game, seat, fields["rank"]),
            **(
                {"minion": told_minion(game, fields["minion"])}
                if not isinstance(fields.get("minion", ""), str)
                else {}
            ),
            "outcome": lambda: face_name(game, fields["colour"], fields["face"]),
        }
        return _named(game, said)

    return WORDS.event(V.Event(row[0]), row[1:], spoken, section)


VERSION: Final = 1
#: Keys of a position that are not on the table.
_LEFT_OUT: Final = ("hidden", "skip_forced", "chance", "seed")


def snapshot(game: OrcsMustDie) -> dict[str, Any]:
    """Return the public state with the legal actions, see ``snapshot_of``."""
    p = game.public
    phase = word_of(V.phase_of(V.Step(p.step)))
    found = snapshot_of(game, VERSION, _LEFT_OUT, bank=int(p.bank), phase=phase)
    if "teams" in found:
        picks, eyes = game.fields(game.record).private.picks, game.eyes
        found["teams"]["picks"] = picks[eyes].tolist() if eyes >= 0 else []  # HID-04
    return found
