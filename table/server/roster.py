"""The partners that a page may name, with a sentence and measured strength for each."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, Final

from tablemates.agents.errors import AgentError
from tablemates.agents.facts import GameFacts
from tablemates.agents.game_agents import agents_of
from tablemates.agents.portal_dash.planner.weights import read_styles
from tablemates.agents.registry import scripts_of
from tablemates.envs.core.documents import nearest, read_document
from tablemates.envs.core.replay import PERSON
from tablemates.table.server.messages import RequestError

#: Where training writes its runs, each with a folder ``policy``.
RUNS: Final = Path("runs")
#: Share of games won by agent, level and players, in percent; `make docs` writes it.
STRENGTH: Final = Path(__file__).parent / "strength.yaml"
_GAME: Final = "portal_dash"
_SCRIPTS: Final = scripts_of(_GAME)
#: Scripts that search, and the budgets at which they were measured.
_SEARCHERS: Final = [name for name, one in _SCRIPTS.items() if one.parameters[:6] == "BUDGET"]
_SEARCHES: Final = ("mcts:100", "rollout:18", "champion:24")
#: Agents that a page lists, from the weakest to the strongest.
_LISTED: Final = (
    *(name for name in _SCRIPTS if name not in _SEARCHERS),
    *agents_of(_GAME).policies,
    *_SEARCHES,
)
#: Those and others that a page may name.
_OURS: Final = (*_LISTED, "rollout", "mcts")
_SENTENCES: Final = {
    "random": "Takes any legal choice.",
    "rules": "Follows a few rules of thumb.",
    "planner": "Looks ahead over the rest of the turn.",
    "planner-tuned": "Looks ahead like the planner, with weights that an optimiser found.",
    "ahead": "Also sees what the next rolls of the mob die make of its plans.",
    "bc": "A network that judges the plans of ahead, trained on games that were played on.",
    "ppo": "The same network, trained further by playing.",
    "mcts": "Searches a tree of what may come, with the exact chances of dice and draws.",
    "rollout": "Plays its best choices on to the turn after the next, in several futures.",
    "champion": "Plays the choices of the network ppo and of rollout on in several futures.",
}


@cache
def _styles() -> dict[str, str]:
    return {f"planner:{style.name}": style.sentence for style in read_styles().values()}


@cache
def _strengths() -> dict[str, list[dict[str, Any]]]:
    return {
        str(name): [
            {"level": level, "players": players, "won": won}
            for level, row in levels.items()
            for players, won in enumerate(row, start=1)
            if won is not None
        ]
        for name, levels in read_document(STRENGTH).values.items()
    }


def roster(named: Sequence[str], trained: Mapping[str, str]) -> list[dict[str, Any]]:
    """Return the partners for a page's list.

    Args:
        named: Agents named on the command line.
        trained: Policies found under ``runs``, with a sentence each.
    """
    sentences = {**_styles(), **trained}
    names = dict.fromkeys([*_LISTED, *sentences, *named])
    return [
        {
            "name": name,
            "title": f"{Path(name).parent.name}, trained" if name in trained else name,
            "sentence": sentences.get(name)
            or _SENTENCES.get(name.partition(":")[0], "Named where the server was started."),
            "strength": _strengths().get(name, []),
            "slow": name.partition(":")[0] in _SEARCHERS,
        }
        for name in names
    ]


def is_known(who: str, named: Sequence[str]) -> bool:
    """Return whether a page may give a seat to somebody: no modules, programs or paths."""
    return who == PERSON or who in _OURS or who in _styles() or who in named


def check_name(who: str, named: Sequence[str]) -> str:
    """Return ``person`` or an agent's name as it was given.

    Raises:
        RequestError: A page may not name it.
    """
    if is_known(who, named):
        return who
    known = [PERSON, *_OURS, *_styles(), *named]
    raise RequestError("unknown", f"Nobody here is called {who[:60]!r}{nearest(who[:60], known)}")


def trained_partners(
    facts: GameFacts, notify: Callable[[str], None], runs: Path = RUNS
) -> dict[str, str]:
    """Return the trained policies that can play a game, with a sentence each.

    Args:
        facts: The game.
        notify: Called with a sentence about each policy that cannot.
        runs: The folder of the runs; it may be missing.
    """
    cards = sorted(runs.glob("*/policy/card.json"))
    if not cards:
        return {}
    # Networks and safetensors are loaded only where somebody has trained.
    from tablemates.agents.policy_agent import load_policy

    found = {}
    for card in cards:
        try:
            policy = load_policy(card.parent, facts, lambda _: None)
        except AgentError as error:
            notify(f"{card.parent} is no partner here: {error}")
        else:
            learner = policy.card.learner.replace("_", " ")
            found[card.parent.as_posix()] = f"A network trained by {learner}."
    return found
