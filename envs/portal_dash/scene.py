"""Content of both the text and the SVG pictures: the track, its pieces, the bosses, the turn."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from typing import Any, Final, NamedTuple

import numpy as np

from tablemates.envs.core.engine.team_ending import Outcome
from tablemates.envs.portal_dash import vocabulary as V
from tablemates.envs.portal_dash.naming import WORDS, Names
from tablemates.envs.portal_dash.parts import EDITIONS
from tablemates.envs.portal_dash.reading import chest_spaces, portal_space, spawners
from tablemates.envs.portal_dash.rules.pieces import kind_of
from tablemates.envs.portal_dash.vocabulary import Colour, Decision, MobKind

SIDE: Final = 4  # rows of the cube's base, and columns in a row
PLAYER_LETTERS: Final = "PBYG"
MOB_CODES: Final = dict(zip(MobKind, ("Mc", "Gh", "En", "Ho", "Bl", "Ws", "WF", "AH"), strict=True))
BLOCK_CODES: Final = dict(zip(Colour, ("Re", "Gy", "Go", "Br", "Bk"), strict=True))


class Part(NamedTuple):
    """A part of the track: its name, its columns, whether it lies face up."""

    name: str
    columns: range
    open: bool


class Boss(NamedTuple):
    """An end boss; ``space`` is -1 while it is off the board."""

    name: str
    side: str
    life: int
    full_life: int
    space: int


class Scene:
    """A public state, read for a picture, with its parts of the track from the left."""

    def __init__(self, p: Any, names: Names) -> None:
        self.p, self.names = p, names
        box = names.box
        tiles = [
            (names.tiles[tile] if tile >= 0 else "face down", box.tile_columns, tile >= 0)
            for tile in p.tiles[: p.parts]
        ]
        portal = "portal", box.portal_columns, bool(p.portal_open)
        sized = [("start", box.start_columns, True), *tiles, portal]
        self.parts: list[Part] = []
        first = 0
        for name, columns, is_open in sized:
            self.parts.append(Part(name, range(first, first + int(columns)), is_open))
            first += int(columns)

    def status(self, active_player: str) -> str:
        """Return level, edition, and how far the game and its turn have come (TURN-01)."""
        p = self.p
        level = f"level {p.level}" if p.level else "custom level"
        if p.outcome != Outcome.RUNNING:
            when = f"turn {p.turn} · {Outcome(p.outcome).name.lower()}"
        elif p.turn == 0:
            when = "setting up"
        else:
            action = p.actions_done + int(p.decision == Decision.ACTION)
            phase = f"action {action} of 2" if action else "dice and mobs"
            phase = "end of the turn" if p.decision == Decision.REVEAL else phase
            when = f"turn {p.turn} · {active_player}, {phase}"
        return f"{level} ({EDITIONS[p.edition]}) · {when}"

    def code(self, piece: int) -> str:
        """Return the short form of a mob, such as ``Gh2`` or ``WF``."""
        return MOB_CODES[self.names.mob_kind(self.p, piece)] + self.number(piece)

    def number(self, piece: int) -> str:
        """Return the number that a mob carries; a boss has none."""
        return str(self.names.box.mob_number[piece]) if piece < V.REGULAR_MOBS else ""

    def sites(self) -> dict[int, tuple[str, str]]:
        """Return spaces with a spawner, a chest or the portal: what is there, and its number."""
        p, box = self.p, self.names.box
        found = {space: ("spawner", str(number)) for space, number in spawners(p, box).items()}
        tokens = {int(space) for space in p.chest_space if space >= 0}
        for space in {*chest_spaces(p, box), *tokens}:
            found[space] = "chest" if space in tokens else "chest space", ""
        if (space := portal_space(p, box)) >= 0:
            found[space] = "portal", ""
        return found

    def pieces(self) -> dict[int, list[int]]:
        """Return the pieces on each space: mobs by their number, then players as -1, -2, ..."""
        taken: dict[int, list[int]] = defaultdict(list)
        for mob, space in enumerate(self.p.mob_space.tolist()):
            taken[space].append(mob)
        for seat, space in enumerate(self.p.player_space[: self.p.players].tolist()):
            taken[space].append(-1 - seat)
        taken.pop(-1, None)
        return taken

    def bosses(self) -> Iterator[Boss]:
        """Yield the end bosses of the game."""
        p, names = self.p, self.names
        for i in np.flatnonzero(p.boss_kind >= 0).tolist():
            piece, side = V.REGULAR_MOBS + i, "hard" if p.boss_hard[i] else "easy"
            name = WORDS.name("mob_kind", names.mob_kind(p, piece))
            full = int(names.box.kind_life[kind_of(p, names.box, piece)])
            yield Boss(name, side, int(p.boss_life[i]), full, int(p.mob_space[piece]))

    def blocks_left(self, layer: int) -> int:
        """Return how many blocks a layer of the cube still has; 1 is the top one."""
        return int((self.p.height > V.CUBE_LAYERS - layer).sum())
