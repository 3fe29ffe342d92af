"""Positions: a whole game as plain data that people can read, shorten and edit.

``dump_position`` writes every key. A short position leaves keys out: heroes are in order with full
health on the tile before the rift, nobody else is in the fortress, decks hold what is not seen
elsewhere, and it is the lord's turn. Cards and fortresses are named as in the parts. ``way`` has
the numbers of what is under way by the field of the record, those that are not as usual.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Any, Final, TypeAlias

import numpy as np
from pydantic import Field

from tablemates.envs.core.answers import SHOW
from tablemates.envs.core.documents import DocumentModel, nearest
from tablemates.envs.core.errors import PositionError
from tablemates.envs.core.parts import word_reader
from tablemates.envs.core.position_models import (
    Count,
    GamePosition,
    PositionReader,
    Word64,
    counts_by_name,
    dump_fields,
    loader_of,
    write_fields,
)
from tablemates.envs.core.record import Bytes, RecordView
from tablemates.envs.core.vocabulary import word_of, words_of
from tablemates.envs.orcs_must_die import vocabulary as V
from tablemates.envs.orcs_must_die.game import OrcsMustDie
from tablemates.envs.orcs_must_die.parts import Components
from tablemates.envs.orcs_must_die.state import STATE
from tablemates.envs.orcs_must_die.vocabulary import (
    Cause,
    Chance,
    Decision,
    Hero,
    Minion,
    Mode,
    Outcome,
    Step,
)

_Seat: TypeAlias = Annotated[int, Field(strict=True, ge=0, lt=V.SEATS)]
_Tile: TypeAlias = Annotated[int, Field(strict=True, ge=-1, lt=V.TILES)]
_Flag: TypeAlias = Annotated[int, Field(strict=True, ge=0, le=1)]
_Skulls: TypeAlias = Annotated[int, Field(strict=True, ge=0, le=V.SKULLS)]
_Name: TypeAlias = str | None
_MINIONS: Final = words_of(Minion)
_HeroWord: TypeAlias = Annotated[Hero, word_reader(Hero)]
_MinionWord: TypeAlias = Annotated[Minion, word_reader(Minion)]
_Figures: TypeAlias = Mapping[_MinionWord, Count]
_DECKS: Final = ("equipment", "traps", "army")

#: Fields of what is under way, with the value of one that is as usual, and the range.
_WAY: Final[Mapping[str, tuple[int, int, int]]] = {
    "cursor": (0, 0, V.TILES + 1),
    "part": (0, 0, 2 * (V.CONNECTIONS + V.PLACES)),
    "slot": (-1, -1, V.CARDS - 1),
    "buying": (0, 0, V.NUMBER - 1),
    "cost": (0, 0, 60),
    "pooled": (0, 0, V.SKULLS),
    "revitalised": (0, 0, 1),
    "flights": (0, 0, 60),
    "flying": (0, 0, V.FLIGHTS),
    "odd_taken": (0, 0, 7),
    "odd_left": (0, 0, V.EXITS),
    "arrived": (0, 0, 20),
    "crossed": (0, 0, 20),
    "wanted": (0, 0, 100),
    "serving": (0, 0, 63),
    "incoming": (0, 0, 20),
    "kind": (-1, -1, V.TYPES - 1),
    "state": (0, 0, 1),
    "used_supports": (0, 0, 1),
    "trap": (-1, -1, V.CARDS - 1),
    "attacked": (0, 0, 127),
    "dice": (0, 0, 10),
    "rerolling": (0, 0, 1),
    "icons": (0, 0, 100),
    "tile": (-1, -1, 28),
    "tokens": (0, 0, 20),
    "needs": (0, 0, 100),
    "kills": (0, 0, 20),
    "stuns": (0, 0, 20),
    "seat": (-1, -1, V.SEATS - 1),
    "used": (0, 0, 15),
    "moved": (0, 0, 1),
    "drum": (-1, -1, V.CARDS - 1),
    "refused": (0, 0, 15),
    "steps": (0, 0, 100),
    "source": (0, 0, 5),
    "payers": (-1, -1, V.SEATS - 1),
}
#: The fields that a decision, or a kind of chance, needs to be set.
_NEEDED: Final[Mapping[str, Sequence[str]]] = {
    "pay": ("buying",),
    "permit": ("buying",),
    "replace": ("slot",),
    "connection": ("trap",),
    "discard_trap": ("trap",),
    "odd": ("flying", "odd_left"),
    "hunt": ("flying",),
    "army_first": ("serving",),
    "fall_where": ("kind",),
    "gas": ("tile",),
    "trigger": ("trap", "part"),
    "assign": ("tile",),
    "attack_group": ("tile",),
    "attack_target": ("tile", "kind"),
    "push": ("tile",),
    "push_ally": ("tile", "kind"),
    "push_consent": ("tile", "kind"),
    "price": ("tile",),
    "equipment": ("slot",),
    "trap": ("slot",),
}
#: The steps in which a decision, or a kind of chance, can come; other dice are rolled in any.
_STEPS: Final[Mapping[str, Sequence[Step]]] = {
    **{key: [Step.CHOOSE] for key in ["choose_hero", "place_hero"]},
    **{key: [Step.UPGRADE] for key in words_of(Decision)[Decision.UPGRADE : Decision.ODD]},
    "odd": [Step.MOVE, Step.PACKS, Step.ENTER, Step.ENTER_PACKS],
    "hunt": [Step.PACKS, Step.ENTER_PACKS],
    "army_first": [Step.SERVE],
    **{key: [Step.FALL] for key in ["fall", "fall_where"]},
    "gas": [Step.GAS],
    "trigger": [Step.TRAPS],
    "assign": [Step.TRAPS, Step.TURN],
    **{key: [Step.ATTACK] for key in ["attack_tile", "attack_group", "attack_target"]},
    **{key: [Step.TURN] for key in words_of(Decision)[Decision.RECOVER : Decision.PRICE]},
    "price": [Step.PRICE],
    "return": [Step.UP_RETURN],
    "army": [Step.REVEAL],
    **{key: [Step.SHOP, Step.UP_SHOP] for key in ["equipment", "trap"]},
    "trapsburg": [Step.TRAPSBURG, Step.ROUND, Step.UP_TRAPSBURG],
    "heal": [Step.UPGRADE],
    **{key: [Step.ATTACK, Step.TURN] for key in words_of(Chance)[: V.ATTACK_COLOURS]},
}


class _SeatKeys(DocumentModel):
    """What a seat has; ``at`` -1: dead or not yet placed."""

    hero: _HeroWord | None = None
    at: _Tile | None = None
    health: Count | None = None
    stunned: _Flag = 0
    skulls: _Skulls = 0
    ready: _Flag = 1
    rank: Annotated[int, Field(strict=True, ge=0, lt=V.RANKS)] = 0
    amulets: Annotated[tuple[str, ...], Field(max_length=2)] = ()
    ring: _Name = None
    trinket: _Name = None
    upgraded: Annotated[int, Field(strict=True, ge=0, le=31)] = 0
    closed: _Flag = 0


class _Shop(DocumentModel):
    """The slots of the shop."""

    equipment: Annotated[tuple[_Name, ...], Field(max_length=V.SHOP)] = ()
    traps: Annotated[tuple[_Name, ...], Field(max_length=V.SHOP)] = ()


class _Hidden(DocumentModel):
    """What chance will bring."""

    seed: Word64
    counts: Annotated[
        tuple[Annotated[int, Field(strict=True, ge=0, lt=2**31)], ...],
        Field(min_length=V.COLOURS + 3, max_length=V.COLOURS + 3),
    ]


class Position(GamePosition):
    """The keys of a position."""

    fortress: str = "straight_shot"
    mode: Annotated[Mode, word_reader(Mode)] = Mode.STANDARD
    max_rounds: Annotated[int, Field(strict=True, ge=1, le=1000)] = 100
    stage: Annotated[int, Field(strict=True, ge=1, le=V.STAGES)] = 1
    lord: _Seat = 0
    rift: Annotated[int, Field(strict=True, ge=0, le=99)] | None = None
    pool: _Skulls = 0
    seats: Annotated[tuple[_SeatKeys, ...], Field(min_length=1, max_length=V.SEATS)] = (
        _SeatKeys(),
    )
    standing: Mapping[Annotated[int, Field(ge=0, lt=V.TILES)], _Figures] = Field({})
    stunned: Mapping[Annotated[int, Field(ge=0, lt=V.TILES)], _Figures] = Field({})
    laid: Mapping[
        Annotated[int, Field(ge=0, lt=V.TILES)],
        Annotated[tuple[_Name, ...], Field(max_length=V.PLACES)],
    ] = Field({})
    supports: Mapping[str, str] = Field({})  # by the tiles of the connection: "2-3"
    shop: _Shop = _Shop()
    unseen: Mapping[str, Mapping[str, Count]] | None = None
    cards_left: (
        Annotated[tuple[Count, ...], Field(min_length=V.ARMIES, max_length=V.ARMIES)] | None
    ) = None
    gone: Annotated[int, Field(strict=True, ge=0, lt=2**15)] = 0
    waves: Count = 0
    outcome: Annotated[Outcome, word_reader(Outcome)] = Outcome.RUNNING
    cause: Annotated[Cause, word_reader(Cause)] = Cause.NONE
    step: Annotated[Step, word_reader(Step)] = Step.TURN
    decision: Annotated[Decision, word_reader(Decision)] = Decision.MENU
    die: Annotated[Chance, word_reader(Chance)] = Chance.NONE
    active: _Seat | None = None
    way: Mapping[str, Any] = Field({})
    hidden: _Hidden | None = None


def dump_position(game: OrcsMustDie, record: Bytes) -> dict[str, Any]:
    """Return the game in a record as plain data."""
    state: Any = RecordView(record, STATE)
    p, h, parts, box = state.public, state.hidden, game.components, game.box_record
    names = {deck: (*parts.names(deck), None) for deck in _DECKS}

    def named(deck: str, cards: Any) -> list[str | None]:
        return [names[deck][card] for card in cards.tolist()]

    tiles = range(int(box.tiles[p.fortress]))
    worn = [named("equipment", row[V.AMULET :]) for row in p.cards[: p.players]]
    position = {
        **dump_fields(Position, p, {}),
        "fortress": parts.names("fortresses")[p.fortress],
        "seats": [
            {
                **dump_fields(_SeatKeys, p, {}, seat),
                "hero": None if cards[V.HERO] < 0 else word_of(Hero(cards[V.HERO])),
                "rank": max(0, int(cards[V.RANK])),
                "amulets": [card for card in worn[seat][:2] if card],
                "ring": worn[seat][2],
                "trinket": worn[seat][3],
            }
            for seat, cards in enumerate(p.cards[: p.players])
        ],
        **{
            key: {
                str(tile): counts
                for tile in tiles
                if (counts := counts_by_name(p.minions[tile, n, : V.TYPES], _MINIONS))
            }
            for n, key in enumerate(("standing", "stunned"))
        },
        "laid": {
            str(tile): named("traps", p.traps[tile]) for tile in tiles if (p.traps[tile] >= 0).any()
        },
        "supports": {
            key: names["traps"][p.supports[n]]
            for key, n in _connections(box, p.fortress).items()
            if p.supports[n] >= 0
        },
        "shop": {key: named(key, p.shop[n]) for n, key in enumerate(("equipment", "traps"))},
        "unseen": {
            deck: counts_by_name(p.unseen[n], parts.names(deck)) for n, deck in enumerate(_DECKS)
        },
        "cards_left": p.cards_left.tolist(),
        "die": word_of(Chance(p.chance)),
        "way": {
            field: np.asarray(value).tolist()
            for field, (usual, _, _) in _WAY.items()
            if np.any((value := getattr(p, field)) != usual)
        },
    }
    if not p.explicit_chance:
        position["hidden"] = {"seed": int(h.seed), "counts": h.counts.tolist()}
    return position


def _connections(box: Any, fortress: int) -> dict[str, int]:
    """Return the numbers of a fortress's connections by their tiles."""
    ends = box.ends[fortress, : box.connections[fortress]].tolist()
    return {f"{low}-{high}": n for n, (low, high) in enumerate(ends)}


