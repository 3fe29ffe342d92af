"""Symbols and styles of the text picture: every colour is doubled by a letter or a sign."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from rich.text import Text

from tablemates.envs.portal_dash.reading import BROWN_BLOCK, LAVA, MAGMA, PLAIN, SOUL_SAND
from tablemates.envs.portal_dash.rules.vocabulary import Colour, MobKind


@dataclass(frozen=True)
class Ground:
    """How a kind of terrain looks: one sign, as in the parts files, and a style of rich."""

    sign: str
    style: str


GROUND: Final = {
    PLAIN: Ground("·", "dim"),
    LAVA: Ground("~", "#ffd75f on #af0000"),
    MAGMA: Ground("^", "#ffffff on #af5f00"),
    SOUL_SAND: Ground(":", "#ffffff on #5f5f87"),
    BROWN_BLOCK: Ground("#", "#d7af87 on #5f3700"),
}
FACE_DOWN: Final = Ground("░", "dim")

PLAYER_LETTERS: Final = ("P", "B", "Y", "G")
PLAYER_STYLES: Final = (
    "bold #000000 on #ff87d7",
    "bold #ffffff on #005fff",
    "bold #000000 on #ffd700",
    "bold #000000 on #00af5f",
)

MOB_CODES: Final = {
    MobKind.MAGMA_CUBE: "Mc",
    MobKind.GHAST: "Gh",
    MobKind.ENDERMAN: "En",
    MobKind.HOGLIN: "Ho",
    MobKind.BLAZE: "Bl",
    MobKind.WITHER_SKELETON: "Ws",
    MobKind.WILDFIRE: "WF",
    MobKind.ANCIENT_HOGLIN: "AH",
}
MOB_STYLE: Final = "bold #ffffff on #5f005f"

BLOCK_CODES: Final = {
    Colour.RED: "Re",
    Colour.GRAY: "Gy",
    Colour.GOLD: "Go",
    Colour.BROWN: "Br",
    Colour.BLACK: "Bk",
}
BLOCK_STYLES: Final = {
    Colour.RED: "#ffffff on #d70000",
    Colour.GRAY: "#000000 on #a8a8a8",
    Colour.GOLD: "#000000 on #ffd700",
    Colour.BROWN: "#ffffff on #875f00",
    Colour.BLACK: "#ffffff on #1c1c1c",
}

HEART: Final = "♥"
NO_HEART: Final = "·"
HEART_STYLE: Final = "#ff5f5f"
TITLE: Final = "bold"
FAINT: Final = "dim"
LIT: Final = "bold reverse"


def span(text: str, style: str) -> Text:
    """Return text of which only these characters have the style, whatever is appended to it."""
    return Text().append(text, style)
