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

#: Cross-play of networks that are told of `ahead`, and of such that are told of a style.
_CLONES: Final = "clones"
_TOLD: Final = "strangers"


def section() -> str:
    """Return the section, nothing before that was measured."""
    return _clones() + _erring() + _told() + _mixed()


def _clones() -> str:
    rows = rows_of(_CLONES)
    if not rows:
        return ""
    words = f"""
`ppo` is a partner for people, who play in ways of their own. So three more were trained, each on
from a clone of its own: `other` of the same teacher with other games and another seed,
`of_careful` and `of_miner` of games that the planner played in these styles. They play with each
other, with the shipped one, and with four styles of the planner; `knight` and `runner` took part in
no training. {_what_was_played(_CLONES)} (`make clones`; {_kept(_CLONES)}):
"""
    return f"""
### Partners that it does not know

{_paragraph(words)}

{_matrix(_CLONES)}

{_paragraph(_words(_CLONES))}
"""


def _told() -> str:
    rows = rows_of(_TOLD)
    if not rows:
        return ""
    words = f"""
What they are told counts for more than whose games they come from. `careful` and `miner` were
cloned from games of the same styles, but are told of the planner in that style instead of `ahead`
(`network.adviser`). {_what_was_played(_TOLD)} (`make strangers`; {_kept(_TOLD)}):
"""
    return f"""
#### Told of a style

{_paragraph(words)}

{_matrix(_TOLD)}

{_paragraph(_words(_TOLD))}
"""


def _mixed() -> str:
    rows = rows_of("mixed")
    if not rows:
        return ""
    before = {row["agent"]: row for row in rows_of(_TOLD)}
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
With a partner that plays any legal action one time in ten (`make clones` as well; digest
`{provenance_of("erring")["digest of rows.jsonl"]}`) `ppo` wins fewer games by {costs[0]} points,
`planner-tuned` by {costs[1]}:
"""
    return f"""
{_paragraph(words)}

{levels_table(rows)}

{pairs_table("erring")}
"""


def _what_was_played(name: str) -> str:
    row = rows_of(name)[0]
    return (
        f"Games won, %, level {row['level']}, two players, {row['games']} games a pair, the same "
        "ones for all"
    )


def _kept(name: str) -> str:
    digest = provenance_of(name)["digest of rows.jsonl"]
    return (
        f"digest `{digest}`, a sample of the rows in [results/{name}.jsonl](results/{name}.jsonl)"
    )


def _words(name: str) -> str:
    """Return what the teams keep, in words."""
    overall = _table(name, "With others and with itself")[-1]
    teams = _table(name, "Teams beside their agents")
    shipped = next(team for team in teams if "ppo" in team["team"].split(JOIN))
    network = next(team for team in teams if "ppo" in team["team"])
    own = next(team for team in teams if "planner" not in team["team"])
    return f"""
With others they win {overall["with the others, %"]} %, with themselves
{overall["with itself, %"]} %: {_share(overall)} of it (95 % interval, games drawn anew). What a
team keeps is measured by the mean of what its two win with themselves. The shipped `ppo` keeps
least in the team {_team(shipped)}: {_share(shipped)}; of all teams with a network do so
{_team(network)}: {_share(network)}, of the networks among themselves {_team(own)}: {_share(own)},
and of all {len(teams)} teams, scripts with scripts too, {_team(teams[0])}: {_share(teams[0])}. Who
is least of so many looks worse than it is.
"""


def _table(name: str, title: str) -> list[dict[str, str]]:
    """Return the lines of one of an evaluation's tables, each heading's word."""
    (found,) = (one for one in data_of(name)["results"] if one["title"] == title)
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


def _matrix(name: str) -> str:
    """Return a table of all pairs of an evaluation; each stands there once."""
    won = {row["agent"]: 100 * float(row["won"]) for row in rows_of(name)}
    names = [name for name in won if JOIN not in name]
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
