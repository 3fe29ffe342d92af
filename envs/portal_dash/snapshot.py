"""The public state as plain data: versioned JSON with names instead of numbers.

docs/snapshot.md describes every key. A space is ``[row, column]``, or ``null``. Nothing here
reads the hidden part of a game.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from pydantic_core import to_jsonable_python

from tablemates.envs.portal_dash.components.schema import words_of
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
)
from tablemates.envs.portal_dash.reading import (
    exposed_columns,
    portal_space,
    row_and_column,
    spawners,
    task_sizes,
    terrain_at,
)
from tablemates.envs.portal_dash.rules import limits as L
from tablemates.envs.portal_dash.rules import vocabulary as V
from tablemates.envs.portal_dash.rules.stack import SHUFFLED_IN
from tablemates.envs.portal_dash.rules.state import Public
from tablemates.envs.portal_dash.rules.vocabulary import Decision
from tablemates.envs.portal_dash.speech import describe_ending

if TYPE_CHECKING:
    from tablemates.envs.portal_dash.game import PortalDash

#: What a decision may be about; only what means something is not null.
_ABOUT = ("mob", "source", "face", "colour", "item", "slot", "chance")


def snapshot(game: PortalDash) -> dict[str, Any]:
    """Return the public state as plain data that JSON can hold."""
    p, names = game.public, game.names
    data = {
        "format": "portal-dash-snapshot",
        "version": 1,
        "level": p.level or None,
        "edition": EDITIONS[p.edition],
        "turn": p.turn,
        "decisions": p.decisions,
        "first_player": PLAYERS[p.first_player],
        "active_player": PLAYERS[p.active_player],
        "decision": _decision(p, names, game),
        "legal": [{"action": one, "text": game.describe(one)} for one in game.legal],
        "ending": _ending(p),
        "track": _track(p, names),
        "players": [_player(p, names, seat) for seat in range(p.players)],
        "mobs": [_mob(p, names, i) for i in range(L.REGULAR_MOBS) if p.mob_space[i] >= 0],
        "line": [_kind_and_number(names, mob) for mob in p.line[: p.line_length]],
        "bosses": [_boss(p, names, i) for i in range(L.BOSSES) if p.boss_kind[i] >= 0],
        "cube": _cube(p),
        "used": _by_colour(p.used),
        "tasks": [_task(p, names, task) for task in range(L.TASKS)],
        "tiles": _tiles(p, names),
        "dice": {
            "blocks": face_name(p.blocks_die) if p.blocks_die >= 0 else None,
            "mob": _or_none(p.mob_die),
            "combat": list(p.dice[: p.dice_count]),
            "combat_to_roll": p.dice_to_roll,
            "rerolls_left": p.rerolls_left,
            "against": names.mob(p, int(p.fight_mob)) if p.fight_mob >= 0 else None,
        },
        "under_way": {
            "actions_done": p.actions_done,
            "slot": _or_none(p.slot_in_use),
            "steps_left": p.steps_left,
            "mines_left": p.mines_left,
            "blocks_in_hand": _by_colour(p.hand),
        },
    }
    plain: dict[str, Any] = to_jsonable_python(data, fallback=int)  # NumPy numbers, tuples
    return plain


def _or_none(number: int) -> int | None:
    return number if number >= 0 else None


def _seat(seat: int) -> str | None:
    return PLAYERS[seat] if seat >= 0 else None


def _colour(colour: int) -> str | None:
    return colour_name(colour) if colour >= 0 else None


def _space(space: int) -> tuple[int, int] | None:
    return row_and_column(space) if space >= 0 else None


def _by_colour(counts: Iterable[int]) -> dict[str, int]:
    return {colour_name(colour): count for colour, count in enumerate(counts)}


def _by_item(names: Names, counts: Iterable[int]) -> dict[str, int]:
    return {names.item(kind): count for kind, count in enumerate(counts) if count}


def _decision(p: Public, names: Names, game: PortalDash) -> dict[str, Any] | None:
    decision = Decision(int(p.decision))
    if decision == Decision.NONE:
        return None
    return {
        "kind": words_of(decision),
        "decider": _seat(p.decider),
        "shared": decision in V.SHARED_DECISIONS,
        "about": dict.fromkeys(_ABOUT) | _about(p, names, decision, int(p.decision_about)),
        "text": game.decision(),
    }


def _about(p: Public, names: Names, decision: Decision, about: int) -> dict[str, Any]:
    match decision:
        case Decision.CHANCE:
            return {"chance": words_of(V.Chance(about))}
        case Decision.REMOVE_BLOCK:
            return {"face": face_name(about)}
        case Decision.MOB_END | Decision.TARGET | Decision.PUSH | Decision.DAMAGE_ITEM:
            return {"mob": names.mob(p, about)}
        case Decision.WOUND:
            return {"source": source_name(about)}
        case Decision.STEP | Decision.FIGHT | Decision.REROLL | Decision.MINE | Decision.MODE:
            return {"slot": about}
        case Decision.USE | Decision.PLAYER:
            return {"colour": colour_name(about)}
        case Decision.REPLACE | Decision.ENCHANT:
            return {"item": names.item(about)}
        case _:
            return {}


def _ending(p: Public) -> dict[str, Any] | None:
    if p.outcome == V.Outcome.RUNNING:
        return None
    return {
        "outcome": "won" if p.outcome == V.Outcome.WON else "lost",
        "cause": words_of(V.Cause(int(p.cause))),
        "player": _seat(p.cause_player),
        "source": source_name(p.cause_source) if p.cause_source >= 0 else None,
        "text": describe_ending(p),
    }


def _track(p: Public, names: Names) -> dict[str, Any]:
    box, columns = names.box, range(p.open_columns)
    chests = [row_and_column(space) for space in p.chest_space if space >= 0]
    return {
        "rows": p.rows,
        "columns": p.columns,
        "face_up_columns": p.open_columns,
        "part_columns": [box.start_columns, *[box.tile_columns] * p.parts, box.portal_columns],
        "tiles": [names.tiles[tile] if tile >= 0 else None for tile in p.tiles[: p.parts]],
        "portal_face_up": bool(p.portal_open),
        "terrain": [[terrain_at(p, row * 64 + c) for c in columns] for row in range(p.rows)],
        "spawners": [row_and_column(space) for space in spawners(p, box)],
        "chests": chests,
        "chests_in_supply": box.chests - len(chests),
        "portal": _space(portal_space(p, box)),
    }


def _player(p: Public, names: Names, seat: int) -> dict[str, Any]:
    slots = [slot for slot in range(L.SLOTS) if p.item_kind[seat, slot] >= 0]
    return {
        "colour": PLAYERS[seat],
        "space": _space(p.player_space[seat]),
        "hearts": p.hearts[seat],
        "items": [_item(p, names, seat, slot) for slot in slots],
    }


def _item(p: Public, names: Names, seat: int, slot: int) -> dict[str, Any]:
    mode = int(p.item_mode[seat, slot])
    return {
        "slot": slot,
        "name": names.item(p.item_kind[seat, slot]),
        "row": "active" if p.item_active[seat, slot] else "bottom",
        "mode": None if mode == V.Mode.NONE else MODES[mode - V.Mode.BOOTS],
        "hearts": p.item_hearts[seat, slot],
        "starting": bool(p.item_starting[seat, slot]),
        "enchantments": [names.item(e) for e in p.item_enchantments[seat, slot] if e >= 0],
        "details": names.owned_details(p, seat, slot),
    }


def _kind_and_number(names: Names, piece: int) -> dict[str, Any]:
    box = names.box
    return {"kind": mob_kind_name(box.mob_kind[piece]), "number": box.mob_number[piece]}


def _standing(p: Public, names: Names, piece: int) -> dict[str, Any]:
    """Return what mobs and bosses have in common."""
    return {
        "space": _space(p.mob_space[piece]),
        "life": names.mob_life(p, piece),
        "reach": names.mob_reach(p, piece),
        "to_act": bool(int(p.pending_mobs) >> piece & 1),
    }


def _mob(p: Public, names: Names, piece: int) -> dict[str, Any]:
    about = {"name": names.mob(p, piece), **_kind_and_number(names, piece)}
    return about | _standing(p, names, piece)


def _boss(p: Public, names: Names, boss: int) -> dict[str, Any]:
    kind, hard = p.boss_kind[boss], p.boss_hard[boss]
    about = {
        "kind": mob_kind_name(V.MobKind.WILDFIRE + kind),
        "side": "hard" if hard else "easy",
        "full_life": names.full_life(p, L.REGULAR_MOBS + boss),
    }
    return about | _standing(p, names, L.REGULAR_MOBS + boss)


def _cube(p: Public) -> dict[str, Any]:
    exposed = exposed_columns(p)
    columns = [
        {"height": high, "exposed": n in exposed, "blocks": [_colour(one) for one in blocks[:high]]}
        for n, (high, blocks) in enumerate(zip(p.height, p.cube, strict=True))
    ]
    return {"columns": columns, "unseen": _by_colour(p.unseen)}


def _task(p: Public, names: Names, task: int) -> dict[str, Any]:
    columns = []
    for place, size in enumerate(task_sizes(p, names.box, task), start=L.TASK_COLUMNS * task):
        colour, blocks = _colour(p.place_colour[place]), p.place_count[place]
        columns.append({"size": size, "colour": colour, "blocks": blocks})
    return {
        "name": TASKS[task],
        "columns": columns,
        "complete": all(column["blocks"] == column["size"] for column in columns),
        "before_layer": task + 1,
    }


def _tiles(p: Public, names: Names) -> dict[str, Any]:
    netherite = zip(names.box.netherite, p.supply, strict=True)
    return {
        "stack": _by_item(names, p.stack_count),
        "discards": _by_item(names, p.discards),
        "supply": [names.item(kind) for kind, face_up in netherite if face_up == 1],
        "drawn": [names.item(kind) for kind in p.drawn if kind >= 0],
        "history": [
            {"what": "drawn", "item": names.item(kind)}
            if kind < SHUFFLED_IN
            else {"what": "shuffled in", "item": names.item(kind - SHUFFLED_IN)}
            for kind in p.history[: p.history_length]
        ],
    }
