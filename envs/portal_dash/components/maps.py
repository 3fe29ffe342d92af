"""Text maps of the board's parts, as words of one row each."""

from __future__ import annotations

from dataclasses import dataclass

from tablemates.envs.portal_dash.rules import limits as L

PLAIN, LAVA, MAGMA, SOUL_SAND, CHEST, PORTAL = ".", "~", "^", ":", "C", "P"
SPAWNERS = "".join(str(number) for number in range(1, L.SPAWNERS + 1))
SYMBOLS = PLAIN + LAVA + MAGMA + SOUL_SAND + CHEST + PORTAL + SPAWNERS


@dataclass(frozen=True)
class BoardPart:
    """One tile or strip.

    Attributes:
        name: Name for messages and pictures.
        rows: Its symbols, one word a row, without blanks.
    """

    name: str
    rows: tuple[str, ...]

    @property
    def columns(self) -> int:
        """The number of spaces in a row."""
        return len(self.rows[0])

    def words(self, symbol: str) -> list[int]:
        """Return one word a row, bit ``c`` for a space in column ``c`` with the symbol."""
        return [
            sum(1 << column for column, found in enumerate(row) if found == symbol)
            for row in self.rows
        ]

    def spaces(self, symbol: str) -> list[int]:
        """Return the spaces with the symbol as ``row * 64 + column``, leftmost first."""
        found = [
            (column, row)
            for row, symbols in enumerate(self.rows)
            for column, one in enumerate(symbols)
            if one == symbol
        ]
        return [row * L.COLUMNS + column for column, row in sorted(found)]

    @property
    def spawners(self) -> list[int]:
        """The spawner spaces in the order of their numbers."""
        return [space for number in SPAWNERS for space in self.spaces(number)]


def read_part(name: str, text: str, rows: int, columns: int) -> BoardPart:
    """Read a text map.

    Args:
        name: Of the tile or strip.
        text: One line a row; blanks do not count.
        rows: How many lines it must have.
        columns: How many spaces each must have.

    Raises:
        ValueError: The map has another size, an unknown symbol, or spawners
            that are not numbered 1, 2, 3, ...
    """
    lines = tuple("".join(line.split()) for line in text.strip().splitlines())
    if len(lines) != rows:
        raise ValueError(f"the map needs {rows} rows and has {len(lines)}")
    for number, line in enumerate(lines, start=1):
        for symbol in line:
            if symbol not in SYMBOLS:
                raise ValueError(
                    f"unknown symbol {symbol!r} in row {number} of the map; "
                    f"known: {' '.join(SYMBOLS)}"
                )
        if len(line) != columns:
            raise ValueError(f"row {number} of the map needs {columns} spaces and has {len(line)}")
    numbers = sorted(symbol for line in lines for symbol in line if symbol in SPAWNERS)
    if numbers != list(SPAWNERS[: len(numbers)]):
        raise ValueError(
            f"spawners are numbered from 1 without gaps, here they are {', '.join(numbers)}"
        )
    return BoardPart(name, lines)
