"""Fills the observation of ``interface.toml``; what changes seldom is written on a change."""

from __future__ import annotations

from typing import Final

from tablemates.envs.core.compiler.decorators import compile_functions
from tablemates.envs.core.game.interface_file import read_changes, read_layout
from tablemates.envs.core.game.observation import MOST
from tablemates.envs.core.records.changes import Notes
from tablemates.envs.core.records.elements import cap, clear, get, put, put_all, total
from tablemates.envs.core.records.layout import Array8
from tablemates.envs.orcs_must_die import vocabulary as V
from tablemates.envs.orcs_must_die.observation_further import write_further
from tablemates.envs.orcs_must_die.observation_questions import (
    PHASES,
    clear_march,
    is_marching,
    write_events,
    write_march,
    write_questions,
)
from tablemates.envs.orcs_must_die.observation_rivals import FAR, write_guests, write_teams
from tablemates.envs.orcs_must_die.rules.asking import worn
from tablemates.envs.orcs_must_die.rules.teams import (
    band,
    first_foe,
    is_alive,
    mate,
    place_of,
    swap,
    team_of,
)
from tablemates.envs.orcs_must_die.rules.upgrades import seat_upgrading
from tablemates.envs.orcs_must_die.state import STATE, Box, Public, State

LAYOUT, ABOUT = read_layout(V.INTERFACE, vars(V))
SHOWN, _CHANGED = read_changes(V.INTERFACE, STATE)
_changed_minions, _changed_traps, _changed_shop, _changed_stage, _changed_unseen = _CHANGED[:5]
_changed_cards, _changed_places, _changed_armies, _changed_spots = _CHANGED[5:]
_SIZE: Final = LAYOUT.size
_PLACES: Final = [block.places for block in LAYOUT.blocks]
_DECISION, _GAME, _SEATS, _HEROES, _TILES, _CONNECTIONS, _USED = _PLACES[:7]
_TYPES, _TARGETS, _ARMIES, _EQUIPMENT, _TRAPS, _DECKS, _CHOICES = _PLACES[7:14]
_QUESTIONS: Final = _PLACES[14]
#: Of what was shown before: whether minions were on the move, and whether icons were spent.
_MARCHING: Final = _DECISION.phase_setup + int(V.Phase.MINIONS)
_SPENDING: Final = _DECISION.choose_hero + int(V.Decision.ASSIGN) - 1


def show(
    s: State, box: Box, seat: int, seen_by: int, now: Notes, shown: Notes, out: Array8
) -> None:
    """Write what a seat sees; what changes seldom, and all of tiles, only where it has changed."""
    p = s.public
    if p.rivalry == 1:
        _show_both(s, box, seat, out)
        return
    if seen_by < 0:
        clear(out, 0, _SIZE)
        _write_fixed(p, box, out)
    marched, spent = get(out, _MARCHING) == 1, get(out, _SPENDING) == 1
    tiles = _changed_minions(now, shown)
    if tiles != 0:
        for tile in range(box.tiles[p.fortress]):
            if tiles >> tile & 1 != 0:
                _write_minions(p, tile, out)
    if _changed_traps(now, shown) != 0:
        _write_traps(p, box, False, out)
    if _changed_shop(now, shown) != 0:
        _write_shop(p, box, out)
    stage = _changed_stage(now, shown)
    if stage != 0:
        _write_types(p, box, out)
    if _changed_unseen(now, shown) != 0:
        _write_unseen(p, box, out)
    if _changed_cards(now, shown) != 0 or seen_by != seat:
        _write_cards(p, box, seat, out)
    if _changed_places(now, shown) != 0 or seen_by != seat:
        _write_heroes(p, box, seat, out)
    if _changed_armies(now, shown) != 0 or stage != 0:
        _write_armies(p, box, out)
    spots = _changed_spots(now, shown)
    if spots != 0:
        _write_spots(p, box, out)
    if spots != 0 or p.tile >= 0:
        _write_targets(p, True, out)
    _write_decision(p, box, seat, out)
    if marched:
        clear_march(p, box, out)
    if tiles != 0 or marched or is_marching(p):
        write_march(p, box, True, out)
    if spent or p.decision == V.Decision.ASSIGN:
        _write_needs(p, out)
    clear(out, _QUESTIONS.START, _QUESTIONS.END)
    _write_side(p, box, seat, True, out)
    if len(out) > _SIZE:
        write_further(s, box, seat, True, out)


