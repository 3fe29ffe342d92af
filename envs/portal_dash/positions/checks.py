"""What the sections of a position must make together, before it may be played."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence, Set
from typing import Any, Final

from envs.core.documents import Place
from envs.portal_dash.positions.agenda import STEPS, Row
from envs.portal_dash.positions.draft import Draft
from envs.portal_dash.positions.errors import fault
from envs.portal_dash.positions.layout import said
from envs.portal_dash.rules import limits as L
from envs.portal_dash.rules.agenda import Step
from envs.portal_dash.rules.cube import UNSEEN
from envs.portal_dash.rules.vocabulary import Cause, Chance, Colour, ItemType, Outcome

#: Frames that a step may still push; the agenda needs room for them.
_HEADROOM: Final = 8
_ANY_BOSS: Final = -2  # in a LEVEL record: drawn from the seed
_LOST: Final = {
    Cause.TASK_A_LATE: 0,
    Cause.TASK_B_LATE: 1,
    Cause.TASK_C_LATE: 2,
}
_FINDING: Final = (Step.DRAW, Step.KEEP, Step.REPLACE, Step.ENCHANT)


def check_game(draft: Draft, waiting: Set[int]) -> None:
    """Refuse a table that no game can come to.

    Args:
        draft: The game.
        waiting: Players who have yet to choose a space.

    Raises:
        PositionError: So it is.
    """
    _check_level(draft)
    _check_mobs(draft)
    _check_bosses(draft)
    _check_players(draft, waiting)
    late = _late_task(draft)
    if draft.p.outcome == Outcome.RUNNING:
        _check_running(draft, late)
    else:
        _check_end(draft, late)


def _check_level(draft: Draft) -> None:
    """Compare mobs and bosses with the level's (LEVEL-1 to LEVEL-5)."""
    p, level, lexicon = draft.p, draft.level, draft.lexicon
    bosses = [int(kind) for kind in p.boss_kind if kind >= 0]
    if not bosses or len(set(bosses)) < len(bosses):
        raise fault(("bosses",), "one boss or two different ones are needed")
    if level is None:
        return
    for i in range(L.BOSSES):
        kind, wanted = int(p.boss_kind[i]), int(level.boss_kind[i])
        if (wanted == _ANY_BOSS and kind < 0) or (wanted != _ANY_BOSS and kind != wanted):
            names = [lexicon.kinds[L.MOB_KINDS + k] for k in level.boss_kind if k >= 0]
            raise fault(("bosses",), f"the level has {' and '.join(names) or 'one boss'}")
        if kind >= 0 and p.boss_hard[i] != level.boss_hard[i]:
            side = "hard" if level.boss_hard[i] else "easy"
            raise fault(("bosses", i, "side"), f"the level's boss is {side}")
    in_play = [m for m in range(L.REGULAR_MOBS) if p.mob_space[m] >= 0 or m in p.line]
    for kind in range(L.MOB_KINDS):
        count = sum(1 for mob in in_play if lexicon.box.mob_kind[mob] == kind)
        if count != level.mob_count[kind]:
            reason = f"{count} of the kind are on board and in line, the level has"
            name = lexicon.kinds[kind]
            raise fault(("line",), f"{name}: {reason} {level.mob_count[kind]}")


def _check_mobs(draft: Draft) -> None:
    """Refuse mobs where they cannot stand (MOB-05)."""
    p, lexicon = draft.p, draft.lexicon
    for mob in range(L.MOBS):
        space = int(p.mob_space[mob])
        if space < 0:
            if int(p.pending_mobs) >> mob & 1 and p.outcome == Outcome.RUNNING:
                name = lexicon.piece_name(mob, draft.boss_kind)
                raise fault(("pending_mobs",), f"{name!r} is not on the board")
            continue
        name = lexicon.piece_name(mob, draft.boss_kind)
        place, at = ("mobs", name), said(space)
        for other in range(mob):
            if p.mob_space[other] == space:
                twin = lexicon.piece_name(other, draft.boss_kind)
                raise fault(place, f"{twin!r} stands on {at} as well")
        if space in p.player_space[: p.players]:
            raise fault(place, f"a player stands on {at} as well")
        if _is_lava(p, space) and not _flies(draft, mob):
            raise fault(place, f"{at} is lava, which it cannot enter")


def _is_lava(p: Any, space: int) -> bool:
    row, column = divmod(space, L.COLUMNS)
    return bool(int(p.lava[row]) & ~int(p.brown[row]) & 1 << column)


def _flies(draft: Draft, mob: int) -> bool:
    box, p = draft.lexicon.box, draft.p
    if mob < L.REGULAR_MOBS:
        return bool(box.kind_flies[box.mob_kind[mob]])
    i = mob - L.REGULAR_MOBS
    return bool(box.boss_flies[p.boss_kind[i], p.boss_hard[i]])


