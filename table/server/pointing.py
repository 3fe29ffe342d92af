"""What a choice points at: the things on the table that light up."""

from __future__ import annotations

from typing import Any, Final

from tablemates.envs.core.game import CHANCE
from tablemates.envs.portal_dash.action_strings import group_of, space_of
from tablemates.envs.portal_dash.decision_strings import sight_of
from tablemates.envs.portal_dash.game import Game
from tablemates.envs.portal_dash.naming import MODES, PLAYERS, TASKS, colour_name, face_name
from tablemates.envs.portal_dash.reading import row_and_column
from tablemates.envs.portal_dash.rules import catalogue as C
from tablemates.envs.portal_dash.rules import limits as L
from tablemates.envs.portal_dash.rules.vocabulary import Chance, Decision

#: Kinds of choices by the first id of their group in the catalogue.
KINDS: Final = {
    C.WAIT: "wait",
    C.DONE: "done",
    C.YES: "yes",
    C.STEP: "step",
    C.COLUMN: "column",
    C.SLOT: "slot",
    C.MODE: "mode",
    C.PLAYER: "player",
    C.TILE: "tile",
    C.SUPPLY: "supply",
    C.COLOUR: "colour",
    C.ABILITY: "ability",
    C.PLACE: "place",
    C.COUNT: "count",
    C.SPACE: "space",
}
_MOB_ASKED: Final = (Decision.MOB_END, Decision.TARGET, Decision.PUSH, Decision.DAMAGE_ITEM)


def kind_of(game: Game, action: int) -> str:
    """Return the kind of a choice: that of its action, or ``outcome`` where chance decides."""
    return "outcome" if game.to_move() == CHANCE else KINDS[group_of(action)]


def pointed_at(game: Game, action: int) -> dict[str, Any]:
    """Return what a legal choice points at now, as ``docs/table_protocol.md`` describes it."""
    p, names = game.public, game.strings.names
    if game.to_move() == CHANCE:
        return _outcome(game, action)
    seat, first = int(p.decider), group_of(action)
    n = action - first
    match KINDS[first]:
        case "step":
            origin = int(p.player_space[seat])
            target = origin + 64 * C.ROW_STEP[n] + C.COLUMN_STEP[n]
            found: dict[str, Any] = {
                "space": row_and_column(target),
                "from": row_and_column(origin),
            }
        case "column":
            found = {"column": n}
        case "slot":
            found = {"slot": n, "seat": seat}
        case "mode":
            found = {"mode": MODES[n], "slot": int(p.decision_about), "seat": seat}
        case "player":
            found = {"seat": (seat + n) % int(p.players)}
        case "tile":
            found = {"tile": n, "item": names.item(int(p.drawn[n]))}
        case "supply":
            before = sum(1 for i in range(n) if p.supply[i] == 1)
            found = {"supply": before, "item": names.item(int(names.box.netherite[n]))}
        case "colour":
            found = {"colour": colour_name(n)}
        case "place":
            task, column = divmod(n, L.TASK_COLUMNS)
            found = {"place": n, "task": task, "task_column": column, "task_name": TASKS[task]}
        case "count":
            found = {"count": n, "dice": [int(p.dice[i]) for i in range(n)]}
        case "space":
            space = space_of(names, action)
            found = {"space": row_and_column(space)} | _mob_on(game, space)
        case _:
            found = {}
    if p.decision in _MOB_ASKED:
        piece = int(p.decision_about)
        found["mob"] = names.mob(p, piece)
        found.setdefault("from", row_and_column(int(p.mob_space[piece])))
    return found


def _mob_on(game: Game, space: int) -> dict[str, str]:
    p = game.public
    pieces = [piece for piece in range(L.MOBS) if p.mob_space[piece] == space]
    return {"mob": game.strings.names.mob(p, pieces[0])} if pieces else {}


def _outcome(game: Game, value: int) -> dict[str, Any]:
    names = game.strings.names
    match Chance(int(game.public.decision_about)):
        case Chance.BLOCKS_DIE:
            return {"face": face_name(value)}
        case Chance.MOB_DIE:
            return {"number": value}
        case Chance.COMBAT_DIE:
            return {"hits": value}
        case Chance.TILE_DRAWN:
            return {"item": names.item(value)}
        case Chance.PART_REVEALED:
            return {"part": names.tiles[value]}
        case Chance.BLOCK_UNCOVERED:
            column, layer = sight_of(game.public)
            return {"colour": colour_name(value), "column": column, "layer": layer}
        case _:
            return {"colour": colour_name(value)}


def seat_name(seat: int) -> str | None:
    """Return the colour of a seat, None for nobody's."""
    return PLAYERS[seat] if seat >= 0 else None
