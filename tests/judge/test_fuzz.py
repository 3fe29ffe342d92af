"""The fuzzers play and read what they should, and find the faults that are planted here."""

from __future__ import annotations

import json
import re

import numpy as np
import pytest

from tablemates.envs.portal_dash.components import load_components
from tablemates.envs.portal_dash.game import Game
from tests.judge import fuzz
from tests.judge.fuzz import edits, play
from tests.judge.fuzz.parts import random_level, random_parts


@pytest.mark.slow
def test_most_random_sets_of_parts_are_taken_and_no_two_are_alike(tmp_path):
    rng = np.random.default_rng(1)
    found = [random_parts(rng, tmp_path) for _ in range(12)]
    assert sum(refused for _, refused in found) < 6
    assert len({components.digest() for components, _ in found}) == 12
    assert len({components.parts.board for components, _ in found}) > 8
    for components, _ in found:
        components.custom_level(**random_level(rng, components), board_shape=(8, 64))


def test_numbers_are_played_without_a_fault(tmp_path):
    first, second = (play.play_number(number, 400, tmp_path) for number in (0, 1))
    assert first == play.play_number(0, 400, tmp_path)
    assert first["fault"] == second["fault"] == ""
    assert first["decisions"] == second["decisions"] == 400
    assert first["games"] >= play.TABLES


def test_the_portal_is_seen():
    rng = np.random.default_rng(3)
    games = [play.random_game(rng, load_components()) for _ in range(6)]
    for game in games:
        for _ in range(12):
            play.begin(game, rng)
            if game.public.portal_open:
                break
    assert any(game.public.portal_open for game in games)


def writes_elsewhere(self, seed):
    self.record[9] ^= 1


def heals_too_much(self, seed):
    self.public.hearts[0] = 7


@pytest.mark.parametrize("fault", [writes_elsewhere, heals_too_much])
def test_a_fault_in_the_engine_is_found(monkeypatch, tmp_path, fault):
    monkeypatch.setattr(Game, "resample", fault)
    monkeypatch.setattr(play, "_RESAMPLE_EVERY", 2)
    monkeypatch.setattr(play, "_INSPECT_EVERY", 3)
    assert "AssertionError in" in play.play_number(0, 400, tmp_path)["fault"]


@pytest.mark.slow
def test_a_write_outside_of_an_array_is_found():
    for checked in (True, False):
        (said, ended) = fuzz._lines(0, 0, 1, checked)
        assert said == {"checked": checked}
        assert ended == {"ended": "the player ended with status 0: "}


def test_crashes_and_hangs_are_faults_and_the_rest_is_played(monkeypatch):
    row = {"decisions": 5, "games": 1, "refused": 0, "fault": ""}

    def lines(first, end, decisions, checked):
        yield {"checked": False}
        if first == 7:
            yield {"ended": "no module"}
            return
        for number in range(first, end):
            yield {"begun": number}
            if number == 2:
                yield {"ended": "it hangs"}
                return
            yield {"number": number, **row}
        yield {"ended": "the player ended with status 0: "}

    monkeypatch.setattr(fuzz, "_lines", lines)
    rows = list(fuzz.played(0, 5, 10, checked=False))
    assert [one["number"] for one in rows] == [0, 1, 2, 3, 4]
    assert [one["fault"] for one in rows] == ["", "", "it hangs", "", ""]
    (never,) = fuzz.played(7, 9, 10, checked=False)
    assert (never["number"], never["fault"]) == (7, "no module")
    unchecked = list(fuzz.played(0, 1, 10, checked=True))
    assert "bounds are not checked" in {one["fault"] for one in unchecked}
    tried = [edits.Tried("letters", 3, 4, "letters: KeyError: 'x'")]
    verdict = fuzz.verdict_on(rows, tried, fuzz.QUICK)
    assert verdict.cases == 20 + 7
    assert verdict.faults == (
        "number 2 (2000 decisions): it hangs",
        "letters: KeyError: 'x'",
    )


DOCUMENT = {"a": 1, "b": [1, {"c": "word"}], "d": None}


def read(document):
    """Take what is like the document, refuse all else in a sentence."""
    return json.loads(json.dumps(document)) == DOCUMENT


@pytest.mark.slow
def test_a_good_reader_has_no_fault():
    tried = edits.try_many("good", edits.edited([DOCUMENT]), read, 80)
    assert tried.fault == ""
    assert tried.accepted + tried.refused == 80
    assert min(tried.accepted, tried.refused) > 3
    assert tried == edits.try_many("good", edits.edited([DOCUMENT]), read, 80)


def crashes(document):
    return document["b"][1]["c"] != "word"


def takes_what_is_wrong(document):
    assert isinstance(document.get("a"), int)
    return True


def goes_round(document):
    while document != DOCUMENT:
        pass
    return True


@pytest.mark.parametrize(
    ("reader", "says"),
    [
        (crashes, r"Error: .* \(of \{"),
        (takes_what_is_wrong, "AssertionError"),
        (goes_round, "no answer within"),
    ],
)
def test_a_bad_reader_is_found(monkeypatch, reader, says):
    monkeypatch.setattr(edits, "_PATIENCE", 0.1)
    tried = edits.try_many("bad", edits.edited([DOCUMENT]), reader, 200)
    assert re.search(says, tried.fault)


def test_texts_are_respelt():
    found = set()
    edits.try_many("t", edits.respelt(["a: [1, 2]"]), lambda text: not found.add(text), 60)
    assert len(found) > 40


@pytest.mark.slow
def test_every_kind_of_document():
    tried = fuzz.try_documents(12)
    assert [one.fault for one in tried if one.fault] == []
    assert len(tried) == 13
    for one in tried:
        assert one.refused > 0
