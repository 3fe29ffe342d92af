"""Digests of agents: what tells whether an agent is still the one that played."""

from __future__ import annotations

import hashlib
import importlib.util
from pathlib import Path
from typing import Final

from tablemates.agents.policy import CARD, read_policy
from tablemates.agents.registry import (
    CHAMPIONS,
    NAMES,
    PROGRAM,
    SAMPLE,
    SEARCHERS,
    STYLE,
    folder_of,
    look_here,
    policy_of_champion,
)
from tablemates.agents.value.files import FORMAT, ValueCard
from tablemates.agents.weights import format_of, read_card
from tablemates.envs.core.hashing import LENGTH, hash_of

#: Digest of an agent that comes with the package: the version in the row stands for it.
BUILT_IN: Final = "built-in"
#: Digest of an agent that has none, such as a program.
UNKNOWN: Final = "unknown"


def policy_digest(spec: str) -> str:
    """Return the digest of an agent.

    Args:
        spec: As for ``tablemates.agents.registry.find_agent``.

    Returns:
        For a policy folder the start of the SHA-256 of its weights (another one where actions
        are sampled or other agents give advice), for a ``module:factory`` that of its source
        file, ``BUILT_IN`` for agents of this package, ``UNKNOWN`` for programs.

    Raises:
        PolicyError: A policy folder is damaged.
    """
    name, _, rest = spec.partition(":")
    if spec.startswith(PROGRAM):
        return UNKNOWN
    if name in CHAMPIONS:
        return policy_digest(str(policy_of_champion(rest)[1]))
    folder = folder_of(spec)
    if folder is not None and (folder / CARD).is_file():
        if format_of(folder) == FORMAT:
            return read_card(folder, ValueCard).weights[:LENGTH]
        card = read_policy(folder).card
        weights, adviser = card.weights[:LENGTH], card.network.adviser
        more = [] if adviser is None else [adviser, policy_digest(adviser)]
        more += [SAMPLE] * spec.endswith(SAMPLE)
        return hash_of([weights, *more]) if more else weights
    if name in SEARCHERS or spec in NAMES or spec.startswith(STYLE):
        return BUILT_IN
    return _digest_of_source(name)


def _digest_of_source(module: str) -> str:
    look_here()
    try:
        spec = importlib.util.find_spec(module)
    except (ImportError, ValueError):
        return UNKNOWN
    if spec is None or spec.origin is None or not spec.origin.endswith(".py"):
        return UNKNOWN
    return hashlib.sha256(Path(spec.origin).read_bytes()).hexdigest()[:LENGTH]
