"""What people type at the text table, and what they can: choices, outcomes, commands."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from rich.columns import Columns
from rich.console import Console
from rich.text import Text

from tablemates.envs.core.numbers import whole_number
from tablemates.table.game import Choice

_BELOW_EACH_OTHER: Final = 6  # choices that are never put side by side

HELP: Final = """\
Type the number of a choice, or its short name (such as "step north"). What fell at a
real table can be typed as it is, such as "gold".

  b         show the board
  l [N]     show what has happened so far, or the last N lines of it
  ?         ask for advice: the best choices, and why
  w         ask the partner who moved last why
  i N       what if: what certainly comes of choice N, and the odds of a fight
  u [N]     take back the last choice, or the last N, with what partners did after
            it; the same dice fall again
  r [N]     make the next choice again that was taken back, or the next N
  n [N]     branch: go on with another game that begins here, or N choices back; the
            one that you leave is kept
  g [N]     show the games that are kept so, or go to game N
  c [N]     at a real table: show what was typed in last, or correct the Nth last of it
  s [FILE]  save the game; go on later with --load FILE, look at it with --replay FILE
  s! [FILE] save it also where another file is overwritten by it
  h         show this help
  q         leave the table

The board: Mc magma cube, Gh ghast, En enderman, Ho hoglin, Bl blaze, Ws wither
skeleton, each with its number; WF Wildfire, AH Ancient Hoglin; P pink, B blue,
Y yellow, G green. Ground: ~ lava, ^ magma, : soul sand, # brown block,
(1) spawner, [$] chest, <O> portal. > < marks what can be chosen.
The cube: layer 1 is the top. Re red, Gy gray, Go gold, Br brown, Bk black,
[ ] around a block: exposed; ? shows no face. A block's column is the number at
the left plus the one above. Piglin tasks: due before their layer is empty."""


def numbers_of(choices: Sequence[Choice], chance: bool) -> list[int]:
    """Return the numbers by which choices are typed: from 1 on, or those that a die shows.

    Whoever reads a die types what it shows: another number for it would be a trap.

    Args:
        choices: What there is to choose.
        chance: Whether they are outcomes of chance.
    """
    shown = [re.findall(r"\d+", choice.text) for choice in choices]
    numbers = [int(one[0]) for one in shown if len(one) == 1]
    if chance and len(set(numbers)) == len(choices) > 1:  # each shows one, and another one
        return numbers
    return list(range(1, len(choices) + 1))


def listed(choices: Sequence[Choice], chance: bool, console: Console) -> list[str]:
    """Return choices as lines: side by side where a terminal has no room for so many.

    Args:
        choices: What there is to choose.
        chance: Whether they are outcomes of chance.
        console: Where they are shown.
    """
    numbers = numbers_of(choices, chance)
    entries = [f"{n:4}  {choice.text}" for n, choice in zip(numbers, choices, strict=True)]
    if not console.is_terminal or len(entries) <= _BELOW_EACH_OTHER:
        return entries
    beside = Columns(map(Text, entries), padding=(0, 2), column_first=True)
    lines = console.render_lines(beside, pad=False)
    return ["".join(piece.text for piece in line).rstrip() for line in lines]


def meant(line: str, choices: Sequence[Choice], chance: bool) -> list[Choice]:
    """Return the choices that a line fits: one, or people have to type something else.

    Args:
        line: A number, a short name, or words of an outcome.
        choices: What there is to choose.
        chance: Whether they are outcomes of chance.
    """
    words = " ".join(line.lower().split())
    if words.isdecimal():
        wanted, numbers = whole_number(words), numbers_of(choices, chance)
        return [one for one, number in zip(choices, numbers, strict=True) if number == wanted]
    named = [one for one in choices if one.name == words]
    if named or not chance or not words:
        return named
    exact = [one for one in choices if one.text.endswith((f"is {words}", f"the {words}"))]
    return exact or [one for one in choices if words in one.text]


def no_choice(line: str, choices: Sequence[Choice], chance: bool) -> str:
    """Return what is wrong with a line that means no choice, and is no command."""
    if not choices:
        return f"The game is over, {line!r} is no command: u, w, l, b, s, h or q."
    if len(meant(line, choices, chance)) > 1:
        return f"{line!r} fits more than one of these: type a little more, or a number."
    numbers = numbers_of(choices, chance)
    which = f"{numbers[0]} to {numbers[-1]}"
    return f"{line!r} is no choice: type a number from {which}, or h for help."
