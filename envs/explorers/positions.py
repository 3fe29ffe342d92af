"""Positions: a whole game as plain data that people can read, shorten and edit.

``dump_position`` writes every key. A short position leaves keys out: seats then have nothing,
nobody is in the line, everything else is as after set-up, and what is hidden is drawn from the
seed. A card is the name of its front, with its back where that is known: ``"woods"``,
``"woods: wood"``, ``"mineshaft: iron +1"`` (an item, and how many creature cards).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Final, TypeAlias

import numpy as np
from pydantic import Field, StrictBool

from tablemates.envs.core.engine.team_ending import Outcome
from tablemates.envs.core.errors import ComponentsError, PositionError
from tablemates.envs.core.files.documents import DocumentModel, nearest, quoted
from tablemates.envs.core.files.parts import word_reader
from tablemates.envs.core.game.seeds import word
from tablemates.envs.core.history import positions as core
from tablemates.envs.core.records.layout import Array8, Bytes, RecordView
from tablemates.envs.core.records.vocabulary import word_of, words_of
from tablemates.envs.explorers import vocabulary as V
from tablemates.envs.explorers.game import Explorers
from tablemates.envs.explorers.parts import Components, CreatureWord, KindWord
from tablemates.envs.explorers.speech import decision_key
from tablemates.envs.explorers.state import RANGES, STATE
from tablemates.envs.explorers.vocabulary import Chance, Creature, Decision, Front, Item, Level

_Seat: TypeAlias = Annotated[int, core.within(RANGES["active"])]
_Number: TypeAlias = Annotated[int, Field(ge=1, lt=V.CHEST_CARDS)]  # JSON has text for keys
_Counts: TypeAlias = Mapping[CreatureWord, Annotated[int, core.within(RANGES["unseen"])]]
_Holding: TypeAlias = Annotated[
    int, word_reader({name: n for n, name in enumerate(V.HOLDING_NAMES)})
]
_Items: TypeAlias = Annotated[int, core.within(RANGES["items"])]
_CREATURES: Final = words_of(Creature)
#: Keys that count things by name.
_COUNTED: Final[Mapping[str, Sequence[str]]] = {
    **dict.fromkeys(("line", "unseen"), _CREATURES),
    "items": V.HOLDING_NAMES,
    "trophies": _CREATURES,
}


class _HiddenCards(DocumentModel):
    """The cards that nobody has seen; of piles the next one first."""

    row: tuple[str | None, ...]
    top: str | None
    deep: tuple[str, ...]
    low: tuple[str, ...]
    creatures: tuple[Annotated[Creature, word_reader(Creature)], ...]


class Position(core.GamePosition):
    """The keys of a position."""

    level: Annotated[Level, word_reader(Level)] = Level.FIRST
    chests: Mapping[_Number, tuple[KindWord, ...]] | None = None  # with their open needs
    players: Annotated[int, Field(strict=True, ge=1, le=V.SEATS)] = 2
    first_player: _Seat = 0
    active: _Seat = 0
    food: Annotated[int, Field(strict=True, ge=0, lt=2**12)] | None = None
    row: Annotated[tuple[str | None, ...], Field(max_length=V.ROW)] | None = None
    top: str | None = None
    low: Annotated[tuple[str, ...], Field(max_length=V.CARDS)] = ()
    explored: tuple[str, ...] | None = None  # left out: cards that give what the seats have
    line: _Counts = Field({})
    unseen: _Counts | None = None  # creature cards; left out: all others
    items: Annotated[tuple[Mapping[_Holding, _Items], ...], Field(max_length=V.SEATS)] = ()
    trophies: Annotated[tuple[_Counts, ...], Field(max_length=V.SEATS)] = ()
    outcome: Annotated[Outcome, word_reader(Outcome)] = Outcome.RUNNING
    cause: Annotated[V.Cause, word_reader(V.Cause)] = V.Cause.NONE
    decision: Annotated[Decision, word_reader(Decision)] = Decision.MAIN
    turned: Annotated[Chance, word_reader(Chance)] = Chance.NONE
    slot: Annotated[int, core.within(RANGES["slot"])] = -1
    creature: Annotated[int, core.within(RANGES["creature"])] = -1
    chest: Annotated[int, core.within(RANGES["chest"])] = -1
    left: Annotated[int, core.within(RANGES["left"])] = 0
    due: Annotated[int, core.within(RANGES["due"])] = 0
    kills: Annotated[int, core.within(RANGES["kills"])] = 0
    night: StrictBool = False
    refilling: StrictBool = False
    hidden: _HiddenCards | None = None


class _Cards:
    """The words for cards: ``(front, back)`` with -1 for an unknown back, and (-1, -1) for none."""

    def __init__(self, components: Components) -> None:
        self.parts = components.parts
        self.total: Counter[tuple[int, int]] = Counter()
        self.item: dict[tuple[int, int], Item] = {}
        self.words: dict[tuple[int, int], str | None] = {(-1, -1): None}
        for front, landscape in self.parts.landscapes.items():
            self.words[front, -1] = word_of(front)
            for n, ((item, creatures), copies) in enumerate(landscape.different.items()):
                card = int(front), n
                self.total[card], self.item[card] = copies, item
                more = f" +{creatures}" * (creatures > 0)
                self.words[card] = f"{word_of(front)}: {word_of(item)}{more}"
        self._cards = {word: card for card, word in self.words.items()}

    def read(self, place: str, words: Sequence[str | None]) -> list[tuple[int, int]]:
        """Return cards; unknown words raise a ``PositionError``."""
        for card in words:
            if card not in self._cards:
                hint = nearest(card, [known for known in self._cards if known])
                raise PositionError(f"{place}: the box has no card {quoted(card)}{hint}")
        return [self._cards[card] for card in words]

    def write(self, fronts: Array8, backs: Array8) -> list[str | None]:
        """Return the words for cards."""
        return [self.words[card] for card in zip(fronts.tolist(), backs.tolist(), strict=True)]


def dump_position(game: Explorers, record: Bytes) -> dict[str, Any]:
    """Return the game in a record as plain data."""
    state: Any = RecordView(record, STATE)
    p, h, cards = state.public, state.hidden, _Cards(game.components)
    row, low, deep = slice(V.ROW), slice(p.low_length), slice(p.deep_length)
    seen = Counter(zip(p.place_front.tolist(), p.place_back.tolist(), strict=True))
    seen += Counter(zip(p.low_front.tolist(), p.low_back.tolist(), strict=True))
    explored = {
        card: copies - int(p.unknown[card]) - seen[card] for card, copies in cards.total.items()
    }
    needs = cards.parts.chests
    position = {
        **core.dump_fields(Position, p, _COUNTED),
        "chests": {
            str(number): [word_of(k) for n, k in enumerate(needs[number]) if missing >> n & 1]
            for number, missing in zip(p.chest_number, p.chest_missing, strict=True)
            if number
        },
        "row": cards.write(p.place_front[row], p.place_back[row]),
        "top": cards.words[int(p.place_front[V.TOP]), int(p.place_back[V.TOP])],
        "low": cards.write(p.low_front[low], p.low_back[low]),
        "explored": [cards.words[card] for card in Counter(explored).elements()],
        "turned": word_of(Chance(p.chance)),
    }
    if not p.explicit_chance:
        position["hidden"] = {
            "row": cards.write(p.place_front[row], h.place_back[row]),
            "top": cards.words[int(p.place_front[V.TOP]), int(h.place_back[V.TOP])],
            "deep": cards.write(h.deep_front[deep], h.deep_back[deep])[::-1],
            "low": cards.write(p.low_front[low], h.low_back[low]),
            "creatures": [_CREATURES[n] for n in h.creatures[: p.creature_length][::-1]],
        }
    return position


class _Reader(core.PositionReader):
    """Writes a position over a new game of its level, seats and seed."""

    def __init__(self, given: Position, game: Explorers, seed: int) -> None:
        self.given, self.parts, self.cards = given, game.components.parts, _Cards(game.components)
        scenario = game.scenarios[0] if given.chests is not None else self._scenario(game)
        super().__init__(game, scenario, seed, given.players)
        self._write_game()
        self._write_chests()
        self._write_landscapes()
        self._write_creatures()
        self.check()
        game.engine.resample(self.record, game.box, word(seed))
        if given.hidden is not None:
            self._write_hidden(given.hidden)
        if given.outcome == Outcome.RUNNING:
            self.go_on(decision_key(self.p))

    def _scenario(self, game: Explorers) -> Bytes:
        level = self.given.level
        core.refuse(level == Level.CUSTOM, "chests: a custom game needs them")
        try:
            return game.components.scenario(word_of(level))
        except ComponentsError as error:
            raise PositionError(f"level: {error}") from error

    def _write_game(self) -> None:
        given, p = self.given, self.p
        seats = max(given.active + 1, given.first_player + 1, len(given.items), len(given.trophies))
        core.refuse(seats > given.players, f"players: the position has {seats} seats")
        core.write_fields(given, p, _COUNTED)
        p.chance = given.turned

    def _write_chests(self) -> None:
        p, chests = self.p, self.given.chests
        if chests is not None:
            if not 2 <= len(chests) <= V.CHESTS:
                raise PositionError(f"chests: {len(chests)} of them; 2 to {V.CHESTS} can play")
            p.chest_number = p.chest_missing = 0
            p.chests = len(chests)
            for n, (number, needs) in enumerate(chests.items()):
                missing, all_of_them = Counter(needs), self.parts.chests.get(number)
                if all_of_them is None:
                    known = ", ".join(map(str, self.parts.chests))
                    raise PositionError(f"chests: there is no chest {number}; there are {known}")
                core.refuse(
                    missing - Counter(all_of_them), f"chests: chest {number} has no such needs"
                )
                p.chest_number[n] = number
                for need, kind in reversed([*enumerate(all_of_them)]):
                    p.chest_missing[n] |= (missing[kind] > 0) << need
                    missing[kind] -= 1
            level = word_of(self.given.level)
            if "level" not in self.given.model_fields_set and not self.game.components.plays(
                level, [*chests]
            ):
                p.level = Level.CUSTOM
        p.filled = (p.chest_missing[: p.chests] == 0).sum()
        p.goal = p.chests - self.box.spare_chests

    # -- landscapes -------------------------------------------------------------------

    def _write_landscapes(self) -> None:
        given, p, cards = self.given, self.p, self.cards
        if given.row is not None:
            row = cards.read("row", [*given.row, *[None] * (V.ROW - len(given.row))])
            p.place_front[: V.ROW], p.place_back[: V.ROW] = np.array(row).T
        if "top" in given.model_fields_set:
            p.place_front[V.TOP], p.place_back[V.TOP] = cards.read("top", [given.top])[0]
        low = cards.read("low", given.low)
        p.low_length = len(low)
        p.low_front[: len(low)], p.low_back[: len(low)] = np.array(low).reshape(-1, 2).T
        seen = [*zip(p.place_front.tolist(), p.place_back.tolist(), strict=True), *low]
        left = cards.total.copy()
        left.subtract(self._explored(seen))
        left.subtract(card for card in seen if card[1] >= 0)
        deep = Counter[int]()
        for (front, back), copies in left.items():
            if copies < 0:
                raise PositionError(f"explored: too many cards are {cards.words[front, back]}")
            p.unknown[front, back] = copies
            deep[front] += copies
        deep.subtract(front for front, back in seen if front >= 0 > back)
        p.deep = [deep[front] for front in Front]
        p.deep_length = deep.total()
        if min(deep.values(), default=0) < 0:
            raise PositionError("row, top, low: there are fewer cards with one of the fronts")

    def _explored(self, seen: Sequence[tuple[int, int]]) -> Counter[tuple[int, int]]:
        """Return the explored cards; left out, they are some that give what the seats have."""
        given, p, cards = self.given, self.p, self.cards
        if given.explored is not None:
            return Counter(cards.read("explored", given.explored))
        free, room = cards.total.copy(), Counter[int]()
        for (front, _), copies in free.items():
            room[front] += copies
        room.subtract(front for front, _ in seen)
        free.subtract(card for card in seen if card[1] >= 0)
        wanted = [
            {V.holding_item(holding)}
            for holding, count in enumerate(p.items.sum(0))
            for _ in range(count)
        ]
        for number, missing in zip(p.chest_number, p.chest_missing, strict=True):
            for need, kind in enumerate(self.parts.chests.get(number, ())):
                if not missing >> need & 1:
                    wanted.append({item for item in Item if V.item_kind(item) == kind})
        chosen: Counter[tuple[int, int]] = Counter()
        for items in wanted:
            giving = [card for card, n in free.items() if n > 0 and cards.item.get(card) in items]
            card = max(giving, key=lambda card: room[card[0]], default=(-1, -1))
            if room[card[0]] <= 0:
                names = " or ".join(sorted(words_of(items)))
                raise PositionError(f"items: no explored card gives {names}")
            free[card] -= 1
            room[card[0]] -= 1
            chosen[card] += 1
        return chosen

    def _write_hidden(self, hidden: _HiddenCards) -> None:
        p, h, cards = self.p, self.h, self.cards
        places = cards.read("hidden", [*hidden.row, hidden.top])
        deep, low = cards.read("hidden", hidden.deep[::-1]), cards.read("hidden", hidden.low)
        sizes = len(places), len(deep), len(low), len(hidden.creatures)
        if p.explicit_chance or sizes != (
            *(V.PLACES, p.deep_length, p.low_length, p.creature_length),
        ):
            raise PositionError("hidden: other numbers of cards than those that are not seen")
        fronts = [*p.place_front, *p.low_front[: len(low)]]
        backs = [*p.place_back, *p.low_back[: len(low)]]
        unseen = Counter(deep)
        for front, back, card in zip(fronts, backs, places + low, strict=True):
            if front != card[0] or back not in (-1, card[1]):
                raise PositionError("hidden: a card disagrees with what is seen of it")
            unseen[card] += back < 0 <= front
        if any(unseen[card] != p.unknown[card] for card in cards.total):
            raise PositionError("hidden: other backs than those that nobody has seen")
        h.place_back = [back for _, back in places]
        h.low_back[: len(low)] = [back for _, back in low]
        h.deep_front[: len(deep)], h.deep_back[: len(deep)] = np.array(deep).reshape(-1, 2).T
        h.creatures[: p.creature_length] = hidden.creatures[::-1]
        counts = np.bincount(hidden.creatures, minlength=V.CREATURES + 1)
        bottom = h.creatures[: self.box.game_over_among + 1]
        due = p.cause != V.Cause.GAME_OVER_CARD
        if (counts[: V.CREATURES] > p.unseen).any() or counts[Creature.GAME_OVER] != due:
            raise PositionError("hidden: other creature cards than those that nobody has seen")
        if due and Creature.GAME_OVER not in bottom:
            raise PositionError("hidden: other creature cards than those that nobody has seen")

    # -- creatures ----------------------------------------------------------------------

    def _write_creatures(self) -> None:
        given, p, copies = self.given, self.p, self.box.creature_copies
        gone = p.line + p.trophies.sum(0)
        if given.unseen is None:
            p.unseen = np.maximum(0, copies - gone)
        lost = p.cause == V.Cause.GAME_OVER_CARD
        length = p.unseen.sum() - self.box.removed[p.players] + 1 - lost
        p.creature_length = max(0, min(length, V.CREATURE_CARDS))  # else it is refused below


load_position = core.loader_of(Position, _Reader)
