"""The history that agents may ask for: the same wherever a game is played, and nothing hidden."""

import importlib
import json
import shlex
import sys
from copy import deepcopy
from dataclasses import replace
from typing import ClassVar

import numpy as np
import pytest

from tablemates.agents import arena
from tablemates.agents.arena import AgentPlayer, play_all
from tablemates.agents.errors import AgentError
from tablemates.agents.evaluation.replays.playback import Playback
from tablemates.agents.facts import GameFacts
from tablemates.agents.games import Observer, Start
from tablemates.agents.outside.guard import GuardedAgent
from tablemates.agents.outside.program import ProgramAgent
from tablemates.agents.registry import load_agent
from tablemates.envs.core.errors import FormatError, SettingsError
from tablemates.envs.core.history.replay import Replay
from tablemates.envs.core.views.agent import Agent, Situation
from tablemates.envs.core.views.past import History, Past, Recorder
from tablemates.envs.registry import GAMES, find_game, new_game
from tablemates.table.session.game import TableGame
from tests.core.conftest import focal, focal_lanes
from tests.core.dice_race import DiceRace, Settings

DECISIONS = 10


class Witness(Agent):
    """Plays at random and keeps what it was told, by position and decisions before."""

    name = "witness"
    wants_history = True
    told: ClassVar[dict] = {}

    def __init__(self, facts=None):
        self.facts = facts

    def act(self, situation):
        history = situation.history
        self.told[situation.public.tobytes(), len(history.now)] = history.digest()
        return int(situation.rng().choice(np.flatnonzero(situation.mask)))


class Forgetful(Witness):
    """Does not ask."""

    name = "forgetful"
    wants_history = False

    def act(self, situation):
        assert situation.history is None
        return int(situation.rng().choice(np.flatnonzero(situation.mask)))


@pytest.fixture
def told():
    Witness.told.clear()
    return Witness.told


class Keeper(Observer):
    def __init__(self):
        self.games = []

    def end(self, games):
        self.games += games


def in_arena(settings, agent, seed):
    keeper, players = Keeper(), settings.player_choices[0]
    player = AgentPlayer(agent.name, agent)
    play_all(new_game(settings), player, [Start(seed, 0, [0] * players)], [keeper], 2)
    return keeper.games[0]


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_the_history_is_the_same_in_arena_views_table_and_replay(game, told):
    kind = find_game(game)
    settings = kind.settings_type(players=2)
    played = in_arena(settings, Witness(), seed=5)
    seen = dict(told)
    assert len(seen) == len(played.actions)
    actions = played.actions[:DECISIONS]

    module = importlib.import_module(GAMES[game].module)
    views = [module.gym_env(players=2, history=True), module.env(players=2, history=True)]
    lanes = module.vector_env(2, players=2, history=True)
    table = TableGame.begin(settings, seed=5)
    for view in (*views, lanes):
        view.reset(seed=5)
    for n, action in enumerate(actions):
        at_table = Situation.of(table.game, table.seed, n, table.history(n))
        found = [*(view.situation() for view in views), lanes.decisions()[0], at_table]
        for one in found:
            assert one.history.digest() == seen[one.public.tobytes(), n]
            assert one.history.now.actions.tolist() == actions[:n]
        for view in views:
            view.step(action)
        lanes.step([action, int(lanes.action_masks()[1].argmax())])
        table.take(action)

    begun = new_game(settings)
    begun.new(5)
    playback = Playback(replace(Replay.of(begun, 5), actions=list(played.actions)), "here")
    for n in range(len(actions)):
        playback.go(n)
        now = playback.situation()
        assert now.history.digest() == seen[now.public.tobytes(), n]


@pytest.mark.parametrize("game", GAMES)
def test_a_history_has_what_is_public_and_no_seed(game):
    """The hidden part, and the seed, may be anything else: the history stays as it is."""
    table = TableGame.begin(find_game(game).settings_type(players=2), seed=11)
    for n in range(DECISIONS):
        table.take(table.legal[n % len(table.legal)])
    before = table.history(table.moves)
    assert before.now.publics.shape[1] == len(table.game.public_record)
    for n, public in enumerate(before.now.publics):
        assert public.tobytes() == table.positions[n].record[: len(public)]
    assert before.now.publics.shape[1] < table.game.record.nbytes
    table.redraw(12)
    assert table.history(table.moves).digest() == before.digest()


