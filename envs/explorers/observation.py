"""The observation: its blocks declared as a table, and the function that fills them."""

from __future__ import annotations

from typing import Final

from tablemates.envs.core.compiled import helper
from tablemates.envs.core.observation_forms import MOST, flags, number, numbers, table_of_blocks
from tablemates.envs.core.record import Array8
from tablemates.envs.core.values import add, clear, put
from tablemates.envs.core.vocabulary import words_of
from tablemates.envs.explorers import vocabulary as V
from tablemates.envs.explorers.rules import chests, costs, landscapes
from tablemates.envs.explorers.state import Box, Public, Shown, State
from tablemates.envs.explorers.vocabulary import Chance, Creature, Decision, Front, Item, Kind

#: Changes whenever the same numbers come to mean something else.
VERSION: Final = 1

_CREATURE_NAMES: Final = words_of(Creature)[: V.CREATURES]
_KIND_NAMES: Final = words_of(Kind)
_ITEM_NAMES: Final = words_of(Item)
_FRONTS: Final = words_of(Front)

_LANDSCAPE: Final = (
    number("present", "a landscape lies here", 1),
    number("cost", "its cost in food"),
    number("sword", "swords lower the cost", 1),
    number("pickaxe", "pickaxes lower the cost", 1),
    number("danger", "there may be creatures", 1),
    number("village", "a villager trades here", 1),
    *flags(_KIND_NAMES, "the villager takes: {}", "takes_"),
    number("known", "everybody knows the back", 1),
    *numbers(_ITEM_NAMES, "cards that may be this one and give: {}", V.CARDS, "back_"),
    *numbers(("0", "1", "2"), "cards that may be this one and show {} creatures", V.CARDS, "with_"),
    number("price", "food that the observer needs at least, with its tools"),
)
_PRICE: Final = len(_LANDSCAPE) - 1
_CHEST: Final = (
    number("present", "a chest stands here", 1),
    number("filled", "it is filled", 1),
    *numbers(_KIND_NAMES, "open needs of: {}", V.NEEDS, "needs_"),
    number("own", "open needs that the observer's items meet", V.NEEDS),
)
_LINE: Final = (
    number("present", "creatures of the type are in the line", 1),
    number("cost", "cost of a fight in food"),
    number("copies", "how many are in the line", V.CREATURE_CARDS),
    number("unseen", "cards of the type in the creature pile or the box", V.CREATURE_CARDS),
    number("own", "the observer's trophies", V.CREATURE_CARDS),
    number("team", "trophies of all seats", V.CREATURE_CARDS),
)
#: Blocks in order: name, rows (with what they count), numbers of a row, meaning.
_TABLE: Final = (
    (
        "decision",
        (),
        (
            *flags(words_of(Decision)[1:], "the decision is: {}"),
            *flags(words_of(Chance)[1:], "chance names: {}"),
            number("food", "food left in this turn"),
            number("left", "food still to pay"),
            number("due", "creature cards to be turned up"),
            number("kills", "targets of the crossbow still to be chosen"),
            *flags(map(str, range(V.ROW)), "chosen or last returned slot: {}", "slot_"),
            *flags(_CREATURE_NAMES, "it is fought: {}"),
            *flags(map(str, range(V.CHESTS)), "chosen chest: {}", "chest_"),
        ),
        "What is to be decided, and what is under way.",
    ),
    (
        "game",
        (),
        (
            number("seats", "number of players", V.SEATS),
            number("turn", "turns begun"),
            number("chests", "chests in play", V.CHESTS),
            number("filled", "filled chests", V.CHESTS),
            number("to_fill", "chests still to be filled", V.CHESTS),
            number("creature_cards", "cards left in the creature pile", V.CREATURE_CARDS),
            number("safe", "of them certainly above the Game Over card", V.CREATURE_CARDS),
        ),
        "How far the game has come.",
    ),
    ("row", (("slot", V.ROW),), _LANDSCAPE, "The landscapes that are laid out."),
    ("top", (("card", 1),), _LANDSCAPE, "The top card of the landscape pile."),
    (
        "pile",
        (),
        (
            number("length", "cards in the landscape pile", V.CARDS),
            number("known", "known cards at its bottom", V.CARDS),
            *numbers(_ITEM_NAMES, "landscapes with an unseen back that give: {}", V.CARDS),
            *numbers(_FRONTS, "cards somewhere in the pile: {}", V.CARDS, "deep_"),
            *numbers(_FRONTS, "known cards at the bottom of the pile: {}", V.CARDS, "low_"),
        ),
        "The landscape pile.",
    ),
    ("line", (("creature", V.CREATURES),), _LINE, "The types of creatures."),
    ("chests", (("chest", V.CHESTS),), _CHEST, "The chests in play."),
    (
        "items",
        (("seat", V.SEATS), ("holding", V.HOLDINGS)),
        (number("count", "items that the seat has", V.CARDS),),
        "Items, the observer's first, then clockwise.",
    ),
    (
        "trophies",
        (("seat", V.SEATS), ("creature", V.CREATURES)),
        (number("count", "trophies that the seat has", V.CREATURE_CARDS),),
        "Trophies, the observer's first, then clockwise.",
    ),
    (
        "seats",
        (("seat", V.SEATS),),
        (number("present", "somebody sits there", 1), number("active", "it is the seat's turn", 1)),
        "The seats, the observer's first, then clockwise.",
    ),
    (
        "numbers",
        (("holding", V.HOLDINGS),),
        (
            number("cut", "food that one use saves"),
            number("uses", "uses left", V.USES),
            number("food", "food that it gives"),
        ),
        "What is printed on the items.",
    ),
)


