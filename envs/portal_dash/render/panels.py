"""What lies beside the board: cube and piglin board, mob line, bosses, piles, inventories."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from itertools import zip_longest
from typing import Final

from tablemates.envs.portal_dash.naming import (
    TASKS,
    Names,
    colour_name,
    count_of,
    face_name,
    lowest_dice,
    mob_kind_name,
    player_name,
    space_name,
)
from tablemates.envs.portal_dash.reading import task_sizes
from tablemates.envs.portal_dash.render import symbols as S
from tablemates.envs.portal_dash.render.scene import SIDE, Boss, Scene, mob_code
from tablemates.envs.portal_dash.rules import limits as L
from tablemates.envs.portal_dash.rules.cube import GONE, UNSEEN
from tablemates.envs.portal_dash.rules.state import Public
from tablemates.envs.portal_dash.rules.vocabulary import Colour, ItemType, Mode

_GRID: Final = 4 * SIDE  # characters of a row of blocks
_MARGIN: Final = 4
_BETWEEN: Final = "  "  # the layers of the cube
_LABELS: Final = 11  # characters before a row of an inventory or a pile


def headline(scene: Scene) -> str:
    """Return level, edition, turn and how far the turn has come."""
    seat = int(scene.p.active_player)
    player = f"{_player_tag(seat)} {player_name(seat)}"
    return f"{S.paint(scene.title, S.TITLE)} · {scene.progress(player)}"


def _player_tag(seat: int) -> str:
    return S.paint(S.PLAYER_LETTERS[seat], S.PLAYER_STYLES[seat])


# ------------------------------------------------------------- cube and tasks


def _cube_lines(scene: Scene) -> Iterator[str]:
    """Yield the four layers of the cube side by side, the top one first.

    ::

        Cube   layer 1: 14 left     layer 2: 16 left
               +0  +1  +2  +3       +0  +1  +2  +3
         0    [Re] Gy  Br  ·        Re  ?   Go  Bk
         4     Gy  ...

    Square brackets: exposed. ``>Re<``: may be chosen now. ``?``: shows no face.
    """
    p, exposed = scene.p, scene.exposed()
    titles, numbers = S.paint("Cube", S.TITLE), " " * _MARGIN
    for layer in range(1, L.CUBE_LAYERS + 1):
        titles += f" layer {layer}: {scene.blocks_left(layer)} left".ljust(_GRID) + _BETWEEN
        numbers += "".join(f" +{i} " for i in range(SIDE)) + _BETWEEN
    yield titles
    yield S.paint(numbers, S.FAINT)
    for row in range(SIDE):
        line = S.paint(f"{SIDE * row:2}".ljust(_MARGIN), S.FAINT)
        for level in reversed(range(L.CUBE_LAYERS)):
            for column in range(SIDE * row, SIDE * (row + 1)):
                on_top = p.height[column] == level + 1
                line += _block(
                    int(p.cube[column, level]),
                    on_top and column in exposed,
                    on_top and column in scene.chosen["column"],
                )
            line += _BETWEEN
        yield line


def _block(colour: int, exposed: bool, lit: bool) -> str:
    if colour == GONE:
        return S.paint(" ·  ", S.FAINT)
    if colour == UNSEEN:
        return S.paint(" ?  ", S.FAINT)
    if lit:
        return S.paint(">", S.LIT) + _block_tag(colour) + S.paint("<", S.LIT)
    return f"[{_block_tag(colour)}]" if exposed else f" {_block_tag(colour)} "


def _block_tag(colour: int) -> str:
    return S.paint(S.BLOCK_CODES[Colour(colour)], S.BLOCK_STYLES[Colour(colour)])


def _task_lines(scene: Scene) -> Iterator[str]:
    """Yield the piglin tasks, each with what is filled and how long there is time (PIG-03)."""
    p = scene.p
    yield S.paint("Piglins", S.TITLE) + " and when due"
    for task, name in enumerate(TASKS):
        line = f"{name} "
        complete = True
        for i, size in enumerate(task_sizes(p, scene.names.box, task)):
            place = L.TASK_COLUMNS * task + i
            count, colour = int(p.place_count[place]), int(p.place_colour[place])
            line += f"{_block_tag(colour) if colour >= 0 else '--'}{count}/{size} "
            complete = complete and count == size
        yield line + ("done" if complete else S.paint(f"L{task + 1}", S.FAINT))


def cube_and_tasks(scene: Scene, width: int) -> Iterator[str]:
    """Yield the cube with the piglin board at its right, or below it where that is too wide."""
    cube, tasks = list(_cube_lines(scene)), list(_task_lines(scene))
    if S.width_of(cube[0]) + max(map(S.width_of, tasks)) > width:
        yield from (*cube, "", *tasks)
        return
    for left, right in zip_longest(cube, tasks, fillvalue=""):
        yield left + right


# ------------------------------------------------------------ mobs and piles


def mobs_and_piles(scene: Scene, width: int) -> Iterator[str]:
    """Yield mob line, bosses, mobs still to act, dice, blocks and tiles beside the board."""
    room = width - _LABELS
    for label, lines in _rows(scene, room):
        lines = [part for line in lines for part in S.wrapped(line, room)] or ["empty"]
        yield S.paint(label, S.TITLE) + " " * (_LABELS - len(label)) + lines[0]
        yield from (" " * _LABELS + line for line in lines[1:])


def _rows(scene: Scene, width: int) -> Iterator[tuple[str, list[str]]]:
    """Yield each label with its lines."""
    p, names = scene.p, scene.names
    line = " < ".join(mob_code(p, names, mob) for mob in scene.line)
    yield "Mob line", [line] * bool(line)
    for boss in scene.bosses():
        yield "Boss", [_boss(boss)]
    waiting = [mob_code(p, names, m) for m in range(L.MOBS) if int(p.pending_mobs) >> m & 1]
    if waiting:
        yield "To act", [", ".join(waiting)]
    if p.blocks_die >= 0:
        yield "Dice", [_dice(p, names)]
    yield "Used pile", _blocks(p.used)
    if any(p.hand):
        yield "In hand", _blocks(p.hand)
    supply = [int(names.box.netherite[i]) for i in range(L.NETHERITE) if p.supply[i]]
    yield "Supply", S.flow(names.counted(supply), width)
    yield "Tiles", [f"{sum(p.stack_count)} in the stack, {sum(p.discards)} discarded"]
    drawn = [f"{names.item(k)} ({names.tile_details(k)})" for k in p.drawn if k >= 0]
    if drawn:
        yield "Drawn", [" or ".join(drawn)]


def _boss(boss: Boss) -> str:
    where = f"on {space_name(boss.space)}" if boss.space >= 0 else "off the board"
    lost = S.paint("░" * (boss.full_life - boss.life), S.FAINT)
    bar = S.paint("█" * boss.life, S.HEART_STYLE) + lost
    name = f"{mob_kind_name(boss.kind)} ({boss.side})"
    return f"{name} {bar} {boss.life} of {boss.full_life} life, {where}"


def _dice(p: Public, names: Names) -> str:
    mob = p.mob_die if p.mob_die >= 0 else "-"
    text = f"blocks {_dice_tag(p)} {face_name(p.blocks_die)}, mob {mob}"
    if p.fight_mob < 0:
        return text
    rolled = lowest_dice(p, int(p.dice_count)) or "none yet"
    return f"{text}, combat {rolled} against {mob_code(p, names, int(p.fight_mob))}"


def _dice_tag(p: Public) -> str:
    return "?" if p.blocks_die >= L.COLOURS else _block_tag(int(p.blocks_die))


def _blocks(counts: Collection[int]) -> list[str]:
    pieces = [
        f"{_block_tag(colour)} {colour_name(colour)} {count}"
        for colour, count in enumerate(counts)
        if count > 0
    ]
    return ["   ".join(pieces)] * bool(pieces)


# --------------------------------------------------------------- inventories


def inventories(scene: Scene, width: int) -> Iterator[str]:
    """Yield every player's hearts, place and items in their two rows; ``>`` decides now."""
    p, names = scene.p, scene.names
    for seat in range(p.players):
        arrow = ">" if seat == p.decider else " "
        name = S.paint(player_name(seat), S.TITLE) + " " * (7 - len(player_name(seat)))
        space = int(p.player_space[seat])
        where = f"on {space_name(space)}" if space >= 0 else "not on the board yet"
        health = f"{_hearts(int(p.hearts[seat]), L.HEARTS)} {p.hearts[seat]} of {L.HEARTS}"
        yield f"{arrow} {_player_tag(seat)} {name}{health}, {where}"
        for active, label in ((1, "active"), (0, "bottom")):
            items = [
                _item(p, names, seat, slot)
                for slot in range(L.SLOTS)
                if p.item_kind[seat, slot] >= 0 and p.item_active[seat, slot] == active
            ]
            first, *more = S.flow(items, width - _LABELS) or [S.paint("-", S.FAINT)]
            yield f"    {S.paint(label, S.FAINT)} {first}"
            yield from (" " * _LABELS + line for line in more)


def _hearts(left: int, full: int) -> str:
    return S.paint(S.HEART * left, S.HEART_STYLE) + S.paint(S.NO_HEART * (full - left), S.FAINT)


def _item(p: Public, names: Names, seat: int, slot: int) -> str:
    """Return an item with its slot and what it can do now."""
    kind = int(p.item_kind[seat, slot])
    text = S.paint(f"{slot} ", S.FAINT) + names.item(kind)
    armour = names.box.item_type[kind] == ItemType.ARMOUR
    if p.item_active[seat, slot] and (armour or p.item_mode[seat, slot] == Mode.ARMOUR):
        full = int(names.box.item_hearts[kind])
        text += f" {_hearts(int(p.item_hearts[seat, slot]), full)}"
    else:
        text += f" ({names.owned_details(p, seat, slot)})"
    enchantments = sum(1 for e in p.item_enchantments[seat, slot] if e >= 0)
    return f"{text} +{count_of(enchantments, 'enchantment')}" if enchantments else text
