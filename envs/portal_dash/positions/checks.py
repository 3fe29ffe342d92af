"""What the sections of a position must make together, before it may be played."""

from __future__ import annotations

from collections.abc import Set
from typing import Any, Final

from tablemates.envs.core.documents import Place
from tablemates.envs.portal_dash.positions.draft import Draft
from tablemates.envs.portal_dash.positions.errors import fault
from tablemates.envs.portal_dash.positions.layout import said
from tablemates.envs.portal_dash.rules import limits as L
from tablemates.envs.portal_dash.rules.vocabulary import Cause, Outcome

_ANY_BOSS: Final = -2  # in a LEVEL record: drawn from the seed
_LOST: Final = {
    Cause.TASK_A_LATE: 0,
    Cause.TASK_B_LATE: 1,
    Cause.TASK_C_LATE: 2,
}


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
    if (cause == Cause.PLAYER_DIED) != (p.cause_source >= 0):
        raise fault(("end", "source"), "what a player died of is said, and nothing else")
    if p.cause_player >= 0 and cause not in (Cause.PLAYER_DIED, Cause.ILLEGAL_ACTION):
        raise fault(("end", "player"), "no player is the cause of that")
    if (cause in _LOST and late != _LOST[cause]) or (
        cause == Cause.CUBE_EMPTY and late != L.TASKS and max(p.height) > 0
    ):
        raise fault(place, "the cube says something else (PIG-03, END-04)")
    if p.cause_player >= p.players:
        raise fault(("end", "player"), f"there is no player {p.cause_player}")
