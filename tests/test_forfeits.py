"""An illegal action that ends the game ends it everywhere: in every game, view and decision."""

import importlib

import numpy as np
import pytest

from tablemates.envs.core.engine.codes import CHANCE, OVER
from tablemates.envs.core.history.replay import Replay
from tablemates.envs.registry import GAMES, new_game
from tests.walks import kind_of, kinds_met

PLAYERS = 3


def view_of(key, view, **options):
    """Return a view of a game that an illegal action ends."""
    make = getattr(importlib.import_module(GAMES[key].module), view)
    return make(**{"players": PLAYERS, "illegal_action": "end", **options})


def illegal(mask):
    """Return the last number that is not legal."""
    return int(np.flatnonzero(mask == 0)[-1])


def check_end(game, ending, offender):
    """Check how a forfeited game ended."""
    assert ending["cause"] == "illegal_action"
    if game.co_operative:
        assert ending["outcome"] == "lost"
        assert ending["returns"][:PLAYERS].tolist() == [0.0] * PLAYERS
    else:
        assert ending["returns"][offender] == 0.0
        assert ending["returns"].sum() == 1.0


def check_over(view, offender):
    """Check that a view of one game is over, and stays so as a value."""
    game = view._game
    check_end(game, game.ending(), offender)
    assert game.to_move() == OVER
    assert view.legal_actions() == []
    assert view.events, "what happened is told"
    again = new_game(game.settings)
    replay = Replay.from_json(view.replay().to_json())
    *_, answer = replay.play(again)
    assert (answer, again.save()) == (OVER, game.save()), "the replay is that of the game"
    before = game.save()
    view.restore(view.save())
    assert game.save() == before
    assert view.legal_actions() == []
    view.load_position(view.dump_position())
    assert game.save() == before
    assert view.legal_actions() == []


@pytest.fixture(scope="module", params=GAMES)
def key(request):
    return request.param


@pytest.fixture(scope="module", params=["sampled", "explicit"])
def decisions(request, key):
    """A saved game for every kind of decision that was met, and who decides there."""
    walked = view_of(key, "gym_env", chance=request.param, illegal_action="raise")
    return request.param, [(walked.save(), walked._seat) for _ in kinds_met(walked, range(4))]


@pytest.mark.slow
def test_one_controller(key, decisions):
    chance, saved = decisions
    env = view_of(key, "gym_env", chance=chance)
    asked = [(one, seat) for one, seat in saved if seat != CHANCE]
    assert len(asked) >= 5
    for one, seat in asked:
        env.restore(one)
        _, reward, terminated, truncated, info = env.step(illegal(env.action_masks()))
        assert (reward, terminated, truncated, info["illegal"]) == (0.0, True, False, True)
        assert np.flatnonzero(info["action_mask"]).tolist() == [0]
        check_end(env._game, info, seat)
        check_over(env, seat)


@pytest.mark.slow
def test_agents_one_at_a_time(key, decisions):
    chance, saved = decisions
    env = view_of(key, "env", chance=chance)
    for one, seat in saved:
        if seat == CHANCE:
            continue
        env.restore(one)
        env.step(illegal(env.last()[4]["action_mask"]))
        assert all(env.terminations.values())
        assert not any(env.truncations.values())
        for agent in env.agents:
            check_end(env._game, env.infos[agent], seat)
        check_over(env, seat)
        for _ in env.agent_iter():
            env.step(None)
        assert env.agents == []


@pytest.mark.slow
@pytest.mark.parametrize("who_decides", [True, False], ids=["decider", "waiting"])
def test_all_agents_in_every_step(key, decisions, who_decides):
    chance, saved = decisions
    env = view_of(key, "parallel_env", chance=chance)
    for one, seat in saved:
        if seat == CHANCE and who_decides:
            continue
        env.restore(one)
        offender = seat if who_decides else (max(seat, 0) + 1) % PLAYERS
        actions = dict.fromkeys(env.agents, 0)
        name = "chance_0" if seat == CHANCE else f"player_{seat}"
        actions[name] = env.legal_actions()[0]
        # Who waits can only wait.
        actions[f"player_{offender}"] = illegal(env._mask) if who_decides else 1
        _, _, terminated, truncated, infos = env.step(actions)
        assert all(terminated.values())
        assert not any(truncated.values())
        assert env.agents == []
        for info in infos.values():
            check_end(env._game, info, offender)
        check_over(env, offender)


@pytest.mark.slow
def test_one_seat_with_partners(key, decisions):
    chance, saved = decisions
    if chance == "explicit":
        pytest.skip("one seat has no explicit chance")
    for seat in range(PLAYERS):
        env = view_of(key, "gym_env", seat=seat, partners=["random"] * (PLAYERS - 1))
        for one, decider in saved:
            if decider != seat:
                continue
            env.restore(one)
            _, reward, terminated, truncated, info = env.step(illegal(env.action_masks()))
            assert (reward, terminated, truncated) == (0.0, True, False)
            assert (info["illegal"], info["seat"]) == (True, seat)
            check_end(env._game, info, seat)
            check_over(env, seat)


@pytest.mark.slow
@pytest.mark.parametrize("seat", [None, 0])
@pytest.mark.parametrize("mode", ["NextStep", "SameStep", "Disabled"])
def test_many_games(key, mode, seat):
    partners = {} if seat is None else {"seat": seat, "partners": ["random"] * (PLAYERS - 1)}
    env = view_of(key, "vector_env", num_envs=8, autoreset_mode=mode, **partners)
    env.reset(seed=0)
    rng, met, batch = np.random.default_rng(0), set(), env._batch
    for _ in range(300):
        masks, seats = env.action_masks(), env.seats.copy()
        actions = np.array([rng.choice(np.flatnonzero(mask)) for mask in masks])
        offends = np.zeros(8, bool)
        for lane in np.flatnonzero(seats != OVER):
            kind = kind_of(batch.game, batch.record(lane))
            if kind not in met:
                met.add(kind)
                offends[lane], actions[lane] = True, illegal(masks[lane])
        _, rewards, terminated, truncated, info = env.step(actions)
        assert terminated[offends].all()
        assert not truncated.any()
        assert not rewards[offends].any()
        ended = info.get("final_info", info)
        for lane in np.flatnonzero(offends):
            assert ended["illegal"][lane]
            check_end(batch.game, {name: ended[name][lane] for name in ended}, seats[lane])
        if mode == "Disabled" and (terminated | truncated).any():
            env.reset(options={"reset_mask": terminated | truncated})
    assert len(met) >= 5
