"""Recognition of partners: whether what they did in one game names their kind.

``python -m tablemates.agents.evaluation.studies.recognition --strangers sealed.yaml --out
runs/recognition.csv`` lets each stranger play some games with an agent, and compares the likeliest
kind that ``companion`` would believe it to be after each with what it is.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Annotated, Final, NamedTuple

from pydantic import Field

from tablemates.agents.arena import AgentPlayer, play
from tablemates.agents.cli.command_line import Command
from tablemates.agents.cli.running import progress
from tablemates.agents.cli.scenarios import ScenarioConfig
from tablemates.agents.cli.settings_models import UserPath
from tablemates.agents.companion.belief import Believer
from tablemates.agents.companion.partner_types import kind_of
from tablemates.agents.errors import AgentError
from tablemates.agents.evaluation.stats.estimates import win_rate
from tablemates.agents.facts import GameFacts
from tablemates.agents.games import Moves, Observer, Played, Start, refuse_forfeits
from tablemates.agents.output.line_tables import add_lines, check_table
from tablemates.agents.population import partners_of
from tablemates.agents.registry import find_agent, print_notice
from tablemates.envs.core.game.batch import GameBatch
from tablemates.envs.core.game.seeds import seed_for
from tablemates.envs.core.views.past import History, Past
from tablemates.envs.registry import new_game

_MOST_TURNS: Final = 500


class RecognitionConfig(ScenarioConfig):
    """All settings of the command."""

    partners: tuple[str, ...] = ()
    """Whose kind is to be named; none: the public strangers of the game."""
    strangers: UserPath | None = None
    """File with sealed strangers, in the place of the public ones."""
    agent: str = "value"
    """Agent that has the last seat."""
    games: Annotated[int, Field(ge=1, le=1000)] = 5
    """Games with each partner, on tuning seeds."""
    out: UserPath | None = None
    """File for the table, CSV; lines of other scenarios and partners that it has are kept."""


class Line(NamedTuple):
    """A partner, and in how many ``games`` its kind was thought the likeliest.

    ``named`` has what it was taken for in each game.
    """

    partner: str
    games: int
    right: int
    named: tuple[str, ...]


HEAD: Final = ("game", "components", "scenario", "partner", "games", "right", "named")

COMMAND: Final = Command(
    script="python -m tablemates.agents.evaluation.studies.recognition",
    settings=RecognitionConfig,
    purpose="Say how often the kind of a partner is named right after one game.",
    examples=["--game {game} --strangers sealed.yaml --out runs/recognition.csv"],
    main="--partners",
)


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command and return its exit code."""
    return COMMAND.run(argv, study)


def study(config: RecognitionConfig) -> None:
    """Play with every partner, print how often its kind is named right, and write it."""
    check_table(config.out, HEAD)
    scenarios = config.team_scenarios()
    if len(scenarios) != 1:
        raise AgentError(f"{len(scenarios)} scenarios: name one with --scenario")
    names = config.partners or partners_of(config.game, config.strangers)
    found = []
    with progress("playing", "partners", len(names)) as report:
        for number, name in enumerate(names):
            found.append(_recognised(config, name))
            report(number + 1, name)
    for one in found:
        print(f"{one.partner}: {one.right} of {one.games} games; taken for {', '.join(one.named)}")
    right, games = sum(one.right for one in found), sum(one.games for one in found)
    share = " ".join(f"{100 * part:.0f}" for part in win_rate(right, games))
    print(f"{right} of {games} games, % [95 %]: {share}")
    if config.out is not None:
        lines = [
            (
                *(config.game, config.components or "", scenarios[0].name, *one[:3]),
                " ".join(sorted(set(one.named))),
            )
            for one in found
        ]
        add_lines(config.out, HEAD, lines, HEAD[:4])
        print(f"table: {config.out}")


class _Pasts(Observer):
    """Keeps what everybody saw of the games."""

    def __init__(self) -> None:
        self.found: list[Past] = []

    def after(self, moves: Moves) -> None:
        """Stop where an agent fails."""
        refuse_forfeits(moves)

    def end(self, games: Sequence[Played]) -> None:
        """Keep the past of games that have ended."""
        self.found += [one.past for one in games if one.past is not None]


def _recognised(config: RecognitionConfig, name: str) -> Line:
    """Play with a partner, and name its kind after each game alone."""
    game = new_game(config.settings())
    facts = GameFacts.of_game(game)
    agent, partner = (find_agent(one, facts, print_notice) for one in (config.agent, name))
    agent.wants_history = True  # so that the past is kept
    (scenario,) = game.settings.scenarios()
    last = scenario.players - 1
    seating = [1] * last + [0]
    starts = iter([[Start(seed_for("tune", n), 0, seating) for n in range(config.games)]])
    pasts = _Pasts()
    players = [AgentPlayer(config.agent, agent), AgentPlayer(name, partner)]
    play(GameBatch(game, config.games), players, lambda _: next(starts, []), [pasts], _MOST_TURNS)
    believer = Believer(facts, print_notice)
    named = []
    for past in pasts.found:
        beliefs = believer.beliefs(History(last, past), scenario.players)
        named.append(next(iter(beliefs[0].kinds())))
    for one in (agent, partner, believer):
        one.close()
    return Line(name, len(named), named.count(kind_of(name)), tuple(named))


if __name__ == "__main__":
    sys.exit(main())
