"""Measures our cases on request, in a process of its own: a JSON line in, a JSON line out.

``{"prepare": name, "seconds": s}`` is answered by ``{}`` or, where the package has not got
what the case is about, ``{"missing": why}``; ``{"run": name, "seconds": s}`` by
``{"rate": units a second}``. The first line out says which package is measured.
"""

from __future__ import annotations

import json
import sys
from typing import Any

import tablemates
from benchmarks import ours
from benchmarks.measure import Work, prepare, processors, rate


def main() -> None:
    """Answer requests until there are no more."""
    answers, sys.stdout = sys.stdout, sys.stderr  # what a case prints is no answer

    def tell(**answer: Any) -> None:
        print(json.dumps(answer), file=answers, flush=True)

    cases = {case.name: case for case in ours.cases()}
    works: dict[str, Work] = {}
    tell(package=tablemates.__file__)
    for line in sys.stdin:
        request = json.loads(line)
        if name := request.get("prepare"):
            try:
                works[name] = prepare(cases[name], request["seconds"])
            except Exception as error:  # noqa: BLE001 - an older package may fail in any way
                tell(missing=f"{type(error).__name__}: {error}")
            else:
                tell()
        else:
            name = request["run"]
            with processors(cases[name].cores):
                tell(rate=rate(works[name], request["seconds"]))


if __name__ == "__main__":
    main()
