"""Train a policy: ``python train.py --config configs/train/ppo.yaml --ppo.learning_rate 1e-4``."""

import sys

from tablemates.agents.learn.train import main

if __name__ == "__main__":
    sys.exit(main())
