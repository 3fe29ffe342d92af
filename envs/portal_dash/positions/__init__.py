"""Positions: complete games as plain data that people can read, edit and exchange."""

from __future__ import annotations

import warnings
from collections.abc import Mapping, Sequence
from typing import Any, Final

import numpy as np
from pydantic import ValidationError

from tablemates.envs.core.answers import RESUME
from tablemates.envs.core.documents import place_and_reason
from tablemates.envs.core.errors import FormatError, PositionError
from tablemates.envs.core.position_models import counts_by_name, dump_fields, write_fields
from tablemates.envs.core.record import Bytes, RecordView
from tablemates.envs.portal_dash.components import EDITIONS
from tablemates.envs.portal_dash.game import PortalDash, ruleset_hash
from tablemates.envs.portal_dash.positions import agenda, board, stock
from tablemates.envs.portal_dash.positions import keys as K
from tablemates.envs.portal_dash.positions.keys import Position
from tablemates.envs.portal_dash.positions.reader import Lexicon, Reader, refuse
from tablemates.envs.portal_dash.rules import limits as L
from tablemates.envs.portal_dash.rules.agenda import Step
from tablemates.envs.portal_dash.rules.state import STATE
from tablemates.envs.portal_dash.rules.vocabulary import Chance, Outcome

__all__ = ["PositionError", "dump_position", "load_position"]

#: Keys that count blocks.
_COUNTED: Final = {"used": K.COLOURS, "hand": K.COLOURS}


def dump_position(game: PortalDash, record: Bytes) -> dict[str, Any]:
    """Return every key of a position (docs/positions.md), what is hidden too.

    Args:
        game: A game of the same parts.
        record: A STATE record at a decision or after the end.

    Raises:
        FormatError: The bytes have another length than a record.
    """
    if len(record) != STATE.itemsize:
        raise FormatError(f"a game has {STATE.itemsize} bytes, not {len(record)}")
    s: Any = RecordView(record, STATE)
    p, h, lexicon = s.public, s.hidden, Lexicon(game)
    marks, mobs = (lexicon.of_pieces(names, p.boss_kind) for names in (lexicon.marks, lexicon.mobs))
    opened = p.tiles[: p.parts_open].tolist()
    tiles = [*opened, *h.tiles[p.parts_open : p.parts].tolist()]
    bosses = zip(_bosses(p, lexicon), p.boss_life.tolist(), strict=False)
    return {
        "format": K.FORMAT,
        "ruleset": ruleset_hash(game.components, EDITIONS[p.edition]),
        "level": int(p.level) or _custom_level(p, lexicon),
        "edition": EDITIONS[p.edition],
        "seed": int(h.seed),
        "counters": counts_by_name(h.counters, K.CHANCES),
        "dice": {
            "blocks": K.FACES[p.blocks_die] if p.blocks_die >= 0 else None,
            "mob": _or_none(p.mob_die),
        },
        "end": _end(p, lexicon),
        "tiles": [lexicon.tiles[tile] if tile >= 0 else K.UNKNOWN for tile in tiles],
        "board": board.draw_map(p, board.printed_rows(game, opened, bool(p.portal_open)), marks),
        "line": [mobs[piece] for piece in p.line[: p.line_length]],
        "pending_mobs": [mobs[n] for n in range(L.MOBS) if int(p.pending_mobs) >> n & 1],
        "bosses": [{"boss": boss, "side": side, "life": life} for (boss, side), life in bosses],
        "fight": _fight(p, mobs),
        "players": [
            {"hearts": int(p.hearts[seat]), "items": stock.inventory(p, lexicon, seat)}
            for seat in range(p.players)
        ],
        "in_use": _or_none(p.slot_in_use),
        "cube": stock.cube_rows(p, h),
        "tasks": stock.task_columns(p, lexicon.box),
        **stock.stock(p, h, lexicon),
        **dump_fields(Position, p, _COUNTED),
        "decision": K.DECISIONS[p.decision],
        "decider": _or_none(p.decider),
        "agenda": agenda.frames(p, lexicon),
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
    end = {"outcome": Outcome(int(p.outcome)).name.lower(), "cause": K.CAUSES[p.cause]}
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
        "dice": p.dice[: p.dice_count].tolist(),
        "to_roll": int(p.dice_to_roll),
        "rerolls": int(p.rerolls_left),
    }


def _custom_level(p: Any, lexicon: Lexicon) -> dict[str, Any]:
    """Return the level that a custom game shows; its starting items are in the inventories."""
    in_play = [piece for piece in range(L.REGULAR_MOBS) if p.mob_space[piece] >= 0]
    in_play += p.line[: p.line_length].tolist()
    kinds = [int(lexicon.box.mob_kind[piece]) for piece in in_play]
    return {
        "tiles": int(p.parts),
        "mobs": {lexicon.sources[kind]: kinds.count(kind) for kind in range(L.MOB_KINDS)},
        "bosses": _bosses(p, lexicon),
    }


# -- loading -------------------------------------------------------------------------------


