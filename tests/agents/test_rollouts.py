"""Rollouts: compiled play equals one-by-one play, and seeds decide alone."""

from __future__ import annotations

import numpy as np
import pytest

from tablemates.agents.errors import AgentError
from tablemates.agents.facts import GameFacts
from tablemates.agents.portal_dash.planner.files import standard_weights
from tablemates.agents.portal_dash.planner.weights import Weight
from tablemates.agents.portal_dash.rollouts import Rollouts
from tablemates.agents.registry import find_agent
from tablemates.envs.core.game import CHANCE
from tablemates.envs.core.seeds import seed_for
from tablemates.envs.portal_dash.game import Game
from tablemates.envs.portal_dash.rules.state import STATE
from tablemates.envs.portal_dash.rules.vocabulary import Decision, Outcome
from tablemates.envs.portal_dash.settings import Settings
from tests.agents.games import PUBLIC_BYTES, played

slow = pytest.mark.slow  # its machine code takes two minutes when it is not there yet
#: Rows of records are equal where all their bytes are.
RECORD = np.dtype((np.void, STATE.itemsize))


@pytest.fixture(scope="module")
def facts():
    return GameFacts.of(Settings())


@pytest.fixture(scope="module")
def rollouts(facts):
    contrary = -standard_weights()
    contrary[:, Weight.WIDTH] *= -1
    return Rollouts(facts, {"contrary": contrary})


def begun(settings, number):
    game = Game(settings)
    seed = seed_for("test", number)
    game.new(seed)
    return game.record.copy(), seed


def many(count, **settings):
    """Return games at their first decision, of levels in turn, and their seeds."""
    found = [begun(Settings(level=1 + n % 5, players=2, **settings), n) for n in range(count)]
    records, seeds = zip(*found, strict=True)
    return np.stack(records), np.array(seeds, np.uint64)


@pytest.fixture(scope="module")
def midway(rollouts):
    """A game in its seventh turn."""
    games, seeds = many(1)
    rollouts.play_out(games, "rules", seeds, max_turns=6)
    assert games.view(STATE)["public"]["outcome"] == Outcome.RUNNING
    return games[0]


def legal_in(record):
    game = Game(Settings(players=2))
    game.restore(record.tobytes())
    return np.flatnonzero(game.mask)


@slow
@pytest.mark.parametrize(("name", "count"), [("random", 4), ("rules", 4), ("planner", 1)])
@pytest.mark.parametrize("settings", [Settings(level=3, players=1), Settings(level=5, players=3)])
def test_it_plays_as_the_agent_does_decision_by_decision(rollouts, facts, settings, name, count):
    agent = find_agent(name, facts)
    for number in range(count):
        start, seed = begun(settings, number)
        decisions = 0
        for asked, _ in played(settings, number, agent):
            game, decisions = asked, decisions + 1
        endings = rollouts.play_out(start[None], name, [seed])
        assert start.tobytes() == game.record.tobytes()
        assert endings.decisions.tolist() == [decisions]
        assert endings.turns.tolist() == [game.turn]
        assert endings.progress.tolist() == [game.progress()]
        assert endings.won.tolist() == [game.public.outcome == Outcome.WON]


@slow
def test_every_seat_has_its_own_policy(rollouts, facts):
    table = [find_agent("rules", facts), find_agent("random", facts)]

    class Seated:
        def act(self, situation):
            decider = situation.public.view(STATE["public"])["decider"][0]
            return table[decider].act(situation)

    settings = Settings(level=2, players=2)
    start, seed = begun(settings, 5)
    for asked, _ in played(settings, 5, Seated()):
        game = asked
    rollouts.play_out(start[None], ["rules", "random"], [seed])
    assert start.tobytes() == game.record.tobytes()


@slow
def test_a_style_plays_by_its_own_weights(rollouts):
    ends = []
    for name in ("planner", "contrary", "planner"):
        games, seeds = many(2)
        rollouts.play_out(games, name, seeds, max_turns=3)
        ends.append(games.tobytes())
    assert ends[0] == ends[2] != ends[1]


@slow
@pytest.mark.parametrize("name", ["random", "rules", "planner"])
def test_seeds_decide_whatever_the_batch_and_the_threads(rollouts, facts, name):
    turns = 8 if name == "planner" else None
    games, seeds = many(24)
    start = games.copy()
    rollouts.play_out(games, name, seeds, max_turns=turns)

    other = start[::-1].copy()
    rollouts.play_out(other, name, seeds[::-1], max_turns=turns)
    assert (other[::-1] == games).all()

    shared = start.copy()
    endings = Rollouts(facts, threads=3).play_out(shared, name, seeds, max_turns=turns)
    assert (shared == games).all()
    assert (endings.decisions > 0).all()

    alone = start[7:8].copy()
    rollouts.play_out(alone, name, seeds[7:8], max_turns=turns)
    assert (alone[0] == games[7]).all()


@slow
def test_another_seed_plays_another_game(rollouts):
    games, seeds = many(4)
    other = games.copy()
    rollouts.play_out(games, "random", seeds)
    rollouts.play_out(other, "random", seeds + np.uint64(1))
    assert (games != other).any(axis=1).all()


