"""Laws of every state of a game: cards are conserved, what is under way can go on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

import numpy as np

from tablemates.envs.core.engine.laws import Faults, beyond, surplus
from tablemates.envs.core.engine.team_ending import Outcome
from tablemates.envs.core.records.layout import Bytes, RecordView
from tablemates.envs.core.records.ranges import out_of_range
from tablemates.envs.core.records.vocabulary import word_of, words_of
from tablemates.envs.explorers import vocabulary as V
from tablemates.envs.explorers.game import Explorers
from tablemates.envs.explorers.speech import decision_key
from tablemates.envs.explorers.state import RANGES, STATE
from tablemates.envs.explorers.vocabulary import Cause, Chance, Creature, Decision, Item, Level

_ENDS: Final[Mapping[int, Sequence[int]]] = {
    Outcome.RUNNING: (Cause.NONE,),
    Outcome.WON: (Cause.CHESTS,),
    Outcome.LOST: (Cause.GAME_OVER_CARD, Cause.ILLEGAL_ACTION),
}
#: Fields of what is under way, and which of them are set at each decision or turned card.
_WAY: Final = ("slot", "creature", "chest", "left", "due", "kills", "night", "refilling")
_SET: Final[Mapping[str, Sequence[str]]] = {
    "pay": ("slot left", "creature left"),
    "trade": ("slot",),
    "return": ("", "slot"),
    "item": ("chest",),
    "crossbow": ("kills",),
    "armour": ("due", "due night"),
    "front": ("", "refilling"),
    "back": ("slot",),
    "seen_back": ("slot",),
    "creature": ("due", "due night"),
}


def faults(game: Explorers, record: Bytes) -> Faults:
    """Yield what no game can have: the key of a position, and the reason."""
    state: Any = RecordView(record, STATE)
    p, box = state.public, game.box_record
    if wrong := [*out_of_range(p, RANGES)]:
        yield from wrong
        return
    yield from beyond(p, ("items", "trophies"))
    if max(p.active, p.first_player) >= p.players:
        yield "active, first_player", "nobody takes this seat"
    if p.cause not in _ENDS[p.outcome]:
        yield "cause", "it does not go with the outcome"
    yield from _faults_of_level(p, game)
    yield from _faults_of_chests(p, box)
    yield from _faults_of_landscapes(p, box)
    yield from _faults_of_creatures(p, box)
    yield from _faults_of_items(p, box)
    if (p.decision == Decision.NONE) != (p.outcome != Outcome.RUNNING):
        yield "decision", "a game that is over has none, any other has one"
    elif (p.decision == Decision.CHANCE) != (p.chance != Chance.NONE):
        yield "turned", "a card is turned over where chance decides, and nowhere else"
    elif p.outcome == Outcome.RUNNING:
        yield from _faults_of_way(p, box)


def _faults_of_level(p: Any, game: Explorers) -> Faults:
    numbers = p.chest_number[: p.chests].tolist()
    if p.level != Level.CUSTOM and not game.components.plays(word_of(Level(p.level)), numbers):
        level = word_of(Level(p.level))
        yield "level", f"{level!r} has other chests than {numbers}; 'custom' has any"


def _faults_of_chests(p: Any, box: Any) -> Faults:
    numbers, missing = p.chest_number[: p.chests], p.chest_missing[: p.chests]
    there = box.chest_need[numbers] >= 0
    if not there[:, 0].all() or len({*numbers.tolist()}) < len(numbers):
        yield "chests", "each is a different one of the box"
    elif (missing & ~(there @ [1, 2])).any() or (missing == 0).sum() != p.filled:
        yield "chests", "they have other needs"
    if p.filled > p.goal or (p.filled == p.goal) != (p.outcome == Outcome.WON):
        yield "outcome", "a game is won when all chests but the spare are filled"


def _faults_of_landscapes(p: Any, box: Any) -> Faults:
    row, top = p.place_front[: V.ROW], p.place_front[V.TOP]
    fronts = np.concatenate([p.place_front, p.low_front[: p.low_length]])
    backs = np.concatenate([p.place_back, p.low_back[: p.low_length]])
    lying, known = fronts >= 0, backs >= 0
    others = int((row >= 0).sum() - np.isin(row, V.DESTINATIONS).sum())
    if others > box.row:
        yield "row", f"{others} landscapes besides destinations; {box.row} are laid out"
    if (known & ~lying).any():
        yield "row, top, low", "there is a back without a front"
        return
    seen = p.unknown.copy()
    np.add.at(seen, (fronts[known], backs[known]), 1)
    unseen = p.deep + np.bincount(fronts[lying & ~known], minlength=V.FRONTS)
    if (seen > box.back_copies).any() or (unseen != p.unknown.sum(1)).any():
        yield "row, top, low, explored", "they do not add up to the cards of the box"
    if p.deep_length != p.deep.sum():
        yield "deep", "the pile has another length"
    waits = p.chance == Chance.FRONT
    misplaced = waits != bool(top < 0 and p.deep_length > 0) or (
        top < 0 < p.low_length and not waits
    )
    if misplaced and p.cause != Cause.ILLEGAL_ACTION:  # which may end the game meanwhile
        yield "top", "it is empty where the pile is, or while its next card is turned over"


def _faults_of_creatures(p: Any, box: Any) -> Faults:
    there = p.line + p.trophies.sum(0) + p.unseen
    says = "do not add up to the cards of the box"
    names = words_of(Creature)
    yield from surplus("line, unseen, trophies", there, box.creature_copies, names, says)
    seen = p.cause == Cause.GAME_OVER_CARD
    length = p.unseen.sum() - box.removed[p.players] + (not seen)
    if p.creature_length != length or not (not seen) <= length <= V.CREATURE_CARDS:
        yield "unseen", f"{length} cards are no pile of creatures"


def _faults_of_items(p: Any, box: Any) -> Faults:
    """Items come from landscapes that were explored, and may be in chests (EXP-02, CHEST-03)."""
    explored = box.back_copies - p.unknown
    for front, back in [
        *zip(p.place_front, p.place_back, strict=True),
        *zip(p.low_front, p.low_back, strict=True),
    ]:
        explored[front, back] -= back >= 0
    given, held = np.zeros(V.ITEMS, int), np.zeros(V.ITEMS, int)
    printed = box.back_item >= 0
    np.add.at(given, box.back_item[printed], explored[printed])
    np.add.at(held, _ITEM_OF, p.items.sum(0))
    yield from surplus("items", held, given, words_of(Item), "are more than explored cards give")
    left = np.bincount(_KIND_OF, given - held, V.KINDS)
    for number, missing in zip(p.chest_number[: p.chests], p.chest_missing, strict=False):
        for need, kind in enumerate(box.chest_need[number]):
            left[kind] -= kind >= 0 and not missing >> need & 1
    for kind in np.flatnonzero(left < 0):
        yield "chests", f"nobody has found enough of {words_of(V.Kind)[kind]}"


_ITEM_OF: Final = np.array([V.holding_item(holding) for holding in range(V.HOLDINGS)])
_KIND_OF: Final = np.array([V.item_kind(item) for item in Item])


def _faults_of_way(p: Any, box: Any) -> Faults:
    """Yield why what is under way cannot be gone through with (DEC-03)."""
    key = decision_key(p)
    chosen = [name for n, name in enumerate(_WAY) if getattr(p, name) > (-1 if n < 3 else 0)]
    if " ".join(chosen) not in _SET.get(key, ("",)):
        yield "decision", f"{key!r} does not go with {chosen}"
        return
    if p.chest >= p.chests:
        yield "chest", f"there are {p.chests} chests"
        return
    front = p.place_front[p.slot] if p.slot >= 0 else -1
    if p.slot >= 0 and key != "return" and front < 0:
        yield "slot", "no landscape lies there"
    elif key in ("back", "seen_back") and p.place_back[p.slot] >= 0:
        yield "slot", "its back is known"
    if p.creature >= 0 and p.line[p.creature] == 0:
        yield "creature", "it is not in the line"
    if key == "pay":
        yield from _faults_of_payment(p, box, int(front))
    if p.kills > box.crossbow_kills or p.due > (1 if p.night else box.back_creatures.max()):
        yield "kills, due", "no card and no night asks for so many"
    if key == "armour" and p.items[p.active, V.ARMOUR] == 0:
        yield "decision", "the active seat has no armour"
    if key == "reward" and p.filled == 0:
        yield "decision", "no chest is filled"


def _faults_of_payment(p: Any, box: Any, front: int) -> Faults:
    """Payment in parts is asked for where a tool helps; then the cost can be paid (TOOL-03)."""
    first = V.TOOL if front < 0 else box.front_tool[front]
    tools = slice(first, first + 6) if first >= 0 else slice(0)
    uses = p.items[p.active, tools] * box.holding_uses[tools].astype(int)
    power = (uses * box.holding_cut[tools]).sum()
    cost = box.creature_cost[p.creature] if front < 0 else box.front_cost[front]
    if power == 0 or p.left > cost:
        yield "left", "it cannot be paid in part with a tool"
    elif p.left > p.food + power:
        yield "left", "it cannot be paid"
