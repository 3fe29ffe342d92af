"""Which partners a page may name, how strong they are, and how they play."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, Final

from tablemates.agents.evaluation.replays.recording import PERSON
from tablemates.agents.portal_dash.planner.files import read_styles
from tablemates.agents.registry import NAMES, POLICIES, SEARCHERS, STYLE
from tablemates.envs.core.documents import nearest, read_document
from tablemates.table.server.refusals import RefusalError

#: Agents that search, with the budgets at which they were measured.
_SEARCHES: Final = ("mcts:100", "rollout:18", "champion:24")
#: Agents of the project that a page lists, from the weakest to the strongest.
_LISTED: Final = (*(name for name in NAMES if name not in SEARCHERS), *POLICIES, *_SEARCHES)
#: Those and others that a page may name.
_OURS: Final = (*_LISTED, *(name for name in NAMES if name in SEARCHERS))
#: Won games of the agents that were measured, by level and players; `make docs` writes it.
STRENGTH: Final = Path(__file__).parent / "strength.yaml"
_SENTENCES: Final = {
    "random": "Takes any legal choice.",
    "rules": "Follows a few rules of thumb.",
    "planner": "Looks ahead over the rest of the turn.",
    "planner-tuned": "Looks ahead like the planner, with weights that an optimiser found.",
    "ahead": "Also sees what the next rolls of the mob die make of its plans.",
    "bc": "A network that judges the plans of ahead, taught by games that were played on.",
    "ppo": "The same network, which has learned on by playing.",
}
#: What searchers do, by name without a budget.
_SEARCHING: Final = {
    "mcts": "Searches a tree of what may come, with the exact chances of dice and draws.",
    "rollout": "Plays its best choices on to the turn after the next, in several futures.",
    "champion": "Plays the choices of the network ppo and of rollout on in several futures.",
}


@cache
def _styles() -> dict[str, str]:
    return {f"{STYLE}{style.name}": style.sentence for style in read_styles().values()}


@cache
def _strengths() -> dict[str, list[dict[str, Any]]]:
    found: dict[str, list[dict[str, Any]]] = {}
    for name, levels in read_document(STRENGTH).values.items():
        found[str(name)] = [
            {"level": level, "players": players, "won": won}
            for level, row in levels.items()
            for players, won in enumerate(row, start=1)
            if won is not None
        ]
    return found


def listed(offered: Sequence[str], trained: Mapping[str, str]) -> list[dict[str, Any]]:
    """Return the partners for a page's list, each with a sentence and its strength.

    Args:
        offered: Agents that whoever started the server named besides.
        trained: Policies that were found where it was started, with a sentence each.
    """
    sentences = {**_SENTENCES, **_styles(), **trained}
    for name in (*_SEARCHES, *offered):
        searching = _SEARCHING.get(name.partition(":")[0])
        sentences.setdefault(name, searching or "Named where the server was started.")
    return [
        {
            "name": name,
            "title": f"{Path(name).parent.name}, trained" if name in trained else name,
            "sentence": sentences.get(name, ""),
            "strength": _strengths().get(name, []),
            "slow": name.partition(":")[0] in SEARCHERS,
        }
        for name in [*_LISTED, *(one for one in sentences if one not in _LISTED)]
    ]


def is_known(name: str, offered: Sequence[str]) -> bool:
    """Return whether a page may name an agent: no modules, no programs, no paths."""
    return name in _OURS or name in _styles() or name in offered


def checked(who: str, offered: Sequence[str]) -> str:
    """Return ``person`` or an agent's name as it was given.

    Raises:
        RefusalError: It is neither, or not for pages to name.
    """
    if who == PERSON or is_known(who, offered):
        return who
    known = [PERSON, *_OURS, *_styles(), *offered]
    raise RefusalError("unknown", f"Nobody here is called {who[:60]!r}{nearest(who[:60], known)}")
