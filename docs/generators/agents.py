"""The page of agents: what each is, and how strong, from what evaluations have left."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from textwrap import fill
from typing import TYPE_CHECKING, Final

from benchmarks.plots import svg_of
from docs.tables import (
    RESULTS,
    Row,
    agents_of,
    calibration_table,
    error_of,
    fewer,
    levels_table,
    mean,
    measures,
    of_agent,
    pairs_of,
    pairs_table,
    provenance_of,
    rows_of,
    table,
)
from tablemates.agents.portal_dash.rules_bot.rules import Rule
from tablemates.agents.portal_dash.search.champion import ChampionAgent
from tablemates.agents.portal_dash.search.mcts import MctsAgent
from tablemates.agents.portal_dash.search.rollout import RolloutAgent

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_TEMPLATE: Final = Path(__file__).with_suffix(".md")


def pages() -> dict[str, str]:
    """Return the page of agents and its plot; none before they were measured."""
    needed = (
        *("search.json", "teammates.json", "champion.json", "search_bound.csv"),
        *("search_curve.csv", "calibration.csv"),
    )
    if not all((RESULTS / name).exists() for name in needed):
        return {}
    search, bounds = rows_of("search"), rows_of("search_bound")
    curve = rows_of("search_curve") + rows_of("search_second")
    calibration = rows_of("calibration")
    everything = next(row for row in calibration if row["level"] == "all")
    text = _TEMPLATE.read_text(encoding="utf-8").format(
        board=_ladder(),
        search_games=search[0]["games"],
        search_digest=provenance_of("search")["digest of rows.jsonl"],
        search=levels_table(search),
        pairs=pairs_table("search"),
        teammates_digest=provenance_of("teammates")["digest of rows.jsonl"],
        teammates=levels_table(rows_of("teammates")),
        teammates_pairs=pairs_table("teammates"),
        champion_digest=provenance_of("champion")["digest of rows.jsonl"],
        champion=levels_table(rows_of("champion")),
        champion_pairs=pairs_table("champion"),
        champion_everywhere=_everywhere("champion:24", "rollout:18"),
        networks=_networks(),
        curve_games=curve[0]["games"],
        curve=levels_table(curve),
        rollout_budget=RolloutAgent.DEFAULT,
        mcts_budget=MctsAgent.DEFAULT,
        champion_budget=ChampionAgent.DEFAULT,
        rules=", ".join(rule.name.lower().replace("_", " ") for rule in Rule),
        calibrated=everything["agent"],
        calibrated_games=f"{int(everything['games']):,}",
        error=error_of(everything),
        calibration=calibration_table(calibration),
        bound_games=bounds[0]["games"],
        bound=levels_table(bounds),
    )
    return {"agents.md": text, "search_curve.svg": _drawn(curve)}


def _everywhere(agent: str, other: str) -> str:
    """Return how an agent does beside another on the leaderboard, nothing where it has none."""
    rows, pairs = rows_of("leaderboard"), pairs_of("leaderboard")
    pair = pairs.get((agent, other)) or pairs.get((other, agent))
    if pair is None:
        return ""
    won = {name: 100 * mean(of_agent(rows, name), "won") for name in (agent, other)}
    spent = {name: mean(of_agent(rows, name), "milliseconds") for name in (agent, other)}
    words = f"""
Once more at all levels with 1 to 4 players, both in one run of the [leaderboard](leaderboard.md):
`{agent}` wins {won[agent]:.1f} % of the {pair["games"]} games in {spent[agent]:.0f} ms a decision,
`{other}` {won[other]:.1f} % in {spent[other]:.0f} ms. The difference,
{pair["difference, points"]} points, p {pair["p"]} by itself, is {_settled(pair["verdict"])}.
"""
    return fill(" ".join(words.split()), 100, break_on_hyphens=False, break_long_words=False)


def _settled(word: str) -> str:
    if word == "differ":
        return "significant"
    return "nil" if word == "alike" else f"undecided; it would take {word.removeprefix('by ')}"


def _networks() -> str:
    """Return the table of the networks alone, nothing before they were measured so."""
    rows = rows_of("networks")
    if not rows:
        return ""
    return f"""\
The networks that come with the project, without search, {int(rows[0]["games"]):,} games a cell
(`make networks`; digest `{provenance_of("networks")["digest of rows.jsonl"]}`, a sample of the rows
in [results/networks.jsonl](results/networks.jsonl)):

{levels_table(rows)}

{pairs_table("networks")}

The machine did other work meanwhile: these times are too long.

**Versions.** After the tables above, but for the leaderboard's, and after those of search agents,
budgets, chances and bounds below, a fault of the planner was corrected that affects one or two
decisions in a few games. Their agents are earlier versions: `evaluate.py --verify FILE` holds for
the rows, and `--ask-agents` refuses them. Intervals over several levels in these older tables were
drawn game by game, which makes them somewhat too narrow ([evaluation](evaluation.md)).

"""


def _ladder() -> str:
    """Return the table of the leaderboard's agents, each beside the next weaker one there."""
    rows = rows_of("leaderboard")
    agents = sorted(agents_of(rows), key=lambda agent: mean(of_agent(rows, agent), "won"))
    pairs = pairs_of("leaderboard")
    lines = []
    for n, agent in enumerate(agents):
        beside = ["", "", ""]
        if n > 0:
            pair = pairs[agent, agents[n - 1]]
            lost = fewer(rows, agent, agents[n - 1])
            beside = [lost, pair["difference, points"], pair["p, Holm"]]
        games = f"{int(of_agent(rows, agent)[0]['games']):,}"
        lines.append([f"`{agent}`", games, *measures(rows, agent), *beside])
    heads = ["agent", "games a cell", "won", "progress", "ms a decision", "lost games"]
    return table([*heads, "points won", "p"], lines)


def _drawn(rows: Sequence[Row]) -> str:
    """Return the plot of games won over the time that a decision took."""
    script, *searches = agents_of(rows)

    def draw(axes: Axes) -> None:
        means = [100 * mean(of_agent(rows, agent), "won") for agent in searches]
        spread = [_half(of_agent(rows, agent)) for agent in searches]
        axes.errorbar(range(len(searches)), means, yerr=spread, fmt="o-", capsize=3)
        axes.set_xticks(range(len(searches)), [one.removeprefix("rollout:") for one in searches])
        axes.axhline(100 * mean(of_agent(rows, script), "won"), color="0.5", linestyle="--")
        axes.annotate(
            script, (0, 100 * mean(of_agent(rows, script), "won")), color="0.4", va="bottom"
        )
        axes.set_xlabel("rollouts a decision")
        axes.set_ylabel("games won, %")

    return svg_of([draw], width=6.5)


def _half(rows: Sequence[Row]) -> float:
    """Return half the 95 % interval of the mean over cells, in points."""
    parts = (float(row["won"]) * (1 - float(row["won"])) / int(row["games"]) for row in rows)
    return float(100 * 1.96 * sum(parts) ** 0.5 / len(rows))
