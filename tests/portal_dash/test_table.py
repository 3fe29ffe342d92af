"""Portal Dash at the game table: hints and reports, thrown dice, parts of one's own, odds."""

import io
import json
import sys
from collections import Counter
from itertools import product

import numpy as np
import pytest

from tablemates.agents.facts import GameFacts
from tablemates.agents.registry import find_agent
from tablemates.agents.roster import roster_of
from tablemates.envs.core.engine.codes import CHANCE
from tablemates.envs.portal_dash.parts import difficulty
from tablemates.envs.portal_dash.settings import Settings
from tablemates.table import play
from tablemates.table.server.game_server import Options
from tablemates.table.session.game import TableGame
from tablemates.table.session.lookahead import Lookahead, Sandbox
from tablemates.table.session.partners import BEST
from tests.table.conftest import page, server
from tests.table.served import RefusedError, serving

__all__ = ["page", "server"]
GAME = {"rules": "portal_dash", "level": 1}
ADVISER = roster_of("portal_dash").adviser
#: Another strip in front of the tiles, another reach of a mob.
PARTS = """
mark: assumed
board: {start_columns: 2}
strips: {start: ". .\\n. .\\n. .\\n. .\\n. .\\n. .\\n"}
mobs: {magma cube: {range: 4}}
"""


def test_a_hint_is_the_advisers_and_takes_nothing(server, page):
    name = page.new(**GAME)
    hint = page.now("hint")
    room = server.games.room(name)
    agent = find_agent(ADVISER, GameFacts.of(room.table.game.settings))
    best = agent.explain(room.situation(0)).candidates[:BEST]
    assert [one["action"] for one in hint["best"]] == [one.action for one in best]
    assert all(0 <= one["chance"] <= 1 and one["reason"] for one in hint["best"])
    assert page.state["moves"] == 0


def test_why_a_bot_moved(page):
    page.new(seats=["planner", "person"], first_player=0, **GAME)
    page.now("bot")
    why = page.explain(at=0)
    assert (why["agent"], why["seat"]) == ("planner", 0)
    assert why["best"][0]["played"]
    assert why["best"][0]["action"] == page.state["moved"]["action"]
    assert why["best"][0]["text"] in why["sentence"]
    with pytest.raises(RefusedError, match="has no move"):
        page.of("explain", at=1, position=page.state["position"])


@pytest.mark.slow
def test_the_report_adds_up_to_the_outcome(page):
    page.new(seats=["rules", ADVISER], seed=12, **GAME)
    with pytest.raises(RefusedError, match="The game goes on"):
        page.of("report")
    page.finish()
    report = page.of("report")
    won = 1.0 if page.state["ending"]["outcome"] == "won" else 0.0
    changes = report["luck"]["total"] + report["decisions"]["total"]
    assert report["curve"][0][1] + changes == pytest.approx(won, abs=1e-3)
    seats = report["decisions"]["by_seat"]
    assert sum(one["choices"] for one in seats) == len(report["curve"]) == page.state["moves"]
    assert seats[1]["lost"] == pytest.approx(0.0, abs=1e-9), "the planner agrees with itself"
    # What the planner does not look into is no game lost: each such choice would cost most of it.
    assert -2 < report["decisions"]["total"] <= seats[0]["lost"] < 0
    points = report["turning_points"]
    assert points
    assert all(point["after"] < point["before"] for point in points)


@pytest.mark.slow
def test_the_teams_decisions_are_peoples_unless_they_say_otherwise(page):
    for shared, kind in (("people", "person"), ("bots", "bot")):
        page.new(rules="portal_dash", level=5, seats=["person", "rules"], seed=2, shared=shared)
        found = set()
        while page.state["moves"] < 40 and not page.state["ending"]:
            decider = page.state["who"]
            if decider["shared"] and page.state["seats"][decider["seat"]]["who"] == "rules":
                found.add(decider["kind"])
            page.move()
        assert found == {kind}


def outcome_of(state, words):
    """Return the outcome that says what was thrown."""
    (action,) = [one["action"] for one in state["choices"] if one["text"].endswith(words)]
    return action


