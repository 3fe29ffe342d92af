"""Numbers printed on the standard parts, as the referee reads it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from tablemates.envs.portal_dash.part_models import BoardPart
from tablemates.envs.portal_dash.parts import load_components

#: What a symbol of a map is where it is no ordinary ground.
GROUND = {"~": "lava", "^": "magma", ":": "soul sand"}
Space = tuple[int, int]


@dataclass(frozen=True)
class Item:
    """An item tile; what it has not is 0."""

    name: str
    type: str
    dice: int
    range: int
    rerolls: int
    steps: int
    fire: bool
    hearts: int
    blocks: int
    blind: int
    enchants: str


@dataclass(frozen=True)
class Attack:
    """Attack of a mob on those in range."""

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
    immune: tuple[str, ...]


@dataclass(frozen=True)
class Map:
    """A part of the board as printed; spaces are (row, column) within the part."""

    columns: int
    ground: dict[Space, str]
    spawners: list[Space]
    chests: list[Space]
    portal: Space | None


class Box:
    """All parts of the standard set."""

    def __init__(self) -> None:
        components = load_components()
        raw = components.parts.model_dump(mode="json", by_alias=True)
        groups = ("starting_items", "regular_items", "enchantments", "netherite_items")
        self.items = {
            name: _item(name, values) for group in groups for name, values in raw[group].items()
        }
        netherite = raw["netherite_items"].items()
        self.netherite = [name for name, item in netherite for _ in range(item["copies"])]
        self.mobs = {name: _mob(values, [values]) for name, values in raw["mobs"].items()}
        self.bosses = {
            (name, side): _mob(values, values["attacks"])
            for name, sides in raw["bosses"].items()
            for side, values in sides.items()
        }
        dice, board = raw["dice"], raw["board"]
        self.combat_faces, self.mob_faces = set(dice["combat"]["faces"]), set(dice["mob"]["faces"])
        self.block_faces = {"?" if face == "any" else face for face in dice["blocks"]["faces"]}
        self.start_columns: int = board["start_columns"]
        self.tile_columns: int = board["tile_columns"]
        self.tiles = {name: _map(part) for name, part in components.parts.tiles.items()}
        self.portal = _map(components.parts.strips.portal)
        self.starting = set(raw["starting_items"])
        self.chests: int = board["chests"]
        #: Sizes of the columns of each task, for few and for many players.
        self.piglins: list[dict[str, list[int]]] = list(raw["piglins"].values())

    def part_start(self, part: int) -> int:
        """Return the first column of the part after so many gameboard tiles."""
        return self.start_columns + part * self.tile_columns


standard_box = cache(Box)


def _item(name: str, values: dict) -> Item:
    keys = ("dice", "range", "rerolls", "steps", "fire", "hearts", "blocks", "blind")
    kind = values.get("type", "enchantment")
    numbers = [values.get(key, 0) for key in keys]
    return Item(name, kind, *numbers, values.get("enchants", ""))


def _mob(values: dict, attacks: list[dict]) -> Mob:
    done = tuple(
        Attack(one["damage"], one["hits"] == "all", one["effect"], one.get("armour") == "ignored")
        for one in attacks
    )
    numbers = [values[key] for key in ("life", "moves", "range", "flies")]
    return Mob(*numbers, done, tuple(values.get("immune", ())))


def _map(part: BoardPart) -> Map:
    signs = {(r, c): sign for r, row in enumerate(part) for c, sign in enumerate(row)}
    numbered = sorted((int(sign), space) for space, sign in signs.items() if sign.isdigit())
    return Map(
        columns=len(part[0]),
        ground={space: GROUND[sign] for space, sign in signs.items() if sign in GROUND},
        spawners=[space for _, space in numbered],
        chests=sorted((s for s, sign in signs.items() if sign == "C"), key=lambda s: (s[1], s[0])),
        portal=next((space for space, sign in signs.items() if sign == "P"), None),
    )
