"""Fights with swords and bows."""

from __future__ import annotations

from tests.judge.referee.board import kind_of
from tests.judge.referee.finding import find
from tests.judge.referee.harm import put_down
from tests.judge.referee.match import Match
from tests.judge.referee.numbers import COUNT, distance, space_action
from tests.judge.referee.table import ItemNow


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
    """Expect a fight from the choice of the mob to its end (FIGHT-01 to FIGHT-07).

    Raises:
        OverError: The boss is defeated.
    """
    t = m.t
    seat = t.active
    item = m.item(seat, slot)
    aims = targets(m, seat, item)
    mob = aims[m.decide("fight target", "fight", seat, aims)]
    dice = m.total(item, "dice")
    m.event(
        "fight dice",
        "fight_started",
        player=seat,
        slot=slot,
        item=item["name"],
        mob=mob,
        dice=dice,
    )
    put_down(m, "item used", seat, slot, "used")
    hits = [_roll(m, seat) for _ in range(dice)]
    for _ in range(m.total(item, "rerolls")):
        choices = [COUNT + n for n in range(dice + 1)]
        count = m.decide("reroll", "reroll", seat, choices) - COUNT
        if not count:
            break
        m.event("reroll", "dice_rerolled", player=seat, dice=count)
        hits = sorted(hits)[count:] + [_roll(m, seat) for _ in range(count)]
    more = m.log.next_entry().get("decision") == "reroll"
    m.require("reroll", not more, lambda: f"{item} rerolls once too often")
    _end(m, seat, mob, sum(hits))


def _roll(m: Match, seat: int) -> int:
    hits = int(m.event("fight dice", "die_rolled", player=seat)["hits"])
    m.require("dice", hits in m.box.combat_faces, lambda: f"no combat die shows {hits}")
    return hits


def _end(m: Match, seat: int, mob: str, hits: int) -> None:
    t = m.t
    if mob in t.boss_sides:
        life = t.boss_life[mob]
        m.event("fight result", "fight_ended", player=seat, mob=mob, hits=hits, life=life)
        t.boss_life[mob] = max(0, life - hits)
        left = t.boss_life[mob]
        m.event("fight result", "boss_hit", player=seat, mob=mob, hits=hits, life=left)
        if not t.boss_life[mob]:
            m.event("fight result", "mob_defeated", player=seat, mob=mob)
            del t.mobs[mob]
            m.win_game()
        return
    life = kind_of(t, mob).life
    m.event("fight result", "fight_ended", player=seat, mob=mob, hits=hits, life=life)
    if hits >= life:
        m.event("fight result", "mob_defeated", player=seat, mob=mob)
        del t.mobs[mob]
        t.line.append(mob)
        find(m, seat)
