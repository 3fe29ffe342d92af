"""What stands behind ``champion:``: a budget, the folder of a policy, or both."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from agents.errors import PolicyError
from agents.policy import CARD
from agents.portal_dash.search.budget import Budget

DEFAULT: Final = Budget(simulations=16)
#: Where the policies lie that come with the project.
POLICIES: Final = Path(__file__).parents[1] / "policies"
#: The one that plays where no other is named.
SHIPPED: Final = POLICIES / "champion"


def parsed(parameters: str) -> tuple[Budget, Path]:
    """Return budget and policy folder, such as of ``16:runs/ppo/policy``.

    Args:
        parameters: Either may be left out.

    Raises:
        AgentError: What should be a budget is none.
        PolicyError: No folder is named, and none comes with this version.
    """
    head, colon, rest = parameters.partition(":")
    if not colon and _is_path(head):
        head, rest = "", head
    budget = Budget.parse(head, DEFAULT)
    if rest:
        return budget, Path(rest)
    if not (SHIPPED / CARD).is_file():
        raise PolicyError(
            "champion has no policy of its own yet: name the folder of one whose network states "
            "chances of winning (network.value=win), such as champion:16:runs/ppo/policy"
        )
    return budget, SHIPPED


def _is_path(text: str) -> bool:
    return "/" in text or "\\" in text or Path(text).is_dir()
