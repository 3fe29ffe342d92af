"""Settings of the game, and the same ones with NumPy's scalars and arrays."""

import numpy as np

SETTINGS = [
    ({"level": [1, 2]}, {"level": [np.int64(1), np.int64(2)]}),
    ({"level": [1, 2]}, {"level": np.array([1, 2])}),
    ({"board_shape": (6, 40)}, {"board_shape": (np.int8(6), np.int16(40))}),
    (
        {"level": {"tiles": 2, "mobs": {"blaze": 2}, "bosses": [["wildfire", "hard"]]}},
        {
            "level": {
                "tiles": np.int64(2),
                "mobs": {"blaze": np.uint8(2)},
                "bosses": [["wildfire", np.str_("hard")]],
            }
        },
    ),
]
