"""Every game's drawings can be read and hit at the size at which the page shows them."""

import re
from functools import cache
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest

import tablemates.table
from tablemates.envs.core.display import raster
from tablemates.envs.core.display.svg import width_of
from tablemates.envs.core.views.agent import Situation
from tablemates.envs.registry import GAMES, find_game, new_game
from tablemates.table.session.partners import make_agent

CSS = Path(tablemates.table.__file__).parent / "page" / "css" / "base.css"
_SCROLLS = 2000
#: By the width of the page: the room for a zone by its role, the least text, all in pixels.
#: ``test_layout`` of the page sees that there is so much room; wider ones have more.
SCREENS = {
    1280: ({"board": (842, 635), "shared": (424, 400), "seat": (424, 300)}, 11),
    1024: ({"board": (632, 571), "shared": (379, 400), "seat": (379, 300)}, 11),
    844: ({"board": (448, 340), "shared": (382, _SCROLLS), "seat": (382, _SCROLLS)}, 12),
    390: ({"board": (382, 472), "shared": (382, _SCROLLS), "seat": (382, _SCROLLS)}, 12),
}
TARGET = 28
#: Contrast of text, and of large text (WCAG 2.2, 1.4.3): 24 pixels, or bold and 18.66.
CONTRAST, LARGE = 4.5, 3.0
SEATS = (2, 4)
EVERY = 31  # positions
BETTER = 2  # games
NAME = "{http://www.w3.org/2000/svg}"


def play(key, players, every):
    """Yield some positions of a game, and of one that is played better each kind of question."""
    settings = find_game(key).settings_type(players=players)
    game = new_game(settings)
    rng = np.random.default_rng(players)
    game.new(players)
    count = 0
    while len(game.legal):
        if count % every == 0:
            yield game
        game.step(int(rng.choice(game.legal)))
        count += 1
    yield game
    player, asked = make_agent("rules", settings), set()
    for seed in range(BETTER):
        game.new(seed)
        count = 0
        while len(game.legal):
            if (question := re.sub(r"\d+", "", game.decision())) not in asked:
                asked.add(question)
                yield game
            game.step(player.act(Situation.of(game, seed, count)))
            count += 1
    player.close()


@pytest.fixture(scope="module", params=GAMES)
def zones(request):
    """Return the zones of some positions of a game, without those that look the same."""
    found = {}
    for players in SEATS:
        for game in play(request.param, players, EVERY):
            found |= {zone.svg: zone for zone in game.zones()}
    return list(found.values())


def transform(words):
    """Return an SVG transform as a matrix."""
    whole = np.eye(3)
    for name, given in re.findall(r"(\w+)\(([^)]*)\)", words):
        numbers = [float(one) for one in re.split(r"[ ,]+", given.strip())]
        one = np.eye(3)
        if name == "translate":
            one[:2, 2] = [numbers[0], numbers[1] if len(numbers) > 1 else 0]
        elif name == "scale":
            one[0, 0], one[1, 1] = numbers[0], numbers[-1]
        elif name == "rotate":
            turn, (x, y) = np.radians(numbers[0]), numbers[1:] or (0, 0)
            cos, sin = np.cos(turn), np.sin(turn)
            one[:2] = [[cos, -sin, x - cos * x + sin * y], [sin, cos, y - sin * x - cos * y]]
        elif name == "matrix":
            one[:2] = np.reshape(numbers, (3, 2)).T
        else:
            raise AssertionError(name)
        whole = whole @ one
    return whole


def walk(element, matrix=None, kinds=()):
    """Yield the elements of a drawing with their matrices and the classes around them."""
    matrix = np.eye(3) if matrix is None else matrix
    if words := element.get("transform"):
        matrix = matrix @ transform(words)
    kinds = (*kinds, *element.get("class", "").split())
    yield element, matrix, kinds
    for child in element:
        yield from walk(child, matrix, kinds)


def measured(measure):
    """Measure a drawing once: reading it takes longer than everything else."""
    return cache(lambda svg: tuple(measure(svg)))


@measured
def texts(svg):
    """Yield the texts: words, size, weight, fill, classes and the rectangle that they take."""
    for element, matrix, kinds in walk(ElementTree.fromstring(svg)):
        words = element.text or ""
        if element.tag != NAME + "text" or not words.strip():
            continue
        size, bold = float(element.get("font-size")), element.get("font-weight") == "bold"
        wide = width_of(words, size, bold)
        shift = {"middle": 0.5, "end": 1}.get(element.get("text-anchor"), 0)
        x, y = float(element.get("x")) - shift * wide, float(element.get("y"))
        corners = np.array([[x, y - 0.7 * size, 1], [x + wide, y, 1]]) @ matrix.T
        scale = abs(np.linalg.det(matrix[:2, :2])) ** 0.5
        left, top = corners.min(0)[:2]
        right, low = corners.max(0)[:2]
        yield words, size * scale, bold, element.get("fill"), kinds, (left, top, right, low)


