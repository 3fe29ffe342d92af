"""How strong partners are, for the game table: a file beside its code, which is installed alone."""

from __future__ import annotations

from typing import Final

from docs.tables import rows_of

_FILE: Final = "../table/server/strength.yaml"
#: Evaluations, those with more games a cell first.
_MEASURED: Final = ("leaderboard", "teammates", "readme")
_PLAYERS: Final = (1, 2, 3, 4)
_HEAD: Final = f"""\
# Games won, %, by level, for 1 to 4 players; null: not measured. Written by `make docs` from
# {", ".join(f"{name}.csv" for name in _MEASURED)} in docs/results; where several have a cell,
# the first of them counts.
"""


def pages() -> dict[str, str]:
    """Return the file; policies in folders of their own are left out."""
    won: dict[str, dict[int, dict[int, str]]] = {}
    for name in _MEASURED:
        for row in rows_of(name):
            if "/" not in row["agent"]:
                cells = won.setdefault(row["agent"], {}).setdefault(int(row["level"]), {})
                cells.setdefault(int(row["players"]), f"{100 * float(row['won']):.1f}")
    text = _HEAD
    for agent, levels in won.items():
        text += f"{agent}:\n"
        for level, cells in sorted(levels.items()):
            text += f"  {level}: [{', '.join(cells.get(n, 'null') for n in _PLAYERS)}]\n"
    return {_FILE: text}
