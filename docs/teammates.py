"""The section about the learned teammates: how they were trained."""

from __future__ import annotations

from docs.tables import calibration_table, rows_of


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

All of these networks lose far fewer games than the planner, and are not told apart from `ahead`,
whose play they begin with: they finish in fewer turns, with more left of the cube, and die as much
more often. Where the rest lies is said [there](agents.md#what-was-tried-and-did-not-help).

What `ppo` adds is a chance of winning that agrees with what happens. It was asked again at every
tenth decision of its games (95 % intervals, games drawn anew):

{calibration_table(rows_of("calibration_ppo"))}

[`ppo_no_clone.yaml`](../configs/train/ppo_no_clone.yaml), `ppo_no_kl`, `ppo_mlp`, `ppo_one_level`
and `ppo_no_curriculum` leave one thing out each; they have not been run.
"""
