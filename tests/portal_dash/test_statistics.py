"""Game statistics: the compiled counts agree with the events that every view gives."""

from collections import Counter

import numpy as np
import pytest

from tablemates.agents.evaluation.game_stats import TURNS, sample_stats
from tablemates.agents.evaluation.report.summary import cells_of
from tablemates.agents.evaluation.runner import play
from tablemates.agents.portal_dash.statistics import NOWHERE
from tablemates.envs.core.errors import FormatError
from tablemates.envs.portal_dash.game import PortalDash
from tablemates.envs.portal_dash.rules.vocabulary import MAGMA, Reason
from tablemates.envs.portal_dash.settings import Settings
from tests.agents.evaluated import plan_of


@pytest.fixture(scope="module")
def rows():
    return play(plan_of(agents=["random", "rules"], level=[1, 5], games=12))


@pytest.fixture(scope="module")
def found(rows):
    return sample_stats(cells_of(rows), "portal_dash")


def events_of(row):
    """Yield the events of a game with the turn of each."""
    game = PortalDash(Settings.of_recipe(row.recipe))
    turn = 0
    for _ in row.replay().play(game):
        for event in game.events():
            turn = event.get("turn", turn)
            yield event | {"at": turn}


#: Where an event is counted: the name of the count, and the event's entries that say where.
COUNTED = {
    "block_drawn": ("drawn", "colour"),
    "ability_used": ("abilities", "colour"),
    "item_kept": ("found", "item"),
    "item_enchanted": ("found", "enchantment"),
    "heart_lost": ("hearts_lost", "source"),
    "armour_heart_lost": ("armour_lost", "source"),
    "fight_started": ("fights", "item"),
}


def test_counts_agree_with_the_events(rows, found):
    for row, counts in zip(rows, found.counter.counts, strict=True):
        seen = Counter()
        weapon, life = None, None
        for event in events_of(row):
            kind = event["event"]
            if kind in COUNTED:
                name, entry = COUNTED[kind]
                seen[name, event[entry]] += 1
            if kind == "block_removed":
                place = {Reason.DIE: 0, Reason.BOSS: 1, Reason.MINED: 2}[event["reason"]]
                seen["taken", place, event["colour"]] += 1
            elif kind == "block_placed":
                seen["placed", event["place"] // 3, event["colour"]] += 1
            elif kind == "fight_started":
                weapon = event["item"]
            elif kind == "fight_ended":
                life = event["life"]
            elif kind == "boss_hit":
                seen["boss_damage", weapon] += life - event["life"]
            elif kind == "task_done":
                seen["task_turn", event["task"]] = event["at"]
        for name in {name for name, *_ in seen} | {"drawn", "hearts_lost", "boss_damage"}:
            expected = np.zeros_like(counts[name])
            for (kind, *place), number in seen.items():
                if kind == name:
                    expected[tuple(place)] = number
            assert counts[name].tolist() == expected.tolist(), name
        assert counts["turn"] == row.turns
        assert counts["taken"].sum() + counts["layer_left"].sum() == 64
    assert found.counter.counts["boss_damage"].sum() > 0


def test_tasks_are_set_against_their_layers(rows, found):
    for row, counts in zip(rows, found.counter.counts, strict=True):
        for task in range(3):
            done, empty = counts["task_turn"][task], counts["layer_turn"][task]
            assert (counts["task_left"][task] > 0) == (done > 0)
            if done and empty:
                assert done <= empty
        assert (row.cause.startswith("task_")) == any(
            counts["layer_turn"][task] and not counts["task_turn"][task] for task in range(3)
        )


def test_deaths_have_a_killer(rows, found):
    assert any(row.cause == "player_died" for row in rows)
    for row, counts in zip(rows, found.counter.counts, strict=True):
        killer = int(counts["killer"])
        if row.cause != "player_died":
            assert killer == NOWHERE
            continue
        assert 0 <= killer <= MAGMA
        *_, last = events_of(row)
        assert (last["event"], last["source"]) == ("game_lost", killer)


def test_progress_is_that_of_the_end_of_each_turn(rows, found):
    for row, progress in zip(rows, found.progress, strict=True):
        game = PortalDash(Settings.of_recipe(row.recipe))
        for _ in row.replay().play(game):
            turn = min(game.turn, TURNS)
            assert progress[max(turn - 1, 0)] <= game.progress() + 1e-6
            assert game.progress() <= progress[turn] + 1e-6
        assert progress[0] == 0
        assert progress[TURNS] == pytest.approx(row.progress)
        assert (np.diff(progress) >= 0).all()


def test_a_row_of_other_rules_is_refused(rows):
    other = [rows[0].model_copy(update={"ruleset": "0" * 16})]
    with pytest.raises(FormatError, match="another ruleset"):
        sample_stats(cells_of(other), "portal_dash")
