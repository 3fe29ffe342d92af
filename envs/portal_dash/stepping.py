"""One compiled call a decision: the engine's step, the mask and the observation.

Every call into compiled code costs as much as a small decision, so a view makes
one. The entry points take ``uint8`` buffers, see ``rules.engine``, and answer
who is next as ``envs.core.game`` says.
"""

from __future__ import annotations

from typing import Final

from envs.core.compiled import compiled, helper
from envs.core.game import CHANCE, ILLEGAL, OVER
from envs.core.record import Array8, Bytes
from envs.portal_dash.observation.writer import write_observation
from envs.portal_dash.rules.ending import lose
from envs.portal_dash.rules.flow import advance, is_legal, refresh, take
from envs.portal_dash.rules.legal import fill_mask
from envs.portal_dash.rules.records import box_of, level_of, state_of, work_of
from envs.portal_dash.rules.setup import set_up
from envs.portal_dash.rules.state import Box, State, Work
from envs.portal_dash.rules.vocabulary import Cause, Decision, Outcome

#: Instead of an action: go on after set-up, or only look.
RUN: Final = -1
SHOW: Final = -2


@helper
def to_move(s: State) -> int:
    """Return who is next."""
    p = s.public
    if p.outcome != Outcome.RUNNING:
        return OVER
    if p.decision == Decision.CHANCE:
        return CHANCE
    return int(p.decider)


@helper
def look(s: State, box: Box, w: Work, mask: Array8, observation: Array8) -> int:
    """Write mask and observation of the decision to be taken; return who is next."""
    fill_mask(w, mask)
    write_observation(s, box, observation)
    return to_move(s)


@compiled
def set_up_game(
    game: Bytes,
    box: Bytes,
    level: Bytes,
    work: Bytes,
    seed: int,
    players: int,
    first_player: int,
    explicit: int,
    skip_forced: int,
) -> None:
    """Set up a game, see ``setup.set_up``; ``move`` with ``RUN`` goes on to its first decision."""
    w = work_of(work)
    w.event_count = 0
    w.ends_known = 0
    b = box_of(box)
    set_up(
        state_of(game), b, level_of(level), w, seed, players, first_player, explicit, skip_forced
    )


@compiled
def move(
    game: Bytes, box: Bytes, work: Bytes, mask: Array8, observation: Array8, action: int
) -> int:
    """Take an action and look at what follows.

    One function for everything that runs the engine, because each would cost
    its share of a cold start.

    Args:
        game: A game's record.
        box: What is in the box.
        work: Scratch space with the legal list of this game.
        mask: Written.
        observation: Written.
        action: A number of the catalogue; ``RUN`` after ``set_up_game``; ``SHOW``
            where the record was written from outside.

    Returns:
        Who is next; ``ILLEGAL``: nothing has changed.
    """
    s = state_of(game)
    b = box_of(box)
    w = work_of(work)
    if action == RUN:
        if s.public.decision == Decision.NONE:
            advance(s, b, w)
    elif action == SHOW:
        refresh(s, b, w)
    elif is_legal(w, action):
        take(s, b, w, action)
    else:
        return ILLEGAL
    return look(s, b, w, mask, observation)


@compiled
def forfeit(
    game: Bytes, box: Bytes, work: Bytes, mask: Array8, observation: Array8, player: int
) -> int:
    """Lose the game because of an illegal action."""
    s = state_of(game)
    w = work_of(work)
    w.event_count = 0
    w.legal_count = 0
    lose(s.public, w, Cause.ILLEGAL_ACTION, player, -1)
    return look(s, box_of(box), w, mask, observation)
