"""Learning beside partners: the best response to them, which self-play does not find."""

import numpy as np
import pytest

from tablemates.agents.errors import AgentError, PolicyError
from tablemates.agents.evaluation.agent_digests import policy_digest
from tablemates.agents.facts import GameFacts
from tablemates.agents.learn import responses
from tablemates.agents.learn.greedy_play import play_greedily
from tablemates.agents.learn.settings import TDConfig, TrainConfig
from tablemates.agents.learn.td.learner import TDLearner
from tablemates.agents.learn.train import start
from tablemates.agents.names import class_of, is_outside
from tablemates.agents.population import response_folder
from tablemates.agents.registry import find_agent
from tablemates.agents.value.champion import ResponseAgent
from tablemates.agents.value.files import WEIGHTS
from tablemates.agents.value.others import Others
from tablemates.agents.value.player import ValuePlayer
from tablemates.envs.core.errors import PartnerError
from tablemates.envs.core.views.agent import Agent, Situation
from tablemates.envs.core.views.partners import Partners
from tablemates.envs.core.views.seat_options import Pool
from tests.agents.value.conftest import agent_of
from tests.core.lanterns import DRAW, HAND, LIGHT, Lanterns, Settings

DRAWER = "tests.agents.value.test_partners:Drawer"
#: One that hands its oil on wins a lantern for a team that works together.
OPENING = 5


class Drawer(Agent):
    """Draws whenever it may, and never lights a lantern."""

    name = "drawer"

    def __init__(self, _facts=None):
        self.seen = []

    def act(self, situation):
        self.seen.append(situation)
        return DRAW


class Historian(Drawer):
    wants_history = True


class Liar(Drawer):
    def act(self, situation):
        return LIGHT


def lanterns(players=2):
    return Lanterns(Settings(players=players))


def learner(partners=None, threads=1, players=2, total=40_000, seed=0):
    config = TDConfig(
        width=16,
        hidden=16,
        games_per_batch=50,
        max_decisions=100,
        learning_rate=0.02,
        first_learning_rate=0.02,
        progress_weight=0.0,
        epsilons=(0.1,),
    )
    game = lanterns(players)
    if partners is not None:
        partners = Partners("random", partners, game.settings.player_choices, lambda _name: None)
    return TDLearner(game, config, seed, total, threads, partners)


def learned(partners=None, total=40_000):
    one = learner(partners, total=total)
    while one.timesteps < total:
        one.update()
    one.finish()
    return one


def opening(one):
    """Return what a network does first in a game, the same in every game."""
    game = lanterns()
    game.new(OPENING)
    agent = agent_of(one.average, GameFacts.of_game(game))
    return agent.act(Situation.of(game, OPENING, 0))


@pytest.mark.slow
def test_the_best_response_to_a_partner_is_not_what_self_play_learns():
    together, beside = learned(), learned(Pool([Drawer()]))
    assert opening(together) == HAND  # the other one lights
    assert opening(beside) == DRAW  # nobody lights what is handed on
    # Judged beside the same partner, the best response wins more.
    game = lanterns()
    drawer = Partners("random", Pool([Drawer()]), [2], pytest.fail)
    won, found = (
        play_greedily(game, agent_of(one.average, GameFacts.of_game(game)), drawer, 400, 100)[
            "eval/success_rate"
        ]
        for one in (beside, together)
    )
    assert won > found + 0.03  # of 400 games: 25 against 1


def test_only_own_decisions_are_learned_from_in_seats_that_change():
    partner = Drawer()
    one = learner(Pool([partner]), players=3)
    one.update()
    log, tasks, focal = one._pending.log, one._pending.tasks, one._pending.focal
    assert set(focal) == {0, 1, 2}
    limit = len(log.seats) // len(focal)
    for g, count in enumerate(log.decisions.tolist()):
        assert set(log.seats[g * limit : g * limit + count]) <= {focal[g]}
        assert (tasks.others[g, :3] > 0).sum() == 2
    assert one.timesteps == log.decisions.sum()
    assert len(partner.seen) > log.decisions.sum()
    assert (log.over == 1).all()
    # Partners see what they would see in any game, with keys of their own.
    layout = lanterns().engine.state["public"]
    assert {int(one.public.view(layout)[0]["explicit_chance"]) for one in partner.seen} == {0}
    assert all(one.mask[DRAW] == 1 and one.observation[4] == 0 for one in partner.seen)
    assert len({one.key for one in partner.seen}) == len(partner.seen)


