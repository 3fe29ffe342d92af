"""Positions: a whole game as plain data that people can read, shorten and edit.

``dump_position`` writes every key. A short position leaves keys out: heroes are in order with full
health on the tile before the rift, nobody else is in the fortress, decks hold what is not seen
elsewhere, and it is the lord's turn. Cards and fortresses are named as in the parts. ``way`` has
the numbers of what is under way by the field of the record, those that are not as usual.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any, Final, TypeAlias

import numpy as np
from pydantic import Field

from tablemates.envs.core import position_models as core
from tablemates.envs.core.answers import RESUME, SHOW
from tablemates.envs.core.documents import DocumentModel, nearest, read_document
from tablemates.envs.core.errors import PositionError
from tablemates.envs.core.parts import word_reader
from tablemates.envs.core.record import Bytes, RecordView
from tablemates.envs.core.team import Outcome
from tablemates.envs.core.vocabulary import word_of, words_of
from tablemates.envs.orcs_must_die import vocabulary as V
from tablemates.envs.orcs_must_die.game import OrcsMustDie
from tablemates.envs.orcs_must_die.parts import DECKS, HeroWord, MinionWord
from tablemates.envs.orcs_must_die.speech import decision_key
from tablemates.envs.orcs_must_die.state import STATE

_Seat: TypeAlias = Annotated[int, Field(strict=True, ge=0, lt=V.SEATS)]
_Tile: TypeAlias = Annotated[int, Field(ge=0, lt=V.TILES)]  # JSON has text for keys
_Flag: TypeAlias = Annotated[int, Field(strict=True, ge=0, le=1)]
_Skulls: TypeAlias = Annotated[int, Field(strict=True, ge=0, le=V.SKULLS)]
_Counts: TypeAlias = tuple[core.Count, ...]
_Shop: TypeAlias = Annotated[tuple[str | None, ...], Field(max_length=V.SHOP)]
_Traps: TypeAlias = Annotated[tuple[str | None, ...], Field(max_length=V.PLACES)]
_MINIONS: Final = words_of(V.Minion)

_TABLES: Final = read_document(Path(__file__).with_suffix(".yaml")).values
#: Fields of what is under way: the least value, which is the usual one, and the greatest.
_WAY: Final = {
    field: tuple(map(int, bounds.split()))
    for bounds, fields in _TABLES["way"].items()
    for field in fields.split()
}
#: The steps in which a decision or a kind of chance comes, and the fields that it needs.
_COMES: Final = {
    key: [words.split() for words in row]
    for keys, row in _TABLES["comes"].items()
    for key in keys.split()
}


class _SeatKeys(DocumentModel):
    """What a seat has; ``at`` -1: dead or not yet placed."""

    hero: HeroWord | None = None
    at: Annotated[int, Field(strict=True, ge=-1, lt=V.TILES)] | None = None
    health: core.Count | None = None
    stunned: _Flag = 0
    skulls: _Skulls = 0
    ready: _Flag = 1
    rank: Annotated[int, Field(strict=True, ge=0, lt=V.RANKS)] = 0
    equipment: Annotated[tuple[str | None, ...], Field(min_length=4, max_length=4)] = (None,) * 4
    upgraded: Annotated[int, Field(strict=True, ge=0, le=31)] = 0
    closed: _Flag = 0


class _Hidden(DocumentModel):
    """What chance will bring."""

    seed: core.Word64
    counts: Annotated[
        tuple[Annotated[int, Field(strict=True, ge=0, lt=2**31)], ...],
        Field(min_length=V.COLOURS + 3, max_length=V.COLOURS + 3),
    ]


class Position(core.GamePosition):
    """The keys of a position."""

    fortress: str = "straight_shot"
    mode: Annotated[V.Mode, word_reader(V.Mode)] = V.Mode.STANDARD
    max_rounds: Annotated[int, Field(strict=True, ge=1, le=1000)] = 100
    stage: Annotated[int, Field(strict=True, ge=1, le=V.STAGES)] = 1
    lord: _Seat = 0
    active: _Seat | None = None
    rift: Annotated[int, Field(strict=True, ge=0, le=99)] | None = None
    pool: _Skulls = 0
    seats: tuple[_SeatKeys, ...] = Field((_SeatKeys(),), min_length=1, max_length=V.SEATS)
    standing: Mapping[_Tile, Mapping[MinionWord, core.Count]] = Field({})
    stunned: Mapping[_Tile, Mapping[MinionWord, core.Count]] = Field({})
    laid: Mapping[_Tile, _Traps] = Field({})
    supports: Mapping[str, str] = Field({})  # by the tiles of the connection: "2-3"
    shop: tuple[_Shop, _Shop] = ((), ())
    unseen: Mapping[str, Mapping[str, core.Count]] = Field({})
    cards_left: Annotated[_Counts, Field(min_length=V.ARMIES, max_length=V.ARMIES)] | None = None
    gone: Annotated[int, Field(strict=True, ge=0, lt=2**14)] = 0
    waves: core.Count = 0
    outcome: Annotated[Outcome, word_reader(Outcome)] = Outcome.RUNNING
    cause: Annotated[V.Cause, word_reader(V.Cause)] = V.Cause.NONE
    step: Annotated[V.Step, word_reader(V.Step)] = V.Step.TURN
    decision: Annotated[V.Decision, word_reader(V.Decision)] = V.Decision.MENU
    next_card: Annotated[V.Chance, word_reader(V.Chance)] = V.Chance.NONE
    way: Mapping[str, Any] = Field({})
    hidden: _Hidden | None = None


def dump_position(game: OrcsMustDie, record: Bytes) -> dict[str, Any]:
    """Return the game in a record as plain data."""
    state: Any = RecordView(record, STATE)
    p, h, parts, box = state.public, state.hidden, game.components, game.box_record
    names = [parts.names(deck) for deck in DECKS]

    def named(deck: int, cards: Any) -> list[str | None]:
        return [None if card < 0 else names[deck][card] for card in cards.tolist()]

    tiles = range(int(box.tiles[p.fortress]))
    position = {
        **core.dump_fields(Position, p, {}),
        "fortress": parts.names("fortresses")[p.fortress],
        "seats": [
            {
                **core.dump_fields(_SeatKeys, p, {}, seat),
                "hero": None if cards[V.HERO] < 0 else word_of(V.Hero(cards[V.HERO])),
                "rank": max(0, int(cards[V.RANK])),
                "equipment": named(0, cards[V.AMULET :]),
            }
            for seat, cards in enumerate(p.cards[: p.players])
        ],
        **{
            key: {
                str(tile): counts
                for tile in tiles
                if (counts := core.counts_by_name(p.minions[tile, n, : V.TYPES], _MINIONS))
            }
            for n, key in enumerate(("standing", "stunned"))
        },
        "laid": {str(n): named(1, p.traps[n]) for n in tiles if (p.traps[n] >= 0).any()},
        "supports": {
            key: names[1][p.supports[n]]
            for key, n in _connections(box, p.fortress).items()
            if p.supports[n] >= 0
        },
        "shop": [named(0, p.shop[0]), named(1, p.shop[1])],
        "unseen": {d: core.counts_by_name(p.unseen[n], names[n]) for n, d in enumerate(DECKS)},
        "cards_left": p.cards_left.tolist(),
        "next_card": word_of(V.Chance(p.chance)),
        "way": {
            field: np.asarray(value).tolist()
            for field, (usual, _) in _WAY.items()
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


class _Reader(core.PositionReader):
    """Writes a position over a new game of its fortress, seats and seed."""

    def __init__(self, given: Position, game: OrcsMustDie, seed: int) -> None:
        self.given, self.parts = given, game.components
        core.index_of("fortress", "fortress", given.fortress, self.parts.names("fortresses"))
        scenario = self.parts.scenario(given.fortress, word_of(given.mode), given.max_rounds)
        super().__init__(game, scenario, seed, len(given.seats))
        self.fortress = int(self.p.fortress)
        self.tiles = int(self.box.tiles[self.fortress])
        self._write_way()
        core.write_fields(given, self.p, {})
        self._write_seats()
        self._write_minions()
        self._write_laid()
        self._write_decks()
        self._write_hidden(seed)
        self._check()

    def _numbers(self, place: str, deck: int, cards: Sequence[str | None]) -> list[int]:
        """Return the numbers of cards, -1 for none."""
        names = self.parts.names(DECKS[deck])
        return [-1 if card is None else core.index_of(place, "card", card, names) for card in cards]

    def _tile(self, place: str, tile: int) -> int:
        core.refuse(tile >= self.tiles, f"{place}: the fortress has no tile {tile}")
        return tile

    def _write_way(self) -> None:
        p, given = self.p, self.given
        for field in given.way:
            core.index_of("way", "field", field, _WAY)
        for field, (low, high) in _WAY.items():
            try:
                numbers = np.array(given.way.get(field, np.full_like(getattr(p, field), low)))
            except (ValueError, OverflowError):
                numbers = np.zeros(0)
            if numbers.dtype.kind != "i" or numbers.shape != np.shape(getattr(p, field)):
                raise PositionError(f"way: {field!r} has whole numbers, as dump_position writes it")
            if not low <= numbers.min() <= numbers.max() <= high:
                raise PositionError(f"way: {field!r} has numbers from {low} to {high}")
            setattr(p, field, numbers)
        if "seat" not in given.way and given.step == V.Step.TURN:
            p.seat = given.lord

    def _write_seats(self) -> None:
        given, p, box = self.given, self.p, self.box
        chosen = [seat.hero for seat in given.seats if seat.hero is not None]
        free = (hero for hero in V.Hero if hero not in chosen)
        if max(given.lord, given.active or 0) >= p.players or len({*chosen}) < len(chosen):
            raise PositionError("seats: one of them for the lord, a hero of its own for each")
        p.cards = p.at = -1
        p.health = 0
        for seat, keys in enumerate(given.seats):
            core.write_fields(keys, p, {}, seat)
            hero = keys.hero
            if hero is None and given.step > V.Step.CHOOSE:
                hero = next(free)
            place = f"seats.{seat}"
            self._tile(place, int(p.at[seat]))
            if hero is None:
                there = p.at[seat] >= 0 or p.health[seat] > 0
                core.refuse(there, f"{place}: nobody is there before a hero is chosen")
                continue
            most = int(box.hero_health[hero])
            worn = self._numbers(place, 0, keys.equipment)
            for card, slot in zip(worn, (0, 0, 1, 2), strict=True):
                wrong = card >= 0 and box.equipment_slot[card] != slot
                core.refuse(wrong, f"{place}: a card is worn in another place")
            second = worn[1] >= 0 and (worn[0] < 0 or box.hero_amulets[hero] < 2)
            core.refuse(second, f"{place}: there is no second amulet")
            p.cards[seat] = [hero, keys.rank, *worn]
            if keys.at is None:
                p.at[seat] = box.order[self.fortress, 1]
            if keys.health is None:
                p.health[seat] = most
            placed = given.step > V.Step.CHOOSE or p.at[seat] >= 0
            if p.health[seat] > most or (placed and (p.health[seat] == 0) != (p.at[seat] < 0)):
                raise PositionError(f"{place}.health: from 1 to {most}, and 0 for the dead")
        if given.active is None:
            p.active = given.lord
        p.rift_max = box.rift_health[p.players]
        p.rift = p.rift_max if given.rift is None else given.rift
        bank = int(box.skull_tokens) - given.pool - sum(seat.skulls for seat in given.seats)
        core.refuse(bank < 0 or p.rift > p.rift_max, "rift, skulls: more than the box has")
        p.bank = bank

    def _write_minions(self) -> None:
        given, p = self.given, self.p
        p.minions = 0
        for state, tiles in enumerate((given.standing, given.stunned)):
            for tile, figures in tiles.items():
                for minion, count in figures.items():
                    p.minions[self._tile("standing, stunned", tile), state, minion] = count
        here = p.minions[:, :, : V.TYPES].sum((0, 1)) + p.arrived.sum(0) + p.incoming.sum(0)
        for row in p.flights[: p.flying].tolist():
            if max(row[0], row[6]) >= self.tiles or row[1] >= V.TYPES or row[3] > V.MOVES:
                raise PositionError("way: 'flights' name a tile or a type that there is not")
            core.refuse(row[2] == 0, "way: 'flights' have figures")
            here[row[1]] += row[2]
        core.refuse(
            (here > self.box.figures).any(), "standing, stunned: more figures than the box has"
        )
        p.entered = int(here.sum()) + given.gone

    def _write_laid(self) -> None:
        given, p, box = self.given, self.p, self.box
        p.traps = p.supports = p.shop = -1
        for tile, cards in given.laid.items():
            laid = self._numbers("laid", 1, cards)
            p.traps[self._tile("laid", tile), : len(laid)] = laid
            there = [card for card in laid if card >= 0]
            room = box.places[self.fortress, p.players, tile]
            if len(there) > room or box.trap[there, V.LAID.support].any():
                raise PositionError(f"laid: tile {tile} cannot hold these traps")
        known = _connections(box, self.fortress)
        for key, card in given.supports.items():
            if key not in known:
                raise PositionError(f"supports: no connection {key!r}{nearest(key, known)}")
            p.supports[known[key]] = self._numbers("supports", 1, [card])[0]
            if not box.trap[p.supports[known[key]], V.LAID.support]:
                raise PositionError(f"supports: {card!r} lies on a tile")
        for deck, shown in enumerate(given.shop):
            p.shop[deck, : len(shown)] = self._numbers("shop", deck, shown)

    def _write_decks(self) -> None:
        given, p, box = self.given, self.p, self.box
        seen = [
            [*p.cards[:, V.AMULET :].ravel(), *p.shop[0], p.drum],
            [*p.traps.ravel(), *p.supports, *p.shop[1]],
            [],
        ]
        if p.decision == V.Decision.REPLACE:
            seen[0].append(p.slot)
        for deck, name in enumerate(DECKS):
            out = np.bincount([int(card) + 1 for card in seen[deck]], minlength=V.CARDS + 1)[1:]
            stage = deck == 2 or (box.card_stage[deck] == p.stage)
            most = np.where(stage, box.copies[deck] - out, 0)
            if name in given.unseen:
                counts = given.unseen[name]
                p.unseen[deck] = 0
                p.unseen[deck, self._numbers("unseen", deck, list(counts))] = [*counts.values()]
            else:
                p.unseen[deck] = most
            if (out > box.copies[deck]).any() or (p.unseen[deck] > most).any():
                raise PositionError(f"{name}: a card is there more often than the box has it")
        armies = box.army_tile[self.fortress, p.stage - 1] >= 0
        full = np.where(armies, box.cards_per_army, 0)
        p.cards_left = full if given.cards_left is None else np.array(given.cards_left)
        if (p.cards_left > full).any() or p.cards_left.sum() > p.unseen[2].sum():
            raise PositionError("cards_left: there are fewer army cards")
        if any(int(p.serving) >> army & 1 and not armies[army] for army in range(V.ARMIES)):
            raise PositionError("way: 'serving' names an army that there is not")

    def _write_hidden(self, seed: int) -> None:
        given, p, h = self.given.hidden, self.p, self.h
        h.seed, h.counts = np.uint64(0 if p.explicit_chance else seed), 0
        if given is not None:
            core.refuse(p.explicit_chance, "hidden: with explicit chance nothing is decided yet")
            h.seed, h.counts = np.uint64(given.seed), np.array(given.counts)

    def _check(self) -> None:
        """Refuse what cannot be gone on with, then go on to the next decision."""
        p, given = self.p, self.given
        p.chance = given.next_card
        over = given.outcome != Outcome.RUNNING
        if over != (given.cause != V.Cause.NONE) or (over and given.decision != V.Decision.NONE):
            raise PositionError("outcome: a game that is over has a cause and no decision")
        if (p.rift == 0) != (given.cause == V.Cause.RIFT):
            raise PositionError("rift: the game is lost at 0, and goes on before")
        if (given.decision == V.Decision.CHANCE) != (given.next_card != V.Chance.NONE):
            raise PositionError("next_card: it is for the decision 'chance'")
        if over:
            return
        for wrong, reason in self._faults():
            core.refuse(wrong, f"way: {reason}")
        if p.decision != V.Decision.NONE:
            key, step = decision_key(p), word_of(V.Step(p.step))
            steps, needed = _COMES[key]
            core.refuse(step not in steps, f"decision: {key!r} does not come in the step {step!r}")
            for field in needed:
                left_out = np.all(getattr(p, field) == _WAY[field][0])
                core.refuse(left_out, f"decision: {key!r} needs {field!r} in way")
            self.one.step(SHOW)
            core.refuse(not self.one.mask.any(), f"decision: {key!r} leaves nothing to choose")
        self.one.step(RESUME)  # it may stand between two decisions

    def _faults(self) -> Sequence[tuple[bool, str]]:
        """Return what the rules could not go on with: whether it is so, and what."""
        p, box, seats, step = self.p, self.box, int(self.p.players), V.Step(self.p.step)
        chance = int(p.chance) if p.decision == V.Decision.CHANCE else -1
        shop = step in (V.Step.SHOP, V.Step.UP_SHOP)
        ends = {V.Step.CHOOSE: seats, V.Step.UPGRADE: seats, V.Step.REVEAL: V.ARMIES}
        end = ends.get(step, 2 * V.SHOP if shop else self.tiles)
        cursor = min(int(p.cursor), end)
        buyer = (int(p.lord) + cursor) % seats
        in_slot = 0 <= p.slot < V.SHOP and p.shop[int(p.buying >= V.TRAP), p.slot] >= 0
        amulet = 0 <= p.slot < box.kinds[0] and box.equipment_slot[p.slot] == 0
        die = 0 <= chance < V.COLOURS
        fallen = (p.crossed > p.minions[:, V.UP, : V.LESSER]).any()
        placed = p.at[:seats].min() >= 0
        broke = p.cost > p.skulls[buyer] + p.pool or p.pooled > min(p.cost, p.pool)
        unarmed = p.buying == V.WEAPON and p.cards[buyer, V.RANK] + 1 >= V.RANKS
        late = p.cursor > end or (p.decision > 0 and cursor == end)
        return [
            (p.tile >= self.tiles, "the fortress has no such 'tile'"),
            (max(p.payers.max(), p.seat) >= seats, "there is no such seat"),
            ((step in (V.Step.TURN, V.Step.PRICE)) != (p.seat >= 0), "'seat' is for a hero's turn"),
            (step == V.Step.TURN and p.at[p.seat] < 0, "'seat' is a hero who lives"),
            (step == V.Step.UPGRADE and not placed, "heroes live when they upgrade"),
            (late, "'cursor' is beyond the end"),
            (step == V.Step.ATTACK and p.part >= seats, "'part' is the seat that is attacked"),
            (p.trap >= box.kinds[1] or p.drum >= box.kinds[0], "no such card is in the box"),
            (0 < p.buying < V.REVITALISE, "'buying' is something else that costs skulls"),
            (p.buying > 0 and step != V.Step.UPGRADE, "'buying' is for the upgrade phase"),
            (p.buying >= V.EQUIPMENT and not in_slot, "'buying' and 'slot' name nothing"),
            (unarmed, "'buying' names no weapon"),
            (broke, "'cost' cannot be paid"),
            (p.decision == V.Decision.REPLACE and not amulet, "'slot' is an amulet that is put on"),
            (shop and chance >= 0 and p.slot >= V.SHOP, "the shop has no such 'slot'"),
            (die and p.dice[chance % V.COLOURS] == 0, "'dice' has no such die to be rolled"),
            (chance == V.Chance.ARMY and p.cards_left[min(cursor, 5)] == 0, "'cursor' has no card"),
            (step == V.Step.FALL and fallen, "'crossed' are more than stand there"),
        ]


load_position = core.loader_of(Position, _Reader)
