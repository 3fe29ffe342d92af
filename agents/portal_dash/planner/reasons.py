"""Why one choice is worth more than another, in plain words."""

from __future__ import annotations

from typing import Final

import numpy as np
import numpy.typing as npt

from tablemates.agents.portal_dash.planner.weights import Term

_BETTER: Final = {
    Term.TASKS: "it does more for the piglin tasks",
    Term.TIME: "it brings the team further in the time that the cube leaves",
    Term.BOSS: "it makes the fight with the boss safer",
    Term.HEARTS: "it leaves the players more hearts",
    Term.THREAT: "it exposes the players to less damage at the next rolls",
    Term.GEAR: "it leaves the players better equipped",
    Term.FINDS: "it promises more finds",
    Term.OUTCOME: "it may decide the game",
}
_WORSE: Final = {
    Term.TASKS: "it does less for the piglin tasks",
    Term.TIME: "it costs time that the cube does not leave",
    Term.BOSS: "it makes the fight with the boss more dangerous",
    Term.HEARTS: "it costs hearts",
    Term.THREAT: "it exposes the players to more damage at the next rolls",
    Term.GEAR: "it leaves the players worse equipped",
    Term.FINDS: "it promises fewer finds",
    Term.OUTCOME: "it may lose the game",
}
#: Points that make no difference worth a word.
_NOTHING: Final = 0.05


def reason_for(difference: npt.NDArray[np.float64], best: bool, chance: float) -> str:
    """Return the sentence for a choice.

    Args:
        difference: Its terms less those of the choice that it is compared with,
            indexed by ``Term``.
        best: Whether it is the one that is taken (compared with the second best),
            or another (compared with the best).
        chance: To win with it, as estimated.
    """
    if abs(float(difference.sum())) < _NOTHING:
        words = "no other choice is better" if best else "as good as the best"
    else:
        term = Term(int(np.argmax(difference if best else -difference)))
        words = (
            f"{_BETTER[term]} than the second best" if best else f"{_WORSE[term]}, unlike the best"
        )
    return f"{100.0 * chance:.0f} % to win; {words}"
