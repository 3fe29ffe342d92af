"""Everything on the table as plain data, and distances, ways and ranges on the board."""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

from tests.portal_dash.referee.printed import GROUND, Box, Mob


class ObjectionError(Exception):
    """The referee does not agree with the game."""


DONE, YES = 1, 2
STEP, COLUMN, SLOT, MODE, PLAYER, TILE, SUPPLY, COLOUR = 3, 7, 23, 29, 31, 35, 37, 45
ABILITY, PLACE, COUNT, SPACE = 50, 51, 60, 73
SPACE_COLUMNS = 24

COLOURS = ("red", "gray", "gold", "brown", "black")
TASKS = ("A", "B", "C")
#: Letters of blocks and of mobs in a snapshot.
LETTERS = dict(zip("RGYBK", COLOURS, strict=True))
KINDS = ("magma cube", "ghast", "enderman", "hoglin", "blaze", "wither skeleton")
MARKS = {kind[0]: kind for kind in KINDS} | {"W": "wildfire", "A": "ancient hoglin"}
FEW = 2  # players of the first side of the piglin board
TASK_COLUMNS = 3
MODES = ("boots", "armour")
PLAYERS = ("pink", "blue", "yellow", "green")
#: North, east, south, west.
DIRECTIONS = ((-1, 0), (0, 1), (1, 0), (0, -1))

Space = tuple[int, int]


def space_action(space: Space) -> int:
    """Return the action that names a space."""
    return SPACE + space[0] * SPACE_COLUMNS + space[1]


def space_of(action: int) -> Space:
    """Return the space that an action names."""
    return divmod(action - SPACE, SPACE_COLUMNS)


def side_by_side(space: Space) -> list[Space]:
    """Return the four spaces beside one: north, east, south, west."""
    return [(space[0] + r, space[1] + c) for r, c in DIRECTIONS]


def distance(one: Space, other: Space) -> int:
    """Return rows plus columns between two spaces (MOB-09)."""
    return abs(one[0] - other[0]) + abs(one[1] - other[1])


HEARTS = 6
SLOTS = 6

ItemNow = dict[str, Any]


class Table:
    """Places of all things.  Spaces are (row, column), players seats, mobs and items names.

    Attributes:
        players: A dict each: ``space``, ``hearts``, ``items`` by slot.
        mobs: Space of every mob on the board, bosses included.
        boss_life: Of the bosses that are not defeated.
        height: Of the 16 columns of the cube.
        blocks: Colours of each column from the base, None where no face is visible.
        tasks: For A, B and C the columns as [size, colour or None, blocks].
        combat: Hits of the dice of the fight, in the order of the rolls.
    """

    def __init__(self, box: Box, snapshot: dict[str, Any]) -> None:
        self.box = box
        self.turn = snapshot["turn"]
        self.first, self.active = snapshot["first_player"], snapshot["active_player"]
        self.players = [
            {"space": None, "hearts": one["hearts"], "items": _items(box, one["items"])}
            for one in snapshot["players"]
        ]
        self.boss_sides: dict[str, tuple[str, str]] = {}
        self.boss_life: dict[str, int] = {}
        for boss in snapshot["bosses"]:
            self.boss_sides[_piece(boss["boss"])] = boss["boss"], boss["side"]
            self.boss_life[_piece(boss["boss"])] = boss["life"]
        self.pending = {_piece(mob) for mob in snapshot["pending_mobs"]}
        self.line = list(snapshot["line"])
        columns = [word.strip("-")[::-1] for row in snapshot["cube"] for word in row.split()]
        self.height = [len(column) for column in columns]
        self.blocks = [[LETTERS.get(letter) for letter in column] for column in columns]
        self.unseen, self.used = Counter(snapshot["unseen"]), Counter(snapshot["used"])
        self.hand = Counter(snapshot["hand"])
        sizes = box.piglins[len(self.players) > FEW]
        self.tasks = [
            [
                [size, LETTERS.get(word[:1]), len(word)]
                for size, word in zip(sizes[task], snapshot["tasks"][task], strict=True)
            ]
            for task in TASKS
        ]
        self.stack = Counter(snapshot["stack"])
        self.discards = Counter(snapshot["discards"])
        self.supply = Counter(snapshot["supply"])
        self.drawn = list(snapshot["drawn"])
        self.parts = [None if tile == "unknown" else tile for tile in snapshot["tiles"]]
        self.portal_open = snapshot["portal_open"]
        self.mobs: dict[str, Space] = {}
        self.ground: dict[Space, str] = {}
        self.chests: set[Space] = set()
        self._read_map([row.split() for row in snapshot["board"]])
        self.chests_left = box.chests - len(self.chests)
        face_up = [(n, box.tiles[tile]) for n, tile in enumerate(self.parts) if tile]
        face_up += [(len(self.parts), box.portal)] * self.portal_open
        self.spawners: list[Space] = [
            (row, column + box.part_start(n))
            for n, part in face_up
            for row, column in part.spawners
        ]
        self.portal: Space | None = None
        if self.portal_open and box.portal.portal:
            row, column = box.portal.portal
            self.portal = row, column + box.part_start(len(self.parts))
        self.block_die = {"any": "?"}.get(snapshot["dice"]["blocks"], snapshot["dice"]["blocks"])
        self.mob_die = snapshot["dice"]["mob"]
        self.outcome = snapshot["end"] and snapshot["end"]["outcome"]

    def _read_map(self, rows: list[list[str]]) -> None:
        """Read ground, chest tokens, mobs and players, see docs/portal_dash/positions.md."""
        self.rows, self.width = len(rows), len(rows[0])
        for row, words in enumerate(rows):
            for column, word in enumerate(words):
                space = row, column
                if "#" in word:
                    self.ground[space] = "brown block"
                elif word[0] in GROUND:
                    self.ground[space] = GROUND[word[0]]
                if "$" in word:
                    self.chests.add(space)
                if mark := re.search(r"[a-z]\d|[WA]", word):
                    self.mobs[_piece(MARKS[mark[0][0]] + mark[0][1:].rjust(2))] = space
                for seat in re.findall(r"@(\d)", word):
                    self.players[int(seat)]["space"] = space

    def compare(self, snapshot: dict[str, Any]) -> None:
        """Make sure that a snapshot shows what the referee expects."""
        other = Table(self.box, snapshot)
        for name, value in vars(self).items():
            shown = getattr(other, name)
            if shown != value:
                raise ObjectionError(f"{name}: {value}, the snapshot has {shown}")

    # -- the cube ---------------------------------------------------------------
    def free_sides(self, column: int, level: int) -> int:
        """Return how many side faces of a block touch no other block."""
        row, place = divmod(column, 4)
        free = 0
        for r, c in ((row - 1, place), (row, place + 1), (row + 1, place), (row, place - 1)):
            inside = 0 <= r < 4 and 0 <= c < 4
            if not inside or self.height[4 * r + c] <= level:
                free += 1
        return free

    def is_exposed(self, column: int) -> bool:
        """Return whether the top block of a column has two sides free (BLOCK-02)."""
        height = self.height[column]
        return height > 0 and self.free_sides(column, height - 1) >= 2

    def exposed(self) -> list[int]:
        """Return the columns whose top block is exposed."""
        return [column for column in range(16) if self.is_exposed(column)]

    def top_colour(self, column: int) -> str:
        """Return the colour of a column's top block, which is always seen."""
        return str(self.blocks[column][-1])

    def hidden_in_sight(self) -> set[tuple[int, int]]:
        """Return the blocks, as column and level, that show a face and have no colour yet."""
        return {
            (column, level)
            for column in range(16)
            for level, colour in enumerate(self.blocks[column])
            if colour is None
            and (level == self.height[column] - 1 or self.free_sides(column, level) > 0)
        }

    def is_done(self, task: int) -> bool:
        """Return whether a piglin task is complete."""
        return all(size == count for size, _, count in self.tasks[task])


