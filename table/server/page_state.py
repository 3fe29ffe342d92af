"""State of a game as a page is told it: picture, choices, who decides, what happened.

Nothing here reads the hidden part of a game; consequences of a choice are found on a copy
whose hidden part is resampled.
"""

from __future__ import annotations

from dataclasses import asdict
from typing import Any, Final

from tablemates.envs.core.engine.codes import CHANCE, OVER
from tablemates.envs.core.game.game import Game
from tablemates.envs.core.history.replay import PERSON
from tablemates.envs.core.views.beats import picture_of
from tablemates.table.server.messages import Action, Moves, RequestError, request
from tablemates.table.server.room import GameRoom, outcome_of
from tablemates.table.session.game import TableGame, choice_of, choices_of
from tablemates.table.session.ladder import stars_of
from tablemates.table.session.lookahead import (
    DIGITS,
    Lookahead,
    Sandbox,
    chances_of_outcomes,
    rolls,
)
from tablemates.table.session.parameters import fields_of

#: Changes that leave the position as it was.
BESIDE: Final = ("seats", "pace", "asked")


def state_of(room: GameRoom, why: str, whole: bool = False) -> dict[str, Any]:
    """Return the push that shows a game in its present state; whole: with the whole log."""
    table, game = room.table, room.table.game
    return {
        "push": "state",
        "game": room.id,
        "name": room.name,
        "rules": room.game,
        "moves": table.moves,
        "position": table.name,
        "of": table.moves + table.undone,
        "end": table.positions[-1].name,
        "undos": table.undos,
        "hints": table.hints,
        "secret": room.secret,
        "why": why,
        **_view(room, game),
        "snapshot": game.snapshot(),
        "choices": choices_with_consequences(game, room.sandbox),
        "rolls": [
            [{"action": action, "text": text} for action, text in outcomes]
            for outcomes in (rolls(game, room.sandbox) if game.to_move() == CHANCE else [])
        ],
        **_told(room, why),
        "log": _log(table) if whole or why not in ("moved", *BESIDE) else None,
        "seats": [
            {"seat": seat, "name": game.player_name(seat), "who": who}
            for seat, who in enumerate(room.seats.who)
        ],
        "shared": room.seats.shared,
        "wishes": [asdict(one) for one in room.wishes],
        "chance": game.settings.chance,
        "pace": {
            **room.pace.model_dump(),
            "thinking": room.bot is not None and room.pace.mode == "run",
            "fault": room.fault,
        },
        "unsaved": room.unsaved,
    }


@request("look")
def look(call: Any, room: GameRoom, *, at: Moves) -> dict[str, Any]:
    """Return the game after ``at`` moves, undone ones included."""
    table = room.table
    room.look_for(call.watcher.device, table.game)
    most = table.moves + table.undone
    check_point(room, at, most)
    came = _last_move(room, at)
    game = room.position(at)
    return {
        "game": room.id,
        "at": at,
        "position": table.positions[at].name,
        "of": most,
        **_view(room, game),
        "choices": [asdict(one) for one in choices_of(game)],
        "next": _move(table, game, at, None) if at < most else None,
        **came,
    }


def _view(room: GameRoom, game: Game) -> dict[str, Any]:
    return {
        "turn": game.turn,
        "who": who_decides(room, game),
        **(room.picture() if game is room.table.game else picture_of(game)),
        "ending": _ending(room, game) if game.to_move() == OVER else None,
    }


def _ending(room: GameRoom, game: Game) -> dict[str, Any]:
    """Return how a finished game ended, what may follow, and its dice for others to play with."""
    table = room.table
    stars = stars_of(
        (PERSON, 1.0) in zip(room.seats.who, game.returns(), strict=True), table.undos, table.hints
    )
    return ending_of(game) | {"again": ways_on(room), "stars": stars, "dice": dice_of(room)}


def dice_of(room: GameRoom) -> dict[str, Any] | None:
    """Return the request that begins the same game with the same dice; None: they are not known."""
    table, settings = room.table, room.table.game.settings
    if "same" not in ways_on(room) or table.parts is not None:
        return None
    names = [one.name for one in fields_of(type(settings), table.game.components)]
    recipe = table.game.recipe
    return {
        "rules": room.game,
        "scenario": {name: recipe[name] for name in names if name in recipe},
        "seats": list(room.seats.who),
        "seed": str(table.seed),
    }


def ways_on(room: GameRoom) -> list[str]:
    """Return how another game may begin after this one, see the request ``again``."""
    same = ["same"] if room.table.seed is not None and not room.table.game.explicit_chance else []
    return ["again", *same, *(["next"] if next_scenario(room.table) else [])]


def next_scenario(table: TableGame) -> dict[str, Any] | None:
    """Return the recipe of the next level, or whatever games are told apart by; None: no other."""
    settings, recipe = table.game.settings, dict(table.game.recipe)
    axis = settings.axes[0]
    form = {one.name: one for one in fields_of(type(settings), table.game.components)}
    if axis not in form or axis == "players":
        return None
    values = [option.value for option in form[axis].options if option.value is not None]
    at = values.index(recipe[axis]) if recipe[axis] in values else len(values)
    return recipe | {axis: values[at + 1]} if at + 1 < len(values) else None


