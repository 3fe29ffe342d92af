"""What follows from the arrows of a fortress: distances to the rift and connections."""

from __future__ import annotations

from collections.abc import Sequence

Exits = Sequence[Sequence[int]]


def distances(exits: Exits, rift: int) -> list[int]:
    """Return the fewest arrows from each tile to the rift, -1 where no way leads there."""
    far = [-1] * len(exits)
    far[rift] = 0
    reached = [rift]
    for tile in reached:
        for n, leading in enumerate(exits):
            if tile in leading and far[n] < 0:
                far[n] = far[tile] + 1
                reached.append(n)
    return far


def connections(exits: Exits) -> list[tuple[int, int]]:
    """Return the pairs of tiles that an arrow joins, each once, ascending (TILE-03)."""
    pairs = {
        (min(n, tile), max(n, tile))
        for n, leading in enumerate(exits)
        for tile in leading  # TILE-03
    }
    return sorted(pairs)


def near_bits(exits: Exits, tile: int) -> int:
    """Return the tiles that are connected to a tile, as bits."""
    return sum(
        1 << n
        for n, leading in enumerate(exits)
        if n != tile and (n in exits[tile] or tile in leading)
    )
