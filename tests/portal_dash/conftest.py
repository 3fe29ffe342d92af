"""Facts of Portal Dash."""

import pytest

from tablemates.agents.facts import GameFacts
from tablemates.envs.portal_dash.settings import Settings


@pytest.fixture(scope="session")
def facts():
    return GameFacts.of(Settings())
