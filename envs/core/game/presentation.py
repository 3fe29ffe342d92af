"""Everything that people are told and shown of a game: words, snapshots, pictures, zones."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any, ClassVar, Final, TypeAlias

import numpy as np
import numpy.typing as npt

from tablemates.envs.core.display.brushes import Palette
from tablemates.envs.core.display.raster import rasterise
from tablemates.envs.core.display.sentences import NO_WORDS, Words
from tablemates.envs.core.display.zones import Clock, Zone
from tablemates.envs.core.engine.buffers import GameBuffers
from tablemates.envs.core.engine.engine import Engine
from tablemates.envs.core.engine.small_game import engine_of
from tablemates.envs.core.errors import SettingsError
from tablemates.envs.core.game.catalogue import Catalogue
from tablemates.envs.core.game.observation import Layout
from tablemates.envs.core.game.settings import Settings, settings_for
from tablemates.envs.core.records.vocabulary import words_of

#: Room of the modules of games that bring none.
_PLAIN: Final = "tablemates.envs.core.plain"
#: A drawing: text, or pixels of shape (height, width, 3).
Picture: TypeAlias = str | npt.NDArray[np.uint8]


class Presentation(GameBuffers):
    """The methods of a game for people, and the modules beside its class that they call.

    A game that has none of a name, such as one in a single file, has that of ``core.plain``.

    | module | functions |
    |---|---|
    | ``speech`` | ``WORDS``, ``decision(game)``, ``describe(game, action)``,
      ``event(game, row, section)``, ``snapshot(game)`` |
    | ``picture`` | ``lines(game)``: the picture as text; ``draw(game)``: a ``cards.Drawing``;
      ``clocks(game)``; perhaps ``palettes()``: what people paint their own parts with |
    """

    #: Name with version, such as ``"chess_v0"``.
    name: ClassVar[str]
    #: The game as people call it; left out: its name in words.
    title: ClassVar[str]
    #: The rules with the loop around them; left out: made of the functions of the class's module.
    engine: Engine
    #: All actions, and the blocks of the observation.
    catalogue: Catalogue
    layout: Layout
    #: Public fields that say how the game ended, with their words; left out: ``cause``, if its
    #: range has words.
    ending_words: ClassVar[Mapping[str, Sequence[str]]] = {}
    #: The seat of the last ``look_as``.
    _eyes: int | None = None
    #: Its parameters; left out: those of every game, for so many ``players``.
    settings_type: ClassVar[type[Settings]]
    players: ClassVar[range]

    def __init_subclass__(cls, **more: Any) -> None:
        super().__init_subclass__(**more)
        module = vars(sys.modules[cls.__module__])
        if not hasattr(cls, "engine") and "State" in module and "catalogue" in vars(cls):
            cls.engine = engine_of(module, cls.players[-1], len(cls.catalogue))
        if "name" in vars(cls) and not hasattr(cls, "title"):
            cls.title = cls.name.rpartition("_v")[0].replace("_", " ").title()
        if "players" in vars(cls):
            cls.settings_type = settings_for(cls, cls.players)
        ranges = cls.engine.rules.ranges if "engine" in vars(cls) else {}
        words = ranges["public"]["cause"].words if "cause" in ranges.get("public", ()) else None
        if words is not None and "ending_words" not in vars(cls):
            cls.ending_words = {"cause": words_of(words)}
        kind = getattr(cls, "settings_type", None)
        if kind is not None and not hasattr(kind, "game"):
            kind.game = f"{cls.__module__}:{cls.__name__}"

    @classmethod
    def _module(cls, name: str) -> Any:
        """Return a module beside the class, or the plain one where there is none."""
        return _module_beside(cls.__module__, name)

    @classmethod
    def words(cls) -> Words:
        """Return names and sentences: of ``speech``, or of the YAML file beside a game's own."""
        return _words_beside(cls.__module__)

    @classmethod
    def seat_names(cls) -> Sequence[str]:
        """Return what the players of all seats are called."""
        return cls.words().seats(cls.engine.rules.seats)

    @property
    def eyes(self) -> int:
        """The seat whose private part is told and drawn; -1: nobody's.

        It is that of who decides, unless ``look_as`` was called.
        """
        return self.viewer if self._eyes is None else self._eyes

    @property
    def looks_as(self) -> int | None:
        """The seat of the last ``look_as``."""
        return self._eyes

    def look_as(self, seat: int | None) -> None:
        """Tell and draw what a seat sees; None: what the one who decides sees; -1: what all see."""
        self._eyes = seat

    @contextmanager
    def seen_as(self, seat: int | None) -> Iterator[None]:
        """``look_as`` a seat for the block."""
        before, self._eyes = self._eyes, seat
        try:
            yield
        finally:
            self._eyes = before

    @property
    def shown_legal(self) -> list[int]:
        """The legal actions, if whose eyes look may know them."""
        known = not self.has_private or self.to_move() == self.eyes
        return self.legal if known else []

    def player_name(self, seat: int) -> str:
        """Return what the player of a seat is called."""
        return self.seat_names()[seat]

    def figures(self) -> Mapping[str, int]:
        """Return numbers that tell people what they set up, by name, such as a difficulty."""
        return {}

    def decision(self) -> str:
        """Return who decides what, as a sentence."""
        return str(self._module("speech").decision(self))

    def describe(self, action: int) -> str:
        """Return a legal action (at a chance node: an outcome) in words."""
        return str(self._module("speech").describe(self, action))

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

    def told(self) -> list[str]:
        """Return the sentences of those events of the last move that people want to read."""
        return [event["text"] for event in self.events() if event.get("text")]

    @property
    def shared_decision(self) -> bool:
        """True if the present decision is the team's rather than the decider's alone."""
        return False

    def snapshot(self) -> dict[str, Any]:
        """Return the public state with the legal actions as documented plain data."""
        found: dict[str, Any] = self._module("speech").snapshot(self)
        return found

    def picture(self, mode: str) -> Picture:
        """Return a drawing of what can be seen.

        In SVG, what a legal action points at is an element with its number as ``data-action``.

        Args:
            mode: ``"text"``, ``"ansi"`` (text in colour where the terminal has it), ``"svg"``
                (text too) or ``"rgb_array"`` (pixels).
        """
        module = self._module("picture")
        match mode:
            case "text" | "ansi":
                return "".join(f"{line}\n" for line in module.lines(self))
            case "svg":
                return str(module.draw(self).svg())
            case "rgb_array":
                return rasterise(module.draw(self).svg())
        raise SettingsError(f"there is no picture {mode!r}")

    @classmethod
    def palettes(cls) -> Sequence[Palette]:
        """Return what people paint parts of their own box with; none: they write."""
        found: Sequence[Palette] = getattr(cls._module("picture"), "palettes", tuple)()
        return found

    def zones(self) -> list[Zone]:
        """Return the drawings of the parts of the table, the same ones through a game."""
        return list(self._module("picture").draw(self).zones)

    def clocks(self) -> list[Clock]:
        """Return what ends the game when it runs out or is full."""
        return list(self._module("picture").clocks(self))

    def stage(self, event: Mapping[str, Any]) -> Mapping[str, Any]:
        """Return what an event shows at the table, see ``display.sentences.Staging``."""
        return dict(self.words().stage(event))


@cache
def _words_beside(game: str) -> Words:
    """Return the words of a game by the module of its class."""
    speech = _module_beside(game, "speech")
    if hasattr(speech, "WORDS"):
        found: Words = speech.WORDS
        return found
    file = Path(str(sys.modules[game].__file__)).with_suffix(".yaml")
    return Words(file) if file.is_file() else NO_WORDS


@cache
def _module_beside(game: str, name: str) -> Any:
    """Return a module beside that of a game's class, or the plain one where there is none.

    What lies beside a game in one file, whose module is not called ``game``, is not its own.
    """
    folder, _, file = game.rpartition(".")
    if file == "game":
        try:
            return import_module(f"{folder}.{name}")
        except ModuleNotFoundError as error:
            if error.name != f"{folder}.{name}":
                raise
    return import_module(f"{_PLAIN}.{name}")
