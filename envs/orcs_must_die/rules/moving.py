"""How minions move: groups along the arrows, packs after heroes, and the new wave."""

from __future__ import annotations

from tablemates.envs.core.compiled import helper
from tablemates.envs.core.events import emit
from tablemates.envs.orcs_must_die import vocabulary as V
from tablemates.envs.orcs_must_die.rules.asking import ask, ask_chance, reach, start
from tablemates.envs.orcs_must_die.rules.harm import check_won
from tablemates.envs.orcs_must_die.state import Box, Public, Work
from tablemates.envs.orcs_must_die.vocabulary import Chance, Decision, Event, Kind, Split, Step

# -- groups on their way -------------------------------------------------------------------


@helper
def _push(
    p: Public, tile: int, kind: int, count: int, steps: int, entered: int, crossed: int, begin: int
) -> None:
    """Put a part of a group on top of those that are on their way."""
    flight = p.flights[p.flying]
    flight[0] = tile
    flight[1] = kind
    flight[2] = count
    flight[3] = steps
    flight[4] = entered
    flight[5] = crossed
    flight[6] = begin
    p.flying += 1


@helper
def _land(p: Public, w: Work, tile: int, crossed: int) -> None:
    """Let the topmost part stop on a tile; it stands there when all have moved (MIN-05)."""
    p.flying -= 1
    flight = p.flights[p.flying]
    kind = int(flight[1])
    count = int(flight[2])
    begin = int(flight[6])
    flight[:] = 0
    p.arrived[tile, kind] += count  # MIN-05
    if crossed != 0 and kind < V.LESSER:
        p.crossed[tile, kind] += count  # TILE-13
    if begin != tile:
        emit(w, Event.MINIONS_MOVED, kind, count, begin, tile)


@helper
def fly(p: Public, box: Box, w: Work) -> bool:
    """Move the parts that are on their way to their ends; False: the lord is asked first."""
    f = p.fortress
    while p.flying > 0:
        n = int(p.flying) - 1
        tile = int(p.flights[n, 0])
        steps = int(p.flights[n, 3])
        crossed = int(p.flights[n, 5])
        if steps == 0 or tile == box.rift_tile[f]:
            _land(p, w, tile, crossed)  # MIN-07
            continue
        if p.flights[n, 4] == 1 and box.tile_kind[f, tile] == Kind.TRAPDOOR:
            crossed = 1  # TILE-13
        kind = int(p.flights[n, 1])
        count = int(p.flights[n, 2])
        exits = 0
        while exits < V.EXITS and box.exits[f, tile, exits] >= 0:
            exits += 1
        only = 0
        if box.split[box.tile_kind[f, tile]] == Split.SIZE and kind >= V.LESSER:
            only = exits - 1  # MIN-06
        even = exits > 1 and box.split[box.tile_kind[f, tile]] == Split.EVEN
        odd = count % exits if even else 0
        if odd > 0 and p.odd_taken == 0:
            p.odd_left = odd
        if p.odd_left > 0:
            ask(p, Decision.ODD, int(p.lord))  # MIN-06
            return False
        begin = int(p.flights[n, 6])
        p.flying = n
        for way in range(exits - 1, -1, -1):
            part = count if way == only else 0
            if even:
                part = count // exits + (int(p.odd_taken) >> way & 1)  # TILE-02
            if part > 0:
                _push(p, int(box.exits[f, tile, way]), kind, part, steps - 1, 1, crossed, begin)
        p.odd_taken = 0
    return True


@helper
def take_odd(p: Public, box: Box, tile: int) -> None:
    """Send an odd figure of the topmost part to an exit."""
    here = int(p.flights[p.flying - 1, 0])
    for way in range(V.EXITS):
        if box.exits[p.fortress, here, way] == tile:
            p.odd_taken |= 1 << way
    p.odd_left -= 1


