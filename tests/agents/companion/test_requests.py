"""Requests to a partner: which choices are meant, what is granted, and what that costs."""

import csv

import pytest

from tablemates.agents.companion.requests import Request, answer
from tablemates.agents.evaluation.studies import requests
from tablemates.envs.registry import DEFAULT_GAME
from tests.agents.evaluated import GAME

TEXTS = {3: "Mine the gray block of column 1", 5: "Mine the brown block of column 2", 7: "Stop"}


@pytest.mark.parametrize(
    ("kind", "words", "granting"),
    [
        ("do", "gray blocks", {3}),
        ("do", "a block", {3, 5}),
        ("leave", "the blocks", {7}),
        ("leave", "Brown", {3, 7}),
        ("do", "red block", set()),
    ],
)
def test_a_request_means_choices_with_all_of_its_words(kind, words, granting):
    request = Request(kind, words)
    assert {one for one, text in TEXTS.items() if request.grants(text)} == granting
    assert request.applies(TEXTS) == bool(granting)


def test_a_request_to_leave_what_is_all_there_is_does_not_apply():
    assert not Request("leave", "mine").applies({3: TEXTS[3], 5: TEXTS[5]})


def test_the_best_choice_that_agrees_is_granted_if_it_is_cheap():
    values = {3: 0.50, 5: 0.47, 7: 0.40}
    found = answer(Request("leave", "gray"), TEXTS, values, 3)
    assert (found.action, found.granted()) == (5, True)
    assert found.cost == pytest.approx(0.03)
    assert not found.granted(0.02)
    assert not answer(Request("do", "stop"), TEXTS, values, 3).granted()
    assert answer(Request("do", "red block"), TEXTS, values, 3) is None
    assert answer(Request("do", "stop"), TEXTS, {}, 3) is None, "nobody judges"


@pytest.mark.slow
def test_what_was_asked_is_done_and_counted(tmp_path, capsys):
    out = tmp_path / "requests.csv"
    asked = ["--requests", "leave:block", "do:no such thing", "--games", "2", "--out", str(out)]
    words = ["--game", DEFAULT_GAME, "--scenario", "level=1", "players=2"]
    assert requests.main([*words, *asked, "--agent", "rules", "--asker", "rules"]) == 0
    with out.open(newline="") as stream:
        some, none = csv.DictReader(stream)
    assert 0 < int(some["done"]) <= int(some["moments"])
    assert (none["moments"], none["done"]) == ("0", "0")
    assert float(none["cost"]) == 0, "the same games"
    assert "do:no such thing, 0, -" in capsys.readouterr().out


@pytest.mark.slow
def test_each_sealed_stranger_asks_in_as_many_games(tmp_path):
    sealed, out = tmp_path / "sealed.yaml", tmp_path / "requests.csv"
    sealed.write_text(f"{DEFAULT_GAME}: {{digest: 0123abcdef, partners: [rules, random]}}\n")
    words = ["--game", DEFAULT_GAME, "--scenario", "level=1", "players=2", "--games", "2"]
    asked = ["--requests", "leave:block", "--agent", "rules", "--out", str(out)]
    for asker in (["--strangers", str(sealed)], ["--asker", "rules"], ["--asker", "random"]):
        assert requests.main([*words, *asked, *asker]) == 0
    with out.open(newline="") as stream:
        by_asker = {line["asker"]: line for line in csv.DictReader(stream)}
    assert by_asker["strangers 0123abcd"]["games"] == "4"
    for name in ("moments", "done"):
        one, *others = (
            int(by_asker[who][name]) for who in ("strangers 0123abcd", "rules", "random")
        )
        assert one == sum(others)


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--requests", "chest"], "'chest' is neither do:WORDS nor leave:WORDS"),
        (["--requests", "do: "], "'do:' is neither do:WORDS nor leave:WORDS"),
        (["--game", GAME, "--scenario", "players=2"], "nobody judges the choices"),
        (["--scenario", "players=1"], "there is no seat for a partner"),
    ],
)
def test_what_cannot_be_asked_is_a_sentence(capsys, words, sentence):
    try:
        code = requests.main(words)
    except SystemExit as error:
        code = error.code
    assert code == 2
    assert sentence in capsys.readouterr().err
