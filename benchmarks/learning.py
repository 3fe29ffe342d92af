"""How much of training's time is learning: ``python -m benchmarks.learning [--config FILE]``.

Lets `ppo` learn from games under way and, update by update in turn, the same network with
the same settings from decisions that were recorded before, and prints decisions a second
of both, their ratio, and the share of the time that the games took.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final, cast

import numpy as np
import torch

from benchmarks.report import machine
from tablemates.agents.commands import run
from tablemates.agents.configs import read_config
from tablemates.agents.facts import GameFacts
from tablemates.agents.learn.config import TrainConfig
from tablemates.agents.learn.lanes import Lanes, Stepped, make_lanes
from tablemates.agents.learn.networks import ActorCritic, new_network
from tablemates.agents.learn.ppo import Ppo
from tablemates.agents.networks.base import input_scale
from tablemates.agents.policy_agent import adviser_of
from tablemates.agents.progress import progress

#: What is asked of two layers of 256 with four epochs: the ratio at least, the share of the
#: games at most.
TARGETS: Final = {"ratio": 0.9, "share": 0.05}
#: What docs/training.md states.
KEPT: Final = Path(__file__).resolve().parents[1] / "docs" / "results" / "learning.json"


class Watched:
    """Lanes, and the seconds that they have taken.

    Args:
        lanes: The lanes.
    """

    def __init__(self, lanes: Lanes) -> None:
        self._lanes = lanes
        self.seconds = 0.0

    def __len__(self) -> int:
        return len(self._lanes)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._lanes, name)

    def step(self, actions: Any) -> Stepped:
        """Take one decision in every lane."""
        begun = time.perf_counter()
        stepped = self._lanes.step(actions)
        self.seconds += time.perf_counter() - begun
        return stepped


class Recorded:
    """Decisions of lanes, told again and again whatever is played.

    Args:
        lanes: Lanes, which are played at random for a while.
        decisions: How many of each lane.
    """

    def __init__(self, lanes: Lanes, decisions: int) -> None:
        rng = np.random.default_rng(0)
        self._told = []
        for _ in range(decisions):
            seen, masks = lanes.observations.copy(), lanes.masks.copy()
            actions = np.array([rng.choice(np.flatnonzero(mask)) for mask in masks])
            self._told.append((seen, masks, lanes.step(actions)))
        self._at = 0

    def __len__(self) -> int:
        return len(self._told[0][0])

    @property
    def observations(self) -> Any:
        """Of the present decisions."""
        return self._told[self._at][0]

    @property
    def masks(self) -> Any:
        """Their legal actions."""
        return self._told[self._at][1]

    def step(self, _actions: Any) -> Stepped:
        """Go on to the next decisions."""
        stepped = self._told[self._at][2]
        self._at = (self._at + 1) % len(self._told)
        return stepped


def learner(config: TrainConfig, lanes: Any, facts: GameFacts) -> Ppo:
    """Return a learner with a network of its own."""
    torch.manual_seed(config.seed)
    scale = input_scale(facts.layout.low, facts.layout.high)
    network: ActorCritic = new_network(config.network.spec(facts), scale)
    return Ppo(network, cast("Lanes", lanes), config.ppo, config.steps)


def measure(config: TrainConfig, updates: int) -> dict[str, float]:
    """Return decisions a second from games and from recorded ones, and the games' share.

    Args:
        config: What is trained; its critic has to be the network's own.
        updates: Of each, after one that is not counted.
    """
    environment = config.environment
    settings = environment.settings(config.ppo.discount)
    facts = GameFacts.of(settings)
    torch.set_num_threads(config.threads)
    adviser = adviser_of(config.network.spec(facts), facts)
    count = environment.lanes
    games = Watched(make_lanes(settings, count, config.seed, advise=lambda _: adviser))
    recorded = Recorded(
        make_lanes(settings, count, config.seed + 1, advise=lambda _: adviser), config.ppo.rollout
    )
    learners = [learner(config, lanes, facts) for lanes in (games, recorded)]
    seconds = np.zeros((updates + 1, 2))
    with progress("learning", "updates", updates + 1) as report:
        for n in range(updates + 1):
            if n == 1:
                games.seconds = 0.0
            for place, one in enumerate(learners):
                begun = time.perf_counter()
                one.update()
                seconds[n, place] = time.perf_counter() - begun
            report(n + 1, "")
    total = seconds[1:].sum(axis=0)
    decisions = updates * config.ppo.rollout * count
    return {
        "games": decisions / total[0],
        "recorded": decisions / total[1],
        "ratio": float(np.median(seconds[1:, 1] / seconds[1:, 0])),
        "share": games.seconds / total[0],
    }


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command and return its exit code.

    Args:
        argv: The arguments; None: those of the process.
    """
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.learning", description=(__doc__ or "").partition(":")[0]
    )
    parser.add_argument("--config", type=Path, default=Path("configs/train/maskable_ppo.yaml"))
    parser.add_argument("--updates", type=int, default=8, help="of each (default: 8)")
    parser.add_argument(
        "--keep", action="store_true", help="write the figures down for docs/training.md, too"
    )
    parser.add_argument("words", nargs="*", metavar="key=value", help="other settings")
    options = parser.parse_intermixed_args(argv)

    def work() -> None:
        words = ["learner=ppo", "ppo.critic=shared", "ppo.reference=null", *options.words]
        where = machine()
        found = measure(read_config(TrainConfig, options.config, words), options.updates)
        print(f"from games       {found['games']:8,.0f} decisions/s")
        print(f"from recorded    {found['recorded']:8,.0f} decisions/s")
        print(f"ratio            {found['ratio']:8.3f}   target {TARGETS['ratio']:g} at least")
        print(f"share of games   {found['share']:8.1%}   target {TARGETS['share']:.0%} at most")
        if options.keep:
            kept = {**found, "updates": options.updates, "machine": where}
            KEPT.write_text(f"{json.dumps(kept, indent=1)}\n", encoding="utf-8")
            print(f"{KEPT} written")

    return run("benchmarks.learning", work)


if __name__ == "__main__":
    sys.exit(main())
