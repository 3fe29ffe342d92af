"""A replay as one HTML file without external resources."""

from __future__ import annotations

import base64
import html
import json
import re
import zlib
from contextlib import closing, suppress
from pathlib import Path
from typing import Any, Final

from tablemates.agents.commands import Report
from tablemates.agents.errors import AgentError
from tablemates.agents.evaluation.replays.playback import Playback
from tablemates.agents.evaluation.replays.reasons import Reasons
from tablemates.agents.evaluation.replays.recording import Recording
from tablemates.agents.evaluation.rows import Row
from tablemates.agents.folders import write_whole
from tablemates.envs.portal_dash.components import Components
from tablemates.envs.portal_dash.render.drawing.canvas import FONTS
from tablemates.envs.portal_dash.render.drawing.picture import shapes_of

#: Seconds in which agents explain decisions for one page of a report: searches take long.
PATIENCE: Final = 10.0
_HERE: Final = Path(__file__).parent


def _quietly(_done: int, _note: str) -> None:
    """Report nothing."""


def write_page(playback: Playback, reasons: Reasons, file: Path, report: Report = _quietly) -> str:
    """Write a game as an HTML page.

    Args:
        playback: The game; where it stops is changed.
        reasons: Whose reasons the page tells.
        file: What is written.
        report: Is told how many decisions are done.

    Returns:
        A sentence that says what was written.

    Raises:
        OSError: The file cannot be written.
    """
    text = page_of(playback, reasons, report)
    write_whole(file, text)
    return f"{file}: {len(playback)} decisions, {len(text.encode()) / 1000:,.0f} KB"


def write_page_of_row(
    row: Row, file: Path, components: str | Path | Components | None = None
) -> str:
    """Write the game of an evaluation's row as an HTML page.

    Its agents are asked for explanations, whatever they are: only for rows whose agents the
    user has named.

    Args:
        row: The row.
        file: What is written.
        components: The parts that it was played with; None: the standard set.

    Returns:
        A sentence that says what was written.

    Raises:
        GameError, ComponentsError: The row cannot be played again.
        OSError: The file cannot be written.
    """
    name = f"game {row.number} of {' + '.join(dict.fromkeys(row.agents))}"
    playback = Playback(Recording.of_row(row, name), components)
    with suppress(AgentError), closing(Reasons.of(playback, row.agents, PATIENCE)) as reasons:
        return write_page(playback, reasons, file)
    # An agent is no longer available: ask only those of this package.
    with closing(Reasons.of(playback, patience=PATIENCE)) as reasons:
        return write_page(playback, reasons, file)


def page_of(playback: Playback, reasons: Reasons, report: Report = _quietly) -> str:
    """Return the page of a game."""
    facts = playback.facts()
    parts = {
        "TITLE": html.escape(f"Portal Dash: {', '.join(facts)}"),
        "FACTS": html.escape(" · ".join(facts)),
        "FONTS": html.escape(FONTS),
        "STYLE": _read("page.css"),
        "SCRIPT": _read("page.js"),
        "DATA": pack(page_data(playback, reasons, report)),
    }
    # In one pass: a value may look like the name of another part.
    return re.sub(r"@([A-Z]+)@", lambda found: parts[found[1]], _read("page.html"))


def _read(name: str) -> str:
    return (_HERE / name).read_text(encoding="utf-8")


def pack(data: Any) -> str:
    """Return plain data as the text in the page: JSON, deflated, base64."""
    text = json.dumps(data, separators=(",", ":"), ensure_ascii=False)
    return base64.b64encode(zlib.compress(text.encode(), 9)).decode("ascii")


def page_data(playback: Playback, reasons: Reasons, report: Report = _quietly) -> dict[str, Any]:
    """Return the data of the page's script.

    Returns:
        ``shapes``: all SVG shapes, each once; ``stops``: of each stop the texts and, by number,
        the shapes of its picture; ``turns``: the first stop of each turn.
    """
    shapes: dict[str, int] = {}
    stops: list[dict[str, Any]] = []
    for stop in range(len(playback) + 1):
        playback.go(stop)
        p, names = playback.game.public, playback.game.strings.names
        drawn = [
            shapes.setdefault(shape, len(shapes)) for shape in shapes_of(p, names, playback.legal())
        ]
        stops.append({"drawn": drawn, **_texts(playback, reasons)})
        report(stop, "")
    return {"shapes": list(shapes), "stops": stops, "turns": playback.turn_stops()}


def _texts(playback: Playback, reasons: Reasons) -> dict[str, Any]:
    """Return the texts of the present stop."""
    move = playback.move
    why = [
        (reason.words, f"{reason.value:.4g}", reason.sentence, reason.played)
        for reason in reasons.here(playback)
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
