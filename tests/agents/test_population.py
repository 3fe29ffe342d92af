"""Strangers: declared as data, drawn from a secret, and measured."""

import pytest
import yaml

from tablemates.agents.companion.partner_types import types_of
from tablemates.agents.errors import AgentError
from tablemates.agents.evaluation.studies import ladder, strangers
from tablemates.agents.facts import GameFacts
from tablemates.agents.game_agents import agents_of
from tablemates.agents.networks.weight_files import read_card
from tablemates.agents.population import population_of, sealed_set, taught_beside
from tablemates.agents.registry import find_agent
from tablemates.agents.value.files import ValueCard
from tablemates.envs.registry import GAMES, find_game

TEAMS = [game for game in GAMES if find_game(game).utilities == "identical"]
SECRET = bytes(range(32))


@pytest.mark.slow
@pytest.mark.parametrize("game", TEAMS)
def test_every_stranger_is_an_agent_of_its_game(game):
    facts = GameFacts.of(find_game(game).settings_type(players=2))
    found = population_of(game)
    for name in {*found.dev, *found.ladder, *sealed_set(game, SECRET, 6).partners}:
        assert find_agent(name, facts).name
    assert len(found.ladder) == 8
    assert all(find_agent(name, facts).worth_unit for name in found.ladder)


@pytest.mark.parametrize("game", TEAMS)
def test_networks_that_have_learned_beside_partners_come_with_the_game(game):
    taught, policies = population_of(game).taught, agents_of(game).policies
    types = [one.name for one in types_of(game)]
    for name, kinds in taught.items():
        partners = read_card(policies[name], ValueCard).config["environment"]["partners"]
        assert {taught_beside(game, one) for one in partners} == {name}
        for kind in kinds:
            assert any(taught_beside(game, one) == name for one in types if one.startswith(kind))
    assert taught_beside(game, "value") is None


def test_there_are_two_dozen_public_ones():
    assert sum(len(population_of(game).dev) for game in TEAMS) >= 24


@pytest.mark.parametrize("game", TEAMS)
def test_a_sealed_set_follows_from_its_secret_alone(game):
    one = sealed_set(game, SECRET, 6)
    assert one == sealed_set(game, SECRET, 6)
    assert len(set(one.partners)) == 6
    other = sealed_set(game, SECRET[::-1], 6)
    assert other.digest != one.digest
    assert not set(other.partners) & set(one.partners)
    assert not set(one.partners) & set(population_of(game).dev)
    assert not any(part in one.digest for part in one.partners)


def test_a_game_of_opponents_has_no_strangers():
    (game,) = set(GAMES) - set(TEAMS)
    with pytest.raises(AgentError, match="has no strangers; games with some"):
        population_of(game)


def test_the_command_draws_the_same_set_again(tmp_path, capsys):
    secret, out = tmp_path / "my.secret", tmp_path / "sealed.yaml"
    assert strangers.main(["--secret", str(secret), "--out", str(out), "--count", "3"]) == 0
    first, said = out.read_text(), capsys.readouterr().out
    assert strangers.main(["--secret", str(secret), "--out", str(out), "--count", "3"]) == 0
    assert out.read_text() == first
    for game, one in yaml.safe_load(first).items():
        assert len(one["partners"]) == 3
        assert f"{game}: 3 strangers, digest {one['digest']}" in said


@pytest.mark.parametrize(
    ("text", "sentence"),
    [("zz", "holds no hexadecimal digits"), ("00", "a secret has 16 to 64 bytes, this one 1")],
)
def test_a_damaged_secret_is_a_sentence(tmp_path, capsys, text, sentence):
    (tmp_path / "s").write_text(text)
    assert strangers.main(["--secret", str(tmp_path / "s")]) != 0
    assert sentence in capsys.readouterr().err


def test_the_ladder_refuses_what_has_no_regret(capsys):
    assert ladder.main(["--agents", "rules", "--games", "2"]) != 0
    assert "does not say what its choices are worth" in capsys.readouterr().err
    (game,) = set(GAMES) - set(TEAMS)
    assert ladder.main(["--game", game]) != 0
    assert "no co-operative game" in capsys.readouterr().err


@pytest.mark.slow
def test_softer_steps_err_more():
    config = ladder.LadderConfig(agents=("soft:value:0.5", "soft:value:0.05", "value"), games=6)
    config = config.model_copy(update={"scenario": {"level": 1, "players": 2}})
    weak, fair, strong = ladder.ladder(config)
    assert weak.regret > fair.regret > strong.regret == pytest.approx(0, abs=1e-6)
    assert min(weak.mistakes, fair.mistakes) > strong.mistakes == 0
    assert {one.unit for one in (weak, fair, strong)} == {"chance of winning"}
