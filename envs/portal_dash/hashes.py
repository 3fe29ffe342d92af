"""The hashes that identify compatible games, policies and results.

- ``ruleset``: parts, edition and the version of the rules. Results carry it; a
  policy that was trained under another one plays with a notice.
- ``interface``: actions and observation. A policy needs the same one.
- ``engine``: the rules' source text.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Final

from tablemates.envs.core.hashing import hash_of, hash_of_files
from tablemates.envs.core.rulebook import read_rulebook
from tablemates.envs.portal_dash import RULE_SOURCES
from tablemates.envs.portal_dash.actions import make_catalogue
from tablemates.envs.portal_dash.components import Components
from tablemates.envs.portal_dash.observation.layout import make_layout

RULES: Final = Path(__file__).parent / "rules" / "rules.yaml"
#: Changes when an action or a number of the observation comes to mean something else.
INTERFACE_VERSION: Final = 1


def ruleset_hash(components: Components, edition: str) -> str:
    """Return the hash of rules and parts; level, players and seed are not part of it."""
    return hash_of([read_rulebook(RULES).version, components.digest(), edition])


@cache
def interface_hash(board_shape: tuple[int, int]) -> str:
    """Return the hash of what a policy sees and answers."""
    digests = [make_catalogue(board_shape).digest, make_layout(board_shape).digest]
    return hash_of([INTERFACE_VERSION, *digests])


@cache
def engine_hash() -> str:
    """Return the hash of the rules' sources."""
    return hash_of_files(RULE_SOURCES)
