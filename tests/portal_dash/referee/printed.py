"""What is printed on the parts: numbers as the YAML files have them, maps as lists of rows."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import yaml

STANDARD = Path(__file__).parents[3] / "envs/portal_dash/components/standard"
#: What a symbol of a map is where it is no ordinary ground.
GROUND = {"~": "lava", "^": "magma", ":": "soul sand"}


@dataclass(frozen=True)
class Item:
    """An item tile."""

    name: str
    type: str
    copies: int
    dice: int = 0
    range: int = 0
    rerolls: int = 0
    steps: int = 0
    fire: bool = False
    hearts: int = 0
    blocks: int = 0
    blind: int = 0
    enchants: str = ""


@dataclass(frozen=True)
class Attack:
    """What a mob does to those in range."""

    damage: int
    all: bool
    effect: str
    through_armour: bool


@dataclass(frozen=True)
class Mob:
    """A kind of mob, or one side of a boss's board; a boss has an attack for each number."""

    life: int
    moves: int
    range: int
    flies: bool
    attacks: tuple[Attack, ...]
    immune: tuple[str, ...] = ()
    numbers: tuple[int, ...] = ()


@dataclass(frozen=True)
class Map:
    """A part of the board as printed; spaces are (row, column) within the part."""

    columns: int
    ground: dict[tuple[int, int], str]
    spawners: list[tuple[int, int]]
    chests: list[tuple[int, int]]
    portal: tuple[int, int] | None


@dataclass(frozen=True)
class Level:
    """What a level puts on the table besides the base mobs."""

    tiles: int
    mobs: dict[str, int]
    bosses: tuple[str, ...]
    side: str


class Box:
    """All parts of the standard set."""

    def __init__(self) -> None:
        raw: dict[str, Any] = {}
        for path in sorted(STANDARD.glob("*.yaml")):
            raw |= yaml.safe_load(path.read_text(encoding="utf-8"))
        groups = ("starting_items", "regular_items", "enchantments", "netherite_items")
        self.items = {
            name: _item(name, values) for group in groups for name, values in raw[group].items()
        }
        self.starting = list(raw["starting_items"])
        netherite = raw["netherite_items"].items()
        self.netherite = [name for name, item in netherite for _ in range(item["copies"])]
        self.mobs = {name: _mob(values, [values]) for name, values in raw["mobs"].items()}
        self.bosses = {
            (name, side): _mob(sides[side], sides[side]["attacks"])
            for name, sides in raw["bosses"].items()
            for side in ("easy", "hard")
        }
        self.base_mobs = _unmarked(raw["base_mobs"])
        self.cube = _unmarked(raw["cube"])
        self.piglins = {
            side: [tasks[name] for name in "ABC"]
            for side, tasks in _unmarked(raw["piglins"]).items()
        }
        dice, board = raw["dice"], raw["board"]
        self.combat_faces = set(dice["combat"]["faces"])
        self.mob_faces = set(dice["mob"]["faces"])
        self.block_faces = {"?" if face == "any" else face for face in dice["blocks"]["faces"]}
        self.rows: int = board["rows"]
        self.start_columns: int = board["start_columns"]
        self.tile_columns: int = board["tile_columns"]
        self.portal_columns: int = board["portal_columns"]
        self.chests: int = board["chests"]
        self.tiles = {name: _map(text) for name, text in _unmarked(raw["tiles"]).items()}
        self.start, self.portal = (_map(raw["strips"][name]) for name in ("start", "portal"))
        self.levels = _unmarked(raw["levels"])

    def level(self, number: int, edition: str) -> Level:
        """Return what a level has in an edition (LEVEL-1 to LEVEL-5)."""
        raw = self.levels[number]
        mobs = raw.get("editions", {}).get(edition, raw["mobs"])
        boss = raw["boss"]
        bosses = ("wildfire", "ancient hoglin") if boss == "either" else (boss,)
        return Level(raw["tiles"], self.base_mobs | mobs, bosses, raw["side"])

    def piglin_sizes(self, players: int) -> list[list[int]]:
        """Return the sizes of the columns of tasks A, B and C (PIG-02)."""
        return self.piglins["1-2 players" if players <= 2 else "3-4 players"]

    def part_start(self, part: int) -> int:
        """Return the first column of the part after so many gameboard tiles."""
        return self.start_columns + part * self.tile_columns


standard_box = cache(Box)


def _unmarked(values: dict[str, Any]) -> dict[Any, Any]:
    return {name: value for name, value in values.items() if name not in ("mark", "marks")}


def _item(name: str, values: dict[str, Any]) -> Item:
    numbers = {
        key: values[key]
        for key in ("dice", "range", "rerolls", "steps", "fire", "hearts", "blocks", "blind")
        if key in values
    }
    kind = values.get("type", "enchantment")
    return Item(name, kind, values.get("copies", 1), enchants=values.get("enchants", ""), **numbers)


def _mob(values: dict[str, Any], attacks: list[dict[str, Any]]) -> Mob:
    return Mob(
        life=values["life"],
        moves=values["moves"],
        range=values["range"],
        flies=values.get("flies", False),
        attacks=tuple(
            Attack(
                damage=attack["damage"],
                all=attack.get("hits") == "all",
                effect=attack.get("effect", ""),
                through_armour=attack.get("armour") == "ignored",
            )
            for attack in attacks
        ),
        immune=tuple(values.get("immune", ())),
        numbers=tuple(values.get("numbers", ())),
    )


def _map(text: str) -> Map:
    rows = [line.split() for line in text.strip().splitlines()]
    signs = {(r, c): sign for r, row in enumerate(rows) for c, sign in enumerate(row)}
    numbered = sorted((int(sign), space) for space, sign in signs.items() if sign.isdigit())
    return Map(
        columns=len(rows[0]),
        ground={space: GROUND[sign] for space, sign in signs.items() if sign in GROUND},
        spawners=[space for _, space in numbered],
        chests=sorted((s for s, sign in signs.items() if sign == "C"), key=lambda s: (s[1], s[0])),
        portal=next((space for space, sign in signs.items() if sign == "P"), None),
    )
