"""Every decision, choice, outcome, event and ending has its words."""

import re

import pytest

from envs.core.errors import IllegalActionError
from envs.portal_dash.decision_strings import describe_cause
from envs.portal_dash.naming import PLAYERS
from envs.portal_dash.rules import catalogue as C
from envs.portal_dash.rules.vocabulary import (
    EVENT_FIELDS,
    MAGMA,
    Cause,
    Chance,
    Colour,
    Decision,
    Event,
    MobKind,
    Mode,
    Outcome,
    Reason,
)
from tests.played import PlayedGame, names_of_parts

NAMES = names_of_parts()
KIND = {name: kind for kind, name in enumerate(NAMES.items)}
HERE = 2 * 64 + 3  # (2, 3)
THERE = 2 * 64 + 4
MC2, GH1, GH2, EN3, BOSS = 1, 3, 4, 8, 18


def clear_board(p):
    """Leave an open plain without mobs; Pink stands on (2, 3), Blue on (5, 0)."""
    for words in (p.lava, p.magma, p.soul_sand, p.brown, p.mob_words):
        words[:] = 0
    p.mob_space[:] = -1
    p.player_space[:2] = HERE, 5 * 64


def put(p, mob, space):
    p.mob_space[mob] = space
    p.mob_words[space >> 6] |= 1 << (space & 63)


def ask(p, decision, about=0, decider=0):
    p.decision, p.decision_about, p.decider, p.active_player = decision, about, decider, 0


def hold(p, slot, name, mode=Mode.NONE):
    p.item_kind[0, slot] = KIND[name]
    p.item_active[0, slot] = 1
    p.item_mode[0, slot] = mode


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


def choose_player(colour):
    def change(p):
        p.hearts[:2] = 6, 3
        ask(p, Decision.PLAYER, colour)

    return change


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


@pytest.fixture
def game():
    """Return a game in whose first turn Pink acts, on a board without obstacles and mobs."""
    game = PlayedGame(seed=3).started()
    clear_board(game.p)
    game.p.height[:] = 4
    game.p.cube[:] = Colour.GRAY
    game.p.hearts[:2] = 6
    for seat in range(2):
        game.p.item_active[seat, :5] = 1
        game.p.item_hearts[seat, 2] = 1
    return game


def test_no_decision_is_without_words():
    assert set(DECISIONS) == set(Decision) - {Decision.NONE, Decision.CHANCE}


@pytest.mark.parametrize("decision", DECISIONS, ids=lambda d: d.name)
def test_decision_and_choices(game, decision):
    change, question, choices = DECISIONS[decision]
    change(game.p)
    assert game.strings.decision(game.p) == question
    assert [game.strings.action(game.p, action) for action in game.legal()] == choices


@pytest.mark.parametrize(
    ("colour", "question", "choices"),
    [
        (
            Colour.GRAY,
            "Pink chooses whose items are repaired.",
            ["repair all your items", "repair all Blue's items"],
        ),
        (
            Colour.GOLD,
            "Pink chooses who finds an item.",
            ["find an item yourself", "let Blue find an item"],
        ),
    ],
)
def test_choice_of_a_player_depends_on_the_colour(game, colour, question, choices):
    choose_player(colour)(game.p)
    assert game.strings.decision(game.p) == question
    assert [game.strings.action(game.p, action) for action in game.legal()] == choices


def test_seats_are_counted_from_the_decider(game):
    choose_player(Colour.GOLD)(game.p)
    game.p.decider, game.p.players = 1, 3
    texts = [game.strings.action(game.p, C.PLAYER + seat) for seat in range(3)]
    assert texts == ["find an item yourself", "let Yellow find an item", "let Pink find an item"]


def test_any_block_and_the_portal_strip_have_their_own_words(game):
    ask(game.p, Decision.REMOVE_BLOCK, 5)
    assert game.strings.decision(game.p).endswith("exposed block of the top layer is removed.")
    ask(game.p, Decision.REVEAL)
    game.p.parts_open = game.p.parts
    assert game.strings.action(game.p, C.YES) == "reveal the portal strip"


