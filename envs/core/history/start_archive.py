"""Archives of positions to start from: seeds and actions of games, replayed when they are read.

A file is small, and a malicious one can do no more than contain an action that is refused.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np
import numpy.typing as npt
from safetensors import SafetensorError, safe_open
from safetensors.numpy import save

from tablemates.envs.core.engine.codes import SKIP
from tablemates.envs.core.errors import FormatError
from tablemates.envs.core.game.batch import GameBatch
from tablemates.envs.core.game.game import Game
from tablemates.envs.core.records.layout import Bytes

FORMAT: Final = "game-starts"
VERSION: Final = "1"
_TENSORS: Final = ("actions", "lengths", "scenarios", "seeds")


@dataclass(frozen=True, slots=True)
class RecordedGame:
    """A game to be kept."""

    scenario: int  # its index among ``Settings.scenarios()``
    seed: int  # how it began
    actions: Sequence[int]  # what was played, numbers of the catalogue


@dataclass(frozen=True, slots=True)
class Positions:
    """Positions of recorded games."""

    records: Bytes  # one a decision, shape ``(positions, bytes)``, those of a game in order
    offsets: npt.NDArray[np.int64]  # where the positions of each game begin, shape ``(games + 1,)``
    scenarios: npt.NDArray[np.int64]  # of each game: its index among ``Settings.scenarios()``


def write_archive(file: Path, game: Game, games: Sequence[RecordedGame], agent: str) -> None:
    """Write an archive of games that an agent has played with the settings of ``game``."""
    scenarios = [dict(one.recipe) for one in game.settings.scenarios()]
    about = {
        "format": FORMAT,
        "version": VERSION,
        "game": game.name,
        "ruleset": game.hashes["ruleset"],
        "interface": game.hashes["interface"],
        "agent": agent,
        "scenarios": json.dumps(scenarios),
    }
    tensors: dict[str, npt.NDArray[Any]] = {
        "actions": np.array([action for one in games for action in one.actions], np.uint16),
        "lengths": np.array([len(one.actions) for one in games], np.int32),
        "scenarios": np.array([one.scenario for one in games], np.int32),
        "seeds": np.array([one.seed for one in games], np.uint64),
    }
    file.parent.mkdir(parents=True, exist_ok=True)
    # Under another name at first: an archive that is there stays whole until the new one is.
    unfinished = file.with_name(f".{file.name}.new")
    unfinished.write_bytes(save(tensors, about))
    unfinished.replace(file)


def read_archive(file: Path, game: Game) -> Positions:
    """Read an archive and replay its games of the scenarios of these settings."""
    if not file.exists():
        raise FormatError(
            f"{file}: there is no such archive of positions: make one of games that an agent wins, "
            "with the same --scenario and --components: python -m "
            f"tablemates.agents.learn.make_archive --game {game.settings.game} --agent AGENT "
            f"--out {file}"
        )
    about, tensors = _read(file)
    _check_rules(file, about, game)
    lengths, actions = tensors["lengths"].astype(np.int64), tensors["actions"].astype(np.int64)
    places = _places(file, about, game)
    numbers = tensors["scenarios"].astype(np.int64)
    damaged = FormatError(f"{file}: is damaged: make it again")
    if lengths.min(initial=1) < 1 or lengths.sum() != len(actions):
        raise damaged
    if len({len(lengths), len(numbers), len(tensors["seeds"])}) > 1:
        raise damaged
    if len(numbers) and not 0 <= numbers.min() <= numbers.max() < len(places):
        raise damaged
    kept = np.flatnonzero(places[numbers] >= 0)
    if not len(kept):
        names = ", ".join(one.name for one in game.settings.scenarios()[:3])
        raise FormatError(
            f"{file}: has no game of these scenarios ({names}, ...): make an archive of them"
        )
    begins = np.cumsum(lengths) - lengths
    played = [actions[begins[n] : begins[n] + lengths[n]] for n in kept.tolist()]
    scenarios = places[numbers[kept]]
    records = _replay(game, tensors["seeds"][kept], scenarios, played)
    if records is None:
        raise damaged
    offsets = np.concatenate([[0], np.cumsum(lengths[kept])])
    return Positions(records, offsets, scenarios)


def _read(file: Path) -> tuple[Mapping[str, str], dict[str, npt.NDArray[Any]]]:
    try:
        with safe_open(file, "np") as opened:
            about = opened.metadata() or {}
            tensors = {name: opened.get_tensor(name) for name in opened.keys()}  # noqa: SIM118
    except (SafetensorError, OSError, ValueError, TypeError) as error:
        raise FormatError(f"{file}: is no archive of positions ({error})") from error
    known = about.get("format") == FORMAT and about.get("version") == VERSION
    if not known or sorted(tensors) != list(_TENSORS):
        raise FormatError(f"{file}: is no archive of positions")
    if any(one.ndim != 1 or one.dtype.kind not in "ui" for one in tensors.values()):
        raise FormatError(f"{file}: is damaged: make it again")
    return about, tensors


def _check_rules(file: Path, about: Mapping[str, str], game: Game) -> None:
    if about.get("game") != game.name:
        raise FormatError(f"{file}: its games are of {about.get('game')}, not of {game.name}")
    for name in ("ruleset", "interface"):
        if about.get(name) != game.hashes[name]:
            raise FormatError(
                f"{file}: its games were played with the {name} {about.get(name)}, here it is "
                f"{game.hashes[name]}: make an archive with these rules and parts"
            )


def _places(file: Path, about: Mapping[str, str], game: Game) -> npt.NDArray[np.int64]:
    """Return the index of each scenario of a file among those of the settings, -1: not there."""
    try:
        theirs = json.loads(about["scenarios"])
        theirs = [{**one, "chance": None} for one in theirs]
    except (KeyError, TypeError, ValueError) as error:
        raise FormatError(f"{file}: is damaged: make it again") from error
    ours = [{**one.recipe, "chance": None} for one in game.settings.scenarios()]
    return np.array([ours.index(one) if one in ours else -1 for one in theirs], np.int64)


def _replay(
    game: Game,
    seeds: npt.NDArray[np.uint64],
    scenarios: npt.NDArray[np.int64],
    played: Sequence[npt.NDArray[np.int64]],
) -> Bytes | None:
    """Return the record before each action; None where an action is refused."""
    batch, every = GameBatch(game, len(played)), game.settings.scenarios()
    batch.set_up(
        np.arange(len(played)),
        seeds.tolist(),
        [every[n].choice for n in scenarios],
        [every[n].players for n in scenarios],
    )
    records: list[list[bytes]] = [[] for _ in played]
    actions = np.full(len(played), SKIP, np.int64)
    for step in range(max(map(len, played))):
        for lane, moves in enumerate(played):
            goes_on = step < len(moves)
            actions[lane] = moves[step] if goes_on else SKIP
            if goes_on:
                records[lane].append(batch.record(lane))
        live = np.flatnonzero(actions != SKIP)
        if (actions[live] >= batch.masks.shape[1]).any() or (batch.answers[live] < 0).any():
            return None
        if not batch.allows(np.maximum(actions, 0))[live].all():
            return None
        batch.step(actions)
    joined = b"".join(record for one in records for record in one)
    return np.frombuffer(joined, np.uint8).reshape(-1, game.engine.state.itemsize).copy()
