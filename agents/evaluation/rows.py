"""One line a game, from which the game can be played again."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Final

from pydantic import ValidationError

from envs.core.documents import DocumentModel, place_and_reason
from envs.core.errors import FormatError
from envs.core.game import OVER
from envs.core.replay import Replay, pack_actions, unpack_actions
from envs.portal_dash.components import Components
from envs.portal_dash.game import NAME, Game
from envs.portal_dash.settings import Settings

#: Cause of the loss of a game that went on for too many turns.
TIMEOUT: Final = "timeout"


class Row(DocumentModel):
    """How one game went.

    Attributes:
        agents: Who played, by seat.
        level: The level, 1 to 5.
        players: The number of players.
        number: Of the game within the plan: equal numbers are equal seeds.
        seed: The game's seed.
        outcome: ``won`` or ``lost``.
        cause: Why, see ``envs.portal_dash.rules.vocabulary.Cause``, or ``timeout``.
        progress: How far the team came, from 0 to 1.
        turns: Turns begun.
        decisions: Choices made.
        max_turns: After how many turns it would have been cut.
        ruleset: Hash of rules and parts.
        interface: Hash of actions and observation.
        engine: Hash of the rules' sources.
        recipe: What ``Settings.of_recipe`` makes the game of.
        actions: What was played, see ``envs.core.replay.pack_actions``.
        final: Hash of the record at the end.
    """

    agents: tuple[str, ...]
    level: int
    players: int
    number: int
    seed: int
    outcome: str
    cause: str
    progress: float
    turns: int
    decisions: int
    max_turns: int
    ruleset: str
    interface: str
    engine: str
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


def row_of(game: Game, max_turns: int, actions: list[int], **known: Any) -> Row:
    """Return the row of a game that has ended or went on for too long.

    Args:
        game: The game as it stands.
        max_turns: After how many turns it would be cut.
        actions: What was played.
        **known: ``agents``, ``number`` and ``seed``.
    """
    ending = dict(game.ending())
    if game.to_move() != OVER:
        ending |= {"outcome": "lost", "cause": TIMEOUT}
    return Row(
        **ending,
        **known,
        **game.hashes,
        decisions=len(actions),
        max_turns=max_turns,
        recipe=dict(game.recipe),
        actions=pack_actions(actions),
        final=hashlib.sha256(game.save()).hexdigest()[:16],
    )


def played_again(row: Row, components: str | Path | Components | None = None) -> Row:
    """Return the row that comes of playing a row's game again; an honest one is equal.

    Args:
        row: The row.
        components: The parts that it was played with.

    Raises:
        FormatError: The game is of other rules or parts, or its actions are not legal.
        SettingsError: Its recipe is none.
    """
    game = Game(Settings.of_recipe(row.recipe, components))
    replay = row.replay()
    for _ in replay.play(game):
        pass
    return row_of(
        game,
        row.max_turns,
        replay.actions,
        agents=row.agents,
        number=row.number,
        seed=row.seed,
    )


def write_rows(file: Path, rows: Iterable[Row]) -> None:
    """Write rows as JSON lines."""
    text = "".join(f"{row.model_dump_json()}\n" for row in rows)
    file.write_text(text, encoding="utf-8")


def read_rows(file: Path) -> list[Row]:
    """Read JSON lines.

    Raises:
        FormatError: A line is no row; the message names it.
        OSError: The file cannot be read.
    """
    rows: list[Row] = []
    for n, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1):
        try:
            rows.append(Row.model_validate_json(line))
        except ValidationError as error:
            place, reason = place_and_reason(error, {})
            where = f" {'.'.join(map(str, place))}" if place else ""
            raise FormatError(f"{file}, line {n}:{where} {reason}") from error
    return rows
