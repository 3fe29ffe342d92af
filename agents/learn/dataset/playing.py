"""Plays the games of one file of a data set."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from tablemates.agents.errors import AgentError
from tablemates.agents.learn.advising import part_of
from tablemates.agents.learn.dataset.config import DataConfig
from tablemates.agents.learn.dataset.shards import OF_DECISIONS, Shard
from tablemates.agents.learn.dataset.teaching import Labels, ask
from tablemates.agents.portal_dash.advice import Adviser
from tablemates.envs.core.agent import Agent, Batch
from tablemates.envs.core.batch import SKIP
from tablemates.envs.core.game import OVER
from tablemates.envs.core.keys import decision_keys
from tablemates.envs.core.seeds import seed_for
from tablemates.envs.portal_dash.batch import Batch as Games

#: Training seeds of one data set.
_BLOCK: Final = 2**32


@dataclass(frozen=True, slots=True)
class Draws:
    """What chance decides about the games of a file, each of shape ``(games,)``.

    Attributes:
        seeds: Of the games.
        levels: Places in the settings' levels.
        players: How many play.
        teams: Places in the settings' ``play``.
        begins: First decision of the stretch of noise; after the last one where there is none.
        ends: First decision after it.
    """

    seeds: list[int]
    levels: npt.NDArray[np.int64]
    players: npt.NDArray[np.int64]
    teams: npt.NDArray[np.int64]
    begins: npt.NDArray[np.int64]
    ends: npt.NDArray[np.int64]

    @classmethod
    def of(cls, config: DataConfig, number: int, rng: np.random.Generator) -> Draws:
        """Draw the games of the file with a number."""
        n = config.games
        shares = np.array([*config.play.values()])
        begins = rng.integers(config.begins, size=n)
        ends = begins + 1 + rng.integers(config.stretch, size=n)
        quiet = rng.random(n) >= config.noisy
        begins[quiet] = ends[quiet] = 0
        first = config.seed * _BLOCK + number * n
        return cls(
            [seed_for("train", _BLOCK + first + i) for i in range(n)],
            rng.integers(len(config.level), size=n),
            rng.choice(config.players, n),
            rng.choice(len(shares), n, p=shares / shares.sum()),
            begins,
            ends,
        )


def play_shard(
    config: DataConfig, agents: Mapping[str, Agent], number: int, adviser: Adviser | None = None
) -> Shard:
    """Play the games of one file; the same settings and number give the same decisions.

    Args:
        config: The settings.
        agents: By the names that the settings use.
        number: Of the file.
        adviser: Tells what it thinks of the decisions that are noted.

    Raises:
        AgentError: An agent answers with an action that is not legal.
    """
    rng = np.random.default_rng([config.seed, number])
    draws = Draws.of(config, number, rng)
    games = Games(config.settings(), config.games, threads=1)
    games.set_up(
        np.arange(config.games), draws.seeds, draws.levels.tolist(), draws.players.tolist()
    )
    kept: list[dict[str, npt.NDArray[Any]]] = []
    to_play = np.full(config.games, SKIP, np.int64)
    taken = 0
    while True:
        live = np.flatnonzero((games.answers != OVER) & (games.turns <= config.max_turns))
        if not len(live):
            break
        noisy = (draws.begins[live] <= taken) & (taken < draws.ends[live])
        noisy &= rng.random(len(live)) < config.noise
        noted = rng.random(len(live)) < config.labelled
        points = rng.random(len(live))
        seen = Batch(
            games.observations[live],
            games.masks[live],
            games.publics[live],
            decision_keys(games.seeds[live], np.full(len(live), taken)),
        )
        labels, actions = _decide(config, agents, draws.teams[live], seen, noted, noisy)
        for n in np.flatnonzero(noisy).tolist():
            legal = np.flatnonzero(seen.masks[n])
            actions[n] = legal[int(points[n] * len(legal))]
        rows = np.flatnonzero(noted)
        told = seen.observations[rows], seen.masks[rows]
        if adviser is not None:
            told = adviser.tell(part_of(seen, rows))
        sound = taken >= draws.ends[live[rows]]
        kept.append(
            {
                "observations": told[0],
                "masks": told[1],
                "actions": labels.actions[rows],
                "played": actions[rows].astype(np.int16),
                "scored": labels.scored[rows],
                "scores": labels.scores[rows],
                "game": live[rows].astype(np.int32),
                "number": np.full(len(rows), taken, np.int32),
                "sound": sound,
            }
        )
        to_play[live] = actions
        games.step(to_play)
        to_play[live] = SKIP
        taken += 1
    endings = games.endings(np.arange(config.games))
    return _in_order(kept, draws, config, endings)


def _decide(
    config: DataConfig,
    agents: Mapping[str, Agent],
    teams: npt.NDArray[np.int64],
    seen: Batch,
    noted: npt.NDArray[np.bool_],
    noisy: npt.NDArray[np.bool_],
) -> tuple[Labels, npt.NDArray[np.int64]]:
    """Return labels where they are to be noted, and what is played where there is no noise."""
    labels = Labels.empty(len(seen))
    actions = np.zeros(len(seen), np.int64)
    for number, name in enumerate(config.play):
        here = teams == number
        teacher = name if config.label is None else config.label
        asked = np.flatnonzero(here & noted)
        if len(asked):
            labels.put(asked, _checked(agents, teacher, part_of(seen, asked), config.scores))
        actions[asked] = labels.actions[asked]
        # Whoever plays is asked where the teacher was not, or is somebody else.
        others = here & ~noisy & (~noted if teacher == name else True)
        playing = np.flatnonzero(others)
        if len(playing):
            actions[playing] = _checked(agents, name, part_of(seen, playing), False).actions
    return labels, actions


def _checked(agents: Mapping[str, Agent], name: str, batch: Batch, scores: bool) -> Labels:
    labels = ask(agents[name], batch, scores)
    known = (labels.actions >= 0) & (labels.actions < batch.masks.shape[1])
    legal = known & (batch.masks[np.arange(len(batch)), labels.actions * known] != 0)
    if not legal.all():
        wrong = labels.actions[np.argmin(legal)]
        raise AgentError(f"{name!r} answers {wrong}, which is not legal there")
    return labels


def _in_order(
    kept: list[dict[str, npt.NDArray[Any]]],
    draws: Draws,
    config: DataConfig,
    endings: Mapping[str, npt.NDArray[Any]],
) -> Shard:
    """Return the decisions game by game."""
    arrays = {name: np.concatenate([one[name] for one in kept]) for name in OF_DECISIONS}
    order = np.lexsort((arrays["number"], arrays["game"]))
    return Shard(
        **{name: array[order] for name, array in arrays.items()},
        seeds=np.array(draws.seeds, np.uint64),
        levels=np.array(config.level, np.int8)[draws.levels],
        players=draws.players.astype(np.int8),
        teams=draws.teams.astype(np.int8),
        won=endings["outcome"] == "won",
        turns=endings["turns"].astype(np.int32),
    )
