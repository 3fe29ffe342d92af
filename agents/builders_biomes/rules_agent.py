"""``rules``: a script that values every option in XP; search plays on by it for two rounds."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from tablemates.agents.builders_biomes.sight import (
    MOST,
    ROWS,
    Board,
    added_standing,
    like_neighbours,
    read_board,
    write_odds,
)
from tablemates.agents.facts import GameFacts
from tablemates.agents.game_agents import Playouts
from tablemates.agents.scripts.agent import Floats, ScriptAgent
from tablemates.envs.builders_biomes import vocabulary as V
from tablemates.envs.builders_biomes.rules.actions import lacking
from tablemates.envs.builders_biomes.rules.places import is_stack, touched_cell
from tablemates.envs.builders_biomes.rules.scoring import count_bits, spaces_with, standing
from tablemates.envs.builders_biomes.rules.turn import progress_of
from tablemates.envs.builders_biomes.state import Box, Public, State, Work
from tablemates.envs.builders_biomes.vocabulary import CATALOGUE, Colour, Decision, Weapon
from tablemates.envs.core.compiler.decorators import compile_functions
from tablemates.envs.core.records.layout import Array8, Array16
from tablemates.envs.core.records.random import random_below
from tablemates.envs.core.views.agent import Batch, Candidate, Explanation, Situation
from tablemates.envs.core.views.decision_keys import uniforms


class Weights(NamedTuple):
    """Values of things in XP; tuned in self-play on the seeds 10,000 to 10,399."""

    build: float = 1.0  # any building, beside what it scores
    like: float = 0.3  # an equal characteristic on a neighbouring space
    short: float = 0.38  # factor for each block that a building lacks, where a piece may go
    action: float = 3.5  # a mob that gives an additional action
    hearts: float = 0.9  # of a weapon token at the start; nothing at the end
    effect: float = 1.5  # bow, golden hoe, stone pickaxe
    block: float = 0.5
    need: float = 0.3  # a colour that a building in reach lacks
    emerald: float = 1.0
    go: float = 0.71  # factor for the best thing beside the crossing
    turn: float = 0.86  # each thing that is turned up
    stay: float = 0.45  # factor for what lies beside the piece already
    extra: float = 0.91  # least value of an additional action, before the end


WEIGHTS: Final = Weights()


def _value_of_space(p: Public, box: Box, w: Weights, board: Board, tile: int, space: int) -> float:
    """Return what the active seat, whose board is given, gains by a building on a space."""
    like = like_neighbours(p, box, board, tile, space)
    return added_standing(p, box, board, tile, space) + w.like * like


def _value_of_building(p: Public, box: Box, w: Weights, board: Board, tile: int) -> float:
    best = -99.0
    for space in range(V.SPACES):
        best = max(best, _value_of_space(p, box, w, board, tile, space))
    return best + int(box.xp[tile]) + w.build


def _value_of_mob(p: Public, box: Box, w: Weights, odds: Floats, tile: int) -> float:
    prize = float(box.xp[tile])
    if box.action[tile] == 1:
        prize += w.action * (1.0 - progress_of(p))
    else:
        spaces = count_bits(spaces_with(p, box, int(p.active), int(box.bonus_for[tile])))
        prize += int(box.bonus[tile]) * max(1, spaces)
    return float(odds[min(MOST, int(box.hearts[tile]))]) * prize


def _value_of_weapon(p: Public, box: Box, w: Weights, kind: int) -> float:
    value = w.hearts * int(box.weapon_hearts[kind])
    if kind >= Weapon.BOW:
        value += w.effect
    return value * (1.0 - progress_of(p))


def _value_of_block(w: Weights, colour: int, needs: Floats) -> float:
    if colour == Colour.EMERALD:
        return w.emerald
    return w.block + w.need * float(needs[colour])


def _write_cells(
    p: Public, box: Box, w: Weights, board: Board, cells: Floats, needs: Floats
) -> None:
    """Write what the thing on each cell is worth to the active seat, and which colours it lacks.

    ``cells`` has shape ``(CELLS,)``, a building counts less for each block that lacks; ``needs``
    has shape ``(COLOURS,)``.
    """
    seat = int(p.active)
    odds = np.empty(MOST + 1)
    write_odds(p.pile[seat], box, odds)
    cells[:] = 0.0
    needs[:] = 0.0
    for cell in range(V.CELLS):
        face = int(p.face[cell])
        if face < 0:
            continue
        if not is_stack(cell):
            cells[cell] = _value_of_weapon(p, box, w, face)
        elif face >= box.buildings:
            cells[cell] = _value_of_mob(p, box, w, odds, face)
        else:
            value = _value_of_building(p, box, w, board, face)
            short = max(0, lacking(p, box, seat, face) - int(p.supply[seat, Colour.EMERALD]))
            cells[cell] = max(0.0, value) * w.short**short
            for colour in range(Colour.EMERALD.value):
                if box.cost[face, colour] > p.supply[seat, colour]:
                    needs[colour] = max(needs[colour], cells[cell])


def _beside(p: Public, w: Weights, cells: Floats, crossing: int) -> float:
    """Return the best thing beside a crossing, and what is turned up there."""
    best = 0.0
    turned = 0
    for corner in range(V.CORNERS):
        cell = touched_cell(crossing, corner)
        best = max(best, cells[cell])
        turned += int(p.left[cell] > 0 and p.face[cell] < 0)
    return w.go * best + w.turn * turned


def _value_of_action(p: Public, w: Weights, cells: Floats, needs: Floats, action: int) -> float:
    """Return the value of an option of ``action`` and ``extra``."""
    here = int(p.at[p.active])
    if action < V.GO:
        column = action - V.BLOCK
        colour = int(p.cube[column, p.height[column] - 1])
        return 2.0 * _value_of_block(w, colour, needs)
    if action < V.BUILD:
        stay = _beside(p, w, cells, here)
        return _beside(p, w, cells, action - V.GO) - w.stay * stay
    return float(cells[touched_cell(here, (action - V.BUILD) % V.CORNERS)])


def write_values(p: Public, box: Box, w: Weights, mask: Array8, out: Floats) -> None:
    """Write the value of every legal action."""
    cells = np.empty(V.CELLS)
    needs = np.empty(V.COLOURS)
    decision = int(p.decision)
    board = np.empty((ROWS, V.CHARACTERISTICS), np.int64)
    if decision != Decision.TNT:
        read_board(p, box, int(p.active), board)
        if decision != Decision.PLACE:
            _write_cells(p, box, w, board, cells, needs)
    extra = w.extra * (1.0 - progress_of(p)) if decision == Decision.EXTRA else 0.0
    missing = 0
    if decision == Decision.TNT:
        missing = int(box.hearts[p.face[p.fight_cell]])
        for kind in range(Weapon.TNT.value):
            missing -= int(p.hand[kind]) * int(box.weapon_hearts[kind])
    for action in range(len(mask)):
        if mask[action] == 0:
            continue
        if decision == Decision.TNT:
            count = 0 if action == V.DONE else action - V.DETONATE
            enough = count * int(box.weapon_hearts[Weapon.TNT]) >= missing
            out[action] = (10.0 if enough else 0.0) - count
        elif action == V.DONE:
            out[action] = extra
        elif decision == Decision.PLACE:
            out[action] = _value_of_space(p, box, w, board, int(p.placing), action - V.SPACE)
        elif decision in (Decision.BLOCK, Decision.PICKAXE):
            column = action - V.BLOCK
            colour = int(p.cube[column, p.height[column] - 1])
            out[action] = _value_of_block(w, colour, needs)
        else:
            out[action] = _value_of_action(p, w, cells, needs, action)


def _note_values(s: State, box: Box, _w: Work, mask: Array8, weights: Weights, out: Floats) -> int:
    """Note the value of every action; the agent chooses among them."""
    out[:] = -np.inf
    write_values(s.public, box, weights, mask, out)
    return 0


class RulesAgent(ScriptAgent):
    """Values every option in XP and takes the best one; equal ones are drawn."""

    name = "rules"

    def __init__(self, facts: GameFacts, weights: Weights = WEIGHTS) -> None:
        super().__init__(facts, _note_values, weights, V.ACTIONS)

    def act_batch(self, batch: Batch) -> Array16:
        """Return the best action of every game."""
        values = self.choices(batch)[1]
        best = values == values.max(axis=1, keepdims=True)
        counted = np.cumsum(best, axis=1)
        index = (uniforms(batch.keys) * counted[:, -1]).astype(int)
        return np.asarray(np.argmax(counted > index[:, None], axis=1), np.int16)

    def explain(self, situation: Situation) -> Explanation:
        """Return the best options with their values in XP, the one that it takes first."""
        values, taken = self.choices(situation.alone())[1][0], self.act(situation)
        best = np.argsort(-values, kind="stable")[: int(situation.mask.sum())].tolist()
        order = [taken, *(n for n in best if n != taken)][:5]
        return Explanation(
            tuple(
                Candidate(n, values[n], f"{CATALOGUE.name(n)}: worth {values[n]:.1f} XP")
                for n in order
            )
        )


#: XP that make a lead certain: at the start, and at the end.
_SCALE: Final = 14.0
_LAST_SCALE: Final = 4.0


def prefer(s: State, box: Box, w: Work, seed: int) -> int:
    """Return the best action where search plays on; of equal ones, one that ``seed`` draws."""
    mask = np.zeros(V.ACTIONS, np.int8)
    values = np.empty(V.ACTIONS)
    for i in range(w.legal_count):
        mask[w.legal[i]] = 1
    write_values(s.public, box, WEIGHTS, mask, values)
    best = int(w.legal[0])
    equal = 0
    for i in range(w.legal_count):
        action = int(w.legal[i])
        if values[action] > values[best]:
            best, equal = action, 0
        if values[action] == values[best]:
            equal += 1
            if random_below(seed, 0, equal, equal) == 0:
                best = action
    return best


def judge(s: State, box: Box, out: npt.NDArray[np.float64]) -> None:
    """Write each seat's chance of the first place: a softmax over their prospects in XP."""
    p = s.public
    left = 1.0 - progress_of(p)
    scale = _LAST_SCALE + (_SCALE - _LAST_SCALE) * left
    total = 0.0
    for seat in range(p.players):
        ahead = _prospect(p, box, seat, left) - _prospect(p, box, 0, left)
        out[seat] = np.exp(min(100.0, ahead / scale))
        total += out[seat]
    for seat in range(p.players):
        out[seat] /= total


def _prospect(p: Public, box: Box, seat: int, left: float) -> float:
    """Return a seat's standing, and what its blocks, tokens and mobs are worth for now."""
    means = 0.0
    for colour in range(V.COLOURS):
        means += WEIGHTS.emerald * int(p.supply[seat, colour])
    for kind in range(V.WEAPONS):
        means += WEIGHTS.hearts * int(p.pile[seat, kind]) * int(box.weapon_hearts[kind])
    for tile in range(box.buildings, V.TILES):
        if p.where[tile] == V.WON + seat and box.action[tile] == 1:
            means += WEIGHTS.action
    return standing(p, box, seat) + left * means


compile_functions(globals())

PLAYOUTS: Final[Any] = Playouts(prefer, judge, rounds=2)
