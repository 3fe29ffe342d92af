"""Settings of the game, and the same ones with NumPy's scalars and arrays."""

import numpy as np

SETTINGS = [({"max_rounds": 9}, {"max_rounds": np.int16(9)})]
