"""The section about the learned teammates: how they were trained."""

from __future__ import annotations

from typing import Final

from docs import strangers
from docs.tables import (
    agents_of,
    calibration_table,
    levels_table,
    overall_of,
    pairs_table,
    provenance_of,
    rows_of,
    table,
)

_BOXES: Final = ("blunt", "heavy", "swift")


def section() -> str:
    """Return the section."""
    return f"""\
## Teammates on all levels

`make teammates` takes all steps: games of [`ahead`](agents.md#ahead) with what each of its plans
comes to, a clone of them, three seeds of `ppo` on from there on all levels with 1 to 4 players,
and the games of [the table](agents.md#how-strong-they-are).

![Learning curves](ppo.png)

Three seeds and their mean (thick), games as they are drawn in training: some start with random
moves, and actions are drawn from the policy's probabilities.

All of these networks lose far fewer games than the planner. They begin with the play of `ahead`
and end a few points above it: so few that the 1,200 games of that table do not tell them apart,
the thousands of the [leaderboard](leaderboard.md) do. They finish in fewer turns, with more left of
the cube. Where the rest lies is said [there](agents.md#what-was-tried-and-did-not-help).

What `ppo` adds is a chance of winning that agrees with what happens. It was asked again at every
tenth decision of its games of [these results](results.md) (95 % intervals, games drawn anew):

{calibration_table(rows_of("calibration_ppo"))}

[`ppo_no_clone.yaml`](../configs/train/ppo_no_clone.yaml), `ppo_no_kl`, `ppo_mlp`, `ppo_one_level`
and `ppo_no_curriculum` leave one thing out each{_left_out()}
{strangers.section()}{_other_boxes()}
"""


def _left_out() -> str:
    """Return what became of the runs with one thing left out, or that there were none."""
    rows = rows_of("ablations")
    if not rows:
        return "; they have not been run."
    return f""". `make ablations` trains and plays them
(digest `{provenance_of("ablations")["digest of rows.jsonl"]}`):

{levels_table(rows)}

{pairs_table("ablations", "ppo")}

What carries them is that a network judges a script's plans: without (`ppo_mlp`) nearly nothing is
won. Clone, divergence, levels and curriculum are not told apart by these games: what each brings,
if anything, is at most about four points. One run each, on one seed, all trained wholly or partly
before the planner was mended (see the [changelog](../CHANGELOG.md)), as `ppo` was."""


def _other_boxes() -> str:
    """Return what agents keep on other parts, nothing before that was measured."""
    if not rows_of(f"boxes_{_BOXES[-1]}"):
        return ""
    return f"""
### Other boxes

None of these agents was trained or tuned on [these parts](../configs/parts), whose assumed numbers
differ from those of the standard box. Games won, %, levels 1, 3 and 5 with two players together
({rows_of("boxes_blunt")[0]["games"]} games a cell; on the standard box
{rows_of("champion")[0]["games"]}); `make boxes`, a sample of the rows in
[results](results/boxes_blunt.jsonl), digests {_digests()}:

{_boxes()}

"""


def _boxes() -> str:
    """Return the table of what agents keep on other parts."""
    standard = overall_of("teammates") | overall_of("champion")
    others = [overall_of(f"boxes_{box}") for box in _BOXES]
    lines = [
        [f"`{agent}`", standard[agent], *(one[agent] for one in others)]
        for agent in agents_of(rows_of("boxes_blunt"))
    ]
    return table(["agent", "standard", *(f"`{box}`" for box in _BOXES)], lines)


def _digests() -> str:
    digests = (provenance_of(f"boxes_{box}")["digest of rows.jsonl"] for box in _BOXES)
    return ", ".join(f"`{digest}`" for digest in digests)
