"""The recorded games of Portal Dash."""

import json
from functools import partial
from pathlib import Path

from tablemates.envs.portal_dash import vocabulary as V
from tablemates.envs.portal_dash.game import PortalDash
from tablemates.envs.portal_dash.naming import space_name
from tablemates.envs.portal_dash.scene import Scene
from tablemates.envs.portal_dash.settings import Settings
from tablemates.envs.portal_dash.text import text_picture
from tests.golden.playthrough import Recording

FOLDER = Path(__file__).resolve().parents[1] / "golden" / "games"
#: Drawn evenly, hardly a team would live to see a second tile.
WEIGHTS = {"step east": 12, "slot": 4, "yes": 20, "place": 4, "ability": 6}


def _state(game: PortalDash) -> str:
    """Return the state in one line: players, mobs, cube, tasks, piles, progress."""
    p, scene = game.public, Scene(game.public, game.names)
    players = ", ".join(
        f"{game.player_name(seat).lower()} {p.hearts[seat]} on {space_name(p.player_space[seat])}"
        for seat in range(p.players)
        if p.player_space[seat] >= 0
    )
    mobs = " ".join(
        f"{scene.code(mob)}{space_name(p.mob_space[mob])}"
        for mob in range(V.MOBS)
        if p.mob_space[mob] >= 0
    )
    cube = "".join(str(height) for height in p.height)
    tasks = "/".join(str(p.place_count[3 * task : 3 * task + 3].sum()) for task in range(V.TASKS))
    return (
        f"{players or 'nobody'} | {mobs.replace(', ', ',')} | cube {cube} | tasks {tasks} | "
        f"used {p.used.sum()} stack {p.stack_count.sum()} line {p.line_length} | "
        f"progress {game.progress():.3f}"
    )


def _case(
    level: int, players: int, seed: int, script: tuple[int, ...] = (), suffix: str = ""
) -> Recording:
    return Recording(
        FOLDER / f"level-{level}-players-{players}{suffix}.txt",
        f"level {level}, {players} players",
        seed,
        partial(PortalDash, Settings(level=level, players=players)),
        _state,
        lambda game: text_picture(game),
        script,
        WEIGHTS,
    )


def won_game() -> Recording:
    """Return a game that a good team won: drawn choices hardly ever see the portal."""
    game = json.loads(Path(__file__).with_name("golden_won.json").read_text(encoding="utf-8"))
    return _case(1, 2, game["seed"], tuple(game["actions"]), "-won")


#: Seeds of games in which much happens, although choices are drawn at random, and a won one.
RECORDINGS = [
    _case(level, players, seed)
    for (level, players), seed in {
        (1, 1): 65,
        (1, 2): 87,
        (1, 4): 101,
        (2, 1): 42,
        (2, 2): 42,
        (2, 4): 128,
        (3, 1): 41,
        (3, 2): 107,
        (3, 4): 128,
        (4, 1): 65,
        (4, 2): 87,
        (4, 4): 101,
        (5, 1): 133,
        (5, 2): 53,
        (5, 4): 128,
    }.items()
] + [won_game()]
