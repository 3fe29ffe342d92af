"""Games for tests that play: new ones and late ones, random choices, agents, digests."""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Iterator
from typing import Any

import numpy as np

from tablemates.envs.core.engine.codes import CHANCE
from tablemates.envs.core.game.seeds import seed_for
from tablemates.envs.core.views.agent import Situation
from tablemates.envs.core.views.decision_keys import decision_keys
from tablemates.envs.portal_dash.game import PortalDash
from tablemates.envs.portal_dash.settings import Settings
from tablemates.envs.portal_dash.state import STATE

# -- decisions of agents ------------------------------------------------------------------


PUBLIC_BYTES = STATE["public"].itemsize

#: Between them they ask for every kind of decision, and lie outside what bots are made on.
UNUSUAL = [
    Settings(level=5, players=3),
    Settings(level=3, players=2, chance="explicit"),
    Settings(
        level={
            "tiles": 3,
            "mobs": {"wither skeleton": 3, "hoglin": 2, "blaze": 1},
            "bosses": [("wildfire", "hard"), ("ancient hoglin", "hard")],
        },
        players=4,
    ),
    Settings(level=2, players=1, skip_forced=False),
]


def situation(game, key):
    """Return the decision that a game stands at."""
    return Situation(game.observation, game.mask, game.record[:PUBLIC_BYTES], key)


def played(settings, number, agent, limit=3000):
    """Play a game with an agent; yield the game and the key before each of its decisions."""
    game = PortalDash(settings)
    seed = seed_for("test", number)
    rng = np.random.default_rng(seed)
    decider = game.new(seed)
    for n in range(limit):
        if decider == CHANCE:
            outcomes, chances = game.chance_outcomes()
            decider = game.step(int(rng.choice(outcomes, p=chances)))
        elif decider < 0:
            return
        else:
            key = decision_keys(np.array([seed], np.uint64), np.array([n], np.int64))[0]
            yield game, key
            decider = game.step(agent.act(situation(game, key)))
    raise AssertionError("the game does not end")


def progress_of(settings, number, agent):
    """Return how far an agent gets in a game."""
    last = None
    for game, _ in played(settings, number, agent):
        last = game
    return last.progress()


# -- random games -------------------------------------------------------------------------


LEVELS = (1, 2, 3, 4, 5)
PLAYERS = (1, 2, 3, 4)


def make_game(rng: np.random.Generator, level: int, players: int, **settings: Any) -> PortalDash:
    """Return a game object with settings that are drawn unless given; no game has begun."""
    drawn = {
        "edition": str(rng.choice(["en", "fr"])),
        "chance": str(rng.choice(["sampled", "explicit"])),
        "skip_forced": bool(rng.random() < 0.8),
    }
    return PortalDash(Settings(level=level, players=players, **{**drawn, **settings}))


def begin(game: PortalDash, rng: np.random.Generator) -> None:
    """Begin a game at its start or, one time in three, in front of a wounded boss.

    Random players never get that far by themselves.
    """
    game.new(int(rng.integers(2**63)))
    if rng.random() < 1 / 3:
        game.load_position(late_position(game, rng))


def late_position(game: PortalDash, rng: np.random.Generator) -> dict[str, Any]:
    """Return a short position with the portal open, few tiles in the stack and a low cube."""
    settings = game.settings
    parts, portal = game.components.parts.board, game.components.parts.strips.portal
    tiles = int(game.public.parts)
    signs = enumerate(zip(*portal, strict=True), parts.start_columns)
    free = [
        [row, column + tiles * parts.tile_columns]
        for column, rows in signs
        for row, sign in enumerate(rows)
        if sign not in "~P"
    ] or [[0, 0]]  # random parts without a free space: such a position is refused
    players = [
        {"space": free[n], "hearts": int(rng.integers(2, 7))}
        for n in rng.integers(len(free), size=game.seats).tolist()
    ]
    players[0]["items"] = [
        "Netherite sword",
        "diamond pickaxe",
        {"item": "Netherite leggings", "mode": "armour", "hearts": 2},
        {"item": "long bow", "enchantments": ["bow +1 die, +1 range"]},
        {"item": "stone sword", "damaged": True},
        {"item": "iron boots", "enchantments": ["boots fire walking"]},
    ]
    return {
        "level": settings.level,
        "edition": settings.edition,
        "chance": settings.chance,
        "skip_forced": settings.skip_forced,
        "seed": int(rng.integers(2**63)),
        "players": players,
        "portal_open": True,
        "bosses": [{**boss, "life": int(rng.integers(1, 12))} for boss in _bosses(game)],
        "cube": " ".join(map(str, rng.integers(1, 4, size=16))),
        "stack": {"iron leggings": 2, "sword reroll": 1, "iron sword": 1, "boots +2 steps": 1},
    }


def _bosses(game: PortalDash) -> list[dict[str, Any]]:
    position = game.dump_position()
    return [{"boss": boss["boss"], "side": boss["side"]} for boss in position["bosses"]]


def choose(game: PortalDash, rng: np.random.Generator) -> int:
    """Return a random legal action or outcome."""
    return int(rng.choice(np.flatnonzero(game.mask)))


def states(game: PortalDash, rng: np.random.Generator, decisions: int) -> Iterator[None]:
    """Play games one after the other; yield at every state, ends included."""
    begin(game, rng)
    for _ in range(decisions):
        yield
        if game.public.outcome:
            begin(game, rng)
        else:
            game.step(choose(game, rng))


def digests(level: int, decisions: int, every: int = 50) -> Iterator[str]:
    """Play random decisions of a level; yield a digest of all bytes for every so many.

    The bytes are the record, mask, observation and events of every state, and
    now and then a resample.
    """
    rng = np.random.default_rng(level)
    digest = hashlib.sha256()
    count = 0
    while count < decisions:
        game = make_game(rng, level, int(rng.integers(1, 5)))
        for _ in states(game, rng, 100):
            events = game.work.events[: game.work.event_count]
            for part in (game.record, game.mask, game.observation, events):
                digest.update(np.ascontiguousarray(part).tobytes())
            if count % 20 == 0:
                record = game.save()
                game.resample(count)
                digest.update(game.save())
                game.restore(record)
            count += 1
            if count % every == 0:
                yield digest.hexdigest()[:16]


if __name__ == "__main__":
    for line in digests(int(sys.argv[1]), int(sys.argv[2])):
        print(line, flush=True)
