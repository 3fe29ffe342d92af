"""The text picture of a game in 100 columns; colours only repeat what letters and signs say."""

from __future__ import annotations

import os
import re
import sys
from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from itertools import zip_longest
from textwrap import wrap
from typing import Any, Final

import numpy as np

from tablemates.envs.portal_dash import vocabulary as V
from tablemates.envs.portal_dash.game import PortalDash
from tablemates.envs.portal_dash.icons import LOOKS
from tablemates.envs.portal_dash.naming import TASKS, WORDS, Names, lowest_dice, space_name
from tablemates.envs.portal_dash.reading import (
    BROWN_BLOCK,
    LAVA,
    MAGMA,
    PLAIN,
    SOUL_SAND,
    exposed_columns,
    task_sizes,
    terrain_at,
)
from tablemates.envs.portal_dash.rules.cube import GONE, UNSEEN
from tablemates.envs.portal_dash.scene import BLOCK_CODES, PLAYER_LETTERS, SIDE, Part, Scene
from tablemates.envs.portal_dash.speech import decision
from tablemates.envs.portal_dash.vocabulary import Colour, ItemType, Mode

WIDTH: Final = 100
_CELL: Final = 5  # columns of a space
_LABEL: Final = 4  # columns left of the board
_LABELS: Final = 11  # columns before a row of an inventory or a pile
_HARD_SPACE: Final = "\N{NO-BREAK SPACE}"
_SIGNS: Final = {PLAIN: "·", LAVA: "~", MAGMA: "^", SOUL_SAND: ":", BROWN_BLOCK: "#"}
_FACE_DOWN: Final = "░"
_MARKS: Final = {"chest": "[$]", "chest space": "[ ]", "portal": "<O>"}


def text_picture(game: PortalDash, legal: Collection[int] = ()) -> str:
    """Return the picture; spaces and columns of the cube among the legal actions are marked."""
    p, names = game.public, game.names
    scene, active = Scene(p, names), p.active_player
    lines = [
        scene.status(f"{PLAYER_LETTERS[active]} {WORDS.name('seat', active)}"),
        "",
        *_board(scene, legal),
        "",
        *_cube_and_tasks(scene, legal),
        "",
        *(line for label, words in _rows(scene) for line in _lines(label, words or "empty")),
        "",
        *_inventories(p, names),
        "",
        *_lines("", decision(game), 0),
    ]
    return "".join(f"{line.rstrip()}\n" for line in lines)


def _lines(label: str, words: str, indent: int = _LABELS) -> list[str]:
    """Return words in lines behind their label."""
    first, rest = label.ljust(indent), " " * indent
    lines = wrap(
        words,
        WIDTH,
        initial_indent=first,
        subsequent_indent=rest,
        break_long_words=False,
        break_on_hyphens=False,
    )
    return [line.replace(_HARD_SPACE, " ") for line in lines]


def _side_by_side(pieces: Iterable[str]) -> str:
    """Return pieces in words between which alone a line is broken."""
    return "   ".join(piece.replace(" ", _HARD_SPACE) for piece in pieces)


# -- the board -------------------------------------------------------------------------


def _board(scene: Scene, legal: Collection[int]) -> Iterator[str]:
    """Yield the lines of the board, in several bands one below the other if it is wide."""
    marks = {
        space: _MARKS.get(kind, f"({number})") for space, (kind, number) in scene.sites().items()
    }
    pieces = {
        space: "".join(scene.code(one) if one >= 0 else PLAYER_LETTERS[-1 - one] for one in found)
        for space, found in scene.pieces().items()
    }
    lit = {scene.names.space_of(scene.p, action) for action in legal if action >= V.SPACE}
    margin = " " * _LABEL
    for band in _bands(scene.parts):
        widths = [_CELL * len(part.columns) for part in band]
        titles = [part.name if part.open else "face down" for part in band]
        centred = (title[:wide].center(wide) for title, wide in zip(titles, widths, strict=True))
        yield margin + " ".join(centred)
        numbers = ("".join(f"{c:^{_CELL}}" for c in part.columns) for part in band)
        yield margin + " ".join(numbers)
        yield f"{margin[1:]}┌{'┬'.join('─' * wide for wide in widths)}┐"
        for row in range(scene.p.rows):
            spaces = [[row * V.COLUMNS + column for column in part.columns] for part in band]
            cells = [
                [_space(scene.p, s, pieces.get(s, ""), marks.get(s), s in lit) for s in part]
                for part in spaces
            ]
            for half, label in enumerate((f"{row:2} ", "   ")):
                shown = ("".join(cell[half] for cell in part) for part in cells)
                yield f"{label}│{'│'.join(shown)}│"
        yield f"{margin[1:]}└{'┴'.join('─' * wide for wide in widths)}┘"


