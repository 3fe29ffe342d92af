"""The section about partners that a network does not know from its training."""

from __future__ import annotations

import re
from collections.abc import Mapping
from textwrap import fill
from typing import Final

from agents.evaluation.line_ups import JOIN
from agents.evaluation.report.tables import p_value
from docs.beside_partners import MARK, NAME
from docs.tables import (
    data_of,
    levels_table,
    pairs_of,
    pairs_table,
    provenance_of,
    rows_of,
    share,
    table,
)

_NAME: Final = "strangers"


def section() -> str:
    """Return the section, nothing before that was measured."""
    return _cross_play() + _mixed() + _erring()


def _cross_play() -> str:
    rows = rows_of(_NAME)
    if not rows:
        return ""
    won = {row["agent"]: 100 * float(row["won"]) for row in rows}
    names = [name for name in won if JOIN not in name]
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

{_paragraph(_words())}
"""


def _mixed() -> str:
    rows = rows_of("mixed")
    if not rows:
        return ""
    before = {row["agent"]: row for row in rows_of(_NAME)}
    differences = rows_of(NAME)
    lines = []
    for row, pair in zip(rows, differences, strict=True):
        team = row["agent"].replace(MARK, "")
        words = JOIN.join(f"`{_short(name)}`" for name in team.split(JOIN))
        p = p_value(float(pair["p_holm"]))
        lines.append(
            [words, share(before[team], "won"), share(row, "won"), share(pair, "difference"), p]
        )
    words = f"""
So who is told of a style loses by partners of another one much as that style itself does. `careful`
and `miner` were trained once more on from their clones, now beside four planners, drawn anew for
each game ([ppo_partners.yaml](../configs/train/ppo_partners.yaml)); `runner` was none of them. Won,
%, on the same games as above, the difference in points by the paired bootstrap, p by McNemar's test
with Holm's correction (`make strangers`; digest
`{provenance_of("mixed")["digest of rows.jsonl"]}`):
"""
    return f"""
{_paragraph(words)}

{table(["team", "trained with itself", "trained beside partners", "difference", "p"], lines)}

Where it is told apart at all, it is little beside what is missing.
"""


def _erring() -> str:
    rows = rows_of("erring")
    if not rows:
        return ""
    costs = [
        pairs_of("erring")[name, f"{name}+noise:0.1:{name}"]["difference, points"].replace("+", "")
        for name in ("ppo", "planner-tuned")
    ]
    words = f"""
With a partner that plays any legal action one time in ten (`make strangers` as well; digest
`{provenance_of("erring")["digest of rows.jsonl"]}`) `ppo` wins fewer games by {costs[0]} points,
`planner-tuned` by {costs[1]}:
"""
    return f"""
{_paragraph(words)}

{levels_table(rows)}

{pairs_table("erring")}
"""


def _words() -> str:
    """Return what the teams keep, in words."""
    overall = _table("With others and with itself")[-1]
    teams = _table("Teams beside their agents")
    shipped = next(team for team in teams if "ppo" in team["team"].split(JOIN))
    own = next(team for team in teams if "planner" not in team["team"])
    return f"""
With others they win {overall["with the others, %"]} %, with themselves
{overall["with itself, %"]} %: {_share(overall)} of it (95 % interval, games drawn anew). What a
team keeps is measured by the mean of what its two win with themselves. The shipped `ppo` keeps
least in the team {_team(shipped)}: {_share(shipped)}; of the networks among themselves do so
{_team(own)}: {_share(own)}, and of all {len(teams)} teams {_team(teams[0])}:
{_share(teams[0])}. Who is least of so many looks worse than it is.
"""


def _table(title: str) -> list[dict[str, str]]:
    """Return the lines of one of the tables, each heading's word."""
    (found,) = (one for one in data_of(_NAME)["results"] if one["title"] == title)
    return [dict(zip(found["heads"], line, strict=True)) for line in found["lines"]]


def _share(line: Mapping[str, str]) -> str:
    """Return a line's ratio in percent, with its interval."""
    value, low, high = (100 * float(number) for number in re.findall(r"[0-9.]+", line["ratio"]))
    return f"{value:.1f} % [{low:.1f}, {high:.1f}]"


def _team(line: Mapping[str, str]) -> str:
    return " and ".join(f"`{_short(name)}`" for name in line["team"].split(JOIN))


def _paragraph(words: str) -> str:
    return fill(" ".join(words.split()), 100, break_long_words=False, break_on_hyphens=False)


def _together(won: Mapping[str, float], one: str, other: str) -> float:
    return won[JOIN.join((one, other))]


def _matrix(won: Mapping[str, float], names: list[str]) -> str:
    """Return a table of all pairs; each stands there once."""
    lines = []
    for n, name in enumerate(names):
        shares = [
            won[name] if m == n else _together(won, other, name)
            for m, other in enumerate(names[: n + 1])
        ]
        blank = [""] * (len(names) - n - 1)
        lines.append([f"`{_short(name)}`", *(f"{share:.1f}" for share in shares), *blank])
    return table(["with", *(f"`{_short(name)}`" for name in names)], lines)


def _short(name: str) -> str:
    return name.removeprefix("runs/").removesuffix("/policy")
