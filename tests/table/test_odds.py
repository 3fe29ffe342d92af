"""Odds and consequences against games that are played out in every way."""

from fractions import Fraction

import pytest

from tablemates.agents.facts import GameFacts
from tablemates.agents.portal_dash.planner.agent import PlannerAgent
from tablemates.envs.core.agent import Situation
from tablemates.envs.core.answers import CHANCE
from tablemates.envs.portal_dash.game import PortalDash
from tablemates.envs.portal_dash.rules.vocabulary import Decision
from tablemates.envs.portal_dash.settings import Settings
from tablemates.table.game import TableGame
from tablemates.table.lookahead import Sandbox
from tablemates.table.server.states import choices_with_consequences
from tests.portal_dash.rules.table import PARTS


def outcomes(game, record):
    """Return the chance that a fight under way ends with the mob's defeat, all dice kept."""
    game.restore(record)
    if game.to_move() != CHANCE or not game.public.fight_mob >= 0:
        events = [event["event"] for event in game.events()]
        return Fraction("mob_defeated" in events)
    total = Fraction(0)
    values, chances = game.chance_outcomes()
    for value, chance in zip(values.tolist(), chances.tolist(), strict=True):
        game.restore(record)
        game.step(value)
        share = Fraction(chance).limit_denominator(1000)
        if game.public.decision == Decision.REROLL:
            game.step(game.catalogue.parse("count 0"))
        events = [event["event"] for event in game.events()]
        if "fight_ended" in events:
            total += share * ("mob_defeated" in events)
        else:
            total += share * outcomes(game, game.save())
    return total


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_the_odds_of_a_fight_are_those_of_all_its_dice(seed):
    settings = Settings(level=1, players=2, components=PARTS)
    table = TableGame.begin(settings, seed)
    sandbox = Sandbox(settings)
    planner = PlannerAgent(GameFacts.of(settings))
    trial = PortalDash(Settings(level=1, players=2, components=PARTS, chance="explicit"))
    checked = 0
    while not table.over and checked < 4:
        for choice in choices_with_consequences(table.game, sandbox):
            odds = choice["odds"]
            if odds is None or choice["kind"] not in ("slot", "space") or odds["dice"] > 4:
                continue
            trial.restore(sandbox.certain(table.game.save()).save())
            trial.step(choice["action"])
            if trial.public.rerolls_left:
                continue  # whoever may roll again fares better than one who keeps all
            assert float(outcomes(trial, trial.save())) == pytest.approx(odds["defeat"], abs=1e-3)
            checked += 1
        table.take(int(planner.act(Situation.of(table.game, table.seed, table.moves))))
    assert checked
