"""Score agents: ``python evaluate.py --agents random runs/quick/policy --levels 1 2 3 4 5``."""

import sys

from tablemates.agents.evaluation.command import main

if __name__ == "__main__":
    sys.exit(main())
