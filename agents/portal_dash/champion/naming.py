"""What stands behind ``champion:``: a budget, the folder of a policy, or both."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from tablemates.agents.portal_dash.search.budget import Budget
from tablemates.agents.registry import POLICIES

DEFAULT: Final = Budget(simulations=16)
#: The policy that searches where no other is named.
SHIPPED: Final = POLICIES["ppo"]


def parsed(parameters: str) -> tuple[Budget, Path]:
    """Return budget and policy folder, such as of ``16:runs/ppo/policy``.

    Args:
        parameters: Either may be left out.

    Raises:
        AgentError: What should be a budget is none.
    """
    head, colon, rest = parameters.partition(":")
    if not colon and _is_path(head):
        head, rest = "", head
    budget = Budget.parse(head, DEFAULT)
    return budget, Path(rest) if rest else SHIPPED


def _is_path(text: str) -> bool:
    return "/" in text or "\\" in text or Path(text).is_dir()
