"""The page of an evaluation: one file that needs no other one."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from jinja2 import Environment, PackageLoader, StrictUndefined

from agents.evaluation.plan import Plan
from agents.evaluation.report.console import forfeits
from agents.evaluation.report.provenance import Provenance, command_of
from agents.evaluation.report.sections import Sections
from agents.evaluation.report.story import Story
from agents.evaluation.report.summary import cells_of, summaries
from agents.evaluation.rows import Row
from envs.portal_dash.game import Game
from envs.portal_dash.settings import Settings


class Link(NamedTuple):
    """A game that can be looked at.

    Attributes:
        name: What it is.
        file: The replay, relative to the page.
        page: A page that plays it, relative to this one; None: there is none.
    """

    name: str
    file: str
    page: str | None


def page_of(plan: Plan, rows: Sequence[Row], digest: str, links: Sequence[Link]) -> str:
    """Return the page as HTML.

    Args:
        plan: What was played.
        rows: How it went.
        digest: The last hash of the file of rows.
        links: Games that can be looked at.

    Raises:
        FormatError: The rows are of other rules or parts than those that are here.
    """
    known = Provenance.of(plan, rows)
    game = Game(Settings.of_recipe(rows[0].recipe, plan.components))
    story = Story.of(cells_of(rows), plan.components)
    made = Sections(rows, game.strings.names, story)
    environment = Environment(
        loader=PackageLoader("agents.evaluation.report", "."),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    return environment.get_template("page.html.jinja").render(
        title="Portal Dash: " + (known.benchmark or "evaluation"),
        subtitle=f"{len(rows):,} games: {known.games_in_words()}.",
        forfeits=forfeits(summaries(rows)),
        sections=made.all(),
        shared=made.board.drawing(),
        replays=links,
        provenance=known.lines(digest, command_of(sys.argv)),
        check="python evaluate.py --verify rows.jsonl",
    )


def write_page(
    plan: Plan, rows: Sequence[Row], digest: str, links: Sequence[Link], file: Path
) -> None:
    """Write the page into a file; see ``page_of``."""
    file.write_text(page_of(plan, rows, digest, links), encoding="utf-8")
