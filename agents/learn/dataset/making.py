"""Makes a data set with all cores; the same command goes on where it was stopped."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
import time
from collections.abc import Callable, Generator, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import closing
from itertools import count
from multiprocessing import connection
from typing import Any

from tablemates.agents.errors import AgentError
from tablemates.agents.facts import GameFacts
from tablemates.agents.folders import kept
from tablemates.agents.learn.dataset.config import DataConfig
from tablemates.agents.learn.dataset.folder import DataCard, DataFolder, ShardCard
from tablemates.agents.learn.dataset.playing import play_shard
from tablemates.agents.learn.dataset.shards import write_shard
from tablemates.agents.learn.hardware import machine
from tablemates.agents.learn.lineage import weights_of
from tablemates.agents.outside.process import end_all
from tablemates.agents.portal_dash.advice import find_adviser
from tablemates.agents.progress import progress
from tablemates.agents.registry import find_agent, print_notice
from tablemates.agents.threads import one_thread_each
from tablemates.envs.core.agent import Agent
from tablemates.envs.portal_dash.game import NAME, Game

#: A file that is done: its number, what the card says of it, seconds of work.
Done = tuple[int, ShardCard, float]


def make(config: DataConfig) -> DataCard:
    """Make a data set, or go on with it, and return its card.

    Raises:
        GameError, ComponentsError: The settings, the agents or the folder do not do.
    """
    with kept(config.out):
        facts = GameFacts.of(config.settings())
        Game(config.settings())  # wrong ones are found out before all work
        find_agents(config, facts, print_notice)
        find_adviser(config.adviser, facts, config.plans)
        folder = DataFolder(config.out)
        card = folder.begin(
            config,
            {
                "game": NAME,
                **facts.hashes,
                "policies": _digests(config),
                "hardware": machine(),
            },
        )
        return _grow(config, folder, card)


def names_of(config: DataConfig) -> list[str]:
    """Return the agents that the settings name."""
    return list(dict.fromkeys([*config.play, *filter(None, [config.label])]))


def find_agents(
    config: DataConfig, facts: GameFacts, notify: Callable[[str], None]
) -> dict[str, Agent]:
    """Return the agents by the names that the settings use.

    Raises:
        AgentError: There is no such agent.
    """
    return {name: find_agent(name, facts, notify) for name in names_of(config)}


def _digests(config: DataConfig) -> dict[str, str]:
    found = {name: weights_of(name) for name in names_of(config)}
    return {name: digest for name, digest in found.items() if digest is not None}


def _grow(config: DataConfig, folder: DataFolder, card: DataCard) -> DataCard:
    """Play until there are enough decisions."""
    shards, seconds = dict(card.shards), card.seconds
    decisions = card.decisions
    left = (n for n in count() if folder.shard(n).name not in shards)
    with progress("playing", "decisions", config.decisions, decisions) as report:
        if decisions >= config.decisions:
            return folder.write(card)
        workers = config.workers or os.cpu_count() or 1
        work = _alone(config, left) if workers == 1 else _together(config, left, workers)
        with closing(work):
            for number, shard, worked in work:
                shards[folder.shard(number).name] = shard
                seconds += worked
                decisions += shard.decisions
                card = folder.write(
                    card.model_copy(update={"shards": shards, "seconds": round(seconds, 1)})
                )
                report(decisions, f"{card.games:,} games, {card.win_rate:.1%} won")
                if decisions >= config.decisions:
                    break
    return card


class Maker:
    """Plays and writes files, one after the other.

    Args:
        config: The settings.
    """

    def __init__(self, config: DataConfig) -> None:
        self._config = config
        self._folder = DataFolder(config.out)
        facts = GameFacts.of(config.settings())
        # Whoever has started this process has shown the notices.
        self._agents = find_agents(config, facts, lambda _sentence: None)
        self._adviser = find_adviser(config.adviser, facts, config.plans)

    def make(self, number: int) -> Done:
        """Play the games of a file and write it."""
        begun = time.perf_counter()
        shard = play_shard(self._config, self._agents, number, self._adviser)
        write_shard(self._folder.shard(number), shard)
        return number, self._folder.described(number, shard), time.perf_counter() - begun


def _alone(config: DataConfig, left: Iterator[int]) -> Generator[Done, None, None]:
    maker = Maker(config)
    for number in left:
        yield maker.make(number)


def _together(config: DataConfig, left: Iterator[int], workers: int) -> Generator[Done, None, None]:
    """Yield files as they are done, by so many processes."""
    # A fresh interpreter each: threads of libraries do not survive a fork.
    context = multiprocessing.get_context("spawn")
    stop = context.Event()
    pool = ProcessPoolExecutor(workers, context, _begin, (config, stop))
    try:
        with one_thread_each():  # they are started by their first work
            running: set[Future[Done]] = {pool.submit(_work, next(left)) for _ in range(workers)}
        while True:
            done, running = wait(running, return_when=FIRST_COMPLETED)
            for future in done:
                running.add(pool.submit(_work, next(left)))
                yield future.result()
    except BrokenProcessPool as error:
        raise AgentError(
            "a process that plays games died, perhaps for want of memory; the files that were "
            "done are kept: the same command goes on, and with workers=1 the system says more"
        ) from error
    finally:
        stop.set()  # what is being played is left: nobody waits for it
        pool.shutdown(wait=False, cancel_futures=True)


#: Of a process that plays.
_maker: Maker | None = None


def _begin(config: DataConfig, stop: Any) -> None:
    """Prepare a process: it ends with the one that has started it, whatever ended that one."""
    global _maker
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the first process stops the others
    threading.Thread(target=_watch, args=(stop,), daemon=True).start()
    _maker = Maker(config)


def _watch(stop: Any) -> None:
    parent = multiprocessing.parent_process()
    assert parent is not None
    while not connection.wait([parent.sentinel], 0.25) and not stop.is_set():
        pass
    end_all()
    os._exit(1)


def _work(number: int) -> Done:
    assert _maker is not None
    return _maker.make(number)
