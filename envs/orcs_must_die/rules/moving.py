"""Movement of minions: groups along the arrows, packs after heroes, and the new wave."""

from __future__ import annotations

from tablemates.envs.core.compiler.decorators import compile_functions
from tablemates.envs.core.engine.events import emit
from tablemates.envs.core.records.elements import total
from tablemates.envs.orcs_must_die import vocabulary as V
from tablemates.envs.orcs_must_die.rules.asking import ask, ask_chance, reach, supply, tile_chosen
from tablemates.envs.orcs_must_die.rules.bosses import note_due, sets_out
from tablemates.envs.orcs_must_die.rules.harm import check_won
from tablemates.envs.orcs_must_die.rules.teams import band, leader_of, named_boss, owners, spot
from tablemates.envs.orcs_must_die.state import Box, Public, Work


def _push(
    p: Public, tile: int, kind: int, count: int, steps: int, entered: int, crossed: int, begin: int
) -> None:
    """Put a part of a group on top of those that are on their way."""
    for n, number in enumerate((tile, kind, count, steps, entered, crossed, begin)):
        p.flights[p.flying, n] = number
    p.flying += 1


def _land(p: Public, w: Work, tile: int, crossed: int) -> None:
    """Let the topmost part stop on a tile; it stands there when all have moved (MIN-05)."""
    p.flying -= 1
    flight = p.flights[p.flying]
    kind = int(flight[1])
    count = int(flight[2])
    begin = int(flight[6])
    flight[:] = 0
    if kind >= V.TYPES:  # BOSS-04
        p.boss_at[kind - V.TYPES] = tile  # BOSS-07
        if begin != tile:
            emit(
                w, V.Event.BOSS_MOVED, named_boss(p, kind - V.TYPES), spot(p, begin), spot(p, tile)
            )
        return
    p.arrived[tile, kind] += count  # MIN-05
    if crossed != 0 and kind < V.LESSER:
        p.crossed[crossed - 1, tile, kind] += count  # TILE-13
    if begin != tile:
        emit(w, V.Event.MINIONS_MOVED, band(p, kind), count, spot(p, begin), spot(p, tile))


def trapdoor_at(p: Public, box: Box, tile: int) -> int:
    """Return which trapdoor a tile is, as a bit; 0: none."""
    bits = 0
    for door in range(V.TRAPDOORS):
        bits |= int(box.trapdoors[p.fortress, door] == tile) << door
    return bits


def fly(p: Public, box: Box, w: Work) -> bool:
    """Move the parts that are on their way to their ends; False: the lord is asked first."""
    f = p.fortress
    while p.flying > 0:
        n = p.flying - 1
        tile = int(p.flights[n, 0])
        steps = int(p.flights[n, 3])
        crossed = int(p.flights[n, 5])
        if steps == 0 or tile == box.rift_tile[f]:
            _land(p, w, tile, crossed)  # MIN-07
            continue
        if p.flights[n, 4] == 1:
            crossed |= trapdoor_at(p, box, tile)  # TILE-13
        kind = int(p.flights[n, 1])
        count = int(p.flights[n, 2])
        exits = 0
        while exits < V.EXITS and box.exits[f, tile, exits] >= 0:
            exits += 1
        split = box.split[box.tile_kind[f, tile]]
        only = exits - 1 if split == V.Split.SIZE and kind >= V.LESSER else 0  # MIN-06
        even = split == V.Split.EVEN
        if even and p.odd_taken == 0:
            p.odd_left = count % exits
        if p.odd_left > 0:
            leader = leader_of(p, p.team) if p.step != V.Step.TURN else p.seat  # RIV-20
            ask(p, V.Decision.ODD, leader)  # MIN-06 RIV-06
            return False
        begin = int(p.flights[n, 6])
        p.flying = n
        for way in range(exits - 1, -1, -1):
            part = count if way == only else 0
            if even:
                part = count // exits + (p.odd_taken >> way & 1)  # TILE-02
            if part > 0:
                _push(p, int(box.exits[f, tile, way]), kind, part, steps - 1, 1, crossed, begin)
        p.odd_taken = 0
    return True


