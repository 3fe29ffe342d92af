"""The upgrade phase: what seats may buy, how it is paid, where it goes."""

from __future__ import annotations

from tablemates.envs.core.compiler.decorators import compile_functions
from tablemates.envs.core.engine.events import allow, emit
from tablemates.envs.orcs_must_die import vocabulary as V
from tablemates.envs.orcs_must_die.rules.asking import ask, places_on, seat_after, tile_chosen
from tablemates.envs.orcs_must_die.rules.attacks import add_dice, roll
from tablemates.envs.orcs_must_die.rules.teams import leader_of, owners, spot, team_of
from tablemates.envs.orcs_must_die.state import Box, Public, Work


def next_upgrade(p: Public, _box: Box, _w: Work) -> bool:
    """Ask the seat whose upgrades they are, or go on to the minions (UPG-01)."""
    if p.choices == V.Choices.FULL:
        return _next_in_circle(p)
    while p.cursor < p.players and owners(p) >> seat_upgrading(p) & 1 == 0:
        p.cursor += 1  # RIV-08
    if p.cursor == p.players:
        return False
    ask(p, V.Decision.UPGRADE, seat_upgrading(p))  # UPG-01
    return True


def _next_in_circle(p: Public) -> bool:
    """Ask the next seat that has not finished, unless all others pass (FULL-01).

    ``part`` says how the turn of the last one has ended: 1 it has upgraded, 2 it has not.
    """
    if p.part == 1:
        p.later = 0
    if p.part > 0:
        p.cursor = (p.cursor + 1) % p.players
    p.part = 0
    if (p.out | p.later) & owners(p) == owners(p):
        return False
    while owners(p) & ~p.out & 1 << seat_upgrading(p) == 0:  # RIV-08
        p.cursor = (p.cursor + 1) % p.players
    ask(p, V.Decision.UPGRADE, seat_upgrading(p))
    return True


def seat_upgrading(p: Public) -> int:
    """Return the seat whose upgrades they are."""
    return seat_after(p, p.cursor)


def _pool_for(p: Public, seat: int) -> int:
    return 0 if p.closed[seat] == 1 else p.pool  # UPG-04


def list_upgrades(p: Public, box: Box, w: Work) -> None:
    """List what the active seat may do."""
    seat = p.active
    done = int(p.upgraded[seat])  # UPG-02
    hero = int(p.cards[seat, V.HERO])
    tile = int(p.at[seat])
    funds = int(p.skulls[seat]) + _pool_for(p, seat)  # UPG-02
    allow(w, V.DONE)
    if seat == p.lord and done & V.TRANSFERRED == 0 and p.skulls[seat] > 0:
        allow(w, V.TRANSFER)  # UPG-05
    if done & V.HEALED == 0 and tile == box.rift_tile[p.fortress]:
        allow(w, V.HEAL)  # UPG-06
    cost = box.revitalise_per_player * p.team_size  # RIV-08
    if p.revitalised == 0 and _pool_for(p, seat) >= cost and _has_struck(p):
        allow(w, V.REVITALISE)  # UPG-07
    rank = int(p.cards[seat, V.RANK]) + 1
    open_to = done & V.ARMED == 0 and rank < V.RANKS and rank <= p.stage  # UPG-08
    if open_to and box.hero_weapons_cost[hero, rank] <= funds:
        allow(w, V.WEAPON)  # UPG-08
    for n in range(2 * V.SHOP):
        deck, slot = divmod(n, V.SHOP)
        card = int(p.shop[deck, slot])
        if done & (V.EQUIPPED << deck) != 0 or card < 0 or box.card_cost[deck, card] > funds:
            continue
        beside = box.trap[card, V.LAID.support] == 1 and tile >= 0  # RIV-08
        if deck == 0 or beside or places_on(p, box, tile) > 0:
            allow(w, V.EQUIPMENT + n)  # UPG-09 UPG-10 UPG-11
    others = owners(p) & ~(1 << seat)
    if p.choices == V.Choices.FULL and others & ~p.out != 0:
        allow(w, V.PASS)  # FULL-01


def _has_struck(p: Public) -> bool:
    """Return whether an ultimate of the team is spent."""
    spent = False
    for seat in range(p.players):
        spent = spent or (owners(p) >> seat & 1 != 0 and p.ready[seat] == 0)
    return spent


