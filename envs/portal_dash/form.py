"""Levels, editions and bosses in the form for a new game."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from tablemates.envs.core.game.forms import Option, Parameter, Part
from tablemates.envs.portal_dash import vocabulary as V
from tablemates.envs.portal_dash.part_models import (
    BOSS_KINDS,
    BOSSES,
    REGULAR_KINDS,
    SIDES,
    Enchantment,
    MobCounts,
    words_of,
)
from tablemates.envs.portal_dash.parts import BOARD_SHAPE, EDITIONS, Components

_LONGEST_NAME: Final = 40
_FEWEST_TILES: Final = 2


def level_form(components: Components) -> list[Parameter]:
    """Return the parameters that say what a game puts on the table."""
    levels = components.parts.levels
    numbered = [Option(n, f"difficulty {components.difficulty(n)}") for n in levels]
    bosses = {words_of(kind): _open_levels(components) for kind in BOSS_KINDS}
    return [
        Parameter("level", numbered, _custom_level(components)),
        Parameter("edition", list(_editions(components))),
        Parameter(
            "boss", [Option(None), *(Option(one, where={"level": n}) for one, n in bosses.items())]
        ),
    ]


def _open_levels(components: Components) -> list[int]:
    """Return the levels whose boss the players choose."""
    return [n for n, level in components.parts.levels.items() if level.boss == "either"]


def _editions(components: Components) -> Iterator[Option]:
    """Yield the editions, with what they change where they differ."""
    usual, *others = EDITIONS
    yield Option(usual)
    for number, level in components.parts.levels.items():
        for other in others:
            counts: MobCounts | None = getattr(level.editions, other)
            if counts is not None and counts != level.mobs:
                yield Option(usual, _mobs(level.mobs, counts), {"level": [number]})
                yield Option(other, _mobs(counts, level.mobs), {"level": [number]})


def _mobs(counts: MobCounts, others: MobCounts) -> str:
    """Return in words the counts of mobs that differ."""
    kinds = [kind for kind in REGULAR_KINDS if counts.get(kind, 0) != others.get(kind, 0)]
    return ", ".join(f"{counts.get(kind, 0)} {words_of(kind)}s" for kind in kinds)


def _custom_level(components: Components) -> list[Part]:
    """Return the parts of a custom level (LEVEL-C, CUSTOM-01 to CUSTOM-03)."""
    parts = components.parts
    kinds = {words_of(kind): parts.base_mobs.get(kind, 0) for kind in REGULAR_KINDS}
    items = [name for name, one in parts.kinds.items() if not isinstance(one, Enchantment)]
    first = next(iter(BOSSES))
    known = max(n for n in range(V.TILES + 1) if parts.columns(n) <= BOARD_SHAPE[1])
    return [
        Part("name", "text", "What it is called.", most=_LONGEST_NAME, default=""),
        Part(
            "tiles",
            "number",
            f"Gameboard tiles between the start and the portal. Networks know up to {known}.",
            least=_FEWEST_TILES,
            most=V.TILES,
            default=_FEWEST_TILES,
        ),
        Part(
            "mobs",
            "counts",
            "How many of each type are in play.",
            [Option(kind) for kind in kinds],
            most=3,
            default=kinds,
        ),
        Part(
            "bosses",
            "pairs",
            "One end boss, or both of them at once.",
            [Option(one, "one of them is drawn" * (one == "either")) for one in BOSSES],
            tuple(SIDES),
            least=1,
            most=V.BOSSES,
            default=[[first, next(iter(SIDES))]],
        ),
        Part(
            "start_items",
            "many",
            "What each player starts with.",
            [Option(name) for name in items],
            most=V.SLOTS,
            default=list(parts.starting_items),
        ),
    ]
