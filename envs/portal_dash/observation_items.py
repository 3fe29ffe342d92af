"""Writes item tiles: inventories, tiles in hand, the Netherite supply, stack and discards."""

from __future__ import annotations

from typing import Final

from tablemates.envs.core.compiler.decorators import compile_functions, inlined
from tablemates.envs.core.records.elements import add, cap, get, put
from tablemates.envs.core.records.layout import Array8
from tablemates.envs.portal_dash import observation_layout as F
from tablemates.envs.portal_dash import vocabulary as V
from tablemates.envs.portal_dash.observation_layout import QUALITIES, START
from tablemates.envs.portal_dash.rules.items import enchanted
from tablemates.envs.portal_dash.rules.stack import NETHERITE_DEPTH, SHUFFLED_IN, stack_size
from tablemates.envs.portal_dash.state import Box, Public
from tablemates.envs.portal_dash.vocabulary import Decision, ItemType

_OWNED: Final = len(F.ITEM)
_ITEM: Final = _OWNED + len(F.OWNED)
_TILE: Final = _OWNED + len(F.TILE)
_PLACE: Final = _OWNED + len(F.SUPPLY)


def write_tile(box: Box, kind: int, at: int, out: Array8) -> None:
    """Write the printed numbers of a kind of tile, the row ``item``."""
    put(out, at + F.ITEM.type, int(box.item_type[kind]) + 1)
    put(out, at + F.ITEM.dice, cap(box.item_dice[kind], F.PRINTED))
    put(out, at + F.ITEM.range, cap(box.item_range[kind], F.PRINTED))
    put(out, at + F.ITEM.rerolls, cap(box.item_rerolls[kind], F.PRINTED))
    put(out, at + F.ITEM.steps, cap(box.item_steps[kind], F.PRINTED))
    put(out, at + F.ITEM.fire, box.item_fire[kind])
    put(out, at + F.ITEM.hearts, cap(box.item_hearts[kind], F.PRINTED))
    put(out, at + F.ITEM.blocks, cap(box.item_blocks[kind], F.PRINTED))
    put(out, at + F.ITEM.blind, cap(box.item_blind[kind], F.PRINTED))


def _write_enchanted(p: Public, box: Box, player: int, slot: int, at: int, out: Array8) -> None:
    """Write over the numbers that enchantments may change (ITEM-09)."""
    kind = int(p.item_kind[player, slot])
    dice = enchanted(p, player, slot, box.item_dice, kind)
    reach = enchanted(p, player, slot, box.item_range, kind)
    rerolls = enchanted(p, player, slot, box.item_rerolls, kind)
    steps = enchanted(p, player, slot, box.item_steps, kind)
    put(out, at + F.ITEM.dice, cap(dice, F.PRINTED))
    put(out, at + F.ITEM.range, cap(reach, F.PRINTED))
    put(out, at + F.ITEM.rerolls, cap(rerolls, F.PRINTED))
    put(out, at + F.ITEM.steps, cap(steps, F.PRINTED))
    put(out, at + F.ITEM.fire, min(1, enchanted(p, player, slot, box.item_fire, kind)))


def write_items(p: Public, box: Box, seat: int, out: Array8) -> None:
    """Write the block ``items``: the inventories, ``seat`` first, then clockwise."""
    player = seat
    for i in range(p.players):
        for slot in range(V.SLOTS):
            kind = int(p.item_kind[player, slot])
            if kind < 0:
                continue
            at = START.items + (i * V.SLOTS + slot) * _ITEM
            write_tile(box, kind, at, out)
            if p.item_enchantments[player, slot, 0] >= 0:
                _write_enchanted(p, box, player, slot, at, out)
            at += _OWNED
            put(out, at + F.OWNED.hearts_left, cap(p.item_hearts[player, slot], F.PRINTED))
            put(out, at + F.OWNED.active, p.item_active[player, slot])
            put(out, at + F.OWNED.mode, p.item_mode[player, slot])
            put(out, at + F.OWNED.starting, p.item_starting[player, slot])
        player += 1
        if player == p.players:
            player = 0


def _subject_of(row: int) -> int:
    """Return where a row of ``items`` says that it is the subject."""
    return int(START.items + row * _ITEM + _OWNED + F.OWNED.subject)


