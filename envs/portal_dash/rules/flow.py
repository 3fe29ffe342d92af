"""The flow of a game: runs the agenda until somebody has something to choose."""

from __future__ import annotations

from tablemates.envs.core.compiler.decorators import compile_functions, inlined
from tablemates.envs.core.engine.codes import CHANCE, OVER
from tablemates.envs.core.engine.events import emit
from tablemates.envs.core.engine.team_ending import Outcome
from tablemates.envs.portal_dash import vocabulary as V
from tablemates.envs.portal_dash.rules import (
    fighting,
    harm,
    items,
    mining,
    mobs,
    moving,
    track,
    turn,
)
from tablemates.envs.portal_dash.rules.agenda import Step, pop, push
from tablemates.envs.portal_dash.rules.cube import remove_block
from tablemates.envs.portal_dash.rules.harm import ask
from tablemates.envs.portal_dash.rules.legal import list_options
from tablemates.envs.portal_dash.rules.outcome import allow_outcomes, receive, run_chance
from tablemates.envs.portal_dash.rules.pieces import effect_of
from tablemates.envs.portal_dash.rules.piglins import place_block
from tablemates.envs.portal_dash.rules.stack import draw, shuffle_in
from tablemates.envs.portal_dash.state import Box, Public, State, Work
from tablemates.envs.portal_dash.vocabulary import Chance, Decision, Effect, Event, Reason

#: Parts of the rules for the planner, see ``run_part``.
DECIDE, STEP, LEGAL = range(3)


def run_step(s: State, box: Box, w: Work) -> None:
    """Do the top frame of the agenda, or stop at the choice that it needs."""
    p = s.public
    frame = p.agenda[p.agenda_length - 1]
    step = int(frame[0])
    a = int(frame[1])
    b = int(frame[2])
    c = int(frame[3])
    if step == Step.CHANCE:
        run_chance(s, box, w)
    elif step == Step.START:
        ask(p, Decision.START_SPACE, a, 0)
    elif step == Step.TURN:
        turn.start_turn(p, w)
    elif step == Step.BLOCKS:
        pop(p)
        push(p, Step.REMOVE_BLOCK, p.blocks_die, Reason.DIE.value, 0)
    elif step == Step.REMOVE_BLOCK:
        turn.start_removal(p, w, a)
    elif step == Step.MOBS:
        mobs.resolve_mob_die(p, box)
    elif step == Step.NEXT_MOB:
        if p.pending_mobs == 0:
            pop(p)
        else:
            ask(p, Decision.NEXT_MOB, p.active_player, 0)  # MOB-02
    elif step == Step.SPAWN:
        mobs.start_spawn(p, box, w)
    elif step == Step.MOVE_MOB:
        mobs.start_move(p, box, w, a)
    elif step == Step.ATTACK:
        mobs.attack(p, box, a)
    elif step == Step.HIT:
        pop(p)
        mobs.hit(p, box, w, a, b)
    elif step == Step.HARM:
        harm.harm(p, w, a, b, c)
    elif step == Step.HARM_LIFE:
        pop(p)
        harm.lose_hearts(p, w, a, b, c)
    elif step == Step.PUSH:
        harm.start_push(p, a, b)
    elif step == Step.DAMAGE_ITEM:
        harm.start_item_damage(p, a, b)
    elif step == Step.ACTION:
        ask(p, Decision.ACTION, p.active_player, p.actions_done)
    elif step == Step.WALK:
        ask(p, Decision.STEP, p.active_player, int(p.slot_in_use))  # MOVE-01
    elif step == Step.MOVED:
        moving.moved(p, w)
    elif step == Step.FIND:
        items.find(p, a)
    elif step == Step.DRAW:
        draw(s, w, a)
    elif step == Step.KEEP:
        items.start_keep(p, box, w, a)
    elif step == Step.REPLACE:
        ask(p, Decision.REPLACE, a, b)
    elif step == Step.ENCHANT:
        ask(p, Decision.ENCHANT, a, b)
    elif step == Step.MODE:
        ask(p, Decision.MODE, a, b)
    elif step == Step.FIGHT:
        ask(p, Decision.FIGHT, p.active_player, a)
    elif step == Step.ROLL:
        fighting.roll(p)
    elif step == Step.REROLL:
        fighting.start_reroll(p, a)
    elif step == Step.FIGHT_END:
        fighting.end_fight(p, box, w)
    elif step == Step.BLIND:
        pop(p)
        if a > 0:  # MINE-04
            push(p, Step.BLIND, a - 1, 0, 0)
            push(p, Step.CHANCE, Chance.USED_BLOCK.value, 0, 0)
    elif step == Step.MINE:
        mining.start_mine(p)
    elif step == Step.PICKAXE_DOWN:
        mining.pickaxe_down(p, w)
    elif step == Step.USE_BLOCKS:
        mining.use_blocks(p)
    elif step == Step.USE:
        ask(p, Decision.USE, p.active_player, a)
    elif step == Step.CHOOSE_PLAYER:
        ask(p, Decision.PLAYER, p.active_player, a)
    elif step == Step.NETHERITE:
        ask(p, Decision.NETHERITE, p.active_player, 0)
    elif step == Step.COVER:
        ask(p, Decision.COVER, p.active_player, 0)
    elif step == Step.REVEAL:
        track.start_reveal(p, box)
    else:
        turn.end_turn(p, w)


