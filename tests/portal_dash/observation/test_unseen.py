"""Things that must not matter: the hidden part, the seat that somebody has, names."""

import numpy as np

from tablemates.envs.core.records.layout import RecordView
from tablemates.envs.portal_dash import vocabulary as V
from tablemates.envs.portal_dash.game import ENGINE
from tablemates.envs.portal_dash.state import BOX, STATE
from tablemates.envs.portal_dash.vocabulary import Decision
from tests.portal_dash.observation.looking import blocks, number, record, seen

PUBLIC_BYTES = STATE["public"].itemsize


def test_what_is_hidden_changes_nothing(games, box):
    rng = np.random.default_rng(5)
    for i, game in enumerate(games):
        flat = seen(game, box)
        other = game.copy()
        ENGINE.resample(other, box, np.uint64(i))
        assert (seen(other, box) == flat).all()
        other[PUBLIC_BYTES:] = rng.integers(0, 256, len(game) - PUBLIC_BYTES)
        assert (seen(other, box) == flat).all()


def rotated(game, by):
    """Return the same game with the players' numbers moved up by ``by``."""
    game = game.copy()
    p = record(game).public
    n = int(p.players)
    for name in ("player_space", "hearts"):
        getattr(p, name)[:n] = np.roll(getattr(p, name)[:n], by)
    for name in ("kind", "active", "mode", "hearts", "starting", "enchantments"):
        rows = getattr(p, f"item_{name}")
        rows[:n] = np.roll(rows[:n], by, 0)
    for name in ("active_player", "decider", "first_player"):
        if getattr(p, name) >= 0:
            setattr(p, name, (int(getattr(p, name)) + by) % n)
    if p.decision == Decision.PUSH:  # whom the frame on top of the agenda names
        pushed = p.agenda[int(p.agenda_length) - 1]
        pushed[1] = (int(pushed[1]) + by) % n
    return game


def test_seats_are_relative(games, box):
    several = [game for game in games if record(game).public.players > 1]
    for game in several:
        flat = seen(game, box)
        for by in range(1, int(record(game).public.players)):
            assert (seen(rotated(game, by), box) == flat).all()


def test_view_is_that_of_the_one_who_decides(games, box):
    for game in games:
        p = record(game).public
        assert (seen(game, box, int(p.decider)) == seen(game, box)).all()
        found = blocks(game, box)
        marked = {0}
        if p.decision == Decision.PUSH:  # who is pushed too (MOB-13)
            frame = p.agenda[int(p.agenda_length) - 1]
            marked.add(int(frame[1] - p.decider) % int(p.players))
        decides = number(found, "players", "decides")
        assert {*np.flatnonzero(decides)} == marked
        nobody = game.copy()
        q = record(nobody).public
        q.decision, q.decider = Decision.CHANCE, -1
        assert (seen(nobody, box, int(p.active_player)) == seen(nobody, box)).all()
        found = blocks(nobody, box)
        assert number(found, "players", "active")[0] == 1
        assert not number(found, "players", "decides").any()


def with_kinds(array, order, fill=-1):
    """Return kinds renumbered: old kind k becomes ``order[k]``."""
    table = np.append(order, fill).astype(array.dtype)
    return np.where(array >= 0, table[np.maximum(array, 0)], array)


def renamed_items(game, box, rng):
    """Return game and box with the kinds of items in another order."""
    game, box = game.copy(), box.copy()
    p, b = record(game).public, RecordView(box, BOX)
    n = int(b.item_kinds)
    order = np.arange(V.ITEM_KINDS)
    order[:n] = rng.permutation(n)
    old = np.argsort(order)
    names = ("type", "copies", "dice", "range", "rerolls", "steps", "fire", "hearts")
    for name in (*names, "blocks", "blind", "enchants"):
        field = getattr(b, f"item_{name}")
        field[:] = field[old]
    b.netherite[:] = with_kinds(b.netherite, order)
    for name in ("item_kind", "item_enchantments", "drawn"):
        getattr(p, name)[...] = with_kinds(getattr(p, name), order)
    p.stack_count[:], p.discards[:] = p.stack_count[old], p.discards[old]
    for i in range(int(p.history_length)):
        p.history[i] = order[p.history[i] % 64] + p.history[i] // 64 * 64
    if p.decision in (Decision.REPLACE, Decision.ENCHANT):
        p.decision_about = order[p.decision_about]
    return game, box


def test_numbers_are_shown_and_not_names(games, box):
    rng = np.random.default_rng(3)
    for game in games:
        other, other_box = renamed_items(game, box, rng)
        assert (seen(other, other_box) == seen(game, box)).all()
