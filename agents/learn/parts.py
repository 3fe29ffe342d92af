"""Parts whose assumed numbers are other ones: what learners play so that they survive them.

Most numbers printed on the parts are not known for certain (``docs/components.md``). A
user's box may have others, so part of the training games is played with sets drawn
around the usual one: what is marked *assumed* moves by one or stays, what is marked
*printed* or *reviewed* stays.
"""

from __future__ import annotations

import copy
from pathlib import Path
from typing import Any, Final

import numpy as np
from pydantic import ValidationError

from tablemates.envs.core.documents import Place
from tablemates.envs.portal_dash.components import Components, load_components
from tablemates.envs.portal_dash.components.checks import faults_of_parts
from tablemates.envs.portal_dash.components.schema import Parts
from tablemates.envs.portal_dash.components.sources import STANDARD, Mark, Source, read_source

#: Different sets that a run plays with.
SETS: Final = 16

_ITEMS: Final = ("starting_items", "regular_items", "netherite_items")
_STACK: Final = ("regular_items", "enchantments")
_NUMBERS: Final = ("dice", "range", "steps", "hearts", "blocks", "blind")
_LEAST: Final = 1
#: How likely a number is to become one larger or one smaller, each.
_MOVES: Final = 1 / 6
#: Copies that change from one tile of the stack to another, at most; of the Netherite tiles.
_IN_STACK: Final = 4
_IN_SUPPLY: Final = 1


def drawn_parts(path: str | Path | None, count: int, seed: int) -> list[Components]:
    """Return sets of parts around a set.

    Args:
        path: The set, as for ``load_components``.
        count: How many.
        seed: Of the draws.

    Raises:
        ComponentsError: The set is wrong.
    """
    usual = load_components(path)
    source = read_source(STANDARD if path is None else Path(path).expanduser().resolve())
    rng = np.random.default_rng(seed)
    return [_drawn(usual, source, rng) for _ in range(count)]


def _drawn(usual: Components, source: Source, rng: np.random.Generator) -> Components:
    while True:  # most draws make a sound set
        values = copy.deepcopy(source.values)
        _move_numbers(values, source, rng)
        _move_copies(values, source, _STACK, int(rng.integers(_IN_STACK + 1)), rng)
        _move_copies(values, source, ("netherite_items",), int(rng.integers(_IN_SUPPLY + 1)), rng)
        _move_sides(values, source, rng)
        try:
            parts = Parts.model_validate(values)
        except ValidationError:
            continue
        if not any(True for _ in faults_of_parts(parts)):
            return Components(parts, usual.marks, usual.tiles, usual.start, usual.portal)


def _is_assumed(source: Source, place: Place) -> bool:
    return source.marks.get(place) == Mark.ASSUMED


def _move_numbers(values: dict[str | int, Any], source: Source, rng: np.random.Generator) -> None:
    for section in _ITEMS:
        for name, item in values[section].items():
            for key in _NUMBERS:
                if key in item and _is_assumed(source, (section, name, key)):
                    by = rng.choice([-1, 0, 1], p=[_MOVES, 1 - 2 * _MOVES, _MOVES])
                    item[key] = max(min(_LEAST, item[key]), item[key] + int(by))


def _move_copies(
    values: dict[str | int, Any],
    source: Source,
    sections: tuple[str, ...],
    times: int,
    rng: np.random.Generator,
) -> None:
    """Let tiles give copies to others; each keeps one, and their sum stays."""
    tiles = [
        item
        for section in sections
        for name, item in values[section].items()
        if _is_assumed(source, (section, name, "copies"))
    ]
    for _ in range(times if len(tiles) > 1 else 0):
        giver, taker = (tiles[n] for n in rng.choice(len(tiles), 2, replace=False))
        if giver["copies"] > 1:
            giver["copies"] -= 1
            taker["copies"] += 1


def _move_sides(values: dict[str | int, Any], source: Source, rng: np.random.Generator) -> None:
    """Let dice have one side with another face; each face keeps one."""
    for die in ("mob", "combat"):
        copies = values["dice"][die]["copies"]
        if not _is_assumed(source, ("dice", die, "copies")) or len(copies) < 2:
            continue
        giver, taker = rng.choice(len(copies), 2, replace=False)
        if copies[giver] > 1 and rng.random() < 0.5:
            copies[giver] -= 1
            copies[taker] += 1
