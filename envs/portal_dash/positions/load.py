"""Load a game from a position; bosses, mobs and players are written here."""

from __future__ import annotations

import warnings
from collections.abc import Mapping, Sequence, Set
from typing import Any, cast

import numpy as np

from tablemates.envs.core.answers import RESUME
from tablemates.envs.core.record import Bytes, RecordView
from tablemates.envs.portal_dash.components import Components
from tablemates.envs.portal_dash.components.records import PORTAL
from tablemates.envs.portal_dash.game import ENGINE
from tablemates.envs.portal_dash.positions.agenda import STAGES, Row, check_agenda, read_agenda
from tablemates.envs.portal_dash.positions.blocks import write_blocks
from tablemates.envs.portal_dash.positions.board import Drawing, bit, said, spaces_with, write_board
from tablemates.envs.portal_dash.positions.draft import Draft
from tablemates.envs.portal_dash.positions.items import write_inventories, write_stock
from tablemates.envs.portal_dash.positions.names import DECISIONS, fault, lexicon_of
from tablemates.envs.portal_dash.positions.schema import OPEN, UNKNOWN, validated
from tablemates.envs.portal_dash.rules import limits as L
from tablemates.envs.portal_dash.rules.agenda import Step
from tablemates.envs.portal_dash.rules.state import STATE
from tablemates.envs.portal_dash.rules.vocabulary import Chance


def settings_of(position: Mapping[str, Any]) -> dict[str, Any]:
    """Return the environment settings that a position states itself.

    Raises:
        PositionError: One of them is invalid, or the position is no mapping.
    """
    if not isinstance(position, Mapping):
        raise fault((), f"keys with values are needed, not {type(position).__name__}")
    stated = {key: position[key] for key in ("edition", "chance", "skip_forced") if key in position}
    validated(stated, None)
    return stated


def load_position(
    position: Mapping[str, Any], components: Components, seed: int | None = None
) -> Bytes:
    """Return the record of the game that a position describes.

    A dump gives the same bytes again. Keys may be left out; docs/positions.md
    says what they mean then. With sampled chance, a position just before a
    roll runs on to the first choice.

    Args:
        position: Plain data, as JSON gives it.
        components: The parts that it is played with.
        seed: What the position leaves out or calls unknown is drawn from it, 0
            to ``2**64 - 1``; None: from the ``seed`` of the position.

    Returns:
        A STATE record, shape ``(STATE.itemsize,)``.

    Raises:
        PositionError: The position is invalid; the message names place and reason.
        ValueError: The seed is out of range.
    """
    if seed is not None and not 0 <= seed < 2**64:
        raise ValueError(f"a seed goes from 0 to 2**64 - 1, not {seed}")
    lexicon = lexicon_of(components)
    given = validated(position, lexicon)
    if given.ruleset not in (None, lexicon.ruleset[given.edition]):
        warnings.warn(
            "the position was written with other parts or rules (another `ruleset`)", stacklevel=2
        )
    draft = Draft(given, lexicon, seed)
    write_bosses(draft)
    rows = read_agenda(draft)
    drawing, printed = write_board(draft)
    write_mobs(draft, drawing, printed)
    write_players(draft, drawing, {row[1] for row in rows if row[0] == Step.START})
    chances = [row for row in rows if row[0] == Step.CHANCE]
    covered = {(row[2], row[3]) for row in chances if row[1] == Chance.BLOCK_UNCOVERED}
    write_blocks(draft, sum(row[0] == Step.COVER for row in rows), covered)
    write_inventories(draft, {(row[1], row[2]) for row in rows if row[0] == Step.MODE})
    stack_open = write_stock(draft)
    _write_dice(draft, rows, {row[1] for row in chances})
    _write_fight(draft)
    _draw_hidden(draft, stack_open)
    if not draft.over:
        check_agenda(draft, rows)
        for n, row in enumerate(rows):
            draft.p.agenda[n] = row
        draft.p.agenda_length = len(rows)
    draft.p.decider = -1
    if not draft.over:
        table = draft.table()
        table.record[:] = draft.buffer
        table.step(RESUME)
        draft.buffer[:] = table.record
    _check_decision(draft)
    return draft.buffer


def _write_dice(draft: Draft, rows: Sequence[Row], unrolled: Set[int]) -> None:
    """Write the white dice and the turn; left out, they show red and 1 in turn 1."""
    given, p = draft.given, draft.p
    started = Step.TURN not in [row[0] for row in rows]
    p.turn = int(started) if given.turn is None else given.turn
    p.blocks_die = 0 if started and Chance.BLOCKS_DIE not in unrolled else -1
    p.mob_die = 1 if started and Chance.MOB_DIE not in unrolled else -1
    if given.dice is not None:
        p.blocks_die = -1 if given.dice.blocks is None else given.dice.blocks
        p.mob_die = -1 if given.dice.mob is None else given.dice.mob


