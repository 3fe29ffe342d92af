"""What holds in every state, in games of every level and number of players."""

from collections import Counter
from xml.etree import ElementTree

import numpy as np
import pytest

from tablemates.agents.explorers.agent import RulesAgent
from tablemates.envs.core.agent import Situation
from tablemates.envs.core.answers import CHANCE, OVER
from tablemates.envs.core.errors import GameError
from tablemates.envs.core.record import RecordView
from tablemates.envs.explorers import vocabulary as V
from tablemates.envs.explorers.game import Explorers
from tablemates.envs.explorers.settings import Settings
from tablemates.envs.explorers.state import STATE
from tablemates.envs.testing import _Checker
from tests.explorers.table import LEVELS


class Inspector(_Checker):
    """Counts the cards of the whole box, beside what holds in every game."""

    def check(self, rng, shown=False):
        self.check_table()
        super().check(rng, shown)

    def check_table(self):
        state = RecordView(self.game.record, STATE)
        p, h, box = state.public, state.hidden, self.game.box_record
        sampled = not p.explicit_chance
        self.check_landscapes(p, h, box, sampled)
        gone = p.line.astype(int) + p.unseen + p.trophies.sum(0)
        assert (gone <= box.creature_copies).all()
        lost = p.cause == 2
        assert p.creature_length == p.unseen.sum() - box.removed[p.players] + 1 - lost
        pile = h.creatures[: p.creature_length] if sampled else h.creatures[:0]
        counts = np.bincount(np.maximum(pile, 0), minlength=7)
        assert (counts[:6] <= p.unseen).all()
        assert (6 in pile[:5]) == (sampled and not lost)
        assert (h.creatures[len(pile) :] == -1).all()
        assert not p.items[p.players :].any()
        assert p.filled == (p.chest_missing[: p.chests] == 0).sum()
        assert (p.filled >= p.goal) == (p.outcome == 1)
        assert p.food >= 0

    def check_landscapes(self, p, h, box, sampled):
        seen = [*zip(p.place_front.tolist(), p.place_back.tolist(), strict=True)]
        seen += zip(p.low_front.tolist(), p.low_back.tolist(), strict=True)
        seen = [card for card in seen if card[0] >= 0]
        known = Counter(card for card in seen if card[1] >= 0)
        explored = Counter()
        for front in range(V.FRONTS):
            for back in range(V.BACKS):
                card = front, back
                explored[card] = int(box.back_copies[card]) - int(p.unknown[card]) - known[card]
            unseen = sum(one == front and back < 0 for one, back in seen)
            assert p.deep[front] == p.unknown[front].sum() - unseen
        assert min(explored.values()) >= 0
        assert p.deep_length == p.deep.sum()
        self.check_items(p, box, explored)
        if not sampled:
            assert all((getattr(h, name) == -1).all() for name in STATE["hidden"].names)
            return
        full = Counter(zip(p.place_front.tolist(), h.place_back.tolist(), strict=True))
        full += Counter(zip(p.low_front.tolist(), h.low_back.tolist(), strict=True))
        full += Counter(zip(h.deep_front.tolist(), h.deep_back.tolist(), strict=True))
        del full[-1, -1]
        assert full + explored == Counter(
            {card: int(n) for card, n in np.ndenumerate(box.back_copies) if n}
        )

    def check_items(self, p, box, explored):
        found = Counter()
        for card, copies in explored.items():
            found[int(box.back_item[card])] += copies
        for holding, count in enumerate(p.items.sum(0)):
            found[int(V.holding_item(holding))] -= int(count)
        assert all(count >= 0 for item, count in found.items() if item >= 0)


def choose(game, rng, agent):
    """Return an outcome by its chance, a random choice or, mostly, the script's."""
    if game.to_move() == CHANCE:
        values, chances = game.chance_outcomes()
        return int(rng.choice(values, p=chances))
    if rng.random() < 0.7:
        return agent.act(Situation.of(game, 0, 0))
    return int(rng.choice(np.flatnonzero(game.mask)))


def states(rng, count, **settings):
    """Yield inspectors of games in so many states, ends included."""
    inspector = Inspector(Settings(**settings))
    game = inspector.game
    agent = RulesAgent(game)
    answer = OVER
    for _ in range(count):
        answer = (
            game.new(int(rng.integers(2**63)))
            if answer == OVER
            else game.step(choose(game, rng, agent))
        )
        yield inspector


@pytest.mark.slow
@pytest.mark.parametrize(
    ("level", "players"), [*zip(LEVELS, [1, 2, 3, 4, 1], strict=True), ((5, 6, 12), 2)]
)
def test_every_property_in_random_games(level, players):
    rng = np.random.default_rng([players, len(level)])
    for chance in ("sampled", "explicit"):
        settings = {"level": level, "players": players, "chance": chance}
        settings["skip_forced"] = bool(rng.random() < 0.7)
        for n, inspector in enumerate(states(rng, 60, **settings)):
            inspector.check(rng, shown=n % 12 == 0)


def test_every_choice_can_be_clicked_once():
    rng = np.random.default_rng(2)
    for inspector in states(rng, 60, level="hardcore", players=2):
        game = inspector.game
        drawing = ElementTree.fromstring(game.picture("svg"))
        clicked = [int(node.get("data-action", -1)) for node in drawing.iter()]
        assert sorted(n for n in clicked if n >= 0) == np.flatnonzero(game.mask).tolist()


def test_agents_choose_alike_whatever_is_hidden():
    rng = np.random.default_rng(8)
    for n, inspector in enumerate(states(rng, 40, level="easy", players=2)):
        game = inspector.game
        if game.to_move() == OVER:
            continue
        choice = RulesAgent(game).act(Situation.of(game, 0, 0))
        game.resample(n)
        assert RulesAgent(game).act(Situation.of(game, 0, 0)) == choice


FAULTS = [
    ("public", "unknown", (8, 0), 1),
    ("public", "deep", 8, -1),
    ("public", "line", 0, 30),
    ("public", "unseen", 1, -1),
    ("public", "creature_length", None, 1),
    ("public", "items", (3, 2), 1),
    ("public", "items", (0, 25), 2),
    ("public", "chest_missing", 0, -3),
    ("public", "food", None, -100),
    ("public", "outcome", None, 1),
    ("hidden", "place_back", 0, 1),
    ("hidden", "low_back", 0, 1),
]


@pytest.mark.parametrize(("part", "name", "index", "change"), FAULTS)
def test_a_damaged_record_is_refused(part, name, index, change):
    game = Explorers(Settings(level="first", players=3))
    game.new(11)
    view = getattr(RecordView(game.record, STATE), part)
    if index is None:
        setattr(view, name, getattr(view, name) + change)
    else:
        getattr(view, name)[index] += change
    with pytest.raises(GameError):
        game.check(game.save())
