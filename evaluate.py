"""Score agents: ``python evaluate.py --agents random runs/quick/policy --scenario level=1,2``."""

import sys

from tablemates.agents.evaluation.evaluate import main

if __name__ == "__main__":
    sys.exit(main())
