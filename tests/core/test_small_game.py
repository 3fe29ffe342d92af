"""Crazy Eights, the whole game of the guide: every view, and hands that only their seat sees."""

import ast
import json
import pickle
import re
from math import comb
from pathlib import Path

import numpy as np
import pytest

from docs.examples import crazy_eights
from docs.examples.crazy_eights import CARDS, DRAW, PLAY, CrazyEights
from tablemates.agents.facts import GameFacts
from tablemates.agents.registry import find_agent
from tablemates.envs.core.engine.codes import CHANCE, OVER
from tablemates.envs.core.engine.small_game import NEEDED
from tablemates.envs.core.errors import FormatError, PositionError
from tablemates.envs.core.text.onlooker import Onlooker
from tablemates.envs.core.views.agent import Situation
from tablemates.envs.core.views.constructors import views_of
from tablemates.envs.registry import new_game
from tablemates.envs.testing import CheckError, check_game

VIEWS = views_of(CrazyEights)
SETTINGS = CrazyEights.settings_type
SEEN_BY_PARTS = ("public", "private", "hidden")


def test_the_guide_names_what_a_game_in_one_file_needs():
    """Imports, functions, parts of the record, what the class says: 40 names at most."""
    tree = ast.parse(Path(crazy_eights.__file__).read_text(encoding="utf-8"))
    named = {
        alias.name
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and str(node.module).startswith("tablemates")
        for alias in node.names
    }
    hooks = {*NEEDED, "receive", "weight_of", "hidden_outcome", "faults"}
    said = {name for name in vars(CrazyEights) if name in ("name", "utilities", "players")}
    named |= hooks | {*SEEN_BY_PARTS} | said | {"catalogue", "layout", "views_of", "check_game"}
    guide = (Path(__file__).parents[2] / "docs" / "adding_a_game.md").read_text(encoding="utf-8")
    missing = [name for name in named if not re.search(rf"\b{name}\b", guide)]
    assert not missing
    assert len(named) <= 40, sorted(named)


def moved(seed=0, moves=9, players=3, **settings):
    """Return a game after some random moves."""
    game = new_game(SETTINGS(players=players, **settings))
    game.new(seed)
    rng = np.random.default_rng(seed)
    for _ in range(moves):
        game.step(int(rng.choice(np.flatnonzero(game.mask))))
    assert game.to_move() != OVER
    return game


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 5])
def test_the_kit_finds_no_fault(players):
    check_game(SETTINGS(players=players), games=1)


def test_settings_are_derived_and_pickled():
    settings = SETTINGS(players=[2, 4])
    assert SETTINGS.game == "docs.examples.crazy_eights:CrazyEights"
    assert pickle.loads(pickle.dumps(settings)) == settings
    assert type(new_game(settings)) is CrazyEights


def test_a_seat_observes_its_own_hand_alone():
    game = moved()
    hands = game.fields(game.record).private.hand
    out = np.empty(game.layout.size, np.int8)
    for seat in range(game.seats):
        game.observe(seat, out)
        assert np.array_equal(game.layout.as_dict(out)["cards"][:, 0], hands[seat])


def share_of_hands(unseen, fitting, held):
    """Return the shares of hands with a card, one that fits and another, of those that fit."""
    without = comb(unseen - fitting, held) / comb(unseen, held)
    rest = comb(unseen - fitting - 1, held - 1) / comb(unseen - 1, held - 1)
    share = held / unseen
    return share / (1 - without), share * (1 - rest) / (1 - without)


