"""Signs tell things apart whose colours somebody cannot."""

import numpy as np
import pytest

from tablemates.envs.builders_biomes import vocabulary as V
from tablemates.envs.core import raster
from tablemates.envs.core.canvas import document
from tablemates.envs.core.glyphs import glyph
from tablemates.envs.registry import find_game, new_game
from tests.portal_dash.test_pictures import BLIND


@pytest.fixture(scope="module")
def blocks():
    """Return the pixels of the sign of each colour on the first block of the cube."""
    game = new_game(find_game("builders_biomes").settings_type())
    game.new(1)

    def drawn(look):
        game.public.cube[0, V.LAYERS - 1] = look
        cube = next(zone.svg for zone in game.zones() if zone.name == "cube")
        return raster.rasterise(cube)[24:40, 32:48] / 255

    return [drawn(look) for look in range(V.COLOURS)]


@pytest.mark.parametrize("kind", BLIND)
def test_signs_tell_blocks_apart_without_colours(blocks, kind):
    """A block is where it has light and dark; so each is compared with every other."""

    def seen(pixels):
        light = np.clip(pixels**2.2 @ np.array(BLIND[kind]).T, 0, 1) @ [0.2126, 0.7152, 0.0722]
        return np.abs(light - np.median(light)) > 0.1

    signs = [seen(one) for one in blocks]
    for i, one in enumerate(signs):
        for other in signs[:i]:
            assert (one != other).mean() > 0.08


def test_a_sign_is_that_of_the_last_word_it_has_one_for():
    def drawn(words):
        return raster.rasterise(document(8, 8, "", [glyph(words, 0, 0, 8, "#fff")]))

    sword = drawn("sword")
    assert (drawn("damaged iron sword") == sword).all()
    assert (sword[0, :, 0] > 128).tolist() == [False] * 6 + [True] * 2
    assert glyph("nothing known", 0, 0, 8, "#fff") == ""
