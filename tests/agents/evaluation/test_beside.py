"""Agents beside a partner: games won in the same seat, and what they cost."""

import csv

import pytest

from tablemates.agents.evaluation.studies import beside, recognition, requests
from tablemates.envs.registry import GAMES, find_game
from tests.agents.evaluated import BOTS, GAME

FIRST = f"{BOTS}:First"


def lines_of(file):
    with file.open(newline="") as stream:
        return list(csv.DictReader(stream))


def run(out, *words, players=2):
    usual = ["--game", GAME, "--scenario", f"players={players}", "--games", "6", "--out", str(out)]
    return beside.main([*usual, *words])


def test_agents_play_the_same_games_beside_the_partner(tmp_path, capsys):
    out = tmp_path / "beside.csv"
    assert run(out, "--partner", FIRST, "--agents", "random", FIRST) == 0
    one, other = lines_of(out)
    assert (one["agent"], one["partner"], one["reference"]) == ("random", FIRST, FIRST)
    assert float(one["lead"]) == pytest.approx(float(one["won"]) - float(other["won"]))
    assert float(other["lead"]) == 0
    assert all(float(line["milliseconds"]) > 0 and line["gain"] == "" for line in (one, other))
    assert "CPU ms a game" in capsys.readouterr().out
    # Other partners are added; the same ones take the place of before.
    assert run(out, "--partner", "random", "--agents", "random", "--match", "3") == 0
    assert run(out, "--partner", FIRST, "--agents", "random") == 0
    found = [(line["partner"], line["agent"], line["match"]) for line in lines_of(out)]
    assert sorted(found) == sorted(
        [(FIRST, FIRST, "1"), ("random", "random", "3"), (FIRST, "random", "1")]
    )
    (matched,) = (line for line in lines_of(out) if line["match"] == "3")
    assert float(matched["gain_low"]) <= float(matched["gain"]) <= float(matched["gain_high"])


def test_each_sealed_stranger_is_the_partner_in_as_many_games(tmp_path):
    sealed, out = tmp_path / "sealed.yaml", tmp_path / "beside.csv"
    sealed.write_text(f"{GAME!r}: {{digest: 0123abcdef, partners: [random, {FIRST!r}]}}\n")
    words = ["--strangers", str(sealed), "--agents", "random", FIRST, "--match", "3"]
    assert run(out, *words) == 0
    for line in lines_of(out):
        assert (line["partner"], line["games"]) == ("strangers 0123abcd", "12")
        alone = []
        for partner in ("random", FIRST):
            file = tmp_path / "alone.csv"
            assert run(file, "--partner", partner, "--agents", line["agent"], "--match", "3") == 0
            alone += [float(one["won"]) for one in lines_of(file) if one["partner"] == partner]
            file.unlink()
        assert float(line["won"]) == pytest.approx(sum(alone) / 2, abs=1e-6)


def test_a_line_is_replaced_by_one_of_the_same_games_alone(tmp_path):
    out, sealed = tmp_path / "beside.csv", tmp_path / "sealed.yaml"
    first: list[list[str]] = [[], ["--seed", "1"], ["--match", "2"], ["--partner", FIRST]]
    more = [["--partner", "random", *words] for words in first]
    for digest in ("a1", "a2"):
        file = sealed.with_stem(digest)
        file.write_text(f"{GAME!r}: {{digest: {digest}0000000, partners: [random]}}\n")
        more.append(["--strangers", str(file)])
    for words in more * 2:
        assert run(out, "--agents", "random", *words) == 0
    assert len(lines_of(out)) == len(more)


@pytest.mark.parametrize("study", [beside, requests, recognition])
def test_a_game_of_opponents_has_no_partners_to_be_measured(study, capsys):
    game = next(name for name in GAMES if find_game(name).utilities != "identical")
    assert study.main(["--game", game]) == 2
    assert "is no co-operative game: it has no teams to measure" in capsys.readouterr().err


def test_an_agent_that_fails_is_a_sentence(tmp_path, capsys):
    assert run(tmp_path / "x.csv", "--agents", f"{BOTS}:Broken", "--partner", FIRST) == 2
    assert "forfeited a game: " in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "players", "sentence"),
    [
        (["--agents", "random", "random"], 2, "one of them is named twice"),
        (["--agents", "random"], 1, "no seat for a partner"),
        (["--agents", "random", "--match", "4"], 2, "no whole matches"),
    ],
)
def test_what_cannot_be_compared_is_a_sentence(tmp_path, capsys, words, players, sentence):
    try:
        code = run(tmp_path / "x.csv", "--partner", "random", *words, players=players)
    except SystemExit as error:
        code = error.code
    assert code == 2
    assert sentence in capsys.readouterr().err
