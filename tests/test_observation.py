"""The observation: its layout, what it shows, what it must not show."""

import hashlib
import os
import subprocess
import sys

import numpy as np
import pytest

from envs.core.record import RecordView
from envs.portal_dash.components import load_components
from envs.portal_dash.observation.blocks import FACES, TILES_SHOWN
from envs.portal_dash.observation.features import BOSS_LIFE, INT8, PRINTED, Plane
from envs.portal_dash.observation.layout import make_layout
from envs.portal_dash.observation.spaces import as_dict, blocks_space, flat_space
from envs.portal_dash.observation.writer import observe, observe_from, observe_privileged
from envs.portal_dash.rules import catalogue as A
from envs.portal_dash.rules import engine
from envs.portal_dash.rules import limits as L
from envs.portal_dash.rules.state import BOX, STATE, WORK
from envs.portal_dash.rules.vocabulary import Decision, Effect, ItemType

SHAPE = (8, 24)
LAYOUT = make_layout(SHAPE)
PRIVILEGED = make_layout(SHAPE, True)
PUBLIC_BYTES = STATE["public"].itemsize


def seen(game, box, seat=None):
    """Return an observation; what was in the array before must not matter."""
    out = np.full(LAYOUT.size, 77, np.int8)
    if seat is None:
        observe(game, box, out)
    else:
        observe_from(game, box, seat, out)
    return out


def blocks(game, box, seat=None):
    return as_dict(LAYOUT, seen(game, box, seat))


def column_of(block, name):
    """Return the values of one number of a block by its name."""
    layout, values = block
    return np.take(values, layout.index(name), layout.axis)


def number(found, block, name):
    return column_of((LAYOUT[block], found[block]), name)


def record(game):
    return RecordView(game, STATE)


def play(level, players, seed, decisions, prefer=()):
    """Yield the record at every decision of random games; ``prefer`` ids are taken when legal."""
    components = load_components()
    box = components.record()
    work = np.zeros(WORK.itemsize, np.uint8)
    w = RecordView(work, WORK)
    rng = np.random.default_rng(seed)
    game = np.zeros(STATE.itemsize, np.uint8)
    left = 0
    while decisions > 0:
        p = record(game).public
        if left == 0 or p.outcome != 0:
            seed = int(rng.integers(2**40))
            engine.new_game(game, box, components.level(level), work, seed, players, -1, 0, 1)
            left = 400
        yield game, box
        legal = w.legal[: w.legal_count]
        wanted = [action for action in legal if action in prefer]
        engine.step(game, box, work, int(rng.choice(wanted or legal)))
        decisions -= 1
        left -= 1


@pytest.fixture(scope="module")
def box():
    return load_components().record()


@pytest.fixture(scope="module")
def games():
    """Return records of many situations: every level, every number of players."""
    found = []
    for level in range(1, 6):
        for players in range(1, 5):
            for i, (game, _) in enumerate(play(level, players, 10 * level + players, 120)):
                if i % 6 == 0:
                    found.append(late(game.copy(), i) if i % 12 == 0 else game.copy())
    return found


