"""The upkeep phase, what is turned up, the choice of heroes, and rounds."""

from __future__ import annotations

from tablemates.envs.core.compiler.decorators import compile_functions, inlined
from tablemates.envs.core.engine.events import allow_bits, emit
from tablemates.envs.core.records.elements import copy_values, total
from tablemates.envs.core.records.layout import Array8
from tablemates.envs.orcs_must_die import vocabulary as V
from tablemates.envs.orcs_must_die.rules.asking import (
    ask,
    ask_chance,
    every_tile,
    seat_after,
    seat_chosen,
    start,
    tile_chosen,
    worn,
)
from tablemates.envs.orcs_must_die.rules.chance import left_in_deck
from tablemates.envs.orcs_must_die.rules.harm import gain, heal
from tablemates.envs.orcs_must_die.rules.teams import (
    is_alive,
    leads_first,
    owners,
    spot,
    team_of,
    turn_to,
)
from tablemates.envs.orcs_must_die.rules.upgrades import lay_trap
from tablemates.envs.orcs_must_die.state import Box, Public, State, Work


def begin_stage(p: Public, box: Box, stage: int) -> None:
    """Deal the armies of a stage and make its decks of equipment and traps."""
    p.stage = stage
    for army in range(V.ARMIES):
        there = box.army_tile[p.fortress, stage - 1, army] >= 0
        p.cards_left[army] = box.cards_per_army if there else 0  # SETUP-06 UP-02
    for deck in range(2):
        for card in range(V.CARDS):
            ours = box.card_stage[deck, card] == stage
            p.unseen[deck, card] = box.copies[deck, card] if ours else 0  # SETUP-02 UP-05
    # Play never brings cards of a stage before it begins, but a position may.
    for seat in range(p.players):
        for place in range(V.AMULET, V.HELD if owners(p) >> seat & 1 != 0 else V.AMULET):
            _leave_out(p, box, 0, int(p.cards[seat, place]))
    for tile in range(V.TILES):
        for place in range(V.PLACES):
            _leave_out(p, box, 1, int(p.traps[tile, place]))
    for connection in range(V.CONNECTIONS):
        _leave_out(p, box, 1, int(p.supports[connection]))


@inlined
def _leave_out(p: Public, box: Box, deck: int, card: int) -> None:
    """Take a card that is out already from the deck of the stage."""
    if card >= 0 and box.card_stage[deck, card] == p.stage:
        p.unseen[deck, card] -= 1


def fill_shop(p: Public, box: Box, _w: Work) -> bool:
    """Turn up a card for the next empty slot; False: all are filled (SETUP-04)."""
    while p.cursor < 2 * V.SHOP:
        deck, slot = divmod(p.cursor, V.SHOP)
        chance = V.Chance.TRAP if deck == 1 else V.Chance.EQUIPMENT
        empty = slot < box.shop_slots and p.shop[deck, slot] < 0
        if empty and left_in_deck(p, box, chance) > 0:
            p.slot = slot
            ask_chance(p, chance)  # SETUP-04 UP-10
            return True
        p.cursor += 1
    return False


def fill_trapsburg(p: Public, box: Box, _w: Work) -> bool:
    """Draw a trap for the next empty place of Trapsburg; False: there is none (TILE-11)."""
    tile = int(box.trapsburg[p.fortress])
    for place in range(box.places[p.fortress, p.team_size, tile] if tile >= 0 else 0):
        if p.traps[tile, place] < 0 and left_in_deck(p, box, V.Chance.TRAPSBURG) > 0:
            ask_chance(p, V.Chance.TRAPSBURG)  # TILE-11
            return True
    return False


def card_turned(p: Public, box: Box, w: Work, chance: int, card: int) -> None:
    """Put a card from a deck into the shop or into Trapsburg."""
    deck = 0 if chance == V.Chance.EQUIPMENT else 1
    p.unseen[deck, card] -= 1
    if chance == V.Chance.TRAPSBURG:
        lay_trap(p, w, int(box.trapsburg[p.fortress]), card)
        return
    p.shop[deck, p.slot] = card
    event = V.Event.TRAP_SHOWN if deck == 1 else V.Event.EQUIPMENT_SHOWN
    emit(w, event, card, p.slot)
    p.slot = -1


