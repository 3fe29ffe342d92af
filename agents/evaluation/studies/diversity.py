"""Diversity of partners: how well the best response to one does beside another.

``python -m tablemates.agents.evaluation.studies.diversity --responses runs/responses --out
runs/diversity`` lets each best response that ``tablemates.agents.learn.responses`` has trained play
with each partner, writes the matrix as a table and as a picture, and names the partners in the
order in which they add most: two that the same response serves are one partner twice.
"""

from __future__ import annotations

import csv
import io
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Final, TypeAlias

import numpy as np
import numpy.typing as npt
from pydantic import Field

from tablemates.agents.cli.command_line import Command
from tablemates.agents.cli.scenarios import ScenarioConfig
from tablemates.agents.cli.settings_models import UserPath
from tablemates.agents.errors import AgentError, FolderError
from tablemates.agents.evaluation.plan import JOIN, Plan, taking_turns
from tablemates.agents.evaluation.runner import play
from tablemates.agents.output.folders import locked, write_whole
from tablemates.agents.population import partners_of, response_folder

Matrix: TypeAlias = npt.NDArray[np.float64]

TABLE: Final = "diversity.csv"
PICTURE: Final = "diversity.svg"


class DiversityConfig(ScenarioConfig):
    """All settings of the command."""

    responses: UserPath = Path("runs/responses")
    """Folder of best responses."""
    strangers: UserPath | None = None
    """File with sealed strangers, in the place of the public ones."""
    games: Annotated[int, Field(ge=1)] = 50
    """Games of each pair in each scenario, on tuning seeds."""
    workers: Annotated[int, Field(ge=1)] = 1
    """Processes."""
    out: UserPath | None = None
    """Folder for games, table and picture; a stopped run goes on there."""


COMMAND: Final = Command(
    script="python -m tablemates.agents.evaluation.studies.diversity",
    settings=DiversityConfig,
    purpose="Let the best response to each partner play with every other one.",
    examples=["--game {game} --responses runs/responses --out runs/diversity"],
    main="--responses",
)


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command and return its exit code."""
    return COMMAND.run(argv, study)


def study(config: DiversityConfig) -> None:
    """Play all pairs, print the partners in the order in which they add most, and write results."""
    partners, networks = _trained(config)
    scores = matrix_of(config, partners, networks)
    order, gains = most_diverse(scores)
    print("partner, added by it: how much the best of the responses before it lose beside it")
    for n, gain in zip(order, gains, strict=True):
        print(f"{partners[n]}, {100 * gain:.1f} points")
    if config.out is not None:
        with locked(config.out):
            write_whole(config.out / TABLE, _csv(partners, scores))
            write_whole(config.out / PICTURE, picture(partners, scores, order))
        print(f"picture: {config.out / PICTURE}")


def _trained(config: DiversityConfig) -> tuple[list[str], list[str]]:
    """Return the partners to whom there is a response, and these."""
    known = partners_of(config.game, config.strangers)
    folders = {one: response_folder(config.responses, config.game, one) / "policy" for one in known}
    found = {one: str(folder) for one, folder in folders.items() if folder.is_dir()}
    if len(found) < 2:
        raise FolderError(
            f"{config.responses} has responses to {len(found)} of the {len(known)} strangers of "
            f"{config.game}: train them by python -m tablemates.agents.learn.responses"
        )
    return list(found), list(found.values())


def matrix_of(config: DiversityConfig, partners: Sequence[str], networks: Sequence[str]) -> Matrix:
    """Return the share of games that the response to each partner wins beside every other one.

    Shape ``(responses, partners)``.
    """
    config.team_scenarios()
    players = config.scenario.get("players", 2)
    if not isinstance(players, int) or players < 2:
        raise AgentError(f"players={players}: pairs are compared at one number of seats, 2 or more")
    line_ups = {
        (i, j): (*(partner,) * (players - 1), network)
        for i, network in enumerate(networks)
        for j, partner in enumerate(partners)
    }
    plan = Plan(
        game=config.game,
        scenario=config.scenario | {"players": players},
        components=config.components,
        purpose="tune",
        agents=tuple(JOIN.join(taking_turns(one)) for one in line_ups.values()),
        games=config.games,
        workers=config.workers,
        out=None if config.out is None else config.out / "games",
    )
    won: dict[tuple[str, ...], list[float]] = {}
    for row in play(plan):
        won.setdefault(row.agents, []).append(float(bool(row.won)))
    scores = np.zeros((len(networks), len(partners)))
    for place, line_up in line_ups.items():
        scores[place] = np.mean(won[line_up])
    return scores


def most_diverse(scores: Matrix) -> tuple[list[int], list[float]]:
    """Return partners in the order in which they add most, and how much each adds.

    The first is the one whom the responses to others serve worst on average; then always the one
    beside whom the best of the responses so far loses most against its own response (greedy
    max-min). ``scores`` have shape ``(responses, partners)``.
    """
    lost = np.diag(scores)[None] - scores  # against the partner's own response
    order = [int(np.argmax(lost.sum(axis=0)))]
    gains = [float(lost[:, order[0]].max())]
    while len(order) < len(scores):
        left = [n for n in range(len(scores)) if n not in order]
        added = [float(lost[order, n].min()) for n in left]
        best = int(np.argmax(added))
        order.append(left[best])
        gains.append(added[best])
    return order, gains


def _csv(partners: Sequence[str], scores: Matrix) -> str:
    stream = io.StringIO(newline="")
    lines = csv.writer(stream)
    lines.writerow(["response to", *partners])
    for name, row in zip(partners, scores.tolist(), strict=True):
        lines.writerow([name, *(f"{one:.6f}" for one in row)])
    return stream.getvalue()


def picture(partners: Sequence[str], scores: Matrix, order: Sequence[int]) -> bytes:
    """Draw the matrix, the partners in their order."""
    import matplotlib as mpl
    from matplotlib.figure import Figure

    from tablemates.agents.output.figures import STYLE, svg_of

    names = [partners[n] for n in order]
    with mpl.rc_context(STYLE):
        figure = Figure((3.0 + 0.3 * len(names), 2.2 + 0.3 * len(names)))
        axes = figure.add_subplot()
        shown = axes.imshow(100 * scores[np.ix_(order, order)], cmap="viridis", vmin=0, vmax=100)
        axes.set_yticks(range(len(names)), names)
        axes.set_xticks(range(len(names)), names, rotation=90)
        axes.set_xlabel("partner in the other seats")
        axes.set_ylabel("best response to")
        figure.colorbar(shown, ax=axes, label="games won, %")
        return svg_of(figure)


if __name__ == "__main__":
    sys.exit(main())
