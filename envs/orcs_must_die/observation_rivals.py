"""Fills the blocks that only rivalry has: the teams, and the other fortress in blocks ``far_``."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from tablemates.envs.core.compiler.decorators import compile_functions
from tablemates.envs.core.game.interface_file import read_layout
from tablemates.envs.core.game.observation import Block, layout_of
from tablemates.envs.core.records.elements import put
from tablemates.envs.core.records.layout import Array8
from tablemates.envs.orcs_must_die import vocabulary as V
from tablemates.envs.orcs_must_die.observation_further import FURTHER_LAYOUT, write_boss
from tablemates.envs.orcs_must_die.rules.teams import first_foe, mate, place_of, seats_of, team_of
from tablemates.envs.orcs_must_die.rules.upgrades import seat_upgrading
from tablemates.envs.orcs_must_die.state import Box, Public, State

_BEFORE: Final = read_layout(V.INTERFACE, vars(V), "further", "rival")[0]
#: What is written of both fortresses: all blocks of every game but that of the decision.
_BOTH: Final = (*_BEFORE.blocks[1:17], FURTHER_LAYOUT["bosses"])


def _far(one: Block) -> Block:
    """Return a block for the other team."""
    return replace(one, name=f"far_{one.name}", meaning=f"Of the other team: {one.meaning}")


RIVAL_LAYOUT: Final = layout_of(_BEFORE.version, *_BEFORE.blocks, *map(_far, _BOTH))
#: Places between a block and that of the other team.
FAR: Final = RIVAL_LAYOUT["far_table"].start - RIVAL_LAYOUT["table"].start
_FAR_BOSSES: Final = RIVAL_LAYOUT["far_bosses"].start - RIVAL_LAYOUT["bosses"].start
_BOSS_WIDTH: Final = len(RIVAL_LAYOUT["bosses"].numbers)
_TEAMS, _ALLIES, _FOES, _GUESTS = (
    RIVAL_LAYOUT[name].places for name in ("teams", "allies", "foes", "guests")
)
#: The blocks that actions point into besides those of every game.
ABOUT_RIVALS: Final[Mapping[str, str]] = {"rival_tile": "far_tiles"}
_HUNDRED: Final = 100


def write_teams(s: State, box: Box, seat: int, out: Array8) -> None:
    """Write how the teams stand and what they agree on, into zeros."""
    p = s.public
    if p.decision >= V.Decision.AGREE:
        put(out, _TEAMS.agree + p.decision - V.Decision.AGREE, 1)
    put(out, _TEAMS.open, int(p.team == team_of(p, seat)))
    put(out, _TEAMS.second, p.lap)
    put(out, _TEAMS.blocks + p.seating, 1)
    put(out, _TEAMS.speaker + p.consent, 1)
    for n in range(1, p.players):
        other = (seat + n) % p.players
        put(out, _TEAMS.friend_1 + n - 1, int(team_of(p, other) == team_of(p, seat)))
        put(out, _TEAMS.lord_0 + n, int(p.lord == other))
    put(out, _TEAMS.lord_0, int(p.lord == seat))
    about = seat_upgrading(p) if p.step == V.Step.UPGRADE else p.seat
    if about >= 0 and team_of(p, about) != team_of(p, seat):
        put(out, _TEAMS.about_foe_0 + place_of(p, first_foe(p, seat), about), 1)
    if p.kind >= V.HERO_KIND:
        pushed = p.kind - V.HERO_KIND
        if team_of(p, pushed) != team_of(p, seat):
            put(out, _TEAMS.pushed_foe_0 + place_of(p, first_foe(p, seat), pushed), 1)
        else:
            put(out, _TEAMS.pushed_0 + place_of(p, seat, pushed), 1)
    put(out, _TEAMS.proposed_hundreds, p.proposal // _HUNDRED)
    put(out, _TEAMS.proposed_rest, p.proposal % _HUNDRED)
    put(out, _TEAMS.used_rival, int(p.used & V.RIVALLED != 0))
    foe = first_foe(p, seat)
    for n in range(p.team_size):
        _write_hero(s, box, seat, mate(p, seat, n), _ALLIES.START + _ALLIES.WIDTH * n, out)
        _write_hero(s, box, seat, mate(p, foe, n), _FOES.START + _FOES.WIDTH * n, out)


def _write_hero(s: State, box: Box, seat: int, other: int, at: int, out: Array8) -> None:
    """Write a row of ``allies`` or ``foes``; nobody sees what the other team has chosen."""
    p = s.public
    row = at - _ALLIES.START
    friend = team_of(p, seat) == team_of(p, other)
    home = p.at[other] if team_of(p, other) == p.team else p.far.at[other]
    away = p.far.at[other] if team_of(p, other) == p.team else p.at[other]
    put(out, _ALLIES.home + row, int(home >= 0))
    put(out, _ALLIES.away + row, int(away >= 0))
    if p.cards[other, V.HERO] >= 0:
        power = int(box.hero_rival[p.cards[other, V.HERO]])
        if power > 0:
            put(out, _ALLIES.hunter + row + power - 1, 1)
    if friend:
        put(out, _ALLIES.picked + row, s.private.picks[seat, other])
    put(out, _ALLIES.wounds_up + row, p.hero_wounds[other, V.UP])
    put(out, _ALLIES.wounds_down + row, p.hero_wounds[other, V.DOWN])
    put(out, _ALLIES.laid + row, p.heroes_laid >> other & 1)
    put(out, _ALLIES.dead + row, p.claims >> other & 1)
    put(out, _ALLIES.agreed + row, p.agreed >> other & 1)
    put(out, _ALLIES.proposes + row, int(p.proposed > 0 and p.proposer == other))


def write_guests(p: Public, box: Box, seat: int, n: int, out: Array8) -> None:
    """Write who of the other team is in the open fortress: the own one (n 0) or the other (n 1)."""
    guests = seats_of(p, 1 - p.team)
    first = first_foe(p, seat) if n == 0 else seat
    for other in range(p.players):
        if guests >> other & 1 != 0 and p.at[other] >= 0:
            at = _GUESTS.enemy_0 if n == 0 else _GUESTS.own_0
            put(out, at + _GUESTS.WIDTH * int(p.at[other]) + place_of(p, first, other), 1)
    for boss in range(V.BOSSES if n == 1 else 0):
        if p.boss_kind[boss] >= 0:
            write_boss(p, box, boss, _FAR_BOSSES + _BOSS_WIDTH * boss, out)


compile_functions(globals())
