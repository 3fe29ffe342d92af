"""One sentence for each candidate of a search, made of what the search found."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np

from tablemates.agents.portal_dash.planner.weights import Term
from tablemates.agents.portal_dash.search.halving import Found, Integers, Numbers

#: What differs most between two candidates' futures: better, worse.
_WORDS: Final = {
    Term.TASKS: ("the piglin tasks are further on", "the piglin tasks are less far on"),
    Term.TIME: ("time is less short", "time is shorter"),
    Term.BOSS: ("the boss is less dangerous", "the boss is more dangerous"),
    Term.HEARTS: ("players have more hearts", "players have fewer hearts"),
    Term.THREAT: ("less damage threatens", "more damage threatens"),
    Term.GEAR: ("players are better equipped", "players are worse equipped"),
    Term.FINDS: ("more finds are at hand", "fewer finds are at hand"),
    Term.OUTCOME: ("the end is nearer to a win", "the end is nearer to a loss"),
}


def reasons_for(found: Found, places: Sequence[int] | Integers, terms: Numbers) -> list[str]:
    """Return a sentence for each of the best candidates.

    Args:
        found: What the search found.
        places: The candidates, best first.
        terms: The planner's terms at the end of each candidate's futures, on average.
    """
    sentences = []
    for rank, place in enumerate(places):
        chance, futures = found.chance[place], int(found.futures[place])
        words = f"wins {chance:.0%} of {futures} futures by estimate"
        other = places[0] if rank > 0 else places[min(1, len(places) - 1)]
        if other != place:
            difference = terms[place] - terms[other]
            ahead = found.chance[place] >= found.chance[other]
            term = Term(int(np.argmax(difference if ahead else -difference)))
            side = "the second best" if rank == 0 else "the best"
            if abs(found.chance[place] - found.chance[other]) < 0.005:
                words += f", as {side} does"
            else:
                words += f"; against {side} {_WORDS[term][0 if ahead else 1]} afterwards"
        sentences.append(words)
    return sentences
