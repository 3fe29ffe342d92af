"""The recorded games of Explorers: drawn choices, and games that a script won."""

import json
from functools import partial
from pathlib import Path

from tablemates.envs.explorers.game import Explorers
from tablemates.envs.explorers.settings import Settings
from tests.golden.playthrough import Recording

FOLDER = Path(__file__).resolve().parents[1] / "golden" / "explorers"
#: Drawn evenly, turns would end early and rows would seldom change.
WEIGHTS = {"end": 0.2, "item": 3, "chest": 4, "trophy": 0.5}


def _state(game: Explorers) -> str:
    """Return the state in one line: row, line, food, chests, piles, progress."""
    p, position = game.public, game.dump_position()
    row = " ".join(card or "-" for card in position["row"])
    line = " ".join(f"{name} {count}" for name, count in position["line"].items())
    items = " | ".join(
        " ".join(f"{name} {count}" for name, count in seat.items()) for seat in position["items"]
    )
    return (
        f"{row} / {position['top']} | {line or 'nobody'} | {items} | food {p.food} | "
        f"creatures {p.creature_length} pile {p.deep_length}+{p.low_length} | "
        f"progress {game.progress():.3f}"
    )


def _case(
    level: str, players: int, seed: int, script: tuple[int, ...] = (), suffix: str = ""
) -> Recording:
    return Recording(
        FOLDER / f"{level}-players-{players}{suffix}.txt",
        f"{level}, {players} players",
        seed,
        partial(Explorers, Settings(level=level, players=players)),
        _state,
        lambda game: game.picture("text"),
        script,
        WEIGHTS,
    )


def won_games() -> list[Recording]:
    """Return games that a good team won: drawn choices never do."""
    games = json.loads(Path(__file__).with_name("golden_won.json").read_text(encoding="utf-8"))
    return [
        _case(game["level"], game["players"], game["seed"], tuple(game["actions"]), "-won")
        for game in games
    ]


#: Seeds of games in which much happens, although choices are drawn at random, and won ones.
RECORDINGS = [
    _case(level, players, seed)
    for (level, players), seed in {
        ("first", 1): 4,
        ("first", 4): 4,
        ("easy", 2): 4,
        ("normal", 3): 4,
        ("hard", 1): 4,
        ("hardcore", 4): 4,
    }.items()
] + won_games()
