"""The tables of every game's actions and of its observation."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator
from functools import partial
from typing import Final

from docs.generators.pages import DOCS, Text, sections_of, table
from tablemates.envs.core.game.catalogue import Catalogue
from tablemates.envs.core.game.game import Game
from tablemates.envs.core.game.observation import Block, Layout, ObservationForms
from tablemates.envs.core.views.infos import ENTRIES
from tablemates.envs.registry import GAMES, find_game, new_game


def _game(key: str) -> Game:
    return new_game(find_game(key).settings_type())


def _fullest(key: str) -> Game:
    kind = find_game(key).settings_type
    return new_game(kind(**kind.fullest))


def described(settings: type) -> dict[str, str]:
    """Return what the docstrings of settings say of each, the game's own last."""
    found: dict[str, str] = {}
    for kind in reversed(settings.__mro__):
        _, _, section = (inspect.getdoc(kind) or "").partition("Attributes:\n")
        for name, text in re.findall(r"^ {4}(\w+): (.*(?:\n {8}.*)*)", section, re.MULTILINE):
            found[name] = " ".join(text.replace("``", "`").split())
    return found


def parameters(key: str) -> str:
    """Return the table of the parameters that a game has beside those of every game."""
    kind = find_game(key).settings_type
    own = {name: text for name, text in described(kind).items() if name in vars(kind)}
    rows = [(f"`{name}`", f"`{getattr(kind, name)!r}`", text) for name, text in own.items()]
    return table(["parameter", "default", "meaning"], rows)


def shaping(key: str) -> str:
    """Return the table of a game's shaping terms."""
    terms = find_game(key).shaping_terms
    return table(["term", "meaning"], ((f"`{name}`", text) for name, text in terms.items()))


def groups(key: str) -> str:
    """Return the table of a game's action ids by group."""
    return _groups(_game(key).catalogue, 0)


def further_groups(key: str) -> str:
    """Return the table of the action ids that settings append."""
    return _groups(_fullest(key).catalogue, len(_game(key).catalogue.groups))


def _groups(catalogue: Catalogue, first: int) -> str:
    rows = []
    for group in catalogue.groups[first:]:
        ids = catalogue.ids(group.name)
        meaning = f"{group.meaning[:1].upper()}{group.meaning[1:].rstrip('.')}."
        labels = f" In order: {', '.join(group.labels)}." if group.labels else ""
        example = f"`{catalogue.name(ids[-1])}`"
        rows.append((span(ids), f"`{group.name}`", meaning + labels, example))
    return table(["ids", "group", "meaning", "example"], rows)


def span(ids: range) -> str:
    """Return the first and the last of some numbers."""
    return str(ids.start) if len(ids) == 1 else f"{ids.start}–{ids[-1]}"


def blocks(key: str) -> str:
    """Return the blocks of a game's observation and all their numbers."""
    return _blocks(_game(key).layout, 0)


def further_blocks(key: str) -> str:
    """Return the blocks that settings append, and all their numbers."""
    return _blocks(_fullest(key).layout, len(_game(key).layout.blocks))


def _blocks(layout: Layout, first: int) -> str:
    rows = [
        (
            f"[`{block.name}`](#{block.name})",
            span(range(block.start, block.start + block.size)),
            " × ".join(map(str, block.shape)),
            block.meaning,
        )
        for block in layout.blocks[first:]
    ]
    text = f"{layout.size} numbers (hash `{layout.digest}`).\n\n"
    text += table(["block", "place", "shape", "meaning"], rows)
    for block in layout.blocks[first:]:
        axes = zip(block.shape, block.axes, strict=False)  # the last axis may have no name
        shape = " × ".join(f"{size} ({axis})" for size, axis in axes)
        text += f"\n\n### {block.name}\n\n{block.meaning} Shape {shape}.\n\n"
        text += table([block.axes[block.axis], "name", "range", "meaning"], _numbers(block))
    return text


def _numbers(block: Block) -> Iterator[tuple[str, str, str, str]]:
    """Yield a line for each number, or one line if all have the same meaning."""
    meanings = {n.meaning.replace(n.name.replace("_", " "), "…") for n in block.numbers}
    if len({n.meaning for n in block.numbers}) == 1:
        meanings = {block.numbers[0].meaning}
    if len(meanings) == 1 and len(block.numbers) > 1:
        first, names = block.numbers[0], ", ".join(f"`{n.name}`" for n in block.numbers)
        yield span(range(len(block.numbers))), names, f"{first.low} to {first.high}", meanings.pop()
        return
    for place, number in enumerate(block.numbers):
        yield str(place), f"`{number.name}`", f"{number.low} to {number.high}", number.meaning


def info() -> str:
    """Return the table of the entries of ``info``, those of every game first."""
    games = [find_game(key) for key in GAMES]
    rows = [(f"`{name}`", kind, meaning) for name, (kind, meaning) in ENTRIES.items()]
    labels = dict.fromkeys(label for game in games for label in game.label_fields)
    end = next(n for n, row in enumerate(rows) if row[0] == "`outcome`")
    names = ", ".join(f"`{name}`" for name in labels)
    rows.insert(end, (names, "`int`", "which game it is: those of these that the game has"))
    for game in games:
        for name, (kind, meaning) in game.ending_entries.items():
            rows.append((f"`{name}`", kind, f"{game.title}: {meaning}"))
    return table(["entry", "type", "meaning"], rows)


def tokens(key: str) -> str:
    """Return the table of a game's tokens by block."""
    game = _game(key)
    forms = ObservationForms(game.layout, game.catalogue, game.about)
    rows = [
        (
            f"[`{block.name}`](#{block.name})",
            span(range(*forms.first[kind : kind + 2].tolist())),
            ", ".join(axis for axis in block.axes if axis != block.axes[block.axis]),
            len(block.numbers),
        )
        for kind, block in enumerate(forms.layout.blocks)
    ]
    return table(["kind", "tokens", "places", "numbers"], rows)


def candidates(key: str) -> str:
    """Return the table of a game's groups of actions whose tokens are known."""
    about = find_game(key).about.items()
    return table(["group", "token of"], ((f"`{group}`", f"[`{to}`](#{to})") for group, to in about))


#: What any page of a game may have.
_TEXTS: Final = {
    text.__name__: text
    for text in (
        *(parameters, shaping, groups, further_groups, blocks, further_blocks),
        *(tokens, candidates),
    )
}
SECTIONS: Final[dict[str, dict[str, Text]]] = {
    f"docs/{key}/{page.name}": {
        name: partial(_TEXTS[name], key) for name in sections_of(page) if name in _TEXTS
    }
    for key in GAMES
    for page in sorted((DOCS / key).glob("*.md"))
}
