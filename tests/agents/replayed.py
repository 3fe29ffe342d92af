"""A row's game played again by the rules alone: an oracle beside the batches of ``--verify``."""

from pathlib import Path

from tablemates.agents.evaluation.rows import (
    FORFEITS,
    ILLEGAL_ACTION,
    TIMEOUT,
    Row,
    components_hash,
    final_hash,
)
from tablemates.envs.core.game import OVER
from tablemates.envs.core.replay import pack_actions
from tablemates.envs.portal_dash.components import Components
from tablemates.envs.portal_dash.game import Game
from tablemates.envs.portal_dash.settings import Settings


def played_again(row: Row, components: str | Path | Components | None = None) -> Row:
    """Return the row that comes of playing a row's game again; an honest one is equal.

    Args:
        row: The row.
        components: The parts that it was played with.

    Raises:
        FormatError: The game is of other rules or parts, or its actions are not legal.
        SettingsError: Its recipe is none.
    """
    game = Game(Settings.of_recipe(row.recipe, components))
    replay = row.replay()
    for _ in replay.play(game):
        pass
    ending = dict(game.ending())
    if game.to_move() != OVER:
        ending |= {"outcome": "lost", "cause": TIMEOUT}
    elif ending["cause"] == ILLEGAL_ACTION and row.cause in FORFEITS:
        ending["cause"] = row.cause  # to the rules, every forfeit is one
    again = {
        **ending,
        **game.hashes,
        "components": components_hash(game.components),
        "decisions": len(replay.actions),
        "recipe": dict(game.recipe),
        "actions": pack_actions(replay.actions),
        "final": final_hash(game.save()),
    }
    return row.model_copy(update=again)