def upgrade(p: Public, box: Box, w: Work, action: int) -> None:
    """Begin what the active seat has chosen."""
    seat = p.active
    if p.choices == V.Choices.FULL:
        p.part = 2 if action == V.DONE or action == V.PASS else 1
    if action == V.PASS:
        p.later |= 1 << seat  # FULL-01
    elif action == V.DONE:
        p.out |= p.choices << seat  # FULL-01
        p.cursor += 1 - p.choices
    elif action == V.TRANSFER:
        ask(p, V.Decision.TRANSFER, seat)
    elif action == V.HEAL:
        p.upgraded[seat] |= V.HEALED
        add_dice(p, box, V.Colour.HEAL, p.stage)  # UPG-06
        roll(p, box, w)
    else:
        p.buying = action
        if action == V.REVITALISE:
            p.cost = box.revitalise_per_player * p.team_size  # UPG-07 RIV-08
            pay(p, box, w, V.NUMBER + p.cost)
            return
        if action == V.WEAPON:
            p.cost = box.hero_weapons_cost[p.cards[seat, V.HERO], p.cards[seat, V.RANK] + 1]
        else:
            deck, p.slot = divmod(action - V.EQUIPMENT, V.SHOP)
            p.cost = box.card_cost[deck, p.shop[deck, p.slot]]
        ask(p, V.Decision.PAY, seat)  # UPG-03


def list_transfers(p: Public, _box: Box, w: Work) -> None:
    """List how many skulls the lord may put into the pool."""
    for skulls in range(1, int(p.skulls[p.active]) + 1):
        allow(w, V.NUMBER + skulls)  # UPG-05


def transfer(p: Public, _box: Box, w: Work, action: int) -> None:
    """Put the lord's skulls into the pool."""
    seat, skulls = p.active, action - V.NUMBER
    p.upgraded[seat] |= V.TRANSFERRED
    p.skulls[seat] -= skulls  # UPG-05
    p.pool += skulls
    emit(w, V.Event.SKULLS_MOVED, seat, skulls)


def list_payments(p: Public, _box: Box, w: Work) -> None:
    """List how many skulls may come from the pool (UPG-03)."""
    seat = p.active
    least = max(0, p.cost - int(p.skulls[seat]))
    for pooled in range(least, min(p.cost, _pool_for(p, seat)) + 1):
        allow(w, V.NUMBER + pooled)  # UPG-03


def pay(p: Public, box: Box, w: Work, action: int) -> None:
    """Pay at once, or ask the lord whether the seat may use the pool (UPG-04)."""
    p.pooled = action - V.NUMBER
    seat, team = p.active, p.team
    votes = p.consent == V.Consent.VOTE and team_of(p, p.lord) != team and p.team_size > 1
    if p.pooled > 0 and votes:
        propose(p, V.Decision.PERMIT, V.YES, seat)  # RIV-07
    elif p.pooled > 0 and seat != leader_of(p, team):
        ask(p, V.Decision.PERMIT, leader_of(p, team))  # UPG-04
    else:
        _pay_for(p, box, w, seat)


def propose(p: Public, decision: int, action: int, seat: int) -> None:
    """Let the others of a seat's team agree on its choice, one after the other (RIV-07)."""
    p.proposed = decision
    p.proposal = action
    p.proposer = seat
    p.agreed = 1 << seat
    ask_next_voter(p)


def ask_next_voter(p: Public) -> bool:
    """Ask the next seat of the proposer's team, in seat order; False: all have agreed."""
    for n in range(p.players):
        seat = seat_after(p, n)
        friend = team_of(p, seat) == team_of(p, p.proposer)
        if friend and p.agreed >> seat & 1 == 0:
            ask(p, V.Decision.AGREE, seat)  # RIV-07
            return True
    return False


def permit(p: Public, box: Box, w: Work, action: int) -> None:
    """Let the seat pay, or close the pool to it."""
    seat = seat_upgrading(p)
    emit(w, V.Event.PERMITTED, p.active, seat, int(action == V.YES))
    if action == V.YES:
        _pay_for(p, box, w, seat)
    else:
        p.closed[seat] = 1  # UPG-04
        p.part *= 2  # FULL-01
        _bought(p)


def _bought(p: Public) -> None:
    p.buying = p.cost = p.pooled = 0
    p.slot = -1


