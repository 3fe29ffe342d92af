"""One line a game, from which the game can be played again.

A line is a row as JSON whose last entry, ``hash``, covers the text before it
and the hash of the line before: a line that is changed, missing or in another
place is found, and the last hash stands for the whole file.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Annotated, Any, Final

from pydantic import Field, ValidationError

from tablemates.envs.core.documents import DocumentModel, place_and_reason
from tablemates.envs.core.errors import FormatError
from tablemates.envs.core.files import plain_lines
from tablemates.envs.core.hashing import LENGTH
from tablemates.envs.core.replay import Replay, unpack_actions
from tablemates.envs.portal_dash.components import Components
from tablemates.envs.portal_dash.game import NAME

#: Cause of the loss of a game that went on for too many turns.
TIMEOUT: Final = "timeout"
#: Causes of the loss of a game that an agent forfeited: it played an illegal action,
#: raised an error or answered nonsense, did not answer in time.
ILLEGAL_ACTION: Final = "illegal_action"
CRASH: Final = "crash"
STALL: Final = "stall"
FORFEITS: Final = (ILLEGAL_ACTION, CRASH, STALL)
#: Stands in the actions for an answer that no action has; the game is forfeited by it.
NO_ACTION: Final = 2**16 - 1
#: Stands for the hash of the line before the first one.
START: Final = "0" * LENGTH
#: Digest of a policy that has none, such as a program that is not a file here.
UNKNOWN: Final = "unknown"

_HASH: Final = ',"hash":"'


class Row(DocumentModel):
    """How one game went.

    Attributes:
        agents: Who played, by seat.
        level: The level, 1 to 5.
        players: The number of players.
        number: Of the game within the plan: equal numbers are equal seeds.
        seed: The game's seed.
        noise: How often partners erred on purpose, 0 to 1; the first seat never does.
        outcome: ``won`` or ``lost``.
        cause: Why, see ``tablemates.envs.portal_dash.rules.vocabulary.Cause``, or ``timeout``,
            ``illegal_action``, ``crash``, ``stall``.
        forfeit: Whose fault it was that the game was forfeited, a sentence; None: it was not.
        progress: How far the team came, from 0 to 1.
        turns: Turns begun.
        decisions: Choices made.
        max_turns: After how many turns it would have been cut.
        seconds: How long its agents thought; the time of games that were
            answered together is shared out evenly.
        ruleset: Hash of rules and parts.
        interface: Hash of actions and observation.
        engine: Hash of the rules' sources.
        components: Hash of the parts.
        version: Of the program.
        policies: Digest of each agent by its name.
        recipe: What ``Settings.of_recipe`` makes the game of.
        actions: What was played, see ``tablemates.envs.core.replay.pack_actions``.
        final: Hash of the record at the end.
        hash: Of this line and the hash of the line before; empty before it is written.
    """

    agents: tuple[str, ...]
    level: int
    players: Annotated[int, Field(ge=1, le=4)]
    number: Annotated[int, Field(ge=0, lt=2**24)]
    seed: Annotated[int, Field(ge=0, lt=2**64)]
    noise: float
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
    hash: str

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

    def untimed(self) -> Row:
        """Return the row without what differs each time the same game is played."""
        return self.model_copy(update={"seconds": 0.0, "hash": ""})


#: Entries that many rows have in common; all of them are never changed.
_SHARED: Final = (
    *("agents", "outcome", "cause", "ruleset", "interface", "engine", "components", "version"),
    *("policies", "recipe"),
)
_FIELDS: Final = set(Row.model_fields)


def final_hash(record: bytes) -> str:
    """Return the hash of a game's record."""
    return hashlib.sha256(record).hexdigest()[:LENGTH]


def components_hash(components: Components) -> str:
    """Return the hash of a set of parts."""
    return components.digest()[:LENGTH]


# -- lines ------------------------------------------------------------------------


def line_of(row: Row, before: str = START) -> str:
    """Return a row as a line of JSON.

    Args:
        row: The row; its own hash is made anew.
        before: Hash of the line before.
    """
    return _line(row.model_dump_json(exclude={"hash"})[:-1], before)[0]


def rehashed(line: str, before: str) -> tuple[str, str]:
    """Return a line that now comes after another one, and its new hash."""
    return _line(line.rpartition(_HASH)[0], before)


def _line(body: str, before: str) -> tuple[str, str]:
    own = _hash(body, before)
    return f'{body}{_HASH}{own}"}}', own


def follows(line: str, before: str = START) -> bool:
    """Return whether a line is as it was written, after the line with the hash ``before``."""
    body, found, rest = line.rpartition(_HASH)
    return bool(found) and rest == f'{_hash(body, before)}"}}'


def _hash(body: str, before: str) -> str:
    return hashlib.sha256(f"{before}\n{body}".encode()).hexdigest()[:LENGTH]


def write_rows(file: Path, rows: Iterable[Row]) -> str:
    """Write rows as JSON lines, each with the hash of those before it.

    Returns:
        The last hash, which stands for all of the file.
    """
    before = START
    with file.open("w", encoding="utf-8", newline="\n") as stream:
        for row in rows:
            line, before = rehashed(line_of(row), before)
            stream.write(f"{line}\n")
    return before


def read_rows(file: Path) -> list[Row]:
    """Read JSON lines; whether they hold is for ``verify`` to find out.

    Raises:
        FormatError: A line is no row; the message names it.
        OSError: The file cannot be read.
    """
    return [row for row, _ in each_row(file)]


def _shared(row: Row, known: dict[str, Any]) -> Row:
    """Let a row share with those before it what is equal: it takes less than half the memory."""
    fields = row.__dict__
    for name in _SHARED:
        value = fields[name]
        fields[name] = known.setdefault(f"{name} {value}", value)
    object.__setattr__(row, "__pydantic_fields_set__", _FIELDS)
    return row


def each_row(file: Path) -> Iterator[tuple[Row, str]]:
    """Read JSON lines one by one, each with its text.

    Raises:
        FormatError: A line is no row; the message names it.
        OSError: The file cannot be read.
    """
    known: dict[str, Any] = {}
    for n, line in enumerate(plain_lines(file), 1):
        try:
            text = line.decode("utf-8").rstrip("\n")
        except UnicodeDecodeError as error:
            raise FormatError(f"{file}: is not a text file in UTF-8") from error
        yield _shared(row_of(text, f"{file}, line {n}"), known), text


def row_of(line: str, place: str) -> Row:
    """Return the row that stands in a line.

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
