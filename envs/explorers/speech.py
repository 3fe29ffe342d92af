"""Actions, decisions and events in words, the sentences of ``words.yaml``; snapshots."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

from tablemates.envs.core.display.sentences import Words
from tablemates.envs.core.plain.speech import snapshot_of
from tablemates.envs.core.records.vocabulary import word_of
from tablemates.envs.explorers import vocabulary as V
from tablemates.envs.explorers.game import Explorers
from tablemates.envs.explorers.vocabulary import CATALOGUE, Chance, Decision, Event, Kind

WORDS: Final = Words(Path(__file__).with_name("words.yaml"))


def decision_key(p: Any) -> str:
    """Return the kind of decision or, where chance decides, of the card that is turned over."""
    return word_of(Chance(p.chance) if p.decision == Decision.CHANCE else Decision(p.decision))


def decision(game: Explorers) -> str:
    """Return who decides what, as a sentence."""
    p = game.public
    fields: dict[str, int] = {"seat": p.active, "food": p.food, "left": p.left, "due": p.due}
    fields["cause"] = p.cause
    if p.slot >= 0:
        fields["front"] = p.place_front[p.slot]
    if p.chest >= 0:
        fields["chest"] = p.chest_number[p.chest]
    return WORDS.say("decisions", decision_key(p), **fields)


def describe(game: Explorers, action: int) -> str:
    """Return a legal action or outcome in words."""
    p, box = game.public, game.box_record
    key = decision_key(p)
    if p.decision == Decision.CHANCE:
        return WORDS.say("actions", f"{key} outcome", **_outcome(p, box, action))
    group, place = CATALOGUE.action(action)
    n = place[0] if place else 0
    fields: dict[str, int] = {}
    if group == "slot":
        front = p.place_front[n]
        fields = {"front": front, "price": box.front_cost[front]}
    elif group in ("creature", "trophy"):
        fields = {"creature": n, "price": box.creature_cost[n]}
    elif group == "chest":
        fields = {"chest": p.chest_number[n]}
    elif group == "item":
        fields = {"holding": n}
        if key == "main" and box.holding_food[n] > 0:
            group = "food"
    elif group == "destination":
        fields = {"front": V.DESTINATIONS[n]}
    alone = group in ("end", "refresh")
    return WORDS.say("actions", group if alone else f"{key} {group}", **fields)


def _outcome(p: Any, box: Any, value: int) -> dict[str, int]:
    """Return the fields of an outcome of chance."""
    if p.chance == Chance.FRONT:
        return {"front": value}
    if p.chance == Chance.CREATURE:
        return {"creature": value}
    front = p.place_front[p.slot]
    return {"item": box.back_item[front, value], "creatures": box.back_creatures[front, value]}


def event(_game: Explorers, row: list[int], section: str = "events") -> dict[str, Any]:
    """Return an event with its fields and a sentence, of a section of the words."""
    return WORDS.event(Event(row[0]), row[1:], _spoken, section)


def _spoken(fields: dict[str, int]) -> dict[str, int]:
    """Return the fields of an event as hands are told them: they count places from 1."""
    return fields | ({"place": fields["slot"] + 1} if "slot" in fields else {})


# -- what things are: a name, numbers, a rule ------------------------------------------------


def trade_of(box: Any, front: int) -> list[Kind]:
    """Return the classes of items that a villager takes; of other landscapes none."""
    return [kind for kind in Kind if box.front_trade[front] & box.kind_holdings[kind]]


def needs_of(p: Any, box: Any, chest: int) -> list[tuple[int, bool]]:
    """Return the needs of a chest, and whether each is met."""
    kinds = box.chest_need[p.chest_number[chest]].tolist()
    missing = int(p.chest_missing[chest])
    return [(kind, not missing >> n & 1) for n, kind in enumerate(kinds) if kind >= 0]


def landscape_words(p: Any, box: Any, place: int) -> str:
    """Return what a landscape is, what it costs and what may lie behind it."""
    front, back = int(p.place_front[place]), int(p.place_back[place])
    fields: dict[str, int | str] = {"front": front, "price": int(box.front_cost[front])}
    if trade := trade_of(box, front):
        either = " or ".join(WORDS.name("kind", kind) for kind in trade)
        fields |= {"trade": either, "item": int(box.back_item[front, 0])}
        return WORDS.say("about", "village", **fields)
    tool = int(box.front_tool[front])
    parts = []
    if tool >= 0:
        parts.append(WORDS.say("about", "tool", kind=int(box.holding_kind[tool])))
    seen = [back] if back >= 0 else range(box.front_backs[front])
    backs = [_back_words(box, front, n) for n in seen if back >= 0 or p.unknown[front, n]]
    if backs:
        parts.append(WORDS.say("about", "backs", backs=" or ".join(dict.fromkeys(backs))))
    return " ".join([WORDS.say("about", "landscape", **fields), *parts])


def _back_words(box: Any, front: int, back: int) -> str:
    words = WORDS.name("item", int(box.back_item[front, back]))
    creatures = int(box.back_creatures[front, back])
    return words + (f" with {WORDS.name('creatures', creatures)}" if creatures else "")


def pile_words(p: Any, length: int) -> str:
    """Return what the pile is."""
    return WORDS.say("about", "pile", count=length, known=p.low_length)


def creature_words(p: Any, box: Any, kind: int) -> str:
    """Return what a type of creature is, how many are there and may come."""
    fields = {"creature": kind, "price": int(box.creature_cost[kind])}
    fields |= {"count": int(p.line[kind]), "unseen": int(p.unseen[kind])}
    return WORDS.say("about", "creature", **fields)


def chest_words(p: Any, box: Any, chest: int) -> str:
    """Return what a chest needs."""
    needs = [
        WORDS.name("kind", kind) + (" (is in)" if met else "")
        for kind, met in needs_of(p, box, chest)
    ]
    key = "chest" if p.chest_missing[chest] else "filled"
    return WORDS.say("about", key, chest=int(p.chest_number[chest]), needs=" and ".join(needs))


def holding_words(box: Any, what: str, n: int, count: int) -> str:
    """Return what a ``"holding"`` or a ``"trophy"`` is and does."""
    if what == "trophy":
        return WORDS.say("about", "trophy", creature=n, count=count)
    kind = Kind(int(box.holding_kind[n]))
    key = {Kind.SWORD: "weapon", Kind.PICKAXE: "pickaxe"}.get(kind, word_of(kind))
    fields = {"holding": n, "count": count, "cut": int(box.holding_cut[n])}
    fields |= {"uses": int(box.holding_uses[n]), "food": int(box.holding_food[n])}
    key = f"{key} held" if WORDS.has("about", f"{key} held") else "goods held"
    return WORDS.say("about", key, **fields)


# -- snapshots: what can be seen and chosen, as documented and versioned plain data -----------

VERSION: Final = 1
#: Keys of a position that are not on the table.
_LEFT_OUT: Final = ("hidden", "skip_forced", "chance")


def snapshot(game: Explorers) -> dict[str, Any]:
    """Return the public state with the legal actions, see ``snapshot_of``."""
    p = game.public
    return snapshot_of(
        game, VERSION, _LEFT_OUT, goal=p.goal, filled=p.filled, creature_cards=p.creature_length
    )
