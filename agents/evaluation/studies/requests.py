"""Requests to a partner: how often it does as it is asked, and what that costs.

``python -m tablemates.agents.evaluation.studies.requests --requests leave:chest do:ghast --out
runs/requests.csv`` plays the same games on tuning seeds without and with each request. Whoever asks
has the first seat, the agent that is asked all others. ``--strangers FILE`` lets each of some
sealed strangers ask.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Annotated, Final, NamedTuple, get_args

import numpy as np
from pydantic import Field, field_validator

from tablemates.agents.cli.command_line import Command
from tablemates.agents.cli.running import progress
from tablemates.agents.cli.scenarios import ScenarioConfig
from tablemates.agents.cli.settings_models import UserPath
from tablemates.agents.companion.requests import LIMIT, Kind, Request, answer, judge_of
from tablemates.agents.errors import AgentError
from tablemates.agents.evaluation.stats.estimates import Estimate, over_seeds, win_rate
from tablemates.agents.facts import GameFacts
from tablemates.agents.output.line_tables import add_lines, check_table
from tablemates.agents.population import name_of_set, partners_of
from tablemates.agents.registry import find_agent
from tablemates.envs.core.game.game import Game
from tablemates.envs.core.game.seeds import seed_for
from tablemates.envs.core.game.settings import Scenario
from tablemates.envs.core.views.agent import Agent, Situation
from tablemates.envs.core.views.past import History, Recorder
from tablemates.envs.registry import new_game

#: Longer games count as lost.
_MOST: Final = 5_000


class RequestsConfig(ScenarioConfig):
    """All settings of the command."""

    agent: str = "companion:8"
    """Agent that is asked; it has all seats but the first."""
    asker: str = "value"
    """Agent in the first seat."""
    strangers: UserPath | None = None
    """File with sealed strangers: each has the first seat in as many games."""
    requests: Annotated[tuple[str, ...], Field(min_length=1)] = ("leave:chest",)
    """Requests, each in games of its own: do:WORDS or leave:WORDS of choices."""
    limit: Annotated[float, Field(ge=0, le=1)] = LIMIT
    """What a choice that was asked for may cost of the chance to win."""
    judge: str | None = None
    """Agent that says what choices cost; null: the game's own."""
    games: Annotated[int, Field(ge=2)] = 60
    """Games with each request and without, in each scenario, beside whoever asks."""
    seed: Annotated[int, Field(ge=0, lt=2**24)] = 0
    """Block of seeds."""
    out: UserPath | None = None
    """File for the table, CSV; lines of other scenarios, agents and seeds that it has stay."""

    @field_validator("requests")
    @classmethod
    def _can_be_read(cls, given: tuple[str, ...]) -> tuple[str, ...]:
        for one in given:
            kind, _, words = one.partition(":")
            if kind not in get_args(Kind) or not words.strip():
                raise ValueError(f"{one!r} is neither do:WORDS nor leave:WORDS")
        return given


class Line(NamedTuple):
    """A request in the games of a scenario.

    Attributes:
        request: What was asked.
        games: How many were played.
        moments: Decisions in which it applied.
        done: In how many of them the agent did as it was asked.
        won: Share of the games that were won.
        cost: What was won less than without, on the same games.
    """

    request: str
    games: int
    moments: int
    done: int
    won: Estimate
    cost: Estimate


HEAD: Final = (
    *("game", "components", "scenario", "agent", "asker", "judge", "limit", "request"),
    *("games", "seed", "moments", "done"),
    *("won", "won_low", "won_high", "cost", "cost_low", "cost_high"),
)
#: Columns of which a table has one line each.
KEY: Final = (*HEAD[: HEAD.index("games")], "seed")

