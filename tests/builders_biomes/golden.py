"""The recorded games of Builders & Biomes, to their ends."""

from functools import partial
from pathlib import Path

from tablemates.envs.builders_biomes.game import BuildersBiomes
from tablemates.envs.builders_biomes.settings import Settings
from tests.golden.playthrough import Recording

FOLDER = Path(__file__).resolve().parents[1] / "golden" / "builders_biomes"


def _state(game: BuildersBiomes) -> str:
    """Return the state in one line: pieces, XP, scorings, cube, what is face down."""
    p = game.public
    seats = ", ".join(f"{p.xp[seat]} XP on {p.at[seat]}" for seat in range(p.players))
    return f"{seats} | scored {p.scored} | blocks {p.height.sum()} | tiles {p.left.sum()}"


#: The seed is that of set-up and choices alike.
RECORDINGS = [
    Recording(
        FOLDER / f"{level}-players-{players}.txt",
        f"{level}, {players} players",
        seed,
        partial(BuildersBiomes, Settings(level=level, players=players)),
        _state,
        lambda game: game.picture("text"),
        weights={"go": 1 / 12},  # exploring would be half of all choices
    )
    for level, players, seed in (
        ("standard", 2, 7),
        ("standard", 3, 11),
        ("standard", 4, 5),
        ("beginner", 2, 3),
    )
]
