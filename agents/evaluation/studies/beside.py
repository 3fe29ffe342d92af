"""Agents beside a partner: games won in the same seat, and what they cost.

``python -m tablemates.agents.evaluation.studies.beside --partner rules --agents turn champion:4
--out runs/beside.csv`` lets each agent play the same games on tuning seeds, and states its games
won, the CPU time of a game, and what it wins less or more than the last one. In matches agents may
find out who the partner is. ``--strangers FILE`` takes each of some sealed strangers as the
partner.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Sequence
from typing import Annotated, Final, NamedTuple, Self

import numpy as np
from pydantic import Field, model_validator

from tablemates.agents.cli.command_line import Command
from tablemates.agents.cli.running import progress
from tablemates.agents.cli.scenarios import ScenarioConfig
from tablemates.agents.cli.settings_models import UserPath
from tablemates.agents.errors import AgentError
from tablemates.agents.evaluation.plan import JOIN, Plan, taking_turns
from tablemates.agents.evaluation.runner import play
from tablemates.agents.evaluation.stats.estimates import Estimate, Floats, over_seeds, win_rate
from tablemates.agents.output.line_tables import add_lines, check_table
from tablemates.agents.population import name_of_set, partners_of
from tablemates.envs.core.game.settings import Scenario


class BesideConfig(ScenarioConfig):
    """All settings of the command."""

    partner: str = "rules"
    """Agent that has all seats but one."""
    strangers: UserPath | None = None
    """File with sealed strangers: each is the partner in as many games."""
    agents: tuple[str, ...] = ("turn",)
    """Agents that have the last seat, one after the other, each compared with the last of them."""
    games: Annotated[int, Field(ge=2)] = 60
    """Games of each agent beside each partner in each scenario, on tuning seeds."""
    match: Annotated[int, Field(ge=1, le=1000)] = 1
    """Games of a match, see evaluate.py."""
    seed: Annotated[int, Field(ge=0, lt=2**24)] = 0
    """Block of seeds."""
    lanes: Annotated[int, Field(ge=1)] = 128
    """Games that an agent answers at once."""
    out: UserPath | None = None
    """File for the table, CSV; lines of other scenarios, partners and seeds that it has stay."""

    @model_validator(mode="after")
    def _games_make_whole_matches(self) -> Self:
        if self.games % self.match:
            raise ValueError(f"games: {self.games} are no whole matches of {self.match}")
        return self


class Line(NamedTuple):
    """An agent beside a partner.

    Attributes:
        agent: Its name.
        games: How many it has played.
        won: Share of them that were won.
        milliseconds: CPU time of a game, all seats.
        lead: What it wins more than the last agent, on the same games.
        gain: What the last game of a match has more than the first; None: there are no matches.
    """

    agent: str
    games: int
    won: Estimate
    milliseconds: float
    lead: Estimate
    gain: Estimate | None


HEAD: Final = (
    *("game", "components", "scenario", "partner", "agent", "games", "match", "seed"),
    *("won", "won_low", "won_high", "milliseconds", "reference", "lead", "lead_low", "lead_high"),
    *("gain", "gain_low", "gain_high"),
)

#: Columns of which a table has one line each.
KEY: Final = ("game", "components", "scenario", "partner", "agent", "match", "seed")

COMMAND: Final = Command(
    script="python -m tablemates.agents.evaluation.studies.beside",
    settings=BesideConfig,
    purpose="Compare agents beside a partner: games won and CPU time.",
    examples=["--game {game} --partner rules --agents value turn --games 60 --out runs/beside.csv"],
    main="--agents",
)


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command and return its exit code."""
    return COMMAND.run(argv, study)


def study(config: BesideConfig) -> None:
    """Play the games of every agent, print a line of each, and write them."""
    check_table(config.out, HEAD)
    scenarios = config.team_scenarios()
    print("scenario, agent, games won % [95 %], CPU ms a game, less or more than the last % [95 %]")
    lines: list[list[object]] = []
    for scenario in scenarios:
        for one in compare(config, scenario):
            won, lead = (
                "{:.1f} [{:.1f}, {:.1f}]".format(*(100 * part for part in some))
                for some in (one.won, one.lead)
            )
            print(f"{scenario.name}, {one.agent}, {won}, {one.milliseconds:.1f}, {lead}")
            lines.append(_cells(config, scenario, one))
    if config.out is not None:
        add_lines(config.out, HEAD, lines, KEY)
        print(f"table: {config.out}")


def compare(config: BesideConfig, scenario: Scenario) -> list[Line]:
    """Let all agents play the same games of a scenario.

    Raises:
        AgentError: Agents are named twice, or one of them forfeits a game.
    """
    if len(set(config.agents)) < len(config.agents):
        raise AgentError("--agents: one of them is named twice")
    partners = partners_of(config.game, config.strangers) if config.strangers else (config.partner,)
    played: dict[str, tuple[Floats, float]] = {}
    with progress("playing", "partners", len(partners) * len(config.agents)) as report:
        for agent in config.agents:
            parts = []
            for partner in partners:
                parts.append(_played(config, scenario, partner, agent))
                report(len(played) * len(partners) + len(parts), partner)
            won = np.concatenate([part for part, _ in parts])
            played[agent] = won, sum(seconds for _, seconds in parts)
    last = played[config.agents[-1]][0]
    # All partners play the same seeds.
    matches = np.tile(np.arange(config.games) // config.match, len(partners))
    found = []
    for agent, (won, seconds) in played.items():
        by_match = won.reshape(-1, config.match)
        apart = by_match[:, -1] - by_match[:, 0]
        found.append(
            Line(
                agent,
                len(won),
                win_rate(int(won.sum()), len(won))
                if len(won) == matches.max() + 1
                else over_seeds(won, matches),
                1000 * seconds / len(won),
                over_seeds(won - last, matches, least=-1.0),
                over_seeds(apart, matches[:: config.match], least=-1.0)
                if config.match > 1
                else None,
            )
        )
    return found


def _played(
    config: BesideConfig, scenario: Scenario, partner: str, agent: str
) -> tuple[Floats, float]:
    """Return the games that an agent wins, and CPU seconds; what is loaded first costs nothing."""

    def plan(games: int) -> Plan:
        return Plan(
            game=config.game,
            scenario=config.scenario | dict(scenario.axes),
            components=config.components,
            agents=(JOIN.join(taking_turns((*(partner,) * (scenario.players - 1), agent))),),
            games=games,
            match=config.match,
            purpose="tune",
            seed=config.seed,
            workers=1,
            lanes=config.lanes,
        )

    play(plan(config.match))
    begun = time.process_time()
    rows = play(plan(config.games))
    seconds = time.process_time() - begun
    for row in rows:
        if row.forfeit is not None:
            raise AgentError(f"{JOIN.join(row.agents)} forfeited a game: {row.forfeit}")
    return np.array([float(bool(row.won)) for row in rows]), seconds


def _cells(config: BesideConfig, scenario: Scenario, line: Line) -> list[object]:
    gain = [""] * 3 if line.gain is None else [f"{one:.6f}" for one in line.gain]
    partner = name_of_set(config.game, config.strangers) if config.strangers else config.partner
    return [
        *(config.game, config.components or "", scenario.name, partner),
        *(line.agent, line.games, config.match),
        *(config.seed, *(f"{one:.6f}" for one in line.won), f"{line.milliseconds:.3f}"),
        *(config.agents[-1], *(f"{one:.6f}" for one in line.lead), *gain),
    ]


if __name__ == "__main__":
    sys.exit(main())