def take_odd(p: Public, box: Box, _w: Work, action: int) -> None:
    """Send an odd figure of the topmost part to an exit."""
    here = int(p.flights[p.flying - 1, 0])
    for way in range(V.EXITS):
        if box.exits[p.fortress, here, way] == tile_chosen(action):
            p.odd_taken |= 1 << way
    p.odd_left -= 1


def odd_exits(p: Public, box: Box) -> int:
    """Return the exits that an odd figure may still take, as bits of tiles."""
    here = int(p.flights[p.flying - 1, 0])
    bits = 0
    for way in range(V.EXITS):
        tile = int(box.exits[p.fortress, here, way])
        if tile >= 0 and p.odd_taken >> way & 1 == 0:
            bits |= 1 << tile
    return bits


def prey(p: Public, box: Box) -> int:
    """Return the tiles with heroes that the topmost part can reach, as bits (GNOLL-02)."""
    flight = p.flights[p.flying - 1]
    bits = reach(p, box, 1 << int(flight[0]), int(flight[3]))  # GNOLL-02
    heroes = 0
    for seat in range(p.players):
        if p.at[seat] >= 0 and owners(p) >> seat & 1 != 0:  # RIV-10
            heroes |= 1 << int(p.at[seat])
    return bits & heroes


def _hunt(p: Public, box: Box, w: Work) -> bool:
    """Let the topmost part, a pack, move; False: the lord is asked first."""
    found = prey(p, box)
    if found == 0:
        return fly(p, box, w)  # GNOLL-04
    if found & (found - 1) == 0:
        action = V.TILE
        while found >> (action - V.TILE) != 1:
            action += 1
        hunt_to(p, box, w, action)
        return True
    ask(p, V.Decision.HUNT, leader_of(p, p.team))  # GNOLL-03 RIV-10
    return False


def hunt_to(p: Public, box: Box, w: Work, action: int) -> None:
    """Move the pack to a tile by a shortest way (GNOLL-03)."""
    target = tile_chosen(action)
    here = int(p.flights[p.flying - 1, 0])
    entered = int(p.flights[p.flying - 1, 4])
    crossed = 0
    far = 0
    while reach(p, box, 1 << here, far) >> target & 1 == 0:
        far += 1
    while here != target:
        if entered == 1:
            crossed |= trapdoor_at(p, box, here)  # TILE-13
        far -= 1
        tile, near = 0, int(box.near[p.fortress, here])
        while near >> tile & 1 == 0 or reach(p, box, 1 << tile, far) >> target & 1 == 0:
            tile += 1  # GNOLL-06
        here = tile
        entered = 1
    _land(p, w, target, crossed)


def move_groups(p: Public, box: Box, w: Work) -> bool:
    """Move standing minions, nearest the rift first, or let the wave in; packs go last (MIN-03)."""
    f = p.fortress
    entering = p.step >= V.Step.ENTER
    packs = p.step == V.Step.PACKS or p.step == V.Step.ENTER_PACKS
    if not fly(p, box, w):
        return True
    while p.cursor < box.tiles[f]:
        tile = p.cursor if entering else int(box.order[f, p.cursor])  # MIN-04 GNOLL-01
        if total(p.incoming[tile] if entering else p.minions[tile, V.UP]) == 0:
            p.part = max(p.part, V.TYPES)  # on to bosses
        while p.part < V.TYPES and (packs or entering or tile != box.rift_tile[f]):  # MIN-04
            kind = p.part
            p.part += 1
            count = int(p.incoming[tile, kind] if entering else p.minions[tile, V.UP, kind])
            if count == 0 or (box.hunts[band(p, kind)] == 1) != packs:
                continue  # MIN-02
            steps = int(box.move[band(p, kind), p.stage - 1])  # MIN-08
            if entering:
                p.incoming[tile, kind] = 0  # ENTER-02
                steps -= 1  # ENTER-03
                emit(w, V.Event.MINIONS_ENTERED, band(p, kind), count, spot(p, tile))
            else:
                p.minions[tile, V.UP, kind] = 0
            _push(p, tile, kind, count, steps, int(entering), 0, tile)
            if not (_hunt(p, box, w) if packs else fly(p, box, w)):
                return True
        if p.bosses_left > 0 and not packs and not _move_bosses(p, box, w, tile, entering):
            return True
        p.cursor += 1
        p.part = 0
    if entering and packs:
        settle_down(p, box)
        check_won(p, w)
    return False  # MIN-01


