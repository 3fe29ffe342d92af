"""The command that writes games for other libraries' offline learning.

``python -m tablemates.agents.learn.export_decisions --agents value rules --out runs/data/mixed``
plays games and writes every decision with what its seat saw, what was legal and, where the agent
says so, what every legal choice was worth to it. ``--form datasets`` writes a folder for
``datasets.load_dataset`` of Hugging Face (needs pyarrow), ``--form minari`` a data set of Minari
(needs minari and h5py), in which each seat's part of a game is an episode.
"""

from __future__ import annotations

import importlib.util
import json
import sys
import warnings
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Final, Literal

import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from pydantic import Field

from tablemates.agents.arena import AgentPlayer, play
from tablemates.agents.cli.command_line import Command
from tablemates.agents.cli.running import progress
from tablemates.agents.cli.scenarios import ScenarioConfig
from tablemates.agents.cli.settings_models import UserPath
from tablemates.agents.errors import FolderError, LibraryError
from tablemates.agents.facts import GameFacts
from tablemates.agents.games import Decisions, Moves, Observer, Played, Start, refuse_forfeits
from tablemates.agents.output.folders import locked, write_whole
from tablemates.agents.registry import find_agent
from tablemates.envs.core.game.batch import GameBatch
from tablemates.envs.core.game.game import Game
from tablemates.envs.core.game.seeds import seed_for
from tablemates.envs.core.records.layout import Array8
from tablemates.envs.core.views.agent import Agent
from tablemates.envs.registry import new_game

Form = Literal["datasets", "minari"]

#: What each form needs.
_LIBRARIES: Final[Mapping[Form, tuple[str, ...]]] = {
    "datasets": ("pyarrow",),
    "minari": ("minari", "h5py"),
}
#: Training seeds of these games: those of runs and of other data sets end before.
_BLOCK: Final = 2**46
_LANES: Final = 64


class ExportConfig(ScenarioConfig):
    """All settings of the command."""

    agents: Annotated[tuple[str, ...], Field(min_length=1)] = ("value",)
    """Agents that play; they take the seats in turn."""
    form: Form = "datasets"
    """datasets: a folder for Hugging Face's library; minari: a data set of Minari."""
    games: Annotated[int, Field(ge=1)] = 1_000
    """Games to play."""
    seed: Annotated[int, Field(ge=0, lt=2**15)] = 0
    """Block of training seeds."""
    max_turns: Annotated[int, Field(ge=1)] = 200
    """Longer games are truncated."""
    out: UserPath = Path("runs/data/export")
    """Folder to write, which must be new or empty. Of Minari: its folder of data sets."""


