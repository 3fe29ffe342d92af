"""The views: saving, hashes, shaping, wrong input, compiled and interpreted play."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from tablemates.envs import portal_dash_v0
from tablemates.envs.core.errors import ComponentsError, SettingsError
from tablemates.envs.portal_dash.rules.ending import TERMS
from tablemates.envs.portal_dash.settings import Settings
from tablemates.envs.portal_dash.vocabulary import make_catalogue
from tests.portal_dash.games import LEVELS, PLAYERS, choose, digests, make_game


def test_the_catalogue_is_the_same_for_all_games_and_pinned():
    catalogue = make_catalogue((8, 24))
    assert len(catalogue) == 265
    assert catalogue.digest == portal_dash_v0.env(level=5, players=4).catalogue.digest
    assert {
        name: catalogue.first(name) for name in ("step", "column", "slot", "place", "space")
    } == {"step": 3, "column": 7, "slot": 23, "place": 51, "space": 73}
    assert catalogue.digest == "de262ea88ed49763"
    assert len(make_catalogue((8, 64))) == 585
    assert make_catalogue((8, 64)).digest == "4495db9b68633e25"


def test_shaping_is_the_change_of_a_potential():
    shaping = {"progress": 2.0, "hearts": 0.5, "items": 1.0}
    env = portal_dash_v0.gym_env(level=LEVELS, players=PLAYERS, shaping=shaping)
    start = 0.5 + 5 / 6  # all hearts, five of six slots
    for seed in range(10):
        env.reset(seed=seed)
        rng, rewards, ended = np.random.default_rng(seed), [], False
        while not ended:
            _, reward, *ends, _ = env.step(int(rng.choice(np.flatnonzero(env.action_masks()))))
            rewards, ended = [*rewards, reward], any(ends)
        assert sum(rewards) == pytest.approx(-start), "a lost game pays its potential back"
        assert any(rewards[:-1])
    assert set(shaping) <= set(TERMS)


def test_hashes_change_with_what_they_name_and_nothing_else(tmp_path):
    base = portal_dash_v0.env().hashes
    assert all(len(value) == 16 for value in base.values())
    for same in ({"level": 4}, {"players": 4}, {"boss": None}, {"illegal_action": "end"}):
        assert portal_dash_v0.env(**same).hashes == base
    french = portal_dash_v0.env(edition="fr").hashes
    assert french["ruleset"] != base["ruleset"]
    assert french["interface"] == base["interface"]
    wide = portal_dash_v0.env(board_shape=(8, 48)).hashes
    assert wide["ruleset"] == base["ruleset"]
    assert wide["interface"] != base["interface"]
    parts = tmp_path / "parts.yaml"
    parts.write_text("dice:\n  combat: {faces: [0, 1, 2], copies: [2, 2, 2], mark: assumed}\n")
    mine = portal_dash_v0.env(components=parts).hashes
    assert mine["ruleset"] != base["ruleset"]
    assert mine["interface"] == base["interface"]


VIEWS = [portal_dash_v0.raw_env, portal_dash_v0.gym_env]
views = pytest.mark.parametrize("view", VIEWS, ids=["aec", "single"])


def begun(view, **settings):
    env = view(**{"illegal_action": "raise", **settings})
    env.reset(seed=1)
    return env


@pytest.mark.parametrize(
    ("settings", "says"),
    [
        ({"players": 0}, r"players=0: the game is for 1 to 4 players"),
        ({"level": 6}, r"unknown level 6: the levels are 1, 2, 3, 4, 5"),
        ({"level": {"tiles": 9}}, r"custom level, tiles: input should be .* 8, not 9"),
        ({"level": {"tiles": 8}}, r"board_shape"),
        ({"boss": "wither"}, r"unknown boss 'wither'"),
        ({"first_player": 2}, r"first_player=2 is no seat"),
        ({"board_shape": 8}, r"board_shape=8 is not \(rows, columns\)"),
        ({"shaping": {"progress": float("nan")}}, r"not finite"),
        ({"components": "/nowhere/parts.yaml"}, r"nowhere"),
    ],
)
@views
def test_impossible_settings(view, settings, says):
    with pytest.raises((SettingsError, ComponentsError), match=says):
        view(**settings)


@pytest.mark.parametrize("boss", ["wildfire", "ancient hoglin"])
@views
def test_a_boss_is_chosen_where_a_custom_level_leaves_it_open(view, boss):
    env = view(level={"tiles": 2, "bosses": [("either", "easy")]}, boss=boss)
    for seed in range(6):
        env.reset(seed=seed)
        assert env.dump_position()["bosses"][0]["boss"].lower() == boss
    again = Settings.of_recipe(env.replay().to_json()["recipe"])
    assert again.level_choices == ({"tiles": 2, "bosses": [(boss, "easy")]},)


ROOT = Path(__file__).resolve().parents[2]


def run(*arguments, **environment):
    """Run a module of the tests in a process of its own; return what it prints."""
    done = subprocess.run(
        [sys.executable, "-m", *map(str, arguments)],
        cwd=ROOT,
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-3000:]
    return done.stdout.split()


#: Digests of 300 random decisions of each level; policies, replays and saves rely on these bytes.
PINNED = {
    1: "dd5d327bb3135a65",
    2: "36a7042b28cc8689",
    3: "91540c72e88a0a4c",
    4: "e5c4bb0b04f3ebb0",
    5: "6f200b7c2c1fedd0",
}


@pytest.mark.parametrize("level", LEVELS)
def test_records_masks_and_observations_are_pinned(level):
    """If this fails unintended, the change is wrong; see CONTRIBUTING.md, "Versions"."""
    *_, last = digests(level, 300)
    assert last == PINNED[level]


@pytest.mark.slow
@pytest.mark.parametrize("level", LEVELS[1::3])
def test_interpreted_play_gives_the_same_bytes(level):
    """Records, masks, observations, events and resamples of 150 decisions."""
    compiled = list(digests(level, 150))
    interpreted = run("tests.portal_dash.games", level, 150, NUMBA_DISABLE_JIT="1")
    assert len(compiled) == 4
    assert interpreted == compiled


@pytest.mark.rule("TURN-01")
@pytest.mark.parametrize("players", PLAYERS)
def test_white_dice_depend_on_seed_and_turn_alone(players):
    """Two agents who do different things see the same dice in every turn that both reach."""
    shared = 0
    for seed in range(12):
        one, other = (dice_of_turns(players, seed, agent) for agent in (1, 2))
        turns = one.keys() & other.keys()
        shared += len(turns)
        assert {turn: one[turn] for turn in turns} == {turn: other[turn] for turn in turns}
        assert one != dice_of_turns(players, seed + 100, 1)
    assert shared > 40


def dice_of_turns(players, seed, agent):
    """Play at random; return both dice of every turn."""
    rng = np.random.default_rng(agent)
    game = make_game(rng, 1, players, chance="sampled", first_player=0)
    game.new(seed)
    dice = {}
    while not game.public.outcome:
        if game.public.mob_die > 0:
            dice[game.turn] = int(game.public.blocks_die), int(game.public.mob_die)
        game.step(choose(game, rng))
    return dice


# -- a push: one player chooses, another moves (MOB-13) -----------------------------------


PUSH = {
    "level": 5,
    "board": ["@0 . . . .", ". @1 h1 . .", ". . . . .", ". ~ . . .", ". . . . .", ". . . . ."],
    "players": [{"items": []}] * 2,
    "agenda": [
        {"step": "hit", "player": 1, "mob": "hoglin 1"},
        *("action", "action", "reveal", "end turn"),
    ],
}


@pytest.mark.rule("MOB-13")
def test_every_view_asks_the_active_player_where_another_is_pushed():
    env = portal_dash_v0.load_position(PUSH)
    who = env.agent_selection
    assert (env.snapshot()["seat"], who) == (0, env.possible_agents[0])
    observation = env.observe(who)
    blocks = env.layout.as_dict(observation["observation"])
    decides = blocks["players"][:, env.layout["players"].index("decides")]
    assert decides.tolist() == [1, 1, 0, 0], "who chooses and who is pushed"
    assert blocks["decision"][env.layout["decision"].index("shared")] == 1
    snapshot = env.snapshot()
    assert snapshot["question"] == "Pink chooses for the team where hoglin 1 pushes Blue."
    assert [one["text"] for one in snapshot["choices"]] == [
        "hoglin 1 pushes Blue north to (0, 1)",
        "hoglin 1 pushes Blue south to (2, 1)",
        "hoglin 1 pushes Blue west to (1, 0)",
    ]
    assert snapshot["agenda"][0] == {"step": "push", "player": 1, "mob": "hoglin 1"}
    env.step(env.catalogue.parse("step west"))
    assert env.snapshot()["board"][1].startswith("@1")


@pytest.mark.rule("MOB-13")
def test_whoever_is_pushed_in_their_own_turn_reads_you():
    env = portal_dash_v0.load_position(PUSH | {"active_player": 1})
    snapshot = env.snapshot()
    assert snapshot["question"] == "Blue chooses for the team where hoglin 1 pushes Blue."
    assert snapshot["choices"][0]["text"] == "hoglin 1 pushes you north to (0, 1)"
    observation = env.observe(env.agent_selection)["observation"]
    players = env.layout.as_dict(observation)["players"]
    assert players[:, env.layout["players"].index("decides")].tolist() == [1, 0, 0, 0]
