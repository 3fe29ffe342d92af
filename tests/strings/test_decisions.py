"""Every decision has its question, and every choice of it its words."""

import pytest

from tablemates.envs.portal_dash.rules.vocabulary import Colour, Decision, MobKind
from tests.strings.board import (
    EN3,
    GH1,
    GH2,
    HERE,
    KIND,
    MC2,
    NAMES,
    THERE,
    ask,
    choose_player,
    hold,
    put,
)


def remove_block(p):
    p.cube[:, 3] = Colour.RED
    ask(p, Decision.REMOVE_BLOCK, Colour.RED)


def next_mob(p):
    put(p, GH2, THERE)
    put(p, EN3, 0)
    p.pending_mobs = 1 << GH2 | 1 << EN3
    ask(p, Decision.NEXT_MOB)


def spawner(p):
    p.tiles[0] = NAMES.tiles.index("Ember Ford")
    p.line[0], p.line_length = GH2, 1
    ask(p, Decision.SPAWNER)


def mob_end(p):
    put(p, GH1, 2 * 64)
    p.player_space[:2] = HERE, HERE
    ask(p, Decision.MOB_END, GH1)


def target(p):
    put(p, MC2, THERE)
    ask(p, Decision.TARGET, MC2)
    p.player_space[1] = HERE


def push(p):
    put(p, MC2, THERE)
    ask(p, Decision.PUSH, MC2, decider=0)


def damage_item(p):
    ask(p, Decision.DAMAGE_ITEM, EN3)


def action(p):
    put(p, GH1, HERE + 64)
    p.item_active[0, 0] = 0
    p.item_active[0, 2] = 0
    p.magma[1] = 1 << 3
    p.soul_sand[3] = 1 << 2
    p.cube[6, 3] = Colour.RED
    p.height[:] = [0, 4, 4, 4] * 4
    ask(p, Decision.ACTION)


def step(p):
    p.slot_in_use, p.steps_left = 0, 2
    ask(p, Decision.STEP, 0)


def fight(p):
    put(p, GH1, THERE)
    put(p, MC2, 0 * 64 + 3)
    ask(p, Decision.FIGHT, 3)


def reroll(p):
    p.dice[:3] = 0, 1, 2
    p.dice_count, p.rerolls_left, p.fight_mob = 3, 1, GH1
    ask(p, Decision.REROLL, 4)


def mine(p):
    p.cube[0, 3] = Colour.BLACK
    p.slot_in_use, p.mines_left, p.mined = 1, 1, 1
    ask(p, Decision.MINE, 1)


def block(p):
    p.hand[:] = 0, 1, 1, 0, 0
    ask(p, Decision.BLOCK)


def use(p):
    p.place_colour[3], p.place_count[3] = Colour.GOLD, 1
    ask(p, Decision.USE, Colour.GOLD)


def cover(p):
    p.lava[1], p.soul_sand[4] = 1 << 5, 1 << 2
    ask(p, Decision.COVER)


def keep_tile(p):
    hold(p, 5, "iron sword")
    p.drawn[:] = KIND["iron sword"], KIND["sword +1 die"]
    ask(p, Decision.KEEP_TILE, decider=0)


def replace(p):
    ask(p, Decision.REPLACE, KIND["diamond boots"])


def enchant(p):
    hold(p, 5, "stone sword")
    p.item_enchantments[0, 5, 0] = KIND["sword reroll"]
    ask(p, Decision.ENCHANT, KIND["sword +1 die"])


def mode(p):
    hold(p, 5, "iron leggings")
    ask(p, Decision.MODE, 5)


def reveal(p):
    ask(p, Decision.REVEAL)


