"""Settings files: layers, words, and what is wrong in them."""

from pathlib import Path

import pytest

from tablemates.agents.configs import configs_folder, read_config
from tablemates.agents.evaluation.plan import Plan
from tablemates.agents.learn.config import TrainConfig
from tablemates.agents.learn.dataset.config import DataConfig
from tablemates.agents.portal_dash.tuning.config import TuneConfig
from tablemates.envs.core.documents import DocumentError

QUICK = Path("configs/train/quick.yaml")
BASE = configs_folder() / "train" / "base.yaml"


#: Weights that a tuning begins with are no settings, nor are parts.
FILES = sorted(
    set(configs_folder().glob("*/*.yaml"))
    - set(configs_folder().glob("tune/*_start.*"))
    - set(configs_folder().glob("parts/*"))
)


MODELS = {"train": TrainConfig, "data": DataConfig, "eval": Plan, "tune": TuneConfig}


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_every_file_can_be_read(file):
    model = MODELS[file.parent.name]
    config = read_config(model, file)
    assert model.model_validate(config.model_dump(mode="json")) == config


def test_the_two_quick_files_differ_in_nothing_but_the_learner():
    quick, ours = (
        read_config(TrainConfig, BASE.with_name(f"{name}.yaml")) for name in ("quick", "quick_ppo")
    )
    assert {quick.learner, ours.learner} == {"maskable_ppo", "ppo"}
    assert quick.run != ours.run
    assert ours.model_copy(update={"learner": quick.learner, "run": quick.run}) == quick


def test_no_model_has_defaults_of_its_own():
    def models(model):
        yield model
        for field in model.model_fields.values():
            if isinstance(field.annotation, type) and hasattr(field.annotation, "model_fields"):
                yield from models(field.annotation)

    for top in (TrainConfig, Plan):
        for model in models(top):
            assert all(field.is_required() for field in model.model_fields.values()), model


def test_a_file_goes_over_its_base_and_words_over_both(tmp_path):
    (tmp_path / "mine.yaml").write_text(f"base: {BASE}\nppo: {{epochs: 9}}\nseed: 4\n")
    config = read_config(
        TrainConfig, tmp_path / "mine.yaml", ["ppo.learning_rate=1e-4", "seed=5", "steps=1e6"]
    )
    base = read_config(TrainConfig, BASE)
    assert (config.ppo.epochs, config.ppo.learning_rate, config.seed) == (9, 1e-4, 5)
    assert config.steps == 1_000_000
    assert config.ppo.clip == base.ppo.clip
    assert config.environment == base.environment


def test_a_mapping_of_names_replaces_that_of_the_base(tmp_path):
    below = configs_folder() / "data" / "base.yaml"
    (tmp_path / "mine.yaml").write_text(f"base: {below}\nplay: {{planner: 2.0}}\n")
    assert read_config(DataConfig, below).play == {"rollout:16": 1.0}
    assert read_config(DataConfig, tmp_path / "mine.yaml").play == {"planner": 2.0}


def test_words_take_lists_and_nothing():
    config = read_config(
        TrainConfig,
        QUICK,
        ["environment.level=[1, 3]", "environment.shaping=null", "network.hidden=[8]"],
    )
    assert config.environment.level == (1, 3)
    assert config.environment.shaping is None
    assert config.network.hidden == (8,)


@pytest.mark.parametrize("folder", ["/", "."])
def test_a_shipped_file_is_found_from_anywhere(folder, monkeypatch):
    monkeypatch.chdir(folder)
    assert read_config(TrainConfig, QUICK).run == Path("runs/quick")


@pytest.mark.parametrize(
    ("word", "sentence"),
    [
        ("ppo.lerning_rate=1e-4", "unknown key 'lerning_rate'; did you mean 'learning_rate'?"),
        ("stepps=3", "stepps: unknown key 'stepps'; did you mean 'steps'?"),
        ("pop.clip=1", "'pop.clip=1': unknown key 'pop'; did you mean 'ppo'?"),
        ("ppo.clip.x=1", "'ppo.clip.x=1': unknown key 'clip'"),
        ("ppo.clip=big", "ppo.clip: input should be a valid number"),
        ("ppo.clip=0", "ppo.clip: input should be greater than 0, not 0"),
        ("ppo.trace=1.5", "ppo.trace: input should be less than or equal to 1, not 1.5"),
        ("steps=0", "steps: input should be greater than or equal to 1, not 0"),
        ("threads=0", "threads: input should be greater than or equal to 1, not 0"),
        ("seed=3e9", "seed: input should be less than 2147483648, not 3000000000"),
        ("ppo.learning_rate=.inf", "ppo.learning_rate: input should be a finite number, not inf"),
        ("environment.lanes=0", "environment.lanes: input should be greater than or equal to 1"),
        ("learner=dqn", "learner: input should be 'maskable_ppo', 'ppo', 'rllib' or 'bc', not"),
        ("network.hidden=[]", "network.hidden: "),
        ("ppo.minibatch=100", "ppo.minibatch is 100 and does not divide the 2048 decisions"),
        ("steps", "'steps' is not key=value"),
        ("=3", "'=3' is not key=value"),
        ("network.hidden=[1", "is not YAML"),
    ],
)
def test_a_wrong_word_gets_a_sentence(word, sentence):
    with pytest.raises(DocumentError) as caught:
        read_config(TrainConfig, QUICK, [word])
    assert sentence in str(caught.value)


