"""Model cards of the shipped networks in the layout of the Hugging Face hub: ``README.md``."""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any, Final

import yaml

from docs.generators.pages import ROOT, Text, table
from docs.generators.results import PLAYERS, Cell, largest, mean, read
from docs.generators.teammates import NAME as STRANGERS
from docs.generators.teammates import lines_of_cells
from tablemates.agents.population import games_with_strangers, population_of
from tablemates.envs.registry import GAMES, find_game

#: The folder of all networks of a game.
_ALL: Final = "policies"
#: What a result is measured by: a column of the leaderboard, and its words.
_MEASURES: Final = {"won": "games won, %", "first": "first of all seats, %"}


def card(folder: Path) -> str:
    """Return the model card of a network's folder, from its ``card.json`` and the leaderboard."""
    facts = json.loads((folder / "card.json").read_text(encoding="utf-8"))
    # A folder within another has the network of a mode, which is the name of a setting.
    agent, *mode = folder.relative_to(next(one for one in folder.parents if one.name == _ALL)).parts
    key = next(key for key, game in GAMES.items() if game.module.endswith(facts["game"]))
    board = "_".join([key, *mode])
    title, name = find_game(key).title, "-".join(["tablemates", *key.split("_"), agent, *mode])
    if key in games_with_strangers() and agent in population_of(key).taught:
        benchmark, measure, value, results = _beside(key, agent)
    else:
        benchmark, measure, value, results = _on_board(board, agent)
    settings = "".join(f', {one}="on"' for one in mode)
    head = {
        "library_name": "tablemates",
        "license": "mit",
        "pipeline_tag": "reinforcement-learning",
        "tags": ["reinforcement-learning", "self-play", "board-games", key],
        "model-index": [{"name": name, "results": [_result(benchmark, measure, value)]}],
    }
    return f"""---
{yaml.safe_dump(head, sort_keys=False).strip()}
---

# {title}: `{agent}`{settings}

A value network for {title}: of each choice it says how likely the seat that decides wins
after it, and the agent takes the best. It answers through NumPy and compiled code, without PyTorch.

```python
import gymnasium
import tablemates

env = gymnasium.make("{GAMES[key].gymnasium_id}"{settings})
agent = tablemates.load_agent("{agent}", env)  # or the path of this folder
observation, info = env.reset(seed=0)
action = agent.act(observation, info["action_mask"])
```

## Training

{_training(facts)}

## Results

{results}

## Limits

It plays games with the interface `{facts["interface"]}`, the same actions and observation,
and those to which more was appended since; others refuse it. With parts or rules other than those
it was trained with (`{facts["ruleset"]}`) it plays on, says so in a sentence, and may be weak.
Its numbers estimate its own play, not that of people.

Part of an unofficial fan project for research; it contains no artwork and no text of the makers.
"""


def _training(facts: dict[str, Any]) -> str:
    beside = facts["config"]["environment"].get("partners")
    how = "of self-play" if beside is None else f"beside {', '.join(f'`{one}`' for one in beside)}"
    size = f"{facts['rows']:,} × {facts['width']} × {facts['hidden']}"
    rows = [
        ("learner", f"`{facts['learner']}`, {facts['steps']:,} decisions {how}"),
        *([("began with", f"weights `{facts['parent']}`")] if facts["parent"] else []),
        ("network", f"two hidden layers, {size}, `{facts['precision']}` in the file"),
        ("scenarios", f"{len(facts['scenarios'])}: {_named(facts['scenarios'])}"),
        ("seed", facts["seeds"]["train"]),
        ("machine", ", ".join(f"{key} {value}" for key, value in facts["hardware"].items())),
        ("weights", f"SHA-256 `{facts['weights']}`"),
    ]
    return f"{table(['', ''], rows)}\n\nAll settings are in `card.json`."


def _named(scenarios: Sequence[str]) -> str:
    return f"`{scenarios[0]}` to `{scenarios[-1]}`"


def _on_board(board: str, agent: str) -> tuple[str, str, float, str]:
    """Return benchmark, measure, mean and text of what an agent does on the leaderboard."""
    cells = [cell for cell in largest(read(board)) if cell["agent"] == agent]
    measure = next(column for column in _MEASURES if column in cells[0])
    benchmark = cells[0]["benchmark"].partition(",")[0] or board
    return benchmark, measure, mean(cells, measure), _results(cells, measure, benchmark)


def _beside(key: str, agent: str) -> tuple[str, str, float, str]:
    """Return the same of a network that has learned beside partners: what it wins with them."""
    cells = [one for one in lines_of_cells() if one["scenario"].partition(" ")[0] == key]
    own = [one for one in cells if one["agent"] in (agent, f"turn::{agent}")]
    rows = [
        (
            one["scenario"].partition(" ")[2].replace("-", " "),
            f"`{one['partners']}`",
            f"`{one['agent']}`",
            f"{100 * float(one['score']):.1f}",
        )
        for one in own
    ]
    scores = [float(one["score"]) for one in own if one["agent"] == agent]
    words = f"Cells of {STRANGERS}, of {own[0]['games']} games; see the page on teammates."
    text = f"{words}\n\n{table(['scenario', 'strangers', 'agent', _MEASURES['won']], rows)}"
    return STRANGERS, "won", sum(scores) / len(scores), text


def _result(benchmark: str, measure: str, value: float) -> dict[str, Any]:
    return {
        "task": {"type": "reinforcement-learning", "name": "reinforcement learning"},
        "dataset": {"type": benchmark, "name": benchmark},
        "metrics": [{"type": measure, "name": _MEASURES[measure], "value": round(100 * value, 1)}],
    }


def _results(cells: Sequence[Cell], measure: str, benchmark: str) -> str:
    count = "games" if "games" in cells[0] else "seats"
    rows = []
    for players in sorted({cell[PLAYERS] for cell in cells}):
        own = [cell for cell in cells if cell[PLAYERS] == players]
        rows.append((players, f"{100 * mean(own, measure):.1f}"))
    played = sum(int(cell[count]) for cell in cells)
    return (
        f"Mean over all scenarios of the benchmark {benchmark}, {played:,} {count} in all; the "
        "leaderboard in the documentation has every scenario, intervals and other agents.\n\n"
        f"{table(['players', _MEASURES[measure]], rows)}"
    )


FILES: Final[dict[str, Text]] = {
    f"{file.parent.relative_to(ROOT).as_posix()}/README.md": partial(card, file.parent)
    for file in sorted(ROOT.glob(f"agents/*/{_ALL}/**/card.json"))
}
