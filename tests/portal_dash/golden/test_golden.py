"""Seeded games play as they were recorded: a difference is a change of the game."""

import difflib

import pytest

from tests.portal_dash.golden.playthrough import CASES, FOLDER, playthrough


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.file.stem)
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