def _pay_for(p: Public, box: Box, w: Work, seat: int) -> None:
    own = p.cost - p.pooled
    p.skulls[seat] -= own
    p.pool -= p.pooled
    p.bank += p.cost  # SKULL-02
    emit(w, V.Event.SKULLS_PAID, seat, own, p.pooled)
    buying = p.buying
    slot = p.slot
    _bought(p)
    if buying == V.REVITALISE:
        p.revitalised = 1  # UPG-02
        for other in range(p.players):
            if owners(p) >> other & 1 != 0:
                p.ready[other] = 1  # UPG-07
        emit(w, V.Event.REVITALISED, seat)
    elif buying == V.WEAPON:
        p.upgraded[seat] |= V.ARMED
        p.cards[seat, V.RANK] += 1  # UPG-08
        emit(w, V.Event.WEAPON_BOUGHT, seat, int(p.cards[seat, V.RANK]))
    elif buying < V.TRAP:
        p.upgraded[seat] |= V.EQUIPPED
        card = int(p.shop[0, slot])
        p.shop[0, slot] = -1  # UPG-09
        _wear(p, box, w, seat, card)
    else:
        p.upgraded[seat] |= V.TRAPPED
        p.trap = p.shop[1, slot]
        p.shop[1, slot] = -1
        tile = int(p.at[seat])
        last = places_on(p, box, tile) - 1
        if box.trap[p.trap, V.LAID.support] == 1:
            ask(p, V.Decision.CONNECTION, seat)  # UPG-11
        elif last >= 0 and p.traps[tile, last] < 0:
            lay_trap(p, w, tile, p.trap)
            p.trap = -1
        else:
            ask(p, V.Decision.DISCARD_TRAP, seat)  # UPG-10


def _wear(p: Public, box: Box, w: Work, seat: int, card: int) -> None:
    """Put on a card where there is room for it (UPG-09)."""
    emit(w, V.Event.EQUIPMENT_BOUGHT, seat, card)
    slot = box.equipment_slot[card]
    place = V.RING if slot == V.Slot.RING else V.TRINKET
    if slot == V.Slot.AMULET:
        if p.cards[seat, V.AMULET + box.hero_amulets[p.cards[seat, V.HERO]] - 1] >= 0:
            p.slot = card  # until the seat has chosen a place
            ask(p, V.Decision.REPLACE, seat)  # UPG-09
            return
        place = V.AMULET + int(p.cards[seat, V.AMULET] >= 0)
    _put_on(p, w, seat, card, place)


def _put_on(p: Public, w: Work, seat: int, card: int, place: int) -> None:
    if p.cards[seat, place] >= 0:
        emit(w, V.Event.EQUIPMENT_LOST, seat, int(p.cards[seat, place]))
    p.cards[seat, place] = card  # UPG-09


def replace(p: Public, _box: Box, w: Work, action: int) -> None:
    """Put the amulet that was bought in the place of another."""
    _put_on(p, w, p.active, p.slot, V.AMULET + action - V.PLACE)
    p.slot = -1


def lay_trap(p: Public, w: Work, tile: int, trap: int) -> None:
    """Lay a trap on the first free place of a tile."""
    place = 0
    while p.traps[tile, place] >= 0:
        place += 1
    p.traps[tile, place] = trap
    emit(w, V.Event.TRAP_LAID, trap, spot(p, tile), -1)


def list_discards(p: Public, box: Box, w: Work) -> None:
    """List the traps that can make room, equal ones once (UPG-10)."""
    tile = int(p.at[p.active])
    allow(w, V.PLACE)
    for place in range(1, places_on(p, box, tile)):
        if p.traps[tile, place] != p.traps[tile, place - 1]:
            allow(w, V.PLACE + place)  # DEC-05


def discard_trap(p: Public, _box: Box, w: Work, action: int) -> None:
    """Discard a trap and lay the one that was bought last."""
    tile, place = int(p.at[p.active]), action - V.PLACE
    emit(w, V.Event.TRAP_DISCARDED, int(p.traps[tile, place]), spot(p, tile), -1)
    if place == 0:
        p.traps[tile, 0] = p.traps[tile, 1]
    p.traps[tile, 1] = -1
    lay_trap(p, w, tile, p.trap)  # UPG-10
    p.trap = -1


def connect(p: Public, box: Box, w: Work, action: int) -> None:
    """Lay the support trap that was bought on a connection of the hero's tile."""
    tile, other = int(p.at[p.active]), tile_chosen(action)
    for n in range(box.connections[p.fortress]):
        low = min(tile, other)
        if box.ends[p.fortress, n, 0] == low and box.ends[p.fortress, n, 1] == tile + other - low:
            if p.supports[n] >= 0:
                emit(w, V.Event.TRAP_DISCARDED, int(p.supports[n]), spot(p, tile), spot(p, other))
            p.supports[n] = p.trap  # UPG-11
            emit(w, V.Event.TRAP_LAID, p.trap, spot(p, tile), spot(p, other))
    p.trap = -1


compile_functions(globals())