def test_partners_sit_as_the_line_up_says():
    one, other = Drawer(), Drawer()
    for partners, wanted in (
        ([one, other], {(1, 2)}),
        (Pool([one, other], alike=True), {(1, 1), (2, 2)}),
        (Pool([one, other]), {(1, 1), (2, 2), (1, 2), (2, 1)}),
    ):
        tried = learner(partners, players=3)
        tried.update()
        others, focal = tried._pending.tasks.others, tried._pending.focal
        rows = {tuple(np.roll(row[:3], -seat)[1:]) for row, seat in zip(others, focal, strict=True)}
        assert rows == wanted


def test_threads_do_not_change_what_is_learned_beside_partners():
    one, two = (learner(Pool([Drawer()]), threads) for threads in (1, 2))
    assert [one.update() for _ in range(3)] == [two.update() for _ in range(3)]
    two.close()
    for mine, its in zip(one.weights, two.weights, strict=True):
        assert np.array_equal(mine, its)


def test_a_partner_that_cannot_play_here_is_named():
    player = ValuePlayer(GameFacts.of_game(lanterns()))
    with pytest.raises(AgentError, match="drawer asks for the history of a game"):
        Others(player, [Historian()])
    with pytest.raises(PartnerError, match="the partner 'drawer' answered 2 in a game of training"):
        learner(Pool([Liar()])).update()


# -- training runs ----------------------------------------------------------------------------


def config(run, partners=(DRAWER,), **changes):
    return TrainConfig.model_validate(
        {
            "run": run,
            "learner": "td",
            "total_timesteps": 2_000,
            "checkpoint_every": 500,
            "environment": {
                "game": "tests.core.lanterns:Lanterns",
                "scenario": {"players": 3},
                "partners": partners,
                **changes,
            },
            "evaluate_games": 10,
            "td": {"width": 8, "hidden": 8, "games_per_batch": 20},
        }
    )


@pytest.mark.slow
def test_a_run_beside_partners_goes_on_as_if_it_had_not_been_killed(tmp_path, monkeypatch):
    partners = ("random", DRAWER, "past")
    start(config(tmp_path / "run", partners, line_up="alike"), resume=False)
    killed = config(tmp_path / "killed", partners, line_up="alike")
    update = TDLearner.update

    def dies(one):
        if any((tmp_path / "killed" / "checkpoints").glob("[0-9]*")):
            update(one)  # is lost
            raise KeyboardInterrupt
        return update(one)

    monkeypatch.setattr(TDLearner, "update", dies)
    # Keys of agents from outside are hashed with the secret of the run.
    (tmp_path / "killed").mkdir()
    secret = (tmp_path / "run" / "run.secret").read_bytes()
    (tmp_path / "killed" / "run.secret").write_bytes(secret)
    with pytest.raises(KeyboardInterrupt):
        start(killed, resume=False)
    monkeypatch.undo()
    start(killed, resume=True)
    one, other = (tmp_path / name / "policy" / WEIGHTS for name in ("run", "killed"))
    assert one.read_bytes() == other.read_bytes()


@pytest.mark.parametrize(
    ("partners", "changes", "sentence"),
    [
        (None, {"line_up": "alike"}, "says where partners sit: name some"),
        (["nobody"], {}, "no agent is called 'nobody'"),
        (["population"], {}, "has no strangers; games with some"),
        (["random"], {"line_up": "fixed"}, "whose other seats need 2"),
        (["random"], {"reward": "progress"}, "td learns from returns"),
    ],
)
def test_partners_that_do_not_fit_are_refused(tmp_path, partners, changes, sentence):
    with pytest.raises(ValueError, match=sentence):
        start(config(tmp_path / "run", partners, **changes), resume=False)


