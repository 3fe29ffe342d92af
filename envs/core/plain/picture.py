"""Picture of a game that has no such module: the names and values of what may be seen."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from tablemates.envs.core.display.cards import Card, Drawing
from tablemates.envs.core.display.signs import NO_SIGNS
from tablemates.envs.core.display.svg import Area
from tablemates.envs.core.display.zones import Clock
from tablemates.envs.core.game.game import Game
from tablemates.envs.core.plain.positions import SETTINGS, fields_of, private_to

_BOARD: Final = (860, 420)
_SEAT: Final = (420, 180)
_LETTERS: Final = 15


def draw(game: Game) -> Drawing:
    """Return a drawing: the shared fields on the board, those of each seat beside it."""
    shared, seats = _parts(game)
    drawing = Drawing(game, f"{game.title}, turn {game.turn}", NO_SIGNS)
    _draw(drawing, *_BOARD, [game.title, *shared])
    drawing.zone("board", "board", game.title, *_BOARD)
    for seat in range(game.seats):
        name = game.player_name(seat)
        _draw(drawing, *_SEAT, [name, *seats[seat]])
        drawing.zone(f"seat/{seat}", "seat", name, *_SEAT)
    return drawing


def clocks(_game: Game) -> Iterator[Clock]:
    """Yield nothing: it is unknown what runs out."""
    yield from ()


def lines(game: Game) -> Iterator[str]:
    """Yield the picture as text."""
    shared, seats = _parts(game)
    yield f"{game.title}, turn {game.turn}"
    yield from (f"  {line}" for line in shared)
    for seat, own in enumerate(seats):
        yield f"  {game.player_name(seat)}: {', '.join(own)}"
    yield game.decision()


def _draw(drawing: Drawing, width: int, height: int, lines: list[str]) -> None:
    drawing.card(Area(2, 2, width - 4, height - 4), Card(lines), _LETTERS)


def _parts(game: Game) -> tuple[list[str], list[list[str]]]:
    """Return lines about what is shared, and about what each seat has."""
    shared: list[str] = []
    seats: list[list[str]] = [[] for _ in range(game.seats)]
    for name, value in fields_of(game, "public", game.public).items():
        if name in SETTINGS:
            continue
        if isinstance(value, list) and len(value) == game.engine.seats:
            for seat, own in enumerate(seats):
                own.append(f"{_said(name)} {_listed(value[seat])}")
        else:
            shared.append(f"{_said(name)}: {_listed(value)}")
    for name, value in private_to(game, game.eyes).items():
        seats[game.eyes].append(f"{_said(name)} {_listed(value)}")
    return shared, seats


def _said(name: str) -> str:
    return name.replace("_", " ")


def _listed(value: Any) -> str:
    """Return numbers as words, without the zeros behind the last one."""
    if not isinstance(value, list):
        return str(value)
    if value and isinstance(value[0], list):
        return " | ".join(map(_listed, value))
    last = max((n for n, one in enumerate(value) if one), default=-1)
    return " ".join(map(str, value[: last + 1])) or "none"
