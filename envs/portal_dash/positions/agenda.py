"""The agenda of a position: the steps still to be done, the next one first.

A step without arguments is its name; others are objects such as
``{"step": "harm", "player": 0, "damage": 2, "source": "ghast"}``.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from tablemates.envs.core.documents import Place
from tablemates.envs.portal_dash.positions.draft import Draft
from tablemates.envs.portal_dash.positions.errors import fault, pick
from tablemates.envs.portal_dash.positions.names import CHANCES, COLOURS, FACES, Lexicon, words
from tablemates.envs.portal_dash.positions.schema import Frame
from tablemates.envs.portal_dash.rules import limits as L
from tablemates.envs.portal_dash.rules.agenda import Step
from tablemates.envs.portal_dash.rules.vocabulary import Chance, Decision, Reason

STEPS: Final = words(Step)
REASONS: Final = words(Reason)
#: What a frame says about itself, in the order of its numbers.
ARGUMENTS: Final[dict[Step, tuple[str, ...]]] = {
    Step.START: ("player",),
    Step.CHANCE: ("chance",),
    Step.MOVE_MOB: ("mob",),
    Step.ATTACK: ("mob",),
    Step.HIT: ("player", "mob"),
    Step.HARM: ("player", "damage", "source"),
    Step.HARM_LIFE: ("player", "damage", "source"),
    Step.PUSH: ("player", "mob"),
    Step.DAMAGE_ITEM: ("player", "mob"),
    Step.REMOVE_BLOCK: ("face", "reason"),
    Step.FIND: ("player",),
    Step.DRAW: ("player",),
    Step.KEEP: ("player",),
    Step.REPLACE: ("player", "item"),
    Step.ENCHANT: ("player", "item"),
    Step.MODE: ("player", "slot"),
    Step.FIGHT: ("slot",),
    Step.REROLL: ("slot",),
    Step.BLIND: ("blocks",),
    Step.USE: ("colour",),
    Step.CHOOSE_PLAYER: ("colour",),
}
#: The same for a frame of chance, by what is drawn.
CHANCE_ARGUMENTS: Final[dict[Chance, tuple[str, ...]]] = {
    Chance.TILE_DRAWN: ("player",),
    Chance.BLOCK_UNCOVERED: ("column", "layer"),
    Chance.PART_REVEALED: ("part",),
}
#: Kinds of chance that a game stops for.
_ASKED: Final = CHANCES[: Chance.SETUP]
#: A turn's frames from its end.
_TURN: Final = (Step.END_TURN, Step.REVEAL, Step.ACTION, Step.ACTION, Step.MOBS, Step.BLOCKS)


@dataclass(frozen=True)
class Stage:
    """Where a position stands that gives no agenda.

    Attributes:
        frames: The agenda, the next frame last; chance frames with their kind.
        actions_done: Of the active player's two; None: as the position says.
    """

    frames: tuple[tuple[Step, int], ...]
    actions_done: int | None = 0


def _turn(n: int, *chances: Chance) -> tuple[tuple[Step, int], ...]:
    frames = [(step, 0) for step in _TURN[:n]]
    return (*frames, *((Step.CHANCE, int(chance)) for chance in chances))


STAGES: Final[dict[str, Stage]] = {
    "start space": Stage(((Step.TURN, 0),)),
    "turn start": Stage(_turn(6, Chance.MOB_DIE, Chance.BLOCKS_DIE)),
    "blocks die": Stage((*_turn(4), (Step.BLOCKS, 0), (Step.CHANCE, int(Chance.BLOCKS_DIE)))),
    "mob die": Stage(_turn(5, Chance.MOB_DIE)),
    "action": Stage(_turn(4), actions_done=None),
    "reveal": Stage(_turn(2), actions_done=2),
}

Row: TypeAlias = tuple[int, int, int, int]


def read_agenda(draft: Draft) -> list[Row]:
    """Return the frames, the next one last, and write how far the turn is.

    Raises:
        PositionError: A frame is not well formed.
    """
    given, p = draft.given, draft.p
    p.actions_done = given.actions_done or 0
    if given.end is not None:
        if given.agenda:
            raise fault(("agenda",), "the game is over: nothing is to be done")
        return []
    if given.agenda is None:
        return _frames_of(draft, given.decision or "action")
    rows = []
    for n, one in enumerate(given.agenda):
        frame = Frame(step=one) if isinstance(one, str) else one
        rows.append(_row(draft, frame, ("agenda", n)))
    return rows[::-1]


def _frames_of(draft: Draft, decision: str) -> list[Row]:
    p, given = draft.p, draft.given
    if decision not in STAGES:
        if decision in words(Decision):
            known = ", ".join(STAGES)
            reason = f"{decision!r} needs an `agenda`; without one it is one of {known}"
            raise fault(("decision",), reason)
        pick(tuple(STAGES), decision, ("decision",), "decision")
    stage = STAGES[decision]
    if stage.actions_done is not None:
        p.actions_done = stage.actions_done
        if given.actions_done not in (None, stage.actions_done):
            reason = f"before {decision!r} it is {stage.actions_done}, not {given.actions_done}"
            raise fault(("actions_done",), reason)
    elif p.actions_done == 2:
        raise fault(("actions_done",), "both actions are done: the decision is not 'action'")
    rows: list[Row] = [(int(step), a, 0, 0) for step, a in stage.frames]
    if decision == "action" and p.actions_done == 1:
        rows.pop()
    if decision == "start space":
        seats = [(given.first_player + i) % int(p.players) for i in range(p.players)]
        rows += [(int(Step.START), seat, 0, 0) for seat in reversed(seats)]
    return rows


def _row(draft: Draft, frame: Frame, place: Place) -> Row:
    step = Step(pick(STEPS, frame.step, (*place, "step"), "step"))
    names = ARGUMENTS.get(step, ())
    values = []
    if step == Step.CHANCE and frame.chance is not None:
        kind = Chance(pick(_ASKED, frame.chance, (*place, "chance"), "chance"))
        names = ("chance", *CHANCE_ARGUMENTS.get(kind, ()))
    for name, value in frame.model_dump(exclude={"step"}).items():
        if value is not None and name not in names:
            raise fault((*place, name), f"{frame.step!r} has no {name}")
    for name in names:
        value = getattr(frame, name)
        if value is None:
            raise fault((*place, name), f"{frame.step!r} needs its {name}")
        values.append(_READERS[name](draft, value, (*place, name)))
    a, b, c = [*values, 0, 0, 0][:3]
    return int(step), a, b, c


def _player(draft: Draft, value: Any, place: Place) -> int:
    if value >= draft.p.players:
        raise fault(place, f"there is no player {value}: seats are counted from 0")
    return int(value)


def _as_it_is(_draft: Draft, value: Any, _place: Place) -> int:
    return int(value)


_READERS: Final[dict[str, Callable[[Draft, Any, Place], int]]] = {
    "player": _player,
    "mob": lambda draft, value, place: draft.lexicon.piece(value, draft.boss_kind, place),
    "damage": _as_it_is,
    "source": lambda draft, value, place: pick(draft.lexicon.sources, value, place, "source"),
    "face": lambda _draft, value, place: pick(FACES, value, place, "face"),
    "reason": lambda _draft, value, place: pick(REASONS[:2], value, place, "reason"),
    "item": lambda draft, value, place: draft.lexicon.item(value, place),
    "slot": _as_it_is,
    "blocks": _as_it_is,
    "colour": lambda _draft, value, place: pick(COLOURS, value, place, "colour"),
    "chance": lambda _draft, value, place: pick(CHANCES, value, place, "chance"),
    "column": _as_it_is,
    "layer": lambda _draft, value, _place: L.CUBE_LAYERS - int(value),
    "part": _as_it_is,
}


def write_agenda(p: Any, rows: Sequence[Row]) -> None:
    """Write the frames."""
    p.agenda = 0
    for n, row in enumerate(rows):
        p.agenda[n] = row
    p.agenda_length = len(rows)


def frames(p: Any, lexicon: Lexicon) -> list[Any]:
    """Return the agenda of a game, the next frame first."""
    rows = [tuple(map(int, p.agenda[n])) for n in range(int(p.agenda_length))]
    return [_frame(row, lexicon, list(p.boss_kind)) for row in reversed(rows)]


def _frame(row: Sequence[int], lexicon: Lexicon, boss_kind: Sequence[int]) -> Any:
    step = Step(row[0])
    names = ARGUMENTS.get(step, ())
    if step == Step.CHANCE:
        names = ("chance", *CHANCE_ARGUMENTS.get(Chance(row[1]), ()))
    if not names:
        return STEPS[step]
    entry: dict[str, Any] = {"step": STEPS[step]}
    for name, value in zip(names, row[1:], strict=False):
        entry[name] = _said(name, value, lexicon, boss_kind)
    return entry


def _said(name: str, value: int, lexicon: Lexicon, boss_kind: Sequence[int]) -> Any:
    tables: dict[str, Sequence[str]] = {
        "source": lexicon.sources,
        "face": FACES,
        "reason": REASONS,
        "item": lexicon.items,
        "colour": COLOURS,
        "chance": CHANCES,
    }
    if name == "mob":
        return lexicon.piece_name(value, boss_kind)
    if name == "layer":
        return L.CUBE_LAYERS - value
    return tables[name][value] if name in tables else value