def load_position(game: PortalDash, position: Mapping[str, Any], seed: int | None = None) -> Bytes:
    """Return the record of the game that a position describes.

    A dump gives the same bytes again; docs/positions.md says what keys mean that are left out.

    Args:
        game: A game of the same parts, whose board has room for it; it stays as it is.
        position: Plain data, as JSON gives it.
        seed: What the position leaves out or calls unknown is drawn from it, 0
            to ``2**64 - 1``; None: from the ``seed`` of the position.

    Raises:
        PositionError: The position is invalid; the message names place and reason.
        ValueError: The seed is out of range.
    """
    if seed is not None and not 0 <= seed < 2**64:
        raise ValueError(f"a seed goes from 0 to 2**64 - 1, not {seed}")
    lexicon = Lexicon(game)
    try:
        given = Position.model_validate(position, context=lexicon)
    except ValidationError as error:
        place, reason = place_and_reason(error, position)
        where = ", ".join(filter(None, ["position", ".".join(map(str, place))]))
        raise PositionError(f"{where}: {reason}") from error
    if given.ruleset not in (None, ruleset_hash(game.components, given.edition)):
        warnings.warn(
            "the position was written with other parts or rules (another `ruleset`)", stacklevel=2
        )
    r = Reader(given, game, lexicon, seed)
    _write_game(r)
    board.write_bosses(r)
    r.rows = agenda.read_agenda(r)
    board.write_board(r)
    board.write_mobs(r)
    board.write_players(r)
    stock.write_blocks(r)
    stock.write_inventories(r)
    stack_open = stock.write_stock(r)
    _write_dice(r)
    _draw_hidden(r, stack_open)
    r.p.decider = -1
    if not r.over:
        agenda.check_agenda(r)
        r.p.agenda[: len(r.rows)] = r.rows
        r.p.agenda_length = len(r.rows)
        r.one.step(RESUME)
    _check_decision(r)
    return r.record


def _write_game(r: Reader) -> None:
    p, given = r.p, r.given
    p.level, p.players, p.rows = r.level.number, len(given.players), r.box.rows
    p.edition, p.explicit_chance = EDITIONS.index(given.edition), r.explicit
    p.active_player = given.first_player
    write_fields(given, p, {"hand": K.COLOURS})
    p.cause_player = p.cause_source = -1
    if given.end is not None:
        p.outcome, p.cause = Outcome[given.end.outcome.upper()], given.end.cause
        p.cause_player, p.cause_source = given.end.player, given.end.source
    for stream, count in given.counters.items():
        r.h.counters[stream] = count


def _write_dice(r: Reader) -> None:
    """Write all dice and the turn; left out, the white ones show red and 1 in turn 1."""
    given, p = r.given, r.p
    started = all(row[0] != Step.TURN for row in r.rows)
    unrolled = {row[1] for row in r.rows if row[0] == Step.CHANCE}
    p.turn = int(started) if given.turn is None else given.turn
    p.blocks_die = 0 if started and Chance.BLOCKS_DIE not in unrolled else -1
    p.mob_die = 1 if started and Chance.MOB_DIE not in unrolled else -1
    if given.dice is not None:
        p.blocks_die = -1 if given.dice.blocks is None else given.dice.blocks
        p.mob_die = -1 if given.dice.mob is None else given.dice.mob
    p.fight_mob = -1
    if (fight := given.fight) is None:
        return
    p.fight_mob = r.piece(fight.mob, "fight.mob")
    in_order = sorted(fight.dice) == fight.dice
    refuse(not in_order, "fight.dice", "combat dice are given in ascending order")
    p.dice[: len(fight.dice)] = fight.dice
    p.dice_count, p.dice_to_roll = len(fight.dice), fight.to_roll
    p.rerolls_left = fight.rerolls


def _draw_hidden(r: Reader, stack_open: bool) -> None:
    """Draw seed, stack and tiles where they are unknown, as a resample does."""
    p, h, seed_open = r.p, r.h, r.given.seed == K.UNKNOWN
    tiles_open = not r.explicit and bool((h.tiles[p.parts_open : p.parts] < 0).any())
    if not (seed_open or stack_open or tiles_open):
        return
    copy = r.record.copy()
    r.game.engine.resample(copy, r.game.box, np.uint64(r.seed))
    drawn: Any = RecordView(copy, STATE).hidden
    for name, is_open in (("seed", seed_open), ("stack", stack_open), ("tiles", tiles_open)):
        if is_open:
            setattr(h, name, getattr(drawn, name))


def _check_decision(r: Reader) -> None:
    """Compare the decision that the engine arrived at with the one that is given."""
    given, p = r.given, r.p
    found, decision = K.DECISIONS[p.decision], given.decision
    wrong = decision not in (None, found) and (
        decision in K.DECISIONS or decision not in agenda.STAGES
    )
    reason = f"{decision!r} is not asked here; what follows is {found!r}"
    if decision == "reveal" and given.agenda is None:
        reason = "nobody stands next to a face-down part that may be revealed (REVEAL-01)"
    refuse(wrong, "decision", reason)
    who = "chance or nobody" if p.decider < 0 else f"player {p.decider}"
    reason = f"{found!r} is decided by {who}, not by player {given.decider}"
    refuse(given.decider not in (None, p.decider), "decider", reason)
