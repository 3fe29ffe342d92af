"""Result rows: one JSON line a game, from which the game can be played again."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Annotated, Any, Final

import numpy as np
from pydantic import Field, ValidationError

from tablemates.agents.evaluation.plan import Agents, Task, rotated
from tablemates.agents.games import Played
from tablemates.agents.outside.spent import Spent
from tablemates.envs.core.errors import FormatError
from tablemates.envs.core.files.documents import DocumentModel, place_and_reason
from tablemates.envs.core.game.game import Game
from tablemates.envs.core.game.settings import Scenario
from tablemates.envs.core.hashing import LENGTH
from tablemates.envs.core.history.replay import Replay, pack_actions, unpack_actions
from tablemates.envs.registry import game_named

#: Cause of the end of a game that went on for too many turns.
TIMEOUT: Final = "timeout"
#: Return of a winner.
_WON: Final = 1.0


class Luck(DocumentModel):
    """Worth of chance in a game, see ``tablemates.agents.evaluation.stats.luck_adjustment``.

    Attributes:
        network: Digest of the value network that judged.
        returns: Of the return of each seat, scaled to 0 to 1.
        progress: Of each seat.
    """

    network: str
    returns: tuple[float, ...]
    progress: tuple[float, ...]


class Row(DocumentModel):
    """The result of one game.

    Attributes:
        game: Name of the game with its version.
        agents: One agent per seat.
        rotation: How many seats the line-up was moved round the table, see ``plan.rotated``.
        scenario: Name of the scenario.
        axes: What tables are grouped by, such as ``{"level": 1, "players": 2}``.
        number: Of the seed within its cell: equal numbers are equal seeds, those of rows with an
            agent from outside apart (see ``plan.Schedule``).
        seed: The game's seed.
        returns: Return of each seat.
        scores: Score of each seat; None: the game has none.
        won: Whether the team won; None: the game is not co-operative.
        cause: Why the game ended, a word of the game, or ``timeout``, ``illegal_action``,
            ``crash``, ``stall``.
        forfeit: Which agent forfeited the game and why, a sentence; None: it was not forfeited.
        progress: How far the team, or the seat that came furthest, has come, from 0 to 1.
        turns: Turns started.
        decisions: Actions taken.
        max_turns: The turn limit.
        seconds: Thinking time of the agents; the time of games that were answered together is
            divided evenly.
        ruleset: Hash of rules and parts.
        interface: Hash of actions and observation.
        engine: Hash of the rules' sources.
        version: Of the package.
        policies: Digest of each agent by name, see ``digests.policy_digest``.
        recipe: What ``Settings.of_recipe`` makes the game of.
        actions: The actions taken, see ``tablemates.envs.core.history.replay.pack_actions``.
        final: Hash of the final state.
        luck: What chance was worth; None: it was not judged.
        match: Games of its match, see ``matches``; it is the one of ``number % match``.
        spent: What answers of services have cost, by agent; None: no service was asked.
    """

    game: str
    agents: tuple[str, ...]
    rotation: Annotated[int, Field(ge=0)]
    scenario: str
    axes: dict[str, int | str]
    number: Annotated[int, Field(ge=0, lt=2**24)]
    seed: Annotated[int, Field(ge=0, lt=2**64)]
    returns: tuple[float, ...]
    scores: tuple[float, ...] | None
    won: bool | None
    cause: str
    forfeit: str | None
    progress: float
    turns: int
    decisions: int
    max_turns: Annotated[int, Field(ge=1, lt=2**31)]
    seconds: Annotated[float, Field(ge=0, lt=1e9)]
    ruleset: str
    interface: str
    engine: str
    version: str
    policies: dict[str, str]
    recipe: dict[str, Any]
    actions: str
    final: str
    luck: Luck | None = None
    match: Annotated[int, Field(ge=1, le=1000)] = 1
    spent: dict[str, Spent] | None = None

    @property
    def line_up(self) -> Agents:
        """One agent per seat, before the rotation."""
        return rotated(self.agents, -self.rotation)

    @property
    def outcome(self) -> str:
        """Outcome of the game, a word: ``won``, ``lost`` or ``over``."""
        return {True: "won", False: "lost", None: "over"}[self.won]

    def replay(self) -> Replay:
        """Return the game's history.

        Raises:
            FormatError: The actions are damaged.
        """
        hashes = {name: getattr(self, name) for name in ("ruleset", "interface", "engine")}
        end = None
        if self.forfeit is not None:
            end = f"The game was forfeited: {self.forfeit}"
        elif self.cause == TIMEOUT:
            end = f"The game was cut after {self.max_turns} turns: it counts as lost."
        actions = unpack_actions(self.actions)
        return Replay(self.game, hashes, self.recipe, self.seed, None, actions, self.agents, end)


#: Entries that many rows have in common.
_SHARED: Final = (
    *("game", "agents", "scenario", "axes", "cause", "ruleset", "interface", "engine", "version"),
    *("policies", "recipe"),
)
_FIELDS: Final = set(Row.model_fields)


def row_of_game(
    played: Played,
    game: Game,
    scenario: Scenario,
    max_turns: int,
    match: int,
    known: Mapping[str, Any],
) -> Row:
    """Return the row of a game of the arena, whose start has a ``Task``.

    Args:
        played: The game.
        game: A game object of the same kind.
        scenario: What was set up.
        max_turns: The turn limit.
        match: Games of a match.
        known: Hashes, version, and the digests of the agents as ``policies``.
    """
    task: Task = played.start.task
    policies = {name: known["policies"][name] for name in dict.fromkeys(task.agents)}
    cause = {} if played.fault is None else {"cause": played.fault.cause}
    return Row(
        **{
            **known,
            "game": game.name,
            "agents": task.agents,
            "rotation": task.rotation,
            "scenario": scenario.name,
            "axes": scenario.axes,
            "number": task.number,
            "seed": task.seed,
            **result_of(game, played.ending, len(task.agents), played.over),
            **cause,
            "forfeit": None if played.fault is None else played.fault.reason,
            "decisions": len(played.actions),
            "max_turns": max_turns,
            "seconds": round(played.seconds, 6),
            "policies": policies,
            "recipe": scenario.recipe,
            "actions": pack_actions(played.actions),
            "final": final_hash(played.record),
            "match": match,
            "spent": played.spent or None,
        }
    )


def result_of(game: Game, ending: Mapping[str, Any], seats: int, over: bool) -> dict[str, Any]:
    """Return what a row says of how a game ended.

    Args:
        game: A game object of the same kind.
        ending: As of ``Game.ending``.
        seats: The number of seats.
        over: Whether it has ended; else it was cut, and all seats have lost.
    """
    lost = (game.least_return,) * seats
    returns = tuple(map(float, ending["returns"][:seats])) if over else lost
    scores = tuple(map(float, ending["scores"][:seats])) if "scores" in ending else None
    return {
        "returns": returns,
        "scores": scores,
        "won": returns[0] == _WON if game.co_operative else None,
        "cause": ending["cause"] if over else TIMEOUT,
        "progress": float(np.max(np.atleast_1d(ending["progress"])[:seats])),
        "turns": int(ending["turns"]),
    }


def final_hash(record: bytes) -> str:
    """Return the hash of a game's state."""
    return hashlib.sha256(record).hexdigest()[:LENGTH]


