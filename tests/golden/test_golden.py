"""Seeded games play as they were recorded: a difference is a change of the game."""

import difflib

import pytest

from tests.golden import explorers
from tests.golden.playthrough import CASES, FOLDER
from tests.golden.recording import playthrough


@pytest.mark.parametrize("case", [*CASES, *explorers.CASES], ids=lambda case: case.file.stem)
def test_the_game_plays_as_recorded(case):
    recorded = case.file.read_text(encoding="utf-8")
    played = playthrough(case)
    difference = difflib.unified_diff(
        recorded.splitlines(), played.splitlines(), "recorded", "played", lineterm="", n=2
    )
    first = "\n".join(line for line, _ in zip(difference, range(40), strict=False))
    assert played == recorded, f"run `make golden` if play is meant to differ:\n{first}"


def test_no_game_is_missing_or_left_over():
    wanted = {f"level-{n}-players-{players}.txt" for n in range(1, 6) for players in (1, 2, 4)}
    wanted.add("level-1-players-2-won.txt")
    assert {case.file.name for case in CASES} == wanted
    assert {file.name for file in FOLDER.iterdir()} == wanted
    recorded = {case.file for case in explorers.CASES}
    assert set(explorers.FOLDER.iterdir()) == recorded


def test_the_games_are_long_enough_to_show_something():
    texts = [case.file.read_text(encoding="utf-8") for case in CASES]
    for text in texts:
        assert text.count("\nchosen: ") >= 40
        assert len(text) < 120_000
    together = "".join(texts)
    for sentence in ("is defeated", "is complete", "opens the chest", "reveals gameboard tile 2"):
        assert sentence in together
    won = texts[-1]
    for sentence in ("portal", "boss", "rewards: 1 1"):
        assert sentence in won


def test_the_games_of_explorers_show_what_can_happen():
    texts = {case.file: case.file.read_text(encoding="utf-8") for case in explorers.CASES}
    together = "".join(texts.values())
    for sentence in (
        *("uses armour", "draws the crossbow", "looks through the spyglass", "finds the", "gives"),
        *("under the pile", "trades two", "eats the", "uses the damaged", "is filled", "loses"),
    ):
        assert sentence in together, sentence
    for file, text in texts.items():
        assert ("rewards: 1" in text) == file.stem.endswith("-won")
        assert len(text) < 60_000
