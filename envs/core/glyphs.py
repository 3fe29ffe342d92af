"""Own signs of pieces, items and colours, eight by eight pixels each.

A row is two hexadecimal digits, the highest bit at the left. A sign tells its thing to whoever
cannot tell colours, or the language, apart.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final
from xml.sax.saxutils import escape

from tablemates.envs.core.canvas import element, moved

_SIDE: Final = 8
_SIGNS: Final = {
    "amulet": "c3424224183c3c18",
    "armour": "66ffffbd3c3c3c00",
    "blaze": "a5bd24bd99a52400",
    "blunderbuss": "00073e7ef8705000",
    "bomb": "0608183c7e6e7e3c",
    "boots": "cccccccceeffff00",
    "bow": "f84c26120b070300",
    "cave": "3c7ee7c3c3c3c3c3",
    "chest": "7eff81e7ff8181ff",
    "creeper": "7e5a7e24183c6666",
    "crossbow": "7e99995a3c181818",
    "crusher": "ff7e3c00003c7eff",
    "cube": "00ff81a581ffbdff",
    "drum": "007e81ffa5dbff7e",
    "emerald": "1824425a5a422418",
    "enderman": "3c243c187e5a5a24",
    "feather": "030f1e3e3c786080",
    "food": "08106c7e7e7e3c24",
    "freeze": "185a3cffff3c5a18",
    "furnishing": "c0c0c0fefe828282",
    "ghast": "7effbdffe7ffaa88",
    "gnoll": "42667e5a7e3c243c",
    "grinder": "187e66c3c3667e18",
    "heart": "66ffffff7e3c1800",
    "hoe": "1e13060c183060c0",
    "hoglin": "81ffbdff7e5ac37e",
    "iron": "00003c427effff00",
    "keg": "3c7e427e7e427e3c",
    "kobold": "81c3ff5a7e3c1800",
    "lighting": "18243c1818181818",
    "mace": "0a1f0e1f3a70e040",
    "map": "ff85b58da19981ff",
    "obsidian": "1122448811224488",
    "ogre": "0f066468ff787848",
    "orc": "00bdff5a7e427e3c",
    "pickaxe": "3c46070d193160c0",
    "pit": "00c38181bdffff7e",
    "portal": "ffc381818181c3ff",
    "post": "dbff7e3c243c3c7e",
    "potato": "001c3e6f7d6f3e1c",
    "ring": "3c3c183c4281423c",
    "rod": "03070e1c3870e040",
    "salve": "3c7e3c66427e7e3c",
    "sand": "9200490092004900",
    "scepter": "0e11110e183060c0",
    "shaman": "666f267a7a7a7a7a",
    "ship": "080c0e0f08ff7e3c",
    "skeleton": "3c7e5a5a7e3c243c",
    "skull": "7eff9999e77e5a5a",
    "spider": "995a3cff3c7e9981",
    "sponge": "ffb3fddffbbbefff",
    "spyglass": "03070e1c3060c080",
    "staff": "070b0f1c38d0f0e0",
    "stone": "ff8888ff2222ff00",
    "sword": "03070e1cb8707090",
    "temple": "183cff5a5a5affff",
    "tnt": "04087e427e427e00",
    "totem": "3c243cffbd3c2424",
    "trap": "0024246666ffff00",
    "troll": "3c247effdbdb2466",
    "turret": "007cff7c10385492",
    "vent": "7e00ff00ff007e00",
    "village": "183c7eff5a7e7272",
    "wall": "fe93fe93fe93fe00",
    "wildfire": "10303a7b6fc7c67e",
    "wire": "008181ff8181c300",
    "witch": "081c3c3c7eff5a3c",
    "wood": "7e81bda5a5bd817e",
    "woods": "183c7e3c7eff1818",
    "zombie": "7effff99ffc3ff7e",
}


def glyph(words: str, x: float, y: float, size: float, ink: str) -> str:
    """Return the sign of a thing, such as a damaged iron sword, with its name; or nothing.

    The last known word counts; ``x`` and ``y`` are its upper left corner.
    """
    for word in reversed(words.lower().split()):
        if word in _SIGNS:
            shape = element("path", d=_outline(word), fill=ink)
            return moved(x, y, [element("title", escape(words)), shape], size / _SIDE)
    return ""


@lru_cache
def _outline(word: str) -> str:
    rows = bytes.fromhex(_SIGNS[word])
    lit = [(x, y) for y, row in enumerate(rows) for x in range(_SIDE) if row << x & 128]
    return "".join(f"M{x} {y}h1v1h-1z" for x, y in lit)