@slow
@pytest.mark.parametrize("name", ["random", "rules"])
def test_a_game_in_pieces_is_the_game_in_one(rollouts, name):
    games, seeds = many(10)
    pieces = games.copy()
    whole = rollouts.play_out(games, name, seeds)
    taken = np.zeros(10, np.int64)
    turns = np.zeros(10, np.int64)
    while (pieces.view(STATE)["public"]["outcome"] == Outcome.RUNNING).any():
        before = pieces.view(STATE)["public"]["turn"][:, 0].copy()
        endings = rollouts.play_out(pieces, name, seeds, taken=taken, max_turns=2)
        public = pieces.view(STATE)["public"][:, 0]
        stopped = public["outcome"] == Outcome.RUNNING
        assert (public["turn"][stopped] == before[stopped] + 3).all()  # at the third one's start
        assert (endings.outcome[stopped] == Outcome.RUNNING).all()
        taken += endings.decisions
        turns += endings.turns
    assert (pieces == games).all()
    assert taken.tolist() == whole.decisions.tolist()
    assert turns.tolist() == whole.turns.tolist()


@slow
def test_copies_keep_what_is_public_and_draw_what_is_hidden(rollouts, midway):
    copies = rollouts.copies(midway[:PUBLIC_BYTES], [3, 4, 3])
    assert (copies[:, :PUBLIC_BYTES] == midway[:PUBLIC_BYTES]).all()
    hidden = copies[:, PUBLIC_BYTES:]
    assert (hidden[0] == hidden[2]).all()
    for part in ("seed", "stack", "cube"):
        drawn = copies.view(STATE)["hidden"][part][:, 0]
        assert (drawn[0] != drawn[1]).any()
        assert (drawn[1] != midway.view(STATE)["hidden"][part][0]).any()
    game = Game(Settings(players=2))
    game.restore(midway.tobytes())
    game.resample(4)
    assert copies[1].tobytes() == game.record.tobytes()


@slow
def test_copies_of_a_game_at_a_roll_go_on(rollouts):
    game = Game(Settings(level=3, players=2, chance="explicit"))
    decider = game.new(1)
    while decider != CHANCE:
        decider = game.step(int(np.flatnonzero(game.mask)[0]))
    with pytest.raises(AgentError, match="explicit"):
        rollouts.play_out(game.record[None].copy(), "rules", [1])
    copies = rollouts.copies(game.public_record, range(40))
    assert (copies.view(STATE)["public"]["decision"] == Decision.NONE).all()  # nobody chooses it
    endings = rollouts.play_out(copies, "rules", range(40))
    assert (endings.outcome != Outcome.RUNNING).all()
    assert len({end.tobytes() for end in copies}) == 40


@slow
def test_equal_candidates_fare_exactly_alike(rollouts, midway):
    action = int(legal_in(midway)[-1])
    for name in ("random", "rules"):
        endings = rollouts.try_out(midway[:PUBLIC_BYTES], [action, action], name, range(30))
        for part in ("outcome", "progress", "turns", "decisions"):
            values = getattr(endings, part)
            assert values.shape == (2, 30)
            assert (values[0] == values[1]).all()
        assert len(set(endings.turns[0].tolist())) > 1  # and copies fare differently


@slow
def test_candidates_that_differ_roll_the_same_dice(rollouts, midway):
    first, last = (int(action) for action in legal_in(midway)[[0, -1]])
    seeds = np.arange(40, dtype=np.uint64)
    rolled = []
    for action in (first, last):
        copies = rollouts.copies(midway[:PUBLIC_BYTES], seeds)
        actions = np.full(40, action)
        rollouts.play_out(copies, "random", seeds, first=actions, max_turns=0)
        public = copies.view(STATE)["public"][:, 0]
        rolled.append((public["turn"], public["blocks_die"], public["mob_die"], copies))
    one, other = rolled
    both = (one[0] == other[0]) & (one[0] > midway.view(STATE)["public"]["turn"])
    assert both.sum() > 10
    assert (one[1] == other[1])[both].all()
    assert (one[2] == other[2])[both].all()
    assert (one[3] != other[3]).any(axis=1).sum() > 20


@slow
def test_an_action_that_is_not_legal_is_refused(rollouts, midway):
    legal = legal_in(midway)
    games = np.stack([midway, midway])
    with pytest.raises(AgentError, match="action 0 of game 1 is not legal"):
        rollouts.play_out(games, "rules", [1, 2], first=np.array([legal[0], 0]))
    assert (games[1] == midway).all()


def test_what_cannot_be_played_is_refused_before_anything_is_played(rollouts):
    games, seeds = many(2)
    before = games.copy()
    for policies, words, records, message in (
        ("ruls", seeds, games, "'rules'"),
        (["rules"], seeds, games, "1 policies"),
        ("rules", seeds[:1], games, "seeds"),
        ("rules", seeds, games[:, ::2], "shape"),
        ("rules", seeds, np.asfortranarray(games), "one piece"),
    ):
        with pytest.raises(AgentError, match=message):
            rollouts.play_out(records, policies, words)
    assert (games == before).all()


@slow
def test_planners_that_keep_to_their_plans_play_much_like_those_that_do_not(rollouts):
    (games, seeds), ended = many(40), []
    for keep in (False, True, True):
        played_on = games.copy()
        endings = rollouts.play_out(played_on, "planner", seeds, keep=keep)
        assert (endings.outcome != Outcome.RUNNING).all()
        ended.append((endings.progress, played_on.view(RECORD)[:, 0]))
    assert (ended[1][1] == ended[2][1]).all()
    assert (ended[0][1] != ended[1][1]).mean() > 0.8
    assert abs(ended[0][0].mean() - ended[1][0].mean()) < 0.15
