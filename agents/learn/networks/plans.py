"""The kind ``plans`` in PyTorch; ``tablemates.agents.networks.plans`` draws it and answers in NumPy."""

from __future__ import annotations

import torch
from torch import Tensor, nn

from tablemates.agents.learn.networks.base import ACTIVATIONS, ILLEGAL, begin
from tablemates.agents.learn.networks.reader import ReadingActorCritic
from tablemates.agents.networks import PlansSpec
from tablemates.agents.networks.plan_rows import FEATURES, LOGIT, PLANS
from tablemates.agents.networks.plans_spec import FIRST_TRUST, NEVER, TRUSTED


class Judge(nn.Module):
    """Gives each plan its logit.

    Args:
        spec: Sizes.
    """

    def __init__(self, spec: PlansSpec) -> None:
        super().__init__()
        last = spec.hidden[-1]
        self.context = nn.Linear(last, spec.plan)
        self.end = nn.Linear(last, spec.plan, bias=False)
        self.told = nn.Linear(FEATURES, spec.plan, bias=False)
        self.first = nn.Linear(1, spec.plan, bias=False)
        self.middle = nn.Linear(spec.plan, spec.plan)
        self.logit = nn.Linear(spec.plan, 1, bias=False)
        for layer in (self.context, self.end, self.told, self.first, self.middle):
            begin(layer, 2**0.5)
        # At first the script's own opinion is all that counts.
        nn.init.zeros_(self.logit.weight)
        self._activation = ACTIVATIONS[spec.activation]

    def forward(self, here: Tensor, ends: Tensor, told: Tensor, first: Tensor) -> Tensor:
        """Return the logits of plans one below the other.

        Args:
            here: What the reader makes of their decisions, shape ``(plans, hidden[-1])``.
            ends: And of where they lead.
            told: What the script says of them, shape ``(plans, FEATURES)``.
            first: Whether each is the script's own choice.
        """
        hidden = self.context(here) + self.end(ends) + self.told(told)
        hidden = self._activation(hidden + self.first(first.float().unsqueeze(-1)))
        logits: Tensor = self.logit(self._activation(self.middle(hidden)))
        return logits.squeeze(-1)


class PlansActorCritic(ReadingActorCritic):
    """Judges where each of a script's plans leads.

    Args:
        spec: Sizes.
    """

    def __init__(self, spec: PlansSpec) -> None:
        super().__init__(spec)
        self.spec = spec
        self._rows = spec.rows()
        self.plan = Judge(spec)
        self.trust = nn.Linear(len(FIRST_TRUST), 1, bias=False)
        self.critic = nn.Linear(2 * spec.hidden[-1] + FEATURES, 1)
        with torch.no_grad():
            self.trust.weight.copy_(torch.tensor([FIRST_TRUST]))
            # The value begins with the chance that the script states.
            self.critic.weight.zero_()
            self.critic.bias.zero_()
            if self.states_chances:
                self.critic.weight[0, LOGIT - FEATURES] = 1.0

    def forward(self, observations: Tensor, masks: Tensor) -> tuple[Tensor, Tensor]:
        """Return masked logits and values; see ``ActorCritic``."""
        seen, told, actions = self._parts(observations)
        lanes, plans = (actions >= 0).nonzero(as_tuple=True)
        count = len(seen)
        read = self.read(torch.cat([seen[:, 0], seen[lanes, 1 + plans]]))[0]
        here, ends = read[:count], read[count:]
        first = plans == 0
        found = self.plan(here[lanes], ends, told[lanes, plans], first)
        ahead = (told[lanes, plans] - told[lanes, 0])[:, TRUSTED]
        found = found + self.trust(ahead).squeeze(-1)
        logits = torch.full(masks.shape, NEVER, device=self.device)
        logits = logits.masked_fill(masks == 0, ILLEGAL)
        logits = logits.index_put((lanes, actions[lanes, plans]), found)
        best = torch.zeros_like(here).index_put((lanes[first],), ends[first])
        return logits, self._judged(here, best, told)

    def values(self, observations: Tensor) -> Tensor:
        """Return the values alone, shape ``(batch,)``; they do not depend on masks."""
        seen, told, actions = self._parts(observations)
        here, best = self.read(seen[:, 0])[0], self.read(seen[:, 1])[0]
        return self._judged(here, best * (actions[:, :1] >= 0), told)

    def _parts(self, rows: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """Return what ``PlanRows`` describes: observations, features, actions."""
        layout, count = self._rows, len(rows)
        seen = rows[:, : layout.features_at].reshape(count, 1 + PLANS, layout.observed)
        bits = rows[:, layout.features_at : layout.actions_at].contiguous()
        told = bits.view(torch.float16).float().reshape(count, PLANS, FEATURES)
        actions = rows[:, layout.actions_at :].contiguous().view(torch.int16).long()
        return seen, told, actions

    def _judged(self, here: Tensor, best: Tensor, told: Tensor) -> Tensor:
        # What games come to is told by few of them: their value shapes no features, which
        # would learn these games by heart.
        numbers = torch.cat([here.detach(), best.detach(), told[:, 0]], 1)
        return self._valued(self.critic(numbers).squeeze(-1))
