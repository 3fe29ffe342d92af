"""Damage and its effects, what mobs do, and fights with swords and bows."""

from __future__ import annotations

from tests.portal_dash.referee.cube import remove_block
from tests.portal_dash.referee.items import find, put_down
from tests.portal_dash.referee.match import Match
from tests.portal_dash.referee.table import (
    COUNT,
    PLAYER,
    SLOT,
    STEP,
    ItemNow,
    distance,
    ends_of_way,
    kind_of,
    number_of,
    on_board,
    players_in_range,
    side_by_side,
    source_of,
    space_action,
    space_of,
)


def harm(m: Match, seat: int, damage: int, source: str, through_armour: bool = False) -> None:
    """Expect a player to lose hearts (MOB-11)."""
    player = m.t.players[seat]
    while damage and not through_armour:
        armour = [s for s, item in player["items"].items() if m.is_armour(item) and item["hearts"]]
        if not armour:
            break
        slot = m.decide("wound", seat, [SLOT + s for s in armour]) - SLOT
        item = m.item(seat, slot)
        item["hearts"] -= 1
        damage -= 1
        m.event(
            "armour_heart_lost",
            player=seat,
            source=source,
            slot=slot,
            item=item["name"],
            hearts=item["hearts"],
        )
        if item["hearts"] == 0:
            put_down(m, seat, slot, "worn out")
    if damage:
        player["hearts"] = max(0, player["hearts"] - damage)
        m.event("heart_lost", player=seat, source=source, hearts=player["hearts"])
        if player["hearts"] == 0:
            m.lose_game("death", seat, source)


def push(m: Match, seat: int) -> None:
    """Expect a player to be pushed, to where the active player says (MOB-13)."""
    t = m.t
    player = t.players[seat]
    origin = player["space"]
    mobs = set(t.mobs.values())
    ways = {
        STEP + k: space
        for k, space in enumerate(side_by_side(origin))
        if on_board(t, space) and t.ground.get(space) != "lava" and space not in mobs
    }
    if not ways:
        return
    space = ways[m.decide("push", t.active, ways)]
    m.event("pushed", player=seat, origin=origin, space=space)
    player["space"] = space
    if t.ground.get(space) == "magma":
        harm(m, seat, 1, "magma")


def damage_item(m: Match, seat: int) -> None:
    """Expect a player to move an active item to the bottom row (MOB-14)."""
    items = m.t.players[seat]["items"]
    active = [SLOT + slot for slot, item in items.items() if item["row"] == "active"]
    if active:
        slot = m.decide("damage item", seat, active) - SLOT
        put_down(m, seat, slot, "attacked")


def resolve_mob_die(m: Match, number: int) -> None:
    """Expect the mobs of a number and the boss to act, or a mob to appear (MOB-02 to MOB-04)."""
    t = m.t
    bosses = {mob for mob in t.mobs if mob in t.boss_sides}
    t.pending |= bosses | {mob for mob in t.mobs if mob not in bosses and number_of(mob) == number}
    if not t.pending:
        spawn(m)
    while t.pending:
        spaces = {space_action(t.mobs[mob]): mob for mob in t.pending}
        mob = spaces[m.decide("next mob", t.active, spaces)]
        t.pending.discard(mob)
        m.event("mob_activated", mob=mob)
        act(m, mob, number)


def spawn(m: Match) -> None:
    """Expect the front mob of the line on the nearest free spawner (MOB-03)."""
    t = m.t
    held = set(t.mobs.values()) | {player["space"] for player in t.players}
    free = [space for space in t.spawners if space not in held]
    if not free or not t.line:
        m.event("nothing_spawned")
        return
    here = t.players[t.active]["space"]
    nearest = min(distance(space, here) for space in free)
    spaces = [space_action(space) for space in free if distance(space, here) == nearest]
    space = space_of(m.decide("spawner", t.active, spaces))
    mob = t.line.pop(0)
    m.event("mob_spawned", mob=mob, space=space)
    t.mobs[mob] = space


