"""Rolls, the minions' attacks and the heroes' attacks."""

from __future__ import annotations

from tablemates.envs.core.compiler.decorators import compile_functions
from tablemates.envs.core.engine.events import allow, allow_bits, emit
from tablemates.envs.orcs_must_die import vocabulary as V
from tablemates.envs.orcs_must_die.rules.asking import (
    ask,
    ask_chance,
    bosses_on,
    defenders_on,
    foes_on,
    seat_chosen,
    tile_chosen,
    worn,
)
from tablemates.envs.orcs_must_die.rules.bosses import burn_heroes
from tablemates.envs.orcs_must_die.rules.harm import gain, heal, stun_hero, wound
from tablemates.envs.orcs_must_die.rules.spending import begin_spending
from tablemates.envs.orcs_must_die.rules.teams import band, leader_of, named_boss, owners, spot
from tablemates.envs.orcs_must_die.state import Box, Public, Work


def add_dice(p: Public, box: Box, colour: int, count: int) -> None:
    """Add dice to the coming roll; what is beyond the limit of the colour is lost."""
    p.dice[colour] = min(int(p.dice[colour]) + count, int(box.dice_caps[colour]))  # DICE-01


def roll(p: Public, box: Box, w: Work) -> None:
    """Roll the next die, or do what the complete roll is for."""
    for colour in range(V.COLOURS):
        if p.dice[colour] > 0:
            ask_chance(p, colour)  # DICE-02
            return
    if p.step == V.Step.UPGRADE:
        heal(p, box, w, p.active, int(p.icons[V.Icon.HEAL]))  # UPG-06
        gain(p, w, p.active, int(p.icons[V.Icon.SKULL]))  # UPG-06
        p.icons[:] = 0
    elif p.step == V.Step.ATTACK:
        _hit(p, box, w, p.part)
    else:
        _strike(p, box)


def die_rolled(p: Public, box: Box, w: Work, colour: int, face: int) -> None:
    """Take the face of a die into the roll."""
    emit(w, V.Event.ROLLED, colour, face)
    blank = p.step == V.Step.TURN and p.rerolling == 0 and face == box.blank[colour]
    if (
        blank
        and p.declined & 1 == 0
        and box.hero_power[p.cards[p.seat, V.HERO]] == V.Power.REROLL_BLANKS
    ):
        p.rerolling = 1  # DICE-03 HERO-06
        ask_chance(p, colour)
        return
    p.rerolling = 0
    p.dice[colour] -= 1
    for icon in range(V.ICONS):
        p.icons[icon] += box.face_icons[colour, face, icon]  # ICON-01
    roll(p, box, w)


def targets(p: Public, box: Box, tile: int, kind: int) -> int:
    """Return the seats whose heroes a group on a tile can attack, as bits (ATK-04)."""
    bits = defenders_on(p, tile)
    if kind < V.TYPES and box.forward[band(p, kind)] == 1:
        for way in range(V.EXITS):
            if box.exits[p.fortress, tile, way] >= 0:
                bits |= defenders_on(p, int(box.exits[p.fortress, tile, way]))  # ATK-04
    return bits


def groups(p: Public, box: Box, tile: int) -> int:
    """Return the types, then the bosses on a tile that have still to attack, as bits (ATK-01)."""
    bits = 0
    for kind in range(V.TYPES):
        ready = p.minions[tile, V.UP, kind] > 0 and int(p.attacked[tile]) >> kind & 1 == 0  # ATK-01
        if ready and targets(p, box, tile, kind) != 0:
            bits |= 1 << kind
    bosses = bosses_on(p, tile) & ~p.boss_attacked
    for boss in range(V.BOSSES if bosses != 0 else 0):
        if bosses >> boss & 1 != 0 and p.boss_stunned[boss] == 0 and defenders_on(p, tile) != 0:
            bits |= 1 << (V.TYPES + boss)  # BOSS-09
    return bits


def list_groups(p: Public, box: Box, w: Work) -> None:
    """List the groups of the tile that have still to attack, bosses last (ATK-02, BOSS-09)."""
    bits = groups(p, box, p.tile)
    allow_bits(w, V.GROUP, bits & (1 << V.TYPES) - 1)
    allow_bits(w, V.GROUP_BOSS, bits >> V.TYPES)


