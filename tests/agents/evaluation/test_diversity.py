"""Diversity of partners: which ones the best response to another serves badly."""

import numpy as np

from tablemates.agents.evaluation.studies import diversity
from tablemates.agents.population import response_folder
from tests.agents.conftest import write_random_policy
from tests.agents.evaluated import GAME


def test_partners_that_one_response_serves_count_once():
    scores = np.array(
        [[0.9, 0.9, 0.2, 0.5], [0.9, 0.9, 0.2, 0.5], [0.1, 0.1, 0.8, 0.4], [0.6, 0.6, 0.3, 0.7]]
    )
    order, gains = diversity.most_diverse(scores)
    assert set(order[:3]) in ({0, 2, 3}, {1, 2, 3})  # the first two are the same partner
    assert gains[-1] == 0
    assert gains[1:] == sorted(gains[1:], reverse=True)


def test_the_command_plays_all_pairs_and_draws_them(tmp_path, monkeypatch, capsys):
    from tablemates.agents.facts import GameFacts
    from tablemates.envs.registry import find_game

    partners = ("random", "clumsy:random:0.5")
    monkeypatch.setattr(diversity, "partners_of", lambda *_: (*partners, "untrained"))
    facts = GameFacts.of(find_game(GAME).settings_type(players=2))
    for n, partner in enumerate(partners):
        folder = response_folder(tmp_path / "in", GAME, partner) / "policy"
        folder.mkdir(parents=True)
        write_random_policy(folder, facts, seed=n)
    words = ["--game", GAME, "--scenario", "players=3", "--games", "2"]
    words += ["--responses", str(tmp_path / "in")]
    assert diversity.main([*words, "--out", str(tmp_path / "a")]) == 0
    said = capsys.readouterr().out
    assert all(f"{one}, " in said for one in partners)
    table = (tmp_path / "a" / diversity.TABLE).read_text().splitlines()
    assert table[0] == "response to,random,clumsy:random:0.5"
    assert len(table) == 3
    assert diversity.main([*words, "--out", str(tmp_path / "b")]) == 0
    for name in (diversity.TABLE, diversity.PICTURE):
        assert (tmp_path / "a" / name).read_bytes() == (tmp_path / "b" / name).read_bytes()


def test_too_few_responses_are_a_sentence(tmp_path, capsys):
    assert diversity.main(["--responses", str(tmp_path)]) != 0
    assert "has responses to 0 of the" in capsys.readouterr().err