def _log(table: TableGame) -> list[dict[str, Any]]:
    """Return what has been told, beat by beat, each with the move that brought it."""
    return [
        {"at": at, **{name: beat[name] for name in ("icon", "card", "seat", "lines")}}
        for at in range(table.moves + 1)
        for beat in table.positions[at].beats
    ]


def ending_of(game: Game) -> dict[str, Any]:
    """Return how a finished game ended, in words, and what it earned each seat."""
    outcome = outcome_of(game)
    head = f"The team has {outcome}" if game.co_operative else outcome.capitalize()
    return {
        "head": head,
        "outcome": outcome,
        "text": game.decision(),
        "returns": game.returns(),
        "scores": scores_of(game),
        "unit": game.score_unit,
    }


def scores_of(game: Game) -> list[dict[str, Any]] | None:
    """Return the score of each seat, and its place; None: the game has no scores."""
    if game.co_operative or game.score_field is None:
        return None
    scores = getattr(game.public, game.score_field)[: game.seats].tolist()
    ranks = [(earned, score) for earned, score in zip(game.returns(), scores, strict=True)]
    return [
        {"seat": seat, "score": score, "place": 1 + sum(other > ranks[seat] for other in ranks)}
        for seat, score in enumerate(scores)
    ]


def who_decides(room: GameRoom, game: Game) -> dict[str, Any]:
    """Return whose decision a position is, and what about."""
    to_move = game.to_move()
    agent = room.seats.agent_in(game)
    kinds = {OVER: "over", CHANCE: "chance"}
    return {
        "kind": kinds.get(to_move, "person" if agent is None else "bot"),
        "seat": None if to_move in kinds else to_move,
        "agent": agent,
        "shared": game.shared_decision and PERSON in room.seats.who,
        "text": game.decision(),
    }


def _last_move(room: GameRoom, at: int) -> dict[str, Any]:
    """Return the last of ``at`` moves and what it brought."""
    moved, beats = None, room.table.positions[at].beats
    if at:
        game = room.position(at - 1)
        moved = _move(room.table, game, at - 1, room.seats.agent_in(game))
        moved["trifle"] = at - 1 in room.trifles
    return {"moved": moved, "beats": beats if at else []}


def _told(room: GameRoom, why: str) -> dict[str, Any]:
    """Return the last move, with pictures of its beats where they are told one by one."""
    came = _last_move(room, room.table.moves)
    if why == "moved" and room.pace.seconds:
        pictures = room.pictures_of_beats(room.table.moves)
        came["beats"] = [beat | one for beat, one in zip(came["beats"], pictures, strict=True)]
    return came


def _move(table: TableGame, game: Game, at: int, agent: str | None) -> dict[str, Any]:
    """Return the move after ``at`` others, and the name of the position to which it led."""
    seat, made = game.to_move(), table.positions[at + 1]
    known = {"at": at, "position": made.name, "agent": agent}
    who = {"seat": None if seat == CHANCE else seat}
    return known | who | asdict(choice_of(game, made.action))


@request("whatif", about="present")
def what_if(_call: Any, room: GameRoom, *, action: Action) -> dict[str, Any]:
    """Return the game after a choice that nobody makes, up to the next chance node."""
    present = room.table.game
    if action not in room.table.legal:
        raise RequestError("illegal", "This is not among the choices now.")
    lookahead = Lookahead(present, room.sandbox)
    odds = lookahead.odds(action)
    game = lookahead.after(action)
    return {
        "game": room.id,
        "action": action,
        "text": present.describe(action),
        **picture_of(game),
        "happens": game.told(),
        "then": game.decision(),
        "outcomes": [
            {"text": game.describe(outcome), "chance": chance}
            for outcome, chance in chances_of_outcomes(game).items()
        ],
        "odds": [{"text": text, "chance": round(chance, DIGITS)} for text, chance in odds],
    }


def check_point(room: GameRoom, at: int, most: int, position: str | None = None) -> None:
    """Check a number of moves and, if it is given, the name of the position after them."""
    if at > most:
        raise RequestError("unknown", f"The game {room.name!r} has no move {at}: it has {most}.")
    if position not in (None, room.table.positions[at].name):
        raise RequestError("stale", "Other moves than those were made meanwhile.")


def choices_with_consequences(game: Game, sandbox: Sandbox) -> list[dict[str, Any]]:
    """Return the choices of a game, each with its consequences; outcomes with their chance."""
    chances = chances_of_outcomes(game)
    lookahead = Lookahead(game, sandbox)
    return [
        {
            **asdict(choice),
            "leads": asdict(lookahead.of(choice.action)),
            "chance": chances.get(choice.action),
        }
        for choice in choices_of(game)
    ]
