"""Tiles that are swapped for special ones, and what a fortress's difficulty is called then."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache
from typing import Any, Final

from tablemates.envs.core.errors import ComponentsError, SettingsError
from tablemates.envs.core.files.documents import nearest
from tablemates.envs.core.records.vocabulary import word_of
from tablemates.envs.orcs_must_die import vocabulary as V
from tablemates.envs.orcs_must_die.part_faults import faults
from tablemates.envs.orcs_must_die.part_models import Fortress, Parts
from tablemates.envs.orcs_must_die.parts import Components

#: Steps in difficulty that a special tile in the place of a standard one makes (ED-05, ED-06).
_STEPS: Final = {
    **dict.fromkeys((V.Kind.ACID_BATH, V.Kind.LAVA_LAKE, V.Kind.TRAPSBURG), -1),
    **dict.fromkeys((V.Kind.TRAPDOOR, V.Kind.GAS_CHAMBER), 1),
    V.Kind.TELEPORTER: 0,
}
SPECIAL: Final = {word_of(kind): kind for kind in V.Kind if kind in _STEPS}
_WORDS: Final = ("novice", "intermediate", "hard", "expert")


def read_swaps(text: str) -> Mapping[int, V.Kind]:
    """Return the kinds of tiles that ``"2 lava_lake, 3 trapdoor"`` names; of ``"none"``, none.

    Raises:
        SettingsError: It is no such list.
    """
    found: dict[int, V.Kind] = {}
    for one in [] if text == "none" else text.split(","):
        tile, _, kind = one.strip().partition(" ")
        if not tile.isdecimal() or int(tile) in found:
            raise SettingsError(
                f"swaps={text!r}: write each tile once with its kind, such as '2 lava_lake'"
            )
        if kind.strip() not in SPECIAL:
            raise SettingsError(f"swaps={text!r}: no tile {kind!r}{nearest(kind, SPECIAL)}")
        found[int(tile)] = SPECIAL[kind.strip()]
    return found


def with_swaps(components: Components, fortresses: Sequence[str], text: str) -> Components:
    """Return parts in which standard tiles of fortresses are swapped for special ones (ED-05).

    Raises:
        SettingsError: The text is no list of swaps.
        ComponentsError: A fortress has no such standard tile, or the box too few special ones.
    """
    return _with_swaps(components, tuple(fortresses), text) if read_swaps(text) else components


@cache
def _with_swaps(components: Components, fortresses: tuple[str, ...], text: str) -> Components:
    swaps = read_swaps(text)

    def swapped(parts: Parts) -> Parts:
        known = dict(parts.fortresses)
        for name in fortresses:
            if name in known:  # others are refused where the scenario is made
                known[name] = _swapped(name, known[name], swaps)
        made = parts.model_copy(update={"fortresses": known})
        for place, reason in faults(made):
            raise ComponentsError(f"swaps={text!r}: {' '.join(map(str, place))}: {reason}")
        return made

    changed: dict[str, Any] = {"parts": swapped(components.parts)}
    if (printed := getattr(components, "printed", None)) is not None:
        changed["printed"] = swapped(printed)
    return replace(components, **changed)


def _swapped(name: str, fortress: Fortress, swaps: Mapping[int, V.Kind]) -> Fortress:
    tiles = [*fortress.tiles]
    for tile, kind in swaps.items():
        if tile >= len(tiles) or tiles[tile].kind != V.Kind.STANDARD:
            raise ComponentsError(f"swaps: {name} has no standard tile {tile}")  # ED-05
        tiles[tile] = tiles[tile].model_copy(update={"kind": kind})
    return fortress.model_copy(update={"tiles": tuple(tiles)})


def difficulty_of(printed: str, mode: str, swaps: str) -> str:
    """Return what a game's difficulty is called, from that printed for its fortress (ED-06).

    Challenge mode and each hard tile are a step up, each easy tile is one down. A fortress of
    one's own, with another word, keeps it.
    """
    if printed not in _WORDS:
        return printed
    steps = int(mode == "challenge")  # ED-06
    steps += sum(_STEPS[kind] for kind in read_swaps(swaps).values())
    return _WORDS[min(max(0, _WORDS.index(printed) + steps), len(_WORDS) - 1)]
