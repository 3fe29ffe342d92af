"""Matches: games in a row with the same line-up, whose agents see the earlier ones."""

from typing import ClassVar

import numpy as np
import pytest
from pydantic import ValidationError

from tablemates.agents.evaluation import workers
from tablemates.agents.evaluation.matches import earlier_games, match_of
from tablemates.agents.evaluation.replays.playback import Playback, games_before, read_game
from tablemates.agents.evaluation.report.contents import Results
from tablemates.agents.evaluation.result_folder import ROWS
from tablemates.agents.evaluation.result_rows import cached_games
from tablemates.agents.evaluation.runner import play
from tablemates.agents.evaluation.verify import verify
from tests.agents.bots import First
from tests.agents.evaluated import GAME, plan_of, untimed


class Learner(First):
    """Plays better the more games it has seen, and keeps what it was told."""

    name = "learner"
    wants_history = True
    told: ClassVar[dict] = {}

    def act(self, situation):
        history = situation.history
        key = situation.public.tobytes(), tuple(one.digest() for one in history.earlier)
        self.told[key] = history.digest()
        legal = np.flatnonzero(situation.mask)
        return int(legal[len(history.earlier) % len(legal)])


LEARNER = f"{__name__}:Learner"


@pytest.fixture(autouse=True)
def told():
    Learner.told.clear()
    return Learner.told


def test_agents_that_ask_see_the_earlier_games_of_their_match_in_order(told):
    rows = play(plan_of(agents=[f"{LEARNER}+random"], players=[2], games=6, match=3))
    assert [row.number for row in rows] == [*range(6)]
    assert {row.match for row in rows} == {3}
    assert len({match_of(row) for row in rows}) == 2
    counts = {len(earlier) for _, earlier in told}
    assert counts == {0, 1, 2}
    game_of = cached_games(None, GAME)
    for row in rows:
        pasts = earlier_games(row, rows, game_of)
        assert len(pasts) == row.number % 3
        assert all(
            past.returns == tuple(one.returns)
            for past, one in zip(pasts, rows[row.number - row.number % 3 :], strict=False)
        )
        assert not pasts or any(tuple(p.digest() for p in pasts) == earlier for _, earlier in told)


def test_others_play_the_same_games_as_without_matches():
    plain = play(plan_of(agents=["random"], players=[2], games=6))
    matches = play(plan_of(agents=["random"], players=[2], games=6, match=3, lanes=2))
    assert [(row.seed, row.actions, row.final) for row in plain] == [
        (row.seed, row.actions, row.final) for row in matches
    ]


@pytest.mark.slow
@pytest.mark.parametrize("stop", [1, 2, 4])
def test_a_stopped_run_goes_on_in_the_middle_of_a_match(tmp_path, monkeypatch, stop):
    options = {"agents": [LEARNER], "players": [2], "games": 6, "match": 3, "lanes": 2}
    whole = play(plan_of(**options, out=tmp_path / "whole"))
    folder = tmp_path / "stopped"
    end, seen = workers.Worker.end, []

    def stopping(self, games):
        end(self, games)
        seen.extend(games)
        if len(seen) >= stop:
            raise KeyboardInterrupt

    with monkeypatch.context() as context:
        context.setattr(workers.Worker, "end", stopping)
        with pytest.raises(KeyboardInterrupt):
            play(plan_of(**options, out=folder))
    assert untimed(play(plan_of(**options, out=folder))) == untimed(whole)


def test_a_replay_asks_with_the_history_of_then(tmp_path, told):
    play(plan_of(agents=[LEARNER], players=[2], games=3, match=3, out=tmp_path))
    name = f"{tmp_path / ROWS}:3"
    playback = Playback(read_game(name), name, own=GAME)
    playback.earlier = games_before(name, own=GAME)
    assert len(playback.earlier) == 2
    for at in range(len(playback)):
        playback.go(at)
        now = playback.situation()
        key = now.public.tobytes(), tuple(one.digest() for one in now.history.earlier)
        assert told[key] == now.history.digest()
    assert "3 rows hold" in verify(tmp_path / ROWS, own=GAME)[0]


def test_the_table_has_what_the_last_game_brings_over_the_first():
    plan = plan_of(agents=["random", LEARNER], players=[2], games=12, match=3)
    results = Results(plan, play(plan))
    (table,) = results.matches
    assert table.heads[-4:] == ["game 1", "game 2", "game 3", "last less first"]
    for line, agent in zip(table.lines, plan.agents, strict=True):
        rows = [row for row in results.rows if row.agents[0] == agent]
        first, last = ([row.won for row in rows if row.number % 3 == n] for n in (0, 2))
        assert line[0] == agent
        assert float(line[-4]) == pytest.approx(100 * np.mean(first), abs=0.06)
        assert line[-1].startswith(f"{100 * (np.mean(last) - np.mean(first)):+.1f} [")
    assert not Results(plan_of(), play(plan_of())).matches


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"games": 7, "match": 5}, "games: 7 are no whole matches of 5: take 10"),
        ({"games": 10, "match": 5, "until": "decided"}, "matches are played to their ends"),
        ({"match": 0}, "greater than or equal to 1"),
    ],
)
def test_a_plan_that_makes_no_matches_is_refused(wrong, sentence):
    with pytest.raises(ValidationError, match=sentence):
        plan_of(**wrong)
