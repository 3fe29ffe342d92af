"""The value network that comes with Portal Dash."""

import numpy as np
import pytest

from tablemates.agents.facts import GameFacts
from tablemates.agents.portal_dash import AGENTS
from tablemates.agents.registry import find_agent
from tablemates.agents.value.player import ValuePlayer
from tablemates.envs.portal_dash.game import PortalDash
from tablemates.envs.portal_dash.settings import Settings
from tests.portal_dash.deciding import played, situation

LIMIT = 5_000_000  # bytes


def test_its_files_are_small_and_made_for_these_rules(facts):
    folder = AGENTS.policies["value"]
    assert sum(file.stat().st_size for file in folder.iterdir()) < LIMIT
    notices = []
    card = find_agent("value", facts, notices.append).card
    assert notices == []
    assert card.interface == facts.hashes["interface"]
    assert set(card.scenarios) == {
        f"level-{n}-players-{m}" for n in range(1, 6) for m in range(1, 5)
    }


@pytest.mark.slow
@pytest.mark.parametrize(("level", "players", "least"), [(1, 2, 0.85), (5, 4, 0.4)])
def test_it_wins_without_script_and_search(level, players, least):
    """Weights read wrongly, or an engine that plays otherwise, lose nearly every game."""
    game = PortalDash(Settings(level=level, players=players))
    facts, games = GameFacts.of_game(game), 100
    agent, player = find_agent("value", facts), ValuePlayer(facts, game.scenarios)
    tasks, log = player.new_tasks(games), player.new_log(games, 800)
    tasks.seeds[:], tasks.players[:] = np.arange(games), players
    records = np.zeros((games, player.record_size), np.uint8)
    player.play(agent.weights, records, tasks, log, player.new_choices(), 0.1, (0, games))
    assert log.ends[:, 0, 0].mean() > least


@pytest.mark.slow
def test_its_chance_of_winning_rises_in_games_that_it_wins(facts):
    agent = find_agent("value", facts)
    chances = [
        agent.explain(situation(game, key)).candidates[0].value
        for game, key in played(Settings(level=1, players=2), 3, agent)
    ]
    assert chances[-1] > 0.95
    assert np.mean(chances[-20:]) > np.mean(chances[:20])
