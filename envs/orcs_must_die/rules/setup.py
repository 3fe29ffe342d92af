"""Setting up a game; what the first shop shows comes from chance like everything later."""

from __future__ import annotations

from typing import Final

from tablemates.envs.core.compiled import helper
from tablemates.envs.core.events import emit
from tablemates.envs.core.random import random_below
from tablemates.envs.orcs_must_die import vocabulary as V
from tablemates.envs.orcs_must_die.rules.asking import start
from tablemates.envs.orcs_must_die.rules.chance import draw_hidden
from tablemates.envs.orcs_must_die.rules.spending import clear_spending
from tablemates.envs.orcs_must_die.rules.upkeep import begin_stage
from tablemates.envs.orcs_must_die.state import Box, Public, Scenario, State, Work
from tablemates.envs.orcs_must_die.vocabulary import Chance, Decision, Event, Mode, Step

_LORD: Final = 100  # a stream


@helper
def set_up(
    s: State,
    box: Box,
    scenario: Scenario,
    w: Work,
    seed: int,
    players: int,
    first_player: int,
    explicit_chance: int,
    skip_forced: int,
) -> None:
    """Write a new game in front of its first step."""
    p = s.public
    p.fortress = scenario.fortress
    p.mode = scenario.mode
    p.max_rounds = scenario.max_rounds
    p.players = players  # SETUP-01
    p.explicit_chance = explicit_chance
    p.skip_forced = skip_forced
    draw_hidden(s, box, seed)
    if first_player < 0:
        first_player = random_below(seed, _LORD, 0, players)  # SETUP-08
    p.lord = p.active = first_player
    p.outcome = p.cause = 0
    p.turn = 1
    p.rift = p.rift_max = box.rift_health[players]  # SETUP-01
    p.bank = box.skull_tokens  # SETUP-03
    p.pool = min(1, int(p.bank))  # SETUP-03
    p.bank -= p.pool
    p.entered = p.gone = p.waves = 0
    p.minions[:, :, :] = 0
    p.cards[:, :] = -1
    p.traps[:, :] = -1
    p.supports[:] = -1
    p.shop[:, :] = -1
    p.at[:] = -1
    p.health[:] = p.stunned[:] = p.skulls[:] = p.ready[:] = 0
    for seat in range(players):
        p.skulls[seat] = min(int(box.start_skulls), int(p.bank))  # SETUP-07
        p.bank -= p.skulls[seat]
        p.ready[seat] = int(p.mode == Mode.STANDARD)  # SETUP-09
    p.unseen[:, :] = 0
    for card in range(V.CARDS):
        p.unseen[2, card] = box.copies[2, card]  # SETUP-06
    begin_stage(p, box, 1)
    _clear_way(p)
    emit(w, Event.GAME_STARTED, first_player, 0, 0, 0)
    start(p, Step.SHOP)


@helper
def _clear_way(p: Public) -> None:
    """Write that nothing is under way."""
    p.upgraded[:] = p.closed[:] = 0
    p.revitalised = 0
    p.decision = Decision.NONE
    p.chance = Chance.NONE
    p.slot = p.kind = p.trap = p.seat = p.drum = -1
    p.state = 0
    p.buying = p.cost = p.pooled = 0
    p.flights[:, :] = 0
    p.flying = p.odd_taken = p.odd_left = p.serving = 0
    p.arrived[:, :] = 0
    p.crossed[:, :] = 0
    p.wanted[:, :] = 0
    p.incoming[:, :] = 0
    p.used_supports[:] = 0
    p.attacked[:] = 0
    p.dice[:] = 0
    p.rerolling = 0
    clear_spending(p)
    p.used = p.moved = p.refused = p.steps = p.source = 0
    p.payers[:] = -1
