"""What happened in games: the compiled counts beside the events as everybody reads them."""

from collections import Counter
from pathlib import Path

import numpy as np
import pytest

from tablemates.agents.configs import read_config
from tablemates.agents.evaluation.happenings.counting import PARTS, PORTAL, START
from tablemates.agents.evaluation.happenings.replaying import TURNS, happenings
from tablemates.agents.evaluation.plan import Plan
from tablemates.agents.evaluation.runner import play
from tablemates.envs.core.errors import FormatError
from tablemates.envs.portal_dash.game import Game
from tablemates.envs.portal_dash.rules.vocabulary import MAGMA, Reason
from tablemates.envs.portal_dash.settings import Settings


@pytest.fixture(scope="module")
def rows():
    options = {"agents": ["random", "rules"], "levels": [1, 5], "games": 12, "workers": 1}
    return play(read_config(Plan, Path("configs/eval/base.yaml"), options=options))


@pytest.fixture(scope="module")
def found(rows):
    return happenings(rows)


def events_of(row):
    """Yield the events of a game as the views give them, with the turn of each."""
    game = Game(Settings.of_recipe(row.recipe))
    turn = 0
    for _ in row.replay().play(game):
        for event in game.events():
            turn = event.get("turn", turn)
            yield event | {"at": turn}


@pytest.mark.slow
def test_counts_are_those_of_the_events(rows, found):
    for row, counts in zip(rows, found.counts, strict=True):
        seen = Counter()
        weapon, life = None, None
        for event in events_of(row):
            match event["event"]:
                case "block_removed":
                    place = {Reason.DIE: 0, Reason.BOSS: 1, Reason.MINED: 2}[event["reason"]]
                    seen["taken", place, event["colour"]] += 1
                case "block_drawn":
                    seen["drawn", event["colour"]] += 1
                case "ability_used":
                    seen["abilities", event["colour"]] += 1
                case "block_placed":
                    seen["placed", event["place"] // 3, event["colour"]] += 1
                case "item_kept":
                    seen["found", event["item"]] += 1
                case "item_enchanted":
                    seen["found", event["enchantment"]] += 1
                case "heart_lost":
                    seen["hearts_lost", event["source"]] += 1
                case "armour_heart_lost":
                    seen["armour_lost", event["source"]] += 1
                case "fight_started":
                    weapon = event["item"]
                    seen["fights", weapon] += 1
                case "fight_ended":
                    life = event["life"]
                case "boss_hit":
                    seen["boss_damage", weapon] += life - event["life"]
                case "task_done":
                    seen["task_turn", event["task"]] = event["at"]
        for name in {name for name, *_ in seen} | {"drawn", "hearts_lost", "boss_damage"}:
            expected = np.zeros_like(counts[name])
            for (kind, *place), number in seen.items():
                if kind == name:
                    expected[tuple(place)] = number
            assert counts[name].tolist() == expected.tolist(), name
        assert counts["turn"] == row.turns
    assert found.counts["boss_damage"].sum() > 0


def test_blocks_are_in_the_cube_or_counted(rows, found):
    for counts in found.counts:
        assert counts["taken"].sum() + counts["layer_left"].sum() == 64
        used = counts["abilities"].sum() + counts["placed"].sum()
        # Whoever dies or wins in the middle of an action may have blocks in hand.
        assert 0 <= counts["taken"][2].sum() + counts["drawn"].sum() - used <= 8


def test_tasks_stand_beside_the_layer_that_they_must_beat(rows, found):
    for row, counts in zip(rows, found.counts, strict=True):
        for task in range(3):
            done, empty = counts["task_turn"][task], counts["layer_turn"][task]
            assert (counts["task_left"][task] > 0) == (done > 0)
            if done and empty:
                assert done <= empty
        assert (row.cause.startswith("task_")) == any(
            counts["layer_turn"][task] and not counts["task_turn"][task] for task in range(3)
        )


@pytest.mark.slow
def test_deaths_have_a_killer_and_a_place(rows, found):
    died = [row.cause == "player_died" for row in rows]
    assert any(died)
    for row, counts in zip(rows, found.counts, strict=True):
        place = [int(counts[name]) for name in ("killer", "part", "row", "column")]
        if row.cause != "player_died":
            assert place == [-1] * 4
            continue
        assert 0 <= place[0] <= MAGMA
        assert 0 <= place[1] < PARTS
        last = list(events_of(row))[-1]
        assert (last["event"], last["source"]) == ("game_lost", place[0])
        game = Game(Settings.of_recipe(row.recipe))
        for _ in row.replay().play(game):
            pass
        p, box = game.public, game.strings.names.box
        widths = {START: 0, PORTAL: box.start_columns + p.parts * box.tile_columns}
        left = widths.get(place[1])
        if left is None:
            left = box.start_columns + p.tiles.tolist().index(place[1]) * box.tile_columns
        assert divmod(int(p.player_space[p.cause_player]), 64) == (place[2], left + place[3])


def test_progress_is_that_of_the_end_of_each_turn(rows, found):
    for row, progress in zip(rows, found.progress, strict=True):
        game = Game(Settings.of_recipe(row.recipe))
        for _ in row.replay().play(game):
            # What a turn's last action earned stands when the next turn is under way.
            turn = min(game.turn, TURNS)
            assert progress[max(turn - 1, 0)] <= game.progress() + 1e-6
            assert game.progress() <= progress[turn] + 1e-6
        assert progress[0] == 0
        assert progress[TURNS] == pytest.approx(row.progress)
        assert (np.diff(progress) >= 0).all()


def test_some_games_are_taken_out_of_all(rows, found):
    part = found[[2, 5]]
    assert len(part) == 2
    again = happenings([rows[2], rows[5]])
    assert part.counts.tobytes() == again.counts.tobytes()
    assert (part.progress == again.progress).all()


def test_a_row_that_cannot_be_played_is_refused(rows):
    with pytest.raises(FormatError, match="another ruleset"):
        happenings([rows[0].model_copy(update={"ruleset": "0" * 16})])
