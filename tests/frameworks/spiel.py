"""OpenSpiel judges its view of the game, and Shimmy's wrapper of it plays beside our own view.

Needs OpenSpiel and Shimmy. Everything that is called from OpenSpiel is what its wheel
brings: ``random_sim_test``, the cases of ``integration_tests.api_test`` that take any
game, playthroughs and their replay, its MCTS and IS-MCTS bots. What does not fit: the cases
that walk a whole game tree (nobody has room for this one), and the bot in C++, which
crashes with any game written in Python (OpenSpiel 2.0.2, its own tic-tac-toe too).
"""

from __future__ import annotations

import itertools
import tempfile
import unittest
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pyspiel
from absl import flags
from shimmy.openspiel_compatibility import OpenSpielCompatibilityV0
from tqdm import tqdm

from tablemates.envs import portal_dash_v0
from tablemates.envs.core.agents_view import CHANCE_AGENT
from tablemates.envs.portal_dash.spiel import PortalDashGame, PortalDashState
from tests.games import LEVELS, PLAYERS
from tests.invariants import Inspector
from tests.judge.verdict import Verdict

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # those of other games in the wheel, imported with these
    from open_spiel.integration_tests import api_test
    from open_spiel.python.algorithms import generate_playthrough, ismcts, mcts

TABLES = list(itertools.product(LEVELS, PLAYERS))
MODES = ("explicit", "sampled")
#: Search bots, and what chance has to be for them.
BOTS = {"MCTS": "explicit", "IS-MCTS": "sampled"}
#: What is looked at in every so many states alone, because it takes long.
EVERY = 10


def parameters(level: int, players: int, chance: str = "explicit", **more: Any) -> dict[str, Any]:
    """Return parameters of the game, the French edition on every other table."""
    edition = "fr" if (level + players) % 2 else "en"
    return {"level": level, "players": players, "edition": edition, "chance": chance, **more}


def load(**given: Any) -> PortalDashGame:
    """Return the game with these parameters."""
    return pyspiel.load_game("portal_dash", given)


# -- simulation with every invariant ----------------------------------------------------


class Checker:
    """Checks every state that a simulation comes to: the rules' invariants, and the view's.

    Args:
        game: The game that is simulated.
    """

    def __init__(self, game: PortalDashGame) -> None:
        self.states = 0
        self._inspector = Inspector(game.engine.game)
        self._rng = np.random.default_rng(0)

    def __call__(self, state: PortalDashState) -> None:
        moment = state.moment
        if moment is None:
            return
        seldom = self.states % EVERY == 0
        self.states += 1
        moment.engine.at(moment)
        self._inspector.check(self._rng, positions=seldom)
        check_view(state)
        if seldom:
            check_hidden(state, self._rng)


def check_view(state: PortalDashState) -> None:
    """OpenSpiel is told what the engine says."""
    moment = state.moment
    assert moment is not None
    returns = state.returns()
    assert set(returns) == {float(moment.won)}, "all get the same"
    assert state.legal_actions() == list(moment.legal)
    assert state.is_terminal() == (not moment.legal)
    if state.is_chance_node():
        outcomes = state.chance_outcomes()
        values, chances = moment.engine.at(moment).chance_outcomes()
        assert outcomes == list(zip(values.tolist(), chances.tolist(), strict=True))
        names = {state.action_to_string(action) for action, _ in outcomes}
        assert len(names) == len(outcomes), "two outcomes have one name"


def check_hidden(state: PortalDashState, rng: np.random.Generator) -> None:
    """What is hidden changes nothing that a player sees."""
    other = state.resample_from_infostate(0, rng.random)
    assert other.moment.record != state.moment.record
    seats = range(state.num_players())
    assert [seen(other, seat) for seat in seats] == [seen(state, seat) for seat in seats]
    assert len({seen(state, seat)[0] for seat in seats}) == len(seats)


