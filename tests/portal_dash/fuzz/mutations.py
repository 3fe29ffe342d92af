"""Dumps that somebody has edited: steps of the agenda moved about, keys of another game's dump."""

from __future__ import annotations

import copy
from collections.abc import Sequence
from typing import Any, Final

from hypothesis import strategies as st

from tablemates.envs.portal_dash.positions_keys import BOSSES, CHANCES, COLOURS, STEPS, arguments_of
from tablemates.envs.portal_dash.rules.agenda import Step
from tablemates.envs.portal_dash.vocabulary import Chance
from tests.edits import edited

#: Arguments of steps; mobs and items that are not in a game are refused.
_ARGUMENTS: Final[dict[str, Sequence[Any]]] = {
    "player": range(4),
    "mob": ("magma cube 1", "ghast 2", "enderman 3", "hoglin 1", *BOSSES),
    "damage": (0, 1, 2, 99),
    "source": ("ghast", "magma"),
    "face": (*COLOURS, "any"),
    "reason": ("die", "boss"),
    "item": ("bow", "iron sword", "sword reroll", "iron leggings"),
    "slot": range(6),
    "blocks": (0, 1, 8, 99),
    "colour": COLOURS,
    "column": range(16),
    "layer": range(1, 5),
    "part": range(3),
}
_KINDS: Final = [(step, None) for step in Step if step != Step.CHANCE] + [
    (Step.CHANCE, chance) for chance in Chance if chance < Chance.SETUP
]


@st.composite
def steps(draw: st.DrawFn) -> dict[str, Any]:
    """Draw a step of an agenda."""
    step, chance = draw(st.sampled_from(_KINDS))
    names = [name for name in arguments_of(step, chance) if name != "chance"]
    about = {name: draw(st.sampled_from(_ARGUMENTS[name])) for name in names}
    return {
        "step": STEPS[step],
        **about,
        **({"chance": CHANCES[chance]} if chance is not None else {}),
    }


@st.composite
def mutated(draw: st.DrawFn, documents: Sequence[Any]) -> Any:
    """Draw a document with up to three changes that a reader by keys alone would not notice."""
    document = copy.deepcopy(draw(st.sampled_from(documents)))
    for _ in range(draw(st.integers(1, 3))):
        other = draw(st.sampled_from(documents))
        agenda = document["agenda"]
        kinds = ["key", "insert", "edit", *(["drop", "double", "swap"] if agenda else [])]
        at = draw(st.integers(0, max(0, len(agenda) - 1)))
        match draw(st.sampled_from(kinds)):
            case "insert":
                own = st.sampled_from(other["agenda"]) if other["agenda"] else st.nothing()
                agenda.insert(at, copy.deepcopy(draw(steps() | own)))
            case "drop":
                del agenda[at]
            case "double":
                agenda.insert(at, copy.deepcopy(agenda[at]))
            case "swap":
                agenda.insert(0, agenda.pop(at))
            case "key":
                key = draw(st.sampled_from([*other]))
                document[key] = copy.deepcopy(other[key])
            case "edit":
                document = draw(edited([document], most=1))
                if not isinstance(document.get("agenda"), list):
                    return document
    return document
