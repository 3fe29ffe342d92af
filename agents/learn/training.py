"""A training run from its settings to its policy folder."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path
from typing import Any, Final

import numpy as np
import torch
from torch.utils.tensorboard import SummaryWriter

from tablemates.agents.errors import FolderError, PolicyError
from tablemates.agents.facts import GameFacts
from tablemates.agents.folders import kept
from tablemates.agents.learn.cloning import Cloning
from tablemates.agents.learn.config import TrainConfig
from tablemates.agents.learn.curves import draw_own
from tablemates.agents.learn.dataset.reading import DataSets
from tablemates.agents.learn.generators import random_state, restore_random
from tablemates.agents.learn.hardware import machine
from tablemates.agents.learn.journal import Journal
from tablemates.agents.learn.lanes import Lanes, make_lanes
from tablemates.agents.learn.learner import GamesLearner, Learner, check_finite, device_of
from tablemates.agents.learn.lineage import weights_of
from tablemates.agents.learn.networks import ActorCritic, new_network
from tablemates.agents.learn.ppo import Ppo
from tablemates.agents.learn.run_folder import RunFolder
from tablemates.agents.learn.sb3 import Sb3MaskablePpo
from tablemates.agents.learn.stopping import asked_to_stop
from tablemates.agents.learn.symmetry import Symmetry
from tablemates.agents.learn.tally import Tally
from tablemates.agents.networks import MlpSpec, rows_of
from tablemates.agents.networks.base import input_scale
from tablemates.agents.policy import Policy, read_policy, write_policy
from tablemates.agents.policy_agent import adviser_of, load_policy
from tablemates.agents.progress import progress
from tablemates.agents.registry import folder_of, print_notice
from tablemates.envs.core.partners import Pool
from tablemates.envs.portal_dash.game import NAME
from tablemates.envs.portal_dash.observation.layout import make_layout

#: Those that learn from games in lanes; ``bc`` learns from data sets, ``rllib`` in its own way.
LEARNERS: Final[Mapping[str, type[GamesLearner]]] = {"maskable_ppo": Sb3MaskablePpo, "ppo": Ppo}


def train(config: TrainConfig, resume: bool = False) -> None:
    """Train a policy and write it into its run folder.

    Args:
        config: The settings.
        resume: Go on with the run that lies in the folder, exactly where its
            newest checkpoint was made.

    Raises:
        GameError, DocumentError, ComponentsError: The settings or the folder do not do.
    """
    with kept(config.run):
        run = Run(config, resume)
        try:
            with closing(run):
                run.go()
        except KeyboardInterrupt:
            newest = run.folder.newest()
            words = (
                "stopped before its first checkpoint"
                if newest is None
                else f"--resume goes on from {newest}, the policy so far is {newest / 'policy'}"
            )
            print(f"{config.run}: {words}", file=sys.stderr)
            raise


class Run:
    """One training run.

    Args:
        config: The settings.
        resume: Whether to go on with the run that lies in the folder.

    Attributes:
        folder: Where it is written.
    """

    def __init__(self, config: TrainConfig, resume: bool) -> None:
        self._config = config
        self.folder = RunFolder(config.run)
        settings = config.environment.settings(config.ppo.discount)
        self._facts = GameFacts.of(settings)
        self._spec = config.network.spec(self._facts)
        # Whoever goes on has the weights that came of the parent's: it may be gone.
        parent = None if resume else self._load_parent()
        self._parent = None if parent is None else parent.card.weights
        self._policies = self._digests()
        # Whatever can be wrong with the settings is found out before what lies in the folder
        # is changed.
        self._device = device_of(config.device)
        torch.set_num_threads(config.threads)
        torch.manual_seed(config.seed)
        np.random.seed(config.seed)  # noqa: NPY002 - Stable-Baselines3 shuffles with it
        network = self._network(parent).to(self._device)
        self._learner, self._lanes, self._data = self._make_learner(network)
        self._tally = Tally()
        if resume:
            begun = self.folder.resume(config)
            self._restore(self.folder.read_state())
            self._tell_of_more_steps(begun)
            newest = self.folder.newest()
            assert newest is not None  # its state has just been read
            self._parent = read_policy(newest / "policy").card.parent
        else:
            self.folder.begin(config)

    def _make_learner(self, network: ActorCritic) -> tuple[Learner, Lanes | None, tuple[str, ...]]:
        """Return who learns, the lanes that are played, and digests of the data that is read."""
        config = self._config
        if config.learner == "bc":
            data = DataSets(
                config.bc.data, self._facts, config.bc.held_out, print_notice, self._spec
            )
            symmetry = None
            if config.symmetry > 0:
                symmetry = Symmetry(self._facts.layout, rows_of(self._spec))
            learning = (config.bc, config.steps, config.seed, self._facts.layout)
            cloning = Cloning(network, data, *learning, symmetry, config.symmetry)
            return cloning, None, tuple(data.digests)
        settings = config.environment.settings(config.ppo.discount)
        if config.learner == "rllib":
            from tablemates.agents.learn.rllib import RllibPpo  # Ray is there for those who want it

            return RllibPpo(network, settings, self._facts, config), None, ()
        environment = config.environment
        partners = environment.partners
        lanes = make_lanes(
            settings,
            environment.lanes,
            config.seed,
            seat=None if partners is None else "random",
            partners=None if partners is None else Pool(partners),
            share=environment.curriculum,
            perturbed=environment.perturbed,
            opening=environment.opening,
            symmetry=config.symmetry,
            perturbed_parts=environment.perturbed_parts,
            advise=lambda facts: adviser_of(self._spec, facts),
        )
        what = (network, lanes, config.ppo, config.steps)
        if config.learner == "ppo":
            return Ppo(*what, reference=self._reference(), critic=self._critic()), lanes, ()
        return LEARNERS[config.learner](*what), lanes, ()

    def _reference(self) -> ActorCritic | None:
        """Return the policy that leaving costs."""
        path = self._config.ppo.reference
        if path is None:
            return None
        policy = self._policy(path)
        theirs, ours = policy.card.network, self._spec
        if theirs.adviser not in (None, ours.adviser):
            raise PolicyError(
                f"{path}: listens to {theirs.adviser}, the network that learns to "
                f"{ours.adviser or 'nobody'}: choose the same network.adviser"
            )
        if theirs.inputs != ours.inputs:
            raise PolicyError(
                f"{path}: is a network of the kind {theirs.kind}, which is told other things than "
                f"one of the kind {ours.kind}: choose the same network.kind"
            )
        layout = self._facts.layout
        network = new_network(policy.card.network, input_scale(layout.low, layout.high))
        network.load_tensors(policy.tensors)
        return network.to(self._device).requires_grad_(requires_grad=False)

    def _digests(self) -> dict[str, str]:
        """Return digests of the weights that it goes on needing, by the setting that names them."""
        partners = self._config.environment.partners or ()
        named = {f"environment.partners {one}": one for one in partners}
        if self._config.ppo.reference is not None:
            named["ppo.reference"] = str(self._config.ppo.reference)
        found = {setting: weights_of(one) for setting, one in named.items()}
        return {setting: digest for setting, digest in found.items() if digest is not None}

    def _critic(self) -> ActorCritic | None:
        """Return a critic that sees what is hidden."""
        if self._config.ppo.critic == "shared":
            return None
        layout = make_layout(self._facts.layout.board_shape, privileged=True)
        spec = MlpSpec(
            kind="mlp",
            inputs=layout.size,
            outputs=1,
            hidden=self._config.ppo.critic_hidden,
            activation="tanh",
            value=self._spec.value,
        )
        critic = new_network(spec, input_scale(layout.low, layout.high))
        return critic.to(self._device)

    def _load_parent(self) -> Policy | None:
        path = self._config.parent
        if path is None:
            return None
        parent = self._policy(path)
        if parent.card.network != self._spec:
            raise PolicyError(
                f"{path}: its network is {parent.card.network.model_dump()}, "
                f"the settings ask for {self._spec.model_dump()}"
            )
        return parent

    def _policy(self, path: Path) -> Policy:
        """Return the policy of a folder, or one that comes with the project, by its name."""
        return load_policy(folder_of(str(path)) or path, self._facts, print_notice)

    def _network(self, parent: Policy | None) -> ActorCritic:
        layout = self._facts.layout
        network = new_network(self._spec, input_scale(layout.low, layout.high))
        if parent is not None:
            network.load_tensors(parent.tensors)
        return network

    def close(self) -> None:
        """End what the run has started beside this process."""
        self._learner.close()

    def go(self) -> None:
        """Learn until the last step, and write the policy.

        Raises:
            DivergedError: The network is no longer made of numbers.
            KeyboardInterrupt: Somebody pressed Ctrl-C; what was learned so far is kept.
        """
        learner, last = self._learner, self._config.steps
        if learner.steps >= last:
            print(f"{self.folder.path} has {learner.steps:,} decisions: steps=... trains longer")
        journal = Journal(self.folder.path, learner.steps)
        with (
            SummaryWriter(self.folder.tensorboard, purge_step=learner.steps + 1) as curves,
            progress("training", "decisions", last, learner.steps) as report,
            asked_to_stop("stopping after this update; Ctrl-C again stops at once") as asked,
        ):
            while learner.steps < last and not learner.finished:
                before = learner.steps
                log = self._update()
                numbers = self._noted(log)
                for name, value in numbers.items():
                    curves.add_scalar(name, value, learner.steps)
                journal.note(learner.steps, numbers)
                report(learner.steps, self._words())
                every = self._config.checkpoint_every
                stop = asked()
                done = learner.steps >= last or learner.finished
                if learner.steps // every > before // every or done or stop:
                    self._checkpoint()
                if stop:
                    raise KeyboardInterrupt
        self.folder.write_policy(self._write_policy)
        if summary := learner.summary():
            print(summary)
        print(f"policy: {self.folder.policy}")
        print(f"curves: {self.folder.curves} or tensorboard --logdir {self.folder.tensorboard}")

    def _update(self) -> dict[str, float]:
        try:
            log = self._learner.update()
        except ValueError:  # Stable-Baselines3 finds what is no number itself, with a long message
            check_finite(self._learner.network())
            raise
        check_finite(self._learner.network())
        return log

    # -- how it goes -----------------------------------------------------------------
    def _noted(self, log: Mapping[str, float]) -> dict[str, float]:
        """Return the numbers of an update, and of the games that ended in it, by their curves."""
        numbers = {f"learner/{name}": value for name, value in log.items()}
        return numbers | self._tally.note(self._learner.take_endings())

    def _words(self) -> str:
        """Return how it goes."""
        return self._learner.words() if self._config.learner == "bc" else self._tally.words()

    # -- what stays ------------------------------------------------------------------
    def _checkpoint(self) -> None:
        steps = self._learner.steps
        state = {
            "steps": steps,
            "learner": self._learner.state(),
            "lanes": self._lanes.state() if self._lanes else None,
            "data": list(self._data),
            "policies": self._policies,
            "random": random_state(self._device),
        }
        self.folder.write_checkpoint(steps, state, self._write_policy)
        draw_own(self.folder.path)

    def _restore(self, state: Mapping[str, Any]) -> None:
        if state["data"] != list(self._data):
            raise FolderError(
                f"{self.folder.path} has learned from other decisions than lie in bc.data now: "
                "begin anew with another run=..., and parent=... for its weights"
            )
        # Older runs do not say what theirs were.
        for setting, digest in state.get("policies", {}).items():
            if self._policies.get(setting) != digest:
                raise FolderError(
                    f"{self.folder.path} has learned with other weights than {setting} names now: "
                    "put them back, or begin anew with another run=..., and parent=... for its "
                    "weights"
                )
        if self._lanes is not None:
            self._lanes.restore(state["lanes"])
        self._learner.restore(state["learner"], state["steps"])
        restore_random(state["random"], self._device)

    def _tell_of_more_steps(self, before: int) -> None:
        """Say that a longer run is not what it would have been had it been so long from the start.

        Args:
            before: The steps that it was to have.
        """
        config, done = self._config, self._learner.steps
        decays = (config.bc if config.learner == "bc" else config.ppo).decay
        falling = ["the learning rate"] * decays
        falling += ["ppo.kl"] * (config.learner == "ppo" and config.ppo.reference is not None)
        if before < config.steps and done and falling:
            print_notice(
                f"{self.folder.path} was to have {before:,} decisions and now has "
                f"{config.steps:,}: what had fallen on the way to the former "
                f"({', '.join(falling)}) jumps up, so that a run that is so long from the "
                "beginning comes to another policy"
            )

    def _write_policy(self, folder: Path) -> None:
        hashes = self._facts.hashes
        network = self._learner.network()
        beside = ("ray",) if self._config.learner == "rllib" else ()
        write_policy(
            folder,
            network.tensors(),
            self._config.precision,
            game=NAME,
            interface=hashes["interface"],
            ruleset=hashes["ruleset"],
            engine=hashes["engine"],
            network=self._spec,
            learner=self._config.learner,
            config=self._config.model_dump(mode="json"),
            seeds={"train": self._config.seed},
            steps=self._learner.steps,
            hardware=hardware(network.device, *beside),
            parent=self._parent,
            reference=self._policies.get("ppo.reference"),
            data=self._data,
        )


def hardware(device: torch.device, *libraries: str) -> dict[str, str]:
    """Return what a policy was trained on: machine and versions.

    Args:
        device: Where the network was.
        *libraries: Others than those that every training needs.
    """
    name = torch.cuda.get_device_name(device) if device.type == "cuda" else "CPU"
    return {"device": name} | machine("torch", "stable-baselines3", "sb3-contrib", *libraries)