def test_a_mistyped_outcome_is_mended_and_the_rest_is_kept(page):
    page.new(chance="explicit", seats=["person"], **GAME)
    while page.state["who"]["kind"] != "chance":
        page.move()
    at = page.state["moves"]
    page.now("choose", action=outcome_of(page.state, "red"))
    assert page.state["beats"][0]["lines"][0] == "Pink rolls red on the blocks die."
    page.now("choose", action=outcome_of(page.state, "2"))
    while page.state["who"]["kind"] != "person":
        page.choose()
    before = page.state["moves"]
    found = page.now("correct", at=at + 1, outcome=3)
    assert found["kept"] + found["dropped"] == before - at - 2
    assert page.state["snapshot"]["dice"]["mob"] == 3
    with pytest.raises(RefusedError, match="no roll or draw"):
        page.now("correct", at=0, outcome=3)
    with pytest.raises(RefusedError, match="no roll or draw"):
        page.now("correct", at=at + 1, outcome=99)


@pytest.mark.slow
def test_the_odds_are_the_shares_of_games_that_are_played_on():
    """A fight of several dice: its end comes as often as the odds say."""
    table = TableGame.begin(Settings(level=1, players=1), 5)
    sandbox, rng = Sandbox(table.game.settings), np.random.default_rng(0)
    fights = {}
    while not fights:
        table.take(table.legal[-1])
        lookahead = Lookahead(table.game, sandbox)
        for action in table.legal:
            odds = dict(lookahead.odds(action))
            fights |= {text: (action, n) for text, n in odds.items() if "defeat" in text}
    for text, (action, expected) in fights.items():
        start, counts = Lookahead(table.game, sandbox).after(action).save(), Counter()
        for _ in range(150):
            game, told = sandbox.resampled(start), set()
            while game.to_move() == CHANCE:
                values, chances = game.chance_outcomes()
                game.step(int(rng.choice(values, p=chances)))
                told |= set(game.told())
            counts[text] += text in told
        assert counts[text] / 150 == pytest.approx(expected, abs=0.12)


@pytest.fixture
def parts(tmp_path):
    file = tmp_path / "mine.yaml"
    file.write_text(PARTS, encoding="utf-8")
    return file


def test_games_of_own_parts_show_them_and_have_them_in_their_files(tmp_path, parts):
    games = tmp_path / "games"
    with serving(games, Options(components=parts)) as server, server.page() as page:
        game = page.new(**GAME)
        page.choose()
        state = page.state
        data = server.client.get(page.save_url()).json()
    assert len(state["snapshot"]["board"][0].split()) == 2 + 4
    parts.unlink()
    with serving(games) as server, server.page() as page:
        page.ask("open", game=game)
        assert page.state["snapshot"] == state["snapshot"]
        page.ask("open", game=server.client.post("/games", json=data).json()["game"])
        assert page.state["snapshot"] == state["snapshot"]


@pytest.mark.slow
def test_a_game_in_the_terminal_has_its_parts_file_in_its_save(
    tmp_path, parts, monkeypatch, capsys
):
    save = tmp_path / "own.json"

    def typed(lines, *arguments):
        monkeypatch.setattr(sys, "stdin", io.StringIO(lines))
        status = play.main(["--text", *arguments])
        return status, capsys.readouterr()

    assert typed(f"1\ns {save}\n", "--scenario", "players=1", "--components", str(parts))[0] == 0
    data = json.loads(save.read_text())
    assert data["table"]["parts"] == parts.read_text()
    parts.unlink()
    status, shown = typed("1\n", "--load", str(save))
    assert status == 0
    assert "begins this game again" in shown.out
    for text, said in {"a: [": "YAML", "cats: {mark: assumed}\n": "unknown key"}.items():
        save.write_text(json.dumps(data | {"table": data["table"] | {"parts": text}}))
        status, shown = typed("", "--load", str(save))
        assert status == 2
        assert said in shown.err
        assert shown.err.count("\n") == 1


@pytest.mark.slow
@pytest.mark.rule("LEVEL-C", "CUSTOM-01")
def test_the_difficulty_is_told_while_a_level_is_put_together(page):
    def figures(**scenario):
        return page.ask("set_up", rules=GAME["rules"], scenario=scenario, named=[])

    for tiles, hoglins, side in product((2, 5, 8), (0, 3), ("easy", "hard")):
        bosses = [["ancient hoglin", side]]
        level = {"tiles": tiles, "mobs": {"hoglin": hoglins}, "bosses": bosses}
        wanted = difficulty(tiles, {"hoglin": hoglins}, bosses)
        answer = figures(level=level)
        assert (answer["figures"], answer["fault"]) == ({"difficulty": wanted}, None)
    assert figures(level=1)["figures"] == {"difficulty": 1}
    assert figures(level=5)["figures"] == {"difficulty": 5}
    both = {"bosses": [["wildfire", "easy"], ["either", "easy"]]}
    assert "'either' stands for one boss alone" in figures(level=both)["fault"]
