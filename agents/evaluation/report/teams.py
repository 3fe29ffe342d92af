"""Cross-play: teams of two agents beside each agent with itself."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from agents.evaluation.report.summary import Games, Summary
from agents.evaluation.report.tables import Table


@dataclass(frozen=True)
class CrossPlay:
    """All teams of two of some agents, on one level with one number of players.

    Attributes:
        games: Level and number of players.
        names: The agents.
        shares: Share of games won, by row and column; of a team that has played in
            one order only, both ways round.
    """

    games: Games
    names: Sequence[str]
    shares: Mapping[tuple[str, str], float]

    def own(self, name: str) -> float:
        """Return what an agent wins with itself."""
        return self.shares[name, name]

    def others(self, name: str) -> float:
        """Return what it wins with the others, on average."""
        shares = [share for (a, b), share in self.shares.items() if name in (a, b) and a != b]
        return sum(shares) / len(shares)

    def ratio(self, name: str) -> float | None:
        """Return what it wins with the others to what these win alone; None: these win nothing."""
        partners = [other for other in self.names if other != name]
        base = sum(self.own(other) for other in partners) / len(partners)
        return self.others(name) / base if base else None


def cross_plays(found: Sequence[Summary]) -> list[CrossPlay]:
    """Return the matrices for which every agent and every pair has played."""
    made: list[CrossPlay] = []
    for games in dict.fromkeys(Games(one.players, one.level) for one in found):
        shares: dict[tuple[str, str], float] = {}
        for one in found:
            agents = one.line_up.agents
            if (one.players, one.level) == games and not one.line_up.noise and len(agents) <= 2:
                shares[agents[0], agents[-1]] = one.won.value
        names = [a for a, b in shares if a == b]
        both = {(a, b): shares.get((a, b), shares.get((b, a))) for a in names for b in names}
        whole = {pair: share for pair, share in both.items() if share is not None}
        if len(names) > 1 and len(whole) == len(both):
            made.append(CrossPlay(games, names, whole))
    return made


def ratios_table(found: Sequence[CrossPlay]) -> Table:
    """Return what every agent wins with the others, beside what these win alone."""
    heads = ["agent", "games", "with itself, %", "with the others, %", "ratio"]
    lines = [
        [
            name,
            str(one.games),
            f"{100 * one.own(name):.1f}",
            f"{100 * one.others(name):.1f}",
            "–" if (ratio := one.ratio(name)) is None else f"{ratio:.2f}",
        ]
        for one in found
        for name in one.names
    ]
    return Table("With others and with itself", heads, lines, names=2)
