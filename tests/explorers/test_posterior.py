"""The hidden part is drawn anew from its exact posterior: compared with full enumeration."""

from collections import Counter
from itertools import permutations

import pytest
from scipy import stats

from tablemates.envs.core.records.layout import RecordView
from tablemates.envs.explorers.state import STATE
from tests.explorers.table import SMALL, Table

LANDSCAPES = [
    *("woods: wood", "woods: wood", "woods: furnishing", "woods: armour"),
    *("mineshaft: iron", "mineshaft: iron +1", "mineshaft: lighting"),
    "woodland_mansion: totem +2",
]
CREATURES = ["zombie"] * 3 + ["skeleton"] * 2 + ["spider"]
DRAWS = 3_000


def front(card):
    return card.partition(":")[0]


class Pile:
    """Landscapes as people lay them out: full cards, and what was seen of them."""

    def __init__(self, cards):
        self.row, self.pile, self.seen = list(cards[:2]), list(cards[2:]), []
        self.look()

    def look(self):
        """Note all fronts that can be seen."""
        self.seen.append(tuple(map(front, [*self.row, *self.pile[:1]])))

    def spyglass(self):
        self.seen.append(tuple(self.row))

    def refresh(self, slot):
        self.pile.append(self.row[slot])
        self.row[slot] = self.pile.pop(0)
        self.look()

    def read_map(self):
        mansion = next((card for card in self.pile if front(card) == "woodland_mansion"), None)
        if mansion is not None:
            self.pile.remove(mansion)
            self.row.append(mansion)
        self.seen.append(mansion)
        self.look()


def script(pile):
    """Return a landscape, look through the spyglass, return another one, read the map."""
    pile.refresh(0)
    pile.spyglass()
    pile.refresh(1)
    pile.read_map()
    return pile


def enumerated(actual):
    """Return the share of each arrangement among all that show what this one showed."""
    shares = Counter()
    seen = script(Pile(actual)).seen
    for cards in permutations(LANDSCAPES):
        if (pile := script(Pile(cards))).seen == seen:
            shares[tuple(pile.row), tuple(pile.pile)] += 1
    return {arrangement: n / shares.total() for arrangement, n in shares.items()}


def arrangement(table):
    """Return the row and the pile from the top down, as full cards."""
    hidden = table.position["hidden"]
    row = tuple(card for card in hidden["row"] if card)
    return row, (hidden["top"], *hidden["deep"], *hidden["low"])


def pile_of_creatures(table):
    """Return the creature pile from the top down."""
    return tuple(table.position["hidden"]["creatures"])


def drawn_anew(table, read, fields):
    """Return a function that draws what is hidden anew from a seed and reads some fields of it."""
    record, words = table.game.save(), {}
    hidden = RecordView(table.game.record, STATE).hidden

    def draw(seed):
        table.game.restore(record)
        table.game.resample(seed)
        key = b"".join(getattr(hidden, field).tobytes() for field in fields)
        if key not in words:
            words[key] = read(table)
        return words[key]

    return draw


def compare(draw, expected):
    """Draw often; every drawn value is possible, and each has its share."""
    drawn = Counter(draw(n) for n in range(DRAWS))
    assert set(drawn) <= set(expected)
    values = sorted(expected, key=str)
    counts = [drawn[value] for value in values]
    assert stats.chisquare(counts, [DRAWS * expected[value] for value in values]).pvalue > 1e-4


def table_of_seed(seed):
    return Table.at(
        SMALL,
        chance="sampled",
        seed=seed,
        players=1,
        chests={"1": ["wood", "wood"], "2": ["iron", "iron"]},
        items=[{"spyglass": 1, "map": 1}],
        row=["woods", "mineshaft"],
        top="woods",
    )


@pytest.mark.slow
@pytest.mark.rule("INFO-02", "INFO-04", "MAP-02")
@pytest.mark.parametrize("seed", [0, 15])
def test_landscapes_after_two_returns_a_spyglass_and_a_map(seed):
    table = table_of_seed(seed)
    before = [card for cards in arrangement(table) for card in cards]
    table.do("refresh", "slot 0", "done", "item spyglass", "refresh", "slot 1", "item map")
    pile = script(Pile(before))
    assert arrangement(table) == (tuple(pile.row), tuple(pile.pile))
    expected = enumerated(before)
    assert len(expected) >= 12
    fields = ("place_back", "low_back", "deep_front", "deep_back")
    compare(drawn_anew(table, arrangement, fields), expected)


@pytest.mark.slow
@pytest.mark.rule("SETUP-03", "INFO-04")
@pytest.mark.parametrize("seen", [["zombie"], ["zombie", "skeleton"], ["skeleton", "zombie"]])
def test_creatures_after_some_nights(seen):
    shares, following = Counter(), Counter()
    for cards in permutations(CREATURES):
        for place in range(3):
            pile = list(cards[:5])  # the sixth is in the box, and the first is turned up at once
            pile.insert(5 - place, "game_over")
            if pile[: len(seen)] == seen:
                shares[tuple(pile[len(seen) :])] += 1
                following[pile[len(seen)]] += 1
    expected = {pile: n / shares.total() for pile, n in shares.items()}
    counts = {name: CREATURES.count(name) - seen.count(name) for name in set(CREATURES)}
    position = {"players": 1, "line": Counter(seen), "unseen": counts}
    position["chests"] = {"1": ["wood", "wood"], "2": ["iron", "iron"]}
    table = Table.at(SMALL, chance="sampled", **position)
    compare(drawn_anew(table, pile_of_creatures, ["creatures"]), expected)
    table = Table.at(SMALL, **position)
    table.do("end")
    exact = {name: n / following.total() for name, n in following.items()}
    assert table.chances == pytest.approx(exact)