def act(m: Match, mob: str, number: int) -> None:
    """Expect a mob to move and to attack."""
    t = m.t
    ends = ends_of_way(t, mob)
    if ends:
        actions = [space_action(space) for space in ends]
        space = space_of(m.decide("mob end", t.active, actions, mob))
        m.event("mob_moved", mob=mob, origin=t.mobs[mob], space=space)
        t.mobs[mob] = space
    else:
        coming = m.entries[m.at : m.at + 2]
        moves = any(e.get("event") == "mob_moved" or e.get("decision") == "mob end" for e in coming)
        m.require(not moves, f"{mob} moves although it stays: {coming}")
    printed = kind_of(t, mob)
    attack = printed.attacks[number - 1] if mob in t.boss_sides else printed.attacks[0]
    near = players_in_range(t, t.mobs[mob], printed.range)
    if attack.all:
        for seat in near:
            hit(m, mob, seat, number)
    elif near:
        n = len(t.players)
        actions = [PLAYER + (seat - t.active) % n for seat in near]
        choice = m.decide("target", t.active, actions, mob) - PLAYER
        hit(m, mob, (t.active + choice) % n, number)
    if attack.effect == "remove block":
        remove_block(m, "?", "boss")


def hit(m: Match, mob: str, seat: int, number: int) -> None:
    """Expect an attack on a player, and what follows from the damage."""
    t = m.t
    attacks = kind_of(t, mob).attacks
    attack = attacks[number - 1] if mob in t.boss_sides else attacks[0]
    m.event("mob_attacked", mob=mob, player=seat, damage=attack.damage)
    harm(m, seat, attack.damage, source_of(t, mob), attack.through_armour)
    if attack.effect == "push":
        push(m, seat)
    elif attack.effect == "damage item":
        damage_item(m, seat)


def targets(m: Match, seat: int, item: ItemNow) -> dict[int, str]:
    """Return the mobs that a weapon can be aimed at (FIGHT-01, FIGHT-02)."""
    t = m.t
    weapon = m.printed(item["name"]).type
    reach = 1 if weapon == "sword" else m.total(item, "range")
    here = t.players[seat]["space"]
    return {
        space_action(space): mob
        for mob, space in t.mobs.items()
        if distance(space, here) <= reach
        and (mob in t.boss_sides or weapon not in kind_of(t, mob).immune)
    }


def fight(m: Match, slot: int) -> None:
    """Expect a fight from the choice of the mob to its end (FIGHT-01 to FIGHT-07)."""
    t = m.t
    seat = t.active
    item = m.item(seat, slot)
    aims = targets(m, seat, item)
    mob = aims[m.decide("fight", seat, aims)]
    dice = m.total(item, "dice")
    m.event("fight_started", player=seat, slot=slot, item=item["name"], mob=mob, dice=dice)
    put_down(m, seat, slot, "used")
    hits = [_roll(m, seat) for _ in range(dice)]
    for _ in range(m.total(item, "rerolls")):
        choices = [COUNT + n for n in range(dice + 1)]
        count = m.decide("reroll", seat, choices) - COUNT
        if not count:
            break
        m.event("dice_rerolled", player=seat, dice=count)
        hits = sorted(hits)[count:] + [_roll(m, seat) for _ in range(count)]
    more = m.next_entry().get("decision") == "reroll"
    m.require(not more, f"{item} rerolls once too often")
    _end(m, seat, mob, sum(hits))


def _roll(m: Match, seat: int) -> int:
    hits = int(m.event("die_rolled", player=seat)["hits"])
    m.require(hits in m.box.combat_faces, f"no combat die shows {hits}")
    return hits


def _end(m: Match, seat: int, mob: str, hits: int) -> None:
    t = m.t
    if mob in t.boss_sides:
        life = t.boss_life[mob]
        m.event("fight_ended", player=seat, mob=mob, hits=hits, life=life)
        t.boss_life[mob] = max(0, life - hits)
        left = t.boss_life[mob]
        m.event("boss_hit", player=seat, mob=mob, hits=hits, life=left)
        if not t.boss_life[mob]:
            m.event("mob_defeated", player=seat, mob=mob)
            del t.mobs[mob]
            m.win_game()
        return
    life = kind_of(t, mob).life
    m.event("fight_ended", player=seat, mob=mob, hits=hits, life=life)
    if hits >= life:
        m.event("mob_defeated", player=seat, mob=mob)
        del t.mobs[mob]
        t.line.append(mob)
        find(m, seat)
