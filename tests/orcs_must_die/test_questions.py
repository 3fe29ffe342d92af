"""HID: whoever decides sees what the question is about, and what is still to come of it."""

import numpy as np
import pytest

from tablemates.agents.facts import GameFacts
from tablemates.agents.orcs_must_die.rules_agent import RulesAgent
from tablemates.envs.core.engine.codes import OVER
from tablemates.envs.core.game.catalogue import Catalogue
from tablemates.envs.core.hashing import hash_of
from tablemates.envs.core.records.layout import RecordView
from tablemates.envs.core.views.agent import Situation
from tablemates.envs.orcs_must_die import vocabulary as V
from tablemates.envs.orcs_must_die.game import OrcsMustDie
from tablemates.envs.orcs_must_die.laws import WAY, faults
from tablemates.envs.orcs_must_die.settings import Settings
from tablemates.envs.orcs_must_die.state import STATE
from tests.orcs_must_die.table import NO_CARDS, Table, crowd

ONCE = "traps: {post: {level: 1, copies: 2, cost: 2, icons: S, once: true, support: true}}\n"
AWAY = {"seats": [{"hero": "cygnus", "at": 0}]}
ACID = [{"at": 3}, {"at": 3, "rank": 1}, {"at": 3, "rank": 1}]


def seen(table):
    """Return what the seat that decides sees, as bytes."""
    return table.game.observation.tobytes()


def each_trigger(**position):
    """Return what is seen at each question about a trap when none is to fire."""
    table, found = Table.minions(**AWAY, **position), []
    while table.decision == "trigger":
        found.append(seen(table))
        table.do("no")
    return found


@pytest.mark.rule("TRAP-07", "TRAP-08", "HID-01")
def test_the_tile_and_the_connection_of_a_trap_are_seen(tmp_path):
    parts = tmp_path / "own.yaml"
    parts.write_text(ONCE)
    beside = {"2-3": "post", "3-4": "post"}
    asked = each_trigger(components=parts, standing={2: crowd(orc=1)}, supports=beside)
    assert len({*asked}) == len(asked) == 2
    standing = {1: crowd(orc=1), 2: crowd(orc=1)}
    asked = each_trigger(components=parts, standing=standing, supports={"2-3": "post"})
    assert len({*asked}) == len(asked) == 2
    asked = each_trigger(fortress="keep", laid={1: ["powder keg"] * 2}, standing={0: crowd(orc=1)})
    assert len({*asked}) == len(asked) == 2


def pair(position, *ways):
    """Return what is seen in a position with each of some numbers under way."""
    return [seen(Table.at(**position, way={**position.get("on", {}), **way})) for way in ways]


ATTACK = {"step": "attack", "cards_left": NO_CARDS, "standing": {2: crowd(orc=1), 3: crowd(orc=1)},
          "decision": "attack_target", "seats": [{"at": 2}, {"at": 3}, {"at": 3}]}  # fmt: skip
PUSH = {"fortress": "gauntlet", "seats": ACID, "standing": {3: crowd(ogre=1)},
        "stunned": {3: crowd(ogre=1)}, "decision": "push_ally"}  # fmt: skip
PRICE = {
    "fortress": "gauntlet",
    "seats": [*ACID[1:], ACID[1]],
    "step": "price",
    "decision": "price",
}
PERMIT = {"step": "upgrade", "decision": "permit", "active": 0, "pool": 9, "stage": 3,
          "seats": [{}, {"hero": "ivy", "ready": 0}]}  # fmt: skip
COSTS = "heroes: {ivy: {weapons: [{name: a, cost: 0, dice: {}}, {name: b, cost: 6, dice: {}}, "
COSTS += "{name: c, cost: 6, dice: {}}, {name: d, cost: 6, dice: {}}]}}\n"


@pytest.mark.rule("ATK-02", "ATK-03", "HID-01")
def test_who_has_attacked_is_seen():
    before = [0] * V.TILES
    after = [*before[:2], 1, *before[3:]]
    way = {"tile": 3, "kind": 0}
    one, other = pair(ATTACK, {**way, "attacked": before}, {**way, "attacked": after})
    assert one != other


