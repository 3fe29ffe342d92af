"""One source, two ways to run: interpreted and compiled it writes the same."""

import hashlib
import os
import subprocess
import sys

import numpy as np
import pytest

from tests.portal_dash.observation.looking import LAYOUT, seen

DIGEST = """
import hashlib, sys
import numpy as np
from tablemates.envs.portal_dash.engine import ENGINE
games, box = np.load(sys.argv[1]), np.load(sys.argv[2])
total = hashlib.sha256()
for game in games:
    out = np.zeros({size}, np.int8)
    ENGINE.observe(game, box, 0, out)
    total.update(out.tobytes())
print(total.hexdigest())
"""


@pytest.mark.slow
def test_interpreted_and_compiled_agree(games, box, tmp_path):
    some = np.stack(games[::5])
    np.save(tmp_path / "games.npy", some)
    np.save(tmp_path / "box.npy", box)
    total = hashlib.sha256()
    for game in some:
        total.update(seen(game, box).tobytes())
    script = DIGEST.format(size=LAYOUT.size)
    answer = subprocess.run(
        [sys.executable, "-W", "error", "-c", script, tmp_path / "games.npy", tmp_path / "box.npy"],
        env=os.environ | {"NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert answer.stdout.strip() == total.hexdigest()
