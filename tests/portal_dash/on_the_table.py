"""Properties of every state of Portal Dash beside those of every game.

    inspector = Inspector(game)         # once a game object
    inspector.check(rng, shown=True)    # at every step

A position that comes back says that sums and derived fields agree, see ``check_game``; the referee
has its own view of cube and tasks; here is what stands beside them. Nothing of the engine is used
to say what is right.
"""

from __future__ import annotations

from collections import Counter
from types import SimpleNamespace

import numpy as np

from tablemates.envs.core.engine.team_ending import Outcome
from tablemates.envs.core.records.layout import RecordView
from tablemates.envs.portal_dash import vocabulary as V
from tablemates.envs.portal_dash.game import PortalDash
from tablemates.envs.portal_dash.part_models import LAVA, MAGMA, SOUL_SAND
from tablemates.envs.portal_dash.state import BOX, SCENARIO, STATE
from tablemates.envs.testing import Checker


class Inspector(Checker):
    """Checks the states of one game object; a position may have other mobs than its level."""

    def __init__(self, game: PortalDash, from_position: bool = False) -> None:
        self.from_position = from_position
        self.game, self.twin = game, PortalDash(game.settings)
        self.box = plain(RecordView(game.components.record((V.ROWS, V.COLUMNS)), BOX), BOX)
        self.record = RecordView(game.record, STATE)

    def check(self, rng: np.random.Generator, shown: bool = False) -> None:
        """Check the state that the game is in."""
        self.check_table()
        super().check(rng, shown)

    def check_table(self) -> None:
        """Check ground and mobs in plain lists, which are faster to go through."""
        self.p = plain(self.record.public, STATE["public"])
        self.running = self.p.outcome == Outcome.RUNNING
        assert ground_is_printed(self.game)
        check_mobs(self)


def plain(view, dtype):
    """Return a record with numbers and lists of numbers as attributes."""
    return SimpleNamespace(
        **{name: np.asarray(getattr(view, name)).tolist() for name in dtype.names}
    )


def spaces_of(words) -> set[int]:
    return {
        r * V.COLUMNS + c
        for r, word in enumerate(words)
        for c in range(int(word).bit_length())
        if int(word) >> c & 1
    }


def printed_rows(game: PortalDash) -> list[str]:
    """Return the face-up parts of a track as they are printed."""
    p, parts = game.public, game.components.parts
    tiles, strips = [*parts.tiles.values()], parts.strips
    printed = [strips.start, *(tiles[tile] for tile in p.tiles[: p.parts_open])]
    if p.portal_open:
        printed.append(strips.portal)
    return ["".join(part[r] for part in printed) for r in range(p.rows)]


def spaces_with(symbol: str, rows: list[str]) -> set[int]:
    """Return the spaces of a map that show a symbol."""
    return {
        r * V.COLUMNS + c
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
        kind, boss = box.mob_kind[mob % V.REGULAR_MOBS], mob - V.REGULAR_MOBS
        if boss >= 0:
            kind = V.MOB_KINDS + 2 * p.boss_kind[boss] + p.boss_hard[boss]
        assert box.kind_flies[kind] or space not in lava
    if p.level > 0 and not i.from_position:
        level = RecordView(i.game.components.level(int(p.level), ("en", "fr")[p.edition]), SCENARIO)
        kinds = Counter(int(box.mob_kind[mob]) for mob in [*line, *on_board] if mob < 18)
        assert [kinds[kind] for kind in range(V.MOB_KINDS)] == level.mob_count.tolist()
