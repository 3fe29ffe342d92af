"""Beats: what happened, cut where a narrator would draw breath."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final, TypeAlias

from tablemates.envs.core.game.game import Game

#: Plain data; its keys are those of ``table_protocol.md``.
Beat: TypeAlias = dict[str, Any]
#: Words that things in a list begin with.
ARTICLES: Final = ("the", "a", "an")
#: Zones and clocks, as plain data.
Picture: TypeAlias = dict[str, list[dict[str, Any]]]


def beats_of(game: Game) -> list[Beat]:
    """Return the beats of a game's last move; each of its events is in exactly one."""
    beats: list[Beat] = []
    seats = range(game.seats)
    for event, hands in zip(game.events(), game.hands(), strict=True):
        staged = game.stage(event)
        if not beats or "icon" in staged:
            head = {"icon": staged.get("icon", ""), "card": staged.get("card", False), "seat": None}
            lists = ("lines", "hands", "moves", "dice", "focus", "events")
            beats.append({**head, **{name: [] for name in lists}})
        beat = beats[-1]
        beat["events"].append(event)
        if beat["seat"] is None and (seat := event.get("seat", event.get("player"))) in seats:
            beat["seat"] = seat  # of an event that is nobody's it is a number beyond all seats
        line = staged.get("told", event.get("text"))
        if line and not staged.get("quiet"):
            if staged.get("listed") and (alike := _listed(beat["lines"], line)):
                beat["lines"][-1] = alike
            else:
                beat["lines"].append(line)
            if staged.get("hands", "die" not in staged):
                beat["hands"].append(hands)
        for key, name in (("moves", "move"), ("dice", "die"), ("focus", "focus")):
            if name in staged:
                beat[key].append(staged[name])
    return beats


def _listed(lines: list[str], line: str) -> str | None:
    """Return the last of some sentences with what another one that begins like it adds to its list.

    ``The shop offers the ring.`` and ``The shop offers the boots.`` are one sentence about the
    ring, the boots. None: it begins with other words.
    """
    words = line.removesuffix(".").split()
    begin = next((n for n, word in enumerate(words) if n and word in ARTICLES), 0)
    head, thing = " ".join(words[:begin]), " ".join(words[begin:])
    if not begin or not lines or not lines[-1].startswith(f"{head} "):
        return None
    things = lines[-1].removeprefix(f"{head} ").removesuffix(".").split(", ")
    return f"{head} {', '.join(dict.fromkeys([*things, thing]))}."


def draw_beats(beats: list[Beat], before: Picture, game: Game) -> Iterator[Picture]:
    """Yield for each beat the zones that it changes, from those of the beat before, and clocks.

    The game has made the move again and kept its frames, see ``Sandbox.told``.
    """
    event, now, frame = -1, before, b""
    for beat in beats:
        event += len(beat["events"])
        game.show_frame(event)
        shown = game.record.tobytes()
        if shown != frame:  # else nothing has changed
            frame, now = shown, picture_of(game)
        changed = [zone for zone in now["zones"] if zone not in before["zones"]]
        yield {"zones": changed, "clocks": now["clocks"]}
        before = now


def picture_of(game: Game) -> Picture:
    """Return what can be seen of a game: zones and clocks."""
    return {
        "zones": [one._asdict() for one in game.zones()],
        "clocks": [one._asdict() for one in game.clocks()],
    }


def lines_of(beats: list[Beat]) -> list[str]:
    """Return the sentences of beats."""
    return [line for beat in beats for line in beat["lines"]]
