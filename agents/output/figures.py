"""The style of all figures, and their SVG."""

from __future__ import annotations

import io
from typing import Any, Final

import matplotlib as mpl
from matplotlib.figure import Figure

#: Paul Tol's "bright" colours, which people with any common colour blindness tell apart.
COLOURS: Final = ("#4477aa", "#ee6677", "#228833", "#ccbb44", "#66ccee", "#aa3377", "#999999")
STYLE: Final[Any] = {
    "font.size": 8.5,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "svg.hashsalt": "tablemates",
}


def svg_of(figure: Figure) -> bytes:
    """Return a figure as an SVG file, the same for the same figure."""
    stream = io.BytesIO()
    with mpl.rc_context(STYLE):
        figure.savefig(stream, format="svg", bbox_inches="tight", metadata={"Date": None})
    return stream.getvalue()
