"""The page of the pictures, and the drawing on it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import yaml

from tablemates.envs.portal_dash.game import Game
from tablemates.envs.portal_dash.naming import PLAYERS, colour_name, mob_kind_name
from tablemates.envs.portal_dash.render import symbols as S
from tablemates.envs.portal_dash.render.drawing.picture import HEIGHT, WIDTH
from tablemates.envs.portal_dash.rules.vocabulary import Colour
from tablemates.envs.portal_dash.settings import Settings

_POSITION = Path(__file__).with_suffix(".yaml")


def pages() -> dict[str, str]:
    """Return the page of the pictures and the drawing on it."""
    text = f"""\
# Pictures of a game

![A game of three players on level 3](game.svg)

A drawing shows what lies on the table, and nothing that is hidden. Whatever has a colour has
letters, a sign or a pattern as well, so it can be read without telling colours apart.

```python
from tablemates.envs import portal_dash_v0

env = portal_dash_v0.gym_env(level=3, players=3, render_mode="svg")
env.reset(seed=4)
svg = env.render()                # text; in a notebook, `env` by itself shows it
```

| `render_mode` | `render()` returns |
|---|---|
| `"ansi"` | a picture in text, 100 columns wide |
| `"human"` | nothing: it prints the same |
| `"svg"` | this drawing as text; it needs no library |
| `"rgb_array"` | the same drawing as pixels, `uint8`, shape ({HEIGHT}, {WIDTH}, 3) |

Pixels need the extra `pictures`, which `make setup` installs. They are the same on every machine,
because the fonts come with it. With them `gymnasium.wrappers.RecordVideo` records games. A
notebook shows a view whatever its `render_mode` is, from the first `reset` on.

## Signs

{_table(("letters", "mob or boss"), _mobs())}

A mob's number is the one on the mob die that activates it; beside the heart are the hits
that defeat it, behind the arrow its reach. `!`: it is still to act this turn. Blocks are
{_blocks()}, players {_players()}.

| ground | | things | |
|---|---|---|---|
| waves | lava | circle with a number | spawner |
| zigzag | magma | chest | chest token |
| dots | soul sand | dashed square | chest space without a token |
| bricks | a brown block | purple frame | the portal |

In the cube, rings are around blocks that are exposed, `?` stands for blocks that show no face.
Blue corners are around everything that may be chosen now: spaces (also those that a step
leads to), columns of the cube and of the piglin board, blocks in hand, items, players.

Items have their name, a sign for their type, and what they can do; worn armour shows its
hearts, a star stands for an enchantment, a frame for the item in use. Where there is no room
for words: `4d` four dice, `r3` range 3, `re1` one reroll, `3st` three steps, `fire` fire
walking, `2h` two hearts, `2bl` two blocks from the cube, `2us` two from the used pile.

*Generated from `docs/generators/pictures.py` by `make docs`; the drawing shows the position
in `docs/generators/pictures.yaml`.*
"""
    return {"pictures.md": text, "game.svg": _drawing()}


def _drawing() -> str:
    position: dict[str, Any] = yaml.safe_load(_POSITION.read_text(encoding="utf-8"))
    game = Game(Settings(level=position["level"], players=len(position["players"])))
    game.load_position(position)
    return str(game.picture("svg"))


def _mobs() -> Iterator[tuple[str, str]]:
    for kind, code in S.MOB_CODES.items():
        yield f"`{code}`", mob_kind_name(kind)


def _blocks() -> str:
    return ", ".join(f"`{S.BLOCK_CODES[colour]}` {colour_name(colour)}" for colour in Colour)


def _players() -> str:
    pairs = zip(S.PLAYER_LETTERS, PLAYERS, strict=True)
    return ", ".join(f"`{letter}` {name}" for letter, name in pairs)


def _table(head: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> str:
    lines = [head, tuple("---" for _ in head), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)
