"""The public state as plain data: versioned JSON with names instead of numbers.

The format is defined in ``snapshot_format``. Nothing here reads the hidden part
of a game.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from tablemates.envs.portal_dash.naming import (
    EDITIONS,
    MODES,
    PLAYERS,
    TASKS,
    Names,
    colour_name,
    face_name,
    mob_kind_name,
    source_name,
    words_of,
)
from tablemates.envs.portal_dash.reading import (
    exposed_columns,
    portal_space,
    row_and_column,
    spawner_spaces,
    task_sizes,
    terrain_at,
)
from tablemates.envs.portal_dash.rules import limits as L
from tablemates.envs.portal_dash.rules.stack import SHUFFLED_IN
from tablemates.envs.portal_dash.rules.state import Public
from tablemates.envs.portal_dash.rules.vocabulary import (
    SHARED_DECISIONS,
    Cause,
    Chance,
    Decision,
    MobKind,
    Mode,
    Outcome,
)
from tablemates.envs.portal_dash.snapshot_format import (
    FORMAT,
    VERSION,
    About,
    BossNow,
    Choice,
    Column,
    Cube,
    DecisionNow,
    Dice,
    Ending,
    InLine,
    ItemNow,
    MobNow,
    PlayerNow,
    Snapshot,
    Space,
    StackEvent,
    Task,
    TaskColumn,
    Tiles,
    Track,
    UnderWay,
)
from tablemates.envs.portal_dash.strings import Strings


def snapshot(p: Public, strings: Strings, legal: Iterable[int] | None = None) -> dict[str, Any]:
    """Return the public state as plain data that JSON can hold.

    Args:
        p: The public state.
        strings: The names of the parts.
        legal: The legal actions, to have them in the snapshot too.

    Returns:
        A dict as ``Snapshot`` and ``docs/snapshot.md`` describe it.
    """
    names = strings.names
    return Snapshot(
        format=FORMAT,
        version=VERSION,
        level=int(p.level) or None,
        edition=EDITIONS[p.edition],
        turn=int(p.turn),
        decisions=int(p.decisions),
        first_player=PLAYERS[p.first_player],
        active_player=PLAYERS[p.active_player],
        decision=_decision(p, strings),
        legal=_choices(p, strings, legal),
        ending=_ending(p, strings),
        track=_track(p, names),
        players=[_player(p, names, seat) for seat in range(p.players)],
        mobs=_mobs(p, names),
        line=[_in_line(names, int(mob)) for mob in p.line[: p.line_length]],
        bosses=_bosses(p, names),
        cube=_cube(p),
        used=_by_colour(p.used),
        tasks=[_task(p, names, task) for task in range(L.TASKS)],
        tiles=_tiles(p, names),
        dice=_dice(p, names),
        under_way=_under_way(p),
    ).model_dump(mode="json")


def snapshot_schema() -> dict[str, Any]:
    """Return the JSON schema of a snapshot."""
    return Snapshot.model_json_schema()


def _space(space: int) -> Space | None:
    return row_and_column(space) if space >= 0 else None


def _seat(seat: int) -> Any:
    return PLAYERS[seat] if seat >= 0 else None


def _block(colour: int) -> Any:
    return colour_name(colour) if colour >= 0 else None


def _by_colour(counts: Iterable[int]) -> dict[Any, int]:
    return {colour_name(colour): int(count) for colour, count in enumerate(counts)}


def _by_item(names: Names, counts: Iterable[int]) -> dict[str, int]:
    return {names.item(kind): int(n) for kind, n in enumerate(counts) if n > 0}


def _decision(p: Public, strings: Strings) -> DecisionNow | None:
    decision = Decision(int(p.decision))
    if decision == Decision.NONE:
        return None
    return DecisionNow(
        kind=words_of(decision),
        decider=_seat(int(p.decider)),
        shared=decision in SHARED_DECISIONS,
        about=_about(p, strings.names, decision, int(p.decision_about)),
        text=strings.decision(p),
    )


def _about(p: Public, names: Names, decision: Decision, about: int) -> About:
    match decision:
        case Decision.CHANCE:
            return About(chance=words_of(Chance(about)))
        case Decision.REMOVE_BLOCK:
            return About(face=face_name(about))
        case Decision.MOB_END | Decision.TARGET | Decision.PUSH | Decision.DAMAGE_ITEM:
            return About(mob=names.mob(p, about))
        case Decision.WOUND:
            return About(source=source_name(about))
        case Decision.STEP | Decision.FIGHT | Decision.REROLL | Decision.MINE | Decision.MODE:
            return About(slot=about)
        case Decision.USE | Decision.PLAYER:
            return About(colour=colour_name(about))
        case Decision.REPLACE | Decision.ENCHANT:
            return About(item=names.item(about))
        case _:
            return About()


def _choices(p: Public, strings: Strings, legal: Iterable[int] | None) -> list[Choice] | None:
    if legal is None:
        return None
    return [Choice(action=int(a), text=strings.action(p, int(a))) for a in legal]


def _ending(p: Public, strings: Strings) -> Ending | None:
    if p.outcome == Outcome.RUNNING:
        return None
    return Ending(
        outcome="won" if p.outcome == Outcome.WON else "lost",
        cause=words_of(Cause(int(p.cause))),
        player=_seat(int(p.cause_player)),
        source=source_name(p.cause_source) if p.cause_source >= 0 else None,
        text=strings.ending(p),
    )


def _track(p: Public, names: Names) -> Track:
    width = int(p.open_columns)
    return Track(
        rows=int(p.rows),
        columns=int(p.columns),
        face_up_columns=width,
        part_columns=_part_columns(p, names),
        tiles=[names.tiles[tile] if tile >= 0 else None for tile in p.tiles[: p.parts]],
        portal_face_up=bool(p.portal_open),
        terrain=[
            [terrain_at(p, row * 64 + column) for column in range(width)] for row in range(p.rows)
        ],
        spawners=[row_and_column(space) for space in spawner_spaces(p, names.box)],
        chests=[row_and_column(space) for space in p.chest_space if space >= 0],
        chests_in_supply=int(names.box.chests) - sum(1 for s in p.chest_space if s >= 0),
        portal=_space(portal_space(p, names.box)),
    )


def _part_columns(p: Public, names: Names) -> list[int]:
    box = names.box
    tiles = [int(box.tile_columns)] * int(p.parts)
    return [int(box.start_columns), *tiles, int(box.portal_columns)]


def _player(p: Public, names: Names, seat: int) -> PlayerNow:
    return PlayerNow(
        colour=PLAYERS[seat],
        space=_space(int(p.player_space[seat])),
        hearts=int(p.hearts[seat]),
        items=[
            _item(p, names, seat, slot) for slot in range(L.SLOTS) if p.item_kind[seat, slot] >= 0
        ],
    )


def _item(p: Public, names: Names, seat: int, slot: int) -> ItemNow:
    mode = int(p.item_mode[seat, slot])
    return ItemNow(
        slot=slot,
        name=names.item(p.item_kind[seat, slot]),
        row="active" if p.item_active[seat, slot] else "bottom",
        mode=None if mode == Mode.NONE else MODES[mode - Mode.BOOTS],
        hearts=int(p.item_hearts[seat, slot]),
        starting=bool(p.item_starting[seat, slot]),
        enchantments=[names.item(e) for e in p.item_enchantments[seat, slot] if e >= 0],
        details=names.owned_details(p, seat, slot),
    )


def _mobs(p: Public, names: Names) -> list[MobNow]:
    box = names.box
    return [
        MobNow(
            name=names.mob(p, piece),
            kind=mob_kind_name(box.mob_kind[piece]),
            number=int(box.mob_number[piece]),
            space=row_and_column(p.mob_space[piece]),
            life=names.mob_life(p, piece),
            reach=names.mob_reach(p, piece),
            to_act=bool(int(p.pending_mobs) >> piece & 1),
        )
        for piece in range(L.REGULAR_MOBS)
        if p.mob_space[piece] >= 0
    ]


def _in_line(names: Names, piece: int) -> InLine:
    box = names.box
    return InLine(kind=mob_kind_name(box.mob_kind[piece]), number=int(box.mob_number[piece]))


def _bosses(p: Public, names: Names) -> list[BossNow]:
    return [
        BossNow(
            kind=mob_kind_name(MobKind.WILDFIRE + int(p.boss_kind[i])),
            side="hard" if p.boss_hard[i] else "easy",
            life=int(p.boss_life[i]),
            full_life=int(names.box.boss_life[p.boss_kind[i], p.boss_hard[i]]),
            reach=names.mob_reach(p, L.REGULAR_MOBS + i),
            space=_space(int(p.mob_space[L.REGULAR_MOBS + i])),
            to_act=bool(int(p.pending_mobs) >> (L.REGULAR_MOBS + i) & 1),
        )
        for i in range(L.BOSSES)
        if p.boss_kind[i] >= 0
    ]


def _cube(p: Public) -> Cube:
    exposed = exposed_columns(p)
    return Cube(
        columns=[
            Column(
                height=int(p.height[column]),
                exposed=column in exposed,
                blocks=[_block(int(colour)) for colour in p.cube[column, : p.height[column]]],
            )
            for column in range(L.CUBE_COLUMNS)
        ],
        unseen=_by_colour(p.unseen),
    )


def _task(p: Public, names: Names, task: int) -> Task:
    sizes = task_sizes(p, names.box, task)
    first = L.TASK_COLUMNS * task
    columns = [
        TaskColumn(
            size=size,
            colour=colour_name(p.place_colour[first + i])
            if p.place_colour[first + i] >= 0
            else None,
            blocks=int(p.place_count[first + i]),
        )
        for i, size in enumerate(sizes)
    ]
    return Task(
        name=TASKS[task],
        columns=columns,
        complete=all(column.blocks == column.size for column in columns),
        before_layer=task + 1,
    )


def _tiles(p: Public, names: Names) -> Tiles:
    return Tiles(
        stack=_by_item(names, p.stack_count),
        discards=_by_item(names, p.discards),
        supply=[names.item(names.box.netherite[i]) for i in range(L.NETHERITE) if p.supply[i] == 1],
        drawn=[names.item(kind) for kind in p.drawn if kind >= 0],
        history=[
            StackEvent(what="drawn", item=names.item(kind))
            if kind < SHUFFLED_IN
            else StackEvent(what="shuffled in", item=names.item(kind - SHUFFLED_IN))
            for kind in p.history[: p.history_length]
        ],
    )


def _dice(p: Public, names: Names) -> Dice:
    return Dice(
        blocks=face_name(p.blocks_die) if p.blocks_die >= 0 else None,
        mob=int(p.mob_die) if p.mob_die >= 0 else None,
        combat=[int(hits) for hits in p.dice[: p.dice_count]],
        combat_to_roll=int(p.dice_to_roll),
        rerolls_left=int(p.rerolls_left),
        against=names.mob(p, int(p.fight_mob)) if p.fight_mob >= 0 else None,
    )


def _under_way(p: Public) -> UnderWay:
    return UnderWay(
        actions_done=int(p.actions_done),
        slot=int(p.slot_in_use) if p.slot_in_use >= 0 else None,
        steps_left=int(p.steps_left),
        mines_left=int(p.mines_left),
        blocks_in_hand=_by_colour(p.hand),
    )
