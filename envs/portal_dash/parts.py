"""Load the parts, check what goes together, and make the records that the rules read."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import permutations
from pathlib import Path
from typing import Any, Final, TypeAlias

import numpy as np

from tablemates.envs.core.errors import ComponentsError
from tablemates.envs.core.files.documents import Place, validated
from tablemates.envs.core.files.parts import PartSet, load_parts, named, write_parts
from tablemates.envs.core.records.layout import Bytes, RecordView
from tablemates.envs.portal_dash import part_models as S
from tablemates.envs.portal_dash import vocabulary as V
from tablemates.envs.portal_dash.part_models import BoardPart, CustomLevel, LevelEntry, Parts
from tablemates.envs.portal_dash.state import BOX, SCENARIO
from tablemates.envs.portal_dash.vocabulary import ItemType, MobKind

STANDARD: Final = Path(__file__).with_name("parts.yaml")
#: Sets that come with the package beside the standard set, by the name that users give.
NAMED: Final = {"tutorial": STANDARD.with_name("tutorial.yaml")}
#: Editions of levels 2 and 3; ``fr`` stands for the Dutch one as well.
EDITIONS: Final = ("en", "fr")
#: Rows and columns that actions and observations have room for, unless said otherwise.
BOARD_SHAPE: Final = (8, 24)

_FEWEST_TILES: Final = 2
_FEWEST_SPAWNERS: Final = 3
#: Pieces that may stand on the board apart from one another.
_PIECES: Final = V.REGULAR_MOBS + V.BOSSES + V.PLAYERS
_SECTIONS: Final = ("starting_items", "regular_items", "enchantments", "netherite_items")
_Space: TypeAlias = tuple[int, int]


def read_custom_level(given: Mapping[str, Any]) -> CustomLevel:
    """Return a custom level of the keys of `CustomLevel`, but for its name, or refuse it."""
    values = {key: value for key, value in given.items() if key != "name" and value is not None}
    return validated(CustomLevel, values, lambda why: ComponentsError(f"custom level, {why}"))


def difficulty(tiles: int, mobs: Mapping[str, int], bosses: Sequence[Sequence[str]]) -> int:
    """Return the difficulty of a level (LEVEL-C, CUSTOM-01).

    Args:
        tiles: Gameboard tiles in the track.
        mobs: How many of each type of regular mob are in play.
        bosses: Kind and side (``"easy"`` or ``"hard"``) of each boss.

    Raises:
        ComponentsError: The level is not possible.
    """
    return points_of(read_custom_level({"tiles": tiles, "mobs": mobs, "bosses": bosses}))


def points_of(level: CustomLevel) -> int:
    """Return the points of difficulty of a level (LEVEL-C, CUSTOM-01)."""
    points = 2 * (level.tiles - _FEWEST_TILES)  # LEVEL-C
    points += sum(n > 0 and kind >= MobKind.HOGLIN for kind, n in level.mobs.items())  # LEVEL-C
    return points + sum(1 + hard for _, hard in level.bosses)  # LEVEL-C CUSTOM-01


def _content(entry: LevelEntry, edition: str, boss: str | None = None) -> CustomLevel:
    """Return what a level puts on the table, as of a custom one."""
    return CustomLevel.model_construct(
        tiles=entry.tiles,
        mobs=(entry.editions.fr if edition == "fr" else None) or entry.mobs,
        bosses=((S.BOSSES[boss or entry.boss], S.SIDES[entry.side]),),
        start_items=None,
    )


class Components(PartSet[Parts]):
    """A checked set of parts; never changes."""

    @property
    def item_names(self) -> tuple[str, ...]:
        """The item tiles' names by kind."""
        return tuple(self.parts.kinds)

    @property
    def tile_names(self) -> tuple[str, ...]:
        """The gameboard tiles' names by number."""
        return tuple(self.parts.tiles)

    def record(self, board_shape: tuple[int, int] = BOARD_SHAPE) -> Bytes:
        """Return a BOX record, shape ``(BOX.itemsize,)``, with room for rows and columns.

        Raises:
            ComponentsError: The board of a level does not fit.
        """
        parts, buffer = self.parts, np.zeros(BOX.itemsize, np.uint8)
        self._check_track(board_shape, max(level.tiles for level in parts.levels.values()))
        box: Any = RecordView(buffer, BOX)
        box.capacity_rows, box.capacity_columns = board_shape
        write_parts(box, "", parts.board)
        write_parts(box, "cube", parts.cube)
        for die in ("blocks", "mob", "combat"):
            setattr(box, f"{die}_die", getattr(parts.dice, die).sides)
        for side, tasks in enumerate((parts.piglins.few, parts.piglins.many)):
            for task, (_, columns) in enumerate(tasks):
                first = V.TASK_COLUMNS * task
                box.piglin[side, first : first + len(columns)] = columns
        self._write_board(box)
        self._write_items(box)
        self._write_mobs(box)
        return buffer

    def _write_board(self, box: Any) -> None:
        tiles, strips = self.parts.tiles, self.parts.strips
        box.tile_count = len(tiles)
        box.part_spawner = box.part_chest = -1
        for n, part in enumerate((*tiles.values(), strips.start, strips.portal)):
            for name, symbol in (("lava", S.LAVA), ("magma", S.MAGMA), ("soul_sand", S.SOUL_SAND)):
                for space in S.spaces_of(part, symbol):
                    row, column = divmod(space, V.COLUMNS)
                    getattr(box, f"part_{name}")[n, row] |= 1 << column
            spawners, chests = S.spaces_of(part, S.SPAWNERS), S.spaces_of(part, S.CHEST)
            box.part_spawner[n, : len(spawners)] = spawners
            box.part_chest[n, : len(chests)] = chests
        (box.portal_space,) = S.spaces_of(strips.portal, S.PORTAL)

    def _write_items(self, box: Any) -> None:
        box.item_enchants = box.netherite = -1
        supply: list[int] = []
        for kind, (name, tile) in enumerate(self.parts.kinds.items()):
            box.item_type[kind] = ItemType.ENCHANTMENT  # the only tiles without a `type`
            write_parts(box, "item", tile, lambda word, _: ItemType[word.upper()], (kind,))
            if name in self.parts.netherite_items:
                supply += [kind] * int(box.item_copies[kind])
                box.item_copies[kind] = 0
        box.item_kinds = len(self.parts.kinds)
        box.netherite[: len(supply)] = supply

    def _write_mobs(self, box: Any) -> None:
        """Write what is printed on mobs, and what each does at the numbers of the mob die."""
        mobs = [self.parts.mobs[kind] for kind in S.REGULAR_KINDS]
        box.mob_kind = [kind for kind, mob in enumerate(mobs) for _ in mob.numbers]
        box.mob_number = [number for mob in mobs for number in mob.numbers]
        for kind, mob in enumerate(mobs):
            write_parts(box, "kind", mob, key=(kind,))  # damage and effect at every number
            box.kind_area[kind] = mob.hits == "all"
            box.kind_no_sword[kind] = "sword" in mob.immune
            box.kind_no_bow[kind] = "bow" in mob.immune
        sides = (side for kind in S.BOSS_KINDS for _, side in self.parts.bosses[kind])
        for n, side in enumerate(sides, len(mobs)):
            write_parts(box, "kind", side, key=(n,))
            for face, attack in enumerate(side.attacks):
                write_parts(box, "kind", attack, key=(n, face))
                box.kind_area[n, face] = attack.hits == "all"
                box.kind_direct[n, face] = attack.armour == "ignored"

    def level(self, number: int, edition: str = "en", boss: str | None = None) -> Bytes:
        """Return the SCENARIO record of one of the levels.

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
        level = _content(entry, edition, boss)
        return self._level(level, number, EDITIONS.index(edition))

    def difficulty(self, level: int | Mapping[str, Any], edition: str = "en") -> int:
        """Return the difficulty of a level by its number, or of a custom one (LEVEL-C)."""
        if isinstance(level, Mapping):
            return points_of(read_custom_level(level))
        return points_of(_content(self.parts.levels[level], edition))

    def custom_level(
        self, level: Mapping[str, Any], board_shape: tuple[int, int] = BOARD_SHAPE
    ) -> Bytes:
        """Return the SCENARIO record of a custom level: values by the names of `CustomLevel`.

        Raises:
            ComponentsError: One of them is not possible, or the board does not fit.
        """
        custom = read_custom_level(level)
        self._check_track(board_shape, custom.tiles)
        if len(custom.bosses) > 1 and (room := _least_room(self.parts)) < _PIECES:  # CUSTOM-01
            reason = f"the second boss needs a free space, and a track may have only {room} spaces"
            raise ComponentsError(f"{reason} without lava before the portal, for {_PIECES} pieces")
        return self._level(custom)

    def _level(self, custom: CustomLevel, number: int = 0, edition: int = 0) -> Bytes:
        kinds, names = self.parts.kinds, custom.start_items
        names = tuple(self.parts.starting_items) if names is None else names
        for name in names:
            if isinstance(named("start item", name, kinds), S.Enchantment):
                raise ComponentsError(f"start item {name!r} is an enchantment, which takes no slot")
        buffer = np.zeros(SCENARIO.itemsize, np.uint8)
        level: Any = RecordView(buffer, SCENARIO)
        level.number, level.edition, level.parts = number, edition, custom.tiles
        write_parts(level, "mob_count", {**self.parts.base_mobs, **custom.mobs})
        level.boss_kind = level.start_item = -1
        for n, boss in enumerate(custom.bosses):
            level.boss_kind[n], level.boss_hard[n] = boss
        level.start_item[: len(names)] = [list(kinds).index(name) for name in names]
        return buffer

    def _check_track(self, board_shape: tuple[int, int], tiles: int) -> None:
        """Refuse a shape that the engine cannot have, or one without room for that many tiles."""
        rows, columns = board_shape
        if not (1 <= rows <= V.ROWS and 1 <= columns <= V.COLUMNS):
            reason = f"goes up to {V.ROWS} rows and {V.COLUMNS} columns, not {board_shape}"
            raise ComponentsError(f"board_shape {reason}")
        needed = self.parts.board.rows, self.parts.columns(tiles)
        if needed[0] > rows or needed[1] > columns:
            raise ComponentsError(
                f"a track of {tiles} tiles has {needed[0]} rows and {needed[1]} columns, more "
                f"than {board_shape=}: choose a larger one, at most {V.ROWS, V.COLUMNS}"
            )

    def canonical(self) -> dict[str, Any]:
        """Return everything that play depends on, in a form that JSON can hold.

        Names, marks, comments and the layout of the files are not part of it; the
        order of items and tiles is, because it determines their numbers.
        """
        values = super().canonical()
        return values | {name: list(values[name].values()) for name in (*_SECTIONS, "tiles")}

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
    return load_parts(Parts, STANDARD, _faults, Components, chosen)


def _faults(parts: Parts) -> Iterator[tuple[Place, str]]:
    """Yield what does not go together in the parts: place and reason."""
    if not any(parts.dice.combat.faces):
        yield ("dice", "combat", "faces"), "no side has a hit: nothing could ever be defeated"
    if sum(parts.cube.values()) != V.BLOCKS:  # SETUP-03
        yield ("cube",), f"the blocks add up to {sum(parts.cube.values())}, not {V.BLOCKS}"
    most = max(parts.cube.values())
    for name, side in (("1-2 players", parts.piglins.few), ("3-4 players", parts.piglins.many)):
        for task, columns in side:
            if max(columns) > most:
                reason = f"no colour has the {max(columns)} blocks that fill a column"
                yield ("piglins", name, task), reason
    for number, level in parts.levels.items():
        columns = parts.columns(level.tiles)
        if columns > V.COLUMNS:
            reason = f"a track of {columns} columns, not {V.COLUMNS} or fewer"
            yield ("levels", number, "tiles"), reason
    yield from _faults_of_items(parts)
    yield from _faults_of_maps(parts)


def _faults_of_items(parts: Parts) -> Iterator[tuple[Place, str]]:
    copies, seen = Counter[str](), dict[str, str]()
    added, enchanting = Counter[ItemType](), Counter[ItemType]()
    for tile in parts.enchantments.values():
        added[tile.enchants] += tile.dice * tile.copies
        enchanting[tile.enchants] += tile.copies
    for section in _SECTIONS:
        for name, item in getattr(parts, section).items():
            if name in seen:
                yield (section, name), f"the name stands in {seen[name]} too: choose another"
            seen[name] = section
            if section == "starting_items" and item.copies is not None:
                reason = "each player has one of every starting item: leave it out"
                yield (section, name, "copies"), reason
            if section != "starting_items" and item.copies is None:
                yield (section, name), "'copies' is missing"
            copies[section] += item.copies or 0
            if isinstance(item, S.Sword | S.Bow):
                dice = item.dice + added[ItemType[item.type.upper()]]
                if dice > V.DICE:
                    reason = f"{dice} dice with all enchantments, more than {V.DICE}"
                    yield (section, name, "dice"), reason
    copies["regular_items"] += copies["enchantments"]  # which lie in the same stack
    for section, total, what in (
        ("regular_items", V.DRAWABLE_TILES - V.NETHERITE, "with the enchantments the copies"),
        ("netherite_items", V.NETHERITE, "the copies"),
    ):
        if copies[section] != total:
            yield (section,), f"{what} add up to {copies[section]}, not {total}"
    if len(seen) > V.ITEM_KINDS:
        yield ("regular_items",), f"{len(seen)} kinds of tiles in all, more than {V.ITEM_KINDS}"
    for enchants, count in enchanting.items():
        if count > V.ENCHANTMENTS:
            reason = f"{count} tiles go on one {S.words_of(enchants)}, more than {V.ENCHANTMENTS}"
            yield ("enchantments",), reason


def _faults_of_maps(parts: Parts) -> Iterator[tuple[Place, str]]:
    board, (start, portal) = parts.board, (parts.strips.start, parts.strips.portal)
    maps: list[tuple[Place, BoardPart, int]] = [
        *((("tiles", name), tile, board.tile_columns) for name, tile in parts.tiles.items()),
        (("strips", "start"), start, board.start_columns),
        (("strips", "portal"), portal, board.portal_columns),
    ]
    for place, part, columns in maps:
        if len(part) != board.rows:
            yield place, f"the map needs {board.rows} rows and has {len(part)}"
        for number, row in enumerate(part, start=1):
            if len(row) != columns:
                yield place, f"row {number} of the map needs {columns} spaces and has {len(row)}"
        chests, spawners, portals = (
            len(S.spaces_of(part, signs)) for signs in (S.CHEST, S.SPAWNERS, S.PORTAL)
        )
        if chests > V.CHEST_SPACES:
            yield place, f"{chests} chest spaces, more than {V.CHEST_SPACES}"
        if part is start and chests + spawners + portals:
            yield place, "chest spaces, spawners and the portal cannot be on the start strip"
        if part is portal and portals != 1:
            yield place, f"{portals} portal spaces {S.PORTAL!r}, not 1"
        if place[0] != "tiles":
            continue
        if spawners < _FEWEST_SPAWNERS:
            yield place, f"{spawners} spawners, fewer than {_FEWEST_SPAWNERS}"
        if portals:
            yield place, f"{S.PORTAL!r} stands for the portal, which is on the portal strip"
        if not any(_ways(part)):
            yield place, "there is no way from the left edge to the right edge without lava"
    if len(parts.tiles) != V.TILES:
        yield ("tiles",), f"{len(parts.tiles)} gameboard tiles, not {V.TILES}"
    for (left, one), (right, other) in permutations(parts.tiles.items(), 2):
        ways = _ways(start, one, other, portal, goal=S.PORTAL)
        if not ways or not all(ways):
            reason = "from a start space there is no way to the portal without lava over"
            yield ("tiles",), f"{reason} {left}, {right}"


def _ways(*track: BoardPart, goal: str = "") -> list[bool]:
    """Return of each space at the left edge without lava whether a way leads to the goal.

    A way enters no lava; without a goal, it leads to the right edge.
    """
    spaces, reached = _reached(*track, goal=goal)
    return [at in reached for at in spaces if at[1] == 0]


def _least_room(parts: Parts) -> int:
    """Return the fewest spaces without lava that a way leads to from the portal."""
    start, portal = parts.strips.start, parts.strips.portal
    pairs = permutations(parts.tiles.values(), 2)
    return min(len(_reached(start, *pair, portal, goal=S.PORTAL)[1]) for pair in pairs)


def _reached(*track: BoardPart, goal: str) -> tuple[Sequence[_Space], set[_Space]]:
    """Return the spaces without lava, and those of them from which a way leads to the goal."""
    rows = ["".join(pieces) for pieces in zip(*track, strict=True)]
    spaces = {
        (row, column): symbol == goal or (not goal and column == len(symbols) - 1)
        for row, symbols in enumerate(rows)
        for column, symbol in enumerate(symbols)
        if symbol != S.LAVA
    }
    found = [at for at, is_end in spaces.items() if is_end]
    reached = set(found)
    for row, column in found:
        near = ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1))
        new = [at for at in near if at in spaces and at not in reached]
        reached.update(new)
        found += new
    return list(spaces), reached
