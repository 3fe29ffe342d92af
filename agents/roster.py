"""Partners on offer in a game: names, sentences, measured strength."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from typing import Any, Final

from pydantic import TypeAdapter

from tablemates.envs.core.files.documents import read_document
from tablemates.envs.registry import find_game


@dataclass(frozen=True, slots=True)
class Strength:
    """Measured strength of a team of one agent in one scenario.

    Attributes:
        axes: Of the scenario, such as ``{"level": 1, "players": 2}``.
        won: Games won, percent; where all play against all, those of all in its tables.
    """

    axes: Mapping[str, Any]
    won: float


@dataclass(frozen=True, slots=True)
class Roster:
    """The partners of a game.

    Attributes:
        partner: The strongest that answers at once.
        adviser: Gives hints, with chances of winning; None: no agent does.
        sentences: What each agent does, the weakest first.
        slow: Agents that take seconds for an answer.
        more: Other agents that may be named.
        strength: Of those that were measured.
        mates: The three partners that people are offered first, the weakest first: where all win
            together, steps of the ladder of human-like partners.
        mistakes: How many choices a game each of the mates makes that cost ``MISTAKE`` or more, in
            a team of its own; none where that was not measured. Their sentences have it for
            ``{mistakes}``.
        regret: What each of their choices costs on average, in chance to win; likewise.
        usual: Partner at the table unless people choose another; none is named: the middle one of
            ``mates``.
    """

    partner: str
    adviser: str | None
    sentences: Mapping[str, str]
    slow: Sequence[str] = ()
    more: Sequence[str] = ()
    strength: Mapping[str, Sequence[Strength]] = field(default_factory=dict)
    mates: Sequence[str] = ()
    mistakes: Sequence[float] = ()
    regret: Sequence[float] = ()
    usual: str = ""


#: A choice is a mistake if the best one is worth so much more: a point of the chance to win.
MISTAKE: Final = 0.01
_ANY: Final = Roster("random", None, {"random": "Takes any legal choice."}, usual="random")
_FORM: Final = TypeAdapter(Roster)
_HERE: Final = Path(__file__).parent


@cache
def roster_of(game: str) -> Roster:
    """Return the partners of a game; of a game that declares none, random play."""
    file = _HERE / game / "roster.yaml"
    if not file.is_file():
        return _ANY
    found: Roster = _FORM.validate_python(read_document(file).values)
    axis = find_game(game).settings_type.axes[0]
    usual = found.usual or (found.mates[len(found.mates) // 2] if found.mates else found.partner)
    strength = _strength_in(file.with_name("strength.yaml"), axis)
    sentences = dict(found.sentences)
    for mate, count in zip(found.mates, found.mistakes, strict=False):
        sentences[mate] = sentences[mate].replace("{mistakes}", f"{count:.0f}")
    return replace(found, sentences=sentences, strength=strength, usual=usual)


def _strength_in(file: Path, axis: str) -> dict[str, list[Strength]]:
    """Return measured strengths by agent from a file that ``make docs-pages`` writes.

    It has percent of games won by agent, level (which a game calls ``axis``) and players.
    """
    return {
        str(name): [
            Strength({axis: level, "players": players}, won)
            for level, row in levels.items()
            for players, won in enumerate(row, start=1)
            if won is not None
        ]
        for name, levels in read_document(file).values.items()
    }
