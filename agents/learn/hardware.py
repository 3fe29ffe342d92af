"""What work was done on, for cards."""

from __future__ import annotations

import os
import platform
from importlib.metadata import version


def machine(*libraries: str) -> dict[str, str]:
    """Return processor, system, and the versions of Python, NumPy and other libraries.

    Args:
        libraries: As package indexes call them.
    """
    return {
        "processor": platform.processor() or platform.machine(),
        "cores": str(os.cpu_count()),
        "system": platform.system(),
        "python": platform.python_version(),
    } | {library: version(library) for library in ("numpy", *libraries)}
