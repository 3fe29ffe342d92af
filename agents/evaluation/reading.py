"""Files of rows, read line by line with everything that can be checked without playing."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cached_property
from pathlib import Path
from typing import Any, Final

from pydantic import ValidationError

from tablemates import __version__
from tablemates.agents.evaluation.plan import BLOCK, Plan
from tablemates.agents.evaluation.rows import START, Row, components_hash, follows, row_of
from tablemates.agents.evaluation.run_folder import PLAN
from tablemates.agents.facts import GameFacts
from tablemates.envs.core.documents import place_and_reason
from tablemates.envs.core.errors import FormatError, GameError
from tablemates.envs.core.files import LARGEST_GAME, plain_lines, read_plain
from tablemates.envs.core.seeds import purpose_of
from tablemates.envs.portal_dash.components import load_components
from tablemates.envs.portal_dash.settings import Settings

#: What all lines of a file say the same.
_ALIKE: Final = ("ruleset", "interface", "engine", "components", "version", "max_turns", "noise")
#: What has to be the same here, or the game would be another one.
_NEEDED: Final = ("interface", "components", "ruleset")


class DoesNotHoldError(GameError, ValueError):
    """A line of a file of rows does not hold."""

    exit_code = 1


class Reader:
    """Reads a file of rows.

    Args:
        file: The rows; where a ``plan.json`` lies beside them, they are its games.
        components: The parts that they were played with; None: the standard set.

    Attributes:
        before: Hash of the last line.
        policies: Digest of every agent so far, and the line where it first stands.
        notes: Sentences about what is not as it was, and does no harm.

    Raises:
        ComponentsError: The parts are wrong.
        FormatError: The plan is damaged.
    """

    def __init__(self, file: Path, components: str | None) -> None:
        self.file = file
        self.before = START
        self.policies: dict[str, tuple[str, int]] = {}
        self.notes: list[str] = []
        self._components = load_components(components)
        self._first: Row | None = None
        self._seen: set[tuple[object, ...]] = set()
        told = _told(file.parent / PLAN)
        self._told = told
        self._plan = None if told is None else _plan_of(file.parent / PLAN, told)
        self._games = None if self._plan is None else _games(self._plan)

    @cached_property
    def facts(self) -> GameFacts:
        """What agents may know of the games; there has to be a line."""
        assert self._first is not None
        return GameFacts.of(Settings.of_recipe(self._first.recipe, self._components))

    def chunks(self, size: int) -> Iterator[tuple[list[Row], str | None]]:
        """Yield the rows, some at a time; with the last of them, what is wrong after them."""
        rows: list[Row] = []
        line = 0
        for line, data in enumerate(plain_lines(self.file), 1):
            try:
                rows.append(self._checked(data, line))
            except DoesNotHoldError as error:
                yield rows, str(error)
                return
            if len(rows) == size:
                yield rows, None
                rows = []
        missing = None
        if self._plan is not None and self._games is not None and next(self._games, None):
            total = len(self._plan.cells()) * self._plan.games
            missing = f"is missing: the plan has {total:,} games"
        yield rows, missing

    def _checked(self, data: bytes, line: int) -> Row:
        """Return the row of a line."""
        try:
            text = data.decode().removesuffix("\n")
            row = row_of(text, "")
        except UnicodeDecodeError as error:
            raise DoesNotHoldError("is no text in UTF-8") from error
        except FormatError as error:
            raise DoesNotHoldError(f"is no row: {str(error).removeprefix(':').strip()}") from error
        if not follows(text, self.before):
            raise DoesNotHoldError(
                "its hash does not follow from its text and the line before: it was changed, or "
                "a line before it was changed, moved or taken away"
            )
        self.before = row.hash
        if self._first is None:
            self._begin(row)
        self._check_alike(row, line)
        self._check_game(row)
        return row

    def _begin(self, row: Row) -> None:
        """Take the first row: its rules have to be those that are here."""
        self._first = row
        try:
            here = {
                **self.facts.hashes,
                "components": components_hash(self._components),
                "version": __version__,
            }
        except (GameError, ValueError, TypeError) as error:
            raise DoesNotHoldError(f"its recipe makes no game: {error}") from error
        for name in _NEEDED:
            if here[name] != getattr(row, name):
                raise DoesNotHoldError(
                    f"was played with another {name} ({getattr(row, name)}, here {here[name]}), "
                    "so it cannot be played again here; --components names parts of your own"
                )
        for name in ("engine", "version"):
            if here[name] != getattr(row, name):
                self.notes.append(
                    f"the rows were played with another {name} "
                    f"({getattr(row, name)}, here {here[name]})"
                )

    def _check_alike(self, row: Row, line: int) -> None:
        """See that a row has the rules, version and policies of those before it."""
        for name in _ALIKE:
            now, before = getattr(row, name), getattr(self._first, name)
            if now != before:
                raise DoesNotHoldError(f"its {name} is {now}, and that of line 1 is {before}")
        if set(row.policies) != set(row.agents):
            raise DoesNotHoldError("its policies are not those of its agents")
        for name, digest in row.policies.items():
            before, place = self.policies.setdefault(name, (digest, line))
            if digest != before:
                raise DoesNotHoldError(
                    f"its policy digest of {name!r} is {digest}, that of line {place} is {before}"
                )
            if self._told is not None and digest != self._told["policies"].get(name):
                raise DoesNotHoldError(f"its policy digest of {name!r} is not that of {PLAN}")

    def _check_game(self, row: Row) -> None:
        """See that a row is the next game of the plan, or at least no game of before."""
        game = (row.agents, row.level, row.players, row.number, row.seed)
        if self._plan is not None and self._games is not None:
            due = next(self._games, None)
            if game != due:
                what = "none" if due is None else _words(*due)
                raise DoesNotHoldError(f"is {_words(*game)}, and the plan's next game is {what}")
            for name in ("max_turns", "noise"):
                if getattr(row, name) != getattr(self._plan, name):
                    raise DoesNotHoldError(f"its {name} is not that of {PLAN}")
            self._check_recipe(row)
            return
        if purpose_of(row.seed) not in ("eval", "tune") or (row.seed - row.number) % BLOCK:
            raise DoesNotHoldError(f"its seed {row.seed} is none of game {row.number}")
        if game in self._seen:
            raise DoesNotHoldError(f"is {_words(*game)}, which stands there before")
        self._seen.add(game)
        self._check_recipe(row)

    def _check_recipe(self, row: Row) -> None:
        """See that a row's game has the settings of its plan, or at least those of line 1."""
        if self._plan is not None:
            due = self._plan.settings(row.level, row.players).recipe(row.level, row.players)
            where = PLAN
        else:
            assert self._first is not None
            due = self._first.recipe | {"level": row.level, "players": row.players}
            where = "line 1"
        for name in (*due, *row.recipe):
            if (now := row.recipe.get(name)) != due.get(name):
                raise DoesNotHoldError(
                    f"its game has {name} {now!r}, and that of {where} {due.get(name)!r}"
                )


