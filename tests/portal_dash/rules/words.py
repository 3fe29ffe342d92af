"""The words in which a `Table` says what is chosen, falls, happens and changes."""

from __future__ import annotations

from typing import Any

from tablemates.envs.core.engine.team_ending import Outcome
from tablemates.envs.portal_dash import vocabulary as V
from tablemates.envs.portal_dash.naming import TASKS, Names
from tablemates.envs.portal_dash.part_models import words_of
from tablemates.envs.portal_dash.state import Public
from tablemates.envs.portal_dash.vocabulary import (
    MAGMA,
    BlocksFace,
    Cause,
    Chance,
    Colour,
    Event,
    MobKind,
    Mode,
    Reason,
)


class Words:
    """Says numbers of a game in words."""

    def __init__(self, p: Public, names: Names, catalogue: Any) -> None:
        self._p = p
        self._names = names
        self._catalogue = catalogue

    def event(self, row: Any) -> tuple[Any, ...]:
        """Return the kind of an event and its fields."""
        kind = Event(int(row[0]))
        values = zip(kind.fields, row[1:], strict=False)
        return (words_of(kind), *(self._word(name, int(value)) for name, value in values))

    def _word(self, field: str, value: int) -> Any:
        match field:
            case "space" | "origin":
                return space(value)
            case "player" | "first_player":
                return seat(value)
            case "mob":
                return self._names.mob(self._p, value)
            case "item" | "enchantment":
                return self._names.item(value)
            case "tile":
                return self._names.tiles[value]
            case "source":
                return _source(value)
            case "task":
                return TASKS[value]
            case "action":
                return self.choice(value)
        kinds = {"face": BlocksFace, "colour": Colour, "reason": Reason, "mode": Mode}
        if field == "cause":
            return words_of(Cause(value))
        return words_of(kinds[field](value)) if field in kinds else value

    def choice(self, action: int) -> Any:
        """Return the name of a choice, or its space."""
        if action >= V.SPACE:
            return divmod(action - V.SPACE, V.COLUMNS)
        return self._catalogue.name(action)

    def outcome(self, value: int) -> Any:
        """Return what falls at the roll or draw that is asked for."""
        match Chance(int(self._p.decision_about)):
            case Chance.BLOCKS_DIE:
                return words_of(BlocksFace(value))
            case Chance.TILE_DRAWN:
                return self._names.item(value)
            case Chance.USED_BLOCK | Chance.BLOCK_UNCOVERED:
                return words_of(Colour(value))
            case Chance.PART_REVEALED:
                return self._names.tiles[value]
        return value

    def index(self, field: str, at: tuple[int, ...]) -> str:
        """Return what a place of a field stands for."""
        if field == "mob_space":
            return self._names.mob(self._p, int(at[0]))
        if field in ("used", "hand", "unseen"):
            return words_of(Colour(int(at[0])))
        if field in ("stack_count", "discards"):
            return self._names.item(int(at[0]))
        return ", ".join(map(str, at))

    def value(self, field: str, value: Any) -> Any:
        """Return what stands in a field."""
        value = int(value)
        if field in ("mob_space", "player_space", "chest_space"):
            return space(value)
        if field in ("item_kind", "item_enchantments", "drawn"):
            return self._names.item(value) if value >= 0 else None
        if field in ("line", "fight_mob"):
            return self._names.mob(self._p, value) if value >= 0 else None
        if field == "tiles":
            return self._names.tiles[value] if value >= 0 else None
        if field == "item_mode":
            return words_of(Mode(value))
        if field == "place_colour" or (field == "cube" and value >= 0):
            return words_of(Colour(value)) if value >= 0 else None
        if field == "outcome":
            return words_of(Outcome(value))
        if field == "cause":
            return words_of(Cause(value))
        if field == "cause_source":
            return _source(value)
        if field in ("cause_player", "slot_in_use"):
            return seat(value)
        return value


def seat(value: Any) -> int | None:
    return int(value) if value >= 0 else None


def space(value: int) -> tuple[int, int] | None:
    return divmod(value, V.COLUMNS) if value >= 0 else None


def spaces(words: Any) -> set[tuple[int, int]]:
    return {(r, c) for r, word in enumerate(words) for c in range(V.COLUMNS) if int(word) >> c & 1}


def _source(value: int) -> str | None:
    if value < 0:
        return None
    return "magma" if value == MAGMA else words_of(MobKind(value))
