"""Data sets of decisions as text; needs the extra ``text``."""

import json

import numpy as np
import pytest

from tablemates.agents.facts import GameFacts
from tablemates.agents.value.champion import ChampionAgent
from tablemates.envs.registry import GAMES
from tablemates.text import TextGame
from tablemates.text.dataset import TextDataConfig, main, rows

PLAYERS = {"players": 2}


@pytest.mark.slow
@pytest.mark.parametrize("key", GAMES)
def test_every_legal_move_has_a_value_and_the_choice_its_regret(key):
    config = TextDataConfig(game=key, scenario=PLAYERS, decisions=12, futures=4)
    found = list(rows(config))
    assert len(found) == 12
    assert found == list(rows(config))
    for row in found:
        values = {one["id"]: one["value"] for one in row["choices"]}
        assert all(f"{one['id']}: {one['text']}" in row["text"] for one in row["choices"])
        assert all(-1e-6 <= value <= 1 + 1e-6 for value in values.values())
        assert row["regret"] == max(values.values()) - values[row["choice"]] >= 0
        assert json.loads(row["answer"]) == {"action": row["choice"]}
        assert "seed" not in row["text"]
    assert len({round(one["value"], 6) for row in found for one in row["choices"]}) > 3


@pytest.mark.slow
@pytest.mark.parametrize("key", GAMES)
def test_values_are_of_what_is_public_alone(key):
    """The hidden part is drawn anew: the same key judges the same."""
    game = TextGame(key, PLAYERS, 3)
    judge = ChampionAgent(GameFacts.of_game(game.game), "4", lambda _: None)
    for _ in range(10):
        situation = game.situation()
        actions, values = judge.judge(situation, 4)
        assert actions.tolist() == game.game.legal
        record = game.game.save()
        game.game.resample(9)
        assert np.array_equal(judge.judge(game.situation(), 4)[1], values)
        game.game.restore(record)
        game.step(f'{{"action": {actions[np.argmax(values)]}}}')


@pytest.mark.slow
@pytest.mark.framework("data")
def test_the_command_writes_what_datasets_reads(tmp_path, capsys):
    from pyarrow import parquet

    key = next(iter(GAMES))
    words = ["--game", key, "--scenario", "players=2", "--decisions", "5", "--futures", "2"]
    out = tmp_path / "data"
    assert main([*words, "--out", str(out)]) == 0
    table = parquet.read_table(out / "data").to_pylist()
    assert len(table) == 5
    assert {"text", "choices", "choice", "regret"} <= table[0].keys()
    card = (out / "README.md").read_text(encoding="utf-8")
    assert card.startswith("---\nlicense: mit\nconfigs:")
    assert (out / "rules.md").is_file()
    assert main([*words, "--out", str(out)]) == 2
    assert "has a data set" in capsys.readouterr().err
