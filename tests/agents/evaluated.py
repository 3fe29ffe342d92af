"""Small evaluations that tests look at."""

from tablemates.agents.evaluation.plan import Plan
from tablemates.agents.evaluation.rows import line_of

BOTS = "tests.agents.bots"


def plan_of(**options):
    return Plan(**{"levels": (1, 4), "games": 6, "workers": 1, **options})


def untimed(rows):
    return [row.untimed() for row in rows]


def changed(rows, **values):
    return [row.model_copy(update=values) for row in rows]


def write_rows(file, rows):
    file.write_text("".join(f"{line_of(row)}\n" for row in rows), encoding="utf-8")
