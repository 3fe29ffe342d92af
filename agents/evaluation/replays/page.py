"""A replay as one HTML file without external resources."""

from __future__ import annotations

import base64
import html
import json
import re
import zlib
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path
from typing import Any, Final

from tablemates.agents.cli.running import progress
from tablemates.agents.evaluation.replays.playback import Playback
from tablemates.agents.evaluation.replays.reasons import Reasons
from tablemates.envs.core.game.game import Game
from tablemates.envs.core.views.beats import Picture, beats_of, draw_beats

_HERE: Final = Path(__file__).parent
#: How things are told, as at the game table; each needs those before it.
_MODULES: Final = ("elements.js", "beat.js", "motion.js")
#: What makes them modules: here they are one script.
_LINKS: Final = re.compile(r"^import .*\n|^export ", re.MULTILINE)


def page_of(playback: Playback, reasons: Reasons) -> str:
    """Return the page of a game."""
    facts = playback.facts()
    parts = {
        "TITLE": html.escape(f"{playback.game.title}: {', '.join(facts)}"),
        "GAME": html.escape(playback.game.title),
        "FACTS": html.escape(" · ".join(facts)),
        "STYLE": _stage("stage.css") + _read("page.css"),
        "SCRIPT": "".join(map(_stage, _MODULES)) + _read("page.js"),
        "DATA": _packed(_data(playback, reasons)),
    }
    # In one pass: a value may look like the name of another part.
    return re.sub(r"@([A-Z]+)@", lambda found: parts[found[1]], _read("page.html"))


def _read(name: str) -> str:
    return (_HERE / name).read_text(encoding="utf-8")


def _stage(name: str) -> str:
    """Return a file that the page shares with the game table."""
    text = files("tablemates.envs.core.display").joinpath("stage", name).read_text("utf-8")
    return _LINKS.sub("", text)


def _packed(data: Any) -> str:
    """Return plain data as the text in the page: JSON, deflated, base64."""
    text = json.dumps(data, separators=(",", ":"), ensure_ascii=False)
    return base64.b64encode(zlib.compress(text.encode(), 9)).decode("ascii")


class _Pictures:
    """The drawings of all zones, in which each element and each drawing is kept once."""

    def __init__(self) -> None:
        self._shapes: dict[str, int] = {}
        self._kept: dict[str, int] = {}
        self.pictures: list[list[int]] = []

    def keep(self, svg: str) -> int:
        """Return the number of a drawing."""
        if svg not in self._kept:
            self._kept[svg] = len(self.pictures)
            # A pattern that splits there takes longer than the drawing.
            parts = svg.strip().replace(">\n<", "><").replace("><", ">\n<").split("\n")
            self.pictures.append([self._shapes.setdefault(one, len(self._shapes)) for one in parts])
        return self._kept[svg]

    @property
    def shapes(self) -> list[str]:
        """Every element of the drawings, once."""
        return list(self._shapes)


def _data(playback: Playback, reasons: Reasons) -> dict[str, Any]:
    """Return the data of the page's script.

    Returns:
        ``shapes``: all elements of the drawings, each once; ``pictures``: drawings, by the numbers
        of their elements; ``zones``: name, role and title of each; ``stops``: of each stop the
        texts, the picture of each zone, and the ``beats`` that led to it with theirs; ``turns``:
        the first stop of each turn.
    """
    kept, game = _Pictures(), playback.game
    stops: list[dict[str, Any]] = []
    kind: Any = type(game)
    telling: Game = kind(game.settings)
    telling.keep_frames()
    before: Picture = {"zones": [], "clocks": []}
    with progress("writing a page", "decisions", len(playback)) as report:
        for stop in range(len(playback) + 1):
            beats = list(_beats(playback, telling, stop, kept, before))
            playback.go(stop)
            before["zones"] = [zone._asdict() for zone in game.zones()]
            drawn = [kept.keep(zone["svg"]) for zone in before["zones"]]
            stops.append({"drawn": drawn, "beats": beats, **_texts(playback, reasons)})
            report(stop, "")
    return {
        "shapes": kept.shapes,
        "pictures": kept.pictures,
        "zones": [(zone["name"], zone["role"], zone["title"]) for zone in before["zones"]],
        "stops": stops,
        "turns": playback.turn_stops(),
    }


def _beats(
    playback: Playback, telling: Game, stop: int, kept: _Pictures, before: Picture
) -> Iterator[dict[str, Any]]:
    """Yield the beats that lead to a stop, each with the picture of every zone meanwhile.

    ``before`` is the picture of the stop before.
    """
    move = playback.moves[stop - 1] if stop else None
    if move is None or move.action >= len(telling.catalogue):
        return
    telling.restore(playback.stops[stop - 1].record)
    zones = {zone["name"]: zone["svg"] for zone in before["zones"]}
    if stop - 1 in playback.replay.redraws:
        telling.resample(playback.replay.redraws[stop - 1])
    telling.step(move.action)
    beats = beats_of(telling)
    for beat, picture in zip(beats, draw_beats(beats, before, telling), strict=True):
        zones |= {zone["name"]: zone["svg"] for zone in picture["zones"]}
        told = {name: beat[name] for name in ("icon", "seat", "lines", "dice", "focus", "moves")}
        yield told | {"drawn": list(map(kept.keep, zones.values()))}


def _texts(playback: Playback, reasons: Reasons) -> dict[str, Any]:
    """Return the texts of the present stop."""
    move = playback.move
    why = [
        (playback.game.describe(one.action), f"{one.value:.4g}", one.reason, playback.took(one))
        for one in reasons.here(playback)
    ]
    return {
        "turn": playback.turn,
        "question": playback.question,
        "who": playback.who_plays() if move else "",
        "words": move.words if move else "",
        "happened": playback.happened,
        "reasons": why,
        "silence": "" if why else reasons.silence(playback),
    }
