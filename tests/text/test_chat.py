"""``chat:MODEL@URL``: services that answer well, badly, slowly or not at all, and their rows."""

import json
import os
import pickle

import pytest

from tablemates.agents.errors import AgentError, OwnError
from tablemates.agents.evaluation.plan import Plan, members_of
from tablemates.agents.evaluation.runner import play
from tablemates.agents.facts import GameFacts
from tablemates.agents.outside.chat import KEY
from tablemates.agents.registry import find_agent
from tablemates.envs.core.views.agent import Situation
from tablemates.envs.registry import DEFAULT_GAME, GAMES, find_game, new_game
from tests.text.stand_in import serving

SECRET = "sk-do-not-tell"


@pytest.fixture
def server():
    with serving() as one:
        yield one


def settings(key=DEFAULT_GAME):
    return find_game(key).settings_type(players=2)


def asking(facts):
    """Return an agent of a user's own that asks a service."""
    return find_agent(os.environ["ASKED"], facts)


def rows_of(
    server,
    model,
    games=2,
    options="seconds=0.3&tries=1",
    out=None,
    key=DEFAULT_GAME,
    around="{agent}",
    turns=3,
):
    agent = around.format(agent=f"chat:{model}@{server.url}#{options}")
    shown = {"game": key, "scenario": {"players": 2}, "agents": [agent], "workers": 1}
    return agent, play(Plan(**shown, games=games, max_turns=turns, out=out))


@pytest.mark.slow
@pytest.mark.parametrize("key", GAMES)
def test_a_good_model_plays_every_game_and_its_rows_say_what_that_cost(server, key):
    agent, rows = rows_of(server, "good", 1, options="price=1/2", key=key)
    for row in rows:
        spent = row.spent[agent]
        assert row.forfeit is None
        assert spent.decisions == spent.requests == row.decisions > 0
        assert (spent.illegal, spent.unreadable) == (0, 0)
        assert spent.tokens_read == 100 * row.decisions
        assert spent.tokens_written == 10 * row.decisions
        assert spent.price == pytest.approx(row.decisions * 120e-6)
    told = [json.dumps(body["messages"]) for body in server.bodies]
    assert any("Since your last decision" in one for one in told)
    assert all(str(row.seed) not in one for one in told for row in rows)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("model", "cause", "words", "refused"),
    [
        ("prose", None, None, {}),
        ("learns", None, None, {"unreadable": 1}),
        ("illegal", "illegal_action", "not legal", {"illegal": 3}),
        ("unreadable", "crash", "no JSON object", {"unreadable": 3}),
        ("empty", "crash", "no JSON object", {"unreadable": 3}),
        ("nonsense", "crash", "no chat completion", {}),
        ("silent", "crash", "closed the connection", {}),
        ("slow", "stall", "did not answer within 0.3 seconds", {}),
        ("trickle", "stall", "did not answer within 0.3 seconds", {}),
    ],
)
def test_rows_say_what_a_model_did(server, model, cause, words, refused):
    agent, rows = rows_of(server, model, games=1)
    for row in rows:
        spent = row.spent[agent]
        if cause is None:
            assert row.forfeit is None
            counts = {name: row.decisions * n for name, n in refused.items()}
        else:
            assert row.cause == cause
            assert words in row.forfeit
            counts = refused
        told = spent.model_dump(include={"illegal", "unreadable"})
        assert told == {"illegal": 0, "unreadable": 0} | counts
        assert spent.decisions == row.decisions


@pytest.mark.slow
@pytest.mark.parametrize(
    ("around", "model"),
    [  # each of both at least twice: what is around does not look at the answers
        ("clumsy:{agent}:0.3", "good"),
        ("clumsy:{agent}:0.3", "learns"),
        ("clumsy:{agent}:0.3", "unreadable"),
        ("clumsy:clumsy:{agent}:0.3:0.1", "learns"),
        ("clumsy:clumsy:{agent}:0.3:0.1", "illegal"),
        ("random+{agent}", "good"),
        ("random+{agent}", "unreadable"),
        (f"{__name__}:asking", "learns"),
        (f"{__name__}:asking", "illegal"),
    ],
)
def test_rows_have_the_costs_of_a_model_within_another_agent(server, around, model, monkeypatch):
    """Every request is in the row of its game, whatever other games do meanwhile."""
    monkeypatch.setenv("ASKED", f"chat:{model}@{server.url}#price=1/2")
    _, rows = rows_of(server, model, 2, "price=1/2", around=around, turns=1)
    costs = [spent for row in rows for spent in (row.spent or {}).values()]
    assert sum(one.requests for one in costs) == len(server.bodies) > 3
    assert sum(one.price or 0 for one in costs) == pytest.approx(120e-6 * len(server.bodies))
    for row in rows:
        refused = sum(one.unreadable + one.illegal for one in (row.spent or {}).values())
        asked = sum(one.decisions for one in (row.spent or {}).values())
        assert asked <= row.decisions
        if model in ("good", "learns"):
            assert row.forfeit is None
            assert refused == (0 if model == "good" else asked)
        else:
            cause = {"unreadable": "crash", "illegal": "illegal_action"}[model]
            assert (row.cause == cause) == (refused == 3)


