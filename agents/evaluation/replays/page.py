"""A replay as one HTML file without external resources."""

from __future__ import annotations

import base64
import html
import json
import re
import zlib
from pathlib import Path
from typing import Any, Final

from tablemates.agents.cli.running import progress
from tablemates.agents.evaluation.replays.playback import Playback
from tablemates.agents.evaluation.replays.reasons import Reasons

_HERE: Final = Path(__file__).parent
#: Between two elements of an SVG drawing.
_SEAM: Final = re.compile(r"(?<=>)\s*(?=<)")


def page_of(playback: Playback, reasons: Reasons) -> str:
    """Return the page of a game."""
    facts = playback.facts()
    parts = {
        "TITLE": html.escape(f"{playback.game.title}: {', '.join(facts)}"),
        "GAME": html.escape(playback.game.title),
        "FACTS": html.escape(" · ".join(facts)),
        "STYLE": _read("page.css"),
        "SCRIPT": _read("page.js"),
        "DATA": _packed(_data(playback, reasons)),
    }
    # In one pass: a value may look like the name of another part.
    return re.sub(r"@([A-Z]+)@", lambda found: parts[found[1]], _read("page.html"))


def _read(name: str) -> str:
    return (_HERE / name).read_text(encoding="utf-8")


def _packed(data: Any) -> str:
    """Return plain data as the text in the page: JSON, deflated, base64."""
    text = json.dumps(data, separators=(",", ":"), ensure_ascii=False)
    return base64.b64encode(zlib.compress(text.encode(), 9)).decode("ascii")


def _data(playback: Playback, reasons: Reasons) -> dict[str, Any]:
    """Return the data of the page's script.

    Returns:
        ``shapes``: all elements of the SVG drawings, each once; ``stops``: of each stop the
        texts and, by number, the elements of its drawing; ``turns``: the first stop of each turn.
    """
    shapes: dict[str, int] = {}
    stops: list[dict[str, Any]] = []
    with progress("writing a page", "decisions", len(playback)) as report:
        for stop in range(len(playback) + 1):
            playback.go(stop)
            picture = _SEAM.split(str(playback.game.picture("svg")).strip())
            drawn = [shapes.setdefault(shape, len(shapes)) for shape in picture]
            stops.append({"drawn": drawn, **_texts(playback, reasons)})
            report(stop, "")
    return {"shapes": list(shapes), "stops": stops, "turns": playback.turn_stops()}


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