def mark_item(p: Public, seat: int, out: Array8) -> None:
    """Mark the item in use, or the one that the decision is about, and no other."""
    for row in range(V.PLAYERS * V.SLOTS):
        put(out, _subject_of(row), 0)
    player = p.active_player
    slot = int(p.slot_in_use)
    if p.decision == Decision.FIGHT or p.decision == Decision.REROLL:
        slot = p.decision_about
    elif p.decision == Decision.MODE:
        player = p.decider
        slot = p.decision_about
    if slot < 0:
        return
    i = player - seat
    if i < 0:
        i += p.players
    put(out, _subject_of(i * V.SLOTS + slot), 1)


def write_offer(p: Public, box: Box, out: Array8) -> None:
    """Write the block ``offer``: the tiles in the finder's hand."""
    for i in range(2):
        kind = int(p.drawn[i])
        if kind >= 0:
            at = START.offer + i * _TILE
            write_tile(box, kind, at, out)
            put(out, at + _OWNED + F.TILE.enchants, int(box.item_enchants[kind]) + 1)


def write_supply(p: Public, box: Box, out: Array8) -> None:
    """Write the block ``supply``: face-up Netherite tiles, and where the others may be."""
    for place in range(V.NETHERITE):
        kind = int(box.netherite[place])
        if kind >= 0 and p.supply[place] == 1:
            write_tile(box, kind, START.supply + place * _PLACE, out)
    if p.history_length > 0:
        _write_windows(p, box, out)


def _window(place: int) -> int:
    return int(START.supply + place * _PLACE + _OWNED + F.SUPPLY.window)


def _write_windows(p: Public, box: Box, out: Array8) -> None:
    """Write for each Netherite tile shuffled in how deep it can lie (USE-04).

    A tile shuffled in with the top five is among the top six, and rises with
    every tile drawn. A later shuffle takes those within its reach to the top
    six again and pushes the others one down. Of several equal tiles the one
    with the deeper bound is held to be left, so the bounds stay true.
    """
    size = stack_size(p)
    for i in range(p.history_length):
        size += 1 if p.history[i] < SHUFFLED_IN else -1
    for i in range(p.history_length):
        entry = int(p.history[i])
        if entry >= SHUFFLED_IN:
            reach = min(NETHERITE_DEPTH, size)
            fresh = -1
            for place in range(V.NETHERITE):
                k = get(out, _window(place))
                if k > 0:
                    put(out, _window(place), max(k, reach) + 1)
                elif box.netherite[place] == entry - SHUFFLED_IN and p.supply[place] == 0:
                    fresh = place
            if fresh >= 0:
                put(out, _window(fresh), reach + 1)
            size += 1
        else:
            drawn = -1
            for place in range(V.NETHERITE):
                k = get(out, _window(place))
                if k > 0:
                    put(out, _window(place), k - 1)
                    nearer = drawn == -1 or k - 1 < get(out, _window(drawn))
                    if box.netherite[place] == entry and nearer:
                        drawn = place
            if drawn >= 0:
                put(out, _window(drawn), 0)
            size -= 1


def write_piles(p: Public, box: Box, out: Array8) -> None:
    """Write ``stack``, ``stack_enchantments`` and ``discards``: tiles counted by numbers."""
    stack = 0
    discards = 0
    for kind in range(box.item_kinds):
        left = int(p.stack_count[kind])
        gone = int(p.discards[kind])
        stack += left
        discards += gone
        item_type = int(box.item_type[kind])
        dice = int(box.item_dice[kind])
        steps = int(box.item_steps[kind])
        add(out, START.discards + item_type, gone)
        if item_type == ItemType.ENCHANTMENT:
            at = START.stack_enchantments
            add(out, at + F.ENCHANTMENT.dice, left * min(1, dice))
            add(out, at + F.ENCHANTMENT.range, left * min(1, int(box.item_range[kind])))
            add(out, at + F.ENCHANTMENT.rerolls, left * min(1, int(box.item_rerolls[kind])))
            add(out, at + F.ENCHANTMENT.steps, left * min(1, steps))
            add(out, at + F.ENCHANTMENT.fire, left * int(box.item_fire[kind]))
        else:
            blocks = int(box.item_blocks[kind]) + int(box.item_blind[kind])
            number = max(dice, steps, int(box.item_hearts[kind]), blocks)
            add(out, START.stack + item_type * QUALITIES + max(1, min(QUALITIES, number)) - 1, left)
    put(out, START.game + F.GAME.stack, stack)
    put(out, START.game + F.GAME.discards, discards)


compile_functions(globals(), inlined)
