"""Positions: complete games as plain data that people can read, edit and exchange."""

from __future__ import annotations

import warnings
from collections import Counter
from typing import Any, Final

from tablemates.envs.core import position_models as core
from tablemates.envs.core.answers import RESUME
from tablemates.envs.core.errors import PositionError
from tablemates.envs.core.game import word
from tablemates.envs.core.record import Bytes, RecordView
from tablemates.envs.core.team import Outcome
from tablemates.envs.portal_dash.components import EDITIONS, Components
from tablemates.envs.portal_dash.components.schema import SIDES
from tablemates.envs.portal_dash.game import PortalDash, ruleset_hash
from tablemates.envs.portal_dash.positions import keys as K
from tablemates.envs.portal_dash.positions.board import draw_map
from tablemates.envs.portal_dash.positions.stock import (
    StockReader,
    cube_rows,
    inventory,
    stock,
    task_columns,
)
from tablemates.envs.portal_dash.rules import limits as L
from tablemates.envs.portal_dash.rules.agenda import Step
from tablemates.envs.portal_dash.rules.cube import UNSEEN
from tablemates.envs.portal_dash.rules.state import STATE
from tablemates.envs.portal_dash.rules.vocabulary import Chance, Colour

__all__ = ["PositionError", "dump_position", "load_position"]

#: Steps of a turn, the last one first.
_TURN: Final = (Step.END_TURN, Step.REVEAL, Step.ACTION, Step.ACTION, Step.MOBS, Step.BLOCKS)
#: Steps of a position without an agenda by its decision, the next one last; dice by what they are.
STAGES: Final[dict[str, tuple[Step | Chance, ...]]] = {
    "start space": (Step.TURN,),
    "turn start": (*_TURN, Chance.MOB_DIE, Chance.BLOCKS_DIE),
    "blocks die": (*_TURN[:4], Step.BLOCKS, Chance.BLOCKS_DIE),
    "mob die": (*_TURN[:5], Chance.MOB_DIE),
    "action": _TURN[:4],
    "reveal": _TURN[:2],
}
#: Most steps besides modes of leggings and starts; what a step may still push needs the rest.
_MOST: Final = 16


def dump_position(game: PortalDash, record: Bytes) -> dict[str, Any]:
    """Return every key of a position (docs/positions.md), what is hidden too.

    Args:
        game: A game of the same parts.
        record: A STATE record at a decision or after the end.
    """
    s: Any = RecordView(record, STATE)
    p, h, box, parts = s.public, s.hidden, game.box_record, game.components
    lexicon = K.lexicon_of(parts)
    mobs = [lexicon.mobs[mob] for mob in K.mobs_of(p)]
    tiles = [*p.tiles[: p.parts_open], *h.tiles[p.parts_open : p.parts]]
    boards = zip(p.boss_kind.tolist(), p.boss_hard, p.boss_life.tolist(), strict=True)
    bosses = [
        {"boss": K.BOSSES[kind], "side": [*SIDES][hard], "life": life}
        for kind, hard, life in boards
        if kind >= 0
    ]
    fight = {
        "mob": mobs[p.fight_mob],
        "dice": p.dice[: p.dice_count].tolist(),
        "to_roll": int(p.dice_to_roll),
        "rerolls": int(p.rerolls_left),
    }
    return {
        "format": "portal-dash-position-1",
        "ruleset": ruleset_hash(game.components, EDITIONS[p.edition]),
        "level": int(p.level) or _custom_level(p, box, bosses),
        "edition": EDITIONS[p.edition],
        "seed": int(h.seed),
        "counters": core.counts_by_name(h.counters, K.CHANCES),
        "dice": {
            "blocks": K.FACES[p.blocks_die] if p.blocks_die >= 0 else None,
            "mob": _or_none(p.mob_die),
        },
        "end": _end(p, parts),
        "tiles": [lexicon.tiles[tile] if tile >= 0 else K.UNKNOWN for tile in tiles],
        "board": draw_map(p, box, [lexicon.marks[mob] for mob in K.mobs_of(p)]),
        "line": [mobs[piece] for piece in p.line[: p.line_length]],
        "pending_mobs": [mobs[n] for n in range(L.MOBS) if int(p.pending_mobs) >> n & 1],
        "bosses": bosses,
        "fight": fight if p.fight_mob >= 0 else None,
        "players": [
            {"hearts": int(p.hearts[seat]), "items": inventory(p, box, parts, seat)}
            for seat in range(p.players)
        ],
        "in_use": _or_none(p.slot_in_use),
        "cube": cube_rows(p, h.cube),
        "tasks": task_columns(p, box),
        **stock(p, h, box, lexicon.items),
        **core.dump_fields(K.Position, p, {"used": K.COLOURS, "hand": K.COLOURS}),
        "decision": K.DECISIONS[p.decision],
        "decider": _or_none(p.decider),
        "agenda": [_frame(p, parts, row) for row in p.agenda[: p.agenda_length][::-1].tolist()],
    }


