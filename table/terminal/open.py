"""Opens the text table, with partners in its seats."""

from __future__ import annotations

import sys
from pathlib import Path

from tablemates.agents.errors import AgentError, FolderError
from tablemates.envs.core.errors import FormatError
from tablemates.envs.core.game.seeds import fresh_seed
from tablemates.table.session.game import TableGame
from tablemates.table.session.options import PlayConfig
from tablemates.table.session.saves import SavedGame, read_position
from tablemates.table.terminal.partners import Partners
from tablemates.table.terminal.text_table import TextTable, terminal


def run(options: PlayConfig) -> None:
    """Open a text table."""
    load = options.load
    if options.save is not None and options.save != load and options.save.exists():
        raise FolderError(f"{options.save} is there already: name another file with --save")
    game = _new(options) if load is None else _loaded(load, options)
    seated = Partners(game.game, options)
    table = TextTable(game, sys.stdin, terminal(sys.stdout), seated, options.save, load)
    try:
        table.run()
    except AgentError:
        table.fail()
        raise
    except KeyboardInterrupt:  # while a partner thinks
        table.leave()  # saves the game if that was asked for
        raise
    finally:
        seated.close()


def _new(options: PlayConfig) -> TableGame:
    seed = fresh_seed() if options.seed is None else options.seed
    position = None if options.setup is None else read_position(options.setup)
    return TableGame.begin(options.new_settings(), seed, position)


def _loaded(file: Path, options: PlayConfig) -> TableGame:
    saved = SavedGame.read(file)
    try:
        return TableGame.of_saved(saved, options.parts, options.own_game)
    except FormatError as error:
        raise FormatError(f"{file}: {error}") from error
