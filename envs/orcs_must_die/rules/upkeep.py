"""The upkeep phase, what is turned up, the choice of heroes, and rounds."""

from __future__ import annotations

from tablemates.envs.core.compiler.decorators import compile_functions
from tablemates.envs.core.engine.events import allow_bits, emit
from tablemates.envs.core.records.elements import total
from tablemates.envs.orcs_must_die import vocabulary as V
from tablemates.envs.orcs_must_die.rules.asking import (
    ask,
    ask_chance,
    seat_after,
    seat_chosen,
    start,
    worn,
)
from tablemates.envs.orcs_must_die.rules.chance import left_in_deck
from tablemates.envs.orcs_must_die.rules.harm import gain, heal
from tablemates.envs.orcs_must_die.rules.upgrades import lay_trap
from tablemates.envs.orcs_must_die.state import Box, Public, Work


def begin_stage(p: Public, box: Box, stage: int) -> None:
    """Deal the armies of a stage and make its decks of equipment and traps."""
    p.stage = stage
    for army in range(V.ARMIES):
        there = box.army_tile[p.fortress, stage - 1, army] >= 0
        p.cards_left[army] = box.cards_per_army if there else 0  # SETUP-06 UP-02
    for deck in range(2):
        for card in range(V.CARDS):
            ours = box.card_stage[deck, card] == stage
            left = int(box.copies[deck, card]) - _cards_out(p, deck, card)
            p.unseen[deck, card] = left if ours else 0  # SETUP-02 UP-05


def _cards_out(p: Public, deck: int, card: int) -> int:
    """Return how many cards of a kind are out of the box before their stage begins.

    Play never brings any, but a position may.
    """
    count = 0
    if deck == 0:
        for seat in range(p.players):
            for place in range(V.AMULET, V.HELD):
                count += int(p.cards[seat, place] == card)
        return count
    for tile in range(V.TILES):
        for place in range(V.PLACES):
            count += int(p.traps[tile, place] == card)
    for connection in range(V.CONNECTIONS):
        count += int(p.supports[connection] == card)
    return count


def fill_shop(p: Public, box: Box, _w: Work) -> bool:
    """Turn up a card for the next empty slot; False: all are filled (SETUP-04)."""
    while p.cursor < 2 * V.SHOP:
        deck, slot = divmod(int(p.cursor), V.SHOP)
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
    for place in range(box.places[p.fortress, p.players, tile] if tile >= 0 else 0):
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
    emit(w, event, card, int(p.slot))
    p.slot = -1


def next_hero(p: Public, _box: Box, _w: Work) -> bool:
    """Ask the next seat for its hero."""
    if p.cursor == p.players:
        return False
    ask(p, V.Decision.CHOOSE_HERO, int(p.cursor))  # SETUP-07
    return True


def list_heroes(p: Public, box: Box, w: Work) -> None:
    """List the heroes that nobody has chosen, those of expansions last (ED-03)."""
    bits = heroes_left(p, box)
    allow_bits(w, V.CHOICE, bits & (1 << V.HEROES) - 1)
    allow_bits(w, V.EXTRA_CHOICE, bits >> V.HEROES)  # ED-03


def choose_hero(p: Public, box: Box, w: Work, action: int) -> None:
    """Give a seat its hero, who has to be placed next."""
    seat, hero = int(p.active), action - V.CHOICE
    if action >= V.EXTRA_CHOICE:
        hero = action - V.EXTRA_CHOICE + V.HEROES
    p.cards[seat, V.HERO] = hero  # SETUP-07
    p.cards[seat, V.RANK] = 0
    p.health[seat] = box.hero_health[hero]  # SETUP-07
    emit(w, V.Event.HERO_CHOSEN, seat, hero)
    ask(p, V.Decision.PLACE_HERO, seat)


def place_hero(p: Public, _box: Box, w: Work, action: int) -> None:
    """Put a hero on a tile."""
    p.at[p.active] = action - V.TILE  # SETUP-07
    p.cursor += 1
    emit(w, V.Event.HERO_PLACED, int(p.active), int(p.at[p.active]))


