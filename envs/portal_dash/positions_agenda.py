"""The agenda of a position: read, and checked to be one that a game can come to.

Each step names the steps that may come right after it, so that what is checked of a step still
holds when it is its turn: nothing that runs before it can take away what it needs.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from itertools import pairwise
from typing import Final

from tablemates.envs.core.history.positions import refuse
from tablemates.envs.portal_dash import positions_keys as K
from tablemates.envs.portal_dash import vocabulary as V
from tablemates.envs.portal_dash.positions_stock import StockReader
from tablemates.envs.portal_dash.rules.agenda import Step
from tablemates.envs.portal_dash.rules.cube import UNSEEN, is_seen
from tablemates.envs.portal_dash.rules.fighting import has_target
from tablemates.envs.portal_dash.rules.items import can_enchant, enchanted, free_slot
from tablemates.envs.portal_dash.rules.mining import obstacles
from tablemates.envs.portal_dash.rules.moving import is_boots
from tablemates.envs.portal_dash.vocabulary import Chance, Colour, ItemType

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

#: What follows while the mobs act, a player is hurt, an action is under way, an item is found.
_MOBS: Final = ("next mob", "first action")
_HURT: Final = (*_MOBS, "remove block", "hit")
_ACTION: Final = ("second action", "reveal")
_FOUND: Final = (*_ACTION, "use blocks", "find")
#: The steps that may come right after each, chance by what it is; none: it is the last one.
FOLLOWING: Final[dict[str, tuple[str, ...]]] = {
    "turn": (),
    "end turn": (),
    "start": ("start", "turn"),
    "blocks die": ("mob die", "blocks"),
    "mob die": ("blocks", "mobs"),
    "blocks": ("mobs", "first action"),
    "mobs": ("first action",),
    "remove block": ("mobs", *_MOBS),
    "next mob": ("first action",),
    "spawn": ("first action",),
    **dict.fromkeys(("move mob", "attack"), _MOBS),
    **dict.fromkeys(("hit", "push", "damage item"), _HURT),
    "harm": (*_HURT, "push", "damage item", "walk", "moved"),
    "harm life": (*_HURT, "push", "damage item"),
    "first action": ("second action",),
    "second action": ("reveal",),
    **dict.fromkeys(("walk", "moved", "fight", "fight end", "pickaxe down"), _ACTION),
    "combat die": ("roll",),
    "roll": ("reroll",),
    "reroll": ("fight end",),
    "used block": ("blind",),
    "blind": ("mine",),
    "mine": ("use blocks",),
    "use blocks": ("pickaxe down", *_ACTION),
    **dict.fromkeys(("use", "choose player", "netherite", "cover"), ("use blocks",)),
    **dict.fromkeys(("find", "keep", "replace", "enchant"), _FOUND),
    **dict.fromkeys(("draw", "tile drawn"), ("draw", "keep")),
    "mode": ("mode", "start", *_FOUND),
    "block uncovered": ("block uncovered", "mobs", *_MOBS, "use blocks", "mine"),
    "part revealed": ("end turn",),
    "reveal": ("end turn",),
}


class AgendaReader(StockReader):
    """Reads the steps that are still to be done, and checks them once all else is written."""

    def read_agenda(self) -> None:
        """Read the steps that are still to be done."""
        given = self.given
        if self.over:
            refuse(given.agenda, "agenda: the game is over: nothing is to be done")
        elif given.agenda is not None:
            rows = [self._row(f"agenda.{n}", frame) for n, frame in enumerate(given.agenda)]
            self.rows = rows[::-1]
        else:
            self._write_stage(given.decision or "action")

    def _write_stage(self, decision: str) -> None:
        p, given = self.p, self.given
        reason = f"{decision!r} needs an `agenda`, which {', '.join(STAGES)} do not"
        refuse(decision not in STAGES, f"decision: {reason}")
        possible = {"action": (0, 1), "reveal": (2,)}.get(decision, (0,))
        done = possible[0] if given.actions_done is None else given.actions_done
        reason = f"before {decision!r} it is {' or '.join(map(str, possible))}, not {done}"
        refuse(done not in possible, f"actions_done: {reason}")
        p.actions_done = done
        for step in STAGES[decision][: -1 if done == 1 else None]:
            is_die = isinstance(step, Chance)
            self.rows.append((Step.CHANCE, step, 0, 0) if is_die else (step, 0, 0, 0))
        if decision == "start space":
            self.rows += [(Step.START, seat, 0, 0) for seat in reversed(self._turn_order())]

    def _turn_order(self) -> list[int]:
        return [(self.given.first_player + n) % self.p.players for n in range(self.p.players)]

    def _row(self, place: str, frame: K.Frame) -> tuple[int, ...]:
        unknown = frame.player is not None and frame.player >= self.p.players
        refuse(unknown, f"{place}.player: seats are counted from 0")
        numbers = {name: getattr(frame, name) for name in K.arguments_of(frame.step, frame.chance)}
        if frame.mob is not None:
            numbers["mob"] = self.piece(frame.mob, f"{place}.mob")
        if frame.layer is not None:
            numbers["layer"] = V.CUBE_LAYERS - frame.layer
        return (frame.step, *numbers.values(), 0, 0, 0)[:4]

    # -- what may follow what --------------------------------------------------------------

    def check_agenda(self) -> None:
        """Refuse an agenda that no game comes to, or that the rest of the position contradicts."""
        p, rows = self.p, self.rows
        last = rows[0][0] if rows else None
        open_end = last not in (Step.TURN, Step.END_TURN)
        refuse(open_end, "agenda: it ends with 'turn' or with 'end turn'")
        counts = Counter(row[0] for row in rows)
        actions = 0 if last == Step.TURN else 2 - p.actions_done
        reason = f"after {p.actions_done} (`actions_done`) it has 'action' {actions} times"
        refuse(counts[Step.ACTION] != actions, f"agenda: {reason}")
        self._check_order()
        self._check_players()
        for n, (step, *numbers) in enumerate(reversed(rows)):
            names = K.arguments_of(step, numbers[0])
            lack = self._lack(step, dict(zip(names, numbers, strict=False)))
            refuse(lack, f"agenda.{n}: {K.STEPS[step]!r} needs {lack}")
        self._check_room(counts)
        self._check_strays(counts)

    def _check_order(self) -> None:
        """Refuse a step that does not come right before the next one."""
        names: list[str] = []  # the last step first
        for row in self.rows:
            name = K.CHANCES[row[1]] if row[0] == Step.CHANCE else K.STEPS[row[0]]
            if name == "action":
                name = "first action" if names[-1:] == ["second action"] else "second action"
            names.append(name)
        for n, (name, after) in enumerate(pairwise(reversed(names))):
            those = " or ".join(map(repr, FOLLOWING[name]))
            reason = f"right before {those}" if those else "at the end"
            wrong = after not in FOLLOWING[name]
            refuse(wrong, f"agenda.{n}: {name!r} comes {reason}, not before {after!r}")

    def _check_players(self) -> None:
        """Refuse steps of the same kind that no player, block or item can have together."""
        starts = [row[1] for row in reversed(self.rows) if row[0] == Step.START]
        order = self._turn_order()
        wrong = starts != order[len(order) - len(starts) :]
        reason = "players start in turn order from `first_player` on, the last one last (SETUP-08)"
        refuse(wrong, f"agenda: {reason}")
        owners = {row[1] for row in self.rows if row[0] == Step.MODE}
        reason = "but at the start, 'mode' is of one player (ITEM-06)"
        refuse(len(owners) > 1 and not starts, f"agenda: {reason}")
        for step in (Step.FIND, Step.HIT, Step.MODE, Step.CHANCE):
            by_player = step in (Step.FIND, Step.HIT)  # the others: by slot, block, die
            rows = [row[:2] if by_player else row for row in self.rows if row[0] == step]
            refuse(len({*rows}) < len(rows), f"agenda: the same {K.STEPS[step]!r} is there twice")

    # -- what a step needs -----------------------------------------------------------------

    def _lack(self, step: int, about: Mapping[str, int]) -> str:
        """Return what a step needs and does not have, empty: nothing.

        Steps that nothing runs before look at the position as it is, the others only at what
        no step before them changes.
        """
        p = self.p
        if "mob" in about and p.mob_space[about["mob"]] < 0:
            return "the mob on the board"
        if "slot" in about and p.item_kind[self._slot(about)] < 0:
            return "an item in the slot"
        match step:
            case Step.START:
                return self._lack_at_the_start()
            case Step.CHANCE:
                return self._lack_of_chance(about)
            case Step.BLOCKS if p.blocks_die < 0 and not self._rolls(Chance.BLOCKS_DIE):
                return "a blocks die that shows something (`dice`)"
            case Step.MOBS if p.mob_die < 0 and not self._rolls(Chance.MOB_DIE):
                return "a mob die that shows something (`dice`)"
            case Step.NEXT_MOB | Step.MOVE_MOB | Step.ATTACK | Step.HIT if p.mob_die < 0:
                return "a mob die that shows something (`dice`)"
            case Step.REPLACE | Step.ENCHANT | Step.MODE:
                return self._lack_of_finds(step, about)
            case Step.FIGHT | Step.ROLL | Step.REROLL | Step.FIGHT_END:
                return self._lack_of_fights(step, about)
            case Step.WALK | Step.MOVED | Step.MINE | Step.PICKAXE_DOWN:
                return self._lack_of_tools(step)
            case Step.USE if not p.hand[about["colour"]]:
                return f"a {K.COLOURS[about['colour']]} block in hand (`hand`)"
            case Step.CHOOSE_PLAYER if about["colour"] in (Colour.BROWN, Colour.BLACK):
                return "a colour that helps a player"
            case Step.NETHERITE if not p.supply.any():
                return "a Netherite item that lies face up (`supply`)"
            case Step.COVER if not obstacles(p, self.one.work.ends):
                return "a free obstacle to cover (USE-05)"
        return ""

    def _slot(self, about: Mapping[str, int]) -> tuple[int, int]:
        return about.get("player", self.p.active_player), about["slot"]

    def _rolls(self, die: Chance) -> bool:
        return any(row[:2] == (Step.CHANCE, die) for row in self.rows)

    def _lack_at_the_start(self) -> str:
        p, strip = self.p, (1 << self.box.start_columns) - 1
        if not any(int(p.open_words[r]) & ~int(p.lava[r]) & strip for r in range(p.rows)):
            return "a space of the start strip without lava (SETUP-08)"
        held = any(int(word) & strip for word in p.mob_words)
        return "a start strip without mobs (SETUP-06)" if held else ""

    def _lack_of_chance(self, about: Mapping[str, int]) -> str:
        p = self.p
        match about["chance"]:
            case Chance.TILE_DRAWN if not p.stack_count.any():
                return "a tile in the stack"
            case Chance.BLOCK_UNCOVERED:
                block = about["column"], about["layer"]
                if p.cube[block] != UNSEEN:
                    return "a block that is there and has not been seen"
                return "" if is_seen(p, *block) else "a block that shows a face"
            case Chance.PART_REVEALED if not about["part"] == p.parts_open < p.parts:
                return "the next part that lies face down"
        return ""

    def _lack_of_finds(self, step: int, about: Mapping[str, int]) -> str:
        """Return what a finder lacks (ITEM-02 to ITEM-08)."""
        p, box, player = self.p, self.box, about["player"]
        if step == Step.MODE:
            at = self._slot(about)
            leggings = box.item_type[p.item_kind[at]] == ItemType.LEGGINGS and p.item_active[at]
            return "" if leggings else "undamaged leggings in the slot (ITEM-06)"
        kind = about["item"]
        if p.drawn.tolist() != [kind, -1]:
            return "its item as the one tile in hand (`drawn`)"
        if step == Step.ENCHANT:
            fits = can_enchant
            able = any(fits(p, box, player, slot, kind) for slot in range(V.SLOTS))
            return "" if able else "an item of the player for the enchantment (ITEM-08)"
        if box.item_type[kind] == ItemType.ENCHANTMENT:
            return "a tile that takes a slot (ITEM-08)"
        room = free_slot(p, player) >= 0
        return "an inventory without room for the item (ITEM-03)" if room else ""

    def _lack_of_fights(self, step: int, about: Mapping[str, int]) -> str:
        p, box = self.p, self.box
        if step == Step.FIGHT:
            at = self._slot(about)
            armed = box.item_type[p.item_kind[at]] in (ItemType.SWORD, ItemType.BOW)
            ready = armed and p.item_active[at] and has_target(p, box, at[1])
            return "" if ready else "an undamaged weapon in the slot with a mob in reach (ACT-01)"
        if p.fight_mob < 0 or p.mob_space[p.fight_mob] < 0:
            return "a mob on the board that is fought (`fight`)"
        if step == Step.REROLL:
            at = self._slot(about)
            kind, total = int(p.item_kind[at]), enchanted
            dice, rerolls = (total(p, *at, one, kind) for one in (box.item_dice, box.item_rerolls))
            thrown = p.dice_count + p.dice_to_roll + self._rolls(Chance.COMBAT_DIE)
            if thrown > dice or p.rerolls_left > rerolls:
                return f"at most the {dice} dice and {rerolls} rerolls of the item (`fight`)"
        return ""

    def _lack_of_tools(self, step: int) -> str:
        """Return what is wrong with what the active player uses (ACT-05)."""
        p, box = self.p, self.box
        at = p.active_player, int(p.slot_in_use)
        if at[1] < 0:  # a single step; a pickaxe that has been replaced
            return "" if step in (Step.MOVED, Step.PICKAXE_DOWN) else "an item in use (`in_use`)"
        kind, whole = int(p.item_kind[at]), bool(p.item_active[at])
        if step in (Step.WALK, Step.MOVED):
            if not (whole and is_boots(p, box, *at)):
                return "undamaged boots in use (`in_use`)"
            steps = enchanted(p, *at, box.item_steps, kind)
            too_many = p.steps_left > steps
            return f"at most {steps} `steps_left`, those of the boots" if too_many else ""
        if not (whole and box.item_type[kind] == ItemType.PICKAXE):
            return "an undamaged pickaxe in use (`in_use`)"
        blocks = int(box.item_blocks[kind])
        if p.mines_left > blocks:
            return f"at most {blocks} `mines_left`, those of the pickaxe"
        most = blocks - p.mines_left + int(box.item_blind[kind])
        return f"at most {most} blocks `mined` so far" if p.mined > most else ""

    # -- what the whole agenda needs -------------------------------------------------------

    def _check_room(self, counts: Counter[int]) -> None:
        """Refuse steps that together bring more than a field has room for."""
        p = self.p
        chances = Counter(row[1] for row in self.rows if row[0] == Step.CHANCE)
        blind = sum(row[1] for row in self.rows if row[0] == Step.BLIND)
        blind += chances[Chance.USED_BLOCK]
        hand = max(int(p.hand.sum()), p.mined) + blind + p.mines_left
        dice = p.dice_count + p.dice_to_roll + chances[Chance.COMBAT_DIE]
        tiles = int((p.drawn >= 0).sum()) + counts[Step.DRAW] + chances[Chance.TILE_DRAWN]
        for key, number, most, what in (
            ("agenda", blind, p.used.sum(), "blocks in the used pile can be drawn"),
            ("hand", hand, V.HAND, "blocks are the most that one action can bring (MINE-03)"),
            ("fight", dice, V.DICE, "combat dice are the most that a fight can have"),
            ("drawn", tiles, len(p.drawn), "tiles are the most that a find turns up (ITEM-02)"),
        ):
            refuse(number > most, f"{key}: {most} {what}, not {number}")

    def _check_strays(self, counts: Counter[int]) -> None:
        """Refuse what is there only while some step is still to be done."""
        p = self.p
        for key, present, *pending in (
            ("hand", p.hand.any(), Step.USE_BLOCKS),
            ("mines_left", p.mines_left > 0, Step.MINE),
            ("mined", p.mined > 0, Step.PICKAXE_DOWN),
            ("steps_left", p.steps_left > 0, Step.WALK),
            ("in_use", p.slot_in_use >= 0, Step.WALK, Step.MOVED, Step.PICKAXE_DOWN),
            ("fight", p.fight_mob >= 0, Step.FIGHT_END),
            ("fight.to_roll", p.dice_to_roll > 0, Step.ROLL),
            ("fight.rerolls", p.rerolls_left > 0, Step.REROLL),
            ("drawn", p.drawn[0] >= 0, Step.KEEP, Step.REPLACE, Step.ENCHANT),
            ("pending_mobs", p.pending_mobs != 0, Step.NEXT_MOB),
        ):
            steps = " or ".join(repr(K.STEPS[step]) for step in pending)
            stray = present and not counts.keys() & {*pending}
            refuse(stray, f"{key}: this is so only while {steps} is on the agenda")
