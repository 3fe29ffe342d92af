"""Edited documents, and a check of how a reader takes them."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final

import hypothesis
from hypothesis import HealthCheck, Phase
from hypothesis import strategies as st

#: Values that people and broken programs write where something else belongs.
ODD: Final = (
    None, True, False, 0, 1, -1, 2, 3, 7, 20, 99, 127, 128, 255, 256, 2**31, 2**63, 2**64, -(2**70),
    0.5, -0.0, 1e-4, 1e308, float("inf"), float("nan"), "", " ", "0", "1", "yes", "null", "unknown",
    "é\u202e☃", "x" * 300, "../../etc/passwd", [], {}, [[]], [None], {"a": {"b": []}}, [1] * 40,
)  # fmt: skip


def places(value: Any, place: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Yield the place of every value inside a document."""
    inside = value.items() if isinstance(value, dict) else enumerate(value)
    for key, one in inside:
        yield (*place, key)
        if isinstance(one, dict | list):
            yield from places(one, (*place, key))


@st.composite
def edited(draw: st.DrawFn, documents: Sequence[Any], most: int = 3) -> Any:
    """Draw a document with up to three values dropped, doubled, moved, replaced or of another."""
    document = copy.deepcopy(draw(st.sampled_from(documents)))
    for _ in range(draw(st.integers(0, most))):
        every = list(places(document))
        if not every:
            break
        *way, key = draw(st.sampled_from(every))
        holder = document
        for step in way:
            holder = holder[step]
        match draw(st.sampled_from(["replace", "drop", "move", "double", "number", "other"])):
            case "drop":
                del holder[key]
            case "double" if isinstance(holder, list):
                holder.insert(key, copy.deepcopy(holder[key]))
            case "double":
                holder[draw(st.sampled_from(["x", "", f"{key}s", "name"]))] = holder[key]
            case "move":
                value = document
                for step in draw(st.sampled_from(every)):
                    try:
                        value = value[step]
                    except (LookupError, TypeError):
                        break  # an earlier edit took it away
                holder[key] = copy.deepcopy(value)
            case "other":
                value = draw(st.sampled_from(documents))
                for step in (*way, key):
                    try:
                        value = value[step]
                    except (LookupError, TypeError):
                        break  # there is no such place in it
                else:
                    holder[key] = copy.deepcopy(value)
            case "number" if type(holder[key]) is int:
                holder[key] += draw(st.sampled_from([-1, 1, -2, 2, 16, 256]))
            case _:
                holder[key] = copy.deepcopy(draw(st.sampled_from(ODD)))
    return document


def check_reader(
    documents: st.SearchStrategy[Any], accepts: Callable[[Any], bool], count: int
) -> None:
    """Let a reader read many documents, always the same ones; it has to refuse some.

    ``accepts`` reads one and says whether it was accepted; it raises whatever is wrong.
    """
    refused = 0

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
    def check(document: Any) -> None:
        nonlocal refused
        refused += not accepts(document)

    check()
    assert refused, f"none of {count} edited documents was refused"


def assert_is_sentence(error: Exception) -> None:
    """Check that an error says something, on one line."""
    text = str(error)
    assert text.strip(), "an error without words"
    assert "\n" not in text, f"an error of several lines: {text!r}"
    assert len(text) < 2_000, f"an endless error: {text[:200]!r}..."