def seen(state: PortalDashState, seat: int) -> tuple[Any, ...]:
    """Return all four things that a player can ask for."""
    return (
        state.observation_string(seat),
        state.observation_tensor(seat),
        state.information_state_string(seat),
        state.information_state_tensor(seat),
    )


def simulate(given: dict[str, Any], games: int) -> int:
    """Let OpenSpiel simulate games with a checker; return how many states were checked."""
    game = load(**given)
    checker = Checker(game)
    pyspiel.random_sim_test(
        game, games, serialize=True, verbose=False, mask_test=True, state_checker_fn=checker
    )
    return checker.states


# -- OpenSpiel's API test, playthroughs, bots ------------------------------------------------


def api_cases(given: dict[str, Any]) -> list[str]:
    """Run OpenSpiel's test of the interface on 400 states; return what failed."""
    game = load(**given)
    name = game.get_type().short_name
    case = type("Api", (api_test.EnforceAPIOnPartialTreeBase,), {"game": game, "game_name": name})
    result = unittest.TestResult()
    unittest.defaultTestLoader.loadTestsFromTestCase(case).run(result)
    assert result.testsRun >= 5, "the cases are found"
    return [f"{test}: {text.splitlines()[-1]}" for test, text in result.failures + result.errors]


def playthrough(given: dict[str, Any], seed: int) -> None:
    """Write a playthrough, as those that OpenSpiel keeps of its games, and replay it."""
    if not flags.FLAGS.is_parsed():
        flags.FLAGS(["playthrough"])
    text = generate_playthrough.playthrough(str(load(**given)), [], seed=seed)
    assert "IsTerminal() = True" in text
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "playthrough.txt"
        file.write_text(text, encoding="utf-8")
        written, again = generate_playthrough.replay(str(file))
    assert written == again, "the replay of a playthrough differs"


def bot_of(name: str, game: PortalDashGame, simulations: int) -> Any:
    """Return a search bot that OpenSpiel brings.

    Args:
        name: ``"MCTS"``, for explicit chance, or ``"IS-MCTS"``, for what is hidden.
        game: What it is to play.
        simulations: How many games it plays on before each decision.
    """
    rng = np.random.RandomState(0)
    rollouts = mcts.RandomRolloutEvaluator(1, rng)
    if name == "MCTS":
        return mcts.MCTSBot(game, 1.4, simulations, rollouts, random_state=rng)
    return ismcts.ISMCTSBot(game, rollouts, 1.4, simulations, random_state=rng)


def play_bot(given: dict[str, Any], name: str, simulations: int) -> float:
    """Let a bot play every seat to the end; return what the team got."""
    game = load(**given)
    bot = bot_of(name, game, simulations)
    rng = np.random.default_rng(1)
    state = game.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            actions, chances = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(int(rng.choice(actions, p=chances)))
        else:
            action = bot.step(state)
            assert action in state.legal_actions()
            state.apply_action(action)
    return state.returns()[0]


# -- in lock step with the AEC view -------------------------------------------------------------


def lock_step(given: dict[str, Any], seed: int) -> int:
    """Play a random game in Shimmy's wrapper and in our view at once; return its moves.

    Equal in every state: who is next, who is there, rewards, masks, ends, observations,
    and the chances of every roll and draw. Not compared after the end: masks (ours
    offers ``wait``), observations (Shimmy keeps the one before), and rewards of those
    who leave after the first (Shimmy adds them up once more).
    """
    theirs = OpenSpielCompatibilityV0(game_name="portal_dash", config=given)
    theirs.reset(seed=seed)
    first, *_ = theirs.game_state.history()
    beside = load(**given).new_initial_state()
    beside.apply_action(first)
    names = ("level", "players", "edition", "chance")
    ours = portal_dash_v0.env(**{name: given[name] for name in names})
    ours.reset(seed=given.get("seed", 0) + first)
    rng = np.random.default_rng(seed)
    done = 1
    while True:
        for outcome in theirs.game_state.history()[done:]:
            if ours.agent_selection == CHANCE_AGENT and not ours.terminations[CHANCE_AGENT]:
                info = ours.infos[CHANCE_AGENT]
                chances = zip(info["outcomes"], info["probabilities"], strict=True)
                assert beside.chance_outcomes() == list(chances), "chances differ"
            ours.step(outcome)
            beside.apply_action(outcome)
            done += 1
        over = beside.is_terminal()
        _compare(theirs, ours, over)
        if over:
            break
        theirs.step(int(rng.choice(np.flatnonzero(theirs.infos[theirs.agent_selection][MASK]))))
    while theirs.agents:
        assert theirs.agent_selection == ours.agent_selection, "they leave in another order"
        theirs.step(None)
        ours.step(None)
        assert theirs.agents == _players(ours.agents)
    return done


