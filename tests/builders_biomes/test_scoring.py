"""SCORE, END: scorings, the end of the game, ranks and returns."""

import numpy as np
import pytest

from tablemates.envs.builders_biomes import vocabulary as V
from tablemates.envs.builders_biomes.game import BuildersBiomes
from tablemates.envs.builders_biomes.parts import load_components
from tablemates.envs.builders_biomes.settings import Settings
from tests.builders_biomes.table import Table, columns

ALL = [building.shows for building in load_components().parts.buildings]
#: Printed biomes of board 0: forest mountains desert / desert forest mountains / tundra desert f.
LAST_TURN = {"cube": columns(2, *[1] * 15), "unseen": {}, "actions": 1, "used": 2}


def score(scored, **seat):
    """Let seat 0 take the last block of a layer; return what was scored and the table."""
    height = 4 - scored
    table = Table.at(
        cube=columns(height, *[height - 1] * 15),
        unseen={},
        scored=scored,
        actions=1,
        used=2,
        seats=[{"board": 0, **seat}, {"board": 1}],
    )
    table.do("block 0", "block 3")
    return {event[1]: event[2:] for event in table.happened("scored")}, table


def tiles(*wanted):
    """Return different buildings with these characteristics."""
    found = []
    for name in wanted:
        found.append(
            next(
                n
                for n, shows in enumerate(ALL)
                if name in [s.name.lower() for s in shows] and n not in found
            )
        )
    return found


@pytest.mark.rule("SCORE-01")
def test_an_emptied_layer_triggers_its_scoring_at_the_end_of_the_turn():
    for scored, names in enumerate(("biome", "material", "type")):
        events, table = score(scored)
        assert set(events) == {0, 1}, names
        assert table.p.scored == scored + 1
    table = Table.at(cube=columns(3, 3, *[2] * 14), unseen={}, scored=1)
    table.do("block 0", "block 1")
    assert not table.happened("scored")  # the turn is not over
    table.do("go 12", *range(4))
    assert table.happened("scored")


@pytest.mark.rule("SCORE-01")
def test_two_layers_emptied_in_one_turn_are_scored_in_order():
    table = Table.at(
        cube=columns(4, *[2] * 15), unseen={}, actions=1, used=2, seats=[{"board": 0}, {"board": 1}]
    )
    table.do("block 0", "block 0")
    assert [event[1] for event in table.happened("scored")] == [0, 1, 0, 1]
    assert table.p.scored == 2


@pytest.mark.rule("SCORE-02")
def test_the_active_seat_scores_first_then_clockwise():
    table = Table.at(cube=columns(4, *[3] * 15), unseen={}, actions=1, used=2, active=2, players=4)
    table.do("block 0", "block 3")
    assert [event[1] for event in table.happened("scored")] == [2, 3, 0, 1]


@pytest.mark.rule("SCORE-03", "SCORE-05")
@pytest.mark.parametrize(
    ("spaces", "group"),
    [
        ([0, 1, 2], 3),
        ([0, 4, 8], 1),  # corners do not connect
        ([2, 3], 1),  # nor does the end of a row and the beginning of the next
        ([0, 1, 3, 4, 8], 4),
        (list(range(9)), 9),
        ([0, 2, 3, 5, 6, 8], 3),
        ([1, 3, 5, 7, 4], 5),
    ],
)
def test_the_largest_group_that_is_connected_by_edges_counts(spaces, group):
    built = dict(zip(spaces, tiles(*["wood"] * len(spaces)), strict=True))
    events, table = score(1, built=built)
    wood = group * 3
    assert table.p.xp_by[0, 4] >= wood
    if events[0][0] == "wood":
        assert events[0] == ("wood", group, wood)
    assert events[1][1:] == (0, 0)  # no building, no material


@pytest.mark.rule("SCORE-04")
def test_the_best_characteristic_is_taken_with_equal_points_the_first():
    animal, dwelling = tiles("animal_house", "animal_house"), tiles("dwelling", "dwelling")
    built = {0: animal[0], 1: animal[1], 6: dwelling[0], 7: dwelling[1]}
    events, _ = score(2, built=built)
    assert events[0] == ("animal_house", 2, 10)
    built = dict(zip([8, 0, 1], tiles("obsidian", "wood", "wood"), strict=True))
    events, _ = score(1, built=built)
    assert events[0] == ("wood", 2, 6)  # one obsidian is worth 6 too
    assert score(0)[0][0] == ("tundra", 1, 6)


@pytest.mark.rule("SCORE-06")
def test_beginners_count_all_spaces():
    built = dict(zip([0, 4, 8], tiles("wood", "wood", "wood"), strict=True))
    assert score(1, built=built, beginner=True)[0][0] == ("wood", 3, 9)
    assert Table.new(level="beginner", players=3).p.beginner.tolist() == [1, 1, 1, 0]
    assert Table.new(level={"beginners": [1]}).p.beginner.tolist() == [0, 1, 0, 0]


@pytest.mark.rule("SCORE-08")
def test_xp_have_no_ceiling():
    _, table = score(0, xp={"fight": 250})
    assert table.p.xp[0] > 250
    assert table.game.observation_space.contains(table.game.observation)


