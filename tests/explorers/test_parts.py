"""Parts of one's own, positions and rules by id: what is read from files."""

import re
from pathlib import Path

import pytest

from tablemates.envs.explorers.game import Explorers
from tablemates.envs.explorers.parts import ComponentsError, load_components
from tablemates.envs.explorers.positions import PositionError
from tablemates.envs.explorers.settings import Settings
from tests.explorers.table import Table

ROOT = Path(__file__).resolve().parents[2]
RULES = {
    "SETUP": 6,
    "DEC": 4,
    "TURN": 5,
    "INFO": 4,
    "EXP": 4,
    "VIL": 2,
    "REF": 3,
    "FIGHT": 2,
    "CHEST": 4,
    "CREA": 4,
    "TOOL": 4,
    "FOOD": 2,
    "TROPHY": 2,
    "XBOW": 1,
    "ARM": 1,
    "SPY": 2,
    "MAP": 3,
    "DECO": 1,
    "END": 3,
    "PROG": 1,
}
IDS = {f"{group}-{n:02}" for group, count in RULES.items() for n in range(1, count + 1)}
IDS |= {f"LEVEL-{level}" for level in ("first", "easy", "normal", "hard", "hardcore", "C")}


def test_every_rule_has_a_test():
    found = set()
    for file in Path(__file__).parent.glob("test_*.py"):
        for marker in re.findall(r"mark\.rule\((.*?)\)", file.read_text(), re.DOTALL):
            found |= set(re.findall(r'"([A-Z]+-\w+)"', marker))
    assert found == IDS


def test_every_rule_stands_in_the_code():
    found = set()
    for pattern in ("rules/*.py", "*.py", "*.yaml"):
        for file in (ROOT / "envs" / "explorers").glob(pattern):
            for line in file.read_text().splitlines():
                found |= set(
                    re.findall(r"\b[A-Z]{3,}-(?:\d\d|first|easy|normal|hard\w*|C)\b", line)
                )
    assert found <= IDS
    # What the code does nothing for: see the rules' text.
    assert IDS - found <= {"CREA-04", "FOOD-02", "DECO-01", "TURN-05", "INFO-01", "DEC-03"}


def own_parts(folder, text):
    file = folder / "own.yaml"
    file.write_text(text)
    return file


def test_own_parts_change_the_game_and_its_hash(tmp_path):
    own = own_parts(tmp_path, "creatures:\n  zombie: {copies: 6, cost: 5}\n")
    game = Explorers(Settings(components=own))
    assert game.hashes["ruleset"] != Explorers(Settings()).hashes["ruleset"]
    assert game.hashes["interface"] == Explorers(Settings()).hashes["interface"]
    table = Table.at(own, row=["woods"], line={"zombie": 1}, food=4)
    assert "creature zombie" not in table.choices


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("creatures:\n  zombi: {copies: 6, cost: 2}", "line 2.*did you mean 'zombie'"),
        ("creatures:\n  zombie: {copies: six}", "line 2, creatures.zombie.copies: .* not 'six'"),
        ("creatures:\n  zombie: {copies: 7}", "line 1, creatures: 31 cards; 30 are the most"),
        ("landscapes:\n  woods: {cost: 2, backs: [[wod]]}", "did you mean 'wood'"),
        ("landscapes:\n  woods: {cost: 2, backs: [[wood]]}", "totals.landscapes.*57 cards, not 60"),
        (
            "landscapes:\n  jungle: {cost: 3, tool: sword, danger: true, backs: [[wood]]}",
            "line 2, landscapes.jungle.danger: a front has the danger sign",
        ),
        ("items:\n  wood: {food: 2}", "items.wood: food has a 'food'"),
        ("chests:\n  1: [wood, wood, wood]", "chests.1"),
        ("table:\n  row: 9", "line 2, table.row: .*5, not 9"),
        ("tabel: {}", "unknown key 'tabel'; did you mean 'table'"),
        ("table: [", "line 1: is not YAML"),
    ],
)
def test_wrong_parts_are_refused_by_file_line_and_place(tmp_path, text, message):
    with pytest.raises(ComponentsError, match=message) as caught:
        load_components(own_parts(tmp_path, text))
    assert "own.yaml" in str(caught.value) or "parts.yaml" in str(caught.value)


def test_a_missing_file_is_named(tmp_path):
    with pytest.raises(ComponentsError, match=r"none\.yaml"):
        load_components(tmp_path / "none.yaml")


@pytest.mark.parametrize(
    ("position", "message"),
    [
        ({"rows": []}, "unknown key 'rows'; did you mean 'row'"),
        ({"row": ["wood"]}, "no card 'wood'; did you mean 'woods'"),
        ({"row": ["ocean_monument"] * 2}, "not so many cards"),
        ({"row": ["woods: iron"]}, "no card 'woods: iron'"),
        ({"players": 1, "active": 1}, "2 seats"),
        ({"items": [{"sponge": 2}]}, "no explored card gives sponge"),
        ({"line": {"zombie": 7}}, "do not add up"),
        ({"chests": {"1": ["iron"], "2": []}}, "chest 1 has no such needs"),
        ({"chests": {"1": [], "2": []}}, "a game is won when"),
        ({"decision": "pay"}, "'pay' does not go with"),
        ({"decision": "pay", "slot": 0, "left": 20, "row": ["woods"]}, "cannot be paid"),
        ({"decision": "trade", "slot": 3, "row": ["woods"]}, "no landscape lies there"),
        ({"decision": "crossbow", "kills": 1}, "leaves nothing to choose"),
        ({"top": None}, "top card is seen"),
        ({"level": "custom"}, "a custom game needs them"),
        ({"turn": 0}, "turn: "),
    ],
    ids=str,
)
def test_wrong_positions_are_refused(position, message):
    with pytest.raises(PositionError, match=message):
        Table.at(**position)
