"""The agenda of a position: the steps still to be done, the next one first.

A step without arguments is its name; others are objects such as
``{"step": "harm", "player": 0, "damage": 2, "source": "ghast"}``. An agenda is
accepted if each step finds the things it is about and there is room for what it
brings; whether a game can come to it is not checked.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence, Set
from typing import Any, Final, TypeAlias

from tablemates.envs.portal_dash.positions.keys import (
    CHANCES,
    COLOURS,
    DECISIONS,
    FACES,
    REASONS,
    STEPS,
    Frame,
)
from tablemates.envs.portal_dash.positions.reader import Lexicon, Reader, fault
from tablemates.envs.portal_dash.rules import limits as L
from tablemates.envs.portal_dash.rules.agenda import Step
from tablemates.envs.portal_dash.rules.cube import UNSEEN
from tablemates.envs.portal_dash.rules.vocabulary import Chance, Colour

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

#: Most steps besides modes of leggings and starts; what a step may still push needs the rest.
_MOST: Final = 16


def read_agenda(r: Reader) -> list[Row]:
    """Return the frames, the next one last, and write how many actions are done."""
    given, p = r.given, r.p
    p.actions_done = given.actions_done or 0
    if r.over:
        if given.agenda:
            raise fault(("agenda",), "the game is over: nothing is to be done")
        return []
    if given.agenda is None:
        return _frames_of_stage(r, given.decision or "action")
    return [_row(r, n, frame) for n, frame in enumerate(given.agenda)][::-1]


def _frames_of_stage(r: Reader, decision: str) -> list[Row]:
    p, given = r.p, r.given
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


def _row(r: Reader, n: int, frame: Frame) -> Row:
    place, step, values = ("agenda", n), STEPS[frame.step], [frame.step]
    names = arguments_of(frame.step, frame.chance)
    given = {name: one for name, one in frame if name != "step" and one is not None}
    for name in given.keys() ^ set(names):
        raise fault((*place, name), f"{step!r} {'has no' if name in given else 'needs its'} {name}")
    for name in names:
        value = given[name]
        if name == "player" and value >= r.p.players:
            raise fault((*place, name), f"there is no player {value}: seats are counted from 0")
        if name == "mob":
            value = r.piece(value, (*place, name))
        values.append(L.CUBE_LAYERS - value if name == "layer" else value)
    kind, a, b, c = [*values, 0, 0, 0][:4]
    return kind, a, b, c


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


def check_agenda(r: Reader, rows: Sequence[Row]) -> None:
    """Refuse an agenda that the engine cannot run; ``rows`` are its frames, the next one last."""
    p, counts = r.p, Counter(row[0] for row in rows)
    last = rows[0][0] if rows else None
    if last not in (Step.TURN, Step.END_TURN):
        raise fault(("agenda",), "it ends with 'turn' or with 'end turn'")
    actions = 0 if last == Step.TURN else 2 - int(p.actions_done)
    if counts[Step.ACTION] != actions:
        reason = f"{counts[Step.ACTION]} times 'action' does not go with"
        raise fault(("agenda",), f"{reason} actions_done {p.actions_done}")
    if len(rows) - counts[Step.START] - counts[Step.MODE] > _MOST:
        raise fault(("agenda",), f"more than {_MOST} steps are too many")
    for n, row in enumerate(rows):
        missing = _missing(r, row)
        if missing:
            raise fault(("agenda", len(rows) - 1 - n), f"{STEPS[row[0]]!r}: {missing}")
    _check_room(r, rows)
    _check_traces(r, set(counts))


def _missing(r: Reader, row: Row) -> str | None:
    """Return what a frame lacks, None if nothing."""
    step, a, b, c = row
    p = r.p
    match step:
        case Step.CHANCE if a == Chance.TILE_DRAWN and not any(p.stack_count):
            return "the stack is empty"
        case Step.CHANCE if a == Chance.BLOCK_UNCOVERED and p.cube[b, c] != UNSEEN:
            return "the block is gone or has been seen"
        case Step.MOVE_MOB | Step.ATTACK if p.mob_space[a] < 0:
            return "the mob is not on the board"
        case Step.HIT | Step.PUSH | Step.DAMAGE_ITEM if p.mob_space[b] < 0:
            return "the mob is not on the board"
        case Step.ROLL | Step.REROLL | Step.FIGHT_END if p.fight_mob < 0:
            return "a mob on the board is fought (`fight`)"
        case Step.FIGHT | Step.REROLL if p.item_kind[p.active_player, a] < 0:
            return f"slot {a} is empty"
        case Step.MODE if p.item_kind[a, b] < 0:
            return f"slot {b} is empty"
        case Step.WALK if p.slot_in_use < 0:
            return "boots are in use (`in_use`)"
        case Step.REPLACE | Step.ENCHANT if p.drawn[0] != b:
            return "the item is the one tile in hand (`drawn`)"
        case Step.CHOOSE_PLAYER if a not in (Colour.RED, Colour.GRAY, Colour.GOLD):
            return "the colour helps nobody"
        case Step.NETHERITE if not any(p.supply):
            return "no Netherite item lies face up"
    return None


def _check_room(r: Reader, rows: Sequence[Row]) -> None:
    """Refuse frames that together bring more than a field has room for."""
    p = r.p
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


def _check_traces(r: Reader, steps: Set[int]) -> None:
    """Refuse values that have a meaning only while certain steps are pending."""
    p = r.p
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