def late(game, i):
    """Change the public record to what random games seldom reach: portal, boss, enchantments."""
    s, box = record(game), RecordView(load_components().record(), BOX)
    p = s.public
    for place in range(int(p.parts_open), int(p.parts)):
        p.tiles[place], s.hidden.tiles[place] = s.hidden.tiles[place], -1
        for r in range(int(p.rows)):
            shift = np.uint64(int(box.start_columns) + place * int(box.tile_columns))
            p.lava[r] |= box.tile_lava[p.tiles[place], r] << shift
            p.magma[r] |= box.tile_magma[p.tiles[place], r] << shift
            p.soul_sand[r] |= box.tile_soul_sand[p.tiles[place], r] << shift
    p.parts_open, p.portal_open, p.open_columns = p.parts, 1, p.columns
    p.open_words[: int(p.rows)] = (1 << int(p.columns)) - 1
    p.brown[:] = p.lava
    p.brown[: i % 6] = 0
    p.mob_space[L.REGULAR_MOBS] = 3 * 64 + int(p.columns) - 1
    p.mob_words[3] |= np.uint64(1 << int(p.columns) - 1)
    p.boss_life[0] = 1 + i % 20
    if i % 36 == 0:  # every mob of the box on the board
        taken = {int(space) for space in (*p.player_space, *p.mob_space[L.REGULAR_MOBS :])}
        spaces = [r * 64 + c for c in range(3, 13) for r in range(int(p.rows))]
        free = [space for space in spaces if space not in taken]
        p.mob_space[: L.REGULAR_MOBS] = np.random.default_rng(i).permutation(free)[: L.REGULAR_MOBS]
        p.line[:], p.line_length = -1, 0
    enchantments = [k for k in range(int(box.item_kinds)) if box.item_enchants[k] >= 0]
    for player in range(int(p.players)):
        for slot in range(L.SLOTS):
            kind = int(p.item_kind[player, slot])
            fit = [
                e for e in enchantments if kind >= 0 and box.item_enchants[e] == box.item_type[kind]
            ]
            p.item_enchantments[player, slot, : len(fit)] = fit
    p.decision, p.decision_about, p.decider = Decision.TARGET, L.REGULAR_MOBS, i % int(p.players)
    p.turn = 200
    p.dice_count, p.dice[:3] = 3, (0, 1, 2)
    p.drawn[:] = (enchantments[0], 3)
    p.place_colour[0], p.place_count[0] = 2, 3
    return game


# -- the layout ---------------------------------------------------------------------------
@pytest.mark.parametrize("privileged", [False, True])
@pytest.mark.parametrize("shape", [(6, 13), (8, 24), (8, 64), (1, 1)])
def test_blocks_cover_the_array_without_a_gap(shape, privileged):
    layout = make_layout(shape, privileged)
    place = np.zeros(layout.size, int)
    for block in layout.blocks:
        assert len(block.shape) == len(block.axes)
        assert block.shape[block.axis] == len(block.numbers)
        assert block.low.shape == block.high.shape == block.shape
        assert (block.low <= block.high).all()
        place[block.slice] += 1
    assert (place == 1).all()
    assert len({block.name for block in layout.blocks}) == len(layout.blocks)
    assert layout.low.dtype == layout.high.dtype == np.int8


def test_privileged_layout_only_adds_hidden_blocks():
    public = [block.name for block in PRIVILEGED.blocks if not block.hidden]
    assert public == [block.name for block in LAYOUT.blocks]
    assert PRIVILEGED.blocks[: len(LAYOUT.blocks)] == LAYOUT.blocks


def test_only_the_board_depends_on_its_capacity():
    wide = make_layout((8, 64))
    for block, other in zip(LAYOUT.blocks, wide.blocks, strict=True):
        assert (block.name, block.start) == (other.name, other.start)
        assert block.name == "board" or block.shape == other.shape


@pytest.mark.parametrize(
    ("shape", "size", "digest"),
    [
        ((8, 24), 2428, "5f8b67a4137e8db8"),
        ((8, 64), 4028, "cfed043e7290f2a5"),
        ((6, 13), 1858, "646d1f4f3ec0ac60"),
    ],
)
def test_layout_is_pinned(shape, size, digest):
    """A change here makes every trained policy useless: raise ``VERSION`` and say why."""
    layout = make_layout(shape)
    assert (layout.size, layout.digest) == (size, digest)


def test_layout_answers_by_name():
    block = LAYOUT["items"]
    assert block.shape[:2] == (L.PLAYERS, L.SLOTS)
    assert block.numbers[block.index("dice")].high == PRINTED
    with pytest.raises(KeyError, match="no block 'item'; it has decision_kind"):
        LAYOUT["item"]
    with pytest.raises(KeyError, match="'items' has no number 'hits'; it has type"):
        block.index("hits")


@pytest.mark.parametrize("shape", [(0, 24), (9, 24), (8, 0), (8, 65)])
def test_impossible_capacity_is_refused(shape):
    with pytest.raises(ValueError, match="rows must be 1 to 8, columns 1 to 64"):
        make_layout(shape)