def _show_both(s: State, box: Box, seat: int, out: Array8) -> None:
    """Write what a seat sees of two teams: its own as in any game, then the other (RIV)."""
    p = s.public
    opened, own = p.team, team_of(p, seat)
    clear(out, 0, len(out))
    _write_decision(p, box, seat, out)
    write_teams(s, box, seat, out)
    for n in range(V.TEAMS):
        if p.team != (own if n == 0 else 1 - own):
            swap(p)
        here = p.team == opened
        seen_from = seat if n == 0 else first_foe(p, seat)
        side = out if n == 0 else out[FAR:]
        _write_fixed(p, box, side)
        for tile in range(box.tiles[p.fortress] if p.entered != p.gone else 0):
            _write_minions(p, tile, side)
        _write_traps(p, box, True, side)
        _write_shop(p, box, side)
        _write_types(p, box, side)
        _write_unseen(p, box, side)
        _write_cards(p, box, seen_from, side)
        _write_heroes(p, box, seen_from, side)
        _write_armies(p, box, side)
        if here:
            _write_spots(p, box, side)
        write_march(p, box, here, side)
        _write_targets(p, here, side)
        if here and p.decision == V.Decision.ASSIGN:
            _write_needs(p, side)
        _write_side(p, box, seen_from, here, side)
        if n == 0:
            write_further(s, box, seat, here, out)
        write_guests(p, box, seat, n, out)
    if p.team != opened:
        swap(p)


def _write_minions(p: Public, tile: int, out: Array8) -> None:
    at = _TILES.up_orc + _TILES.WIDTH * tile
    for kind in range(V.TYPES):
        put(out, at + kind, p.minions[tile, V.UP, kind])
        put(out, at + V.TYPES + kind, p.minions[tile, V.DOWN, kind])


def _write_needs(p: Public, out: Array8) -> None:
    """Write what kills cost while icons are spent."""
    spending = p.decision == V.Decision.ASSIGN
    for kind in range(V.TYPES):
        for state in range(V.STATES):
            row = _TARGETS.WIDTH * (V.STATES * kind + state)
            for icon in range(V.PAID):
                need = cap(p.needs[kind, icon], MOST) if spending else 0
                put(out, _TARGETS.sword + row + icon, need)


def _write_heroes(p: Public, box: Box, seat: int, out: Array8) -> None:
    """Write on which tile each hero is."""
    for tile in range(box.tiles[p.fortress]):
        for n in range(p.team_size):
            put(out, _TILES.hero_0 + _TILES.WIDTH * tile + n, 0)
    for n in range(p.team_size):
        tile = int(p.at[mate(p, seat, n)])
        if tile >= 0:
            put(out, _TILES.hero_0 + _TILES.WIDTH * tile + n, 1)


def _write_armies(p: Public, box: Box, out: Array8) -> None:
    """Write the armies and how many of their cards lie on each tile."""
    f = p.fortress
    for tile in range(box.tiles[f]):
        put(out, _TILES.cards + _TILES.WIDTH * tile, 0)
    for army in range(V.ARMIES):
        row = _ARMIES.WIDTH * army
        tile = int(box.army_tile[f, p.stage - 1, army])
        put(out, _ARMIES.tile + row, tile + 1)
        put(out, _ARMIES.cards + row, p.cards_left[army])
        if tile >= 0:
            out[_TILES.cards + _TILES.WIDTH * tile] += p.cards_left[army]


