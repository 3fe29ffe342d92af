"""Positions: complete games as plain data that people can read, edit and exchange."""

from __future__ import annotations

import warnings
from collections import Counter
from typing import Any

from tablemates.envs.core.engine.codes import RESUME
from tablemates.envs.core.engine.team_ending import Outcome
from tablemates.envs.core.errors import PositionError
from tablemates.envs.core.game.seeds import word
from tablemates.envs.core.history import positions as core
from tablemates.envs.core.records.layout import Bytes, RecordView
from tablemates.envs.portal_dash import positions_keys as K
from tablemates.envs.portal_dash import vocabulary as V
from tablemates.envs.portal_dash.game import PortalDash, ruleset_hash
from tablemates.envs.portal_dash.part_models import SIDES
from tablemates.envs.portal_dash.parts import EDITIONS, Components
from tablemates.envs.portal_dash.positions_agenda import STAGES, AgendaReader
from tablemates.envs.portal_dash.positions_board import draw_map
from tablemates.envs.portal_dash.positions_keys import Position
from tablemates.envs.portal_dash.positions_stock import cube_rows, inventory, stock, task_columns
from tablemates.envs.portal_dash.rules.agenda import Step
from tablemates.envs.portal_dash.state import STATE
from tablemates.envs.portal_dash.vocabulary import Chance

__all__ = ["Position", "PositionError", "dump_position", "load_position"]


def dump_position(game: PortalDash, record: Bytes) -> dict[str, Any]:
    """Return every key of a position (docs/portal_dash/positions.md), what is hidden too.

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
        "to_roll": p.dice_to_roll,
        "rerolls": p.rerolls_left,
    }
    return {
        "format": "portal-dash-position-1",
        "ruleset": ruleset_hash(game.components, EDITIONS[p.edition]),
        "level": p.level or _custom_level(p, box, bosses),
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
        "pending_mobs": [mobs[n] for n in range(V.MOBS) if int(p.pending_mobs) >> n & 1],
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
    in_play = [piece for piece in range(V.REGULAR_MOBS) if p.mob_space[piece] >= 0]
    kinds = Counter(box.mob_kind[[*in_play, *p.line[: p.line_length]]].tolist())
    return {
        "tiles": p.parts,
        "mobs": {K.KINDS[kind]: kinds[kind] for kind in range(V.MOB_KINDS)},
        "bosses": [[boss["boss"], boss["side"]] for boss in bosses],
    }


def _end(p: Any, parts: Components) -> Any:
    if p.outcome == Outcome.RUNNING:
        return None
    about = {"player": p.cause_player, "source": p.cause_source}
    known = {name: number for name, number in about.items() if number >= 0}
    outcome = "won" if p.outcome == Outcome.WON else "lost"
    return K.written(K.End, parts, outcome=outcome, cause=p.cause, **known)


def _frame(p: Any, parts: Components, row: list[int]) -> Any:
    step, *numbers = row
    values = dict(zip(K.arguments_of(step, numbers[0]), numbers, strict=False))
    if "mob" in values:
        values["mob"] = K.mobs_of(p)[values["mob"]]
    if "layer" in values:
        values["layer"] = V.CUBE_LAYERS - values["layer"]
    return K.written(K.Frame, parts, step=step, **values)


# -- loading -------------------------------------------------------------------------------


class _Reader(AgendaReader):
    """Writes a whole position, then goes on to the next decision."""

    def __init__(self, given: K.Position, game: PortalDash, seed: int) -> None:
        if given.ruleset not in (None, ruleset_hash(game.components, given.edition)):
            reason = "the position was written with other parts or rules (another `ruleset`)"
            warnings.warn(reason, stacklevel=3)
        super().__init__(given, game, max(0, seed))
        self.h.seed = word(max(0, given.seed))
        self._write_game()
        self.write_bosses()
        self.read_agenda()
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
            self.check_agenda()
            self._check_dice()
            self.p.agenda[: len(self.rows)], self.p.agenda_length = self.rows, len(self.rows)
        self.check_level()
        self.check()
        if not self.over:
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
            faces = {*self.box.combat_die.tolist()}
            strange = sorted({*fight.dice} - faces)
            core.refuse(strange, f"fight.dice: no combat die shows {strange[:1]}, only {faces}")
            p.dice[: len(fight.dice)], p.dice_count = fight.dice, len(fight.dice)
            p.dice_to_roll, p.rerolls_left = fight.to_roll, fight.rerolls

    def _check_dice(self) -> None:
        """Refuse white dice that show something before they are rolled, or nothing after."""
        started = all(row[0] != Step.TURN for row in self.rows)
        unrolled = [row[1] for row in self.rows if row[0] == Step.CHANCE]
        for name, die, shown in (
            ("blocks", Chance.BLOCKS_DIE, self.p.blocks_die),
            ("mob", Chance.MOB_DIE, self.p.mob_die),
        ):
            rolled = started and die not in unrolled
            reason = "it shows something once it has been rolled in this turn, and not before"
            core.refuse(rolled != (shown >= 0), f"dice.{name}: {reason}")

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


#: Returns the record of the game that a position describes, see docs/portal_dash/positions.md.
load_position = core.loader_of(K.Position, _Reader)
