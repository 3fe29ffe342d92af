"""Plays a plan in several processes and returns its rows in the plan's order."""

from __future__ import annotations

import multiprocessing
import sys
import tempfile
from collections.abc import Mapping
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Any

from tablemates.agents.cli.running import progress
from tablemates.agents.errors import OwnError
from tablemates.agents.evaluation.agent_digests import policy_digest
from tablemates.agents.evaluation.matches import earlier_games
from tablemates.agents.evaluation.on_ray import play_on_ray
from tablemates.agents.evaluation.plan import Plan, Schedule, has_outsider
from tablemates.agents.evaluation.result_folder import RunFolder, clear
from tablemates.agents.evaluation.result_rows import Row, cached_games
from tablemates.agents.evaluation.stats.luck_adjustment import Judge
from tablemates.agents.evaluation.work_queue import Queue, Shared
from tablemates.agents.evaluation.workers import Worker, find_agents, play_in_pool
from tablemates.agents.facts import GameFacts
from tablemates.agents.outside.secret import kept_secret, new_secret
from tablemates.agents.ray_cluster import Cluster, known_of
from tablemates.agents.registry import print_notice
from tablemates.envs.core.views.agent import Agent
from tablemates.envs.core.views.past import Past
from tablemates.envs.registry import new_game


def play(plan: Plan, overwrite: bool = False) -> list[Row]:
    """Play all games of a plan that are not done yet, and return the rows in the plan's order.

    They go into the plan's folder as they end, see ``run_folder``; a plan without one has a
    temporary folder. With ``overwrite``, games in the folder are removed first, once the plan is
    known to be valid.

    Raises:
        GameError: The plan names unknown agents, scenarios or parts, or its folder holds the games
            of something else.
        OwnError: Something here failed, which is no agent's fault; games in the folder are kept.
    """
    game = new_game(plan.settings())  # fail before all work
    secret = _secret_of(plan, overwrite)
    agents = find_agents(plan, secret, print_notice)
    ruleset = game.hashes["ruleset"]
    if plan.ruleset not in (None, ruleset):
        print_notice(
            f"the plan is meant for the ruleset {plan.ruleset}, and rules or parts here are "
            f"{ruleset}: the results cannot be compared"
        )
    facts = GameFacts.of_game(game)
    known = {
        **known_of(game.hashes),
        "policies": {name: policy_digest(name, facts.game, facts) for name in agents},
    }
    luck = {"luck": Judge(plan, print_notice).digest} if plan.luck else {}
    with ExitStack() as stack:
        out = plan.out
        if out is None:
            out = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="evaluate-")))
        elif overwrite:
            clear(out)
        folder = RunFolder(out, plan, {**known, **luck}, secret)
        done = folder.done()
        if not done.all():
            for agent in agents.values():
                stack.callback(agent.close)
            if done.any():
                said = f"{done.sum():,} of {len(done):,} games are done already"
                print(said, file=sys.stderr, flush=True)
            try:
                _play_to_the_end(plan, folder, agents, known, secret)
            except (KeyboardInterrupt, OwnError) as error:
                if plan.out is None:
                    raise
                kept = f"{folder.done().sum():,} of {len(done):,} games are kept in {out}"
                if isinstance(error, OwnError):
                    raise OwnError(f"{error}; {kept}") from error
                raise KeyboardInterrupt(f"{kept}: the same command resumes") from None
        return folder.finish()


def _secret_of(plan: Plan, overwrite: bool) -> bytes | None:
    """Return the secret in the plan's folder, or a new one; None: all agents may know the seeds."""
    if not has_outsider(Schedule(plan).names, plan.game):
        return None
    kept = None if plan.out is None or overwrite else kept_secret(plan.out)
    return new_secret() if kept is None else kept


def _play_to_the_end(
    plan: Plan,
    folder: RunFolder,
    agents: Mapping[str, Agent],
    known: Mapping[str, Any],
    secret: bytes | None,
) -> None:
    """Play what is not done; until all is decided, look again and again at the pairs."""
    schedule, done = Schedule(plan), folder.done()
    if plan.until is None:
        begun = _begun(plan, folder, agents) if plan.match > 1 and done.any() else {}
        _play(folder, Queue(plan, ~done, secret, begun), int(done.sum()), agents, known)
        return
    # Imported here, because worker processes do without SciPy, which takes a second.
    from tablemates.agents.evaluation.stats.sequential import Decided, decisions, looks, wanted

    pairs: list[Decided] = []
    for seeds in looks(plan.games):
        done = folder.done()
        cells = [cell for cell in schedule.cells if wanted(plan, cell, pairs)]
        left = schedule.places(seeds, cells) & ~done
        if left.any():
            _play(folder, Queue(plan, left, secret), int(done.sum()), agents, known)
        pairs = decisions(plan, [row for row in folder.so_far() if row.number < seeds])


def _begun(
    plan: Plan, folder: RunFolder, agents: Mapping[str, Agent]
) -> dict[int, tuple[Past, ...]]:
    """Return the games of matches that a stopped run has begun, by the place of the next one.

    Only where one of the agents asks for history.
    """
    schedule, rows, done = Schedule(plan), folder.so_far(), folder.done()
    game_of = cached_games(plan.components, plan.game)
    found: dict[int, tuple[Past, ...]] = {}
    for row in rows:
        number = row.number + 1
        if number % plan.match == 0 or not any(agents[one].wants_history for one in row.agents):
            continue
        place = schedule.place(row.agents, row.scenario, number, row.rotation)
        if not done[place]:
            now = row.model_copy(update={"number": number})
            found[place] = earlier_games(now, rows, game_of)
    return found


def _play(
    folder: RunFolder,
    queue: Queue,
    before: int,
    agents: Mapping[str, Agent],
    known: Mapping[str, Any],
) -> None:
    """Play the games of a queue.

    Raises:
        OwnError: Some could not be played to their end; the others are done.
    """
    # Spawned, because threads of libraries do not survive a fork.
    context = multiprocessing.get_context("spawn")
    shared = Shared(context)
    with ExitStack() as stack:
        address, cluster = queue.plan.ray, None
        if address is not None:
            cluster = stack.enter_context(closing(Cluster(address, queue.processes)))
        bar = progress("evaluating", "games", before + len(queue), before)
        report = stack.enter_context(bar)

        def note() -> None:
            report(before + shared.played.value, "")

        if cluster is not None:
            done = before

            def count(games: int) -> None:
                nonlocal done
                done += games
                report(done, "")

            errors = play_on_ray(queue, folder, known, cluster, count)
        elif queue.processes == 1:
            errors = Worker(queue, agents, known, folder.part(0), shared, note).run()
        else:
            errors = play_in_pool(queue, folder, known, context, shared, note)
    if errors:
        more = f" (the first of {len(errors):,} games that failed)" if len(errors) > 1 else ""
        raise OwnError(f"{errors[0]}{more}") from errors[0]
