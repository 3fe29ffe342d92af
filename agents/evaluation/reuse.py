"""Games of a plan that lie in the folders of other runs: they need not be played again.

Whoever adds an agent, a level or games to a plan has played most of it already.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from tablemates.agents.evaluation.plan import Cell, Plan
from tablemates.agents.evaluation.rows import UNKNOWN, Row
from tablemates.agents.evaluation.run_folder import ROWS, RunFolder, unbroken
from tablemates.envs.portal_dash.game import Game


def take_over(
    sources: Sequence[Path],
    plan: Plan,
    known: Mapping[str, Any],
    folder: RunFolder,
    done: npt.NDArray[np.bool_],
) -> None:
    """Take over what is not done yet, and say how many games that were.

    A game is the plan's if its agents and their digests, rules, parts, version, settings and seed
    are. Forfeited ones are played again: they may hang on the machine; and so are those of agents
    without a digest, such as a program that is no file here: it may be another one today.

    Args:
        sources: Folders of runs that are done.
        plan: What is played.
        known: As of ``RunFolder``.
        folder: The games go there.
        done: Which games are done, by their places in the plan; it is changed.

    Raises:
        FolderError: A file of rows is not as it was written.
        FormatError: A line is no row.
        OSError: A folder has no rows.
    """
    cells = {
        cell: dict(Game(plan.settings(cell.level, cell.players)).recipe) for cell in plan.cells()
    }
    for source in sources:
        taken = 0
        with closing(folder.part("taken_over")) as part:
            for row in unbroken(source / ROWS):
                cell = Cell(row.agents, row.level, row.players)
                if cell not in cells or not _fits(row, cell, plan, known, cells[cell]):
                    continue
                place = folder.place(cell, row.number)
                if not done[place]:
                    part.write([row])
                    done[place] = True
                    taken += 1
        print(f"{taken:,} games taken over from {source}", file=sys.stderr, flush=True)


def _fits(
    row: Row, cell: Cell, plan: Plan, known: Mapping[str, Any], recipe: Mapping[str, Any]
) -> bool:
    """Return whether a game of a cell is just what the plan would play."""
    if row.number >= plan.games or row.forfeit is not None or UNKNOWN in row.policies.values():
        return False
    alike = ("ruleset", "interface", "engine", "components", "version")
    return (
        all(getattr(row, name) == known[name] for name in alike)
        and row.policies == {name: known["policies"][name] for name in cell.agents}
        and row.seed == plan.task(cell, row.number).seed
        and (row.noise, row.max_turns, row.recipe) == (plan.noise, plan.max_turns, recipe)
    )
