"""The page of learned teammates: what came of training, from what evaluations have left."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from docs import partners
from docs.tables import (
    agents_of,
    calibration_table,
    levels_table,
    overall_of,
    pairs_table,
    provenance_of,
    rows_of,
    table,
)

_TEMPLATE: Final = Path(__file__).with_suffix(".md")
_ABLATIONS: Final = "ablations"
_COPIES: Final = "clones_of_actions"
_BOXES: Final = ("blunt", "heavy", "swift")


def pages() -> dict[str, str]:
    """Return the page of learned teammates."""
    text = _TEMPLATE.read_text(encoding="utf-8").format(
        calibration=calibration_table(rows_of("calibration_ppo")),
        ablations_games=rows_of(_ABLATIONS)[0]["games"],
        ablations_digest=_digest(_ABLATIONS),
        ablations=levels_table(rows_of(_ABLATIONS)),
        ablations_pairs=pairs_table(_ABLATIONS, "ppo"),
        copies_games=rows_of(_COPIES)[0]["games"],
        copies_digest=_digest(_COPIES),
        copies=levels_table(rows_of(_COPIES)),
        copies_pairs=pairs_table(_COPIES),
        partners=partners.text(),
        boxes_games=rows_of(f"boxes_{_BOXES[0]}")[0]["games"],
        standard_games=rows_of("champion")[0]["games"],
        boxes_digests=", ".join(f"`{_digest(f'boxes_{box}')}`" for box in _BOXES),
        boxes=_boxes(),
    )
    return {"teammates.md": text}


def _digest(name: str) -> str:
    return provenance_of(name)["digest of rows.jsonl"]


def _boxes() -> str:
    """Return the table of what agents keep on other parts."""
    standard = overall_of("teammates") | overall_of("champion")
    others = [overall_of(f"boxes_{box}") for box in _BOXES]
    lines = [
        [f"`{agent}`", standard[agent], *(one[agent] for one in others)]
        for agent in agents_of(rows_of(f"boxes_{_BOXES[0]}"))
    ]
    return table(["agent", "standard", *(f"`{box}`" for box in _BOXES)], lines)
