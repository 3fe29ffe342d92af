"""Requests that bring a game on the table: new, from a file, from a text, from another game."""

from __future__ import annotations

from typing import Any, Final

from tablemates.agents.errors import AgentError
from tablemates.agents.evaluation.replays.recording import PERSON
from tablemates.envs.core.errors import FormatError, GameError
from tablemates.envs.core.seeds import checked_seed, fresh_seed
from tablemates.envs.portal_dash.components import (
    BOARD_SHAPE,
    ComponentsError,
    difficulty,
    load_components,
)
from tablemates.envs.portal_dash.components.levels import SIDES
from tablemates.envs.portal_dash.components.ways import track_columns
from tablemates.envs.portal_dash.game import Game
from tablemates.envs.portal_dash.naming import words_of
from tablemates.envs.portal_dash.rules import limits as L
from tablemates.envs.portal_dash.rules.vocabulary import MobKind
from tablemates.envs.portal_dash.settings import Settings
from tablemates.table.game import TableGame
from tablemates.table.own_parts import OwnParts
from tablemates.table.partners import PARTNER
from tablemates.table.saves import SavedGame
from tablemates.table.server.hall import Hall
from tablemates.table.server.messages import New, Setting
from tablemates.table.server.partner_names import checked, is_known
from tablemates.table.server.refusals import RefusalError
from tablemates.table.server.room import Pace, Room
from tablemates.table.server.states import shown
from tablemates.table.server.store import sentence_of, title_of
from tablemates.table.setups import begin_setup, setup_of, words_of_setup

_LEVEL_KEYS: Final = ("tiles", "mobs", "bosses", "start_items")


def new_room(hall: Hall, form: New) -> Room:
    """Return a new game as a page's form describes it.

    Raises:
        RefusalError: No game can be made of it.
    """
    filled = hall.offer.new
    chance = form.chance or filled.get("chance", "sampled")
    seats = _seats(hall, form)
    settings = _settings(hall, form, chance, len(seats), form.first_player)
    asked = form.seed if "seed" in form.model_fields_set else filled.get("seed")
    name = hall.store.new_id()
    try:
        seed = fresh_seed() if asked is None else checked_seed(int(asked))
        for who in set(seats) - {PERSON}:
            hall.thinkers.check(who, settings)
        if form.setup is not None:
            if chance != "explicit":
                raise FormatError("a set-up is typed in at a real table alone")
            record = begin_setup(settings, form.setup, seed)
            table = TableGame.begin_from(settings, record)
        else:
            table = TableGame.begin(settings, seed)
    except AgentError as error:
        raise RefusalError("agent", sentence_of(error)) from error
    except (GameError, ComponentsError) as error:
        raise RefusalError("refused", sentence_of(error)) from error
    shared = form.shared or filled.get("shared", "people")
    parts = _servers_parts(hall) if form.parts is None else form.parts
    room = Room(name, (form.name or "").strip() or title_of(table), table, seats, shared, parts)
    if form.pace is not None:
        room.pace = Pace(form.pace.mode, form.pace.seconds)
    hall.add(room)
    return room


def room_of_saved(hall: Hall, saved: SavedGame, seats: list[str] | None) -> Room:
    """Return a game that somebody sent, as a new one; strangers' agents become people.

    Raises:
        RefusalError: It is no game.
    """
    name = hall.store.new_id()
    try:
        room = hall.store.room(name, saved)
    except (GameError, ComponentsError) as error:
        raise RefusalError("refused", sentence_of(error)) from error
    if seats is not None:
        if len(seats) != len(room.seats):
            raise RefusalError("refused", f"The game has {len(room.seats)} seats.")
        room.seats = [checked(who, hall.offer.offered) for who in seats]
    room.seats = [
        who if who == PERSON or is_known(who, hall.offer.offered) else PERSON for who in room.seats
    ]
    room.pace.mode = "pause"
    hall.add(room)
    return room


def branch(hall: Hall, room: Room, at: int) -> Room:
    """Return a new game with the first moves of another one.

    Raises:
        RefusalError: It cannot be kept.
    """
    name = hall.store.new_id()
    table = room.table.branch(at)
    title = f"{room.name[:60]}, from move {at}"
    other = Room(name, title, table, list(room.seats), room.shared, room.parts)
    other.pace = Pace("pause", room.pace.seconds)
    hall.add(other)
    return other


