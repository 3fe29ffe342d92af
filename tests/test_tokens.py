"""Tokens and candidates: every number where it should be, in every view, alone and in batches."""

import numpy as np
import pytest

from tablemates.envs import portal_dash_v0
from tablemates.envs.core.view import Look
from tablemates.envs.portal_dash.actions import id_ranges
from tablemates.envs.portal_dash.observation.candidates import candidate_layout
from tablemates.envs.portal_dash.observation.features import PRINTED
from tablemates.envs.portal_dash.observation.gathers import CONSTANTS
from tablemates.envs.portal_dash.observation.layout import make_layout
from tablemates.envs.portal_dash.observation.spaces import as_dict
from tablemates.envs.portal_dash.observation.tokens import token_layout
from tablemates.envs.portal_dash.rules import catalogue as A
from tests.games import LEVELS, PLAYERS, make_game, states
from tests.playing import play_aec

SHAPE = (8, 24)
LAYOUT, TOKENS, CANDIDATES = make_layout(SHAPE), token_layout(SHAPE), candidate_layout(SHAPE)
KINDS = {kind.name: kind for kind in TOKENS.kinds}


@pytest.fixture(scope="module")
def played():
    """Return observations and masks at many moments of games of all levels."""
    found = []
    for level in LEVELS:
        for players in PLAYERS:
            rng = np.random.default_rng(10 * level + players)
            game = make_game(rng, level, players, chance="sampled")
            for n, _ in enumerate(states(game, rng, 240)):
                if n % 5 == 0:
                    found.append((game.observation.copy(), game.mask.copy()))
    return tuple(np.stack(parts) for parts in zip(*found, strict=True))


def of_kind(tokens, name):
    kind = KINDS[name]
    return tokens[..., kind.first : kind.first + kind.size, : len(kind.columns)]


def number(tokens, kind, column):
    return of_kind(tokens, kind)[..., KINDS[kind].columns.index(column)]


def block_number(blocks, block, name):
    described = LAYOUT[block]
    return np.take(blocks[block], described.index(name), described.axis - len(described.shape))


# -- tokens: the layout ------------------------------------------------------------------------
@pytest.mark.parametrize("shape", [(1, 1), (6, 13), (8, 24), (8, 64)])
def test_tokens_leave_out_only_the_planes_of_the_pieces(shape):
    layout, tokens = make_layout(shape), token_layout(shape)
    board = layout["board"].slice.start
    area = shape[0] * shape[1]
    pieces = set(range(board + 3 * area, board + 5 * area))
    assert set(range(layout.size)) - set(tokens.index.ravel().tolist()) == pieces
    assert tokens.index.max() < layout.size + len(CONSTANTS)
    assert sum(kind.size for kind in tokens.kinds) == len(tokens.names) == len(tokens.index)
    assert tokens.shape == tokens.low.shape == tokens.high.shape == tokens.scale.shape


def test_token_and_candidate_layouts_are_pinned():
    """A change here makes policies useless that were trained on them: raise ``VERSION``."""
    assert (TOKENS.shape, TOKENS.digest) == ((108, 49), "b613b7a7a9be0573")
    assert (CANDIDATES.index.shape, CANDIDATES.most) == ((265, 69), 192)
    assert CANDIDATES.digest == "7aec9f196f5ac24e"


@pytest.mark.parametrize("layout", [TOKENS, CANDIDATES])
def test_scaled_numbers_lie_between_minus_one_and_one(layout):
    for bound in (layout.low, layout.high):
        assert (np.abs(bound * layout.scale) <= 1).all()
    wide = np.maximum(np.abs(layout.low.astype(int)), layout.high)
    scaled = wide * layout.scale
    groups = [kind.first for kind in TOKENS.kinds] if layout is TOKENS else [0]
    of_a_kind = np.maximum.reduceat(np.atleast_2d(scaled), groups)
    assert np.isclose(of_a_kind[of_a_kind > 0], 1).all()


# -- tokens: what they say ---------------------------------------------------------------------


