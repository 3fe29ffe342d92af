"""The options of each decision, in ascending order (DEC-02)."""

from __future__ import annotations

from tablemates.envs.builders_biomes import vocabulary as V
from tablemates.envs.builders_biomes.rules import actions, places
from tablemates.envs.builders_biomes.state import Box, Public, State, Work
from tablemates.envs.builders_biomes.vocabulary import Decision, Kind, Weapon
from tablemates.envs.core.compiler.decorators import compile_functions
from tablemates.envs.core.engine.cube import exposed_columns
from tablemates.envs.core.engine.events import allow, allow_bits


def list_options(s: State, box: Box, w: Work) -> None:
    """List the options of the active seat."""
    p = s.public
    decision = p.decision
    if decision in (Decision.EXTRA, Decision.PICKAXE, Decision.TNT):
        allow(w, V.DONE)  # DEC-03
    if decision == Decision.ACTION:
        _list_actions(p, box, w, p.used)
    elif decision == Decision.EXTRA:
        _list_actions(p, box, w, 0)  # EXTRA-01
    elif decision == Decision.PLACE:
        for space in range(V.SPACES):
            allow(w, V.SPACE + space)  # BUILD-03
    elif decision == Decision.TNT:
        for count in range(1, int(p.hand[Weapon.TNT]) + 1):
            allow(w, V.DETONATE + count)  # FIGHT-05
    else:
        allow_bits(w, V.BLOCK, exposed_columns(p))


def _list_actions(p: Public, box: Box, w: Work, used: int) -> None:
    """List the actions of the kinds that have not been used (TURN-01, TURN-02)."""
    seat = p.active
    here = int(p.at[seat])
    if used >> Kind.COLLECT & 1 == 0:  # TURN-01
        allow_bits(w, V.BLOCK, exposed_columns(p))  # COLLECT-01
    if used >> Kind.EXPLORE & 1 == 0:
        for n in range(places.REACHED.shape[1]):
            if places.REACHED[here, n] >= 0:  # EXPLORE-01 EXPLORE-03
                allow(w, V.GO + places.REACHED[here, n])
    for kind in range(Kind.BUILD, Kind.WEAPON + 1):
        if used >> kind & 1 == 0:
            for corner in range(V.CORNERS):
                cell = places.touched_cell(here, corner)
                if _can_do(p, box, kind, seat, cell):  # TURN-02
                    allow(w, V.BUILD + (kind - Kind.BUILD) * V.CORNERS + corner)


def _can_do(p: Public, box: Box, kind: int, seat: int, cell: int) -> bool:
    """Return whether a seat can build, fight or take a weapon on a cell beside it."""
    face = int(p.face[cell])
    if face < 0:
        return False
    if kind == Kind.WEAPON:
        return not places.is_stack(cell)  # WEAPON-01
    if not places.is_stack(cell):
        return False
    if kind == Kind.BUILD:
        return actions.can_build(p, box, seat, cell)
    return face >= box.buildings  # FIGHT-01


compile_functions(globals())
