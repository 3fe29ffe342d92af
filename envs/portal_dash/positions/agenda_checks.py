"""Whether an agenda is one that play could have left, and the table bears it out.

Frames lie on each other as the rules push them; that settles most of what an
agenda can be. Strangers' positions are run by compiled code that trusts its
record, so nothing else may get there.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence, Set
from typing import Final

from tablemates.envs.portal_dash.positions.agenda import STEPS, Row
from tablemates.envs.portal_dash.positions.draft import Draft
from tablemates.envs.portal_dash.positions.errors import fault
from tablemates.envs.portal_dash.rules import limits as L
from tablemates.envs.portal_dash.rules.agenda import Step
from tablemates.envs.portal_dash.rules.cube import UNSEEN
from tablemates.envs.portal_dash.rules.vocabulary import Chance, Colour, ItemType, Outcome

#: Most frames of a turn beside choices of leggings; what a step may still push needs the rest.
_MOST: Final = 16
_FINDING: Final = (Step.DRAW, Step.KEEP, Step.REPLACE, Step.ENCHANT)
_AFTER_ACTION: Final = (Step.ACTION, Step.REVEAL)
_AFTER_ATTACK: Final = (Step.NEXT_MOB, Step.REMOVE_BLOCK, Step.HIT)
_AFTER_FIND: Final = (*_AFTER_ACTION, Step.USE_BLOCKS, Step.FIND)
#: What may lie directly under a frame.
_ON: Final[dict[Step, tuple[Step, ...]]] = {
    Step.TURN: (),
    Step.END_TURN: (),
    Step.START: (Step.START, Step.TURN),
    Step.REVEAL: (Step.END_TURN,),
    Step.ACTION: _AFTER_ACTION,
    Step.MOBS: (Step.ACTION,),
    Step.BLOCKS: (Step.MOBS, Step.ACTION),
    Step.REMOVE_BLOCK: (Step.MOBS, Step.ACTION, Step.NEXT_MOB),
    Step.NEXT_MOB: (Step.ACTION,),
    Step.SPAWN: (Step.ACTION,),
    Step.MOVE_MOB: (Step.NEXT_MOB,),
    Step.ATTACK: (Step.NEXT_MOB,),
    Step.HIT: _AFTER_ATTACK,
    Step.PUSH: _AFTER_ATTACK,
    Step.DAMAGE_ITEM: _AFTER_ATTACK,
    Step.HARM: (*_AFTER_ATTACK, Step.PUSH, Step.DAMAGE_ITEM, Step.MOVED, Step.WALK),
    Step.HARM_LIFE: (*_AFTER_ATTACK, Step.PUSH, Step.DAMAGE_ITEM),
    Step.WALK: _AFTER_ACTION,
    Step.MOVED: _AFTER_ACTION,
    Step.FIND: _AFTER_FIND,
    Step.KEEP: _AFTER_FIND,
    Step.DRAW: (Step.DRAW, Step.KEEP),
    Step.REPLACE: _AFTER_FIND,
    Step.ENCHANT: _AFTER_FIND,
    Step.MODE: (*_AFTER_FIND, Step.START, Step.MODE),
    Step.FIGHT: _AFTER_ACTION,
    Step.FIGHT_END: _AFTER_ACTION,
    Step.REROLL: (Step.FIGHT_END,),
    Step.ROLL: (Step.REROLL,),
    Step.PICKAXE_DOWN: _AFTER_ACTION,
    Step.USE_BLOCKS: (*_AFTER_ACTION, Step.PICKAXE_DOWN),
    Step.MINE: (Step.USE_BLOCKS,),
    Step.BLIND: (Step.MINE,),
    Step.USE: (Step.USE_BLOCKS,),
    Step.CHOOSE_PLAYER: (Step.USE_BLOCKS,),
    Step.NETHERITE: (Step.USE_BLOCKS,),
    Step.COVER: (Step.USE_BLOCKS,),
}
_CHANCE_ON: Final[dict[Chance, tuple[Step, ...]]] = {
    Chance.BLOCKS_DIE: (Step.CHANCE, Step.BLOCKS),
    Chance.MOB_DIE: (Step.BLOCKS, Step.MOBS),
    Chance.COMBAT_DIE: (Step.ROLL,),
    Chance.TILE_DRAWN: (Step.DRAW, Step.KEEP),
    Chance.USED_BLOCK: (Step.BLIND,),
    Chance.BLOCK_UNCOVERED: (
        Step.CHANCE,
        Step.MOBS,
        Step.ACTION,
        Step.NEXT_MOB,
        Step.USE_BLOCKS,
        Step.MINE,
    ),
    Chance.PART_REVEALED: (Step.END_TURN,),
}


def check_agenda(draft: Draft, rows: Sequence[Row]) -> None:
    """Refuse an agenda that the rest of the position does not bear out.

    Args:
        draft: The game.
        rows: The frames, the next one last.

    Raises:
        PositionError: So it is.
    """
    if draft.p.outcome != Outcome.RUNNING:
        return
    _check_shape(draft, rows)
    for n, row in enumerate(rows):
        check = _FRAMES.get(Step(row[0]))
        reason = check(draft, row) if check else None
        if reason:
            place = ("agenda", len(rows) - 1 - n)
            raise fault(place, f"{STEPS[row[0]]!r}: {reason}")
    _check_counts(draft, rows)
    _check_traces(draft, {Step(row[0]) for row in rows})


def _check_shape(draft: Draft, rows: Sequence[Row]) -> None:
    """Refuse frames that do not lie on each other, or not where the turn stands (TURN-01)."""
    counts = Counter(row[0] for row in rows)
    last = rows[0][0] if rows else None
    if last not in (Step.TURN, Step.END_TURN):
        raise fault(("agenda",), "it ends with 'turn' or with 'end turn'")
    for n in range(1, len(rows)):
        below, above = Step(rows[n - 1][0]), Step(rows[n][0])
        allowed = _CHANCE_ON[Chance(rows[n][1])] if above == Step.CHANCE else _ON[above]
        if below not in allowed:
            place = ("agenda", len(rows) - 1 - n)
            known = " or ".join(repr(STEPS[step]) for step in allowed) or "nothing"
            reason = f"{STEPS[above]!r} comes before {known}, not before {STEPS[below]!r}"
            raise fault(place, reason)
    p = draft.p
    if last == Step.TURN and (p.turn > 0 or p.active_player != p.first_player):
        raise fault(
            ("agenda",), "'turn' is there before turn 1, which is the first player's, alone"
        )
    if last == Step.END_TURN and p.turn == 0:
        raise fault(("turn",), "turns are counted from 1")
    starting = [row[1] for row in rows if row[0] == Step.START]
    order = [(int(p.first_player) - 1 - n) % int(p.players) for n in range(len(starting))]
    if starting != order or len(starting) > p.players:
        raise fault(("agenda",), "'start' comes once for each player, in turn order (SETUP-08)")
    done = int(p.actions_done)
    actions = 0 if last == Step.TURN else 2 - done
    if counts[Step.ACTION] != actions or (last == Step.TURN and done):
        reason = f"{counts[Step.ACTION]} times 'action' does not go with actions_done {done}"
        raise fault(("agenda",), reason)
    dice = (Step.MOBS, Step.BLOCKS, Step.NEXT_MOB, Step.SPAWN, Step.REMOVE_BLOCK)
    if actions < 2 and any(counts[step] for step in dice):
        raise fault(("agenda",), "the white dice are resolved before the actions")
    if len(rows) - counts[Step.START] - counts[Step.MODE] > _MOST:
        raise fault(("agenda",), f"more than {_MOST} steps are too many")


def _check_counts(draft: Draft, rows: Sequence[Row]) -> None:
    """Refuse frames that together ask for more than there is."""
    p = draft.p
    chances = Counter(row[1] for row in rows if row[0] == Step.CHANCE)
    blind = sum(row[1] for row in rows if row[0] == Step.BLIND) + chances[Chance.USED_BLOCK]
    if blind > sum(int(count) for count in p.used):
        raise fault(("agenda",), "more blocks are to be drawn than the used pile has")
    in_hand = sum(int(count) for count in p.hand)
    if max(in_hand, int(p.mined)) + blind + int(p.mines_left) > L.HAND:
        raise fault(("hand",), f"{L.HAND} blocks are the most that one action can bring (MINE-03)")
    if int(p.dice_count) + int(p.dice_to_roll) + chances[Chance.COMBAT_DIE] > L.DICE:
        raise fault(("fight",), f"{L.DICE} combat dice are the most that a fight can have")
    tiles = sum(int(tile) >= 0 for tile in p.drawn) + sum(row[0] == Step.DRAW for row in rows)
    if tiles + chances[Chance.TILE_DRAWN] > len(p.drawn):
        raise fault(("drawn",), "two tiles are the most that a find turns up (ITEM-02)")
    uses = Counter(row[1] for row in rows if row[0] == Step.USE)
    for colour, count in uses.items():
        if count > p.hand[colour]:
            raise fault(("hand",), f"no {Colour(colour).name.lower()} block is in hand to be used")
    for die, kind in (("blocks", Chance.BLOCKS_DIE), ("mob", Chance.MOB_DIE)):
        waiting = chances[kind] or rows[0][0] == Step.TURN
        value = p.blocks_die if kind == Chance.BLOCKS_DIE else p.mob_die
        if value < 0 and not waiting:
            raise fault(("dice", die), "the die has been rolled this turn: say what it shows")


def _check_traces(draft: Draft, steps: Set[Step]) -> None:
    """Refuse what only lies on the table while certain steps are pending."""
    p, given = draft.p, draft.given
    traces: tuple[tuple[str, bool, Iterable[Step]], ...] = (
        ("hand", bool(given.hand) and any(p.hand), (Step.USE_BLOCKS,)),
        ("mines_left", p.mines_left > 0, (Step.MINE,)),
        ("mined", p.mined > 0, (Step.PICKAXE_DOWN,)),
        ("steps_left", p.steps_left > 0, (Step.WALK, Step.MOVED)),
        ("in_use", p.slot_in_use >= 0, (Step.WALK, Step.MOVED, Step.PICKAXE_DOWN)),
        ("fight", p.fight_mob >= 0, (Step.FIGHT_END,)),
        ("drawn", bool(given.drawn), _FINDING),
        ("pending_mobs", p.pending_mobs != 0, (Step.NEXT_MOB,)),
    )
    for key, lies, pending in traces:
        if lies and not steps & set(pending):
            names = " or ".join(repr(STEPS[step]) for step in pending)
            raise fault((key,), f"this is so only while {names} is on the agenda")


def _mob_on_board(mob_at: int) -> Callable[[Draft, Row], str | None]:
    def check(draft: Draft, row: Row) -> str | None:
        return None if draft.p.mob_space[row[mob_at]] >= 0 else "the mob is not on the board"

    return check


def _slot_of(seat: int | None, slot: int, *types: ItemType) -> Callable[[Draft, Row], str | None]:
    """Check that a slot of a frame holds an item of some type; the seat is the active player's."""

    def check(draft: Draft, row: Row) -> str | None:
        p, box = draft.p, draft.lexicon.box
        kind = int(p.item_kind[p.active_player if seat is None else row[seat], row[slot]])
        if kind >= 0 and box.item_type[kind] in types:
            return None
        return f"slot {row[slot]} holds nothing that it can be about"

    return check