# -- where it lies -------------------------------------------------------------------------
def test_observations_lie_in_their_space(games, box):
    space, named, wide = flat_space(LAYOUT), blocks_space(LAYOUT), flat_space(PRIVILEGED)
    out = np.zeros(PRIVILEGED.size, np.int8)
    for game in games:
        flat = seen(game, box)
        assert space.contains(flat)
        assert named.contains(as_dict(LAYOUT, flat))
        observe_privileged(game, box, 0, out)
        assert wide.contains(out)


def test_blocks_are_views(games, box):
    flat = seen(games[0], box)
    views = as_dict(LAYOUT, flat)
    views["players"][0, 0] = 9
    assert flat[LAYOUT["players"].start] == 9
    batch = as_dict(LAYOUT, np.stack([flat, flat]))
    assert batch["items"].shape == (2, L.PLAYERS, L.SLOTS, len(LAYOUT["items"].numbers))
    with pytest.raises(ValueError, match="the array 3"):
        as_dict(LAYOUT, flat[:3])


def test_numbers_beyond_the_range_stop_at_its_end(games, box):
    large = box.copy()
    b = RecordView(large, BOX)
    for name in ("dice", "range", "rerolls", "steps", "hearts", "blocks", "blind"):
        getattr(b, f"item_{name}")[:] = 100
    for name in ("life", "moves", "range", "damage"):
        getattr(b, f"kind_{name}")[:] = 100
        getattr(b, f"boss_{name}")[:] = 100
    b.piglin[:] = 100
    for game in games:
        game = game.copy()
        p = record(game).public
        p.turn, p.boss_life[0], p.dice_count, p.dice[:] = 40_000, 100, L.DICE, 20
        p.steps_left = p.rerolls_left = p.mines_left = p.mined = p.dice_to_roll = 100
        p.item_hearts[:] = 100
        flat = seen(game, large)
        assert flat_space(LAYOUT).contains(flat)
        found = as_dict(LAYOUT, flat)
        assert number(found, "game", "turn") == number(found, "decision", "hits") == INT8
        assert number(found, "items", "dice").max() == PRINTED
        assert number(found, "bosses", "life")[0] == BOSS_LIFE


def test_arrays_and_tracks_that_do_not_fit_are_refused(games, box):
    game = games[0]
    with pytest.raises(ValueError, match="shorter than the observation"):
        observe(game, box, np.zeros(LAYOUT.size - 1, np.int8))
    with pytest.raises(ValueError, match="shorter than the privileged"):
        observe_privileged(game, box, 0, np.zeros(PRIVILEGED.size - 1, np.int8))
    players = int(record(game).public.players)
    for seat in (-1, players):
        with pytest.raises(ValueError, match="the seat is not taken"):
            observe_from(game, box, seat, np.zeros(LAYOUT.size, np.int8))
    small = box.copy()
    RecordView(small, BOX).capacity_columns = 9
    with pytest.raises(ValueError, match="larger than board_shape"):
        observe(game, small, np.zeros(LAYOUT.size, np.int8))


def test_nothing_is_written_behind_the_observation(games, box):
    for game in games[::20]:
        out = np.full(LAYOUT.size + 64, 77, np.int8)
        observe(game, box, out)
        assert (out[LAYOUT.size :] == 77).all()


# -- what must not matter --------------------------------------------------------------------
def test_what_is_hidden_changes_nothing(games, box):
    rng = np.random.default_rng(5)
    changed = 0
    for i, game in enumerate(games):
        flat, out = seen(game, box), np.zeros(PRIVILEGED.size, np.int8)
        observe_privileged(game, box, 0, out)
        other = game.copy()
        engine.resample(other, box, np.uint64(i))
        assert (seen(other, box) == flat).all()
        again = np.zeros(PRIVILEGED.size, np.int8)
        observe_privileged(other, box, 0, again)
        changed += (again != out).any()
        other[PUBLIC_BYTES:] = rng.integers(0, 256, len(game) - PUBLIC_BYTES)
        assert (seen(other, box) == flat).all()
    assert changed > len(games) // 2


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
        assert number(found, "players", "decides").tolist() == [1, 0, 0, 0]
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
    order = np.arange(L.ITEM_KINDS)
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


