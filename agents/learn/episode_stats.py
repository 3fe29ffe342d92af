"""Means over recent episodes, for TensorBoard and the progress bar."""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Iterable, Sequence
from statistics import fmean
from typing import Final

import numpy as np

from tablemates.agents.learn.vec_env import Episode

#: Episodes that rollout/* are means of, as in Stable-Baselines3.
_RECENT: Final = 100


class EpisodeStats:
    """Means over the recent episodes by tag.

    Args:
        labels: Entries of an episode that tell scenarios apart, such as level and players.
        rated: Whether games are won or lost: not if the learner plays all seats of a competitive
            game.
    """

    def __init__(self, labels: Sequence[str], rated: bool) -> None:
        self._labels = labels
        self._rated = rated
        self._recent: deque[Episode] = deque(maxlen=_RECENT)
        self._won: defaultdict[str, deque[bool]] = defaultdict(lambda: deque(maxlen=_RECENT))

    def add(self, episodes: Iterable[Episode]) -> dict[str, float]:
        """Add finished episodes; return the means, empty without new episodes.

        ``success_rate`` is the share of games with the greatest return, 1, for the learner.
        """
        new = list(episodes)
        if not new:
            return {}
        self._recent.extend(new)
        means = {
            "rollout/ep_rew_mean": fmean(one["r"] for one in self._recent),
            "rollout/ep_len_mean": fmean(one["l"] for one in self._recent),
            "rollout/progress": fmean(float(np.mean(one["progress"])) for one in self._recent),
        }
        if not self._rated:
            return means
        for one in new:
            name = "-".join(f"{label}-{one[label]}" for label in self._labels)
            self._won[name].append(_is_won(one))
        if len(self._won) > 1:
            means |= {f"success_rate/{name}": fmean(won) for name, won in self._won.items()}
        return means | {"rollout/success_rate": fmean(map(_is_won, self._recent))}


def _is_won(episode: Episode) -> bool:
    """Return whether the learner has the greatest return; all seats of a team have the same."""
    return bool(episode["returns"][max(episode.get("seat", 0), 0)] >= 1.0)
