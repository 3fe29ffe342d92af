"""The games in OpenSpiel: OpenSpiel's own tests, its bots, and Shimmy beside our AEC view.

What does not fit: the tests that walk a whole game tree (nobody has room for these), and the
bot in C++, which crashes with any game written in Python (OpenSpiel 2.0.2, its own tic-tac-toe
too).
"""

import pickle
import unittest
import warnings

import numpy as np
import pytest

pyspiel = pytest.importorskip("pyspiel", reason="pip install 'tablemates[spiel]'")
pytest.importorskip("shimmy", reason="pip install 'tablemates[spiel]'")


import tablemates.envs.spiel  # noqa: E402, F401 - registers the games
from tablemates.envs.core.errors import GameError, IllegalActionError  # noqa: E402
from tablemates.envs.registry import GAMES  # noqa: E402

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # those of other games in the wheel, imported with these
    from open_spiel.integration_tests import api_test

CASES = [(game, "explicit") for game in GAMES] + [(next(iter(GAMES)), "sampled")]


@pytest.fixture(params=CASES, ids="-".join)
def game(request):
    name, chance = request.param
    return pyspiel.load_game(name, {"players": 2, "chance": chance})


def seen(state, seat):
    """Return all four things that a player can ask for."""
    return (
        state.observation_string(seat),
        state.observation_tensor(seat),
        state.information_state_string(seat),
        state.information_state_tensor(seat),
    )


def played(game, moves, seed=0):
    """Return a state after that many random moves, chance's among them."""
    rng = np.random.default_rng(seed)
    state = game.new_initial_state()
    for _ in range(moves):
        state.apply_action(int(rng.choice(state.legal_actions())))
    return state


# -- OpenSpiel's own tests and bots ----------------------------------------------------------


@pytest.mark.slow
def test_simulation(game):
    """OpenSpiel plays a game; what is hidden changes nothing that a player sees."""
    states, rng = 0, np.random.default_rng(0)

    def check(state):
        nonlocal states
        states += 1
        moment = state.moment
        if moment is None or states % 10:
            return
        assert state.returns() == moment.returns
        assert state.legal_actions() == list(moment.legal)
        other = state.resample_from_infostate(0, rng.random)
        seats = range(state.num_players())
        assert [seen(other, seat) for seat in seats] == [seen(state, seat) for seat in seats]

    pyspiel.random_sim_test(
        game, 1, serialize=True, verbose=False, mask_test=True, state_checker_fn=check
    )
    assert states > 10


@pytest.mark.slow
def test_the_cases_of_the_api_test(game):
    attributes = {"game": game, "game_name": game.get_type().short_name}
    case = type("Api", (api_test.EnforceAPIOnPartialTreeBase,), attributes)
    result = unittest.TestResult()
    unittest.defaultTestLoader.loadTestsFromTestCase(case).run(result)
    assert result.testsRun >= 5
    assert result.failures + result.errors == []


# -- our own promises ---------------------------------------------------------------------------


def test_a_state_is_serialised_as_a_saved_game(game):
    state = played(game, 12)
    text = pyspiel.serialize_game_and_state(state.get_game(), state)
    _, again = pyspiel.deserialize_game_and_state(text)
    assert again.moment.record == state.moment.record
    assert again.history() == state.history()
    assert seen(again, 1) == seen(state, 1)
    damaged = state.moment.moments.save(state.moment)[:-1] + b"?"
    with pytest.raises(GameError, match="damaged"):
        state.moment.moments.restore(damaged)
    assert pickle.loads(pickle.dumps(state)).moment.record == state.moment.record


@pytest.mark.parametrize("name", GAMES)
def test_players_are_told_nothing_of_what_is_hidden_and_the_state_itself_tells_it(name):
    """Two games of which the players see the same, with other things hidden."""
    game = pyspiel.load_game(name, {"players": 2, "chance": "sampled"})
    rng, alike, apart = np.random.default_rng(0), 0, 0
    state = played(game, 1)
    moments, first = state.moment.moments, state.moment.record
    told = moments.game.events
    while not state.is_terminal() and alike < 40:
        other = state.resample_from_infostate(0, rng.random)
        apart += str(other) != str(state)
        action = int(rng.choice(state.legal_actions()))
        events = []
        for one in (state, other):
            one.apply_action(action)
            events.append(told())
        tables = [one.observation_string(0) for one in (state, other)]
        if events[0] == events[1] and tables[0] == tables[1]:  # nothing hidden has come out
            alike += 1
            for seat in range(2):
                assert seen(other, seat) == seen(state, seat)
    assert min(alike, apart) >= 20, "what the page warns of"
    assert moments.begin(game.seeds[state.history()[0]]).record == first, "so does the history"


def test_an_illegal_action_is_refused(game):
    state = played(game, 9)
    before = str(state)
    illegal = next(n for n in range(99) if n not in state.legal_actions())
    with pytest.raises(IllegalActionError, match="is not"):
        state.apply_action(illegal)
    assert str(state) == before
