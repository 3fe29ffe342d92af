"""Edited positions, parts, saved games and replays: accepted and unchanged, or refused."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest
from hypothesis import strategies as st

from tablemates.envs import portal_dash_v0
from tablemates.envs.core import saving
from tablemates.envs.core.answers import OVER
from tablemates.envs.core.errors import ComponentsError, FormatError, SettingsError
from tablemates.envs.core.record import RecordView
from tablemates.envs.core.replay import Replay, pack_actions, unpack_actions
from tablemates.envs.portal_dash.components import load_components
from tablemates.envs.portal_dash.game import PortalDash
from tablemates.envs.portal_dash.positions import PositionError, dump_position, load_position
from tablemates.envs.portal_dash.rules.state import STATE
from tablemates.envs.portal_dash.settings import Settings
from tests.edits import ODD, assert_is_sentence, check_reader, edited
from tests.playing import play_single
from tests.portal_dash.bare import any_board
from tests.portal_dash.games import LEVELS, choose, make_game, states
from tests.portal_dash.on_the_table import Inspector, ground_is_printed

pytestmark = pytest.mark.slow
#: Documents of a kind: some in every run of the tests, many in an exhaustive one.
counts = pytest.mark.parametrize(
    "count", [40, pytest.param(2_000, marks=pytest.mark.exhaustive)], ids=["some", "many"]
)


def play_on(game: PortalDash, answer: int, decisions: int, rng: np.random.Generator) -> None:
    """Play a few random decisions, with all invariants checked at each.

    A position may have ground that no tile shows; then nothing but the play itself is tried.
    """
    inspector = Inspector(game) if ground_is_printed(game) else None
    for _ in range(decisions):
        if inspector is not None:
            inspector.check(rng, shown=True)
        if answer == OVER:
            return
        answer = game.step(choose(game, rng))


# -- positions -----------------------------------------------------------------------------


@counts
def test_positions(count):
    rng = np.random.default_rng(5)
    documents: list[dict[str, Any]] = []
    for level in LEVELS:
        game = make_game(rng, level, int(rng.integers(1, 5)))
        for n, _ in enumerate(states(game, rng, 120)):
            if n % 20 == 0:
                documents.append(dump_position(game, game.record))
    for document in documents:
        del document["ruleset"]  # another edition would be noticed
    board = any_board(load_components())

    def accepts(position: Any) -> bool:
        try:
            record = load_position(board, position)
        except PositionError as error:
            assert_is_sentence(error)
            return False
        again = load_position(board, dump_position(board, record))
        assert again.tobytes() == record.tobytes(), "it does not come back"
        p = RecordView(record, STATE).public
        chance = ("sampled", "explicit")[p.explicit_chance]
        game = make_game(
            rng,
            int(p.level) or 1,
            int(p.players),
            chance=chance,
            board_shape=(8, 64),
            skip_forced=bool(p.skip_forced),
        )
        play_on(game, game.restore(record.tobytes()), 3, rng)
        return True

    check_reader(edited(documents), accepts, count)


# -- parts ---------------------------------------------------------------------------------


# -- saved games ---------------------------------------------------------------------------


@st.composite
def damaged(draw: st.DrawFn, saves: list[bytes]) -> bytes:
    """Draw a saved game whose record has changed, sometimes cut or with other bytes besides."""
    data = bytearray(draw(st.sampled_from(saves)))
    body = len(data) - STATE.itemsize
    for _ in range(draw(st.integers(0, 4))):
        at = body + draw(st.integers(0, STATE.itemsize - 1))
        data[at] = draw(st.one_of(st.integers(0, 255), st.just((data[at] + 1) % 256)))
    check = len(saving.MAGIC)
    data[check : check + saving._CHECK] = saving._checksum(bytes(data[check + saving._CHECK :]))
    match draw(st.sampled_from(["whole", "whole", "whole", "byte", "cut", "more"])):
        case "byte":
            data[draw(st.integers(0, len(data) - 1))] = draw(st.integers(0, 255))
        case "cut":
            del data[draw(st.integers(0, len(data))) :]
        case "more":
            data += draw(st.binary(min_size=1, max_size=4))
    return bytes(data)


@counts
def test_saved_games(count):
    rng = np.random.default_rng(7)
    saves = []
    env = portal_dash_v0.gym_env(level=[1, 2, 3, 4, 5], players=[1, 2, 3, 4])
    for seed in range(10):
        env.reset(seed=seed)
        for n, _ in enumerate(play_single(env, rng, moves=90)):
            if n % 30 == 0:
                saves.append(env.save())
    good = saves[0]

    def accepts(data: bytes) -> bool:
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

    check_reader(damaged(saves), accepts, count)


# -- replays -------------------------------------------------------------------------------


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


@counts
def test_replays(count):
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

    def accepts(document: Any) -> bool:
        try:
            replay = Replay.from_json(document)
            game = PortalDash(Settings.of_recipe(replay.recipe))
            answers = list(replay.play(game))
        except (FormatError, SettingsError, ComponentsError) as error:
            assert_is_sentence(error)
            return False
        assert Replay.from_json(json.loads(json.dumps(replay.to_json()))) == replay
        assert len(answers) == len(replay.actions) + 1
        if answers[-1] != OVER:
            play_on(game, answers[-1], 2, rng)
        return True

    check_reader(edited_replay(documents), accepts, count)
