"""Digests of what the decider sees in random games of every registered game."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

import numpy as np

from tablemates.envs.core.engine.codes import NEXT
from tablemates.envs.core.engine.random_actions import sample_legal
from tablemates.envs.core.game.batch import GameBatch
from tablemates.envs.registry import GAMES, find_game, new_game

FILE = Path(__file__).with_name("observations.json")
_LANES, _STEPS = 32, 600


def seen(key: str, players: int) -> str:
    """Return the digest of masks and observations of random games that begin anew at their end."""
    game = new_game(find_game(key).settings_type(players=players))
    batch = GameBatch(game, _LANES)
    lanes = np.arange(_LANES)
    batch.new(lanes, lanes.tolist())
    actions, keys = np.zeros(_LANES, np.int64), lanes.astype(np.uint64)
    found = hashlib.blake2b(digest_size=8)
    for _ in range(_STEPS):
        sample_legal(batch.masks, keys, actions)
        batch.step(np.where(batch.answers < 0, NEXT, actions))
        found.update(batch.masks.tobytes())
        found.update(batch.observations.tobytes())
    return found.hexdigest()


def all_seen() -> dict[str, Any]:
    """Return the digests of every game by its numbers of players."""
    return {
        key: {str(n): seen(key, n) for n in find_game(key).settings_type.seats} for key in GAMES
    }


def write() -> None:
    """Record the digests again."""
    FILE.write_text(json.dumps(all_seen(), indent=2) + "\n", encoding="utf-8")
