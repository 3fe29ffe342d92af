"""The sample of docs/frameworks.md that learns from named blocks with Stable-Baselines3."""

import pytest

from tests.frameworks.samples import sample


@pytest.mark.slow
def test_the_sample_learns():
    pytest.importorskip("sb3_contrib")
    names = {}
    exec(sample("frameworks.md", "Stable-Baselines3 on named blocks"), names)
    assert names["model"].num_timesteps == 64
    assert "inventory" in names["model"].observation_space.spaces
