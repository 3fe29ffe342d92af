"""Colours and letters of the drawing: whatever has a colour has a sign or letters as well."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from tablemates.envs.core import canvas
from tablemates.envs.portal_dash.rules.vocabulary import Colour


@dataclass(frozen=True)
class Paint:
    """A colour of pieces: its fill, its edge, and ink that can be read on it."""

    fill: str
    edge: str
    ink: str


PAPER: Final = canvas.PAPER
PANEL: Final = canvas.PANEL
BORDER: Final = canvas.BORDER
INK: Final = canvas.INK
SOFT: Final = canvas.SOFT
FAINT: Final = "#e9e3d9"
CHOICE: Final = canvas.CHOICE
HEART: Final = "#c8324a"
LIFE: Final = "#ffb3bd"  # a heart on a dark ground
NO_HEART: Final = "#d8cfc3"
GOOD: Final = "#2c7a4b"

GROUND: Final = "#ece3d4"
GROUND_EDGE: Final = "#d2c5b1"
FACE_DOWN: Final = "#d9d4cc"
FACE_DOWN_EDGE: Final = "#c4bdb2"

PLAYERS: Final = (
    Paint("#f08cc0", "#8f2d66", "#3d0d29"),
    Paint("#2f68d4", "#17408f", "#ffffff"),
    Paint("#f5cb3d", "#8a6a00", "#3d2f00"),
    Paint("#4fb879", "#1c5c37", "#06301a"),
)
BLOCKS: Final = {
    Colour.RED: Paint("#cf3a3a", "#8c1f1f", "#ffffff"),
    Colour.GRAY: Paint("#b4b8bc", "#7b8186", "#1d2022"),
    Colour.GOLD: Paint("#f2bd2f", "#a57a08", "#3a2a00"),
    Colour.BROWN: Paint("#8b5e3c", "#573719", "#ffffff"),
    Colour.BLACK: Paint("#2f3136", "#0f1012", "#ffffff"),
}
MOB: Final = Paint("#56407a", "#33224f", "#ffffff")
BOSS: Final = Paint("#8a2433", "#55101b", "#ffffff")
ITEM: Final = Paint("#f3eee5", "#cfc4b2", "#4a4038")

#: Ink on the yellow sign of a mob that is still to act.
SIGN_INK: Final = "#3a2a00"
SIGN: Final = "#ffd84d"
STAR: Final = "#7a4fc0"
SPAWNER: Final = Paint("#ffffff", "#3f5675", "#22344d")