@pytest.mark.parametrize("skip_forced", [True, False])
@pytest.mark.parametrize("seat", range(3))
def test_what_others_hold_is_drawn_anew_from_what_a_seat_sees(seat, skip_forced):
    """Every unseen card is as likely in every place, and nothing that a seat sees changes.

    Where moves without a choice are not asked for, who is asked holds a card that fits.
    """
    game, twin = (moved(skip_forced=skip_forced) for _ in range(2))
    other, public, decider = (seat + 1) % 3, game.public, game.to_move()
    before, held = game.seen(seat).tobytes(), int(public.held[other])
    unseen = 1 - public.seen - game.fields(game.record).private.hand[seat]
    fitting = np.array([crazy_eights.fits(public, card) for card in range(CARDS)]) * unseen
    shares = np.full(CARDS, held / unseen.sum())
    if skip_forced and other == decider:
        fits, others = share_of_hands(int(unseen.sum()), int(fitting.sum()), held)
        shares = np.where(fitting, fits, others)
    counts, draws, choices = np.zeros(CARDS), 600, set()
    for seed in range(draws):
        twin.restore(game.save())
        twin.resample(seed, seat)
        assert twin.seen(seat).tobytes() == before
        hands = twin.fields(twin.record).private.hand
        counts += hands[other]
        legal = [action for action in twin.legal if PLAY <= action < PLAY + CARDS]
        assert all(hands[decider][action - PLAY] for action in legal)
        choices.add(len(twin.legal))
    if seat != decider:
        assert (min(choices) == 1) == (not skip_forced)
    spread = (draws * shares * (1 - shares)) ** 0.5
    assert not counts[unseen == 0].any()
    if skip_forced and decider not in (seat, other):
        return  # what the decider has to hold makes the others' cards unequal
    assert (abs(counts - draws * shares)[unseen == 1] < 4.5 * spread[unseen == 1]).all()


def show_all_hands(self, seat, out):
    CrazyEights.__mro__[1].observe(self, seat, out)
    out[5] = self.fields(self.record).private.hand[(seat + 1) % self.seats, 0]


def tell_all_hands(self):
    return {"hands": self.fields(self.record).private.hand.tolist()}


@pytest.mark.parametrize(
    ("method", "fault", "says"),
    [
        ("observe", show_all_hands, "observes what is hidden"),
        ("snapshot", tell_all_hands, "the snapshot shows seat"),
    ],
)
def test_the_kit_finds_a_hand_that_is_shown(monkeypatch, method, fault, says):
    monkeypatch.setattr(CrazyEights, method, fault)
    monkeypatch.setattr("tablemates.envs.testing.Checker.check_observation", lambda self: None)
    with pytest.raises(CheckError, match=says):
        check_game(SETTINGS(players=3), games=2)


def test_agents_get_the_hand_of_the_decider_and_no_other():
    game = moved()
    situation = Situation.of(game, 0, 0)
    state = game.fields(np.concatenate([situation.public, np.zeros(8, np.uint8)]))
    hands, own = state.private.hand, game.to_move()
    assert hands[own].sum() == game.public.held[own]
    assert not np.delete(hands, own, 0).any()


def test_vector_lanes_give_agents_the_same():
    lanes = VIEWS.vector_env(num_envs=4, players=3)
    lanes.reset(seed=1)
    batch = lanes._batch
    for lane in range(4):
        game = new_game(SETTINGS(players=3))
        game.restore(bytes(batch._records[lane]))
        assert bytes(batch.publics[lane]) == game.seen(game.to_move()).tobytes()


def test_the_history_has_no_hands():
    env = VIEWS.env(players=3, history=True)
    env.reset(seed=2)
    for _ in range(6):
        env.step(int(np.flatnonzero(env.observe(env.agent_selection)["action_mask"])[0]))
    situation = env.situation()
    assert situation.history.now.publics.shape[1] == env.unwrapped._game.public_record.size
    lines = Onlooker(moved()).told(situation.history.now)
    assert all(one.text for one in lines)


@pytest.mark.parametrize("seat", [None, 1])
def test_the_views_of_gymnasium_play_a_game(seat):
    env = VIEWS.gym_env(players=3, seat=seat, partners=None if seat is None else ["random"] * 2)
    _, info = env.reset(seed=4)
    for _ in range(400):
        action = int(np.flatnonzero(info["action_mask"])[0])
        _, _, over, _, info = env.step(action)
        if over:
            assert sorted(info["returns"])[-1] > 0
            return
    pytest.fail("the game goes on")


