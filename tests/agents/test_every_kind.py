"""Every kind of agent plays every game with every number of players, and none forfeits."""

import importlib
import pickle
import shlex
import shutil
import sys
from pathlib import Path

import numpy as np
import pytest

from tablemates.agents.evaluation.runner import play
from tablemates.agents.facts import GameFacts
from tablemates.agents.names import names_of
from tablemates.agents.outside.program import ProgramAgent
from tablemates.agents.registry import find_agent
from tablemates.envs.core.views.agent import Situation
from tablemates.envs.registry import GAMES, find_game, new_game
from tablemates.table.session.game import TableGame
from tablemates.table.session.partners import act, make_agent
from tests.agents.conftest import write_random_policy
from tests.agents.evaluated import BOTS, plan_of, scenario_of

ROOT = Path(__file__).resolve().parents[2]
LINE_BOT = (
    f"cmd:{shlex.join([sys.executable, '-S', '-E', str(ROOT / 'docs/examples/line_bot.py')])}"
)
FIRST = f"{BOTS}:First"
DECISIONS = 12


def seats_of(game, least=1):
    return [count for count in find_game(game).settings_type.seats if count >= least]


def evaluate(game, *agents, least=1):
    """Play a few turns in an evaluation."""
    scenario = scenario_of(game, seats_of(game, least))
    rows = play(plan_of(game=game, scenario=scenario, agents=agents, games=1, max_turns=2))
    assert {len(row.agents) for row in rows} == {*seats_of(game, least)}
    assert [row.forfeit for row in rows] == [None] * len(rows)


def policy(game, folder):
    write_random_policy(folder / "policy", GameFacts.of(find_game(game).settings_type()))
    evaluate(game, str(folder / "policy"), f"{folder / 'policy'}:sample")


def model(game, folder):
    """A model of Stable-Baselines3 that has learned nothing."""
    ppo = pytest.importorskip("sb3_contrib").MaskablePPO
    example = importlib.import_module("docs.examples.sb3_model")
    env = importlib.import_module(GAMES[game].module).gym_env()
    ppo("MlpPolicy", env, n_steps=8, policy_kwargs={"net_arch": [8]}).save(folder / "model")
    with pytest.MonkeyPatch.context() as context:
        context.setattr(example, "FILE", folder / "model.zip")
        evaluate(game, "docs.examples.sb3_model:Model")


def partners(game, _folder):
    """A script, a factory and a program at the other seats of an environment."""
    gym_env = importlib.import_module(GAMES[game].module).gym_env
    for players in seats_of(game, 2):
        for spec in ("rules", FIRST, LINE_BOT):
            env = gym_env(players=players, seat=0, partners=[spec] * (players - 1))
            _, info = env.reset(seed=players)
            for _ in range(DECISIONS):
                *_, over, _, info = env.step(int(np.flatnonzero(info["action_mask"])[0]))
                if over:
                    break
            env.close()


def at_the_table(game, _folder):
    for players in seats_of(game):
        settings = find_game(game).settings_type(players=players)
        bots = [make_agent(spec, settings) for spec in ("rules", FIRST, LINE_BOT)]
        table = TableGame.begin(settings, seed=players)
        for n in range(DECISIONS):
            situation = Situation.of(table.game, table.seed, table.moves)
            table.take(act(bots[n % len(bots)], situation))
        for bot in bots:
            bot.close()


KINDS = {
    "script": lambda game, _: evaluate(game, "rules", "random"),
    "network": lambda game, _: evaluate(game, "value"),
    "policy": policy,
    "search": lambda game, _: evaluate(game, "rollout:1", "mcts:1", "turn:2", "champion:1"),
    "factory": lambda game, _: evaluate(game, FIRST),
    "program": lambda game, _: evaluate(game, LINE_BOT),
    "model": model,
    "team": lambda game, _: evaluate(game, f"rules+{FIRST}", f"random+{LINE_BOT}", least=2),
    "partner": partners,
    "table bot": at_the_table,
}
SLOW = ("search", "model", "team", "partner", "table bot", "program", "policy")


