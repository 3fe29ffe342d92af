"""Names of things; sentences and pictures take their words from here.

Rows, columns and slots are counted from 0, as in the action catalogue, layers from the top.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, NamedTuple

from tablemates.envs.core.display.sentences import Words
from tablemates.envs.portal_dash import vocabulary as V
from tablemates.envs.portal_dash.reading import row_and_column
from tablemates.envs.portal_dash.rules.harm import pushed_player
from tablemates.envs.portal_dash.rules.pieces import life_of, range_of, source_of
from tablemates.envs.portal_dash.state import Box, Public
from tablemates.envs.portal_dash.vocabulary import Decision, ItemType, MobKind, Mode

WORDS: Final = Words(Path(__file__).with_name("words.yaml"))
TASKS: Final = ("A", "B", "C")


def space_name(space: int) -> str:
    """Return a space as ``(row, column)``."""
    return str(row_and_column(space))


def lowest_dice(p: Public, n: int) -> str:
    """Return the n lowest of the combat dice."""
    return ", ".join(str(hits) for hits in p.dice[:n])


class ItemNumbers(NamedTuple):
    """Abilities of an item, its enchantments included; zero where it has none."""

    dice: int
    range: int
    rerolls: int
    steps: int
    fire: int
    hearts: int
    blocks: int
    blind: int


@dataclass(frozen=True)
class Names:
    """The names of items and gameboard tiles, by number, and the box as numbers."""

    items: Sequence[str]
    tiles: Sequence[str]
    box: Box
    _numbers: dict[tuple[int, ...], ItemNumbers] = field(default_factory=dict, compare=False)

    def space_of(self, p: Public, action: int) -> int:
        """Return the space (``row * 64 + column``) that an action chooses or steps to, else -1."""
        if action >= V.SPACE:
            row, column = divmod(action - V.SPACE, self.box.capacity_columns)
            return row * V.COLUMNS + column
        n = action - V.STEP
        if n not in range(len(V.ROW_STEP)):
            return -1
        mover = pushed_player(p) if p.decision == Decision.PUSH else p.decider
        return int(p.player_space[mover]) + V.COLUMNS * V.ROW_STEP[n] + V.COLUMN_STEP[n]

    def item(self, kind: int) -> str:
        """Return the name of a kind of item."""
        return self.items[int(kind)]

    def mob_kind(self, p: Public, piece: int) -> MobKind:
        """Return the kind of a piece."""
        return MobKind(source_of(p, self.box, piece))

    def mob(self, p: Public, piece: int) -> str:
        """Return the name of a piece, such as ``ghast 2`` or ``the Wildfire``."""
        name = WORDS.name("mob_kind", self.mob_kind(p, piece))
        if piece >= V.REGULAR_MOBS:
            return f"the {name}"
        return f"{name} {self.box.mob_number[piece]}"

    def mob_life(self, p: Public, piece: int) -> int:
        """Return how many hits defeat a piece now."""
        return int(life_of(p, self.box, piece))

    def mob_reach(self, p: Public, piece: int) -> int:
        """Return how many spaces away a piece attacks."""
        return int(range_of(p, self.box, piece))

    def owned(self, p: Public, player: int, slot: int) -> str:
        """Return an item in an inventory, with its slot where its name is there twice."""
        kind = p.item_kind[player, slot]
        name = self.item(kind)
        twice = sum(1 for other in p.item_kind[player] if other == kind) > 1
        return f"{name} in slot {slot}" if twice else name

    def numbers(self, kind: int, enchantments: Sequence[int] = ()) -> ItemNumbers:
        """Return the numbers of a kind of item with enchantments on it (ITEM-09)."""
        kinds = (int(kind), *(int(e) for e in enchantments if e >= 0))
        if kinds not in self._numbers:
            counts = (getattr(self.box, f"item_{name}") for name in ItemNumbers._fields)
            self._numbers[kinds] = ItemNumbers(*(sum(int(n[k]) for k in kinds) for n in counts))
        return self._numbers[kinds]

    def tile_details(self, kind: int) -> str:
        """Return what a tile can do, such as ``3 dice, range 4``."""
        n = self.numbers(kind)
        item_type = self.box.item_type[kind]
        if item_type == ItemType.ENCHANTMENT:
            return "an enchantment"
        if item_type == ItemType.LEGGINGS:
            return f"{WORDS.count(n.steps, 'step')} or {WORDS.count(n.hearts, 'heart')}"
        if item_type == ItemType.ARMOUR:
            return WORDS.count(n.hearts, "heart")
        return _tool_details(n)

    def owned_details(self, p: Public, player: int, slot: int) -> str:
        """Return what an owned item can do now, enchantments and lost hearts included."""
        kind, mode = int(p.item_kind[player, slot]), p.item_mode[player, slot]
        n = self.numbers(kind, p.item_enchantments[player, slot])
        item_type = self.box.item_type[kind]
        if item_type == ItemType.ARMOUR or mode == Mode.ARMOUR:
            return f"{p.item_hearts[player, slot]} of {WORDS.count(n.hearts, 'heart')}"
        if item_type == ItemType.LEGGINGS and mode == Mode.NONE:
            return self.tile_details(kind)
        return _tool_details(n)


def _tool_details(n: ItemNumbers) -> str:
    """Return what a weapon, boots (leggings worn as such too) or a pickaxe can do."""
    parts = (
        (n.dice, WORDS.count(n.dice, "die")),
        (n.range, f"range {n.range}"),
        (n.rerolls, WORDS.count(n.rerolls, "reroll")),
        (n.steps, WORDS.count(n.steps, "step")),
        (n.fire, "fire walking"),
        (n.blind, f"{n.blind} from the used pile"),
        (n.blocks, WORDS.count(n.blocks, "block")),
    )
    return ", ".join(words for number, words in parts if number)
