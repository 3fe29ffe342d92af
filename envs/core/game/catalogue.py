"""The list of all actions: typed record <-> number <-> string, one for every game setting.

A group has no index (``"done"``), one (``"column 5"``) or several (``"space 3,17"``).
"""

from __future__ import annotations

import math
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain, pairwise
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from tablemates.envs.core.errors import SettingsError
from tablemates.envs.core.hashing import hash_of
from tablemates.envs.core.records.vocabulary import words_in

#: Number of the action of a player who does not decide, in every catalogue.
WAIT = 0


class Action(NamedTuple):
    """One action as a typed record."""

    group: str
    place: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Group:
    """Actions of one kind."""

    name: str  # one lower-case word
    shape: tuple[int, ...] = ()  # sizes of its indices; empty for a single action
    # Words for the values of a one-dimensional index; empty where the number itself says it.
    labels: tuple[str, ...] = ()
    meaning: str = ""  # a sentence for the docs

    def __post_init__(self) -> None:
        if self.labels and self.shape != (len(self.labels),):
            raise SettingsError(
                f"group {self.name!r}: {len(self.labels)} labels, shape {self.shape}"
            )

    @property
    def size(self) -> int:
        """Number of actions in the group."""
        return math.prod(self.shape)

    def name_of(self, place: tuple[int, ...]) -> str:
        """Return the readable string of one of its actions."""
        if not place:
            return self.name
        index = self.labels[place[0]] if self.labels else ",".join(map(str, place))
        return f"{self.name} {index}"


class Catalogue:
    """All actions of a game.

    Args:
        groups: The groups in order; the first is the single action *wait*.

    Attributes:
        groups: The same.
        actions: The typed records of all actions, by number.
        names: The readable strings of all actions, by number.
    """

    def __init__(self, groups: Sequence[Group]) -> None:
        if not groups or groups[0].name != "wait" or groups[0].size != 1:
            raise SettingsError("the first action of a catalogue is the single action 'wait'")
        self.groups = tuple(groups)
        self.actions = tuple(
            Action(group.name, place) for group in groups for place in np.ndindex(group.shape)
        )
        self.names = tuple(
            group.name_of(place) for group in groups for place in np.ndindex(group.shape)
        )
        starts = np.cumsum([0, *(group.size for group in groups)]).tolist()
        self._ids = {
            group.name: range(*ends) for group, ends in zip(groups, pairwise(starts), strict=True)
        }
        self._by_action = {action: number for number, action in enumerate(self.actions)}
        self._by_name = {name: number for number, name in enumerate(self.names)}
        if len({group.name for group in groups}) < len(groups):
            raise SettingsError("two groups of actions have the same name")

    def __len__(self) -> int:
        return len(self.actions)

    @property
    def firsts(self) -> tuple[int, ...]:
        """The number of the first action of each group."""
        return tuple(ids.start for ids in self._ids.values())

    def ids(self, group: str) -> range:
        """Return the numbers of a group's actions."""
        if group not in self._ids:
            raise SettingsError(f"unknown kind of action {group!r}: one of {self._words()}")
        return self._ids[group]

    def first(self, group: str) -> int:
        """Return the number of a group's first action."""
        return self.ids(group).start

    def split(self, mask: npt.NDArray[Any]) -> dict[str, npt.NDArray[Any]]:
        """Return the parts of masks by group, as views.

        Args:
            mask: A mask or a batch of them, shape ``(..., len(catalogue))``.

        Raises:
            SettingsError: The mask has another length.
        """
        if mask.shape[-1] != len(self):
            raise SettingsError(f"the catalogue has {len(self)} actions, the mask {mask.shape[-1]}")
        return {name: mask[..., ids.start : ids.stop] for name, ids in self._ids.items()}

    def action(self, number: int) -> Action:
        """Return the typed record of an action's number."""
        return self.actions[self._checked(number)]

    def number(self, action: Action) -> int:
        """Return the number of a typed record."""
        try:
            return self._by_action[action]
        except KeyError:
            raise SettingsError(f"no action is {action}: kinds are {self._words()}") from None

    def name(self, number: int) -> str:
        """Return the readable string of an action, such as ``"space 3,17"``."""
        return self.names[self._checked(number)]

    def parse(self, text: str) -> int:
        """Return the number of an action's readable string, the reverse of ``name``."""
        try:
            return self._by_name[text.strip()]
        except KeyError:
            raise SettingsError(
                f"no action is called {text!r}: kinds are {self._words()}"
            ) from None

    @cached_property
    def digest(self) -> str:
        """Hash of what every number means."""
        return hash_of(list(self.names))

    def _checked(self, number: int) -> int:
        if not 0 <= number < len(self.actions):
            raise SettingsError(f"action {number} is not between 0 and {len(self.actions) - 1}")
        return number

    def _words(self) -> str:
        return ", ".join(group.name for group in self.groups)


def read_actions(file: Path, vocabulary: Mapping[str, Any], *more: str) -> Catalogue:
    """Return the actions of a game from the list ``actions`` of a TOML file, and from ``more``.

    An entry is ``[name, meaning]``, then how many there are of it: a number or its name, or an enum
    or tuple whose words they are called by, such as ``["hero", "play this hero", "Hero"]``.

    ``vocabulary`` has the game's enums, tuples of words and sizes by name.
    """
    groups = []
    lists = tomllib.loads(file.read_text(encoding="utf-8"))
    for name, meaning, *given in chain.from_iterable(lists[one] for one in ("actions", *more)):
        counted = [vocabulary.get(one, one) for one in given]
        labels = words_in(counted[0]) if counted and not isinstance(counted[0], int) else ()
        shape = (len(labels),) if labels else tuple(counted)
        words = tuple(label.replace("_", " ") for label in labels)
        groups.append(Group(name, shape, words, meaning))
    return Catalogue(groups)
