"""The page of the planner: how it plays, its styles and what they do, tuned weights, chances."""

from __future__ import annotations

import csv
import json
from pathlib import Path
from typing import Any, Final

from tablemates.agents.portal_dash.planner.chances import CURVES
from tablemates.agents.portal_dash.planner.weights import TUNED, read_styles
from tablemates.envs.core.documents import read_document

_RESULTS: Final = Path(__file__).resolve().parents[1] / "results"
_CELLS: Final = 20  # levels times numbers of players
_TEXT: Final = 4  # columns of the habits' file that are no habit


def pages() -> dict[str, str]:
    """Return the page of the planner."""
    habits = _read("habits.csv")
    card = json.loads(TUNED.with_name("tuned.card.json").read_text(encoding="utf-8"))
    first, last = card["tuning_seeds"]
    text = f"""\
# The planner

A script without learning: it looks ahead over both actions of the turn together, drops
positions that it has met before, and takes what leads to the position of the highest
value. The value is a sum of terms with weights that are data
([planner.yaml](../agents/portal_dash/planner/planner.yaml)): the deadlines of the three
tasks against the cube's layers, the turns that the cube leaves against those that are
needed, the coming fight with the boss, hearts, the damage that each number of the mob die
would do, equipment, finds still to come. Fights and finds are valued by their odds, never
played out with dice that it would then count on.

## Styles

One script, many partners: a style multiplies some of the weights
([styles.yaml](../agents/portal_dash/planner/styles.yaml)). Name one wherever an agent is
named:

```bash
.venv/bin/python play.py --text --players 3 --partners planner:careful planner:fighter
.venv/bin/python evaluate.py --agents planner planner:miner --levels 1 4
```

In code, `Rollouts(facts, named_weights())` plays games on with any of them.

{_styles()}

### Their habits

Means of {habits[1][1]} games each, two players, levels 1 and 4, the same evaluation seeds for
all, ruleset `{habits[1][2]}`: `python evaluate.py --plan configs/eval/styles.yaml`, then
`python -m docs.habits runs/styles docs/results/habits.csv`. Hearts include those of
armour; where tasks were not done, or no boss was met, the game's last turn counts.

{_habits(habits)}

## Tuned weights

`planner-tuned` is the same script with weights that CMA-ES found, of their own for each
number of players ([tuned.yaml](../agents/portal_dash/planner/tuned.yaml); three players get
those for four): {card["generations"]} generations, in turn for one, two and four players,
{card["games"]:,} games on tuning seeds {first:,} to {last:,}, every candidate of a
generation on the same ones. It began at what a prototype of the command had found in 26
generations ([planner_start.yaml](../configs/tune/planner_start.yaml)). A run that was
stopped goes on with `--resume` (`.venv/bin/python -m pip install -e '.[tune]'`):

```bash
.venv/bin/python -m tablemates.agents.portal_dash.tuning --config configs/tune/planner_tuned.yaml \\
    run=runs/my_tune
.venv/bin/python -m tablemates.agents.portal_dash.tuning.compare --names planner planner-tuned --games 400
```

{_compared()}

## What a value means

Its reasons give chances to win: a logistic curve over the value and what else tells games
apart, fitted on tuning seeds by `python -m tablemates.agents.portal_dash.tuning.chances`
([chances.yaml](../agents/portal_dash/planner/chances.yaml)). Expected calibration error in
games that the curve was not fitted on, every level and number of players (half as many as
it was fitted on; with so few games, sampling noise adds a few points):

{_errors()}
"""
    return {"planner.md": text}


def _read(name: str) -> list[list[str]]:
    with (_RESULTS / name).open(encoding="utf-8", newline="") as file:
        return list(csv.reader(file))


def _table(heads: list[str], rows: list[list[str]]) -> str:
    lines = ["| " + " | ".join(heads) + " |", "|---|" + "---:|" * (len(heads) - 1)]
    return "\n".join([*lines, *("| " + " | ".join(row) + " |" for row in rows)])


def _styles() -> str:
    lines = ["| name | what it is like |", "|---|---|"]
    lines += [f"| `planner:{one.name}` | {one.sentence} |" for one in read_styles().values()]
    return "\n".join(lines)


def _habits(rows: list[list[str]]) -> str:
    return _table(
        ["agent", "won, %", *rows[0][_TEXT:]],
        [
            [f"`{row[0]}`", f"{100 * float(row[3]):.0f}"]
            + [f"{float(value):.1f}" for value in row[_TEXT:]]
            for row in rows[1:]
        ],
    )


def _compared() -> str:
    rows = _read("tuned.csv")[1:]
    games = rows[0][2]
    lost = [sum(1.0 - float(row[i]) for row in rows) / len(rows) for i in (3, 4)]
    table = _table(
        ["level", "players", "`planner`", "`planner-tuned`"],
        [[row[0], row[1], *(f"{100 * float(one):.1f}" for one in row[3:5])] for row in rows],
    )
    return (
        f"Games won, %, {games} games a cell on tuning seeds that nothing was tuned on, the same "
        f"for both;\nin the mean {100 * lost[0]:.1f} % of games lost against "
        f"{100 * lost[1]:.1f} %:\n\n{table}"
    )


def _errors() -> str:
    found: dict[str | int, Any] = read_document(CURVES).values
    return _table(
        ["agent", "error, %", "decisions", "games fitted on"],
        [
            [
                f"`{name}`",
                f"{100 * one['error']:.1f}",
                f"{one['decisions']:,}",
                str(_CELLS * one["games"]),
            ]
            for name, one in found.items()
        ],
    )
