"""Seeded games play as they were recorded: a difference is a change of the game."""

import difflib
import json

import pytest

from tablemates.envs.registry import GAMES
from tests.golden import observations
from tests.golden.playthrough import all_recordings, playthrough

CASES = all_recordings()


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
    for folder in {case.file.parent for case in CASES}:
        assert {*folder.iterdir()} == {case.file for case in CASES if case.file.parent == folder}
    assert sum(case.file.stem.endswith("-won") for case in CASES) > 1


@pytest.mark.parametrize("key", GAMES)
def test_what_seats_see_is_as_recorded(key):
    recorded = json.loads(observations.FILE.read_text(encoding="utf-8"))[key]
    seen = {players: observations.seen(key, int(players)) for players in recorded}
    assert seen == recorded, "run `make golden` if observations are meant to differ"