def _write_spots(p: Public, box: Box, out: Array8) -> None:
    """Write which tiles the question is about."""
    for tile in range(box.tiles[p.fortress]):
        put(out, _TILES.about + _TILES.WIDTH * tile, 0)
    if p.tile >= 0:
        put(out, _TILES.about + _TILES.WIDTH * int(p.tile), 1)
    if p.flying > 0:
        put(out, _TILES.about + _TILES.WIDTH * int(p.flights[p.flying - 1, 0]), 1)


def _write_side(p: Public, box: Box, seat: int, here: bool, out: Array8) -> None:
    """Write what changes often of the open fortress, and what is under way if that is ``here``.

    Where there may be nothing, zeros are there already.
    """
    _write_game(p, box, out)
    _write_seats(p, box, seat, out)
    if here:
        put_all(out, _USED.START, p.used_supports)
    if here:
        write_questions(p, box, seat, out)
        if is_marching(p):
            write_events(p, box, out)


def _write_card(cards: Array8, card: int, at: int, out: Array8) -> None:
    """Write a card of equipment or a trap, or that there is none (-1)."""
    put(out, at, int(card >= 0))
    for n in range(cards.shape[1]):
        put(out, at + 1 + n, cards[card, n] if card >= 0 else 0)


def _write_place(cards: Array8, card: int, blank: bool, at: int, out: Array8) -> None:
    """Write the card of a place, where that of none is there already if all is ``blank``."""
    if card >= 0 or not blank:
        _write_card(cards, card, at, out)


def _write_fixed(p: Public, box: Box, out: Array8) -> None:
    """Write the fortress and what is printed, into zeros."""
    f = p.fortress
    for tile in range(box.tiles[f]):
        row = _TILES.WIDTH * tile
        put(out, _TILES.present + row, 1)
        put(out, _TILES.standard + row + int(box.tile_kind[f, tile]), 1)
        put(out, _TILES.distance + row, box.distance[f, tile])
        for way in range(V.EXITS):
            put(out, _TILES.exit_0 + row + way, box.exits[f, tile, way] + 1)
        put(out, _TILES.places + row, box.places[f, p.team_size, tile])
        put(out, _TILES.start + row, int(box.starts[f]) >> tile & 1)
    for n in range(box.connections[f]):
        row = _CONNECTIONS.WIDTH * n
        put(out, _CONNECTIONS.low + row, box.ends[f, n, 0] + 1)
        put(out, _CONNECTIONS.high + row, box.ends[f, n, 1] + 1)
    for kind in range(V.TYPES):
        put(out, _TARGETS.down + _TARGETS.WIDTH * (2 * kind + 1), 1)
    for hero in range(V.HEROES):
        card = hero + V.ALL_HEROES * p.team
        put_all(out, _CHOICES.wounded_by_sword + _CHOICES.WIDTH * hero, box.hero_shown[card])
        put_all(out, _CHOICES.cost_0 + _CHOICES.WIDTH * hero, box.weapons_shown[card])


def _write_traps(p: Public, box: Box, blank: bool, out: Array8) -> None:
    """Write the traps that are laid; ``blank``: into zeros."""
    f = p.fortress
    for tile in range(box.tiles[f]):
        for place in range(V.PLACES):
            at = _TILES.trap_0_present + _TILES.WIDTH * tile + place * _TRAPS.WIDTH
            _write_place(box.trap, int(p.traps[tile, place]), blank, at, out)
    for n in range(box.connections[f]):
        at = _CONNECTIONS.trap_present + _CONNECTIONS.WIDTH * n
        _write_place(box.trap, int(p.supports[n]), blank, at, out)


def _write_shop(p: Public, box: Box, out: Array8) -> None:
    for slot in range(V.SHOP):
        at = _EQUIPMENT.START + _EQUIPMENT.WIDTH * slot
        _write_card(box.equipment, int(p.shop[0, slot]), at, out)
        _write_card(box.trap, int(p.shop[1, slot]), _TRAPS.START + _TRAPS.WIDTH * slot, out)


