"""Moved, see below; this path works for one more version."""

import runpy
import sys

if __name__ == "__main__":
    NEW = "tablemates.agents.learn.make_dataset"
    print(f"tablemates.agents.learn.dataset is now {NEW}", file=sys.stderr)
    runpy.run_module(NEW, run_name="__main__", alter_sys=True)
