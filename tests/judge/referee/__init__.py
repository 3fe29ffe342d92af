"""A second opinion on the rules: a referee who knows the rulebook and not the engine.

It reads the log of a game (events, decisions with what was legal, snapshots) and goes through the
rules beside it: what has to happen next, what may be chosen, where everything lies afterwards.
Written from the numbered rules; of the project it knows the parts files and the documented
numbers of actions, and it imports nothing of the engine's rules.
"""

from __future__ import annotations

from concurrent.futures import ProcessPoolExecutor, as_completed
from multiprocessing import get_context

from tqdm import tqdm

from tests.judge.verdict import Verdict

GAMES = 20_000
QUICK_GAMES = 800
#: Quick, every so many-th kind of games; every level and number of players has several.
QUICK_KINDS = 3
_PROCESSES = 2
_SHOWN = 20


def judge(*, quick: bool) -> Verdict:
    """Judge games of all levels, numbers of players, editions and kinds of players.

    Then, unless it is to be quick, plant faults in the engine and see the referee object.
    """
    from tests.judge.referee.checks import CHECKS
    from tests.judge.referee.games import share
    from tests.judge.referee_faults.run import see_all

    tasks = share(QUICK_GAMES, QUICK_KINDS) if quick else share(GAMES)
    faults: list[str] = []
    cases = 0
    context = get_context("spawn")
    with (
        ProcessPoolExecutor(_PROCESSES, mp_context=context) as pool,
        tqdm(total=sum(len(seeds) for _, seeds in tasks), desc="referee", unit="game") as bar,
    ):
        running = [pool.submit(judge_games, *task) for task in tasks]
        for done in as_completed(running):
            games, objections = done.result()
            cases += games
            faults += objections
            bar.update(games)
    notes = [f"{len(CHECKS)} checks"]
    if not quick:
        planted, missed = see_all(_PROCESSES)
        notes.append(f"{planted - len(missed)} of {planted} planted engine faults seen")
        faults += missed
    if len(faults) > _SHOWN:
        faults = [*faults[:_SHOWN], f"and {len(faults) - _SHOWN} more"]
    return Verdict(cases, "games", tuple(faults), notes=tuple(notes))


def judge_games(batch: object, seeds: range) -> tuple[int, list[str]]:
    """Judge some games; return how many, and the objections."""
    from tests.judge.referee.games import Batch, judge_batch

    assert isinstance(batch, Batch)
    sentences = list(judge_batch(batch, seeds))
    return len(sentences), [sentence for sentence in sentences if sentence]