def _write_types(p: Public, box: Box, out: Array8) -> None:
    """Write what is printed for the stage."""
    for kind in range(V.TYPES):
        at = _TYPES.START + _TYPES.WIDTH * kind
        put_all(out, at, box.minion_shown[band(p, kind), p.stage - 1])


def _write_unseen(p: Public, box: Box, out: Array8) -> None:
    for deck in range(3):
        put_all(out, _DECKS.START + V.CARDS * deck, p.unseen[deck])
    cards = max(1, total(p.unseen[2]))
    for kind in range(V.TYPES):
        figures = 0
        for card in range(box.kinds[2]):
            figures += int(p.unseen[2, card]) * int(box.army_rows[card, p.team_size, kind])
        put(out, _TYPES.coming + _TYPES.WIDTH * kind, cap(10 * figures // cards, MOST))


def _write_cards(p: Public, box: Box, seat: int, out: Array8) -> None:
    clear(out, _HEROES.START, _HEROES.START + _HEROES.WIDTH * p.team_size)
    for hero in range(V.HEROES):
        put(out, _CHOICES.free + _CHOICES.WIDTH * hero, 1)
    for n in range(p.team_size):
        other = mate(p, seat, n)
        row = _HEROES.WIDTH * n
        put(out, _HEROES.present + row, 1)
        hero = int(p.cards[other, V.HERO])
        if hero < 0:
            continue
        number = hero - V.ALL_HEROES * p.team
        if number < V.HEROES:
            put(out, _CHOICES.free + _CHOICES.WIDTH * number, 0)
            put(out, _HEROES.maximilian + row + number, 1)
        put_all(out, _HEROES.wounded_by_sword + row, box.hero_shown[hero])
        rank = int(p.cards[other, V.RANK])
        put(out, _HEROES.rank + row, rank)
        if rank + 1 < V.RANKS:
            put(out, _HEROES.next_cost + row, box.hero_weapons_cost[hero, rank + 1])
        for colour in range(V.ATTACK_COLOURS):
            dice = int(box.hero_weapons_dice[hero, rank, colour])
            if rank + 1 < V.RANKS:
                more = max(0, int(box.hero_weapons_dice[hero, rank + 1, colour]) - dice)
                put(out, _HEROES.next_battle + row + colour, more)
            dice += worn(p, box, other, V.WORN.battle + colour, V.RING)
            put(out, _HEROES.dice_battle + row + colour, cap(dice, int(box.dice_caps[colour])))
        for place in range(V.AMULET, V.HELD):
            at = _HEROES.amulet_0_present + row + (place - V.AMULET) * _EQUIPMENT.WIDTH
            _write_card(box.equipment, int(p.cards[other, place]), at, out)


def _write_decision(p: Public, box: Box, seat: int, out: Array8) -> None:
    clear(out, _DECISION.START, _DECISION.END)
    if p.decision == V.Decision.CHANCE:
        put(out, _DECISION.roll_battle + p.chance, 1)
    elif 0 < p.decision < V.Decision.CHANCE:
        put(out, _DECISION.choose_hero + p.decision - 1, 1)
    put(out, _DECISION.phase_setup + PHASES[p.step], 1)
    about = p.seat
    if p.step == V.Step.UPGRADE:
        about = seat_upgrading(p)
    elif p.step == V.Step.ATTACK and p.decision == V.Decision.CHANCE:
        about = p.part
    if about >= 0 and team_of(p, about) == team_of(p, seat):
        put(out, _DECISION.for_0 + place_of(p, seat, about), 1)
    if 0 <= p.kind < V.TYPES:
        put(out, _DECISION.about_orc + p.kind, 1)
    elif p.flying > 0 and p.flights[p.flying - 1, 1] < V.TYPES:
        put(out, _DECISION.about_orc + int(p.flights[p.flying - 1, 1]), 1)
        put(out, _DECISION.count, p.flights[p.flying - 1, 2])
    put(out, _DECISION.cost, p.cost)
    put(out, _DECISION.pooled, p.pooled)
    put(out, _DECISION.odd, p.odd_left)
    put(out, _DECISION.steps, p.steps)
    put(out, _DECISION.drum, int(p.drum >= 0))
    put_all(out, _DECISION.left_battle, p.dice)
    for icon in range(V.ICONS):
        put(out, _DECISION.icon_sword + icon, cap(p.icons[icon], MOST))
    put(out, _DECISION.lesser_token, p.tokens[V.TYPES])
    put(out, _DECISION.major_token, p.tokens[V.TYPES + 1])
    card = p.slot if p.decision == V.Decision.REPLACE else -1
    if V.EQUIPMENT <= p.buying < V.TRAP:
        card = int(p.shop[0, p.slot])
    trap = p.trap
    if V.TRAP <= p.buying < V.NUMBER:
        trap = int(p.shop[1, p.slot])
    if card >= 0:
        _write_card(box.equipment, card, _DECISION.card_present, out)
    if trap >= 0:
        _write_card(box.trap, trap, _DECISION.trap_present, out)


def _write_game(p: Public, box: Box, out: Array8) -> None:
    put(out, _GAME.stage, p.stage)
    put(out, _GAME.round, cap(p.turn, MOST))
    put(out, _GAME.rounds_left, cap(max(0, p.max_rounds - p.turn), MOST))
    put(out, _GAME.rift, p.rift)
    put(out, _GAME.most_rift, p.rift_max)
    put(out, _GAME.bank, p.bank)
    put(out, _GAME.pool, p.pool)
    put(out, _GAME.players, p.team_size)
    put(out, _GAME.mode_standard + p.mode, 1)
    put(out, _GAME.revitalised, p.revitalised)
    put(out, _GAME.face_down, total(p.cards_left))
    put(out, _GAME.waves, p.waves)
    bosses = 0
    for boss in range(V.BOSSES):
        bosses += int(p.boss_kind[boss] >= 0)
    put(out, _GAME.cards, box.army_cards[p.fortress] + bosses)
    put(out, _GAME.minions, cap(p.entered - p.gone, MOST))


def _write_seats(p: Public, box: Box, seat: int, out: Array8) -> None:
    for n in range(p.team_size):
        other = mate(p, seat, n)
        row = _SEATS.WIDTH * n
        at = int(p.at[other])
        put(out, _SEATS.lord + row, int(p.lord == other))
        put(out, _SEATS.turn + row, int(p.seat == other))
        put(out, _SEATS.alive + row, int(is_alive(p, other)))
        put(out, _SEATS.distance + row, box.distance[p.fortress, at] if at >= 0 else -1)
        put(out, _SEATS.health + row, p.health[other])
        put(out, _SEATS.stunned + row, p.stunned[other])
        put(out, _SEATS.skulls + row, p.skulls[other])
        put(out, _SEATS.ready + row, p.ready[other])
        for bit in range(5):
            put(out, _SEATS.done_transfer + row + bit, int(p.upgraded[other]) >> bit & 1)
        put(out, _SEATS.closed + row, p.closed[other])
        used = p.used if p.seat == other else 0
        for bit in range(4):
            put(out, _SEATS.used_attack + row + bit, used >> bit & 1)
        put(out, _SEATS.refused + row, p.refused >> other & 1)


def _write_targets(p: Public, here: bool, out: Array8) -> None:
    """Write what can be killed on the tile that the decision is about, and what is paid."""
    tile = p.tile if here else -1
    for kind in range(V.TYPES):
        row = _TYPES.WIDTH * kind
        put(out, _TYPES.stunned + row, p.stuns[kind] if tile >= 0 else 0)
        put(out, _TYPES.token + row, p.tokens[kind] if here else 0)
        for state in range(V.STATES):
            row = _TARGETS.WIDTH * (V.STATES * kind + state)
            count, killed = 0, 0
            if tile >= 0:
                count, killed = int(p.minions[tile, state, kind]), int(p.kills[kind, state])
                count -= int(p.stuns[kind]) if state == V.DOWN else 0
            put(out, _TARGETS.count + row, count)
            put(out, _TARGETS.killed + row, killed)


compile_functions(globals())
