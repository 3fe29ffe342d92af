"""Fills the blocks that only games with full choices, other boxes, expansions or bosses have."""

from __future__ import annotations

from typing import Final

from tablemates.envs.core.compiler.decorators import compile_functions
from tablemates.envs.core.game.interface_file import read_layout
from tablemates.envs.core.records.elements import clear, put, put_all
from tablemates.envs.core.records.layout import Array8
from tablemates.envs.orcs_must_die import vocabulary as V
from tablemates.envs.orcs_must_die.rules.teams import mate, place_of, team_of
from tablemates.envs.orcs_must_die.rules.upkeep import heroes_left, unchosen
from tablemates.envs.orcs_must_die.state import Box, Public, State

FURTHER_LAYOUT: Final = read_layout(V.INTERFACE, vars(V), "further")[0]
_BLOCKS: Final = FURTHER_LAYOUT.blocks[-5:]
_ALSO, _ACTS, _POWERS, _ROSTER, _BOSSES = (block.places for block in _BLOCKS)


def write_further(s: State, box: Box, seat: int, here: bool, out: Array8) -> None:
    """Write what a seat sees besides the blocks of every game."""
    p = s.public
    clear(out, _ALSO.START, _BOSSES.END)
    _write_also(p, seat, out)
    _write_acts(p, box, seat, here, out)
    _write_heroes(s, box, seat, out)
    for boss in range(V.BOSSES):
        if p.boss_kind[boss] >= 0:
            write_boss(p, box, boss, _BOSSES.WIDTH * boss, out)


def _write_also(p: Public, seat: int, out: Array8) -> None:
    if V.Decision.GUARD <= p.decision <= V.Decision.BOSS_TILE:
        put(out, _ALSO.guard + p.decision - V.Decision.GUARD, 1)
    if p.decision == V.Decision.GUARD and team_of(p, p.part) == team_of(p, seat):
        put(out, _ALSO.target_0 + place_of(p, seat, p.part), 1)
    if p.due >= 0:
        put(out, _ALSO.due_stage_2 + p.due, 1)
    boss = p.kind - V.TYPES
    if p.flying > 0:
        boss = int(p.flights[p.flying - 1, 1]) - V.TYPES
    if 0 <= boss < V.BOSSES:
        put(out, _ALSO.about_stage_2 + boss, 1)


def _write_acts(p: Public, box: Box, seat: int, here: bool, out: Array8) -> None:
    card = p.slot if p.decision == V.Decision.REPLACE else -1
    if here and V.EQUIPMENT <= p.buying < V.TRAP:
        card = int(p.shop[0, p.slot])
    _write_act(box, card, 0, out)
    for slot in range(V.SHOP):
        _write_act(box, int(p.shop[0, slot]), 1 + slot, out)
    for n in range(p.team_size):
        other = mate(p, seat, n)
        for place in range(V.HELD - V.AMULET):
            row = 1 + V.SHOP + n * (V.HELD - V.AMULET) + place
            _write_act(box, int(p.cards[other, V.AMULET + place]), row, out)
            acted = other == p.seat and p.acted >> place & 1 != 0
            put(out, _ACTS.acted + _ACTS.WIDTH * row, int(acted))


def _write_act(box: Box, card: int, row: int, out: Array8) -> None:
    if card >= 0:
        at = _ACTS.WIDTH * row
        put(out, _ACTS.replaces + at, box.equipment_instead[card] + 1)
        put(out, _ACTS.act_heal + at, box.equipment_act_heal[card])
        put_all(out, _ACTS.act_sword + at, box.equipment_act_icons[card])


def _write_heroes(s: State, box: Box, seat: int, out: Array8) -> None:
    p = s.public
    first = V.ALL_HEROES * int(p.team)
    for n in range(p.team_size):
        other = mate(p, seat, n)
        hero = int(p.cards[other, V.HERO])
        if hero < 0:
            continue
        row = _POWERS.WIDTH * n
        if hero >= first + V.HEROES:
            put(out, _POWERS.extra_0 + row + hero - first - V.HEROES, 1)
        put(out, _POWERS.guard + row, int(box.hero_power[hero] == V.Power.GUARD))
        put(out, _POWERS.spoils + row, int(box.hero_power[hero] == V.Power.SPOILS))
        put(out, _POWERS.weapon_move + row, box.hero_weapons_move[hero, p.cards[other, V.RANK]])
    if p.rivalry == 1:
        left = unchosen(p, box, s.private.picks[seat], int(p.team))
    else:
        left = heroes_left(p, box)
    for number in range(box.heroes[p.team]):
        hero = first + number
        row = _ROSTER.WIDTH * number
        put(out, _ROSTER.there + row, 1)
        put(out, _ROSTER.open + row, left >> number & 1)
        put_all(out, _ROSTER.wounded_by_sword + row, box.hero_shown[hero])
        put(out, _ROSTER.guard + row, int(box.hero_power[hero] == V.Power.GUARD))
        put(out, _ROSTER.spoils + row, int(box.hero_power[hero] == V.Power.SPOILS))
        put_all(out, _ROSTER.weapon_cost_0 + row, box.hero_weapons_cost[hero])
        put_all(out, _ROSTER.weapon_move_0 + row, box.hero_weapons_move[hero])
        for rank in range(V.RANKS):
            at = _ROSTER.weapon_0_battle + row + V.ATTACK_COLOURS * rank
            put_all(out, at, box.hero_weapons_dice[hero, rank])


def write_boss(p: Public, box: Box, boss: int, row: int, out: Array8) -> None:
    """Write a boss of the open fortress, ``row`` numbers behind the first one's place."""
    kind = int(p.boss_kind[boss])
    put(out, _BOSSES.waits + row + int(p.boss_state[boss]), 1)
    put(out, _BOSSES.tile + row, p.boss_at[boss] + 1)
    put(out, _BOSSES.health + row, p.boss_health[boss])
    put(out, _BOSSES.most_health + row, box.boss_health[kind, p.team_size])
    put(out, _BOSSES.stunned + row, p.boss_stunned[boss])
    put(out, _BOSSES.attacked + row, p.boss_attacked >> boss & 1)
    put(out, _BOSSES.set_out + row, p.set_out >> boss & 1)
    put(out, _BOSSES.wounds_up + row, p.boss_wounds[boss, V.UP])
    put(out, _BOSSES.wounds_down + row, p.boss_wounds[boss, V.DOWN])
    put(out, _BOSSES.laid + row, p.boss_laid >> boss & 1)
    put_all(out, _BOSSES.wounded_by_sword + row, box.boss_wounds[kind])
    put(out, _BOSSES.move + row, box.boss_move[kind])
    put(out, _BOSSES.harm + row, box.boss_rift[kind])
    put(out, _BOSSES.armour + row, box.boss_armour[kind])
    put(out, _BOSSES.purse + row, box.boss_purse[kind])
    put(out, _BOSSES.burn + row, box.boss_burn[kind])
    put_all(out, _BOSSES.aura_sword + row, box.boss_aura[kind])
    put_all(out, _BOSSES.dice_battle + row, box.boss_dice[kind, p.stage - 1])
    put_all(out, _BOSSES.retinue_orc + row, box.boss_retinue[kind])


compile_functions(globals())
