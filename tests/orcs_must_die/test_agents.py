"""Agents in games of two teams, with bosses and with choices."""

import pytest

from tablemates.agents.evaluation.plan import Plan
from tablemates.agents.facts import GameFacts
from tablemates.agents.registry import find_agent
from tablemates.agents.value.agent import shipped
from tablemates.agents.value.files import network_in
from tablemates.envs.core.engine.codes import CHANCE, OVER
from tablemates.envs.core.views.agent import Situation
from tablemates.envs.orcs_must_die.game import OrcsMustDie
from tablemates.envs.orcs_must_die.settings import Settings

MODES = {
    "rivalry": {"rivalry": "on", "players": 2, "boss_stage_2": "fire_lord"},
    "vote": {"rivalry": "on", "players": 6, "consent": "vote", "swaps": "2 lava_lake"},
    "bosses": {"players": 2, "boss_stage_2": "swiftyhooves", "boss_end": "hero:ivy"},
    "full": {"players": 3, "choices": "full", "heroes": "all", "first_lord": "agreed"},
    "unchained": {"players": 1, "edition": "unchained", "swaps": "3 trapdoor"},
}


@pytest.mark.slow
@pytest.mark.parametrize("name", ["rules", "value", "turn", "champion:8"])
@pytest.mark.parametrize("mode", MODES)
def test_every_agent_plays_every_mode_and_says_why(name, mode):
    game = OrcsMustDie(Settings(**MODES[mode]))
    agent = find_agent(name, GameFacts.of_game(game), lambda _: None)
    answer, asked = game.new(3), 0
    while answer != OVER and asked < 40:
        if answer == CHANCE:
            answer = game.step(int(game.legal[0]))
            continue
        situation = Situation.of(game, 0, 0)
        action = agent.act(situation)
        assert action in game.legal
        if asked % 10 == 0 and (said := agent.explain(situation)) is not None:
            assert {one.action for one in said.candidates} <= {*game.legal}
        answer, asked = game.step(action), asked + 1
    assert asked > 20


@pytest.mark.rule("RIV-24")
def test_two_teams_are_evaluated_against_each_other():
    """The same agents are a team in one and opponents in the other."""
    rest = {"game": "orcs_must_die", "agents": ["random", "rules"], "games": 1}
    one = Plan(scenario={"players": 2}, **rest)
    two = Plan(scenario={"players": 2, "rivalry": "on"}, **rest)
    assert (one.co_operative, one.least_return) == (True, 0.0)
    assert (two.co_operative, two.least_return) == (False, -1.0)
    assert one.line_ups(2) == [("random",), ("rules",)]
    assert two.line_ups(2) == [("random", "rules")]


@pytest.mark.slow
def test_two_teams_are_judged_by_a_network_of_their_own():
    """It says of one position what it is worth to either team."""
    facts = GameFacts.of_game(OrcsMustDie(Settings(players=2, rivalry="on")))
    assert network_in(shipped("orcs_must_die"), facts).name == "rivalry"
    game = OrcsMustDie(Settings(players=2, rivalry="on", first_player=0))
    agent = find_agent("value", facts, pytest.fail)
    game.new(3)
    _, values = agent.judge(Situation.of(game, 0, 0))
    own, other = values[0, :2]
    assert own != 0.5 != other
    assert abs(own + other - 1.0) < 0.25
    size = sum(file.stat().st_size for file in shipped("orcs_must_die").rglob("*.safetensors"))
    assert size < 5_000_000
