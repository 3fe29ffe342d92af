"""A server of the Model Context Protocol: ``python -m tablemates.mcp`` lets an assistant play.

An assistant starts it and talks to it over standard input and output. Its tools are ``new``, which
begins a game of its own, or ``tables`` and ``join``, which take a seat beside people at a table
that runs (``python play.py``); then ``rules``, ``observe``, ``legal`` and ``act``, which returns
when it is the assistant's turn again. No answer ends a game: what cannot be read or is not legal is
refused in a sentence.

Games of its own are kept where the table in the browser keeps its own, so people can look at them
there, go through them, or play on in the assistant's seat. Needs the extras ``mcp`` and ``table``.
"""

from __future__ import annotations

import json
import sys
import threading
from collections.abc import Callable, Sequence
from functools import wraps
from importlib.util import find_spec
from secrets import token_hex
from typing import Annotated, Any, Final, Literal, ParamSpec

from pydantic import Field

from tablemates import __version__
from tablemates.agents.cli.command_line import Command
from tablemates.agents.cli.settings_models import SettingsModel, UserPath
from tablemates.agents.errors import LibraryError
from tablemates.agents.game_agents import agents_of
from tablemates.agents.names import find_script, names_of
from tablemates.envs.core.errors import GameError
from tablemates.envs.core.game.seeds import fresh_seed
from tablemates.envs.core.history.replay import PERSON
from tablemates.envs.core.text.answers import Choice
from tablemates.envs.registry import DEFAULT_GAME, GAMES
from tablemates.table.seat_elsewhere import SeatElsewhere, TableClient
from tablemates.table.server.room import GameRoom, title_of
from tablemates.table.server.store import Store, default_folder
from tablemates.table.session.game import TableGame
from tablemates.table.session.options import PORT
from tablemates.table.session.partners import Seats
from tablemates.text.game import TextGame

#: An assistant may err as often as it likes.
_RETRIES: Final = 10**9
_NO_GAME: Final = "No game has begun: call new, or tables and join."
#: Name under which this process has seats at a table.
_DEVICE: Final = f"assistant-{token_hex(8)}"

_P = ParamSpec("_P")


class McpConfig(SettingsModel):
    """All settings of the command."""

    folder: UserPath | None = None
    """Folder in which games are kept; without it, where the table in the browser keeps them."""
    keep: bool = True
    """Keep games in files."""
    table: str = f"http://127.0.0.1:{PORT}/"
    """Address of the table in the browser, as it prints it, where the assistant may join people."""
    patience: Annotated[float, Field(gt=0, le=3600)] = 50.0
    """Seconds that an answer waits for people; many assistants give up after a minute."""


COMMAND: Final = Command(
    script="python -m tablemates.mcp",
    settings=McpConfig,
    purpose="Let an assistant play through the Model Context Protocol, over standard input and "
    "output.",
    examples=["", "--table http://127.0.0.1:8642/?token=...", "--folder my_games"],
    main="--folder",
)


class OwnGame:
    """A game that an assistant plays with agents; a store keeps it as the table does."""

    def __init__(self, game: TextGame, store: Store | None) -> None:
        self._game, self._store = game, store
        self._room: GameRoom | None = None
        if store is not None:
            table = TableGame.begin(game.game.settings, game.seed)
            who = [PERSON if name is None else name for name in game.agent_names]
            self._room = GameRoom(store.new_id(), title_of(table), table, Seats(who))
        self._keep()

    def rules(self, level: str) -> str:
        """Return the rules and how to answer."""
        return self._game.rules(level)

    def legal(self) -> list[Choice]:
        """Return what the assistant may choose now."""
        return self._game.legal()

    def observation(self) -> str:
        """Return what the assistant reads."""
        if not self._game.over:
            return self._game.observation()
        return f"{self._game.observation()}\n\nResult: {json.dumps(self._game.row())}"

    def act(self, answer: str) -> str:
        """Take the choice of an answer; return why not, or what the assistant reads next."""
        turn = self._game.step(answer)
        if not turn.accepted:
            return turn.reason
        self._keep()
        return self.observation()

    def close(self) -> None:
        """Release what partners hold."""
        self._game.close()

    def _keep(self) -> None:
        """Write the game as the table does, with the moves that were made since."""
        if self._store is None or self._room is None:
            return
        table = self._room.table
        for action in self._game.actions[table.moves :]:
            table.take(action)
        self._store.write(self._room)


