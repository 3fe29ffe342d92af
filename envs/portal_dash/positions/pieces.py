"""The bosses, mobs and players of a position."""

from __future__ import annotations

from collections.abc import Sequence

from tablemates.envs.portal_dash.components.records import PORTAL
from tablemates.envs.portal_dash.positions.board import Drawing, bit, said, spaces_with
from tablemates.envs.portal_dash.positions.keys import OPEN
from tablemates.envs.portal_dash.positions.reader import Reader, fault
from tablemates.envs.portal_dash.rules import limits as L


def write_bosses(r: Reader) -> None:
    """Write which bosses are in play and what life they have left."""
    p, given, base = r.p, r.given.bosses, r.base.public
    if given is None:
        p.boss_kind, p.boss_hard, p.boss_life = base.boss_kind, base.boss_hard, base.boss_life
        return
    p.boss_kind = -1
    if len({boss.boss for boss in given}) < len(given):
        raise fault(("bosses",), "one boss or two different ones are needed")
    for i, boss in enumerate(given):
        hard = boss.side == "hard" if boss.side else bool(r.level.boss_hard[i])
        most = int(r.box.boss_life[boss.boss, int(hard)])
        life = most if boss.life is None else boss.life
        if life > most:
            raise fault(("bosses", i, "life"), f"must be at most {most}, not {life}")
        p.boss_kind[i], p.boss_hard[i], p.boss_life[i] = boss.boss, hard, life
    if not r.over and not p.boss_life.any():
        raise fault(("bosses",), "every boss is at 0: the game is won (END-01)")


def write_mobs(r: Reader, drawing: Drawing, printed: Sequence[str]) -> None:
    """Write the mobs on the board and those in the line."""
    p, given, names = r.p, r.given, r.lexicon.mobs
    p.mob_space = p.line = -1
    on_board = {r.piece(mob, ("board",)): space for mob, space in drawing.mobs.items()}
    for mob, pair in (given.mobs or {}).items():
        place = ("mobs", names[mob])
        on_board[r.piece(mob, place)] = r.space(*pair, place)
    listed = [mob for mob in given.line or () if mob != OPEN]
    for n, mob in enumerate(listed):
        if mob >= L.REGULAR_MOBS:
            raise fault(("line", n), "bosses are never in the line")
        if mob in listed[:n] or mob in on_board:
            raise fault(("line", n), f"{names[mob]} is in the line or on the board already")
    placed = given.mobs is not None or given.has_map
    open_line = given.line is None or OPEN in given.line
    order = _in_play(r, [*on_board, *listed]) if open_line or not placed else []
    if not placed:
        spawners = r.box.tile_spawner[p.tiles[0]]
        spaces = [int(at) + int(r.box.start_columns) for at in spawners if at >= 0]
        on_board |= zip([mob for mob in order if mob not in listed], spaces, strict=False)
    _check_bosses(r, on_board, printed)
    for piece, space in on_board.items():
        if p.mob_words[space // L.COLUMNS] & bit(space):
            raise fault(("mobs", r.name(piece)), f"another mob stands on {said(space)} as well")
        p.mob_space[piece] = space
        p.mob_words[space // L.COLUMNS] |= bit(space)
    if open_line:
        listed += [mob for mob in order if mob not in on_board and mob not in listed]
    p.line[: len(listed)] = listed
    p.line_length = len(listed)
    for mob in given.pending_mobs:
        piece = r.piece(mob, ("pending_mobs",))
        if p.mob_space[piece] < 0 and not r.over:
            raise fault(("pending_mobs",), f"{names[mob]!r} is not on the board")
        p.pending_mobs |= 1 << piece


def _in_play(r: Reader, named: Sequence[int]) -> list[int]:
    """Return the regular mobs in play, those of the first spawners first, then the line."""
    base, kinds = r.base.public, r.box.mob_kind.tolist()
    standing = [piece for piece in range(L.REGULAR_MOBS) if base.mob_space[piece] >= 0]
    spawners, start = r.box.tile_spawner[base.tiles[0]].tolist(), int(r.box.start_columns)
    standing.sort(key=lambda piece: spawners.index(int(base.mob_space[piece]) - start))
    drawn = [*standing, *base.line[: base.line_length].tolist()]
    # Where a level draws some of a kind, those that the position names come first.
    wanted: list[int] = []
    for kind, count in enumerate(r.level.mob_count.tolist()):
        candidates = dict.fromkeys([*named, *drawn, *range(L.REGULAR_MOBS)])
        regular = (piece for piece in candidates if piece < L.REGULAR_MOBS)
        wanted += [piece for piece in regular if kinds[piece] == kind][:count]
    return [piece for piece in dict.fromkeys([*drawn, *wanted]) if piece in wanted]


def _check_bosses(r: Reader, on_board: dict[int, int], printed: Sequence[str]) -> None:
    """Put a boss that is not mentioned on the portal; refuse one where it cannot be."""
    p = r.p
    for i in range(L.BOSSES):
        piece, awaited = L.REGULAR_MOBS + i, bool(p.portal_open and p.boss_life[i] > 0)
        if p.boss_kind[i] < 0 or (piece in on_board) == awaited:
            continue
        place = ("mobs", r.name(piece))
        if not awaited:
            reason = "it comes when the portal strip is revealed (REVEAL-03), and has life left"
            raise fault(place, reason)
        (portal,) = spaces_with(printed, PORTAL)
        if r.given.has_map or portal in on_board.values():
            raise fault(place, "the portal is open: say on which space it stands")
        on_board[piece] = portal


def write_players(r: Reader, drawing: Drawing, waiting: set[int]) -> None:
    """Write the players' spaces and hearts; those waiting have yet to choose a space."""
    p = r.p
    p.player_space = -1
    starts = [row for row in range(p.rows) if not int(p.lava[row]) & ~int(p.brown[row]) & 1]
    for seat, player in enumerate(r.given.players):
        place = ("players", seat, "space")
        space = drawing.players.get(seat)
        if player.space is not None:
            if space is not None:
                raise fault(place, "the player stands on the map already")
            space = r.space(*player.space, place)
        if space is not None and seat in waiting:
            raise fault(place, "the player has yet to choose a space, so stands nowhere")
        if space is None and seat not in waiting and not r.over:
            space = starts[seat % len(starts)] * L.COLUMNS
        if space is not None and p.mob_words[space // L.COLUMNS] & bit(space):
            raise fault(place, f"a mob stands on {said(space)} as well")
        p.player_space[seat] = -1 if space is None else space
        if player.hearts == 0 and not r.over:
            raise fault(("players", seat, "hearts"), "a player without hearts has lost (END-02)")
        p.hearts[seat] = player.hearts