def test_every_token_says_what_the_blocks_say(played):
    tokens = TOKENS.tokens(played[0]).tokens
    blocks = as_dict(LAYOUT, played[0])
    n = len(tokens)
    for kind, block in (
        ("offer", "offer"),
        ("player", "players"),
        ("item", "items"),
        ("supply", "supply"),
        ("column", "cube"),
        ("place", "places"),
        ("line", "line"),
        ("mob", "mobs"),
        ("boss", "bosses"),
    ):
        names = [described.name for described in LAYOUT[block].numbers]
        first = KINDS[kind].columns.index(names[0])
        part = of_kind(tokens, kind)[..., first : first + len(names)]
        assert KINDS[kind].columns[first : first + len(names)] == tuple(names)
        assert np.array_equal(part, blocks[block].reshape(n, -1, len(names)))
    decision = of_kind(tokens, "decision")[:, 0]
    together = ("decision_kind", "decision_colour", "decision")
    assert np.array_equal(decision, np.hstack([blocks[name] for name in together]))
    assert np.array_equal(number(tokens, "item", "seat")[0], np.arange(24) // 6)
    assert np.array_equal(number(tokens, "item", "slot")[0], np.arange(24) % 6)
    for c in range(16):
        column = dict(zip(KINDS["column"].columns, of_kind(tokens, "column")[0, c], strict=True))
        assert (column["cube_row"], column["cube_column"]) == divmod(c, 4)
        for level in range(4):
            seen = [column[f"level_{level}_{name}"] for name in ("red", "gray", "gold")]
            assert seen == blocks["cube_colours"][0, c, level, :3].tolist()
    for colour, name in enumerate(("red", "gray", "gold", "brown", "black")):
        assert number(tokens, "colour", name)[0].tolist() == [int(c == colour) for c in range(5)]
        for row, where in enumerate(("unseen", "used", "hand")):
            there = number(tokens, "colour", where)[:, colour]
            assert np.array_equal(there, blocks["blocks"][:, row, colour])
    for i in range(12):
        one = of_kind(tokens, "slice")[:, i]
        assert (one[:, 0] == 2 * i).all()
        planes = blocks["board"][:, :3, :, 2 * i : 2 * i + 2]
        assert np.array_equal(one[:, 1:], planes.reshape(n, -1))
    tasks = np.repeat(block_number(blocks, "tasks", "deadline"), 3, axis=1)
    assert np.array_equal(number(tokens, "place", "task_deadline"), tasks)
    assert np.array_equal(
        number(tokens, "boss", "rolled_3_damage"),
        block_number(blocks, "boss_faces", "damage")[:, :, 2],
    )


def test_what_is_there_is_present(played):
    present = TOKENS.tokens(played[0]).present
    blocks = as_dict(LAYOUT, played[0])

    def there(name):
        kind = KINDS[name]
        return present[:, kind.first : kind.first + kind.size]

    assert present[:, :3].all()
    for kind, block, witness in (
        ("player", "players", "playing"),
        ("item", "items", "type"),
        ("mob", "mobs", "life"),
        ("line", "line", "life"),
        ("boss", "bosses", "full_life"),
        ("offer", "offer", "type"),
        ("column", "cube", "height"),
        ("place", "places", "size"),
    ):
        expected = block_number(blocks, block, witness).reshape(len(present), -1) != 0
        assert np.array_equal(there(kind), expected)
    open_columns = block_number(blocks, "game", "open_columns")
    assert np.array_equal(there("slice").sum(1), -(-open_columns // 2))
    assert 0 < there("mob").mean() < 1
    assert not TOKENS.tokens(np.zeros(LAYOUT.size, np.int8)).present.any()


# -- candidates: what they say -------------------------------------------------------------------
def test_choices_are_those_of_the_mask_and_the_rest_is_empty(played):
    observations, masks = played
    ids, rows, present = CANDIDATES.candidates(observations, masks)
    for n, mask in enumerate(masks):
        legal = np.flatnonzero(mask)
        assert ids[n, : len(legal)].tolist() == legal.tolist()
        assert present[n].tolist() == [1] * len(legal) + [0] * (CANDIDATES.most - len(legal))
        assert not ids[n, len(legal) :].any()
        assert not rows[n, len(legal) :].any()
    assert len({int(masks[n].sum()) for n in range(len(masks))}) > 5


def test_every_row_says_what_the_action_points_at(played):
    observations, masks = played
    ids, rows, present = CANDIDATES.candidates(observations, masks)
    groups = list(id_ranges(SHAPE).items())
    met = set()
    for n, observation in enumerate(observations):
        blocks = as_dict(LAYOUT, observation)
        for k in range(int(present[n].sum())):
            row = dict(zip(CANDIDATES.columns, rows[n, k].tolist(), strict=True))
            group = next(i for i, (_, numbers) in enumerate(groups) if ids[n, k] in numbers)
            name, numbers = groups[group]
            place = int(ids[n, k]) - numbers.start
            assert row.pop("group") == group
            assert row.pop("number") == (0 if name == "space" else place)
            expected = dict.fromkeys(row, 0) | pointed_at(name, place, blocks)
            assert row == expected
            met.add(name)
    assert met >= {"step", "column", "slot", "mode", "player", "tile", "supply", "colour"}
    assert met >= {"ability", "place", "done", "space"}


def pointed_at(group, place, blocks):
    """Return the numbers that a row has, read slowly from the blocks by name."""
    match group:
        case "step":
            dr, dc = A.ROW_STEP[place], A.COLUMN_STEP[place]
            own = dict(zip(names_of("players"), blocks["players"][0].tolist(), strict=True))
            found = {"row_step": dr, "column_step": dc}
            return found | space_numbers(own["row"] + dr, own["column"] + dc, blocks)
        case "space":
            return space_numbers(*divmod(place, SHAPE[1]), blocks)
        case "player":
            about = colour_numbers("", blocks["decision_colour"][:5])
            return of_row("players", blocks["players"][place], "player_") | about
        case "slot":
            return of_row("items", blocks["items"][0, place], "item_")
        case "mode":
            subject = [i for i in range(6) if blocks["items"][0, i, -1]]
            return of_row("items", blocks["items"][0, subject[0]], "item_")
        case "tile":
            return of_row("offer", blocks["offer"][place], "item_")
        case "supply":
            return of_row("supply", blocks["supply"][place], "item_")
        case "column":
            height, colours = int(blocks["cube"][place, 0]), blocks["cube_colours"][place]
            found = {"height": height} | colour_numbers("", colours[height - 1])
            return found | (colour_numbers("under_", colours[height - 2]) if height > 1 else {})
        case "colour":
            where = zip(
                ("unseen", "used", "hand"), blocks["blocks"][:, place].tolist(), strict=True
            )
            return colour_numbers("", np.eye(5, dtype=int)[place]) | dict(where)
        case "ability":
            return colour_numbers("", blocks["decision_colour"][:5])
        case "place":
            task = of_row("tasks", blocks["tasks"][place // 3], "task_")
            return of_row("places", blocks["places"][place], "") | task
        case "count":
            return {"die": int(blocks["dice"][place - 1]) if place else 0}
        case _:
            return {}


def names_of(block):
    return [described.name for described in LAYOUT[block].numbers]


def of_row(block, values, prefix):
    names = [f"{prefix}{name}" for name in names_of(block)]
    return dict(zip(names, values.tolist(), strict=True))


def colour_numbers(prefix, values):
    names = [f"{prefix}{name}" for name in ("red", "gray", "gold", "brown", "black")]
    return dict(zip(names, values.tolist(), strict=True))


def space_numbers(row, column, blocks):
    planes = blocks["board"][:, row, column].tolist()
    found = dict(zip(names_of("board"), planes, strict=True)) | {"row": row, "column": column}
    own = of_row("players", blocks["players"][0], "")
    if own["placed"]:
        found["distance"] = abs(row - own["row"]) + abs(column - own["column"])
    for block in ("mobs", "bosses"):
        for values in blocks[block]:
            piece = of_row(block, values, "")
            on_board = piece["placed"] if block == "bosses" else piece["life"]
            if on_board and (piece["row"], piece["column"]) == (row, column):
                shared = {f"mob_{name}": value for name, value in piece.items()}
                found |= {n: v for n, v in shared.items() if n in CANDIDATES.columns}
                assert found["mobs"] == min(PRINTED, piece["life"])
    return found


def test_rows_of_all_actions_whether_legal_or_not(played):
    """Steps off the board, empty columns and spaces face down have rows too, of zeros."""
    observations = played[0][::20]
    lanes, ids = np.divmod(np.arange(len(observations) * 265), 265)
    rows = CANDIDATES.rows(observations, lanes, ids)
    assert ((CANDIDATES.low <= rows) & (rows <= CANDIDATES.high)).all()
    at = {name: i for i, name in enumerate(CANDIDATES.columns)}
    off = [
        rows[lane * 265 + A.STEP + way]
        for lane, blocks in enumerate(as_dict(LAYOUT, one) for one in observations)
        for way in range(4)
        if blocks["players"][0, 4]
        and not (
            0 <= blocks["players"][0, 5] + A.ROW_STEP[way] < 8
            and 0 <= blocks["players"][0, 6] + A.COLUMN_STEP[way] < 24
        )
    ]
    assert off
    assert not np.stack(off)[:, at["row"] :].any()


# -- batches, errors, views ------------------------------------------------------------------------
def test_batches_are_the_single_ones_stacked(played):
    observations, masks = played[0][:12].reshape(3, 4, -1), played[1][:12].reshape(3, 4, -1)
    tokens, candidates = TOKENS.tokens(observations), CANDIDATES.candidates(observations, masks)
    for i in range(3):
        for j in range(4):
            pairs = [
                *zip(tokens, TOKENS.tokens(observations[i, j]), strict=True),
                *zip(
                    candidates,
                    CANDIDATES.candidates(observations[i, j], masks[i, j]),
                    strict=True,
                ),
            ]
            for batch, single in pairs:
                assert np.array_equal(batch[i, j], single)
                assert batch.dtype == single.dtype


@pytest.mark.parametrize("chance", ["sampled", "explicit"])
@pytest.mark.parametrize("kind", ["tokens", "candidates"])
def test_views_hand_them_out(kind, chance):
    env = portal_dash_v0.env(level=2, players=3, observation=kind, chance=chance)
    flat = portal_dash_v0.env(level=2, players=3, chance=chance)
    for one in (env, flat):
        one.reset(seed=5)
    asked_chance = False
    for _ in play_aec(env, np.random.default_rng(5), 120):
        flat.step(env.replay().actions[-1])
        if not env.legal_actions():
            break
        agent = env.agent_selection
        for name in env.agents:
            seen = env.observe(name)
            assert env.observation_space(name).contains(seen)
            numbers = flat.observe(name)["observation"]
            shown = seen["observation"]
            assert np.array_equal(shown["tokens"], TOKENS.tokens(numbers).tokens)
            assert np.array_equal(shown["kinds"], TOKENS.kind_ids)
            if kind == "candidates" and name == agent:
                count = len(env.legal_actions())
                assert shown["candidate_present"].sum() == count
                assert shown["candidate_ids"][:count].tolist() == env.legal_actions()
                assert shown["candidates"].any() == (name != "chance_0")
                asked_chance |= name == "chance_0"
            elif kind == "candidates":
                assert not shown["candidate_present"].any()
    assert asked_chance == (kind == "candidates" and chance == "explicit")


def test_a_look_dresses_batches_too(played):
    observations, masks = played
    game = make_game(np.random.default_rng(0), 1, 2)
    for kind in ("dict", "tokens", "candidates"):
        for wrapped in (False, True):
            look = Look(kind, wrapped, None)
            batch = look.dress(game, observations[:5].copy(), masks[:5].copy())
            space = look.space(game)
            for n in range(5):
                one = {
                    name: {inner: part[n] for inner, part in value.items()}
                    if isinstance(value, dict)
                    else value[n]
                    for name, value in batch.items()
                }
                assert space.contains(one)
