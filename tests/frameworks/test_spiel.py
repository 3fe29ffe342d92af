"""The game of OpenSpiel: its own tests, its bots, Shimmy beside our view; and planted faults."""

import pickle
import subprocess
import sys

import numpy as np
import pytest

pyspiel = pytest.importorskip("pyspiel", reason="pip install 'tablemates[spiel]'")
pytest.importorskip("shimmy", reason="pip install 'tablemates[spiel]'")

from tablemates.envs.core.errors import GameError, IllegalActionError, SettingsError  # noqa: E402
from tablemates.envs.core.game import OVER  # noqa: E402
from tablemates.envs.portal_dash import spiel as view  # noqa: E402
from tablemates.envs.portal_dash.moments import Moment, engine_of  # noqa: E402
from tablemates.envs.portal_dash.rules.vocabulary import Outcome  # noqa: E402
from tests.judge import spiel as judging  # noqa: E402
from tests.frameworks.samples import DOCS, sample  # noqa: E402

EXPLICIT = judging.parameters(1, 2)
SAMPLED = judging.parameters(3, 2, "sampled")
MODES = pytest.mark.parametrize("given", [EXPLICIT, SAMPLED], ids=judging.MODES)


def played(given, moves, seed=0):
    """Return a state after so many random moves, chance's among them."""
    rng = np.random.default_rng(seed)
    state = judging.load(**given).new_initial_state()
    for _ in range(moves):
        state.apply_action(int(rng.choice(state.legal_actions())))
    return state


# -- what OpenSpiel itself tests ---------------------------------------------------------


@pytest.mark.slow
@MODES
def test_simulation(given):
    assert judging.simulate(given, 1) > 20


@pytest.mark.slow
@pytest.mark.parametrize("table", judging.TABLES[::7])
def test_simulation_of_other_tables(table):
    assert judging.simulate(judging.parameters(*table), 1) > 10


@pytest.mark.slow
@MODES
def test_the_cases_of_the_api_test(given):
    assert judging.api_cases(given) == []


@pytest.mark.slow
@MODES
def test_playthrough(given):
    judging.playthrough(given, seed=1)


@pytest.mark.slow
@pytest.mark.parametrize("name", judging.BOTS)
def test_the_bots_play_to_the_end(name):
    given = judging.parameters(1, 2, judging.BOTS[name])
    assert judging.play_bot(given, name, 2) in {0.0, 1.0}


@pytest.mark.parametrize("seed", range(6))
def test_shimmys_wrapper_is_in_lock_step_with_our_view(seed):
    given = judging.parameters(seed % 5 + 1, seed % 4 + 1, judging.MODES[seed % 2])
    assert judging.lock_step(given, seed) > 0


# -- what we promise beside -------------------------------------------------------------------


def test_the_seed_is_chances_first_move():
    state = judging.load(**EXPLICIT, seed=7, games=5).new_initial_state()
    assert state.chance_outcomes() == [(n, 0.2) for n in range(5)]
    assert state.action_to_string(3) == "seed 10"
    state.apply_action(3)
    assert state.moment.record == engine_of(1, 2, EXPLICIT["edition"]).begin(10).record
    alone = judging.load(**SAMPLED, seed=10, games=1)
    assert alone.get_type().chance_mode == pyspiel.GameType.ChanceMode.DETERMINISTIC
    assert not alone.new_initial_state().is_chance_node()


def test_a_team_that_takes_too_long_has_lost():
    state = judging.load(**EXPLICIT, max_turns=1).new_initial_state()
    rng = np.random.default_rng(0)
    while not state.is_terminal():
        state.apply_action(int(rng.choice(state.legal_actions())))
    assert state.moment.turn == 2
    assert state.legal_actions() == []
    assert state.returns() == [0.0, 0.0]


def test_a_team_that_wins_gets_one_each():
    state = played(EXPLICIT, 9)
    moment = state.moment
    moment.engine.at(moment).public.outcome = Outcome.WON
    state._moment = Moment(moment.engine, OVER, moment.memory)
    moment.engine._now = None  # its game object was written into
    assert state.is_terminal()
    assert state.returns() == [1.0, 1.0]


@MODES
def test_a_state_is_serialised_as_a_saved_game(given):
    state = played(given, 12)
    text = pyspiel.serialize_game_and_state(state.get_game(), state)
    _, again = pyspiel.deserialize_game_and_state(text)
    assert again.moment.record == state.moment.record
    assert again.history() == state.history()
    assert judging.seen(again, 1) == judging.seen(state, 1)
    damaged = state.moment.engine.save(state.moment)[:-1] + b"?"
    with pytest.raises(GameError, match="damaged"):
        state.moment.engine.restore(damaged)
    assert pickle.loads(pickle.dumps(state)).moment.record == state.moment.record


def test_clones_are_independent():
    state = played(SAMPLED, 10)
    before, clone = str(state), state.clone()
    clone.apply_action(clone.legal_actions()[0])
    assert str(state) == before != str(clone)
    state.apply_action(state.legal_actions()[0])
    assert str(state) == str(clone)


def test_two_pasts_are_two_information_states():
    """They may meet in one position; what players remember tells them apart."""
    moment = played(EXPLICIT, 9).moment
    engine, game = moment.engine, moment.engine.at(moment)
    other = Moment(engine, game.to_move(), b"another past....")
    assert other.record == moment.record
    states = [played(EXPLICIT, 9), played(EXPLICIT, 9)]
    states[1]._moment = other
    one, two = (judging.seen(state, 0) for state in states)
    assert one[:2] == two[:2]
    assert one[2] != two[2]