LAYOUT: Final = table_of_blocks(VERSION, _TABLE)
#: Block whose rows the actions of a group are about.
ABOUT: Final = {
    "slot": "row",
    "creature": "line",
    "chest": "chests",
    "item": "numbers",
    "trophy": "line",
}

_START: Final = {block.name: block.start for block in LAYOUT.blocks}
_SIZE: Final = LAYOUT.size
_DECISION: Final = 0
_CHANCE: Final = len(Decision) - 1
_WAY: Final = _CHANCE + len(Chance) - 1
_GAME: Final = _START["game"]
_ROW: Final = _START["row"]
_PILE: Final = _START["pile"]
_LINES: Final = _START["line"]
_CHESTS: Final = _START["chests"]
_ITEMS: Final = _START["items"]
_TROPHIES: Final = _START["trophies"]
_SEATS: Final = _START["seats"]
_NUMBERS: Final = _START["numbers"]
_PLACE: Final = len(_LANDSCAPE)
_TAKES: Final = 6
_KNOWN: Final = _TAKES + V.KINDS
_BACKS: Final = _KNOWN + 1
_WITH: Final = _BACKS + V.ITEMS


@helper
def show(
    s: State, box: Box, seat: int, seen_by: int, now: Shown, shown: Shown, out: Array8
) -> None:
    """Write what a seat sees; landscapes and pile only where they have changed.

    Args:
        s: The game.
        box: What is in the box.
        seat: The observer.
        seen_by: Who observed last, -1: nothing is written yet.
        now: The game as words.
        shown: The same, as it was at the last call; updated.
        out: The observation, written.
    """
    p = s.public
    everything = seen_by < 0
    if everything:
        clear(out, 0, _SIZE)
        _write_numbers(box, out)
    changed = 0
    for front in range(V.FRONTS):
        changed |= now.unknown[front] ^ shown.unknown[front]
    for place in range(V.PLACES):
        front = int(now.place_front[place])
        if (
            everything
            or front != shown.place_front[place]
            or now.place_back[place] != shown.place_back[place]
            or (changed != 0 and front >= 0 and now.unknown[front] != shown.unknown[front])
        ):
            _write_place(p, box, place, out)
            shown.place_front[place] = front
            shown.place_back[place] = now.place_back[place]
    for n in range(len(now.piles)):
        changed |= now.piles[n] ^ shown.piles[n]
    if everything or changed != 0:
        _write_pile(p, box, out)
        for front in range(V.FRONTS):
            shown.unknown[front] = now.unknown[front]
        for n in range(len(now.piles)):
            shown.piles[n] = now.piles[n]
    _write_rest(p, box, seat, out)


@helper
def write_observation(s: State, box: Box, seat: int, out: Array8) -> None:
    """Write all that a seat sees.

    Raises:
        ValueError: Nobody has the seat.
    """
    p = s.public
    if seat < 0 or seat >= p.players:
        raise ValueError("the seat is not taken by a player of this game")
    clear(out, 0, _SIZE)
    _write_numbers(box, out)
    for place in range(V.PLACES):
        _write_place(p, box, place, out)
    _write_pile(p, box, out)
    _write_rest(p, box, seat, out)


@helper
def _write_numbers(box: Box, out: Array8) -> None:
    for holding in range(V.HOLDINGS):
        at = _NUMBERS + 3 * holding
        put(out, at, box.holding_cut[holding])
        put(out, at + 1, box.holding_uses[holding])
        put(out, at + 2, box.holding_food[holding])


@helper
def _write_place(p: Public, box: Box, place: int, out: Array8) -> None:
    """Write a landscape but for its price."""
    at = _ROW + _PLACE * place
    clear(out, at, at + _PLACE)
    front = int(p.place_front[place])
    if front < 0:
        return
    tool = int(box.front_tool[front])
    trade = int(box.front_trade[front])
    put(out, at, 1)
    put(out, at + 1, box.front_cost[front])
    put(out, at + 2, tool == V.TOOL)
    put(out, at + 3, tool == V.PICKAXE)
    put(out, at + 4, box.front_danger[front])
    put(out, at + 5, trade != 0)
    if trade != 0:
        for kind in range(V.KINDS):
            put(out, at + _TAKES + kind, int(box.kind_holdings[kind]) & trade != 0)
    known = int(p.place_back[place])
    put(out, at + _KNOWN, known >= 0)
    for back in range(V.BACKS):
        count = int(p.unknown[front, back]) if known < 0 else int(back == known)
        if count > 0:
            add(out, at + _BACKS + int(box.back_item[front, back]), count)
            add(out, at + _WITH + int(box.back_creatures[front, back]), count)


