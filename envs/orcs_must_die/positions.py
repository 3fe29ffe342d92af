"""Positions: a whole game as plain data that people can read, shorten and edit.

``dump_position`` writes every key. A short position leaves keys out: heroes are in order with full
health on the tile before the rift, nobody else is in the fortress, decks hold what is not seen
elsewhere, and it is the lord's turn. Cards and fortresses are named as in the parts. ``way`` has
the numbers of what is under way by the field of the record, those that are not as usual.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

import numpy as np

from tablemates.envs.core.engine.team_ending import Outcome
from tablemates.envs.core.errors import PositionError
from tablemates.envs.core.files.documents import nearest
from tablemates.envs.core.history import positions as core
from tablemates.envs.core.records.layout import Bytes, RecordView
from tablemates.envs.core.records.vocabulary import word_of, words_of
from tablemates.envs.orcs_must_die import vocabulary as V
from tablemates.envs.orcs_must_die.game import OrcsMustDie
from tablemates.envs.orcs_must_die.laws import WAY, cards_out
from tablemates.envs.orcs_must_die.laws_of_steps import figures_of
from tablemates.envs.orcs_must_die.parts import DECKS, Components, Rivals
from tablemates.envs.orcs_must_die.position_keys import (
    FarKeys,
    Position,
    SeatKeys,
    SideKeys,
    TeamKeys,
)
from tablemates.envs.orcs_must_die.rules.teams import team_of
from tablemates.envs.orcs_must_die.sides import members, turn, turned
from tablemates.envs.orcs_must_die.speech import decision_key
from tablemates.envs.orcs_must_die.state import SIDE, STATE

_MINIONS: Final = words_of(V.Minion)
#: Fields of what is under way that belong to a fortress.
_SIDE_WAY: Final = tuple(field for field in WAY if field in (SIDE.names or ()))
BOSSES: Final = tuple(f"boss_{word_of(one)}" for one in V.Moment)


def dump_position(game: OrcsMustDie, record: Bytes) -> dict[str, Any]:
    """Return the game in a record as plain data."""
    state: Any = RecordView(record, STATE)
    p, h, parts = state.public, state.hidden, game.components
    picks = state.private.picks
    position = {
        **core.dump_fields(Position, p, {}),
        **_dump_side(game, p),
        **{
            key: "none" if kind < 0 else parts.bosses[kind]
            for key, kind in zip(BOSSES, p.boss_kind.tolist(), strict=True)
        },
        "seats": [
            {
                **core.dump_fields(SeatKeys, p, {}, seat),
                "hero": None if cards[V.HERO] < 0 else parts.heroes[cards[V.HERO]],
                "rank": max(0, int(cards[V.RANK])),
                "equipment": _named(parts, 0, cards[V.AMULET :]),
            }
            for seat, cards in enumerate(p.cards[: p.players])
        ],
        "next_card": word_of(V.Chance(p.chance)),
        "way": _dump_way(p, WAY),
    }
    if p.rivalry:
        far = turned(record).public
        position["teams"] = {
            **core.dump_fields(TeamKeys, p, {}, None),
            "rival_edition": game.settings.rival_edition,
            "picks": picks.diagonal().tolist() if picks.any() else [],
            "far": {
                **core.dump_fields(FarKeys, far, {}, None),
                **_dump_side(game, far),
                "at": far.at.tolist(),
                "way": _dump_way(far, _SIDE_WAY),
            },
        }
        for keys in (position["teams"], position["teams"]["far"]):
            del keys["chance"]
    if game.settings.swaps != "none":
        position["swaps"] = game.settings.swaps
    if not p.explicit_chance:
        position["hidden"] = {"seed": h.seed, "counts": h.counts.tolist()}
    return position


def _named(parts: Components, deck: int, cards: Any) -> list[str | None]:
    names = parts.names(DECKS[deck])
    return [None if card < 0 else names[card] for card in cards.tolist()]


def _dump_way(p: Any, fields: Iterable[str]) -> dict[str, Any]:
    return {
        field: np.asarray(value).tolist()
        for field in fields
        if np.any((value := getattr(p, field)) != WAY[field][0])
    }


def _dump_side(game: OrcsMustDie, p: Any) -> dict[str, Any]:
    """Return the open fortress and what belongs to it as plain data."""
    parts, box = game.components, game.box_record
    names = [parts.names(deck) for deck in DECKS]
    tiles = range(int(box.tiles[p.fortress]))
    return {
        "fortress": parts.names("fortresses")[p.fortress],
        "bosses": [
            {
                "state": word_of(V.BossState(p.boss_state[n])),
                "at": int(p.boss_at[n]),
                "health": int(p.boss_health[n]),
                "stunned": int(p.boss_stunned[n]),
            }
            for n in range(V.BOSSES)
        ]
        if (p.boss_kind >= 0).any()
        else [],
        **{
            key: {
                str(tile): counts
                for tile in tiles
                if (counts := core.counts_by_name(p.minions[tile, n, : V.TYPES], _MINIONS))
            }
            for n, key in enumerate(("standing", "stunned"))
        },
        "laid": {str(n): _named(parts, 1, p.traps[n]) for n in tiles if (p.traps[n] >= 0).any()},
        "supports": {
            key: names[1][p.supports[n]]
            for key, n in _connections(box, p.fortress).items()
            if p.supports[n] >= 0
        },
        "shop": [_named(parts, 0, p.shop[0]), _named(parts, 1, p.shop[1])],
        "unseen": {d: core.counts_by_name(p.unseen[n], names[n]) for n, d in enumerate(DECKS)},
        "cards_left": p.cards_left.tolist(),
    }


def _connections(box: Any, fortress: int) -> dict[str, int]:
    """Return the numbers of a fortress's connections by their tiles."""
    ends = box.ends[fortress, : box.connections[fortress]].tolist()
    return {f"{low}-{high}": n for n, (low, high) in enumerate(ends)}


