"""The script `rules`: exact odds, single choices, and its strength."""

from itertools import permutations

import numpy as np
import pytest

from tablemates.agents.builders_biomes.rules_agent import RulesAgent
from tablemates.agents.builders_biomes.sight import MOST, write_odds
from tablemates.agents.facts import GameFacts
from tablemates.agents.scripts.random import RandomAgent
from tablemates.envs.builders_biomes.settings import Settings
from tablemates.envs.builders_biomes.vocabulary import Weapon
from tablemates.envs.core.game.batch import GameBatch
from tablemates.envs.core.views.agent import Batch, Situation
from tests.builders_biomes.table import Table


@pytest.fixture(scope="module")
def agent():
    return RulesAgent(GameFacts.of(Settings()))


def choice(agent, table):
    return table.game.catalogue.name(agent.act(Situation.of(table.game, 1, 0)))


@pytest.mark.parametrize(
    "pile",
    [
        {"poisonous_potato": 3, "wooden_sword": 1, "stone_sword": 1},
        {"poisonous_potato": 2, "bow": 2, "iron_sword": 2},
        {"bow": 1, "tnt": 1},
        {"bow": 2, "golden_hoe": 1, "diamond_sword": 1, "poisonous_potato": 1, "tnt": 1},
    ],
)
def test_the_odds_are_those_of_all_orders_of_the_pile(pile):
    table = Table.new().game
    hearts = table.box_record.weapon_hearts
    box = table.box_record
    tokens = [Weapon[kind.upper()].value for kind, count in pile.items() for _ in range(count)]
    sums = []
    for order in permutations(tokens):
        left, total = 3, 0
        for kind in order:
            if left:
                total += int(hearts[kind])
                left -= kind != Weapon.BOW
        sums.append(total)
    odds = np.empty(MOST + 1)
    write_odds(np.bincount(tokens, minlength=len(Weapon)).astype(np.int8), box, odds)
    assert odds == pytest.approx([np.mean(np.array(sums) >= n) for n in range(MOST + 1)])


def test_it_builds_where_it_scores_and_takes_what_it_needs(agent):
    table = Table.at(
        cells={"C3": [4, 43]},  # tundra
        seats=[{"board": 0, "supply": {"emerald": 6}}],
    )
    assert choice(agent, table) == "build nw"
    table.do("build nw")
    assert choice(agent, table) in ("space 3", "space 7")  # beside the printed tundra


def test_it_detonates_as_much_tnt_as_it_takes(agent):
    for mob, wanted in ((44, "done"), (63, "detonate 1")):
        table = Table.at(cells={"C3": [4, mob]}, seats=[{"pile": {"tnt": 2, "wooden_sword": 1}}])
        table.do("fight nw", "tnt", "tnt")
        assert choice(agent, table) == wanted


def test_its_reasons_are_those_it_acts_on_and_the_record_stays(agent):
    table = Table.new(5)
    situation = Situation.of(table.game, 1, 0)
    before = situation.public.tobytes()
    best = agent.explain(situation).candidates
    assert best[0].action == agent.act(situation)
    assert best[0].value == max(one.value for one in best)
    assert situation.public.tobytes() == before
    assert "worth" in best[0].reason


@pytest.mark.slow
def test_it_beats_random_play():
    facts, games = GameFacts.of(Settings()), 60
    agents = RulesAgent(facts), RandomAgent(facts)
    batch = GameBatch(Table.new().game, games)
    batch.set_up(np.arange(games), range(30_000, 30_000 + games), [0] * games, [2] * games)
    while (running := np.flatnonzero(batch.answers >= 0)).size:
        actions = np.full(games, -1, np.int64)
        for n, one in enumerate(agents):
            lanes = running[(batch.answers[running] + running) % 2 == n]
            keys = (batch.moves[lanes].astype(np.uint64) * 1000 + lanes.astype(np.uint64)).tolist()
            decisions = Batch(
                batch.observations[lanes], batch.masks[lanes], batch.publics[lanes], keys
            )
            if len(lanes):
                actions[lanes] = one.act_batch(decisions)
        batch.step(actions)
    returns = batch.endings(np.arange(games))["returns"]
    mine = returns[np.arange(games), np.arange(games) % 2]
    assert mine.mean() >= 0.95
