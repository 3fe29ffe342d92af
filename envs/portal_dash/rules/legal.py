"""Legal actions: the ascending list of action ids of the decision under way."""

from __future__ import annotations

from tablemates.envs.core.compiler.decorators import compile_functions
from tablemates.envs.core.engine.events import allow
from tablemates.envs.core.records.layout import Words
from tablemates.envs.portal_dash import vocabulary as V
from tablemates.envs.portal_dash.rules import items, mobs
from tablemates.envs.portal_dash.rules.cube import is_exposed, is_removable, removal_height
from tablemates.envs.portal_dash.rules.fighting import can_fight
from tablemates.envs.portal_dash.rules.geometry import ONE, ZERO, bit, distance
from tablemates.envs.portal_dash.rules.harm import can_push, pushed_player
from tablemates.envs.portal_dash.rules.mining import obstacles
from tablemates.envs.portal_dash.rules.moving import step_cost
from tablemates.envs.portal_dash.rules.piglins import can_place
from tablemates.envs.portal_dash.rules.turn import NOTHING, slot_use
from tablemates.envs.portal_dash.state import Box, Public, State, Work
from tablemates.envs.portal_dash.vocabulary import Decision


def allow_words(w: Work, box: Box, rows: int, words: Words) -> None:
    """Append the ids of a set of spaces."""
    for r in range(rows):
        word = words[r]
        column = 0
        while word != ZERO:
            if word & ONE != ZERO:
                allow(w, V.SPACE + r * box.capacity_columns + column)
            word >>= ONE
            column += 1


def add_space(words: Words, space: int) -> None:
    """Add a space to a set."""
    words[space >> 6] |= bit(space & 63)


def legal_spaces(p: Public, box: Box, w: Work) -> None:
    """List the spaces of a decision about spaces."""
    rows = p.rows
    words = w.ends
    if p.decision == Decision.MOB_END:
        if w.ends_known == 0:
            mobs.find_ends(p, box, w, p.decision_about)
        allow_words(w, box, rows, words)
        return
    if p.decision == Decision.COVER:
        obstacles(p, words)
        allow_words(w, box, rows, words)
        return
    for r in range(rows):
        words[r] = ZERO
    if p.decision == Decision.START_SPACE:
        strip = bit(box.start_columns) - ONE
        for r in range(rows):
            words[r] = p.open_words[r] & ~p.lava[r] & strip  # SETUP-08
    elif p.decision == Decision.NEXT_MOB:
        for mob in range(V.MOBS):
            if p.pending_mobs >> mob & 1:
                add_space(words, int(p.mob_space[mob]))
    elif p.decision == Decision.SPAWNER:
        nearest = mobs.spawn_distance(p, box)
        for place in range(p.parts_open):
            for i in range(V.SPAWNERS):
                space = mobs.spawner_at(p, box, place, i)
                if space == -1:
                    break
                near = distance(space, int(p.player_space[p.active_player])) == nearest
                if near and mobs.is_free_spawner(p, space):  # MOB-03
                    add_space(words, space)
    else:
        for mob in range(V.MOBS):
            if can_fight(p, box, p.decision_about, mob):
                add_space(words, int(p.mob_space[mob]))
    allow_words(w, box, rows, words)


def legal_columns(p: Public, w: Work) -> None:
    """List the exposed columns of the cube (MINE-01)."""
    for column in range(V.CUBE_COLUMNS):
        if is_exposed(p, column):  # MINE-01
            allow(w, V.COLUMN + column)


def legal_tiles(p: Public, box: Box, w: Work) -> None:
    """List which of the drawn tiles may be kept (ITEM-03, ITEM-08)."""
    player = p.decider
    if items.free_slot(p, player) == -1:  # ITEM-03
        allow(w, V.DONE)  # ITEM-03
    for i in range(2):
        same = i == 1 and p.drawn[1] == p.drawn[0]  # two equal tiles are one choice
        if p.drawn[i] >= 0 and not same and items.can_keep(p, box, player, int(p.drawn[i])):
            allow(w, V.TILE + i)


