"""The words of a position: pieces, items, tiles, and members of the engine's enums."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from typing import Any, Final

from tablemates.envs.core.documents import Place
from tablemates.envs.core.errors import PositionError
from tablemates.envs.core.record import RecordView
from tablemates.envs.portal_dash.components import EDITIONS, Components
from tablemates.envs.portal_dash.components.schema import words_of
from tablemates.envs.portal_dash.game import ruleset_hash
from tablemates.envs.portal_dash.rules import limits as L
from tablemates.envs.portal_dash.rules.agenda import Step
from tablemates.envs.portal_dash.rules.state import BOX
from tablemates.envs.portal_dash.rules.vocabulary import (
    BlocksFace,
    Cause,
    Chance,
    Colour,
    Decision,
    Reason,
)

#: The largest board; whether a position fits an environment is checked there.
ANY_BOARD: Final = (L.ROWS, L.COLUMNS)

#: First letters of the mobs on a map: regular kinds, then bosses.
MOB_LETTERS: Final = "mgehbw"
BOSS_LETTERS: Final = "WA"


def fault(place: Place, reason: str) -> PositionError:
    """Return the error for a place of the position."""
    where = ".".join(map(str, place))
    return PositionError(f"position, {where}: {reason}" if where else f"position: {reason}")


COLOURS: Final = tuple(map(words_of, Colour))
FACES: Final = tuple(map(words_of, BlocksFace))
DECISIONS: Final = tuple(map(words_of, Decision))
CHANCES: Final = tuple(map(words_of, Chance))
CAUSES: Final = tuple(map(words_of, Cause))
STEPS: Final = tuple(map(words_of, Step))
REASONS: Final = tuple(map(words_of, Reason))


class Lexicon:
    """Names of the things in one set of parts.

    Attributes:
        components: The set of parts.
        buffer: Its BOX record, for boards of any size.
        box: View of the BOX record.
        ruleset: Ruleset hash by edition.
        items: Names of the item tiles by kind.
        tiles: Names of the gameboard tiles.
        sources: Names of mobs and bosses by ``MobKind``, then magma.
        bosses: Names of the bosses by kind.
        mobs: Names of the regular pieces, such as ``ghast 2``, then of the bosses.
        marks: The same on a map, such as ``g2``.
        drawable: Tiles of each kind in stack and supply at the start (SETUP-09).
    """

    def __init__(self, components: Components) -> None:
        self.components = components
        self.buffer = components.record(ANY_BOARD)
        self.box: Any = RecordView(self.buffer, BOX)
        self.ruleset = {edition: ruleset_hash(components, edition) for edition in EDITIONS}
        self.items: Sequence[str] = components.item_names
        self.tiles: Sequence[str] = components.tile_names
        self.sources = (*components.mob_names, "magma")
        self.bosses: Sequence[str] = components.mob_names[L.MOB_KINDS :]
        pieces = list(zip(map(int, self.box.mob_kind), map(int, self.box.mob_number), strict=True))
        # two pieces of one kind with one number are told apart by a letter
        numbers = [
            f"{number}{'abc'[pieces[:n].count((kind, number))]}"
            if pieces.count((kind, number)) > 1
            else str(number)
            for n, (kind, number) in enumerate(pieces)
        ]
        kinds = [kind for kind, _ in pieces]
        self.mobs = [f"{self.sources[k]} {n}" for k, n in zip(kinds, numbers, strict=True)]
        self.mobs += self.bosses
        self.marks = [f"{MOB_LETTERS[k]}{n}" for k, n in zip(kinds, numbers, strict=True)]
        self.marks += BOSS_LETTERS
        netherite = Counter(int(kind) for kind in self.box.netherite)
        self.drawable = [int(n) + netherite[kind] for kind, n in enumerate(self.box.item_copies)]

    def of_pieces(self, names: Sequence[str], boss_kind: Sequence[int]) -> list[str]:
        """Return the entries of ``mobs`` or ``marks`` for the pieces of a game."""
        bosses = [names[L.REGULAR_MOBS + int(kind)] for kind in boss_kind]
        return [*names[: L.REGULAR_MOBS], *bosses]

    def is_starting(self, kind: int) -> bool:
        """Return whether items of a kind are starting items unless stated otherwise."""
        return self.drawable[kind] == 0


@lru_cache(maxsize=4)
def lexicon_of(components: Components) -> Lexicon:
    """Return the names of a set of parts."""
    return Lexicon(components)
