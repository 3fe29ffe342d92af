"""What an evaluation shows: a table, files of numbers, a page, and replays."""

from __future__ import annotations

from tablemates.agents.evaluation.report.console import WIDTH, print_table
from tablemates.agents.evaluation.report.files import write_results

__all__ = ["WIDTH", "print_table", "write_results"]
