"""The command that makes data sets of decisions as text, with what each legal move is worth.

``python -m tablemates.text.dataset --game GAME --out runs/text`` writes a folder that Hugging
Face's ``datasets.load_dataset`` reads: a card and files in the Parquet format. Needs the extra
``text``.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated, Any, Final

from pydantic import Field

from tablemates.agents.cli.command_line import Command
from tablemates.agents.cli.running import progress
from tablemates.agents.cli.scenarios import ScenarioConfig
from tablemates.agents.cli.settings_models import UserPath
from tablemates.agents.errors import FolderError, LibraryError
from tablemates.agents.facts import GameFacts
from tablemates.agents.output.folders import locked, write_whole
from tablemates.agents.registry import find_agent
from tablemates.agents.value.champion import ChampionAgent
from tablemates.envs.core.game.seeds import seed_for
from tablemates.envs.core.text.answers import ACTION
from tablemates.text.game import TextGame

#: Training seeds of one data set.
_BLOCK: Final = 2**32
_CARD: Final = "README.md"
_FILE: Final = "data/train-00000-of-00001.parquet"
_TOLD: Final = """---
license: mit
configs:
- config_name: default
  data_files:
  - split: train
    path: data/train-*.parquet
tablemates:
{recipe}
---

# {title}: {count:,} decisions as text

Each row is a decision of {agent}: `text` is what its seat reads, `choices` are the legal moves
with id, text and `value`: what a move is worth to the seat, from 0 to 1, where {judge} plays on
from it in {futures} futures that all moves of a row share. `choice` is the id of the move that was
made, `answer` the same as a model would write it, `regret` by how much the best value is above its
own. `rules.md` has the rules. Games (`game`) are numbered; a row tells no seed and nothing hidden.
"""


class TextDataConfig(ScenarioConfig):
    """All settings of the command."""

    decisions: Annotated[int, Field(ge=1)] = 1000
    """Decisions, all of whole games but the last one."""
    play: str = "rules"
    """Agent that decides in all seats."""
    label: str = ""
    """Folder of the value network that judges; without it, the game's own."""
    futures: Annotated[int, Field(ge=1)] = 32
    """Futures in which each legal move is played on."""
    seed: Annotated[int, Field(ge=0, lt=2**15)] = 0
    """Block of games."""
    out: UserPath = Path("runs/text")
    """Folder of the data set."""


COMMAND: Final = Command(
    script="python -m tablemates.text.dataset",
    settings=TextDataConfig,
    purpose="Play games and store every decision as text, with what each legal move is worth.",
    examples=["--game {game} --decisions 5000 --out runs/text", "--agent soft:value:0.1"],
    main="--out",
    short={"play": "agent"},
    renamed={"--play": "--agent"},
)


def rows(config: TextDataConfig) -> Iterator[dict[str, Any]]:
    """Yield decisions, the same ones for equal settings."""
    game = TextGame(config.game, config.scenario)
    facts = GameFacts.of_game(game.game)
    agent = find_agent(config.play, facts)
    folder = f":{config.label}" if config.label else ""
    judge = ChampionAgent(facts, f"{config.futures}{folder}", lambda _sentence: None)
    left, number = config.decisions, 0
    while left:
        game.reset(seed_for("train", config.seed * _BLOCK + number))
        while not game.over and left:
            situation, choices = game.situation(), game.legal(game.to_move)
            actions, values = judge.judge(situation, config.futures)
            worth = dict(zip(actions.tolist(), values.tolist(), strict=True))
            action = int(agent.act(situation))
            yield {
                "game": number,
                "decision": game.decisions,
                "seat": game.to_move,
                "text": game.observation(game.to_move),
                "choices": [{**one._asdict(), "value": worth[one.id]} for one in choices],
                "choice": action,
                "answer": json.dumps({ACTION: action}),
                "regret": max(worth.values()) - worth[action],
            }
            game.step(json.dumps({ACTION: action}))
            left -= 1
        number += 1


def make(config: TextDataConfig) -> Path:
    """Write the data set and return its file.

    Raises:
        GameError: The settings are wrong, the library is not installed, or the folder holds
            something else.
    """
    if find_spec("pyarrow") is None:
        raise LibraryError("a data set needs pyarrow: pip install 'tablemates[text]'")
    import pyarrow as pa
    from pyarrow import parquet

    choice = pa.struct([("id", pa.int32()), ("text", pa.string()), ("value", pa.float32())])
    whole = {name: pa.int32() for name in ("game", "decision", "seat", "choice")}
    kinds = whole | {"text": pa.string(), "answer": pa.string(), "regret": pa.float32()}
    schema = pa.schema([*kinds.items(), ("choices", pa.list_(choice))])
    file = config.out / _FILE
    with locked(config.out):
        if file.exists():
            raise FolderError(f"{config.out} has a data set: name another folder with --out")
        found = []
        with progress("playing", "decisions", config.decisions, 0) as report:
            for row in rows(config):
                found.append(row)
                report(len(found), "")
        file.parent.mkdir(parents=True, exist_ok=True)
        new = file.with_suffix(".new")
        parquet.write_table(pa.Table.from_pylist(found, schema=schema), new)
        new.replace(file)
        game = TextGame(config.game, config.scenario)
        write_whole(config.out / "rules.md", f"{game.rules('full')}\n")
        recipe = config.model_dump(mode="json", exclude={"out"}) | dict(game.game.hashes)
        told = {
            "recipe": "\n".join(f"  {name}: {json.dumps(one)}" for name, one in recipe.items()),
            "title": game.game.title,
            "count": len(found),
            "agent": f"`{config.play}`",
            "judge": "`champion`",
            "futures": config.futures,
        }
        write_whole(config.out / _CARD, _TOLD.format(**told))
    return file


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command and return its exit code."""
    return COMMAND.run(argv, lambda asked: print(f"{make(asked)}: {asked.decisions:,} decisions"))


if __name__ == "__main__":
    sys.exit(main())
