"""Load a set of parts, check it, and make the records of parts and levels that the rules read."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np

from tablemates.envs.core.documents import Place, nearest, validated
from tablemates.envs.core.errors import ComponentsError
from tablemates.envs.core.parts import PartSet, load_parts
from tablemates.envs.core.record import Bytes, RecordView
from tablemates.envs.portal_dash.components.checks import (
    Faults,
    check_track,
    faults_of_board,
    faults_of_parts,
)
from tablemates.envs.portal_dash.components.records import BoardPart, box_record, read_part
from tablemates.envs.portal_dash.components.schema import (
    BOSS_KINDS,
    REGULAR_KINDS,
    SIDES,
    CustomLevel,
    Enchantment,
    Parts,
    words_of,
)
from tablemates.envs.portal_dash.rules.state import LEVEL
from tablemates.envs.portal_dash.rules.vocabulary import DRAWN_BOSS, MobKind

STANDARD: Final = Path(__file__).with_name("standard")
#: Sets that come with the package beside the standard set, by the name that users give.
NAMED: Final = {"tutorial": STANDARD.with_name("tutorial.yaml")}
#: Editions of levels 2 and 3; ``fr`` stands for the Dutch one as well.
EDITIONS: Final = ("en", "fr")

_FEWEST_TILES: Final = 2
_BASE: Final = (MobKind.MAGMA_CUBE, MobKind.GHAST, MobKind.ENDERMAN)
_BOSS: Final = {words_of(kind): n for n, kind in enumerate(BOSS_KINDS)} | {"either": DRAWN_BOSS}


def read_custom_level(arguments: Mapping[str, Any]) -> CustomLevel:
    """Return a custom level of the keys of `CustomLevel`; raises ``ComponentsError``."""
    given = {name: value for name, value in arguments.items() if value is not None}
    return validated(CustomLevel, given, lambda why: ComponentsError(f"custom level, {why}"))


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


def custom_record(parts: Parts, custom: CustomLevel, number: int = 0, edition: int = 0) -> Bytes:
    """Return the LEVEL record of a custom level, or of one with a number in the set."""
    tiles = parts.kinds
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


#: Rows and columns that actions and observations have room for, unless said otherwise.
BOARD_SHAPE: Final = (8, 24)


@dataclass(frozen=True, eq=False)
class Components(PartSet[Parts]):
    """A checked set of parts; never changes.

    Attributes:
        tiles: The gameboard tiles; a tile's number is its place here.
        start: The start strip.
        portal: The portal strip.
    """

    tiles: tuple[BoardPart, ...]
    start: BoardPart
    portal: BoardPart

    @classmethod
    def of(cls, parts: Parts) -> Components:
        """Return the set of checked values."""
        *tiles, start, portal = (read_part(*piece) for _, piece in _pieces(parts))
        return cls(parts, tuple(tiles), start, portal)

    def record(self, board_shape: tuple[int, int] = BOARD_SHAPE) -> Bytes:
        """Return a BOX record, shape ``(BOX.itemsize,)``, with room for rows and columns.

        Raises:
            ComponentsError: The board of a level does not fit.
        """
        levels = self.parts.levels.values()
        check_track(self.parts, board_shape, *(level.tiles for level in levels))
        return box_record(self.parts, self.tiles, self.start, self.portal, board_shape)

    def level(self, number: int, edition: str = "en", boss: str | None = None) -> Bytes:
        """Return the LEVEL record of one of the levels.

        Args:
            number: 1 to 5.
            edition: ``"en"`` or ``"fr"``: edition of levels 2 and 3.
            boss: ``"wildfire"`` or ``"ancient hoglin"`` where the level leaves
                it open; None draws it from the seed.

        Raises:
            ComponentsError: There is no such level, or its boss is another one.
        """
        if number not in self.parts.levels:
            known = ", ".join(map(str, self.parts.levels))
            raise ComponentsError(f"unknown level {number!r}: the levels are {known}")
        entry = self.parts.levels[number]
        if boss is not None and entry.boss not in ("either", boss):
            reason = f"the boss of level {number} is the {entry.boss}, not the {boss}"
            raise ComponentsError(f"{reason}: leave `boss` out or make a custom level")
        level = CustomLevel.model_construct(
            tiles=entry.tiles,
            mobs=(entry.editions.fr if edition == "fr" else None) or entry.mobs,
            bosses=((boss or entry.boss, entry.side),),
            start_items=None,
        )
        return custom_record(self.parts, level, number, EDITIONS.index(edition))

    def custom_level(
        self, level: Mapping[str, Any], board_shape: tuple[int, int] = BOARD_SHAPE
    ) -> Bytes:
        """Return the LEVEL record of a custom level: values by the names of `CustomLevel`.

        Raises:
            ComponentsError: One of them is not possible, or the board does not fit.
        """
        custom = read_custom_level(level)
        check_track(self.parts, board_shape, custom.tiles)
        return custom_record(self.parts, custom)

    @property
    def item_names(self) -> tuple[str, ...]:
        """The item tiles' names by kind."""
        return tuple(self.parts.kinds)

    @property
    def tile_names(self) -> tuple[str, ...]:
        """The gameboard tiles' names by number."""
        return tuple(tile.name for tile in self.tiles)

    def canonical(self) -> dict[str, Any]:
        """Return everything that play depends on, in a form that JSON can hold.

        Names, marks, comments and the layout of the files are not part of it; the
        order of items and tiles is, because it determines their numbers.
        """
        values = self.parts.model_dump(mode="json")
        for section in ("starting_items", "regular_items", "enchantments", "netherite_items"):
            values[section] = list(values[section].values())
        for entry in values["levels"].values():
            del entry["name"]
        values["tiles"] = [tile.rows for tile in self.tiles]
        values["strips"] = {"start": self.start.rows, "portal": self.portal.rows}
        return values

    def digest(self) -> str:
        """Return the SHA-256 of the canonical form, in hexadecimal digits."""
        text = json.dumps(self.canonical(), sort_keys=True, separators=(",", ":"))
        return hashlib.sha256(text.encode()).hexdigest()


def load_components(given: str | Path | Components | None = None) -> Components:
    """Return a checked set of parts, the same object as long as its files are the same.

    Args:
        given: A folder with a complete set, or one file whose values go over
            those of the standard set; ``"tutorial"`` for an easy set that comes with the
            package; None for the standard set.

    Raises:
        ComponentsError: The set is wrong; the message names file, place and reason.
    """
    chosen = NAMED.get(given, given) if isinstance(given, str) else given
    return load_parts(Parts, STANDARD, _faults, Components.of, chosen)


def _faults(parts: Parts) -> Faults:
    """Yield what is wrong in a set, those of the maps before those of the whole board."""
    yield from faults_of_parts(parts)
    for place, piece in _pieces(parts):
        try:
            read_part(*piece)
        except ValueError as error:
            yield place, str(error)
    board = Components.of(parts)
    yield from faults_of_board(parts, board.tiles, board.start, board.portal)


def _pieces(parts: Parts) -> Iterator[tuple[Place, tuple[str, str, int, int]]]:
    """Yield the places of the tiles and the two strips, and the arguments of ``read_part``."""
    board, strips = parts.board, parts.strips
    for name, text in parts.tiles.items():
        yield ("tiles", name), (name, text, board.rows, board.tile_columns)
    yield ("strips", "start"), ("start", strips.start, board.rows, board.start_columns)
    yield ("strips", "portal"), ("portal", strips.portal, board.rows, board.portal_columns)