def cached_games(components: Any = None, own: str | None = None) -> Callable[[Replay], Game]:
    """Return a function that makes the game of a replay; those of one recipe share it.

    ``components`` are the parts that games were played with, ``own`` is as for ``game_named``.
    """
    games: dict[str, Game] = {}

    def game_of(replay: Replay) -> Game:
        key = json.dumps([replay.game, dict(replay.recipe)], sort_keys=True)
        if key not in games:
            kind: Any = game_named(replay.game, own)
            games[key] = kind(kind.settings_type.of_recipe(replay.recipe, components))
        return games[key]

    return game_of


def file_digest(file: Path) -> str:
    """Return the SHA-256 of a file of rows.

    Raises:
        OSError: It cannot be read.
    """
    with file.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()


def read_rows(file: Path) -> list[Row]:
    """Read JSON lines.

    Raises:
        FormatError: A line is no row; the message names it.
        OSError: The file cannot be read.
    """
    known: dict[str, Any] = {}
    with file.open("rb") as lines:
        return [
            _deduplicated(row_of(line, f"{file}, line {n}"), known)
            for n, line in enumerate(lines, 1)
        ]


def row_of(line: bytes, place: str) -> Row:
    """Return the row in a line, which messages call ``place``.

    Raises:
        FormatError: It is no row.
    """
    try:
        return Row.model_validate_json(line)
    except ValidationError as error:
        key, reason = place_and_reason(error, {})
        where = f" {'.'.join(map(str, key))}" if key else ""
        hint = "; rows of other versions are not read: evaluate again" * (b'"agents"' in line)
        raise FormatError(f"{place}:{where} {reason}{hint}") from error


def _deduplicated(row: Row, known: dict[str, Any]) -> Row:
    """Let equal entries of rows share one object: it takes less than half the memory."""
    fields = row.__dict__
    for name in _SHARED:
        value = fields[name]
        fields[name] = known.setdefault(f"{name} {value}", value)
    object.__setattr__(row, "__pydantic_fields_set__", _FIELDS)
    return row
