"""What people typed in at a real table, so that it can be corrected."""

from __future__ import annotations

from tablemates.envs.core.game import CHANCE
from tablemates.table.game import Choice, TableGame, choices_of
from tablemates.table.glass import Glass


def choices_at(table: TableGame, at: int) -> list[Choice]:
    """Return what there was to choose at a move that was made."""
    return choices_of(Glass(table.game.settings).still(table.record_at(at)))


def typed_in(table: TableGame) -> list[tuple[int, str]]:
    """Return the outcomes that people typed in, the last first: which move, and in words."""
    if table.game.settings.chance != "explicit":
        return []
    glass, found = Glass(table.game.settings), []
    for at in reversed(range(table.moves)):
        game = glass.still(table.record_at(at))
        if game.to_move() == CHANCE:
            found.append((at, f"turn {game.turn}, {game.describe(table.actions[at])}"))
    return found
