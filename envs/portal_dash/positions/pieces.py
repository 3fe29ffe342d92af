"""The pieces of a position: end bosses, mobs on the board and in the line, players."""

from __future__ import annotations

from collections.abc import Sequence

from tablemates.envs.portal_dash.components.maps import PORTAL
from tablemates.envs.portal_dash.positions.board_map import Drawing
from tablemates.envs.portal_dash.positions.draft import Draft
from tablemates.envs.portal_dash.positions.errors import fault, pick
from tablemates.envs.portal_dash.positions.layout import bit, face_up, has_map, spaces_with
from tablemates.envs.portal_dash.positions.schema import REST, PlayerEntry
from tablemates.envs.portal_dash.rules import limits as L


def write_bosses(draft: Draft) -> None:
    """Write which bosses are in play and what life they have left."""
    p, given = draft.p, draft.given.bosses
    p.boss_kind = -1
    if given is None:
        base = draft.assumed("bosses").public
        p.boss_kind, p.boss_hard, p.boss_life = base.boss_kind, base.boss_hard, base.boss_life
        return
    names = draft.lexicon.kinds[L.MOB_KINDS :]
    for i, boss in enumerate(given):
        kind = pick(names, boss.boss, ("bosses", i, "boss"), "boss")
        hard = boss.side == "hard"
        if boss.side is None and draft.level is not None:
            hard = bool(draft.level.boss_hard[i])
        most = int(draft.lexicon.box.boss_life[kind, int(hard)])
        if boss.life is not None and boss.life > most:
            raise fault(("bosses", i, "life"), f"must be at most {most}, not {boss.life}")
        p.boss_kind[i], p.boss_hard[i] = kind, hard
        p.boss_life[i] = most if boss.life is None else boss.life


def write_mobs(draft: Draft, drawing: Drawing, printed: Sequence[str]) -> None:
    """Write the mobs on the board and those in the line."""
    p, given, lexicon = draft.p, draft.given, draft.lexicon
    p.mob_space = p.line = -1
    on_board = dict(drawing.mobs)
    for name, (row, column) in (given.mobs or {}).items():
        piece = lexicon.piece(name, draft.boss_kind, ("mobs", name))
        if piece in on_board:
            raise fault(("mobs", name), "the mob stands on the map already")
        on_board[piece] = face_up(draft, row, column, ("mobs", name))
    listed = [
        lexicon.piece(name, (), ("line", n))
        for n, name in enumerate(given.line or ())
        if name != REST
    ]
    if len(set(listed)) < len(listed):
        raise fault(("line",), "a mob is in the line twice")
    for n, piece in enumerate(listed):
        if piece in on_board:
            raise fault(("line", n), f"{lexicon.pieces[piece]} is on the board too")
    order = _in_play(draft, [*on_board, *listed])
    if given.mobs is None and not has_map(draft):
        spawners = _spawner_spaces(draft)
        waiting = [piece for piece in order if piece not in listed]
        on_board = dict(zip(waiting, spawners, strict=False))
    if p.portal_open:
        _add_boss(draft, on_board, printed)
    for piece, space in on_board.items():
        p.mob_space[piece] = space
        p.mob_words[space // L.COLUMNS] |= bit(space)
    rest = [piece for piece in order if piece not in on_board and piece not in listed]
    if given.line is not None and REST in given.line:
        if given.line.index(REST) != len(given.line) - 1:
            raise fault(("line",), f"{REST!r} stands at the end: all mobs that are left")
        listed += rest
    elif given.line is None:
        listed = rest
    p.line[: len(listed)] = listed
    p.line_length = len(listed)
    for name in given.pending_mobs:
        p.pending_mobs |= 1 << lexicon.piece(name, draft.boss_kind, ("pending_mobs",))


def _in_play(draft: Draft, named: Sequence[int]) -> list[int]:
    """Return the regular mobs in play, those of the first spawners first, then the line."""
    named = [piece for piece in named if piece < L.REGULAR_MOBS]
    kinds = [int(kind) for kind in draft.lexicon.box.mob_kind]
    if draft.level is None or len(named) >= int(draft.level.mob_count.sum()):
        return list(named)
    base = draft.base.public
    standing = [piece for piece in range(L.REGULAR_MOBS) if base.mob_space[piece] >= 0]
    spawners = [int(space) for space in draft.lexicon.box.tile_spawner[base.tiles[0]]]
    start = int(draft.lexicon.box.start_columns)
    standing.sort(key=lambda piece: spawners.index(int(base.mob_space[piece]) - start))
    drawn = [*standing, *(int(piece) for piece in base.line[: base.line_length])]
    # Where a level draws some of a kind, those that the position names come first.
    wanted: list[int] = []
    for kind in range(L.MOB_KINDS):
        candidates = [*named, *drawn, *range(L.REGULAR_MOBS)]
        of_kind = list(dict.fromkeys(piece for piece in candidates if kinds[piece] == kind))
        wanted += of_kind[: int(draft.level.mob_count[kind])]
    extra = [piece for piece in wanted if piece not in drawn]
    return [piece for piece in [*drawn, *extra] if piece in wanted]


def _spawner_spaces(draft: Draft) -> list[int]:
    """Return the spawners of the first tile (SETUP-06)."""
    box = draft.lexicon.box
    spaces = box.tile_spawner[draft.p.tiles[0]]
    return [int(space) + int(box.start_columns) for space in spaces if space >= 0]


def _add_boss(draft: Draft, on_board: dict[int, int], printed: Sequence[str]) -> None:
    """Put a boss of which nothing is said on the portal space."""
    p = draft.p
    missing = [
        L.REGULAR_MOBS + i
        for i in range(L.BOSSES)
        if p.boss_kind[i] >= 0 and p.boss_life[i] > 0 and L.REGULAR_MOBS + i not in on_board
    ]
    (portal,) = spaces_with(printed, PORTAL)
    if not missing or has_map(draft):
        return
    if len(missing) > 1 or portal in on_board.values():
        name = draft.lexicon.piece_name(missing[-1], draft.boss_kind)
        raise fault(("mobs",), f"{name!r} is on the board too: say where")
    on_board[missing[0]] = portal


def write_players(draft: Draft, drawing: Drawing, waiting: set[int]) -> None:
    """Write where the players stand and what hearts they have.

    Args:
        draft: The game.
        drawing: The map.
        waiting: Players who have yet to choose a space.
    """
    p = draft.p
    p.player_space = -1
    starts = [row for row in range(p.rows) if not int(p.lava[row]) & 1]
    for seat, player in enumerate(entries(draft)):
        space = drawing.players.get(seat)
        if player.space is not None:
            if space is not None:
                raise fault(("players", seat, "space"), "the player stands on the map already")
            space = face_up(draft, *player.space, ("players", seat, "space"))
        if space is None and seat not in waiting:
            space = starts[seat % len(starts)] * L.COLUMNS
        p.player_space[seat] = -1 if space is None else space
        p.hearts[seat] = player.hearts


def entries(draft: Draft) -> list[PlayerEntry]:
    """Return what is said of each player."""
    given = draft.given.players
    return [PlayerEntry()] * given if isinstance(given, int) else given
