"""The drawing shows what lies on the table, and it can be chosen where it lies."""

import random
from collections import Counter
from xml.etree import ElementTree

import pytest

from tablemates.envs.orcs_must_die import vocabulary as V
from tablemates.envs.registry import find_game, new_game

pytestmark = pytest.mark.slow
#: Groups of actions that are words: how many skulls, yes, no, no more.
SPOKEN = {"done", "yes", "no", "number"}
SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture(params=["straight_shot", "cubicle_1", "gauntlet"])
def positions(request):
    """Return the positions of a random game, one after the other in the same object."""

    def play():
        rng = random.Random(1)
        settings = find_game("orcs_must_die").settings_type(fortress=request.param, players=4)
        game = new_game(settings)
        game.new(5)
        while game.to_move() >= 0:
            yield game
            game.step(rng.choice(game.legal))

    return play()


def zones_of(game):
    return {zone.name: ElementTree.fromstring(zone.svg) for zone in game.zones()}


def with_attribute(root, name):
    return [one for one in root.iter() if name in one.attrib]


def test_minions_and_heroes_stand_where_they_are_one_by_one(positions):
    seen = 0
    for n, game in enumerate(positions):
        if n % 2 or game.public.decision in (V.Decision.CHOOSE_HERO, V.Decision.ODD):
            continue
        p, drawn, names = game.public, Counter(), set()
        board = zones_of(game)["board"]
        for hero in with_attribute(board, "data-piece"):
            assert hero.get("data-at") == f"tile/{p.at[int(hero.get('data-piece')[5:])]}"
            drawn["hero"] += 1
        for spot in with_attribute(board, "data-spot"):
            group, _, rest = spot.get("data-spot").partition("/")
            if group in ("minions", "stunned"):
                kind, tile = map(int, rest.split("-"))
                tokens = [one for one in spot[0] if one.get("class") is None]
                for one in tokens:  # each has a name of its own, by which it slides
                    assert one.get("data-token").startswith(f"minion/{kind}@{tile}.")
                names.update(one.get("data-token") for one in tokens)
                drawn[tile, kind, int(group == "stunned")] += len(tokens)
        heroes = drawn.pop("hero", 0)
        assert heroes == sum(p.at[: p.players] >= 0)
        up, down = p.minions[:, V.UP, : V.TYPES] + p.arrived, p.minions[:, V.DOWN, : V.TYPES]
        flying = sum(flight[2] for flight in p.flights[: p.flying].tolist())
        assert sum(drawn.values()) == len(names) == up.sum() + down.sum() + flying
        for (tile, kind, state), count in drawn.items():
            assert count >= (up, down)[state][tile, kind]
        seen += sum(drawn.values())
    assert seen > 100


def test_a_mat_shows_its_places_before_a_hero_is_chosen(positions):
    game = next(positions)
    for seat in range(4):
        mat = zones_of(game)[f"seat/{seat}"]
        said = [one.get("data-about") for one in with_attribute(mat, "data-about")]
        assert [one for one in said if one.startswith("No ")] == [
            *("No hero yet.", "No amulet yet.", "No ring yet.", "No trinket yet.")
        ]


def test_what_is_chosen_is_chosen_where_it_lies(positions):
    for n, game in enumerate(positions):
        if n % 2 == 0 and game.public.decision != V.Decision.UPGRADE:
            continue
        zones = zones_of(game).values()
        found = [
            int(one.get("data-action")) for z in zones for one in with_attribute(z, "data-action")
        ]
        assert len(found) == len(set(found))
        wanted = {a for a in game.legal if V.CATALOGUE.action(a)[0] not in SPOKEN}
        assert wanted == set(found)


def test_what_is_drawn_says_what_it_is_where_it_can_be_chosen_too(positions):
    for n, game in enumerate(positions):
        if n % 9 and game.public.decision != V.Decision.UPGRADE:
            continue
        explained = set()
        for zone in zones_of(game).values():
            for one in with_attribute(zone, "data-about"):
                assert "{" not in one.get("data-about")
                explained |= {
                    int(two.get("data-action")) for two in with_attribute(one, "data-action")
                }
        cards = {"equipment", "trap", "weapon", "hero", "ultimate"}
        assert explained >= {a for a in game.legal if V.CATALOGUE.action(a)[0] in cards}
