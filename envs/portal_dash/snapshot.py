"""The public state as plain data: a position without what is hidden, and the legal actions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np

from tablemates.envs.core.packaged import snapshot_of
from tablemates.envs.core.position_models import counts_by_name
from tablemates.envs.portal_dash.positions.keys import COLOURS, UNKNOWN
from tablemates.envs.portal_dash.positions.stock import cube_rows

if TYPE_CHECKING:
    from tablemates.envs.portal_dash.game import PortalDash

VERSION: Final = 2
#: Keys of a position that are not on the table.
_LEFT_OUT: Final = ("format", "ruleset", "chance", "skip_forced", "seed", "counters")


def snapshot(game: PortalDash) -> dict[str, Any]:
    """Return the public state with the legal actions, see ``snapshot_of``.

    ``stack`` counts the tiles left in it, ``unseen`` the blocks that show no face.
    """
    p, names = game.public, game.names
    return snapshot_of(
        game,
        VERSION,
        _LEFT_OUT,
        tiles=[names.tiles[tile] if tile >= 0 else UNKNOWN for tile in p.tiles[: p.parts]],
        cube=cube_rows(p, np.full_like(p.cube, -1)),
        unseen=counts_by_name(p.unseen, COLOURS),
        stack=counts_by_name(p.stack_count, names.items),
    )
