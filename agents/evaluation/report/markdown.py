"""Results as Markdown: all tables of the page."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tablemates.agents.evaluation.report.tables import Table, escaped
from tablemates.agents.words import plain


def markdown_of(data: Mapping[str, Any]) -> str:
    """Return the results as Markdown.

    Args:
        data: As ``Findings.as_data`` makes them.
    """
    parts = [f"# {data['title']}\n", f"{data['games']}\n"]
    parts += [f"**Forfeited games.** {escaped(sentence)}\n" for sentence in data["forfeits"]]
    parts += [Table(**table).markdown() for table in data["results"]]
    parts.append(f"# What happened\n\n{data['sample']}\n")
    parts += [Table(**table).markdown() for table in data["story"]]
    lines = [f"- {escaped(name)}: `{plain(value)}`" for name, value in data["provenance"]]
    parts.append("\n".join(["# Where it comes from\n", *lines, ""]))
    return "\n".join(parts)