def heroes_left(p: Public, box: Box) -> int:
    """Return the heroes that nobody has chosen, as bits."""
    bits = (1 << int(box.heroes)) - 1
    for boss in range(V.BOSSES):
        if p.boss_kind[boss] >= 0 and box.boss_hero[p.boss_kind[boss]] >= 0:
            bits &= ~(1 << int(box.boss_hero[p.boss_kind[boss]]))  # BOSS-12
    for seat in range(p.players):
        if p.cards[seat, V.HERO] >= 0:
            bits &= ~(1 << int(p.cards[seat, V.HERO]))  # SETUP-07
    return bits


def first_lord(p: Public, _box: Box, w: Work) -> bool:
    """Let the seats vote for the first lord, or draw it, unless it is given."""
    if p.lord < 0 and p.first_lord == V.FirstLord.AGREED and p.cursor < p.players:
        ask(p, V.Decision.VOTE_LORD, int(p.cursor))  # FULL-07
        return True
    if p.lord < 0:
        ask_chance(p, V.Chance.LORD)  # SETUP-08
        return True
    emit(w, V.Event.LORD_CHANGED, int(p.lord))
    return False


def lord_drawn(p: Public, _box: Box, _w: Work, _chance: int, seat: int) -> None:
    """Give a seat the lord token."""
    p.lord = seat  # SETUP-08
    p.votes[:] = -1


def vote_lord(p: Public, _box: Box, _w: Work, action: int) -> None:
    """Name a seat as first lord; chance decides between those named most often."""
    p.votes[p.active] = seat_chosen(p, action - V.ALLY)  # FULL-07
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
    if p.stage < V.STAGES and total(p.cards_left) == 0:  # UP-01
        stage = int(p.stage) + 1
        begin_stage(p, box, stage)  # UP-02
        emit(w, V.Event.STAGE_STARTED, stage)
        for n in range(p.players):
            gain(p, w, seat_after(p, n), int(box.level_skulls[stage]))  # UP-03
        gain(p, w, -1, int(box.level_skulls[stage]))  # UP-03
        p.shop[:, :] = -1  # UP-04
        tile = int(box.trapsburg[p.fortress])
        if tile >= 0:
            p.traps[tile, :] = -1  # UP-06
        start(p, V.Step.UP_TRAPSBURG)
    else:
        start(p, V.Step.UP_LORD)
    return True


def pass_lord(p: Public, _box: Box, w: Work) -> bool:
    """Hand the lord token on."""
    p.lord = seat_after(p, 1)  # UP-07
    emit(w, V.Event.LORD_CHANGED, int(p.lord))
    return False


def next_return(p: Public, box: Box, w: Work) -> bool:
    """Let dead heroes come back; then heal those whose equipment heals."""
    while p.cursor < p.players:
        seat = seat_after(p, int(p.cursor))
        if p.at[seat] < 0:
            ask(p, V.Decision.RETURN, seat)  # UP-08
            return True
        p.cursor += 1
    for n in range(p.players):
        seat = seat_after(p, n)
        heal(p, box, w, seat, worn(p, box, seat, V.WORN.upkeep_heal))  # UP-09
    return False


def come_back(p: Public, box: Box, w: Work, action: int) -> None:
    """Put a dead hero back on a tile."""
    seat = int(p.active)
    p.at[seat] = action - V.TILE  # UP-08
    p.health[seat] = box.hero_health[p.cards[seat, V.HERO]]  # UP-08
    emit(w, V.Event.HERO_RETURNED, seat, int(p.at[seat]))


def end_round(p: Public, box: Box, w: Work) -> bool:
    """Fill the shop, then begin the next round."""
    if fill_shop(p, box, w):
        return True
    p.turn += 1  # END-04
    emit(w, V.Event.ROUND_STARTED, int(p.turn))
    start(p, V.Step.ROUND)
    return True


compile_functions(globals())