def _write_fight(draft: Draft) -> None:
    """Write the combat dice of a fight under way."""
    p, fight = draft.p, draft.given.fight
    p.fight_mob = -1
    if fight is None:
        return
    p.fight_mob = draft.piece(fight.mob, ("fight", "mob"))
    if sorted(fight.dice) != fight.dice:
        raise fault(("fight", "dice"), "combat dice are given in ascending order")
    if len(fight.dice) + fight.to_roll > L.DICE:
        raise fault(("fight",), f"{L.DICE} combat dice are the most that a fight can have")
    p.dice[: len(fight.dice)] = fight.dice
    p.dice_count = len(fight.dice)
    p.dice_to_roll = fight.to_roll
    p.rerolls_left = fight.rerolls


def _draw_hidden(draft: Draft, stack_open: bool) -> None:
    """Draw seed, stack and tiles where they are unknown, as a resample does."""
    p, h = draft.p, draft.h
    tiles_open = not draft.explicit and bool((h.tiles[p.parts_open : p.parts] < 0).any())
    if not (draft.given.seed == UNKNOWN or stack_open or tiles_open):
        return
    copy = draft.buffer.copy()
    ENGINE.resample(copy, draft.lexicon.buffer, cast(int, np.uint64(draft.seed)))
    drawn = RecordView(copy, STATE).hidden
    if draft.given.seed == UNKNOWN:
        h.seed = drawn.seed
    if stack_open:
        h.stack = drawn.stack
    if tiles_open:
        h.tiles = drawn.tiles


def _check_decision(draft: Draft) -> None:
    """Compare the decision that the engine arrived at with the one that is given."""
    given, p = draft.given, draft.p
    found = DECISIONS[p.decision]
    if given.decision in DECISIONS and given.decision != found:
        reason = f"{given.decision!r} is not asked here; what follows is {found!r}"
        if given.decision == "reveal" and given.agenda is None:
            reason = "nobody stands next to a face-down part that may be revealed (REVEAL-01)"
        raise fault(("decision",), reason)
    if given.decision not in (None, *DECISIONS, *STAGES):
        raise fault(("decision",), f"{given.decision!r} is no decision; what follows is {found!r}")
    if given.decider is not None and given.decider != p.decider:
        who = "chance or nobody" if p.decider < 0 else f"player {p.decider}"
        raise fault(("decider",), f"{found!r} is decided by {who}, not by player {given.decider}")


def write_bosses(draft: Draft) -> None:
    """Write which bosses are in play and what life they have left."""
    p, given = draft.p, draft.given.bosses
    p.boss_kind = -1
    if given is None:
        base = draft.base.public
        p.boss_kind, p.boss_hard, p.boss_life = base.boss_kind, base.boss_hard, base.boss_life
        return
    if len({boss.boss for boss in given}) < len(given):
        raise fault(("bosses",), "one boss or two different ones are needed")
    for i, boss in enumerate(given):
        hard = boss.side == "hard" if boss.side else bool(draft.level.boss_hard[i])
        most = int(draft.lexicon.box.boss_life[boss.boss, int(hard)])
        if boss.life is not None and boss.life > most:
            raise fault(("bosses", i, "life"), f"must be at most {most}, not {boss.life}")
        p.boss_kind[i], p.boss_hard[i] = boss.boss, hard
        p.boss_life[i] = most if boss.life is None else boss.life
    if not draft.over and not any(int(life) > 0 for life in p.boss_life):
        raise fault(("bosses",), "every boss is at 0: the game is won (END-01)")


