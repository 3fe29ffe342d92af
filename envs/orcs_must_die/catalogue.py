"""All actions: one list for every fortress and number of players (DEC-03)."""

from __future__ import annotations

from typing import Final

from tablemates.envs.core.catalogue import Catalogue, Group
from tablemates.envs.core.vocabulary import words_of
from tablemates.envs.orcs_must_die import vocabulary as V
from tablemates.envs.orcs_must_die.vocabulary import Hero, Minion

_TYPES: Final = words_of(Minion)
#: What can be lost at an acid bath, in order.
LOSSES: Final = ("weapon", "amulet 0", "amulet 1", "ring", "trinket")


CATALOGUE: Final = Catalogue(
    [  # DEC-03
        Group("wait", meaning="for a seat that does not decide; never legal for who does"),
        Group("done", meaning="no more of this"),
        Group("yes", meaning="agree"),
        Group("no", meaning="refuse"),
        Group("transfer", meaning="put skulls of one's own into the pool"),
        Group("heal", meaning="roll heal dice at the rift"),
        Group("revitalise", meaning="make all ultimates ready again"),
        Group("weapon", meaning="buy the next weapon"),
        Group("equipment", (V.SHOP,), meaning="buy equipment of a shop slot"),
        Group("trap", (V.SHOP,), meaning="buy a trap of a shop slot"),
        Group("number", (V.SKULLS + 1,), meaning="so many skulls"),
        Group("hero", (V.HEROES,), words_of(Hero), "play this hero"),
        Group("tile", (V.TILES,), meaning="the tile where to go, to place, to shoot; which exit"),
        Group("place", (V.PLACES,), meaning="the amulet or trap that makes room"),
        Group("attack", meaning="attack"),
        Group("move", meaning="move"),
        Group("ultimate", meaning="use the ultimate"),
        Group("push", meaning="push a minion into acid or lava"),
        Group("trinket", meaning="use the trinket"),
        Group("give_up_attack", meaning="stand up instead of attacking"),
        Group("give_up_move", meaning="stand up instead of moving"),
        Group("ally", (V.SEATS,), meaning="the hero so many seats clockwise from who decides"),
        Group(
            "kill",
            (V.TYPES * V.STATES,),
            tuple(f"{name} {state}" for name in _TYPES for state in ("up", "down")),
            "this minion dies: standing (up) or stunned (down)",
        ),
        Group("stun", (V.TYPES,), _TYPES, "lay a standing minion down"),
        Group("group", (V.TYPES,), _TYPES, "this group attacks"),
        Group("lose", (len(LOSSES),), LOSSES, "lose this card, or a rank of the weapon"),
        Group("army", (V.ARMIES,), meaning="this army is served first"),
    ]
)
assert len(CATALOGUE) == V.ACTIONS
