"""Laws of each decision in a step of a round: numbers that have to agree."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, TypeAlias

import numpy as np
import numpy.typing as npt

from tablemates.envs.core.engine.laws import Faults
from tablemates.envs.orcs_must_die import vocabulary as V
from tablemates.envs.orcs_must_die.laws_of_bosses import has_attacked
from tablemates.envs.orcs_must_die.rules.teams import is_alive
from tablemates.envs.orcs_must_die.sides import own_types
from tablemates.envs.orcs_must_die.vocabulary import Chance, Colour, Decision, Icon, Step

_DEADLY: Final = (V.Kind.ACID_BATH, V.Kind.LAVA_LAKE)


def faults_of_step(p: Any, box: Any) -> Faults:
    """Yield why the step cannot be gone on with: the key of a position, and the reason."""
    step, tiles = Step(p.step), int(box.tiles[p.fortress])
    ends = {
        Step.CHOOSE: p.players * (1 + p.rivalry),
        Step.UPGRADE: p.players,
        Step.REVEAL: V.ARMIES,
    }
    ends |= dict.fromkeys((Step.HEROES, Step.TURN, Step.PRICE, Step.UP_RETURN), p.players)
    ends[Step.FALL] = V.TRAPDOORS
    ends[Step.LORD] = p.players
    ends[Step.SERVE] = 2 * V.TYPES
    ends |= dict.fromkeys((Step.SHOP, Step.UP_SHOP), 2 * V.SHOP)
    end = int(ends.get(step, tiles))
    # A boss comes out when all tiles have been gone through.
    last = step in (Step.GAS, Step.LORD) or p.decision == Decision.BOSS_TILE
    if p.cursor > end or (p.cursor == end and p.decision > 0 and not last):
        yield "way.cursor", f"{p.cursor} is beyond the end of the step"
        return
    if (step in (Step.TURN, Step.PRICE)) != (p.seat >= 0) or p.seat not in (-1, _next(p)):
        yield "way.seat", "it is for a hero's turn, and whose turn it is"
        return
    if (p.dice > box.dice_caps).any():
        yield "way.dice", "a roll has fewer dice"
    if p.decision == Decision.CHANCE and p.chance < V.COLOURS and p.dice[p.chance] == 0:
        yield "way.dice", "no such die is to be rolled"
    others = slice(Colour.HEAL) if step == Step.UPGRADE else slice(Colour.HEAL, V.COLOURS)
    if p.dice[others].any():
        yield "way.dice", "heal dice are rolled when upgrading, and no others"
    if step in _STEPS:
        yield from _STEPS[step](p, box)


def figures_of(p: Any, here: bool = True) -> npt.NDArray[np.int64]:
    """Return how many figures of each type are in the open fortress or about to enter it.

    ``here``: what is under way is in that fortress.
    """
    inside = p.minions[:, :, : V.TYPES].sum((0, 1)) + p.arrived.sum(0)
    if here:
        inside += p.incoming.sum(0)
        flights = p.flights[: p.flying]
        flights = flights[flights[:, 1] < V.TYPES]
        np.add.at(inside, flights[:, 1], flights[:, 2])
    return np.asarray(inside)


def _next(p: Any) -> int:
    """Return the seat whose turn it is in a phase (ROUND-02)."""
    return (int(p.lord) + int(p.cursor)) % int(p.players)


def _kind(p: Any, box: Any, tile: int) -> int:
    return int(box.tile_kind[p.fortress, tile]) if tile >= 0 else -1


# -- shop, Trapsburg, heroes ----------------------------------------------------------------


def _shop(p: Any, _box: Any) -> Faults:
    if p.decision == Decision.CHANCE:
        deck, slot = divmod(p.cursor, V.SHOP)
        if p.slot != slot or p.chance != Chance.EQUIPMENT + deck or p.shop[deck, slot] >= 0:
            yield "way.slot", "the next card is for the empty slot that 'cursor' counts to"
    if p.step == Step.SHOP:
        yield from _before_heroes(p, 0)


def _trapsburg(p: Any, box: Any) -> Faults:
    tile = int(box.trapsburg[p.fortress])
    room = box.places[p.fortress, p.team_size, tile]
    if p.decision == Decision.CHANCE and (tile < 0 or (p.traps[tile, :room] >= 0).all()):
        yield "next_card", "Trapsburg has no empty place"
    if p.step == Step.TRAPSBURG:
        yield from _before_heroes(p, 0)


def _choose(p: Any, _box: Any) -> Faults:
    if p.rivalry:
        return
    yield from _before_heroes(p, p.cursor)
    if p.cursor < p.players:
        chosen = p.cards[p.cursor, V.HERO] >= 0
        if chosen != (p.decision == Decision.PLACE_HERO) or p.at[p.cursor] >= 0:
            yield f"seats.{p.cursor}", "a hero is chosen, then placed"


def _lord(p: Any, _box: Any) -> Faults:
    if not p.rivalry and p.at[: p.players].min() < 0:
        yield "seats", "all heroes stand when the lord is drawn"
    if p.decision > 0 and p.lord >= 0:
        yield "lord", "it is drawn once"
    voted = p.cursor if p.first_lord == V.FirstLord.AGREED else 0
    if (p.votes[:voted] < 0).any() or (p.votes[voted:] >= 0).any() or p.votes.max() >= p.players:
        yield "way.votes", "seats vote one after the other"


def _before_heroes(p: Any, count: int) -> Faults:
    """Only so many seats have placed a hero (SETUP-07)."""
    if p.rivalry:
        count = -1 if (p.cards[:, V.HERO] >= 0).any() else 0
    if (p.at[:count] < 0).any() or (p.cards[count + 1 : p.players, V.HERO] >= 0).any():
        yield "seats", "heroes are chosen and placed one after the other"
    if p.step < Step.CHOOSE and p.cards[0, V.HERO] >= 0:
        yield "seats", "no hero is chosen yet"


def _return(p: Any, _box: Any) -> Faults:
    if p.decision == Decision.RETURN and is_alive(p, _next(p)):
        yield f"seats.{_next(p)}", "a hero that lives does not come back"


# -- upgrades --------------------------------------------------------------------------------


def _upgrade(p: Any, box: Any) -> Faults:
    buyer = _next(p)
    if not all(is_alive(p, seat) for seat in range(p.players)):
        yield "seats", "heroes live when they upgrade"
        return
    done = int(p.upgraded[buyer])
    hero, rank = p.cards[buyer, : V.AMULET].tolist()
    places = int(box.places[p.fortress, p.team_size, p.at[buyer]])
    if p.at[buyer] in (-1, box.trapsburg[p.fortress]):
        places = 0  # TRAP-02
    match p.decision:
        case Decision.TRANSFER:
            if buyer != p.lord or done & V.TRANSFERRED:
                yield "decision", "the lord gives skulls to the pool, once a phase"
        case Decision.PAY | Decision.PERMIT:
            yield from _faults_of_purchase(p, box, buyer, done, hero, rank + 1, places)
        case Decision.REPLACE:
            last = V.AMULET + int(box.hero_amulets[hero]) - 1
            amulet = p.slot < box.kinds[0] and box.equipment_slot[p.slot] == V.Slot.AMULET
            if not amulet or p.cards[buyer, last] < 0 or not done & V.EQUIPPED:
                yield "way.slot", "it is an amulet that was bought, for which there is no place"
        case Decision.CONNECTION | Decision.DISCARD_TRAP:
            support = p.decision == Decision.CONNECTION
            full = support or (places > 0 and (p.traps[p.at[buyer], :places] >= 0).all())
            ours = p.trap < box.kinds[1] and box.trap[p.trap, V.LAID.support] == support
            if not ours or not full or not done & V.TRAPPED:
                yield "way.trap", "it is a trap that was bought, for which there is no place"
        case Decision.CHANCE:
            rift = p.at[buyer] == box.rift_tile[p.fortress]
            most = min(p.stage, int(box.dice_caps[Colour.HEAL]))
            rolled = most - int(p.dice[Colour.HEAL])
            icons = p.icons[[Icon.HEAL, Icon.SKULL]].sum()
            if not rift or not done & V.HEALED or rolled < 0 or p.active != buyer:
                yield "way.dice", "the seat that upgrades does not heal"
            if icons != p.icons.sum() or icons > 3 * rolled:
                yield "way.icons", "the heal dice do not show these"


def _faults_of_purchase(
    p: Any, box: Any, buyer: int, done: int, hero: int, rank: int, places: int
) -> Faults:
    """Yield why a purchase cannot be paid (UPG-02, UPG-03): what it is, its price, the funds."""
    buying, slot, price = p.buying, -1, -1
    if buying == V.REVITALISE:
        price = box.revitalise_per_player * p.team_size if not p.revitalised else -1
        if p.pooled != p.cost:
            price = -1  # the pool pays for it
    elif buying == V.WEAPON:
        if not done & V.ARMED and rank < V.RANKS and rank <= p.stage:
            price = int(box.hero_weapons_cost[hero, rank])
    elif V.EQUIPMENT <= buying < V.NUMBER:
        deck, slot = divmod(buying - V.EQUIPMENT, V.SHOP)
        card = int(p.shop[deck, slot])
        on_tile = deck == 1 and box.trap[card, V.LAID.support] == 0
        if card >= 0 and not done & V.EQUIPPED << deck and not (on_tile and places == 0):
            price = int(box.card_cost[deck, card])
    if p.cost != price or p.slot != slot:
        yield "way.buying", "this cannot be bought for that price"
    pool = 0 if p.closed[buyer] else p.pool
    if p.cost > p.skulls[buyer] + pool:
        yield "way.cost", "it cannot be paid"
    if p.decision == Decision.PERMIT and (
        buyer == p.lord or not p.cost - p.skulls[buyer] <= p.pooled <= min(p.cost, pool)
    ):
        yield "way.pooled", "the lord lets another seat use the pool, as far as it goes"


# -- minions -------------------------------------------------------------------------------------


def _move(p: Any, box: Any) -> Faults:
    flights, tiles = p.flights[: p.flying].astype(int), int(box.tiles[p.fortress])
    tile, kind, count, steps, entered, crossed, begin = flights.T
    wrong = (tile >= tiles) | (begin >= tiles) | (count == 0) | (steps > V.MOVES)
    if (wrong | (entered > 1) | (crossed >> V.TRAPDOORS > 0)).any() or p.flights[p.flying :].any():
        yield "way.flights", "tile, type, figures, steps, entered, crossed and first tile of each"
        return
    # A part that moves leaves two more behind at each step, at most.
    if (np.arange(len(flights)) + 1 + 2 * steps > V.FLIGHTS).any():
        yield "way.flights", "so many parts are never on their way"
    if (p.crossed.sum(0) > p.arrived[:, : V.LESSER]).any():
        yield "way.crossed", "more than have arrived"
    if p.part > V.TYPES + V.BOSSES:
        yield "way.part", "it counts types of minions"
    yield from _faults_of_entering(p, box)
    if not len(flights):
        return
    if p.decision == Decision.ODD:
        exits = int((box.exits[p.fortress, tile[-1]] >= 0).sum())
        split = box.split[box.tile_kind[p.fortress, tile[-1]]] == V.Split.EVEN
        odd = count[-1] % exits if split else 0
        taken = p.odd_taken
        if not steps[-1] or p.odd_left + taken.bit_count() != odd or taken >> exits:
            yield "way.odd_left", "the last group does not split like that"
    elif p.decision == Decision.HUNT and (
        kind[-1] >= V.TYPES or not own_types(p, box.hunts)[kind[-1]]
    ):
        yield "way.flights", "the last group does not hunt"


def _faults_of_entering(p: Any, box: Any) -> Faults:
    """Nobody waits to enter whose turn was before (ENTER-03)."""
    hunts = own_types(p, box.hunts) == 1
    packs = p.step == Step.ENTER_PACKS
    waiting = p.incoming[:, hunts == packs]
    types = np.flatnonzero(hunts == packs)
    now = slice(p.cursor, p.cursor + 1)
    late = waiting[: p.cursor].any() or waiting[now, types < p.part].any()
    if late or (packs and p.incoming[:, ~hunts].any()):
        yield "way.incoming", "they have entered before"


def _reveal(p: Any, box: Any) -> Faults:
    revealed = p.serving
    if p.step == Step.REVEAL and revealed >> p.cursor:
        yield "way.serving", "cards of armies are turned up in order"
    if any(p.wanted[n].any() and not revealed >> n & 1 for n in range(V.ARMIES)):
        yield "way.wanted", "only the cards that were turned up let minions in"
    if p.decision == Decision.SHARE:
        kind = p.cursor % V.TYPES
        if p.cursor >= 2 * V.TYPES or (p.wanted[:, kind] > 0).sum() < 2:
            yield "way.cursor", "several armies want figures of the type that it counts to"
        elif (p.kind < V.LESSER) != (kind < V.LESSER) or (p.cursor < V.TYPES and p.kind != kind):
            yield "way.kind", "another type is given out"
        elif p.kind >= 0 and figures_of(p)[p.kind] >= own_types(p, box.figures)[p.kind]:
            yield "way.kind", "no figure is left"
    if p.decision == Decision.CHANCE and p.cards_left[p.cursor] == 0:
        yield "way.cursor", "this army has no card"
    if (p.crossed.sum(0) > p.arrived[:, : V.LESSER]).any():
        yield "way.crossed", "more than have arrived"


def _fall(p: Any, _box: Any) -> Faults:
    if (p.crossed.sum(0) > p.minions[:, V.UP, : V.LESSER]).any():
        yield "way.crossed", "more than stand there"
    if p.kind >= V.LESSER:
        yield "way.kind", "only lesser minions fall"
    elif p.decision > 0 and not p.crossed[[p.cursor, V.TRAPDOORS]].any():
        yield "way.crossed", "nobody passed the trapdoor that 'cursor' counts to"


def _gas(p: Any, box: Any) -> Faults:
    wrong = p.tile != p.cursor - 1 or _kind(p, box, p.tile) != V.Kind.GAS_CHAMBER
    if p.decision == Decision.GAS and wrong:
        yield "way.tile", "it is the gas chamber before 'cursor'"


def _traps(p: Any, box: Any) -> Faults:
    connections = int(box.connections[p.fortress])
    places, part = V.PLACES + connections, p.part
    tile = int(box.order[p.fortress, min(p.cursor, V.TILES - 1)])
    if part > 2 * places:
        yield "way.part", "the tile has fewer traps"
    if p.tokens.sum() > V.PLACES + int(box.near[p.fortress, tile]).bit_count():
        yield "way.tokens", "the tile has fewer traps"
    if p.decision == Decision.TRIGGER:
        asking, place = divmod(part - 1, places)
        trap = p.traps[tile, place] if place < V.PLACES else p.supports[place - V.PLACES]
        away = place >= V.PLACES and (
            tile not in box.ends[p.fortress, place - V.PLACES]
            or p.used_supports[place - V.PLACES] == 1
        )
        asked = box.trap[trap, V.LAID.once] == 1 or place >= V.PLACES
        if p.trap != trap or away or not asking or not asked:
            yield "way.trap", "another one is next to fire on this tile"
    elif p.decision == Decision.ASSIGN:
        if p.tile != tile or part != 2 * places or p.source != V.Source.TRAPS:
            yield "way.tile", "results are spent where traps have fired"
        yield from _faults_of_spending(p, box)


def _faults_of_spending(p: Any, box: Any) -> Faults:
    """Needs are those of the beginning, which kills do not change (ICON-10)."""
    here = p.minions[p.tile, :, : V.TYPES]
    before = here.sum(0) + p.kills.sum(1)
    aura_of, need_of = own_types(p, box.aura), own_types(p, box.need)
    auras = aura_of * before[:, None].astype(int)
    bosses = (p.boss_at == p.tile) & (p.boss_kind >= 0)
    gone = (p.boss_wounds.sum(1) > 0) & ~bosses  # killed in this spending
    aura = auras.sum(0) + box.boss_aura[p.boss_kind[bosses | gone]].sum(0)
    needs = need_of[:, p.stage - 1] + np.maximum(0, aura - aura_of)
    if (p.needs != needs).any():
        yield "way.needs", "other icons kill the minions of this tile"
    if (p.stuns > here[V.DOWN]).any() or (before > own_types(p, box.figures)).any():
        yield "way.stuns, kills", "more than were there"


def _attack(p: Any, box: Any) -> Faults:
    tiles = int(box.tiles[p.fortress])
    if p.attacked[tiles:].any():
        yield "way.attacked", f"the fortress has {tiles} tiles"
    if p.part >= p.players:
        yield "way.part", "it is the seat that is attacked"
    elif p.decision == Decision.GUARD and (
        p.active == p.part
        or p.at[p.active] != p.at[p.part]
        or box.hero_power[p.cards[p.active, V.HERO]] != V.Power.GUARD
    ):
        yield "active", "this hero cannot guard the one that is attacked"
    elif p.decision == Decision.CHANCE and (p.at[p.part] < 0 or not has_attacked(p)):
        yield "way.part", "the group attacks no living hero"


# -- heroes -------------------------------------------------------------------------------------


def _turn(p: Any, box: Any) -> Faults:
    seat, tile = p.seat, p.tile
    if p.at[seat] < 0:
        yield "way.seat", "it is a hero that lives"
        return
    hero, here, used = int(p.cards[seat, V.HERO]), int(p.at[seat]), p.used
    power, ultimate = box.hero_power[hero], box.hero_ultimate_kind[hero]
    yield from _faults_of_drum(p, box)
    match p.decision:
        case Decision.RECOVER if not p.stunned[seat]:
            yield f"seats.{seat}.stunned", "only a stunned hero recovers"
        case Decision.WHERE if power != V.Power.RANGED or not used & (V.ATTACKED | V.STRUCK):
            yield "decision", "'where' leaves nothing to choose: no attack from afar has begun"
        case Decision.READY if not used & (V.ATTACKED | V.STRUCK):
            yield "decision", "no attack has begun"
        case Decision.STORM if ultimate != V.Ultimate.ICONS_ANYWHERE or not used & V.STRUCK:
            yield "decision", "the hero has no such ultimate"
        case Decision.HERO_STEP:
            cards = [card for card in p.cards[seat, V.AMULET :] if card >= 0]
            most = box.hero_move[hero] + box.equipment[cards, V.WORN.move].sum()
            most += box.hero_weapons_move[hero, p.cards[seat, V.RANK]]
            if p.steps > most or not used & V.MOVED:
                yield "way.steps", f"the hero moves {most} steps"
        case Decision.DISARM if (p.traps[here] < 0).all():
            yield "decision", "there is no trap to discard"
        case Decision.PUSH | Decision.PUSH_ALLY | Decision.PUSH_CONSENT:
            yield from _faults_of_push(p, box, here)
        case Decision.ASSIGN | Decision.CHANCE:
            if p.source not in (V.Source.ATTACK, V.Source.ULTIMATE, V.Source.CARD):
                yield "way.source", "a hero spends what an attack or an ultimate brings"
            if p.rerolling and power != V.Power.REROLL_BLANKS:
                yield "way.rerolling", "the hero rolls no die again"
            if tile >= 0 and p.decision == Decision.ASSIGN:
                yield from _faults_of_spending(p, box)


def _faults_of_drum(p: Any, box: Any) -> Faults:
    if p.drum >= box.kinds[0] or (p.drum >= 0 and box.equipment_once[p.drum] != V.Once.DICE):
        yield "way.drum", "it is a trinket with dice"


def _faults_of_push(p: Any, box: Any, here: int) -> Faults:
    kind, ally = p.kind, p.active
    if p.tile != here or _kind(p, box, here) not in _DEADLY or p.used & V.PUSHED:
        yield "way.tile", "the hero has nowhere to push minions"
    elif kind >= V.HERO_KIND:
        if p.at[kind - V.HERO_KIND] != here:
            yield "way.kind", "there is no such hero to push"
    elif p.decision != Decision.PUSH and (
        not V.LESSER <= kind < V.TYPES or not p.minions[here, p.state, kind]
    ):
        yield "way.kind", "a helper is asked for a major minion that is there"
    elif p.decision == Decision.PUSH_CONSENT and (
        ally == p.seat or p.at[ally] != here or p.refused >> ally & 1
    ):
        yield "active", "this hero cannot be asked to help"


def _price(p: Any, box: Any) -> Faults:
    payers = [int(seat) for seat in p.payers if seat >= 0]
    wrong = p.payers[0] not in (-1, p.seat) or p.payers[1] == p.seat
    if wrong or any(p.at[seat] != p.tile for seat in payers):
        yield "way.payers", "the hero whose turn it is pays, then the one who helped"
    if _kind(p, box, p.tile) != V.Kind.ACID_BATH or not p.used & V.PUSHED:
        yield "way.tile", "a price is chosen in an acid bath"
    yield from _faults_of_drum(p, box)


_Check: TypeAlias = Callable[[Any, Any], Faults]
_STEPS: Final[Mapping[Step, _Check]] = {
    **dict.fromkeys((Step.SHOP, Step.UP_SHOP), _shop),
    **dict.fromkeys((Step.TRAPSBURG, Step.ROUND, Step.UP_TRAPSBURG), _trapsburg),
    Step.CHOOSE: _choose,
    Step.LORD: _lord,
    Step.UPGRADE: _upgrade,
    **dict.fromkeys((Step.MOVE, Step.PACKS, Step.ENTER, Step.ENTER_PACKS), _move),
    **dict.fromkeys((Step.REVEAL, Step.SERVE), _reveal),
    Step.FALL: _fall,
    Step.GAS: _gas,
    Step.TRAPS: _traps,
    Step.ATTACK: _attack,
    Step.TURN: _turn,
    Step.PRICE: _price,
    Step.UP_RETURN: _return,
}
