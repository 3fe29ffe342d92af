"""Levels 1 to 5, custom levels, and their difficulty."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

import numpy as np
from pydantic import ValidationError

from tablemates.envs.core.documents import nearest, place_and_reason
from tablemates.envs.core.record import Bytes, RecordView
from tablemates.envs.portal_dash.components.records import kinds
from tablemates.envs.portal_dash.components.schema import (
    BOSS_KINDS,
    REGULAR_KINDS,
    SIDES,
    ComponentsError,
    CustomLevel,
    Enchantment,
    Parts,
    word,
)
from tablemates.envs.portal_dash.rules.state import LEVEL
from tablemates.envs.portal_dash.rules.vocabulary import DRAWN_BOSS, MobKind

#: Editions of levels 2 and 3; ``fr`` stands for the Dutch one as well.
EDITIONS: Final = ("en", "fr")

_FEWEST_TILES: Final = 2
_BASE: Final = (MobKind.MAGMA_CUBE, MobKind.GHAST, MobKind.ENDERMAN)
_BOSS: Final = {word(kind): n for n, kind in enumerate(BOSS_KINDS)} | {"either": DRAWN_BOSS}


def read_custom_level(arguments: Mapping[str, Any]) -> CustomLevel:
    """Return a custom level.

    Args:
        arguments: Values by the names of `CustomLevel`.

    Raises:
        ComponentsError: One of them is invalid.
    """
    try:
        return CustomLevel.model_validate(arguments)
    except ValidationError as error:
        place, reason = place_and_reason(error, dict(arguments))
        where = ", ".join(["custom level", ".".join(map(str, place))]).removesuffix(", ")
        raise ComponentsError(f"{where}: {reason}") from error


def difficulty(tiles: int, mobs: Mapping[str, int], bosses: Sequence[Sequence[str]]) -> int:
    """Return the difficulty of a level (LEVEL-C, CUSTOM-01).

    Args:
        tiles: Gameboard tiles in the track.
        mobs: How many of each type of regular mob are in play.
        bosses: Kind and side (``"easy"`` or ``"hard"``) of each boss.

    Raises:
        ComponentsError: The level is not possible.
    """
    level = read_custom_level({"tiles": tiles, "mobs": mobs, "bosses": bosses})
    points = 2 * (level.tiles - _FEWEST_TILES)  # LEVEL-C
    points += sum(count > 0 and kind not in _BASE for kind, count in level.mobs.items())  # LEVEL-C
    for _, side in level.bosses:
        points += 1 + SIDES.index(side)  # LEVEL-C CUSTOM-01
    return points


def level_record(parts: Parts, number: int, edition: str, boss: str | None) -> Bytes:
    """Return the LEVEL record of one of the set's levels.

    Args:
        parts: The set.
        number: Of the level.
        edition: ``"en"`` or ``"fr"``: edition of levels 2 and 3.
        boss: Of a level that leaves the boss open; None draws it from the seed.

    Raises:
        ComponentsError: The level, edition or boss does not exist.
    """
    if number not in parts.levels:
        known = ", ".join(map(str, parts.levels))
        raise ComponentsError(f"unknown level {number!r}: the levels are {known}")
    if edition not in EDITIONS:
        raise ComponentsError(f"unknown edition {edition!r}: the editions are en and fr")
    entry = parts.levels[number]
    if boss is not None and boss not in _BOSS:
        raise ComponentsError(f"unknown boss {boss!r}{nearest(boss, _BOSS)}")
    if boss is not None and entry.boss not in ("either", boss):
        reason = f"the boss of level {number} is the {entry.boss}, not the {boss}"
        raise ComponentsError(f"{reason}: leave `boss` out or make a custom level")
    level = CustomLevel.model_construct(
        tiles=entry.tiles,
        mobs=(entry.editions.fr if edition == "fr" else None) or entry.mobs,
        bosses=((boss or entry.boss, entry.side),),
        start_items=None,
    )
    return custom_record(parts, level, number, EDITIONS.index(edition))


def custom_record(parts: Parts, custom: CustomLevel, number: int = 0, edition: int = 0) -> Bytes:
    """Return the LEVEL record of a custom level.

    Args:
        parts: The set.
        custom: The level.
        number: Of the level in the set, 0 for a custom one.
        edition: Index in ``EDITIONS``.

    Raises:
        ComponentsError: A start item does not exist in the set or takes no slot.
    """
    tiles = kinds(parts)
    names = parts.starting_items if custom.start_items is None else custom.start_items
    for name in names:
        if name not in tiles:
            raise ComponentsError(f"custom level: unknown item {name!r}{nearest(name, tiles)}")
        if isinstance(tiles[name], Enchantment):
            raise ComponentsError(f"custom level: {name!r} is an enchantment, which takes no slot")
    buffer = np.zeros(LEVEL.itemsize, np.uint8)
    level = RecordView(buffer, LEVEL)
    level.number, level.edition, level.parts = number, edition, custom.tiles
    mobs = {**parts.base_mobs, **custom.mobs}
    level.mob_count = [mobs.get(kind, 0) for kind in REGULAR_KINDS]
    level.boss_kind = level.start_item = -1
    for n, (kind, side) in enumerate(custom.bosses):
        level.boss_kind[n], level.boss_hard[n] = _BOSS[kind], SIDES.index(side)
    order = list(tiles)
    for n, name in enumerate(names):
        level.start_item[n] = order.index(name)
    return buffer
