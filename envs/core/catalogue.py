"""The list of all actions: typed record <-> number <-> string, one for every game setting.

Actions lie in groups, one group after the other, so that a number is the
group's first number plus a place in the group. A group has no index
(``"done"``), one (``"column 5"``) or several (``"space 3,17"``).
"""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate
from typing import NamedTuple

from tablemates.envs.core.errors import SettingsError
from tablemates.envs.core.hashing import hash_of

#: Number of the action of a player who does not decide, in every catalogue.
WAIT = 0


class Action(NamedTuple):
    """One action as a typed record."""

    group: str
    place: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Group:
    """Actions of one kind.

    Attributes:
        name: One lower-case word.
        shape: Sizes of its indices; empty for a single action.
        labels: Words for the values of a one-dimensional index, in order;
            empty where the number itself says it.
        meaning: A sentence for the docs.
    """

    name: str
    shape: tuple[int, ...] = ()
    labels: tuple[str, ...] = ()
    meaning: str = ""

    def __post_init__(self) -> None:
        if self.labels and self.shape != (len(self.labels),):
            raise SettingsError(
                f"group {self.name!r}: {len(self.labels)} labels, shape {self.shape}"
            )

    @property
    def size(self) -> int:
        """Number of actions in the group."""
        return math.prod(self.shape)


class Catalogue:
    """All actions of a game.

    Args:
        groups: The groups in order; the first is the single action *wait*.

    Raises:
        SettingsError: Two actions have the same name, or the first is not *wait*.
    """

    def __init__(self, groups: Sequence[Group]) -> None:
        if not groups or groups[0].name != "wait" or groups[0].size != 1:
            raise SettingsError("the first action of a catalogue is the single action 'wait'")
        self.groups: tuple[Group, ...] = tuple(groups)
        self._by_name: dict[str, Group] = {group.name: group for group in groups}
        if len(self._by_name) < len(groups):
            raise SettingsError("two groups of actions have the same name")
        self._starts = list(accumulate((group.size for group in groups), initial=0))
        self._length = self._starts.pop()

    def __len__(self) -> int:
        return self._length

    def first(self, group: str) -> int:
        """Return the number of a group's first action.

        Raises:
            SettingsError: There is no such group.
        """
        return self._starts[self.groups.index(self._named(group))]

    def action(self, number: int) -> Action:
        """Return the typed record of an action's number.

        Raises:
            SettingsError: There is no such number.
        """
        if not 0 <= number < self._length:
            raise SettingsError(f"action {number} is not between 0 and {self._length - 1}")
        place_of_group = bisect_right(self._starts, number) - 1
        group, rest = self.groups[place_of_group], number - self._starts[place_of_group]
        place: list[int] = []
        for size in reversed(group.shape):
            rest, part = divmod(rest, size)
            place.append(part)
        return Action(group.name, tuple(reversed(place)))

    def number(self, action: Action) -> int:
        """Return the number of a typed record.

        Raises:
            SettingsError: There is no such action.
        """
        group = self._named(action.group)
        if len(action.place) != len(group.shape) or not all(
            0 <= part < size for part, size in zip(action.place, group.shape, strict=True)
        ):
            raise SettingsError(
                f"action {action.group!r} has no place {action.place}: its sizes are {group.shape}"
            )
        number = 0
        for part, size in zip(action.place, group.shape, strict=True):
            number = number * size + part
        return self.first(group.name) + number

    def name(self, number: int) -> str:
        """Return the readable string of an action, such as ``"space 3,17"``.

        Raises:
            SettingsError: There is no such number.
        """
        if not 0 <= number < self._length:
            raise SettingsError(f"action {number} is not between 0 and {self._length - 1}")
        return self.names[number]

    def parse(self, text: str) -> int:
        """Return the number of an action's readable string.

        Raises:
            SettingsError: No action is called so.
        """
        try:
            return self._numbers[text.strip()]
        except KeyError:
            raise SettingsError(
                f"no action is called {text!r}: kinds are {self._words()}"
            ) from None

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The readable strings of all actions, by number."""
        return tuple(self._name(self.action(number)) for number in range(self._length))

    @cached_property
    def digest(self) -> str:
        """Hash of what every number means."""
        return hash_of(list(self.names))

    @cached_property
    def _numbers(self) -> dict[str, int]:
        return {name: number for number, name in enumerate(self.names)}

    def _name(self, action: Action) -> str:
        group = self._by_name[action.group]
        if not action.place:
            return group.name
        if group.labels:
            return f"{group.name} {group.labels[action.place[0]]}"
        return f"{group.name} {','.join(map(str, action.place))}"

    def _named(self, name: str) -> Group:
        group = self._by_name.get(name)
        if group is None:
            raise SettingsError(f"unknown kind of action {name!r}: one of {self._words()}")
        return group

    def _words(self) -> str:
        return ", ".join(group.name for group in self.groups)
