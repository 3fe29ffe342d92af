"""Sets of parts, and the records of them that the rules read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property, partial
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np

from tablemates.envs.core.errors import SettingsError
from tablemates.envs.core.files.parts import PartSet, load_parts, named, write_parts
from tablemates.envs.core.records.layout import Bytes, RecordView
from tablemates.envs.core.records.vocabulary import word_of, words_of
from tablemates.envs.orcs_must_die import vocabulary as V
from tablemates.envs.orcs_must_die.part_faults import faults
from tablemates.envs.orcs_must_die.part_models import (
    Fortress,
    FullEquipment,
    HeroNumbers,
    Parts,
    icons_of,
)
from tablemates.envs.orcs_must_die.state import BOX, SCENARIO

STANDARD: Final = Path(__file__).with_name("parts.yaml")
#: The cards that are dealt from decks, as sections of the parts.
DECKS: Final = ("equipment", "traps", "army")
_JUNCTIONS: Final = (V.Kind.CROSSROADS, V.Kind.T_JUNCTION, V.Kind.L_JUNCTION)
#: Sections that usual games have no use for.
_FURTHER: Final = {"full_equipment", "editions", "bosses", "boss_rules", "rivalry"}


class Options(NamedTuple):
    """Settings that put other parts on the table; the first of each is the usual one."""

    edition: str = "order"
    heroes: str = "box"
    choices: str = "brief"
    bosses: bool = False
    rival: str = ""  # the box of the other team; empty: there is none


class Rivals(NamedTuple):
    """Settings of two teams: the second fortress, how they sit, and who decides (RIV)."""

    fortress: str
    seating: str = "blocks"
    consent: str = "speaker"


class Components(PartSet[Parts]):
    """A checked set of parts; never changes."""

    options: Options = Options()

    def canonical(self) -> dict[str, Any]:
        """Return everything that play depends on: not what usual games have no use for."""
        return self.parts.model_dump(mode="json", exclude=_FURTHER)

    def with_options(self, options: Options) -> Components:
        """Return what is on the table with other boxes, bosses or cards (ED, FULL-04)."""
        if options.rival:
            return _rivals(self, options)
        return self if options == Options() else _chosen(self, options)

    def names(self, section: str) -> tuple[str, ...]:
        """Return the names of ``"equipment"``, ``"traps"``, ``"army"`` or ``"fortresses"``."""
        return tuple(getattr(self.parts, section))

    @cached_property
    def heroes(self) -> tuple[str, ...]:
        """The heroes that can be chosen, as the parts call them, in the order of their numbers.

        Those of a second team come last; ``""`` stands where the first one has fewer.
        """
        edition = self.parts.editions[V.Edition[self.options.edition.upper()]]
        extra = edition.extra_heroes if self.options.heroes == "all" else ()
        return (*(edition.heroes or words_of(V.Hero)), *extra)

    @cached_property
    def minions(self) -> tuple[str, ...]:
        """The types of minions in the order of their roles (ED-01)."""
        edition = self.parts.editions[V.Edition[self.options.edition.upper()]]
        return tuple(one.name for one in edition.minions.values()) or words_of(V.Minion)

    @cached_property
    def all_heroes(self) -> tuple[HeroNumbers | None, ...]:
        """The numbers of the heroes in the order of ``heroes``."""
        return tuple(self.parts.heroes.values())

    @cached_property
    def bosses(self) -> tuple[str, ...]:
        """The bosses there can be, in the order of their numbers, heroes last (BOSS-12)."""
        return (*self.parts.bosses, *(f"hero:{name}" for name in _all_heroes(self.parts)))

    def check_heroes(self, players: int, bosses: Sequence[str]) -> None:
        """Refuse a game in which the heroes that are no bosses do not go round (BOSS-12).

        Raises:
            SettingsError: There are fewer than seats.
        """
        taken = {one.removeprefix("hero:") for one in bosses} & {*self.heroes}
        left = len(self.heroes) - len(taken)
        if left < players:
            raise SettingsError(
                f"players={players}: {', '.join(sorted(taken))} as bosses leave {left} heroes to "
                'choose; take other bosses, or heroes="all"'
            )

    def record(self) -> Bytes:
        """Return the parts as a BOX record, shape ``(BOX.itemsize,)``."""
        buffer = np.zeros(BOX.itemsize, np.uint8)
        box: Any = RecordView(buffer, BOX)
        parts = self.parts
        decks: Sequence[Mapping[str, Any]] = (parts.equipment, parts.traps, parts.army)
        write_parts(box, "", parts.table)
        write_parts(box, "", parts.minions, icons_of)
        write_parts(box, "hero", dict(enumerate(parts.heroes.values())), icons_of)
        box.heroes[0] = len(parts.heroes)
        rules = parts.rivalry
        box.claim, box.plunder_skulls = rules.claim, rules.plunder_skulls
        box.hunter_lightning = rules.hunter_lightning
        for hero, name in enumerate(self.heroes):
            box.hero_rival[hero] = rules.powers.get(name, V.RivalPower.NONE)
        write_parts(box, "major", parts.major_at_level_1)
        write_parts(box, "equipment", (*parts.equipment.values(),), icons_of)
        write_parts(box, "army", (*parts.army.values(),))
        for deck, cards in enumerate(decks):
            box.kinds[deck] = len(cards)
            for n, card in enumerate(cards.values()):
                box.copies[deck, n] = card.copies
                if deck < 2:
                    box.card_stage[deck, n], box.card_cost[deck, n] = card.level, card.cost
                    (box.equipment, box.trap)[deck][n] = card.numbers
        box.kill_skulls[:] = parts.table.skulls["lesser"], parts.table.skulls["major"]
        box.equipment_instead = -1
        for n, worn in enumerate(parts.equipment.values()):
            if isinstance(worn, FullEquipment) and worn.replace:
                box.equipment_instead[n] = icons_of(worn.replace).index(1)
        write_bosses(box, self.parts, self.heroes)
        for hero, numbers in enumerate(parts.heroes.values()):
            box.wounds[hero] = [int(icon in numbers.wounded_by) for icon in "SVB"]
            powers = [int(numbers.power == one) for one in [*V.Power][: V.POWERS_SHOWN]]
            ultimates = [int(numbers.ultimate.kind == one) for one in V.Ultimate]
            box.hero_shown[hero] = [
                *(*box.wounds[hero], numbers.health, numbers.move, numbers.amulets),
                *(*powers, *ultimates, numbers.ultimate.amount, *box.hero_ultimate_icons[hero]),
            ]
            costs, dice = box.hero_weapons_cost[hero, :, None], box.hero_weapons_dice[hero]
            box.weapons_shown[hero] = np.hstack([costs, dice]).ravel()
        for minion, one in parts.minions.items():
            printed = [minion < V.LESSER, one.rift, one.hunts, one.forward, *box.aura[minion]]
            staged = np.column_stack([box.move[minion], box.attack[minion], box.need[minion]])
            for now, later in enumerate((1, 2, 2)):
                row = [*printed, *staged[now], *staged[later], one.figures]
                box.minion_shown[minion, now] = row
        for kind, tile in parts.tiles.items():
            box.split[kind] = V.Split[(tile.split or "none").upper()]
        box.blank = -1
        for colour, die in parts.dice.items():
            faces = list(die.different)
            for n, face in enumerate(faces):
                box.face_icons[colour, n] = icons_of(face)
                box.face_copies[colour, n] = die.different[face]
            if "" in faces:
                box.blank[colour] = faces.index("")
            box.face_of[colour] = [faces.index("".join(sorted(face))) for face in die.faces]
        for n, fortress in enumerate(parts.fortresses.values()):
            _write_fortress(box, n, fortress, parts)
        return buffer

    def scenario(
        self,
        fortress: str,
        mode: str,
        choices: str,
        first_lord: str,
        max_rounds: int,
        bosses: Sequence[str] = ("none",) * V.BOSSES,
        rivals: Rivals | None = None,
    ) -> Bytes:
        """Return what is put on the table, as a SCENARIO record.

        Args:
            fortress: A name of the parts.
            mode: ``"standard"`` or ``"challenge"``.
            choices: ``"brief"`` or ``"full"``.
            first_lord: ``"drawn"`` or ``"agreed"``.
            max_rounds: Rounds after which views truncate a game.
            bosses: Who enters at each moment, or ``"none"``.
            rivals: How two teams play; None: there is one.

        Raises:
            ComponentsError: There is no such fortress, mode or boss.
        """
        buffer = np.zeros(SCENARIO.itemsize, np.uint8)
        scenario: Any = RecordView(buffer, SCENARIO)
        numbers = {one: n for n, one in enumerate(self.names("fortresses"))}
        scenario.fortress = named("fortress", fortress, numbers)
        scenario.mode = named("mode", mode, {word_of(one): one for one in V.Mode})
        scenario.choices = V.Choices[choices.upper()]
        scenario.first_lord = V.FirstLord[first_lord.upper()]
        scenario.edition = V.Edition[self.options.edition.upper()]
        scenario.heroes = V.Roster[self.options.heroes.upper()]
        known = {"none": -1, **{one: n for n, one in enumerate(self.bosses)}}
        scenario.boss_kind[:] = [named("boss", one, known) for one in bosses]
        scenario.max_rounds = max_rounds
        if rivals is not None:
            scenario.rivalry = V.Rivalry.ON
            scenario.rival_fortress = named("rival_fortress", rivals.fortress, numbers)
            scenario.seating = V.Seating[rivals.seating.upper()]
            scenario.consent = V.Consent[rivals.consent.upper()]
        return buffer


def _all_heroes(parts: Parts) -> dict[str, HeroNumbers]:
    """Return the heroes of all boxes and expansions by name."""
    found: dict[str, HeroNumbers] = {word_of(one): parts.heroes[one] for one in V.Hero}
    for edition in parts.editions.values():
        found |= {**edition.heroes, **edition.extra_heroes}
    return found


def write_bosses(box: Any, parts: Parts, heroes: Sequence[str]) -> None:
    """Write the bosses, then the heroes as bosses (BOSS-12); ``heroes`` can be chosen."""
    box.boss_skulls, box.boss_hero = parts.boss_rules.skulls, -1
    for n, boss in enumerate(parts.bosses.values()):
        write_parts(box, "boss", boss, icons_of, (n,))
        box.boss_wounds[n] = [int(icon in boss.wounded_by) for icon in "SVB"]
        for colour, count in boss.attack.items():
            box.boss_dice[n, :, colour] = count
    for n, (name, hero) in enumerate(_all_heroes(parts).items(), len(parts.bosses)):
        box.boss_wounds[n] = [int(icon in hero.wounded_by) for icon in "SVB"]
        box.boss_move[n], box.boss_rift[n] = hero.move, parts.boss_rules.hero_rift
        box.boss_hero[n] = heroes.index(name) if name in heroes else -1
        for players, halves in parts.boss_rules.hero_health_halves.items():
            box.boss_health[n, players] = (hero.health * halves + 1) // 2
        for stage in range(V.STAGES):
            for colour, count in hero.weapons[stage + 1].dice.items():
                box.boss_dice[n, stage, colour] = count


@dataclass(frozen=True, eq=False)
class _Chosen(Components):
    """Parts that are on the table with options."""

    printed: Parts
    options: Options

    def canonical(self) -> dict[str, Any]:
        """Return everything that play depends on."""
        left_out = None if self.options.rival else {"rivalry"}
        options = self.options if self.options.rival else self.options[:-1]
        printed = self.printed.model_dump(mode="json", exclude=left_out)
        return {**printed, "options": [*options]}


@cache
def _chosen(components: Components, options: Options) -> Components:
    """Return the parts of a box, with the cards of full choices and heroes of expansions."""
    parts, edition = components.parts, components.parts.editions[V.Edition[options.edition.upper()]]
    heroes: list[HeroNumbers] = [*(edition.heroes or parts.heroes).values()]
    if options.heroes == "all":
        heroes += edition.extra_heroes.values()
    cards: dict[str, Any] = {**parts.equipment}
    if options.choices == "full":
        for name, copies in parts.full_equipment.change.items():
            cards[name] = cards[name].model_copy(update={"copies": copies})
        cards |= parts.full_equipment.add
    on_table = {
        "minions": edition.minions or parts.minions,
        "heroes": dict(enumerate(heroes)),
        "equipment": cards,
    }
    return _Chosen(parts.model_copy(update=on_table), parts, options)


@dataclass(frozen=True, eq=False, kw_only=True)
class _Rivals(_Chosen):
    """Parts of two teams, each with a box of its own (RIV-02)."""

    second: Components

    @cached_property
    def heroes(self) -> tuple[str, ...]:
        """The heroes of the first team, then those of the second."""
        first = super().heroes
        return (*first, *[""] * (V.ALL_HEROES - len(first)), *self.second.heroes)

    @cached_property
    def minions(self) -> tuple[str, ...]:
        """The types of the first team's minions, then those of the second."""
        return (*super().minions, *self.second.minions)

    @cached_property
    def all_heroes(self) -> tuple[HeroNumbers | None, ...]:
        """The numbers of the heroes in the order of ``heroes``."""
        first = super().all_heroes
        return (*first, *[None] * (V.ALL_HEROES - len(first)), *self.second.all_heroes)

    def record(self) -> Bytes:
        """Return the parts as a BOX record: what both teams share, then the second team's own."""
        buffer = super().record()
        box, other = (RecordView(one, BOX) for one in (buffer, self.second.record()))
        for name in BOX.names or ():
            rows = BOX[name].shape[:1]
            half = {(V.BOTH_TYPES,): V.TYPES, (V.BOTH_HEROES,): V.ALL_HEROES, (V.TEAMS,): 1}
            if rows in half and (name == "heroes" or rows != (V.TEAMS,)):
                getattr(box, name)[half[rows] :] = getattr(other, name)[: half[rows]]
        return buffer