def test_alone_nobody_decides_for_a_team(game):
    game.p.players = 1
    ask(game.p, Decision.NEXT_MOB)
    assert game.strings.decision(game.p) == "Pink chooses which mob acts next."


def test_the_order_of_seats_gives_the_colours(game):
    game.p.players = 4
    for seat, colour in enumerate(PLAYERS):
        ask(game.p, Decision.OPEN_CHEST, decider=seat)
        assert game.strings.decision(game.p).startswith(f"{colour.capitalize()} ")


def test_an_action_that_the_decision_does_not_offer_is_refused(game):
    ask(game.p, Decision.REVEAL)
    for action in (C.COLUMN, C.SPACE, -1):
        with pytest.raises(IllegalActionError, match=str(action)):
            game.strings.action(game.p, action)
    assert game.strings.action(game.p, C.WAIT) == "wait"


OUTCOMES = {
    Chance.BLOCKS_DIE: (5, "the blocks die", "the blocks die shows ?"),
    Chance.MOB_DIE: (2, "the mob die", "the mob die shows 2"),
    Chance.COMBAT_DIE: (1, "the next combat die", "the combat die shows 1 hit"),
    Chance.TILE_DRAWN: (
        KIND["bow"],
        "the next tile of the stack",
        "the tile is the bow",
    ),
    Chance.USED_BLOCK: (2, "the next block from the used pile", "the block is gold"),
    Chance.BLOCK_UNCOVERED: (
        3,
        "the colour of a block that comes into sight",
        "the block is brown",
    ),
    Chance.PART_REVEALED: (0, "which gameboard tile is revealed", f"the tile is {NAMES.tiles[0]}"),
}


@pytest.mark.parametrize("kind", OUTCOMES, ids=lambda kind: kind.name)
def test_chance_and_its_outcomes(game, kind):
    value, question, outcome = OUTCOMES[kind]
    ask(game.p, Decision.CHANCE, kind, decider=-1)
    assert game.strings.decision(game.p) == f"Chance decides {question}."
    assert game.strings.action(game.p, value) == outcome


def test_chance_that_only_the_set_up_asks_has_no_outcome_to_tell(game):
    assert set(Chance) - set(OUTCOMES) == {Chance.SETUP, Chance.SHUFFLE}
    ask(game.p, Decision.CHANCE, Chance.SETUP, decider=-1)
    with pytest.raises(IllegalActionError, match="SETUP"):
        game.strings.action(game.p, 0)