def setup_form(hall: Hall, form: Setting, setup: dict[str, Any] | None) -> dict[str, Any]:
    """Return what there is to type in before a game at a real table.

    Args:
        hall: Where it is to be played.
        form: What the game is made of.
        setup: What has been typed in so far; None: nothing.

    Raises:
        RefusalError: No game can be made of it.
    """
    players = form.players or int(hall.offer.new.get("players", 2))
    settings = _settings(hall, form, "explicit", players, None)
    try:
        game = Game(settings)
        if setup is None:
            game.new(fresh_seed())
        else:
            game.restore(begin_setup(settings, setup, fresh_seed()))
    except (GameError, ComponentsError) as error:
        raise RefusalError("refused", sentence_of(error)) from error
    return {
        "position": setup_of(game),
        "words": words_of_setup(game),
        "snapshot": shown(game),
    }


def difficulty_of(hall: Hall, level: dict[str, Any], parts: str | None) -> dict[str, int]:
    """Return how difficult a custom level is.

    Args:
        hall: The games.
        level: The level.
        parts: The text of the parts file that it is made of; None: the server's parts.

    Raises:
        RefusalError: There is no such level.
    """
    path = hall.offer.components if parts is None else hall.store.parts_file(parts)
    for key in level:
        if key not in _LEVEL_KEYS:
            raise RefusalError("refused", f"A level has no {key!r}: {', '.join(_LEVEL_KEYS)}.")
    try:
        load_components(path).custom_level(**level)
        mobs = level.get("mobs") or {}
        bosses = level.get("bosses", (("wildfire", "easy"),))
        return {"difficulty": difficulty(level.get("tiles", 2), mobs, bosses)}
    except (ComponentsError, TypeError, ValueError, AttributeError) as error:
        raise RefusalError("refused", f"No level can be made of this: {error}") from error


def levels_of(hall: Hall) -> list[dict[str, Any]]:
    """Return the levels of the box for a page's form."""
    components = load_components(hall.offer.components)
    found = []
    for number, entry in components.parts.levels.items():
        mobs = {**components.parts.base_mobs, **entry.mobs}
        words = {words_of(MobKind(kind)): n for kind, n in mobs.items()}
        bosses = [(entry.boss, entry.side)]
        points = difficulty(
            entry.tiles, words, [("wildfire" if b == "either" else b, side) for b, side in bosses]
        )
        found.append(
            {
                "level": number,
                "name": entry.name,
                "difficulty": points,
                "tiles": entry.tiles,
                "mobs": words,
                "bosses": bosses,
                "open_boss": entry.boss == "either",
            }
        )
    return found


def custom_level_words(hall: Hall) -> dict[str, Any]:
    """Return of what a custom level can be made."""
    parts = load_components(hall.offer.components).parts
    fitting = [n for n in range(2, L.TILES + 1) if track_columns(parts, n) <= BOARD_SHAPE[1]]
    return {
        "tiles": [2, max(fitting, default=2)],
        "mobs": [words_of(kind) for kind in MobKind if kind < MobKind.WILDFIRE],
        "most_mobs": L.REGULAR_MOBS // L.MOB_KINDS,
        "bosses": [words_of(kind) for kind in MobKind if kind >= MobKind.WILDFIRE],
        "sides": list(SIDES),
    }


def _servers_parts(hall: Hall) -> str | None:
    """Return the parts that the server was started with as a game's file holds them.

    So that the game can be opened where they are not. None: there are none, or they are more
    than one file or than what somebody may send.
    """
    path = hall.offer.components
    text = None if path is None else OwnParts.at(path).text
    try:
        if text is not None:
            hall.store.parts_file(text)
    except RefusalError:
        return None
    return text


def _seats(hall: Hall, form: New) -> list[str]:
    filled = hall.offer.new
    players = form.players
    if form.seats is not None:
        seats = [checked(who, hall.offer.offered) for who in form.seats]
        if players is not None and players != len(seats):
            raise RefusalError("refused", f"{len(seats)} seats do not fit {players} players.")
        return seats
    usual = list(filled.get("seats", [PERSON, PARTNER]))
    players = len(usual) if players is None else players
    return (usual + usual[-1:] * players)[:players]


def _settings(
    hall: Hall, form: Setting, chance: str, players: int, first_player: int | None
) -> Settings:
    filled = hall.offer.new
    components = hall.offer.components
    if form.parts is not None:
        components = hall.store.parts_file(form.parts)
    level = filled.get("level", 1) if form.level is None else form.level
    boss = form.boss
    if boss is None and form.level is None:
        boss = filled.get("boss")
    try:
        settings = Settings(
            level=level,
            players=players,
            edition=form.edition or filled.get("edition", "en"),
            boss=boss,
            components=components,
            first_player=first_player,
            chance="explicit" if chance == "explicit" else "sampled",
        )
        Game(settings)
    except (GameError, ComponentsError) as error:
        raise RefusalError("refused", sentence_of(error)) from error
    except (TypeError, ValueError, AttributeError) as error:
        raise RefusalError("refused", f"No game can be made of this: {error}") from error
    return settings
