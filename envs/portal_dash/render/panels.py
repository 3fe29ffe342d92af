"""What lies beside the board: cube and piglin board, mob line, bosses, piles, inventories."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from itertools import zip_longest
from typing import Final

from rich.table import Table
from rich.text import Text

from tablemates.envs.portal_dash.naming import (
    EDITIONS,
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
from tablemates.envs.portal_dash.reading import exposed_columns, task_sizes
from tablemates.envs.portal_dash.render import symbols as S
from tablemates.envs.portal_dash.render.board import mob_code
from tablemates.envs.portal_dash.rules import limits as L
from tablemates.envs.portal_dash.rules.cube import GONE, UNSEEN
from tablemates.envs.portal_dash.rules.state import Public
from tablemates.envs.portal_dash.rules.vocabulary import (
    Colour,
    Decision,
    ItemType,
    MobKind,
    Mode,
    Outcome,
)

_SIDE: Final = 4  # rows of the cube's base, and columns in a row
_BLOCK: Final = 4  # characters of a block
_GRID: Final = _SIDE * _BLOCK
_MARGIN: Final = 4
_BETWEEN: Final = "  "  # the layers of the cube
_GAP: Final = "   "
_LABELS: Final = 11  # characters before a row of an inventory or a pile


def headline(p: Public) -> Text:
    """Return level, edition, turn and how far the turn has come."""
    level = f"level {p.level}" if p.level else "custom level"
    text = S.span(f"{level} ({EDITIONS[p.edition]})", S.TITLE)
    if p.outcome != Outcome.RUNNING:
        return text.append(f" · turn {p.turn} · {Outcome(int(p.outcome)).name.lower()}")
    if p.turn == 0:
        return text.append(" · setting up")
    text.append(f" · turn {p.turn} · ").append_text(player_tag(int(p.active_player)))
    return text.append(f" {player_name(p.active_player)}, {_phase(p)}")


def hearts_and_dice(p: Public) -> Text:
    """Return every player's hearts and the two dice, as short as a headline has room for."""
    text = Text(" ").join(
        player_tag(seat).append(f" {p.hearts[seat]}{S.HEART}", "") for seat in range(p.players)
    )
    if p.blocks_die < 0:
        return text
    return text.append(" · dice ").append_text(_dice_tag(p)).append(f" {max(p.mob_die, 0) or '-'}")


def _phase(p: Public) -> str:
    """Return how far the turn has come (TURN-01)."""
    if p.decision == Decision.REVEAL:
        return "end of the turn"
    begun = int(p.actions_done) + int(p.decision == Decision.ACTION)
    return f"action {begun} of 2" if begun else "dice and mobs"


def player_tag(seat: int) -> Text:
    """Return a player's letter in their colour."""
    return S.span(S.PLAYER_LETTERS[seat], S.PLAYER_STYLES[seat])


# ------------------------------------------------------------- cube and tasks


def cube_lines(p: Public, columns: Collection[int]) -> Iterator[Text]:
    """Yield the four layers of the cube side by side, the top one first.

    ::

        Cube   layer 1: 14 left     layer 2: 16 left
               +0  +1  +2  +3       +0  +1  +2  +3
         0    [Re] Gy  Br  ·        Re  ?   Go  Bk
         4     Gy  ...

    Square brackets: exposed. ``>Re<``: may be chosen now. ``?``: shows no face.

    Args:
        p: The public state.
        columns: Columns to be marked as choices.
    """
    exposed = set(exposed_columns(p))
    titles, numbers = S.span("Cube", S.TITLE), S.span(" " * _MARGIN, S.FAINT)
    for layer in range(1, L.CUBE_LAYERS + 1):
        left = sum(1 for height in p.height if height > L.CUBE_LAYERS - layer)
        titles.append(f" layer {layer}: {left} left".ljust(_GRID) + _BETWEEN)
        numbers.append("".join(f" +{i} " for i in range(_SIDE)) + _BETWEEN, S.FAINT)
    yield titles
    yield numbers
    for row in range(_SIDE):
        line = S.span(f"{_SIDE * row:2}".ljust(_MARGIN), S.FAINT)
        for level in reversed(range(L.CUBE_LAYERS)):
            for column in range(_SIDE * row, _SIDE * (row + 1)):
                on_top = p.height[column] == level + 1
                line.append_text(
                    _block(
                        int(p.cube[column, level]),
                        on_top and column in exposed,
                        on_top and column in columns,
                    )
                )
            line.append(_BETWEEN)
        yield line


