"""How wide text is in DejaVu Sans, the widest of the faces that are asked for."""

from __future__ import annotations

from typing import Final

# Advances in thousandths of the font size, from the space to the tilde.
_PLAIN: Final = (
    *(318, 401, 460, 838, 636, 950, 780, 275, 390, 390, 500, 838, 318, 361, 318, 337),
    *(636, 636, 636, 636, 636, 636, 636, 636, 636, 636, 337, 337, 838, 838, 838, 531),
    *(1000, 684, 686, 698, 770, 632, 575, 775, 752, 295, 295, 656, 557, 863, 748, 787),
    *(603, 787, 695, 635, 611, 732, 684, 989, 685, 611, 685, 390, 337, 390, 838, 500),
    *(500, 613, 635, 550, 635, 615, 352, 635, 634, 278, 278, 579, 278, 974, 634, 612),
    *(635, 635, 411, 521, 392, 634, 592, 818, 592, 592, 525, 636, 337, 636, 838),
)
_BOLD: Final = (
    *(348, 456, 521, 838, 696, 1002, 872, 306, 457, 457, 523, 838, 380, 415, 380, 365),
    *(696, 696, 696, 696, 696, 696, 696, 696, 696, 696, 400, 400, 838, 838, 838, 580),
    *(1000, 774, 762, 734, 830, 683, 683, 821, 837, 372, 372, 775, 637, 995, 837, 850),
    *(733, 850, 770, 720, 682, 812, 774, 1103, 771, 724, 725, 457, 365, 457, 838, 500),
    *(500, 675, 716, 593, 716, 678, 435, 716, 712, 343, 343, 665, 343, 1042, 712, 687),
    *(716, 716, 493, 595, 478, 712, 652, 924, 645, 652, 582, 712, 365, 712, 838),
)
_OTHER: Final = 1000  # any other character: as wide as the widest of those in use
_FIRST: Final = ord(" ")
#: The least that text is made smaller before it is shortened.
SMALLEST: Final = 0.85
_CUT: Final = "…"


def width_of(words: str, size: float, bold: bool = False) -> float:
    """Return the width of a line of text."""
    widths = _BOLD if bold else _PLAIN
    total = 0
    for sign in words:
        place = ord(sign) - _FIRST
        total += widths[place] if 0 <= place < len(widths) else _OTHER
    return total * size / 1000


def fitted(
    words: str, size: float, room: float, bold: bool = False, ends: bool = False
) -> tuple[str, float]:
    """Return text that fits, and its font size: a little smaller, or else shortened.

    Args:
        words: The text.
        size: Of the font.
        room: That there is.
        bold: Whether it is bold.
        ends: Whether it is shortened in the middle, because both ends tell it from others.
    """
    width = width_of(words, size, bold)
    if width <= room:
        return words, size
    least = size * SMALLEST
    if width * SMALLEST <= room:
        return words, size * room / width
    for count in range(len(words) - 1, 0, -1):
        last = count // 2 if ends else 0
        short = words[: count - last].rstrip() + _CUT + words[len(words) - last :].lstrip()
        if width_of(short, least, bold) <= room:
            return short, least
    return "", least


def wrapped(words: str, size: float, room: float, bold: bool = False) -> list[str]:
    """Return text broken into lines between words."""
    lines: list[str] = []
    for word in words.split():
        if lines and width_of(f"{lines[-1]} {word}", size, bold) <= room:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return lines
