"""Drawings as pixels, with the libraries of the extra ``pictures``."""

from __future__ import annotations

from functools import cache
from importlib.util import find_spec
from io import BytesIO
from pathlib import Path
from typing import Final

import numpy as np
import numpy.typing as npt

from tablemates.envs.core.display.svg import plain
from tablemates.envs.core.errors import SettingsError

#: Every mode in which views draw.
RENDER_MODES: Final = ("ansi", "human", "rgb_array", "svg")
_FACES: Final = ("DejaVuSans.ttf", "DejaVuSans-Bold.ttf")
#: Matplotlib brings the font that the drawing is measured for, on every machine.
_LIBRARIES: Final = ("resvg_py", "PIL", "matplotlib")


def missing_libraries() -> tuple[str, ...]:
    """Return the libraries that ``rasterise`` needs and that are not installed."""
    return tuple(library for library in _LIBRARIES if find_spec(library) is None)


def render_modes() -> list[str]:
    """Return the modes for a view's metadata: pixels only where their libraries are installed.

    Gymnasium's checker draws in every mode that is listed.
    """
    return [mode for mode in RENDER_MODES if mode != "rgb_array" or not missing_libraries()]


def check_libraries() -> None:
    """Raise ``SettingsError`` if a library that ``rasterise`` needs is not installed."""
    if missing := missing_libraries():
        raise SettingsError(
            f"render_mode='rgb_array' needs {', '.join(missing)}: pip install "
            "'tablemates[pictures]', or choose render_mode='svg', which needs nothing"
        )


def rasterise(svg: str) -> npt.NDArray[np.uint8]:
    """Return a drawing as pixels, shape ``(height, width, 3)``.

    Fonts of the system play no part, so that the same drawing is the same pixels.
    """
    check_libraries()
    import resvg_py
    from PIL import Image

    faces = _font_files()
    png = resvg_py.svg_to_bytes(
        svg_string=plain(svg),
        skip_system_fonts=True,
        font_files=faces,
        sans_serif_family="DejaVu Sans",
        font_family="DejaVu Sans",
    )
    with Image.open(BytesIO(png)) as image:
        return np.array(image.convert("RGB"))


@cache
def _font_files() -> list[str]:
    # Found without an import: matplotlib's is slow, and it is not used otherwise.
    spec = find_spec("matplotlib")
    assert spec is not None
    assert spec.origin is not None
    fonts = Path(spec.origin).parent / "mpl-data" / "fonts" / "ttf"
    return [str(fonts / face) for face in _FACES]