MASK = "action_mask"


def _players(agents: list[str]) -> list[str]:
    return [agent for agent in agents if agent != CHANCE_AGENT]


def _compare(theirs: Any, ours: Any, over: bool) -> None:
    assert theirs.possible_agents == _players(ours.possible_agents)
    assert theirs.agents == _players(ours.agents)
    assert theirs.agent_selection == ours.agent_selection
    for agent in theirs.agents:
        _, reward, terminated, truncated, _ = theirs.last(observe=False)
        assert (reward, terminated, truncated) == ours.last(observe=False)[1:4]
        assert theirs.rewards[agent] == ours.rewards[agent]
        assert theirs.terminations[agent] == ours.terminations[agent] == over
        assert theirs.truncations[agent] == ours.truncations[agent]
        if not over:
            np.testing.assert_array_equal(theirs.infos[agent][MASK], ours.infos[agent][MASK])
            np.testing.assert_array_equal(theirs.observe(agent), ours.observe(agent)["observation"])


# -- the judge --------------------------------------------------------------------------------


def cases(quick: bool) -> Iterator[tuple[str, Callable[[], Any]]]:
    """Yield what is tried: its name, and a function that fails or answers with faults."""
    rng = np.random.default_rng(0)
    tables = [TABLES[n] for n in rng.choice(len(TABLES), 3, replace=False)] if quick else TABLES
    for level, players in tables:
        for chance in MODES:
            given = parameters(level, players, chance)
            where = f"level {level}, {players} players, {chance} chance"
            yield f"simulation, {where}", lambda given=given: simulate(given, 1 if quick else 2)
            yield f"playthrough, {where}", lambda given=given: playthrough(given, 1)
    for level, chance in [(2, "explicit"), (5, "sampled")][: 1 if quick else 2]:
        given = parameters(level, 3, chance)
        yield f"API test, level {level}, {chance}", lambda given=given: api_cases(given)
    for level, players in tables[:: 1 if quick else 2]:
        for name, chance in BOTS.items():
            given = parameters(level, players, chance)
            yield (
                f"{name}, level {level}, {players} players",
                lambda given=given, name=name: play_bot(given, name, 2 if quick else 4),
            )
    for seed in range(10 if quick else 200):
        level, players = TABLES[seed % len(TABLES)]
        given = parameters(level, players, MODES[seed // len(TABLES) % 2])
        yield f"lock step, {given}, seed {seed}", lambda given=given, s=seed: lock_step(given, s)


def judge(*, quick: bool) -> Verdict:
    """Try everything.

    Args:
        quick: Three tables and ten games in lock step.
    """
    faults: list[str] = []
    counts: dict[str, int] = {}
    for name, try_it in tqdm(list(cases(quick)), desc="spiel", unit="case"):
        kind = name.partition(",")[0]
        counts[kind] = counts.get(kind, 0) + 1
        try:
            said = try_it()
        except Exception as error:  # noqa: BLE001 - whatever it is, it is a fault
            faults.append(f"{name}: {error!r}")
        else:
            faults += [f"{name}: {fault}" for fault in said] if isinstance(said, list) else []
    notes = tuple(f"{kind}: {count}" for kind, count in counts.items())
    return Verdict(sum(counts.values()), "games and test runs", tuple(faults), notes=notes)
