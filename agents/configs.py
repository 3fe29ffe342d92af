"""Where the YAML files of training and evaluation lie."""

from __future__ import annotations

from pathlib import Path


def configs_folder() -> Path:
    """Return the folder ``configs``, which lies beside ``agents`` in checkout and wheel alike."""
    return Path(__file__).resolve().parents[1] / "configs"
