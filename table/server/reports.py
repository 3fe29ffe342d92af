"""The end of a game: won or lost and why, luck against decisions, turning points."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from typing import Any, Final

from tablemates.envs.core.errors import GameError
from tablemates.envs.portal_dash.event_strings import told
from tablemates.table.server.hall import Hall
from tablemates.table.server.judging import Judgement, Played, judge
from tablemates.table.server.refusals import RefusalError
from tablemates.table.server.room import Room, Watcher
from tablemates.table.server.states import shown

#: Turning points that are shown.
_POINTS: Final = 6
#: A smaller change of the chance to win is no turning point.
_LEAST: Final = 0.02
_DIGITS: Final = 4
_NOTE: Final = "Chances to win are the planner's estimates; it looks ahead one turn."


@dataclass(eq=False, slots=True)
class Judging:
    """A game that is judged, or was: all pages that ask about it wait for the same judgement.

    Attributes:
        played: The game; people may take moves back meanwhile, this one stays as it is.
        task: What finds the judgement.
        waiting: Who is told how far it is.
    """

    played: Played
    task: asyncio.Task[Judgement] = field(init=False)
    waiting: list[Watcher] = field(default_factory=list)


async def report(hall: Hall, room: Room, watcher: Watcher) -> dict[str, Any]:
    """Return what made a finished game go as it went; it takes some seconds.

    Args:
        hall: Where others think meanwhile.
        room: The game.
        watcher: Who is told how far it is.

    Raises:
        RefusalError: The game goes on, or it cannot be judged.
    """
    table = room.table
    if not table.over:
        raise RefusalError("refused", "The game goes on: its report comes at the end.")
    game = table.game
    ending, turns = shown(game)["ending"], game.turn
    saved = table.saved_game
    played = Played(
        game.settings,
        saved.replay,
        [table.record_at(at) for at in range(table.moves)],
        ending["outcome"] == "won",
        exact=table.seed is not None and not room.explicit and not table.rerolls,
    )
    if room.judging is None or room.judging.played != played:
        room.judging = _begun(hall, room.id, played)
    judging = room.judging
    judging.waiting.append(watcher)
    try:
        # Whoever leaves must not end it for the others.
        judgement = await asyncio.shield(judging.task)
    except (GameError, ValueError) as error:
        room.judging = None  # whoever asks again has another try
        raise RefusalError("agent", f"The game cannot be judged: {error}") from error
    finally:
        judging.waiting.remove(watcher)
    return {
        "outcome": ending["outcome"],
        "why": ending["text"],
        "turns": turns,
        "luck": _luck(judgement),
        "decisions": _decisions(judgement, room),
        "curve": [[one.at, round(one.before, _DIGITS)] for one in judgement.moments],
        "turning_points": [
            point | {"happened": _happened(room, played, point["at"])}
            for point in _turning_points(judgement)
        ],
        "note": _NOTE,
    }


def _begun(hall: Hall, name: str, played: Played) -> Judging:
    """Return a game that is judged from now on."""
    loop, judging = asyncio.get_running_loop(), Judging(played)

    def tell(share: float) -> None:
        for watcher in judging.waiting:
            watcher.push({"push": "report", "game": name, "progress": round(share, 2)})

    def progress(share: float) -> None:
        loop.call_soon_threadsafe(tell, share)

    judging.task = asyncio.create_task(hall.thinkers.report(lambda: judge(played, progress)))
    return judging


def _luck(judgement: Judgement) -> dict[str, Any]:
    estimated = sum(judgement.luck_after(n) for n in range(len(judgement.moments)))
    exact = judgement.luck
    total = estimated if exact is None else sum(exact.values())
    word = "with" if total >= 0 else "against"
    sentence = f"Dice and draws were {word} the team: {100 * total:+.0f} points of chance to win"
    if exact is None:
        sentence += ", as the planner estimates it"
    sources = {} if exact is None else {name: round(one, _DIGITS) for name, one in exact.items()}
    return {
        "total": round(total, _DIGITS),
        "dice": sources.get("dice"),
        "fights": sources.get("fights"),
        "finds": sources.get("finds"),
        "estimated": round(estimated, _DIGITS),
        "exact": exact is not None,
        "sentence": f"{sentence}.",
    }


def _decisions(judgement: Judgement, room: Room) -> dict[str, Any]:
    by_seat = []
    for seat, who in enumerate(room.seats):
        own = [one for one in judgement.moments if one.seat == seat]
        lost = sum(one.after - one.before for one in own)
        by_seat.append(
            {"seat": seat, "who": who, "lost": round(lost, _DIGITS), "choices": len(own)}
        )
    total = sum(one.after - one.before for one in judgement.moments)
    cost = 100 * abs(total)
    sentence = (
        f"Added up, the team's choices gave away {cost:.0f} points of chance to win against the "
        "planner's own."
    )
    return {"total": round(total, _DIGITS), "by_seat": by_seat, "sentence": sentence}


def _happened(room: Room, played: Played, at: int) -> list[str]:
    """Return what came of a move, a sentence each."""
    game = room.glass.still(played.records[at])
    game.step(played.replay.actions[at])
    return told(game.events())


def _turning_points(judgement: Judgement) -> list[dict[str, Any]]:
    """Return where the chance to win fell most, in the order of the game."""
    found: list[tuple[float, dict[str, Any]]] = []
    for n, one in enumerate(judgement.moments):
        luck = judgement.luck_after(n)
        common = {"at": one.at, "turn": one.turn, "seat": one.seat, "text": one.text}
        kinds = (("decision", one.before, one.after), ("luck", one.after, one.after + luck))
        for kind, before, after in kinds:
            point = {
                "kind": kind,
                "before": round(before, _DIGITS),
                "after": round(after, _DIGITS),
                "better": one.better if kind == "decision" else None,
            }
            found.append((after - before, common | point))
    worst = sorted(found, key=lambda pair: pair[0])[:_POINTS]
    return sorted(
        (point for change, point in worst if change <= -_LEAST), key=lambda point: point["at"]
    )
