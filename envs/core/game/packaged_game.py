"""A game whose words, snapshot, pictures and positions are modules beside its class."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from importlib import import_module
from typing import Any

import numpy as np

from tablemates.envs.core.display.raster import rasterise
from tablemates.envs.core.display.zones import Clock, Zone
from tablemates.envs.core.engine.codes import CHANCE, OVER
from tablemates.envs.core.errors import SettingsError
from tablemates.envs.core.game.game import Game, Picture
from tablemates.envs.core.records.layout import Bytes, RecordView


def in_module(module: str, function: str) -> Callable[..., Any]:
    """Return a method that calls a function of one of the game's modules."""
    return lambda game, *args: getattr(game._module(module), function)(game, *args)


class PackagedGame(Game):
    """A game that is a package; the modules are imported on use, for most programs need none.

    | module | functions |
    |---|---|
    | ``speech`` | ``WORDS``, ``decision(game)``, ``describe(game, action)``,
      ``event(game, row)``, ``snapshot(game)`` |
    | ``picture`` | ``lines(game)``: the picture as text; ``draw(game)``: a ``tableau.Drawing``;
      ``clocks(game)`` |
    | ``positions`` | ``dump_position(game, record)``, ``load_position(game, position, seed)`` |
    | ``laws`` | ``faults(game, record)`` |
    """

    def _module(self, name: str) -> Any:
        return import_module(f"{type(self).__module__.rpartition('.')[0]}.{name}")

    decision = in_module("speech", "decision")
    describe = in_module("speech", "describe")
    snapshot = in_module("speech", "snapshot")
    position_of = in_module("positions", "dump_position")
    faults = in_module("laws", "faults")

    @classmethod
    def seat_names(cls) -> Sequence[str]:
        """Return what the players of all seats are called."""
        words = import_module(f"{cls.__module__.rpartition('.')[0]}.speech").WORDS
        return [str(words.name("seat", seat)) for seat in range(cls.settings_type.seats[-1])]

    def player_name(self, seat: int) -> str:
        """Return what the player of a seat is called."""
        return str(self._module("speech").WORDS.name("seat", seat))

    def events(self) -> list[dict[str, Any]]:
        """Return what happened in the last move, each with its fields and a sentence."""
        event = self._module("speech").event
        return [event(self, row) for row in self._rows()]

    def hands(self) -> list[str]:
        """Return what hands do for each event of the last move at a real table, as a sentence."""
        event = self._module("speech").event
        return [event(self, row, "hands")["text"] for row in self._rows()]

    def _rows(self) -> list[list[int]]:
        rows: list[list[int]] = self.work.events[: self.work.event_count].tolist()
        return rows

    def picture(self, mode: str) -> Picture:
        """Return a picture: text, SVG or pixels."""
        module = self._module("picture")
        match mode:
            case "text" | "ansi":
                return "".join(f"{line}\n" for line in module.lines(self))
            case "svg":
                return str(module.draw(self).svg())
            case "rgb_array":
                return rasterise(module.draw(self).svg())
        raise SettingsError(f"there is no picture {mode!r}")

    def zones(self) -> list[Zone]:
        """Return the drawings of the parts of the table."""
        return list(self._module("picture").draw(self).zones)

    def clocks(self) -> list[Clock]:
        """Return what ends the game when it runs out or is full."""
        return list(self._module("picture").clocks(self))

    def stage(self, event: Mapping[str, Any]) -> Mapping[str, Any]:
        """Return what an event shows at the table."""
        return dict(self._module("speech").WORDS.stage(event))

    def record_of(self, position: Mapping[str, Any], seed: int | None = None) -> Bytes:
        """Return the record of a position; what it leaves open is drawn from the seed."""
        record: Bytes = self._module("positions").load_position(self, position, seed)
        return record


def public_only(game: Game) -> Bytes:
    """Return a game's record as it would be if chance were explicit: nothing is hidden in it."""
    record = np.zeros_like(game.record)
    record[: game.public_record.size] = game.public_record
    public: Any = RecordView(record, game.engine.state).public
    public.explicit_chance = 1
    return record


def snapshot_of(game: Game, version: int, left_out: Collection[str], **more: Any) -> dict[str, Any]:
    """Return the public part of a position, who decides what, and the choices in words.

    ``seat`` is None where chance decides or the game is over; ``choices`` hold the number, name and
    sentence of each legal action (at chance: outcome, without a name).

    ``version`` changes whenever a key comes to mean something else; ``left_out`` are keys of a
    position that are not on the table.
    """
    seat = game.to_move()
    position = game.position_of(public_only(game))
    shown = {key: one for key, one in position.items() if key not in left_out}
    return {
        "version": version,
        "game": game.name,
        **shown,
        **more,
        "progress": game.progress(),
        "seat": None if seat in (CHANCE, OVER) else seat,
        "question": game.decision(),
        "choices": [
            {
                "action": action,
                "name": None if seat == CHANCE else game.catalogue.name(action),
                "text": game.describe(action),
            }
            for action in game.legal
        ],
    }