@pytest.mark.parametrize("game", GAMES)
def test_undo_redo_and_branches_have_the_history_of_their_position(game):
    table = TableGame.begin(find_game(game).settings_type(players=2), seed=3)
    for n in range(DECISIONS):
        table.take(table.legal[n % len(table.legal)])
    known = [table.history(n).digest() for n in range(DECISIONS + 1)]
    assert len(set(known)) == len(known)
    table.undo(4)
    assert table.history(table.moves).digest() == known[DECISIONS - 4]
    assert table.branch(5).history(5).digest() == known[5]
    other = table.branch(5, seed=99)
    assert other.history(0).digest() == known[5]
    other.take(other.legal[0])
    assert len(other.history(1).now) == 6
    assert other.branch(1).history(1).digest() == other.history(1).digest()
    table.redo(4)
    assert table.history(table.moves).digest() == known[-1]


# -- views ------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_saved_copied_and_pickled_views_keep_the_history(game):
    module = importlib.import_module(GAMES[game].module)
    env = module.gym_env(players=2, history=True)
    env.reset(seed=4)
    for n in range(DECISIONS):
        legal = env.legal_actions()
        env.step(legal[n % len(legal)])
    now = env.situation().history.digest()
    saved, other = env.save(), module.gym_env(players=2, history=True)
    other.restore(saved)
    assert other.situation().history.digest() == now
    assert deepcopy(env).situation().history.digest() == now
    env.resample(np.random.default_rng(0))
    assert env.situation().history.digest() == now
    for view in (other, env):
        view.step(view.legal_actions()[0])
        assert len(view.situation().history.now) == DECISIONS + 1
    env.reset(seed=4)
    assert len(env.situation().history.now) == 0


def test_lanes_keep_the_history_when_they_are_saved_and_begin_anew():
    lanes = focal_lanes(2, 0, [Witness(), Witness()], "NextStep", players=3)
    lanes.reset(seed=1)
    for _ in range(4):
        lanes.step(lanes.action_masks().argmax(axis=1))
    kept = [lanes.decisions()[n].history.digest() for n in range(2)]
    saved = lanes.save()
    lanes.step(lanes.action_masks().argmax(axis=1))
    lanes.restore(saved)
    assert [lanes.decisions()[n].history.digest() for n in range(2)] == kept


def test_a_view_that_keeps_no_history_gives_none_and_says_so():
    module = importlib.import_module(next(iter(GAMES.values())).module)
    env, other = module.gym_env(players=2), module.gym_env(players=2, history=True)
    env.reset(seed=1)
    assert env.situation().history is None
    env.step(env.legal_actions()[0])
    with pytest.raises(FormatError, match=r"saved without its history.*history=True"):
        other.restore(env.save())
    with pytest.raises(AgentError, match=r"witness asks for the history.*history=True"):
        load_agent(f"{__name__}:Witness", env)
    with pytest.raises(SettingsError, match="history='yes' is neither True nor False"):
        module.gym_env(history="yes")
    other.reset(seed=1)
    agent = load_agent(f"{__name__}:Witness", other)
    observation, info = other.reset(seed=1)
    assert info["action_mask"][agent.act(observation, info["action_mask"])]


@pytest.mark.parametrize("lanes", [False, True], ids=["single", "vector"])
def test_a_partner_that_asks_is_told_what_everybody_did(lanes, told):
    """Also where the learner's own view keeps no history."""
    partners = [Witness(), Witness()]
    if lanes:
        env = focal_lanes(2, 0, partners, "NextStep", players=3)
        env.reset(seed=2)
        for _ in range(6):
            env.step(env.action_masks().argmax(axis=1))
    else:
        env = focal(0, partners, players=3)
        env.reset(seed=2)
        for _ in range(6):
            if env.step(int(env.action_masks().argmax()))[2]:
                break
    assert len({count for _, count in told}) > 3