COMMAND: Final = Command(
    script="python -m tablemates.agents.learn.export_decisions",
    settings=ExportConfig,
    purpose="Play games and write all decisions for the libraries datasets or Minari.",
    examples=[
        "--agents value soft:value:0.05 --games 1000 --out runs/data/mixed",
        "--game {game} --form minari --games 100 --out runs/minari",
    ],
    main="--out",
)


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command and return its exit code."""
    return COMMAND.run(argv, export)


@dataclass(frozen=True, slots=True)
class Decision:
    """One decision as its seat took it; ``values`` are NaN where nothing is known."""

    observation: Array8
    mask: Array8
    action: int
    seat: int
    agent: str
    values: npt.NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Episode:
    """A game: its decisions in order, and what it earned each seat.

    ``last`` is what each seat saw at its end, shape ``(seats, values)``.
    """

    seed: int
    scenario: str
    decisions: Sequence[Decision]
    returns: Sequence[float]
    truncated: bool
    last: Array8

    def rewards(self) -> list[float]:
        """Return what each decision earned its seat before its next one: all of it at the end."""
        final = {one.seat: n for n, one in enumerate(self.decisions)}
        return [
            self.returns[one.seat] if final[one.seat] == n else 0.0
            for n, one in enumerate(self.decisions)
        ]


def export(config: ExportConfig) -> None:
    """Play and write.

    Raises:
        LibraryError: The library of the form is missing.
        FolderError: There is something else in the folder.
    """
    libraries = _LIBRARIES[config.form]
    if missing := [one for one in libraries if importlib.util.find_spec(one) is None]:
        needed = " and ".join(missing)
        raise LibraryError(f"form={config.form} needs {needed}: pip install {' '.join(missing)}")
    game = new_game(config.settings())
    facts = GameFacts.of_game(game)
    agents = [find_agent(name, facts) for name in config.agents]
    with locked(config.out):
        if others := sorted({one.name for one in config.out.iterdir()} - {".lock"}):
            raise FolderError(f"{config.out} is not empty ({others[0]}): name another with --out")
        episodes = played(config, game, agents)
        write = _write_minari if config.form == "minari" else _write_datasets
        print(write(config, facts, episodes))


def played(config: ExportConfig, game: Game, agents: Sequence[Agent]) -> list[Episode]:
    """Play the games and return them in the order of their numbers."""
    scenarios = game.settings.scenarios()
    numbers = range(config.games)
    chosen = [scenarios[n % len(scenarios)] for n in numbers]
    starts = [
        Start(
            seed_for("train", _BLOCK + config.seed * 2**31 + n),
            one.choice,
            [seat % len(agents) for seat in range(one.players)],
            n,
        )
        for n, one in zip(numbers, chosen, strict=True)
    ]
    waiting = iter(starts)
    recorder = _Recorder(game, agents, [one.name for one in chosen])

    def supply(live: int) -> list[Start]:
        return [one for _, one in zip(range(_LANES - live), waiting, strict=False)]

    players = [AgentPlayer(name, one) for name, one in zip(config.agents, agents, strict=True)]
    with progress("playing", "games", config.games) as report:
        recorder.report = report
        play(GameBatch(game, _LANES), players, supply, [recorder], config.max_turns)
    return [recorder.episodes[n] for n in numbers]


class _Recorder(Observer):
    """Keeps the decisions of games."""

    def __init__(self, game: Game, agents: Sequence[Agent], scenarios: Sequence[str]) -> None:
        self._game, self._agents, self._scenarios = game, agents, scenarios
        self._taken: dict[int, list[Decision]] = {}  # by lane
        self._now: list[tuple[int, Decision]] = []
        self.episodes: dict[int, Episode] = {}
        self.report: Any = None

    def before(self, decisions: Decisions) -> None:
        """Note what is seen, and what choices are worth."""
        batch, seats = decisions.batch, decisions.seats % len(self._agents)
        values = np.full(batch.masks.shape, np.nan, np.float32)
        for n, agent in enumerate(self._agents):
            asked = np.flatnonzero(seats == n)
            if agent.worth_unit and len(asked):
                values[asked] = agent.worth(batch.part(asked))
        self._now = [
            (
                lane,
                Decision(
                    batch.observations[n].copy(),
                    batch.masks[n].copy(),
                    0,
                    int(decisions.seats[n]),
                    self._agents[seats[n]].name,
                    values[n],
                ),
            )
            for n, lane in enumerate(decisions.lanes.tolist())
        ]

    def after(self, moves: Moves) -> None:
        """Note what was chosen."""
        refuse_forfeits(moves)
        for (lane, seen), action in zip(self._now, moves.actions.tolist(), strict=True):
            done = Decision(seen.observation, seen.mask, action, seen.seat, seen.agent, seen.values)
            self._taken.setdefault(lane, []).append(done)

    def end(self, games: Sequence[Played]) -> None:
        """Keep games that have ended."""
        for one in games:
            seats = len(one.start.seating)
            last = np.zeros((seats, self._game.layout.size), np.int8)
            record = np.frombuffer(one.record, np.uint8).copy()
            for seat in range(seats):
                self._game.engine.observe(record, self._game.box, seat, last[seat])
            returns = [float(one.ending["returns"][seat]) for seat in range(seats)]
            number = one.start.task
            self.episodes[number] = Episode(
                one.start.seed,
                self._scenarios[number],
                self._taken.pop(one.lane, []),
                returns if one.over else [0.0] * seats,
                not one.over,
                last,
            )
            self.report(len(self.episodes), "")


# -- Hugging Face's datasets ------------------------------------------------------------------
_README: Final = """---
configs:
- config_name: default
  data_files: data/train.parquet
---
Decisions of {agents} in {games} games of {title}, of Tablemates.

