"""The requests within a game: seats, playing, advice; others are in modules of their own."""

from __future__ import annotations

import inspect
from dataclasses import asdict
from typing import Any, Final

from tablemates.agents.companion.requests import LIMIT, Kind, judge_of
from tablemates.agents.errors import AgentError
from tablemates.agents.population import words_of
from tablemates.envs.core.engine.codes import CHANCE, OVER
from tablemates.envs.core.game.game import Game
from tablemates.envs.core.history.replay import PERSON
from tablemates.envs.core.views.agent import Guess
from tablemates.table.server import page_state
from tablemates.table.server.access import qr_code
from tablemates.table.server.game_server import Call, GameServer
from tablemates.table.server.handlers import as_text, new_games, positions, report, taking_back
from tablemates.table.server.messages import (
    HANDLERS,
    Action,
    GameId,
    Mode,
    Moves,
    Outcomes,
    Pace,
    PositionName,
    RequestError,
    Seat,
    Seconds,
    Team,
    Title,
    Who,
    Words,
    as_request_errors,
    as_sentence,
    request,
)
from tablemates.table.server.partner_list import check_name
from tablemates.table.server.room import GameRoom, Watcher
from tablemates.table.server.wishes import Wish, are_alike, chances
from tablemates.table.session.game import choices_of
from tablemates.table.session.lookahead import DIGITS, Lookahead
from tablemates.table.session.partners import BEST, decider_of, make_agent

#: Requests to bots in one game.
WISHES: Final = 12

# The modules are imported because their requests are registered then.
__all__ = ["HANDLERS", "answer", "as_text", "new_games", "positions", "report", "taking_back"]


async def answer(server: GameServer, watcher: Watcher, message: Any) -> dict[str, Any]:
    """Return the result of a request."""
    handler = HANDLERS[message.do]
    subject: list[GameRoom] = []
    if handler.about != "server":
        await server.ready()
        room = server.room(message.game)
        if handler.about == "present" and message.position != room.table.name:
            moves = room.table.moves
            raise RequestError(
                "stale", f"That was meant for another position: the game has {moves} moves now."
            )
        if handler.acts:
            room.check_seated(watcher.device)
        subject = [room]
    fields = {"form": message}
    if handler.names is not None:
        fields = {name: getattr(message, name) for name in handler.names}
    try:
        result = handler.function(Call(server, watcher), *subject, **fields)
        found: dict[str, Any] = (await result if inspect.isawaitable(result) else result) or {}
    except AgentError as error:
        raise RequestError("agent", str(error)) from error
    return found


@request("open")
def open_game(call: Call, room: GameRoom) -> dict[str, Any]:
    """Push the game's state to the connection from now on."""
    return call.enter(room)


@request("close")
def close_game(call: Call, room: GameRoom) -> None:
    """End what ``open`` began."""
    call.server.leave(room, call.watcher)


@request("delete", about="server")
def delete_game(call: Call, *, game: GameId) -> None:
    """Delete a game, also one whose file is damaged; who only watches one cannot."""
    call.server.check_delete(game, call.watcher.device)
    call.server.delete(game)


@request("rename", acts=True)
def rename(call: Call, room: GameRoom, *, name: Title) -> None:
    """Give a game another title."""
    if not name.strip():
        raise RequestError("refused", "A game needs a name: a letter or a digit will do.")
    room.name = name.strip()
    call.server.changed(room, "seats")


@request("shared", acts=True)
def set_shared(call: Call, room: GameRoom, *, who: Team) -> None:
    """Say who takes the team's decisions in bots' turns."""
    room.seats.shared = who
    call.server.changed(room, "seats")


@request("seat", acts=True)
def set_seat(call: Call, room: GameRoom, *, seat: Seat, who: Who) -> dict[str, Any]:
    """Give a seat to a person or a bot."""
    seats, device = room.seats.who, call.watcher.device
    if seat >= len(seats):
        raise RequestError("unknown", f"The game has {len(seats)} seats, counted from 0.")
    check_name(who, room.game, call.server.named(room.game))
    room.check_free(seat, device)
    if who != PERSON:
        with as_request_errors():
            make_agent(who, room.table.game.settings).close()
    seats[seat] = who
    if who == PERSON:
        room.give(seat, device)
    else:
        room.free(seat, device)
    call.server.changed(room, "seats")
    return {"seats": list(seats)}


@request("sit")
def sit(call: Call, room: GameRoom, *, seat: Seat) -> dict[str, Any]:
    """Take a person's seat for the device that asks, if no other one is there that has it."""
    device = call.watcher.device
    if seat >= len(room.owners) or room.seats.who[seat] != PERSON:
        raise RequestError("refused", "This is no seat of a person.")
    room.check_free(seat, device)
    room.give(seat, device)
    call.server.changed(room, "seats")
    return {"mine": room.mine(device)}


