"""What is kept of evaluations for the docs: the games hold, the tables are those of the play."""

import csv
import json
from collections import Counter
from pathlib import Path

import pytest

from docs.kept import RESULTS
from tablemates.agents.evaluation import verify as verifying
from tablemates.agents.evaluation.line_ups import JOIN, taking_turns
from tablemates.agents.evaluation.rows import read_rows

BOXES = {f"boxes_{path.stem}": str(path) for path in Path("configs/parts").glob("*.yaml")}
PLANS = (
    *("search", "search_bound", "search_curve", "search_second"),
    *("teammates", "newcomers", "champion", "networks", "ablations"),
    *("cross_play", "clones", "clones_of_actions", "strangers", "mixed", "erring"),
    *BOXES,
)
published = [name for name in PLANS if (RESULTS / f"{name}.jsonl").exists()]


@pytest.mark.slow
@pytest.mark.parametrize("name", published)
def test_the_games_that_are_kept_hold(name):
    sample = RESULTS / f"{name}.jsonl"
    verified = verifying.verify(sample, components=BOXES.get(name))
    assert verified.rows == verified.simulated == len(read_rows(sample))


@pytest.mark.parametrize("name", published)
def test_every_cell_of_the_table_is_in_the_sample(name):
    with (RESULTS / f"{name}.csv").open() as file:
        lines = list(csv.DictReader(file))
    rows = read_rows(RESULTS / f"{name}.jsonl")
    cells = Counter((JOIN.join(taking_turns(row.agents)), row.players, row.level) for row in rows)
    assert set(cells) == {
        (line["agent"], int(line["players"]), int(line["level"])) for line in lines
    }
    known = dict(json.loads((RESULTS / f"{name}.json").read_text())["provenance"])
    assert {known["ruleset"]} == {row.ruleset for row in rows}
    for row in rows:
        for agent, digest in row.policies.items():
            assert known[f"agent {agent}"] == digest