def space_of(box: Box, action: int) -> int:
    """Return the space that a space action means."""
    i = action - V.SPACE
    columns = box.capacity_columns
    return i // columns * 64 + i % columns


def mob_at(p: Public, space: int) -> int:
    """Return the piece on a space, or -1."""
    for mob in range(V.MOBS):
        if p.mob_space[mob] == space:
            return mob
    return -1


def decide(s: State, box: Box, w: Work, action: int) -> None:
    """Do what the decider chose; the action is legal.

    The frame that asked is still on top of the agenda; those that may ask
    again stay there.
    """
    p = s.public
    d = p.decision
    decider = p.decider
    about = p.decision_about
    frame = p.agenda[p.agenda_length - 1]
    a = int(frame[1])
    b = int(frame[2])
    p.decision = Decision.NONE
    p.decider = -1
    p.decision_about = 0
    p.decisions += 1
    w.ends_known = 0
    again = d == Decision.STEP or d == Decision.MINE or d == Decision.BLOCK
    again |= d == Decision.WOUND or d == Decision.REROLL or d == Decision.NEXT_MOB
    if not again:
        pop(p)
    if d == Decision.ACTION:
        p.actions_done += 1
        if action < V.COLUMN:
            push(p, Step.MOVED, 0, 0, 0)  # MOVE-06
            moving.make_step(p, box, w, action - V.STEP, 1)  # ACT-03
        elif action < V.SLOT:
            push(p, Step.USE_BLOCKS, 0, 0, 0)  # ACT-02
            mining.take_block(p, box, w, action - V.COLUMN)
        else:
            turn.act_with(p, box, w, action - V.SLOT)
    elif d == Decision.STEP:
        if action == V.DONE:
            pop(p)
            push(p, Step.MOVED, 0, 0, 0)
        else:
            moving.walk_on(p, box, w, action - V.STEP)
    elif d == Decision.WOUND:
        harm.wound_armour(p, w, action - V.SLOT)
    elif d == Decision.MINE:
        if action == V.DONE:
            p.mines_left = 0  # MINE-02
        else:
            mining.mine(p, box, w, action - V.COLUMN)
    elif d == Decision.BLOCK:
        push(p, Step.USE, action - V.COLOUR, 0, 0)
    elif d == Decision.USE:
        if action == V.ABILITY:
            mining.use_ability(s, w, about)
        else:
            place_block(p, box, w, about, action - V.PLACE)
    elif d == Decision.PLAYER:
        mining.use_on_player(p, box, w, about, (decider + action - V.PLAYER) % p.players)
    elif d == Decision.NETHERITE:
        shuffle_in(s, box, w, action - V.SUPPLY)
    elif d == Decision.COVER:
        mining.cover(p, w, space_of(box, action))
    elif d == Decision.KEEP_TILE:
        if action == V.DONE:
            items.discard_drawn(p, w, decider)
        else:
            items.keep_tile(p, box, w, decider, action - V.TILE)
    elif d == Decision.REPLACE:
        items.replace_item(p, box, w, decider, action - V.SLOT, about)
    elif d == Decision.ENCHANT:
        items.enchant(p, box, w, decider, action - V.SLOT, about)
    elif d == Decision.MODE:
        items.choose_mode(p, box, w, decider, about, action - V.MODE + 1)
    elif d == Decision.FIGHT:
        fighting.start_fight(p, box, w, about, mob_at(p, space_of(box, action)))
    elif d == Decision.REROLL:
        fighting.reroll(p, w, action - V.COUNT)
    elif d == Decision.REMOVE_BLOCK:
        p.used[remove_block(p, box, w, action - V.COLUMN, b)] += 1  # BLOCK-06
    elif d == Decision.NEXT_MOB:
        mob = mob_at(p, space_of(box, action))
        p.pending_mobs &= ~(1 << mob)  # MOB-02
        push(p, Step.MOVE_MOB, mob, 0, 0)
    elif d == Decision.SPAWNER:
        mobs.spawn(p, w, space_of(box, action))
    elif d == Decision.MOB_END:
        mobs.move_mob(p, w, about, space_of(box, action))
    elif d == Decision.TARGET:
        if effect_of(p, box, about) == Effect.REMOVE_BLOCK:  # BOSS-03
            mobs.push_block_removal(p)
        push(p, Step.HIT, (decider + action - V.PLAYER) % p.players, about, 0)
    elif d == Decision.PUSH:
        harm.push_player(p, w, a, action - V.STEP)
    elif d == Decision.DAMAGE_ITEM:
        harm.lower_item(p, w, decider, action - V.SLOT, Reason.ATTACK.value)
    elif d == Decision.OPEN_CHEST:
        if action == V.YES:
            moving.open_chest(p, w)
    elif d == Decision.REVEAL:  # REVEAL-04
        if action == V.YES:
            track.reveal(p, box, w)
    else:
        space = space_of(box, action)
        p.player_space[decider] = space  # SETUP-08
        emit(w, Event.START_CHOSEN, decider, space)


