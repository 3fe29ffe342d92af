"""A game as an animated GIF: a picture of each turn or of each decision."""

from __future__ import annotations

import math
import os
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import numpy as np
import numpy.typing as npt

from tablemates.agents.evaluation.replays.playback import Playback
from tablemates.agents.evaluation.replays.stepper import who_played
from tablemates.agents.progress import Report, progress
from tablemates.envs.core.errors import SettingsError
from tablemates.envs.portal_dash.render.drawing import palette as P
from tablemates.envs.portal_dash.render.drawing.canvas import document, rect, text
from tablemates.envs.portal_dash.render.drawing.panel import Area
from tablemates.envs.portal_dash.render.drawing.picture import (
    HEIGHT,
    WIDTH,
    Panel,
    panels,
    wide_layout,
)
from tablemates.envs.portal_dash.render.raster import check_rasteriser, rasterise

#: Pictures that a film has at the most: with 10 KB each it is still shown everywhere.
MOST: Final = 1000
#: How long a picture is shown, in milliseconds.
TURN, DECISION = 1600, 700
_CAPTION: Final = Area(0, HEIGHT, WIDTH, 34)
_EDGE: Final = 2  # a panel's border is drawn on its edge
_COLOURS: Final = 256

_Pixels = npt.NDArray[np.uint8]


def write_film(playback: Playback, file: Path, every: str = "turn") -> str:
    """Write a game as an animated GIF.

    Args:
        playback: The game; where it stops is changed.
        file: What is written.
        every: ``turn``: a picture where each turn begins, and the end; ``decision``.

    Returns:
        A sentence that says what was written.

    Raises:
        SettingsError: A library is missing, or there would be too many pictures.
        OSError: The file cannot be written.
    """
    check_rasteriser("a film", "a page (.html)")
    stops = playback.turn_stops() if every == "turn" else list(range(len(playback) + 1))
    if len(stops) > MOST:
        advice = ": choose --every turn" if every != "turn" else ""
        raise SettingsError(
            f"a film of {len(stops):,} pictures would be too large, {MOST:,} are the most{advice}"
        )
    unfinished = file.parent / f"{file.name}.{os.getpid()}.tmp"
    try:
        with progress("drawing", "pictures", len(stops)) as report:
            begun = time.perf_counter()
            looks = list(_frames(playback, [0, len(playback) // 2, len(playback)]))
            seconds = (time.perf_counter() - begun) / len(looks) * len(stops)
            print(f"{len(stops)} pictures, about {seconds:.0f} s or less", file=sys.stderr)
            _save(unfinished, looks, _counted(_frames(playback, stops), report), every)
        unfinished.replace(file)
    finally:
        unfinished.unlink(missing_ok=True)
    size = file.stat().st_size / 1e6
    return f"{file}: {len(stops)} pictures of {WIDTH} x {_CAPTION.bottom:.0f}, {size:.1f} MB"


def _counted(frames: Iterator[_Pixels], report: Report) -> Iterator[_Pixels]:
    for n, frame in enumerate(frames, start=1):
        yield frame
        report(n, "")


def _save(file: Path, looks: list[_Pixels], frames: Iterator[_Pixels], every: str) -> None:
    """Write pictures.

    Args:
        file: What is written.
        looks: Pictures from all over the game: they say which colours are needed.
        frames: The pictures.
        every: See ``write_film``.
    """
    from PIL import Image

    # One palette for all pictures, so that what stays the same is the same and costs nothing.
    paints = Image.fromarray(np.concatenate(looks)).quantize(_COLOURS)

    def flat(frame: _Pixels) -> Image.Image:
        return Image.fromarray(frame).quantize(palette=paints, dither=Image.Dither.NONE)

    first = flat(next(frames))
    shown = TURN if every == "turn" else DECISION
    with file.open("wb") as out:  # which Pillow would leave open if it is stopped
        first.save(
            out, "GIF", save_all=True, append_images=map(flat, frames), duration=shown, loop=0
        )


def _frames(playback: Playback, stops: list[int]) -> Iterator[_Pixels]:
    """Yield the pictures; only panels that have changed are drawn again."""
    layout = wide_layout(playback.game.seats)
    frame = np.empty((int(_CAPTION.bottom), WIDTH, 3), np.uint8)
    before: list[Panel] = []
    for stop in stops:
        playback.go(stop)
        game = playback.game
        now = [*panels(game.public, game.strings.names, layout, playback.legal())]
        now.append(Panel(_CAPTION, list(_caption(playback))))
        changed = [panel for panel in now if panel not in before]
        # One drawing for all of them: most of a small one's time goes into reading fonts.
        shapes = [rect(0, 0, WIDTH, _CAPTION.bottom, P.PAPER)]
        shapes += (shape for panel in changed for shape in panel.shapes)
        drawn = rasterise(document(WIDTH, int(_CAPTION.bottom), "", shapes))
        if not before:
            frame[:] = drawn
        for area in (panel.area for panel in changed):
            rows = slice(math.floor(area.y) - _EDGE, math.ceil(area.bottom) + _EDGE)
            columns = slice(max(0, math.floor(area.x) - _EDGE), math.ceil(area.right) + _EDGE)
            frame[rows, columns] = drawn[rows, columns]
        before = now
        yield frame.copy()


def _caption(playback: Playback) -> Iterator[str]:
    """Yield the line below the picture: which decision it is and what is played."""
    move = playback.move
    words = f"{who_played(playback)}: {move.words}" if move else playback.question
    x, y = 18, _CAPTION.y + 18
    yield text(x, y, f"{playback.at} of {len(playback)}", 13, P.SOFT)
    yield text(x + 110, y, words, 15, P.INK, True, room=WIDTH - x - 130)