@request("stand", acts=True)
def stand(call: Call, room: GameRoom, *, seat: Seat) -> dict[str, Any]:
    """Leave a seat to another device."""
    device = call.watcher.device
    if seat not in room.mine(device):
        raise RequestError("refused", "This device has no such seat.")
    room.free(seat, device)
    call.server.changed(room, "seats")
    return {"mine": room.mine(device)}


@request("devices")
def devices(call: Call, room: GameRoom, *, seat: Seat | None = None) -> dict[str, Any]:
    """Return addresses by which another device opens the game, there for a seat or to watch."""
    address = call.server.address
    place = f"#game={room.id}" + ("" if seat is None else f"&seat={seat}")
    urls = [] if address is None else [f"{url}{place}" for url in address.reachable()]
    return {
        "addresses": [{"url": url, "qr": qr_code(url)} for url in urls],
        "owners": [
            None if owner is None else "here" if owner == call.watcher.device else "elsewhere"
            for owner in room.owners
        ],
    }


@request("wish", acts=True)
def add_wish(call: Call, room: GameRoom, *, seat: Seat, kind: Kind, words: Words) -> dict[str, Any]:
    """Ask a bot for something that lasts; it answers what it will do."""
    if seat >= len(room.seats.who) or room.seats.who[seat] == PERSON:
        raise RequestError("refused", "Requests go to bots: nobody of them has that seat.")
    if judge_of(room.game) is None:
        raise RequestError("refused", "Nobody here judges choices: the bot cannot tell the price.")
    if len(room.wishes) >= WISHES:
        raise RequestError("limit", f"A game has at most {WISHES} requests: withdraw one.")
    number = 1 + max((one.number for one in room.wishes), default=0)
    wish = Wish(number, seat, kind, words.strip())
    room.wishes.append(wish)
    call.server.changed(room, "seats")
    what = "choose what has" if kind == "do" else "leave to others what has"
    said = (
        f"{room.table.game.player_name(seat).capitalize()}: I will {what} {wish.words!r} in it, "
        f"while that costs at most {100 * LIMIT:.0f} points of the chance to win."
    )
    return {"number": number, "said": said}


@request("unwish", acts=True)
def drop_wish(call: Call, room: GameRoom, *, number: int) -> None:
    """Withdraw a request."""
    if number not in [one.number for one in room.wishes]:
        raise RequestError("unknown", "There is no such request any more.")
    room.wishes = [one for one in room.wishes if one.number != number]
    call.server.changed(room, "seats")


@request("judge", about="present", slow=True)
async def judge(call: Call, room: GameRoom, *, action: Action) -> dict[str, Any]:
    """Return what a choice costs of the chance to win against the best one."""
    game = room.table.game
    values: dict[int, float] = {}
    if game.to_move() not in (OVER, CHANCE):
        values = await chances(call.server.workers, room.table, room.situation(room.table.moves))
    if action not in values:
        return {"loss": None, "best": None}
    best = max(values, key=values.__getitem__)
    return {"loss": round(values[best] - values[action], DIGITS), "best": game.describe(best)}


@request("trifle", about="present", slow=True, acts=True)
async def decide_trifle(call: Call, room: GameRoom) -> dict[str, Any]:
    """Make the present choice if it makes no difference which; return which one it was."""
    table, moves, name = room.table, room.table.moves, room.table.name
    if table.game.to_move() in (OVER, CHANCE) or room.bot is not None:
        return {"action": None}
    room.check_turn(call.watcher.device)
    legal, values = (
        table.legal,
        await chances(call.server.workers, room.table, room.situation(room.table.moves)),
    )
    if table.name != name or len(legal) < 2 or values.keys() != set(legal):
        return {"action": None}
    made = (moves - len(room.trifles)) / table.game.seats
    if not are_alike(values.values(), table.game.shared_decision, made):
        return {"action": None}
    action = max(values, key=values.__getitem__)
    text = table.game.describe(action)
    room.trifles.add(moves)
    table.take(action)
    call.server.changed(room, "moved")
    return {"action": action, "text": text}


@request("pace", acts=True)
def set_pace(
    call: Call, room: GameRoom, *, mode: Mode | None = None, seconds: Seconds | None = None
) -> dict[str, Any]:
    """Let bots play by themselves or stop them; stopping gives up a bot that is thinking."""
    pace = room.pace
    room.pace = Pace(mode=mode or pace.mode, seconds=pace.seconds if seconds is None else seconds)
    room.fault = None
    (room.hurry.clear if room.pace.seconds else room.hurry.set)()  # it holds for the present wait
    if mode == "pause":
        room.stop_bots()
    call.server.changed(room, "pace")
    return room.pace.model_dump()


@request("skip", acts=True)
def skip(_call: Call, room: GameRoom) -> None:
    """Let bots play on at once until people decide again."""
    if room.bot is not None:
        room.hurry.set()