def room_of(role, width, height, screen):
    """Return how many pixels of the page a unit of a zone of this size has."""
    across, down = SCREENS[screen][0][role]
    return min(across / width, down / height)


def scale(zone, screen):
    """Return how many pixels of the page a unit of a zone is."""
    size = map(int, re.search(r'viewBox="0 0 (\d+) (\d+)"', zone.svg).groups())
    return room_of(zone.role, *size, screen)


@pytest.mark.parametrize("screen", SCREENS)
def test_no_text_is_small(zones, screen):
    least = SCREENS[screen][1]
    left_out = "fine" if screen < 900 else "coarse"
    small = {
        (zone.name, words, round(size * scale(zone, screen), 1))
        for zone in zones
        for words, size, _, _, kinds, _ in texts(zone.svg)
        if size * scale(zone, screen) < least and not (left_out in kinds and zone.role == "board")
    }
    assert not small


def extent(element, matrix):
    """Return the width and height of what a shape covers."""
    xs, ys = [], []
    for one, at, _ in walk(element, matrix):
        if one.tag == NAME + "rect":
            x, y, w, h = (float(one.get(name, 0)) for name in ("x", "y", "width", "height"))
        elif one.tag == NAME + "circle":
            x, y, r = (float(one.get(name, 0)) for name in ("cx", "cy", "r"))
            x, y, w, h = x - r, y - r, 2 * r, 2 * r
        elif one.tag == NAME + "path" and not re.search("[a-y]", one.get("d")):
            # An outline of straight lines with absolute corners; glyphs lie inside of others.
            points = np.array(re.findall(r"(-?[\d.]+)[ ,](-?[\d.]+)", one.get("d")), float)
            (x, y), (w, h) = points.min(0), np.ptp(points, 0)
        else:
            continue
        corners = np.array([[x, y, 1], [x + w, y + h, 1]]) @ at.T
        xs += list(corners[:, 0])
        ys += list(corners[:, 1])
    return np.ptp(xs), np.ptp(ys)


@measured
def targets(svg):
    """Yield the actions that can be chosen in a drawing, each with its shorter side."""
    for element, matrix, _ in walk(ElementTree.fromstring(svg)):
        if action := element.get("data-action"):
            own = np.linalg.inv(transform(element.get("transform", "")))  # walked once more
            yield action, min(extent(element, matrix @ own))


@pytest.mark.parametrize("screen", SCREENS)
def test_targets_are_as_large_as_a_finger_tip(zones, screen):
    small = {
        (zone.name, action, round(size * scale(zone, screen), 1))
        for zone in zones
        for action, size in targets(zone.svg)
        if size * scale(zone, screen) < TARGET - 0.5
    }
    assert not small


def variables():
    """Return the page's colours in the light and in the dark, by variable."""
    found = re.findall(r"(--[\w-]+): light-dark\((#\w+), (#\w+)\)", CSS.read_text())
    return [{name: pair[which] for name, *pair in found} for which in (0, 1)]


def coloured(svg, colours):
    return re.sub(r"var\((--[\w-]+), *#\w+\)", lambda found: colours[found[1]], svg)


_LEVELS = np.arange(256) / 255
_LINEAR = np.where(_LEVELS <= 0.04045, _LEVELS / 12.92, ((_LEVELS + 0.055) / 1.055) ** 2.4)


def luminance(colour):
    return _LINEAR[np.asarray(colour)] @ [0.2126, 0.7152, 0.0722]


def test_drawings_alone_have_the_colours_of_the_page_in_the_light(zones):
    light = variables()[0]
    for zone in zones:
        for name, alone in set(re.findall(r"var\((--[\w-]+), *(#\w+)\)", zone.svg)):
            assert light[name] == alone


@pytest.mark.slow
@pytest.mark.skipif(bool(raster.missing_libraries()), reason="pixels need the extra `pictures`")
@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("every", [13, pytest.param(1, marks=pytest.mark.exhaustive)])
def test_text_stands_out_from_what_lies_under_it(zones, dark, every):
    """Of most zones no pixels are looked at; of others in the dark than in the light."""
    colours, screen = variables()[dark], 1280
    weak = set()
    for zone in zones[dark % every :: every]:
        svg = coloured(zone.svg, colours)
        ground = raster.rasterise(re.sub("<text.*?</text>", "", svg))
        for words, size, bold, fill, kinds, (left, top, right, low) in texts(svg):
            if "coarse" in kinds:
                continue
            under = luminance(
                ground[int(max(top, 0)) : int(low) + 1, int(max(left, 0)) : int(right) + 1]
            )
            ink = luminance([int(fill[n : n + 2], 16) for n in (1, 3, 5)])
            contrast = (np.maximum(ink, under) + 0.05) / (np.minimum(ink, under) + 0.05)
            shown = size * scale(zone, screen)
            wanted = LARGE if shown >= 24 or (bold and shown >= 18.66) else CONTRAST
            worst = np.quantile(contrast, 0.1) if contrast.size else 0
            if worst < wanted:
                weak.add((zone.name, words, fill, round(float(worst), 1)))
    assert not weak
