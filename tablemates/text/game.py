"""``TextGame``: a game that is read and answered as text."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from typing import Any, Final

from tablemates.agents.cli.scenarios import ScenarioConfig
from tablemates.agents.errors import AgentError
from tablemates.agents.facts import GameFacts
from tablemates.agents.registry import find_agent
from tablemates.envs.core.engine.codes import OVER
from tablemates.envs.core.errors import SettingsError
from tablemates.envs.core.game.seeds import checked_seed
from tablemates.envs.core.game.settings import as_integer
from tablemates.envs.core.text.answers import Choice, Refused, choices_of, read_answer
from tablemates.envs.core.text.asking import HOW_TO_ANSWER, asked_as_json, asked_as_text
from tablemates.envs.core.text.onlooker import decided
from tablemates.envs.core.text.rules import rules_as_text
from tablemates.envs.core.views.agent import Agent, Situation
from tablemates.envs.core.views.past import History, Recorder
from tablemates.envs.registry import new_game

#: Causes of an end that is not the rules'.
FORFEIT, TIMEOUT = "forfeit", "timeout"


@dataclass(frozen=True, slots=True)
class Turn:
    """The outcome of an answer.

    Attributes:
        accepted: Whether it took a choice.
        over: Whether the game is over.
        action: The number of the choice; None: none was taken.
        reason: Why the answer was refused and what is legal, a sentence; empty: it was not.
        retries: How many more answers to this decision may be refused.
    """

    accepted: bool
    over: bool
    action: int | None = None
    reason: str = ""
    retries: int = 0


@dataclass(slots=True)
class Answers:
    """Counts of a seat: choices taken, and answers refused."""

    taken: int = 0
    unreadable: int = 0
    illegal: int = 0
    forfeits: int = 0


@dataclass(frozen=True, slots=True)
class Result:
    """A game so far, or how it ended.

    Attributes:
        over: Whether it has ended.
        won: Whether the team has won; None: it is no team's game.
        cause: Why it ended: a word of the game, ``forfeit`` or ``timeout``; empty: it goes on.
        returns: Of each seat; zeros while the game goes on.
        progress: How far each seat has come, from 0 to 1.
        turns: Begun so far.
        decisions: Taken so far, by all seats.
        answers: Of each seat that is read and answered as text.
    """

    over: bool
    won: bool | None
    cause: str
    returns: tuple[float, ...]
    progress: tuple[float, ...]
    turns: int
    decisions: int
    answers: Mapping[int, Answers] = field(default_factory=dict)


#: Options of a game with one seat for the caller, and somebody in the others.
ALONE: Final[dict[str, Any]] = {"seat": 0, "partners": "random"}


class TextGame:
    """A game in which seats read texts and answer by texts.

    Args:
        game: Key of the game in ``tablemates.envs.registry.GAMES``.
        scenario: Parameters that say what is set up, such as ``{"level": 1, "players": 2}``.
        seed: Everything that chance does follows from it; no text tells it.
        seat: The seat that is played; the others are the partners'. None: all seats are played.
        partners: Names of agents, or agents, clockwise from ``seat``; one name fills all seats.
        retries: Refused answers in a row to one decision that cost nothing; one more forfeits the
            game.
        show_legal: Whether observations list what is legal.
        max_turns: A game with more turns is cut and lost.

    Raises:
        GameError: There is no such game, scenario, seat or agent; the message says what there is.
    """

    def __init__(
        self,
        game: str,
        scenario: Mapping[str, Any] | None = None,
        seed: int = 0,
        *,
        seat: int | None = None,
        partners: str | Agent | Sequence[str | Agent] = (),
        retries: int = 2,
        show_legal: bool = True,
        max_turns: int = 500,
    ) -> None:
        settings = _config(game, scenario).settings()
        if len(settings.scenarios()) != 1:
            raise SettingsError("a text game needs one value of each parameter, not a list of them")
        if settings.chance != "sampled":
            raise SettingsError("chance='explicit' does not go with text: leave it out")
        self.game = new_game(settings)
        self.retries = as_integer("retries", retries, 0)
        self.max_turns = as_integer("max_turns", max_turns, 1)
        self.show_legal = show_legal
        self.seat = seat
        self._agents = self._seated(seat, partners)
        self.reset(seed)

    def _seated(
        self, seat: int | None, partners: str | Agent | Sequence[str | Agent]
    ) -> list[Agent | None]:
        """Return the agent of each seat; None: it is played as text."""
        seats = self.game.seats
        listed = [partners] if isinstance(partners, str | Agent) else [*partners]
        if seat is None:
            if listed:
                raise SettingsError("partners need a seat that is played: seat=0")
            return [None] * seats
        if as_integer("seat", seat, 0) >= seats:
            raise SettingsError(f"seat={seat} is no seat of this game: 0 to {seats - 1}")
        if len(listed) == 1:
            listed *= seats - 1
        if len(listed) != seats - 1:
            raise SettingsError(
                f"{len(listed)} partners do not fill {seats - 1} seats: "
                "name one for each, clockwise, or one for all"
            )
        facts = GameFacts.of_game(self.game)
        made = {one: find_agent(one, facts) for one in listed if isinstance(one, str)}
        around = [None, *(made[one] if isinstance(one, str) else one for one in listed)]
        return [around[(n - seat) % seats] for n in range(seats)]

    def reset(self, seed: int) -> None:
        """Begin a new game."""
        self.seed = checked_seed(seed)
        self.game.new(self.seed)
        self.decisions = 0
        self._recorder = Recorder(self.game)
        self._refused = 0  # in a row
        self._end = ""  # why the game was ended early
        read = [n for n, agent in enumerate(self._agents) if agent is None]
        self.answers = {n: Answers() for n in read}
        self._since: list[list[str]] = [self.game.told() for _ in self._agents]
        self._let_partners_play()

    # -- what is read -------------------------------------------------------------------
    @property
    def over(self) -> bool:
        """True if the game has ended."""
        return bool(self._end) or self.game.to_move() == OVER

    @property
    def to_move(self) -> int | None:
        """The seat that decides; None: the game is over."""
        return None if self.over else self.game.to_move()

    @property
    def actions(self) -> list[int]:
        """The numbers of the choices made so far, by all seats."""
        made: list[int] = self._recorder.past().actions.tolist()
        return made

    @property
    def agent_names(self) -> list[str | None]:
        """Names of the agents by seat; None: it is played as text."""
        return [None if agent is None else agent.name for agent in self._agents]

    def rules(self, level: str = "short") -> str:
        """Return the rules, ``"short"`` or ``"full"``, and how to answer."""
        return f"{rules_as_text(self.game, level)}\n\n{HOW_TO_ANSWER}"

    def observation(self, seat: int | None = None) -> str:
        """Return what a seat reads: what has happened, the position, what is asked, what is legal.

        None: the seat that is played, else the one that decides.
        """
        seat = self._reader(seat)
        return asked_as_text(self.game, seat, self._since[seat], self._shown(seat))

    def observation_json(self, seat: int | None = None) -> dict[str, Any]:
        """Return the same as data, in which the position is the game's snapshot."""
        seat = self._reader(seat)
        return asked_as_json(self.game, seat, self._since[seat], self._shown(seat))

    def legal(self, seat: int | None = None) -> list[Choice]:
        """Return what a seat may choose, ids and texts; nothing unless it decides."""
        return choices_of(self.game) if self._reader(seat) == self.to_move else []

    def parse(self, answer: str) -> int | str:
        """Return the number of the choice that an answer takes, or a sentence why it takes none."""
        found = read_answer(answer, self.legal(self.to_move))
        return found.reason if isinstance(found, Refused) else found

    def situation(self) -> Situation:
        """Return the present decision as agents see it."""
        past = History(self.game.to_move(), self._recorder.past())
        return Situation.of(self.game, self.seed, self.decisions, past)

    @property
    def result(self) -> Result:
        """The game so far, or how it ended."""
        game, over = self.game, self.over
        seats = range(game.seats)
        returns = game.returns() if self._end != TIMEOUT else [game.least_return for _ in seats]
        cause = self._end or (str(game.ending()["cause"]) if over else "")
        return Result(
            over=over,
            won=returns[0] == 1.0 if over and game.co_operative else None,
            cause=cause,
            returns=tuple(returns),
            progress=tuple(game.progress(seat) for seat in seats),
            turns=game.turn,
            decisions=self.decisions,
            answers={seat: replace(one) for seat, one in self.answers.items()},
        )

    def row(self) -> dict[str, Any]:
        """Return the result as plain data."""
        return asdict(self.result)

    # -- what is answered ---------------------------------------------------------------
    def step(self, answer: str) -> Turn:
        """Take the choice of an answer for the seat that decides, then let partners play.

        An answer that takes none changes nothing, until it is one too many. After the end
        nothing counts any more.
        """
        seat = self.to_move
        if seat is None:
            return Turn(accepted=False, over=True, reason="The game is over.")
        found = read_answer(answer, choices_of(self.game))
        if isinstance(found, Refused):
            return self._refuse(seat, found)
        self.answers[seat].taken += 1
        self._take(found)
        self._let_partners_play()
        return Turn(accepted=True, over=self.over, action=found, retries=self.retries)

    def close(self) -> None:
        """Release what partners hold, such as programs."""
        for agent in self._agents:
            if agent is not None:
                agent.close()

    def _refuse(self, seat: int, refused: Refused) -> Turn:
        counts = self.answers[seat]
        counts.unreadable += refused.fault == "unreadable"
        counts.illegal += refused.fault == "illegal"
        self._refused += 1
        if self._refused > self.retries:
            counts.forfeits += 1
            self.game.forfeit(seat)
            self._end = FORFEIT
        left = max(self.retries - self._refused, 0)
        return Turn(accepted=False, over=self.over, reason=refused.reason, retries=left)

    def _take(self, action: int) -> None:
        game = self.game
        seat, text = game.to_move(), game.describe(action)
        self._recorder.note(seat, action, game.public_record)
        game.step(action)
        self.decisions += 1
        self._refused = 0
        self._since[seat].clear()
        lines = [decided(game, seat, text), *game.told()]
        for one in self._since:
            one += lines
        if game.to_move() != OVER and game.turn > self.max_turns:
            self._end = TIMEOUT

    def _let_partners_play(self) -> None:
        while (seat := self.to_move) is not None and (agent := self._agents[seat]) is not None:
            action = int(agent.act(self.situation()))
            if action not in self.game.legal:
                raise AgentError(f"the partner {agent.name!r} answered {action}: it is not legal")
            self._take(action)

    def _reader(self, seat: int | None) -> int:
        if seat is None:
            return self.seat if self.seat is not None else max(self.game.to_move(), 0)
        if not 0 <= as_integer("seat", seat, 0) < self.game.seats:
            raise SettingsError(f"there is no seat {seat}: 0 to {self.game.seats - 1}")
        return seat

    def _shown(self, seat: int) -> list[Choice] | None:
        return choices_of(self.game) if self.show_legal and seat == self.to_move else None


def _config(game: str, scenario: Mapping[str, Any] | None) -> ScenarioConfig:
    """Return game and scenario, checked."""
    from pydantic import ValidationError

    try:
        return ScenarioConfig(game=game, scenario=dict(scenario or {}))
    except ValidationError as error:
        raise SettingsError(str(error.errors()[0]["msg"]).removeprefix("Value error, ")) from error
