"""Train a policy: ``python train.py --config configs/train/tutorial.yaml --seed 1``."""

import sys

from tablemates.agents.learn.train import main

if __name__ == "__main__":
    sys.exit(main())
