"""Settings: defaults of a model, a recipe over them, options over both, and errors."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

import pytest
from pydantic import Field, model_validator

from tablemates.agents.configs import SettingsModel, SettingsParser, UserPath, read_config
from tablemates.envs.core.documents import DocumentError


class Section(SettingsModel):
    learning_rate: Annotated[float, Field(gt=0, allow_inf_nan=False)] = 3e-4
    """Learning rate of Adam."""
    hidden: Annotated[tuple[int, ...], Field(min_length=1)] = (64, 64)
    target_kl: Annotated[float, Field(gt=0)] | None = 0.1
    anneal_lr: bool = True


class Toy(SettingsModel):
    learner: Literal["ppo", "bc"] = "ppo"
    run: UserPath = Path("runs/toy")
    total_timesteps: Annotated[int, Field(ge=1)] = 100
    seed: Annotated[int, Field(ge=0)] = 0
    level: int | tuple[int, ...] = 1
    shaping: dict[str, float] | None = None
    ppo: Section = Section()
    """Proximal policy optimisation."""

    @model_validator(mode="after")
    def _consistent(self) -> Toy:
        if self.learner == "bc" and self.shaping:
            raise ValueError("learner=bc plays no games: leave out shaping")
        return self


@pytest.fixture
def recipe(tmp_path):
    file = tmp_path / "mine.yaml"
    file.write_text("seed: 4\nppo:\n  learning_rate: 1e-3\n  anneal_lr: false\n")
    return file


@pytest.fixture
def parser(recipe):
    made = SettingsParser(Toy, prog="toy.py", description="A toy.", recipe=recipe)
    made.add_argument("--resume", action="store_true")
    return made


def test_a_recipe_goes_over_the_defaults_and_options_over_both(parser):
    config, options = parser.parse_settings(
        ["--resume", "--ppo.learning_rate", "1e-4", "--total_timesteps", "1e6"]
    )
    assert options.resume
    assert (config.seed, config.total_timesteps, config.learner) == (4, 1_000_000, "ppo")
    assert config.ppo == Section(learning_rate=1e-4, anneal_lr=False)


@pytest.mark.parametrize(
    ("words", "name", "value"),
    [
        ("--level 1 3", "level", (1, 3)),
        ("--shaping progress=10 score=.5", "shaping", {"progress": 10.0, "score": 0.5}),
        ("--shaping null", "shaping", None),
        ("--run ~/runs", "run", Path.home() / "runs"),
        ("--learner bc", "learner", "bc"),
    ],
)
def test_words_of_options(parser, words, name, value):
    assert getattr(parser.parse_settings(words.split())[0], name) == value


@pytest.mark.parametrize(
    ("words", "name", "value"),
    [
        ("--ppo.hidden 8", "hidden", (8,)),
        ("--ppo.target_kl null", "target_kl", None),
        ("--ppo.anneal_lr", "anneal_lr", True),
        ("--no-ppo.anneal_lr", "anneal_lr", False),
    ],
)
def test_words_of_options_of_sections(parser, words, name, value):
    assert getattr(parser.parse_settings(words.split())[0].ppo, name) == value


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("--ppo.lerning_rate 1", "unknown option --ppo.lerning_rate; did you mean '--ppo.learning"),
        ("--ppo.learning_rate big", "--ppo.learning_rate: input should be a valid number"),
        ("--ppo.learning_rate inf", "--ppo.learning_rate: input should be a finite number"),
        ("--shaping 3", "--shaping: '3' is not NAME=VALUE, such as progress=10"),
        ("--shaping a=1 a=2", "--shaping: a is given twice; of several values write a=1,2"),
        ("--config nowhere.yaml", "nowhere.yaml: cannot be read"),
    ],
)
def test_a_wrong_command_line_gets_one_sentence(parser, capsys, words, sentence):
    with pytest.raises(SystemExit) as caught:
        parser.parse_settings(words.split())
    shown = capsys.readouterr()
    assert caught.value.code == 2
    assert shown.err.startswith(f"toy.py: {sentence}")
    assert (shown.err.count("\n"), shown.out) == (1, "")


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("ppo:\n  learning_rat: 1\n", "mine.yaml, line 2: ppo.learning_rat: unknown key "),
        ("\nseed: -1\n", "mine.yaml, line 2: seed: input should be greater than or equal to 0"),
        ("seed: [1\n", "is not YAML"),
        ("ppo: 3\n", "keys with values are needed here"),
        ("seed: 1\nseed: 2\n", "duplicate key 'seed'"),
    ],
)
def test_a_wrong_recipe_gets_one_sentence_with_its_place(recipe, text, sentence):
    recipe.write_text(text)
    with pytest.raises(DocumentError) as caught:
        read_config(Toy, recipe)
    assert sentence in str(caught.value)
