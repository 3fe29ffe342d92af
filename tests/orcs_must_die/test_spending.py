"""ICON, DICE: what results pay for, compared with trying everything."""

from collections import Counter, defaultdict

import numba
import numpy as np
import pytest

from tablemates.envs.core.engine.codes import CHANCE
from tablemates.envs.core.records.borrowed import record_of
from tablemates.envs.core.records.layout import RecordView
from tablemates.envs.orcs_must_die import vocabulary as V
from tablemates.envs.orcs_must_die.rules.spending import payable
from tablemates.envs.orcs_must_die.state import BOX, STATE, WORK
from tests.orcs_must_die.table import Table, crowd


@numba.njit
def pay(kills, n, tokens, lack, stock, stuns):
    """Return whether the kills from the n-th on can be paid; each is type, state and need."""
    if n == len(kills):
        own = np.maximum(stock[:3] - lack[:3], 0)
        missing = lack[3]
        for icon in range(3):
            missing += max(0, lack[icon] - stock[icon])
        for s in range(own[0] // 2 + 1):
            for v in range(own[1] // 2 + 1):
                for b in range(own[2] // 2 + 1):
                    if s + v + b + stock[3] >= missing:
                        return True
        return False
    kind, stunned = kills[n, 0], kills[n, 1]
    for token in (kind, 7 if kind < 4 else 8):
        if tokens[token] > 0:
            tokens[token] -= 1
            paid = pay(kills, n + 1, tokens, lack, stock, stuns)
            tokens[token] += 1
            if paid:
                return True
    need = kills[n, 2:]
    for s in range(need[0] + 1):
        for v in range(need[1] + 1):
            for b in range(need[2] + 1):
                for any_icon in range(need[3] + 1):
                    saved = s + v + b + any_icon
                    cost = saved + (saved > 0 and stunned == 0)
                    if cost > stuns:
                        continue
                    left = need - np.array([s, v, b, any_icon])
                    if pay(kills, n + 1, tokens, lack + left, stock, stuns - cost):
                        return True
    return False


@numba.njit
def answers(state, box, work, kills, tokens, stock, stuns):
    """Return whether a spending can be paid, by the rules and by trying everything."""
    s, b, w = record_of(state, STATE), record_of(box, BOX), record_of(work, WORK)
    lack = np.zeros(4, np.int64)
    return payable(s.public, b, w), stuns >= 0 and pay(kills, 0, tokens, lack, stock, stuns)


def draw(p, rng):
    """Write a spending into the record, and return its kills: type, state and need."""
    p.icons[: V.SPENT] = np.maximum(rng.integers(6, size=V.SPENT) - 1, 0)
    p.needs[:] = np.maximum(rng.integers(6, size=p.needs.shape) - [3, 3, 3, 4], 0)
    p.needs[:, 0] += p.needs.sum(1) == 0
    tokens = rng.integers(V.TOKENS, size=max(0, rng.integers(6) - 3))
    p.tokens[:] = np.bincount(tokens, minlength=V.TOKENS)
    p.stuns[0] = max(0, rng.integers(6) - 3)
    count = rng.integers(1, 5)
    kinds, states = rng.integers(V.TYPES, size=count), rng.integers(2, size=count)
    p.kills[:] = 0
    np.add.at(p.kills, (kinds, states), 1)
    return np.column_stack([kinds, states, p.needs[kinds]])


@pytest.mark.slow
@pytest.mark.rule("ICON-02", "ICON-03", "ICON-04", "ICON-05", "ICON-07", "ICON-08")
@pytest.mark.parametrize("cases", [1_500, pytest.param(40_000, marks=pytest.mark.exhaustive)])
def test_kills_and_stuns_are_payable_exactly_if_trying_everything_finds_a_way(cases):
    state, work = np.zeros(STATE.itemsize, np.uint8), np.zeros(WORK.itemsize, np.uint8)
    box = np.frombuffer(Table.at().game.box, np.uint8).copy()
    p, rng, found = RecordView(state, STATE).public, np.random.default_rng(5), Counter()
    p.boss_kind[:] = -1
    for _ in range(cases):
        kills = draw(p, rng)
        stock, tokens = p.icons.astype(np.int64), p.tokens.astype(np.int64)
        ruled, tried = answers(state, box, work, kills, tokens, stock, int(stock[4] - p.stuns[0]))
        assert ruled == tried
        found[tried] += 1
    assert min(found[False], found[True]) > cases // 10


def rolled(faces, hero="maximilian", **position):
    table = Table.at(seats=[{"hero": hero, "at": 3}], **position)
    table.do("attack")
    table.roll(*faces)
    return table


@pytest.mark.rule("ICON-01", "HERO-05", "DICE-02")
def test_blanks_pay_for_nothing():
    table = rolled(["-", "-", "-"], standing={3: crowd(orc=2)})
    assert table.decision == "menu"  # nothing could be chosen
    assert table.standing == {"3": {"orc": 2}}


@pytest.mark.rule("ICON-02", "ICON-04", "ICON-05", "ICON-11", "SKULL-01", "DEC-03")
def test_lightning_stands_for_any_of_three():
    table = rolled(["L", "S", "-"], standing={3: crowd(orc=1, crossbow=1, kobold=1)})
    assert table.choices == ["done", "kill orc up", "kill crossbow up", "kill kobold up"]
    events = table.do("kill crossbow up")
    assert ("minion_killed", "crossbow", 3, "attack", 0) in events
    assert ("skulls_gained", 0, 1) in events
    assert table.choices == ["done", "kill orc up"]


@pytest.mark.rule("ICON-03")
def test_two_equal_icons_are_a_lightning():
    table = rolled(["V", "V", "-"], standing={3: crowd(orc=1)})
    assert "kill orc up" in table.choices


@pytest.mark.rule("ICON-06", "DEC-05")
def test_who_is_stunned_is_out_of_reach():
    table = rolled(["T", "S", "S"], standing={3: crowd(orc=1)})
    assert table.choices == ["done", "kill orc up", "stun orc"]
    table.do("stun orc")
    assert table.decision == "menu"  # the two S are lost
    assert table.position["stunned"] == {"3": {"orc": 1}}


@pytest.mark.rule("ICON-07")
def test_stuns_pay_on_the_stunned():
    table = rolled(["T", "-", "-"], standing={3: crowd(orc=1)}, stunned={3: crowd(orc=1)})
    assert table.choices == ["done", "kill orc down", "stun orc"]


@pytest.mark.rule("ICON-10", "MIN-09", "MIN-08")
def test_an_aura_lasts_to_the_end_of_a_spending():
    position = {"seats": [{"hero": "ivy", "at": 3, "rank": 3}], "stage": 2}
    table = Table.at(standing={3: crowd(orc=1, shaman=2)}, **position)
    table.do("attack")
    table.roll("B", "B", "S", "S", "-", "L")
    assert table.p.needs.tolist()[0] == [3, 0, 0, 0]  # its own S, and two auras
    assert table.p.needs.tolist()[4] == [1, 0, 2, 0]  # the other shaman's aura
    table.do("kill shaman up")
    assert "kill orc up" not in table.choices


@pytest.mark.rule("DICE-01", "HERO-08")
def test_dice_beyond_the_limit_are_lost():
    worn = ["giant slayer amulet", "giant slayer amulet", None, "war drum"]
    seat = {"hero": "maximilian", "at": 3, "rank": 3, "equipment": worn}
    table = Table.at(seats=[seat], standing={3: crowd(orc=1)}, stage=3)
    events = table.do("trinket", "attack")
    assert ("trinket_used", 0, "war drum") in events
    assert table.p.dice.tolist() == [10, 2, 0, 0, 0, 0]


@pytest.mark.rule("DICE-02")
def test_colours_are_rolled_in_order_and_every_face_is_alike():
    seat = {"hero": "gabriella", "at": 3, "equipment": ["ember amulet", None, None, None]}
    table = Table.at(seats=[seat], standing={3: crowd(orc=1)})
    table.do("attack")
    assert table.chances["S"] == pytest.approx(1 / 6)
    table.do("S", "S")
    assert table.decision == "fire"
    assert table.chances["SS"] == pytest.approx(2 / 6)
    table.do("SS")
    assert table.decision == "arcane"


@pytest.mark.rule("DICE-03", "HERO-06")
def test_a_blank_is_rolled_once_more():
    table = Table.at(seats=[{"hero": "gabriella", "at": 3}], standing={3: crowd(orc=1)})
    table.do("attack", "-")
    assert table.p.dice[0] == 2
    table.do("-")
    assert table.p.dice[0] == 1


def _die_by_die(game, found, probability=1.0):
    """Add up what dice lead to, one face at a time."""
    for value, chance in zip(*game.chance_outcomes(), strict=True):
        record = game.save()
        game.step(int(value))
        if game.to_move() == CHANCE and game.public.chance < V.COLOURS:
            _die_by_die(game, found, probability * chance)
        else:
            found[game.save()] += probability * chance
        game.restore(record)


@pytest.mark.rule("DICE-03", "HERO-06")
@pytest.mark.skipif(numba.config.DISABLE_JIT, reason="takes minutes without the compiler")
@pytest.mark.parametrize("first", [(), ("-",), ("S",)])
def test_a_whole_roll_comes_to_what_its_dice_come_to(first):
    """Blanks of Gabriella are rolled again."""
    seat = {"hero": "gabriella", "at": 3, "equipment": ["ember amulet", None, None, None]}
    table = Table.at(seats=[seat], standing={3: crowd(orc=1)})
    table.do("attack", *first)
    game, one_by_one, whole = table.game, defaultdict(float), defaultdict(float)
    _die_by_die(game, one_by_one)
    before = game.save()
    for faces, probability in game.rolls().items():
        for face in faces:
            game.step(face)
        whole[game.save()] += probability
        game.restore(before)
    assert len(whole) > 5
    assert dict(whole) == pytest.approx(dict(one_by_one))
