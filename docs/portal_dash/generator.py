"""Generated sections that only Portal Dash has: parts, positions, pictures."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

import yaml

from docs.generators.pages import Text, table
from tablemates.envs.portal_dash.game import PortalDash
from tablemates.envs.portal_dash.naming import WORDS
from tablemates.envs.portal_dash.parts import STANDARD
from tablemates.envs.portal_dash.positions import PositionError, load_position
from tablemates.envs.portal_dash.positions_agenda import FOLLOWING, STAGES
from tablemates.envs.portal_dash.positions_keys import (
    CHANCES,
    COLOURS,
    LETTERS,
    STEPS,
    arguments_of,
)
from tablemates.envs.portal_dash.rules.agenda import Step
from tablemates.envs.portal_dash.scene import BLOCK_CODES, MOB_CODES, PLAYER_LETTERS
from tablemates.envs.portal_dash.settings import Settings
from tablemates.envs.portal_dash.vocabulary import Colour

_WRONG: Final[tuple[dict[str, Any], ...]] = (
    {"hand": {}, "plaers": 2},
    {"players": [{"hearts": 7}]},
    {"players": [{"items": ["bow", {"item": "bow", "mod": "boots"}]}]},
    {"stack": 3},
)


# ----------------------------------------------------------------------- parts
def parts() -> str:
    """Return the file of the standard parts."""
    return f"```yaml\n{STANDARD.read_text(encoding='utf-8').strip()}\n```"


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
    for name, following in FOLLOWING.items():
        then = ", ".join(map(_step, following)) or "nothing: it is the last"
        if name in CHANCES:
            more = arguments_of(Step.CHANCE, CHANCES.index(name))[1:]
            arguments = ", ".join([f'`"chance": "{name}"`', *(f"`{one}`" for one in more)])
            rows.append(("`chance`", arguments, then))
        else:
            kind = Step.ACTION if name.endswith(" action") else STEPS.index(name)
            rows.append((_step(name), _listed(arguments_of(kind, None)), then))
    stages = f"Values of `decision`: {_listed(STAGES)}."
    return f"{stages}\n\n{table(['step', 'arguments', 'what may come next'], rows)}"


def _step(name: str) -> str:
    """Return a step as an agenda has it; chance by what it is, actions by which one it is."""
    which, _, action = name.partition(" ")
    if action == "action":
        return f"`action` ({which})"
    return f"`chance`: {name}" if name in CHANCES else f"`{name}`"


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
    mobs = ((f"`{code}`", WORDS.name("mob_kind", kind)) for kind, code in MOB_CODES.items())
    blocks = ", ".join(f"`{BLOCK_CODES[one]}` {WORDS.name('colour', one)}" for one in Colour)
    letters = enumerate(PLAYER_LETTERS)
    players = ", ".join(f"`{one}` {WORDS.name('seat', seat).lower()}" for seat, one in letters)
    return f"{table(['letters', 'mob or boss'], mobs)}\n\nBlocks: {blocks}. Players: {players}."


SECTIONS: Final[dict[str, dict[str, Text]]] = {
    "docs/portal_dash/components.md": {"parts": parts},
    "docs/portal_dash/positions.md": {
        "errors": position_errors,
        "blocks": position_blocks,
        "agenda": position_agenda,
    },
    "docs/portal_dash/pictures.md": {"signs": signs},
}
FILES: Final[dict[str, Text]] = {"docs/portal_dash/game.svg": picture}
