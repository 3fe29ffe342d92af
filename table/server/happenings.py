"""Events for a page: the engine's records with words beside the numbers."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from tablemates.envs.portal_dash.event_strings import told
from tablemates.envs.portal_dash.game import Game
from tablemates.envs.portal_dash.naming import (
    MODES,
    PLAYERS,
    TASKS,
    Names,
    colour_name,
    face_name,
    source_name,
    words_of,
)
from tablemates.envs.portal_dash.rules.state import Public
from tablemates.envs.portal_dash.rules.vocabulary import Cause, Mode, Reason

_Word = Callable[[Public, Names, int], str]
_WORDS: Final[Mapping[str, _Word]] = {
    "player": lambda _p, _names, n: PLAYERS[n],
    "first_player": lambda _p, _names, n: PLAYERS[n],
    "mob": lambda p, names, n: names.mob(p, n),
    "item": lambda _p, names, n: names.item(n),
    "enchantment": lambda _p, names, n: names.item(n),
    "colour": lambda _p, _names, n: colour_name(n),
    "face": lambda _p, _names, n: face_name(n),
    "source": lambda _p, _names, n: source_name(n),
    "tile": lambda _p, names, n: names.tiles[n],
    "task": lambda _p, _names, n: TASKS[n],
    "mode": lambda _p, _names, n: MODES[n - Mode.BOOTS] if n else "none",
    "reason": lambda _p, _names, n: words_of(Reason(n)),
    "cause": lambda _p, _names, n: words_of(Cause(n)),
}


def happened(game: Game) -> dict[str, Any]:
    """Return what came of a game's last move: sentences, and records for the page to animate."""
    events = game.events()
    return {"sentences": told(events), "events": [_named(game, event) for event in events]}


def nothing() -> dict[str, Any]:
    """Return the same where there was no move."""
    return {"sentences": [], "events": []}


def _named(game: Game, event: Mapping[str, Any]) -> dict[str, Any]:
    p, names = game.public, game.strings.names
    words = {
        field: word(p, names, event[field])
        for field, word in _WORDS.items()
        if isinstance(event.get(field), int) and event[field] >= 0
    }
    return {**event, "names": words}
