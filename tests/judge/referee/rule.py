"""The referee: a game's log in, nothing out; or an objection."""

from __future__ import annotations

from tests.judge.referee.log import Entry
from tests.judge.referee.match import Match
from tests.judge.referee.printed import standard_box
from tests.judge.referee.setting_up import check_set_up
from tests.judge.referee.turns import play_through


def rule_on(entries: list[Entry], forced: bool) -> None:
    """Judge a game.

    Args:
        entries: Its log. It begins with the set-up, or with a snapshot of the choice of an
            action, and has a snapshot before its first decision.
        forced: Whether the engine takes decisions with one choice by itself.

    Raises:
        ObjectionError: Something in it is against the rules.
    """
    first = next(entry["snapshot"] for entry in entries if "snapshot" in entry)
    m = Match(standard_box(), first, entries, forced)
    if "snapshot" in entries[0]:
        m.t.gone = m.t.missing_starting_tiles()
        play_through(m, first["under_way"]["actions_done"])
        return
    check_set_up(m)
    play_through(m, None)
