"""Generated sections about parts, positions and pictures of Portal Dash."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

import yaml

from docs.generators.pages import Text, table
from tablemates.envs.portal_dash.components import STANDARD
from tablemates.envs.portal_dash.game import PortalDash
from tablemates.envs.portal_dash.naming import PLAYERS, colour_name, mob_kind_name
from tablemates.envs.portal_dash.positions import STAGES, PositionError, load_position
from tablemates.envs.portal_dash.positions.keys import (
    CHANCES,
    COLOURS,
    LETTERS,
    STEPS,
    arguments_of,
)
from tablemates.envs.portal_dash.rules.agenda import Step
from tablemates.envs.portal_dash.rules.vocabulary import Colour
from tablemates.envs.portal_dash.scene import BLOCK_CODES, MOB_CODES, PLAYER_LETTERS
from tablemates.envs.portal_dash.settings import Settings

_WRONG: Final[tuple[dict[str, Any], ...]] = (
    {"hand": {}, "plaers": 2},
    {"players": [{"hearts": 7}]},
    {"players": [{"items": ["bow", {"item": "bow", "mod": "boots"}]}]},
    {"stack": 3},
)


# ----------------------------------------------------------------------- parts
def parts() -> str:
    """Return the files of the standard parts."""
    return "\n\n".join(
        f"### {file.stem}\n\n```yaml\n{file.read_text(encoding='utf-8').strip()}\n```"
        for file in sorted(STANDARD.glob("*.yaml"))
    )


# ------------------------------------------------------------------- positions
def position_errors() -> str:
    """Return the messages of some wrong positions."""
    return "\n".join(["```text", *map(_error, _WRONG), "```"])


def _error(position: dict[str, Any]) -> str:
    try:
        load_position(PortalDash(Settings()), position)
    except PositionError as error:
        return str(error)
    raise AssertionError(f"accepted: {position}")


def position_blocks() -> str:
    """Return the letters of blocks and the names of stages."""
    letters = ", ".join(f"`{a}` {name}" for a, name in zip(LETTERS, COLOURS, strict=True))
    return f"Letters of blocks: {letters}."


def position_agenda() -> str:
    """Return the stages that `decision` may name and the steps of an agenda."""
    rows = []
    for step, name in zip(Step, STEPS, strict=True):
        if step != Step.CHANCE:
            rows.append((f"`{name}`", _listed(arguments_of(step, None))))
            continue
        for kind, chance in enumerate(CHANCES[:-2]):
            more = arguments_of(step, kind)[1:]
            arguments = [f'`"chance": "{chance}"`', *(f"`{one}`" for one in more)]
            rows.append((f"`{name}`", ", ".join(arguments)))
    stages = f"Values of `decision`: {_listed(STAGES)}."
    return f"{stages}\n\n{table(['step', 'arguments'], rows)}"


def _listed(names: Any) -> str:
    return ", ".join(f"`{name}`" for name in names)


# -------------------------------------------------------------------- pictures
def picture() -> str:
    """Return the drawing of the position in ``picture.yaml``."""
    text = Path(__file__).with_name("picture.yaml").read_text(encoding="utf-8")
    position: dict[str, Any] = yaml.safe_load(text)
    game = PortalDash(Settings(level=position["level"], players=len(position["players"])))
    game.load_position(position)
    return str(game.picture("svg"))


def signs() -> str:
    """Return the legend of letters in pictures."""
    mobs = ((f"`{code}`", mob_kind_name(kind)) for kind, code in MOB_CODES.items())
    blocks = ", ".join(f"`{BLOCK_CODES[one]}` {colour_name(one)}" for one in Colour)
    letters = zip(PLAYER_LETTERS, PLAYERS, strict=True)
    players = ", ".join(f"`{letter}` {name}" for letter, name in letters)
    return f"{table(['letters', 'mob or boss'], mobs)}\n\nBlocks: {blocks}. Players: {players}."


SECTIONS: Final[dict[str, dict[str, Text]]] = {
    "docs/components.md": {"parts": parts},
    "docs/positions.md": {
        "errors": position_errors,
        "blocks": position_blocks,
        "agenda": position_agenda,
    },
    "docs/pictures.md": {"signs": signs},
}
FILES: Final[dict[str, Text]] = {"docs/game.svg": picture}
