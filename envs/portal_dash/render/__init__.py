"""Pictures of what can be seen of a game."""

from __future__ import annotations

from collections.abc import Sequence

from tablemates.envs.core.game import Picture
from tablemates.envs.core.raster import picture_of
from tablemates.envs.portal_dash.naming import Names
from tablemates.envs.portal_dash.rules.state import Public


def picture(p: Public, names: Names, mode: str, legal: Sequence[int]) -> Picture:
    """Return a picture of the public state.

    Args:
        p: The public state.
        names: The names of the parts.
        mode: ``"text"``, ``"ansi"``, ``"svg"`` or ``"rgb_array"``.
        legal: Legal actions, to be marked.

    Raises:
        SettingsError: There is no such mode.
    """

    # Each draws with modules of its own: those that are not asked for wait.
    def text() -> str:
        from tablemates.envs.portal_dash.render.text import text_picture, wants_colour

        return text_picture(p, names, legal=legal, colour=mode == "ansi" and wants_colour())

    def svg() -> str:
        from tablemates.envs.portal_dash.render.drawing.picture import svg_picture

        return svg_picture(p, names, legal=legal)

    return picture_of(mode, text, svg)
