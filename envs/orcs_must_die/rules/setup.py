"""Setting up a game; what the first shop shows comes from chance like everything later."""

from __future__ import annotations

from tablemates.envs.core.compiler.decorators import compile_functions
from tablemates.envs.core.engine.events import emit
from tablemates.envs.core.records.borrowed import clear_record
from tablemates.envs.core.records.elements import copy_values
from tablemates.envs.orcs_must_die import vocabulary as V
from tablemates.envs.orcs_must_die.rules.chance import draw_hidden
from tablemates.envs.orcs_must_die.rules.teams import leads_first, owners, swap
from tablemates.envs.orcs_must_die.rules.upkeep import begin_stage
from tablemates.envs.orcs_must_die.state import Box, Public, Scenario, State, Work


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
    clear_record(s)
    p = s.public
    p.fortress = scenario.fortress
    p.mode = scenario.mode
    p.max_rounds = scenario.max_rounds
    p.choices = scenario.choices
    p.first_lord = scenario.first_lord
    p.edition = scenario.edition
    p.heroes = scenario.heroes
    p.players = players  # SETUP-01
    p.explicit_chance = explicit_chance
    p.skip_forced = skip_forced
    p.rivalry = scenario.rivalry
    p.seating = scenario.seating
    p.consent = scenario.consent
    p.team_size = players // 2 if p.rivalry == 1 else players  # RIV-01
    draw_hidden(s, box, 0, seed)
    p.lord = first_player
    p.active = max(0, first_player)
    p.turn = 1
    p.chance = V.Chance.NONE
    p.slot = p.kind = p.trap = p.tile = p.seat = p.drum = -1
    p.cards[:, :] = -1
    p.payers[:] = p.votes[:] = -1
    p.due = p.winner = -1
    copy_values(p.boss_kind, scenario.boss_kind)
    _set_up_side(p, box, players)
    if p.rivalry == 1:  # RIV-02
        swap(p)
        p.fortress = scenario.rival_fortress
        _set_up_side(p, box, players)
        swap(p)
        if p.lord >= 0 and leads_first(p) != p.team:
            swap(p)  # RIV-09
    emit(w, V.Event.GAME_STARTED, players)


def _set_up_side(p: Public, box: Box, players: int) -> None:
    """Write the fortress that is open, its shop and bank, and what its team begins with."""
    p.traps[:, :] = -1
    p.shop[:, :] = -1
    p.supports[:] = p.at[:] = p.boss_at[:] = -1
    for boss in range(V.BOSSES):
        p.bosses_left += int(p.boss_kind[boss] >= 0)  # BOSS-13
    p.rift = p.rift_max = box.rift_health[p.team_size]  # SETUP-01
    p.bank = box.skull_tokens  # SETUP-03
    p.pool = min(box.start_skulls, p.bank)  # SETUP-03
    p.bank -= p.pool
    for seat in range(players):
        if owners(p) >> seat & 1 != 0:
            p.skulls[seat] = min(box.start_skulls, p.bank)  # SETUP-07
            p.bank -= p.skulls[seat]
            p.ready[seat] = int(p.mode == V.Mode.STANDARD)  # SETUP-09
    copy_values(p.unseen[2], box.copies[2])  # SETUP-06
    begin_stage(p, box, 1)


compile_functions(globals())
