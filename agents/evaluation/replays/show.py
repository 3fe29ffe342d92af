"""``evaluate.py --replay FILE``: prints a game in words and pictures, or exports it as a page."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from contextlib import nullcontext
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.text import Text

from tablemates.agents.evaluation.replays.page import page_of
from tablemates.agents.evaluation.replays.playback import (
    Playback,
    games_before,
    read_game,
    secret_beside,
)
from tablemates.agents.evaluation.replays.reasons import Reasons
from tablemates.agents.output.folders import write_whole
from tablemates.envs.core.errors import SettingsError


def show(
    file: str,
    *,
    agents: Sequence[str] = (),
    components: Any = None,
    export: Path | None = None,
    own: str | None = None,
) -> None:
    """Print a game, in a terminal page by page, or export it as HTML.

    The page has reasons of those who played or of ``agents``, the print only of ``agents``.
    """
    if export is not None and export.suffix.lower() != ".html":
        raise SettingsError(f"--export {export}: name a file that ends in .html")
    if export is not None and not export.parent.is_dir():
        raise SettingsError(f"--export {export}: there is no folder {export.parent}")
    playback = Playback(read_game(file), file, components, own)
    playback.earlier = games_before(file, components, own)
    secret = secret_beside(file)
    if export is None:
        console = Console(highlight=False, markup=False, emoji=False)
        reasons = Reasons(playback, agents, secret=secret) if agents else None
        with console.pager(styles=True) if console.is_terminal else nullcontext():
            print_game(playback, reasons, console)
        return
    reasons = Reasons(playback, agents, secret=secret)
    for sentence in reasons.missing:
        print(f"notice: no reasons, {sentence}", file=sys.stderr)
    page = page_of(playback, reasons)
    write_whole(export, page)
    print(f"{export}: {len(playback)} decisions, {len(page.encode()) / 1000:,.0f} KB")


def print_game(playback: Playback, reasons: Reasons | None, console: Console) -> None:
    """Print what happened, every action in words, and a board at the start of each turn."""

    def say(text: str, style: str = "") -> None:
        console.print(Text(text, style))

    say(f"{playback.source}: {', '.join(playback.facts())}", "bold")
    boards = set(playback.turn_stops())
    for stop in range(len(playback) + 1):
        playback.go(stop)
        for sentence in playback.happened:
            say(f"  {sentence}")
        if stop in boards:
            picture = playback.game.picture("ansi" if console.is_terminal else "text")
            console.out(f"\n{picture}\n", end="", highlight=False)
        place = f"Turn {playback.turn}, decision {stop} of {len(playback)}"
        the_end = "" if playback.move else ", the end"
        say(f"{place}{the_end}. {playback.question}", "bold")
        if playback.move:
            say(f"  {playback.who_plays()}: {playback.move.words}")
        for rank, one in enumerate(reasons.here(playback) if reasons else (), start=1):
            words = playback.game.describe(one.action) + " (played)" * playback.took(one)
            say(f"    {rank}. {words}: {one.value:.4g}, {one.reason}", "dim")
