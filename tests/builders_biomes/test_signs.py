"""Signs tell blocks apart whose colours somebody cannot."""

import numpy as np
import pytest

from tablemates.envs.builders_biomes import vocabulary as V
from tablemates.envs.core.display import raster
from tablemates.envs.registry import find_game, new_game
from tests.colours import BLIND


@pytest.mark.parametrize("kind", BLIND)
def test_signs_tell_blocks_apart_without_colours(kind):
    """A block is where it has light and dark; so each is compared with every other."""
    game = new_game(find_game("builders_biomes").settings_type())
    game.new(1)

    def seen(look):  # on the first block of the cube
        game.public.cube[0, V.LAYERS - 1] = look
        cube = next(zone.svg for zone in game.zones() if zone.name == "cube")
        pixels = raster.rasterise(cube)[36:84, 8:54] / 255
        light = np.clip(pixels**2.2 @ np.array(BLIND[kind]).T, 0, 1) @ [0.2126, 0.7152, 0.0722]
        return np.abs(light - np.median(light)) > 0.1

    signs = [seen(look) for look in range(V.COLOURS)]
    for i, one in enumerate(signs):
        for other in signs[:i]:
            assert (one != other).mean() > 0.08
