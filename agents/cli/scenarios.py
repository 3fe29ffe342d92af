"""The game and the scenarios that a command is about, as options and recipes name them."""

from __future__ import annotations

import inspect
import json
import os
import re
from typing import Annotated, Any, Final, TypeAlias

from pydantic import AfterValidator, BeforeValidator, Field, field_validator, model_validator

from tablemates.agents.cli.running import whole_number
from tablemates.agents.cli.settings_models import SettingsModel
from tablemates.agents.errors import AgentError
from tablemates.envs.core.errors import SettingsError
from tablemates.envs.core.files.documents import nearest
from tablemates.envs.core.game.settings import Scenario, Settings
from tablemates.envs.registry import DEFAULT_GAME, find_game, new_game

#: Between the values of a parameter on the command line; words for no value.
_JOIN: Final = ","
_NONE: Final = ("none", "null")


def value_of(value: Any) -> Any:
    """Return the value of a parameter as the command line has it; what is no text, as it is.

    A text is a number, ``none``, a word, several of these such as ``1,2``, or JSON that begins with
    a bracket.
    """
    if not isinstance(value, str):
        return value
    if value.startswith(("{", "[")):
        try:
            return json.loads(value)
        except ValueError:
            return value
    words = [_word(word) for word in value.split(_JOIN)]
    return words if len(words) > 1 else words[0]


def _word(text: str) -> int | str | None:
    if text.lower() in _NONE:
        return None
    number = whole_number(text.removeprefix("-"))
    return text if number is None else -number if text.startswith("-") else number


#: Parameters of a game by name; of an axis, such as ``level``, a list means several.
ScenarioFields: TypeAlias = dict[str, Annotated[Any, BeforeValidator(value_of)]]


class ScenarioConfig(SettingsModel):
    """A game and its scenarios; the settings of every command extend it."""

    game: str = DEFAULT_GAME
    """Which game: a key of the registry, or module:class for one of your own."""
    scenario: ScenarioFields = Field(default_factory=dict)
    """Parameters of the game that say what is set up, such as level=1,2 players=2; of several
    values, every combination."""
    components: Annotated[str, AfterValidator(os.path.expanduser)] | None = None
    """File or folder with parts of your own."""

    @field_validator("game")
    @classmethod
    def _known_game(cls, game: str) -> str:
        try:
            find_game(game)
        except SettingsError as error:
            raise ValueError(str(error)) from error
        return game

    @model_validator(mode="before")
    @classmethod
    def _parameters_stand_in_scenario(cls, values: Any) -> Any:
        """Refuse parameters of the game outside ``scenario``, and say where they belong."""
        if not isinstance(values, dict):
            return values
        try:
            game = find_game(str(values.get("game", cls.model_fields["game"].default)))
        except SettingsError:
            return values  # the field's own validator says so
        for name in game.settings_type.recipe_fields:
            if name in values and name not in cls.model_fields:
                raise ValueError(f"{name} has moved: write scenario: {{{name}: ...}}")
        return values

    def settings(self, **more: Any) -> Settings:
        """Return the settings of the game, with more of its parameters."""
        return self._kind()(components=self.components, **{**self.scenario, **more})

    def team_scenarios(self) -> list[Scenario]:
        """Return the scenarios, all of them for a team of two players or more.

        Raises:
            AgentError: The game is no co-operative one, or one of them has no seat for a partner.
        """
        game = new_game(self.settings())
        if not game.co_operative:
            raise AgentError(f"{game.title} is no co-operative game: it has no teams to measure")
        scenarios = game.settings.scenarios()
        for scenario in scenarios:
            if scenario.players < 2:
                raise AgentError(f"{scenario.name}: there is no seat for a partner")
        return scenarios

    def _kind(self) -> type[Settings]:
        """Return the settings' class of the game, which has these parameters."""
        kind = find_game(self.game).settings_type
        for name in self.scenario:
            if name not in kind.recipe_fields:
                raise SettingsError(
                    f"{self.game} has no parameter {name!r}{nearest(name, kind.recipe_fields)}"
                )
        return kind


def meaning_of(kind: type, name: str) -> str:
    """Return what the docstrings of a class and its bases say of an attribute."""
    for one in kind.__mro__:
        lines = inspect.cleandoc(one.__doc__ or "")
        if found := re.search(rf"^    {name}: (.+(?:\n {{8}}.+)*)", lines, re.MULTILINE):
            return " ".join(found[1].replace("``", "").split())
    return ""