@pytest.mark.slow
def test_strangers_come_from_a_file(tmp_path):
    file = tmp_path / "sealed.yaml"
    game = "tests.core.lanterns:Lanterns"
    file.write_text(f"'{game}': {{digest: x, partners: [random, 'clumsy:random:0.5']}}\n")
    start(config(tmp_path / "run", [str(file)]), resume=False)
    assert (tmp_path / "run" / "policy" / WEIGHTS).is_file()


# -- search that is told its partner --------------------------------------------------------------


@pytest.fixture(scope="module")
def network(tmp_path_factory):
    run = tmp_path_factory.mktemp("network") / "run"
    start(config(run, ["random"]), resume=False)
    return run / "policy"


@pytest.mark.slow
def test_rollouts_of_a_response_are_played_by_the_partner_itself(network):
    facts, partner = GameFacts.of_game(lanterns(3)), Drawer()
    agent = ResponseAgent("response", facts, partner, f"8@{network}", pytest.fail)
    game = lanterns(3)
    game.new(OPENING)
    record = game.record.copy()
    record.view(game.engine.state)[0]["public"]["oil"][:3] = 2  # there are several plans
    game.restore(record.tobytes())
    situation = Situation.of(game, OPENING, 0)
    first = agent.act(situation)
    assert partner.seen
    assert situation.mask[first] == 1
    state = game.engine.state["public"]
    active = {int(one.public.view(state)[0]["active"]) for one in partner.seen}
    assert active == {0, 1, 2} - {game.to_move()}
    assert agent.act(situation) == first
    assert agent.explain(situation).candidates[0].action == first


def test_a_response_is_named_by_partner_budget_and_network(network):
    facts = GameFacts.of_game(lanterns(3))
    names = [
        f"response:{one}:{budget}@{network}" for one in ("random", DRAWER) for budget in (4, 8)
    ]
    for name in names:
        assert find_agent(name, facts).name == name
        assert class_of(name, facts.game) == "search on a learned network"
    digests = [policy_digest(name, facts.game) for name in names]
    assert digests[0] == digests[1] != digests[2] == digests[3]
    assert [is_outside(name, facts.game) for name in names] == [False, False, True, True]
    for wrong, sentence in (
        (f"response:random:x@{network}", "'x' is not a search budget"),
        ("response:random:4@nowhere/else", "there is no such policy folder"),
        ("response:nobody:4", "no agent is called 'nobody'"),
        (f"response:{__name__}:Historian:4@{network}", "asks for the history"),
    ):
        with pytest.raises((AgentError, PolicyError), match=sentence):
            find_agent(wrong, facts)


# -- best responses to all strangers of a game ----------------------------------------------------


@pytest.mark.slow
def test_responses_are_trained_one_by_one_and_not_again(tmp_path, capsys):
    recipe, out = tmp_path / "recipe.yaml", tmp_path / "out"
    recipe.write_text(
        "learner: td\ntotal_timesteps: 200\n"
        "td: {width: 8, hidden: 8, games_per_batch: 20}\nevaluate_games: 10\n"
    )
    words = ["--recipe", str(recipe), "--out", str(out), "--game", "tests.core.lanterns:Lanterns"]
    words += ["--partners", "random", "clumsy:random:0.5", "--scenario", "players=2"]
    assert responses.main(words) == 0
    runs = [response_folder(out, "tests.core.lanterns:Lanterns", one) for one in words[7:9]]
    first = [(run / "policy" / WEIGHTS).stat().st_mtime_ns for run in runs]
    capsys.readouterr()
    assert responses.main(words) == 0
    assert [(run / "policy" / WEIGHTS).stat().st_mtime_ns for run in runs] == first
    assert "clumsy:random:0.5: " in capsys.readouterr().out
    for other in ([*words, "--seed", "9"], [*words[:-1], "players=3"]):
        assert responses.main(other) == 2
        assert "was started with" in capsys.readouterr().err
    assert responses.main([*words, "--total-timesteps", "400"]) == 0
    assert [(run / "policy" / WEIGHTS).stat().st_mtime_ns for run in runs] > first