def test_an_illegal_action_is_refused():
    state = played(EXPLICIT, 9)
    before = str(state)
    with pytest.raises(IllegalActionError, match="is not"):
        state.apply_action(0)
    assert str(state) == before


@pytest.mark.parametrize(
    "wrong", [{"level": 6}, {"players": 5}, {"edition": "de"}, {"chance": "?"}, {"games": 0}]
)
def test_wrong_parameters_are_refused(wrong):
    with pytest.raises((GameError, SettingsError, ValueError)):
        judging.load(**wrong)


def test_seeds_that_no_game_has_are_refused():
    with pytest.raises(SettingsError, match=r"seed \+ games at most 2\*\*64"):
        view.PortalDashGame({"seed": 2**64 - 1, "games": 2})


def test_the_page_has_every_parameter_and_a_sample_that_runs(capsys):
    page = (DOCS / "frameworks.md").read_text(encoding="utf-8")
    for name, default in view.PARAMETERS.items():
        shown = f"`{default}`" if isinstance(default, str) else f"{default}"
        line = next(
            line for line in page.splitlines() if line.startswith("|") and f"`{name}`" in line
        )
        assert shown in line.split("|")[2]
    exec(sample("frameworks.md", "OpenSpiel"), {})
    assert capsys.readouterr().out == "[0.0, 0.0, 0.0, 0.0]\n"


@pytest.mark.slow
def test_without_openspiel_a_sentence_says_what_to_install():
    code = (
        "import sys; sys.modules['pyspiel'] = None\n"
        "try: import tablemates.envs.portal_dash.spiel\n"
        "except ImportError as error: print(error)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip().endswith("pip install 'tablemates[spiel]'")


# -- planted faults: each is noticed ---------------------------------------------------------------


def one_gets_more(monkeypatch):
    def returns(state):
        return [1.0] + [0.0] * (state.num_players() - 1)

    monkeypatch.setattr(view.PortalDashState, "returns", returns)


def an_action_is_forgotten(monkeypatch):
    monkeypatch.setattr(
        view.PortalDashState, "_legal_actions", lambda state, _: list(state.moment.legal[1:])
    )


def a_chance_is_wrong(monkeypatch):
    def outcomes(moment):
        values, chances = moment.engine.at(moment).chance_outcomes()
        return list(zip(values.tolist(), [1.0 / len(values)] * len(chances), strict=True))

    monkeypatch.setattr(Moment, "outcomes", outcomes)


def chances_do_not_add_up(monkeypatch):
    def outcomes(moment):
        values, chances = moment.engine.at(moment).chance_outcomes()
        return list(zip(values.tolist(), (0.9 * chances).tolist(), strict=True))

    monkeypatch.setattr(Moment, "outcomes", outcomes)


def the_tensor_leaks(monkeypatch):
    look = view.PortalDashState.look

    def leaking(state, player, out):
        look(state, player, out)
        out[0] = state.moment.record[-1] if state.moment else 0  # a byte of what is hidden
        out[1] = sum(state.moment.record) if state.moment else 0

    monkeypatch.setattr(view.PortalDashState, "look", leaking)


def the_text_leaks(monkeypatch):
    tell = view.PortalDashState.tell
    monkeypatch.setattr(
        view.PortalDashState, "tell", lambda state, *a: tell(state, *a) + str(state)
    )


def a_clone_forgets(monkeypatch):
    def forgetting(moment, memo):
        return moment.engine.begin(1)

    monkeypatch.setattr(Moment, "__deepcopy__", forgetting)


def a_saved_game_is_another(monkeypatch):
    monkeypatch.setattr(Moment, "__reduce__", lambda moment: (moment.engine.begin, (1,)))


FAULTS = [
    one_gets_more,
    an_action_is_forgotten,
    a_chance_is_wrong,
    chances_do_not_add_up,
    the_tensor_leaks,
    the_text_leaks,
    a_clone_forgets,
    a_saved_game_is_another,
]


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.__name__)
def test_a_fault_is_noticed(fault, monkeypatch):
    chance = "explicit" if "chance" in fault.__name__ else "sampled"
    given = judging.parameters(1, 2, chance)
    fault(monkeypatch)
    with pytest.raises((AssertionError, RuntimeError, GameError)):
        judging.simulate(given, 1)


def test_lock_step_notices_faults(monkeypatch):
    for fault in (one_gets_more, an_action_is_forgotten, a_chance_is_wrong, the_tensor_leaks):
        with monkeypatch.context() as patched:
            fault(patched)
            with pytest.raises((AssertionError, RuntimeError, GameError)):
                judging.lock_step(EXPLICIT, 1)


def test_the_judge_tells_what_it_finds(monkeypatch):
    def one_case(quick):
        yield "simulation, one", lambda: judging.simulate(EXPLICIT, 1)
        yield "API test, one", lambda: ["something"]

    monkeypatch.setattr(judging, "cases", one_case)
    one_gets_more(monkeypatch)
    verdict = judging.judge(quick=True)
    assert verdict.cases == 2
    assert [fault.partition(":")[0] for fault in verdict.faults] == [
        "simulation, one",
        "API test, one",
    ]
