"""Rows played again, many at once: what they say has to come of what was played."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from tablemates.agents.evaluation.asking import ask
from tablemates.agents.evaluation.rows import (
    CRASH,
    FORFEITS,
    ILLEGAL_ACTION,
    NO_ACTION,
    STALL,
    Row,
)
from tablemates.agents.evaluation.tables import Integers, Tables
from tablemates.agents.outside.asking import Answer
from tablemates.agents.outside.noise import NoisyAgent
from tablemates.agents.registry import is_limited
from tablemates.envs.core.agent import Agent
from tablemates.envs.core.errors import FormatError, SettingsError
from tablemates.envs.core.game import OVER
from tablemates.envs.core.replay import unpack_actions
from tablemates.envs.portal_dash.components import Components, ComponentsError
from tablemates.envs.portal_dash.settings import Settings

#: Games side by side.
_LANES: Final = 256
#: What a row says of its end that must come of its actions.
_ENDING: Final = ("outcome", "progress", "turns", "decisions", "final")


class Resimulation:
    """Plays rows again.

    Args:
        components: The parts that they were played with.
        agents: Asked again for every decision of theirs; others are not asked. Looked at anew
            each time, so that some may join later.
    """

    def __init__(
        self,
        components: str | Path | Components | None = None,
        agents: Mapping[str, Agent] | None = None,
    ) -> None:
        self._components = components
        self._tables: dict[str, Tables] = {}
        self._asking = _Asking({} if agents is None else agents)

    def faults(
        self, rows: Sequence[Row], note: Callable[[int], None] = lambda _done: None
    ) -> list[str | None]:
        """Return why rows do not hold, None for each that does.

        Args:
            rows: The rows.
            note: Called with the number of rows examined, now and then.
        """
        found: list[str | None] = [None] * len(rows)
        groups: dict[str, list[_Case]] = {}
        for place, row in enumerate(rows):
            try:
                actions = np.array(unpack_actions(row.actions), np.int64)
            except FormatError as error:
                found[place] = str(error)
                continue
            seats = tuple(row.recipe.get(name) for name in ("level", "players", "players"))
            if (row.level, row.players, len(row.agents)) != seats:
                found[place] = "its level, players or agents are not those of its recipe"
                continue
            recipe = json.dumps(row.recipe, sort_keys=True)
            groups.setdefault(recipe, []).append(_Case(place, row, actions))
        done = 0
        for recipe, cases in groups.items():
            try:
                tables = self._tables_of(recipe)
            except (SettingsError, ComponentsError, TypeError, ValueError) as error:
                for case in cases:
                    found[case.place] = f"its recipe makes no game: {error}"
                continue
            for case in _Examination(tables, cases, self._asking).run():
                found[case.place] = case.fault
                done += 1
                note(done)
        return found

    def _tables_of(self, recipe: str) -> Tables:
        if recipe not in self._tables:
            settings = Settings.of_recipe(json.loads(recipe), self._components)
            if settings.chance != "sampled" or isinstance(settings.level, list | tuple):
                raise SettingsError("it is none of an evaluation")
            self._tables[recipe] = Tables(settings, _LANES)
        return self._tables[recipe]


class _Case:
    """A row under examination.

    Args:
        place: Where it stands among those that were given.
        row: The row.
        actions: What was played.
    """

    __slots__ = ("actions", "fault", "place", "row")

    def __init__(self, place: int, row: Row, actions: Integers) -> None:
        self.place = place
        self.row = row
        self.actions = actions
        self.fault: str | None = None


class _Asking:
    """Whom to ask again.

    Args:
        agents: By the names that rows use.
    """

    def __init__(self, agents: Mapping[str, Agent]) -> None:
        self._agents = agents
        self._noisy: dict[tuple[str, float], Agent] = {}

    def __bool__(self) -> bool:
        return bool(self._agents)

    def who(self, row: Row, seat: int) -> Agent | None:
        """Return who decided in a seat, None for one who is not asked again."""
        name = row.agents[seat]
        if name not in self._agents or seat == 0 or row.noise == 0:
            return self._agents.get(name)
        key = name, row.noise
        if key not in self._noisy:
            self._noisy[key] = NoisyAgent(self._agents[name], row.noise)
        return self._noisy[key]


class _Examination:
    """Games of one recipe, played again side by side.

    Args:
        tables: Where.
        cases: The rows.
        asking: Whom to ask again.
    """

    def __init__(self, tables: Tables, cases: Sequence[_Case], asking: _Asking) -> None:
        self._tables = tables
        self._waiting = list(reversed(cases))
        self._asking = asking
        self._cases: list[_Case | None] = [None] * _LANES
        # Of the case in each lane: its actions, and what bounds them.
        longest = max((len(case.actions) for case in cases), default=0)
        self._log = np.zeros((_LANES, longest), np.uint16)
        self._length = np.zeros(_LANES, np.int64)
        self._max_turns = np.zeros(_LANES, np.int64)
        self._forfeited = np.zeros(_LANES, np.bool_)

    def run(self) -> Iterator[_Case]:
        """Yield each case as soon as it is known whether it holds."""
        tables = self._tables
        live = np.empty(0, np.int64)
        while self._waiting or len(live):
            live = np.concatenate([live, self._begin()])
            holds = self._play(live)
            over = ~holds | (tables.taken[live] >= self._length[live])
            if not over.any():
                continue
            ended, live = live[over], live[~over]
            for lane, ending in zip(ended.tolist(), tables.endings(ended), strict=True):
                case = self._case(lane)
                if case.fault is None:
                    case.fault = _contradiction(case, ending, int(tables.seats[lane]) == OVER)
                self._cases[lane] = None
                yield case

    def _case(self, lane: int) -> _Case:
        case = self._cases[lane]
        assert case is not None
        return case

    def _begin(self) -> Integers:
        free = [n for n, case in enumerate(self._cases) if case is None][: len(self._waiting)]
        begun = [self._waiting.pop() for _ in free]
        recipes = [case.row.recipe for case in begun]
        seeds = [case.row.seed for case in begun]
        games = [
            (seed, one["level"], one["players"]) for seed, one in zip(seeds, recipes, strict=True)
        ]
        if begun:
            self._tables.begin(free, games)
        for lane, case in zip(free, begun, strict=True):
            self._cases[lane] = case
            self._log[lane, : len(case.actions)] = case.actions
            self._length[lane] = len(case.actions)
            self._max_turns[lane] = case.row.max_turns
            self._forfeited[lane] = case.row.cause in FORFEITS
        return np.array(free, np.int64)

    def _play(self, live: Integers) -> npt.NDArray[np.bool_]:
        """Play the next action of each game; return which rows hold so far."""
        tables = self._tables
        taken = tables.taken[live]
        more = taken < self._length[live]
        over = (tables.seats[live] < 0) | (tables.turns[live] > self._max_turns[live])
        actions = np.where(more, self._log[live, np.where(more, taken, 0)], 0).astype(np.int64)
        legal = tables.legal(live, actions)
        last = taken + 1 == self._length[live]
        known = (actions < len(tables.game.catalogue)) | (actions == NO_ACTION)
        # What is not legal forfeits the game, and is the last that is played.
        playable = ~over & (legal | (last & known & self._forfeited[live]))
        holds: npt.NDArray[np.bool_] = playable | ~more
        for n in np.flatnonzero(~holds).tolist():
            case, at = self._case(live[n]), int(taken[n])
            case.fault = (
                f"its actions go on after the end of the game, with number {at}"
                if over[n]
                else f"its action number {at}, {_word(tables, actions[n])}, is not legal"
            )
        going = more & playable
        for n in np.flatnonzero(going & last & (actions == NO_ACTION)).tolist():
            name = self._case(live[n]).row.agents[int(tables.seats[live[n]])]
            if self._cause(live[n]) == STALL and not is_limited(name):
                fault = f"it was lost because {name!r} did not answer in time, which has no limit"
                self._case(live[n]).fault = fault
                holds[n] = going[n] = False
        if self._asking and going.any():
            for n, fault in self._ask(live, np.flatnonzero(going), actions):
                self._case(live[n]).fault = fault
                holds[n] = False
        if going.any():
            tables.play(live[going], actions[going])
        return holds

    def _ask(self, live: Integers, which: Integers, actions: Integers) -> Iterator[tuple[int, str]]:
        """Ask whoever played for the same decisions again; yield whose answers differ."""
        tables = self._tables
        asked: dict[int, tuple[Agent, list[int]]] = {}
        for n, seat in zip(which.tolist(), tables.seats[live[which]].tolist(), strict=True):
            agent = self._asking.who(self._case(live[n]).row, seat)
            # How long an answer takes is no part of the game: a stall is not tried again.
            if agent is not None and self._cause(live[n]) != STALL:
                asked.setdefault(id(agent), (agent, []))[1].append(n)
        count = len(tables.game.catalogue)
        for agent, places in asked.values():
            given = ask(agent, tables, live[places])
            for n, answer in zip(places, given, strict=True):
                if _same(answer, int(actions[n]), self._cause(live[n]), count):
                    continue
                name = self._case(live[n]).row.agents[int(tables.seats[live[n]])]
                fault = (
                    f"at decision {tables.taken[live[n]]} {name!r}, asked again, answers "
                    f"{_word(tables, answer)}, and in the row it played {_word(tables, actions[n])}"
                )
                yield n, fault

    def _cause(self, lane: int) -> str:
        """Return why a game was lost if its last action is the next one, else nothing."""
        last = self._tables.taken[lane] + 1 == self._length[lane]
        return self._case(lane).row.cause if last else ""


def _same(answer: Answer, played: int, cause: str, count: int) -> bool:
    """Return whether an answer is the one that was played.

    Args:
        answer: What the agent says now.
        played: What the row says.
        cause: Why the game was lost if this is its last decision.
        count: The number of actions.
    """
    if isinstance(answer, Exception):
        return cause == CRASH
    return cause != CRASH and (answer if 0 <= answer < count else NO_ACTION) == played


def _contradiction(case: _Case, ending: Mapping[str, Any], over: bool) -> str | None:
    """Return what a row says otherwise than its game, None if nothing.

    Args:
        case: The row.
        ending: How its game stands after its actions.
        over: Whether the rules say that it is over.
    """
    row = case.row
    if not over and ending["turns"] <= row.max_turns:
        return "its actions stop in the middle of the game"
    for name in _ENDING:
        if ending[name] != getattr(row, name):
            return f"its {name} is {getattr(row, name)}, and played again it is {ending[name]}"
    if ending["cause"] == ILLEGAL_ACTION:  # to the rules, every forfeit is one
        agrees = row.cause in FORFEITS
        if row.cause in (CRASH, STALL):
            agrees = case.actions[-1] == NO_ACTION
    else:
        agrees = row.cause == ending["cause"]
    if not agrees:
        return f"its cause is {row.cause}, and played again it is {ending['cause']}"
    if (row.forfeit is not None) != (row.cause in FORFEITS):
        return f"it says {row.forfeit!r} of a forfeit, and its cause is {row.cause}"
    return None


def _word(tables: Tables, answer: Answer | np.integer[Any]) -> str:
    """Return an answer as users read it."""
    if isinstance(answer, Exception):
        return f"nothing ({answer})"
    catalogue = tables.game.catalogue
    return repr(catalogue.name(int(answer))) if 0 <= answer < len(catalogue) else str(answer)