def _check_bosses(draft: Draft) -> None:
    """Bosses stand on the board from the portal's reveal to their end (REVEAL-03, CUSTOM-01)."""
    p = draft.p
    for i in range(L.BOSSES):
        if p.boss_kind[i] < 0:
            continue
        name = draft.lexicon.piece_name(L.REGULAR_MOBS + i, draft.boss_kind)
        on_board = p.mob_space[L.REGULAR_MOBS + i] >= 0
        if on_board and not p.portal_open:
            raise fault(("mobs", name), "it comes when the portal strip is revealed")
        if on_board and p.boss_life[i] == 0:
            raise fault(("mobs", name), "it has no life left, so it is not on the board")
        if p.portal_open and p.boss_life[i] > 0 and not on_board:
            raise fault(("mobs", name), "the portal is open: say on which space it stands")
        full = draft.lexicon.box.boss_life[p.boss_kind[i], p.boss_hard[i]]
        if p.boss_life[i] < full and not p.portal_open:
            raise fault(("bosses", i, "life"), "it has lost life before it came")


def _check_players(draft: Draft, waiting: Set[int]) -> None:
    p = draft.p
    for seat in range(p.players):
        space = int(p.player_space[seat])
        if space < 0:
            if seat not in waiting and p.outcome == Outcome.RUNNING:
                raise fault(("players", seat, "space"), "the player stands nowhere")
        elif seat in waiting:
            reason = "the player has yet to choose a space, so stands nowhere"
            raise fault(("players", seat, "space"), reason)
        elif _is_lava(p, space):
            raise fault(("players", seat, "space"), f"{said(space)} is lava (MOVE-02)")


def _late_task(draft: Draft) -> int:
    """Return which task is late (PIG-03), 3 for an empty cube, -1 for none."""
    p = draft.p
    height = max(int(h) for h in p.height)
    for level in range(L.CUBE_LAYERS - 1, height - 1, -1):
        task = L.CUBE_LAYERS - 1 - level
        if level == 0 or not _is_complete(draft, task):
            return task
    return -1


def _is_complete(draft: Draft, task: int) -> bool:
    p = draft.p
    sizes = draft.lexicon.box.piglin[0 if p.players <= 2 else 1]
    places = range(L.TASK_COLUMNS * task, L.TASK_COLUMNS * (task + 1))
    return all(int(p.place_count[place]) == int(sizes[place]) for place in places)


def _check_running(draft: Draft, late: int) -> None:
    """Refuse a game that would be over (END-01 to END-04)."""
    p = draft.p
    for seat in range(p.players):
        if p.hearts[seat] == 0:
            raise fault(("players", seat, "hearts"), "a player without hearts has lost (END-02)")
    if late == L.TASKS:
        raise fault(("cube",), "the cube is empty: the game is lost (END-04)")
    if late >= 0:
        reason = f"layer {late + 1} is empty, but task {'ABC'[late]} is not complete (PIG-03)"
        raise fault(("cube",), reason)
    if not any(int(life) > 0 for life in p.boss_life):
        raise fault(("bosses",), "every boss is at 0: the game is won (END-01)")
    if p.portal_open and not all(_is_complete(draft, task) for task in range(L.TASKS)):
        raise fault(("tasks",), "the portal is open, so all tasks are complete (REVEAL-03)")


def _check_end(draft: Draft, late: int) -> None:
    """Refuse an end whose cause is not on the table."""
    p = draft.p
    cause = Cause(int(p.cause))
    won = not any(int(life) > 0 for life in p.boss_life)
    place: Place = ("end", "cause")
    if (p.outcome == Outcome.WON) != (cause == Cause.BOSS_DEFEATED):
        raise fault(place, "a game is won by defeating the boss, and only so (END-01)")
    if won != (cause == Cause.BOSS_DEFEATED):
        raise fault(place, "a game is won when every boss is at 0 (END-01)")
    if cause == Cause.PLAYER_DIED and (p.cause_player < 0 or p.hearts[p.cause_player] > 0):
        raise fault(place, "`player` names a player without hearts (END-02)")
    if (cause in _LOST and late != _LOST[cause]) or (
        cause == Cause.CUBE_EMPTY and late != L.TASKS and max(p.height) > 0
    ):
        raise fault(place, "the cube says something else (PIG-03, END-04)")
    if p.cause_player >= p.players:
        raise fault(("end", "player"), f"there is no player {p.cause_player}")


