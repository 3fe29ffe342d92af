"""Setting up: what the first snapshot and the events before it have to show."""

from __future__ import annotations

from collections import Counter

from tests.portal_dash.referee.match import Match
from tests.portal_dash.referee.printed import Map
from tests.portal_dash.referee.table import BLOCKS, HEARTS, Space, space_action, space_of


def part_space(space: Space, first_column: int) -> Space:
    """Return a space of a part as a space of the track."""
    return space[0], space[1] + first_column


def check_set_up(m: Match) -> None:
    """Check the first snapshot of a game, and the events of its set-up.

    Raises:
        ObjectionError: It is against the rules.
    """
    t = m.t
    m.event("set-up players", "game_started", level=t.level, players=len(t.players))
    m.require(
        "set-up players",
        m.log.entries[0]["first_player"] == t.first == t.active and t.turn == 0,
        lambda: f"first player {t.first}, active {t.active}, turn {t.turn}",
    )
    _check_track(m)
    _check_mobs(m)
    _check_players(m)
    _check_cube_and_piglins(m)
    _check_items_and_boss(m)
    t.check_conservation()


def _check_track(m: Match) -> None:
    t, box = m.t, m.box
    level = box.level(t.level, t.edition)
    tile = t.parts[0]
    columns = [box.start_columns, *[box.tile_columns] * level.tiles, box.portal_columns]
    face_up = [part is not None for part in t.parts]
    right = (
        t.rows == box.rows
        and t.part_columns == columns
        and face_up == [True] + [False] * (level.tiles - 1)
        and t.width == box.start_columns + box.tile_columns
        and not t.portal_open
        and t.portal is None
    )
    m.require("set-up track", right, lambda: f"{t.parts}, {t.part_columns}, width {t.width}")
    m.event("set-up track", "part_revealed", part=0, tile=tile)
    printed = box.tiles[tile]
    first = box.start_columns
    ground = {part_space(space, first): kind for space, kind in printed.ground.items()}
    ground |= box.start.ground
    spawners = [part_space(space, first) for space in printed.spawners]
    chests = [part_space(space, first) for space in printed.chests][: box.chests]
    for space in chests:
        m.event("set-up track", "chest_placed", space=space)
    right = (t.ground, t.spawners, t.chests) == (ground, spawners, set(chests))
    right = right and t.chests_left == box.chests - len(chests)
    m.require("set-up track", right, lambda: f"{tile}: {t.ground} {t.spawners} {t.chests}")


def _check_mobs(m: Match) -> None:
    t, box = m.t, m.box
    wanted = box.level(t.level, t.edition).mobs
    in_play = [*t.mobs, *t.line]
    kinds = Counter(mob.rsplit(" ", 1)[0] for mob in in_play)
    numbers = {f"{kind} {n}" for kind in wanted for n in box.mobs[kind].numbers}
    m.require(
        "set-up mobs",
        kinds == Counter(wanted) and set(in_play) <= numbers and len(set(in_play)) == len(in_play),
        lambda: f"{in_play} are in play, not {wanted}",
    )
    expected = min(len(t.spawners), len(in_play))
    spawned: dict[str, Space] = {}
    for space in t.spawners[:expected]:
        mob = m.event("set-up mobs", "mob_spawned", space=space)["mob"]
        place = len(spawned)
        if place < 3:
            kind = ("magma cube", "ghast", "enderman")[place]
            right = mob.startswith(kind)
            m.require("set-up mobs", right, lambda m=mob, p=place: f"{m} is on spawner {p + 1}")
        spawned[mob] = space
    m.require("set-up mobs", spawned == t.mobs, lambda: f"{t.mobs}, but {spawned} had spawned")


def _check_players(m: Match) -> None:
    t, box = m.t, m.box
    for seat, player in enumerate(t.players):
        items = player["items"]
        names = [items[slot]["name"] for slot in sorted(items)]
        right = (
            player["hearts"] == HEARTS
            and player["space"] is None
            and sorted(names) == sorted(box.starting)
            and all(
                item["row"] == "active"
                and item["starting"]
                and not item["enchantments"]
                and item["mode"] is None
                and item["hearts"] == m.printed(item["name"]).hearts
                for item in items.values()
            )
        )
        m.require("set-up players", right, lambda s=seat: f"player {s}: {t.players[s]}")


def _check_cube_and_piglins(m: Match) -> None:
    t, box = m.t, m.box
    blocks = Counter(c for column in t.blocks for c in column if c is not None) + t.unseen
    right = (
        t.height == [4] * 16
        and blocks == Counter(box.cube)
        and blocks.total() == BLOCKS
        and not t.used
        and not t.hand
        and not t.hidden_in_sight()
    )
    m.require("set-up cube", right, lambda: f"blocks {blocks}, heights {t.height}")
    sizes = box.piglin_sizes(len(t.players))
    empty = [[[size, None, 0] for size in task] for task in sizes]
    m.require("set-up piglins", t.tasks == empty, lambda: f"{t.tasks} should be {empty}")


def _check_items_and_boss(m: Match) -> None:
    t, box = m.t, m.box
    regular = Counter(
        {
            item.name: item.copies
            for item in box.items.values()
            if item.name not in box.starting and item.name not in box.netherite
        }
    )
    right = t.stack == regular and t.supply == Counter(box.netherite) and not t.discards
    m.require("set-up stack", right and not t.drawn, lambda: f"{t.stack}, {t.supply}")
    level = box.level(t.level, t.edition)
    sides = list(t.boss_sides.values())
    right = len(sides) == 1 and sides[0][0] in level.bosses and sides[0][1] == level.side
    right = right and list(t.boss_life.values()) == [box.bosses[sides[0]].life]
    right = right and not set(t.boss_sides) & set(t.mobs)
    m.require("set-up boss", right, lambda: f"{t.boss_sides}, life {t.boss_life}")


def choose_start_spaces(m: Match) -> None:
    """Expect everybody to choose a space of the start strip, in turn order (SETUP-08)."""
    t, box = m.t, m.box
    n = len(t.players)
    strip = [
        space_action((row, column)) for row in range(t.rows) for column in range(box.start_columns)
    ]
    for k in range(n):
        seat = (t.first + k) % n
        space = space_of(m.decide("start spaces", "start space", seat, strip))
        m.event("start spaces", "start_chosen", player=seat, space=space)
        t.players[seat]["space"] = space


def fill_part(m: Match, part: Map, first_column: int) -> None:
    """Expect a part that is now face up to get its chests and mobs (REVEAL-02, SETUP-10)."""
    t = m.t
    t.width = first_column + part.columns
    for space, ground in part.ground.items():
        t.ground[part_space(space, first_column)] = ground
    for space in part.chests:
        if t.chests_left:
            place = part_space(space, first_column)
            m.event("revealed", "chest_placed", space=place)
            t.chests.add(place)
            t.chests_left -= 1
    for space in part.spawners:
        place = part_space(space, first_column)
        t.spawners.append(place)
        if t.line:
            mob = t.line.pop(0)
            m.event("revealed", "mob_spawned", mob=mob, space=place)
            t.mobs[mob] = place
