"""Levels 1 to 5, custom levels, and how difficult they are."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

import numpy as np

from tablemates.envs.core.documents import nearest
from tablemates.envs.core.record import Bytes, RecordView
from tablemates.envs.portal_dash.components.errors import ComponentsError
from tablemates.envs.portal_dash.components.records import kinds
from tablemates.envs.portal_dash.components.schema import (
    BOSS_KINDS,
    REGULAR_KINDS,
    Enchantment,
    Parts,
    word,
)
from tablemates.envs.portal_dash.rules import limits as L
from tablemates.envs.portal_dash.rules.state import LEVEL
from tablemates.envs.portal_dash.rules.vocabulary import DRAWN_BOSS, MobKind

#: Whose reading of levels 2 and 3 counts; ``fr`` stands for the Dutch one as well.
EDITIONS: Final = ("en", "fr")
SIDES: Final = ("easy", "hard")

_FEWEST_TILES = 2
_OF_A_KIND = L.REGULAR_MOBS // L.MOB_KINDS
_REGULAR = {word(kind): kind for kind in REGULAR_KINDS}
_BASE = {word(kind) for kind in (MobKind.MAGMA_CUBE, MobKind.GHAST, MobKind.ENDERMAN)}
_BOSS = {word(kind): number for number, kind in enumerate(BOSS_KINDS)} | {"either": DRAWN_BOSS}


def difficulty(tiles: int, mobs: Mapping[str, int], bosses: Sequence[Sequence[str]]) -> int:
    """Return how difficult a level is (LEVEL-C, CUSTOM-01).

    Args:
        tiles: Gameboard tiles in the track.
        mobs: How many of each type of regular mob are in play.
        bosses: Kind and side (``"easy"`` or ``"hard"``) of each boss.

    Raises:
        ComponentsError: There are no such mobs or bosses.
    """
    _check_mobs(mobs)
    _check_bosses(bosses)
    extra = {name for name, count in mobs.items() if count} - _BASE
    points = 2 * (tiles - _FEWEST_TILES)  # LEVEL-C
    points += len(extra)  # LEVEL-C
    for _, side in bosses:
        points += 1 + SIDES.index(side)  # LEVEL-C CUSTOM-01
    return points


def level_record(parts: Parts, number: int, edition: str, boss: str | None) -> Bytes:
    """Return the LEVEL record of one of the set's levels.

    Args:
        parts: The set.
        number: Of the level.
        edition: ``"en"`` or ``"fr"``: whose reading of the level (LEVEL-2, LEVEL-3).
        boss: Of a level that leaves the boss open; None draws it from the seed.

    Raises:
        ComponentsError: There is no such level, edition or boss.
    """
    if number not in parts.levels:
        known = ", ".join(map(str, parts.levels))
        raise ComponentsError(f"unknown level {number!r}: the levels are {known}")
    if edition not in EDITIONS:
        raise ComponentsError(f"unknown edition {edition!r}: the editions are en and fr")
    entry = parts.levels[number]
    if boss is not None:
        _check_boss(boss)
        if entry.boss not in ("either", boss):
            reason = f"the boss of level {number} is the {entry.boss}, not the {boss}"
            raise ComponentsError(f"{reason}: leave `boss` out or make a custom level")
    other = entry.editions.fr if edition == "fr" else None
    mobs = entry.mobs if other is None else other
    return _record(
        parts,
        number=number,
        edition=EDITIONS.index(edition),
        tiles=entry.tiles,
        mobs={**parts.base_mobs, **mobs},
        bosses=[(boss or entry.boss, entry.side)],
        start_items=list(parts.starting_items),
    )


def custom_record(
    parts: Parts,
    tiles: int,
    mobs: Mapping[str, int],
    bosses: Sequence[Sequence[str]],
    start_items: Sequence[str] | None,
) -> Bytes:
    """Return the LEVEL record of a level of one's own (LEVEL-C, CUSTOM-01 to CUSTOM-03).

    Args:
        parts: The set.
        tiles: Gameboard tiles in the track, 2 to 8.
        mobs: How many of each type, 0 to 3; base types are in play unless set to 0.
        bosses: Kind and side of one boss, or of both.
        start_items: Names of up to six item tiles a player; None for the usual ones.

    Raises:
        ComponentsError: One of these is not possible.
    """
    if type(tiles) is not int or not _FEWEST_TILES <= tiles <= len(parts.tiles):
        reason = f"a track has {_FEWEST_TILES} to {len(parts.tiles)} tiles, not {tiles!r}"
        raise ComponentsError(f"custom level: {reason}")
    _check_mobs(mobs)
    _check_bosses(bosses)
    return _record(
        parts,
        number=0,
        edition=0,
        tiles=tiles,
        mobs={**parts.base_mobs, **{_REGULAR[name]: count for name, count in mobs.items()}},
        bosses=bosses,
        start_items=_checked_start_items(parts, start_items),
    )


def _check_mobs(mobs: Any) -> None:
    if not isinstance(mobs, Mapping):
        raise ComponentsError(f"custom level: mobs are given as {{'hoglin': 3}}, not {mobs!r}")
    for name, count in mobs.items():
        if name not in _REGULAR:
            raise ComponentsError(f"custom level: unknown mob {name!r}{nearest(name, _REGULAR)}")
        if type(count) is not int or not 0 <= count <= _OF_A_KIND:
            reason = f"there can be 0 to {_OF_A_KIND} of {name!r}, not {count!r}"
            raise ComponentsError(f"custom level: {reason}")


def _check_boss(boss: Any) -> None:
    if not isinstance(boss, str) or boss not in _BOSS:
        raise ComponentsError(f"unknown boss {boss!r}{nearest(boss, _BOSS)}")


def _check_bosses(bosses: Any) -> None:
    form = "custom level: bosses are given as [('wildfire', 'hard')]"
    if isinstance(bosses, str) or not isinstance(bosses, Sequence):
        raise ComponentsError(f"{form}, not {bosses!r}")
    for one in bosses:
        if isinstance(one, str) or not isinstance(one, Sequence) or len(one) != 2:
            raise ComponentsError(f"{form}, not {bosses!r}")
        kind, side = one
        _check_boss(kind)
        if side not in SIDES:
            raise ComponentsError(f"custom level: unknown side {side!r}{nearest(side, SIDES)}")
    names = [kind for kind, _ in bosses]
    if not 1 <= len(names) <= L.BOSSES or len(set(names)) < len(names):
        raise ComponentsError(f"custom level: one boss or both are needed, not {names}")
    if len(names) > 1 and "either" in names:
        raise ComponentsError(
            "custom level: 'either' stands for one boss alone, not beside another"
        )


def _checked_start_items(parts: Parts, names: Any) -> list[str]:
    if names is None:
        return list(parts.starting_items)
    tiles = kinds(parts)
    if isinstance(names, str) or not isinstance(names, Sequence) or len(names) > L.SLOTS:
        reason = f"start items are a list of up to {L.SLOTS} names, not {names!r}"
        raise ComponentsError(f"custom level: {reason}")
    for name in names:
        if not isinstance(name, str) or name not in tiles:
            raise ComponentsError(f"custom level: unknown item {name!r}{nearest(name, tiles)}")
        if isinstance(tiles[name], Enchantment):
            raise ComponentsError(f"custom level: {name!r} is an enchantment, which takes no slot")
    return list(names)


def _record(
    parts: Parts,
    *,
    number: int,
    edition: int,
    tiles: int,
    mobs: Mapping[MobKind, int],
    bosses: Sequence[Sequence[str]],
    start_items: Sequence[str],
) -> Bytes:
    buffer = np.zeros(LEVEL.itemsize, np.uint8)
    level = RecordView(buffer, LEVEL)
    level.number, level.edition, level.parts = number, edition, tiles
    level.mob_count = [mobs.get(kind, 0) for kind in REGULAR_KINDS]
    level.boss_kind = -1
    for n, (kind, side) in enumerate(bosses):
        level.boss_kind[n], level.boss_hard[n] = _BOSS[kind], SIDES.index(side)
    level.start_item = -1
    order = list(kinds(parts))
    for n, name in enumerate(start_items):
        level.start_item[n] = order.index(name)
    return buffer
