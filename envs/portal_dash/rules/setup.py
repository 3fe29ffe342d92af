"""Setting up a game: track, cube, mobs, inventories, items, chests, boss."""

from __future__ import annotations

import numpy as np

from tablemates.envs.core.compiler.decorators import compile_functions
from tablemates.envs.core.engine.events import emit
from tablemates.envs.core.records.borrowed import clear_record
from tablemates.envs.core.records.layout import Array8
from tablemates.envs.core.records.random import lay_out, random_below
from tablemates.envs.portal_dash import vocabulary as V
from tablemates.envs.portal_dash.rules import stack
from tablemates.envs.portal_dash.rules.agenda import Step, push
from tablemates.envs.portal_dash.rules.chance import next_index
from tablemates.envs.portal_dash.rules.cube import UNSEEN, is_seen
from tablemates.envs.portal_dash.rules.items import raise_item
from tablemates.envs.portal_dash.rules.mobs import spawner_at
from tablemates.envs.portal_dash.rules.pieces import kind_of, place_mob
from tablemates.envs.portal_dash.rules.track import fill_spawner, lay_part, turn_up_tile
from tablemates.envs.portal_dash.state import Box, Hidden, Public, Scenario, State, Work
from tablemates.envs.portal_dash.vocabulary import DRAWN_BOSS, Chance, Event, MobKind

#: Kinds that stand on spawners 1, 2 and 3 of the first tile (SETUP-06).
_BASE_KINDS = (MobKind.MAGMA_CUBE.value, MobKind.GHAST.value, MobKind.ENDERMAN.value)


def draw_number(h: Hidden, n: int) -> int:
    """Return a number in ``range(n)`` from the set-up stream."""
    return random_below(h.seed, Chance.SETUP.value, next_index(h, Chance.SETUP.value), n)


def shuffle(h: Hidden, values: Array8, n: int) -> None:
    """Permute the first ``n`` values uniformly."""
    stream = Chance.SETUP.value
    h.counters[stream] = stack.shuffle(values, 0, n, h.seed, stream, int(h.counters[stream]))


def clear(s: State) -> None:
    """Write an empty record: zeros, and -1 where that means none."""
    clear_record(s)
    p = s.public
    p.mob_space[:] = p.player_space[:] = p.chest_space[:] = -1
    p.cause_player = p.cause_source = p.decider = -1
    p.tiles[:] = p.line[:] = p.boss_kind[:] = -1
    p.item_kind[:] = p.item_enchantments[:] = -1
    p.slot_in_use = p.blocks_die = p.mob_die = p.fight_mob = -1
    p.place_colour[:] = p.drawn[:] = -1
    s.hidden.stack[:] = s.hidden.tiles[:] = -1
    s.hidden.cube[:] = UNSEEN


def set_up_track(s: State, box: Box, level: Scenario, w: Work) -> None:
    """Lay start strip and first tile face up, the others face down (SETUP-02)."""
    p = s.public
    order = np.zeros(V.TILES, np.int8)
    for tile in range(box.tile_count):
        order[tile] = tile
    shuffle(s.hidden, order, box.tile_count)  # SETUP-02
    p.parts = level.parts  # SETUP-02
    p.rows = box.rows
    p.columns = box.start_columns + int(level.parts) * box.tile_columns + box.portal_columns
    lay_part(p, box, w, V.START, 0, box.start_columns)
    turn_up_tile(p, box, w, 0, int(order[0]))  # SETUP-02
    if p.explicit_chance != 1:
        for place in range(1, p.parts):
            s.hidden.tiles[place] = order[place]


def set_up_cube(s: State, box: Box) -> None:
    """Fill the cube at random; blocks that show a face are seen (SETUP-03)."""
    p = s.public
    blocks = np.zeros(V.BLOCKS, np.int8)
    shuffle(s.hidden, blocks, lay_out(box.cube, blocks))  # SETUP-03
    p.height[:] = V.CUBE_LAYERS
    for column in range(V.CUBE_COLUMNS):
        for level in range(V.CUBE_LAYERS):
            colour = blocks[V.CUBE_LAYERS * column + level]
            if is_seen(p, column, level):
                p.cube[column, level] = colour
            else:
                p.cube[column, level] = UNSEEN
                p.unseen[colour] += 1
                if p.explicit_chance != 1:
                    s.hidden.cube[column, level] = colour


