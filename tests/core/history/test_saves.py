import json

import numpy as np
import pytest

from tablemates.envs.core.errors import FormatError
from tablemates.envs.core.history import saves
from tablemates.envs.core.history.replay import Replay, pack_actions
from tablemates.envs.core.views.illegal_actions import PENALTY
from tests.core.conftest import aec, race, single
from tests.core.dice_race import HOLD, ROLL, DiceRace, Settings
from tests.core.views.test_views import force, play_to_the_end


def everything(env):
    """Return all that a caller can see of an AEC view."""
    if not env.agents:
        return None
    return (
        env.agents,
        env.agent_selection,
        env.rewards,
        env.terminations,
        env.truncations,
        repr(env.last()),
        repr(env.infos),
        env.legal_actions(),
    )


def test_restore_answers_as_before_at_every_step():
    env, other = (aec(players=3, shaped=True, illegal="penalty") for _ in range(2))
    env.reset(seed=2)
    rng = np.random.default_rng(0)
    for _ in range(150):
        other.restore(env.save())
        assert everything(other) == everything(env)
        if not env.agents:
            break
        over = env.terminations[env.agent_selection]
        env.step(None if over else int(rng.choice([ROLL, ROLL, HOLD])))
    assert not env.agents, "the walk went through the end"


def test_a_save_of_one_view_goes_into_another():
    env, other = aec(players=2, illegal="penalty"), single(players=2)
    env.reset(seed=2)
    env.step(HOLD)
    other.restore(env.save())
    assert other._result.illegal_in_a_row == 1
    assert other._result.rewards == [PENALTY, 0.0]
    back = aec(players=2, illegal="penalty")
    back.restore(other.save())
    assert everything(back) == everything(env)


def test_cut_foreign_and_damaged_bytes_are_refused_and_change_nothing(make):
    env = make(players=2)
    env.reset(seed=9)
    good = env.save()
    for n in range(len(good)):
        flipped = bytearray(good)
        flipped[n] ^= 0x20
        for bad in (good[:n], bytes(flipped)):
            with pytest.raises(FormatError, match=r"cut|no saved game"):
                env.restore(bad)
    for bad, message in [
        (good + b"x", "cut or damaged"),
        (b"PK\x03\x04" + good, "no saved game"),
        ("text", "bytes, not str"),
    ]:
        with pytest.raises(FormatError, match=message):
            env.restore(bad)
    assert env.save() == good
    env.restore(good)


@pytest.mark.parametrize(
    ("patched", "attribute", "value", "message"),
    [
        (DiceRace, "name", "card_race_v0", "another game .'card_race_v0'"),
        (DiceRace, "hashes", {"ruleset": "x" * 16}, "other rules or parts"),
        (DiceRace, "record_layout", "f" * 16, "another layout"),
        (saves, "VERSION", 4, "has version 4; this one reads 3"),
    ],
)
def test_a_save_of_another_game_or_version_is_refused(
    monkeypatch, patched, attribute, value, message
):
    env = aec(players=2)
    env.reset(seed=9)
    with monkeypatch.context() as patch:
        patch.setattr(patched, attribute, value)
        foreign = env.save()
    with pytest.raises(FormatError, match=message):
        env.restore(foreign)


def test_resample_keeps_what_can_be_seen():
    env = aec(players=2)
    env.reset(seed=9)
    env.step(ROLL)
    seen, before = env.state(), env._game.save()
    env.resample(np.random.default_rng(1))
    assert np.array_equal(env.state(), seen)
    assert env._game.save() != before
    assert env.replay().seed is None, "the game is no longer that of its seed"


def test_a_replay_plays_the_same_game_again(tmp_path):
    env = aec(players=[1, 2, 3], illegal="penalty")
    for seed in range(10):
        env.reset(seed=seed)
        play_to_the_end(env, np.random.default_rng(seed))
        file = tmp_path / f"{seed}.json"
        env.replay().write(file)
        replay = Replay.read(file)
        assert replay == env.replay()
        game = DiceRace(Settings(**replay.recipe))
        answers = list(replay.play(game))
        assert len(answers) == len(replay.actions) + 1
        assert game.save() == env._game.save()


def test_a_replay_of_explicit_chance_and_of_a_restored_game():
    env = aec(players=2, explicit=True)
    env.reset(seed=1)
    force(env, 6, 5)
    env.restore(env.save())
    force(env, 2)
    env.step(HOLD)
    replay = Replay.from_json(json.loads(json.dumps(env.replay().to_json())))
    assert replay.record is not None
    game = DiceRace(Settings(**replay.recipe))
    list(replay.play(game))
    assert game.save() == env._game.save()


def test_refused_actions_are_not_part_of_the_replay(make):
    env = make(players=2, illegal="penalty")
    env.reset(seed=1)
    for action in (HOLD, ROLL, 0, ROLL):
        env.step(action)
    assert env.replay().actions == [ROLL, ROLL]


def test_broken_replays_get_a_sentence(tmp_path):
    env = aec(players=2)
    env.reset(seed=1)
    env.step(ROLL)
    good = env.replay().to_json()
    broken = [
        ({"format": "novel"}, "no replay"),
        ({"version": 2}, "version 2"),
        ({"actions": good["actions"][:-5]}, "damaged|cut"),
        ({"actions": "!!!"}, "damaged"),
        ({"actions": 5}, "'actions' is missing or no str"),
        ({"seed": None}, "either a 'seed' or a 'record'"),
        ({"seed": -1}, "seed -1"),
        ({"seed": None, "record": 7}, "'record' is no text"),
        ({"hashes": {}}, "'hashes' lack"),
        ({"recipe": []}, "'recipe' is missing or no dict"),
    ]
    for change, says in broken:
        with pytest.raises(FormatError, match=says):
            Replay.from_json(good | change)
    file = tmp_path / "broken.json"
    for text in ("", "{", "[]", '{"a":' * 100_000):
        file.write_text(text)
        with pytest.raises(FormatError, match=r"broken\.json"):
            Replay.read(file)
    for change, says in [
        ({"game": "chess_v6"}, "is of chess_v6"),
        ({"hashes": good["hashes"] | {"ruleset": "x"}}, "another ruleset"),
        ({"actions": pack_actions([HOLD, ROLL])}, "move 0 of the replay, action 2, is not legal"),
        ({"actions": pack_actions([ROLL] * 3 + [60_000, ROLL])}, "action 60000, is not legal"),
    ]:
        with pytest.raises(FormatError, match=says):
            list(Replay.from_json(good | change).play(race(players=2)))
