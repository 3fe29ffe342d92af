"""A plain board to make decisions on: numbers of what stands there, and how it gets there."""

from tablemates.envs.portal_dash.rules.vocabulary import Decision, Mode
from tests.played import names_of_parts

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


def choose_player(colour):
    def change(p):
        p.hearts[:2] = 6, 3
        ask(p, Decision.PLAYER, colour)

    return change
