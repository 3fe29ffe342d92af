"""The server of the Model Context Protocol, asked by a real client; needs the extra ``mcp``."""

import asyncio
import json
import os
import sys
from pathlib import Path

import pytest

from tablemates.envs.core.history.replay import PERSON
from tablemates.envs.registry import GAMES
from tablemates.table.server.store import Store
from tests.table.test_process import page_at, running

pytestmark = pytest.mark.framework("mcp")

ROOT = Path(__file__).resolve().parents[2]


def text_of(result):
    return "\n".join(part.text for part in result.content)


def talk(folder, work, *options):
    """Start the server as an assistant does, and let a client work with it."""
    import mcp

    server = mcp.StdioServerParameters(
        command=sys.executable,
        args=["-m", "tablemates.mcp", "--folder", str(folder), *options],
        env={**os.environ},
        cwd=str(ROOT),
    )

    async def run():
        async with mcp.Client(server) as client:
            return await work(client)

    return asyncio.run(run())


@pytest.mark.slow
@pytest.mark.parametrize("key", GAMES)
def test_an_assistant_plays_a_whole_game_which_the_table_keeps(key, tmp_path):
    async def play(client):
        tools = {tool.name for tool in (await client.list_tools()).tools}
        assert tools == {"new", "tables", "join", "rules", "observe", "legal", "act"}
        asked = {"game": key, "scenario": {"players": 2}, "seat": 1, "partners": ["random"]}
        seen = text_of(await client.call_tool("new", {**asked, "seed": 4}))
        assert "You are" in seen
        assert '{"action": ID}' in text_of(await client.call_tool("rules", {"level": "short"}))
        for moves in range(2000):
            legal = (await client.call_tool("legal", {})).structured_content["result"]
            if not legal:
                return moves, seen
            choice = legal[moves % len(legal)]
            told = await client.call_tool("act", {"action": choice["text" if moves % 2 else "id"]})
            seen = text_of(told)
        return None

    moves, seen = talk(tmp_path, play)
    result = json.loads(seen.rpartition("Result: ")[2])
    assert result["over"]
    assert result["answers"]["1"]["taken"] == moves
    store = Store(tmp_path, None, pytest.fail)
    (name,) = store.listings
    room = store.read(name)
    assert room.table.over
    assert room.table.moves == result["decisions"] > moves
    assert room.seats.who == ["random", PERSON]


@pytest.mark.slow
def test_an_assistant_joins_a_person_at_the_table(tmp_path):
    """The person has the browser's connection, the assistant its tools."""
    with running(tmp_path / "table") as (_, address), page_at(address) as page:
        page.ask("hello", device="laptop")
        game = page.new(rules=None, seats=["person", "person"])
        page.of("stand", seat=0)

        async def play(client):
            listed = (await client.call_tool("tables", {})).structured_content["result"]
            assert [one["game"] for one in listed] == [game]
            told = [text_of(await client.call_tool("join", {"game": game, "seat": 0}))]
            while legal := (await client.call_tool("legal", {})).structured_content["result"]:
                told.append(text_of(await client.call_tool("act", {"action": legal[-1]["id"]})))
            page.of("open")
            page.choose()
            told.append(text_of(await client.call_tool("observe", {})))
            return told

        told = talk(tmp_path / "own", play, "--table", f"http://{address}", "--patience", "0.5")
    assert "seat 0 of 2" in told[0]
    assert "You wait." in told[-2]
    assert told[-1].count("chose:") > told[-2].count("chose:")


@pytest.mark.slow
def test_wrong_calls_are_answered_in_a_sentence_and_the_game_goes_on(tmp_path):
    calls = [
        ("observe", {}, "call new"),
        ("tables", {}, "no table answers at http://127.0.0.1:9/"),
        ("new", {"game": "chess"}, "'chess'"),
        ("new", {"scenario": {"lvl": 2}}, "'lvl'"),
        ("new", {"seat": 9}, "seat=9"),
        ("new", {"partners": ["nobody"]}, "no partner is called 'nobody'"),
        # Neither code nor files of the user are in an assistant's reach.
        ("new", {"partners": [f"cmd:touch {tmp_path / 'made'}"]}, "no partner"),
        ("new", {"partners": ["champion:4:../a"]}, "no partner"),
        ("new", {"game": "os:path"}, "no game is called"),
        ("new", {"seed": 3}, "You are"),
        ("act", {"action": "fly"}, "not legal"),
        ("act", {"action": -5}, "not legal"),
        ("act", {"action": 10**400}, "not legal"),
        ("act", {}, "action"),
        ("rules", {"level": "all"}, "level"),
        ("observe", {}, "You are"),
    ]

    nowhere = "--table", "http://127.0.0.1:9/"

    async def err(client):
        return [text_of(await client.call_tool(name, given)) for name, given, _ in calls]

    for (name, given, words), told in zip(calls, talk(tmp_path, err, *nowhere), strict=True):
        assert words in told, (name, given)
        assert "Traceback" not in told
    assert not (tmp_path / "made").exists()
