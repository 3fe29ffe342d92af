"""Facts of Portal Dash, and small networks for it."""

import pytest

from tablemates.agents.facts import GameFacts
from tablemates.agents.portal_dash.plans.reader import PlansSpec
from tablemates.envs.portal_dash.settings import Settings

ADVISER = "planner-tuned"


@pytest.fixture(scope="session")
def facts():
    return GameFacts.of(Settings())


def plans_spec(facts, **settings):
    """Return a small network of the kind ``plans``."""
    sizes = {"hidden": (16, 8), "token": 6, "board": (5, 4), "plan": 7}
    common = {"activation": "relu", "value": "win", "adviser": ADVISER}
    return PlansSpec.of(facts, **common | sizes | settings)