#: The numbers of an event by field, and the sentence. Player 1 is Blue.
EVENTS = {
    Event.GAME_STARTED: ((3, 2, 1), "2 players begin level 3; Blue goes first."),
    Event.START_CHOSEN: ((1, HERE), "Blue begins on (2, 3)."),
    Event.TURN_STARTED: ((1, 7), "Turn 7: Blue."),
    Event.BLOCKS_DIE: ((1, 0), "Blue rolls red on the blocks die."),
    Event.MOB_DIE: ((1, 3), "Blue rolls 3 on the mob die."),
    Event.BLOCK_REMOVED: (
        (1, 6, 2, 4, Reason.MINED),
        "Blue mines the black block of column 6 (layer 2).",
    ),
    Event.NO_BLOCK_REMOVED: ((1, 4), "No black block is exposed, none is removed."),
    Event.BLOCK_UNCOVERED: ((6, 2, 3), "A brown block comes into sight in column 6 (layer 2)."),
    Event.MOB_ACTIVATED: ((GH2,), "Ghast 2 acts."),
    Event.MOB_MOVED: ((GH2, HERE, THERE), "Ghast 2 moves from (2, 3) to (2, 4)."),
    Event.MOB_ATTACKED: ((BOSS, 1, 4), "The Ancient Hoglin attacks Blue for 4 damage."),
    Event.MOB_SPAWNED: ((MC2, HERE), "Magma cube 2 spawns on (2, 3)."),
    Event.NOTHING_SPAWNED: ((), "No mob spawns."),
    Event.HEART_LOST: ((1, MAGMA, 5), "Blue is hurt by magma: 5 of 6 hearts left."),
    Event.ARMOUR_HEART_LOST: (
        (1, MobKind.WILDFIRE, 2, KIND["leather tunic"], 0),
        "Blue's leather tunic loses a heart to the Wildfire: 0 left.",
    ),
    Event.ITEM_DAMAGED: (
        (1, 3, KIND["starting bow"], Reason.USED),
        "Blue's starting bow goes to the bottom row (used).",
    ),
    Event.PUSHED: ((1, HERE, THERE), "Blue is pushed from (2, 3) to (2, 4)."),
    Event.PLAYER_MOVED: ((1, HERE, THERE, 2), "Blue moves from (2, 3) to (2, 4) (2 steps)."),
    Event.CHEST_OPENED: ((1, HERE), "Blue opens the chest on (2, 3)."),
    Event.CHEST_PLACED: ((HERE,), "A chest is placed on (2, 3)."),
    Event.TILE_DRAWN: ((1, KIND["bow"]), "Blue draws a tile: bow."),
    Event.ITEM_KEPT: ((1, 5, KIND["bow"]), "Blue keeps the bow."),
    Event.TILE_DISCARDED: (
        (1, KIND["bow"], Reason.NOT_KEPT),
        "Blue's tile bow is discarded.",
    ),
    Event.ITEM_ENCHANTED: (
        (1, 4, KIND["stone sword"], KIND["sword reroll"]),
        "Blue puts sword reroll on the stone sword.",
    ),
    Event.MODE_CHOSEN: ((1, 5, Mode.ARMOUR), "Blue wears the leggings in slot 5 as armour."),
    Event.ITEM_REPAIRED: ((1, 4, KIND["stone sword"]), "Blue's stone sword is repaired."),
    Event.FIGHT_STARTED: (
        (1, 4, KIND["stone sword"], MC2, 3),
        "Blue attacks magma cube 2 with the stone sword (3 dice).",
    ),
    Event.DIE_ROLLED: ((1, 1), "Blue rolls 1 hit."),
    Event.DICE_REROLLED: ((1, 2), "Blue rerolls the 2 lowest dice."),
    Event.FIGHT_ENDED: ((1, MC2, 3, 2), "Blue scores 3 hits against magma cube 2 (life 2)."),
    Event.MOB_DEFEATED: ((1, BOSS), "The Ancient Hoglin is defeated."),
    Event.BOSS_HIT: ((1, BOSS, 3, 17), "The Ancient Hoglin has 17 life left."),
    Event.BLOCK_DRAWN: ((1, 2), "Blue draws a gold block from the used pile."),
    Event.ABILITY_USED: ((1, 2), "Blue uses the gold block's ability."),
    Event.BLOCK_PLACED: ((1, 2, 4), "Blue places the gold block on task B, second column."),
    Event.TASK_DONE: ((1, 2), "Task C is complete."),
    Event.HEALED: ((1, 6), "Blue's life tracker is filled to 6 hearts."),
    Event.SPACE_COVERED: ((1, HERE), "Blue covers (2, 3) with a brown block."),
    Event.NETHERITE_ADDED: (
        (1, KIND["Netherite boots"]),
        "Blue shuffles the Netherite boots into the top of the stack.",
    ),
    Event.STACK_SHUFFLED: ((12,), "The discard pile is shuffled into a new stack of 12 tiles."),
    Event.PART_REVEALED: ((1, 1, 0), f"Blue reveals gameboard tile 2: {NAMES.tiles[0]}."),
    Event.PORTAL_REVEALED: ((1,), "Blue reveals the portal strip."),
    Event.BOSS_APPEARED: ((BOSS, HERE), "The Ancient Hoglin appears on (2, 3)."),
    Event.FORCED: ((1, C.SPACE + 2 * 24 + 3), "Blue has no other choice: (2, 3)."),
    Event.TURN_ENDED: ((1,), "Blue's turn ends."),
    Event.GAME_WON: ((Cause.BOSS_DEFEATED,), "The team has won: every boss is defeated."),
    Event.GAME_LOST: (
        (Cause.PLAYER_DIED, 1, MobKind.ENDERMAN),
        "The team has lost: Blue has no heart left, because of an enderman.",
    ),
}