def _tile_in_hand(draft: Draft, row: Row) -> str | None:
    p, box = draft.p, draft.lexicon.box
    if p.drawn[0] != row[2] or p.drawn[1] >= 0:
        return "the item is the one tile in hand (`drawn`)"
    enchantment = box.item_type[row[2]] == ItemType.ENCHANTMENT
    if enchantment != (row[0] == Step.ENCHANT):
        return "an enchantment is attached, another item replaces one"
    wanted = box.item_enchants[row[2]] if enchantment else None
    for slot in range(L.SLOTS):
        kind = int(p.item_kind[row[1], slot])
        free = p.item_enchantments[row[1], slot, L.ENCHANTMENTS - 1] < 0
        if kind >= 0 and (not enchantment or (free and box.item_type[kind] == wanted)):
            return None
    return "the player owns nothing for it"


def _chance(draft: Draft, row: Row) -> str | None:
    p = draft.p
    kind = Chance(row[1])
    if kind == Chance.TILE_DRAWN and not any(p.stack_count):
        return "the stack is empty"
    if kind == Chance.PART_REVEALED and not row[2] == p.parts_open < p.parts:
        return "it is the next face-down tile that is revealed"
    if kind == Chance.BLOCK_UNCOVERED and p.cube[row[2], row[3]] != UNSEEN:
        return "the block is gone or has been seen"
    return None