def next_hero(p: Public, _box: Box, w: Work) -> bool:
    """Ask the next seat for its hero."""
    if p.rivalry == 1:
        return _next_of_teams(p, w)
    if p.cursor == p.players:
        return False
    ask(p, V.Decision.CHOOSE_HERO, p.cursor)  # SETUP-07
    return True


def _next_of_teams(p: Public, w: Work) -> bool:
    """Ask the next seat for its hero, the lord's team first, then the next where it stands.

    ``cursor`` counts through the seats twice: they choose, then they place (RIV-04).
    """
    players = p.players
    if p.cursor == 2 * players:
        turn_to(p, w, leads_first(p))
        return False
    if p.cursor >= players:
        seat = seat_after(p, p.cursor - players)
        turn_to(p, w, team_of(p, seat))
        ask(p, V.Decision.PLACE_HERO, seat)  # RIV-04
        return True
    team = leads_first(p) if p.cursor < p.team_size else 1 - leads_first(p)
    turn_to(p, w, team)
    n = int(p.cursor) % int(p.team_size)
    place = 0
    while n > 0 or team_of(p, seat_after(p, place)) != team:
        n -= int(team_of(p, seat_after(p, place)) == team)
        place += 1
    ask(p, V.Decision.CHOOSE_HERO, seat_after(p, place))  # RIV-04
    return True


def list_in_secret(s: State, box: Box, w: Work) -> None:
    """List the heroes that nobody of the active seat's team has chosen."""
    p = s.public
    seat = int(p.active)
    _allow_heroes(w, unchosen(p, box, s.private.picks[seat], team_of(p, seat)))


def choose_in_secret(s: State, box: Box, w: Work, action: int) -> None:
    """Note a seat's hero for its team; show all when both teams have chosen (RIV-04)."""
    p, picks = s.public, s.private.picks
    seat = int(p.active)
    for other in range(p.players):
        if team_of(p, other) == team_of(p, seat):
            picks[other, seat] = _hero_chosen(action) + 1  # HID-04
    p.cursor += 1
    if p.cursor < p.players:
        return
    for n in range(p.players):
        seat = seat_after(p, n)
        hero = int(picks[seat, seat]) - 1 + V.ALL_HEROES * team_of(p, seat)
        p.cards[seat, V.HERO] = hero  # RIV-04
        p.cards[seat, V.RANK] = 0
        p.health[seat] = box.hero_health[hero]  # SETUP-07
        emit(w, V.Event.HERO_CHOSEN, seat, hero)
    picks[:, :] = 0


def list_heroes(p: Public, box: Box, w: Work) -> None:
    """List the heroes that nobody has chosen, those of expansions last (ED-03)."""
    _allow_heroes(w, heroes_left(p, box))


def _allow_heroes(w: Work, bits: int) -> None:
    allow_bits(w, V.CHOICE, bits & (1 << V.HEROES) - 1)
    allow_bits(w, V.EXTRA_CHOICE, bits >> V.HEROES)  # ED-03


def _hero_chosen(action: int) -> int:
    """Return the number of a hero in its box."""
    return action - V.CHOICE if action < V.EXTRA_CHOICE else action - V.EXTRA_CHOICE + V.HEROES


def choose_hero(p: Public, box: Box, w: Work, action: int) -> None:
    """Give a seat its hero, who has to be placed next."""
    seat, hero = int(p.active), _hero_chosen(action)
    p.cards[seat, V.HERO] = hero  # SETUP-07
    p.cards[seat, V.RANK] = 0
    p.health[seat] = box.hero_health[hero]  # SETUP-07
    emit(w, V.Event.HERO_CHOSEN, seat, hero)
    ask(p, V.Decision.PLACE_HERO, seat)