def legal_supply(p: Public, box: Box, w: Work) -> None:
    """List the face-up Netherite items, one id a kind (USE-04)."""
    for place in range(V.NETHERITE):
        if p.supply[place] == 0:
            continue
        first = True
        for other in range(place):
            if p.supply[other] == 1 and box.netherite[other] == box.netherite[place]:
                first = False
        if first:
            allow(w, V.SUPPLY + place)


def legal_slots(p: Public, box: Box, w: Work) -> None:
    """List the slots of a decision about the decider's items."""
    player = p.decider
    for slot in range(V.SLOTS):
        if p.decision == Decision.WOUND:
            fits = p.item_hearts[player, slot] > 0  # MOB-11
        elif p.decision == Decision.DAMAGE_ITEM:
            fits = p.item_active[player, slot] == 1  # MOB-14
        elif p.decision == Decision.REPLACE:
            fits = p.item_kind[player, slot] >= 0
        else:
            fits = items.can_enchant(p, box, player, slot, p.decision_about)
        if fits:
            allow(w, V.SLOT + slot)


def legal_players(p: Public, box: Box, w: Work) -> None:
    """List the seats, counted from the decider, of a decision about players."""
    for relative in range(p.players):
        player = (p.decider + relative) % p.players
        if p.decision == Decision.PLAYER or mobs.in_range(  # MOB-10
            p, box, p.decision_about, player
        ):
            allow(w, V.PLAYER + relative)


def list_options(s: State, box: Box, w: Work) -> None:
    """Write the legal actions of the decision under way to ``w.legal``, ascending."""
    p = s.public
    w.legal_count = 0
    d = p.decision
    if d == Decision.ACTION:
        for direction in range(4):
            if step_cost(p, box, direction) == 1:  # ACT-03
                allow(w, V.STEP + direction)  # ACT-03
        legal_columns(p, w)  # ACT-02
        for slot in range(V.SLOTS):
            if slot_use(p, box, slot) != NOTHING:  # ACT-01 ACT-04
                allow(w, V.SLOT + slot)
    elif d == Decision.STEP:
        allow(w, V.DONE)  # MOVE-01
        for direction in range(4):
            cost = step_cost(p, box, direction)
            if 0 < cost <= p.steps_left:  # MOVE-04
                allow(w, V.STEP + direction)
    elif d == Decision.MINE:
        if p.mined > 0:  # MINE-02
            allow(w, V.DONE)
        legal_columns(p, w)
    elif d == Decision.REMOVE_BLOCK:
        height = removal_height(p, p.decision_about)
        for column in range(V.CUBE_COLUMNS):
            if is_removable(p, column, p.decision_about, height):
                allow(w, V.COLUMN + column)
    elif d == Decision.BLOCK:
        for colour in range(V.COLOURS):
            if p.hand[colour] > 0:
                allow(w, V.COLOUR + colour)  # MINE-03
    elif d == Decision.USE:
        allow(w, V.ABILITY)
        for place in range(V.PLACES):
            if can_place(p, box, place, p.decision_about):
                allow(w, V.PLACE + place)  # PIG-01
    elif d == Decision.KEEP_TILE:
        legal_tiles(p, box, w)
    elif (
        d == Decision.WOUND
        or d == Decision.DAMAGE_ITEM
        or d == Decision.REPLACE
        or d == Decision.ENCHANT
    ):
        legal_slots(p, box, w)
    elif d == Decision.PLAYER or d == Decision.TARGET:
        legal_players(p, box, w)
    elif d == Decision.PUSH:
        for direction in range(4):
            if can_push(p, pushed_player(p), direction):
                allow(w, V.STEP + direction)
    elif d == Decision.OPEN_CHEST or d == Decision.REVEAL:
        allow(w, V.DONE)
        allow(w, V.YES)
    elif d == Decision.MODE:
        allow(w, V.MODE)
        allow(w, V.MODE + 1)
    elif d == Decision.REROLL:
        for dice in range(p.dice_count + 1):
            allow(w, V.COUNT + dice)
    elif d == Decision.NETHERITE:
        legal_supply(p, box, w)
    elif d != Decision.NONE and d != Decision.CHANCE:
        legal_spaces(p, box, w)


compile_functions(globals())