def row_of(event, values):
    return (event, *values, *[0] * (5 - len(values)))


def test_no_event_is_without_a_sentence():
    assert set(EVENTS) == set(Event)
    assert {event: len(values) for event, (values, _) in EVENTS.items()} == {
        event: len(fields) for event, fields in EVENT_FIELDS.items()
    }


@pytest.mark.parametrize("event", EVENTS, ids=lambda event: event.name)
def test_event(game, event):
    values, sentence = EVENTS[event]
    game.p.boss_kind[:] = 1, 0
    assert game.strings.event(game.p, row_of(event, values)) == sentence


@pytest.mark.parametrize(
    ("event", "values", "sentence"),
    [
        (Event.GAME_STARTED, (0, 1, 0), "1 player begins a custom level; Pink goes first."),
        (
            Event.BLOCK_REMOVED,
            (1, 6, 2, 4, Reason.BOSS),
            "The black block of column 6 (layer 2) goes to the used pile.",
        ),
        (Event.MOB_MOVED, (GH2, HERE, HERE), "Ghast 2 stays on (2, 3)."),
        (Event.PLAYER_MOVED, (1, HERE, THERE, 1), "Blue moves from (2, 3) to (2, 4)."),
        (
            Event.ITEM_DAMAGED,
            (1, 2, KIND["leather tunic"], Reason.WORN_OUT),
            "Blue's leather tunic goes to the bottom row (no heart left).",
        ),
        (
            Event.TILE_DISCARDED,
            (1, KIND["starting bow"], Reason.STARTING),
            "Blue's tile starting bow leaves the game.",
        ),
        (Event.BLOCKS_DIE, (1, 5), "Blue rolls ? on the blocks die."),
        (Event.DICE_REROLLED, (1, 1), "Blue rerolls the lowest die."),
        (
            Event.GAME_LOST,
            (Cause.TASK_B_LATE, -1, -1),
            "The team has lost: layer 2 is empty and task B is not complete.",
        ),
    ],
)
def test_event_whose_numbers_change_the_sentence(game, event, values, sentence):
    assert game.strings.event(game.p, row_of(event, values)) == sentence


def test_a_forced_choice_of_any_kind_has_words(game):
    texts = {
        game.strings.event(game.p, row_of(Event.FORCED, (1, action)))
        for action in range(C.DONE, C.SPACE + 8 * 24)
    }
    assert "Blue has no other choice: Pink." in texts  # seats are relative to the player
    assert "Blue has no other choice: north." in texts
    assert "Blue has no other choice: the red block." in texts
    assert not any(re.search(r": \d+\.$", text) for text in texts)


@pytest.mark.parametrize("cause", [cause for cause in Cause if cause != Cause.NONE])
def test_cause_of_the_end(game, cause):
    game.p.outcome = Outcome.WON if cause == Cause.BOSS_DEFEATED else Outcome.LOST
    game.p.decision, game.p.cause, game.p.cause_player, game.p.cause_source = 0, cause, 1, 1
    clause = describe_cause(cause, 1, 1)
    assert game.strings.ending(game.p).endswith(f": {clause}.")
    assert game.strings.decision(game.p) == game.strings.ending(game.p)
    assert (cause in {Cause.PLAYER_DIED, Cause.ILLEGAL_ACTION}) == ("Blue" in clause)


def test_a_running_game_has_no_ending(game):
    assert game.strings.ending(game.p) == "The game goes on."


@pytest.mark.parametrize("level", range(1, 6))
def test_choices_of_a_played_game_are_told_apart(level):
    """In whole games no two legal actions read the same, and no choice is nameless."""
    for seed in range(4):
        game = PlayedGame(level=level, players=1 + seed, seed=seed)
        while game.p.outcome == Outcome.RUNNING:
            texts = [game.strings.action(game.p, action) for action in game.legal()]
            assert len(set(texts)) == len(texts), texts
            assert game.strings.decision(game.p).endswith(".")
            for row in game.step_at_random():
                assert re.fullmatch(r"[A-Z].*\.", game.strings.event(game.p, row))
