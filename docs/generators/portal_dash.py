"""Generated sections about Portal Dash: views, actions, observation, parts, positions, pictures."""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import yaml

from docs.generators.interface import described, span
from docs.generators.pages import Text, table
from tablemates.envs import portal_dash_v0
from tablemates.envs.core.aec import AgentsView
from tablemates.envs.core.observation_forms import ObservationForms
from tablemates.envs.core.seeds import PURPOSES, seed_for
from tablemates.envs.core.single import GameEnv
from tablemates.envs.core.vector import GameVectorEnv
from tablemates.envs.core.view import GameProperties, View
from tablemates.envs.portal_dash.components import BOARD_SHAPE, STANDARD
from tablemates.envs.portal_dash.game import PortalDash
from tablemates.envs.portal_dash.naming import WORDS
from tablemates.envs.portal_dash.observation.layout import ABOUT, make_layout
from tablemates.envs.portal_dash.positions import PositionError, load_position
from tablemates.envs.portal_dash.positions.agenda import FOLLOWING, STAGES
from tablemates.envs.portal_dash.positions.keys import (
    CHANCES,
    COLOURS,
    LETTERS,
    STEPS,
    arguments_of,
)
from tablemates.envs.portal_dash.rules.agenda import Step
from tablemates.envs.portal_dash.rules.catalogue import make_catalogue
from tablemates.envs.portal_dash.rules.vocabulary import Colour
from tablemates.envs.portal_dash.scene import BLOCK_CODES, MOB_CODES, PLAYER_LETTERS
from tablemates.envs.portal_dash.settings import Settings, VectorSettings

_WRONG: Final[tuple[dict[str, Any], ...]] = (
    {"hand": {}, "plaers": 2},
    {"players": [{"hearts": 7}]},
    {"players": [{"items": ["bow", {"item": "bow", "mod": "boots"}]}]},
    {"stack": 3},
)
_VIEWS: Final = ("env", "parallel_env", "gym_env", "vector_env")
#: Members that PettingZoo's and Gymnasium's own documentation describes.
_FRAMEWORK: Final = {
    *("render", "close", "infos", "step", "reset", "last", "np_random"),
    *("observation_space", "action_space"),
}


# ---------------------------------------------------------------- environments
def parameters() -> str:
    """Return the table of the views' parameters."""
    signatures = [inspect.signature(getattr(portal_dash_v0, view)).parameters for view in _VIEWS]
    rows = [
        (f"`{name}`", *(_default(signature.get(name)) for signature in signatures), text)
        for name, text in described(VectorSettings).items()
    ]
    return table(["parameter", *(f"`{name}`" for name in _VIEWS), "meaning"], rows)


def _default(parameter: inspect.Parameter | None) -> str:
    if parameter is None:
        return "–"
    return "required" if parameter.default is parameter.empty else f"`{parameter.default!r}`"


def methods() -> str:
    """Return the tables of methods that the views add to those of the frameworks."""
    one = _members(GameProperties, View, AgentsView, GameEnv)
    many = _members(GameProperties, GameVectorEnv)
    return "\n\n".join(
        [table(["views of one game", "purpose"], one), table(["`vector_env`", "purpose"], many)]
    )


def _members(*owners: type) -> Iterator[tuple[str, str]]:
    seen: set[str] = set()
    for owner in owners:
        for name, member in vars(owner).items():
            is_property = isinstance(member, property)
            if name.startswith("_") or name in _FRAMEWORK | seen:
                continue
            if is_property or callable(member):
                seen.add(name)
                first = (inspect.getdoc(member) or "").split("\n\n")[0].replace("``", "`")
                yield f"`{name}`" if is_property else f"`{name}()`", first


def seeds() -> str:
    """Return the table of seed ranges."""
    return table(["purpose", "first seed"], ((f"`{p}`", seed_for(p, 0)) for p in PURPOSES))


# ----------------------------------------------------------------- observation
def tokens() -> str:
    """Return the table of tokens by block."""
    forms = ObservationForms(make_layout(BOARD_SHAPE), make_catalogue(BOARD_SHAPE), ABOUT)
    rows = [
        (
            f"[`{block.name}`](#{block.name})",
            span(range(*forms.first[kind : kind + 2].tolist())),
            ", ".join(axis for axis in block.axes if axis != block.axes[block.axis]),
            len(block.numbers),
        )
        for kind, block in enumerate(forms.layout.blocks)
    ]
    return table(["kind", "tokens", "places", "numbers"], rows)


def candidates() -> str:
    """Return the table of the groups of actions whose tokens are known."""
    rows = [(f"`{group}`", f"[`{block}`](#{block})") for group, block in ABOUT.items()]
    return table(["group", "token of"], rows)


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
    "docs/environments.md": {"parameters": parameters, "methods": methods, "seeds": seeds},
    "docs/observation.md": {"tokens": tokens, "candidates": candidates},
    "docs/components.md": {"parts": parts},
    "docs/positions.md": {
        "errors": position_errors,
        "blocks": position_blocks,
        "agenda": position_agenda,
    },
    "docs/pictures.md": {"signs": signs},
}
FILES: Final[dict[str, Text]] = {"docs/game.svg": picture}