# -- who asks, and who does not ---------------------------------------------------------------


def test_the_arena_keeps_nothing_for_games_in_which_nobody_asks(monkeypatch):
    settings = Settings(players=2)
    made = []

    def make(*arguments):
        made.append(Recorder(*arguments))
        return made[-1]

    monkeypatch.setattr(arena, "Recorder", make)
    assert in_arena(settings, Forgetful(), 1).past is None
    assert not made
    played = in_arena(settings, Witness(), 1)
    assert len(made) == 1
    assert played.past.actions.tolist() == played.actions
    assert played.past.returns == tuple(played.ending["returns"][:2])


def test_an_outsider_gets_copies_and_those_who_do_not_ask_get_none(race):
    game = DiceRace(Settings())
    seat = game.new(3)
    history = History(seat, Recorder(game).past())
    situation = Situation.of(game, 3, 0, history)

    class Vandal(Witness):
        def act(self, situation):
            situation.history.now.seats[:] = 9
            return super().act(situation)

    recorder = Recorder(game)
    recorder.note(0, 1, game.public_record)
    told = Situation.of(game, 3, 0, History(seat, recorder.past()))
    GuardedAgent(Vandal(), "vandal").act(told)
    assert told.history.now.seats.tolist() == [0]
    GuardedAgent(Forgetful(), "forgetful").act(situation)


def test_a_past_survives_json_and_damage_is_a_sentence():
    game = DiceRace(Settings())
    size = game.public_record.nbytes
    recorder = Recorder(game)
    for n in range(100):
        recorder.note(n % 3, n, np.full(size, n, np.uint8))
    past = recorder.past([1, 0, 0.5])
    again = Past.from_json(json.loads(json.dumps(past.to_json())), size)
    assert again == past
    assert again.returns == (1.0, 0.0, 0.5)
    for wrong in ({"seats": "?"}, {"actions": past.to_json()["seats"]}, {"returns": "x"}, {}):
        data = past.to_json() | wrong if wrong else {}
        with pytest.raises(FormatError, match="the history of a saved game is damaged"):
            Past.from_json(data, size)
    with pytest.raises(FormatError, match="damaged"):
        Past.from_json(past.to_json(), size + 1)


def test_what_was_handed_out_stays_as_it_was():
    game = DiceRace(Settings())
    recorder = Recorder(game)
    kept = []
    for n in range(200):
        kept.append((recorder.past(), recorder.past().digest()))
        recorder.note(0, n, np.full(game.public_record.nbytes, n % 256, np.uint8))
    assert all(past.digest() == digest for past, digest in kept)
    assert len({digest for _, digest in kept}) == 200


# -- programs ---------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_a_program_is_told_what_was_decided_if_it_asks(game):
    kind = find_game(game)
    settings = kind.settings_type(players=2)
    facts, table = GameFacts.of(settings), TableGame.begin(settings, seed=2)
    command = shlex.quote(sys.executable)
    quiet, asking = (
        ProgramAgent("bot", text, facts, 1.0) for text in (command, f"--history {command}")
    )
    assert (quiet.wants_history, asking.wants_history) == (False, True)
    texts = []
    for _ in range(5):
        seat, action = table.game.player_name(table.game.to_move()).lower(), table.legal[-1]
        texts.append((seat, action, table.game.describe(action)))
        table.take(action)
    situation = Situation.of(table.game, 2, 5, table.history(5))
    assert quiet.question(situation).history is None
    question = asking.question(situation)
    (now,) = question.history
    assert now.returns is None
    assert [(one.seat, one.action, one.text) for one in now.decisions] == texts
    assert question.snapshot == table.game.snapshot()
    assert question.choices == quiet.question(situation).choices


def test_a_program_without_a_command_behind_history_is_refused(race):
    with pytest.raises(AgentError, match="names no program"):
        ProgramAgent("cmd:--history", "--history", race, 1.0)
