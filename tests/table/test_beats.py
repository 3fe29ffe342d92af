"""Beats and the pieces that they move, in every registered game."""

import random
import re
from collections import Counter
from itertools import count

import pytest

from tablemates.envs.registry import GAMES, find_game
from tablemates.table.game import TableGame

pytestmark = pytest.mark.slow

NUMBERS = count()
PIECE = re.compile(r'data-piece="([^"]+)" data-at="([^"]+)"')


def kind_of(name):
    return name.rpartition(".")[0] or name


def pieces(game):
    """Return where each piece in the picture lies, by id."""
    found = [one for zone in game.zones() for one in PIECE.findall(zone.svg)]
    assert len(found) == len(dict(found)), "two pieces of one id"
    return dict(found)


def kinds(table):
    """Return what lies where; pieces of one kind are alike."""
    return Counter((kind_of(name), at) for name, at in table.items())


def follow(table, moves):
    """Move pieces on a table as somebody does who follows what beats say."""
    for name, to in moves:
        if not to:
            kind = name.endswith(".")
            del table[next(one for one in table if one.startswith(name)) if kind else name]
        else:
            table[f"{name}new{next(NUMBERS)}" if name.endswith(".") else name] = to


@pytest.mark.parametrize("key", GAMES)
@pytest.mark.parametrize("chance", ["sampled", "explicit"])
def test_each_event_is_in_one_beat_and_moves_the_pieces(key, chance):
    rng, dice = random.Random(5), 0
    for seed in range(3):
        kind = find_game(key)
        table = TableGame.begin(kind.settings_type(players=2, chance=chance), seed)
        game = table.game
        model = pieces(game)
        cards = 0
        for _ in range(400):
            if table.over:
                break
            action = rng.choice(table.legal)
            table.take(action)
            beats = table.beats_at(table.moves)
            assert [one for beat in beats for one in beat["events"]] == game.events()
            cards += sum(beat["card"] for beat in beats)
            for beat in beats:
                follow(model, beat["moves"])
                told = [one for one in map(game.stage, beat["events"]) if not one.get("quiet")]
                dice += len(beat["dice"])
                # What comes of dice is told after they are shown.
                assert all("die" in one for one in told[len(told) - len(beat["dice"]) :]), beat
            assert kinds(model) == kinds(pieces(game)), (action, beats)
            model = pieces(game)
        assert cards > 3
    assert dice or not any(one.die for one in game._module("speech").WORDS._beats.values())


@pytest.mark.parametrize("key", GAMES)
def test_zones_keep_their_names_and_sizes_over_a_game(key):
    rng = random.Random(8)
    kind = find_game(key)
    table = TableGame.begin(kind.settings_type(players=3), 2)
    first = None
    for _ in range(200):
        if table.over:
            break
        table.take(rng.choice(table.legal))
        shapes = [
            (zone.name, zone.role, zone.title, re.search('viewBox="[^"]*"', zone.svg)[0])
            for zone in table.game.zones()
        ]
        first = first or shapes
        assert shapes == first
        assert [zone.role for zone in table.game.zones()].count("board") == 1
        assert [zone.role for zone in table.game.zones()].count("seat") == 3
