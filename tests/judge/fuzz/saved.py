"""Saved games and replays that somebody has edited: taken and the same, or refused."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
from hypothesis import strategies as st

from tablemates.envs import portal_dash_v0
from tablemates.envs.core import saving
from tablemates.envs.core.errors import FormatError, SettingsError
from tablemates.envs.core.game import OVER
from tablemates.envs.core.replay import Replay, pack_actions, unpack_actions
from tablemates.envs.portal_dash.components import ComponentsError
from tablemates.envs.portal_dash.game import Game
from tablemates.envs.portal_dash.rules.state import STATE
from tablemates.envs.portal_dash.settings import Settings
from tests.judge.fuzz.documents import assert_is_sentence, play_on
from tests.judge.fuzz.edits import ODD, Tried, edited, try_many
from tests.playing import play_single


# -- saved games ---------------------------------------------------------------------
@st.composite
def damaged(draw: st.DrawFn, saves: list[bytes]) -> bytes:
    """Draw a saved game with bytes changed, cut or added; often its checksum fits again."""
    data = bytearray(draw(st.sampled_from(saves)))
    head = saving._HEAD.size
    body = head + saving._CHECK
    for _ in range(draw(st.integers(0, 4))):
        match draw(st.sampled_from(["record", "record", "number", "byte", "cut", "more"])):
            case "record":
                at = body + draw(st.integers(0, STATE.itemsize - 1))
                data[at : at + 1] = bytes([draw(st.integers(0, 255))])
            case "number":
                at = body + draw(st.integers(0, STATE.itemsize - 1))
                data[at : at + 1] = bytes([(data[min(at, len(data) - 1)] + 1) % 256])
            case "byte":
                at = draw(st.integers(0, len(data) - 1))
                data[at] = draw(st.integers(0, 255))
            case "cut":
                del data[draw(st.integers(0, len(data))) :]
            case _:
                data += draw(st.binary(min_size=1, max_size=4))
        if len(data) < body:
            return bytes(data)
    if draw(st.booleans()):
        data[head:body] = saving._checksum(bytes(data[:head]), bytes(data[body:]))
    return bytes(data)


def try_saves(count: int) -> Tried:
    """Try saved games of two views with other bytes, most with a checksum that fits."""
    rng = np.random.default_rng(7)
    saves = []
    env = portal_dash_v0.gym_env(level=[1, 2, 3, 4, 5], players=[1, 2, 3, 4])
    for seed in range(10):
        env.reset(seed=seed)
        for n, _ in enumerate(play_single(env, rng, moves=90)):
            if n % 30 == 0:
                saves.append(env.save())
    good = saves[0]

    def takes(data: bytes) -> bool:
        try:
            env.restore(data)
        except FormatError as error:
            assert_is_sentence(error)
            return False
        assert env.save() == data, "it does not come back"
        game = env._game
        play_on(game, game.to_move(), 3, rng)
        env.restore(good)
        return True

    return try_many("saved games", damaged(saves), takes, count)


# -- replays -------------------------------------------------------------------------
@st.composite
def edited_replay(draw: st.DrawFn, documents: list[dict[str, Any]]) -> Any:
    """Draw a replay with other data, or with other actions in it."""
    if draw(st.booleans()):
        return draw(edited(documents))
    document = dict(draw(st.sampled_from(documents)))
    actions = unpack_actions(document["actions"])
    for _ in range(draw(st.integers(1, 3))):
        at = draw(st.integers(0, len(actions)))
        match draw(st.sampled_from(["change", "drop", "insert", "cut"])):
            case "change":
                actions[at : at + 1] = [draw(st.integers(0, 2**16 - 1))]
            case "drop":
                del actions[at : at + 1]
            case "insert":
                actions.insert(at, draw(st.integers(0, 300)))
            case _:
                del actions[at:]
    document["actions"] = pack_actions(actions)
    if draw(st.booleans()):
        document["seed"] = draw(st.one_of(st.integers(0, 2**64 - 1), st.sampled_from(ODD)))
    return document


def try_replays(count: int) -> Tried:
    """Try replays of short games, edited."""
    rng = np.random.default_rng(8)
    documents = []
    for n in range(12):
        chance = ("sampled", "explicit")[n % 2]
        level: Any = n % 5 + 1 if n < 10 else {"tiles": 3, "mobs": {"hoglin": 2}}
        env = portal_dash_v0.gym_env(level=level, players=n % 4 + 1, chance=chance)
        env.reset(seed=n)
        for _ in play_single(env, rng, moves=25):
            pass
        if n % 3 == 0:
            env.restore(env.save())
            for _ in play_single(env, rng, moves=10):
                pass
        documents.append(json.loads(json.dumps(env.replay().to_json())))

    def takes(document: Any) -> bool:
        try:
            replay = Replay.from_json(document)
            game = Game(Settings.of_recipe(replay.recipe))
            answers = list(replay.play(game))
        except (FormatError, SettingsError, ComponentsError) as error:
            assert_is_sentence(error)
            return False
        assert Replay.from_json(json.loads(json.dumps(replay.to_json()))) == replay
        assert len(answers) == len(replay.actions) + 1
        if answers[-1] != OVER:
            play_on(game, answers[-1], 2, rng)
        return True

    return try_many("replays", edited_replay(documents), takes, count)