def set_up_mobs(s: State, box: Box, level: Scenario, w: Work) -> None:
    """Draw the mobs in play, line them up, and fill the first tile's spawners."""
    p = s.public
    h = s.hidden
    first = np.full(len(_BASE_KINDS), -1, np.int8)
    in_play = np.zeros(V.REGULAR_MOBS, np.int8)
    n = 0
    for kind in range(V.MOB_KINDS):
        pieces = np.zeros(V.REGULAR_MOBS, np.int8)
        count = 0
        for mob in range(V.REGULAR_MOBS):
            if box.mob_kind[mob] == kind:
                pieces[count] = mob
                count += 1
        shuffle(h, pieces, count)  # SETUP-06
        for i in range(level.mob_count[kind]):  # SETUP-05
            if i == 0 and kind < len(_BASE_KINDS):
                first[kind] = pieces[i]
            else:
                in_play[n] = pieces[i]
                n += 1
    shuffle(h, in_play, n)  # SETUP-06
    for i in range(n):
        p.line[i] = in_play[i]
    p.line_length = n
    for i in range(V.SPAWNERS):
        space = spawner_at(p, box, 0, i)
        if space == -1:
            break
        if i < len(_BASE_KINDS) and first[i] >= 0:
            place_mob(p, int(first[i]), space)  # SETUP-06
            emit(w, Event.MOB_SPAWNED, int(first[i]), space)
        else:
            fill_spawner(p, w, space)  # SETUP-06 CUSTOM-02


def set_up_boss(s: State, box: Box, level: Scenario) -> None:
    """Lay out the end boss's board; the boss waits off the track (SETUP-11)."""
    p = s.public
    for i in range(V.BOSSES):
        kind = int(level.boss_kind[i])
        if kind == DRAWN_BOSS:
            kind = draw_number(s.hidden, 2)  # LEVEL-3
        p.boss_kind[i] = kind
        if kind >= 0:
            p.boss_hard[i] = level.boss_hard[i]  # SETUP-11
            p.boss_life[i] = box.kind_life[kind_of(p, box, V.REGULAR_MOBS + i)]  # SETUP-11


def set_up_player(p: Public, box: Box, level: Scenario, player: int) -> None:
    """Give a player hearts and starting items (SETUP-07)."""
    p.hearts[player] = V.HEARTS  # SETUP-07
    for slot in range(V.SLOTS):
        kind = int(level.start_item[slot])
        if kind >= 0:
            p.item_kind[player, slot] = kind  # SETUP-07
            p.item_starting[player, slot] = 1  # CUSTOM-03
            raise_item(p, box, player, slot)


def set_up_items(s: State, box: Box) -> None:
    """Lay out the Netherite supply and shuffle the item stack (SETUP-09)."""
    p = s.public
    for kind in range(V.ITEM_KINDS):
        if kind < box.item_kinds:
            p.stack_count[kind] = box.item_copies[kind]  # SETUP-09
    for place in range(V.NETHERITE):
        p.supply[place] = 1 if box.netherite[place] >= 0 else 0  # SETUP-09
    if p.explicit_chance != 1:
        stack.order_stack(s)  # SETUP-09


def set_up(
    s: State,
    box: Box,
    level: Scenario,
    w: Work,
    seed: int,
    players: int,
    first_player: int,
    explicit: int,
    skip_forced: int,
) -> None:
    """Write the record of a new game, up to the first decision; see ``core.engine.rules``."""
    clear(s)
    p = s.public
    s.hidden.seed = np.uint64(seed)  # type: ignore[assignment]
    p.level = level.number
    p.edition = level.edition
    p.players = players
    p.explicit_chance = explicit
    p.skip_forced = skip_forced
    drawn = first_player if first_player >= 0 else draw_number(s.hidden, players)
    p.first_player = drawn  # SETUP-01
    p.active_player = p.first_player
    emit(w, Event.GAME_STARTED, p.level, players, p.first_player)
    set_up_track(s, box, level, w)
    set_up_cube(s, box)
    set_up_mobs(s, box, level, w)
    set_up_boss(s, box, level)
    set_up_items(s, box)
    push(p, Step.TURN, 0, 0, 0)
    for i in range(players - 1, -1, -1):
        push(p, Step.START, (p.first_player + i) % players, 0, 0)  # SETUP-08
    for player in range(players):
        set_up_player(p, box, level, player)


compile_functions(globals())
