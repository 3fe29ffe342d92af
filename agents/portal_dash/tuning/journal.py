"""The folder of a tuning run: its settings, and how each generation fared.

The journal is all that a run needs to go on: what CMA-ES did follows from its
seed and from the scores, so they are told to it once more.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final

import yaml

from tablemates.agents.errors import FolderError
from tablemates.agents.portal_dash.planner.files import STANDARD, standard_weights
from tablemates.agents.portal_dash.planner.weights import Numbers, Weight
from tablemates.agents.portal_dash.tuning.config import TuneConfig
from tablemates.envs.core.documents import parse_document

_CONFIG: Final = "config.yaml"
#: Settings that a run may go on with otherwise.
_FREE: Final = frozenset({"run", "generations", "threads"})


@dataclass(frozen=True, slots=True)
class Generation:
    """How one generation fared.

    Attributes:
        number: From 0.
        players: Whose weights these are.
        scores: Of each candidate.
        won: Share of games won, all candidates together.
    """

    number: int
    players: int
    scores: Sequence[float]
    won: float


class Journal:
    """A run's folder; the caller keeps it (``tablemates.agents.folders.kept``) while it uses this.

    Args:
        folder: The folder.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._config = folder / _CONFIG
        self._lines = folder / "journal.jsonl"

    def begin(self, config: TuneConfig) -> None:
        """Note the settings of a new run.

        Raises:
            FolderError: There is a run already.
        """
        if self._config.exists():
            raise FolderError(
                f"{self.folder} holds a run already: --resume goes on with it, "
                "run=FOLDER begins elsewhere"
            )
        self._write(_CONFIG, yaml.safe_dump(_plain(config), sort_keys=False))

    def resume(self, config: TuneConfig) -> None:
        """Check that the run that lies here can go on with these settings.

        Raises:
            FolderError: There is no run, or one with other settings.
        """
        if not self._config.exists():
            raise FolderError(f"{self.folder} holds no run that could go on: leave out --resume")
        before = parse_document(self._config.read_text(encoding="utf-8"), _CONFIG).values
        now = _plain(config)
        other = [name for name in now if name not in _FREE and now[name] != before.get(name)]
        if other:
            raise FolderError(
                f"{self.folder} was begun with other settings ({', '.join(other)}): "
                "go on with the same ones, or name another folder"
            )

    def generations(self) -> Iterator[Generation]:
        """Yield what was noted; a last line that was cut off is taken away."""
        if not self._lines.exists():
            return
        text = self._lines.read_text(encoding="utf-8")
        whole = text[: text.rfind("\n") + 1]
        if whole != text:
            self._write(self._lines.name, whole)
        for line in whole.splitlines():
            yield Generation(**json.loads(line))

    def note(self, generation: Generation) -> None:
        """Note how a generation fared."""
        with self._lines.open("a", encoding="utf-8") as file:
            file.write(json.dumps(asdict(generation)) + "\n")

    def write_result(self, best: Mapping[int, Numbers], card: Mapping[str, Any]) -> None:
        """Write the weights found so far, and what they were found by."""
        self._write("tuned.yaml", weights_text(best))
        self._write("tuned.card.json", json.dumps(card, indent=2) + "\n")

    def _write(self, name: str, text: str) -> None:
        new = self.folder / f"{name}.new"
        new.write_text(text, encoding="utf-8")
        new.replace(self.folder / name)


def weights_text(best: Mapping[int, Numbers]) -> str:
    """Return a file of weights that differ with the number of players.

    Games of a number that was not tuned get the weights of the next larger one that was,
    else of the largest.
    """
    standard = standard_weights()
    players: dict[int, dict[str, float]] = {}
    for number in range(1, len(standard) + 1):
        source = min((n for n in best if n >= number), default=max(best))
        players[number] = {
            weight.name.lower(): float(f"{value:.4g}")
            for weight, value in zip(Weight, best[source], strict=True)
            if value != standard[number - 1, weight]
        }
    head = f"# Weights that CMA-ES found; where they say nothing, {STANDARD.name} goes.\n"
    return head + yaml.safe_dump({"players": players}, sort_keys=False)


def _plain(config: TuneConfig) -> dict[str, Any]:
    return config.model_dump(mode="json")
