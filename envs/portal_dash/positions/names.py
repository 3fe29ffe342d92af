"""The words of a position: pieces, items, tiles, and members of the engine's enums."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final

from tablemates.envs.core.documents import Place
from tablemates.envs.core.errors import PositionError
from tablemates.envs.portal_dash.components.schema import words_of
from tablemates.envs.portal_dash.game import PortalDash
from tablemates.envs.portal_dash.rules import limits as L
from tablemates.envs.portal_dash.rules.agenda import Step
from tablemates.envs.portal_dash.rules.vocabulary import (
    BlocksFace,
    Cause,
    Chance,
    Colour,
    Decision,
    Reason,
)

FORMAT: Final = "portal-dash-position-1"
UNKNOWN: Final = "unknown"
REST: Final = "..."
#: Letters of the blocks: red, gray, gold (yellow), brown, black.
LETTERS: Final = "RGYBK"
NO_BLOCK: Final = "-"
NOT_KNOWN: Final = "?"
#: First letters of the mobs on a map: regular kinds, then bosses.
MOB_LETTERS: Final = "mgehbw"
BOSS_LETTERS: Final = "WA"

COLOURS, FACES, DECISIONS, CHANCES, CAUSES, STEPS, REASONS = (
    tuple(map(words_of, kind))
    for kind in (Colour, BlocksFace, Decision, Chance, Cause, Step, Reason)
)


def fault(place: Place, reason: str) -> PositionError:
    """Return the error for a place of the position."""
    where = ".".join(map(str, place))
    return PositionError(f"position, {where}: {reason}" if where else f"position: {reason}")


class Lexicon:
    """Names of the things in one set of parts.

    Attributes:
        box: The parts as a record.
        items: Names of the item tiles by kind.
        tiles: Names of the gameboard tiles.
        sources: Names of mobs and bosses by ``MobKind``, then magma.
        bosses: Names of the bosses by kind.
        mobs: Names of the regular pieces, such as ``ghast 2``, then of the bosses.
        marks: The same on a map, such as ``g2``.
        drawable: Tiles of each kind in stack and supply at the start (SETUP-09).
    """

    def __init__(self, game: PortalDash) -> None:
        parts, self.box = game.components, game.box_record
        self.items: Sequence[str] = parts.item_names
        self.tiles: Sequence[str] = parts.tile_names
        self.sources = (*parts.mob_names, "magma")
        self.bosses: Sequence[str] = parts.mob_names[L.MOB_KINDS :]
        kinds = self.box.mob_kind.tolist()
        pieces = list(zip(kinds, self.box.mob_number.tolist(), strict=True))
        # two pieces of one kind with one number are told apart by a letter
        numbers = [
            f"{one[1]}{'abc'[pieces[:n].count(one)] if pieces.count(one) > 1 else ''}"
            for n, one in enumerate(pieces)
        ]
        self.mobs = [f"{self.sources[k]} {n}" for k, n in zip(kinds, numbers, strict=True)]
        self.mobs += self.bosses
        self.marks = [f"{MOB_LETTERS[k]}{n}" for k, n in zip(kinds, numbers, strict=True)]
        self.marks += BOSS_LETTERS
        netherite = Counter(self.box.netherite.tolist())
        copies = self.box.item_copies.tolist()
        self.drawable: list[int] = [count + netherite[kind] for kind, count in enumerate(copies)]

    def of_pieces(self, names: Sequence[str], boss_kind: Sequence[int]) -> list[str]:
        """Return the entries of ``mobs`` or ``marks`` for the pieces of a game."""
        bosses = [names[L.REGULAR_MOBS + int(kind)] for kind in boss_kind]
        return [*names[: L.REGULAR_MOBS], *bosses]

    def is_starting(self, kind: int) -> bool:
        """Return whether items of a kind are starting items unless stated otherwise."""
        return self.drawable[kind] == 0
