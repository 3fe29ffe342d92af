"""The section about partners that a network does not know from its training."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations
from typing import Final

from agents.evaluation.line_ups import JOIN
from docs.tables import levels_table, pairs_table, provenance_of, rows_of, table

_NAME: Final = "strangers"


def section() -> str:
    """Return the section, nothing before that was measured."""
    return _cross_play() + _erring()


def _cross_play() -> str:
    rows = rows_of(_NAME)
    if not rows:
        return ""
    won = {row["agent"]: 100 * float(row["won"]) for row in rows}
    names = [name for name in won if JOIN not in name]
    teams = list(combinations(names, 2))
    alone = sum(won[name] for name in names) / len(names)
    together = sum(_together(won, *team) for team in teams) / len(teams)
    worst = min(teams, key=lambda team: _kept(won, *team))
    networks = [team for team in teams if not any(name.startswith("planner") for name in team)]
    own = min(networks, key=lambda team: _kept(won, *team))
    return f"""
### Partners that it does not know

`ppo` is a partner for people, who play in ways of their own. So three more were trained, each from
a clone of its own: `other` of the same teacher with other games and another seed, `careful` and
`miner` told of the planner in these styles, whose games they were cloned from. They play with each
other, with the shipped one, and with four styles of the planner; `knight` and `runner` took part in
no training. Games won, %, level {rows[0]["level"]}, two players, {rows[0]["games"]} games a pair,
the same ones for all (`make strangers`; digest
`{provenance_of(_NAME)["digest of rows.jsonl"]}`, a sample of the rows in
[results/{_NAME}.jsonl](results/{_NAME}.jsonl)):

{_matrix(won, names)}

With others they win {together:.1f} %, with themselves {alone:.1f} %: {100 * together / alone:.1f} %
of it. What a pair keeps is measured by the mean of what the two win with themselves: least keep
`{worst[0]}` and `{worst[1]}`, {_kept(won, *worst):.1f} %; among the networks `{own[0]}` and
`{own[1]}`, {_kept(won, *own):.1f} %.
"""


def _erring() -> str:
    rows = rows_of("erring")
    if not rows:
        return ""
    return f"""
With a partner that plays any legal action one time in ten (`make strangers` as well; digest
`{provenance_of("erring")["digest of rows.jsonl"]}`):

{levels_table(rows)}

{pairs_table("erring")}
"""


def _together(won: Mapping[str, float], one: str, other: str) -> float:
    return won[JOIN.join((one, other))]


def _kept(won: Mapping[str, float], one: str, other: str) -> float:
    """Return what two win together, in percent of the mean of what each wins with itself."""
    return 200 * _together(won, one, other) / (won[one] + won[other])


def _matrix(won: Mapping[str, float], names: list[str]) -> str:
    """Return a table of all pairs; each stands there once."""
    lines = []
    for n, name in enumerate(names):
        shares = [
            won[name] if m == n else _together(won, other, name)
            for m, other in enumerate(names[: n + 1])
        ]
        blank = [""] * (len(names) - n - 1)
        lines.append([f"`{name}`", *(f"{share:.1f}" for share in shares), *blank])
    return table(["with", *(f"`{_short(name)}`" for name in names)], lines)


def _short(name: str) -> str:
    return name.removeprefix("runs/").removesuffix("/policy")