def _block(colour: int, exposed: bool, lit: bool) -> Text:
    if colour == GONE:
        return S.span(" ·  ", S.FAINT)
    if colour == UNSEEN:
        return S.span(" ?  ", S.FAINT)
    left, right = "><" if lit else "[]" if exposed else "  "
    edge = S.LIT if lit else ""
    return Text.assemble((left, edge), block_tag(colour), (right, edge))


def block_tag(colour: int) -> Text:
    """Return a block's two letters in its colour."""
    return S.span(S.BLOCK_CODES[Colour(colour)], S.BLOCK_STYLES[Colour(colour)])


def task_lines(p: Public, names: Names) -> Iterator[Text]:
    """Yield the piglin tasks, each with what is filled and how long there is time (PIG-03)."""
    yield S.span("Piglins", S.TITLE).append(" and when due")
    for task, name in enumerate(TASKS):
        line = Text(f"{name} ")
        complete = True
        for i, size in enumerate(task_sizes(p, names.box, task)):
            place = L.TASK_COLUMNS * task + i
            count, colour = int(p.place_count[place]), int(p.place_colour[place])
            line.append_text(block_tag(colour) if colour >= 0 else Text("--"))
            line.append(f"{count}/{size} ")
            complete = complete and count == size
        line.append("done" if complete else f"L{task + 1}", "" if complete else S.FAINT)
        yield line


def cube_and_tasks(p: Public, names: Names, columns: Collection[int], width: int) -> Iterator[Text]:
    """Yield the cube with the piglin board at its right, or below it where that is too wide."""
    cube, tasks = list(cube_lines(p, columns)), list(task_lines(p, names))
    if len(cube[0]) + max(map(len, tasks)) > width:
        yield from (*cube, Text(), *tasks)
        return
    for left, right in zip_longest(cube, tasks, fillvalue=Text()):
        yield left + right


# ------------------------------------------------------------ mobs and piles


def mob_rows(p: Public, names: Names) -> Iterator[tuple[str, Text]]:
    """Yield the mob line, each boss, and the mobs that are still to act."""
    line = " < ".join(mob_code(p, names, int(mob)) for mob in p.line[: p.line_length])
    yield "Mob line", Text(line or "empty")
    for i in range(L.BOSSES):
        if p.boss_kind[i] >= 0:
            yield "Boss", _boss(p, names, i)
    waiting = [mob_code(p, names, m) for m in range(L.MOBS) if int(p.pending_mobs) >> m & 1]
    if waiting:
        yield "To act", Text(", ".join(waiting))


def _boss(p: Public, names: Names, i: int) -> Text:
    life = int(p.boss_life[i])
    full = int(names.box.boss_life[p.boss_kind[i], p.boss_hard[i]])
    side = "hard" if p.boss_hard[i] else "easy"
    space = int(p.mob_space[L.REGULAR_MOBS + i])
    where = f"on {space_name(space)}" if space >= 0 else "off the board"
    text = Text(f"{mob_kind_name(MobKind.WILDFIRE + int(p.boss_kind[i]))} ({side}) ")
    text.append("█" * life, S.HEART_STYLE).append("░" * (full - life), S.FAINT)
    return text.append(f" {life} of {full} life, {where}")


def pile_rows(p: Public, names: Names, width: int) -> Iterator[tuple[str, Text]]:
    """Yield dice, used pile, blocks in hand, supply and stack."""
    if p.blocks_die >= 0:
        yield "Dice", _dice(p, names)
    yield "Used pile", _blocks(p.used) or Text("empty")
    if any(p.hand):
        yield "In hand", _blocks(p.hand)
    supply = [int(names.box.netherite[i]) for i in range(L.NETHERITE) if p.supply[i]]
    yield "Supply", flow(map(Text, names.counted(supply)), width - _LABELS) or Text("empty")
    yield "Tiles", Text(f"{sum(p.stack_count)} in the stack, {sum(p.discards)} discarded")
    drawn = [f"{names.item(k)} ({names.tile_details(k)})" for k in p.drawn if k >= 0]
    if drawn:
        yield "Drawn", Text(" or ".join(drawn))


