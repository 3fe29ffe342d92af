"""Figures of the report: marks stand where their numbers say, and letters can be read."""

from xml.etree import ElementTree

import numpy as np
import pytest

from tablemates.agents.evaluation.report.figures import bars, forest, ink
from tablemates.agents.evaluation.report.figures.curves import curves
from tablemates.agents.evaluation.report.figures.matrix import heat_map
from tablemates.agents.evaluation.report.figures.strength import Point, strength
from tablemates.agents.evaluation.statistics import Estimate
from tablemates.envs.portal_dash.render.drawing.metrics import width_of


@pytest.mark.parametrize("signed", [False, True])
def test_a_forest_plot_has_a_mark_at_its_value(signed):
    entry = forest.Entry("someone", Estimate(0.4, 0.2, 0.6), 0)
    drawn = ElementTree.fromstring(forest.forest("title", [forest.Group("", [entry])], signed))
    space = "{http://www.w3.org/2000/svg}"
    numbers = {one.text: float(one.get("x")) for one in drawn.iter(f"{space}text")}
    bar = next(one for one in drawn.iter(f"{space}line") if one.get("stroke-width") == "2.4")
    mark = next(one for one in drawn.iter(f"{space}path"))
    at = float(mark.get("transform").split("(")[1].split()[0])
    if signed:
        middle = (numbers["-50"] + numbers["50"]) / 2
        assert numbers["0"] == pytest.approx(middle, abs=0.02)
        assert at == pytest.approx(middle + 0.8 * (numbers["50"] - middle), abs=0.02)
    else:
        assert at == pytest.approx(numbers["40"], abs=0.02)
        assert float(bar.get("x1")) == pytest.approx(numbers["20"], abs=0.02)
        assert float(bar.get("x2")) == pytest.approx(numbers["60"], abs=0.02)
    assert ("+40.0" if signed else "40.0") in numbers


def test_bars_are_as_long_as_their_parts():
    bar = bars.Bar("someone", {"won": 1.0, "died": 3.0})
    drawn = ElementTree.fromstring(
        bars.stacked("title", [bars.Group("", [bar])], ["won", "cube", "died"])
    )
    widths = [float(one.get("width")) for one in drawn.iter() if one.get("stroke-width") == "1"]
    assert widths[1] == pytest.approx(3 * widths[0], abs=0.1)
    assert [one.text for one in drawn.iter() if one.text in ("25", "75")] == ["25", "75"]


def test_a_heat_map_says_every_number():
    shares = {("a", "a"): 0.5, ("a", "b"): 0.042, ("b", "a"): 0.25, ("b", "b"): 1.0}
    drawn = ElementTree.fromstring(heat_map("title", ["a", "b"], shares))
    said = [one.text for one in drawn.iter() if one.text]
    for words in ("50", "4.2", "25", "100"):
        assert words in said


def test_shades_can_be_read_upon():
    def light(colour):
        parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
        linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    pairs = [ink.shade(share) for share in np.linspace(0, 1, 21)] + list(bars._PAINT)
    for fill, letters in pairs:
        low, high = sorted([light(fill), light(letters)])
        assert (high + 0.05) / (low + 0.05) >= 4.4, (fill, letters)


def test_curves_are_as_high_as_their_values():
    values = {"a": np.array([0.0, 0.5, 1.0]), "b": np.array([0.0, 0.0, 0.25])}
    drawn = ElementTree.fromstring(curves("title", ["a", "b"], values, "turn"))
    lines = [one.get("points").split() for one in drawn.iter() if one.get("points")]
    (a0, a1, a2), (b0, _, b2) = [[float(p.split(",")[1]) for p in line] for line in lines]
    assert a0 == b0
    assert a0 - a1 == pytest.approx((a0 - a2) / 2, abs=0.02)
    assert b0 - b2 == pytest.approx((a0 - a2) / 4, abs=0.02)
    dashes = [one.get("stroke-dasharray") for one in drawn.iter() if one.get("points")]
    assert dashes[0] != dashes[1]


def test_strength_stands_over_the_time_to_think():
    won = Estimate(0.5, 0.4, 0.6)
    points = [
        Point("quick", "quick", 0.1, won, 0),
        Point("search:1", "search", 1.0, won, 1),
        Point("search:9", "search", 10.0, Estimate(1.0, 0.9, 1.0), 2),
    ]
    drawn = ElementTree.fromstring(strength("title", points))
    numbers = {one.text: float(one.get("x")) for one in drawn.iter() if one.tag.endswith("text")}
    (curve,) = [one.get("points").split() for one in drawn.iter() if one.get("points")]
    (x1, y1), (x9, y9) = [[float(part) for part in point.split(",")] for point in curve]
    assert (x1, x9) == pytest.approx((numbers["1"], numbers["10"]), abs=0.02)
    assert y9 < y1


def test_long_names_that_differ_at_their_ends_stay_apart():
    names = [f"cmd:python /somewhere/far/away/in/a/folder/{n}.py" for n in ("one", "two")]
    group = forest.Group(
        f"{names[0]} beside", [forest.Entry(name, Estimate(0.4, 0.2, 0.6), 0) for name in names]
    )
    drawn = ElementTree.fromstring(forest.forest("title", [group]))
    shown = [one.text for one in drawn.iter("{http://www.w3.org/2000/svg}text")]
    labels = [text for text in shown if text.startswith("cmd:") and "…" in text]
    assert [label[-6:] for label in labels] == ["one.py", "two.py"]
    heading = next(one for one in drawn.iter() if (one.text or "").endswith("beside"))
    size = float(heading.get("font-size"))
    assert width_of(heading.text, size, bold=True) <= ink.WIDTH
