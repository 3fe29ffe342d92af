"""The evaluation of checkpoints: who sits where, and which of them is kept as the best."""

import json

import numpy as np
import pytest

from tablemates.agents.facts import GameFacts
from tablemates.agents.learn.greedy_play import EVALUATION, keep_best, play_greedily
from tablemates.agents.registry import find_agent
from tablemates.envs.core.views.partners import Partners
from tablemates.envs.registry import new_game
from tests.core.dice_race import Settings
from tests.core.players import Player

PIPS_THAT_RACE = 12


def test_without_partners_the_agent_plays_every_seat():
    game = new_game(Settings(players=[2, 3]))
    numbers = play_greedily(game, Player(pips=PIPS_THAT_RACE), None, 40, 50)
    shares = [numbers[f"eval_success_rate/players-{n}"] for n in (2, 3)]
    assert numbers["eval/success_rate"] == pytest.approx(np.mean(shares))
    assert 0.0 < numbers["eval/success_rate"] < 1.0  # the first seat alone wins


def test_beside_partners_it_sits_in_every_seat_in_turn():
    game = new_game(Settings(players=2))
    strong, weak = Player(pips=PIPS_THAT_RACE), find_agent("random", GameFacts.of_game(game))
    won = []
    for agent, other in ((strong, weak), (weak, strong)):
        partners = Partners("random", [other], [2], pytest.fail)
        won.append(play_greedily(game, agent, partners, 200, 50)["eval/success_rate"])
    assert won[0] > 0.5 > won[1]
    assert sum(won) == pytest.approx(1.0, abs=0.1)


def checkpoint(folder, steps, won, progress):
    policy = folder / f"{steps:012d}" / "policy"
    policy.mkdir(parents=True)
    (policy / "card.json").write_text(str(steps))
    content = {"eval/success_rate": won, "eval/progress": progress}
    (policy.parent / EVALUATION).write_text(json.dumps(content))


def test_the_checkpoint_that_won_most_is_kept(tmp_path):
    checkpoints, best = tmp_path / "checkpoints", tmp_path / "best"
    checkpoint(checkpoints, 100, 0.5, 0.7)
    keep_best(checkpoints, best)
    checkpoint(checkpoints, 200, 0.7, 0.6)
    checkpoint(checkpoints, 300, 0.7, 0.8)
    (checkpoints / f"{350:012d}" / "policy").mkdir(parents=True)  # stopped before its evaluation
    checkpoint(checkpoints, 400, 0.6, 0.9)
    keep_best(checkpoints, best)
    assert (best / "card.json").read_text() == "300"
    assert json.loads((best / EVALUATION).read_text())["eval/progress"] == 0.8
    assert sorted(one.name for one in tmp_path.iterdir()) == ["best", "checkpoints"]