def _or_none(number: int) -> int | None:
    return int(number) if number >= 0 else None


def _custom_level(p: Any, box: Any, bosses: list[dict[str, Any]]) -> dict[str, Any]:
    """Return the level that a custom game shows; its starting items are in the inventories."""
    in_play = [piece for piece in range(L.REGULAR_MOBS) if p.mob_space[piece] >= 0]
    kinds = Counter(box.mob_kind[[*in_play, *p.line[: p.line_length]]].tolist())
    return {
        "tiles": int(p.parts),
        "mobs": {K.KINDS[kind]: kinds[kind] for kind in range(L.MOB_KINDS)},
        "bosses": [[boss["boss"], boss["side"]] for boss in bosses],
    }


def _end(p: Any, parts: Components) -> Any:
    if p.outcome == Outcome.RUNNING:
        return None
    about = {"player": int(p.cause_player), "source": int(p.cause_source)}
    known = {name: number for name, number in about.items() if number >= 0}
    outcome = "won" if p.outcome == Outcome.WON else "lost"
    return K.written(K.End, parts, outcome=outcome, cause=int(p.cause), **known)


def _frame(p: Any, parts: Components, row: list[int]) -> Any:
    step, *numbers = row
    values = dict(zip(K.arguments_of(step, numbers[0]), numbers, strict=False))
    if "mob" in values:
        values["mob"] = K.mobs_of(p)[values["mob"]]
    if "layer" in values:
        values["layer"] = L.CUBE_LAYERS - values["layer"]
    return K.written(K.Frame, parts, step=step, **values)


# -- loading -------------------------------------------------------------------------------


