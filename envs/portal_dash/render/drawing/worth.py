"""What an item can do, in a few letters where there is no room for words."""

from __future__ import annotations

from tablemates.envs.portal_dash.naming import ItemNumbers, Names
from tablemates.envs.portal_dash.rules.state import Public
from tablemates.envs.portal_dash.rules.vocabulary import ItemType, Mode


def short_worth(names: Names, kind: int, n: ItemNumbers, mode: int = Mode.NONE) -> str:
    """Return the numbers of an item: ``4d r3`` is four dice and range 3.

    ``re1`` is one reroll, ``3st`` three steps, ``fire`` fire walking, ``2h`` two
    hearts, ``2bl`` two blocks from the cube, ``4us`` four from the used pile.

    Args:
        names: The names of the parts.
        kind: The kind of item.
        n: Its numbers, enchantments included.
        mode: Which way up leggings lie.
    """
    if names.box.item_type[kind] == ItemType.LEGGINGS and mode == Mode.NONE:
        return f"{n.steps}st/{n.hearts}h"
    parts = [f"{n.dice}d" * bool(n.dice), f"r{n.range}" * bool(n.range)]
    parts += [f"re{n.rerolls}" * bool(n.rerolls)]
    if mode != Mode.ARMOUR:
        parts += [f"{n.steps}st" * bool(n.steps), "fire" * n.fire_walking]
    if mode != Mode.BOOTS:
        parts += [f"{n.hearts}h" * bool(n.hearts)]
    parts += [f"{n.blocks}bl" * bool(n.blocks), f"{n.blind}us" * bool(n.blind)]
    return " ".join(part for part in parts if part)


def owned_worth(p: Public, names: Names, seat: int, slot: int) -> tuple[str, str]:
    """Return what an owned item can do now, in words and in a few letters."""
    kind = int(p.item_kind[seat, slot])
    n = names.numbers(kind, p.item_enchantments[seat, slot])
    short = short_worth(names, kind, n, int(p.item_mode[seat, slot]))
    return names.owned_details(p, seat, slot), short