def check_agenda(draft: Draft, rows: Sequence[Row]) -> None:
    """Refuse an agenda that the rest of the position does not bear out.

    Args:
        draft: The game.
        rows: The frames, the next one last.

    Raises:
        PositionError: So it is.
    """
    if draft.p.outcome != Outcome.RUNNING:
        return
    _check_shape(draft, rows)
    for n, row in enumerate(rows):
        check = _FRAMES.get(Step(row[0]))
        reason = check(draft, row) if check else None
        if reason:
            place = ("agenda", len(rows) - 1 - n)
            raise fault(place, f"{STEPS[row[0]]!r}: {reason}")
    _check_counts(draft, rows)
    _check_traces(draft, {Step(row[0]) for row in rows})


def _check_shape(draft: Draft, rows: Sequence[Row]) -> None:
    """Compare the frames of the turn itself with where the turn stands (TURN-01)."""
    counts = Counter(row[0] for row in rows)
    last = rows[0][0] if rows else None
    if last not in (Step.TURN, Step.END_TURN) or counts[Step.TURN] + counts[Step.END_TURN] != 1:
        raise fault(("agenda",), "it ends with 'turn' or with 'end turn', and has no other of them")
    done = int(draft.p.actions_done)
    actions = 0 if last == Step.TURN else 2 - done
    if counts[Step.ACTION] != actions or (last == Step.TURN and done):
        reason = f"{counts[Step.ACTION]} times 'action' does not go with actions_done {done}"
        raise fault(("agenda",), reason)
    if counts[Step.REVEAL] > 1 or (counts[Step.REVEAL] == 0 and actions):
        raise fault(("agenda",), "one 'reveal' comes after the actions")
    if counts[Step.START] and last != Step.TURN:
        raise fault(("agenda",), "'start' comes before the first turn alone")
    if (counts[Step.MOBS] or counts[Step.BLOCKS]) and actions < 2:
        raise fault(("agenda",), "the white dice are resolved before the actions")
    lasting = len(rows) - counts[Step.START] - counts[Step.MODE]
    if lasting > L.AGENDA - _HEADROOM:
        raise fault(("agenda",), f"more than {L.AGENDA - _HEADROOM} steps are too many")


def _check_counts(draft: Draft, rows: Sequence[Row]) -> None:
    """Refuse frames that together ask for more than there is."""
    p = draft.p
    chances = Counter(row[1] for row in rows if row[0] == Step.CHANCE)
    blind = sum(row[1] for row in rows if row[0] == Step.BLIND) + chances[Chance.USED_BLOCK]
    if blind > sum(int(count) for count in p.used):
        raise fault(("agenda",), "more blocks are to be drawn than the used pile has")
    in_hand = sum(int(count) for count in p.hand)
    if in_hand + blind + int(p.mines_left) > L.HAND:
        raise fault(("hand",), f"{L.HAND} blocks are the most that one action can bring (MINE-03)")
    if int(p.dice_count) + int(p.dice_to_roll) + chances[Chance.COMBAT_DIE] > L.DICE:
        raise fault(("fight",), f"{L.DICE} combat dice are the most that a fight can have")
    uses = Counter(row[1] for row in rows if row[0] == Step.USE)
    for colour, count in uses.items():
        if count > p.hand[colour]:
            raise fault(("hand",), f"no {Colour(colour).name.lower()} block is in hand to be used")
    for die, kind in (("blocks", Chance.BLOCKS_DIE), ("mob", Chance.MOB_DIE)):
        waiting = chances[kind] or rows[0][0] == Step.TURN
        value = p.blocks_die if kind == Chance.BLOCKS_DIE else p.mob_die
        if value < 0 and not waiting:
            raise fault(("dice", die), "the die has been rolled this turn: say what it shows")


def _check_traces(draft: Draft, steps: Set[Step]) -> None:
    """Refuse what only lies on the table while certain steps are pending."""
    p, given = draft.p, draft.given
    traces: tuple[tuple[str, bool, Iterable[Step]], ...] = (
        ("hand", bool(given.hand) and any(p.hand), (Step.USE_BLOCKS,)),
        ("mines_left", p.mines_left > 0, (Step.MINE,)),
        ("mined", p.mined > 0, (Step.PICKAXE_DOWN,)),
        ("steps_left", p.steps_left > 0, (Step.WALK, Step.MOVED)),
        ("in_use", p.slot_in_use >= 0, (Step.WALK, Step.MOVED, Step.PICKAXE_DOWN)),
        ("fight", p.fight_mob >= 0, (Step.FIGHT_END,)),
        ("drawn", bool(given.drawn), _FINDING),
        ("pending_mobs", p.pending_mobs != 0, (Step.NEXT_MOB,)),
    )
    for key, lies, pending in traces:
        if lies and not steps & set(pending):
            names = " or ".join(repr(STEPS[step]) for step in pending)
            raise fault((key,), f"this is so only while {names} is on the agenda")