def settle_down(p: Public, box: Box) -> None:
    """Let those who have moved stand where they are."""
    for tile in range(box.tiles[p.fortress]):
        for kind in range(V.TYPES):
            if p.arrived[tile, kind] != 0:
                p.minions[tile, V.UP, kind] += p.arrived[tile, kind]  # MIN-05
                p.arrived[tile, kind] = 0


def lead(p: Public, box: Box, w: Work) -> bool:
    """Move the standing minions of a hero's tile one step (RIV-20); False: the seat is asked.

    ``part`` counts through the types, from 1 on.
    """
    if not fly(p, box, w):
        return False
    while p.part <= V.TYPES:
        kind = p.part - 1
        p.part += 1
        count = int(p.minions[p.tile, V.UP, kind])
        if count > 0:
            p.minions[p.tile, V.UP, kind] = 0
            _push(p, p.tile, kind, count, 1, 0, 0, p.tile)  # RIV-20
            if not fly(p, box, w):
                return False
    settle_down(p, box)
    p.part = 0
    p.tile = -1
    return True


def _move_bosses(p: Public, box: Box, w: Work, tile: int, entering: bool) -> bool:
    """Move the bosses of a tile after its minions (BOSS-07); False: the lord is asked first."""
    if not entering and tile == box.rift_tile[p.fortress]:
        return True
    while p.part < V.TYPES + V.BOSSES:
        boss = p.part - V.TYPES
        p.part += 1
        steps = sets_out(p, box, tile, boss, entering)
        if steps >= 0:
            _push(p, tile, V.TYPES + boss, 1, steps, int(entering), 0, tile)
            if not fly(p, box, w):
                return False
    return True


def reveal(p: Public, _box: Box, _w: Work) -> bool:
    """Turn up a card of every army that has some left (ENTER-01)."""
    while p.cursor < V.ARMIES:
        if p.cards_left[p.cursor] > 0:
            ask_chance(p, V.Chance.ARMY)  # ENTER-01
            return True
        p.cursor += 1
    note_due(p)
    return False


def card_revealed(p: Public, box: Box, w: Work, _chance: int, card: int) -> None:
    """Note what an army card wants to let in."""
    army = p.cursor
    p.cards_left[army] -= 1
    p.unseen[2, card] -= 1
    p.cursor += 1
    p.serving |= 1 << army
    for kind in range(V.TYPES):
        count = int(box.army_rows[card, p.team_size, kind])
        if kind >= V.LESSER and p.stage == 1:
            p.wanted[army, box.major_becomes] += count * box.major_count  # ENTER-01
        else:
            p.wanted[army, kind] += count
    emit(w, V.Event.CARD_REVEALED, army, card)


def serve_armies(p: Public, box: Box, w: Work) -> bool:
    """Take figures for the cards just revealed, then let a boss in (BOSS-02)."""
    if _serve_cards(p, box, w):
        return True
    if p.due >= 0 and p.boss_state[p.due] == V.BOSS_WAITS:
        ask(p, V.Decision.BOSS_TILE, leader_of(p, p.team))  # BOSS-02
        return True
    return False


