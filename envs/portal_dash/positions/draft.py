"""A game in the making: what a position says, what is assumed for the rest, and the record."""

from __future__ import annotations

from collections.abc import Set
from dataclasses import dataclass
from functools import cached_property
from typing import Any, cast

import numpy as np

from tablemates.envs.core.record import Bytes, RecordView
from tablemates.envs.portal_dash.components import EDITIONS, Components, ComponentsError
from tablemates.envs.portal_dash.positions.errors import fault
from tablemates.envs.portal_dash.positions.names import CAUSES, CHANCES, FACES, Lexicon, lexicon_of
from tablemates.envs.portal_dash.positions.schema import UNKNOWN, CustomLevel, Position
from tablemates.envs.portal_dash.rules import engine
from tablemates.envs.portal_dash.rules import limits as L
from tablemates.envs.portal_dash.rules.state import LEVEL, STATE, WORK
from tablemates.envs.portal_dash.rules.vocabulary import MAGMA, Chance, Outcome

_ANY_BOARD = (L.ROWS, L.COLUMNS)


@dataclass
class Draft:
    """What the sections of the loader share.

    Attributes:
        given: The position as it was written.
        lexicon: The words and numbers of the parts.
        buffer: The record's bytes.
        p: Its public part.
        h: Its hidden part.
        level: The level's record; None where a dump says no more than "custom".
    """

    given: Position
    lexicon: Lexicon
    buffer: Bytes
    p: Any
    h: Any
    level: Any

    @cached_property
    def base(self) -> Any:
        """A new game of the level and seed, for what is left out; None where a level is."""
        if self.level is None:
            return None
        return RecordView(_new_game(self), STATE)

    def assumed(self, key: str) -> Any:
        """Return the new game that a left-out key is taken from.

        Raises:
            PositionError: There is none.
        """
        if self.base is None:
            reason = "is missing: give the level as an object, or everything as a dump does"
            raise fault((key,), reason)
        return self.base

    @property
    def boss_kind(self) -> list[int]:
        """The kinds of the bosses in play."""
        return [int(kind) for kind in self.p.boss_kind]

    @property
    def explicit(self) -> bool:
        """Whether chance is asked for, so that no orders exist."""
        return bool(self.p.explicit_chance)


def start_draft(given: Position, components: Components) -> Draft:
    """Begin a record with the settings of a position.

    Raises:
        PositionError: There is no such level.
    """
    lexicon = lexicon_of(components)
    level = _level_record(given, components)
    players = given.players if isinstance(given.players, int) else len(given.players)
    for key, seat in (
        ("first_player", given.first_player),
        ("active_player", given.active_player),
        ("decider", given.decider),
    ):
        if seat is not None and seat >= players:
            raise fault((key,), f"there are {players} players, counted from 0; {seat} is none")
    buffer = np.zeros(STATE.itemsize, np.uint8)
    s = RecordView(buffer, STATE)
    draft = Draft(
        given,
        lexicon,
        buffer,
        s.public,
        s.hidden,
        None if level is None else RecordView(level, LEVEL),
    )
    _write_settings(draft, players)
    return draft


def _level_record(given: Position, components: Components) -> Bytes | None:
    try:
        if isinstance(given.level, CustomLevel):
            return components.custom_level(**given.level.model_dump(), board_shape=_ANY_BOARD)
        if isinstance(given.level, int):
            return components.level(given.level, given.edition)
    except ComponentsError as error:
        raise fault(("level",), str(error)) from error
    return None


def _new_game(draft: Draft) -> Bytes:
    given = draft.given
    level = _level_record(given, draft.lexicon.components)
    assert level is not None
    game = np.zeros(STATE.itemsize, np.uint8)
    engine.new_game(
        game,
        draft.lexicon.buffer,
        level,
        np.zeros(WORK.itemsize, np.uint8),
        cast(int, np.uint64(0 if given.seed == UNKNOWN else given.seed)),
        int(draft.p.players),
        given.first_player,
        int(given.chance == "explicit"),
        0,  # every decision stops, so that nothing has happened yet
    )
    return game


def _write_settings(draft: Draft, players: int) -> None:
    given, p, h = draft.given, draft.p, draft.h
    p.level = 0 if draft.level is None else draft.level.number
    p.edition = EDITIONS.index(given.edition)
    p.players = players
    p.explicit_chance = given.chance == "explicit"
    p.skip_forced = given.skip_forced
    p.first_player = given.first_player
    p.active_player = given.first_player if given.active_player is None else given.active_player
    p.decisions = given.decisions
    p.rows = draft.lexicon.box.rows
    h.seed = np.uint64(0 if given.seed == UNKNOWN else given.seed)
    _write_counters(draft)
    _write_end(draft)


def _write_counters(draft: Draft) -> None:
    for name, count in draft.given.counters.items():
        if name not in CHANCES:
            known = ", ".join(CHANCES)
            raise fault(("counters", name), f"there is no such stream of chance; known: {known}")
        draft.h.counters[CHANCES.index(name)] = count


def _write_end(draft: Draft) -> None:
    p, end = draft.p, draft.given.end
    p.cause_player = p.cause_source = -1
    if end is None:
        return
    p.outcome = Outcome[end.outcome.upper()]
    if end.cause not in CAUSES[1:]:
        raise fault(
            ("end", "cause"), f"unknown cause {end.cause!r}; known: {', '.join(CAUSES[1:])}"
        )
    p.cause = CAUSES.index(end.cause)
    if end.player is not None:
        p.cause_player = end.player
    if end.source is not None:
        sources = draft.lexicon.sources
        if end.source not in sources:
            known = ", ".join(sources)
            raise fault(("end", "source"), f"unknown source {end.source!r}; known: {known}")
        p.cause_source = MAGMA if end.source == "magma" else sources.index(end.source)


def write_dice(draft: Draft, started: bool, unrolled: Set[int]) -> None:
    """Write the white dice and the turn; left out, they show red and 1 in turn 1.

    Args:
        draft: The game.
        started: Whether the first turn has begun.
        unrolled: The ``Chance`` of dice that are about to be rolled.
    """
    given, p = draft.given, draft.p
    p.turn = int(started) if given.turn is None else given.turn
    if given.dice is None:
        p.blocks_die = 0 if started and Chance.BLOCKS_DIE not in unrolled else -1
        p.mob_die = 1 if started and Chance.MOB_DIE not in unrolled else -1
        return
    p.blocks_die = p.mob_die = -1
    if given.dice.blocks is not None:
        if given.dice.blocks not in FACES:
            known = ", ".join(FACES)
            raise fault(("dice", "blocks"), f"unknown face {given.dice.blocks!r}; known: {known}")
        p.blocks_die = FACES.index(given.dice.blocks)
    if given.dice.mob is not None:
        p.mob_die = given.dice.mob


def write_fight(draft: Draft) -> None:
    """Write the combat dice of a fight under way."""
    p, fight = draft.p, draft.given.fight
    p.fight_mob = -1
    if fight is None:
        return
    p.fight_mob = draft.lexicon.piece(fight.mob, draft.boss_kind, ("fight", "mob"))
    if sorted(fight.dice) != fight.dice:
        raise fault(("fight", "dice"), "combat dice are given in ascending order")
    if len(fight.dice) + fight.to_roll > L.DICE:
        raise fault(("fight",), f"{L.DICE} combat dice are the most that a fight can have")
    p.dice[: len(fight.dice)] = fight.dice
    p.dice_count = len(fight.dice)
    p.dice_to_roll = fight.to_roll
    p.rerolls_left = fight.rerolls
