"""Dump a complete game as a position."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from tablemates.envs.core.errors import FormatError
from tablemates.envs.core.record import Bytes, RecordView
from tablemates.envs.portal_dash.components import EDITIONS, Components
from tablemates.envs.portal_dash.positions.agenda import frames
from tablemates.envs.portal_dash.positions.blocks import cube_rows, task_columns
from tablemates.envs.portal_dash.positions.board import draw_map, printed_rows
from tablemates.envs.portal_dash.positions.items import inventory, stock
from tablemates.envs.portal_dash.positions.names import (
    CAUSES,
    CHANCES,
    COLOURS,
    DECISIONS,
    FACES,
    Lexicon,
    lexicon_of,
)
from tablemates.envs.portal_dash.positions.schema import FORMAT, UNKNOWN
from tablemates.envs.portal_dash.rules import limits as L
from tablemates.envs.portal_dash.rules.state import STATE
from tablemates.envs.portal_dash.rules.vocabulary import Outcome


def dump_position(game: Bytes | bytes, components: Components) -> dict[str, Any]:
    """Return a complete game as plain data that JSON can hold and people can edit.

    Hidden information is included: do not show it to players.

    Args:
        game: A STATE record at a decision or after the end.
        components: The parts that it is played with.

    Returns:
        Every key of the format (docs/positions.md); ``load_position`` makes
        the same bytes of it.

    Raises:
        FormatError: The bytes have another length than a record.
    """
    buffer = np.frombuffer(bytes(game), np.uint8).copy()
    if len(buffer) != STATE.itemsize:
        raise FormatError(f"a game has {STATE.itemsize} bytes, not {len(buffer)}")
    s = RecordView(buffer, STATE)
    p, h = s.public, s.hidden
    lexicon, players = lexicon_of(components), range(p.players)
    marks, mobs = (lexicon.of_pieces(names, p.boss_kind) for names in (lexicon.marks, lexicon.mobs))
    opened = [int(tile) for tile in p.tiles[: p.parts_open]]
    tiles = [*opened, *(int(tile) for tile in h.tiles[p.parts_open : p.parts])]
    counters = zip(CHANCES, h.counters, strict=True)
    return {
        "format": FORMAT,
        "ruleset": lexicon.ruleset[EDITIONS[p.edition]],
        "level": int(p.level) or _custom_level(p, lexicon),
        "edition": EDITIONS[p.edition],
        "chance": "explicit" if p.explicit_chance else "sampled",
        "skip_forced": bool(p.skip_forced),
        "seed": int(h.seed),
        "counters": {name: int(count) for name, count in counters if count},
        "turn": int(p.turn),
        "decisions": int(p.decisions),
        "first_player": int(p.first_player),
        "active_player": int(p.active_player),
        "actions_done": int(p.actions_done),
        "dice": {
            "blocks": FACES[p.blocks_die] if p.blocks_die >= 0 else None,
            "mob": _or_none(p.mob_die),
        },
        "end": _end(p, lexicon),
        "tiles": [lexicon.tiles[tile] if tile >= 0 else UNKNOWN for tile in tiles],
        "parts_open": int(p.parts_open),
        "portal_open": bool(p.portal_open),
        "board": draw_map(p, printed_rows(lexicon, opened, bool(p.portal_open)), marks),
        "line": [mobs[piece] for piece in p.line[: p.line_length]],
        "pending_mobs": [mobs[n] for n in range(L.MOBS) if int(p.pending_mobs) >> n & 1],
        "bosses": [
            {"boss": boss, "side": side, "life": int(life)}
            for (boss, side), life in zip(_bosses(p, lexicon), p.boss_life, strict=False)
        ],
        "fight": _fight(p, mobs),
        "players": [
            {"hearts": int(p.hearts[seat]), "items": inventory(p, lexicon, seat)}
            for seat in players
        ],
        "in_use": _or_none(p.slot_in_use),
        "steps_left": int(p.steps_left),
        "cube": cube_rows(p, h),
        "used": _by_colour(p.used),
        "hand": _by_colour(p.hand),
        "mines_left": int(p.mines_left),
        "mined": int(p.mined),
        "tasks": task_columns(p, lexicon.box),
        **stock(p, h, lexicon),
        "decision": DECISIONS[p.decision],
        "decider": _or_none(p.decider),
        "agenda": frames(p, lexicon),
    }


def _or_none(number: int) -> int | None:
    return int(number) if number >= 0 else None


def _bosses(p: Any, lexicon: Lexicon) -> list[list[str]]:
    """Return kind and side of each boss."""
    return [
        [lexicon.bosses[kind], "hard" if hard else "easy"]
        for kind, hard in zip(p.boss_kind, p.boss_hard, strict=True)
        if kind >= 0
    ]


def _end(p: Any, lexicon: Lexicon) -> dict[str, Any] | None:
    if p.outcome == Outcome.RUNNING:
        return None
    end = {"outcome": Outcome(int(p.outcome)).name.lower(), "cause": CAUSES[p.cause]}
    if p.cause_player >= 0:
        end["player"] = int(p.cause_player)
    if p.cause_source >= 0:
        end["source"] = lexicon.sources[p.cause_source]
    return end


def _fight(p: Any, mobs: Sequence[str]) -> dict[str, Any] | None:
    if p.fight_mob < 0:
        return None
    return {
        "mob": mobs[p.fight_mob],
        "dice": [int(hits) for hits in p.dice[: p.dice_count]],
        "to_roll": int(p.dice_to_roll),
        "rerolls": int(p.rerolls_left),
    }


def _custom_level(p: Any, lexicon: Lexicon) -> dict[str, Any]:
    """Return the level that a custom game shows; its starting items are in the inventories."""
    in_play = [piece for piece in range(L.REGULAR_MOBS) if p.mob_space[piece] >= 0]
    in_play += [int(piece) for piece in p.line[: p.line_length]]
    kinds = [int(lexicon.box.mob_kind[piece]) for piece in in_play]
    return {
        "tiles": int(p.parts),
        "mobs": {lexicon.sources[kind]: kinds.count(kind) for kind in range(L.MOB_KINDS)},
        "bosses": _bosses(p, lexicon),
    }


def _by_colour(counts: Iterable[int]) -> dict[str, int]:
    return {name: int(count) for name, count in zip(COLOURS, counts, strict=True) if count}
