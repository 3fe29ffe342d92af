"""Dice races side by side: the core's protocol for many games, in plain Python."""

import numpy as np

from tablemates.envs.core.batch import NEXT, SKIP
from tests.core.dice_race import SEATS, SIZE, DiceRace


class DiceRaces:
    """Implements the protocol ``tablemates.envs.core.batch.GameBatch``."""

    def __init__(self, count, **settings) -> None:
        self.game = DiceRace(**settings)
        self._games = [DiceRace(**settings) for _ in range(count)]
        self.masks = np.zeros((count, len(self.game.mask)), np.int8)
        self.observations = np.zeros((count, SIZE), np.int8)
        self.publics = np.zeros((count, self.game.record.nbytes), np.uint8)
        self.answers = np.zeros(count, np.int64)
        self._rewards = np.zeros((count, SEATS))
        self.seeds = np.zeros(count, np.uint64)
        self.moves = np.zeros(count, np.int64)
        self.sequences = np.zeros(count, np.uint64)
        self.places = np.zeros(count, np.int64)

    def __len__(self) -> int:
        return len(self._games)

    @property
    def seats(self):
        return np.array([game.seats for game in self._games])

    @property
    def turns(self):
        return np.array([game.turn for game in self._games])

    @property
    def labels(self):
        return {"players": self.seats}

    def new(self, lanes, seeds):
        self.sequences[lanes], self.places[lanes] = seeds, 0
        for lane in lanes.tolist():
            self._begin(lane)

    def _begin(self, lane):
        game = self._games[lane]
        answer = game.new(int(self.sequences[lane]), int(self.places[lane]))
        self.seeds[lane], self.moves[lane] = game.seed, 0
        self._show(lane, answer)

    def step(self, actions):
        for lane, action in enumerate(actions.tolist()):
            if action == NEXT:
                self.places[lane] += 1
                self._begin(lane)
            elif action != SKIP:
                answer = self._games[lane].step(action)
                self.moves[lane] += answer != -1
                self._show(lane, answer)

    def allows(self, actions):
        masks = np.stack([game.mask for game in self._games])
        return masks[np.arange(len(self)), actions] == 1

    def earned(self, seats, lanes=None):
        return self._rewards[np.arange(len(self)) if lanes is None else lanes, seats]

    def forfeit(self, lanes):
        for lane in lanes.tolist():
            game = self._games[lane]
            self._show(lane, game.forfeit(game.to_move()))

    def _show(self, lane, answer):
        game = self._games[lane]
        self.answers[lane] = answer
        self.masks[lane], self.observations[lane] = game.mask, game.observation
        self.publics[lane] = game.public_record
        self._rewards[lane, : game.seats] = game.rewards()

    def endings(self, lanes):
        return {"winner": np.array([self._games[n].ending()["winner"] for n in lanes.tolist()])}

    def record(self, lane):
        return self._games[lane].save()

    def save(self):
        return b"".join(game.save() for game in self._games)

    def restore(self, records, seeds, moves):
        size = len(records) // len(self)
        self.seeds[:], self.moves[:] = seeds, moves
        for lane, game in enumerate(self._games):
            self._show(lane, game.restore(records[lane * size : (lane + 1) * size]))
