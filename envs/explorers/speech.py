"""Actions, decisions and events in words, the sentences of ``words.yaml``; snapshots."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

from tablemates.envs.core.display.sentences import Words
from tablemates.envs.core.game.packaged_game import snapshot_of
from tablemates.envs.core.records.vocabulary import word_of
from tablemates.envs.explorers import vocabulary as V
from tablemates.envs.explorers.game import Explorers
from tablemates.envs.explorers.vocabulary import CATALOGUE, Chance, Decision, Event

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


def event(_game: Explorers, row: list[int]) -> dict[str, Any]:
    """Return an event with its fields and a sentence."""
    return WORDS.event(Event(row[0]), row[1:])


# -- snapshots: what can be seen and chosen, as documented and versioned plain data -----------

VERSION: Final = 1
#: Keys of a position that are not on the table.
_LEFT_OUT: Final = ("hidden", "skip_forced", "chance")


def snapshot(game: Explorers) -> dict[str, Any]:
    """Return the public state with the legal actions, see ``snapshot_of``."""
    p = game.public
    return snapshot_of(
        game,
        VERSION,
        _LEFT_OUT,
        goal=int(p.goal),
        filled=int(p.filled),
        creature_cards=int(p.creature_length),
    )
