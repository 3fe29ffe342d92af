"""Pictures of what can be seen of a game."""

from __future__ import annotations

from collections.abc import Sequence

from tablemates.envs.core.errors import SettingsError
from tablemates.envs.core.game import Picture
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
    # Each draws with modules and libraries of its own: those that are not asked for wait.
    if mode in ("text", "ansi"):
        from tablemates.envs.portal_dash.render.text import text_picture, wants_colour

        return text_picture(p, names, legal=legal, colour=mode == "ansi" and wants_colour())
    from tablemates.envs.portal_dash.render.drawing.picture import svg_picture

    if mode == "svg":
        return svg_picture(p, names, legal=legal)
    if mode == "rgb_array":
        from tablemates.envs.core.raster import rasterise

        return rasterise(svg_picture(p, names, legal=legal))
    raise SettingsError(f"there is no picture {mode!r}")
