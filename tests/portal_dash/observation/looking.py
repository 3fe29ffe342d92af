"""Looking at a game through the observation, in random games and what these seldom reach."""

from __future__ import annotations

import numpy as np

from tablemates.envs.core.records.layout import RecordView
from tablemates.envs.portal_dash import vocabulary as V
from tablemates.envs.portal_dash.game import ENGINE
from tablemates.envs.portal_dash.observation_layout import make_layout
from tablemates.envs.portal_dash.parts import load_components
from tablemates.envs.portal_dash.state import BOX, STATE
from tablemates.envs.portal_dash.vocabulary import Decision
from tests.portal_dash.bare import bare_game, legal_of, set_up

LAYOUT = make_layout((8, 24))


def seen(game, box, seat=None):
    """Return an observation; what was in the array before must not matter."""
    out = np.full(LAYOUT.size, 77, np.int8)
    if seat is None:
        p = record(game).public
        seat = int(p.decider) if p.decider >= 0 else max(0, int(p.active_player))
    ENGINE.observe(game, box, seat, out)
    return out


def blocks(game, box, seat=None):
    return LAYOUT.as_dict(seen(game, box, seat))


def column_of(block, name):
    """Return the values of one number of a block by its name."""
    layout, values = block
    return np.take(values, layout.index(name), layout.axis)


def number(found, block, name):
    return column_of((LAYOUT[block], found[block]), name)


def record(game):
    return RecordView(game, STATE)


def play(level, players, seed, decisions, prefer=()):
    """Yield the record at every decision of random games; ``prefer`` ids are taken when legal."""
    components = load_components()
    one = bare_game(components.record(), components.level(level))
    rng = np.random.default_rng(seed)
    left = 0
    while decisions > 0:
        if left == 0 or one.public.outcome != 0:
            set_up(one, int(rng.integers(2**40)), players, first_player=-1)
            left = 400
        yield one.record, one.box
        legal = legal_of(one)
        wanted = [action for action in legal if action in prefer]
        one.step(int(rng.choice(wanted or legal)))
        decisions -= 1
        left -= 1


def late(game, i):
    """Change the public record to what random games seldom reach: portal, boss, enchantments."""
    s, box = record(game), RecordView(load_components().record(), BOX)
    p = s.public
    for place in range(int(p.parts_open), int(p.parts)):
        p.tiles[place], s.hidden.tiles[place] = s.hidden.tiles[place], -1
        for r in range(int(p.rows)):
            shift = np.uint64(int(box.start_columns) + place * int(box.tile_columns))
            p.lava[r] |= box.part_lava[p.tiles[place], r] << shift
            p.magma[r] |= box.part_magma[p.tiles[place], r] << shift
            p.soul_sand[r] |= box.part_soul_sand[p.tiles[place], r] << shift
    p.parts_open, p.portal_open, p.open_columns = p.parts, 1, p.columns
    p.open_words[: int(p.rows)] = (1 << int(p.columns)) - 1
    p.brown[:] = p.lava
    p.brown[: i % 6] = 0
    p.mob_space[V.REGULAR_MOBS] = 3 * 64 + int(p.columns) - 1
    p.mob_words[3] |= np.uint64(1 << int(p.columns) - 1)
    p.boss_life[0] = 1 + i % 20
    if i % 36 == 0:  # every mob of the box on the board
        taken = {int(space) for space in (*p.player_space, *p.mob_space[V.REGULAR_MOBS :])}
        spaces = [r * 64 + c for c in range(3, 13) for r in range(int(p.rows))]
        free = [space for space in spaces if space not in taken]
        p.mob_space[: V.REGULAR_MOBS] = np.random.default_rng(i).permutation(free)[: V.REGULAR_MOBS]
        p.line[:], p.line_length = -1, 0
    enchantments = [k for k in range(int(box.item_kinds)) if box.item_enchants[k] >= 0]
    for player in range(int(p.players)):
        for slot in range(V.SLOTS):
            kind = int(p.item_kind[player, slot])
            fit = [
                e for e in enchantments if kind >= 0 and box.item_enchants[e] == box.item_type[kind]
            ]
            p.item_enchantments[player, slot, : len(fit)] = fit
    p.decision, p.decision_about, p.decider = Decision.TARGET, V.REGULAR_MOBS, i % int(p.players)
    p.turn = 200
    p.dice_count, p.dice[:3] = 3, (0, 1, 2)
    p.drawn[:] = (enchantments[0], 3)
    p.place_colour[0], p.place_count[0] = 2, 3
    return game
