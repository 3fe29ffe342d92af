"""Strangers of a game: partners whom an entrant has not trained with, declared as data.

The public ones, for development, stand in ``agents/<game>/strangers.yaml``. Sealed ones are drawn
by the same recipe from a secret: whoever has it makes the same set again, and its digest, which
can be published before, commits to it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Annotated, Final

import numpy as np
from pydantic import Field

from tablemates.agents.errors import AgentError
from tablemates.agents.roster import roster_of
from tablemates.envs.core.files.documents import DocumentModel, read_document, validated
from tablemates.envs.registry import GAMES

_HERE: Final = Path(__file__).parent
#: Digits of drawn temperatures and probabilities.
_DIGITS: Final = 3

Range = Annotated[tuple[float, float], Field(min_length=2, max_length=2)]


class Drawn(DocumentModel):
    """A recipe by which sealed partners are drawn of one agent.

    Attributes:
        agent: Its name.
        soft: Temperatures of ``soft``, evenly drawn on a scale of logarithms; none: it is not.
        clumsy: Probabilities of slips, evenly drawn; none: it is not.
        prefers: Weights, evenly drawn, for groups of actions that it prefers or avoids.
    """

    agent: str
    soft: Range | None = None
    clumsy: Range | None = None
    prefers: dict[str, Range] = Field(default_factory=dict)

    def kinds(self) -> list[tuple[str, str, Range]]:
        """Return what is drawn: kind, what stands before its number, and its limits."""
        found = [("prefers", f"{group}=", limits) for group, limits in self.prefers.items()]
        more = (("soft", self.soft), ("clumsy", self.clumsy))
        return found + [(kind, "", limits) for kind, limits in more if limits is not None]


class Population(DocumentModel):
    """The strangers of a game.

    Attributes:
        dev: The public ones, by name, with a sentence.
        ladder: Partners of human-like strength, the weakest first.
        sealed: What sealed ones are drawn of.
        taught: Policies that come with the game and have learned beside partners, by name, and
            whose kinds these are of: ``clumsy:rules`` stands for all its numbers.
    """

    dev: Annotated[dict[str, str], Field(min_length=1)]
    ladder: tuple[str, ...] = ()
    sealed: tuple[Drawn, ...] = ()
    taught: dict[str, tuple[str, ...]] = Field(default_factory=dict)


class _Sealed(DocumentModel):
    """Sealed strangers of a game, as the command that draws them writes them."""

    digest: str
    partners: Annotated[tuple[str, ...], Field(min_length=1)]


@dataclass(frozen=True, slots=True)
class SealedSet:
    """Partners that were drawn from a secret.

    Attributes:
        game: Of whom.
        partners: Their names.
        digest: Of game, partners and secret: it tells nothing of them, and fits no others.
    """

    game: str
    partners: tuple[str, ...]
    digest: str


def games_with_strangers() -> tuple[str, ...]:
    """Return the games that declare strangers."""
    return tuple(one for one in GAMES if (_HERE / one / "strangers.yaml").is_file())


@cache
def population_of(game: str) -> Population:
    """Return the strangers of a game.

    Raises:
        AgentError: It has none.
    """
    file = _HERE / game / "strangers.yaml"
    if not file.is_file():
        known = ", ".join(games_with_strangers())
        raise AgentError(f"{game} has no strangers; games with some: {known}")
    values = read_document(file).values
    return validated(Population, values, lambda why: AgentError(f"{file}: {why}"))


#: What one that is made of another agent does differently.
_HOW: Final = {"soft": "it makes errors of a beginner", "clumsy": "some of its choices are any"}


def words_of(game: str, kind: str) -> str:
    """Return a sentence about agents of a kind, such as ``soft:value``; empty: there is none."""
    dev = population_of(game).dev if game in games_with_strangers() else {}
    fitting = (words for name, words in dev.items() if name == kind or name.startswith(kind))
    exact = {**roster_of(game).sentences, **dev}
    found = exact.get(kind, "") or next(fitting, "")
    how, _, whom = kind.partition(":")
    if not found and how in _HOW and (words := words_of(game, whom)):
        return f"{words.removesuffix('.')}; {_HOW[how]}."
    return found or exact.get(how, "")


def partners_of(game: str, sealed: Path | None = None) -> tuple[str, ...]:
    """Return the strangers of a game, the public ones or those of a file.

    Raises:
        AgentError: There are none, or the file is damaged.
    """
    return tuple(population_of(game).dev) if sealed is None else _read_sealed(game, sealed).partners


def name_of_set(game: str, sealed: Path) -> str:
    """Return a name for the sealed strangers of a game that a file has.

    Raises:
        AgentError: There are none, or the file is damaged.
    """
    return f"strangers {_read_sealed(game, sealed).digest[:8]}"


def _read_sealed(game: str, file: Path) -> _Sealed:
    values = read_document(file).values
    if game not in values:
        raise AgentError(
            f"{file} has no strangers of {game}, only of {', '.join(map(str, values))}"
        )
    return validated(_Sealed, values[game], lambda why: AgentError(f"{file}: {game}: {why}"))


def taught_beside(game: str, partner: str) -> str | None:
    """Return the policy of a game that has learned beside partners of this kind, or None."""
    if game in games_with_strangers():
        for policy, kinds in population_of(game).taught.items():
            if any(partner == kind or partner.startswith(f"{kind}:") for kind in kinds):
                return policy
    return None


def response_folder(folder: Path, game: str, partner: str) -> Path:
    """Return where a network is that was trained as the best response to a partner."""
    plain = "".join(one if one.isalnum() or one in "-." else "_" for one in partner)
    return folder / game / plain


def sealed_set(game: str, secret: bytes, count: int) -> SealedSet:
    """Draw partners of a game from a secret; all that is random in them follows from it.

    Raises:
        AgentError: The game has nothing to draw them of.
    """
    recipes = population_of(game).sealed
    if not recipes:
        raise AgentError(f"nothing is declared of which sealed strangers of {game} are drawn")
    seed = hashlib.blake2b(game.encode(), key=secret[:64], digest_size=16).digest()
    rng = np.random.default_rng(int.from_bytes(seed, "little"))
    kinds = [(one.agent, *kind) for one in recipes for kind in one.kinds()]
    found: dict[str, None] = {}
    while len(found) < count:
        left = count - len(found)
        for n in rng.permutation(len(kinds))[:left].tolist():  # as many of each kind as possible
            agent, kind, before, (low, high) = kinds[n]
            if kind == "soft":
                number = float(np.exp(rng.uniform(np.log(low), np.log(high))))
            else:
                number = float(rng.uniform(low, high))
            number = float(f"{number:.{_DIGITS}g}")
            found[f"{kind}:{agent}:{before}{number:g}"] = None
    partners = tuple(found)
    return SealedSet(game, partners, _digest(game, partners, secret))


def _digest(game: str, partners: Sequence[str], secret: bytes) -> str:
    text = "\n".join((game, *partners)).encode()
    return hashlib.blake2b(text, key=secret[:64], digest_size=16).hexdigest()


def document_of(sets: Sequence[SealedSet]) -> Mapping[str, object]:
    """Return sealed sets as plain data, for a file."""
    return {one.game: {"digest": one.digest, "partners": list(one.partners)} for one in sets}
