"""Plays a recorded game again and looks at every outcome that chance might have had instead."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import numpy as np
import numpy.typing as npt

from tablemates.agents.evaluation.luck.players import COLUMNS, Floats
from tablemates.agents.evaluation.luck.position import Floats32, write_position
from tablemates.agents.evaluation.luck.stand_in import answers, choice
from tablemates.agents.portal_dash.copying import copy_game
from tablemates.envs.core.cache import own_cache
from tablemates.envs.core.compiled import compiled, helper
from tablemates.envs.core.record import Array8, Bytes
from tablemates.envs.portal_dash.rules import limits as L
from tablemates.envs.portal_dash.rules.agenda import Step, pop
from tablemates.envs.portal_dash.rules.chance import outcomes, sample
from tablemates.envs.portal_dash.rules.flow import advance, decide, is_legal, run_step
from tablemates.envs.portal_dash.rules.legal import list_legal
from tablemates.envs.portal_dash.rules.outcome import receive
from tablemates.envs.portal_dash.rules.records import box_of, level_of, state_of, work_of
from tablemates.envs.portal_dash.rules.setup import set_up
from tablemates.envs.portal_dash.rules.state import Box, State, Work
from tablemates.envs.portal_dash.rules.vocabulary import Chance, Decision, Outcome

#: Rows of positions that are left free for what may happen between two decisions.
RESERVE: Final = 1024
#: Columns of the table of events: the ``Chance``, its first row, the row that happened.
KIND: Final = 0
FIRST: Final = 1
HAPPENED: Final = 2
EVENT: Final = 3
#: Answers of the stand-in between a roll and the team's next action, at most.
_STEPS_AHEAD = 64

_FOLDER = Path(__file__).parent
_SOURCES = [
    *(_FOLDER / f"{name}.py" for name in ("players", "position", "stand_in", "walk")),
    _FOLDER.parents[1] / "portal_dash" / "rules_bot" / "sight.py",
]

Integers = npt.NDArray[np.int64]


@helper
def take_outcome(s: State, box: Box, w: Work, outcome: int) -> None:
    """Let the chance on top of the agenda have an outcome, in a copy of the game."""
    p = s.public
    p.explicit_chance = 1  # what is drawn later is not drawn in a copy
    frame = p.agenda[p.agenda_length - 1]
    kind = int(frame[1])
    a = int(frame[2])
    b = int(frame[3])
    p.decision = Decision.NONE.value
    p.decision_about = 0
    pop(p)
    receive(s, box, w, kind, a, b, outcome)


@helper
def run_on(s: State, box: Box, w: Work) -> None:
    """Run a copy on until the team may act or chance is asked for again.

    The colour of a block that is uncovered on the way is the first possible one.
    """
    p = s.public
    w.event_count = 0
    w.ends_known = 0
    advance(s, box, w)
    for _ in range(_STEPS_AHEAD):
        if p.outcome != Outcome.RUNNING:
            return
        if p.decision == Decision.CHANCE and p.decision_about == Chance.BLOCK_UNCOVERED:
            take_outcome(s, box, w, int(w.legal[0]))
        elif answers(p):
            decide(s, box, w, choice(p, box, w))
        else:
            return
        w.event_count = 0
        advance(s, box, w)


@helper
def look(s: State, box: Box, w: Work, table: Floats, position: Floats32) -> int:
    """Run a copy on, write the position that it leads to, and return how it stands."""
    run_on(s, box, w)
    if s.public.outcome == Outcome.RUNNING:
        write_position(s.public, box, table, position)
    return int(s.public.outcome)


with own_cache(_SOURCES) as CODE:

    @compiled
    def walk(
        game: Bytes,
        box: Bytes,
        level: Bytes,
        work: Bytes,
        copies: Bytes,
        seed: int,
        players: int,
        first_player: int,
        skip_forced: int,
        actions: Integers,
        at: int,
        positions: Floats32,
        standing: Array8,
        chances: Floats,
        events: Integers,
    ) -> tuple[int, int, int]:
        """Play a recorded game from where the last call left it, or from its beginning.

        At every event of chance each possible outcome is tried on a copy. The two
        white dice are one event.

        Args:
            game: The record; written.
            box: What is in the box.
            level: What the level puts on the table.
            work: Scratch space.
            copies: Scratch, two records.
            seed: The game's.
            players: How many.
            first_player: A seat, or -1: drawn.
            skip_forced: As it was played.
            actions: What was played.
            at: How many of them have been played before this call.
            positions: Written: what each outcome leads to, see ``position``.
            standing: Written: the ``Outcome`` of each of these positions.
            chances: Written: the exact chance of each outcome; 1 for every event.
            events: Written: one row an event, see above; ``FIRST`` once more after the last.

        Returns:
            How many actions have been played (all of them: this is the end), the number
            of events, and the ``Outcome``.
        """
        s = state_of(game)
        p = s.public
        b = box_of(box)
        w = work_of(work)
        w.keep_events = 0
        w.event_count = 0
        w.ends_known = 0
        one = state_of(copies[0])
        two = state_of(copies[1])
        table = np.zeros((L.PLAYERS, COLUMNS))
        values = np.empty((2, L.DRAWABLE_TILES), np.int16)
        shares = np.empty((2, L.DRAWABLE_TILES))
        rows = 0
        count = 0
        if at == 0:
            set_up(s, b, level_of(level), w, seed, players, first_player, 0, skip_forced)
        elif p.decision != Decision.NONE:
            list_legal(s, b, w)
        while p.outcome == Outcome.RUNNING and rows + RESERVE <= len(positions):
            if p.decision != Decision.NONE:
                if at == len(actions) or not is_legal(w, int(actions[at])):
                    at = len(actions)  # forfeited, or cut short
                    break
                w.event_count = 0
                decide(s, b, w, int(actions[at]))
                at += 1
                continue
            frame = p.agenda[p.agenda_length - 1]
            if frame[0] == Step.CHANCE and frame[1] != Chance.MOB_DIE:
                kind = int(frame[1])
                copy_game(copies[0], game)
                happened = sample(one, b, kind, int(frame[2]), int(frame[3]))
                number = 0
                if kind == Chance.BLOCKS_DIE:
                    number = sample(one, b, Chance.MOB_DIE.value, 0, 0)
                events[count, KIND] = kind
                events[count, FIRST] = rows
                events[count, HAPPENED] = -1
                for i in range(outcomes(p, b, kind, values[0], shares[0])):
                    copy_game(copies[0], game)
                    take_outcome(one, b, w, int(values[0, i]))
                    if kind != Chance.BLOCKS_DIE:
                        if values[0, i] == happened:
                            events[count, HAPPENED] = rows
                        chances[rows] = shares[0, i]
                        standing[rows] = look(one, b, w, table, positions[rows])
                        rows += 1
                        continue
                    faces = outcomes(one.public, b, Chance.MOB_DIE.value, values[1], shares[1])
                    for j in range(faces):
                        copy_game(copies[1], copies[0])
                        take_outcome(two, b, w, int(values[1, j]))
                        if values[0, i] == happened and values[1, j] == number:
                            events[count, HAPPENED] = rows
                        chances[rows] = shares[0, i] * shares[1, j]
                        standing[rows] = look(two, b, w, table, positions[rows])
                        rows += 1
                count += 1
            w.event_count = 0
            w.ends_known = 0
            run_step(s, b, w)
            if p.decision != Decision.NONE and p.outcome == Outcome.RUNNING:
                list_legal(s, b, w)
                if w.legal_count == 1 and p.skip_forced == 1:
                    decide(s, b, w, int(w.legal[0]))
        if p.outcome != Outcome.RUNNING:
            at = len(actions)
        events[count, FIRST] = rows
        return at, count, int(p.outcome)