@pytest.mark.rule("TILE-07", "HID-01")
def test_whether_the_pushed_minion_is_stunned_is_seen():
    way = {"seat": 0, "tile": 3, "kind": 6}
    one, other = pair(PUSH, {**way, "state": 0}, {**way, "state": 1})
    assert one != other


@pytest.mark.rule("TILE-09", "HID-01")
def test_who_pays_after_the_pusher_is_seen():
    way = {"seat": 0, "tile": 3, "used": V.PUSHED}
    ways = [{**way, "payers": [0, helper]} for helper in (-1, 1, 2)]
    assert len({*pair(PRICE, *ways)}) == 3


@pytest.mark.rule("UPG-04", "UPG-07", "HID-01")
def test_what_the_pool_is_to_pay_for_is_seen(tmp_path):
    parts = tmp_path / "own.yaml"
    parts.write_text(COSTS)
    way = {"cursor": 1, "cost": 6, "pooled": 6}
    one, other = pair({**PERMIT, "components": parts}, {**way, "buying": V.WEAPON},
                      {**way, "buying": V.REVITALISE})  # fmt: skip
    assert one != other


@pytest.mark.rule("HERO-05", "MOVE-04", "HID-01")
def test_whether_a_hero_has_taken_a_step_is_seen():
    """A hero that stands up instead of moving is steady."""
    position = {"seats": [{"hero": "cygnus"}], "standing": {3: crowd(orc=1)}}
    one, other = pair(position, *({"used": V.MOVED, "moved": n} for n in (0, 1)))
    assert one != other


#: Fields of what is under way that change nothing of what may come, or follow from what is seen.
NO_MATTER = {"source", "cursor", "part"}


def others(game, rng):
    """Yield records that differ in one number of what is under way, as a game may."""
    record = game.save()
    for field, (low, high) in WAY.items():
        for _ in range(2):
            other = np.frombuffer(record, np.uint8).copy()
            p = RecordView(other, STATE).public
            value, old = int(rng.integers(low, min(high, low + 7) + 1)), getattr(p, field)
            if np.ndim(old):
                places = [*map(tuple, np.argwhere(old != low)), *np.ndindex(old.shape)]
                place = places[int(rng.integers(min(len(places), 12)))]
                changed = old[place] != value
                old[place] = value
            else:
                changed = old != value
                setattr(p, field, value)
            if changed and field not in NO_MATTER and not [*faults(game, other)]:
                yield field, other


@pytest.mark.slow
@pytest.mark.rule("HID-01", "HID-02")
@pytest.mark.parametrize(("fortress", "players"), [("keep", 3), ("gauntlet", 4)])
def test_whatever_is_under_way_is_seen(fortress, players):
    rng, game = np.random.default_rng(3), OrcsMustDie(Settings(fortress=fortress, players=players))
    agent, twin = RulesAgent(GameFacts.of_game(game)), OrcsMustDie(game.settings)
    compared, alike, answer = set(), set(), OVER
    for n in range(40):
        if answer == OVER:
            answer = game.new(n)
        before, mask = game.observation.tobytes(), game.mask.tobytes()
        for field, record in others(game, rng):
            twin.restore(record.tobytes())
            compared.add(field)
            if (before, mask) == (twin.observation.tobytes(), twin.mask.tobytes()):
                alike.add((field, int(game.public.decision)))
        script = rng.random() < 0.6
        drawn = int(rng.choice(np.flatnonzero(game.mask)))
        answer = game.step(agent.act(Situation.of(game, 0, 0)) if script else drawn)
    assert len(compared) > 10
    assert not alike


def test_networks_for_the_beginning_of_an_interface_still_fit():
    facts = GameFacts.of(Settings())
    assert facts.layout_of(facts.hashes["interface"]) is facts.layout
    fewer = Catalogue(facts.catalogue.groups[:-2]).digest
    for count in (14, 5):
        older = facts.layout.beginning(count)
        assert older.size < facts.layout.size
        assert facts.layout_of(hash_of([fewer, older.digest])) == older
    assert facts.layout_of("0" * 16) is None
