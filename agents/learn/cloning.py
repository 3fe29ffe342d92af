"""Behaviour cloning: the network learns what a teacher did, and whether it led to a win.

One epoch reads every file of the data sets once, in an order of its own, some
files at a time, shuffled. The policy learns from the teacher's action and, where
the teacher said what it thinks of its best choices, from those chances too
(a softer target says how sure it was), or from these chances alone, by how good
they find what it would play; the value learns from the outcomes of games that went on without
noise. Before the first epoch and after each one the games that were held out are
judged; the network that did best there is the one that is kept.
"""

from __future__ import annotations

import copy
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn

from tablemates.agents.learn.config import BcConfig
from tablemates.agents.learn.dataset.reading import Array, DataSets, Decisions
from tablemates.agents.learn.learner import Learner, check_finite
from tablemates.agents.learn.networks import ActorCritic
from tablemates.agents.learn.symmetry import Symmetry
from tablemates.agents.networks.plans_spec import NEVER
from tablemates.envs.portal_dash.observation.layout import Layout

#: Decisions that are learned from in an update: few, so that progress is told and Ctrl-C
#: obeyed within seconds.
_AN_UPDATE = 4096
#: Decisions that are judged together.
_JUDGED = 1024
_BINS = 10


def targets_of(batch: Decisions, soft: float, temperature: float) -> tuple[Tensor, Tensor]:
    """Return what the policy is to play: actions, and how likely each of them.

    Args:
        batch: Decisions.
        soft: Weight of the teacher's chances where it stated some, against its action.
        temperature: Difference of chances that makes one choice e times as likely.

    Returns:
        Actions, the teacher's own first, and probabilities, each of shape
        ``(decisions, 1 + scored choices)``.
    """
    known = torch.from_numpy(batch.scored >= 0)
    scores = torch.from_numpy(batch.scores.astype(np.float32)) / temperature
    likely = scores.masked_fill(~known, -torch.inf)
    some = known.sum(1, keepdim=True) > 1
    likely = torch.where(some, likely.softmax(1), torch.zeros(())).nan_to_num()
    share = torch.where(some, soft, 0.0)
    actions = np.column_stack([batch.actions, np.maximum(batch.scored, 0)]).astype(np.int64)
    return torch.from_numpy(actions), torch.cat([1.0 - share, share * likely], 1)


def chance_loss(logits: Tensor, batch: Decisions, temperature: float) -> Tensor:
    """Return what the policy loses by its choices, as the teacher sees them, a decision.

    The teacher met all choices of a decision with the same luck, so that the differences of
    its chances are worth more than which of them was the highest, which is mostly luck. Of
    choices that hardly differ, or that are not to be played at all, nothing is learned.

    Args:
        logits: Of the policy, shape ``(decisions, actions)``.
        batch: Decisions with the teacher's chances.
        temperature: Chances are counted in this unit.

    Returns:
        The teacher's mean chance of a decision's choices less that of what the policy plays, of
        all decisions where it compared some that the policy may play.
    """
    device = logits.device
    known = torch.from_numpy(batch.scored >= 0).to(device)
    actions = torch.from_numpy(np.maximum(batch.scored, 0).astype(np.int64)).to(device)
    found = logits.gather(1, actions)
    known &= found > NEVER
    compared = known.sum(1) > 1
    known, found = known[compared], found[compared]
    scores = torch.from_numpy(batch.scores.astype(np.float32)).to(device)[compared]
    scores = torch.where(known, scores, 0.0)
    mean = scores.sum(1) / known.sum(1)
    likely = found.masked_fill(~known, -torch.inf).softmax(1)
    return (mean - (likely * scores).sum(1)) / temperature


def gain_of(choices: Array, batch: Decisions) -> float:
    """Return by how much the teacher finds choices better than what was played, a decision.

    Args:
        choices: One of each decision.
        batch: The decisions, with the teacher's chances. Where it gave none to either of the
            two, nothing is gained or lost.
    """

    def chances(actions: Array) -> Array:
        here = (batch.scored == actions[:, None]) & (batch.scored >= 0)
        stated = np.where(here, batch.scores.astype(np.float64), 0.0).sum(1)
        return np.where(here.any(1), stated, np.nan)

    return float(np.nan_to_num(chances(choices) - chances(batch.played)).mean())


