"""The dice race as a registered game with a picture that can be clicked."""

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from tablemates.envs.core.engine.codes import CHANCE, OVER
from tablemates.envs.registry import RegisteredGame
from tests.core import dice_race

RULES = "dice_race"
REGISTERED = RegisteredGame("DiceRace-v0", "dice_race-v0", "tests.table.race", f"{__name__}:Race")


@dataclass(frozen=True, kw_only=True)
class Settings(dice_race.Settings):
    """Settings of the race.

    Attributes:
        players: How many race.
    """

    game: ClassVar = RULES


class Race(dice_race.DiceRace):
    settings_type = Settings

    def player_name(self, seat):
        return ("red", "teal", "third", "fourth", "fifth")[seat]

    def decision(self):
        if self.to_move() == OVER:
            return f"{self.player_name(self.public.winner).capitalize()} has won the race."
        return super().decision()

    def describe(self, action):
        if self.to_move() == CHANCE:
            return f"the die shows {action}"
        return {"roll": "roll the die"}.get(name := self.catalogue.name(action), name)

    def picture(self, mode):
        lines = [f"{self.player_name(seat)} {score}" for seat, score in enumerate(self.scores())]
        if mode != "svg":
            return "\n".join(["A race to 20.", *lines, ""])
        words = "".join(
            f'<text x="8" y="{20 + 20 * n}" font-size="14">{line}</text>'
            for n, line in enumerate(lines)
        )
        legal = [] if self.to_move() in (CHANCE, OVER) else np.flatnonzero(self.mask).tolist()
        buttons = "".join(
            f'<g data-action="{action}" pointer-events="all"><rect x="{110 + 45 * n}" y="20" '
            f'width="38" height="38" fill="none" stroke="#0b6bcb"/></g>'
            for n, action in enumerate(legal)
        )
        return (
            '<svg xmlns="http://www.w3.org/2000/svg" width="400" height="140" '
            f'viewBox="0 0 400 140"><title>The race</title>{words}{buttons}</svg>'
        )

    def scores(self):
        return self.public.scores[: self.seats].tolist()
