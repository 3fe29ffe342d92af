"""Numbers that are no actions: who is next, and what ``play`` is asked to do."""

from __future__ import annotations

from typing import Final

# Who is next; 0 and above is the seat that decides.
ILLEGAL: Final = -1  # nothing has changed
OVER: Final = -2
CHANCE: Final = -3  # explicit chance: the next "action" is the outcome's value

# Instead of an action, for one lane of many: leave it alone; begin its next game.
SKIP: Final = -1
NEXT: Final = -2

# Instead of an action, far from the numbers of actions and outcomes: begin the game at the
# lane's place in its sequence; begin the game that the lane describes; look at a record
# written from outside; run on from between two decisions; let each lane say; end the game
# because a seat broke the rules (``FORFEIT - seat``).
BEGIN: Final = -1001
DESCRIBED: Final = -1002
SHOW: Final = -1003
RESUME: Final = -1004
EACH: Final = -1005
FORFEIT: Final = -1010
