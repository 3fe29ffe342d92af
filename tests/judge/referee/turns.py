"""The turn: dice, two actions, reveal; the whole game turn by turn."""

from __future__ import annotations

from collections.abc import Callable

from tests.judge.referee.blocks import remove_block
from tests.judge.referee.fighting import fight, targets
from tests.judge.referee.finding import needs_repair, repair
from tests.judge.referee.match import Match, OverError
from tests.judge.referee.mobs import resolve_mob_die
from tests.judge.referee.moving import use_boots, walk_one, ways_from
from tests.judge.referee.numbers import COLUMN, DONE, SLOT, STEP, YES
from tests.judge.referee.setting_up import choose_start_spaces, fill_part, part_space
from tests.judge.referee.table import ItemNow
from tests.judge.referee.using import mine_one, use_pickaxe

_ACTIONS = 2


def play_through(m: Match, done: int | None) -> None:
    """Go through a game to its end.

    Args:
        m: The game, at the beginning of its log.
        done: Actions done this turn where the log begins; None: it begins with the set-up.

    Raises:
        ObjectionError: Something is against the rules.
    """
    try:
        if done is None:
            choose_start_spaces(m)
        else:
            finish_turn(m, done)
        while True:
            begin_turn(m)
            finish_turn(m, 0)
    except OverError:
        m.t.check_conservation()
    m.log.end("ending")


def begin_turn(m: Match) -> None:
    """Expect the dice and what they bring (TURN-01)."""
    t = m.t
    t.active = t.first if t.turn == 0 else (t.active + 1) % len(t.players)
    t.turn += 1
    m.event("turn order", "turn_started", player=t.active, turn=t.turn)
    face = m.event("turn order", "blocks_die", player=t.active)["face"]
    number = m.event("turn order", "mob_die", player=t.active)["number"]
    right = face in m.box.block_faces and number in m.box.mob_faces
    m.require("dice", right, lambda: f"no die shows {face} or {number}")
    t.block_die, t.mob_die = face, number
    remove_block(m, face, "die")
    resolve_mob_die(m, number)


def finish_turn(m: Match, done: int) -> None:
    """Expect the actions, and the chance to reveal a part."""
    for _ in range(done, _ACTIONS):
        m.t.check_conservation()
        action(m)
    reveal(m)
    m.event("two actions", "turn_ended", player=m.t.active)


def action(m: Match) -> None:
    """Expect one action (ACT-01)."""
    t = m.t
    seat = t.active
    choices: dict[int, Callable[[], None]] = {}
    for direction in ways_from(m, seat, 1, False):
        choices[direction] = lambda d=direction: walk_one(m, d)  # type: ignore[misc]
    for column in t.exposed():
        choices[COLUMN + column] = lambda c=column: mine_one(m, c)  # type: ignore[misc]
    for slot, item in t.players[seat]["items"].items():
        if needs_repair(m, item):
            choices[SLOT + slot] = lambda s=slot: repair(m, seat, [s])  # type: ignore[misc]
        elif item["row"] == "active" and (use := use_of(m, seat, item)):
            choices[SLOT + slot] = lambda s=slot, u=use: u(m, s)  # type: ignore[misc]
    assert all(STEP <= number < SLOT + 6 for number in choices)
    choices[m.decide("action choices", "action", seat, choices)]()


def use_of(m: Match, seat: int, item: ItemNow) -> Callable[[Match, int], None] | None:
    """Return what using an active item is, None where it cannot be used (ACT-01)."""
    tile = m.printed(item["name"])
    if tile.type in ("sword", "bow"):
        return fight if targets(m, seat, item) else None
    if tile.type == "boots" or item["mode"] == "boots":
        return use_boots
    if tile.type == "pickaxe" and (tile.blocks or m.t.used.total()):
        return use_pickaxe
    return None


def reveal(m: Match) -> None:
    """Expect the offer to reveal the next part where somebody stands beside it (REVEAL-01)."""
    t = m.t
    at_edge = any(player["space"][1] == t.width - 1 for player in t.players)
    if t.portal_open or not at_edge:
        return
    part = sum(tile is not None for tile in t.parts)
    if part == len(t.parts):
        if all(t.is_done(task) for task in range(3)) and _agreed(m):
            _reveal_portal(m)
    elif _agreed(m):
        entry = m.event("revealed", "part_revealed", player=t.active, part=part)
        tile = entry["tile"]
        m.require("revealed", tile not in t.parts, lambda: f"{tile} is on the table already")
        t.parts[part] = tile
        fill_part(m, m.box.tiles[tile], m.box.part_start(part))


def _agreed(m: Match) -> bool:
    return m.decide("reveal", "reveal", m.t.active, [DONE, YES]) == YES


def _reveal_portal(m: Match) -> None:
    t = m.t
    strip = m.box.portal
    first = t.width
    m.event("revealed", "portal_revealed", player=t.active)
    t.portal_open = True
    assert strip.portal is not None
    t.portal = part_space(strip.portal, first)
    fill_part(m, strip, first)
    boss = next(iter(t.boss_sides))
    m.event("boss appears", "boss_appeared", mob=boss, space=t.portal)
    t.mobs[boss] = t.portal
