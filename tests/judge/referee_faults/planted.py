"""Faults planted in the engine's source, one or more for every check of the referee."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Planted:
    """A fault in the engine.

    Attributes:
        check: The check that has to see it.
        file: Module of the rules.
        old: Text that is there exactly once.
        new: What stands there instead.
        games: Where the games begin that are tried, see ``positions``.
    """

    check: str
    file: str
    old: str
    new: str
    games: str = "new"


_STEP_FIND = "push(p, Step.FIND, (player + i) % int(p.players), 0, 0)"
_LOSE = "        lose(p, w, Cause.PLAYER_DIED.value, player, source)"

PLANTED = (
    # Setting up
    Planted("set-up track", "track", "int(chests[i]) + first", "int(chests[i]) + first + 1"),
    Planted("set-up cube", "setup", "p.unseen[colour] += 1", "p.unseen[colour] += 2"),
    Planted("set-up piglins", "piglins", "0 if p.players <= 2 else 1", "0"),
    Planted("set-up mobs", "setup", "(level.mob_count[kind])", "(level.mob_count[kind] - 1)"),
    Planted("set-up players", "setup", "= L.HEARTS  #", "= L.HEARTS - 1  #"),
    Planted("set-up stack", "setup", "1 if box.netherite[place] >= 0", "1 if place > 0"),
    Planted(
        "set-up boss", "setup", "boss_life[kind, level.boss_hard[i]]", "boss_life[kind, 1] + 1"
    ),
    Planted("start spaces", "setup", "(int(p.first_player) + i) % players", "i"),
    # The turn
    Planted("turn order", "turn", "(int(p.active_player) + 1)", "(int(p.active_player) + 2)"),
    Planted(
        "two actions",
        "turn",
        "push(p, Step.ACTION, 0, 0, 0)  # ACT-01",
        "push(p, Step.ACTION, 0, 0, 0); push(p, Step.ACTION, 0, 0, 0)",
    ),
    Planted("action choices", "legal", "if cost == 1:  #", "if cost > 0:  #", "magma"),
    Planted(
        "dice", "chance", "next_index(h, kind), 6)])", "next_index(h, kind), 6)]) + 3", "melee"
    ),
    # The blocks die
    Planted("die removal", "cube", "if p.height[column] != height:", "if p.height[column] == 0:"),
    Planted("die removal", "cube", "h > height and", "h > 0 and"),
    Planted(
        "no removal",
        "turn",
        "emit(w, Event.NO_BLOCK_REMOVED, int(p.active_player), face, 0, 0, 0)",
        "emit(w, Event.BLOCK_REMOVED, int(p.active_player), 0, 1, face, 0)",
    ),
    Planted(
        "block removed",
        "mining",
        "colour = remove_block(p, box, w, column, Reason.MINED.value)",
        "colour = remove_block(p, box, w, min(column, 12), Reason.MINED.value)",
    ),
    Planted("blocks seen", "cube", "range(3, -1, -1)", "range(2, -1, -1)"),
    Planted("blocks seen", "cube", "if level > 0 and p.cube", "if level > 3 and p.cube"),
    Planted("deadline", "cube", "if not task_done(p, box, task):", "if False:", "layer"),
    Planted(
        "cube empty",
        "cube",
        "lose(p, w, Cause.CUBE_EMPTY.value, -1, -1)",
        "p.used[0] += 1",
        "last block",
    ),
    # Mobs
    Planted("mob order", "mobs", "p.pending_mobs &= ~(1 << mob)", "p.pending_mobs &= -1"),
    Planted("mob order", "mobs", "and box.mob_number[mob] == p.mob_die", "and p.mob_die < 3"),
    Planted("spawn", "legal", "if near and is_free", "if is_free"),
    Planted(
        "spawn",
        "mobs",
        "    place_mob(p, mob, space)\n    emit(w, Event.MOB_SP",
        "    mob = mob ^ 1\n    place_mob(p, mob, space)\n    emit(w, Event.MOB_SP",
    ),
    Planted("mob way", "mobs", "w.passable[r] &= ~p.mob_words[r]", "w.passable[r] |= ZERO"),
    Planted("mob way", "mobs", "words[r] &= ~lava", "words[r] &= words[r]"),
    Planted("mob way", "mobs", "moves == 0 or any_in_range(p, box, mob)", "moves == 0"),
    Planted("mob way", "mobs", "w.ends[r] = w.seen[r] & w.goal[r]", "w.ends[r] = w.goal[r]"),
    Planted("mob way", "mobs", "if steps > moves:", "if steps > moves + 9:"),
    Planted("mob way", "geometry", "radius - abs(r - row)", "radius"),
    Planted(
        "mob moved",
        "mobs",
        "    place_mob(p, mob, space)\n    emit(w, Event.MOB_MOVED",
        "    space = origin\n    place_mob(p, mob, space)\n    emit(w, Event.MOB_MOVED",
    ),
    Planted(
        "mob target",
        "legal",
        "if p.decision == Decision.PLAYER or in_range(  # MOB-10 off: True\n"
        "            p, box, int(p.decision_about), player\n        ):",
        "if True:",
    ),
    Planted(
        "attack",
        "pieces",
        "return int(box.kind_damage[box.mob_kind[mob]])",
        "return int(box.kind_damage[box.mob_kind[mob]]) + 1",
    ),
    Planted("attack", "mobs", "(int(p.active_player) + i) % int(p.players)", "i", "late"),
    Planted("armour", "harm", "if p.item_hearts[player, slot] > 0:", "if False:"),
    Planted("worn out", "harm", "    if hearts == 0:", "    if hearts == 9:"),
    Planted("life lost", "harm", "int(p.hearts[player]) - damage)", "int(p.hearts[player]) - 1)"),
    Planted(
        "push",
        "harm",
        "return not is_lava(p, space) and not has(p.mob_words, space)",
        "return True",
        "hoglins",
    ),
    Planted(
        "item damage",
        "legal",
        "fits = p.item_active[player, slot] == 1",
        "fits = True",
        "skeletons",
    ),
    Planted(
        "boss block",
        "mobs",
        "push(p, Step.REMOVE_BLOCK, 5, 1, 0)",
        "push(p, Step.REMOVE_BLOCK, 0, 1, 0)",
        "late",
    ),
    Planted("death", "harm", "if p.hearts[player] == 0:", "if p.hearts[player] < 0:"),
    # Moving
    Planted("step", "legal", "if 0 < cost <= p.steps_left:", "if 0 < cost:", "magma"),
    Planted(
        "step cost",
        "moving",
        "    make_step(p, box, w, direction, cost)",
        "    make_step(p, box, w, direction ^ 2, cost)",
        "magma",
    ),
    Planted("magma", "moving", "push(p, Step.HARM, player, 1, MAGMA)", "p.turn += 0", "magma"),
    Planted(
        "item used",
        "moving",
        "lower_item(p, w, player, slot, Reason.USED.value)",
        "p.steps_left = 0",
        "magma",
    ),
    Planted("item used", "mining", "if slot >= 0:", "if slot >= 9:"),
    Planted(
        "chest",
        "moving",
        "if chest_at(p, int(p.player_space[player])) >= 0:",
        "if False:",
        "chests",
    ),
    # Fighting
    Planted(
        "fight target",
        "fighting",
        "immune = box.kind_no_sword[box.mob_kind[mob]] == 1",
        "immune = False",
        "melee",
    ),
    Planted("fight target", "fighting", "reach = 1  #", "reach = 2  #", "melee"),
    Planted(
        "fight dice",
        "fighting",
        "slot, box.item_dice, kind)",
        "slot, box.item_dice, kind) + 1",
        "melee",
    ),
    Planted("reroll", "fighting", "p.rerolls_left -= 1", "p.rerolls_left -= 0", "blades"),
    Planted("fight result", "fighting", "elif hits >= life:", "elif hits > life:", "melee"),
    Planted("fight result", "fighting", "max(0, life - hits)", "max(1, life - hits)", "late"),
    Planted("victory", "ending", "    win(p, w)  #", "    p.turn += 0  #", "late"),
    # Items
    Planted(
        "find",
        "items",
        "    push(p, Step.DRAW, player, 0, 0)  # ITEM-02",
        "    p.turn += 0",
        "melee",
    ),
    Planted("find", "moving", _STEP_FIND, "push(p, Step.FIND, i, 0, 0)", "chests"),
    Planted("shuffle", "stack", "refill(s, w)  # ITEM-07", "p.turn += 0", "late"),
    Planted("keep", "legal", "if free_slot(p, player) == -1:", "if True:", "chests"),
    Planted("discard", "items", "discard_drawn(p, w, player)  # ITEM-02", "p.turn += 0", "chests"),
    Planted("discard", "items", "if p.item_starting[player, slot] == 1:", "if False:", "chests"),
    Planted("replace", "legal", "p.item_kind[player, slot] >= 0", "slot > 0", "chests"),
    Planted(
        "new item",
        "items",
        "    if slot >= 0:\n        place",
        "    if slot >= 0:\n        slot = 0\n        place",
        "chests",
    ),
    Planted(
        "enchant",
        "items",
        "if item == -1 or box.item_type[item] != box.item_enchants[kind]:",
        "if item == -1:",
        "chests",
    ),
    Planted("leggings", "items", "push(p, Step.MODE, player, slot, 0)", "p.turn += 0", "chests"),
    Planted(
        "repair",
        "items",
        "    for slot in range(L.SLOTS):\n        if needs_repair",
        "    for slot in range(1, L.SLOTS):\n        if needs_repair",
        "late",
    ),
    # Mining
    Planted("mine", "legal", "if p.mined > 0:", "if True:"),
    Planted("mine", "mining", "p.mines_left -= 1", "p.mines_left -= 0"),
    Planted(
        "blind blocks",
        "mining",
        "min(int(box.item_blind[kind]), used",
        "min(int(box.item_blind[kind]), 1, used",
        "late",
    ),
    Planted("hand", "legal", "if p.hand[colour] > 0:", "if p.hand[colour] > 0 or colour == 0:"),
    Planted(
        "use",
        "piglins",
        "return p.place_colour[place] == -1 or p.place_colour[place] == colour",
        "return True",
    ),
    Planted(
        "whom",
        "legal",
        "for relative in range(p.players):",
        "for relative in range(1):",
        "late",
    ),
    Planted(
        "heal",
        "mining",
        "    if colour == Colour.RED:",
        "    if colour == Colour.RED:\n        player = (player + 1) % int(p.players)",
    ),
    Planted("netherite", "legal", "        if first:\n", "        if first and place > 0:\n"),
    Planted(
        "cover",
        "mining",
        "(p.lava[r] | p.magma[r] | p.soul_sand[r])",
        "(p.magma[r] | p.soul_sand[r])",
    ),
    Planted("placed", "piglins", "    if task_done(p, box, task):", "    if False:", "nearly done"),
    # Revealing
    Planted("reveal", "track", "== p.open_columns - 1:", "== p.open_columns:", "edge"),
    Planted(
        "revealed", "track", "    fill_spawner(p, w, space)  # REVEAL-02", "    p.turn += 0", "edge"
    ),
    Planted(
        "boss appears",
        "track",
        "= int(box.portal_space) + first",
        "= int(box.portal_space) + first + 64",
        "portal",
    ),
    # The whole
    Planted("conservation", "turn", "p.used[colour] += 1", "p.used[colour] += 0"),
    Planted("conservation", "items", "p.discards[kind] += 1", "p.discards[kind] += 0", "chests"),
    Planted("table", "mining", "p.hearts[player] = L.HEARTS", "p.hearts[player] = 5"),
    Planted("table", "moving", "p.chest_space[chest_at(p, space)] = -1", "p.turn += 0", "chests"),
    Planted(
        "ending", "harm", _LOSE, f"{_LOSE}\n        emit(w, Event.NOTHING_SPAWNED, 0, 0, 0, 0, 0)"
    ),
)
