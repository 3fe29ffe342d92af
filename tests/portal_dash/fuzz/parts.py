"""Random sets of parts, most of which the loader takes: every number anew, and every map."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import yaml

from tablemates.envs.core.errors import ComponentsError
from tablemates.envs.portal_dash.components import Components, load_components
from tablemates.envs.portal_dash.rules import limits as L

_REGULAR = ("magma cube", "ghast", "enderman", "hoglin", "blaze", "wither skeleton")
_BOSSES = ("wildfire", "ancient hoglin")
_COLOURS = ("red", "gray", "gold", "brown", "black")
_EFFECTS = ("none", "push", "damage item", "remove block")
_TYPES = ("sword", "bow", "boots", "leggings", "armour", "pickaxe")
_STACK, _SUPPLY = L.DRAWABLE_TILES - L.NETHERITE, L.NETHERITE
_GROUND = ".~^:C"
_SHARES = (0.6, 0.12, 0.1, 0.13, 0.05)


def random_parts(rng: np.random.Generator, folder: Path) -> tuple[Components, int]:
    """Return a set of parts that the loader takes, and how many it has refused before.

    Args:
        rng: Draws.
        folder: For the file that is read.
    """
    refused = 0
    while True:
        file = folder / f"parts-{rng.integers(2**62)}.yaml"
        text = yaml.safe_dump(Draw(rng).parts(), sort_keys=False, allow_unicode=True)
        file.write_text(text, encoding="utf-8")
        try:
            return load_components(file), refused
        except ComponentsError:
            refused += 1
        finally:
            file.unlink()


def random_level(rng: np.random.Generator, components: Components) -> dict[str, Any]:
    """Return the arguments of a random custom level of a set."""
    board = components.parts.board
    ends = board.start_columns + board.portal_columns
    most = min(L.TILES, (L.COLUMNS - ends) // board.tile_columns)
    kinds = rng.permutation(len(_BOSSES))[: rng.integers(1, 3)]
    bosses = [(_BOSSES[kind], str(rng.choice(["easy", "hard"]))) for kind in kinds]
    if len(bosses) == 1 and rng.random() < 0.2:
        bosses = [("either", bosses[0][1])]
    parts = components.parts
    items = [*parts.starting_items, *parts.regular_items, *parts.netherite_items]
    level: dict[str, Any] = {
        "tiles": int(rng.integers(2, most + 1)),
        "mobs": {kind: int(rng.integers(4)) for kind in _REGULAR if rng.random() < 0.7},
        "bosses": bosses,
    }
    if rng.random() < 0.5:
        chosen = rng.integers(len(items), size=rng.integers(L.SLOTS + 1))
        level["start_items"] = [items[n] for n in chosen]
    return level


class Draw:
    """Draws the sections of a set.

    Args:
        rng: Draws.
    """

    def __init__(self, rng: np.random.Generator) -> None:
        self._rng = rng

    def parts(self) -> dict[str, Any]:
        """Return a file of changes in which almost everything is another value."""
        most = self._cube()
        enchantments, added = self._enchantments()
        return {
            "mark": "assumed",
            "replace": ["starting_items", "regular_items", "enchantments", "netherite_items",
                        "tiles", "levels"],
            "dice": self._dice(),
            "cube": most,
            "piglins": self._piglins(max(most.values())),
            "mobs": {kind: self._mob() for kind in _REGULAR},
            "bosses": {
                kind: {side: self._boss() for side in ("easy", "hard")} for kind in _BOSSES
            },
            "enchantments": enchantments,
            **self._items(sum(one["copies"] for one in enchantments.values()), added),
            **self._board(),
            "base_mobs": self._counts(),
        }  # fmt: skip

    def _int(self, low: int, high: int) -> int:
        """Return a number from low to high; the ends and low ones come more often."""
        if self._rng.random() < 0.2:
            return int(self._rng.choice([low, high]))
        span = (high - low) * self._rng.random() ** 2
        return low + round(span)

    def _bool(self) -> bool:
        return bool(self._rng.random() < 0.5)

    def _one(self, words: tuple[str, ...]) -> str:
        return words[self._rng.integers(len(words))]

    def _split(self, total: int, count: int, least: int = 0) -> list[int]:
        """Return random numbers that add up."""
        cuts = np.sort(self._rng.integers(0, total - count * least + 1, size=count - 1))
        ends = [0, *cuts.tolist(), total - count * least]
        return [end - begin + least for begin, end in pairwise(ends)]

    def _die(self, faces: list[Any]) -> dict[str, Any]:
        chosen = [faces[n] for n in self._rng.permutation(len(faces))[: self._int(1, 6)]]
        return {"faces": chosen, "copies": self._split(6, len(chosen), 1)}

    def _dice(self) -> dict[str, Any]:
        combat = self._die([int(self._int(0, L.DICE)) for _ in range(5)])
        combat["faces"][0] = combat["faces"][0] or 1
        return {
            "blocks": self._die([*_COLOURS, "any"]),
            "mob": self._die([1, 2, 3]),
            "combat": combat,
            "combat_dice": self._int(1, 20),
        }

    def _cube(self) -> dict[str, int]:
        return dict(zip(_COLOURS, self._split(L.BLOCKS, len(_COLOURS)), strict=True))

    def _piglins(self, most: int) -> dict[str, Any]:
        def columns() -> list[int]:
            count = self._int(1, L.TASK_COLUMNS)
            return [self._int(1, min(20, most)) for _ in range(count)]

        return {
            side: {task: columns() for task in "ABC"} for side in ("1-2 players", "3-4 players")
        }

    def _mob(self) -> dict[str, Any]:
        return {
            "life": self._int(1, 99),
            "moves": self._int(0, 20),
            "range": self._int(1, 20),
            "damage": self._int(0, 20),
            "flies": self._bool(),
            "hits": self._one(("one", "all")),
            "effect": self._one(_EFFECTS),
            "immune": [weapon for weapon in ("sword", "bow") if self._rng.random() < 0.3],
            "numbers": self._rng.integers(1, 4, size=3).tolist(),
        }

    def _boss(self) -> dict[str, Any]:
        def attack() -> dict[str, Any]:
            return {
                "damage": self._int(0, 20),
                "hits": self._one(("one", "all")),
                "armour": self._one(("counts", "ignored")),
                "effect": self._one(_EFFECTS),
            }

        return {
            "life": self._int(1, 99),
            "moves": self._int(0, 20),
            "range": self._int(1, 20),
            "flies": self._bool(),
            "attacks": [attack() for _ in range(3)],
        }

    # -- items ---------------------------------------------------------------------
    def _enchantments(self) -> tuple[dict[str, Any], dict[str, int]]:
        """Return enchantments, and the dice that they add to each type of weapon."""
        found: dict[str, Any] = {}
        dice = {"sword": 0, "bow": 0}
        for target in ("sword", "bow", "boots"):
            left = self._int(0, L.ENCHANTMENTS)
            while left:
                copies = self._int(1, left)
                left -= copies
                if target == "boots":
                    tile: dict[str, Any] = {"steps": self._int(1, 5), "fire": self._bool()}
                else:
                    tile = {"dice": self._int(0, 1), "rerolls": self._int(1, 20)}
                    dice[target] += tile["dice"] * copies
                    if target == "bow":
                        tile["range"] = self._int(0, 20)
                found[f"{target} + {len(found)}"] = {"enchants": target, "copies": copies} | tile
        return found, dice

    def _item(self, added: dict[str, int]) -> dict[str, Any]:
        kind = self._one(_TYPES)
        blocks = self._int(0, L.HAND)
        return {"type": kind} | {
            "sword": {"dice": self._int(1, L.DICE - added["sword"]), "rerolls": self._int(0, 20)},
            "bow": {
                "dice": self._int(1, L.DICE - added["bow"]),
                "range": self._int(1, 20),
                "rerolls": self._int(0, 20),
            },
            "boots": {"steps": self._int(1, 20), "fire": self._bool()},
            "leggings": {"steps": self._int(1, 20), "hearts": self._int(1, 20)},
            "armour": {"hearts": self._int(1, 20)},
            "pickaxe": {"blocks": blocks, "blind": self._int(not blocks, L.HAND - blocks)},
        }[kind]

    def _items(self, enchantments: int, added: dict[str, int]) -> dict[str, Any]:
        def section(name: str, total: int, kinds: int) -> dict[str, Any]:
            copies = self._split(total, kinds, 1)
            return {
                f"{name} {n}": {**self._item(added), "copies": count}
                for n, count in enumerate(copies)
            }

        starting = {f"own {n}": self._item(added) for n in range(self._int(1, L.SLOTS))}
        regular = section("found", _STACK - enchantments, self._int(2, 14))
        # No more copies of a tile than the schema has room for.
        for tile in regular.values():
            tile["copies"] = min(tile["copies"], 20)
        missing = _STACK - enchantments - sum(tile["copies"] for tile in regular.values())
        for tile in regular.values():
            more = min(missing, 20 - tile["copies"])
            tile["copies"] += more
            missing -= more
        supply = section("dear", _SUPPLY, self._int(1, _SUPPLY))
        return {"starting_items": starting, "regular_items": regular, "netherite_items": supply}

    # -- board ---------------------------------------------------------------------
    def _counts(self) -> dict[str, int]:
        return {kind: int(self._rng.integers(4)) for kind in _REGULAR if self._rng.random() < 0.6}

    def _board(self) -> dict[str, Any]:
        rows = self._int(1, L.ROWS)
        start, portal = self._int(1, 3), self._int(1, 3)
        tile = self._int(max(3, -(-4 // rows)), 14)
        most = min(L.TILES, (L.COLUMNS - start - portal) // tile)
        way = int(self._rng.integers(rows))
        return {
            "board": {
                "rows": rows,
                "start_columns": start,
                "tile_columns": tile,
                "portal_columns": portal,
                "chests": self._int(0, L.CHESTS),
            },
            "strips": {
                "start": self._map(rows, start, way, ".^:"),
                "portal": self._map(rows, portal, way, ".^:C", "P"),
            },
            "tiles": {f"tile {n}": self._tile(rows, tile, way) for n in range(L.TILES)},
            "levels": {number: self._level(most) for number in range(1, 6)},
        }

    def _tile(self, rows: int, columns: int, way: int) -> str:
        count = self._int(3, min(L.SPAWNERS, rows * columns))
        return self._map(rows, columns, way, _GROUND, "12345678"[:count])

    def _map(self, rows: int, columns: int, way: int, ground: str, more: str = "") -> str:
        """Return a map of random ground; every part has a way without lava in one row."""
        shares = np.array([_SHARES[_GROUND.index(one)] for one in ground])
        drawn = self._rng.choice(list(ground), p=shares / shares.sum(), size=(rows, columns))
        drawn[way][drawn[way] == "~"] = "."
        if (drawn == "C").sum() > L.CHEST_SPACES:
            drawn[drawn == "C"] = "."
        places = self._rng.permutation(rows * columns)[: len(more)]
        drawn.ravel()[places] = list(more)
        return "\n".join(" ".join(row) for row in drawn.tolist()) + "\n"

    def _level(self, most: int) -> dict[str, Any]:
        level: dict[str, Any] = {
            "name": "A level",
            "tiles": self._int(2, most),
            "mobs": self._counts(),
            "boss": self._one((*_BOSSES, "either")),
            "side": self._one(("easy", "hard")),
        }
        if self._bool():
            level["editions"] = {"fr": self._counts()}
        return level