#: What each decision says: how the record gets there, the question, the choices.
DECISIONS = {
    Decision.START_SPACE: (
        lambda p: ask(p, Decision.START_SPACE),
        "Pink chooses a space of the start strip to begin on.",
        [f"begin on ({row}, 0)" for row in range(6)],
    ),
    Decision.REMOVE_BLOCK: (
        remove_block,
        "Pink chooses for the team which red block is removed.",
        [f"remove the red block of column {n} (layer 1)" for n in (0, 3, 12, 15)],
    ),
    Decision.NEXT_MOB: (
        next_mob,
        "Pink chooses for the team which mob acts next.",
        ["activate enderman 3 on (0, 0)", "activate ghast 2 on (2, 4)"],
    ),
    Decision.SPAWNER: (
        spawner,
        "Pink chooses for the team where ghast 2 spawns.",
        ["let ghast 2 spawn on (2, 5)"],
    ),
    Decision.MOB_END: (
        mob_end,
        "Pink chooses for the team where ghast 1 ends its move.",
        ["ghast 1 ends on (2, 1)"],
    ),
    Decision.TARGET: (
        target,
        "Pink chooses for the team whom magma cube 2 attacks.",
        ["magma cube 2 attacks you", "magma cube 2 attacks Blue"],
    ),
    Decision.WOUND: (
        lambda p: ask(p, Decision.WOUND, MobKind.ENDERMAN, decider=1),
        "Blue chooses which armour loses a heart to an enderman.",
        ["take a heart off the leather tunic (1 of 1 heart left)"],
    ),
    Decision.PUSH: (
        push,
        "Pink chooses where magma cube 2 pushes them.",
        [
            "be pushed north to (1, 3)",
            "be pushed south to (3, 3)",
            "be pushed west to (2, 2)",
        ],
    ),
    Decision.DAMAGE_ITEM: (
        damage_item,
        "Pink chooses which item enderman 3 damages.",
        [
            "move the leather boots to the bottom row",
            "move the stone pickaxe to the bottom row",
            "move the leather tunic to the bottom row",
            "move the starting bow to the bottom row",
            "move the stone sword to the bottom row",
        ],
    ),
    Decision.ACTION: (
        action,
        "Pink chooses action 1 of 2.",
        [
            "move north to (1, 3), onto magma",
            "move east to (2, 4)",
            "move west to (2, 2)",
            "mine the gray block of column 1 (layer 1)",
            "mine the gray block of column 3 (layer 1)",
            "mine the gray block of column 13 (layer 1)",
            "mine the gray block of column 15 (layer 1)",
            "repair the leather boots",
            "use the stone pickaxe (2 blocks)",
            "repair the leather tunic",
            "use the starting bow (2 dice, range 3)",
        ],
    ),
    Decision.STEP: (
        step,
        "Pink chooses a step with the leather boots (2 steps left).",
        [
            "end the movement on (2, 3)",
            "move north to (1, 3)",
            "move east to (2, 4)",
            "move south to (3, 3)",
            "move west to (2, 2)",
        ],
    ),
    Decision.OPEN_CHEST: (
        lambda p: ask(p, Decision.OPEN_CHEST),
        "Pink chooses whether to open the chest.",
        ["leave the chest closed", "open the chest"],
    ),
    Decision.FIGHT: (
        fight,
        "Pink chooses which mob to attack with the starting bow.",
        ["attack magma cube 2 on (0, 3) (life 2)", "attack ghast 1 on (2, 4) (life 2)"],
    ),
    Decision.REROLL: (
        reroll,
        "Pink chooses how many of the lowest dice to reroll (0, 1, 2 rolled).",
        [
            "keep all dice",
            "reroll the lowest die (0)",
            "reroll the 2 lowest dice (0, 1)",
            "reroll the 3 lowest dice (0, 1, 2)",
        ],
    ),
    Decision.MINE: (
        mine,
        "Pink chooses which block to mine.",
        [
            "mine no more",
            "mine the black block of column 0 (layer 1)",
            "mine the gray block of column 3 (layer 1)",
            "mine the gray block of column 12 (layer 1)",
            "mine the gray block of column 15 (layer 1)",
        ],
    ),
    Decision.BLOCK: (
        block,
        "Pink chooses which block to use next.",
        ["use the gray block next", "use the gold block next"],
    ),
    Decision.USE: (
        use,
        "Pink chooses what to do with the gold block.",
        [
            "use the gold block's ability: let a player find an item",
            "place the gold block on task A, first column (0 of 3 filled)",
            "place the gold block on task A, second column (0 of 3 filled)",
            "place the gold block on task B, first column (1 of 3 filled)",
            "place the gold block on task B, second column (0 of 4 filled)",
            "place the gold block on task C, first column (0 of 5 filled)",
        ],
    ),
    Decision.PLAYER: (
        choose_player(Colour.RED),
        "Pink chooses whose life tracker is filled.",
        ["fill your life tracker (6 of 6 hearts)", "fill Blue's life tracker (3 of 6 hearts)"],
    ),
    Decision.NETHERITE: (
        lambda p: ask(p, Decision.NETHERITE),
        "Pink chooses which Netherite item is shuffled in at the top of the stack.",
        [
            "take the Netherite sword (6 dice, 1 reroll)",
            "take the Netherite boots (5 steps, fire walking)",
            "take the Netherite leggings (4 steps or 4 hearts)",
            "take the Netherite helmet (4 hearts)",
            "take the Netherite chestplate (5 hearts)",
            "take the Netherite pickaxe (4 from the used pile)",
        ],
    ),
    Decision.COVER: (
        cover,
        "Pink chooses which obstacle to cover with the brown block.",
        ["cover the lava on (1, 5)", "cover the soul sand on (4, 2)"],
    ),
    Decision.KEEP_TILE: (
        keep_tile,
        "Pink chooses which tile to keep: the iron sword or the sword +1 die.",
        [
            "decline both tiles",
            "keep the iron sword (4 dice)",
            "keep the sword +1 die (an enchantment)",
        ],
    ),
    Decision.REPLACE: (
        replace,
        "Pink chooses which item makes room for the diamond boots.",
        [
            "give up the leather boots (2 steps) for the diamond boots",
            "give up the stone pickaxe (2 blocks) for the diamond boots",
            "give up the leather tunic (1 of 1 heart) for the diamond boots",
            "give up the starting bow (2 dice, range 3) for the diamond boots",
            "give up the stone sword (3 dice) for the diamond boots",
        ],
    ),
    Decision.ENCHANT: (
        enchant,
        "Pink chooses which item gets the enchantment sword +1 die.",
        [
            "put sword +1 die on the stone sword in slot 4 (3 dice)",
            "put sword +1 die on the stone sword in slot 5 (3 dice, 1 reroll)",
        ],
    ),
    Decision.MODE: (
        mode,
        "Pink chooses how to wear the iron leggings.",
        ["as boots (2 steps)", "as armour (2 hearts)"],
    ),
    Decision.REVEAL: (
        reveal,
        "Pink chooses for the team whether to reveal the next gameboard tile.",
        ["reveal nothing", "reveal the next gameboard tile"],
    ),
}


def test_no_decision_is_without_words():
    assert set(DECISIONS) == set(Decision) - {Decision.NONE, Decision.CHANCE}


@pytest.mark.parametrize("decision", DECISIONS, ids=lambda d: d.name)
def test_decision_and_choices(game, decision):
    change, question, choices = DECISIONS[decision]
    change(game.p)
    assert game.strings.decision(game.p) == question
    assert [game.strings.action(game.p, action) for action in game.legal()] == choices
