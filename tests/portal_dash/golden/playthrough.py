"""One seeded game printed step by step: what was offered, chosen, and what came of it."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path

import numpy as np

from tablemates.envs.core.answers import OVER
from tablemates.envs.portal_dash.game import PortalDash
from tablemates.envs.portal_dash.naming import PLAYERS, space_name
from tablemates.envs.portal_dash.render.scene import mob_code
from tablemates.envs.portal_dash.render.text import text_picture
from tablemates.envs.portal_dash.rules import limits as L
from tablemates.envs.portal_dash.settings import Settings
from tablemates.envs.portal_dash.speech import describe_decision

FOLDER = Path(__file__).resolve().parent / "games"
PICTURE_EVERY = 50  # decisions
LONGEST = 110  # decisions
#: How often actions are drawn, by name or kind; the others count 1. Drawn evenly,
#: hardly a team would live to see a second tile.
WEIGHTS = {"step east": 12, "slot": 4, "yes": 20, "place": 4, "ability": 6}


@dataclass(frozen=True)
class Case:
    """A recorded game: level, players, and the seed of dice and choices alike.

    Attributes:
        script: The choices, where they are not drawn.
        suffix: Of the file's name.
    """

    level: int
    players: int
    seed: int
    script: tuple[int, ...] = ()
    suffix: str = ""

    @property
    def file(self) -> Path:
        return FOLDER / f"level-{self.level}-players-{self.players}{self.suffix}.txt"


def won_game() -> Case:
    """Return a game that a good team won: drawn choices hardly ever see the portal."""
    game = json.loads(Path(__file__).with_name("won.json").read_text(encoding="utf-8"))
    return Case(1, 2, game["seed"], tuple(game["actions"]), "-won")


#: Seeds of games in which much happens, although choices are drawn at random, and a won one.
CASES = [
    Case(level, players, seed)
    for (level, players), seed in {
        (1, 1): 65,
        (1, 2): 87,
        (1, 4): 101,
        (2, 1): 42,
        (2, 2): 42,
        (2, 4): 128,
        (3, 1): 41,
        (3, 2): 107,
        (3, 4): 128,
        (4, 1): 65,
        (4, 2): 87,
        (4, 4): 101,
        (5, 1): 133,
        (5, 2): 53,
        (5, 4): 128,
    }.items()
] + [won_game()]


def playthrough(case: Case) -> str:
    """Return the text of a golden game."""
    return "".join(f"{line}\n" for line in _lines(case))


def _lines(case: Case) -> Iterator[str]:
    game = PortalDash(Settings(level=case.level, players=case.players))
    rng = np.random.default_rng(case.seed)
    answer = game.new(case.seed)
    yield f"# level {case.level}, {case.players} players, seed {case.seed}"
    yield "# Written by `make golden`; see tests/golden/playthrough.py."
    yield from _events(game)
    before = ""
    longest = len(case.script) or LONGEST
    for number in range(longest):
        if answer == OVER:
            break
        if number % PICTURE_EVERY == 0:
            yield ""
            yield text_picture(game.public, game.names).rstrip("\n")
        legal = np.flatnonzero(game.mask).tolist()
        action = case.script[number] if case.script else _drawn(game, legal, rng)
        yield ""
        yield f"[{number}] {describe_decision(game.public, game.names)}"
        if (state := _state(game)) != before:
            yield f"state: {state}"
        before = state
        yield f"legal: {_legal(game, legal)}"
        yield f"chosen: {game.catalogue.name(action)} = {game.describe(action)}"
        answer = game.step(action)
        yield from _events(game)
        rewards = game.rewards()
        if answer == OVER or any(rewards):
            yield f"rewards: {' '.join(f'{reward:g}' for reward in rewards)}"
    yield ""
    yield text_picture(game.public, game.names).rstrip("\n")
    if answer != OVER:
        yield f"The recording stops after {longest} decisions."


def _drawn(game: PortalDash, legal: list[int], rng: np.random.Generator) -> int:
    """Draw a legal action; what brings a team on is drawn more often."""
    names = [game.catalogue.name(action) for action in legal]
    weights = np.array([WEIGHTS.get(name, WEIGHTS.get(name.split()[0], 1)) for name in names])
    return int(rng.choice(legal, p=weights / weights.sum()))


def _events(game: PortalDash) -> Iterator[str]:
    for event in game.events():
        yield f"  {event['text']}"


def _state(game: PortalDash) -> str:
    """Return the state in one line: players, mobs, cube, tasks, piles, progress."""
    p = game.public
    players = ", ".join(
        f"{PLAYERS[seat]} {p.hearts[seat]} on {space_name(p.player_space[seat])}"
        for seat in range(p.players)
        if p.player_space[seat] >= 0
    )
    mobs = " ".join(
        f"{mob_code(p, game.names, mob)}{space_name(p.mob_space[mob])}"
        for mob in range(L.MOBS)
        if p.mob_space[mob] >= 0
    )
    cube = "".join(str(height) for height in p.height)
    tasks = "/".join(str(p.place_count[3 * task : 3 * task + 3].sum()) for task in range(L.TASKS))
    return (
        f"{players or 'nobody'} | {mobs.replace(', ', ',')} | cube {cube} | tasks {tasks} | "
        f"used {p.used.sum()} stack {p.stack_count.sum()} line {p.line_length} | "
        f"progress {game.progress():.3f}"
    )


def _legal(game: PortalDash, legal: list[int]) -> str:
    """Return the short names of actions, those of one kind together."""
    actions = [game.catalogue.name(action).partition(" ") for action in legal]
    return "; ".join(
        " ".join([kind, *(index for _, _, index in group if index)])
        for kind, group in groupby(actions, key=lambda action: action[0])
    )
