"""The options of each decision, and the outcomes of chance, in ascending order (DEC-02)."""

from __future__ import annotations

from tablemates.envs.builders_biomes import vocabulary as V
from tablemates.envs.builders_biomes.rules import actions, chance, places
from tablemates.envs.builders_biomes.state import Box, Public, State, Work
from tablemates.envs.builders_biomes.vocabulary import Decision, Kind, Weapon
from tablemates.envs.core.compiled import helper
from tablemates.envs.core.cube import exposed_columns
from tablemates.envs.core.events import allow


@helper
def list_legal(s: State, box: Box, w: Work) -> None:
    """List what is legal, or the outcomes of chance, from the record alone."""
    p = s.public
    w.legal_count = 0
    decision = int(p.decision)
    if decision == Decision.OVER:
        return
    if decision == Decision.CHANCE:
        for value in range(chance.END_OF_VALUES[p.chance]):
            if chance.weight_of(p, box, value) > 0:
                allow(w, value)
        return
    if decision in (Decision.EXTRA, Decision.PICKAXE, Decision.TNT):
        allow(w, V.DONE)  # DEC-03
    if decision == Decision.ACTION:
        _list_actions(p, box, w, int(p.used))
    elif decision == Decision.EXTRA:
        _list_actions(p, box, w, 0)  # EXTRA-01
    elif decision == Decision.PLACE:
        for space in range(V.SPACES):
            allow(w, V.SPACE + space)  # BUILD-03
    elif decision == Decision.TNT:
        for count in range(1, int(p.hand[Weapon.TNT]) + 1):
            allow(w, V.DETONATE + count)  # FIGHT-05
    else:
        _list_blocks(p, w)


@helper
def _list_blocks(p: Public, w: Work) -> None:
    exposed = exposed_columns(p)
    for column in range(V.COLUMNS):
        if exposed >> column & 1 == 1:  # COLLECT-01
            allow(w, V.BLOCK + column)


@helper
def _list_actions(p: Public, box: Box, w: Work, used: int) -> None:
    """List the actions of the kinds that have not been used (TURN-01, TURN-02)."""
    seat = int(p.active)
    here = int(p.at[seat])
    if used >> Kind.COLLECT & 1 == 0:  # TURN-01
        _list_blocks(p, w)
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


@helper
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