def write_mobs(draft: Draft, drawing: Drawing, printed: Sequence[str]) -> None:
    """Write the mobs on the board and those in the line."""
    p, given, lexicon = draft.p, draft.given, draft.lexicon
    p.mob_space = p.line = -1
    on_board = {draft.piece(mob, ("board",)): space for mob, space in drawing.mobs.items()}
    for mob, pair in (given.mobs or {}).items():
        place = ("mobs", lexicon.mobs[mob])
        on_board[draft.piece(mob, place)] = draft.space(*pair, place)
    listed = [mob for mob in given.line or () if mob != OPEN]
    for n, mob in enumerate(listed):
        if mob >= L.REGULAR_MOBS:
            raise fault(("line", n), "bosses are never in the line")
        if mob in listed[:n] or mob in on_board:
            raise fault(("line", n), f"{lexicon.mobs[mob]} is in the line or on the board already")
    placed = given.mobs is not None or given.has_map
    complete = placed and given.line is not None and OPEN not in given.line
    order = [] if complete else _in_play(draft, [*on_board, *listed])
    if not placed:
        spawners = lexicon.box.tile_spawner[p.tiles[0]]
        spaces = [int(at) + int(lexicon.box.start_columns) for at in spawners if at >= 0]
        on_board |= zip([mob for mob in order if mob not in listed], spaces, strict=False)
    _check_bosses(draft, on_board, printed)
    for piece, space in on_board.items():
        if p.mob_words[space // L.COLUMNS] & bit(space):
            place = ("mobs", draft.name(piece))
            raise fault(place, f"another mob stands on {said(space)} as well")
        p.mob_space[piece] = space
        p.mob_words[space // L.COLUMNS] |= bit(space)
    if given.line is None or OPEN in given.line:
        listed += [mob for mob in order if mob not in on_board and mob not in listed]
    p.line[: len(listed)] = listed
    p.line_length = len(listed)
    for mob in given.pending_mobs:
        piece = draft.piece(mob, ("pending_mobs",))
        if p.mob_space[piece] < 0 and not draft.over:
            raise fault(("pending_mobs",), f"{lexicon.mobs[mob]!r} is not on the board")
        p.pending_mobs |= 1 << piece


def _in_play(draft: Draft, named: Sequence[int]) -> list[int]:
    """Return the regular mobs in play, those of the first spawners first, then the line."""
    base = draft.base.public
    standing = [piece for piece in range(L.REGULAR_MOBS) if base.mob_space[piece] >= 0]
    spawners = [int(space) for space in draft.lexicon.box.tile_spawner[base.tiles[0]]]
    start = int(draft.lexicon.box.start_columns)
    standing.sort(key=lambda piece: spawners.index(int(base.mob_space[piece]) - start))
    drawn = [*standing, *(int(piece) for piece in base.line[: base.line_length])]
    # Where a level draws some of a kind, those that the position names come first.
    wanted: list[int] = []
    for kind in range(L.MOB_KINDS):
        candidates = dict.fromkeys([*named, *drawn, *range(L.REGULAR_MOBS)])
        of_kind = [
            piece
            for piece in candidates
            if piece < L.REGULAR_MOBS and draft.lexicon.box.mob_kind[piece] == kind
        ]
        wanted += of_kind[: int(draft.level.mob_count[kind])]
    extra = [piece for piece in wanted if piece not in drawn]
    return [piece for piece in [*drawn, *extra] if piece in wanted]


def _check_bosses(draft: Draft, on_board: dict[int, int], printed: Sequence[str]) -> None:
    """Put a boss that is not mentioned on the portal; refuse one where it cannot be."""
    p = draft.p
    for i in range(L.BOSSES):
        piece = L.REGULAR_MOBS + i
        if p.boss_kind[i] < 0:
            continue
        place = ("mobs", draft.name(piece))
        if piece in on_board and not p.portal_open:
            raise fault(place, "it comes when the portal strip is revealed (REVEAL-03)")
        if piece in on_board and p.boss_life[i] == 0:
            raise fault(place, "it has no life left, so it is not on the board")
        if p.portal_open and p.boss_life[i] > 0 and piece not in on_board:
            (portal,) = spaces_with(printed, PORTAL)
            if draft.given.has_map or portal in on_board.values():
                raise fault(place, "the portal is open: say on which space it stands")
            on_board[piece] = portal


def write_players(draft: Draft, drawing: Drawing, waiting: set[int]) -> None:
    """Write where the players stand and what hearts they have.

    Args:
        draft: The game.
        drawing: The map.
        waiting: Seats of players who have yet to choose a space.
    """
    p = draft.p
    p.player_space = -1
    starts = [row for row in range(p.rows) if not int(p.lava[row]) & ~int(p.brown[row]) & 1]
    for seat, player in enumerate(draft.given.players):
        place = ("players", seat, "space")
        space = drawing.players.get(seat)
        if player.space is not None:
            if space is not None:
                raise fault(place, "the player stands on the map already")
            space = draft.space(*player.space, place)
        if space is not None and seat in waiting:
            raise fault(place, "the player has yet to choose a space, so stands nowhere")
        if space is None and seat not in waiting and not draft.over:
            space = starts[seat % len(starts)] * L.COLUMNS
        if space is not None and p.mob_words[space // L.COLUMNS] & bit(space):
            raise fault(place, f"a mob stands on {said(space)} as well")
        p.player_space[seat] = -1 if space is None else space
        if player.hearts == 0 and not draft.over:
            reason = "a player without hearts has lost (END-02)"
            raise fault(("players", seat, "hearts"), reason)
        p.hearts[seat] = player.hearts
