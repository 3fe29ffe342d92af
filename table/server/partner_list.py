"""The partners that a page may name, with a sentence and measured strength for each."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any, Final

from tablemates.agents.errors import AgentError
from tablemates.agents.facts import GameFacts
from tablemates.agents.roster import Roster, roster_of
from tablemates.envs.core.files.documents import nearest
from tablemates.envs.core.history.replay import PERSON
from tablemates.table.server.messages import RequestError

#: Where training writes its runs, each with a folder ``policy``.
RUNS: Final = Path("runs")
#: What people call the three partners that they are offered first.
MATES: Final = ("Apprentice", "Mate", "Master")


def roster(game: str, named: Sequence[str], trained: Mapping[str, str]) -> list[dict[str, Any]]:
    """Return the partners for a page's list; ``trained``: policies found, with a sentence each."""
    known = roster_of(game)
    sentences = {**known.sentences, **trained}
    return [
        {
            "name": name,
            "title": _title(name, known, name in trained),
            "mate": known.mates.index(name) if name in known.mates else None,
            "sentence": sentences.get(name, "Named where the server was started."),
            "strength": [asdict(one) for one in known.strength.get(name, ())],
            "slow": name in known.slow,
        }
        for name in dict.fromkeys([*sentences, *named])
    ]


def _title(name: str, known: Roster, trained: bool) -> str:
    if name in known.mates:
        return MATES[known.mates.index(name)]
    return f"{Path(name).parent.name}, trained" if trained else name


def known_names(game: str, named: Sequence[str]) -> list[str]:
    """Return who a page may give a seat to: no modules, programs or paths."""
    known = roster_of(game)
    return [PERSON, *known.sentences, *known.more, *named]


def check_name(who: str, game: str, named: Sequence[str]) -> None:
    """Check that a page may give a seat to somebody."""
    known = known_names(game, named)
    if who not in known:
        sentence = f"Nobody here is called {who[:60]!r}{nearest(who[:60], known)}"
        raise RequestError("unknown", sentence)


def trained_partners(
    facts: GameFacts, notify: Callable[[str], None], runs: Path = RUNS
) -> dict[str, str]:
    """Return the trained policies that can play a game, with a sentence each."""
    cards = sorted(runs.glob("*/policy/card.json"))
    if not cards:
        return {}
    # Networks and safetensors are loaded only where somebody has trained.
    from tablemates.agents.networks.policy import load_policy

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
