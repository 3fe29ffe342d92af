"""What holds in every state of Portal Dash beside what holds in every game.

    inspector = Inspector(game)         # once a game object
    inspector.check(rng, shown=True)    # at every step

Nothing of the engine is used to say what is right, except where two ways to
the same thing are compared.
"""

from __future__ import annotations

from collections import Counter
from itertools import chain
from types import SimpleNamespace

import numpy as np

from tablemates.envs.core.record import RecordView
from tablemates.envs.portal_dash.components.records import CHEST, LAVA, MAGMA, SOUL_SAND
from tablemates.envs.portal_dash.game import PortalDash
from tablemates.envs.portal_dash.rules import limits as L
from tablemates.envs.portal_dash.rules.agenda import Step
from tablemates.envs.portal_dash.rules.cube import GONE, UNSEEN
from tablemates.envs.portal_dash.rules.state import BOX, LEVEL, STATE
from tablemates.envs.portal_dash.rules.vocabulary import (
    Cause,
    Chance,
    Colour,
    Decision,
    Outcome,
)
from tablemates.envs.testing import Checker


class Inspector(Checker):
    """Checks the states of one game object."""

    def __init__(self, game: PortalDash) -> None:
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
        for check in (check_board, check_mobs, check_cube, check_blocks, check_turn):
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


def check_board(i: Inspector) -> None:
    """Terrain is what is printed; players and tokens stand where they can."""
    p, h = i.p, i.h
    opened = [int(tile) for tile in p.tiles[: p.parts_open]]
    assert min(opened) >= 0
    assert set(p.tiles[p.parts_open :]) <= {-1}
    assert 1 <= p.parts_open <= p.parts <= L.TILES
    assert not p.portal_open or p.parts_open == p.parts
    rows = printed_rows(i.game)
    assert p.open_columns == len(rows[0]) <= p.columns
    assert ground_is_printed(i.game)

    def having(symbol: str) -> set[int]:
        return spaces_with(symbol, rows)

    assert spaces_of(p.open_words) == {
        r * L.COLUMNS + c for r in range(p.rows) for c in range(p.open_columns)
    }
    i.brown = spaces_of(p.brown)
    assert i.brown <= having(LAVA) | having(MAGMA) | having(SOUL_SAND)
    i.open_lava = having(LAVA) - i.brown
    i.board = spaces_of(p.open_words)

    tokens = [int(space) for space in p.chest_space if space >= 0]
    assert len(set(tokens)) == len(tokens) <= i.box.chests
    assert set(tokens) <= having(CHEST)
    assert set(p.chest_space[i.box.chests :]) <= {-1}

    starting = {frame[1] for frame in i.frames if frame[0] == Step.START}
    for seat in range(L.PLAYERS):
        space = int(p.player_space[seat])
        if seat >= p.players or seat in starting:
            assert space == -1
        elif i.running or space >= 0:
            assert space in i.board - i.open_lava

    closed = [int(tile) for tile in h.tiles if tile >= 0]
    if p.explicit_chance:
        assert closed == []
    else:
        assert set(h.tiles[: p.parts_open]) <= {-1}
        assert len(closed) == p.parts - p.parts_open
        assert len(set(closed + opened)) == p.parts