@pytest.mark.rule("END-01")
def test_the_game_ends_after_the_third_scoring():
    _, table = score(2)
    assert table.over
    assert table.happened("game_ended") == [("game_ended", "third_scoring")]
    assert table.game.ending()["cause"] == "third_scoring"


@pytest.mark.rule("END-02", "EXTRA-03")
def test_bonus_mobs_count_every_space_that_shows_it():
    forest, bridge, action = 52, 63, 44
    _, table = score(2, board=0, mobs=[forest, bridge, action], built={1: tiles("bridge")[0]})
    table.do("done")  # the action mob is kept, and worth nothing
    shown = 3 + (ALL[tiles("bridge")[0]][0].name == "FOREST")
    assert table.p.xp_by[0, 6] == 2 * shown + 3
    _, table = score(2, board=0, mobs=[forest], built={0: tiles("desert")[0]})
    assert table.p.xp_by[0, 6] == 4  # a covered forest does not count


def finish(*seats):
    """Return the ranks and returns of seats with (XP, blocks)."""
    table = Table.at(
        **LAST_TURN,
        scored=2,
        seats=[
            {"xp": {"fight": xp}, "supply": {"sand": blocks - 2 * (n == 0)}}
            for n, (xp, blocks) in enumerate(seats)
        ],
    )
    table.do("block 0", "block 3")
    return table.p.rank[: len(seats)].tolist(), table.game.returns()


@pytest.mark.rule("END-03", "END-04", "END-05")
@pytest.mark.parametrize(
    ("seats", "ranks", "returns"),
    [
        ([(10, 2), (20, 0)], [2, 1], [0, 1]),
        ([(10, 3), (10, 2)], [1, 2], [1, 0]),
        ([(10, 2), (10, 2), (5, 9)], [1, 1, 3], [0.5, 0.5, 0]),
        ([(10, 2), (10, 2), (10, 2)], [1, 1, 1], [1 / 3] * 3),
        ([(9, 2), (10, 2), (10, 2), (11, 0)], [4, 2, 2, 1], [0, 0, 0, 1]),
    ],
)
def test_xp_then_blocks_rank_the_seats_and_winners_share(seats, ranks, returns):
    assert finish(*seats) == (ranks, pytest.approx(returns))


@pytest.mark.rule("END-05")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_sums_of_the_other_rewards(players):
    for reward, total in (("win", 1.0), ("zero_sum", 0.0), ("rank", players / 2)):
        game = BuildersBiomes(Settings(players=players, reward=reward))
        rng = np.random.default_rng(0)
        for seed in range(3):
            answer = game.new(seed)
            while answer >= 0:
                answer = game.step(int(rng.choice(np.flatnonzero(game.mask))))
            returns = game.returns()
            assert sum(returns) == pytest.approx(total)
            assert returns[int(np.argmin(game.public.rank[:players]))] == max(returns)


@pytest.mark.parametrize(
    ("reward", "returns"),
    [("zero_sum", [0.25, 0.25, -0.5]), ("rank", [0.75, 0.75, 0.0]), ("margin", [0.0, 0.0, -0.1])],
)
def test_rewards_of_a_shared_win(reward, returns):
    position = {
        **LAST_TURN,
        "scored": 2,
        "seats": [
            {"xp": {"fight": xp}, "supply": {"sand": 2 * (n > 0)}}
            for n, xp in enumerate((10, 10, 5))
        ],
    }
    game = BuildersBiomes(Settings(players=3, reward=reward))
    game.load_position(position)
    game.step(V.BLOCK)
    game.step(V.BLOCK + 3)
    assert game.returns() == pytest.approx(returns)


@pytest.mark.rule("END-06")
def test_a_truncated_game_has_no_winner():
    from tablemates.envs.builders_biomes_v0 import gym_env

    env = gym_env(max_turns=3)
    _, info = env.reset(seed=1)
    truncated, rewards = False, []
    while not truncated:
        action = int(np.flatnonzero(info["action_mask"])[0])
        _, reward, terminated, truncated, info = env.step(action)
        assert not terminated
        rewards.append(reward)
    assert not any(rewards)


def test_who_breaks_the_rules_is_last():
    table = Table.new(players=3)
    table.game.forfeit(1)
    assert table.game.returns() == [0.5, 0.0, 0.5]
    assert table.game.ending()["cause"] == "illegal_action"


def test_xp_by_source_add_up_and_standings_are_what_would_be_scored():
    game = BuildersBiomes(Settings(players=3))
    rng = np.random.default_rng(5)
    answer = game.new(5)
    while answer >= 0:
        answer = game.step(int(rng.choice(np.flatnonzero(game.mask))))
    ending = game.ending()
    assert ending["breakdown"].sum(1).tolist() == ending["scores"].tolist()
    assert ending["standings"].tolist() == ending["scores"].tolist()
    table = Table.at(scored=1, seats=[{"board": 0, "built": {0: tiles("wood")[0]}}, {}])
    points = 3 + (3 if ALL[tiles("wood")[0]][2].name == "DECORATION" else 0)
    assert table.game.standings() == [points, 0]
