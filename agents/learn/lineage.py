"""Which weights lie behind the agents that learning is made with."""

from __future__ import annotations

from tablemates.agents.policy import CARD, read_policy
from tablemates.agents.portal_dash.champion.naming import parsed
from tablemates.agents.registry import CHAMPIONS, NOISE, folder_of


def weights_of(spec: str) -> str | None:
    """Return the digest of the weights that an agent plays with, None: it has none of a policy.

    Scripts have none: with every version of the project they are others, and whoever goes on
    with a newer one knows that.

    Args:
        spec: As for ``tablemates.agents.registry.find_agent``.

    Raises:
        PolicyError: The policy folder is damaged.
    """
    if spec.startswith(NOISE):
        return weights_of(spec.removeprefix(NOISE).partition(":")[2])
    name, _, parameters = spec.partition(":")
    if name in CHAMPIONS:
        return weights_of(str(parsed(parameters)[1]))
    folder = folder_of(spec)
    if folder is None or not (folder / CARD).is_file():
        return None
    return read_policy(folder).card.weights
