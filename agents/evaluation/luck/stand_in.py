"""What a sensible team would choose between a roll and its next action.

The value of an outcome is read where the team may act again, with mobs moved and
wounds taken. What is asked on the way is answered here, by the position alone, so
that the estimate stays unbiased whatever the team itself would have chosen.
"""

from __future__ import annotations

from tablemates.agents.portal_dash.rules_bot import sight
from tablemates.envs.core.compiled import helper
from tablemates.envs.portal_dash.rules import catalogue as A
from tablemates.envs.portal_dash.rules.flow import space_of
from tablemates.envs.portal_dash.rules.geometry import distance, is_magma, neighbour
from tablemates.envs.portal_dash.rules.pieces import range_of
from tablemates.envs.portal_dash.rules.state import Box, Public, Work
from tablemates.envs.portal_dash.rules.vocabulary import Decision


@helper
def _harm_at(p: Public, space: int, reach: int) -> int:
    """Return how little harm a mob would do from a space: the most hearts in its range."""
    most = -1
    for player in range(p.players):
        if distance(space, int(p.player_space[player])) <= reach:
            most = max(most, sight.life_of_player(p, player))
    return most if most >= 0 else 99


@helper
def _points(p: Public, box: Box, action: int) -> int:
    """Return how good an answer is; only those to one decision are compared."""
    d = int(p.decision)
    about = int(p.decision_about)
    decider = int(p.decider)
    if d == Decision.REMOVE_BLOCK:
        return -sight.seen_points(p, action - A.COLUMN)
    if d == Decision.MOB_END:
        return _harm_at(p, space_of(box, action), range_of(p, box, about))
    if d == Decision.TARGET:
        return sight.life_of_player(p, (decider + action - A.PLAYER) % int(p.players))
    if d == Decision.WOUND:
        return int(p.item_hearts[decider, action - A.SLOT])
    if d == Decision.PUSH:
        space = neighbour(p, int(p.player_space[decider]), action - A.STEP)
        return 0 if is_magma(p, space) else 1
    if d == Decision.DAMAGE_ITEM or d == Decision.REPLACE:
        return -sight.worth(p, box, decider, action - A.SLOT)
    if d == Decision.KEEP_TILE:
        if action != A.DONE:
            return sight.kind_worth(box, int(p.drawn[action - A.TILE]))
        return sight.worth(p, box, decider, sight.worst_slot(p, box, decider))
    if d == Decision.ENCHANT:
        return sight.worth(p, box, decider, action - A.SLOT)
    return 0


@helper
def answers(p: Public) -> bool:
    """Return whether the stand-in answers the decision under way."""
    d = int(p.decision)
    if d >= Decision.REMOVE_BLOCK and d <= Decision.DAMAGE_ITEM:
        return True
    return d >= Decision.KEEP_TILE and d <= Decision.MODE


@helper
def choice(p: Public, box: Box, w: Work) -> int:
    """Return the answer to a decision; of equals the first."""
    best = int(w.legal[0])
    most = _points(p, box, best)
    for i in range(1, w.legal_count):
        points = _points(p, box, int(w.legal[i]))
        if points > most:
            most = points
            best = int(w.legal[i])
    return best
