"""Digests of agents: what tells whether an agent is still the one that played."""

from __future__ import annotations

import hashlib
import importlib.util
from pathlib import Path
from typing import Final

from tablemates.agents.facts import GameFacts
from tablemates.agents.names import (
    CHAT,
    PROGRAM,
    RESPONSE,
    SAMPLE,
    agent_within,
    find_script,
    folder_of,
    split_partner,
)
from tablemates.agents.networks.policy import CARD, read_policy
from tablemates.agents.networks.weight_files import format_of, read_card
from tablemates.agents.registry import look_here
from tablemates.agents.value.agent import split
from tablemates.agents.value.files import FORMAT, ValueCard, network_in
from tablemates.envs.core.hashing import LENGTH, hash_of

#: Digest of an agent that comes with the package: the version in the row identifies it.
BUILT_IN: Final = "built-in"
#: Digest of an agent that has none, such as a program.
UNKNOWN: Final = "unknown"


def policy_digest(spec: str, game: str, facts: GameFacts | None = None) -> str:
    """Return the digest of an agent, with ``facts`` that of the network which plays these games.

    For a policy folder it is the start of the SHA-256 of its weights (another one where actions are
    sampled), for a ``module:factory`` that of its source file, ``BUILT_IN`` for agents of this
    package, ``UNKNOWN`` for programs and services; for a partner made of another agent, that of
    this one, and of a search that is told its partner, one of network and partner.
    """
    if (parts := split_partner(spec)) is not None and parts[0] == RESPONSE:
        _, partner, parameters = parts
        network = policy_digest(str(split(parameters.replace("@", ":"), game)[1]), game, facts)
        return hash_of([network, policy_digest(partner, game, facts)])
    spec = agent_within(spec)
    if spec.startswith((PROGRAM, CHAT)):
        return UNKNOWN
    if (found := find_script(spec, game)) is not None:
        script, parameters = found
        if not script.network:
            return BUILT_IN
        return policy_digest(str(split(parameters, game)[1]), game, facts)
    folder = folder_of(spec, game)
    if folder is not None and (folder / CARD).is_file():
        if format_of(folder) == FORMAT:
            folder = folder if facts is None else network_in(folder, facts)
            return read_card(folder, ValueCard).weights[:LENGTH]
        weights = read_policy(folder).card.weights[:LENGTH]
        return hash_of([weights, SAMPLE]) if spec.endswith(SAMPLE) else weights
    return _digest_of_source(spec.partition(":")[0])


def _digest_of_source(module: str) -> str:
    look_here()
    try:
        spec = importlib.util.find_spec(module)
    except (ImportError, ValueError):
        return UNKNOWN
    if spec is None or spec.origin is None or not spec.origin.endswith(".py"):
        return UNKNOWN
    return hashlib.sha256(Path(spec.origin).read_bytes()).hexdigest()[:LENGTH]
