"""The agenda of a position: the steps still to be done, the next one first.

A step without arguments is its name; others are objects such as
``{"step": "harm", "player": 0, "damage": 2, "source": "ghast"}``. The compiled
rules trust their record, so an agenda is accepted only if each step finds what
it needs: the frames under it and the things it is about.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence, Set
from typing import Any, Final, TypeAlias

from tablemates.envs.portal_dash.positions.draft import Draft
from tablemates.envs.portal_dash.positions.names import (
    CHANCES,
    COLOURS,
    DECISIONS,
    FACES,
    REASONS,
    STEPS,
    Lexicon,
    fault,
)
from tablemates.envs.portal_dash.positions.schema import Frame
from tablemates.envs.portal_dash.rules import limits as L
from tablemates.envs.portal_dash.rules.agenda import Step
from tablemates.envs.portal_dash.rules.cube import UNSEEN
from tablemates.envs.portal_dash.rules.vocabulary import Chance, Colour, ItemType

#: A frame: step and its up to three numbers.
Row: TypeAlias = tuple[int, int, int, int]

#: Arguments of each step, in the order of a frame's numbers.
ARGUMENTS: Final[dict[Step, tuple[str, ...]]] = {
    step: names
    for steps, names in (
        ((Step.START, Step.FIND, Step.DRAW, Step.KEEP), ("player",)),
        ((Step.CHANCE,), ("chance",)),
        ((Step.MOVE_MOB, Step.ATTACK), ("mob",)),
        ((Step.HIT, Step.PUSH, Step.DAMAGE_ITEM), ("player", "mob")),
        ((Step.HARM, Step.HARM_LIFE), ("player", "damage", "source")),
        ((Step.REMOVE_BLOCK,), ("face", "reason")),
        ((Step.REPLACE, Step.ENCHANT), ("player", "item")),
        ((Step.MODE,), ("player", "slot")),
        ((Step.FIGHT, Step.REROLL), ("slot",)),
        ((Step.BLIND,), ("blocks",)),
        ((Step.USE, Step.CHOOSE_PLAYER), ("colour",)),
    )
    for step in steps
}
#: Further arguments of a chance step, by what is drawn.
CHANCE_ARGUMENTS: Final[dict[Chance, tuple[str, ...]]] = {
    Chance.TILE_DRAWN: ("player",),
    Chance.BLOCK_UNCOVERED: ("column", "layer"),
    Chance.PART_REVEALED: ("part",),
}
#: Steps of a turn, the last one first.
_TURN: Final = (Step.END_TURN, Step.REVEAL, Step.ACTION, Step.ACTION, Step.MOBS, Step.BLOCKS)


def _turn(n: int, *more: tuple[Step, int]) -> tuple[tuple[Step, int], ...]:
    return (*((step, 0) for step in _TURN[:n]), *more)


#: Frames of a position without an agenda by its decision, the next one last.
STAGES: Final[dict[str, tuple[tuple[Step, int], ...]]] = {
    "start space": ((Step.TURN, 0),),
    "turn start": _turn(
        6, (Step.CHANCE, Chance.MOB_DIE.value), (Step.CHANCE, Chance.BLOCKS_DIE.value)
    ),
    "blocks die": _turn(4, (Step.BLOCKS, 0), (Step.CHANCE, Chance.BLOCKS_DIE.value)),
    "mob die": _turn(5, (Step.CHANCE, Chance.MOB_DIE.value)),
    "action": _turn(4),
    "reveal": _turn(2),
}

#: Most frames of a turn besides modes of leggings; what a step may still push needs the rest.
_MOST: Final = 16
_S = Step
_AFTER_ACTION: Final = (Step.ACTION, Step.REVEAL)
_AFTER_ATTACK: Final = (Step.NEXT_MOB, Step.REMOVE_BLOCK, Step.HIT)
_AFTER_FIND: Final = (*_AFTER_ACTION, Step.USE_BLOCKS, Step.FIND)
_AFTER_HIT: Final = (*_AFTER_ATTACK, Step.PUSH, Step.DAMAGE_ITEM)
#: What may lie directly under a frame.
_UNDER: Final[dict[Step, tuple[Step, ...]]] = {
    step: under
    for steps, under in (
        ((_S.TURN, _S.END_TURN), ()),
        ((_S.START,), (_S.START, _S.TURN)),
        ((_S.REVEAL,), (_S.END_TURN,)),
        ((_S.ACTION, _S.WALK, _S.MOVED, _S.FIGHT, _S.FIGHT_END, _S.PICKAXE_DOWN), _AFTER_ACTION),
        ((_S.MOBS, _S.NEXT_MOB, _S.SPAWN), (_S.ACTION,)),
        ((_S.BLOCKS,), (_S.MOBS, _S.ACTION)),
        ((_S.REMOVE_BLOCK,), (_S.MOBS, _S.ACTION, _S.NEXT_MOB)),
        ((_S.MOVE_MOB, _S.ATTACK), (_S.NEXT_MOB,)),
        ((_S.HIT, _S.PUSH, _S.DAMAGE_ITEM), _AFTER_ATTACK),
        ((_S.HARM,), (*_AFTER_HIT, _S.MOVED, _S.WALK)),
        ((_S.HARM_LIFE,), _AFTER_HIT),
        ((_S.FIND, _S.KEEP, _S.REPLACE, _S.ENCHANT), _AFTER_FIND),
        ((_S.DRAW,), (_S.DRAW, _S.KEEP)),
        ((_S.MODE,), (*_AFTER_FIND, _S.START, _S.MODE)),
        ((_S.REROLL,), (_S.FIGHT_END,)),
        ((_S.ROLL,), (_S.REROLL,)),
        ((_S.USE_BLOCKS,), (*_AFTER_ACTION, _S.PICKAXE_DOWN)),
        ((_S.MINE, _S.USE, _S.CHOOSE_PLAYER, _S.NETHERITE, _S.COVER), (_S.USE_BLOCKS,)),
        ((_S.BLIND,), (_S.MINE,)),
    )
    for step in steps
}
_UNDER_CHANCE: Final[dict[Chance, tuple[Step, ...]]] = {
    Chance.BLOCKS_DIE: (Step.CHANCE, Step.BLOCKS),
    Chance.MOB_DIE: (Step.BLOCKS, Step.MOBS),
    Chance.COMBAT_DIE: (Step.ROLL,),
    Chance.TILE_DRAWN: (Step.DRAW, Step.KEEP),
    Chance.USED_BLOCK: (Step.BLIND,),
    Chance.BLOCK_UNCOVERED: (_S.CHANCE, _S.MOBS, _S.ACTION, _S.NEXT_MOB, _S.USE_BLOCKS, _S.MINE),
    Chance.PART_REVEALED: (Step.END_TURN,),
}


def read_agenda(draft: Draft) -> list[Row]:
    """Return the frames, the next one last, and write how many actions are done.

    Raises:
        PositionError: A frame is not well formed.
    """
    given, p = draft.given, draft.p
    p.actions_done = given.actions_done or 0
    if draft.over:
        if given.agenda:
            raise fault(("agenda",), "the game is over: nothing is to be done")
        return []
    if given.agenda is None:
        return _frames_of_stage(draft, given.decision or "action")
    return [_row(draft, n, frame) for n, frame in enumerate(given.agenda)][::-1]


def _frames_of_stage(draft: Draft, decision: str) -> list[Row]:
    p, given = draft.p, draft.given
    if decision not in STAGES:
        known = ", ".join(STAGES)
        reason = "needs an `agenda`" if decision in DECISIONS else "is no decision"
        raise fault(("decision",), f"{decision!r} {reason}; without one it is one of {known}")
    if decision != "action":
        p.actions_done = 2 if decision == "reveal" else 0
        if given.actions_done not in (None, p.actions_done):
            reason = f"before {decision!r} it is {p.actions_done}, not {given.actions_done}"
            raise fault(("actions_done",), reason)
    elif p.actions_done == 2:
        raise fault(("actions_done",), "both actions are done: the decision is not 'action'")
    rows: list[Row] = [(int(step), a, 0, 0) for step, a in STAGES[decision]]
    if decision == "action" and p.actions_done == 1:
        rows.pop()
    if decision == "start space":
        seats = [(given.first_player + i) % int(p.players) for i in range(p.players)]
        rows += [(int(Step.START), seat, 0, 0) for seat in reversed(seats)]
    return rows


def arguments_of(step: int, kind: int | None) -> tuple[str, ...]:
    """Return the arguments of a step; a chance step has those of what is drawn."""
    names = ARGUMENTS.get(Step(step), ())
    if step == Step.CHANCE and kind is not None:
        names += CHANCE_ARGUMENTS.get(Chance(kind), ())
    return names


def _row(draft: Draft, n: int, frame: Frame) -> Row:
    step, place = frame.step, ("agenda", n)
    names = arguments_of(step, frame.chance)
    for name in frame.model_fields_set - {"step", *names}:
        if getattr(frame, name) is not None:
            raise fault((*place, name), f"{STEPS[step]!r} has no {name}")
    values = [step]
    for name in names:
        value = getattr(frame, name)
        if value is None:
            raise fault((*place, name), f"{STEPS[step]!r} needs its {name}")
        if name == "player" and value >= draft.p.players:
            raise fault((*place, name), f"there is no player {value}: seats are counted from 0")
        if name == "mob":
            value = draft.piece(value, (*place, name))
        values.append(L.CUBE_LAYERS - value if name == "layer" else value)
    step, a, b, c = [*values, 0, 0, 0][:4]
    return step, a, b, c


def write_agenda(p: Any, rows: Sequence[Row]) -> None:
    """Write the frames."""
    for n, row in enumerate(rows):
        p.agenda[n] = row
    p.agenda_length = len(rows)


def frames(p: Any, lexicon: Lexicon) -> list[Any]:
    """Return the agenda of a game as plain data, the next frame first."""
    tables: dict[str, Sequence[str]] = {
        "source": lexicon.sources,
        "face": FACES,
        "reason": REASONS,
        "item": lexicon.items,
        "colour": COLOURS,
        "chance": CHANCES,
        "mob": lexicon.of_pieces(lexicon.mobs, p.boss_kind),
    }
    found: list[Any] = []
    for n in reversed(range(int(p.agenda_length))):
        step, *values = map(int, p.agenda[n])
        entry: dict[str, Any] = {"step": STEPS[step]}
        for name, value in zip(arguments_of(step, values[0]), values, strict=False):
            if name == "layer":
                value = L.CUBE_LAYERS - value
            entry[name] = tables[name][value] if name in tables else value
        found.append(entry if len(entry) > 1 else STEPS[step])
    return found


# -- what the engine relies on --------------------------------------------------------


def check_agenda(draft: Draft, rows: Sequence[Row]) -> None:
    """Refuse an agenda that the engine cannot run.

    Args:
        draft: The game, written but for its agenda.
        rows: The frames, the next one last.

    Raises:
        PositionError: A frame lies where it cannot, or lacks what it is about.
    """
    _check_order(draft, rows)
    for n, row in enumerate(rows):
        reason = _missing(draft, row)
        if reason:
            place = ("agenda", len(rows) - 1 - n)
            raise fault(place, f"{STEPS[row[0]]!r}: {reason}")
    _check_counts(draft, rows)
    _check_traces(draft, {Step(row[0]) for row in rows})


def _check_order(draft: Draft, rows: Sequence[Row]) -> None:
    """Refuse frames that do not lie on each other as the rules push them (TURN-01)."""
    p, counts = draft.p, Counter(row[0] for row in rows)
    last = rows[0][0] if rows else None
    if last not in (Step.TURN, Step.END_TURN):
        raise fault(("agenda",), "it ends with 'turn' or with 'end turn'")
    for n in range(1, len(rows)):
        below, above = Step(rows[n - 1][0]), Step(rows[n][0])
        allowed = _UNDER_CHANCE[Chance(rows[n][1])] if above == Step.CHANCE else _UNDER[above]
        if below not in allowed:
            known = " or ".join(repr(STEPS[step]) for step in allowed) or "nothing"
            reason = f"{STEPS[above]!r} comes before {known}, not before {STEPS[below]!r}"
            raise fault(("agenda", len(rows) - 1 - n), reason)
    before_turns = last == Step.TURN
    if before_turns and (p.turn > 0 or p.active_player != p.first_player):
        raise fault(("agenda",), "'turn' comes only before turn 1 of the first player")
    if not before_turns and p.turn == 0:
        raise fault(("turn",), "turns are counted from 1")
    starting = [row[1] for row in rows if row[0] == Step.START]
    order = [(int(p.first_player) - 1 - n) % int(p.players) for n in range(len(starting))]
    if starting != order or len(starting) > p.players:
        raise fault(("agenda",), "'start' comes once for each player, in turn order (SETUP-08)")
    actions = 0 if before_turns else 2 - int(p.actions_done)
    if counts[Step.ACTION] != actions:
        reason = f"{counts[Step.ACTION]} times 'action' does not go with"
        raise fault(("agenda",), f"{reason} actions_done {p.actions_done}")
    if len(rows) - counts[Step.START] - counts[Step.MODE] > _MOST:
        raise fault(("agenda",), f"more than {_MOST} steps are too many")


def _missing(draft: Draft, row: Row) -> str | None:
    """Return what a frame lacks, None if nothing."""
    step, a, b, c = row
    p, box = draft.p, draft.lexicon.box
    if step == Step.CHANCE:
        if a == Chance.TILE_DRAWN and not any(p.stack_count):
            return "the stack is empty"
        if a == Chance.PART_REVEALED and not b == p.parts_open < p.parts:
            return "it is the next face-down tile that is revealed"
        if a == Chance.BLOCK_UNCOVERED and p.cube[b, c] != UNSEEN:
            return "the block is gone or has been seen"
    elif step in (Step.MOVE_MOB, Step.ATTACK, Step.HIT, Step.PUSH, Step.DAMAGE_ITEM):
        if p.mob_space[a if step in (Step.MOVE_MOB, Step.ATTACK) else b] < 0:
            return "the mob is not on the board"
    elif step in (Step.ROLL, Step.REROLL, Step.FIGHT_END):
        if p.fight_mob < 0 or p.mob_space[p.fight_mob] < 0:
            return "a mob on the board is fought (`fight`)"
        if step == Step.REROLL:
            return _slot(draft, int(p.active_player), a, ItemType.SWORD, ItemType.BOW)
    elif step == Step.FIGHT:
        return _slot(draft, int(p.active_player), a, ItemType.SWORD, ItemType.BOW)
    elif step == Step.MODE:
        return _slot(draft, a, b, ItemType.LEGGINGS)
    elif step == Step.WALK:
        kind = p.item_kind[p.active_player, p.slot_in_use] if p.slot_in_use >= 0 else -1
        boots = kind >= 0 and box.item_type[kind] in (ItemType.BOOTS, ItemType.LEGGINGS)
        if not boots or p.steps_left == 0:
            return "boots are in use (`in_use`) with steps left (`steps_left`)"
    elif step in (Step.REPLACE, Step.ENCHANT):
        return _tile_in_hand(draft, a, b, step == Step.ENCHANT)
    elif step == Step.CHOOSE_PLAYER and a not in (Colour.RED, Colour.GRAY, Colour.GOLD):
        return "the colour helps nobody"
    elif step == Step.NETHERITE and not any(p.supply):
        return "no Netherite item lies face up"
    elif step == Step.COVER and not _has_obstacle(p):
        return "no obstacle can be covered"
    return None


def _slot(draft: Draft, seat: int, slot: int, *types: ItemType) -> str | None:
    kind = int(draft.p.item_kind[seat, slot])
    if kind >= 0 and draft.lexicon.box.item_type[kind] in types:
        return None
    return f"slot {slot} holds nothing that it can be about"


def _tile_in_hand(draft: Draft, seat: int, kind: int, enchants: bool) -> str | None:
    """Return why a tile cannot be exchanged for an item or laid on one, None if it can."""
    p, box = draft.p, draft.lexicon.box
    if p.drawn[0] != kind or p.drawn[1] >= 0:
        return "the item is the one tile in hand (`drawn`)"
    if (box.item_type[kind] == ItemType.ENCHANTMENT) != enchants:
        return "an enchantment is attached, another item replaces one"
    for owned, on in zip(p.item_kind[seat], p.item_enchantments[seat], strict=True):
        fits = box.item_type[owned] == box.item_enchants[kind] and on[-1] < 0
        if owned >= 0 and (not enchants or fits):
            return None
    return "the player owns nothing for it"


def _has_obstacle(p: Any) -> bool:
    held = {int(space) for space in (*p.mob_space, *p.player_space)}
    return any(
        (int(p.lava[row]) | int(p.magma[row]) | int(p.soul_sand[row])) & ~int(p.brown[row])
        & 1 << column
        and row * L.COLUMNS + column not in held
        for row in range(p.rows)
        for column in range(p.open_columns)
    )  # fmt: skip


def _check_counts(draft: Draft, rows: Sequence[Row]) -> None:
    """Refuse frames that together need more than there is, or more room than a field has."""
    p = draft.p
    chances = Counter(row[1] for row in rows if row[0] == Step.CHANCE)
    blind = sum(row[1] for row in rows if row[0] == Step.BLIND) + chances[Chance.USED_BLOCK]
    if blind > p.used.sum():
        raise fault(("agenda",), "more blocks are to be drawn than the used pile has")
    if max(int(p.hand.sum()), int(p.mined)) + blind + int(p.mines_left) > L.HAND:
        raise fault(("hand",), f"{L.HAND} blocks are the most that one action can bring (MINE-03)")
    if int(p.dice_count) + int(p.dice_to_roll) + chances[Chance.COMBAT_DIE] > L.DICE:
        raise fault(("fight",), f"{L.DICE} combat dice are the most that a fight can have")
    tiles = sum(int(tile) >= 0 for tile in p.drawn) + sum(row[0] == Step.DRAW for row in rows)
    if tiles + chances[Chance.TILE_DRAWN] > len(p.drawn):
        raise fault(("drawn",), "two tiles are the most that a find turns up (ITEM-02)")
    for colour, count in Counter(row[1] for row in rows if row[0] == Step.USE).items():
        if count > p.hand[colour]:
            raise fault(("hand",), f"no {COLOURS[colour]} block is in hand to be used")
    if rows[0][0] == Step.TURN:
        return
    for die, kind, value in (
        ("blocks", Chance.BLOCKS_DIE, p.blocks_die),
        ("mob", Chance.MOB_DIE, p.mob_die),
    ):
        if value < 0 and not chances[kind]:
            raise fault(("dice", die), "the die has been rolled this turn: say what it shows")


def _check_traces(draft: Draft, steps: Set[Step]) -> None:
    """Refuse values that have a meaning only while certain steps are pending."""
    p = draft.p
    for key, present, pending in (
        ("hand", p.hand.any(), [Step.USE_BLOCKS]),
        ("mines_left", p.mines_left > 0, [Step.MINE]),
        ("mined", p.mined > 0, [Step.PICKAXE_DOWN]),
        ("steps_left", p.steps_left > 0, [Step.WALK, Step.MOVED]),
        ("in_use", p.slot_in_use >= 0, [Step.WALK, Step.MOVED, Step.PICKAXE_DOWN]),
        ("fight", p.fight_mob >= 0, [Step.FIGHT_END]),
        ("drawn", p.drawn[0] >= 0, [Step.DRAW, Step.KEEP, Step.REPLACE, Step.ENCHANT]),
        ("pending_mobs", p.pending_mobs != 0, [Step.NEXT_MOB]),
    ):
        if present and not steps & set(pending):
            names = " or ".join(repr(STEPS[step]) for step in pending)
            raise fault((key,), f"this is so only while {names} is on the agenda")