One row is one decision, in the order of the game: `game`, `scenario`, `number` in the game, `seat`,
`agent`; `observation` as that seat saw it and `mask`, 1 at legal actions; `action`; `values`, what
the agent thought each action was worth (null where it does not say so or the action is not legal);
`reward`, what the seat earned until its next decision; `last`, whether it was the seat's last one;
`truncated`, whether the game was cut. `actions.json` names the actions by number.
"""


def _write_datasets(config: ExportConfig, facts: GameFacts, episodes: Sequence[Episode]) -> str:
    import pyarrow as pa
    import pyarrow.parquet as pq

    (config.out / "data").mkdir()
    rows = [row for n, one in enumerate(episodes) for row in _rows(n, one)]
    kinds = {
        "observation": pa.list_(pa.int8(), facts.layout.size),
        "mask": pa.list_(pa.int8(), len(facts.catalogue)),
        "values": pa.list_(pa.float32(), len(facts.catalogue)),
        "reward": pa.float32(),
    }
    names = list(rows[0]) if rows else []
    columns = {name: pa.array([row[name] for row in rows], kinds.get(name)) for name in names}
    pq.write_table(pa.table(columns), config.out / "data" / "train.parquet")
    title = new_game(config.settings()).title
    told = _README.format(agents=", ".join(config.agents), games=len(episodes), title=title)
    write_whole(config.out / "README.md", told)
    write_whole(config.out / "actions.json", f"{json.dumps(facts.catalogue.names)}\n")
    return f"{config.out}: {len(rows):,} decisions of {len(episodes):,} games"


def _rows(number: int, episode: Episode) -> Iterator[dict[str, Any]]:
    final = {one.seat: n for n, one in enumerate(episode.decisions)}
    both = zip(episode.decisions, episode.rewards(), strict=True)
    for n, (one, reward) in enumerate(both):
        yield {
            "game": number,
            "scenario": episode.scenario,
            "number": n,
            "seat": one.seat,
            "agent": one.agent,
            "observation": one.observation.tolist(),
            "mask": one.mask.tolist(),
            "action": one.action,
            "values": [None if np.isnan(value) else float(value) for value in one.values],
            "reward": reward,
            "last": final[one.seat] == n,
            "truncated": episode.truncated,
        }


# -- Minari -----------------------------------------------------------------------------------
def _write_minari(config: ExportConfig, facts: GameFacts, episodes: Sequence[Episode]) -> str:
    import os

    os.environ["MINARI_DATASETS_PATH"] = str(config.out.absolute())
    import minari
    from minari.data_collector import EpisodeBuffer

    buffers: list[Any] = []
    for number, episode in enumerate(episodes):
        for seat in sorted({one.seat for one in episode.decisions}):
            own = [one for one in episode.decisions if one.seat == seat]
            ends = [n + 1 == len(own) for n in range(len(own))]
            buffers.append(
                EpisodeBuffer(
                    id=len(buffers),
                    seed=None,  # of training: nothing may be played ahead by it
                    options={"game": number, "seat": seat, "scenario": episode.scenario},
                    observations=np.stack([*(one.observation for one in own), episode.last[seat]]),
                    actions=np.array([one.action for one in own], np.int64),
                    rewards=[episode.returns[seat] if end else 0.0 for end in ends],
                    terminations=[end and not episode.truncated for end in ends],
                    truncations=[end and episode.truncated for end in ends],
                    infos={
                        "action_mask": np.stack([*(one.mask for one in own), 0 * own[0].mask]),
                        "values": np.stack([*(one.values for one in own), np.nan * own[0].values]),
                    },
                )
            )
    players = "-".join(_plain(one).strip("-") for one in config.agents)
    name = f"tablemates/{_plain(config.game.rpartition(':')[2])}/{players}-v0"
    low, high = (np.asarray(one, np.int8) for one in (facts.layout.low, facts.layout.high))
    with warnings.catch_warnings():
        # Of authors and addresses, which whoever publishes the data set adds.
        warnings.simplefilter("ignore", UserWarning)
        minari.create_dataset_from_buffers(
            dataset_id=name,
            buffer=buffers,
            observation_space=spaces.Box(low, high, dtype=np.int8),
            action_space=spaces.Discrete(len(facts.catalogue)),
            algorithm_name=", ".join(config.agents),
            description=f"Each seat's decisions in {len(episodes)} games, of Tablemates.",
        )
    return f"{config.out}: {name}, {len(buffers):,} episodes of {len(episodes):,} games"


def _plain(text: str) -> str:
    return "".join(one if one.isalnum() or one == "_" else "-" for one in text)


if __name__ == "__main__":
    sys.exit(main())