class _Reader(StockReader):
    """Writes a whole position, then goes on to the next decision."""

    def __init__(self, given: K.Position, game: PortalDash, seed: int) -> None:
        if given.ruleset not in (None, ruleset_hash(game.components, given.edition)):
            reason = "the position was written with other parts or rules (another `ruleset`)"
            warnings.warn(reason, stacklevel=3)
        super().__init__(given, game, max(0, seed))
        self.h.seed = word(max(0, given.seed))
        self._write_game()
        self.write_bosses()
        self._read_agenda()
        self.write_board()
        self.write_mobs()
        self.write_players()
        self.write_blocks()
        self.write_inventories()
        self.write_stock()
        self._write_dice()
        self._draw_hidden()
        self.p.decider = -1
        if not self.over:
            self._check_agenda()
            self.p.agenda[: len(self.rows)], self.p.agenda_length = self.rows, len(self.rows)
            self.one.step(RESUME)
        self._check_decision()

    def _write_game(self) -> None:
        p, given = self.p, self.given
        p.active_player = given.first_player
        core.write_fields(given, p, {"hand": K.COLOURS})
        if given.end is not None:
            p.outcome, p.cause = Outcome[given.end.outcome.upper()], given.end.cause
            p.cause_player, p.cause_source = given.end.player, given.end.source
        for stream, count in given.counters.items():
            self.h.counters[stream] = count

    def _write_dice(self) -> None:
        """Write all dice and the turn; left out, the white ones show red and 1 in turn 1."""
        p, given, fight = self.p, self.given, self.given.fight
        started = all(row[0] != Step.TURN for row in self.rows)
        unrolled = [row[1] for row in self.rows if row[0] == Step.CHANCE]
        p.turn = int(started) if given.turn is None else given.turn
        p.blocks_die = 0 if started and Chance.BLOCKS_DIE not in unrolled else -1
        p.mob_die = 1 if started and Chance.MOB_DIE not in unrolled else -1
        if given.dice is not None:
            p.blocks_die = -1 if given.dice.blocks is None else given.dice.blocks
            p.mob_die = -1 if given.dice.mob is None else given.dice.mob
        if fight is not None:
            p.fight_mob = self.piece(fight.mob, "fight.mob")
            in_order = sorted(fight.dice) == fight.dice
            core.refuse(not in_order, "fight.dice: combat dice are given in ascending order")
            p.dice[: len(fight.dice)], p.dice_count = fight.dice, len(fight.dice)
            p.dice_to_roll, p.rerolls_left = fight.to_roll, fight.rerolls

    def _draw_hidden(self) -> None:
        """Draw seed, stack and tiles where they are unknown, as a resample does."""
        given, copy = self.given, self.record.copy()
        is_open = {
            "seed": given.seed == K.OPEN,
            "stack": not self.explicit and not isinstance(given.stack, list),
            "tiles": not self.explicit and K.OPEN in given.tiles,
        }
        if any(is_open.values()):
            self.game.engine.resample(copy, self.game.box, word(self.seed))
        for name in filter(is_open.get, is_open):
            setattr(self.h, name, getattr(RecordView(copy, STATE).hidden, name))

    def _check_decision(self) -> None:
        """Compare the decision that the engine arrived at with the one that is given."""
        p, given, decision = self.p, self.given, self.given.decision
        found = K.DECISIONS[p.decision]
        rolls = STAGES.keys() - {*K.DECISIONS}  # what follows them is open
        wrong = decision not in (None, found, *rolls)
        reason = f"{decision!r} is not asked here; what follows is {found!r}"
        if decision == "reveal" and given.agenda is None:
            reason = "nobody stands next to a face-down part that may be revealed (REVEAL-01)"
        core.refuse(wrong, f"decision: {reason}")
        who = "chance or nobody" if p.decider < 0 else f"player {p.decider}"
        core.refuse(given.decider not in (None, p.decider), f"decider: {found!r} is up to {who}")

    # -- the agenda ------------------------------------------------------------------------

    def _read_agenda(self) -> None:
        """Read the steps that are still to be done."""
        given = self.given
        if self.over:
            core.refuse(given.agenda, "agenda: the game is over: nothing is to be done")
        elif given.agenda is not None:
            rows = [self._row(f"agenda.{n}", frame) for n, frame in enumerate(given.agenda)]
            self.rows = rows[::-1]
        else:
            self._write_stage(given.decision or "action")

    def _write_stage(self, decision: str) -> None:
        p, given = self.p, self.given
        reason = f"{decision!r} needs an `agenda`, which {', '.join(STAGES)} do not"
        core.refuse(decision not in STAGES, f"decision: {reason}")
        possible = {"action": (0, 1), "reveal": (2,)}.get(decision, (0,))
        done = possible[0] if given.actions_done is None else given.actions_done
        reason = f"before {decision!r} it is {' or '.join(map(str, possible))}, not {done}"
        core.refuse(done not in possible, f"actions_done: {reason}")
        p.actions_done = done
        for step in STAGES[decision][: -1 if done == 1 else None]:
            is_die = isinstance(step, Chance)
            self.rows.append((Step.CHANCE, step, 0, 0) if is_die else (step, 0, 0, 0))
        if decision == "start space":
            seats = [(given.first_player + n) % int(p.players) for n in range(p.players)]
            self.rows += [(Step.START, seat, 0, 0) for seat in reversed(seats)]

    def _row(self, place: str, frame: K.Frame) -> tuple[int, ...]:
        unknown = frame.player is not None and frame.player >= self.p.players
        core.refuse(unknown, f"{place}.player: seats are counted from 0")
        numbers = {name: getattr(frame, name) for name in K.arguments_of(frame.step, frame.chance)}
        if frame.mob is not None:
            numbers["mob"] = self.piece(frame.mob, f"{place}.mob")
        if frame.layer is not None:
            numbers["layer"] = L.CUBE_LAYERS - frame.layer
        return (frame.step, *numbers.values(), 0, 0, 0)[:4]

    def _check_agenda(self) -> None:
        """Refuse an agenda that the engine cannot run; whether a game can come to it is open."""
        p, rows = self.p, self.rows
        counts = Counter(row[0] for row in rows)
        last = rows[0][0] if rows else None
        open_end = last not in (Step.TURN, Step.END_TURN)
        core.refuse(open_end, "agenda: it ends with 'turn' or with 'end turn'")
        actions = 0 if last == Step.TURN else 2 - int(p.actions_done)
        reason = f"after {p.actions_done} (`actions_done`) it has 'action' {actions} times"
        core.refuse(counts[Step.ACTION] != actions, f"agenda: {reason}")
        too_many = len(rows) - counts[Step.START] - counts[Step.MODE] > _MOST
        core.refuse(too_many, f"agenda: more than {_MOST} steps are too many")
        for n, (step, *numbers) in enumerate(reversed(rows)):
            names = K.arguments_of(step, numbers[0])
            for wrong, reason in self._faults(step, dict(zip(names, numbers, strict=False))):
                core.refuse(wrong, f"agenda.{n}: {K.STEPS[step]!r}: {reason}")
        self._check_room(counts)
        for key, present, *pending in (
            ("hand", p.hand.any(), Step.USE_BLOCKS),
            ("mines_left", p.mines_left > 0, Step.MINE),
            ("mined", p.mined > 0, Step.PICKAXE_DOWN),
            ("steps_left", p.steps_left > 0, Step.WALK, Step.MOVED),
            ("in_use", p.slot_in_use >= 0, Step.WALK, Step.MOVED, Step.PICKAXE_DOWN),
            ("fight", p.fight_mob >= 0, Step.FIGHT_END),
            ("drawn", p.drawn[0] >= 0, Step.DRAW, Step.KEEP, Step.REPLACE, Step.ENCHANT),
            ("pending_mobs", p.pending_mobs != 0, Step.NEXT_MOB),
        ):
            steps = " or ".join(repr(K.STEPS[step]) for step in pending)
            stray = present and not counts.keys() & {*pending}
            core.refuse(stray, f"{key}: this is so only while {steps} is on the agenda")

    def _faults(self, step: int, about: dict[str, int]) -> list[tuple[object, str]]:
        """Return what a frame may lack: whether it does, and what."""
        p = self.p
        slot = about.get("player", p.active_player), about.get("slot", 0)
        block = about.get("column", 0), about.get("layer", 0)
        fights = step in (Step.ROLL, Step.REROLL, Step.FIGHT_END)
        draws = about.get("chance") == Chance.TILE_DRAWN
        helpless = step == Step.CHOOSE_PLAYER and about["colour"] in (Colour.BROWN, Colour.BLACK)
        return [
            ("mob" in about and p.mob_space[about["mob"]] < 0, "the mob is not on the board"),
            ("slot" in about and p.item_kind[slot] < 0, "the slot is empty"),
            (
                "item" in about and p.drawn[0] != about["item"],
                "it is the one tile in hand (`drawn`)",
            ),
            ("layer" in about and p.cube[block] != UNSEEN, "the block is gone or has been seen"),
            (draws and not p.stack_count.any(), "the stack is empty"),
            (fights and p.fight_mob < 0, "a mob on the board is fought (`fight`)"),
            (step == Step.WALK and p.slot_in_use < 0, "boots are in use (`in_use`)"),
            (step == Step.NETHERITE and not p.supply.any(), "no Netherite item lies face up"),
            (helpless, "the colour helps nobody"),
        ]

    def _check_room(self, counts: Counter[int]) -> None:
        """Refuse frames that together bring more than a field has room for."""
        p = self.p
        chances = Counter(row[1] for row in self.rows if row[0] == Step.CHANCE)
        blind = sum(row[1] for row in self.rows if row[0] == Step.BLIND)
        blind += chances[Chance.USED_BLOCK]
        uses = Counter(row[1] for row in self.rows if row[0] == Step.USE)
        for colour, number in uses.items():
            reason = f"{number} {K.COLOURS[colour]} blocks are used (`agenda`), which are in it"
            core.refuse(number > p.hand[colour], f"hand: {reason}")
        hand = max(int(p.hand.sum()), int(p.mined)) + blind + int(p.mines_left)
        dice = int(p.dice_count) + int(p.dice_to_roll) + chances[Chance.COMBAT_DIE]
        tiles = int((p.drawn >= 0).sum()) + counts[Step.DRAW] + chances[Chance.TILE_DRAWN]
        for key, number, most, what in (
            ("agenda", blind, p.used.sum(), "blocks in the used pile can be drawn"),
            ("hand", hand, L.HAND, "blocks are the most that one action can bring (MINE-03)"),
            ("fight", dice, L.DICE, "combat dice are the most that a fight can have"),
            ("drawn", tiles, len(p.drawn), "tiles are the most that a find turns up (ITEM-02)"),
        ):
            core.refuse(number > most, f"{key}: {most} {what}, not {number}")


#: Returns the record of the game that a position describes; docs/positions.md has the keys.
load_position = core.loader_of(K.Position, _Reader)
