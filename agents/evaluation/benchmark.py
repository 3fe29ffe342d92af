"""The benchmark: a frozen plan with a name, so that results of different days are comparable.

``configs/eval/bench-v1.yaml`` fixes rules, cells and seeds; it never changes, a new one gets the
next number. The agents are free, and the number of games is that of a tier.
"""

from __future__ import annotations

import re
from typing import Any, Final

from tablemates.agents.configs import configs_folder, read_config
from tablemates.agents.evaluation.plan import Plan

#: Settings that are free; parts are judged by the ruleset's hash.
_FREE: Final = frozenset({"agents", "games", "components", "ruleset"})
_NAME: Final = re.compile(r"bench-v(\d+)")


def benchmarks() -> dict[str, Plan]:
    """Return the benchmarks by name, the newest last."""
    files = (configs_folder() / "eval").glob("bench-v*.yaml")
    numbered = {int(found[1]): file for file in files if (found := _NAME.fullmatch(file.stem))}
    return {file.stem: read_config(Plan, file) for _, file in sorted(numbered.items())}


def benchmark_line(plan: Plan, ruleset: str) -> str:
    """Return the name of the benchmark that a plan is, as it stands above tables.

    Args:
        plan: What was played.
        ruleset: Hash of the rules and parts that it was played with.

    Returns:
        ``bench-v1, tier dev``; a sentence if only rules or parts differ from the benchmark's;
        else nothing.
    """
    sentence = ""
    for name, bench in benchmarks().items():
        if _frozen(plan) != _frozen(bench) or plan.tier is None:
            continue
        if ruleset == bench.ruleset:
            return f"{name}, tier {plan.tier}"
        sentence = (
            f"not {name}: its ruleset is {bench.ruleset}, and the rules or parts here are "
            f"{ruleset}, so these numbers cannot be compared with those of {name}"
        )
    return sentence


def _frozen(plan: Plan) -> dict[str, Any]:
    return {name: value for name, value in plan.what.items() if name not in _FREE}
