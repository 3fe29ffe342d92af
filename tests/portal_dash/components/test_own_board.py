"""A board of one's own plays by the same rules."""

import pytest

from tablemates.envs import portal_dash_v0

WIDE_START = """
board:
  mark: assumed
  start_columns: 2
strips:
  mark: assumed
  start: |
    . .
    . .
    ~ .
    . .
    . .
    . .
"""


@pytest.mark.rule("SETUP-08")
def test_every_space_of_a_wider_start_strip_may_be_begun_on(changes):
    env = portal_dash_v0.env(components=changes(WIDE_START))
    env.reset(seed=1)
    names = {env.catalogue.name(action) for action in env.legal_actions()}
    spaces = {f"space {row},{column}" for row in range(6) for column in (0, 1)}
    assert names == spaces - {"space 2,0"}