def _bands(parts: list[Part]) -> Iterator[list[Part]]:
    """Yield runs of parts that fit beside each other; a part is never cut."""
    band: list[Part] = []
    for part in parts:
        needed = _LABEL + sum(_CELL * len(one.columns) + 1 for one in (*band, part))
        if band and needed > WIDTH:
            yield band
            band = []
        band.append(part)
    yield band


def _space(p: Any, space: int, pieces: str, mark: str | None, lit: bool) -> tuple[str, str]:
    """Return the two lines of a space: the pieces, and what is printed there."""
    if space % V.COLUMNS >= p.open_columns:
        return _FACE_DOWN * _CELL, _FACE_DOWN * _CELL
    terrain = terrain_at(p, space)
    sign = _SIGNS[terrain]
    fill = " " if terrain == PLAIN else sign
    room = max(0, _CELL - len(pieces))
    upper = fill * (room // 2) + pieces + fill * (room - room // 2)
    lower = (mark or (sign if terrain == PLAIN else sign * _CELL)).center(_CELL, fill)
    return upper, f">{lower[1:-1]}<" if lit else lower


# -- cube and tasks --------------------------------------------------------------------


def _cube_and_tasks(scene: Scene, legal: Collection[int]) -> Iterator[str]:
    """Yield the cube with the piglin board at its right, or below it where that is too wide."""
    cube, tasks = list(_cube(scene, legal)), list(_tasks(scene))
    if len(cube[0]) + max(map(len, tasks)) > WIDTH:
        yield from (*cube, "", *tasks)
    else:
        yield from map("".join, zip_longest(cube, tasks, fillvalue=""))


def _cube(scene: Scene, legal: Collection[int]) -> Iterator[str]:
    """Yield the four layers of the cube side by side; ``[]``: exposed, ``><``: may be chosen."""
    p, exposed = scene.p, exposed_columns(scene.p)
    layers = range(1, V.CUBE_LAYERS + 1)
    titles = (f" layer {n}: {scene.blocks_left(n)} left".ljust(4 * SIDE) + "  " for n in layers)
    yield "Cube" + "".join(titles)
    yield " " * _LABEL + ("".join(f" +{i} " for i in range(SIDE)) + "  ") * V.CUBE_LAYERS
    for row in range(SIDE):
        line = f"{SIDE * row:2}".ljust(_LABEL)
        for level in reversed(range(V.CUBE_LAYERS)):
            for column in range(SIDE * row, SIDE * (row + 1)):
                on_top = p.height[column] == level + 1
                ends = "[]" if on_top and column in exposed else "  "
                ends = "><" if on_top and V.COLUMN + column in legal else ends
                line += f"{ends[0]}{_block(int(p.cube[column, level]))}{ends[1]}"
            line += "  "
        yield line


def _block(colour: int) -> str:
    return {GONE: "· ", UNSEEN: "? "}.get(colour) or BLOCK_CODES[Colour(colour)]


def _tasks(scene: Scene) -> Iterator[str]:
    """Yield the piglin tasks, each with what is filled and how long there is time (PIG-03)."""
    p = scene.p
    yield "Piglins and when due"
    for task, name in enumerate(TASKS):
        sizes, first = task_sizes(p, scene.names.box, task), V.TASK_COLUMNS * task
        counts = p.place_count[first : first + len(sizes)].tolist()
        colours = p.place_colour[first : first + len(sizes)].tolist()
        places = (
            f"{_block(colour) if colour >= 0 else '--'}{count}/{size}"
            for colour, count, size in zip(colours, counts, sizes, strict=True)
        )
        yield " ".join([name, *places, "done" if counts == sizes else f"L{task + 1}"])


# -- beside the board ------------------------------------------------------------------


def _rows(scene: Scene) -> Iterator[tuple[str, str]]:
    """Yield mob line, bosses, mobs still to act, dice, blocks and tiles, each with its label."""
    p, names = scene.p, scene.names
    yield "Mob line", " < ".join(map(scene.code, p.line[: p.line_length]))
    for boss in scene.bosses():
        where = f"on {space_name(boss.space)}" if boss.space >= 0 else "off the board"
        bar = "█" * boss.life + "░" * (boss.full_life - boss.life)
        life = f"{bar} {boss.life} of {boss.full_life} life"
        yield "Boss", f"{boss.name} ({boss.side}) {life}, {where}"
    waiting = [scene.code(mob) for mob in range(V.MOBS) if int(p.pending_mobs) >> mob & 1]
    if waiting:
        yield "To act", ", ".join(waiting)
    if p.blocks_die >= 0:
        face = "?" if p.blocks_die >= V.COLOURS else _block(p.blocks_die)
        mob = p.mob_die if p.mob_die >= 0 else "-"
        words = f"blocks {face} {WORDS.name('face', p.blocks_die)}, mob {mob}"
        if p.fight_mob >= 0:
            rolled = lowest_dice(p, p.dice_count) or "none yet"
            words += f", combat {rolled} against {scene.code(p.fight_mob)}"
        yield "Dice", words
    yield "Used pile", _blocks(p.used)
    if any(p.hand):
        yield "In hand", _blocks(p.hand)
    supply = Counter(map(names.item, names.box.netherite[p.supply > 0]))
    yield "Supply", _side_by_side(f"{name} ×{n}" if n > 1 else name for name, n in supply.items())
    yield "Tiles", f"{sum(p.stack_count)} in the stack, {sum(p.discards)} discarded"
    drawn = [f"{names.item(kind)} ({names.tile_details(kind)})" for kind in p.drawn if kind >= 0]
    if drawn:
        yield "Drawn", " or ".join(drawn)


def _blocks(counts: Any) -> str:
    return "   ".join(
        f"{_block(colour)} {WORDS.name('colour', colour)} {count}"
        for colour, count in enumerate(counts)
        if count > 0
    )


def _inventories(p: Any, names: Names) -> Iterator[str]:
    """Yield every player's hearts, place and items in their two rows; ``>`` decides now."""
    for seat in range(p.players):
        arrow, name = ">" if seat == p.decider else " ", WORDS.name("seat", seat).ljust(7)
        space = int(p.player_space[seat])
        where = f"on {space_name(space)}" if space >= 0 else "not on the board yet"
        health = f"{_hearts(p.hearts[seat], V.HEARTS)} {p.hearts[seat]} of {V.HEARTS}"
        yield f"{arrow} {PLAYER_LETTERS[seat]} {name}{health}, {where}"
        for active, label in ((1, "    active"), (0, "    bottom")):
            shown = (p.item_kind[seat] >= 0) & (p.item_active[seat] == active)
            items = (_item(p, names, seat, slot) for slot in np.flatnonzero(shown).tolist())
            yield from _lines(label, _side_by_side(items) or "-")


def _hearts(left: int, full: int) -> str:
    return "♥" * left + "·" * (full - left)


def _item(p: Any, names: Names, seat: int, slot: int) -> str:
    """Return an item with its slot and what it can do now."""
    kind = int(p.item_kind[seat, slot])
    text = f"{slot} {names.item(kind)}"
    armour = names.box.item_type[kind] == ItemType.ARMOUR
    if p.item_active[seat, slot] and (armour or p.item_mode[seat, slot] == Mode.ARMOUR):
        text += f" {_hearts(p.item_hearts[seat, slot], int(names.box.item_hearts[kind]))}"
    else:
        text += f" ({names.owned_details(p, seat, slot)})"
    enchantments = int((p.item_enchantments[seat, slot] >= 0).sum())
    return f"{text} +{WORDS.count(enchantments, 'enchantment')}" if enchantments else text


# -- colours ---------------------------------------------------------------------------


def painted(picture: str) -> str:
    """Return a picture in the terminal's colours, if the output is a terminal that has some."""
    dumb = os.environ.get("TERM", "") in ("", "dumb")
    if not sys.stdout.isatty() or dumb or os.environ.get("NO_COLOR"):
        return picture
    return "\n".join(map(_painted, picture.split("\n")))


def _painted(line: str) -> str:
    table = [*LOOKS["on_board" if "│" in line else "off_board"], *LOOKS["everywhere"]]
    pattern = "|".join(f"({words})" for words, _ in table)

    def styled(found: re.Match[str]) -> str:
        return f"\x1b[{table[(found.lastindex or 1) - 1][1]}m{found[0]}\x1b[0m"

    return re.sub(pattern, styled, line)
