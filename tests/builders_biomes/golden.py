"""Seeded games printed step by step; `python -m tests.builders_biomes.golden` rewrites them."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from tablemates.envs.builders_biomes import vocabulary as V
from tablemates.envs.builders_biomes.game import BuildersBiomes
from tablemates.envs.builders_biomes.settings import Settings

FOLDER = Path(__file__).parent / "games"
PICTURE_EVERY = 40  # decisions
#: How often actions are drawn; exploring would be half of all.
GO, DO = 1, 12


@dataclass(frozen=True)
class Case:
    """A recorded game; the seed is that of set-up and choices alike."""

    level: str
    players: int
    seed: int

    @property
    def file(self) -> Path:
        return FOLDER / f"{self.level}-{self.players}.txt"


CASES = [
    Case("standard", 2, 7),
    Case("standard", 3, 11),
    Case("standard", 4, 5),
    Case("beginner", 2, 3),
]


def playthrough(case: Case) -> str:
    """Return the text of a recorded game."""
    return "".join(f"{line}\n" for line in _lines(case))


def _lines(case: Case) -> Iterator[str]:
    game = BuildersBiomes(Settings(level=case.level, players=case.players))
    rng = np.random.default_rng(case.seed)
    answer = game.new(case.seed)
    yield f"# {case.level}, {case.players} players, seed {case.seed}"
    yield "# Written by python -m tests.builders_biomes.golden"
    number = 0
    while answer >= 0:
        if number % PICTURE_EVERY == 0:
            yield from ["", *str(game.picture("text")).splitlines()]
        yield from (f"  {event['text']}" for event in game.events())
        legal = np.flatnonzero(game.mask)
        names = [game.catalogue.name(int(action)) for action in legal]
        weights = np.where((legal >= V.GO) & (legal < V.BUILD), GO, DO)
        chosen = int(rng.choice(legal, p=weights / weights.sum()))
        yield ""
        yield f"[{number}] {game.decision()}"
        yield f"legal: {', '.join(names)}"
        yield f"chosen: {game.catalogue.name(chosen)} = {game.describe(chosen)}"
        answer = game.step(chosen)
        number += 1
    yield from (f"  {event['text']}" for event in game.events())
    yield from ["", *str(game.picture("text")).splitlines()]
    yield f"returns: {' '.join(f'{one:g}' for one in game.returns())}"


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    for case in CASES:
        case.file.write_text(playthrough(case), encoding="utf-8")


if __name__ == "__main__":
    main()