def renamed_mobs(game, box, rng):
    """Return game and box with kinds of mobs, their pieces and the bosses in another order."""
    game, box = game.copy(), box.copy()
    p, b = record(game).public, RecordView(box, BOX)
    kinds, pieces = rng.permutation(L.MOB_KINDS), rng.permutation(L.REGULAR_MOBS)
    b.mob_kind[:] = with_kinds(b.mob_kind, kinds)
    for name in (
        "life",
        "moves",
        "flies",
        "range",
        "damage",
        "area",
        "effect",
        "no_sword",
        "no_bow",
    ):
        field = getattr(b, f"kind_{name}")
        field[:] = field[np.argsort(kinds)]
    old = np.argsort(pieces)
    b.mob_kind[:], b.mob_number[:] = b.mob_kind[old], b.mob_number[old]
    p.mob_space[: L.REGULAR_MOBS] = p.mob_space[old]
    p.line[:] = with_kinds(p.line, pieces)
    pending = int(p.pending_mobs)
    p.pending_mobs = sum(
        1 << (int(pieces[m]) if m < L.REGULAR_MOBS else m)
        for m in range(L.MOBS)
        if pending >> m & 1
    )
    if 0 <= p.fight_mob < L.REGULAR_MOBS:
        p.fight_mob = pieces[p.fight_mob]
    about_mob = (Decision.MOB_END, Decision.TARGET, Decision.PUSH, Decision.DAMAGE_ITEM)
    if p.decision in about_mob and p.decision_about < L.REGULAR_MOBS:
        p.decision_about = pieces[p.decision_about]
    for name in ("life", "moves", "flies", "range", "damage", "area", "direct", "effect"):
        field = getattr(b, f"boss_{name}")
        field[:] = field[::-1].copy()
    p.boss_kind[:] = with_kinds(p.boss_kind, np.array([1, 0]))
    return game, box


@pytest.mark.parametrize("renamed", [renamed_items, renamed_mobs])
def test_numbers_are_shown_and_not_names(games, box, renamed):
    rng = np.random.default_rng(3)
    for game in games:
        other, other_box = renamed(game, box, rng)
        assert (seen(other, other_box) == seen(game, box)).all()