COMMAND: Final = Command(
    script="python -m tablemates.agents.evaluation.studies.requests",
    settings=RequestsConfig,
    purpose="Ask an agent for something: how often it does it, and what that costs.",
    examples=["--requests 'leave:gray block' --games 60 --out runs/requests.csv"],
    main="--requests",
)


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command and return its exit code."""
    return COMMAND.run(argv, study)


def study(config: RequestsConfig) -> None:
    """Play the games, print a line for each request, and write them."""
    check_table(config.out, HEAD)
    print("scenario, request, moments, done %, games won % [95 %], cost in points [95 %]")
    lines: list[list[object]] = []
    asker = name_of_set(config.game, config.strangers) if config.strangers else config.asker
    for scenario in config.team_scenarios():
        for one in ask(config, scenario):
            won, cost = (
                "{:.1f} [{:.1f}, {:.1f}]".format(*(100 * part for part in some))
                for some in (one.won, one.cost)
            )
            share = f"{100 * one.done / one.moments:.0f}" if one.moments else "-"
            print(f"{scenario.name}, {one.request}, {one.moments}, {share}, {won}, {cost}")
            numbers = [f"{part:.6f}" for part in (*one.won, *one.cost)]
            lines.append(
                [
                    *(config.game, config.components or "", scenario.name, config.agent),
                    asker,
                    *(config.judge or judge_of(config.game), config.limit, one.request),
                    *(one.games, config.seed, one.moments, one.done, *numbers),
                ]
            )
    if config.out is not None:
        add_lines(config.out, HEAD, lines, KEY)
        print(f"table: {config.out}")


def ask(config: RequestsConfig, scenario: Scenario) -> list[Line]:
    """Play the games of a scenario without a request, and with each.

    Raises:
        AgentError: Nobody judges choices of the game.
    """
    requests = [Request(one.partition(":")[0], one.partition(":")[2]) for one in config.requests]  # type: ignore[arg-type]
    askers = partners_of(config.game, config.strangers) if config.strangers else (config.asker,)
    results: dict[Request | None, list[_Result]] = {one: [] for one in (None, *requests)}
    with progress("playing", "games", config.games * len(askers) * len(results)) as report:
        for asker in askers:
            playing = _Playing(config, scenario, asker)
            try:
                for request, found in results.items():
                    for game in range(config.games):
                        found.append(playing.game(game, request))
                        report(sum(map(len, results.values())), asker)
            finally:
                playing.close()
    won = {request: np.array([float(one.won) for one in some]) for request, some in results.items()}
    # All who ask play the same seeds.
    numbers = np.tile(np.arange(config.games), len(askers))
    return [
        Line(
            name,
            len(numbers),
            sum(one.moments for one in results[request]),
            sum(one.done for one in results[request]),
            win_rate(int(won[request].sum()), len(numbers)),
            over_seeds(won[None] - won[request], numbers, least=-1.0),
        )
        for name, request in zip(config.requests, requests, strict=True)
    ]


class _Result(NamedTuple):
    won: bool
    moments: int
    done: int


class _Playing:
    """Plays games of a scenario, one at a time."""

    def __init__(self, config: RequestsConfig, scenario: Scenario, asker: str) -> None:
        chosen = config.model_copy(
            update={"scenario": config.scenario | dict(scenario.axes)}
        ).settings()
        self._game: Game = new_game(chosen)
        facts = GameFacts.of_game(self._game)
        judge = config.judge or judge_of(config.game)
        if judge is None:
            raise AgentError(f"nobody judges the choices of {self._game.title}")
        self._seed, self._limit = config.seed, config.limit
        self._judge, self._asked, self._asker = (
            find_agent(name, facts) for name in (judge, config.agent, asker)
        )

    def game(self, number: int, request: Request | None) -> _Result:
        """Play a game with a request, or without."""
        game, seed = self._game, seed_for("tune", (self._seed << 24) + number)
        game.new(seed)
        recorder, moments, done = Recorder(game), 0, 0
        for count in range(_MOST):
            if not len(game.legal):
                break
            seat = game.to_move()
            agent: Agent = self._asked if seat else self._asker
            now = Situation.of(game, seed, count, History(seat, recorder.past()))
            action = agent.act(now)
            if seat and request is not None:
                texts = {int(one): game.describe(int(one)) for one in game.legal}
                if request.applies(texts):
                    action = self._answered(request, texts, now, action)
                    moments, done = moments + 1, done + request.grants(texts[action])
            recorder.note(seat, action, game.seen(game.viewer))
            game.step(action)
        return _Result(bool(game.returns()[0] > 0), moments, done)

    def _answered(
        self, request: Request, texts: dict[int, str], now: Situation, action: int
    ) -> int:
        """Return what the agent does, who was asked for something."""
        if request.grants(texts[action]):
            return action
        judged = self._judge.explain(now).candidates
        values = {one.action: one.value for one in judged if 0.0 <= one.value <= 1.0}
        found = answer(request, texts, values, action)
        return action if found is None or not found.granted(self._limit) else found.action

    def close(self) -> None:
        """Close the agents."""
        for agent in (self._judge, self._asked, self._asker):
            agent.close()


if __name__ == "__main__":
    sys.exit(main())
