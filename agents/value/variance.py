"""Moved, see below; this path works for one more version."""

import runpy
import sys

if __name__ == "__main__":
    NEW = "tablemates.agents.evaluation.studies.variance"
    print(f"tablemates.agents.value.variance is now {NEW}", file=sys.stderr)
    runpy.run_module(NEW, run_name="__main__", alter_sys=True)
