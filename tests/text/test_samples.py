"""The samples of the page about language models, each beside its framework."""

import re
import warnings

import pytest

from docs.generators.pages import DOCS

TEXT = (DOCS / "language.md").read_text(encoding="utf-8")
SAMPLE = r"^##+ ([^\n]+)\n(?:(?!^##).)*?^```python\n(.*?)^```$"
SAMPLES = [(one[1], one[2]) for one in re.finditer(SAMPLE, TEXT, re.DOTALL | re.MULTILINE)]
#: Modules that the samples below a heading need.
NEEDS = {
    "A game as text": "tablemates",
    "TextArena": "textarena",
    "GEM": "gem",
    "OpenEnv": "openenv",
    "Verifiers": "verifiers.v1",
    "Kaggle and OpenSpiel": "kaggle_environments",
}


@pytest.mark.slow
@pytest.mark.parametrize(("title", "code"), SAMPLES, ids=[title for title, _ in SAMPLES])
def test_a_sample_runs(title, code, capsys):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        pytest.importorskip(NEEDS[title])
        exec(compile(code, title, "exec"), {})
    assert capsys.readouterr().out
    assert len(code.splitlines()) <= 20


def test_every_heading_has_its_sample():
    assert [title for title, _ in SAMPLES] == [*NEEDS]
