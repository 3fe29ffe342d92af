"""Positions, parts and settings that somebody has edited: taken and the same, or refused."""

from __future__ import annotations

import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

import numpy as np
import yaml
from hypothesis import strategies as st

from tablemates.agents.configs import configs_folder, read_config
from tablemates.agents.evaluation.plan import Plan
from tablemates.agents.learn.config import TrainConfig
from tablemates.agents.learn.dataset.config import DataConfig
from tablemates.envs.core.documents import DocumentError, DocumentModel
from tablemates.envs.core.errors import SettingsError
from tablemates.envs.core.game import OVER
from tablemates.envs.portal_dash.components import (
    STANDARD,
    Components,
    ComponentsError,
    load_components,
)
from tablemates.envs.portal_dash.game import Game
from tablemates.envs.portal_dash.positions import PositionError, dump_position, load_position
from tablemates.envs.portal_dash.rules import limits as L
from tablemates.envs.portal_dash.settings import Settings
from tests.games import LEVELS, choose, make_game, states
from tests.invariants import Inspector
from tests.judge.fuzz.edits import Tried, edited, respelt, try_many
from tests.on_the_table import ground_is_printed

_MODELS: Final[dict[str, type[DocumentModel]]] = {
    "train": TrainConfig,
    "eval": Plan,
    "data": DataConfig,
}
_MARKS: Final = ("mark", "marks")


def play_on(game: Game, answer: int, decisions: int, rng: np.random.Generator) -> None:
    """Play a few random decisions, in each of which all must hold.

    A position may have ground that no tile shows; then nothing but the play itself is tried.
    """
    inspector = Inspector(game) if ground_is_printed(game) else None
    for _ in range(decisions):
        if inspector is not None:
            inspector.check(rng)
        if answer == OVER:
            return
        answer = game.step(choose(game, rng))


# -- positions -----------------------------------------------------------------------
def try_positions(count: int) -> Tried:
    """Try positions of random games with something changed."""
    rng = np.random.default_rng(5)
    documents: list[dict[str, Any]] = []
    for level in LEVELS:
        game = make_game(rng, level, int(rng.integers(1, 5)))
        for n, _ in enumerate(states(game, rng, 120)):
            if n % 20 == 0:
                documents.append(dump_position(game.record, game.components))
    for document in documents:
        del document["ruleset"]  # another edition would be noticed
    components = load_components()

    def takes(position: Any) -> bool:
        try:
            record = load_position(position, components)
        except PositionError as error:
            assert_is_sentence(error)
            return False
        again = load_position(dump_position(record, components), components)
        assert again.tobytes() == record.tobytes(), "it does not come back"
        return True

    return try_many("positions", edited(documents), takes, count)


# -- parts ---------------------------------------------------------------------------
def try_parts(count: int) -> list[Tried]:
    """Try the standard set with something changed: its values, and its letters."""
    texts = {file.name: file.read_text(encoding="utf-8") for file in STANDARD.glob("*.yaml")}
    files = st.sampled_from(sorted(texts))
    rng = np.random.default_rng(6)
    with tempfile.TemporaryDirectory(prefix="fuzz-") as name:
        folder = Path(name)

        def takes_text(given: tuple[str, str], values: Any = None) -> bool:
            for file, text in (texts | dict([given])).items():
                # A set that is read again is told from the last one by time and size.
                (folder / file).unlink(missing_ok=True)
                (folder / file).write_text(text, encoding="utf-8")
            return _takes_parts(folder, values, rng)

        def takes_values(given: tuple[str, Any]) -> bool:
            file, values = given
            text = yaml.safe_dump(values, sort_keys=False, allow_unicode=True)
            return takes_text((file, text), values)

        values = files.flatmap(
            lambda file: st.tuples(st.just(file), edited([yaml.safe_load(texts[file])]))
        )
        spelt = files.flatmap(lambda file: st.tuples(st.just(file), respelt([texts[file]])))
        return [
            try_many("parts", values, takes_values, count),
            try_many("parts as text", spelt, takes_text, count // 2),
        ]


def _takes_parts(path: Path, given: Any, rng: np.random.Generator) -> bool:
    try:
        components = load_components(path)
    except ComponentsError as error:
        assert_is_sentence(error)
        return False
    if given is not None:
        read = components.parts.model_dump(mode="json", by_alias=True)
        for place, value, found in _differences(given, read, ()):
            raise AssertionError(f"{place} is {value!r} and was read as {found!r}")
    _play_with(components, rng)
    return True


def _play_with(components: Components, rng: np.random.Generator) -> None:
    level, players = int(rng.integers(1, 6)), int(rng.integers(1, 5))
    try:
        shape = (L.ROWS, L.COLUMNS)
        game = Game(
            Settings(level=level, players=players, components=components, board_shape=shape)
        )
    except (ComponentsError, SettingsError) as error:
        assert_is_sentence(error)
        return
    play_on(game, game.new(int(rng.integers(2**60))), 4, rng)


def _differences(given: Any, read: Any, place: tuple[Any, ...]) -> Any:
    """Yield where something else was read than was given; marks and defaults are left out."""
    if isinstance(given, Mapping) and isinstance(read, Mapping):
        for key, value in given.items():
            if key in _MARKS:
                continue
            at = key if key in read else str(key)
            found = read.get(at, read.get(int(at)) if str(at).isdigit() else None)
            yield from _differences(value, found, (*place, key))
    elif isinstance(given, list) and isinstance(read, list):
        if place[-1] == "immune":
            given, read = sorted(set(given)), sorted(read)
        if len(given) != len(read):
            yield place, given, read
        for n, (one, other) in enumerate(zip(given, read, strict=False)):
            yield from _differences(one, other, (*place, n))
    elif type(given) is not type(read) or given != read:
        yield place, given, read


# -- settings ------------------------------------------------------------------------
def try_configs(count: int) -> list[Tried]:
    """Try the settings of training, evaluation and data sets, edited and respelt."""
    tried = []
    with tempfile.TemporaryDirectory(prefix="fuzz-") as name:
        for kind, model in _MODELS.items():
            tried += _try_model(kind, model, Path(name) / f"{kind}.yaml", count)
    return tried


def _try_model(kind: str, model: type[DocumentModel], path: Path, count: int) -> list[Tried]:
    files = sorted((configs_folder() / kind).glob("*.yaml"))
    values = [read_config(model, file).model_dump(mode="json") for file in files]
    texts = [(configs_folder() / kind / "base.yaml").read_text(encoding="utf-8")]

    def takes_text(text: str) -> bool:
        path.write_text(text, encoding="utf-8", errors="replace")
        try:
            config = read_config(model, path)
        except DocumentError as error:
            assert_is_sentence(error)
            return False
        again = model.model_validate(config.model_dump(mode="json"))
        assert again == config, "it does not come back"
        return True

    def takes_values(document: Any) -> bool:
        return takes_text(yaml.safe_dump(document, sort_keys=False, allow_unicode=True))

    return [
        try_many(f"settings ({kind})", edited(values), takes_values, count),
        try_many(f"settings as text ({kind})", respelt(texts), takes_text, count // 2),
    ]


def assert_is_sentence(error: Exception) -> None:
    """Check that an error says something, on one line."""
    text = str(error)
    assert text.strip(), "an error without words"
    assert "\n" not in text, f"an error of several lines: {text!r}"
    assert len(text) < 2_000, f"an endless error: {text[:200]!r}..."
