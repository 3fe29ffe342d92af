"""Judging agents: plans, the runner, rows, statistics and the report."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import nullcontext
from pathlib import Path
from typing import Any


def start(
    path: Path, options: Mapping[str, Any], anew: bool = False, reuse: Sequence[Path] = ()
) -> None:
    """Play a plan, print its table and write its results.

    Args:
        path: The plan's file.
        options: Settings that go over it.
        anew: Remove the games that lie in its folder.
        reuse: Folders of other runs, whose games are taken over where they are the plan's.

    Raises:
        GameError, DocumentError, ComponentsError: The plan does not do.
    """
    from rich.console import Console

    from tablemates.agents.commands import killed_politely
    from tablemates.agents.configs import read_config
    from tablemates.agents.errors import FolderError
    from tablemates.agents.evaluation.cross_play import print_matrices
    from tablemates.agents.evaluation.plan import Plan
    from tablemates.agents.evaluation.report import WIDTH, print_table, write_results
    from tablemates.agents.evaluation.runner import play
    from tablemates.agents.folders import kept

    plan = read_config(Plan, path, options=options)
    if plan.out is not None and plan.out.resolve() in (one.resolve() for one in reuse):
        # --anew would remove what is to be taken over
        raise FolderError(f"{plan.out} is named by --reuse: name another folder with --out")
    if anew and plan.out is None:
        raise FolderError("--anew is for a folder of results: name it with --out")
    with killed_politely(), nullcontext() if plan.out is None else kept(plan.out):
        rows = play(plan, reuse, anew)
        console = Console()
        console = console if console.is_terminal else Console(width=WIDTH)
        print_table(plan, rows, console)
        print_matrices(plan, rows, console)
        if plan.out is not None:
            for sentence in write_results(plan, rows, plan.out):
                print(sentence)
