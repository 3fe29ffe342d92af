"""A model of sb3-contrib: evaluate.py --agents docs.examples.sb3_model:Model."""

from pathlib import Path

from sb3_contrib import MaskablePPO

from tablemates import Agent, Situation
from tablemates.agents.facts import GameFacts

FILE = Path("runs/my_model.zip")  # model.save("runs/my_model"), trained on gym_env


class Model(Agent):
    """Plays the model's likeliest action."""

    name = "model"

    def __init__(self, _facts: GameFacts) -> None:
        self._model = MaskablePPO.load(FILE, device="cpu")

    def act(self, situation: Situation) -> int:
        """Return a legal action id."""
        observation, mask = situation.observation, situation.mask
        return int(self._model.predict(observation, action_masks=mask, deterministic=True)[0])
