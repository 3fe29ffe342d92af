"""The kind ``tokens`` in PyTorch; ``tablemates.agents.networks.tokens`` draws it and answers in NumPy."""

from __future__ import annotations

import torch
from torch import Tensor, nn

from tablemates.agents.learn.networks.base import (
    ACTIVATIONS,
    ILLEGAL,
    begin,
    mark_features,
    trusting,
)
from tablemates.agents.learn.networks.reader import ReadingActorCritic, at_cells
from tablemates.agents.networks import TokensSpec
from tablemates.agents.networks.base import MARK_FEATURES


class Pointer(nn.Module):
    """Gives each legal choice its logit.

    Args:
        spec: Sizes.
        width: Numbers in a row of the candidate table.
    """

    def __init__(self, spec: TokensSpec, width: int) -> None:
        super().__init__()
        self.context = nn.Linear(spec.hidden[-1], spec.pointer)
        self.row = nn.Linear(width, spec.pointer, bias=False)
        self.space = nn.Linear(spec.board[-1], spec.pointer, bias=False)
        self.action = nn.Embedding(spec.outputs, spec.pointer)
        self.middle = nn.Linear(spec.pointer, spec.pointer)
        self.logit = nn.Linear(spec.pointer, 1, bias=False)
        self.mark = None
        if spec.adviser is not None:
            self.mark = nn.Linear(MARK_FEATURES, spec.pointer, bias=False)
            begin(self.mark, 2**0.5)
        for layer in (self.context, self.row, self.space, self.middle):
            begin(layer, 2**0.5)
        nn.init.normal_(self.action.weight, std=0.1)
        # Small logits at first: every legal action is about as likely (Andrychowicz et al. 2021).
        begin(self.logit, 0.01)
        self._activation = ACTIVATIONS[spec.activation]

    def forward(
        self,
        rows: Tensor,
        spaces: Tensor,
        ids: Tensor,
        features: Tensor,
        lanes: Tensor,
        opinions: Tensor | None,
    ) -> Tensor:
        """Return the logits of choices one below the other.

        Args:
            rows: Of the candidate table, scaled, ``(choices, width)``.
            spaces: What the board's layers say of the space that each points at, 0 for none.
            ids: The actions.
            features: The trunk's, shape ``(batch, hidden[-1])``.
            lanes: Which of these each choice belongs to.
            opinions: Of an adviser, ``(choices, MARK_FEATURES)``.
        """
        hidden = self.row(rows) + self.space(spaces) + self.action(ids)
        if self.mark is not None and opinions is not None:
            hidden = hidden + self.mark(opinions)
        hidden = self._activation(hidden + self.context(features)[lanes])
        logits: Tensor = self.logit(self._activation(self.middle(hidden)))
        return logits.squeeze(-1)


class TokensActorCritic(ReadingActorCritic):
    """Reads the things on the table and points at the legal choices.

    Args:
        spec: Sizes.
    """

    def __init__(self, spec: TokensSpec) -> None:
        super().__init__(spec)
        self.spec = spec
        candidates = self.reading.candidates
        self.fix("row_scale", candidates.scale)
        self.pointer = Pointer(spec, candidates.width)
        self.critic = nn.Linear(spec.hidden[-1], 1)
        begin(self.critic, 1.0)
        self.trust = None if spec.adviser is None else trusting()

    def forward(self, observations: Tensor, masks: Tensor) -> tuple[Tensor, Tensor]:
        """Return masked logits and values; see ``ActorCritic``."""
        features, board = self.read(observations)
        lanes, ids = masks.nonzero(as_tuple=True)
        # Where steps lead and who stands there is looked up by the one table that says so.
        table = self.reading.candidates.rows(
            observations.cpu().numpy(), lanes.cpu().numpy(), ids.cpu().numpy()
        )
        cells = torch.from_numpy(self.reading.cells_of(table)).to(self.device)
        rows = torch.from_numpy(table).to(self.device).float() * self.fixed("row_scale")
        opinions = None if self.trust is None else mark_features(masks[lanes, ids])
        found = self.pointer(rows, at_cells(board, lanes, cells), ids, features, lanes, opinions)
        if self.trust is not None:
            found = found + self.trust(opinions).squeeze(-1)
        logits = torch.full(masks.shape, ILLEGAL, device=self.device)
        logits = logits.index_put((lanes, ids), found)
        return logits, self._valued(self.critic(features).squeeze(-1))

    def values(self, observations: Tensor) -> Tensor:
        """Return the values alone, shape ``(batch,)``; they do not depend on masks."""
        return self._valued(self.critic(self.read(observations)[0]).squeeze(-1))
