"""What holds in every state of Portal Dash beside what holds in every game.

    inspector = Inspector(game)         # once a game object
    inspector.check(rng, shown=True)    # at every step

A position that comes back says that sums and derived fields agree, see ``check_game``; here is
what stands beside it. Nothing of the engine is used to say what is right.
"""

from __future__ import annotations

from collections import Counter
from itertools import chain
from types import SimpleNamespace

import numpy as np

from tablemates.envs.core.record import RecordView
from tablemates.envs.portal_dash.components.schema import LAVA, MAGMA, SOUL_SAND
from tablemates.envs.portal_dash.game import PortalDash
from tablemates.envs.portal_dash.rules import limits as L
from tablemates.envs.portal_dash.rules.agenda import Step
from tablemates.envs.portal_dash.rules.cube import GONE, UNSEEN
from tablemates.envs.portal_dash.rules.state import BOX, LEVEL, STATE
from tablemates.envs.portal_dash.rules.vocabulary import Cause, Chance, Colour, Outcome
from tablemates.envs.testing import Checker


class Inspector(Checker):
    """Checks the states of one game object; a position may have other mobs than its level."""

    def __init__(self, game: PortalDash, from_position: bool = False) -> None:
        self.from_position = from_position
        self.game, self.twin = game, PortalDash(game.settings)
        self.box = plain(RecordView(game.components.record((L.ROWS, L.COLUMNS)), BOX), BOX)
        self.record = RecordView(game.record, STATE)

    def check(self, rng: np.random.Generator, shown: bool = False) -> None:
        """Check the state that the game is in."""
        self.check_table()
        super().check(rng, shown)

    def check_table(self) -> None:
        """Read the record as plain lists, which are faster to go through, and count."""
        self.p = plain(self.record.public, STATE["public"])
        self.h = plain(self.record.hidden, STATE["hidden"])
        self.frames = [tuple(row) for row in self.p.agenda[: self.p.agenda_length]]
        self.running = self.p.outcome == Outcome.RUNNING
        assert ground_is_printed(self.game)
        for check in (check_mobs, check_cube, check_blocks):
            check(self)


def plain(view, dtype):
    """Return a record with numbers and lists of numbers as attributes."""
    return SimpleNamespace(
        **{name: np.asarray(getattr(view, name)).tolist() for name in dtype.names}
    )


def spaces_of(words) -> set[int]:
    return {
        r * L.COLUMNS + c
        for r, word in enumerate(words)
        for c in range(int(word).bit_length())
        if int(word) >> c & 1
    }


def printed_rows(game: PortalDash) -> list[str]:
    """Return the face-up parts of a track as they are printed."""
    p, parts = game.public, game.components
    printed = [parts.start, *(parts.tiles[int(tile)] for tile in p.tiles[: p.parts_open])]
    if p.portal_open:
        printed.append(parts.portal)
    return ["".join(part.rows[r] for part in printed) for r in range(p.rows)]


def spaces_with(symbol: str, rows: list[str]) -> set[int]:
    """Return the spaces of a map that show a symbol."""
    return {
        r * L.COLUMNS + c
        for r, row in enumerate(rows)
        for c, one in enumerate(row)
        if one == symbol
    }


def ground_is_printed(game: PortalDash) -> bool:
    """Return whether the ground is what the tiles show: positions may say otherwise."""
    p, rows = game.public, printed_rows(game)
    shown = ((p.lava, LAVA), (p.magma, MAGMA), (p.soul_sand, SOUL_SAND))
    return all(spaces_of(words) == spaces_with(symbol, rows) for words, symbol in shown)


