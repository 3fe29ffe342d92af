"""The pages about positions: every game has one, with all keys and examples that load."""

import importlib
import json
import re

import numpy as np
import pytest

from docs.generators.pages import DOCS
from tablemates.envs.core.history.positions import GamePosition
from tablemates.envs.registry import GAMES

COMMON = (DOCS / "positions.md").read_text(encoding="utf-8")
PAGES = {game: (DOCS / game / "positions.md").read_text(encoding="utf-8") for game in GAMES}
OF_GAMES = {game: importlib.import_module(f"tests.{game}.positions_page") for game in GAMES}
#: The tables of keys on the pages, by heading, with the models that they are of.
TABLES = [(game, *table) for game, one in OF_GAMES.items() for table in one.TABLES.items()]


def examples(page):
    return [json.loads(block) for block in re.findall(r"```json\n(.*?)```", page, re.DOTALL)]


def part(page, title):
    """Return what stands under a heading of any level, up to the next heading."""
    return re.split(rf"^#+ {title}\n", page, flags=re.M)[1].partition("\n#")[0]


def keys_in(text):
    """Return the keys of the first table of keys."""
    table = text.split("| key | default | meaning |")[1].split("\n\n")[0]
    return re.findall(r"^\| `(\w+)` \|", table, re.M)


def loaded(game, position):
    module = importlib.import_module(f"tablemates.envs.{game}_v0")
    return module.load_position(position, **OF_GAMES[game].SETTINGS)


@pytest.mark.parametrize(
    ("game", "number"), [(game, n) for game in GAMES for n in range(len(examples(PAGES[game])))]
)
def test_examples_load(game, number):
    loaded(game, examples(PAGES[game])[number])


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "number"), [(game, n) for game in GAMES for n in range(len(examples(PAGES[game])))]
)
def test_what_comes_of_an_example_is_a_position_and_a_save_too(game, number):
    env, rng = loaded(game, examples(PAGES[game])[number]), np.random.default_rng(number)
    for _ in range(300):
        if not (legal := env.legal_actions()):
            break
        env.step(int(rng.choice(legal)))
        before = env.save()
        env.load_position(env.dump_position())
        env.restore(before)


@pytest.mark.parametrize("number", range(len(GAMES)))
def test_the_common_page_has_an_example_of_each_game(number):
    title = re.findall(r"^### (.*)$", COMMON, re.M)[number]
    (position,) = examples(part(COMMON, re.escape(title)))
    env = loaded([*GAMES][number], position)
    assert env.dump_position()


@pytest.mark.parametrize(("game", "title", "model"), TABLES)
def test_pages_describe_every_key(game, title, model):
    assert keys_in(part(PAGES[game], title)) == list(model.model_fields)


def test_the_common_page_describes_the_keys_that_all_games_have():
    assert keys_in(COMMON) == list(GamePosition.model_fields)


def test_the_python_example_runs():
    (code,) = re.findall(r"```python\n(.*?)```", COMMON, re.DOTALL)
    names = {}
    exec(code, names)
    assert names["env"].dump_position() == names["position"]
