"""Small evaluations that tests look at."""

from tablemates.agents.evaluation.plan import Plan

BOTS = "tests.agents.bots"
CUSTOM = {"name": "mine", "tiles": 3, "mobs": {"hoglin": 3}, "bosses": [["wildfire", "hard"]]}
#: Parameters of the game; all others are the plan's own.
SCENARIO = ("level", "players", "edition", "boss")


def with_scenario(options):
    """Return a plan's options, those of the game under ``scenario``."""
    scenario = {name: options[name] for name in SCENARIO if name in options}
    rest = {name: value for name, value in options.items() if name not in SCENARIO}
    return {**rest, "scenario": scenario} if scenario else rest


def plan_of(**options):
    return Plan(**with_scenario({"level": [1, 4], "games": 6, "workers": 1, **options}))


def untimed(rows):
    return changed(rows, seconds=0.0)


def changed(rows, **values):
    return [row.model_copy(update=values) for row in rows]


def write_rows(file, rows):
    file.write_text("".join(f"{row.model_dump_json()}\n" for row in rows), encoding="utf-8")
    return file
