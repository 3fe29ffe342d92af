"""Documents with something changed, and how often a reader takes or refuses them."""

from __future__ import annotations

import copy
import json
import signal
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Final

import hypothesis
from hypothesis import HealthCheck, Phase
from hypothesis import strategies as st

#: What people and strangers write where something else belongs.
ODD: Final = (
    None, True, False, 0, 1, -1, 2, 3, 7, 20, 99, 127, 128, 255, 256, 2**31, 2**63, 2**64, -(2**70),
    0.5, -0.0, 1e-4, 1e308, float("inf"), float("nan"), "", " ", "0", "1", "yes", "null", "unknown",
    "é\u202e☃", "x" * 300, "../../etc/passwd", [], {}, [[]], [None], {"a": {"b": []}}, [1] * 40,
)  # fmt: skip
#: Seconds of computing that one document may take.
_PATIENCE: Final = 20.0


@dataclass(frozen=True)
class Tried:
    """What came of many documents of a kind.

    Attributes:
        kind: Such as "saved games".
        accepted: How many were taken.
        refused: How many got a sentence.
        fault: What went wrong, with the smallest document that shows it; empty: nothing.
    """

    kind: str
    accepted: int
    refused: int
    fault: str = ""


def places(value: Any, place: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Yield the place of every value inside a document."""
    inside = value.items() if isinstance(value, dict) else enumerate(value)
    for key, one in inside:
        yield (*place, key)
        if isinstance(one, dict | list):
            yield from places(one, (*place, key))


@st.composite
def edited(draw: st.DrawFn, documents: Sequence[Any], most: int = 3) -> Any:
    """Draw a document with up to three values dropped, doubled, moved, or replaced."""
    document = copy.deepcopy(draw(st.sampled_from(documents)))
    for _ in range(draw(st.integers(0, most))):
        every = list(places(document))
        if not every:
            break
        *way, key = draw(st.sampled_from(every))
        holder = document
        for step in way:
            holder = holder[step]
        match draw(st.sampled_from(["replace", "drop", "move", "double", "number"])):
            case "drop":
                del holder[key]
            case "double" if isinstance(holder, list):
                holder.insert(key, copy.deepcopy(holder[key]))
            case "double":
                holder[draw(st.sampled_from(["x", "", f"{key}s", "name"]))] = holder[key]
            case "move":
                *there, other = draw(st.sampled_from(every))
                value = document
                for step in (*there, other):
                    try:
                        value = value[step]
                    except (LookupError, TypeError):
                        break  # an earlier edit took it away
                holder[key] = copy.deepcopy(value)
            case "number" if type(holder[key]) is int:
                holder[key] += draw(st.sampled_from([-1, 1, -2, 2, 16, 256]))
            case _:
                holder[key] = copy.deepcopy(draw(st.sampled_from(ODD)))
    return document


@st.composite
def respelt(draw: st.DrawFn, texts: Sequence[str]) -> str:
    """Draw a text with a few of its characters changed, lost, doubled or cut off."""
    text = draw(st.sampled_from(texts))
    for _ in range(draw(st.integers(1, 4))):
        first = draw(st.integers(0, len(text)))
        end = min(len(text), first + draw(st.integers(0, 6)))
        signs = st.sampled_from(list("{}[]:,-#&*!|>'\"%@` \n\t0179.eE~\0\ufeffé"))
        middle = draw(st.one_of(st.text(signs, max_size=3), st.just(text[first:end] * 2)))
        text = text[:first] + middle + text[end:]
    return text


def try_many(
    kind: str,
    documents: st.SearchStrategy[Any],
    takes: Callable[[Any], bool],
    count: int,
) -> Tried:
    """Let a reader read many documents.

    Args:
        kind: What they are.
        documents: How to draw one; always the same ones.
        takes: Reads one: whether it was taken. Raises whatever is wrong, such as an error
            that is none of the reader's own, or something taken that does not come back.
        count: How many.
    """
    found = {True: 0, False: 0}
    last: list[Any] = [None]

    @hypothesis.seed(2026)
    @hypothesis.settings(
        max_examples=count,
        database=None,
        deadline=None,
        print_blob=False,
        report_multiple_bugs=False,
        suppress_health_check=list(HealthCheck),
        phases=[Phase.generate, Phase.shrink],
    )
    @hypothesis.given(documents)
    def test(document: Any) -> None:
        last[0] = document
        with _bounded():
            found[takes(document)] += 1

    fault = ""
    try:
        test()
    except Exception as error:  # noqa: BLE001 - whatever it is, it is the fault that is looked for
        fault = f"{kind}: {type(error).__name__}: {str(error)[:300]} (of {_shown(last[0])})"
    return Tried(kind, found[True], found[False], fault)


def _shown(document: Any) -> str:
    text = document if isinstance(document, str) else json.dumps(document, default=repr)
    return text if len(text) < 400 else f"{text[:400]}..."


@contextmanager
def _bounded() -> Iterator[None]:
    """Turn what does not come to an end into an error."""

    def late(*_: object) -> None:
        raise TimeoutError(f"no answer within {_PATIENCE:.0f} s of computing")

    before = signal.signal(signal.SIGVTALRM, late)
    signal.setitimer(signal.ITIMER_VIRTUAL, _PATIENCE)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)