def _words(agents: tuple[str, ...], level: int, players: int, number: int, seed: int) -> str:
    return (
        f"game {number} of {'+'.join(agents)} at level {level} with {players} players, seed {seed}"
    )


def _told(file: Path) -> dict[str, Any] | None:
    """Return what the file beside the rows says of their plan, None if there is none."""
    if not file.exists():
        return None
    try:
        told = json.loads(read_plain(file, LARGEST_GAME).decode("utf-8"))
    except (OSError, ValueError, RecursionError) as error:
        raise FormatError(f"{file}: cannot be read ({error})") from error
    if not isinstance(told, dict) or not isinstance(told.get("policies"), dict):
        raise FormatError(f"{file}: is not the plan of rows")
    return told


def _plan_of(file: Path, told: dict[str, Any]) -> Plan:
    values = told.get("plan")
    if not isinstance(values, dict):
        raise FormatError(f"{file}: is not the plan of rows")
    try:
        # Plans of before there was a choice of seeds were played on those for evaluation.
        old, how = {"purpose": "eval"}, {"lanes": 1, "workers": 1, "out": None}
        return Plan.model_validate({**old, **values, **how})
    except ValidationError as error:
        place, reason = place_and_reason(error, values)
        raise FormatError(f"{file}: {'.'.join(map(str, place))}: {reason}") from error


def _games(plan: Plan) -> Iterator[tuple[tuple[str, ...], int, int, int, int]]:
    for cell in plan.cells():
        for task in plan.tasks(cell):
            yield cell.agents, cell.level, cell.players, task.number, task.seed
