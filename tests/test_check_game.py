"""The conformance kit on every game, and on a game with a planted fault."""

import numpy as np
import pytest

from tablemates.envs.registry import GAMES, find_game
from tablemates.envs.testing import CheckError, check_game
from tests.core.dice_race import DiceRace
from tests.core.dice_race import Settings as DiceRaceSettings
from tests.core.lanterns import Settings as LanternsSettings


@pytest.mark.parametrize("players", [1, 3, 5])
def test_dice_race(players):
    check_game(DiceRaceSettings(players=players))


@pytest.mark.parametrize("players", [1, 2, 4])
def test_lanterns(players):
    check_game(LanternsSettings(players=players))


@pytest.mark.slow
@pytest.mark.parametrize(
    "players", [2, *(pytest.param(n, marks=pytest.mark.exhaustive) for n in (min, max))]
)
@pytest.mark.parametrize("key", GAMES)
def test_every_game(key, players):
    settings = find_game(key).settings_type
    seats = players if players == 2 else players(settings.seats)
    check_game(settings(players=seats), games=1)


def hidden_rolls(game):
    """Show what the seed is, which no player knows."""
    return {"seed": int(game.record.view(game.engine.state)["hidden"]["seed"][0])}


def outcomes_of_a_weighted_die(_game):
    return np.arange(1, 7, dtype=np.int16), np.full(6, 0.15)


def returns_before_the_end(game):
    return [1.0] * game.seats


def observe_another_seat(game, seat, out):
    game.engine.observe(game.record, game.box, (seat + 1) % game.seats, out)


@pytest.mark.parametrize(
    ("method", "fault", "words"),
    [
        ("snapshot", hidden_rolls, "the snapshot shows what is hidden"),
        ("chance_outcomes", outcomes_of_a_weighted_die, "do not add up to 1"),
        ("describe", lambda _game, _action: "", "has no words"),
        (
            "dump_position",
            lambda _game: {"record": bytes([1, 0, 0, 0, 3] + [0] * 26).hex()},
            "another game",
        ),
        ("save", lambda game: game.record.tobytes()[:-1] + b"\x07", "seed 0, after 0 moves"),
        ("returns", returns_before_the_end, "a game that goes on has returns"),
        ("progress", lambda _game, _seat: 1.5, "is not 0 to 1"),
        ("observe", observe_another_seat, "were not brought up to date"),
    ],
)
def test_a_planted_fault_is_found(monkeypatch, method, fault, words):
    monkeypatch.setattr(DiceRace, method, fault)
    with pytest.raises(CheckError, match=words):
        check_game(DiceRaceSettings(players=3))


@pytest.mark.parametrize(
    ("utilities", "words"),
    [("generel", "'generel' is none of 'identical'"), ("zero_sum", "do not add up to 0")],
)
def test_a_wrong_kind_of_utilities_is_found(monkeypatch, utilities, words):
    monkeypatch.setattr(DiceRace, "utilities", utilities)
    with pytest.raises(CheckError, match=words):
        check_game(DiceRaceSettings(players=3), games=1)
