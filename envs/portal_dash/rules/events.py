"""The log of the last step: what happened, as rows of small numbers."""

from __future__ import annotations

from tablemates.envs.core.compiler.decorators import helper
from tablemates.envs.core.engine.events import keep_frame
from tablemates.envs.portal_dash.rules.state import Work
from tablemates.envs.portal_dash.rules.vocabulary import Event


@helper
def emit(w: Work, kind: Event, a: int, b: int, c: int, d: int, e: int) -> None:
    """Append an event, after what it tells has been done; ``Event.fields`` names the numbers."""
    if w.keep_events == 0 or w.event_count >= len(w.events):
        return
    row = w.events[w.event_count]
    row[0] = kind
    row[1] = a
    row[2] = b
    row[3] = c
    row[4] = d
    row[5] = e
    keep_frame(w)
    w.event_count += 1
