"""The paragraphs about clones of what planner and search agent do."""

from __future__ import annotations

from typing import Final

from docs.tables import levels_table, pairs_table, provenance_of, rows_of

_NAME: Final = "clones_of_actions"


def paragraphs() -> str:
    """Return them with their tables."""
    rows = rows_of(_NAME)
    return f"""\
How far does copying alone go? A million decisions, four games in five those of the tuned planner,
the others those of the search agent. [bc_actions.yaml](../configs/train/bc_actions.yaml) learns
what was done from the observation alone; [bc_dagger.yaml](../configs/train/bc_dagger.yaml) has half
a million more, what the planner would have done in games that the first one played;
[bc_marks.yaml](../configs/train/bc_marks.yaml) is told what the planner thinks of each choice.
`make clones-of-actions`, two players, {int(rows[0]["games"]):,} games a cell (digest
`{provenance_of(_NAME)["digest of rows.jsonl"]}`, a sample of the rows in
[results/{_NAME}.jsonl](results/{_NAME}.jsonl)):

{levels_table(rows)}

{pairs_table(_NAME)}

In games held out (the screen says it after the last epoch) the clone of actions does what the
teachers did in two of three decisions. The others lead where no teacher ever was, and it is lost
there: a round of DAgger shows it these positions, and it wins four times as often. That is still
far from the planner. A network that is told the planner's opinion begins with the planner's play,
in 99 of 100 decisions that of the teachers; no epoch came closer, so the network of the beginning
was kept, and plays the planner's games move by move: nothing was learned of what the search agent
does otherwise in its fifth of the games. `bc` copies no choices; it learns what they come to:
"""
