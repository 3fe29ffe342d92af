"""The verdict of an evaluation: who is best and by how much, in a sentence or two."""

from __future__ import annotations

from typing import Final

from tablemates.agents.evaluation.report.contents import Results
from tablemates.agents.evaluation.report.standings import Standings
from tablemates.agents.evaluation.report.tables import causes_in_short, percent, verdict
from tablemates.agents.evaluation.stats.estimates import Estimate

#: Causes of defeat that are named.
_CAUSES: Final = 3


def verdict_of(results: Results) -> list[str]:
    """Return sentences: the best, how far it is ahead of the next, and what beats it."""
    if results.standings is not None:
        return _of_standings(results.standings)
    best, *others = results.totals
    words = f"{best.line_up} wins {_share(best.won)} of its games"
    causes = causes_in_short(best, _CAUSES)
    lost = [f"What defeats it, in % of its games: {causes}."] if causes else []
    if not others:
        return [f"{words}.", *lost]
    second = others[0]
    found = [one for one in results.pairs if {one.a, one.b} == {best.line_up, second.line_up}]
    if not found:
        return [f"{words}, {second.line_up}, the next, {_share(second.won)}.", *lost]
    (pair,) = found
    difference = pair.pair.difference
    if pair.a != best.line_up:
        value, low, high = difference
        difference = Estimate(-value, -high, -low)
    ahead = f"{_points(difference)} more than {second.line_up}, the next"
    if verdict(pair) == "differ":
        return [
            f"{best.line_up} is best.",
            f"It wins {_share(best.won)} of its games, {ahead}.",
            *lost,
        ]
    return [
        "Nobody is best for certain.",
        f"{words}, {ahead}: so few games do not tell the two apart.",
        *lost,
    ]


def _of_standings(standings: Standings) -> list[str]:
    best, *others = standings.standings()
    words = f"is first in {_share(best.first)} of its games"
    if not others:
        return [f"{best.agent} {words}."]
    second = others[0].agent
    shares = [
        one.share
        if one.a == best.agent
        else Estimate(*(1 - share for share in (one.share[0], one.share[2], one.share[1])))
        for one in standings.meetings()
        if {one.a, one.b} == {best.agent, second}
    ]
    if not shares:
        return [f"{best.agent} {words}; it never met {second}, the next."]
    (share,) = shares
    ahead = f"ahead of {second}, the next, in {_share(share)} of those that both played"
    if share.low > 0.5:
        return [f"{best.agent} is best.", f"It {words}, and {ahead}."]
    return ["Nobody is best for certain.", f"{best.agent} {words}, and {ahead}."]


def _share(estimate: Estimate) -> str:
    """Return a share in per cent with its interval."""
    value, interval = percent(estimate).split(" ", 1)
    return f"{value} % {interval}"


def _points(estimate: Estimate) -> str:
    value, interval = percent(estimate).split(" ", 1)
    return f"{value} points {interval}"