def _dice(p: Public, names: Names) -> Text:
    text = Text("blocks ").append_text(_dice_tag(p))
    text.append(f" {face_name(p.blocks_die)}, mob {p.mob_die if p.mob_die >= 0 else '-'}")
    if p.fight_mob >= 0:
        rolled = lowest_dice(p, int(p.dice_count)) or "none yet"
        text.append(f", combat {rolled} against {mob_code(p, names, int(p.fight_mob))}")
    return text


def _dice_tag(p: Public) -> Text:
    return Text("?") if p.blocks_die >= L.COLOURS else block_tag(int(p.blocks_die))


def _blocks(counts: Collection[int]) -> Text:
    return Text(_GAP).join(
        block_tag(colour).append(f" {colour_name(colour)} {count}")
        for colour, count in enumerate(counts)
        if count > 0
    )


# --------------------------------------------------------------- inventories


def inventories(p: Public, names: Names, width: int) -> Table:
    """Return every player's hearts, place and items in their two rows; ``>`` decides now."""
    table = Table.grid(padding=(0, 1, 0, 0))
    table.add_column(no_wrap=True)
    table.add_column(no_wrap=True)
    table.add_column()
    for seat in range(p.players):
        arrow = ">" if seat == p.decider else " "
        tag = Text(f"{arrow} ").append_text(player_tag(seat))
        table.add_row(tag, S.span(player_name(seat), S.TITLE), _health(p, seat))
        table.add_row("", S.span("active", S.FAINT), _row(p, names, seat, 1, width - _LABELS))
        table.add_row("", S.span("bottom", S.FAINT), _row(p, names, seat, 0, width - _LABELS))
    return table


def _health(p: Public, seat: int) -> Text:
    text = hearts(int(p.hearts[seat]), L.HEARTS)
    space = int(p.player_space[seat])
    where = f"on {space_name(space)}" if space >= 0 else "not on the board yet"
    return text.append(f" {p.hearts[seat]} of {L.HEARTS}, {where}")


def hearts(left: int, full: int) -> Text:
    """Return hearts left and lost as signs."""
    return S.span(S.HEART * left, S.HEART_STYLE).append(S.NO_HEART * (full - left), S.FAINT)


def _row(p: Public, names: Names, seat: int, active: int, width: int) -> Text:
    items = [
        _item(p, names, seat, slot)
        for slot in range(L.SLOTS)
        if p.item_kind[seat, slot] >= 0 and p.item_active[seat, slot] == active
    ]
    return flow(items, width) if items else S.span("-", S.FAINT)


def _item(p: Public, names: Names, seat: int, slot: int) -> Text:
    """Return an item with its slot and what it can do now."""
    kind = int(p.item_kind[seat, slot])
    text = S.span(f"{slot} ", S.FAINT).append(names.item(kind))
    armour = names.box.item_type[kind] == ItemType.ARMOUR
    if p.item_active[seat, slot] and (armour or p.item_mode[seat, slot] == Mode.ARMOUR):
        full = int(names.box.item_hearts[kind])
        text.append(" ").append_text(hearts(int(p.item_hearts[seat, slot]), full))
    else:
        text.append(f" ({names.owned_details(p, seat, slot)})")
    extra = count_of(sum(1 for e in p.item_enchantments[seat, slot] if e >= 0), "enchantment")
    if extra[0] != "0":
        text.append(f" +{extra}")
    return text


def flow(pieces: Iterable[Text], width: int) -> Text:
    """Return pieces side by side, broken between two of them where a line is full."""
    text = Text()
    used = 0
    for piece in pieces:
        if used and used + len(_GAP) + len(piece) > width:
            text.append("\n")
            used = 0
        elif used:
            text.append(_GAP)
            used += len(_GAP)
        text.append_text(piece)
        used += len(piece)
    return text
