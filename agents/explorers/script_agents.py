"""The scripts as agents, and a script of a dozen rules (compiled)."""

from __future__ import annotations

from functools import partial
from typing import Any, Final

import numpy as np

from tablemates.agents.explorers import option_scores
from tablemates.agents.explorers.sight import (
    Counts,
    best_target,
    completes,
    possible_backs,
    team_spares,
)
from tablemates.agents.scripts.agent import Floats, ScriptAgent
from tablemates.envs.core.compiler.decorators import compile_functions
from tablemates.envs.core.records.layout import Array8
from tablemates.envs.explorers import vocabulary as V
from tablemates.envs.explorers.state import Box, Public, State, Work
from tablemates.envs.explorers.vocabulary import Decision, Kind


def _follow_rules(s: State, box: Box, _w: Work, mask: Array8, _weights: Any, _: Floats) -> int:
    """Return the action of the first rule that applies, else the lowest legal one."""
    action = _choice(s.public, box, mask)
    return action if action >= 0 and mask[action] == 1 else _first(mask, 0, len(mask))


def _score_options(s: State, box: Box, _w: Work, mask: Array8, weights: Any, _: Floats) -> int:
    return option_scores.choose(s.public, box, mask, weights)


def _choice(p: Public, box: Box, mask: Array8) -> int:
    decision = int(p.decision)
    if decision == Decision.MAIN:
        return _main_choice(p, box, mask)
    if decision == Decision.ARMOUR:
        return V.HOLDING + V.ARMOUR
    if decision == Decision.REWARD or decision == Decision.CROSSBOW:
        return V.CREATURE + best_target(p, 0.0)
    if decision == Decision.RETURN:
        return _first(mask, V.SLOT, V.CREATURE)
    if decision == Decision.PLACE:
        return _first(mask, V.CHEST, V.HOLDING)
    if decision == Decision.PAY or decision == Decision.ITEM or decision == Decision.TRADE:
        return _first(mask, V.HOLDING, V.TROPHY)
    return -1


def _main_choice(p: Public, box: Box, mask: Array8) -> int:
    for chest in range(p.chests):
        if mask[V.CHEST + chest] == 1 and completes(p, box, chest, int(p.active)):
            return V.CHEST + chest
    types = 0
    for creature in range(V.CREATURES):
        types += p.line[creature] > 0
    if types >= 3:
        if mask[V.HOLDING + V.CROSSBOW] == 1:
            return V.HOLDING + V.CROSSBOW
        for creature in range(V.CREATURES):  # they are in the order of their costs
            if mask[V.CREATURE + creature] == 1 and p.line[creature] == 1:
                return V.CREATURE + creature
    if mask[V.HOLDING + V.MAP] == 1:
        return V.HOLDING + V.MAP
    spare = np.zeros(V.KINDS, np.int64)
    team_spares(p, box, np.ones(V.KINDS), spare)
    best = -1
    most = 0.1
    for slot in range(V.ROW):
        if mask[V.SLOT + slot] == 1:
            front = int(p.place_front[slot])
            worth = _share_wanted(p, box, slot, spare) / box.front_cost[front]
            if worth >= most:
                best = V.SLOT + slot
                most = worth
    if best >= 0:
        return best
    for start, end in ((V.CREATURE, V.CHEST), (V.TROPHY, V.DESTINATION)):
        fight_or_trade = _first(mask, start, end)
        if fight_or_trade >= 0:
            return fight_or_trade
    if p.food >= 3 and mask[V.REFRESH] == 1:
        return V.REFRESH
    place = _first(mask, V.CHEST, V.HOLDING)
    return place if place >= 0 else V.END


def _share_wanted(p: Public, box: Box, slot: int, spare: Counts) -> float:
    """Return the share of a landscape's backs that the team wants."""
    shares = np.zeros(V.BACKS)
    possible_backs(p, slot, shares)
    wanted = 0.0
    for back in range(V.BACKS):
        item = int(box.back_item[p.place_front[slot], back])
        if shares[back] > 0.0:
            kind = int(box.holding_kind[box.item_holding[item]])
            if kind == Kind.ARMOUR or kind == Kind.CROSSBOW or spare[kind] < 0:
                wanted += shares[back]
    return wanted


def _first(mask: Array8, start: int, end: int) -> int:
    """Return the lowest legal action of a range, -1 if there is none."""
    for action in range(start, end):
        if mask[action] == 1:
            return action
    return -1


compile_functions(globals())

#: Follows the first of a dozen rules that applies.
SimpleAgent: Final = partial(ScriptAgent, choose=_follow_rules, name="simple")
#: Takes the option with the best score in food.
RulesAgent: Final = partial(
    ScriptAgent, choose=_score_options, weights=option_scores.WEIGHTS, name="rules"
)
