"""Random sets of parts that the loader takes: the standard set with most numbers drawn anew."""

from __future__ import annotations

import copy
from pathlib import Path
from typing import Any

import numpy as np

from tablemates.envs.core.errors import ComponentsError
from tablemates.envs.portal_dash import vocabulary as V
from tablemates.envs.portal_dash.parts import STANDARD, Components, load_components
from tests.states import dumped, values_of

_MOBS = ("magma cube", "ghast", "enderman", "hoglin", "blaze", "wither skeleton")
_BOSSES = ("wildfire", "ancient hoglin")
#: Least and greatest value of the numbers that stand alone; copies have to add up.
_RANGES = {
    **dict.fromkeys(("life", "range", "steps", "hearts"), (1, 20)),
    **dict.fromkeys(("moves", "damage", "rerolls"), (0, 20)),
    "dice": (1, 8), "blocks": (1, 4), "blind": (0, 4), "chests": (0, 8), "ghast": (0, 3),
    "hoglin": (0, 3), "blaze": (0, 3),
}  # fmt: skip
_WORDS = {
    "effect": ("none", "push", "damage item", "remove block"),
    "hits": ("one", "all"),
    "armour": ("counts", "ignored"),
    "flies": (True, False),
    "boss": (*_BOSSES, "either"),
}


def random_parts(rng: np.random.Generator, folder: Path) -> Components:
    """Return a set of parts that the loader takes; ``folder`` is for the file that is read."""
    while True:
        changes: dict[str, Any] = copy.deepcopy(values_of(STANDARD))
        del changes["enchantments"]
        file = folder / f"parts-{rng.integers(2**62)}.yaml"
        file.write_text(dumped(_drawn(changes, rng)), encoding="utf-8")
        try:
            return load_components(file)
        except ComponentsError:
            continue
        finally:
            file.unlink()


def _drawn(values: Any, rng: np.random.Generator, key: Any = "") -> Any:
    """Return a tree with other numbers, words and ground."""
    if isinstance(values, dict):
        return {name: _drawn(one, rng, name) for name, one in values.items()}
    if isinstance(values, list):
        return [_drawn(one, rng) for one in values]
    if key in _RANGES and type(values) is int:
        low, high = _RANGES[key]
        return int(rng.choice([low, high, values, rng.integers(low, high + 1)]))
    if key in _WORDS:
        return _WORDS[key][rng.integers(len(_WORDS[key]))]
    if isinstance(values, str) and "\n" in values:  # a map: ways without lava stay
        signs = [str(rng.choice(list(".^:"))) if sign in ".^:" else sign for sign in values]
        return "".join(signs)
    return values


def random_level(rng: np.random.Generator, components: Components) -> dict[str, Any]:
    """Return the arguments of a random custom level of a set."""
    parts = components.parts
    kinds = rng.permutation(len(_BOSSES))[: rng.integers(1, 3)]
    items = [*parts.starting_items, *parts.regular_items, *parts.netherite_items]
    level: dict[str, Any] = {
        "tiles": int(rng.integers(2, V.TILES + 1)),
        "mobs": {kind: int(rng.integers(4)) for kind in _MOBS if rng.random() < 0.7},
        "bosses": [(_BOSSES[kind], str(rng.choice(["easy", "hard"]))) for kind in kinds],
    }
    if rng.random() < 0.5:
        chosen = rng.integers(len(items), size=rng.integers(V.SLOTS + 1))
        level["start_items"] = [items[n] for n in chosen]
    return level