def _helping(_draft: Draft, row: Row) -> str | None:
    return None if row[1] in (Colour.RED, Colour.GRAY, Colour.GOLD) else "the colour helps nobody"


def _boots_in_use(draft: Draft, _row: Row) -> str | None:
    p, box = draft.p, draft.lexicon.box
    if p.slot_in_use >= 0 and p.steps_left > 0:
        kind = int(p.item_kind[p.active_player, p.slot_in_use])
        if box.item_type[kind] in (ItemType.BOOTS, ItemType.LEGGINGS):
            return None
    return "boots are in use (`in_use`) with steps left (`steps_left`)"


def _netherite(draft: Draft, _row: Row) -> str | None:
    return None if any(draft.p.supply) else "no Netherite item lies face up"


def _fight_on(draft: Draft, _row: Row) -> str | None:
    p = draft.p
    if p.fight_mob >= 0 and p.mob_space[p.fight_mob] >= 0:
        return None
    return "a mob on the board is fought (`fight`)"


def _has_obstacle(draft: Draft, _row: Row) -> str | None:
    p = draft.p
    for row in range(p.rows):
        words = (int(p.lava[row]) | int(p.magma[row]) | int(p.soul_sand[row])) & ~int(p.brown[row])
        for column in range(p.open_columns):
            space = row * L.COLUMNS + column
            held = space in p.mob_space or space in p.player_space
            if words >> column & 1 and not held:
                return None
    return "no obstacle can be covered"


_FRAMES: Final[dict[Step, Callable[[Draft, Row], str | None]]] = {
    Step.MOVE_MOB: _mob_on_board(1),
    Step.ATTACK: _mob_on_board(1),
    Step.HIT: _mob_on_board(2),
    Step.PUSH: _mob_on_board(2),
    Step.DAMAGE_ITEM: _mob_on_board(2),
    Step.REPLACE: _tile_in_hand,
    Step.ENCHANT: _tile_in_hand,
    Step.MODE: _slot_of(1, 2, ItemType.LEGGINGS),
    Step.FIGHT: _slot_of(None, 1, ItemType.SWORD, ItemType.BOW),
    Step.CHANCE: _chance,
    Step.CHOOSE_PLAYER: _helping,
    Step.WALK: _boots_in_use,
    Step.NETHERITE: _netherite,
    Step.ROLL: _fight_on,
    Step.REROLL: _fight_on,
    Step.FIGHT_END: _fight_on,
    Step.COVER: _has_obstacle,
}