@helper
def odd_exits(p: Public, box: Box) -> int:
    """Return the exits that an odd figure may still take, as bits of tiles."""
    here = int(p.flights[p.flying - 1, 0])
    bits = 0
    for way in range(V.EXITS):
        tile = int(box.exits[p.fortress, here, way])
        if tile >= 0 and int(p.odd_taken) >> way & 1 == 0:
            bits |= 1 << tile
    return bits


# -- packs ---------------------------------------------------------------------------------


@helper
def prey(p: Public, box: Box) -> int:
    """Return the tiles with heroes that the topmost part can reach, as bits (GNOLL-02)."""
    flight = p.flights[p.flying - 1]
    bits = reach(p, box, 1 << int(flight[0]), int(flight[3]))  # GNOLL-02
    heroes = 0
    for seat in range(p.players):
        if p.at[seat] >= 0:
            heroes |= 1 << int(p.at[seat])
    return bits & heroes


@helper
def _hunt(p: Public, box: Box, w: Work) -> bool:
    """Let the topmost part, a pack, move; False: the lord is asked first."""
    found = prey(p, box)
    if found == 0:
        return fly(p, box, w)  # GNOLL-04
    if found & (found - 1) == 0:
        tile = 0
        while found >> tile != 1:
            tile += 1
        hunt_to(p, box, w, tile)
        return True
    ask(p, Decision.HUNT, int(p.lord))  # GNOLL-03
    return False


@helper
def hunt_to(p: Public, box: Box, w: Work, target: int) -> None:
    """Move the pack to a tile by a shortest way (GNOLL-03)."""
    n = int(p.flying) - 1
    here = int(p.flights[n, 0])
    entered = int(p.flights[n, 4])
    crossed = 0
    far = 0
    while reach(p, box, 1 << here, far) >> target & 1 == 0:
        far += 1
    while here != target:
        if entered == 1 and box.tile_kind[p.fortress, here] == Kind.TRAPDOOR:
            crossed = 1  # TILE-13
        far -= 1
        tile = 0
        while (
            int(box.near[p.fortress, here]) >> tile & 1 == 0
            or reach(p, box, 1 << tile, far) >> target & 1 == 0
        ):
            tile += 1  # GNOLL-06
        here = tile
        entered = 1
    _land(p, w, target, crossed)


# -- the steps of movement -------------------------------------------------------------------


@helper
def move_groups(p: Public, box: Box, w: Work, packs: bool) -> None:
    """Move all standing minions but packs, or the packs, nearest the rift first (MIN-03)."""
    f = p.fortress
    if not fly(p, box, w):
        return
    while p.cursor < box.tiles[f]:
        tile = int(box.order[f, p.cursor])  # MIN-04 GNOLL-01
        while p.part < V.TYPES and (packs or tile != box.rift_tile[f]):  # MIN-04
            kind = int(p.part)
            p.part += 1
            count = int(p.minions[tile, V.UP, kind])  # MIN-02
            if count == 0 or (box.hunts[kind] == 1) != packs:
                continue
            p.minions[tile, V.UP, kind] = 0
            steps = int(box.move[p.stage - 1, kind])  # MIN-08
            _push(p, tile, kind, count, steps, 0, 0, tile)
            if not (_hunt(p, box, w) if packs else fly(p, box, w)):
                return
        p.cursor += 1
        p.part = 0
    start(p, Step.REVEAL if packs else Step.PACKS)  # MIN-01


@helper
def reveal(p: Public) -> None:
    """Turn up a card of every army that has some left (ENTER-01)."""
    while p.cursor < V.ARMIES:
        if p.cards_left[p.cursor] > 0:
            ask_chance(p, Chance.ARMY)  # ENTER-01
            return
        p.cursor += 1
    start(p, Step.SERVE)


@helper
def card_revealed(p: Public, box: Box, w: Work, card: int) -> None:
    """Note what an army card wants to let in."""
    army = int(p.cursor)
    p.cards_left[army] -= 1
    p.unseen[2, card] -= 1
    p.cursor += 1
    p.serving |= 1 << army
    for kind in range(V.TYPES):
        count = int(box.army[card, p.players, kind])
        if kind >= V.LESSER and p.stage == 1:
            p.wanted[army, box.major_becomes] += count * box.major_count  # ENTER-01
        else:
            p.wanted[army, kind] += count
    emit(w, Event.CARD_REVEALED, army, card, 0, 0)


