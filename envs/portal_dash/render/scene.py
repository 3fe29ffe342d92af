"""What pictures in text and in SVG show alike: parts, mobs, the turn, what may be chosen."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import Final, NamedTuple

from tablemates.envs.portal_dash.actions import GROUP_NAMES, group_of, space_of
from tablemates.envs.portal_dash.naming import EDITIONS, Names
from tablemates.envs.portal_dash.reading import (
    chest_spaces,
    exposed_columns,
    portal_space,
    row_and_column,
    spawner_spaces,
)
from tablemates.envs.portal_dash.render import symbols as S
from tablemates.envs.portal_dash.render.drawing import icons
from tablemates.envs.portal_dash.rules import catalogue as C
from tablemates.envs.portal_dash.rules import limits as L
from tablemates.envs.portal_dash.rules.state import Public
from tablemates.envs.portal_dash.rules.vocabulary import Decision, MobKind, Outcome

SIDE: Final = 4  # rows of the cube's base, and columns in a row


class Part(NamedTuple):
    """A part of the track: its name, its columns, whether it lies face up."""

    name: str
    columns: range
    open: bool


class Boss(NamedTuple):
    """An end boss; ``space`` is -1 while it is off the board."""

    kind: MobKind
    side: str
    life: int
    full_life: int
    space: int


def mob_kind(p: Public, names: Names, piece: int) -> MobKind:
    """Return the kind of a mob or boss."""
    if piece >= L.REGULAR_MOBS:
        return MobKind(MobKind.WILDFIRE + int(p.boss_kind[piece - L.REGULAR_MOBS]))
    return MobKind(int(names.box.mob_kind[piece]))


def mob_number(names: Names, piece: int) -> str:
    """Return the number that a mob carries; a boss has none."""
    return str(names.box.mob_number[piece]) if piece < L.REGULAR_MOBS else ""


def mob_code(p: Public, names: Names, piece: int) -> str:
    """Return the short form of a mob, such as ``Gh2`` or ``WF``."""
    return S.MOB_CODES[mob_kind(p, names, piece)] + mob_number(names, piece)


class Scene:
    """A public state and its legal actions, read for a picture.

    Attributes:
        p: The public state.
        names: The names of the parts.
        chosen: The actions that name a thing in the picture, by group and thing: spaces
            (``row * 64 + column``) for spaces and steps, seats for players, else the place.
    """

    def __init__(self, p: Public, names: Names, legal: Iterable[int] = ()) -> None:
        self.p, self.names = p, names
        self.chosen: dict[str, dict[int, int]] = {name: {} for name in GROUP_NAMES.values()}
        here = int(p.player_space[p.decider])
        for action in legal:
            first = group_of(action)
            group, n = GROUP_NAMES[first], action - first
            if group == "space":
                n = space_of(names, action)
            elif group == "step":
                n = here + C.ROW_STEP[n] * L.COLUMNS + C.COLUMN_STEP[n]
            elif group == "player":
                n = (int(p.decider) + n) % int(p.players)
            self.chosen[group][n] = action

    def mark(self, group: str, thing: int, x: float, y: float, width: float, height: float) -> str:
        """Return the mark of a thing that may be chosen now, of any other an empty text."""
        action = self.chosen[group].get(thing)
        return "" if action is None else icons.choice(action, x, y, width, height)

    @property
    def title(self) -> str:
        """Level and edition."""
        level = f"level {self.p.level}" if self.p.level else "custom level"
        return f"{level} ({EDITIONS[self.p.edition]})"

    def progress(self, active_player: str) -> str:
        """Return how far the game and its turn have come (TURN-01)."""
        p = self.p
        if p.outcome != Outcome.RUNNING:
            return f"turn {p.turn} · {Outcome(int(p.outcome)).name.lower()}"
        if p.turn == 0:
            return "setting up"
        action = int(p.actions_done) + int(p.decision == Decision.ACTION)
        phase = f"action {action} of 2" if action else "dice and mobs"
        if p.decision == Decision.REVEAL:
            phase = "end of the turn"
        return f"turn {p.turn} · {active_player}, {phase}"

    @cached_property
    def parts(self) -> list[Part]:
        """The parts of the track from the left."""
        p, box = self.p, self.names.box
        tiles = [
            (self.names.tiles[tile] if tile >= 0 else "face down", int(box.tile_columns), tile >= 0)
            for tile in p.tiles[: p.parts]
        ]
        sized = [
            ("start", int(box.start_columns), True),
            *tiles,
            ("portal", int(box.portal_columns), bool(p.portal_open)),
        ]
        parts: list[Part] = []
        first = 0
        for name, columns, is_open in sized:
            parts.append(Part(name, range(first, first + columns), is_open))
            first += columns
        return parts

    def sites(self) -> dict[int, tuple[str, str]]:
        """Return spaces with a spawner, a chest or the portal: what is there, and its number."""
        p, box = self.p, self.names.box
        found: dict[int, tuple[str, str]] = {}
        numbers: dict[range, int] = defaultdict(int)
        for space in spawner_spaces(p, box):
            column = row_and_column(space)[1]
            part = next(part.columns for part in self.parts if column in part.columns)
            numbers[part] += 1
            found[space] = "spawner", str(numbers[part])
        tokens = {int(space) for space in p.chest_space if space >= 0}
        for space in {*chest_spaces(p, box), *tokens}:
            found[space] = "chest" if space in tokens else "chest space", ""
        if (space := portal_space(p, box)) >= 0:
            found[space] = "portal", ""
        return found

    def pieces(self) -> dict[int, list[int]]:
        """Return the pieces on each space: mobs by their number, then players as -1, -2, ..."""
        taken: dict[int, list[int]] = defaultdict(list)
        for mob in range(L.MOBS):
            if self.p.mob_space[mob] >= 0:
                taken[int(self.p.mob_space[mob])].append(mob)
        for seat in range(self.p.players):
            if self.p.player_space[seat] >= 0:
                taken[int(self.p.player_space[seat])].append(-1 - seat)
        return taken

    def bosses(self) -> Iterator[Boss]:
        """Yield the end bosses of the game."""
        p = self.p
        for i in range(L.BOSSES):
            if p.boss_kind[i] >= 0:
                piece = L.REGULAR_MOBS + i
                yield Boss(
                    mob_kind(p, self.names, piece),
                    "hard" if p.boss_hard[i] else "easy",
                    int(p.boss_life[i]),
                    int(self.names.box.boss_life[p.boss_kind[i], p.boss_hard[i]]),
                    int(p.mob_space[piece]),
                )

    @property
    def line(self) -> list[int]:
        """The mob line, front first."""
        return [int(mob) for mob in self.p.line[: self.p.line_length]]

    def exposed(self) -> set[int]:
        """Return the columns of the cube whose top block is exposed (BLOCK-02)."""
        return set(exposed_columns(self.p))

    def blocks_left(self, layer: int) -> int:
        """Return how many blocks a layer of the cube still has; 1 is the top one."""
        return sum(1 for height in self.p.height if height > L.CUBE_LAYERS - layer)
