"""The dice race of one player: a game whose seats share their return."""

from dataclasses import dataclass
from typing import ClassVar

from tests.core import dice_race
from tests.core.players import Player


@dataclass(frozen=True, kw_only=True)
class Settings(dice_race.Settings):
    game: ClassVar = "tests.agents.value.solo:Solo"
    players: int = 1


class Solo(dice_race.DiceRace):
    title = "Solo Race"
    settings_type = Settings
    utilities = "identical"


def holder(_facts):
    return Player(pips=5)


def dawdler(_facts):
    return Player(pips=100)
