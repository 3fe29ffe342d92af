"""The form for a new game: values of parameters, and values that people put together.

A game's settings declare it, so that a form knows no rule of any game.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

#: Kinds of parts, and the values that people put together with them:
#:
#: - ``text``: at most ``most`` letters
#: - ``number``: an integer from ``least`` to ``most``
#: - ``counts``: a mapping that says how many there are of each option, at most ``most``
#: - ``several``: a list of ``least`` to ``most`` different options
#: - ``many``: the same, of options that may be there more than once
#: - ``pairs``: a list of ``[option, way]``, of different options
#: - ``seats``: a list of seats
#: - ``by_seat``: a list with an option for each seat, or None where it is drawn
PartKind: TypeAlias = Literal[
    "text", "number", "counts", "several", "many", "pairs", "seats", "by_seat"
]


@dataclass(frozen=True, slots=True)
class Option:
    """A value that is offered.

    Attributes:
        value: Plain data.
        note: What it means, in some words; empty: its name says it.
        where: Values of other parameters with which it goes; others go with all. Of several
            options with one value the last one that goes counts.
    """

    value: Any
    note: str = ""
    where: Mapping[str, Sequence[Any]] = field(default_factory=dict)

    def goes_with(self, values: Mapping[str, Any]) -> bool:
        """Return whether the option goes with values of other parameters."""
        return all(values.get(name) in known for name, known in self.where.items())


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a value that people put together.

    Attributes:
        name: Its key in the value; empty: the value has no other part, and is that part's.
        kind: How it is put together.
        meaning: A sentence.
        options: What it is put together of.
        ways: What each option of ``pairs`` is joined with.
        least, most: Bounds, see the kind.
        default: Where one begins.
    """

    name: str
    kind: PartKind
    meaning: str
    options: Sequence[Option] = ()
    ways: Sequence[str] = ()
    least: int = 0
    most: int = 0
    default: Any = None

    def fault(self, value: Any, seats: int) -> str | None:
        """Return why plain data is not put together with this part; None: it is."""
        values = [one.value for one in self.options]
        shown = str(value)[:60]
        match self.kind:
            case "text":
                fits = isinstance(value, str) and len(value) <= self.most
                return None if fits else f"{shown!r} is no text of at most {self.most} letters"
            case "number":
                fits = type(value) is int and self.least <= value <= self.most
                bounds = f"from {self.least} to {self.most}"
                return None if fits else f"{shown!r} is no whole number {bounds}"
            case "counts":
                if not isinstance(value, Mapping):
                    return f"{shown!r} does not say how many there are of each"
                for name, count in value.items():
                    if name not in values:
                        return f"{str(name)[:60]!r} is none of {values}"
                    if type(count) is not int or not 0 <= count <= self.most:
                        return f"{str(count)[:60]!r} {name}s: 0 to {self.most} can be there"
                return None
        if not isinstance(value, list | tuple):
            return f"{shown!r} is no list"
        return self._fault_of_list(value, values, seats)

    def _fault_of_list(self, value: Sequence[Any], values: list[Any], seats: int) -> str | None:
        known, least, most = values, self.least, self.most
        match self.kind:
            case "seats":
                known, least, most = [*range(seats)], 0, seats
            case "by_seat":
                known, least, most = [*values, None], 0, seats
            case "pairs":
                known = [[one, way] for one in values for way in self.ways]
        seen: list[Any] = []
        for one in value:
            plain = list(one) if isinstance(one, list | tuple) else one
            if not any(_same(plain, other) for other in known):
                return f"{str(plain)[:60]!r} is none of {known}"
            if plain in seen and plain is not None and self.kind != "many":
                return f"{plain!r} is there twice"
            seen.append(plain)
        if not least <= len(value) <= most:
            return f"{least} to {most} can be chosen, not {len(value)}"
        return None


@dataclass(frozen=True, slots=True)
class Parameter:
    """A parameter of a new game.

    Attributes:
        name: As in the settings.
        options: The values that are offered.
        own: Parts of values that people put together; empty: they put none together.
    """

    name: str
    options: Sequence[Option]
    own: Sequence[Part] = ()

    @property
    def values(self) -> list[Any]:
        """The values that are offered, each once."""
        found: list[Any] = []
        for one in self.options:
            if not any(_same(one.value, known) for known in found):
                found.append(one.value)
        return found

    def offers(self, value: Any, others: Mapping[str, Any]) -> bool:
        """Return whether a value is offered beside the values of the other parameters."""
        return any(_same(one.value, value) and one.goes_with(others) for one in self.options)

    def fault(self, value: Any, seats: int) -> str | None:
        """Return where and why a value is not put together with the parts; None: it is."""
        parts = {part.name: part for part in self.own}
        whole = "" in parts
        if not whole and not isinstance(value, Mapping):
            return f"{self.name}: {str(value)[:60]!r} has not the parts {', '.join(parts)}"
        for name, one in {"": value}.items() if whole else value.items():
            if name not in parts:
                return f"{self.name}: {str(name)[:60]!r} is none of the parts {', '.join(parts)}"
            if reason := parts[name].fault(one, seats):
                return f"{self.name}{', ' * bool(name)}{name}: {reason}"
        return None


def offered(name: str, values: Sequence[Any]) -> Parameter:
    """Return a parameter with values that always go."""
    return Parameter(name, [Option(value) for value in values])


def _same(one: Any, other: Any) -> bool:
    return type(one) is type(other) and bool(one == other)
