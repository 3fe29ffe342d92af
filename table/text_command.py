"""Opens the text table."""

from __future__ import annotations

import sys
from pathlib import Path

from tablemates.agents.errors import AgentError
from tablemates.envs.core.errors import FormatError
from tablemates.envs.core.seeds import fresh_seed
from tablemates.table.command import PlayOptions
from tablemates.table.game import TableGame
from tablemates.table.partners import seat_partners
from tablemates.table.saves import SavedGame, path_of, read_position
from tablemates.table.text import TextTable, terminal


def run(options: PlayOptions) -> None:
    """Open a text table.

    Raises:
        GameError: There is no such game, or a partner fails.
    """
    load, save = options.load, options.save
    try:
        game = _new(options) if load is None else _loaded(load, options)
        seated = seat_partners(
            game.game.settings,
            game.game.seats,
            options.partners,
            options.seat,
            options.adviser,
            options.partners_decide,
        )
    except OSError as error:
        file = path_of(error) or load or options.setup
        raise FormatError(f"{file}: {error.strerror}") from error
    table = TextTable(game, sys.stdin, terminal(sys.stdout), seated, save, load)
    try:
        table.run()
    except (AgentError, KeyboardInterrupt):  # the latter while a partner thinks
        table.leave()  # saves the game if that was asked for
        raise
    finally:
        seated.close()


def _new(options: PlayOptions) -> TableGame:
    seed = fresh_seed() if options.seed is None else options.seed
    settings = options.settings()
    if options.setup is None:
        return TableGame.begin(settings, seed)
    return TableGame.begin_at(settings, read_position(options.setup), seed)


def _loaded(file: Path, options: PlayOptions) -> TableGame:
    saved = SavedGame.read(file)
    try:
        return TableGame.of_saved(saved, options.components, options.own_game)
    except FormatError as error:
        raise FormatError(f"{file}: {error}") from error
