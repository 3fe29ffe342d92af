"""Write a data set for others: ``python -m tablemates.agents.learn.dataset.export FOLDER NAME``.

The result is a data set of Minari (https://minari.farama.org), an episode a game:
observations with their masks, what was played, and 1 as the last reward of a game
that was won. Games that were cut short are truncated. What the teacher would have done
stands in the infos.
"""

from __future__ import annotations

import argparse
import importlib
import os
import sys
import warnings
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from gymnasium import spaces

from tablemates.agents.errors import FolderError, LibraryError
from tablemates.agents.learn.dataset.folder import DataCard, DataFolder
from tablemates.agents.learn.dataset.shards import Claim, Shard
from tablemates.agents.progress import progress
from tablemates.envs.core.errors import SettingsError


def export(folder: Path, name: str, games: int | None = None) -> int:
    """Write the games of a data set as a Minari data set.

    Args:
        folder: Of the data set.
        name: Of the new one, such as ``portal-dash/rollout-v0``; the environment
            variable ``MINARI_DATASETS_PATH`` says where.
        games: How many at most; None: all.

    Returns:
        How many games were written.

    Raises:
        LibraryError: Minari is not installed.
        FolderError: The folder holds no data set, or one whose games have gaps.
        SettingsError: No data set can be called so, or one is; no games are asked for.
    """
    if games is not None and games < 1:
        raise SettingsError(f"{games} games are no data set: ask for one at least")
    source = DataFolder(folder)
    card = source.card()
    if card.config["labelled"] != 1.0:
        raise FolderError(
            f"{folder} holds a share of each game alone (labelled={card.config['labelled']}): "
            "games with gaps are no episodes"
        )
    if card.config.get("plans"):
        raise FolderError(f"{folder} holds plans beside observations: make it with plans=false")
    if not card.games:
        raise FolderError(
            f"{folder} has no games yet: python -m tablemates.agents.learn.dataset plays some"
        )
    try:
        minari: Any = importlib.import_module("minari")
        buffers: Any = importlib.import_module("minari.data_collector")
        importlib.import_module("h5py")
    except ImportError as error:
        raise LibraryError(
            f"exporting needs {error.name}: pip install 'tablemates[minari]'"
        ) from error
    _check_name(name)  # Minari would do so after everything has been read
    count = card.games if games is None else min(games, card.games)
    episodes = []
    with progress("reading", "games", count) as report:
        for number, episode in enumerate(_episodes(source, card)):
            if number == count:
                break
            episodes.append(buffers.EpisodeBuffer(id=number, **episode))
            report(number + 1, "")
    observation = episodes[0].observations
    with warnings.catch_warnings():
        # Author and permalink are the exporter's own; games were drawn from many environments.
        warnings.filterwarnings("ignore", ".*(is set to None|env_spec is None)", UserWarning)
        minari.create_dataset_from_buffers(
            name,
            episodes,
            algorithm_name=", ".join(card.config["play"]),
            description=f"Decisions in games of {card.game}, ruleset {card.ruleset}, interface "
            f"{card.interface}; digest of the source {card.digest}. What is seen after the last "
            "decision of a game is not known and stands there as zeros.",
            observation_space=spaces.Dict(
                {
                    "observation": spaces.Box(
                        -128, 127, observation["observation"].shape[1:], np.int8
                    ),
                    "action_mask": spaces.Box(0, 1, observation["action_mask"].shape[1:], np.int8),
                }
            ),
            action_space=spaces.Discrete(observation["action_mask"].shape[1]),
        )
    return len(episodes)


def _check_name(name: str) -> None:
    """Refuse a name that no new data set can have.

    Raises:
        SettingsError: It is none of Minari's, or taken.
    """
    ids: Any = importlib.import_module("minari.dataset.minari_dataset")
    storage: Any = importlib.import_module("minari.storage")
    try:
        ids.parse_dataset_id(name)
    except ValueError as error:
        raise SettingsError(
            f"{name!r} is no name of Minari's: choose one such as portal-dash/rollout-v0"
        ) from error
    place = storage.get_dataset_path(name)
    if place.exists():
        raise SettingsError(f"{name} is there already ({place}): choose another name or version")


def _episodes(source: DataFolder, card: DataCard) -> Iterator[dict[str, Any]]:
    for name, told in card.shards.items():
        shard = source.read(name, Claim(told.decisions, told.games, sha256=told.sha256))
        # How a game that was lost in the very move after which it is cut short ended is not
        # told: it counts as cut short.
        cut = (shard.turns > card.config["max_turns"]) & ~shard.won
        for game in range(len(shard.seeds)):
            rows = np.flatnonzero(shard.game == game)
            if len(rows):
                yield _episode(shard, game, rows, bool(cut[game]))


def _episode(shard: Shard, game: int, rows: np.ndarray[Any, Any], cut: bool) -> dict[str, Any]:
    """Return one game; there is one observation more than decisions."""

    def and_zeros(array: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
        return np.concatenate([array[rows], np.zeros_like(array[:1])])

    last = np.arange(len(rows)) == len(rows) - 1
    of_game = {"level": shard.levels, "players": shard.players}
    return {
        "seed": int(shard.seeds[game]),
        "observations": {
            "observation": and_zeros(shard.observations),
            "action_mask": and_zeros((shard.masks != 0).astype(np.int8)),
        },
        "actions": shard.played[rows].astype(np.int64),
        "rewards": (last & bool(shard.won[game])).astype(np.float32).tolist(),
        "terminations": (last & (not cut)).tolist(),
        "truncations": (last & cut).tolist(),
        "infos": {
            "teacher": and_zeros(shard.actions),
            **{name: np.full(len(rows) + 1, array[game]) for name, array in of_game.items()},
        },
    }


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command and return its exit code.

    Args:
        argv: The arguments; None: those of the process.
    """
    parser = argparse.ArgumentParser(
        prog="python -m tablemates.agents.learn.dataset.export",
        description="Write a data set as one of Minari's.",
    )
    parser.add_argument("folder", type=Path, help="of the data set")
    parser.add_argument("name", help="of the new one, such as portal-dash/rollout-v0")
    parser.add_argument("--games", type=int, help="how many at most")
    parser.add_argument(
        "--out", type=Path, help="folder for Minari's data sets; its own by default"
    )
    options = parser.parse_args(argv)
    from tablemates.agents.commands import run

    def work() -> None:
        if options.out is not None:
            os.environ["MINARI_DATASETS_PATH"] = str(options.out)
        count = export(options.folder, options.name, options.games)
        print(f"{options.name}: {count:,} games")

    return run("export", work)


if __name__ == "__main__":
    sys.exit(main())
