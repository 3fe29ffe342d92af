"""A table for tests of the rules: a short position, choices, dice and cards, what came of them.

    table = Table.at(standing={3: {"orc": 1}})
    table.do("attack", "S", "-", "-", "kill orc up") == [..., ("minion_killed", "orc", 3, ...)]

Chance is explicit unless a position says otherwise. A choice is its name in the catalogue, a die
its icons, ``"-"`` for a blank, a card its name.
"""

from __future__ import annotations

from typing import Any, Self

from tablemates.envs.core.records.vocabulary import words_of
from tablemates.envs.orcs_must_die import vocabulary as V
from tablemates.envs.orcs_must_die.game import OrcsMustDie
from tablemates.envs.orcs_must_die.parts import Options, load_components
from tablemates.envs.orcs_must_die.speech import decision_key
from tablemates.envs.orcs_must_die.vocabulary import Cause, Chance, Colour, Hero, Minion, Source
from tests.game_table import GameTable

FORTRESSES = load_components().names("fortresses")
#: No army has cards left: only who stands in the fortress plays.
NO_CARDS = [0] * V.ARMIES
WORDS = {
    "minion": words_of(Minion),
    "hero": words_of(Hero),
    "source": words_of(Source),
    "cause": words_of(Cause),
    "colour": words_of(Colour),
    "equipment": load_components().with_options(Options(choices="full")).names("equipment"),
    "trap": load_components().names("traps"),
    "card": load_components().names("army"),
}


def crowd(**figures: int) -> dict[str, int]:
    """Return minions of a tile."""
    return figures


class Table(GameTable):
    """A game at which a test chooses and looks."""

    KIND = OrcsMustDie
    WORDS = WORDS

    @classmethod
    def minions(cls, **position: Any) -> Self:
        """Return a game in which the minions of a position have just begun to move.

        New ones do not come. The last seat says that it upgrades no more: a choice, so that events
        are seen.
        """
        last = len(position["seats"]) - 1
        start = {"step": "upgrade", "decision": "upgrade", "cards_left": NO_CARDS}
        active = (position.get("lord", 0) + last) % (last + 1)
        way = {"active": active, "way": {"cursor": last}, "skip_forced": False}
        table = cls.at(**{**start, **way, **position})
        table.p.skip_forced = 1
        table.do("done")
        return table

    @classmethod
    def upkeep(cls, **position: Any) -> Self:
        """Return a game in which the last hero, who lives, has just ended its turn."""
        last = len(position["seats"]) - 1
        table = cls.at(**{"way": {"seat": last, "cursor": last}, "active": last, **position})
        table.do("done")
        return table

    @classmethod
    def upgrades(cls, **position: Any) -> Self:
        """Return a game in which upgrades begin."""
        return cls.at(**{"step": "upgrade", "decision": "none", **position})

    @property
    def decision(self) -> str:
        """The kind of decision or, at chance, of the die or deck."""
        return decision_key(self.p)

    @property
    def standing(self) -> dict[str, dict[str, int]]:
        """Return the figures by place."""
        return self.position["standing"]

    def roll(self, *faces: str) -> list[tuple[Any, ...]]:
        """Roll dice, all others blank, until somebody decides."""
        events = self.do(*faces)
        while self.game.to_move() == -3 and self.p.chance < V.COLOURS:
            outcomes = self._outcomes()
            events = [*events, *self.do("-" if "-" in outcomes else next(iter(outcomes)))]
        self.events = events
        return events

    def _outcomes(self) -> dict[Any, int]:
        values = self.game.chance_outcomes()[0].tolist()
        chance = int(self.p.chance)
        if chance < V.COLOURS:
            faces = list(self.game.components.parts.dice[Colour(chance)].different)
            return {faces[value] or "-": value for value in values}
        if chance == Chance.LORD:
            return dict(zip(values, values, strict=True))
        deck = {Chance.EQUIPMENT: "equipment", Chance.ARMY: "army"}.get(Chance(chance), "traps")
        return {self.game.components.names(deck)[value]: value for value in values}
