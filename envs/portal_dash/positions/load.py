"""A game from a position."""

from __future__ import annotations

import warnings
from collections.abc import Mapping, Sequence
from typing import Any, cast

import numpy as np

from tablemates.envs.core.record import Bytes, RecordView
from tablemates.envs.portal_dash.components import Components
from tablemates.envs.portal_dash.positions.agenda import STAGES, read_agenda, write_agenda
from tablemates.envs.portal_dash.positions.agenda_checks import check_agenda
from tablemates.envs.portal_dash.positions.blocks import write_blocks
from tablemates.envs.portal_dash.positions.checks import check_game
from tablemates.envs.portal_dash.positions.draft import Draft, start_draft, write_dice, write_fight
from tablemates.envs.portal_dash.positions.errors import fault, pick
from tablemates.envs.portal_dash.positions.inventories import write_inventories
from tablemates.envs.portal_dash.positions.layout import write_board
from tablemates.envs.portal_dash.positions.names import DECISIONS
from tablemates.envs.portal_dash.positions.pieces import write_bosses, write_mobs, write_players
from tablemates.envs.portal_dash.positions.reading import check_plain
from tablemates.envs.portal_dash.positions.schema import UNKNOWN, validated
from tablemates.envs.portal_dash.positions.stock import write_stock
from tablemates.envs.portal_dash.rules import engine
from tablemates.envs.portal_dash.rules.agenda import Step
from tablemates.envs.portal_dash.rules.state import STATE, WORK
from tablemates.envs.portal_dash.rules.vocabulary import Chance, Decision, Outcome


def settings_of(position: Mapping[str, Any]) -> dict[str, Any]:
    """Return the settings of an environment that a position says itself.

    Raises:
        PositionError: The position is none.
    """
    check_plain(position)
    given = validated(position)
    return {name: getattr(given, name) for name in ("edition", "chance", "skip_forced")}


def load_position(position: Mapping[str, Any], components: Components, seed: int = 0) -> Bytes:
    """Return the record of the game that a position describes.

    A dump gives the same bytes again. Keys may be left out; docs/positions.md
    says what they mean then. With sampled chance, a position just before a
    roll runs on to the first choice.

    Args:
        position: Plain data, as JSON gives it.
        components: The parts that it is played with.
        seed: What is unknown in the position is drawn from it; 0 to ``2**64 - 1``.

    Returns:
        A STATE record, shape ``(STATE.itemsize,)``.

    Raises:
        PositionError: The position is none; the message names place and reason.
        ValueError: The seed is out of range.
    """
    if not 0 <= seed < 2**64:
        raise ValueError(f"a seed goes from 0 to 2**64 - 1, not {seed}")
    check_plain(position)
    given = validated(position)
    draft = start_draft(given, components)
    _notice_other_parts(draft)
    write_bosses(draft)
    rows = read_agenda(draft)
    drawing, printed = write_board(draft)
    write_mobs(draft, drawing, printed)
    waiting = {row[1] for row in rows if row[0] == Step.START}
    everybody = set(range(draft.p.players))
    write_players(draft, drawing, waiting if given.end is None else everybody)
    chances = [row for row in rows if row[0] == Step.CHANCE]
    covered = {(row[2], row[3]) for row in chances if row[1] == Chance.BLOCK_UNCOVERED}
    in_transit = sum(1 for row in rows if row[0] == Step.COVER)
    cube_unknown = write_blocks(draft, in_transit, covered)
    write_inventories(draft, {(row[1], row[2]) for row in rows if row[0] == Step.MODE})
    stack_unknown = write_stock(draft)
    started = Step.TURN not in [row[0] for row in rows]
    write_dice(draft, started, {row[1] for row in chances})
    write_fight(draft)
    check_game(draft, waiting)
    check_agenda(draft, rows)
    write_agenda(draft.p, rows)
    _draw_unknown(draft, seed, cube_unknown, stack_unknown)
    _run(draft)
    return draft.buffer


def _notice_other_parts(draft: Draft) -> None:
    given = draft.given
    if given.ruleset not in (None, draft.lexicon.ruleset[given.edition]):
        warnings.warn(
            "the position was written with other parts or rules (another `ruleset`)",
            stacklevel=3,
        )


def _draw_unknown(draft: Draft, seed: int, cube: bool, stack: bool) -> None:
    """Draw what the position leaves unknown, as a resample would."""
    h, p = draft.h, draft.p
    face_down = h.tiles[p.parts_open : p.parts]
    tiles = not draft.explicit and any(tile < 0 for tile in face_down)
    if not (draft.given.seed == UNKNOWN or cube or stack or tiles):
        return
    copy = draft.buffer.copy()
    engine.resample(copy, draft.lexicon.buffer, cast(int, np.uint64(seed)))
    drawn = RecordView(copy, STATE).hidden
    if draft.given.seed == UNKNOWN:
        h.seed = drawn.seed
    if cube:
        h.cube = drawn.cube
    if stack:
        h.stack = drawn.stack
    if tiles:
        h.tiles = drawn.tiles


def _run(draft: Draft) -> None:
    """Run to the decision that the agenda leads to, and compare it with the one that is given."""
    given, p = draft.given, draft.p
    p.decision, p.decider, p.decision_about = Decision.NONE, -1, 0
    if p.outcome == Outcome.RUNNING:
        engine.run_on(draft.buffer, draft.lexicon.buffer, np.zeros(WORK.itemsize, np.uint8))
    found = DECISIONS[p.decision]
    if given.decision is not None and _is_named(given.decision, given.agenda):
        pick(DECISIONS, given.decision, ("decision",), "decision")
        if given.decision != found:
            reason = f"{given.decision!r} is not asked here; what follows is {found!r}"
            if given.decision == "reveal" and given.agenda is None:
                reason = "nobody stands next to a face-down part that may be revealed (REVEAL-01)"
            raise fault(("decision",), reason)
    if given.decider is not None and given.decider != p.decider:
        who = "chance or nobody" if p.decider < 0 else f"player {p.decider}"
        raise fault(("decider",), f"{found!r} is decided by {who}, not by player {given.decider}")


def _is_named(decision: str, agenda: Sequence[Any] | None) -> bool:
    """Return whether a word is a decision, not a stage that leads to one."""
    return agenda is not None or decision not in STAGES or decision in DECISIONS