def check_mobs(i: Inspector) -> None:
    """Mobs and players stand where they can, apart; every mob in play is there once."""
    p, box = i.p, i.box
    lava = spaces_of(p.lava) - spaces_of(p.brown)
    on_board = {m: int(space) for m, space in enumerate(p.mob_space) if space >= 0}
    line = [int(mob) for mob in p.line[: p.line_length]]
    spaces, people = list(on_board.values()), {space for space in p.player_space if space >= 0}
    assert len({*line, *on_board}) == len(line) + len(on_board)
    assert len(set(spaces)) == len(spaces)
    assert {*spaces, *people} <= spaces_of(p.open_words)
    assert not people & {*spaces, *(lava if i.running else ())}
    for mob, space in on_board.items():
        kind, boss = box.mob_kind[mob % L.REGULAR_MOBS], mob - L.REGULAR_MOBS
        if boss >= 0:
            kind = L.MOB_KINDS + 2 * p.boss_kind[boss] + p.boss_hard[boss]
        assert box.kind_flies[kind] or space not in lava
    if p.level > 0 and not i.from_position:
        level = RecordView(i.game.components.level(int(p.level), ("en", "fr")[p.edition]), LEVEL)
        kinds = Counter(int(box.mob_kind[mob]) for mob in [*line, *on_board] if mob < 18)
        assert [kinds[kind] for kind in range(L.MOB_KINDS)] == level.mob_count.tolist()


def shows_a_face(height, column: int, level: int) -> bool:
    """Return whether nothing is above a block or beside one of its sides."""
    row, col = divmod(column, 4)
    beside = [(row - 1, col), (row, col + 1), (row + 1, col), (row, col - 1)]
    return level + 1 == height[column] or any(
        not (0 <= r < 4 and 0 <= c < 4) or height[4 * r + c] <= level for r, c in beside
    )


def check_cube(i: Inspector) -> None:
    """Heights and colours agree; what shows a face is seen, and nothing else."""
    p, h = i.p, i.h
    height = [int(x) for x in p.height]
    asked = {frame[2:4] for frame in i.frames if frame[:2] == (Step.CHANCE, Chance.BLOCK_UNCOVERED)}
    hidden: Counter[int] = Counter()
    unseen = 0
    for column in range(L.CUBE_COLUMNS):
        assert 0 <= height[column] <= L.CUBE_LAYERS
        for level in range(L.CUBE_LAYERS):
            colour, below = p.cube[column][level], h.cube[column][level]
            if level >= height[column]:
                assert colour == GONE
                assert below == UNSEEN
            elif colour == UNSEEN:
                unseen += 1
                if i.running:
                    faces = shows_a_face(height, column, level)
                    assert faces == ((column, level) in asked)
                assert (below == UNSEEN) == bool(p.explicit_chance)
                hidden[below] += 1
            else:
                assert 0 <= colour < L.COLOURS
                assert below == UNSEEN
                assert shows_a_face(height, column, level)
    assert sum(p.unseen) == unseen
    if not p.explicit_chance:
        assert [hidden[c] for c in range(L.COLOURS)] == p.unseen


def check_blocks(i: Inspector) -> None:
    """The 64 blocks are somewhere; no task is late."""
    p = i.p
    blocks = Counter(c for c in chain(*p.cube) if c >= 0)
    for pile in (p.unseen, p.used, p.hand):
        blocks.update(dict(enumerate(map(int, pile))))
    blocks[Colour.BROWN] += len(spaces_of(p.brown))
    blocks[Colour.BROWN] += sum(1 for frame in i.frames if frame[0] == Step.COVER)
    sizes = i.box.piglin[0 if p.players <= 2 else 1]
    for count, colour in zip(p.place_count, p.place_colour, strict=True):
        blocks[int(colour)] += int(count)
    if p.cause == Cause.ILLEGAL_ACTION:
        return  # a brown block may have been in nobody's hands
    assert [blocks[c] for c in Colour] == i.box.cube
    done = [
        all(p.place_count[place] == sizes[place] for place in range(3 * task, 3 * task + 3))
        for task in range(L.TASKS)
    ]
    if i.running:
        assert all(done[: L.CUBE_LAYERS - max(p.height)]), "a task is late (PIG-03)"
        assert not p.portal_open or all(done)