def _mob_on_board(mob_at: int) -> Callable[[Draft, Row], str | None]:
    def check(draft: Draft, row: Row) -> str | None:
        return None if draft.p.mob_space[row[mob_at]] >= 0 else "the mob is not on the board"

    return check


def _slot_of(seat: int | None, slot: int, *types: ItemType) -> Callable[[Draft, Row], str | None]:
    """Check that a slot of a frame holds an item of some type; the seat is the active player's."""

    def check(draft: Draft, row: Row) -> str | None:
        p, box = draft.p, draft.lexicon.box
        kind = int(p.item_kind[p.active_player if seat is None else row[seat], row[slot]])
        if kind >= 0 and box.item_type[kind] in types:
            return None
        return f"slot {row[slot]} holds nothing that it can be about"

    return check


def _tile_in_hand(draft: Draft, row: Row) -> str | None:
    p, box = draft.p, draft.lexicon.box
    if p.drawn[0] != row[2] or p.drawn[1] >= 0:
        return "the item is the one tile in hand (`drawn`)"
    enchantment = box.item_type[row[2]] == ItemType.ENCHANTMENT
    if enchantment != (row[0] == Step.ENCHANT):
        return "an enchantment is attached, another item replaces one"
    wanted = box.item_enchants[row[2]] if enchantment else None
    for slot in range(L.SLOTS):
        kind = int(p.item_kind[row[1], slot])
        free = p.item_enchantments[row[1], slot, L.ENCHANTMENTS - 1] < 0
        if kind >= 0 and (not enchantment or (free and box.item_type[kind] == wanted)):
            return None
    return "the player owns nothing for it"


def _chance(draft: Draft, row: Row) -> str | None:
    p = draft.p
    kind = Chance(row[1])
    if kind == Chance.TILE_DRAWN and not any(p.stack_count):
        return "the stack is empty"
    if kind == Chance.PART_REVEALED and not row[2] == p.parts_open < p.parts:
        return "it is the next face-down tile that is revealed"
    if kind == Chance.BLOCK_UNCOVERED and p.cube[row[2], row[3]] != UNSEEN:
        return "the block is gone or has been seen"
    return None


def _helping(_draft: Draft, row: Row) -> str | None:
    return None if row[1] in (Colour.RED, Colour.GRAY, Colour.GOLD) else "the colour helps nobody"


def _boots_in_use(draft: Draft, _row: Row) -> str | None:
    p, box = draft.p, draft.lexicon.box
    if p.slot_in_use >= 0 and p.steps_left > 0:
        kind = int(p.item_kind[p.active_player, p.slot_in_use])
        if box.item_type[kind] in (ItemType.BOOTS, ItemType.LEGGINGS):
            return None
    return "boots are in use (`in_use`) with steps left (`steps_left`)"


def _netherite(draft: Draft, _row: Row) -> str | None:
    return None if any(draft.p.supply) else "no Netherite item lies face up"


def _fight_on(draft: Draft, _row: Row) -> str | None:
    p = draft.p
    if p.fight_mob >= 0 and p.mob_space[p.fight_mob] >= 0:
        return None
    return "a mob on the board is fought (`fight`)"


def _has_obstacle(draft: Draft, _row: Row) -> str | None:
    p = draft.p
    for row in range(p.rows):
        words = (int(p.lava[row]) | int(p.magma[row]) | int(p.soul_sand[row])) & ~int(p.brown[row])
        for column in range(p.open_columns):
            space = row * L.COLUMNS + column
            held = space in p.mob_space or space in p.player_space
            if words >> column & 1 and not held:
                return None
    return "no obstacle can be covered"


_FRAMES: Final[dict[Step, Callable[[Draft, Row], str | None]]] = {
    Step.MOVE_MOB: _mob_on_board(1),
    Step.ATTACK: _mob_on_board(1),
    Step.HIT: _mob_on_board(2),
    Step.PUSH: _mob_on_board(2),
    Step.DAMAGE_ITEM: _mob_on_board(2),
    Step.REPLACE: _tile_in_hand,
    Step.ENCHANT: _tile_in_hand,
    Step.MODE: _slot_of(1, 2, ItemType.LEGGINGS),
    Step.FIGHT: _slot_of(None, 1, ItemType.SWORD, ItemType.BOW),
    Step.CHANCE: _chance,
    Step.CHOOSE_PLAYER: _helping,
    Step.WALK: _boots_in_use,
    Step.NETHERITE: _netherite,
    Step.ROLL: _fight_on,
    Step.REROLL: _fight_on,
    Step.FIGHT_END: _fight_on,
    Step.COVER: _has_obstacle,
}
