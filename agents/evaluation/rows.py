"""Result rows: one JSON line a game, from which the game can be played again."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any, Final

from pydantic import Field, ValidationError

from tablemates.envs.core.documents import DocumentModel, place_and_reason
from tablemates.envs.core.errors import FormatError
from tablemates.envs.core.hashing import LENGTH
from tablemates.envs.core.replay import Replay, unpack_actions
from tablemates.envs.portal_dash.components import Components
from tablemates.envs.portal_dash.game import NAME, PortalDash
from tablemates.envs.portal_dash.settings import Settings

#: Cause of the loss of a game that went on for too many turns.
TIMEOUT: Final = "timeout"
#: Causes of the loss of a game that an agent forfeited: it played an illegal action, raised an
#: error or answered nonsense, or did not answer in time.
ILLEGAL_ACTION: Final = "illegal_action"
CRASH: Final = "crash"
STALL: Final = "stall"
FORFEITS: Final = (ILLEGAL_ACTION, CRASH, STALL)
#: Stands in the actions for an answer that is no action; the game is forfeited by it.
NO_ACTION: Final = 2**16 - 1


class Row(DocumentModel):
    """The result of one game.

    Attributes:
        agents: One agent per seat.
        level: 1 to 5, or the name of a custom level, whose content is in ``recipe``.
        players: The number of players.
        number: Of the game within its cell: equal numbers are equal seeds.
        seed: The game's seed.
        outcome: ``won`` or ``lost``.
        cause: See ``tablemates.envs.portal_dash.rules.vocabulary.Cause``, or ``timeout``,
            ``illegal_action``, ``crash``, ``stall``.
        forfeit: Which agent forfeited the game and why, a sentence; None: it was not forfeited.
        progress: How far the team came, from 0 to 1.
        turns: Turns started.
        decisions: Actions taken.
        max_turns: The turn limit.
        seconds: Thinking time of the agents; the time of games that were answered together is
            divided evenly.
        ruleset: Hash of rules and parts.
        interface: Hash of actions and observation.
        engine: Hash of the rules' sources.
        components: Hash of the parts.
        version: Of the package.
        policies: Digest of each agent by name, see ``digests.policy_digest``.
        recipe: What ``Settings.of_recipe`` makes the game of.
        actions: The actions taken, see ``tablemates.envs.core.replay.pack_actions``.
        final: Hash of the final state.
    """

    agents: tuple[str, ...]
    level: int | str
    players: Annotated[int, Field(ge=1, le=4)]
    number: Annotated[int, Field(ge=0, lt=2**24)]
    seed: Annotated[int, Field(ge=0, lt=2**64)]
    outcome: str
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
    components: str
    version: str
    policies: dict[str, str]
    recipe: dict[str, Any]
    actions: str
    final: str

    @property
    def won(self) -> bool:
        """Whether the team won."""
        return self.outcome == "won"

    def replay(self) -> Replay:
        """Return the game as a replay.

        Raises:
            FormatError: The actions are damaged.
        """
        hashes = {name: getattr(self, name) for name in ("ruleset", "interface", "engine")}
        return Replay(NAME, hashes, self.recipe, self.seed, None, unpack_actions(self.actions))


#: Entries that many rows have in common.
_SHARED: Final = (
    *("agents", "outcome", "cause", "ruleset", "interface", "engine", "components", "version"),
    *("policies", "recipe"),
)
_FIELDS: Final = set(Row.model_fields)


def final_hash(record: bytes) -> str:
    """Return the hash of a game's state."""
    return hashlib.sha256(record).hexdigest()[:LENGTH]


def cached_games(components: str | Path | Components | None = None) -> Callable[[Row], PortalDash]:
    """Return a function that makes a row's game; rows with one recipe share it.

    Args:
        components: The parts that the rows were played with; None: the standard set.
    """
    games: dict[str, PortalDash] = {}

    def game_of(row: Row) -> PortalDash:
        key = json.dumps(row.recipe, sort_keys=True)
        if key not in games:
            games[key] = PortalDash(Settings.of_recipe(row.recipe, components))
        return games[key]

    return game_of


def components_hash(components: Components) -> str:
    """Return the hash of a set of parts."""
    return components.digest()[:LENGTH]


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
    """Return the row in a line.

    Args:
        line: The line.
        place: What messages call it.

    Raises:
        FormatError: It is no row.
    """
    try:
        return Row.model_validate_json(line)
    except ValidationError as error:
        key, reason = place_and_reason(error, {})
        where = f" {'.'.join(map(str, key))}" if key else ""
        raise FormatError(f"{place}:{where} {reason}") from error


def _deduplicated(row: Row, known: dict[str, Any]) -> Row:
    """Let equal entries of rows share one object: it takes less than half the memory."""
    fields = row.__dict__
    for name in _SHARED:
        value = fields[name]
        fields[name] = known.setdefault(f"{name} {value}", value)
    object.__setattr__(row, "__pydantic_fields_set__", _FIELDS)
    return row
