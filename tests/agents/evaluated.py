"""Small evaluations that tests look at: teams in the game of lanterns."""

from tablemates.agents.evaluation.plan import Plan
from tablemates.envs.registry import find_game

BOTS = "tests.agents.bots"
GAME = "tests.core.lanterns:Lanterns"


def scenario_of(game, players):
    """Return the scenario that a game has by default, for one or more numbers of players."""
    return {**find_game(game).settings_type().draws[0], "players": players}


def plan_of(players=(2, 3), **options):
    scenario = {"players": list(players)}
    return Plan(**{"game": GAME, "scenario": scenario, "games": 6, "workers": 1, **options})


def untimed(rows):
    return changed(rows, seconds=0.0)


def changed(rows, **values):
    return [row.model_copy(update=values) for row in rows]


def write_rows(file, rows):
    file.write_text("".join(f"{row.model_dump_json()}\n" for row in rows), encoding="utf-8")
    return file