@pytest.mark.parametrize("name", ["random", "rollout:4", "mcts:16"])
def test_agents_of_any_game_play(name):
    """A search draws the other hands from what the decider sees: they do not matter to it."""
    game = moved()
    agent = find_agent(name, GameFacts.of(game.settings))
    answers = set()
    for seed in range(3):
        situation = Situation.of(game, 7, 3)
        assert game.mask[agent.act(situation)]
        answers.add(agent.act(situation))
        game.resample(seed)
    assert len(answers) == 1


def test_a_saved_game_goes_on_and_a_position_is_edited():
    env = VIEWS.env(players=3)
    env.reset(seed=3)
    saved, position = env.save(), json.loads(json.dumps(env.dump_position()))
    again = VIEWS.env(players=3)
    again.restore(saved)
    assert again.dump_position() == position
    made = VIEWS.load_position(position)
    assert made.dump_position() == position
    short = VIEWS.load_position({"players": 3, "seed": 5})
    assert short.dump_position()["held"][:3] == [5, 5, 5]


@pytest.mark.parametrize(
    ("key", "value", "says"),
    [
        ("active", 4, "nobody takes this seat"),
        ("suit", 4, "suit: 4 is not from 0 to 3"),
        ("decision", "turns", "unknown word 'turns'; did you mean 'turn'"),
        ("top", "ace", "a whole number must stand here"),
        ("held", [5, 5, 4, 0, 0], "a hand has another size"),
        ("held", [5, 5], "5 whole numbers must stand here"),
        ("colour", 1, "unknown key"),
        ("private", 1, "fields with their numbers are needed"),
    ],
)
def test_positions_that_cannot_be_are_refused(key, value, says):
    position = moved().dump_position()
    with pytest.raises(PositionError, match=says):
        moved().load_position({**position, key: value})


def test_a_damaged_record_is_refused():
    game = moved()
    damaged = bytearray(game.save())
    damaged[game.public_record.size] ^= 1  # a card in the first hand
    with pytest.raises(FormatError, match="another size"):
        game.check(bytes(damaged))


def test_pictures_and_words_show_the_hand_of_whose_eyes_look():
    game = moved()
    own = game.to_move()
    assert [one["action"] for one in game.snapshot()["choices"]] == game.legal
    game.look_as((own + 1) % 3)
    assert game.snapshot()["choices"] == []
    assert (
        game.snapshot()["own"]["hand"]
        == game.fields(game.record).private.hand[(own + 1) % 3].tolist()
    )
    game.look_as(-1)
    assert "own" not in game.snapshot()
    assert "hand" not in game.picture("text")
    assert 'data-action="' not in game.picture("svg")


def test_a_drawn_card_is_not_told():
    game = moved(chance="explicit", moves=16)
    while game.to_move() == CHANCE or not game.mask[DRAW]:
        game.step(int(np.flatnonzero(game.mask)[0]))
    game.step(DRAW)
    assert game.to_move() == CHANCE
    assert game.chance_outcomes()[1].sum() == pytest.approx(1.0)
    game.step(int(game.chance_outcomes()[0][0]))
    assert [event["text"] for event in game.events()][:1] == [
        f"{game.player_name(int(game.public.active))} draws a card."
    ]


def test_openspiel_tells_each_player_its_own_hand():
    pyspiel = pytest.importorskip("pyspiel", reason="pip install 'tablemates[spiel]'")
    from tablemates.envs.core.views.openspiel import register

    register(CrazyEights)
    game = pyspiel.load_game(SETTINGS.game, {"players": 2, "chance": "explicit"})
    assert game.get_type().information == pyspiel.GameType.Information.IMPERFECT_INFORMATION
    state, rng = game.new_initial_state(), np.random.default_rng(0)
    for _ in range(24):
        state.apply_action(int(rng.choice(state.legal_actions())))
    for player in range(2):
        again = state.resample_from_infostate(player, lambda: 0.3)
        told = [one.information_state_string(player) for one in (state, again)]
        assert told[0] == told[1]
        assert state.information_state_tensor(player) == again.information_state_tensor(player)
        other = [one.information_state_string(1 - player) for one in (state, again)]
        assert other[0] != other[1]
