"""The section about the recipe for newcomers: step by step, and what came of it."""

from __future__ import annotations

from typing import Final

from docs.tables import provenance_of, rows_of, share

_NAME: Final = "newcomers"


def section() -> str:
    """Return the section with its table."""
    rows = rows_of(_NAME)
    digest = provenance_of(_NAME)["digest of rows.jsonl"]
    lines = [
        f"| `{row['agent']}` | {share(row, 'won')} | {share(row, 'progress')} "
        f"| {float(row['turns']):.0f} |"
        for row in rows
    ]
    return f"""\
## The recipe for newcomers

One learner that everybody knows, one level, two players, from nothing to a policy in a quarter of
an hour on one core; `make newcomers` takes all these steps, with three seeds.

```bash
.venv/bin/python train.py --config configs/train/maskable_ppo.yaml   # 1. learn from scratch
.venv/bin/tensorboard --logdir runs                  # 2. look on, or at runs/*/curves.png
.venv/bin/python -m agents.learn.dataset --config configs/data/planner.yaml  # 3. a teacher
.venv/bin/python train.py --config configs/train/bc_quick.yaml       # 4. clone it
.venv/bin/python train.py --config configs/train/maskable_ppo_warm.yaml  # 5. learn on
.venv/bin/python evaluate.py --agents random runs/maskable_ppo/policy runs/bc_quick/policy \\
    runs/maskable_ppo_warm/policy --levels 1 --games 400             # 6. judge
.venv/bin/python play.py --text --level 1 --players 2 \\
    --partners runs/maskable_ppo_warm/policy                         # 7. play with it
```

Who plays at random never wins, and who never wins has nothing to learn from. So
[maskable_ppo.yaml](../configs/train/maskable_ppo.yaml) rewards progress, too: `shaping` pays for
each step on the way (tasks, parts, the boss), and `ppo.discount: 0.99` makes sooner better. Besides
it says how long to learn and how to keep what is learned; everything else is
[a default](#settings).
[maskable_ppo_warm.yaml](../configs/train/maskable_ppo_warm.yaml) begins with a clone of the tuned
planner and takes smaller steps, because what a clone knows is soon forgotten.

![Learning curves](maskable_ppo.png)

From scratch, three seeds and their mean (thick). What the policies do in games that nobody
learned from, {int(rows[0]["games"]):,} of them at level 1 with two players (95 % intervals; digest
`{digest}`, a sample of the rows in
[results/newcomers.jsonl](results/newcomers.jsonl)):

| agent | games won, % | progress, % | turns |
| --- | ---: | ---: | ---: |
{chr(10).join(lines)}

Learning on from the clone leads further on the way, and not to victory: it makes more progress than
the clone and wins fewer games. Tried and left out, since it did not win more either: a round of
DAgger for the clone, and from there less pay for progress (`environment.shaping`) at a longer sight
(`ppo.discount`). None of these is a teammate yet: they are paid for progress, and see nothing of
what comes. That is what [networks told of a script](#three-kinds-of-networks) are for.
"""
