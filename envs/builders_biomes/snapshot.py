"""Snapshots: what can be seen of a game as documented plain data, with words for it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np

from tablemates.envs.builders_biomes import vocabulary as V
from tablemates.envs.builders_biomes.speech import WORDS, cost_name, tile_name
from tablemates.envs.builders_biomes.standing import PROSPECTS, prospects
from tablemates.envs.core.answers import OVER

if TYPE_CHECKING:
    from tablemates.envs.builders_biomes.game import BuildersBiomes

#: Changes whenever a key comes to mean something else.
FORMAT: Final = 1


def snapshot(game: BuildersBiomes) -> dict[str, Any]:
    """Return the public state with the legal actions.

    The keys are those of a position without ``hidden``, and:

    - ``format``, ``game``; ``decision``: ``seat`` (None: chance or nobody) and ``text``.
    - ``legal``: for each action, or outcome of chance, ``action``, ``text`` and, for actions,
      ``name`` in the catalogue.
    - ``seats``: with ``name``, ``score``, ``standing`` (XP if nothing more were built) and
      ``prospects`` (the part of it that is still to come, by scoring and bonus).
    - ``scorings``: each with ``name``, ``done``, ``blocks`` (left in its layer) and ``points``.
    - ``tiles``: face-up, built and won ones by number: ``text``, and ``cost`` of a building.
    """
    p, box = game.public, game.box_record
    shown = {key: one for key, one in game.dump_position().items() if key != "hidden"}
    to_move = game.to_move()
    to_come = prospects(game.record, game.box)
    standings = game.standings()
    for seat, one in enumerate(shown["seats"]):
        one["name"] = game.player_name(seat)
        one["score"], one["standing"] = int(p.xp[seat]), standings[seat]
        one["prospects"] = dict(zip(PROSPECTS, to_come[seat].tolist(), strict=True))
    seen = np.flatnonzero((p.where != V.UNSEEN_TILE) & (p.where != V.OUT)).tolist()
    return {
        "format": FORMAT,
        "game": game.name,
        **shown,
        "decision": {"seat": to_move if to_move >= 0 else None, "text": game.decision()},
        "legal": [_option(game, action) for action in game.legal],
        "scorings": [_scoring(game, category) for category in range(V.SCORINGS)],
        "tiles": {
            str(tile): {
                "text": tile_name(box, tile),
                **({"cost": cost_name(box, tile)} if tile < box.buildings else {}),
            }
            for tile in seen
        },
        "over": to_move == OVER,
    }


def _option(game: BuildersBiomes, action: int) -> dict[str, Any]:
    option: dict[str, Any] = {"action": action, "text": game.describe(action)}
    if game.to_move() >= 0:
        option["name"] = game.catalogue.name(action)
    return option


def _scoring(game: BuildersBiomes, category: int) -> dict[str, Any]:
    p, box = game.public, game.box_record
    first = V.PER_CATEGORY * category
    return {
        "name": WORDS.name("scoring", category),
        "done": bool(p.scored > category),
        "blocks": int((p.height >= V.LAYERS - category).sum()),
        "points": {
            WORDS.name("characteristic", n): int(box.points[n])
            for n in range(first, first + V.PER_CATEGORY)
        },
    }
