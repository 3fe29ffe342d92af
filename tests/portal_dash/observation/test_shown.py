"""What is shown: the record read once more, slowly."""

import numpy as np
import pytest

from tablemates.envs.core.record import RecordView
from tablemates.envs.portal_dash.observation.features import PLANE, PRINTED
from tablemates.envs.portal_dash.observation.layout import FACES
from tablemates.envs.portal_dash.rules import catalogue as A
from tablemates.envs.portal_dash.rules import limits as L
from tablemates.envs.portal_dash.rules.state import BOX
from tablemates.envs.portal_dash.rules.vocabulary import Decision, Effect
from tests.portal_dash.observation.looking import LAYOUT, blocks, number, record
from tests.portal_dash.observation.situations import play


@pytest.mark.slow
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
                expected[PLANE.ground, r, c] = 0 if lava else 2 if slow else 1
                expected[PLANE.hazard, r, c] = 2 if lava else 1 if magma else -1 if covered else 0
        for place in range(int(p.parts_open)):
            left = int(b.start_columns) + place * int(b.tile_columns)
            for space in b.tile_spawner[p.tiles[place]]:
                if space >= 0:
                    expected[PLANE.site, space // 64, space % 64 + left] = -1
        for space in p.chest_space:
            if space >= 0:
                expected[PLANE.site, space // 64, space % 64] = 1
        for player, space in enumerate(p.player_space):
            if space >= 0:
                expected[PLANE.players, space // 64, space % 64] += 4 if player == me else 1
        for mob, space in enumerate(p.mob_space):
            if space >= 0:
                regular = mob < L.REGULAR_MOBS
                life = (
                    b.kind_life[b.mob_kind[mob]] if regular else p.boss_life[mob - L.REGULAR_MOBS]
                )
                expected[PLANE.mobs, space // 64, space % 64] = min(PRINTED, int(life))
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


@pytest.mark.slow
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


@pytest.mark.slow
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
