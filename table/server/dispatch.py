"""Every request by its kind: which function answers it."""

from __future__ import annotations

from typing import Any

from tablemates.agents.evaluation.replays.recording import PERSON
from tablemates.envs.core.errors import FormatError
from tablemates.envs.portal_dash.components import EDITIONS
from tablemates.table.partners import PARTNER
from tablemates.table.saves import SavedGame
from tablemates.table.server import asking, beginning, playing, reports, states
from tablemates.table.server import messages as m
from tablemates.table.server.hall import Hall
from tablemates.table.server.limits import GAMES, MESSAGE
from tablemates.table.server.partner_names import listed
from tablemates.table.server.refusals import RefusalError
from tablemates.table.server.room import Watcher
from tablemates.table.server.store import sentence_of

PROTOCOL = 1
#: Requests whose answers take time: they are answered beside the others.
SLOW = (m.Hint, m.Explain, m.Chance, m.Report, m.Bot)


async def answer(hall: Hall, watcher: Watcher, request: m.Request) -> Any:
    """Return the result of a request.

    Args:
        hall: The games.
        watcher: Who asks.
        request: What is asked.

    Raises:
        RefusalError: It is not granted.
    """
    if isinstance(request, m.OfGame):
        return await _about_game(hall, watcher, request)
    match request:
        case m.Hello():
            return hello(hall)
        case m.ListGames():
            return {"games": hall.games()}
        case m.Difficulty():
            return beginning.difficulty_of(hall, request.level, request.parts)
        case m.SetupForm():
            return beginning.setup_form(hall, request, request.setup)
        case m.New():
            room = beginning.new_room(hall, request)
        case m.OpenText():
            room = _received(hall, SavedGame.of_share, request.text, request.seats)
        case m.Load():
            room = _received(hall, SavedGame.from_json, request.data, request.seats)
        case _:
            raise RefusalError("unknown", "Nobody can do that here.")
    hall.watch(room, watcher)
    return {"game": room.id}


async def _about_game(hall: Hall, watcher: Watcher, request: m.OfGame) -> Any:
    if isinstance(request, m.Delete):
        hall.delete(request.game)
        return {}
    room = hall.room(request.game)
    match request:
        case m.Open():
            hall.watch(room, watcher)
            return {"game": room.id}
        case m.Close():
            hall.leave(room, watcher)
            return {}
        case m.Branch():
            states.check_move(room, request.at, room.table.moves)
            other = beginning.branch(hall, room, request.at)
            hall.watch(other, watcher)
            return {"game": other.id}
        case m.Rename():
            if not (name := request.name.strip()):
                raise RefusalError("refused", "A game needs a name: a letter or a digit will do.")
            room.name = name
            hall.changed(room, "seats")
            return {}
        case m.Shared():
            room.shared = request.who
            hall.changed(room, "seats")
            return {"shared": room.shared}
        case m.Share():
            try:
                return {"text": room.saved().to_share()}
            except FormatError as error:
                raise RefusalError("limit", sentence_of(error)) from error
        case m.Save():
            return {"url": f"/games/{room.id}/save", "file": file_name(room.name)}
        case m.Report():
            return await reports.report(hall, room, watcher)
        case m.Hint() | m.Chance():
            playing.check_moves(room, request)
            ask = asking.hint if isinstance(request, m.Hint) else asking.chance_to_win
            return await ask(hall, room)
        case m.Explain():
            return await asking.explain(hall, room, request.at)
        case m.Look():
            return states.look(room, request.at)
        case m.ListMoves():
            return states.all_moves(room)
        case m.Log():
            return states.log(room, request.start, request.count)
        case m.WhatIf():
            playing.check_moves(room, request)
            actions = request.actions or ([] if request.action is None else [request.action])
            if not actions:
                raise RefusalError("malformed", "Whatif needs 'action' or 'actions'.")
            return states.what_if(room, actions, request.future)
        case m.Bot():
            return await playing.bot(hall, room, request)
        case _:
            return _change(hall, room, request)


def _change(hall: Hall, room: Any, request: m.OfGame) -> dict[str, Any]:
    match request:
        case m.Choose():
            return playing.choose(hall, room, request)
        case m.Undo():
            return playing.undo(hall, room, request)
        case m.Redo():
            return playing.redo(hall, room, request)
        case m.Reroll():
            return playing.reroll(hall, room, request)
        case m.Correct():
            return playing.correct(hall, room, request)
        case m.HandOver():
            return playing.hand_over(hall, room, request)
        case m.SetPace():
            return playing.set_pace(hall, room, request)
        case _:
            raise RefusalError("unknown", "Nobody can do that here.")


def hello(hall: Hall) -> dict[str, Any]:
    """Return everything that a new connection needs."""
    from tablemates import __version__

    offer = hall.offer
    usual = {
        "level": 1,
        "players": 2,
        "seats": [PERSON, PARTNER],
        "shared": "people",
        "edition": "en",
        "boss": None,
        "seed": None,
        "chance": "sampled",
        "own_parts": offer.components is not None,
    }
    return {
        "version": __version__,
        "protocol": PROTOCOL,
        "games": hall.games(),
        "partners": listed(offer.offered, offer.trained),
        "levels": beginning.levels_of(hall),
        "custom": beginning.custom_level_words(hall),
        "editions": list(EDITIONS),
        "adviser": offer.adviser,
        "partner": PARTNER,
        "new": usual | offer.new,
        "given": list(offer.given),
        "open": offer.open,
        "look": offer.look,
        "limits": {"message": MESSAGE, "games": GAMES, "upload": MESSAGE},
    }


def _received(hall: Hall, read: Any, data: Any, seats: list[str] | None) -> Any:
    try:
        saved = read(data)
    except FormatError as error:
        raise RefusalError("refused", sentence_of(error)) from error
    return beginning.room_of_saved(hall, saved, seats)


def file_name(title: str) -> str:
    """Return a file's name for a game of this name: letters, digits and dashes alone."""
    words = "".join(letter if letter.isalnum() and letter.isascii() else " " for letter in title)
    return f"portal-dash-{'-'.join(words.lower().split())[:40] or 'game'}.json"