def place_hero(p: Public, _box: Box, w: Work, action: int) -> None:
    """Put a hero on a tile."""
    p.at[p.active] = tile_chosen(action)  # SETUP-07
    p.cursor += 1
    emit(w, V.Event.HERO_PLACED, p.active, spot(p, int(p.at[p.active])))


def heroes_left(p: Public, box: Box) -> int:
    """Return the heroes of a co-operative game that nobody has chosen, as bits."""
    bits = (1 << int(box.heroes[0])) - 1
    for boss in range(V.BOSSES):
        if p.boss_kind[boss] >= 0 and box.boss_hero[p.boss_kind[boss]] >= 0:
            bits &= ~(1 << int(box.boss_hero[p.boss_kind[boss]]))  # BOSS-12
    for seat in range(p.players):
        if p.cards[seat, V.HERO] >= 0:
            bits &= ~(1 << int(p.cards[seat, V.HERO]))  # SETUP-07
    return bits


def unchosen(p: Public, box: Box, picks: Array8, team: int) -> int:
    """Return the heroes of a team's box that nobody plays nor, as a seat knows, has chosen."""
    bits = (1 << int(box.heroes[team])) - 1
    for seat in range(p.players):
        if team_of(p, seat) == team:
            hero = max(int(picks[seat]) - 1, int(p.cards[seat, V.HERO]) - V.ALL_HEROES * team)
            if hero >= 0:
                bits &= ~(1 << hero)  # SETUP-07
    return bits


def first_lord(p: Public, _box: Box, w: Work) -> bool:
    """Let the seats vote for the first lord, or draw it, unless it is given."""
    if p.lord < 0 and p.first_lord == V.FirstLord.AGREED and p.cursor < p.players:
        ask(p, V.Decision.VOTE_LORD, p.cursor)  # FULL-07
        return True
    if p.lord < 0:
        ask_chance(p, V.Chance.LORD)  # SETUP-08
        return True
    emit(w, V.Event.LORD_CHANGED, p.lord)
    return False


def lord_drawn(p: Public, _box: Box, _w: Work, _chance: int, seat: int) -> None:
    """Give a seat the lord token."""
    p.lord = seat  # SETUP-08
    p.votes[:] = -1


def vote_lord(p: Public, _box: Box, _w: Work, action: int) -> None:
    """Name a seat as first lord; chance decides between those named most often."""
    p.votes[p.active] = seat_chosen(p, action)  # FULL-07
    p.cursor += 1


def begin_round(p: Public, box: Box, w: Work) -> bool:
    """Fill Trapsburg, then begin the upgrade phase."""
    if fill_trapsburg(p, box, w):  # ROUND-03
        return True
    p.upgraded[:] = 0
    p.closed[:] = 0
    p.revitalised = p.later = p.out = 0
    return False  # ROUND-01


def end_stage(p: Public, box: Box, w: Work) -> bool:
    """Begin the next stage if every army's cards are gone (UP-01)."""
    if p.rivalry == 1:
        return _end_stage_of_team(p, box, w)
    if p.stage < V.STAGES and total(p.cards_left) == 0:  # UP-01
        _next_stage(p, box, w)
        start(p, V.Step.UP_TRAPSBURG)
    else:
        start(p, V.Step.UP_LORD)
    return True


def _next_stage(p: Public, box: Box, w: Work) -> None:
    """Begin the next stage in the open fortress."""
    stage = p.stage + 1
    begin_stage(p, box, stage)  # UP-02
    emit(w, V.Event.STAGE_STARTED, stage)
    for n in range(p.players):
        seat = seat_after(p, n)
        if owners(p) >> seat & 1 != 0:
            gain(p, w, seat, int(box.level_skulls[stage]))  # UP-03
    gain(p, w, -1, int(box.level_skulls[stage]))  # UP-03
    p.shop[:, :] = -1  # UP-04
    tile = int(box.trapsburg[p.fortress])
    if tile >= 0:
        p.traps[tile, :] = -1  # UP-06