class Cloning(Learner):
    """Behaviour cloning; see ``Learner``.

    Args:
        network: What learns.
        data: What from.
        config: How.
        steps: Decisions in all, for the learning rate.
        seed: Of the order in which they are read.
        layout: Of the observation: accuracy is told by kind of decision.
        symmetry: Tells decisions in equivalent forms; None: they are told as they are.
        share: Of the decisions that are.
    """

    def __init__(
        self,
        network: ActorCritic,
        data: DataSets,
        config: BcConfig,
        steps: int,
        seed: int,
        layout: Layout,
        symmetry: Symmetry | None = None,
        share: float = 1.0,
    ) -> None:
        super().__init__(network, steps, config.learning_rate, config.decay)
        self._config = config
        self._data = data
        self._seed = seed
        self._kinds = layout["decision_kind"]
        self._held_out = data.held_out()
        self._symmetry = symmetry
        self._share = share
        self._optimiser = torch.optim.AdamW(
            network.parameters(), lr=config.learning_rate, weight_decay=config.weight_decay
        )
        self._best = copy.deepcopy(network)
        self._epoch = self._place = self._start = self._worse = 0
        self._begun = False
        self._group: tuple[Decisions, Array] | None = None
        self._least = float("inf")
        self._judged: dict[str, float] = {}

    def network(self) -> ActorCritic:
        """Return the network that did best on the games held out, at first the present one."""
        return self._best if self._judged else self._network

    @property
    def finished(self) -> bool:
        """Whether it has stopped becoming better."""
        return self._worse > self._config.patience

    def update(self) -> dict[str, float]:
        """Learn from the next decisions; before the first ones, and after each epoch, judge."""
        if not self._begun:
            self._begun = True
            if judged := self._judge():
                return judged  # an update of its own: nothing is learned from yet
        rate, size = self.learning_rate(), self._config.minibatch
        decisions, order = self._group or self._read()
        logged = []
        for start in range(self._start, len(order), size)[: max(_AN_UPDATE // size, 1)]:
            chosen = order[start : start + size]
            # What is drawn follows from where in the data it is: there is nothing to keep.
            rng = np.random.default_rng([self._seed, self._epoch, 1 + self._place, 1 + start])
            logged.append(self._learn(self._told(decisions[chosen], rng)))
            self._start += size
            self.steps += len(chosen)
        check_finite(self._network)
        log = {"learning_rate": rate}
        if logged:
            log |= dict(zip(("policy", "value"), np.mean(logged, axis=0).tolist(), strict=True))
        if self._start >= len(order):
            self._place, self._start, self._group = self._place + 1, 0, None
            if self._place * self._config.files >= len(self._data.files):
                self._epoch, self._place = self._epoch + 1, 0
                log |= self._judge()
        return log

    def _read(self) -> tuple[Decisions, Array]:
        """Read the next files; return their decisions and the order to learn from them in."""
        files = np.random.default_rng([self._seed, self._epoch]).permutation(len(self._data.files))
        first = self._place * self._config.files
        decisions = self._data.learned(files[first : first + self._config.files].tolist())
        rng = np.random.default_rng([self._seed, self._epoch, 1 + self._place])
        self._group = decisions, rng.permutation(len(decisions))
        return self._group

    def _told(self, batch: Decisions, rng: np.random.Generator) -> Decisions:
        """Return decisions in equivalent forms."""
        if self._symmetry is None:
            return batch
        views = self._symmetry.draw(batch.observations, rng, self._share)
        return replace(
            batch,
            observations=views.of_inputs(batch.observations),
            masks=views.of_masks(batch.masks),
            actions=views.told(batch.actions[:, None])[:, 0].astype(batch.actions.dtype),
            scored=views.told(batch.scored).astype(batch.scored.dtype),
        )

    def _learn(self, batch: Decisions) -> list[float]:
        for group in self._optimiser.param_groups:
            group["lr"] = self.learning_rate()
        (policy, _), (value, _) = self._losses(*self._answers(batch), batch)
        self._optimiser.zero_grad()
        (policy + self._config.value * value).backward()  # type: ignore[no-untyped-call]
        nn.utils.clip_grad_norm_(self._network.parameters(), self._config.gradient)
        self._optimiser.step()
        return [policy.item(), value.item()]

    def _losses(
        self, logits: Tensor, values: Tensor, batch: Decisions
    ) -> tuple[tuple[Tensor, int], tuple[Tensor, int]]:
        """Return the policy's loss and the value's, and how many decisions each is the mean of."""
        each = self._policy_losses(logits, batch)
        policy = each.mean() if len(each) else logits.sum() * 0.0
        sound = torch.from_numpy(batch.sound).to(logits.device)
        won = torch.from_numpy(batch.won).to(logits.device)
        count = int(batch.sound.sum())
        value = values.sum() * 0.0
        if count:
            value = self._network.value_loss(values[sound], won[sound])
        return (policy, len(each)), (value, count)

    def _policy_losses(self, logits: Tensor, batch: Decisions) -> Tensor:
        """Return the policy's loss of each decision that says something."""
        config = self._config
        if config.target == "chances":
            return chance_loss(logits, batch, config.temperature)
        actions, likely = targets_of(batch, config.soft, config.temperature)
        log_probs = logits.log_softmax(-1).gather(1, actions.to(logits.device))
        return -(likely.to(logits.device) * log_probs).sum(1)

    def _answers(self, batch: Decisions) -> tuple[Tensor, Tensor]:
        device = self._network.device
        answers: tuple[Tensor, Tensor] = self._network(
            torch.from_numpy(batch.observations).to(device),
            torch.from_numpy(batch.masks).to(device),
        )
        return answers

    # -- what was held out -------------------------------------------------------------
    def _judge(self) -> dict[str, float]:
        """Judge the network on what was held out, and keep it if it is the best so far."""
        held_out = self._held_out
        if not len(held_out):
            return {}
        losses, choices, values = [], [], []
        with torch.no_grad():
            for start in range(0, len(held_out), _JUDGED):
                batch = held_out[slice(start, start + _JUDGED)]
                logits, value = self._answers(batch)
                losses.append([[loss.item() * count, count] for loss, count
                               in self._losses(logits, value, batch)])  # fmt: skip
                choices.append(logits.argmax(-1).cpu().numpy())
                values.append(value.cpu().numpy())
        policy, of_value = (total / max(count, 1) for total, count in np.sum(losses, axis=0))
        chosen = np.concatenate(choices)
        hits = chosen == held_out.actions
        judged = {"policy": policy, "value": of_value, "accuracy": hits.mean()}
        judged["gain"] = gain_of(chosen, held_out)
        judged["calibration"] = calibration_error(
            np.concatenate(values)[held_out.sound], held_out.won[held_out.sound]
        )
        kinds = held_out.observations[:, self._kinds.slice]
        for number, kind in enumerate(self._kinds.numbers):
            here = kinds[:, number] != 0
            if here.any():
                judged[f"accuracy {kind.name}"] = hits[here].mean()
                judged[f"decisions {kind.name}"] = here.sum()
        loss = (
            policy if self._config.target == "chances" else (policy + self._config.value * of_value)
        )
        judged = {name: float(number) for name, number in judged.items()}
        self._worse += 1
        if loss < self._least:
            self._least, self._worse, self._judged = float(loss), 0, judged
            self._best.load_state_dict(self._network.state_dict())
        return {f"held out {name}": number for name, number in judged.items()}

    def words(self) -> str:
        """Return how the best network did on what was held out."""
        if not self._judged:
            return f"epoch {self._epoch + 1}"
        judged = self._judged
        gained = f", {judged['gain']:+.2%} a decision" if self._config.target == "chances" else ""
        return (
            f"epoch {self._epoch + 1}; held out: {judged['accuracy']:.1%} as the teacher{gained}, "
            f"win chances off by {judged['calibration']:.3f}"
        )

    def summary(self) -> str:
        """Return how often the best network plays as the teacher, by kind of decision."""
        if not self._judged:
            return ""
        lines = [f"held out: {self._judged['accuracy']:.1%} of decisions as the teacher"]
        for kind in self._kinds.numbers:
            if (name := f"accuracy {kind.name}") in self._judged:
                count = self._judged[f"decisions {kind.name}"]
                lines.append(f"  {kind.name:13} {self._judged[name]:6.1%} of {count:,.0f}")
        return "\n".join(lines)

    # -- as a value --------------------------------------------------------------------
    def state(self) -> dict[str, Any]:
        """Return weights, optimiser, and where in the data it is."""
        return {
            "network": self._network.state_dict(),
            "best": self._best.state_dict(),
            "optimiser": self._optimiser.state_dict(),
            "place": [self._epoch, self._place, self._worse],
            "start": self._start,
            "begun": self._begun,
            "least": self._least,
            "judged": self._judged,
        }

    def restore(self, state: Mapping[str, Any], steps: int) -> None:
        """Go on from ``state``, after so many decisions."""
        self._network.load_state_dict(state["network"])
        self._best.load_state_dict(state["best"])
        self._optimiser.load_state_dict(state["optimiser"])
        self._epoch, self._place, self._worse = state["place"]
        # Older runs stopped between files alone, and had learned from some.
        self._start, self._begun = state.get("start", 0), state.get("begun", True)
        self._least, self._judged = state["least"], state["judged"]
        self.steps = steps


def calibration_error(stated: Any, won: Any) -> float:
    """Return how far stated chances are from the share of games won, on average.

    Decisions are put into ten equal ranges of what was stated; each range counts by
    how many it has.
    """
    if not len(stated):
        return float("nan")
    place = np.clip((stated * _BINS).astype(int), 0, _BINS - 1)
    gaps = np.bincount(place, stated - won, _BINS)
    return float(np.abs(gaps).sum() / len(stated))
