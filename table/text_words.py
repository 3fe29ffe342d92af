"""What the text table says about its commands."""

from __future__ import annotations

from typing import Final

HELP: Final = """\
Type the number of a choice, or its short name (such as "step north").

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
  s [FILE]  save the game; go on later with --load FILE, look at it with --replay FILE
  h         show this help
  q         leave the table

The board: Mc magma cube, Gh ghast, En enderman, Ho hoglin, Bl blaze, Ws wither
skeleton, each with its number; WF Wildfire, AH Ancient Hoglin; P pink, B blue,
Y yellow, G green. Ground: ~ lava, ^ magma, : soul sand, # brown block,
(1) spawner, [$] chest, <O> portal. > < marks what can be chosen.
The cube: layer 1 is the top. Re red, Gy gray, Go gold, Br brown, Bk black,
[ ] around a block: exposed; ? shows no face. A block's column is the number at
the left plus the one above. Piglin tasks: due before their layer is empty."""


def no_choice(line: str, choices: int) -> str:
    """Return what is wrong with a line that is neither choice nor command."""
    if choices == 0:
        return f"The game is over, {line!r} is no command: u, w, l, b, s, h or q."
    return f"{line!r} is no choice: type a number from 1 to {choices}, or h for help."
