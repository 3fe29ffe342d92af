"""The recorded games of Orcs Must Die!: drawn choices in every fortress, and games won."""

import json
from functools import partial
from pathlib import Path

from tablemates.envs.orcs_must_die.game import OrcsMustDie
from tablemates.envs.orcs_must_die.parts import load_components
from tablemates.envs.orcs_must_die.settings import Settings
from tests.golden.playthrough import Recording

FOLDER = Path(__file__).resolve().parents[1] / "golden" / "orcs_must_die"
#: Drawn evenly, heroes would seldom fight, and buy whatever is cheap.
WEIGHTS = {"kill": 4, "attack": 4, "done": 0.3, "weapon": 3}


def _state(game: OrcsMustDie) -> str:
    """Return the state in one line: rift, minions, heroes, skulls, progress."""
    p, position = game.public, game.dump_position()
    minions = " ".join(
        f"{tile}:" + ",".join(f"{n} {name}{mark}" for name, n in figures.items())
        for key, mark in (("standing", ""), ("stunned", "*"))
        for tile, figures in position[key].items()
    )
    seats = range(p.players)
    heroes = " ".join(f"{p.at[n]}/{p.health[n]}/{p.skulls[n]}" for n in seats)
    if p.rivalry:
        heroes += f" | team {p.team} open, other rift {p.far.rift} pool {p.far.pool}"
    return (
        f"round {p.turn} level {p.stage} rift {p.rift} pool {p.pool} | {minions or 'nobody'} | "
        f"{heroes} | progress {game.progress():.3f}"
    )


def _case(
    fortress: str,
    mode: str,
    players: int,
    seed: int,
    script: tuple[int, ...] = (),
    mark: str = "",
    **more: str,
) -> Recording:
    name = f"{fortress}-{mode}-players-{players}" + "-won" * bool(script) + mark
    return Recording(
        FOLDER / f"{name}.txt",
        f"{fortress}, {mode}, {players} players",
        seed,
        partial(OrcsMustDie, Settings(fortress=fortress, mode=mode, players=players, **more)),
        _state,
        lambda game: game.picture("text"),
        script,
        WEIGHTS,
    )


def won_games() -> list[Recording]:
    """Return games that a good team won: drawn choices never do."""
    games = json.loads(Path(__file__).with_name("golden_won.json").read_text(encoding="utf-8"))
    keys = ("fortress", "mode", "players", "seed")
    return [_case(*(game[key] for key in keys), tuple(game["actions"])) for game in games]


#: A game of drawn choices in every fortress, won ones, and one with all choices of the book.
RECORDINGS = [
    _case(fortress, mode, players, 4)
    for fortress, mode, players in (
        ("straight_shot", "standard", 1),
        ("straight_shot_2", "challenge", 2),
        ("twin_gates", "standard", 3),
        ("cubicle_1", "challenge", 4),
        ("keep", "standard", 4),
        ("gauntlet", "challenge", 3),
    )
] + won_games()
_FULL = {"choices": "full", "first_lord": "agreed"}
RECORDINGS.append(_case("twin_gates", "standard", 4, 4, mark="-full", **_FULL))
_BOXES = {"edition": "unchained", "heroes": "all"}
RECORDINGS.append(_case("cubicle_1", "standard", 2, 4, mark="-unchained", **_BOXES))
#: Each boss, and a hero as one: they enter early in a short fortress.
RECORDINGS += [
    _case("straight_shot", "standard", 1, 4, mark=f"-{boss.replace(':', '-')}", boss_stage_2=boss)
    for boss in (*load_components().parts.bosses, "hero:gabriella")
]
#: Two teams: blocks and alternating seats, a speaker and votes, the same and other fortresses.
RECORDINGS += [
    _case("straight_shot", "standard", 2, 4, mark="-rivalry", rivalry="on"),
    _case("keep", "standard", 4, 4, mark="-rivalry", rivalry="on", consent="vote"),
    _case(
        *("gauntlet", "standard", 8, 4),
        mark="-rivalry",
        rivalry="on",
        seating="alternate",
        rival_fortress="keep",
    ),
]
