"""The parameters of the views, with their defaults."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Literal, TypeAlias, get_args

from tablemates.envs.builders_biomes import vocabulary as V
from tablemates.envs.builders_biomes.parts import level_form, load_components
from tablemates.envs.core.errors import SettingsError
from tablemates.envs.core.game import settings as core
from tablemates.envs.core.game.forms import Parameter

#: A scenario's name, or the fields of ``parts.ScenarioParts``.
LevelChoice: TypeAlias = str | Mapping[str, Any]
RewardKind = Literal["win", "zero_sum", "rank", "margin"]


@dataclass(frozen=True, kw_only=True)
class Settings(core.LevelSettings):
    """The parameters of every view: those of ``tablemates.envs.core.game.settings``, and these.

    Attributes:
        level: ``"standard"``, ``"beginner"`` (every seat scores by the beginners' rule), or a
            scenario of your own such as ``{"name": "handicap", "beginners": [1], "boards": [0,
            2]}``; of a list, one is drawn at every reset.
        reward: What the end of a game earns: ``"win"`` (1 shared by the winners, else 0),
            ``"zero_sum"`` (the same, with sum 0), ``"rank"`` (from 1 for the first to 0 for the
            last) or ``"margin"`` (XP minus the best other seat's, in units of 50, cut to -1 to
            1). Evaluate with ``"win"``.
    """

    game: ClassVar = "builders_biomes"
    seats: ClassVar = range(2, V.SEATS + 1)
    recipe_fields: ClassVar = (
        *("level", "players", "first_player", "reward", "chance", "skip_forced"),
    )

    rewards: ClassVar = get_args(RewardKind)
    benchmark: ClassVar = {"level": "standard", "players": [2, 3, 4]}

    level: LevelChoice | Sequence[LevelChoice] = "standard"
    reward: RewardKind = "win"

    def __post_init__(self) -> None:
        super().__post_init__()
        for level in self.level_choices:
            if not isinstance(level, str | Mapping):
                raise SettingsError(f"level={level!r} is no level's name and no mapping")

    @classmethod
    def form(cls, components: Any = None) -> Sequence[Parameter]:
        """Return the parameters that a form for a new game has."""
        parts = load_components(components)
        return [Parameter("level", *level_form(parts)), *super().form(components)]
