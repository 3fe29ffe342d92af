"""Drawings: what they show, in every situation without overlaps, as SVG and as pixels."""

import re
import xml.etree.ElementTree as ET

import numpy as np
import pytest

from tablemates.envs.core.display import raster
from tablemates.envs.core.display import svg as canvas
from tablemates.envs.portal_dash import icons
from tablemates.envs.portal_dash.game import PortalDash
from tablemates.envs.portal_dash.picture import draw
from tablemates.envs.portal_dash.settings import Settings
from tablemates.envs.portal_dash.vocabulary import Colour, Decision
from tests.colours import BLIND
from tests.portal_dash.games import LEVELS, make_game, states

SVG = "{http://www.w3.org/2000/svg}"
LONG = {
    "tiles": 8,
    "mobs": {"hoglin": 3},
    "bosses": [("wildfire", "hard"), ("ancient hoglin", "easy")],
}


def drawn(game, legal=None):
    """Return the drawing; ``legal`` are the actions that are held to be legal."""
    if legal is not None:
        game.mask[:] = 0
        game.mask[list(legal)] = 1
    return draw(game).svg()


@pytest.fixture
def game():
    """Return a game of four players that has begun, to be written into."""
    game = PortalDash(Settings(level=5, players=4, first_player=0))
    game.new(5)
    while game.public.turn < 2:
        game.step(int(np.flatnonzero(game.mask)[0]))
    p = game.public
    p.lava[3] = p.magma[3] = p.soul_sand[3] = p.brown[3] = 0
    return game


# -- the composition -----------------------------------------------------------------------
def lines_of(svg):
    """Yield every upright line of text: left, top, right, bottom, words, size."""

    def walk(element, x, y, scale):
        transform = element.get("transform", "")
        if transform.startswith("rotate") or element.get("display") == "none":
            return
        if found := re.fullmatch(r"translate\((\S+) (\S+)\)(?: scale\((\S+)\))?", transform):
            x, y = x + scale * float(found[1]), y + scale * float(found[2])
            scale *= float(found[3] or 1)
        if element.tag == f"{SVG}text" and element.text:
            size = float(element.get("font-size")) * scale
            width = canvas.width_of(element.text, size, element.get("font-weight") == "bold")
            back = {"middle": width / 2, "end": width}.get(element.get("text-anchor"), 0)
            left, base = (
                x + scale * float(element.get("x")) - back,
                y + scale * float(element.get("y")),
            )
            yield left, base - 0.73 * size, left + width, base + 0.02 * size, element.text, size
        for child in element:
            yield from walk(child, x, y, scale)

    return list(walk(ET.fromstring(svg), 0.0, 0.0, 1.0))


def faults_of(svg, smallest):
    """Return texts that lie on each other, outside the picture, or are too small to read."""
    lines, root = lines_of(svg), ET.fromstring(svg)
    width, height = int(root.get("width")), int(root.get("height"))
    faults = [line for line in lines if line[5] < smallest]
    faults += [one for one in lines if not (one[0] > 0 and one[2] < width and one[3] < height)]
    boxes = np.array([line[:4] for line in lines])
    slack = 0.3
    wide = np.minimum(boxes[:, None, 2], boxes[:, 2]) - np.maximum(boxes[:, None, 0], boxes[:, 0])
    high = np.minimum(boxes[:, None, 3], boxes[:, 3]) - np.maximum(boxes[:, None, 1], boxes[:, 1])
    pairs = np.argwhere(np.triu((wide > slack) & (high > slack), 1))
    return faults + [(lines[i][4], lines[j][4], lines[i][:4]) for i, j in pairs]


@pytest.mark.slow
@pytest.mark.parametrize("players", [1, 4])
def test_no_text_lies_on_another(players):
    count = 0
    for level in LEVELS:
        rng = np.random.default_rng(10 * level + players)
        game = make_game(rng, level, players)
        for n, _ in enumerate(states(game, rng, 90)):
            if n % 9 == 0:
                assert faults_of(game.picture("svg"), 6) == []
                count += 1
    assert count == 50


def test_long_tracks_two_bosses_and_many_things_have_room(game):
    long = PortalDash(Settings(level=LONG, players=1, board_shape=(8, 64)))
    long.new(3)
    assert faults_of(drawn(long), 4) == []
    p, names = game.public, game.names
    p.fight_mob = next(mob for mob in range(18) if p.mob_space[mob] >= 0)
    p.dice_count, p.dice_to_roll, p.dice[:6] = 6, 6, 2
    p.hand[:], p.used[:], p.unseen[:] = 3, 12, 10
    p.line[:], p.line_length = range(18), 18
    p.mob_space[18], p.boss_life[0] = 2 * 64 + 1, 17
    p.player_space[:] = 3 * 64
    p.item_active[:], p.item_hearts[:] = 1, 1
    p.item_kind[:] = [names.items.index("Netherite sword"), *range(5)]
    p.item_enchantments[:, :, :3] = names.items.index("bow +1 die, +1 range")
    p.drawn[:] = names.items.index("bow +1 die, +1 range"), names.items.index("iron chestplate")
    p.decision = Decision.KEEP_TILE
    assert faults_of(drawn(game, []), 6) == []


# -- what is shown ----------------------------------------------------------------------------
#: Fields of the public record, where they are changed, and what stands there then.
CHANGES = [
    ("hearts", 1, 2), ("player_space", 1, 5 * 64), ("item_kind", (2, 1), 20),
    ("item_active", (2, 1), 0), ("item_hearts", (1, 2), 0), ("item_enchantments", (1, 0, 0), 20),
    ("slot_in_use", None, 1), ("pending_mobs", None, 2**18 - 1), ("boss_life", 0, 3),
    ("mob_space", 18, 5 * 64 + 3), ("line_length", None, 1), ("lava", 3, 4), ("magma", 3, 4),
    ("soul_sand", 3, 4), ("brown", 3, 4), ("chest_space", slice(None), -1), ("cube", (0, 0), -1),
    ("place_count", 0, 0), ("used", 2, 9), ("unseen", 2, 9), ("hand", 2, 2), ("supply", 1, 0),
    ("stack_count", 0, 0), ("discards", 7, 3), ("drawn", 0, 9), ("fight_mob", None, 0),
    ("turn", None, 99), ("decider", None, -1), ("decision", None, Decision.REVEAL),
    ("outcome", None, 1),
]  # fmt: skip


@pytest.mark.parametrize(("field", "index", "value"), CHANGES, ids=lambda one: str(one))
def test_every_thing_on_the_table_is_shown(game, field, index, value):
    p = game.public
    p.place_count[0], p.place_colour[0] = 1, 2
    before = drawn(game, [])
    if index is None:
        setattr(p, field, value)
    else:
        getattr(p, field)[index] = value
    assert drawn(game, []) != before


# -- without colours ---------------------------------------------------------------------------


@pytest.mark.parametrize("kind", BLIND)
def test_patterns_tell_blocks_apart_without_colours(kind):
    """A block is where it has light and dark; so each is compared with every other."""

    def seen(colour):
        svg = canvas.document(48, 48, "", [icons.block(colour, 0, 0, 20)])
        pixels = (raster.rasterise(svg)[2:18, 2:18] / 255) ** 2.2
        light = np.clip(pixels @ np.array(BLIND[kind]).T, 0, 1) @ [0.2126, 0.7152, 0.0722]
        return np.abs(light - np.median(light)) > 0.12

    blocks = [seen(colour) for colour in Colour]
    for i, one in enumerate(blocks):
        for other in blocks[:i]:
            assert (one != other).mean() > 0.08