@request("choose", about="present", acts=True)
def choose(call: Call, room: GameRoom, *, action: Action) -> dict[str, Any]:
    """Make a move."""
    if room.table.over:
        raise RequestError("refused", "The game is over.")
    if room.bot is not None:
        raise RequestError("refused", "A bot sits there: give the seat to a person first.")
    if action not in room.table.legal:
        raise RequestError("illegal", "This is not among the choices now.")
    room.check_turn(call.watcher.device)
    room.table.take(action)
    call.server.changed(room, "moved")
    return {"moves": room.table.moves}


@request("roll", about="present", acts=True)
def roll(call: Call, room: GameRoom, *, outcomes: Outcomes) -> dict[str, Any]:
    """Enter several outcomes of chance that came one after the other."""
    trial = room.position(room.table.moves)
    for n, outcome in enumerate(outcomes, start=1):
        if trial.to_move() != CHANCE or outcome not in trial.legal:
            raise RequestError("illegal", f"Outcome {n} of {len(outcomes)} could not come then.")
        trial.step(outcome)
    for outcome in outcomes:
        room.table.take(outcome)
        call.server.changed(room, "moved")
    return {"moves": room.table.moves}


@request("bot", about="present", slow=True, acts=True)
async def step_bot(call: Call, room: GameRoom) -> dict[str, Any]:
    """Let the bot whose decision it is make one move."""
    await room.bot_step(call.server.workers, lambda why: call.server.changed(room, why))
    return {"moves": room.table.moves}


@request("hint", about="present", slow=True)
async def hint(call: Call, room: GameRoom) -> dict[str, Any]:
    """Return the adviser's best choices."""
    if room.table.game.to_move() in (OVER, CHANCE):
        raise RequestError("refused", "There is nothing that anybody decides now.")
    moves, name = room.table.moves, room.table.name  # the game may go on meanwhile
    room.table.hints += 1
    reasons = await _reasons(call.server, room, moves, call.server.adviser(room.game))
    return reasons | {"moves": moves, "position": name}


@request("explain", slow=True)
async def explain(
    call: Call, room: GameRoom, *, at: Moves, position: PositionName
) -> dict[str, Any]:
    """Return why a move was made, as its seat's agent sees it; for people, the adviser.

    The position is the one to which the move led.
    """
    page_state.check_point(room, at + 1, room.table.moves, position)
    game = room.position(at)
    seat = game.to_move()
    action = room.table.positions[at + 1].action
    if game.told_action(action) != action:
        return _silent(game.decision(), "It was chosen in secret.") | {"at": at, "seat": seat}
    move = {"at": at, "played": {"action": action, "text": game.describe(action)}}
    if seat == CHANCE:
        return _silent(game.decision(), "Chance decided: it has no reasons.") | move
    agent = room.seats.agent_in(game) or call.server.adviser(room.game)
    return await _reasons(call.server, room, at, agent, action) | move | {"seat": seat}


async def _reasons(
    server: GameServer, room: GameRoom, at: int, agent: str | None, played: int | None = None
) -> dict[str, Any]:
    game = room.position(at)
    question = game.decision()
    if agent is None:
        return _silent(question, "Nobody gives hints in this game.")
    offered = {one.action: asdict(one) for one in choices_of(game)}
    name, record = decider_of(game), game.save()
    try:
        found = await server.workers.explain(agent, game, room.situation(at))
    except AgentError as error:
        return _silent(question, as_sentence(str(error)), agent)
    # By the number that is shown: who follows it follows the hint.
    ranked = sorted(found.candidates, key=lambda one: -one.value)
    ranked = [one for one in ranked if one.action in offered][:BEST]
    if not ranked:
        return _silent(question, f"{agent} gives no reasons.", agent)
    lookahead = Lookahead(room.sandbox.still(record), room.sandbox)
    best = []
    for candidate in ranked:
        value = round(float(candidate.value), DIGITS)
        chance = value if 0.0 <= value <= 1.0 else None
        known = {"value": value, "chance": chance, "played": candidate.action == played}
        best.append(
            offered[candidate.action] | known | {"reason": lookahead.facts(candidate.action)}
        )
    sentence = f"{name} ({agent}): {best[0]['text']}. {best[0]['reason']}"
    guesses = [
        _guessed(game, guess)
        for guess in found.guesses
        if 0 <= guess.seat < game.seats and guess.kinds
    ]
    said = {"best": best, "sentence": sentence, "guesses": guesses}
    return _silent(question, None, agent) | said


def _guessed(game: Game, guess: Guess) -> dict[str, Any]:
    """Return what an agent believes of a player, in words and numbers."""
    kinds = [
        {"name": kind, "share": round(share, DIGITS), "words": words_of(game.settings.game, kind)}
        for kind, share in guess.kinds
    ]
    sentence = guess.sentence(game.player_name(guess.seat))
    return {"seat": guess.seat, "sentence": f"{sentence}.", "kinds": kinds}


def _silent(question: str, silence: str | None, agent: str | None = None) -> dict[str, Any]:
    return {
        "agent": agent,
        "question": question,
        "best": [],
        "guesses": [],
        "sentence": silence,
        "silence": silence,
    }
