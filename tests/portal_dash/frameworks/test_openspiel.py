"""The sample of the documentation plays a game in OpenSpiel."""

import pytest

from tests.portal_dash.frameworks.samples import sample

pytest.importorskip("pyspiel", reason="pip install 'tablemates[spiel]'")


def test_the_sample_of_the_page_runs(capsys):
    exec(sample("frameworks.md", "OpenSpiel"), {})
    assert capsys.readouterr().out == "[0.0, 0.0, 0.0, 0.0]\n"