@helper
def _supply(p: Public, box: Box, kind: int) -> int:
    """Return how many figures of a type are not in the fortress."""
    left = int(box.figures[kind])
    for tile in range(box.tiles[p.fortress]):
        left -= p.minions[tile, V.UP, kind] + p.minions[tile, V.DOWN, kind]
        left -= p.arrived[tile, kind] + p.incoming[tile, kind]
    return left


@helper
def serve_armies(p: Public, box: Box) -> None:
    """Take figures for the cards just revealed, army by army."""
    while p.serving != 0:
        first = -1
        apart = False
        for army in range(V.ARMIES):
            if int(p.serving) >> army & 1 != 0:
                tile = box.army_tile[p.fortress, p.stage - 1, army]
                if first < 0:
                    first = army
                elif tile != box.army_tile[p.fortress, p.stage - 1, first]:
                    apart = True
        if apart and _is_short(p, box):
            ask(p, Decision.ARMY_FIRST, int(p.lord))  # ENTER-04
            return
        serve(p, box, first)  # ENTER-04
    start(p, Step.ENTER)


@helper
def _is_short(p: Public, box: Box) -> bool:
    """Return whether figures of some type are short for the armies not yet served."""
    for kind in range(V.TYPES):
        wanted = 0
        for army in range(V.ARMIES):
            wanted += p.wanted[army, kind]
        if wanted > 0 and wanted > _supply(p, box, kind):
            return True
    return False


@helper
def serve(p: Public, box: Box, army: int) -> None:
    """Take the figures for one army's card, others of the same size where some are missing."""
    tile = int(box.army_tile[p.fortress, p.stage - 1, army])
    for kind in range(V.TYPES):
        count = min(int(p.wanted[army, kind]), _supply(p, box, kind))  # ENTER-05
        p.incoming[tile, kind] += count
        p.wanted[army, kind] -= count
        p.entered += count
    for kind in range(V.TYPES):
        other = 0 if kind < V.LESSER else V.LESSER
        end = V.LESSER if kind < V.LESSER else V.TYPES
        while p.wanted[army, kind] > 0 and other < end:
            count = min(int(p.wanted[army, kind]), _supply(p, box, other))  # ENTER-05
            p.incoming[tile, other] += count
            p.wanted[army, kind] -= count
            p.entered += count
            other += 1
        p.wanted[army, kind] = 0  # ENTER-05
    p.serving &= ~(1 << army)
    p.waves += 1


@helper
def enter(p: Public, box: Box, w: Work, packs: bool) -> None:
    """Let the wave in, all but packs or the packs: start tiles by number (ENTER-03)."""
    if not fly(p, box, w):
        return
    while p.cursor < box.tiles[p.fortress]:
        tile = int(p.cursor)
        while p.part < V.TYPES:
            kind = int(p.part)
            p.part += 1
            count = int(p.incoming[tile, kind])  # ENTER-02
            if count == 0 or (box.hunts[kind] == 1) != packs:
                continue
            p.incoming[tile, kind] = 0
            emit(w, Event.MINIONS_ENTERED, kind, count, tile, 0)
            _push(
                p, tile, kind, count, int(box.move[p.stage - 1, kind]) - 1, 1, 0, tile
            )  # ENTER-03
            if not (_hunt(p, box, w) if packs else fly(p, box, w)):
                return
        p.cursor += 1
        p.part = 0
    if not packs:
        start(p, Step.ENTER_PACKS)
        return
    for tile in range(box.tiles[p.fortress]):
        for kind in range(V.TYPES):
            p.minions[tile, V.UP, kind] += p.arrived[tile, kind]  # MIN-05
            p.arrived[tile, kind] = 0
    start(p, Step.FALL)
    check_won(p, w)
