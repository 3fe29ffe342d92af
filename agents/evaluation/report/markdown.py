"""Results as Markdown: all tables of the page."""

from __future__ import annotations

from agents.evaluation.report.console import forfeits
from agents.evaluation.report.findings import Findings


def markdown_of(found: Findings, command: str) -> str:
    """Return the results as Markdown.

    Args:
        found: The results.
        command: How they were made.
    """
    known = found.known
    games = sum(one.games for one in found.summaries)
    parts = [f"# {known.title()}\n", f"{games:,} games: {known.games_in_words()}.\n"]
    parts += [f"**Forfeited games.** {sentence}\n" for sentence in forfeits(found.summaries)]
    parts += [table.markdown() for table in found.result_tables()]
    parts.append(f"# What happened\n\n{found.story.sample_in_words()}\n")
    parts += [table.markdown() for table in found.story_tables()]
    lines = [f"- {name}: `{value}`" for name, value in known.lines(found.digest, command)]
    parts.append("\n".join(["# Where it comes from\n", *lines, ""]))
    return "\n".join(parts)