# -- what is shown: the record read once more, slowly -----------------------------------------
def test_board(games, box):
    b = RecordView(box, BOX)
    for game in games:
        p = record(game).public
        me, planes = int(p.decider), blocks(game, box)["board"]
        expected = np.zeros(planes.shape, int)
        for r in range(int(p.rows)):
            for c in range(int(p.open_columns)):

                def there(words, r=r, c=c):
                    return bool(int(words[r]) >> c & 1)

                covered = there(p.brown)
                lava = there(p.lava) and not covered
                slow = there(p.soul_sand) and not covered
                magma = there(p.magma) and not covered
                expected[Plane.GROUND, r, c] = 0 if lava else 2 if slow else 1
                expected[Plane.HAZARD, r, c] = 2 if lava else 1 if magma else -1 if covered else 0
        for place in range(int(p.parts_open)):
            left = int(b.start_columns) + place * int(b.tile_columns)
            for space in b.tile_spawner[p.tiles[place]]:
                if space >= 0:
                    expected[Plane.SITE, space // 64, space % 64 + left] = -1
        for space in p.chest_space:
            if space >= 0:
                expected[Plane.SITE, space // 64, space % 64] = 1
        for player, space in enumerate(p.player_space):
            if space >= 0:
                expected[Plane.PLAYERS, space // 64, space % 64] += 4 if player == me else 1
        for mob, space in enumerate(p.mob_space):
            if space >= 0:
                regular = mob < L.REGULAR_MOBS
                life = (
                    b.kind_life[b.mob_kind[mob]] if regular else p.boss_life[mob - L.REGULAR_MOBS]
                )
                expected[Plane.MOBS, space // 64, space % 64] = min(PRINTED, int(life))
        assert (planes == expected).all()


def test_players_and_items(games, box):
    b = RecordView(box, BOX)
    marked = set()
    for game in games:
        p = record(game).public
        found = blocks(game, box)
        assert number(found, "players", "playing").sum() == p.players
        for i in range(int(p.players)):
            player = (int(p.decider) + i) % int(p.players)
            space = int(p.player_space[player])
            row = {
                n.name: v
                for n, v in zip(LAYOUT["players"].numbers, found["players"][i], strict=True)
            }
            assert row["hearts"] == p.hearts[player]
            assert row["active"] == (player == p.active_player)
            assert row["placed"] == (space >= 0)
            assert space < 0 or (row["row"], row["column"]) == divmod(space, 64)
            assert space < 0 or row["to_edge"] == p.open_columns - 1 - space % 64
            for slot in range(L.SLOTS):
                item = dict(
                    zip(
                        [n.name for n in LAYOUT["items"].numbers],
                        found["items"][i, slot].tolist(),
                        strict=True,
                    )
                )
                kind = int(p.item_kind[player, slot])
                if kind < 0:
                    assert not any(item.values())
                    continue
                added = [kind, *(e for e in p.item_enchantments[player, slot] if e >= 0)]
                assert item["type"] == b.item_type[kind] + 1
                for name in ("dice", "range", "rerolls", "steps"):
                    assert item[name] == sum(int(getattr(b, f"item_{name}")[k]) for k in added)
                assert item["fire"] == any(b.item_fire[k] for k in added)
                for name in ("hearts", "blocks", "blind"):
                    assert item[name] == getattr(b, f"item_{name}")[kind]
                assert item["hearts_left"] == p.item_hearts[player, slot]
                for name in ("active", "mode", "starting"):
                    assert item[name] == getattr(p, f"item_{name}")[player, slot]
                if item["subject"]:
                    marked.add(int(p.decision))
                    assert slot in (p.slot_in_use, p.decision_about)
    assert {Decision.STEP, Decision.MINE} <= marked


def test_mobs_and_bosses(games, box):
    b = RecordView(box, BOX)
    names = [n.name for n in LAYOUT["mobs"].numbers]
    marked = set()
    for game in games:
        p = record(game).public
        found = blocks(game, box)
        me = max(0, int(p.player_space[p.decider]))
        rows = [dict(zip(names, row.tolist(), strict=True)) for row in found["mobs"] if row.any()]
        pieces = {int(space): mob for mob, space in enumerate(p.mob_space) if space >= 0}
        regular = sorted(
            (abs(space // 64 - me // 64) + abs(space % 64 - me % 64), space)
            for space, mob in pieces.items()
            if mob < L.REGULAR_MOBS
        )
        assert [(r["distance"], r["row"] * 64 + r["column"]) for r in rows] == regular
        for row in rows:
            mob = pieces[row["row"] * 64 + row["column"]]
            kind = b.mob_kind[mob]
            for name in ("life", "moves", "flies", "range", "damage", "area", "no_sword", "no_bow"):
                assert row[name] == getattr(b, f"kind_{name}")[kind]
            assert row["number"] == b.mob_number[mob]
            assert row["push"] == (b.kind_effect[kind] == Effect.PUSH)
            assert row["item_damage"] == (b.kind_effect[kind] == Effect.DAMAGE_ITEM)
            assert row["pending"] == (p.pending_mobs >> mob & 1)
            if row["subject"]:
                marked.add(int(p.decision))
                assert mob in (p.fight_mob, p.decision_about)
        assert number(found, "bosses", "life")[0] == p.boss_life[0]
        assert number(found, "bosses", "placed")[0] == (p.mob_space[L.REGULAR_MOBS] >= 0)
        kind, hard = int(p.boss_kind[0]), int(p.boss_hard[0])
        assert number(found, "bosses", "moves")[0] == b.boss_moves[kind, hard]
        damage = number(found, "boss_faces", "damage")
        assert (damage[0] == b.boss_damage[kind, hard]).all()
        assert damage.shape == (L.BOSSES, FACES)
        life = number(found, "line", "life")
        shown = [b.kind_life[b.mob_kind[m]] for m in p.line[: min(5, int(p.line_length))]]
        assert life.tolist() == shown + [0] * (5 - len(shown))
    assert {Decision.MOB_END, Decision.TARGET} <= marked


def test_cube_blocks_and_tasks(games, box):
    b = RecordView(box, BOX)
    for game in games:
        p = record(game).public
        found = blocks(game, box)
        height = p.height.astype(int).reshape(4, 4)
        assert (number(found, "cube", "height") == p.height).all()
        around = np.pad(height, 1)  # outside the cube nothing stands
        lower = sum(
            around[1 + dr : 5 + dr, 1 + dc : 5 + dc] < height
            for dr, dc in ((0, 1), (1, 0), (0, -1), (-1, 0))
        )
        exposed = (lower >= 2) & (height > 0)
        assert (number(found, "cube", "exposed") == exposed.ravel()).all()
        colours = found["cube_colours"]
        assert (colours.sum(-1) == (p.cube >= 0)).all()
        assert (colours.argmax(-1)[p.cube >= 0] == p.cube[p.cube >= 0]).all()
        assert (found["blocks"] == [p.unseen, p.used, p.hand]).all()
        side = 0 if p.players <= 2 else 1
        assert (number(found, "places", "size") == b.piglin[side]).all()
        assert (number(found, "places", "count") == p.place_count).all()
        missing = (b.piglin[side] - p.place_count).reshape(L.TASKS, -1).sum(1)
        assert (number(found, "tasks", "missing") == missing).all()
        assert (number(found, "tasks", "done") == (missing == 0)).all()
        left = [(p.height >= L.CUBE_LAYERS - task).sum() for task in range(L.TASKS)]
        assert number(found, "tasks", "deadline").tolist() == left


def test_stack_and_discards(games, box):
    b = RecordView(box, BOX)
    for game in games:
        p = record(game).public
        found = blocks(game, box)
        assert found["stack"].sum() + sum(
            p.stack_count[k] for k in range(L.ITEM_KINDS) if b.item_enchants[k] >= 0
        ) == number(found, "game", "stack")
        for kind in ItemType:
            of_type = (b.item_type == kind) & (np.arange(L.ITEM_KINDS) < b.item_kinds)
            assert found["discards"][kind] == p.discards[of_type].sum()
            if kind != ItemType.ENCHANTMENT:
                assert found["stack"][kind].sum() == p.stack_count[of_type].sum()
        swords = (b.item_type == ItemType.SWORD) & (b.item_dice == 4)
        assert found["stack"][ItemType.SWORD, 3] == p.stack_count[swords].sum()
        fire = (b.item_enchants >= 0) & (b.item_fire == 1)
        assert number(found, "stack_enchantments", "fire") == p.stack_count[fire].sum()
        drawn = [int(k) for k in p.drawn]
        types = number(found, "offer", "type").tolist()
        assert types == [0 if k < 0 else int(b.item_type[k]) + 1 for k in drawn]


def test_decision(games, box):
    kinds = set()
    for game in games:
        p = record(game).public
        found = blocks(game, box)
        kinds.add(int(p.decision))
        assert found["decision_kind"].tolist() == [int(k == p.decision) for k in Decision]
        coloured = p.decision in (Decision.REMOVE_BLOCK, Decision.USE, Decision.PLAYER)
        colour = [int(coloured and p.decision_about == face) for face in range(6)]
        assert found["decision_colour"].tolist() == colour
        assert number(found, "decision", "steps_left") == p.steps_left
        assert number(found, "decision", "hits") == p.dice[: int(p.dice_count)].sum()
        assert (found["dice"] > 0).sum() == p.dice_count
    assert len(kinds) > 12


@pytest.mark.rule("USE-04")
def test_netherite_tiles_are_where_the_windows_say():
    """Every bound is true of the hidden order, and is reached when it is fresh."""
    prefer = [A.COLUMN + c for c in range(16)] + [A.COLOUR + 4, A.ABILITY]
    prefer += [A.SUPPLY + i for i in range(L.NETHERITE)]
    fresh = later = overlapping = 0
    for seed in range(3):
        for game, box in play(1, 4, seed, 2500, prefer):
            s, b = record(game), RecordView(box, BOX)
            windows = number(blocks(game, box), "supply", "window")
            size = int(s.public.stack_count.sum())
            order = s.hidden.stack[:size][::-1]  # top first
            for kind in set(b.netherite.tolist()):
                bounds = np.sort(windows[(b.netherite == kind) & (windows > 0)])
                depths = np.flatnonzero(order == kind) + 1
                assert len(depths) >= len(bounds)
                assert (depths[: len(bounds)] <= bounds).all()
            known = np.sort(windows[windows > 0])
            fresh += int(len(known) > 0 and known[0] == 6)
            later += int(len(known) > 0 and known[0] < 6)
            overlapping += len(known) > 1
    assert min(fresh, later, overlapping) > 20


def test_privileged_view_shows_what_is_hidden(games, box):
    b = RecordView(box, BOX)
    out = np.zeros(PRIVILEGED.size, np.int8)
    for game in games:
        s = record(game)
        observe_privileged(game, box, 0, out)
        found = as_dict(PRIVILEGED, out)
        assert (out[: LAYOUT.size] == seen(game, box, 0)).all()
        size = int(s.public.stack_count.sum())
        top = s.hidden.stack[:size][::-1][:TILES_SHOWN]
        types = column_of((PRIVILEGED["hidden_tiles"], found["hidden_tiles"]), "type")
        assert types[: len(top)].tolist() == [int(b.item_type[k]) + 1 for k in top]
        colours = found["hidden_colours"].sum((0, 1))
        assert (colours == s.public.unseen).all()
        assert (found["hidden_colours"].sum(-1) == (s.public.cube == -1)).all()
        hidden_ground = found["hidden_board"][Plane.GROUND]
        assert (hidden_ground[:, : int(s.public.open_columns)] == 0).all()
        for place in range(int(s.public.parts_open), int(s.public.parts)):
            left = int(b.start_columns) + place * int(b.tile_columns)
            tile = s.hidden.tiles[place]
            for r in range(int(s.public.rows)):
                for c in range(int(b.tile_columns)):
                    lava = int(b.tile_lava[tile, r]) >> c & 1
                    assert (hidden_ground[r, left + c] == 0) == bool(lava)


# -- one source, two ways to run --------------------------------------------------------------
DIGEST = """
import hashlib, sys
import numpy as np
from envs.portal_dash.observation.writer import observe, observe_privileged
games, box = np.load(sys.argv[1]), np.load(sys.argv[2])
total = hashlib.sha256()
for game in games:
    for write, size in ((observe, {public}), (observe_privileged, {privileged})):
        out = np.zeros(size, np.int8)
        write(game, box, *((0,) if write is observe_privileged else ()), out)
        total.update(out.tobytes())
print(total.hexdigest())
"""


@pytest.mark.slow
def test_interpreted_and_compiled_agree(games, box, tmp_path):
    some = np.stack(games[::5])
    np.save(tmp_path / "games.npy", some)
    np.save(tmp_path / "box.npy", box)
    total = hashlib.sha256()
    out = np.zeros(PRIVILEGED.size, np.int8)
    for game in some:
        total.update(seen(game, box).tobytes())
        observe_privileged(game, box, 0, out)
        total.update(out.tobytes())
    script = DIGEST.format(public=LAYOUT.size, privileged=PRIVILEGED.size)
    answer = subprocess.run(
        [sys.executable, "-W", "error", "-c", script, tmp_path / "games.npy", tmp_path / "box.npy"],
        env=os.environ | {"NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert answer.stdout.strip() == total.hexdigest()