def _serve_cards(p: Public, box: Box, w: Work) -> bool:
    """Take figures for the cards just revealed, army by army."""
    if p.choices == V.Choices.FULL:
        return _share_figures(p, box)
    while p.serving != 0:
        first = 0
        starts = 0
        for army in range(V.ARMIES - 1, -1, -1):
            if p.serving >> army & 1 != 0:
                first = army
                starts |= 1 << int(box.army_tile[p.fortress, p.stage - 1, army])
        if starts & (starts - 1) != 0 and _is_short(p, box):
            ask(p, V.Decision.ARMY_FIRST, leader_of(p, p.team))  # ENTER-04
            return True
        serve(p, box, w, V.ARMY + first)  # ENTER-04
    return False


def sharing(p: Public, box: Box) -> int:
    """Return the start tiles that ask for figures of the type that is given out, as bits."""
    bits = 0
    for army in range(V.ARMIES):
        if p.wanted[army, p.cursor % V.TYPES] > 0:
            bits |= 1 << int(box.army_tile[p.fortress, p.stage - 1, army])
    return bits


def _share_figures(p: Public, box: Box) -> bool:
    """Give out figures type by type, the scarce ones as the lord says (FULL-02).

    ``cursor`` counts through the types twice: for their own figures, then for others of the size.
    """
    while p.cursor < 2 * V.TYPES:
        kind = p.cursor % V.TYPES
        given = kind
        if p.cursor >= V.TYPES:
            given = 0 if kind < V.LESSER else V.LESSER
            last = (V.LESSER if kind < V.LESSER else V.TYPES) - 1
            while given < last and supply(p, box, given) == 0:
                given += 1
        left = supply(p, box, given)
        asked = total(p.wanted[:, kind])
        tiles = sharing(p, box) if asked > left else 0
        if asked == 0 or left == 0:
            p.cursor += 1
        elif tiles & (tiles - 1) != 0:
            p.kind = given
            ask(p, V.Decision.SHARE, leader_of(p, p.team))  # FULL-02
            return True
        else:
            for army in range(V.ARMIES):
                _enlist(p, box, army, kind, given)  # FULL-02
    p.wanted[:, :] = 0
    while p.serving != 0:
        p.serving &= p.serving - 1
        p.waves += 1 - p.rivalry  # RIV-23: endless
    return False


def share(p: Public, box: Box, _w: Work, action: int) -> None:
    """Let a figure enter at a start tile."""
    tile, kind = tile_chosen(action), p.cursor % V.TYPES
    army = 0
    while p.wanted[army, kind] == 0 or box.army_tile[p.fortress, p.stage - 1, army] != tile:
        army += 1
    p.incoming[tile, p.kind] += 1  # FULL-02
    p.wanted[army, kind] -= 1
    p.entered += 1
    p.kind = -1


def _is_short(p: Public, box: Box) -> bool:
    """Return whether figures of some type are short for the armies not yet served."""
    for kind in range(V.TYPES):
        wanted = total(p.wanted[:, kind])
        if wanted > 0 and wanted > supply(p, box, kind):
            return True
    return False


def serve(p: Public, box: Box, _w: Work, action: int) -> None:
    """Take the figures for one army's card, others of the same size where some are missing."""
    army = action - V.ARMY
    for kind in range(V.TYPES):
        _enlist(p, box, army, kind, kind)  # ENTER-05
    for kind in range(V.TYPES):
        lesser = kind < V.LESSER
        for other in range(0 if lesser else V.LESSER, V.LESSER if lesser else V.TYPES):
            _enlist(p, box, army, kind, other)  # ENTER-05
        p.wanted[army, kind] = 0  # ENTER-05
    p.serving &= ~(1 << army)
    p.waves += 1 - p.rivalry  # RIV-23: endless


def _enlist(p: Public, box: Box, army: int, kind: int, other: int) -> None:
    """Let figures of one type enter for another, as many as are wanted and there."""
    if p.wanted[army, kind] == 0:
        return
    count = min(int(p.wanted[army, kind]), supply(p, box, other))
    p.incoming[box.army_tile[p.fortress, p.stage - 1, army], other] += count
    p.wanted[army, kind] -= count
    p.entered += count


compile_functions(globals())
