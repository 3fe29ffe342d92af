"""The protocol's page and the partners' strengths say what is so."""

import csv
import json
import re
from pathlib import Path
from typing import get_args

import pytest

from tablemates.agents.cli.settings_models import kinds_of, option_of
from tablemates.envs.registry import GAMES
from tablemates.table import play
from tablemates.table.server.handlers import in_game
from tablemates.table.server.messages import Code, parse
from tablemates.table.server.partner_list import known_names, roster
from tablemates.table.terminal.text_table import HELP

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "table_protocol.md").read_text(encoding="utf-8")
EXAMPLES = [
    json.loads(line)
    for block in re.findall(r"```json\n(.*?)```", PAGE, re.DOTALL)
    for line in block.splitlines()
]


def test_every_option_and_every_command_is_on_the_page_for_people():
    page = (ROOT / "docs" / "table.md").read_text(encoding="utf-8")
    options = {option_of(name) for name in kinds_of(play.PlayConfig)} - {"--browser"}
    for name in [*options, "--no-browser", "--config", "--help"]:
        assert re.search(rf"`[^`]*{name}\b", page), name
    commands = re.findall(r"^  (\S)(?: \[\w+\])?  ", HELP, re.MULTILINE)
    assert len(commands) > 8
    for letter in commands:
        assert re.search(rf"`{re.escape(letter)}[ `]", page), letter


def test_every_request_has_an_example_that_is_one():
    assert {parse(json.dumps(one)).do for one in EXAMPLES} == in_game.HANDLERS.keys()
    assert [one["id"] for one in EXAMPLES] == list(range(1, len(EXAMPLES) + 1))


def test_every_code_is_in_its_table():
    assert re.findall(r"^\| `(\w+)` \| [a-z]", PAGE, re.MULTILINE)[: len(get_args(Code))] == list(
        get_args(Code)
    )


def test_the_state_on_the_page_has_the_keys_of_a_state(page):
    page.new(seats=["person", "person"])
    page.choose()
    shown = PAGE[PAGE.index('{"push": "state"') :]
    shown = shown[: shown.index("```")]
    assert set(re.findall(r'^ ?\{?"(\w+)":', shown, re.MULTILINE)) <= page.state.keys()
    for name in page.state:
        assert f'"{name}":' in shown, name
    for name in page.state["choices"][0]:
        assert f'"{name}":' in shown, name


@pytest.mark.parametrize("game", GAMES)
def test_every_partner_has_a_sentence_and_may_be_named(game):
    for partner in roster(game, (), {}):
        assert partner["sentence"]
        assert partner["name"] in known_names(game, ())


@pytest.mark.parametrize("game", GAMES)
def test_strengths_are_those_that_were_measured(game):
    with (ROOT / "docs" / "results" / f"{game}.csv").open(encoding="utf-8") as file:
        measured = list(csv.DictReader(file))
    axis = next(iter(measured[0])) if measured else ""
    shown = {
        (partner["name"], str(one["axes"][axis]), one["axes"]["players"]): one["won"]
        for partner in roster(game, [row["agent"] for row in measured], {})
        for one in partner["strength"]
    }
    # Of an agent that was played at several numbers of games, the most.
    measured.sort(key=lambda row: int(row.get("games", 0)))
    largest = {(row["agent"], row[axis], int(row["players"])): row for row in measured}
    assert shown.keys() == largest.keys()
    for cell, row in largest.items():
        assert shown[cell] == float(f"{100 * float(row.get('won') or row['first']):.1f}")
