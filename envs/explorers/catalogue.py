"""All actions: one list for every level and number of players (DEC-02)."""

from __future__ import annotations

from typing import Final

from tablemates.envs.core.catalogue import Catalogue, Group
from tablemates.envs.core.vocabulary import words_of
from tablemates.envs.explorers import vocabulary as V
from tablemates.envs.explorers.vocabulary import Creature, Front

_CREATURES: Final = words_of(Creature)[: V.CREATURES]
_HOLDINGS: Final = tuple(map(V.holding_name, range(V.HOLDINGS)))
_DESTINATIONS: Final = words_of(map(Front, V.DESTINATIONS))


def _labelled(name: str, labels: tuple[str, ...], meaning: str) -> Group:
    words = tuple(label.replace("_", " ") for label in labels)
    return Group(name, (len(labels),), words, meaning)


CATALOGUE: Final = Catalogue(
    [  # DEC-02
        Group("wait", meaning="for a seat whose turn it is not; never legal for the active one"),
        Group("end", meaning="end the turn"),
        Group("refresh", meaning="pay 1 food to return landscapes and lay out new ones"),
        Group("done", meaning="no more: pay the rest in food, keep the others, turn up the cards"),
        Group("slot", (V.ROW,), meaning="explore a landscape, or put it under the pile"),
        _labelled("creature", _CREATURES, "fight a creature, or kill it without a cost"),
        Group("chest", (V.CHESTS,), meaning="fill a chest"),
        _labelled("item", _HOLDINGS, "eat, use, give or place an item of one's own"),
        _labelled("trophy", _CREATURES, "trade trophies of one type for 1 food"),
        _labelled("destination", _DESTINATIONS, "the destination that a map shows"),
    ]
)
assert len(CATALOGUE) == V.ACTIONS
