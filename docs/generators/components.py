"""The page of the parts: how to use one's own, every value with its mark, the maps."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from tablemates.envs.core.documents import Place
from tablemates.envs.portal_dash.components import Mark, load_components
from tablemates.envs.portal_dash.components.sources import STANDARD, Source, read_source
from tablemates.envs.portal_dash.rules import limits as L

_TEMPLATE = Path(__file__).with_suffix(".md")
_MAPS = ("tiles", "strips")
_LIMITS = (
    ("rows of the board", L.ROWS),
    ("columns of a whole track", L.COLUMNS),
    ("spawners on one part", L.SPAWNERS),
    ("chest spaces on one part", L.CHEST_SPACES),
    ("chest tokens", L.CHESTS),
    ("kinds of item tiles", L.ITEM_KINDS),
    ("starting items of a player", L.SLOTS),
    ("enchantment tiles that go on one type of item", L.ENCHANTMENTS),
    ("dice of one fight, enchantments included", L.DICE),
    ("blocks of one action", L.HAND),
    ("columns of one piglin task", L.TASK_COLUMNS),
)


def pages() -> dict[str, str]:
    """Return the page of the parts."""
    source = read_source(STANDARD)
    counts = Counter(source.marks.values())
    text = _TEMPLATE.read_text(encoding="utf-8").format(
        **{mark.value: counts[mark] for mark in Mark},
        regular=L.DRAWABLE_TILES - L.NETHERITE,
        netherite=L.NETHERITE,
        blocks=L.BLOCKS,
        tiles=L.TILES,
        limits=_table(("what", "at most"), ((what, str(most)) for what, most in _LIMITS)),
        maps=_maps(),
        tables="\n\n".join(_section(source, str(name)) for name in source.values),
    )
    return {"components.md": text}


def _maps() -> str:
    parts = load_components()
    named = [(tile.name, tile) for tile in parts.tiles]
    named += [("Start strip", parts.start), ("Portal strip", parts.portal)]
    return (
        "```text\n"
        + "\n\n".join(
            "\n".join([name, *(" ".join(row) for row in part.rows)]) for name, part in named
        )
        + "\n```"
    )


def _section(source: Source, section: str) -> str:
    return f"### {section}\n\n" + _table(("entry", "values", "mark"), _rows(source, section))


def _rows(source: Source, section: str) -> Iterator[tuple[str, str, str]]:
    """Yield one row for the values of an entry that have the same mark."""
    groups: dict[tuple[Place, Mark], list[str]] = {}
    for place, mark in source.marks.items():
        if place[0] != section:
            continue
        if section in _MAPS:
            groups[place[1:], mark] = ["map above"]
        else:
            value = f"{place[-1]} {_words(_value(source.values, place))}"
            groups.setdefault((place[1:-1], mark), []).append(value)
    for (entry, mark), values in groups.items():
        yield ", ".join(map(str, entry)) or section, ", ".join(values), mark


def _value(values: Mapping[Any, Any], place: Place) -> Any:
    for key in place:
        values = values[key]
    return values


def _words(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        return " / ".join(_words(one) for one in value)
    if isinstance(value, dict):
        return ", ".join(f"{key} {_words(one)}" for key, one in value.items())
    return str(value)


def _table(heads: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> str:
    lines = [heads, tuple("---" for _ in heads), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)