def _end_stage_of_team(p: Public, box: Box, w: Work) -> bool:
    """Begin the next stage in the open fortress; the last one goes on for ever (RIV-23).

    ``cursor`` 1: that is done; ``part`` 1: Trapsburg is filled.
    """
    if p.cursor == 0:
        p.cursor = 1
        gone = total(p.cards_left) == 0  # UP-01
        if gone and p.stage < V.STAGES:
            _next_stage(p, box, w)
            p.part = 1
        elif gone:
            _deal_again(p, box)
    return bool(p.part == 1 and fill_trapsburg(p, box, w))  # UP-06


def _deal_again(p: Public, box: Box) -> None:
    """Shuffle all army cards and deal those of the last stage anew (RIV-23)."""
    copy_values(p.unseen[2], box.copies[2])  # RIV-23
    for army in range(V.ARMIES):
        there = box.army_tile[p.fortress, V.STAGES - 1, army] >= 0
        p.cards_left[army] = box.cards_per_army if there else 0  # RIV-23
    p.entered -= p.gone  # counted from here, so that an endless game counts no higher
    p.gone = 0


def pass_lord(p: Public, box: Box, w: Work) -> bool:
    """Hand the lord token on; heroes in the other fortress are paid for their courage."""
    p.lord = seat_after(p, 1)  # UP-07 RIV-05
    emit(w, V.Event.LORD_CHANGED, p.lord)
    if p.rivalry == 1:
        _reward_courage(p, box, w)
        turn_to(p, w, leads_first(p))
    return False


def _reward_courage(p: Public, box: Box, w: Work) -> None:
    """Give skulls to each living hero in the other fortress (RIV-21)."""
    for n in range(p.players):
        seat = seat_after(p, n)
        here = p.at[seat] >= 0
        if is_alive(p, seat) and here != (team_of(p, seat) == p.team):
            skulls = int(p.stage if here else p.far.stage)  # RIV-21
            power = box.hero_rival[p.cards[seat, V.HERO]]
            if power == V.RivalPower.PLUNDER:
                skulls += box.plunder_skulls  # RIV-20
            gain(p, w, seat, skulls)  # RIV-21


def next_return(p: Public, box: Box, w: Work) -> bool:
    """Let dead heroes come back; then heal those whose equipment heals."""
    while p.cursor < p.players:
        seat = seat_after(p, p.cursor)
        if not is_alive(p, seat):
            turn_to(p, w, team_of(p, seat))
            ask(p, V.Decision.RETURN, seat)  # UP-08
            return True
        p.cursor += 1
    for n in range(p.players):
        seat = seat_after(p, n)
        heal(p, box, w, seat, worn(p, box, seat, V.WORN.upkeep_heal))  # UP-09
    if p.rivalry == 1:
        turn_to(p, w, leads_first(p))
    return False


def list_returns(p: Public, box: Box, w: Work) -> None:
    """List all tiles of the own fortress, and of the other one (UP-08, RIV-22)."""
    allow_bits(w, V.TILE, every_tile(p, box))
    if p.rivalry == 1:
        allow_bits(w, V.RIVAL_TILE, (1 << int(box.tiles[p.far.fortress])) - 1)  # RIV-22


def come_back(p: Public, box: Box, w: Work, action: int) -> None:
    """Put a dead hero back on a tile."""
    seat = p.active
    if action >= V.RIVAL_TILE:
        turn_to(p, w, 1 - p.team)  # RIV-22
    p.at[seat] = tile_chosen(action)  # UP-08
    p.health[seat] = box.hero_health[p.cards[seat, V.HERO]]  # UP-08
    emit(w, V.Event.HERO_RETURNED, seat, spot(p, int(p.at[seat])))


def end_round(p: Public, box: Box, w: Work) -> bool:
    """Fill the shop, then begin the next round."""
    if fill_shop(p, box, w):
        return True
    if p.rivalry > p.lap:
        return False  # the other team's shop
    p.turn += 1  # END-04
    emit(w, V.Event.ROUND_STARTED, p.turn)
    start(p, V.Step.ROUND)
    p.lap = 0
    if p.rivalry == 1:
        turn_to(p, w, leads_first(p))
    return True


compile_functions(globals())