def _scenario(given: Position, components: Components) -> Bytes:
    fortresses = components.names("fortresses")
    if given.fortress not in fortresses:
        hint = nearest(given.fortress, fortresses)
        raise PositionError(f"fortress: unknown fortress {given.fortress!r}{hint}")
    return components.scenario(given.fortress, word_of(given.mode), given.max_rounds)


class _Reader(PositionReader):
    """Writes a position over a new game of its fortress, seats and seed."""

    def __init__(self, given: Position, game: OrcsMustDie, seed: int) -> None:
        self.given, self.parts = given, game.components
        super().__init__(game, _scenario(given, self.parts), seed, len(given.seats))
        self.fortress = int(self.p.fortress)
        self.tiles = int(self.box.tiles[self.fortress])
        self._write_way()
        write_fields(given, self.p, {})
        self._write_seats()
        self._write_minions()
        self._write_cards()
        self._write_end()
        self._write_hidden(seed)
        self._check()

    def _numbers(self, place: str, deck: str, cards: Sequence[str | None]) -> list[int]:
        """Return the numbers of cards, -1 for none."""
        names = self.parts.names(deck)
        for card in cards:
            if card is not None and card not in names:
                raise PositionError(f"{place}: unknown card {card!r}{nearest(card, names)}")
        return [-1 if card is None else names.index(card) for card in cards]

    def _tile(self, place: str, tile: int) -> int:
        if tile >= self.tiles:
            raise PositionError(f"{place}: the fortress has no tile {tile}")
        return tile

    def _write_way(self) -> None:
        p = self.p
        for field, (usual, low, high) in _WAY.items():
            wanted = self.given.way.get(field, usual)
            shape = np.shape(getattr(p, field))
            try:
                value = np.full(shape, usual) if field not in self.given.way else np.array(wanted)
            except ValueError:
                value = np.zeros(0)
            if value.dtype.kind != "i" or value.shape != shape:
                raise PositionError(f"way: {field!r} has whole numbers, as dump_position writes it")
            if value.size and not low <= value.min() <= value.max() <= high:
                raise PositionError(f"way: {field!r} has numbers from {low} to {high}")
            setattr(p, field, value if shape else int(value))
        for field in self.given.way:
            if field not in _WAY:
                raise PositionError(f"way: unknown field {field!r}{nearest(field, _WAY)}")
        if "seat" not in self.given.way and self.given.step == Step.TURN:
            p.seat = self.given.lord

    def _write_seats(self) -> None:
        given, p, box = self.given, self.p, self.box
        seats = len(given.seats)
        setup = given.step <= Step.CHOOSE
        chosen = [seat.hero for seat in given.seats]
        free = (hero for hero in Hero if hero not in chosen)
        before_rift = int(box.order[self.fortress, 1])
        p.cards = -1
        p.at = -1
        for seat, keys in enumerate(given.seats):
            write_fields(keys, p, {}, seat)
            hero = keys.hero if keys.hero is not None or setup else next(free)
            if hero is None:
                p.health[seat] = 0
                continue
            most = int(box.hero_health[hero])
            amulets = self._numbers(f"seats.{seat}.amulets", "equipment", keys.amulets)
            ring, trinket = self._numbers(f"seats.{seat}", "equipment", [keys.ring, keys.trinket])
            if len(amulets) > box.amulets[hero]:
                raise PositionError(f"seats.{seat}.amulets: {word_of(hero)} wears fewer")
            for slot, worn in enumerate((amulets, [ring], [trinket])):
                if any(card >= 0 and box.equipment_slot[card] != slot for card in worn):
                    raise PositionError(f"seats.{seat}: a card is worn in another place")
            p.cards[seat] = [hero, keys.rank, *[*amulets, -1, -1][:2], ring, trinket]
            if keys.at is None:
                p.at[seat] = before_rift
            if keys.health is None:
                p.health[seat] = most
            self._tile(f"seats.{seat}.at", int(p.at[seat]))
            unplaced = setup and p.at[seat] < 0
            if p.health[seat] > most or (
                (p.health[seat] == 0) != (p.at[seat] < 0) and not unplaced
            ):
                raise PositionError(f"seats.{seat}.health: from 1 to {most}, and 0 for the dead")
        heroes = [hero for hero in chosen if hero is not None]
        if len(set(heroes)) < len(heroes):
            raise PositionError("seats: two of them have the same hero")
        for name in ("lord", "active"):
            if (getattr(given, name) or 0) >= seats:
                raise PositionError(f"{name}: the position has {seats} seats")
        if given.active is None:
            p.active = given.lord
        p.rift_max = box.rift_health[seats]
        p.rift = p.rift_max if given.rift is None else given.rift
        p.bank = int(box.skull_tokens) - int(p.pool) - int(p.skulls.sum())
        if p.bank < 0 or p.rift > p.rift_max:
            raise PositionError("rift, skulls: more than the box has")

    def _write_minions(self) -> None:
        given, p = self.given, self.p
        p.minions = 0
        for state, tiles in enumerate((given.standing, given.stunned)):
            for tile, figures in tiles.items():
                for minion, count in figures.items():
                    p.minions[self._tile("standing, stunned", tile), state, minion] = count
        moving = Counter[int]()
        for flight in p.flights[: p.flying].tolist():
            moving[flight[1] % V.TYPES] += flight[2]
        here = p.minions[:, :, : V.TYPES].sum((0, 1)) + p.arrived.sum(0) + p.incoming.sum(0)
        here += [moving[kind] for kind in range(V.TYPES)]
        for kind, name in enumerate(_MINIONS):
            if here[kind] > self.box.figures[kind]:
                raise PositionError(f"standing, stunned: {here[kind]} figures are {name}")
        p.entered = int(here.sum()) + given.gone

    def _write_cards(self) -> None:
        given, p, box = self.given, self.p, self.box
        p.traps = p.supports = p.shop = -1
        for tile, cards in given.laid.items():
            laid = self._numbers("laid", "traps", cards)
            p.traps[self._tile("laid", tile), : len(laid)] = laid
        known = _connections(box, self.fortress)
        for key, card in given.supports.items():
            if key not in known:
                raise PositionError(f"supports: no connection {key!r}{nearest(key, known)}")
            p.supports[known[key]] = self._numbers("supports", "traps", [card])[0]
        for tile in range(self.tiles):
            there = [card for card in p.traps[tile].tolist() if card >= 0]
            if len(there) > box.places[self.fortress, p.players, tile] or any(
                box.trap[card, V.SUPPORT] for card in there
            ):
                raise PositionError(f"laid: tile {tile} cannot hold these traps")
        if any(not box.trap[card, V.SUPPORT] for card in p.supports if card >= 0):
            raise PositionError("supports: only support traps lie on connections")
        for deck, cards in enumerate((given.shop.equipment, given.shop.traps)):
            p.shop[deck, : len(cards)] = self._numbers("shop", _DECKS[deck], cards)
        seen = [
            [*p.cards[:, V.AMULET :].ravel().tolist(), *p.shop[0].tolist(), int(p.drum)],
            [*p.traps.ravel().tolist(), *p.supports.tolist(), *p.shop[1].tolist()],
            [],
        ]
        if p.step == Step.UPGRADE and p.decision == Decision.REPLACE:
            seen[0].append(int(p.slot))
        if p.step == Step.UPGRADE and p.trap >= 0:
            seen[1].append(int(p.trap))
        for deck, name in enumerate(_DECKS):
            out = np.bincount([card + 1 for card in seen[deck]], minlength=V.CARDS + 1)[1:]
            stage = (box.card_stage[deck] == p.stage) if deck < 2 else np.ones(V.CARDS, bool)
            most = np.where(stage, box.copies[deck] - out, 0)
            if (out > box.copies[deck]).any():
                raise PositionError(f"{name}: a card is seen more often than the box has it")
            if given.unseen is None:
                p.unseen[deck] = most
                continue
            counts = given.unseen.get(name, {})
            p.unseen[deck] = 0
            p.unseen[deck, self._numbers(f"unseen.{name}", name, list(counts))] = list(
                counts.values()
            )
            if (p.unseen[deck] > most).any():
                raise PositionError(f"unseen.{name}: more cards of a kind than are left")
        armies = box.army_tile[self.fortress, p.stage - 1] >= 0
        if given.cards_left is not None:
            p.cards_left = given.cards_left
        else:
            p.cards_left = np.where(armies, box.cards_per_army, 0)
        if (p.cards_left > np.where(armies, box.cards_per_army, 0)).any():
            raise PositionError("cards_left: an army has fewer cards, or there is no such army")
        if p.cards_left.sum() > p.unseen[2].sum() or p.waves > box.army_cards[self.fortress]:
            raise PositionError("cards_left, waves: there are not so many army cards")

    def _write_end(self) -> None:
        given, p = self.given, self.p
        p.chance = given.die
        over = given.outcome != Outcome.RUNNING
        if over != (given.cause != Cause.NONE) or (over and given.decision != Decision.NONE):
            raise PositionError("outcome: a game that is over has a cause and no decision")
        if (p.rift == 0) != (given.cause == Cause.RIFT):
            raise PositionError("rift: the game is lost at 0, and goes on before")
        if over:
            p.chance = Chance.NONE

    def _write_hidden(self, seed: int) -> None:
        given, p, h = self.given.hidden, self.p, self.h
        h.seed, h.counts = np.uint64(0 if p.explicit_chance else seed), 0
        if given is not None:
            if p.explicit_chance:
                raise PositionError("hidden: with explicit chance nothing is decided yet")
            h.seed, h.counts = np.uint64(given.seed), given.counts

    # -- what is under way -----------------------------------------------------------------
    def _check(self) -> None:
        """Refuse what is under way if it cannot be gone on with."""
        p = self.p
        if p.outcome != Outcome.RUNNING:
            return
        for reason in self._faults():
            raise PositionError(f"way: {reason}")
        if p.decision == Decision.NONE:
            return
        key = word_of(Chance(p.chance) if p.decision == Decision.CHANCE else Decision(p.decision))
        if p.step not in _STEPS.get(key, ()):
            raise PositionError(
                f"decision: {key!r} does not come in step {word_of(Step(p.step))!r}"
            )
        for field in _NEEDED.get(key, ()):
            if np.all(getattr(p, field) == _WAY[field][0]):
                raise PositionError(f"decision: {key!r} needs {field!r} in way")
        if p.decision == Decision.CHANCE and p.chance < V.COLOURS and p.dice[p.chance] == 0:
            raise PositionError(f"die: no die of {key!r} is to be rolled")
        self.one.step(SHOW)
        if not self.one.mask.any():
            raise PositionError(f"decision: {key!r} leaves nothing to choose")

    def _faults(self) -> Iterator[str]:
        """Yield what the rules cannot go on with, a reason each."""
        p, box = self.p, self.box
        seats, stage, placed = int(p.players), int(p.stage) - 1, p.at[: p.players] >= 0
        named = {"tile": self.tiles, "seat": seats}
        for field, end in named.items():
            if getattr(p, field) >= end:
                yield f"{field!r} is none of the game's"
        if (p.payers >= seats).any() or (p.decision == Decision.CHANCE) != (p.chance < Chance.NONE):
            yield "'payers' or 'die' is none of the game's"
            return
        for row in p.flights[: p.flying].tolist():
            if row[0] >= self.tiles or row[1] >= V.TYPES or not row[2] or row[3] > V.MOVES:
                yield "'flights' are tile, type, figures, steps, entered, crossed, begin"
                return
        if p.flights[p.flying :].any() and not np.array_equal(p.flights, p.flights):
            yield "'flights' has more than are on their way"
        if p.step > Step.CHOOSE and (p.cards[:seats, V.HERO] < 0).any():
            yield "every seat has a hero after the set-up"
        if p.step in (Step.TURN, Step.PRICE):
            if p.seat < 0 or (p.step == Step.TURN and not placed[p.seat]):
                yield "'seat' is the living hero whose turn it is"
        elif p.seat >= 0:
            yield "'seat' is nobody outside of a hero's turn"
        if p.step == Step.UPGRADE and not placed.all():
            yield "heroes are alive in the upgrade phase"
        limit = {Step.CHOOSE: seats, Step.UPGRADE: seats, Step.REVEAL: V.ARMIES}.get(
            p.step, 2 * V.SHOP if p.step in (Step.SHOP, Step.UP_SHOP) else self.tiles
        )
        if p.cursor > limit or (p.decision != Decision.NONE and p.cursor >= max(limit, 1)):
            yield "'cursor' is beyond the end"
        if p.step == Step.TRAPS:
            if p.part > 2 * (V.PLACES + int(box.connections[self.fortress])):
                yield "'part' is beyond the end"
        elif p.step == Step.ATTACK:
            if p.part >= seats or (p.decision == Decision.CHANCE and not placed[p.part]):
                yield "'part' is the hero that is attacked"
        elif p.part > V.TYPES:
            yield "'part' is beyond the end"
        there = box.army_tile[self.fortress, stage] >= 0
        for army in range(V.ARMIES):
            if int(p.serving) >> army & 1 and not there[army]:
                yield "'serving' names an army that there is not"
        for field, deck in (("trap", 1), ("drum", 0)):
            if getattr(p, field) >= box.kinds[deck]:
                yield f"{field!r} is no card of the box"
        if p.buying and p.step == Step.UPGRADE:
            deck = 1 if p.buying >= V.TRAP else 0
            bought = p.buying >= V.EQUIPMENT
            if p.buying < V.REVITALISE or (
                bought and (not 0 <= p.slot < V.SHOP or p.shop[deck, p.slot] < 0)
            ):
                yield "'buying' and 'slot' name nothing of the shop"
            if p.buying == V.WEAPON and p.cards[self._buyer(), V.RANK] + 1 >= V.RANKS:
                yield "'buying' names a weapon that there is not"
            buyer = self._buyer()
            if p.cost > p.skulls[buyer] + p.pool or p.pooled > min(p.cost, p.pool):
                yield "'cost' cannot be paid"
        elif p.buying:
            yield "'buying' is for the upgrade phase"
        if p.decision == Decision.REPLACE and not 0 <= p.slot < box.kinds[0]:
            yield "'slot' is the amulet that is put on"
        if (p.stuns > p.minions[p.tile, V.DOWN, : V.TYPES]).any() and p.tile >= 0:
            yield "'stuns' are more than the stunned"
        if (p.crossed > p.minions[:, V.UP, : V.LESSER]).any() and p.step == Step.FALL:
            yield "'crossed' are more than stand there"
        if p.decision in (Decision.ATTACK_TARGET, Decision.ATTACK_GROUP) and p.tile < 0:
            yield "'tile' is where minions attack"

    def _buyer(self) -> int:
        return (int(self.p.lord) + int(self.p.cursor)) % int(self.p.players)


load_position = loader_of(Position, _Reader)