class _Reader(core.PositionReader):
    """Writes a position over a new game of its fortress, seats and seed."""

    def __init__(self, given: Position, game: OrcsMustDie, seed: int) -> None:
        self.given, self.parts = given, game.components
        core.index_of("fortress", "fortress", given.fortress, self.parts.names("fortresses"))
        mode, choices, first_lord = map(word_of, (given.mode, given.choices, given.first_lord))
        for key in ("edition", "heroes"):
            made, wanted = getattr(game.settings, key), word_of(getattr(given, key))
            core.refuse(made != wanted, f"{key}: the game was made for {key}={made!r}")
        made, wanted = game.settings.swaps, given.swaps
        core.refuse(made != wanted, f"swaps: the game was made for swaps={made!r}")
        bosses = [getattr(given, key) for key in BOSSES]
        for key, boss in zip(BOSSES, bosses, strict=True):
            core.index_of(key, "boss", boss, ("none", *self.parts.bosses))
        rest = (choices, first_lord, given.max_rounds, bosses)
        teams = given.teams
        made, wanted = game.settings.rivalry, "off" if teams is None else "on"
        core.refuse(
            made != wanted,
            f"teams: the game was made for rivalry={made!r}, and without this key a position has "
            "one team",
        )
        rivals = None
        if teams is not None:
            made, box = game.settings.rival_edition, teams.rival_edition
            core.refuse(
                box is not None and made != word_of(box),
                f"teams.rival_edition: the game was made for rival_edition={made!r}",
            )
            names = self.parts.names("fortresses")
            core.index_of("teams.far.fortress", "fortress", teams.far.fortress, names)
            words = word_of(teams.seating), word_of(teams.consent)
            near = given.fortress, teams.far.fortress
            rivals = Rivals(near[1 - teams.team], *words)
            scenario = self.parts.scenario(near[teams.team], mode, *rest, rivals)
            core.refuse(
                len(given.seats) % V.TEAMS, "seats: two teams have the same number of seats"
            )
        else:
            scenario = self.parts.scenario(given.fortress, mode, *rest)
            core.refuse(len(given.seats) > V.SEATS, f"seats: {V.SEATS} are the most")
        super().__init__(game, scenario, seed, len(given.seats))
        if self.p.team != (teams.team if teams is not None else 0):
            turn(self.record)
        if teams is not None:
            turn(self.record)
            self._open(teams.far)
            self._write_way(teams.far.way, _SIDE_WAY)
            core.write_fields(teams.far, self.p, {})
            self.p.at[: len(teams.far.at)] = teams.far.at
            turn(self.record)
        self._open(given)
        self._write_way(given.way, (*WAY,))
        core.write_fields(given, self.p, {})
        if teams is not None:
            core.write_fields(teams, self.p, {})
            state: Any = RecordView(self.record, STATE)
            for seat, pick in enumerate(teams.picks):
                for other in range(self.p.players):
                    if team_of(self.p, other) == team_of(self.p, seat):
                        state.private.picks[other, seat] = pick
        if "seat" not in given.way and given.step == V.Step.TURN:
            self.p.seat = given.lord
        self._write_seats()
        self._write_side(given)
        if teams is not None:
            turn(self.record)
            self._open(teams.far)
            self._write_side(teams.far, here=False)
            turn(self.record)
            self._open(given)
        self._write_hidden(seed)
        self.p.chance = given.next_card
        self.check()
        if given.outcome == Outcome.RUNNING:
            stated = given.decision != V.Decision.NONE
            self.go_on(decision_key(self.p) if stated else None)

    def _open(self, keys: SideKeys) -> None:
        """Turn to the keys of the fortress that is open."""
        self.keys = keys
        self.fortress = self.p.fortress
        self.tiles = int(self.box.tiles[self.fortress])

    def _write_side(self, keys: SideKeys, here: bool = True) -> None:
        """Write what belongs to the open fortress; ``here``: what is under way is in it."""
        p, box = self.p, self.box
        p.rift_max = box.rift_health[p.team_size]
        p.rift = p.rift_max if keys.rift is None else keys.rift
        bank = box.skull_tokens - keys.pool - int(p.skulls[members(p)].sum())
        core.refuse(bank < 0, f"pool, seats: more than the box has, {box.skull_tokens} skulls")
        p.bank = bank
        self._write_bosses()
        self._write_minions(here)
        self._write_laid()
        self._write_decks(here)

    def _numbers(self, place: str, deck: int, cards: Sequence[str | None]) -> list[int]:
        """Return the numbers of cards, -1 for none."""
        names = self.parts.names(DECKS[deck])
        return [-1 if card is None else core.index_of(place, "card", card, names) for card in cards]

    def _tile(self, place: str, tile: int) -> int:
        core.refuse(tile >= self.tiles, f"{place}: the fortress has no tile {tile}")
        return tile

    def _write_way(self, way: Mapping[str, Any], fields: Sequence[str]) -> None:
        p = self.p
        for field in way:
            core.index_of("way", "field", field, fields)
        for field in fields:
            low, high = WAY[field]
            try:
                numbers = np.array(way.get(field, np.full_like(getattr(p, field), low)))
            except (ValueError, OverflowError):
                numbers = np.zeros(0)
            if numbers.dtype.kind != "i" or numbers.shape != np.shape(getattr(p, field)):
                raise PositionError(f"way: {field!r} has whole numbers, as dump_position writes it")
            if not low <= numbers.min() <= numbers.max() <= high:
                raise PositionError(f"way: {field!r} has numbers from {low} to {high}")
            setattr(p, field, numbers)

    def _write_seats(self) -> None:
        given, p, box = self.given, self.p, self.box
        heroes = [
            None if seat.hero is None else self._hero(n, seat.hero)
            for n, seat in enumerate(given.seats)
        ]
        bosses = box.boss_hero[p.boss_kind[p.boss_kind >= 0]]
        p.cards = p.at = -1
        p.health = 0
        for seat, keys in enumerate(given.seats):
            core.write_fields(keys, p, {}, seat)
            place, hero = f"seats.{seat}", heroes[seat]
            self._tile(place, int(p.at[seat]))
            if hero is None and given.step > (V.Step.LORD if p.rivalry else V.Step.CHOOSE):
                free = [n for n in self._heroes_of(seat) if n not in heroes and n not in bosses]
                core.refuse(not free, f"{place}: no hero is left")
                hero = heroes[seat] = free[0]
            worn = self._numbers(place, 0, keys.equipment)
            p.cards[seat] = [-1, -1, *worn] if hero is None else [hero, keys.rank, *worn]
            elsewhere = p.rivalry and p.far.at[seat] >= 0
            if hero is not None and keys.at is None and not elsewhere:
                p.at[seat] = box.order[self.fortress, 1]
            if hero is not None and keys.health is None:
                p.health[seat] = box.hero_health[hero]
        if given.active is None:
            p.active = max(0, given.lord)

    def _heroes_of(self, seat: int) -> range:
        """Return the numbers of the heroes that a seat can have."""
        team = team_of(self.p, seat)
        first = V.ALL_HEROES * team
        return range(first, first + int(self.box.heroes[team]))

    def _hero(self, seat: int, name: str) -> int:
        """Return the number of a seat's hero."""
        numbers = self._heroes_of(seat)
        names = [self.parts.heroes[n] for n in numbers]
        return numbers[core.index_of(f"seats.{seat}", "hero", name, names)]

    def _write_bosses(self) -> None:
        p = self.p
        for n, keys in enumerate(self.keys.bosses):
            here = keys.state == V.BossState.HERE
            p.boss_state[n], p.boss_at[n] = keys.state, keys.at
            p.boss_stunned[n] = keys.stunned
            most = self.box.boss_health[p.boss_kind[n], p.team_size] if here else 0
            p.boss_health[n] = most if keys.health is None else keys.health
        p.bosses_left = ((p.boss_kind >= 0) & (p.boss_state != V.BossState.GONE)).sum()

    def _write_minions(self, here: bool) -> None:
        given, p = self.keys, self.p
        p.minions = 0
        for state, (key, tiles) in enumerate(
            [("standing", given.standing), ("stunned", given.stunned)]
        ):
            for tile, figures in tiles.items():
                for minion, count in figures.items():
                    p.minions[self._tile(key, tile), state, minion] = count
        core.refuse(
            (p.flights[: p.flying, 1] >= V.TYPES + V.BOSSES).any(),
            "way.flights: there is no such type",
        )
        bosses = (p.boss_state == V.BossState.HERE).sum()
        p.entered = int(figures_of(p, here).sum()) + int(bosses) + given.gone

    def _write_laid(self) -> None:
        given, p = self.keys, self.p
        p.traps = p.supports = p.shop = -1
        for tile, cards in given.laid.items():
            p.traps[self._tile("laid", tile), : len(cards)] = self._numbers("laid", 1, cards)
        known = _connections(self.box, self.fortress)
        for key, card in given.supports.items():
            if key not in known:
                raise PositionError(f"supports: no connection {key!r}{nearest(key, known)}")
            p.supports[known[key]] = self._numbers("supports", 1, [card])[0]
        for deck, shown in enumerate(given.shop):
            p.shop[deck, : len(shown)] = self._numbers("shop", deck, shown)

    def _write_decks(self, here: bool) -> None:
        given, p, box = self.keys, self.p, self.box
        for name in given.unseen:
            core.index_of("unseen", "deck", name, DECKS)
        for deck, name in enumerate(DECKS):
            if name in given.unseen:
                counts = given.unseen[name]
                p.unseen[deck] = 0
                numbers = self._numbers(f"unseen.{name}", deck, list(counts))
                p.unseen[deck, numbers] = [*counts.values()]
                continue
            left = box.copies[deck] - (cards_out(p, deck, here) if deck < 2 else 0)
            ours = deck == 2 or box.card_stage[deck] == p.stage
            p.unseen[deck] = np.where(ours, np.maximum(0, left), 0)
        armies = box.army_tile[self.fortress, p.stage - 1] >= 0
        full = np.where(armies, box.cards_per_army, 0)
        p.cards_left = full if given.cards_left is None else np.array(given.cards_left)

    def _write_hidden(self, seed: int) -> None:
        given, p, h = self.given.hidden, self.p, self.h
        h.seed, h.counts = np.uint64(0 if p.explicit_chance else seed), 0
        if given is not None:
            core.refuse(p.explicit_chance, "hidden: with explicit chance nothing is decided yet")
            h.seed, h.counts = np.uint64(given.seed), np.array(given.counts)


load_position = core.loader_of(Position, _Reader)