@pytest.mark.parametrize(
    "kind", [pytest.param(one, marks=[pytest.mark.slow] * (one in SLOW)) for one in KINDS]
)
@pytest.mark.parametrize("game", GAMES)
def test_every_kind_of_agent_plays(game, kind, tmp_path):
    KINDS[kind](game, tmp_path)


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_a_program_is_asked_about_what_everybody_sees(game):
    """The hidden part is neither told nor needed: only the public part is handed over."""
    for players in seats_of(game):
        seen = new_game(find_game(game).settings_type(players=players))
        agent = ProgramAgent("bot", shlex.quote(sys.executable), GameFacts.of_game(seen), 1.0)
        rng = np.random.default_rng(players)
        seat, n = seen.new(players), 0
        while seat >= 0 and n < 60:
            asked = agent.question(Situation.of(seen, players, n))
            assert asked.snapshot == seen.snapshot()
            assert asked.decision == seen.decision()
            assert [one.action for one in asked.choices] == list(seen.legal)
            for one in asked.choices:  # and what tells two choices of the same words apart
                assert one.text.startswith(seen.describe(one.action))
            assert len({one.text for one in asked.choices}) == len(seen.legal)
            kept = seen.save()
            seen.record[seen.public_record.size :] = 0  # as hidden as can be
            assert seen.snapshot() == asked.snapshot
            seen.restore(kept)
            seat, n = seen.step(int(rng.choice(seen.legal))), n + 1


# -- copies -----------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("spec", ["scripts", FIRST, LINE_BOT])
def test_a_pickled_agent_answers_as_before(game, spec):
    settings = find_game(game).settings_type(players=2)
    facts, seen = GameFacts.of(settings), new_game(settings)
    seen.new(1)
    decision = Situation.of(seen, 1, 0)
    names = [name.partition(":")[0] for name in names_of(game)] if spec == "scripts" else [spec]
    for name in names:
        agent = find_agent(name, facts)
        again = pickle.loads(pickle.dumps(agent))
        assert (type(again), again.name) == (type(agent), agent.name)
        if name not in ("champion", "rollout", "mcts"):  # a second each
            assert again.act(decision) == agent.act(decision)
        for one in (agent, again):
            one.close()


@pytest.mark.parametrize("game", GAMES)
def test_pickled_facts_have_the_parts_that_they_were_made_of(game, tmp_path):
    kind = find_game(game)
    if kind.parts_file.is_dir():
        own = shutil.copytree(kind.parts_file, tmp_path / "own")
    else:
        own = shutil.copy(kind.parts_file, tmp_path / "own.yaml")
    facts = GameFacts.of(kind.settings_type(components=own))
    kept = pickle.dumps(facts)
    shutil.rmtree(own) if own.is_dir() else own.unlink()
    assert pickle.loads(kept).hashes == facts.hashes


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("partner", ["rules", "value", FIRST, f"{BOTS}:Wild"])
def test_a_pickled_environment_goes_on_with_its_partners(game, partner):
    module = importlib.import_module(GAMES[game].module)
    rng = np.random.default_rng(0)

    def drawn(info):
        return int(rng.choice(np.flatnonzero(info["action_mask"])))

    env = module.gym_env(players=2, seat=0, partners=[partner])
    _, info = env.reset(seed=3)
    for _ in range(3):
        *_, info = env.step(drawn(info))
    again = pickle.loads(pickle.dumps(env))
    for _ in range(5):
        action = drawn(info)
        seen, _, over, _, info = env.step(action)
        same, _, finished, _, _ = again.step(action)
        assert (seen == same).all()
        assert over == finished
        if over:  # a partner that plays at random may lose the game this early
            break
    lanes = module.vector_env(2, players=2, seat=0, partners=[partner])
    _, info = lanes.reset(seed=3)
    others = pickle.loads(pickle.dumps(lanes))
    for _ in range(5):
        actions = info["action_mask"].argmax(axis=1)
        seen, *_, info = lanes.step(actions)
        assert (seen == others.step(actions)[0]).all()
