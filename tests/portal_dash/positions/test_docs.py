"""The page of positions: every example loads, and the tables are complete."""

import json
import re
from pathlib import Path

import pytest

from tablemates.envs.portal_dash.components import load_components

PAGE = (Path(__file__).resolve().parents[3] / "docs/positions.md").read_text(encoding="utf-8")
EXAMPLES = [json.loads(block) for block in re.findall(r"```json\n(.*?)```", PAGE, re.DOTALL)]


@pytest.fixture(scope="module")
def components():
    """Return the parts that a reader has."""
    return load_components()


@pytest.mark.parametrize("number", range(len(EXAMPLES)))
def test_examples_load(load, number):
    load(EXAMPLES[number])


def test_the_python_example_runs():
    (code,) = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
    names = {}
    exec(code, names)
    assert names["env"].dump_position() == names["position"]
