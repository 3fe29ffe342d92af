"""Settings: defaults of a model, a recipe over them, options over both, and errors."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Annotated, Literal

import pytest
from pydantic import Field, model_validator

from tablemates.agents.cli.command_line import Command
from tablemates.agents.cli.settings_models import SettingsModel, UserPath, narrowed, read_config
from tablemates.envs.core.files.documents import DocumentError


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
    resume: bool = False
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
def command(recipe):
    return Command(
        script="toy.py",
        settings=Toy,
        purpose="Is a toy; train.py learns.",
        examples=["--seed 3"],
        recipe=recipe,
        main="--run",
        short={"ppo.hidden": "hidden_units"},
        renamed={"--folder": "--run"},
        words="--level",
    )


def test_a_recipe_goes_over_the_defaults_and_options_over_both(command):
    words = "--resume --ppo.learning-rate 1e-4 --total-timesteps 1e6"
    config = command.parse(words.split())
    assert config.resume
    assert (config.seed, config.total_timesteps, config.learner) == (4, 1_000_000, "ppo")
    assert config.ppo == Section(learning_rate=1e-4, anneal_lr=False)


@pytest.mark.parametrize(
    ("words", "name", "value"),
    [
        ("--level 1 3", "level", (1, 3)),
        ("--shaping progress=10 score=.5", "shaping", {"progress": 10.0, "score": 0.5}),
        ("--shaping progress=10 --shaping score=.5", "shaping", {"progress": 10.0, "score": 0.5}),
        ("--shaping null", "shaping", None),
        ("--run ~/runs", "run", Path.home() / "runs"),
        ("--run=runs/a_b", "run", Path("runs/a_b")),
        ("--learner bc", "learner", "bc"),
    ],
)
def test_words_of_options(command, capsys, words, name, value):
    assert getattr(command.parse(words.split()), name) == value
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize(
    ("words", "name", "value"),
    [
        ("--hidden-units 8", "hidden", (8,)),
        ("--ppo.target-kl null", "target_kl", None),
        ("--ppo.anneal-lr", "anneal_lr", True),
        ("--no-ppo.anneal-lr", "anneal_lr", False),
    ],
)
def test_words_of_options_of_sections(command, words, name, value):
    assert getattr(command.parse(words.split()).ppo, name) == value


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("--total_timesteps 7", "--total-timesteps 7"),
        ("--total_timesteps=7", "--total-timesteps=7"),
        ("--ppo.learning_rate 1 --no-ppo.anneal_lr", "--ppo.learning-rate 1 --no-ppo.anneal-lr"),
        ("--folder runs", "--run runs"),
        ("1 3 --resume", "--level 1 3 --resume"),
    ],
)
def test_old_spellings_work_with_a_hint(command, capsys, old, new):
    assert command.parse(old.split()) == command.parse(new.split())
    hints = capsys.readouterr().err.splitlines()
    assert len(hints) == old.count("_") + old.count("--folder") + old.startswith("1")
    for hint in hints:
        assert re.fullmatch(r"toy.py: (.+) is now (.+); the old spelling works in this .+", hint)


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (
            "--ppo.lerning-rate 1",
            "unknown option --ppo.lerning-rate; did you mean '--ppo.learning-",
        ),
        ("--ppo.learning-rate big", "--ppo.learning-rate: input should be a valid number"),
        ("--ppo.learning-rate inf", "--ppo.learning-rate: input should be a finite number"),
        ("--hidden-units x", "--hidden-units: input should be a valid integer, not 'x'"),
        ("--shaping 3", "--shaping: '3' is not NAME=VALUE, such as progress=10"),
        ("--shaping a=1 a=2", "--shaping: a is given twice; of several values write a=1,2"),
        ("--shaping a=x", "--shaping a: input should be a valid number"),
        ("--run", "--run: expected one argument"),
        ("--config nowhere.yaml", "nowhere.yaml: cannot be read"),
        ("--learner bc --shaping a=1", "mine.yaml with --shaping --learner: learner=bc plays no"),
    ],
)
def test_a_wrong_command_line_gets_one_sentence(command, capsys, words, sentence):
    with pytest.raises(SystemExit) as caught:
        command.parse(words.split())
    shown = capsys.readouterr()
    assert caught.value.code == 2
    assert shown.err.startswith(f"toy.py: {sentence}")
    assert (shown.err.count("\n"), shown.out) == (1, "")


def test_help_has_examples_and_what_the_settings_say(command, capsys):
    with pytest.raises(SystemExit):
        command.parse(["--help"])
    shown = capsys.readouterr().out
    assert "examples:\n  toy.py --seed 3\n" in shown
    assert "--ppo.learning-rate X\n" in shown
    assert "Learning rate of Adam. (default: 0.0003)" in shown
    assert not re.search(r"--\w*_", shown)


def test_the_settings_of_a_base_are_those_that_were_given(command):
    class More(Toy):
        more: int = 3

    whole = read_config(More, None, {"seed": 5, "more": 4})
    part = narrowed(Toy, whole)
    assert type(part) is Toy
    assert part == Toy(seed=5)
    assert part.model_fields_set == {"seed"}


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