def check_mobs(i: Inspector) -> None:
    """Every mob in play is on the board or in the line, once, where it can stand."""
    p, box = i.p, i.box
    on_board = {m: int(space) for m, space in enumerate(p.mob_space) if space >= 0}
    line = [int(mob) for mob in p.line[: p.line_length]]
    assert set(p.line[p.line_length :]) <= {-1}
    assert len(set(line)) == len(line)
    assert not set(line) & set(on_board)
    assert all(0 <= mob < L.REGULAR_MOBS for mob in line)
    spaces = list(on_board.values())
    assert len(set(spaces)) == len(spaces)
    assert set(spaces) <= i.board
    assert not set(spaces) & set(p.player_space[: p.players])
    assert spaces_of(p.mob_words) == set(spaces)
    for mob, space in on_board.items():
        if mob < L.REGULAR_MOBS:
            flies = box.kind_flies[box.mob_kind[mob]]
        else:
            boss = mob - L.REGULAR_MOBS
            flies = box.boss_flies[p.boss_kind[boss]][p.boss_hard[boss]]
        assert flies or space not in i.open_lava
    if p.level > 0:
        level = RecordView(i.game.components.level(int(p.level), ("en", "fr")[p.edition]), LEVEL)
        kinds = Counter(int(box.mob_kind[mob]) for mob in [*line, *on_board] if mob < 18)
        assert [kinds[kind] for kind in range(L.MOB_KINDS)] == level.mob_count.tolist()
        assert p.parts == level.parts
    for boss in range(L.BOSSES):
        mob, kind, life = L.REGULAR_MOBS + boss, p.boss_kind[boss], p.boss_life[boss]
        assert (mob in on_board) == bool(kind >= 0 and life > 0 and p.portal_open)
        full = box.boss_life[kind][p.boss_hard[boss]] if kind >= 0 else 0
        assert 0 <= life <= full
        assert p.portal_open or life == full
    pending = {mob for mob in range(L.MOBS) if int(p.pending_mobs) >> mob & 1}
    assert not i.running or pending <= set(on_board)


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
        assert min(pile) >= 0
        blocks.update(dict(enumerate(map(int, pile))))
    blocks[Colour.BROWN] += len(i.brown)
    blocks[Colour.BROWN] += sum(1 for frame in i.frames if frame[0] == Step.COVER)
    sizes = i.box.piglin[0 if p.players <= 2 else 1]
    for size, count, colour in zip(sizes, p.place_count, p.place_colour, strict=True):
        assert 0 <= count <= size
        assert (colour == -1) == (count == 0)
        blocks[int(colour)] += int(count)
    if p.cause == Cause.ILLEGAL_ACTION:
        return  # a brown block may have been in nobody's hands
    assert [blocks[c] for c in Colour] == i.box.cube
    assert sum(p.hand) <= L.HAND
    height = max(map(int, p.height))
    done = [
        all(p.place_count[place] == sizes[place] for place in range(3 * task, 3 * task + 3))
        for task in range(L.TASKS)
    ]
    if i.running:
        assert height > 0
        assert all(done[: L.CUBE_LAYERS - height]), "a task is late (PIG-03)"
        assert not p.portal_open or all(done)


def check_turn(i: Inspector) -> None:
    """Agenda, dice and end are well formed."""
    p = i.p
    assert i.running or (p.decision, p.decider) == (Decision.NONE, -1)
    assert p.decision != Decision.CHANCE or p.decider == -1
    Outcome(int(p.outcome))
    cause = Cause(int(p.cause))
    assert i.running == (cause == Cause.NONE)
    assert (p.outcome == Outcome.WON) == (cause == Cause.BOSS_DEFEATED)
    if cause == Cause.PLAYER_DIED:
        assert p.hearts[p.cause_player] == 0
        assert p.cause_source >= 0
    assert not any(chain(*p.agenda[p.agenda_length :])), "taken frames are cleared"
    assert (p.agenda_length > 0) == i.running
    assert 0 <= p.active_player < p.players
    assert 0 <= p.actions_done <= 2
    dice = p.dice[: p.dice_count]
    assert dice == sorted(dice)
    assert not any(p.dice[p.dice_count :])
    if i.running:
        assert i.frames[0][0] in (Step.TURN, Step.END_TURN)
        in_turn = i.frames[0][0] == Step.END_TURN
        actions = sum(1 for frame in i.frames if frame[0] == Step.ACTION)
        assert actions == (2 - p.actions_done if in_turn else 0)
        assert (p.fight_mob >= 0) == any(frame[0] == Step.FIGHT_END for frame in i.frames)
