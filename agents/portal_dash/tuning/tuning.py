"""Tunes the planner's weights: CMA-ES, each generation on the same fresh games."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from tablemates.agents.facts import GameFacts
from tablemates.agents.folders import kept
from tablemates.agents.portal_dash.planner.files import read_weights, standard_weights
from tablemates.agents.portal_dash.planner.weights import Numbers
from tablemates.agents.portal_dash.rollouts import Rollouts
from tablemates.agents.portal_dash.tuning.config import TuneConfig
from tablemates.agents.portal_dash.tuning.journal import Generation, Journal
from tablemates.agents.portal_dash.tuning.starts import starts
from tablemates.agents.portal_dash.tuning.strategy import Strategy
from tablemates.agents.progress import progress
from tablemates.envs.portal_dash.settings import Settings

#: Returns each candidate's score and the share of games won: of candidates, numbers of
#: players and a generation's number.
Play = Callable[[list[Numbers], int, int], tuple[list[float], float]]


def tune(config: TuneConfig, resume: bool, play: Play | None = None) -> None:
    """Tune as the settings say, and write the weights after every generation.

    Args:
        config: The settings.
        resume: Go on with the run that lies in the run folder.
        play: How candidates are judged; None: by playing.

    Raises:
        GameError: The settings or the folder do not do, or a library is missing.
    """
    facts = GameFacts.of(Settings())
    start = standard_weights()
    if config.start is not None:
        start = read_weights(config.start, start)
    strategies = {
        players: Strategy(
            start[players - 1],
            config.candidates,
            config.spread,
            config.most,
            config.fixed,
            [config.seed, players],
        )
        for players in config.players
    }
    with kept(config.run):
        journal = Journal(config.run)
        journal.resume(config) if resume else journal.begin(config)
        done = 0
        for generation in journal.generations():
            strategies[generation.players].ask()
            strategies[generation.players].tell(generation.scores)
            done += 1
        play = play or _judge(config, facts)
        total = config.generations * len(config.players)
        with progress("tuning", "generations", total, done) as report:
            while done < total:
                players = config.players[done % len(config.players)]
                number = done // len(config.players)
                strategy = strategies[players]
                scores, won = play(strategy.ask(), players, number)
                strategy.tell(scores)
                journal.note(Generation(number, players, scores, won))
                done += 1
                best = {n: one.best for n, one in strategies.items()}
                journal.write_result(best, _card(config, facts, done))
                spread = f"spread {strategy.spread:.3f}"
                report(done, f"{players} players: {100 * won:.1f} % of games won, {spread}")


def _judge(config: TuneConfig, facts: GameFacts) -> Play:
    def play(candidates: list[Numbers], players: int, number: int) -> tuple[list[float], float]:
        names = [f"candidate {i}" for i in range(len(candidates))]
        rows = [np.tile(weights, (len(standard_weights()), 1)) for weights in candidates]
        rollouts = Rollouts(facts, dict(zip(names, rows, strict=True)), config.threads)
        scores = np.zeros(len(candidates))
        won = 0.0
        first = config.first + number * config.games
        for level in config.levels:
            games, seeds = starts(level, players, range(first, first + config.games))
            for i, name in enumerate(names):
                endings = rollouts.play_out(games.copy(), name, seeds)
                share = endings.won.mean()
                far = config.progress * endings.progress.mean()
                scores[i] += (far + (1.0 - config.progress) * share) / len(config.levels)
                won += share / (len(config.levels) * len(names))
        return [round(float(score), 6) for score in scores], round(float(won), 4)

    return play


def _card(config: TuneConfig, facts: GameFacts, done: int) -> dict[str, Any]:
    """Return what the weights were found by."""
    each = config.candidates * config.games * len(config.levels)
    last = -(-done // len(config.players)) * config.games
    return {
        "kind": "weights of the planner",
        "method": "CMA-ES with variances alone, common random numbers",
        "ruleset": facts.hashes["ruleset"],
        "generations": done,
        "games": done * each,
        "tuning_seeds": [config.first, config.first + last - 1],
        "settings": {
            **config.model_dump(mode="json", exclude={"run", "threads", "start"}),
            "start": None if config.start is None else Path(config.start).name,
        },
    }
