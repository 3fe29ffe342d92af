"""Greedy play of a policy while it is trained: the evaluation of every checkpoint.

The games begin at the true start, with tuning seeds, all scenarios equally often; the evaluation
seeds stay unseen until ``evaluate.py``.
"""

from __future__ import annotations

import json
import shutil
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path
from statistics import fmean
from typing import Any, Final

import numpy as np

from tablemates.agents.arena import AgentPlayer, play
from tablemates.agents.games import Observer, Played, Start
from tablemates.agents.output.folders import write_whole
from tablemates.envs.core.game.batch import GameBatch
from tablemates.envs.core.game.game import Game
from tablemates.envs.core.game.seeds import seed_for
from tablemates.envs.core.views.agent import Agent
from tablemates.envs.core.views.partners import FOCAL, Partners

#: File of a checkpoint with the numbers of its evaluation.
EVALUATION: Final = "evaluation.json"
#: How tags begin of the shares of games won in each scenario.
SCENARIO_WON: Final = "eval_success_rate/"


class _Results(Observer):
    def __init__(self) -> None:
        self.games: list[Played] = []

    def end(self, games: Sequence[Played]) -> None:
        self.games.extend(games)


def play_greedily(
    game: Game, agent: Agent, partners: Partners | None, games: int, max_turns: int
) -> dict[str, float]:
    """Play games and return numbers for the log, by tag.

    Args:
        game: The game, with the scenarios to play.
        agent: Who is evaluated.
        partners: Who has the other seats; None: the agent plays every seat.
        games: Number of games.
        max_turns: Games with more turns are cut, and not won.

    Returns:
        The share of games won and the mean progress of the evaluated seat, with several
        scenarios also the shares of games won in each. In competitive games without partners
        the seat is the first one.
    """
    scenarios, starts = game.settings.scenarios(), []
    for n in range(games):
        scenario = scenarios[n % len(scenarios)]
        seat, seating = 0, [0] * scenario.players
        if partners is not None:
            line_up = partners.draw(scenario.players, np.random.default_rng([n]))
            seat = line_up.seat
            seating = [one + 1 if one != FOCAL else 0 for one in line_up.by_seat(scenario.players)]
        starts.append(Start(seed_for("tune", n), scenario.choice, seating, (scenario.name, seat)))
    results = _Results()
    others = () if partners is None else partners.agents
    players = [AgentPlayer(one.name, one) for one in (agent, *others)]
    waiting = iter([starts])
    play(GameBatch(game, games), players, lambda _live: next(waiting, []), [results], max_turns)
    won: dict[str, list[bool]] = defaultdict(list)
    progress: list[float] = []
    for one in results.games:
        name, seat = one.start.task
        won[name].append(one.over and bool(one.ending["returns"][seat] >= 1.0))
        reached = np.asarray(one.ending["progress"])
        progress.append(float(reached[seat] if reached.ndim else reached))
    numbers = {
        "eval/success_rate": fmean(x for part in won.values() for x in part),
        "eval/progress": fmean(progress),
    }
    if len(won) > 1:
        numbers |= {f"{SCENARIO_WON}{name}": fmean(part) for name, part in won.items()}
    return numbers


def keep_best(checkpoints: Path, best: Path) -> None:
    """Copy the policy of the checkpoint that won most games in its evaluation.

    Of those that won as many, the one with more progress counts, then the later one.

    Args:
        checkpoints: Their folders, in each ``policy``, and ``EVALUATION`` where it was evaluated.
        best: Folder for the copy, which also says in ``EVALUATION`` what it is a copy of.
    """

    def merit(numbers: dict[str, Any]) -> tuple[float, float]:
        return numbers["eval/success_rate"], numbers["eval/progress"]

    known = [
        (merit(json.loads(file.read_text())), file.parent)
        for file in sorted(checkpoints.glob(f"[0-9]*/{EVALUATION}"))
    ]
    chosen = max(known, key=lambda one: (one[0], one[1].name))[1]
    unfinished, replaced = best.with_name(".new_best"), best.with_name(".old_best")
    for folder in (unfinished, replaced):
        shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(chosen / "policy", unfinished)
    shutil.copy(chosen / EVALUATION, unfinished / EVALUATION)
    if best.exists():
        best.rename(replaced)
    unfinished.rename(best)
    shutil.rmtree(replaced, ignore_errors=True)


def write_evaluation(folder: Path, steps: int, games: int, numbers: dict[str, float]) -> None:
    """Write the numbers of an evaluation beside the policy that they are of."""
    content = {"steps": steps, "games": games} | numbers
    write_whole(folder / EVALUATION, json.dumps(content, indent=2) + "\n")
