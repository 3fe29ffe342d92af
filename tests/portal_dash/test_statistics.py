"""Game statistics: the compiled counts agree with the events that every view gives."""

from collections import Counter

import numpy as np
import pytest

from tablemates.agents.evaluation.game_stats import sample_stats
from tablemates.agents.evaluation.plan import Plan
from tablemates.agents.evaluation.report.summary import LineUp, cells_of
from tablemates.agents.evaluation.runner import play
from tablemates.agents.portal_dash.statistics import NOWHERE
from tablemates.envs.portal_dash.game import PortalDash
from tablemates.envs.portal_dash.rules.vocabulary import MAGMA, Reason
from tablemates.envs.portal_dash.settings import Settings


@pytest.fixture(scope="module")
def rows():
    scenario = {"level": [1, 5]}
    return play(Plan(agents=["random", "rules"], scenario=scenario, games=12, workers=1))


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
    for n, row in enumerate(rows):
        counts = {name: one[n] for name, one in found.counter.counts.items()}
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


def test_deaths_have_a_killer(rows, found):
    assert any(row.cause == "player_died" for row in rows)
    for row, killer in zip(rows, found.counter.counts["killer"].tolist(), strict=True):
        if row.cause != "player_died":
            assert killer == NOWHERE
            continue
        assert 0 <= killer <= MAGMA
        *_, last = events_of(row)
        assert (last["event"], last["source"]) == ("game_lost", killer)


def test_the_games_own_tables_have_a_column_for_each_line_up(found):
    tables = {table.title: table for table in found.tables()}
    assert len(tables) >= 6
    blocks = tables["Blocks: source and use"]
    assert blocks.heads == ["", "random", "rules"]
    parts = [found.where(LineUp((name,)).played) for name in ("random", "rules")]
    counts = found.counter.counts["taken"][:, 2].sum(axis=1)
    mined = [counts[part].mean() for part in parts]
    assert [float(cell) for cell in blocks.lines[0][1:]] == pytest.approx(mined, rel=0.05)
