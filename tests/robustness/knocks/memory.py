"""Millions of decisions in one process: it does not grow."""

from __future__ import annotations

import json
import resource
import subprocess
import sys
from pathlib import Path
from typing import Final

from tests.judge.knocks.processes import PATIENCE, Found, words_of

#: Bytes that the process may have grown by after its first tenth.
BOUND: Final = 16_000_000
#: Decisions in the vector view for one in a view of a single game.
_SHARE: Final = 10


def drift(decisions: int) -> Found:
    """Play in a process of its own, and see how it grows.

    Args:
        decisions: How many in all.
    """
    found = Found()
    done = subprocess.run(
        words_of(["-m", "tests.judge.knocks.memory", decisions]),
        check=False,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
    )
    if done.returncode:
        found.check(False, f"playing {decisions:,} decisions fails: {done.stderr[-300:]}")
        return found
    played, first, last = json.loads(done.stdout)
    words = f"{played:,} decisions in one process: {first / 1e6:.1f} MB after a tenth of them, "
    words += f"{last / 1e6:.1f} MB at the end"
    found.check(last - first <= BOUND, f"{words}: more than {BOUND / 1e6:.0f} MB")
    found.notes.append(f"{words}; allowed {BOUND / 1e6:.0f} MB more")
    return found


def resident() -> int:
    """Return the bytes of memory that this process has."""
    pages = Path("/proc/self/statm").read_text(encoding="ascii").split()[1]
    return int(pages) * resource.getpagesize()


def played(decisions: int) -> tuple[int, int, int]:
    """Play; most of it in the vector view, the rest with everything that a person sees.

    Returns:
        Decisions played, and the resident bytes after a tenth of them and at the end.
    """
    import numpy as np

    from tablemates.envs.portal_dash_v0 import gym_env, vector_env

    rng = np.random.default_rng(0)
    lanes = 64
    many = vector_env(num_envs=lanes, level=[1, 2, 3, 4, 5], players=[1, 2, 3, 4])
    one = gym_env(level=[1, 2, 3, 4, 5], players=[1, 2, 3, 4], render_mode="ansi")
    _, infos = many.reset(seed=0)
    _, info = one.reset(seed=0)
    first, count = 0, 0
    while count < decisions:
        for _ in range(_SHARE):
            masks = infos["action_mask"]
            actions = np.argmax(masks * rng.random(masks.shape), axis=1)
            _, _, _, _, infos = many.step(actions)
            count += lanes
        for _ in range(lanes):
            action = int(rng.choice(np.flatnonzero(info["action_mask"])))
            _, _, ended, cut, info = one.step(action)
            count += 1
            if ended or cut:
                one.unwrapped.save()
                one.render()
                _, info = one.reset()
        if not first and count >= decisions / 10:
            first = resident()
    return count, first, resident()


if __name__ == "__main__":
    print(json.dumps(played(int(sys.argv[1]))))
