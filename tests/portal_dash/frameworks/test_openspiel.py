"""The game in OpenSpiel: OpenSpiel's own tests, its bots, and Shimmy beside our AEC view.

What does not fit: the tests that walk a whole game tree (nobody has room for this one), and the
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


import tablemates.envs.portal_dash.spiel  # noqa: E402, F401 - registers the game
from tablemates.envs.core.errors import GameError, IllegalActionError  # noqa: E402
from tests.portal_dash.frameworks.samples import sample  # noqa: E402

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # those of other games in the wheel, imported with these
    from open_spiel.integration_tests import api_test


def parameters(level, players, chance):
    edition = "fr" if (level + players) % 2 else "en"
    return {"level": level, "players": players, "edition": edition, "chance": chance}


EXPLICIT, SAMPLED = parameters(1, 2, "explicit"), parameters(3, 2, "sampled")
MODES = pytest.mark.parametrize("given", [EXPLICIT, SAMPLED], ids=["explicit", "sampled"])


def load(**given):
    return pyspiel.load_game("portal_dash", given)


def seen(state, seat):
    """Return all four things that a player can ask for."""
    return (
        state.observation_string(seat),
        state.observation_tensor(seat),
        state.information_state_string(seat),
        state.information_state_tensor(seat),
    )


def played(given, moves, seed=0):
    """Return a state after so many random moves, chance's among them."""
    rng = np.random.default_rng(seed)
    state = load(**given).new_initial_state()
    for _ in range(moves):
        state.apply_action(int(rng.choice(state.legal_actions())))
    return state


# -- OpenSpiel's own tests and bots ----------------------------------------------------------


@pytest.mark.slow
@MODES
def test_simulation(given):
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
        load(**given), 1, serialize=True, verbose=False, mask_test=True, state_checker_fn=check
    )
    assert states > 10


@pytest.mark.slow
@MODES
def test_the_cases_of_the_api_test(given):
    game = load(**given)
    attributes = {"game": game, "game_name": game.get_type().short_name}
    case = type("Api", (api_test.EnforceAPIOnPartialTreeBase,), attributes)
    result = unittest.TestResult()
    unittest.defaultTestLoader.loadTestsFromTestCase(case).run(result)
    assert result.testsRun >= 5
    assert result.failures + result.errors == []


# -- our own promises ---------------------------------------------------------------------------


@MODES
def test_a_state_is_serialised_as_a_saved_game(given):
    state = played(given, 12)
    text = pyspiel.serialize_game_and_state(state.get_game(), state)
    _, again = pyspiel.deserialize_game_and_state(text)
    assert again.moment.record == state.moment.record
    assert again.history() == state.history()
    assert seen(again, 1) == seen(state, 1)
    damaged = state.moment.moments.save(state.moment)[:-1] + b"?"
    with pytest.raises(GameError, match="damaged"):
        state.moment.moments.restore(damaged)
    assert pickle.loads(pickle.dumps(state)).moment.record == state.moment.record


def test_an_illegal_action_is_refused():
    state = played(EXPLICIT, 9)
    before = str(state)
    with pytest.raises(IllegalActionError, match="is not"):
        state.apply_action(0)
    assert str(state) == before


def test_the_sample_of_the_page_runs(capsys):
    exec(sample("frameworks.md", "OpenSpiel"), {})
    assert capsys.readouterr().out == "[0.0, 0.0, 0.0, 0.0]\n"