def advance(s: State, box: Box, w: Work) -> None:
    """Run until somebody has something to choose, chance stops, or the game is over.

    A decision with exactly one legal option is taken here, without exception.
    """
    p = s.public
    w.ends_known = 0
    while p.outcome == Outcome.RUNNING:  # TURN-02
        run_step(s, box, w)
        if p.decision == Decision.CHANCE:
            return
        if p.decision != Decision.NONE:
            list_options(s, box, w)
            if w.legal_count > 1 or p.skip_forced == 0:
                return
            emit(w, Event.FORCED, p.decider, int(w.legal[0]))
            decide(s, box, w, int(w.legal[0]))
    w.legal_count = 0


def take(s: State, box: Box, w: Work, action: int) -> None:
    """Take a legal action (or, when chance decides, an outcome) and run on."""
    p = s.public
    w.event_count = 0
    if p.decision == Decision.CHANCE:
        frame = p.agenda[p.agenda_length - 1]
        kind = int(frame[1])
        a = int(frame[2])
        b = int(frame[3])
        p.decision = Decision.NONE
        p.decision_about = 0
        pop(p)
        receive(s, box, w, kind, a, b, action)
    else:
        decide(s, box, w, action)
    advance(s, box, w)


def list_legal(s: State, box: Box, w: Work) -> None:
    """Recompute the legal list of the decision under way from the record alone."""
    p = s.public
    w.ends_known = 0
    w.event_count = 0
    if p.decision != Decision.CHANCE:
        list_options(s, box, w)
        return
    allow_outcomes(p, box, w, p.decision_about)


def to_move(s: State) -> int:
    """Return the player who decides, ``CHANCE`` or ``OVER``."""
    p = s.public
    if p.outcome != Outcome.RUNNING:
        return OVER
    if p.decision == Decision.CHANCE:
        return CHANCE
    return p.decider


@inlined
def viewer(s: State) -> int:
    """Return who decides, else whose turn it is."""
    p = s.public
    if p.decider >= 0:
        return p.decider
    return max(0, p.active_player)


def run_part(s: State, box: Box, w: Work, part: int, value: int) -> None:
    """Take an action without running on, do the top frame of the agenda, or list actions."""
    if part == DECIDE:
        decide(s, box, w, value)
    elif part == STEP:
        run_step(s, box, w)
    else:
        list_options(s, box, w)


compile_functions(globals())
