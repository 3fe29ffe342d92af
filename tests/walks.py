"""Walks through games that stop once at every kind of decision they meet."""

from collections.abc import Iterator
from typing import Any

import numpy as np

from tablemates.envs.core.game.game import Game
from tablemates.envs.core.views.common import View


def kind_of(game: Game, record: bytes) -> tuple[int, ...]:
    """Return what is to be decided: by whom does not matter, what asked for it does."""
    public = np.frombuffer(record, game.engine.state)[0]["public"]
    known = public.dtype.names
    kind = [int(public[name]) for name in ("decision", "chance", "step") if name in known]
    if "agenda" in known:
        kind.append(int(public["agenda"][max(0, public["agenda_length"] - 1), 0]))
    return tuple(kind)


def kinds_met(view: View, seeds: range, steps: int = 600) -> Iterator[tuple[int, ...]]:
    """Play random games in a view of one game; stop at every kind of decision, once.

    The caller leaves the view as it is.
    """
    met: set[tuple[int, ...]] = set()
    rng = np.random.default_rng(0)
    walked: Any = view
    for seed in seeds:
        walked.reset(seed=seed)
        for _ in range(steps):
            legal = walked.legal_actions()
            if not legal:
                break
            if (kind := kind_of(walked._game, walked._game.save())) not in met:
                met.add(kind)
                yield kind
            walked.step(int(rng.choice(legal)))