def _piece(word: str) -> str:
    """Return what events call a mob or boss."""
    word = word.strip()
    return word if word[-1].isdigit() else f"the {word.title()}"


def _items(box: Box, entries: list[Any]) -> dict[int, ItemNow]:
    """Return the items in the slots of an inventory; what an entry leaves out is usual."""
    items = {}
    for slot, entry in enumerate(entries):
        if entry is None:
            continue
        given = {"item": entry} if isinstance(entry, str) else entry
        name, damaged = given["item"], given.get("damaged", False)
        mode = given["mode"] if given.get("mode") in MODES else None  # "none": yet to be chosen
        worn = box.items[name].type == "armour" or mode == "armour"
        items[slot] = {
            "name": name,
            "row": "bottom" if damaged else "active",
            "mode": mode,
            "hearts": given.get("hearts", box.items[name].hearts if worn and not damaged else 0),
            "starting": given.get("starting", name in box.starting),
            "enchantments": list(given.get("enchantments", ())),
        }
    return items


def on_board(t: Table, space: Space) -> bool:
    """Return whether a space belongs to the face-up parts."""
    return 0 <= space[0] < t.rows and 0 <= space[1] < t.width


def kind_of(t: Table, mob: str) -> Mob:
    """Return what is printed on a mob, or on the boss's board."""
    if mob in t.boss_sides:
        return t.box.bosses[t.boss_sides[mob]]
    return t.box.mobs[mob.rsplit(" ", 1)[0]]


def number_of(mob: str) -> int:
    """Return the number that a regular mob carries."""
    return int(mob.rsplit(" ", 1)[1])


def source_of(t: Table, mob: str) -> str:
    """Return what events call the source of a mob's damage."""
    return mob.removeprefix("the ") if mob in t.boss_sides else mob.rsplit(" ", 1)[0]


def players_in_range(t: Table, space: Space, reach: int) -> list[int]:
    """Return the players so near (MOB-09), in turn order from the active one (MOB-10)."""
    n = len(t.players)
    seats = [(t.active + k) % n for k in range(n)]
    return [seat for seat in seats if distance(t.players[seat]["space"], space) <= reach]


def ends_of_way(t: Table, mob: str) -> set[Space]:
    """Return where a mob's way may end (MOB-05 to MOB-08); empty: it stays where it is."""
    printed, start = kind_of(t, mob), t.mobs[mob]
    if printed.moves == 0 or players_in_range(t, start, printed.range):
        return set()
    held = set(t.mobs.values()) | {player["space"] for player in t.players}
    ground = t.ground
    steps: dict[Space, int] = {start: 0}
    before: dict[Space, list[Space]] = {}
    goals: list[Space] = []
    layer = [start]
    depth = 0
    while layer and not goals:
        depth += 1
        following: list[Space] = []
        for space in layer:
            for beside in side_by_side(space):
                if beside in held or not on_board(t, beside):
                    continue
                if ground.get(beside) == "lava" and not printed.flies:
                    continue
                known = steps.get(beside)
                if known is None:
                    steps[beside] = depth
                    before[beside] = [space]
                    following.append(beside)
                elif known == depth:
                    before[beside].append(space)
        goals = [space for space in following if players_in_range(t, space, printed.range)]
        layer = following
    ends = set(goals)
    for _ in range(depth - printed.moves):
        ends = {space for end in ends for space in before[end]}
    return ends
