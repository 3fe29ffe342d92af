"""The parameters of a new game, as command lines and forms offer them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Any

from tablemates.agents.cli.scenarios import meaning_of
from tablemates.envs.core.errors import SettingsError
from tablemates.envs.core.game.forms import Option, Parameter, Part
from tablemates.envs.core.game.settings import Settings


@dataclass(frozen=True, slots=True)
class Field:
    """A parameter of a new game: what is offered of it, and what it means, a sentence."""

    name: str
    options: Sequence[Option]
    own: Sequence[Part]
    default: Any
    meaning: str

    @classmethod
    def of(cls, kind: type[Settings], one: Parameter) -> Field:
        """Return a parameter of a game's form with its default and its meaning."""
        defaults = {field.name: field.default for field in fields(kind)}
        return cls(one.name, one.options, one.own, defaults[one.name], meaning_of(kind, one.name))


def fields_of(kind: type[Settings], components: Any = None) -> list[Field]:
    """Return the parameters of a new game."""
    return [Field.of(kind, one) for one in kind.form(components)]


def check_form(kind: type[Settings], components: Any, values: Mapping[str, Any]) -> None:
    """Check that a form offers values of parameters; a file's name, for one, it does not.

    Raises:
        SettingsError: It has no such parameter, or does not offer a value beside the others.
    """
    form = {one.name: one for one in kind.form(components)}
    usual = {field.name: field.default for field in fields(kind) if field.name in form}
    present = {**usual, **values}
    seats = present["players"] if type(present["players"]) is int else kind.seats[-1]
    for name, value in values.items():
        if name not in form:
            raise SettingsError(f"there is no parameter {name[:60]!r} in a new game")
        one = form[name]
        if one.offers(value, present):
            continue
        if one.own and isinstance(value, Mapping | list | tuple):
            if reason := one.fault(value, seats):
                raise SettingsError(reason)
            continue
        known = [option for option in one.values if one.offers(option, present)]
        raise SettingsError(f"{name} {str(value)[:60]!r} is not offered: choose one of {known}")
