"""Exact posterior of the stack's order after Netherite shuffles.

Without Netherite items shuffled in, the order is uniform. After some, only
*where the items that were shuffled in may be* matters; all other tiles are
exchangeable. The stack falls into segments, each uniform in itself::

    top    [ 6: five old tiles and the Netherite item ]     segment 2
           [ 1: cut off the segment of an earlier item ]    segment 1
    base   [ the rest ]                                     segment 0

A *hypothesis* says in which segment each shuffled-in tile lies (or that it has
been drawn) and carries a weight. Every entry of the history turns the
hypotheses into new ones; there are few, because a shuffle of the top five
leaves at most one tile of an earlier segment behind.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from tablemates.envs.core.compiler.decorators import compile_functions
from tablemates.envs.core.records.elements import copy_values
from tablemates.envs.portal_dash import vocabulary as V
from tablemates.envs.portal_dash.rules.stack import NETHERITE_DEPTH, SHUFFLED_IN, stack_size
from tablemates.envs.portal_dash.state import Public

DRAWN = -1

Hypotheses = tuple[npt.NDArray[Any], npt.NDArray[Any], npt.NDArray[Any], npt.NDArray[Any], int, int]


def _choose(n: int, k: int) -> float:
    """Return the binomial coefficient."""
    result = 1.0
    for i in range(k):
        result = result * (n - i) / (i + 1)
    return result


def stack_hypotheses(p: Public) -> Hypotheses:
    """Return what the public history says about the shuffled-in tiles.

    Returns:
        ``where`` (hypotheses × specials, the segment of each, ``DRAWN``),
        ``weight`` (hypotheses, not normalised), ``special`` (specials, their
        kinds), ``segment`` (sizes, base first), the number of segments and of
        specials.
    """
    inserts = 0
    for i in range(p.history_length):
        if p.history[i] >= SHUFFLED_IN:
            inserts += 1
    special = np.full(max(1, inserts), -1, np.int64)
    segment = np.zeros(inserts + 1, np.int64)
    left = np.zeros(V.ITEM_KINDS, np.int64)  # in the stack at this point of the history
    for kind in range(V.ITEM_KINDS):
        left[kind] = p.stack_count[kind]
    for i in range(p.history_length):
        if p.history[i] >= SHUFFLED_IN:
            left[p.history[i] - SHUFFLED_IN] -= 1
        else:
            left[p.history[i]] += 1
    size = int(left.sum())
    segment[0] = size
    segments = 1
    specials = 0
    where = np.full((1, max(1, inserts)), DRAWN, np.int64)
    weight = np.ones(1, np.float64)
    for i in range(p.history_length):
        entry = int(p.history[i])
        if entry < SHUFFLED_IN:
            where, weight = _after_draw(
                where, weight, special, specials, segments - 1, segment[segments - 1], left, entry
            )
            left[entry] -= 1
            size -= 1
            segment[segments - 1] -= 1
            while segments > 1 and segment[segments - 1] == 0:
                segments -= 1
        else:
            depth = min(NETHERITE_DEPTH, size)
            taken = 0
            while segments > 1 and taken + segment[segments - 1] <= depth:
                taken += segment[segments - 1]
                segments -= 1
            cut = depth - taken  # from the segment that is now the last one
            where, weight = _after_cut(
                where, weight, specials, segments, segment[segments - 1], cut
            )
            segment[segments - 1] -= cut
            if segment[segments - 1] > 0:
                segments += 1
            else:
                for h in range(len(weight)):
                    for j in range(specials):
                        if where[h, j] == segments:
                            where[h, j] = segments - 1
            segment[segments - 1] = depth + 1
            special[specials] = entry - SHUFFLED_IN
            where[:, specials] = segments - 1
            specials += 1
            left[entry - SHUFFLED_IN] += 1
            size += 1
    return where, weight, special, segment, segments, specials


def ordinary_share(
    where: npt.NDArray[Any],
    special: npt.NDArray[Any],
    specials: int,
    top: int,
    size: int,
    left: npt.NDArray[Any],
    kind: int,
) -> float:
    """Return the chance that one hypothesis gives an ordinary tile of a kind as the top one."""
    in_top = 0
    remaining = 0
    of_kind = 0
    for j in range(specials):
        if where[j] != DRAWN:
            remaining += 1
            if where[j] == top:
                in_top += 1
            if special[j] == kind:
                of_kind += 1
    ordinary = left.sum() - remaining
    if ordinary == 0 or left[kind] <= of_kind:
        return 0.0
    return (size - in_top) / size * (left[kind] - of_kind) / ordinary


def _after_draw(
    where: npt.NDArray[Any],
    weight: npt.NDArray[Any],
    special: npt.NDArray[Any],
    specials: int,
    top: int,
    size: int,
    left: npt.NDArray[Any],
    kind: int,
) -> tuple[npt.NDArray[Any], npt.NDArray[Any]]:
    """Weigh the hypotheses by a drawn tile; it may be one of those shuffled in."""
    n = len(weight)
    next_where = np.empty((n * (specials + 1), where.shape[1]), np.int64)
    next_weight = np.empty(n * (specials + 1), np.float64)
    count = 0
    for h in range(n):
        for j in range(specials):
            if where[h, j] == top and special[j] == kind:
                copy_values(next_where[count], where[h])
                next_where[count, j] = DRAWN
                next_weight[count] = weight[h] / size
                count += 1
        share = ordinary_share(where[h], special, specials, top, size, left, kind)
        if share > 0.0:
            copy_values(next_where[count], where[h])
            next_weight[count] = weight[h] * share
            count += 1
    return next_where[:count].copy(), next_weight[:count] / next_weight[:count].sum()


def _after_cut(
    where: npt.NDArray[Any],
    weight: npt.NDArray[Any],
    specials: int,
    segments: int,
    size: int,
    cut: int,
) -> tuple[npt.NDArray[Any], npt.NDArray[Any]]:
    """Move the top ``cut`` tiles of the last segment, and all above it, to a new segment.

    Specials of the segment that is cut may lie in either part: each split is a
    hypothesis of its own, weighted by the ways to fill the rest of the part.
    """
    last = segments - 1
    count = 0
    for h in range(len(weight)):
        inside = 0
        for j in range(specials):
            if where[h, j] == last:
                inside += 1
        count += 1 << inside
    next_where = np.empty((count, where.shape[1]), np.int64)
    next_weight = np.empty(count, np.float64)
    count = 0
    for h in range(len(weight)):
        inside = 0
        for j in range(specials):
            if where[h, j] == last:
                inside += 1
        for subset in range(1 << inside):  # bit set: goes with the upper part
            up = 0
            row = next_where[count]
            i = 0
            for j in range(specials):
                row[j] = where[h, j]
                if where[h, j] > last:
                    row[j] = segments
                elif where[h, j] == last:
                    if subset >> i & 1:
                        row[j] = segments
                        up += 1
                    i += 1
            if up > cut or inside - up > size - cut:
                continue
            next_weight[count] = weight[h] * _choose(size - inside, cut - up) / _choose(size, cut)
            count += 1
    return next_where[:count].copy(), next_weight[:count].copy()


def tile_chances(p: Public, chances: npt.NDArray[np.float64]) -> None:
    """Write the exact chance of each kind to be the next tile (ITEM-02, USE-04)."""
    left = np.zeros(V.ITEM_KINDS, np.int64)
    for kind in range(V.ITEM_KINDS):
        left[kind] = p.stack_count[kind]
    if p.history_length == 0:
        total = stack_size(p)
        for kind in range(V.ITEM_KINDS):
            chances[kind] = left[kind] / total
        return
    where, weight, special, segment, segments, specials = stack_hypotheses(p)
    chances[:] = 0.0
    top = segments - 1
    total_weight = weight.sum()
    for h in range(len(weight)):
        share = weight[h] / total_weight
        for j in range(specials):
            if where[h, j] == top:
                chances[special[j]] += share / segment[top]
        for kind in range(V.ITEM_KINDS):
            if left[kind] > 0:
                chances[kind] += share * ordinary_share(
                    where[h], special, specials, top, segment[top], left, kind
                )


compile_functions(globals())