def tiles_to_attack(p: Public, box: Box) -> int:
    """Return the tiles with a group that has still to attack, as bits."""
    bits = 0
    for tile in range(box.tiles[p.fortress]):
        bits |= int(groups(p, box, tile) != 0) << tile
    return bits


def attack_on(p: Public, box: Box, w: Work) -> bool:
    """Ask for the next group that attacks (ATK-02)."""
    if p.rivalry == 1 and p.cursor == 0:
        p.cursor = 1
        if p.bosses_left > 0:
            burn_heroes(p, box, w)  # BOSS-11
        return True  # the other team's claims come first
    if p.tile >= 0 and groups(p, box, p.tile) != 0:
        ask(p, V.Decision.ATTACK_GROUP, leader_of(p, p.team))  # ATK-02
        return True
    p.tile = -1
    if tiles_to_attack(p, box) != 0:
        ask(p, V.Decision.ATTACK_TILE, leader_of(p, p.team))  # ATK-02
        return True
    p.attacked[:] = 0
    p.boss_attacked = 0
    return False  # ATK-06


def choose_tile(p: Public, _box: Box, _w: Work, action: int) -> None:
    """Let the minions of a tile attack next."""
    p.tile = tile_chosen(action)


def choose_group(p: Public, _box: Box, _w: Work, action: int) -> None:
    """Let a type or a boss attack next, and ask whom."""
    p.kind = action - V.GROUP
    if action >= V.GROUP_BOSS:
        p.kind = V.TYPES + action - V.GROUP_BOSS
    ask(p, V.Decision.ATTACK_TARGET, leader_of(p, p.team))  # ATK-03


def choose_target(p: Public, box: Box, w: Work, action: int) -> None:
    """Attack a hero, or ask another of its tile that may guard it (ED-04)."""
    p.part = seat_chosen(p, action)
    for seat in range(p.players):
        guards = box.hero_power[p.cards[seat, V.HERO]] == V.Power.GUARD
        friend = owners(p) >> seat & 1 != 0
        if guards and friend and seat != p.part and 0 <= p.at[p.part] == p.at[seat]:
            ask(p, V.Decision.GUARD, seat)  # ED-04
            return
    _attack_hero(p, box, w)


def guard(p: Public, box: Box, w: Work, action: int) -> None:
    """Take the attack upon oneself, or let it be."""
    if action == V.YES:
        emit(w, V.Event.GUARDED, p.active, p.part)
        p.part = p.active  # ED-04
    _attack_hero(p, box, w)


def _attack_hero(p: Public, box: Box, w: Work) -> None:
    """Roll for the group whose turn it is against the hero that was named."""
    seat, kind = p.part, p.kind
    if kind >= V.TYPES:
        boss = kind - V.TYPES
        p.boss_attacked |= 1 << boss
        emit(w, V.Event.BOSS_ATTACKS, named_boss(p, boss), seat)
        for colour in range(V.ATTACK_COLOURS):
            add_dice(p, box, colour, int(box.boss_dice[p.boss_kind[boss], p.stage - 1, colour]))
        roll(p, box, w)
        return
    count = int(p.minions[p.tile, V.UP, kind])
    p.attacked[p.tile] |= 1 << kind
    emit(w, V.Event.GROUP_ATTACKS, band(p, kind), count, seat)
    for colour in range(V.ATTACK_COLOURS):
        add_dice(
            p, box, colour, count * int(box.attack[band(p, kind), p.stage - 1, colour])
        )  # ATK-05
    roll(p, box, w)


def _hit(p: Public, box: Box, w: Work, seat: int) -> None:
    """Work out what the icons of a roll do to a hero (ICON-09)."""
    hero = int(p.cards[seat, V.HERO])
    wounds = int(p.icons[V.Icon.LIGHTNING])  # ICON-09
    for icon in range(3):
        count = int(p.icons[icon])
        wounds += count if box.wounds[hero, icon] == 1 else count // 2  # ICON-09 WND-04
    stuns = int(p.icons[V.Icon.STUN])
    if stuns > 0 and worn(p, box, seat, V.WORN.unstunned) == 0:  # ICON-09
        if p.stunned[seat] == 0:
            stun_hero(p, w, seat)
            stuns -= 1
        wounds += stuns
    p.icons[:] = 0
    p.kind = -1
    wound(p, box, w, seat, max(0, wounds - worn(p, box, seat, V.WORN.ward)))  # ATK-05 HERO-09


