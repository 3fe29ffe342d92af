"""``evaluate.py --verify rows.jsonl``: does every line hold, and which is the first that does not.

Every line has to be as it was written after the one before; the next game of the
plan, where a ``plan.json`` lies beside the rows; of the same rules, version and
policies as the others; and its game, played again from seed and actions, has to
end as the line says. Agents that are asked again have to give the same answers.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import numpy as np
import numpy.typing as npt

from tablemates.agents.evaluation.digests import policy_digest
from tablemates.agents.evaluation.line_ups import is_program, thinks_by_the_clock
from tablemates.agents.evaluation.reading import DoesNotHoldError, Reader
from tablemates.agents.evaluation.resimulation import Resimulation
from tablemates.agents.evaluation.rows import STALL, UNKNOWN
from tablemates.agents.progress import progress
from tablemates.agents.registry import find_agent
from tablemates.envs.core.agent import Agent
from tablemates.envs.core.errors import FormatError, SettingsError
from tablemates.envs.core.files import plain_lines

#: Lines that are examined together.
_CHUNK: Final = 4096


@dataclass(frozen=True, slots=True)
class Verified:
    """A file whose lines hold.

    Attributes:
        rows: The number of lines.
        simulated: How many of them were played again.
        digest: The last hash, which stands for all of the file.
        asked: Agents that were asked again for every decision.
        notes: Sentences about what was not checked.
    """

    rows: int
    simulated: int
    digest: str
    asked: tuple[str, ...]
    notes: tuple[str, ...]

    def __str__(self) -> str:
        again = "all" if self.simulated == self.rows else f"{self.simulated:,}"
        asked = f", {', '.join(self.asked)} asked again" if self.asked else ""
        held = f"{self.rows:,} rows hold, {again} of them played again{asked}"
        notes = [f"note: {sentence}" for sentence in self.notes]
        return "\n".join([f"{held}; digest {self.digest}", *notes])


def start(
    file: Path, components: str | None = None, ask_agents: bool = False, sample: int | None = None
) -> None:
    """Examine a file of rows and print what was found, see ``verify``."""
    print(verify(file, components, ask_agents, sample))


def verify(
    file: Path, components: str | None = None, ask_agents: bool = False, sample: int | None = None
) -> Verified:
    """Examine a file of rows.

    Args:
        file: The rows.
        components: The parts that they were played with; None: the standard set.
        ask_agents: Ask agents again for every decision.
        sample: Play only so many games again, spread over the file; None: all.

    Raises:
        DoesNotHoldError: A line does not hold; the message names the first one.
        GameError, ComponentsError: The file, the parts or an agent cannot be read.
    """
    if sample is not None and sample < 1:
        raise SettingsError(f"a sample of {sample} games is none: take 1 or more")
    total = _count(file)
    chosen = _spread(total, sample)
    reader = Reader(file, components)
    agents: dict[str, Agent] = {}
    resimulation = Resimulation(components, agents)
    first = stalled = 0
    try:
        with progress("verifying", "games", total) as report:
            for rows, fault in reader.chunks(_CHUNK):
                stranger = _meet(agents, reader) if ask_agents else None
                places = np.flatnonzero(chosen[first : first + len(rows)]).tolist()

                def note(done: int, before: int = first) -> None:
                    if before + done < total:
                        report(before + done, "")

                found = resimulation.faults([rows[n] for n in places], note)
                faults = {n: one for n, one in zip(places, found, strict=True) if one is not None}
                if fault is not None:
                    faults[len(rows)] = fault
                if stranger is not None:
                    faults.setdefault(stranger[0] - first - 1, stranger[1])
                if faults:
                    n = min(faults)
                    raise DoesNotHoldError(f"{file}, line {first + n + 1}: {faults[n]}")
                first += len(rows)
                report(first, "")
                stalled += sum(row.cause == STALL for row in rows)
    finally:
        for agent in agents.values():
            agent.close()
    notes = [*reader.notes, *(_not_asked(reader, agents) if ask_agents else ())]
    if stalled:
        notes.append(
            f"{stalled:,} games were lost because an answer came too late: no row can show whether "
            "it did"
        )
    return Verified(first, int(chosen.sum()), reader.before, tuple(agents), tuple(notes))


def _count(file: Path) -> int:
    try:
        total = sum(1 for _ in plain_lines(file))
    except OSError as error:
        raise FormatError(f"{file}: cannot be read ({error.strerror})") from error
    if not total:
        raise DoesNotHoldError(f"{file}: has no line")
    return total


def _spread(total: int, sample: int | None) -> npt.NDArray[np.bool_]:
    """Return which lines are played again: others each time, so that none is safe."""
    chosen = np.ones(total, np.bool_)
    if sample is not None and sample < total:
        chosen[:] = False
        chosen[np.random.default_rng().choice(total, sample, replace=False)] = True
    return chosen


def _meet(agents: dict[str, Agent], reader: Reader) -> tuple[int, str] | None:
    """Find the agents of the rows read so far, and see that they are those that played.

    Returns:
        The first line of one who is not, and why it does not hold; None: there is none.
    """
    for name, (digest, line) in reader.policies.items():
        if name in agents or is_program(name) or thinks_by_the_clock(name):
            continue
        here = policy_digest(name)
        if digest == here == UNKNOWN:
            continue
        if here != digest:
            return line, (
                f"{name!r} has the policy digest {digest}, and here {here}: it is not the agent "
                "that played, so it cannot be asked again"
            )
        agents[name] = find_agent(name, reader.facts)
    return None


def _reason_not_to_ask(name: str, digest: str) -> str:
    """Return why an agent may answer otherwise than before, nothing if it does not."""
    if is_program(name):
        return "a program"
    if digest == UNKNOWN:
        return "without a digest"
    return "thinks by the clock" if thinks_by_the_clock(name) else ""


def _not_asked(reader: Reader, agents: Mapping[str, Agent]) -> list[str]:
    missing = [
        f"{name!r} ({_reason_not_to_ask(name, digest)})"
        for name, (digest, _) in reader.policies.items()
        if name not in agents
    ]
    if not missing:
        return []
    return [f"not asked again, because they may answer otherwise: {', '.join(missing)}"]