@pytest.mark.slow
@pytest.mark.parametrize("tries", [1, 2])
def test_a_service_that_goes_away_costs_no_game(server, tmp_path, tries):
    """Finished games are kept, the others have no row, and the same command plays them."""
    server.broken = lambda: any(one.stat().st_size for one in tmp_path.glob("journal/*"))
    options = f"tries={tries}&parallel=1"
    with pytest.raises(OwnError, match=r"status 503.*the same command plays the game later"):
        rows_of(server, "good", 1, options, tmp_path)
    kept = sum(len(one.read_bytes().splitlines()) for one in (tmp_path / "journal").iterdir())
    server.broken = lambda: False
    _, rows = rows_of(server, "good", 1, options, tmp_path)
    assert 0 < kept < len(rows)
    assert len({row.scenario for row in rows}) == len(rows)
    assert all(row.forfeit is None for row in rows)


@pytest.mark.slow
def test_the_key_is_sent_and_never_written(server, tmp_path, monkeypatch):
    monkeypatch.setenv(KEY, SECRET)
    rows_of(server, "good", 1, out=tmp_path)
    assert server.keys[0] == f"Bearer {SECRET}"
    with pytest.raises(OwnError, match=r"status 401: .*\*\*\*") as error:
        rows_of(server, "no_key", 1, out=tmp_path / "refused")
    assert SECRET not in str(error.value)
    written = [one.read_bytes() for one in tmp_path.rglob("*") if one.is_file()]
    assert written
    assert not any(SECRET.encode() in one for one in written)
    with pytest.raises(OwnError, match="status 307"):  # no redirect takes the key elsewhere
        rows_of(server, "elsewhere", 1)
    with pytest.raises(AgentError, match="unencrypted"):
        find_agent("chat:m@http://example.com/v1", GameFacts.of(settings()))


@pytest.mark.parametrize(
    ("spec", "words"),
    [
        ("chat:", "names no model"),
        ("chat:model", "write chat:MODEL@URL"),
        ("chat:@http://x", "names no model"),
        ("chat:m@ftp://x", "names no model"),
        ("chat:m@http://", "names no model"),
        ("chat:m@https://me:pw@x/v1", "TABLEMATES_CHAT_KEY"),
        ("chat:m@http://localhost#retry=1", "retry"),
        ("chat:m@http://localhost#retries=-1", "retries"),
        ("chat:m@http://localhost#price=cheap", "price"),
    ],
)
def test_a_wrong_spec_is_refused_in_a_sentence(spec, words):
    with pytest.raises(AgentError, match=words):
        find_agent(spec, GameFacts.of(settings()))


def test_an_agent_is_made_again_of_its_name():
    agent = find_agent("chat:org/m%2B@http://localhost:1/v1#seconds=1", GameFacts.of(settings()))
    assert pickle.loads(pickle.dumps(agent)).name == agent.name
    assert members_of("rules+chat:m@http://h/v1+chat:n@http://h/v1") == (
        "rules",
        "chat:m@http://h/v1",
        "chat:n@http://h/v1",
    )


@pytest.mark.parametrize("around", ["{agent}", "clumsy:{agent}:1e-9"])
def test_whoever_is_asked_for_one_action_learns_why_there_is_none(around):
    """As the table asks: a service that is out of reach is a sentence, not a traceback."""
    game = new_game(settings())
    game.new(5)
    agent = find_agent(
        around.format(agent="chat:m@http://127.0.0.1:9/v1#tries=1"), GameFacts.of(settings())
    )
    with pytest.raises(OwnError, match=r"cannot be reached: .* plays the game later"):
        agent.act(Situation.of(game, 5, 0))


def test_questions_tell_nothing_hidden():
    """The hidden part is drawn anew: the question stays."""
    agent = find_agent("chat:m@http://localhost:1/v1", GameFacts.of(settings()))
    game = new_game(settings())
    game.new(5)
    asked = agent.question(Situation.of(game, 5, 0))
    game.resample(1)
    assert agent.question(Situation.of(game, 6, 0)) == asked