@cache
def _rivals(components: Components, options: Options) -> Components:
    """Return what is on the table for two teams."""
    first = _chosen(components, options._replace(rival=""))
    second = _chosen(components, options._replace(edition=options.rival, rival=""))
    return _Rivals(first.parts, components.parts, options, second=second)


def _write_fortress(box: Any, n: int, fortress: Fortress, parts: Parts) -> None:
    tiles, kinds, far, ends = range(len(fortress.tiles)), fortress.kinds, *fortress.ways
    box.tiles[n], box.rift_tile[n] = len(tiles), kinds.index(V.Kind.RIFT)
    box.trapsburg[n] = kinds.index(V.Kind.TRAPSBURG) if V.Kind.TRAPSBURG in kinds else -1
    doors = [tile for tile, kind in enumerate(kinds) if kind == V.Kind.TRAPDOOR]
    box.trapdoors[n] = [*doors, -1, -1][: V.TRAPDOORS]
    box.tile_kind[n, : len(tiles)], box.distance[n, : len(tiles)] = kinds, far
    box.order[n, : len(tiles)] = sorted(tiles, key=lambda tile: (far[tile], tile))  # MIN-03
    box.exits[n] = box.army_tile[n] = box.ends[n] = -1
    for tile in tiles:
        leading = fortress.tiles[tile].exits
        box.exits[n, tile, : len(leading)] = leading
    box.connections[n] = len(ends)
    box.ends[n, : len(ends)] = ends
    for low, high in ends:
        box.near[n, low] |= 1 << high
        box.near[n, high] |= 1 << low
    for stage, armies in fortress.armies.items():
        box.army_tile[n, stage - 1, : len(armies)] = armies
        box.army_cards[n] += len(armies) * parts.table.cards_per_army
    starts = {tile for armies in fortress.armies.values() for tile in armies}
    box.starts[n] = sum(1 << tile for tile in starts)
    places = parts.table.trap_places
    by_kind = dict.fromkeys(_JUNCTIONS, places["junction"])
    by_kind[V.Kind.TRAPSBURG] = places["trapsburg"]
    for tile in tiles:
        by_kind[V.Kind.STANDARD] = places["standard_start" if tile in starts else "standard"]
        for players, count in by_kind.get(kinds[tile], {}).items():
            box.places[n, players, tile] = count  # TRAP-02


#: Returns a checked set of parts: the standard one, or with the changes of a YAML file.
load_components = partial(load_parts, Parts, STANDARD, faults, Components)
