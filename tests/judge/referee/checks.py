"""The referee's checks by name: the rules that each goes by, and what it looks at."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Check:
    """A check: ids of rules, and what is checked in a few words."""

    rules: tuple[str, ...]
    what: str


def _check(rules: str, what: str) -> Check:
    return Check(tuple(rules.split()), what)


CHECKS: dict[str, Check] = {
    # Setting up
    "set-up track": _check(
        "SETUP-02 SETUP-10 LEVEL-1 LEVEL-2 LEVEL-3 LEVEL-4 LEVEL-5",
        "parts of the track, their maps, chests of the first tile",
    ),
    "set-up cube": _check("SETUP-03", "64 blocks by colour"),
    "set-up piglins": _check("SETUP-04 PIG-02", "sizes of the tasks' columns"),
    "set-up mobs": _check(
        "SETUP-05 SETUP-06 LEVEL-1 LEVEL-2 LEVEL-3 LEVEL-4 LEVEL-5 MOB-01",
        "mobs in play, one of each base type on spawners 1 to 3, the rest in the line",
    ),
    "set-up players": _check("SETUP-01 SETUP-07", "hearts, items, first player"),
    "set-up stack": _check("SETUP-09", "tiles of the stack and of the supply"),
    "set-up boss": _check("SETUP-11", "which boss, its side and life, off the board"),
    "start spaces": _check("SETUP-08", "who chooses a space of the start strip, and which"),
    # The turn
    "turn order": _check("TURN-01", "whose turn it is, and its number"),
    "two actions": _check("ACT-01 TURN-01", "exactly two actions a turn"),
    "action choices": _check(
        "ACT-01 ACT-02 ACT-03 ACT-04 REPAIR-03", "which actions there are: steps, blocks, items"
    ),
    "dice": _check("BLOCK-01 MOB-01 FIGHT-06", "faces of the dice"),
    # The blocks die
    "die removal": _check(
        "BLOCK-03 BLOCK-05 BLOCK-02 BOSS-01 BOSS-02",
        "which blocks a die or boss may remove",
    ),
    "no removal": _check("BLOCK-04", "nothing is removed where none of the colour is exposed"),
    "block removed": _check("BLOCK-06 MINE-03", "the block that leaves: column, layer, colour"),
    "blocks seen": _check("BLOCK-02", "which blocks come into sight"),
    "deadline": _check("PIG-03", "a task that is late loses the game at once"),
    "cube empty": _check("END-04", "an empty cube loses the game"),
    # Mobs
    "mob order": _check("MOB-02 MOB-04", "which mobs act, each once"),
    "spawn": _check("MOB-03 MOB-04", "whether a mob appears, which one and where"),
    "mob way": _check(
        "MOB-05 MOB-06 MOB-07 MOB-08 MOB-12 MOB-15 BOSS-04",
        "where a mob's shortest ways to the nearest players end",
    ),
    "mob moved": _check("MOB-08", "a mob goes where its way was chosen to end"),
    "mob target": _check("MOB-09 MOB-10", "whom a mob may attack"),
    "attack": _check("MOB-10 MOB-12 BOSS-01 BOSS-02", "who is attacked, for how much"),
    "armour": _check("MOB-11", "armour loses hearts before the life tracker, as the owner chooses"),
    "worn out": _check("MOB-11", "armour without hearts goes to the bottom row"),
    "life lost": _check("MOB-11 BOSS-02 MOVE-03", "hearts taken off the life tracker"),
    "push": _check("MOB-13 BOSS-03", "where a player may be pushed to"),
    "item damage": _check("MOB-14 BOSS-03", "which item an attack moves to the bottom row"),
    "boss block": _check("BOSS-01 BOSS-02 BOSS-03", "a block is removed at the hard side's 3"),
    "death": _check("END-02 TURN-02", "the game is lost when a life tracker reaches 0"),
    # Moving
    "step": _check("MOVE-01 MOVE-02 MOVE-04 MOVE-05 MOVE-07 ACT-03", "where one may step to"),
    "step cost": _check("MOVE-04 MOVE-05 ITEM-09", "steps that a movement uses"),
    "magma": _check("MOVE-03 MOVE-05", "damage for entering magma"),
    "item used": _check("ACT-05 FIGHT-03", "when a used item goes to the bottom row"),
    "chest": _check("MOVE-06", "chests: who may open, who finds"),
    # Fighting
    "fight target": _check("FIGHT-01 FIGHT-02 FIGHT-07", "which mobs a weapon reaches"),
    "fight dice": _check("FIGHT-01 FIGHT-02 FIGHT-06 ITEM-09", "how many dice are rolled"),
    "reroll": _check("FIGHT-05 FIGHT-06 ITEM-09", "how often, and how many dice"),
    "fight result": _check("FIGHT-04 FIGHT-07", "hits against life, what becomes of the mob"),
    "victory": _check("END-01 TURN-02", "the game is won when the boss has no life left"),
    # Items
    "find": _check("ITEM-02 ITEM-07", "two tiles are drawn, from the stack as it is"),
    "shuffle": _check("ITEM-07", "an empty stack is made of the discard pile"),
    "keep": _check("ITEM-02 ITEM-03 ITEM-08", "which tile may be kept"),
    "discard": _check("ITEM-02 ITEM-03 ITEM-04 ITEM-08", "what is discarded or leaves the game"),
    "replace": _check("ITEM-01 ITEM-03", "which item is replaced by the seventh"),
    "new item": _check("ITEM-01 ITEM-02 ITEM-05", "a kept item lies in a free slot"),
    "enchant": _check("ITEM-08", "which item is enchanted, and repaired by it"),
    "leggings": _check("ITEM-06 REPAIR-02", "when leggings choose their mode"),
    "repair": _check("REPAIR-01 USE-02 ITEM-08", "which items are repaired"),
    # Mining
    "mine": _check("MINE-01 MINE-02 BLOCK-02", "which blocks may be mined, and how many"),
    "blind blocks": _check("MINE-04", "blocks drawn from the used pile"),
    "hand": _check("MINE-03", "every block in hand is used, in the chosen order"),
    "use": _check("PIG-01 PIG-02 USE-06", "ability, or a free place of the piglin board"),
    "whom": _check("USE-01 USE-02 USE-03", "any player may be chosen"),
    "heal": _check("USE-01", "the life tracker is filled to 6"),
    "netherite": _check("USE-04", "a Netherite item is shuffled into the stack's top"),
    "cover": _check("USE-05", "which obstacles may be covered"),
    "placed": _check("PIG-01", "the block's place, and the task that it completes"),
    # Revealing
    "reveal": _check("REVEAL-01 REVEAL-03 REVEAL-04", "whether a part may be revealed"),
    "revealed": _check("REVEAL-02 SETUP-10", "chests and mobs of a revealed part"),
    "boss appears": _check("REVEAL-03", "the boss is put on the portal space"),
    # The whole
    "conservation": _check(
        "SETUP-03 SETUP-09 SETUP-10 ITEM-01 MOB-01",
        "blocks, tiles, mobs and chests: none lost, none made",
    ),
    "table": _check("TURN-01 BLOCK-06 USE-06", "everything on the table is where it was put"),
    "ending": _check("TURN-02 END-01 END-02 END-03 END-04", "the game ends when it has to"),
}


class ObjectionError(Exception):
    """The referee does not agree with the game."""

    def __init__(self, check: str, sentence: str, place: int = -1) -> None:
        assert check in CHECKS, check
        super().__init__(f"{check} ({', '.join(CHECKS[check].rules)}): {sentence}")
        self.check = check
        self.place = place