@helper
def _write_pile(p: Public, box: Box, out: Array8) -> None:
    """Write the pile but for its length, which the top card changes."""
    clear(out, _PILE, _LINES)
    put(out, _PILE + 1, p.low_length)
    at = _PILE + 2
    for front in range(V.FRONTS):
        for back in range(int(box.front_backs[front])):
            add(out, at + int(box.back_item[front, back]), p.unknown[front, back])
    at += V.ITEMS
    for front in range(V.FRONTS):
        put(out, at + front, p.deep[front])
    at += V.FRONTS
    for n in range(p.low_length):
        add(out, at + int(p.low_front[n]), 1)


@helper
def _write_rest(p: Public, box: Box, seat: int, out: Array8) -> None:
    """Write what changes often."""
    _write_decision(p, box, out)
    put(out, _PILE, landscapes.pile_length(p))
    for place in range(V.PLACES):
        front = int(p.place_front[place])
        if front >= 0:
            price = int(box.front_cost[front])
            first = int(box.front_tool[front])
            if first >= 0:
                price = max(0, price - costs.tool_power(p, box, seat, first))
            put(out, _ROW + _PLACE * place + _PRICE, price)
    for creature in range(V.CREATURES):
        at = _LINES + len(_LINE) * creature
        team = 0
        for other in range(V.SEATS):
            team += p.trophies[other, creature]
        put(out, at, p.line[creature] > 0)
        put(out, at + 1, box.creature_cost[creature])
        put(out, at + 2, p.line[creature])
        put(out, at + 3, p.unseen[creature])
        put(out, at + 4, p.trophies[seat, creature])
        put(out, at + 5, team)
    _write_chests(p, box, seat, out)
    clear(out, _ITEMS, _NUMBERS)
    for n in range(p.players):
        other = (seat + n) % int(p.players)
        for holding in range(V.HOLDINGS):
            put(out, _ITEMS + V.HOLDINGS * n + holding, p.items[other, holding])
        for creature in range(V.CREATURES):
            put(out, _TROPHIES + V.CREATURES * n + creature, p.trophies[other, creature])
        put(out, _SEATS + 2 * n, 1)
        put(out, _SEATS + 2 * n + 1, other == p.active)


@helper
def _write_decision(p: Public, box: Box, out: Array8) -> None:
    clear(out, _DECISION, _GAME)
    if p.decision > 0:
        put(out, _DECISION + int(p.decision) - 1, 1)
    if p.chance > 0:
        put(out, _CHANCE + int(p.chance) - 1, 1)
    put(out, _WAY, p.food)
    put(out, _WAY + 1, p.left)
    put(out, _WAY + 2, p.due)
    put(out, _WAY + 3, p.kills)
    at = _WAY + 4
    if p.slot >= 0:
        put(out, at + int(p.slot), 1)
    at += V.ROW
    if p.creature >= 0:
        put(out, at + int(p.creature), 1)
    at += V.CREATURES
    if p.chest >= 0:
        put(out, at + int(p.chest), 1)
    put(out, _GAME, p.players)
    put(out, _GAME + 1, min(MOST, int(p.turn)))
    put(out, _GAME + 2, p.chests)
    put(out, _GAME + 3, p.filled)
    put(out, _GAME + 4, p.goal - p.filled)
    put(out, _GAME + 5, p.creature_length)
    put(out, _GAME + 6, max(0, int(p.creature_length) - int(box.game_over_among) - 1))


@helper
def _write_chests(p: Public, box: Box, seat: int, out: Array8) -> None:
    clear(out, _CHESTS, _ITEMS)
    own = chests.own_holdings(p, seat)
    for chest in range(p.chests):
        at = _CHESTS + len(_CHEST) * chest
        put(out, at, 1)
        missing = int(p.chest_missing[chest])
        if missing == 0:
            put(out, at + 1, 1)
            continue
        met = 0
        used = -1
        for need in range(V.NEEDS):
            if missing >> need & 1 == 0:
                continue
            kind = int(box.chest_need[p.chest_number[chest], need])
            add(out, at + 2 + kind, 1)
            fitting = own & int(box.kind_holdings[kind])
            if fitting != 0 and (kind != used or _count(p, seat, fitting) > 1):
                met += 1
            used = kind
        put(out, at + 2 + V.KINDS, met)


@helper
def _count(p: Public, seat: int, holdings: int) -> int:
    """Return how many items of some holdings, given as bits, a seat has."""
    count = 0
    for holding in range(V.HOLDINGS):
        if holdings >> holding & 1 != 0:
            count += p.items[seat, holding]
    return count
