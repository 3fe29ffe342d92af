"""The board of a position: track, map of the face-up parts, mobs, players.

The signs of maps are those of docs/portal_dash/positions.md. A space is ``row * 64 + column``.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence
from typing import Any, Final

import numpy as np

from tablemates.envs.core.engine.codes import DESCRIBED
from tablemates.envs.core.errors import ComponentsError, PositionError
from tablemates.envs.core.history.positions import PositionReader, refuse
from tablemates.envs.core.records.layout import RecordView
from tablemates.envs.portal_dash import part_models as S
from tablemates.envs.portal_dash import positions_keys as K
from tablemates.envs.portal_dash import vocabulary as V
from tablemates.envs.portal_dash.game import PortalDash
from tablemates.envs.portal_dash.parts import EDITIONS
from tablemates.envs.portal_dash.reading import chest_spaces, portal_space, row_and_column, spawners
from tablemates.envs.portal_dash.rules import track
from tablemates.envs.portal_dash.rules.agenda import Step
from tablemates.envs.portal_dash.rules.geometry import is_lava
from tablemates.envs.portal_dash.rules.pieces import flies
from tablemates.envs.portal_dash.state import SCENARIO, STATE
from tablemates.envs.portal_dash.vocabulary import DRAWN_BOSS

#: Fields of the record by the sign of what covers a space.
_GROUNDS: Final = {S.LAVA: "lava", S.MAGMA: "magma", S.SOUL_SAND: "soul_sand", "#": "brown"}
#: Fields that are -1 in an empty record, or begin with -1.
_NOTHING: Final = (
    *("mob_space", "player_space", "chest_space", "cause_player", "cause_source", "decider"),
    *("tiles", "line", "boss_kind", "item_kind", "item_enchantments", "slot_in_use", "blocks_die"),
    *("mob_die", "fight_mob", "place_colour", "drawn"),
)


def _fixed_signs(p: Any, box: Any) -> dict[int, str]:
    """Return spawners, chest spaces and the portal as maps show them, the same in every game."""
    numbers = {space: str(number) for space, number in spawners(p, box).items()}
    signs = numbers | dict.fromkeys(chest_spaces(p, box), S.CHEST)
    return signs | ({portal_space(p, box): S.PORTAL} if p.portal_open else {})


def draw_map(p: Any, box: Any, marks: Sequence[str]) -> list[str]:
    """Return the map of a game, one text a row; ``marks`` are the signs of the pieces."""
    signs: dict[int, str] = defaultdict(str)
    for sign, name in _GROUNDS.items():
        for row, word in enumerate(getattr(p, name).tolist()):
            for column in range(p.open_columns):
                signs[row * V.COLUMNS + column] += sign * (word >> column & 1)
    spaces = [space for space in p.chest_space.tolist() if space >= 0]
    in_order = p.chest_space[: len(spaces)].tolist() == sorted(spaces, key=_left_to_right)
    tokens = ["$" if in_order else f"${number}" for number in range(V.CHESTS)]
    seats = [f"@{seat}" for seat in range(V.PLAYERS)]
    pieces = [*p.chest_space.tolist(), *p.mob_space.tolist(), *p.player_space.tolist()]
    for space, sign in zip(pieces, [*tokens, *marks, *seats], strict=True):
        signs[space] += sign
    plain, columns = _fixed_signs(p, box), p.open_columns
    grid = [
        [signs[space] or plain.get(space, S.PLAIN) for space in range(first, first + columns)]
        for first in range(0, p.rows * V.COLUMNS, V.COLUMNS)
    ]
    widths = [max(map(len, column)) for column in zip(*grid, strict=True)]
    return [" ".join(map(str.ljust, row, widths)).rstrip() for row in grid]


def _left_to_right(space: int) -> tuple[int, int]:
    """Return the sort key of the order in which chest tokens are laid (SETUP-10)."""
    return space % V.COLUMNS, space // V.COLUMNS


def _at(space: int) -> str:
    return str([*row_and_column(space)])


class BoardReader(PositionReader):
    """Writes the board into a record that is empty at first.

    ``base`` is a new game of the level and the seed, the default of what is left out; ``rows``
    are the frames of the agenda, the next one last.
    """

    def __init__(self, given: K.Position, game: PortalDash, seed: int) -> None:
        self.given, self.game, self.seed = given, game, seed
        self.lexicon = K.lexicon_of(game.components)
        self.rng = np.random.default_rng(seed)  # for what is drawn outside the engine
        self.over, self.explicit = given.end is not None, given.chance == "explicit"
        self.rows: list[tuple[int, ...]] = []
        self.squares: dict[int, re.Match[str]] = {}
        players, parts, level = len(given.players), game.components, given.level
        for key in ("first_player", "active_player"):
            reason = f"there are {players} players, counted from 0"
            refuse((getattr(given, key) or 0) >= players, f"{key}: {reason}")
        try:
            if isinstance(level, int):
                scenario = parts.level(level, given.edition)
            else:
                scenario = parts.custom_level(level, game.settings.board_shape)
        except ComponentsError as error:
            raise PositionError(f"level: {error}") from error
        super().__init__(game, scenario, seed, players)
        self.level: Any = RecordView(scenario, SCENARIO)
        if self.explicit:
            self.one.lane.explicit_chance = 1
            self.one.step(DESCRIBED)
        self.base: Any = RecordView(self.record.copy(), STATE)
        self.record[:] = 0
        for name in _NOTHING:
            setattr(self.p, name, -1)
        for name in ("level", "players", "rows", "parts", "columns"):
            setattr(self.p, name, getattr(self.base.public, name))
        self.p.edition = EDITIONS.index(given.edition)
        self.h.cube = self.h.stack = self.h.tiles = -1

    def piece(self, mob: int, place: str) -> int:
        """Return the piece of a mob or boss that was named."""
        known, name = K.mobs_of(self.p), self.lexicon.mobs[mob]
        refuse(mob not in known, f"{place}: the {name!r} is not in this game")
        return known.index(mob)

    def space(self, at: tuple[int, int], place: str) -> int:
        """Return a space of the face-up board."""
        p, (row, column) = self.p, at
        size = f"{p.rows} rows and {p.open_columns} columns, from 0"
        outside = row >= p.rows or column >= p.open_columns
        refuse(outside, f"{place}: [{row}, {column}] is not on the face-up board: {size}")
        return row * V.COLUMNS + column

    # -- the track -------------------------------------------------------------------

    def write_board(self) -> None:
        """Write track, ground and chest tokens."""
        p, given = self.p, self.given
        grid = given.board or []
        parts_open = self._write_open({len(row) for row in grid})
        refuse(grid and len(grid) != p.rows, f"board: the map has {len(grid)} rows, not {p.rows}")
        for row, words in enumerate(grid):
            self.squares |= {row * V.COLUMNS + column: one for column, one in enumerate(words)}
        tokens = {space: one["token"][1:] for space, one in self.squares.items() if one["token"]}
        for n, at in enumerate(given.chests or ()):
            tokens.setdefault(self.space(at, f"chests.{n}"), "")
        signs = [(space, one["ground"] or S.PLAIN) for space, one in self.squares.items()]
        wanted = [one for one in signs if one[1] != S.PLAIN] + [(at, S.CHEST) for at in tokens]
        self._write_tiles(parts_open, wanted)
        for space, sign in self._misplaced(wanted):
            reason = "spawners, chest spaces and the portal are where they are printed"
            refuse(True, f"board, chests: {sign!r} cannot be on {_at(space)}: {reason}")
        if given.board is not None:
            p.lava = p.magma = p.soul_sand = 0
        for space, sign in signs + [(space, one["brown"]) for space, one in self.squares.items()]:
            if sign in _GROUNDS:
                row, column = row_and_column(space)
                getattr(p, _GROUNDS[sign])[row] |= 1 << column
        if given.board or given.chests is not None:
            self._write_chests(tokens)

    def _write_open(self, widths: set[int]) -> int:
        """Write how much of the track is face up; return how many tiles; a map's width tells."""
        p, given, tile = self.p, self.given, self.box.tile_columns
        sizes = {(n, False): self.box.start_columns + n * tile for n in range(1, p.parts + 1)}
        sizes[p.parts, True] = p.columns
        fitting = [
            (parts, portal)
            for (parts, portal), columns in sizes.items()
            if given.parts_open in (None, parts)
            and given.portal_open in (None, portal)
            and widths <= {columns}
        ]
        known = ", ".join(map(str, sizes.values()))
        reason = f"a map of 1 to {p.parts} tiles, and of the portal too, has {known} columns"
        refuse(not fitting, f"board, parts_open, portal_open: do not go together: {reason}")
        p.portal_open, p.open_columns = fitting[0][1], sizes[fitting[0]]
        return fitting[0][0]

    def _write_tiles(self, parts_open: int, wanted: Sequence[tuple[int, str]]) -> None:
        """Write the tiles from the left; those left out are drawn so that they fit a map."""
        p, h, box, names = self.p, self.h, self.box, self.lexicon.tiles
        tiles, parts = [*self.given.tiles], p.parts
        known = [tile for tile in tiles if tile != K.OPEN]
        refuse(len(tiles) > parts, f"tiles: the level has {parts} tiles, not {len(tiles)}")
        refuse(len({*known}) < len(known), "tiles: each can be in the track once")
        refuse(K.OPEN in tiles[:parts_open], "tiles: one that lies face up cannot be unknown")
        asked = self.explicit and {*tiles[parts_open:]} - {K.OPEN}
        refuse(asked, "tiles: with explicit chance those that lie face down are 'unknown'")
        if len(tiles) < parts:
            base = [self.base.public.tiles[0], *self.base.hidden.tiles[1:]]
            order = dict.fromkeys(map(int, [*base, *self.rng.permutation(len(names))]))
            left = [tile for tile in order if tile >= 0 and tile not in tiles]
            for place in range(len(tiles), parts_open):
                fitting = (tile for tile in left if self._fits(tile, place, wanted))
                tiles.append(next(fitting, left[0]))
                left.remove(tiles[-1])
            rest = left[: parts - len(tiles)]
            tiles += [K.OPEN] * len(rest) if self.explicit else rest
        mixed = {K.OPEN} < {*tiles[parts_open:]}
        refuse(mixed, "tiles: either all that lie face down are unknown or none is")
        if not self.explicit:
            h.tiles[parts_open:parts] = tiles[parts_open:]
        lay, p.parts_open = track.lay_part, 0
        lay(p, box, self.one.work, V.START, 0, box.start_columns)
        for place, tile in enumerate(tiles[:parts_open]):
            track.turn_up_tile(p, box, self.one.work, place, tile)
        if p.portal_open:
            columns = p.open_columns, box.portal_columns
            lay(p, box, self.one.work, V.PORTAL, *columns)

    def _fits(self, tile: int, place: int, wanted: Sequence[tuple[int, str]]) -> bool:
        """Return whether a tile has its signs where a map wants them."""
        p, size = self.p, self.box.tile_columns
        p.tiles[place], p.parts_open = tile, place + 1
        first = self.box.start_columns + place * size
        return not self._misplaced(wanted, range(first, first + size))

    def _misplaced(
        self, wanted: Sequence[tuple[int, str]], columns: range = range(V.COLUMNS)
    ) -> list[tuple[int, str]]:
        """Return what is not where it is printed: spawners, chest spaces, the portal."""
        signs = _fixed_signs(self.p, self.box)
        fixed = (one for one in wanted if one[0] in signs or one[1] in S.FIXED)
        here = (one for one in fixed if one[0] % V.COLUMNS in columns)
        return [(space, sign) for space, sign in here if sign != signs.get(space)]

    def _write_chests(self, tokens: dict[int, str]) -> None:
        """Write the space of each chest token on the board (SETUP-10)."""
        supply = self.box.chests
        numbers = [int(number) for number in tokens.values() if number]
        free = [number for number in range(supply) if number not in numbers]
        wrong = len(tokens) > supply or len(numbers) + len(free) != supply
        refuse(wrong, f"board, chests: there are {supply} chest tokens, each of them once")
        self.p.chest_space = -1
        for space in sorted(tokens, key=_left_to_right):
            self.p.chest_space[int(tokens[space] or free.pop(0))] = space

    # -- pieces ------------------------------------------------------------------------

    def write_bosses(self) -> None:
        """Write which bosses are in play and what life they have left."""
        p, given, base = self.p, self.given.bosses, self.base.public
        if given is None:
            p.boss_kind, p.boss_hard, p.boss_life = base.boss_kind, base.boss_hard, base.boss_life
            return
        twice = len({boss.boss for boss in given}) < len(given)
        refuse(twice, "bosses: one boss or two different ones are needed")
        for n, boss in enumerate(given):
            hard = boss.side == "hard" if boss.side else bool(base.boss_hard[n])
            most = int(self.box.kind_life[V.MOB_KINDS + 2 * boss.boss + hard])
            life = most if boss.life is None else boss.life
            refuse(life > most, f"bosses.{n}.life: must be at most {most}, not {life}")
            p.boss_kind[n], p.boss_hard[n], p.boss_life[n] = boss.boss, hard, life
        won = not self.over and not p.boss_life.any()
        refuse(won, "bosses: every boss is at 0: the game is won (END-01)")

    def write_mobs(self) -> None:
        """Write the mobs on the board and those in the line."""
        p, given, lexicon = self.p, self.given, self.lexicon
        marks = [(one["mark"], space) for space, one in self.squares.items() if one["mark"]]
        on_board = {self.piece(lexicon.marks.index(mark), "board"): s for mark, s in marks}
        refuse(len(on_board) < len(marks), "board: a mob stands on the map twice")
        for mob, at in (given.mobs or {}).items():
            place = f"mobs.{lexicon.mobs[mob]}"
            on_board[self.piece(mob, place)] = self.space(at, place)
        line = [mob for mob in given.line or () if mob != K.OPEN]
        early = K.OPEN in (given.line or ())[:-1]
        refuse(early, "line: '...' stands at the end: all that are left")
        wrong = len({*line}) < len(line) or {*line} & {*on_board, *range(V.REGULAR_MOBS, V.MOBS)}
        refuse(wrong, "line: no mob is in it twice or on the board as well, and no boss")
        placed = given.mobs is not None or bool(given.board)
        open_line = given.line is None or K.OPEN in given.line
        in_play = self._in_play([*on_board, *line]) if open_line or not placed else []
        if not placed:
            spaces = self.box.part_spawner[p.tiles[0]].tolist()
            spaces = [space + self.box.start_columns for space in spaces if space >= 0]
            on_board |= zip((mob for mob in in_play if mob not in line), spaces, strict=False)
        for n, life in enumerate(p.boss_life.tolist()):
            piece, awaited = V.REGULAR_MOBS + n, bool(p.portal_open and life)
            if awaited and not given.board:
                on_board.setdefault(piece, portal_space(p, self.box))
            early = not (p.portal_open or life or self.over) and p.boss_kind[n] >= 0
            reason = "no boss is defeated before the portal lies face up (REVEAL-03)"
            refuse(early, f"bosses.{n}.life: {reason}")
            reason = "a boss with life left is on the board once the portal is (REVEAL-03)"
            refuse((piece in on_board) != awaited, f"mobs: {reason}: give its space, or none")
        for piece, space in on_board.items():
            row, column = row_and_column(space)
            twice = space in p.mob_space
            name = lexicon.mobs[K.mobs_of(p)[piece]]
            refuse(twice, f"mobs.{name}: another mob stands on {_at(space)} as well")
            sunk = is_lava(p, space) and not flies(p, self.box, piece)
            refuse(
                sunk and not self.over, f"mobs.{name}: it cannot be in lava, {_at(space)} (MOB-05)"
            )
            p.mob_space[piece] = space
            p.mob_words[row] |= 1 << column
        if open_line:
            line += [mob for mob in in_play if mob not in on_board and mob not in line]
        p.line[: len(line)], p.line_length = line, len(line)
        for mob in given.pending_mobs:
            piece = self.piece(mob, "pending_mobs")
            gone = p.mob_space[piece] < 0 and not self.over
            refuse(gone, f"pending_mobs: {lexicon.mobs[mob]!r} is not on the board")
            p.pending_mobs |= 1 << piece

    def check_level(self) -> None:
        """Refuse other mobs and bosses than those of the level, or make it a custom one."""
        p, level = self.p, self.level
        pieces = [*np.flatnonzero(p.mob_space[: V.REGULAR_MOBS] >= 0), *p.line[: p.line_length]]
        here = np.bincount(self.box.mob_kind[pieces], minlength=V.MOB_KINDS)
        kinds = K.KINDS[: V.MOB_KINDS]
        bosses = [
            (int(kind), int(hard))
            for kind, hard in zip(level.boss_kind, level.boss_hard, strict=True)
            if kind != -1
        ]
        given = zip(p.boss_kind.tolist(), p.boss_hard.tolist(), strict=True)
        ours = [one for one in given if one[0] >= 0]
        as_in_level = len(ours) == len(bosses) and all(
            theirs[0] in (one[0], DRAWN_BOSS) and theirs[1] == one[1]
            for one, theirs in zip(ours, bosses, strict=True)
        )
        wrong = (here != level.mob_count).any() or not as_in_level
        if wrong and "level" not in self.given.model_fields_set:
            p.level = 0  # a custom one
        elif wrong:
            refuse(not as_in_level, "bosses: the level has others, or another side of them")
            n = int(np.flatnonzero(here != level.mob_count)[0])
            reason = f"the level has {level.mob_count[n]} {kinds[n]}, here are {here[n]}"
            refuse(True, f"mobs, line: {reason}; '...' in the line stands for those that are left")

    def _in_play(self, named: Sequence[int]) -> list[int]:
        """Return the regular mobs in play, those of the first spawners first, then the line.

        Where a level draws some of a kind, those that the position names come first.
        """
        base, kinds = self.base.public, self.box.mob_kind.tolist()
        standing = {space: mob for mob, space in enumerate(base.mob_space.tolist())}
        drawn = [standing[space] for space in spawners(base, self.box) if space in standing]
        drawn += base.line[: base.line_length].tolist()
        wanted: list[int] = []
        for kind in range(V.MOB_KINDS):
            candidates = [mob for mob in named if mob < V.REGULAR_MOBS] + drawn
            of_kind = [mob for mob in dict.fromkeys(candidates) if kinds[mob] == kind]
            wanted += of_kind[: sum(kinds[mob] == kind for mob in drawn)]
        return [mob for mob in dict.fromkeys([*drawn, *wanted]) if mob in wanted]

    def write_players(self) -> None:
        """Write the players' spaces and hearts; those waiting have yet to choose a space."""
        p, waiting = self.p, [row[1] for row in self.rows if row[0] == Step.START]
        squares = self.squares.items()
        on_map = [(int(seat), space) for space, one in squares for seat in one["seats"][1::2]]
        spaces = dict(on_map)
        wrong = len(spaces) < len(on_map) or max(spaces, default=0) >= p.players
        refuse(wrong, f"board: {p.players} players, counted from 0, can each stand there once")
        starts = [row for row in range(p.rows) if not int(p.lava[row]) & ~int(p.brown[row]) & 1]
        for seat, player in enumerate(self.given.players):
            place, space = f"players.{seat}.space", spaces.get(seat)
            if player.space is not None:
                refuse(space is not None, f"{place}: the player stands on the map already")
                space = self.space(player.space, place)
            if space is None and seat not in waiting and not self.over:
                refuse(not starts, f"{place}: is needed, as lava covers the start strip")
                space = starts[seat % len(starts)] * V.COLUMNS
            if space is not None:
                refuse(seat in waiting, f"{place}: the player has yet to choose a space")
                refuse(space in p.mob_space, f"{place}: a mob stands on {_at(space)} as well")
                sunk = is_lava(p, space) and not self.over
                refuse(sunk, f"{place}: nobody can be in lava, {_at(space)} (MOVE-02)")
                p.player_space[seat] = space
            dead = player.hearts == 0 and not self.over
            refuse(dead, f"players.{seat}.hearts: a player without hearts has lost (END-02)")
            p.hearts[seat] = player.hearts
