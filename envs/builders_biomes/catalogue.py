"""All actions: one list for every level and number of players (DEC-02)."""

from __future__ import annotations

from typing import Final

from tablemates.envs.builders_biomes import vocabulary as V
from tablemates.envs.core.catalogue import Catalogue, Group

_CORNERS: Final = ("nw", "ne", "sw", "se")
_COUNTS: Final = tuple(str(n) for n in range(1, V.MOST_TNT + 1))

CATALOGUE: Final = Catalogue(
    [  # DEC-02
        Group("wait", meaning="for a seat that does not decide; never legal for the one that does"),
        Group("done", meaning="no more actions; no block for the pickaxe; no TNT"),
        Group("block", (V.COLUMNS,), meaning="take the top block of a column of the cube"),
        Group("go", (V.CROSSINGS,), meaning="move the piece to a crossing and explore there"),
        Group("build", (V.CORNERS,), _CORNERS, "pay for the building beside the piece"),
        Group("fight", (V.CORNERS,), _CORNERS, "fight the mob beside the piece"),
        Group("weapon", (V.CORNERS,), _CORNERS, "take the weapon token beside the piece"),
        Group("space", (V.SPACES,), meaning="put the building on a space of one's own board"),
        Group("detonate", (V.MOST_TNT,), _COUNTS, "detonate so many of the revealed TNT"),
    ]
)
assert len(CATALOGUE) == V.ACTIONS
