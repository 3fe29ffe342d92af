"""HID, RIV: heroes that a team chooses in secret."""

from xml.etree import ElementTree

import numpy as np
import pytest

from tablemates.envs import orcs_must_die_v0
from tablemates.envs.core.engine.codes import CHANCE
from tablemates.envs.core.views.frozen_states import FrozenStates
from tablemates.envs.orcs_must_die import vocabulary as V
from tablemates.envs.orcs_must_die.game import OrcsMustDie
from tablemates.envs.orcs_must_die.settings import Settings
from tests.orcs_must_die.rivals import Rivals


@pytest.mark.rule("RIV-04", "HID-04")
def test_heroes_are_chosen_in_secret_then_shown_then_placed():
    table = Rivals.new(rivalry="on", players=4, first_player=1, rival_edition="order")
    assert [table.game.to_move() for _ in "x"] == [1]
    table.do("hero ivy")
    assert table.choices == ["hero maximilian", "hero gabriella", "hero cygnus"]
    table.do("hero cygnus")
    assert table.game.to_move() == 2
    assert len(table.choices) == 4
    assert not table.happened("hero_chosen")
    table.do("hero ivy", "hero maximilian")
    assert [event[1] for event in table.happened("hero_chosen")] == [1, 2, 3, 0]
    assert table.decision == "place_hero"
    assert table.game.to_move() == 1
    table.do("tile 2", "tile 1", "tile 4")
    assert table.game.to_move() == 0
    assert table.tiles == [None, (0, 2), (1, 1), (1, 4)]


def seen_by(game, seats):
    """Return all that seats and onlookers (-1) get of a game."""
    found = [[event["text"] for event in game.events()]]
    for seat in (*seats, -1):
        game.look_as(seat)
        shown = [game.picture("text"), game.picture("svg"), game.snapshot(), game.decision()]
        found += [*shown, game.seen(seat).tobytes(), game.shown_legal]
        if seat >= 0:
            seen = np.empty_like(game.observation)
            game.observe(seat, seen)
            found.append(seen.tobytes())
    game.look_as(None)
    return found


def before_heroes(**more):
    """Return a game in which seat 0 is the lord and heroes are to be chosen."""
    game = OrcsMustDie(Settings(rivalry="on", first_player=0, **more))
    game.new(5)
    while game.to_move() == CHANCE:
        game.step(int(game.legal[0]))
    return game


@pytest.mark.slow
@pytest.mark.rule("HID-04", "HID-05", "RIV-04")
@pytest.mark.parametrize("players", [2, 8])
@pytest.mark.parametrize("chance", ["sampled", "explicit"])
def test_exchanging_what_the_other_team_has_chosen_changes_nothing_that_a_seat_gets(
    players, chance
):
    game, other = (before_heroes(players=players, chance=chance) for _ in range(2))
    size = players // 2
    foes = range(size, players)
    chosen = range(min(size, 3))  # the fourth of four heroes is no choice
    for n in chosen:
        game.step(V.CHOICE + n)
        other.step(V.CHOICE + (size - 1 - n if size > 1 else 1))
        assert seen_by(game, foes) == seen_by(other, foes)
    assert game.save() != other.save()
    for n in chosen:
        assert np.array_equal(game.mask, other.mask)
        assert seen_by(game, foes) == seen_by(other, foes)
        if n < chosen[-1]:
            game.step(V.CHOICE + n)
            other.step(V.CHOICE + n)
    drawn = set()
    seen = [np.empty_like(game.observation) for _ in range(2)]
    for seed in range(30):
        game.resample(seed)
        game.check(game.save())
        drawn.add(game.dump_position()["teams"]["picks"][0])
        game.observe(size, seen[0])
        other.observe(size, seen[1])
        assert np.array_equal(*seen)
    assert drawn == {1, 2, 3, 4}


def choose(view, heroes):
    """Choose heroes in a view of two teams of two, up to the third seat's decision."""
    for hero in heroes:
        view(V.CHOICE + hero)


@pytest.mark.rule("HID-04", "RIV-04")
@pytest.mark.parametrize("heroes", [(1, 0), (2, 3)])
def test_no_history_or_digest_tells_what_the_other_team_has_chosen(heroes):
    found = []
    for chosen in ((0, 1), heroes):
        env = orcs_must_die_v0.env(players=4, rivalry="on", first_player=0, history=True)
        env.reset(seed=5)
        choose(env.step, chosen)
        situation = env.situation()
        assert situation.history.now.actions.tolist() == [0, 0]
        lanes = orcs_must_die_v0.vector_env(
            num_envs=1, players=4, rivalry="on", first_player=0, history=True
        )
        lanes.reset(seed=5)
        choose(lambda action, lanes=lanes: lanes.step(np.array([action])), chosen)
        past = lanes.unwrapped.decisions().histories[0]
        moments = FrozenStates(before_heroes(players=4))
        moment = moments.begin(5)
        for hero in chosen:
            moment = moments.after(moment, V.CHOICE + hero)
        assert [moment.to_move, *moment.legal] == [2, *range(V.CHOICE, V.CHOICE + V.HEROES)]
        found.append(
            [
                situation.history.digest(),
                situation.public.tobytes(),
                past.digest(),
                moment.memory,
                *(moment.picture(seat) for seat in (2, 3, -1)),
            ]
        )
    assert found[0] == found[1]


@pytest.mark.rule("HID-04")
def test_a_team_sees_what_its_own_seats_have_chosen():
    game = before_heroes(players=4)
    game.step(V.CHOICE + 3)
    for seat, known in ((0, 4), (1, 4), (2, 0), (3, 0)):
        private = game.seen(seat)[game.public_record.nbytes :].reshape(V.ALL_SEATS, V.ALL_SEATS)
        assert private[seat, 0] == known
    assert V.CHOICE + 3 not in game.legal


@pytest.mark.rule("RIV-04", "HID-04")
def test_heroes_are_clicked_in_the_picture_that_the_chooser_sees_and_in_no_other():
    game = before_heroes(players=4, heroes="all")
    game.step(V.CHOICE + 1)
    shown = {}
    for seat in (None, 0, 1, 2, -1):
        game.look_as(seat)
        page = ElementTree.fromstring(game.picture("svg"))
        numbers = {int(one.get("data-action", -1)) for one in page.iter()} - {-1}
        shown[seat] = sorted(numbers)
    assert shown[None] == shown[1] == game.legal
    assert shown[0] == shown[2] == shown[-1] == []
