"""Laws of every state of a game: figures, cards and skulls are conserved, steps can go on."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from tablemates.envs.core.engine.laws import Faults, beyond, surplus
from tablemates.envs.core.engine.team_ending import Outcome
from tablemates.envs.core.files.documents import read_document
from tablemates.envs.core.records.layout import Bytes, RecordView
from tablemates.envs.core.records.ranges import Range, out_of_range, ranges_of
from tablemates.envs.core.records.vocabulary import word_of, words_of
from tablemates.envs.orcs_must_die import vocabulary as V
from tablemates.envs.orcs_must_die.game import OrcsMustDie
from tablemates.envs.orcs_must_die.laws_of_bosses import faults_of_bosses, faults_of_way_of_bosses
from tablemates.envs.orcs_must_die.laws_of_rivalry import chooser, faults_of_teams
from tablemates.envs.orcs_must_die.laws_of_steps import faults_of_step, figures_of
from tablemates.envs.orcs_must_die.rules.teams import is_alive, leader_of
from tablemates.envs.orcs_must_die.sides import members, own_types, turned
from tablemates.envs.orcs_must_die.speech import decision_key
from tablemates.envs.orcs_must_die.state import SIDE, STATE, Public
from tablemates.envs.orcs_must_die.vocabulary import Cause, Decision, Step

_NOTHING: Final = (
    *("cards", "traps", "supports", "shop", "at", "slot", "kind", "trap", "tile", "seat"),
    *("payers", "drum", "lord", "votes", "boss_kind", "boss_at", "due", "winner"),
)
_ENDS: Final[Mapping[int, Sequence[int]]] = {
    Outcome.RUNNING: (Cause.NONE,),
    Outcome.WON: (Cause.ALL_GONE,),
    Outcome.LOST: (Cause.RIFT, Cause.ILLEGAL_ACTION),
}
#: The same where two teams play.
_ENDS_OF_TEAMS: Final[Mapping[int, Sequence[int]]] = {
    Outcome.RUNNING: (Cause.NONE,),
    Outcome.WON: (Cause.RIFT, Cause.SHARED, Cause.ILLEGAL_ACTION),
    Outcome.LOST: (),
}


class Coming(NamedTuple):
    """A decision or a kind of chance as it comes in a step."""

    decider: str  # a word of ``_DECIDERS``
    needed: Sequence[str]  # fields of what is under way that are set
    others: Sequence[str]  # those that may be set


_TABLES: Final = read_document(Path(__file__).with_suffix(".yaml")).values
#: Fields of what is under way: the least value, which is the usual one, and the greatest.
WAY: Final[Mapping[str, tuple[int, int]]] = {
    field: (int(bounds.split()[0]), int(bounds.split()[1]))
    for bounds, fields in _TABLES["way"].items()
    for field in fields.split()
}
_RANGES: Final[Mapping[str, Range]] = {
    **{
        name: Range(-1 if name in _NOTHING else told.low, told.high)
        for name, told in ranges_of(Public).items()
    },
    **{field: Range(*bounds) for field, bounds in WAY.items()},
}
_SIDE_RANGES: Final = {name: one for name, one in _RANGES.items() if name in (SIDE.names or ())}
_OF_TEAMS: Final = _TABLES["teams"].split()
_STAYS: Final = (*_TABLES["stays"].split(), *_OF_TEAMS)
_COMES: Final[Mapping[str, Mapping[str, Coming]]] = {
    step: {
        key: Coming(row[0], row[1].split(), row[2].split())
        for keys, row in rows.items()
        for key in keys.split()
    }
    for steps, rows in _TABLES["comes"].items()
    for step in steps.split()
}
#: Fields that may be set between two decisions.
_BETWEEN: Final = ("cursor", "seat", *_STAYS)


def faults(game: OrcsMustDie, record: Bytes) -> Faults:
    """Yield what no game can have: the key of a position, and the reason."""
    state: Any = RecordView(record, STATE)
    p, box = state.public, game.box_record
    if wrong := [*out_of_range(p, _RANGES), *out_of_range(p.far, _SIDE_RANGES)]:
        yield from wrong
        return
    if wrong := [*faults_of_teams(game, state)]:
        yield from wrong
        return
    yield from beyond(p, ("health", "stunned", "skulls", "ready", "upgraded", "closed"))
    if max(p.lord, p.active, p.seat, p.payers.max()) >= p.players:
        yield "lord, active, way", "nobody takes this seat"
        return
    made_for = [(key, getattr(game.settings, key)) for key in ("choices", "edition", "heroes")]
    kinds = (V.Choices, V.Edition, V.Roster)
    for (key, made), kind in zip(made_for, kinds, strict=True):
        if word_of(kind(getattr(p, key))) != made:
            yield key, f"the game was made for {key}={made!r}"
            return
    if (p.boss_kind >= 0).any() and not game.settings.options.bosses:
        yield "boss_stage_2, boss_stage_3, boss_end", "the game was made without bosses"
        return
    full = Decision.CHANCE < p.decision <= Decision.READY
    if p.choices == V.Choices.BRIEF and (
        p.first_lord or p.later or p.out or p.declined or p.acted or full
    ):
        yield "choices", "this needs full choices"
        return
    if p.lord < 0 and (p.step > Step.LORD or (p.rivalry and p.step == Step.CHOOSE)):
        yield "lord", "it is drawn when the heroes stand"
        return
    if p.cause not in (_ENDS_OF_TEAMS if p.rivalry else _ENDS)[p.outcome]:
        yield "cause", "it does not go with the outcome"
    if not p.rivalry and (p.rift == 0) != (p.cause == Cause.RIFT):
        yield "rift", "the game is lost at 0, and goes on before"
    if p.tile >= box.tiles[p.fortress]:
        yield "way.tile", "the fortress has no such 'tile'"
        return
    yield from faults_of_way_of_bosses(p)
    yield from _faults_of_heroes(p, box)
    yield from _faults_of_side(p, box, True)
    if p.rivalry:
        yield from _faults_of_side(turned(record).public, box, False)
    if p.outcome != Outcome.RUNNING:
        if p.decision != Decision.NONE or p.chance != V.Chance.NONE:
            yield "decision", "a game that is over has none"
    elif (p.decision == Decision.CHANCE) != (p.chance != V.Chance.NONE):
        yield "next_card", "it is for the decision 'chance'"
    else:
        yield from _faults_of_way(p, box)


def _faults_of_side(p: Any, box: Any, here: bool) -> Faults:
    """Yield what the open fortress cannot have; ``here``: what is under way is in it."""
    if p.rift > p.rift_max:
        yield "rift", f"{p.rift_max} is its maximum"
    if p.bank + p.pool + p.skulls[members(p)].sum() != box.skull_tokens:
        yield "pool, seats", f"the skulls are not those of the box, {box.skull_tokens}"
    yield from faults_of_bosses(p, box)
    yield from _faults_of_minions(p, box, here)
    yield from _faults_of_cards(p, box, here)
    yield from _faults_of_armies(p, box, here)


def _faults_of_heroes(p: Any, box: Any) -> Faults:
    heroes, players = p.cards[: p.players, V.HERO], p.players
    chosen = [int(hero) for hero in heroes if hero >= 0]
    begun = p.step > (Step.LORD if p.rivalry else Step.CHOOSE)
    if len({*chosen}) < len(chosen) or (begun and len(chosen) < players):
        yield "seats", "each has a hero of its own"
        return
    for seat, hero in enumerate(heroes):
        alive, health = is_alive(p, seat), int(p.health[seat])
        if p.at[seat] >= box.tiles[p.fortress] or p.far.at[seat] >= box.tiles[p.far.fortress]:
            yield f"seats.{seat}.at", "the fortress has no such tile"
        if hero < 0:
            if alive or health or (p.cards[seat] >= 0).any():
                yield f"seats.{seat}", "nobody is there before a hero is chosen"
            continue
        most = int(box.hero_health[hero])
        if health > most or (alive and not health) or (begun and health and not alive):
            yield f"seats.{seat}.health", f"from 1 to {most}, and 0 for the dead"
        first, second, *others = p.cards[seat, V.AMULET :].tolist()
        worn = [(first, V.Slot.AMULET), (second, V.Slot.AMULET), *zip(others, [1, 2], strict=True)]
        if any(card >= 0 and box.equipment_slot[card] != slot for card, slot in worn):
            yield f"seats.{seat}.equipment", "a card is worn in another place"
        if (p.boss_kind >= 0).any() and hero in box.boss_hero[p.boss_kind[p.boss_kind >= 0]]:
            yield f"seats.{seat}.hero", "the hero is a boss in this game"
        if second >= 0 and (first < 0 or box.hero_amulets[hero] < 2):
            yield f"seats.{seat}.equipment", "there is no second amulet"


def _faults_of_minions(p: Any, box: Any, here: bool) -> Faults:
    tiles = box.tiles[p.fortress]
    coming = p.incoming if here else p.incoming * 0
    if any(one[tiles:].any() for one in (p.minions, p.arrived, coming, *p.crossed)):
        yield "standing, stunned, way", f"the fortress has {tiles} tiles"
    there = box.trapdoors[p.fortress] >= 0
    if p.crossed[np.flatnonzero(~np.append(there, there.all()))].any():
        yield "way.crossed", "the fortress has fewer trapdoors"
    if p.flying > V.FLIGHTS or (p.flights[: p.flying, 1] >= V.TYPES + V.BOSSES).any():
        yield "way.flights", "there is no such type of minions"
        return
    inside = figures_of(p, here)
    says, most = "are more figures than the box has", own_types(p, box.figures)
    yield from surplus("standing, stunned, way", inside, most, words_of(V.Minion), says)
    count = int(inside.sum()) + int((p.boss_state == V.BossState.HERE).sum())
    if p.entered - p.gone != count:
        yield "gone", f"{p.entered} have entered, and {count} are here"


def cards_out(p: Any, deck: int, here: bool = True) -> npt.NDArray[np.int64]:
    """Return how many cards of each kind of equipment (0) or traps (1) have left their deck.

    ``here``: what is under way is in the open fortress.
    """
    if deck == 0:
        bought = p.slot if here and p.decision == Decision.REPLACE else -1
        drum = p.drum if p.seat in members(p) else -1
        cards = [*p.cards[members(p), V.AMULET :].flat, *p.shop[0], drum, bought]
    else:
        laid = here and p.decision in (Decision.CONNECTION, Decision.DISCARD_TRAP)
        bought = p.trap if laid else -1
        cards = [*p.traps.flat, *p.supports, *p.shop[1], bought]
    return np.bincount([int(card) + 1 for card in cards], minlength=V.CARDS + 1)[1:]


def _faults_of_cards(p: Any, box: Any, here: bool) -> Faults:
    for deck in range(2):
        left = p.unseen[deck]
        if (cards_out(p, deck, here) + left > box.copies[deck]).any():
            yield ("equipment", "traps")[deck], "a card is there more often than the box has it"
        if left[box.card_stage[deck] != p.stage].any():
            yield "unseen", f"the decks hold cards of level {p.stage}"
        if (p.shop[deck, box.shop_slots :] >= 0).any():
            yield "shop", f"it has {box.shop_slots} slots"
    yield from _faults_of_traps(p, box, here)


def _faults_of_traps(p: Any, box: Any, here: bool) -> Faults:
    room, laid = box.places[p.fortress, p.team_size], p.traps >= 0
    beside = p.supports[p.supports >= 0]
    support = box.trap[:, V.LAID.support] == 1
    firing = here and p.step == Step.TRAPS and p.cursor < box.tiles[p.fortress]
    fires = box.order[p.fortress, p.cursor] if firing else -1
    gaps = ~laid[:, 0] & laid[:, 1]
    gaps[fires] &= fires < 0  # they close when the tile is finished
    for tile in np.flatnonzero((laid.sum(1) > room) | gaps | (laid & support[p.traps]).any(1)):
        yield "laid", f"tile {tile} cannot hold these traps"
    if not support[beside].all() or (p.supports[box.connections[p.fortress] :] >= 0).any():
        yield "supports", "a connection cannot hold these traps"


def _faults_of_armies(p: Any, box: Any, here: bool) -> Faults:
    dealt = (box.army_tile[p.fortress] >= 0) * box.cards_per_army  # [stage - 1, army]
    now, later = dealt[p.stage - 1], int(dealt[p.stage :].sum())
    if (p.unseen[2] > box.copies[2]).any():
        yield "unseen.army", "a card is there more often than the box has it"
    if (p.cards_left > now).any() or p.cards_left.sum() + later > p.unseen[2].sum():
        yield "cards_left", "there are fewer army cards"
    serving = p.serving if here else 0
    if any(serving >> army & 1 and not now[army] for army in range(V.ARMIES)):
        yield "way.serving", "there is no such army"
    most = dealt[: p.stage].sum() + (p.boss_state != V.BossState.WAITS).sum()
    if p.waves + p.cards_left.sum() + serving.bit_count() > most:
        yield "waves", f"only {most} cards were dealt up to this level"


def _faults_of_way(p: Any, box: Any) -> Faults:
    """Yield why the step cannot be gone on with: the fields that are set, then how they agree."""
    step, key = word_of(Step(p.step)), decision_key(p)
    coming = _COMES.get(step, {}).get(key)
    given = [field for field, (usual, _) in WAY.items() if np.any(getattr(p, field) != usual)]
    if p.decision == Decision.NONE:
        coming = Coming("any", (), _BETWEEN)
    if p.decision in (Decision.CLAIM, Decision.AGREE):
        return  # whatever was under way goes on after it
    if coming is None:
        steps = ", ".join(repr(one) for one, keys in _COMES.items() if key in keys)
        yield "decision", f"{key!r} does not come in the step {step!r}, but in {steps}"
        return
    for field in coming.needed:
        if field not in given:
            yield "decision", f"{key!r} needs {field!r} in way"
    for field in given:
        if field not in (*coming.needed, *coming.others, *_STAYS):
            yield "way", f"{field!r} does not go with the decision {key!r}"
    yield from faults_of_step(p, box)
    decider = _DECIDERS[coming.decider]
    votes = p.rivalry and coming.decider == "lord" and p.active == p.lord  # RIV-07
    if decider is not None and p.active != decider(p) and not votes:
        yield "active", f"{key!r} is for seat {decider(p)}"


_Decider: TypeAlias = Callable[[Any], int] | None
_DECIDERS: Final[Mapping[str, _Decider]] = {
    "any": None,
    "helper": None,
    "lord": lambda p: leader_of(p, p.team),
    "first": lambda p: chooser(p) if p.rivalry else p.cursor,
    "next": lambda p: (p.lord + p.cursor) % p.players,
    "payer": lambda p: int(p.payers[0] if p.payers[0] >= 0 else p.payers[1]),
}