@pytest.mark.parametrize("word", ["ppo.clipp=1", "steps=0"])
def test_the_sentence_says_that_it_was_the_command_line(word):
    with pytest.raises(DocumentError, match=r"^command line: "):
        read_config(TrainConfig, QUICK, [word])


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("base: {base}\nppo:\n  clipp: 1\n", "mine.yaml, line 3: ppo.clipp: unknown key 'clipp'"),
        ("base: {base}\nseed: -1\n", "mine.yaml, line 2: seed: input should be greater than"),
        ("seed: 1\n", "mine.yaml, line 1: 'run' is missing (a file that says only what is"),
        ("base: nowhere.yaml\n", "nowhere.yaml: cannot be read"),
        ("base: mine.yaml\n", "the files are based on each other"),
        ("base: [a]\n", "base: is ['a'], not the name of a file"),
        ("seed: [1\n", "is not YAML"),
    ],
)
def test_a_wrong_file_gets_a_sentence_with_its_place(tmp_path, text, sentence):
    (tmp_path / "mine.yaml").write_text(text.replace("{base}", str(BASE)))
    with pytest.raises(DocumentError) as caught:
        read_config(TrainConfig, tmp_path / "mine.yaml")
    assert sentence in str(caught.value)


def test_a_missing_file_gets_a_sentence(tmp_path):
    with pytest.raises(DocumentError, match=r"nowhere\.yaml: cannot be read"):
        read_config(TrainConfig, tmp_path / "nowhere.yaml")


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"games": 0}, "command line: games: input should be greater than or equal to 1, not 0"),
        ({"agents": ["random", "random"]}, "command line: agents: 'random' stands there twice"),
        ({"levels": []}, "command line: levels"),
        ({"seed": -1}, "command line: seed"),
    ],
)
def test_wrong_options_get_a_sentence(options, sentence):
    with pytest.raises(DocumentError) as caught:
        read_config(Plan, Path("configs/eval/base.yaml"), options=options)
    assert sentence in str(caught.value)


@pytest.mark.parametrize("base", ["configs/train/quick.yaml", str(BASE)])
def test_a_base_is_found_as_a_file_of_the_command_line_is(tmp_path, monkeypatch, base):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine.yaml").write_text(f"base: {base}\nrun: runs/mine\n")
    words = [] if "quick" in base else ["learner=ppo"]
    assert read_config(TrainConfig, tmp_path / "mine.yaml", words).run == Path("runs/mine")


def test_a_missing_base_is_told_from_the_file_that_names_it(tmp_path):
    mine = tmp_path / "mine.yaml"
    mine.write_text("base: nowhere.yaml\n")
    with pytest.raises(DocumentError, match=r"mine\.yaml: base: .*nowhere\.yaml: cannot be read"):
        read_config(TrainConfig, mine)


def test_a_path_of_a_file_begins_at_home(tmp_path, monkeypatch):
    monkeypatch.setenv("HOME", str(tmp_path))
    assert read_config(TrainConfig, QUICK, ["run=~/runs/a"]).run == tmp_path / "runs" / "a"
    plan = read_config(Plan, Path("configs/eval/base.yaml"), ["out=~/x"])
    assert plan.out == tmp_path / "x"
    with pytest.raises(DocumentError, match="nobody knows where ~nobody-of-this-name is"):
        read_config(TrainConfig, QUICK, ["run=~nobody-of-this-name/a"])


@pytest.mark.parametrize(
    "word",
    ["seed=true", "environment.level=true", "environment.level=[1, true]", "ppo.clip=false",
     "environment.shaping={progress: true}"],
)  # fmt: skip
def test_true_and_false_are_no_numbers(word):
    place = word.partition("=")[0]
    with pytest.raises(DocumentError, match=f"command line: {place}: true and false are no value"):
        read_config(TrainConfig, QUICK, [word])
    assert read_config(TrainConfig, QUICK, ["overwrite=true"]).overwrite


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["environment.partners=[rules]", "environment.players=1"], "have no seat"),
        (
            ["run=runs/q", "overwrite=true", "environment.partners=[runs/q/policy:sample]"],
            r"partners: runs/q/policy lies in run",
        ),
        (
            ["run=runs/q", "overwrite=true", "environment.partners=['noise:0.1:runs/q/policy']"],
            r"partners: runs/q/policy lies in run",
        ),
        (
            ["learner=ppo", "run=runs/q", "overwrite=true", "ppo.reference=runs/q/../q/policy"],
            r"ppo\.reference: runs/q/../q/policy lies in run",
        ),
    ],
)
def test_settings_that_defeat_themselves_are_refused(words, sentence):
    with pytest.raises(DocumentError, match=sentence):
        read_config(TrainConfig, QUICK, words)
