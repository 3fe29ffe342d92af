"""The page of an evaluation: one file that needs no other one."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from jinja2 import Environment, PackageLoader, StrictUndefined

from tablemates.agents.evaluation.report.console import forfeits
from tablemates.agents.evaluation.report.findings import Findings
from tablemates.agents.evaluation.report.sections import Sections


class Link(NamedTuple):
    """A game that can be looked at.

    Attributes:
        name: What it is.
        file: The replay.
        page: A page that plays it.
        text: The same page itself, so that the report needs no other file.
    """

    name: str
    file: str
    page: str
    text: str

    def below(self, folder: Path) -> Link:
        """Return it as a page in a folder names it."""
        file, page = (Path(one).relative_to(folder).as_posix() for one in (self.file, self.page))
        return self._replace(file=file, page=page)


def page_of(found: Findings, links: Sequence[Link], command: str) -> str:
    """Return the page as HTML.

    Args:
        found: The results.
        links: Games that can be looked at.
        command: How they were made.
    """
    known = found.known
    games = sum(one.games for one in found.summaries)
    made = Sections(found)
    environment = Environment(
        loader=PackageLoader("tablemates.agents.evaluation.report", "."),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    return environment.get_template("page.html.jinja").render(
        title=known.title(),
        subtitle=f"{games:,} games: {known.games_in_words()}.",
        forfeits=forfeits(found.summaries),
        sections=made.all(),
        shared=made.board.drawing(),
        replays=links,
        provenance=known.lines(found.digest, command),
        check="python evaluate.py --verify rows.jsonl",
    )
