"""What happens in games of Portal Dash: blocks, tasks, damage, fights and items."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from pathlib import Path
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from tablemates.agents.game_statistics import Counted, GameCounter
from tablemates.envs.core.documents import DocumentModel
from tablemates.envs.core.parts import read_entries
from tablemates.envs.portal_dash.naming import mob_kind_name, source_name
from tablemates.envs.portal_dash.rules import limits as L
from tablemates.envs.portal_dash.rules.vocabulary import MAGMA, Cause, Event, Reason

#: Sources of damage: kinds of mobs, and magma.
SOURCES: Final = MAGMA + 1
#: Reasons for which a block leaves the cube, in the order of ``taken``.
_REASONS: Final = (Reason.DIE, Reason.BOSS, Reason.MINED)
#: Stands for a killer or a number of blocks that does not exist.
NOWHERE: Final = -1

_TABLES: Final = Path(__file__).with_name("statistics.yaml")
Numbers = npt.NDArray[np.int16]

#: What is counted in a game, with its shape.
_SHAPES: Final[Mapping[str, tuple[int, ...]]] = {
    "turn": (),  # the present one; in the end: the last
    "taken": (len(_REASONS), L.COLOURS),  # out of the cube
    "drawn": (L.COLOURS,),  # from the used pile
    "abilities": (L.COLOURS,),
    "placed": (L.TASKS, L.COLOURS),
    # tasks against layers: the first task against the top layer, and so on
    "task_turn": (L.TASKS,),  # in which it was done, 0: never
    "task_left": (L.TASKS,),  # blocks of its layer at that moment, or -1
    "layer_left": (L.CUBE_LAYERS,),  # blocks, in the end
    "layer_turn": (L.CUBE_LAYERS,),  # in which it became empty, 0: never
    "found": (L.ITEM_KINDS,),  # tiles kept
    "refused": (),  # tiles turned up and not kept
    "chests": (),  # opened
    "hearts_lost": (SOURCES,),  # off life trackers
    "armour_lost": (SOURCES,),
    "fights": (L.ITEM_KINDS,),  # by weapon
    "boss_damage": (L.ITEM_KINDS,),  # life taken, by weapon
    "defeated": (L.MOB_KINDS,),
    "boss_turn": (),  # in which the first one appeared, 0: never
    "weapon": (),  # of the present fight
    "life": (),  # of the opponent, before the dice
    "killer": (),  # what killed a player; -1: nobody died
}
#: Events of which each is one more: of what, and the field that says of which kind.
_ONE_MORE: Final = {
    Event.BLOCK_DRAWN: ("drawn", "colour"),
    Event.ABILITY_USED: ("abilities", "colour"),
    Event.ITEM_KEPT: ("found", "item"),
    Event.ITEM_ENCHANTED: ("found", "enchantment"),
    Event.CHEST_OPENED: ("chests", ""),
    Event.HEART_LOST: ("hearts_lost", "source"),
    Event.ARMOUR_HEART_LOST: ("armour_lost", "source"),
    Event.FIGHT_STARTED: ("fights", "item"),
}


class Counter(GameCounter):
    """Counts events of games: ``counts`` by name, the games along the first axis."""

    def __init__(self, count: int) -> None:
        self.counts = {name: np.zeros((count, *shape), np.int16) for name, shape in _SHAPES.items()}
        self.counts["layer_left"][:] = L.CUBE_COLUMNS
        for name in ("task_left", "killer"):
            self.counts[name][:] = NOWHERE

    def after(self, n: int, game: Any) -> None:
        """Count the events of the last move of the n-th game, or of its set-up."""
        for kind, *numbers in game.work.events[: game.work.event_count].tolist():
            self._count(n, Event(kind), numbers, game)

    def _count(self, n: int, kind: Event, numbers: Sequence[int], game: Any) -> None:
        c, f = self.counts, dict(zip(kind.fields, numbers, strict=False))
        turn = c["turn"][n]
        if kind in _ONE_MORE:
            name, field = _ONE_MORE[kind]
            c[name][(n, f[field]) if field else n] += 1
        match kind:
            case Event.TURN_STARTED:
                c["turn"][n] = f["turn"]
            case Event.BLOCK_REMOVED:
                layer = f["layer"] - 1
                c["taken"][n, _REASONS.index(Reason(f["reason"])), f["colour"]] += 1
                c["layer_left"][n, layer] -= 1
                if c["layer_left"][n, layer] == 0:
                    c["layer_turn"][n, layer] = turn
            case Event.BLOCK_PLACED:
                c["placed"][n, f["place"] // L.TASK_COLUMNS, f["colour"]] += 1
            case Event.TASK_DONE:
                c["task_turn"][n, f["task"]] = turn
                c["task_left"][n, f["task"]] = c["layer_left"][n, f["task"]]
            case Event.TILE_DISCARDED if f["reason"] == Reason.NOT_KEPT:
                c["refused"][n] += 1
            case Event.FIGHT_STARTED:
                c["weapon"][n] = f["item"]
            case Event.FIGHT_ENDED:
                c["life"][n] = f["life"]
            case Event.BOSS_HIT:
                c["boss_damage"][n, c["weapon"][n]] += c["life"][n] - f["life"]
            case Event.MOB_DEFEATED if f["mob"] < L.REGULAR_MOBS:
                c["defeated"][n, game.box_record.mob_kind[f["mob"]]] += 1
            case Event.BOSS_APPEARED if c["boss_turn"][n] == 0:
                c["boss_turn"][n] = turn

    def end(self, n: int, game: Any) -> None:
        """Note what killed a player."""
        if game.public.cause == Cause.PLAYER_DIED:
            self.counts["killer"][n] = game.public.cause_source

    def tables(self, games: Sequence[int], game: Any) -> list[Counted]:
        """Return the tables of some games."""
        chosen = {name: counts[list(games)] for name, counts in self.counts.items()}
        chosen["killed"] = chosen["killer"][:, None] == np.arange(SOURCES)
        words = {
            "item": game.names.items,
            "mob": [mob_kind_name(kind) for kind in range(L.MOB_KINDS)],
            "source": [source_name(source) for source in range(SOURCES)],
        }
        tables = read_entries(_TABLES, _Table).items()
        return [Counted(title, one.note, [*one.filled(chosen, words)]) for title, one in tables]


class _Table(DocumentModel):
    """A table: what the number of each line is, by its label."""

    note: str
    lines: Mapping[str, str]

    def filled(
        self, counts: Mapping[str, Numbers], words: Mapping[str, Sequence[str]]
    ) -> Iterator[tuple[str, float]]:
        """Yield labels and values; lines that name the same in braces are repeated together."""
        for field, lines in groupby(self.lines.items(), lambda line: line[0].partition("}")[0]):
            same, name = list(lines), field.rpartition("{")[2]
            for n, word in enumerate(words.get(name, [""])):
                for label, value in same:
                    yield label.replace(f"{{{name}}}", word), _value(counts, value, n)


def _value(counts: Mapping[str, Numbers], line: str, n: int) -> float:
    measure, name, *places = line.split()
    whole = counts[name]
    part = whole[:, n if places == ["n"] else int(places[0])] if places else whole
    match measure:
        case "mean":
            return float(part.reshape(len(part), -1).sum(axis=1).mean())
        case "percent":
            return 100 * float((part > 0).mean())
        case "share":
            return float(100 * part.sum() / max(1, whole.sum()))
    reached = part[part >= (measure == "turn")]
    return float(reached.mean()) if len(reached) else float("nan")