def hero_attacks(p: Public, box: Box, w: Work, action: int) -> None:
    """Roll for the hero whose turn it is against a tile (HERO-05)."""
    seat = p.seat
    p.tile = tile_chosen(action)
    emit(w, V.Event.HERO_ATTACKS, seat, spot(p, p.tile))
    if p.choices == V.Choices.FULL and to_decline(p, box) != 0:
        ask(p, V.Decision.READY, seat)  # FULL-03
    else:
        _roll_attack(p, box, w)


def to_decline(p: Public, box: Box) -> int:
    """Return what the attack that is under way can be made without, as bits (FULL-03)."""
    seat = p.seat
    power = box.hero_power[p.cards[seat, V.HERO]]
    steady = power == V.Power.STEADY and p.moved == 0
    bits = int(power == V.Power.REROLL_BLANKS or steady)
    for place in range(V.AMULET, V.RING):
        bits |= int(p.cards[seat, place] >= 0) << (place - V.AMULET + 1)
    return bits & ~p.declined


def list_declining(p: Public, box: Box, w: Work) -> None:
    """List rolling at once, and what may be declined before."""
    allow(w, V.DONE)
    allow_bits(w, V.DECLINE, to_decline(p, box))


def ready(p: Public, box: Box, w: Work, action: int) -> None:
    """Do without an amulet or the power in this attack, or roll."""
    if action == V.DONE:
        _roll_attack(p, box, w)
    else:
        p.declined |= 1 << (action - V.DECLINE)  # FULL-03
        ask(p, V.Decision.READY, p.seat)


def _amulets(p: Public, box: Box, seat: int, number: int) -> int:
    """Return the sum of a number over the amulets that the attack is made with."""
    found = 0
    for place in range(V.AMULET, V.RING):
        card = int(p.cards[seat, place])
        if card >= 0 and p.declined >> (place - V.AMULET + 1) & 1 == 0:
            found += int(box.equipment[card, number])
    return found


def _replace_dice(p: Public, box: Box, seat: int, dice: int) -> int:
    """Return the battle dice that amulets leave; what they give for others comes into the roll."""
    for place in range(V.AMULET, V.RING):
        card = int(p.cards[seat, place])
        used = card >= 0 and p.declined >> (place - V.AMULET + 1) & 1 == 0
        if used and box.equipment_instead[card] >= 0 and dice > 0:
            p.icons[box.equipment_instead[card]] += 1  # FULL-04
            dice -= 1
    return dice


def _roll_attack(p: Public, box: Box, w: Work) -> None:
    """Roll the dice of the hero whose turn it is."""
    seat = p.seat
    hero = int(p.cards[seat, V.HERO])
    for n in range(V.ATTACK_COLOURS):
        count = int(box.hero_weapons_dice[hero, p.cards[seat, V.RANK], n])
        count += _amulets(p, box, seat, V.WORN.battle + n)  # HERO-05
        if p.drum >= 0:
            count += box.equipment[p.drum, V.WORN.battle + n]  # HERO-05
        if n == V.Colour.BATTLE:
            count = _replace_dice(p, box, seat, count)  # FULL-04
        add_dice(p, box, n, count)
    p.drum = -1
    roll(p, box, w)


def _strike(p: Public, box: Box) -> None:
    """Add what is fixed to the roll of a hero's attack and spend it."""
    seat = p.seat
    for icon in range(V.SPENT):
        p.icons[icon] += _amulets(p, box, seat, V.WORN.sword + icon)  # HERO-05
    steady = box.hero_power[p.cards[seat, V.HERO]] == V.Power.STEADY and p.moved == 0
    if steady and p.declined & 1 == 0:
        p.icons[V.Icon.LIGHTNING] += 1  # HERO-05 HERO-06
    hunter = box.hero_rival[p.cards[seat, V.HERO]] == V.RivalPower.HUNTER
    if p.rivalry == 1 and hunter and foes_on(p, p.tile, seat) != 0:
        p.icons[V.Icon.LIGHTNING] += box.hunter_lightning  # RIV-20
    p.declined = 0
    begin_spending(p, box, p.tile, p.source, seat)


compile_functions(globals())
