"""How networks get on with partners that they do not know from their training."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from textwrap import fill
from typing import Final

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
from tablemates.agents.evaluation.line_ups import JOIN
from tablemates.agents.evaluation.report.tables import p_value

#: Cross-play of networks that are told of `ahead`, and of such that are told of a style.
_CLONES: Final = "clones"
_TOLD: Final = "strangers"
_LITTLE: Final = (
    "Where a difference is significant, it is small compared with the loss from unknown partners."
)


def text() -> str:
    """Return the text of the page's section."""
    return "\n\n".join((*_clones(), *_erring(), *_told(), *_mixed()))


def _clones() -> tuple[str, ...]:
    words = f"""
`ppo` is a partner for people, who play in ways of their own. To see how it does with others, three
more networks were trained, each on from a clone of its own: `other` of the same teacher with other
games and another seed, `of_careful` and `of_miner` of games that the planner played in these
styles. They play with each other, with the shipped one, and with four styles of the planner;
`knight` and `runner` took part in no training. {_what_was_played(_CLONES)} (`make clones`;
{_kept(_CLONES)}):
"""
    return (_paragraph(words), _matrix(_CLONES), *_ratios(_CLONES))


def _erring() -> tuple[str, ...]:
    costs = [
        pairs_of("erring")[name, f"{name}+noise:0.1:{name}"]["difference, points"].replace("+", "")
        for name in ("ppo", "planner-tuned")
    ]
    words = f"""
With a partner that plays a random legal action one time in ten (`make clones` as well; digest
`{provenance_of("erring")["digest of rows.jsonl"]}`) `ppo` loses {costs[0]} points of its win rate,
`planner-tuned` {costs[1]}:
"""
    return _paragraph(words), levels_table(rows_of("erring")), pairs_table("erring")


def _told() -> tuple[str, ...]:
    words = f"""
The adviser matters more than the games that a network learned from. `careful` and `miner` were
cloned from games of the same styles, but are told of the planner in that style instead of `ahead`
(`network.adviser`). {_what_was_played(_TOLD)} (`make strangers`; {_kept(_TOLD)}):
"""
    return ("### Advised by one style", _paragraph(words), _matrix(_TOLD), *_ratios(_TOLD))


def _mixed() -> tuple[str, ...]:
    before = {row["agent"]: row for row in rows_of(_TOLD)}
    lines = []
    for row, pair in zip(rows_of("mixed"), rows_of(NAME), strict=True):
        team = row["agent"].replace(MARK, "")
        words = JOIN.join(f"`{_short(name)}`" for name in team.split(JOIN))
        p = p_value(float(pair["p_holm"]))
        lines.append(
            [words, share(before[team], "won"), share(row, "won"), share(pair, "difference"), p]
        )
    words = f"""
So networks advised by one style lose about as much with other partners as that style itself does.
Does training beside partners help? `careful` and `miner` were trained once more on from their
clones, beside four planners drawn anew for each game
([ppo_partners.yaml](../configs/train/ppo_partners.yaml)); `runner` was none of them. Games won, %,
on the same games as above; the difference in points by the paired bootstrap, p by McNemar's test
with Holm's correction (`make strangers`; digest
`{provenance_of("mixed")["digest of rows.jsonl"]}`):
"""
    return (
        _paragraph(words),
        table(["team", "trained with itself", "trained beside partners", "difference", "p"], lines),
        _LITTLE,
    )


def _what_was_played(name: str) -> str:
    row = rows_of(name)[0]
    return (
        f"Games won, %, level {row['level']}, two players, {row['games']} games a pair, the same "
        "seeds for all"
    )


def _kept(name: str) -> str:
    digest = provenance_of(name)["digest of rows.jsonl"]
    return f"digest `{digest}`, kept in [results/{name}.jsonl](results/{name}.jsonl)"


def _ratios(name: str) -> tuple[str, ...]:
    """Return what teams keep of what their members win with themselves."""
    overall = _table(name, "With others and with itself")[-1]
    teams = _table(name, "Teams beside their agents")  # the least ratio first
    words = f"""
With others they win {overall["with the others, %"]} %, with themselves
{overall["with itself, %"]} %: a ratio of {_share(overall)} (95 % interval by bootstrap over games).
The ratio of one team is what it wins to the mean of what its two members win with themselves. The
lowest ones, which as minima of many estimates are biased low:
"""
    groups: Mapping[str, Callable[[str], bool]] = {
        "teams with the shipped `ppo`": lambda team: "ppo" in team.split(JOIN),
        "teams of two networks": lambda team: "planner" not in team,
        "teams with a network": lambda team: "ppo" in team,
        f"all {len(teams)} teams": lambda _team: True,
    }
    lines = []
    for group, belongs in groups.items():
        lowest = next(team for team in teams if belongs(team["team"]))
        lines.append([group, _team(lowest), _share(lowest)])
    return _paragraph(words), table(["lowest of", "team", "ratio"], lines)


def _table(name: str, title: str) -> list[dict[str, str]]:
    """Return the lines of one of an evaluation's tables, each heading's word."""
    (found,) = (one for one in data_of(name)["results"] if one["title"] == title)
    return [dict(zip(found["heads"], line, strict=True)) for line in found["lines"]]


def _share(line: Mapping[str, str]) -> str:
    """Return a line's ratio in percent, with its interval."""
    value, low, high = (100 * float(number) for number in re.findall(r"[0-9.]+", line["ratio"]))
    return f"{value:.1f} % [{low:.1f}, {high:.1f}]"


def _team(line: Mapping[str, str]) -> str:
    return JOIN.join(f"`{_short(name)}`" for name in line["team"].split(JOIN))


def _paragraph(words: str) -> str:
    return fill(" ".join(words.split()), 100, break_long_words=False, break_on_hyphens=False)


def _matrix(name: str) -> str:
    """Return a table of all pairs of an evaluation; each stands there once."""
    won = {row["agent"]: 100 * float(row["won"]) for row in rows_of(name)}
    names = [name for name in won if JOIN not in name]
    lines = []
    for n, name in enumerate(names):
        shares = [
            won[name] if m == n else won[JOIN.join((other, name))]
            for m, other in enumerate(names[: n + 1])
        ]
        blank = [""] * (len(names) - n - 1)
        lines.append([f"`{_short(name)}`", *(f"{share:.1f}" for share in shares), *blank])
    return table(["with", *(f"`{_short(name)}`" for name in names)], lines)


def _short(name: str) -> str:
    return name.removeprefix("runs/").removesuffix("/policy")