class Session:
    """The game that an assistant plays; its methods are the tools."""

    def __init__(self, config: McpConfig) -> None:
        folder = (config.folder or default_folder()) if config.keep else None
        self._config = config
        self._store = None if folder is None else Store(folder, None, _notice)
        self._game: OwnGame | SeatElsewhere | None = None
        self._lock = threading.Lock()  # tools may be called side by side

    def new(
        self,
        game: str = DEFAULT_GAME,
        scenario: dict[str, Any] | None = None,
        seat: int = 0,
        partners: list[str] | None = None,
        seed: int | None = None,
    ) -> str:
        """Begin a new game and return what is seen.

        Args:
            game: Which game.
            scenario: Its parameters, such as {"players": 2}; what is left out is usual.
            seat: The seat that you play, from 0 on.
            partners: Agents in the other seats, clockwise; one name fills all. Usually "rules".
            seed: The same seed begins the same game; left out, it is drawn.
        """
        given = fresh_seed() if seed is None else seed
        others = self._partners(game, scenario, partners)
        begun = TextGame(game, scenario, given, seat=seat, partners=others, retries=_RETRIES)
        return self._play(OwnGame(begun, self._store))

    def tables(self) -> list[dict[str, Any]]:
        """Return the games that people play at the table now: ids, and who has each seat.

        A seat of a "person" whose device has left it can be joined.
        """
        client = self._client()
        games = [one for one in client.hello["games"] if not one["over"]]
        client.close()
        names = ("game", "title", "name", "moves", "seats")
        return [{name: one[name] for name in names} for one in games]

    def join(self, game: str, seat: int) -> str:
        """Take a person's seat in a game at the table; returns when it is your turn.

        Args:
            game: The game's id, one of those that tables returns.
            seat: The seat, from 0 on; its person leaves it first ("Devices" on the page).
        """
        client = self._client()
        try:
            return self._play(SeatElsewhere(client, game, seat, self._config.patience))
        except GameError:
            client.close()
            raise

    def rules(self, level: Literal["short", "full"] = "full") -> str:
        """Return the rules of the game and how to answer."""
        return self._playing().rules(level)

    def observe(self) -> str:
        """Return what has happened since your last move, the position, and what is asked.

        Beside people it waits a while for your turn.
        """
        return self._playing().observation()

    def legal(self) -> list[dict[str, Any]]:
        """Return what you may choose now: ids and texts."""
        return [one._asdict() for one in self._playing().legal()]

    def act(self, action: int | str) -> str:
        """Make a move by its id or its exact text; returns when it is your turn again.

        Args:
            action: The id or the text of a legal choice.
        """
        return self._playing().act(json.dumps({"action": action}))

    def tools(self) -> list[Callable[..., Any]]:
        """Return the tools, each of which answers a wrong call with a sentence."""
        begin: list[Callable[..., Any]] = [self.new, self.tables, self.join]
        play: list[Callable[..., Any]] = [self.rules, self.observe, self.legal, self.act]
        return [self._tool(one) for one in begin + play]

    def _tool(self, method: Callable[_P, Any]) -> Callable[_P, Any]:
        @wraps(method)
        def call(*args: _P.args, **kwargs: _P.kwargs) -> Any:
            with self._lock:
                try:
                    return method(*args, **kwargs)
                except GameError as error:
                    from mcp.server.mcpserver.exceptions import ToolError

                    raise ToolError(str(error)) from None

        return call

    def _partners(
        self, game: str, scenario: dict[str, Any] | None, named: list[str] | None
    ) -> list[str]:
        """Return who plays the other seats; nothing that runs code or reads files of the user."""
        if game not in GAMES:
            raise GameError(f"no game is called {game!r}: {', '.join(GAMES)}")
        for name in named or ():
            known = find_script(name, game) or name in agents_of(game).policies
            if not known or "/" in name or "\\" in name:
                raise GameError(f"no partner is called {name!r}: {', '.join(names_of(game))}")
        if named is not None:
            return named
        alone = TextGame(game, scenario).game.seats == 1
        return [] if alone else ["rules"]

    def _client(self) -> TableClient:
        return TableClient(self._config.table, _DEVICE)

    def _play(self, game: OwnGame | SeatElsewhere) -> str:
        """Let the tools be about another game; return what the assistant reads."""
        if self._game is not None:
            self._game.close()
        self._game = game
        return game.observation()

    def _playing(self) -> OwnGame | SeatElsewhere:
        if self._game is None:
            raise GameError(_NO_GAME)
        return self._game


def server(config: McpConfig) -> Any:
    """Return the server.

    Raises:
        LibraryError: The library is not installed.
    """
    if find_spec("mcp") is None:
        raise LibraryError("the server needs the library mcp: pip install 'tablemates[mcp,table]'")
    from mcp.server.mcpserver import MCPServer

    made = MCPServer(
        "tablemates",
        version=__version__,
        instructions=f"Board games: {', '.join(GAMES)}. Call new for a game with agents, or tables "
        "and join to play beside people; then rules, then act until the game is over; observe and "
        "legal tell where you are.",
    )
    for tool in Session(config).tools():
        made.add_tool(tool)
    return made


def _notice(sentence: str) -> None:
    print(f"notice: {sentence}", file=sys.stderr)


def _serve(config: McpConfig) -> None:
    server(config).run("stdio")


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command and return its exit code."""
    return COMMAND.run(argv, _serve)


if __name__ == "__main__":
    sys.exit(main())
