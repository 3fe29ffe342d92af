"""The agenda of a position: the steps still to be done, the next one first.

It is accepted if each step finds what it is about and there is room for what it brings; whether
a game can come to it is not checked.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any, Final, TypeAlias

from tablemates.envs.portal_dash.positions import keys as K
from tablemates.envs.portal_dash.positions.reader import Lexicon, Reader, refuse
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
#: Steps of a position without an agenda by its decision, the next one last; dice by what they are.
STAGES: Final[dict[str, tuple[Step | Chance, ...]]] = {
    "start space": (Step.TURN,),
    "turn start": (*_TURN, Chance.MOB_DIE, Chance.BLOCKS_DIE),
    "blocks die": (*_TURN[:4], Step.BLOCKS, Chance.BLOCKS_DIE),
    "mob die": (*_TURN[:5], Chance.MOB_DIE),
    "action": _TURN[:4],
    "reveal": _TURN[:2],
}
#: Most steps besides modes of leggings and starts; what a step may still push needs the rest.
_MOST: Final = 16


def read_agenda(r: Reader) -> list[Row]:
    """Return the frames, the next one last, and write how many actions are done."""
    given, p = r.given, r.p
    p.actions_done = given.actions_done or 0
    if r.over:
        refuse(given.agenda, "agenda", "the game is over: nothing is to be done")
        return []
    if given.agenda is None:
        return _frames_of_stage(r, given.decision or "action")
    return [_row(r, n, frame) for n, frame in enumerate(given.agenda)][::-1]


def _frames_of_stage(r: Reader, decision: str) -> list[Row]:
    p, given = r.p, r.given
    reason = "needs an `agenda`" if decision in K.DECISIONS else "is no decision"
    reason = f"{decision!r} {reason}; without one it is one of {', '.join(STAGES)}"
    refuse(decision not in STAGES, "decision", reason)
    if decision != "action":
        p.actions_done = 2 if decision == "reveal" else 0
        reason = f"before {decision!r} it is {p.actions_done}, not {given.actions_done}"
        refuse(given.actions_done not in (None, p.actions_done), "actions_done", reason)
    reason = "both actions are done: the decision is not 'action'"
    refuse(decision == "action" and p.actions_done == 2, "actions_done", reason)
    rows: list[Row] = [
        (int(Step.CHANCE), int(one), 0, 0) if isinstance(one, Chance) else (int(one), 0, 0, 0)
        for one in STAGES[decision]
    ]
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


def _row(r: Reader, n: int, frame: K.Frame) -> Row:
    place, step, values = f"agenda.{n}", K.STEPS[frame.step], [frame.step]
    names = arguments_of(frame.step, frame.chance)
    given = {name: one for name, one in frame if name != "step" and one is not None}
    for name in given.keys() ^ set(names):
        reason = f"{step!r} {'has no' if name in given else 'needs its'} {name}"
        refuse(True, f"{place}.{name}", reason)
    for name in names:
        value = given[name]
        reason = f"there is no player {value}: seats are counted from 0"
        refuse(name == "player" and value >= r.p.players, f"{place}.{name}", reason)
        if name == "mob":
            value = r.piece(value, f"{place}.{name}")
        values.append(L.CUBE_LAYERS - value if name == "layer" else value)
    kind, a, b, c = [*values, 0, 0, 0][:4]
    return kind, a, b, c


def frames(p: Any, lexicon: Lexicon) -> list[Any]:
    """Return the agenda of a game as plain data, the next frame first."""
    tables: dict[str, Sequence[str | int]] = {
        "source": lexicon.sources,
        "face": K.FACES,
        "reason": K.REASONS,
        "item": lexicon.items,
        "colour": K.COLOURS,
        "chance": K.CHANCES,
        "mob": lexicon.of_pieces(lexicon.mobs, p.boss_kind),
        "layer": range(L.CUBE_LAYERS, 0, -1),
    }
    found: list[Any] = []
    for step, *values in p.agenda[: p.agenda_length][::-1].tolist():
        entry: dict[str, Any] = {"step": K.STEPS[step]}
        for name, value in zip(arguments_of(step, values[0]), values, strict=False):
            entry[name] = tables[name][value] if name in tables else value
        found.append(entry if len(entry) > 1 else K.STEPS[step])
    return found


# -- what the engine relies on --------------------------------------------------------


def check_agenda(r: Reader) -> None:
    """Refuse an agenda that the engine cannot run."""
    p, rows = r.p, r.rows
    counts = Counter(row[0] for row in rows)
    last = rows[0][0] if rows else None
    ends = last in (Step.TURN, Step.END_TURN)
    refuse(not ends, "agenda", "it ends with 'turn' or with 'end turn'")
    actions = 0 if last == Step.TURN else 2 - int(p.actions_done)
    reason = f"{counts[Step.ACTION]} times 'action' does not go with actions_done {p.actions_done}"
    refuse(counts[Step.ACTION] != actions, "agenda", reason)
    too_many = len(rows) - counts[Step.START] - counts[Step.MODE] > _MOST
    refuse(too_many, "agenda", f"more than {_MOST} steps are too many")
    for n, row in enumerate(reversed(rows)):
        missing = _missing(r, row)
        refuse(missing, f"agenda.{n}", f"{K.STEPS[row[0]]!r}: {missing}")
    _check_room(r, counts)
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
        names = " or ".join(repr(K.STEPS[step]) for step in pending)
        stray = present and not counts.keys() & set(pending)
        refuse(stray, key, f"this is so only while {names} is on the agenda")


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


def _check_room(r: Reader, counts: Counter[int]) -> None:
    """Refuse frames that together bring more than a field has room for."""
    p = r.p
    chances = Counter(row[1] for row in r.rows if row[0] == Step.CHANCE)
    blind = sum(row[1] for row in r.rows if row[0] == Step.BLIND) + chances[Chance.USED_BLOCK]
    hand = max(int(p.hand.sum()), int(p.mined)) + blind + int(p.mines_left)
    dice = int(p.dice_count) + int(p.dice_to_roll) + chances[Chance.COMBAT_DIE]
    tiles = int((p.drawn >= 0).sum()) + counts[Step.DRAW] + chances[Chance.TILE_DRAWN]
    many = "are the most that"
    refuse(blind > p.used.sum(), "agenda", "more blocks are to be drawn than the used pile has")
    refuse(hand > L.HAND, "hand", f"{L.HAND} blocks {many} one action can bring (MINE-03)")
    refuse(dice > L.DICE, "fight", f"{L.DICE} combat dice {many} a fight can have")
    refuse(tiles > len(p.drawn), "drawn", f"two tiles {many} a find turns up (ITEM-02)")
