"""Pages: every step of the game in one file that fetches nothing and that everybody can use."""

import base64
import json
import re
import shutil
import subprocess
import zlib
from html.parser import HTMLParser

import pytest

from tablemates.agents.evaluation import evaluate
from tablemates.agents.evaluation.replays.page import page_of
from tablemates.agents.evaluation.replays.reasons import Reasons
from tablemates.agents.outside.secret import hashed
from tests.portal_dash.replays.games import SECRET, SHORT, playback_of, replay_of

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
TALKER = "tests.portal_dash.replays.games:Talker"


@pytest.fixture(scope="module")
def playback():
    return playback_of(SHORT, agents=("<b>&", "random"))


@pytest.fixture(scope="module")
def page(playback):
    return page_of(playback, Reasons(playback, [TALKER], secret=SECRET))


def data_of(page):
    text = re.search(r'<script id="game" type="text/plain">(.*?)</script>', page)[1]
    return json.loads(zlib.decompress(base64.b64decode(text)))


def pictures_of(data, numbers):
    """Return drawings as text."""
    return ["".join(data["shapes"][n] for n in data["pictures"][one]) for one in numbers]


@pytest.fixture(scope="module")
def data(page):
    return data_of(page)


@pytest.mark.slow
def test_every_step_is_in_the_page(playback, data):
    assert len(data["stops"]) == SHORT + 1
    assert data["turns"] == playback.turn_stops()
    for stop, said in enumerate(data["stops"]):
        playback.go(stop)
        assert said["question"] == playback.question
        assert said["happened"] == playback.happened
        assert said["turn"] == playback.turn
        assert said["words"] == (playback.move.words if playback.move else "")


@pytest.mark.slow
def test_every_picture_is_in_the_page(playback, data):
    for stop in range(SHORT + 1):
        playback.go(stop)
        drawn = pictures_of(data, data["stops"][stop]["drawn"])
        svgs = [re.sub(r">\s+<", "><", zone.svg.strip()) for zone in playback.game.zones()]
        assert drawn == svgs
    assert len(set(data["shapes"])) == len(data["shapes"])


@pytest.mark.slow
def test_what_led_to_a_step_is_told_beat_by_beat_as_at_the_table(data):
    named, zones = 0, [name for name, _, _ in data["zones"]]
    for stop in data["stops"][1:]:
        told = [line for beat in stop["beats"] for line in beat["lines"]]
        assert told == stop["happened"]
        for beat in stop["beats"]:
            svgs = "".join(pictures_of(data, beat["drawn"]))
            places = [name for name in beat["focus"] if name not in zones]
            assert all(f'"{name}"' in svgs for name in places), beat
            named += len(places)
    assert named > 5


def test_reasons_are_in_the_page(playback, data):
    for stop, said in enumerate(data["stops"][:-1]):
        playback.go(stop)
        legal = playback.legal()[:3]
        assert [reason[0] for reason in said["reasons"]] == list(map(playback.game.describe, legal))
        key = hashed(SECRET, playback.situation().key, "key")  # as when the game was played
        assert said["reasons"][0][2] == f"key {key}, place 0"
        assert [reason[3] for reason in said["reasons"]] == [
            action == playback.move.action for action in legal
        ]
        assert said["silence"] == ""
    assert data["stops"][-1]["silence"] == "The game is over: nobody decides anything."


def test_a_page_is_small_and_fetches_nothing(page):
    assert len(page) < 100_000
    outside = re.sub(r'"http://www\.w3\.org/2000/svg"', "", page)
    assert not re.search(r"https?:|@import|url\(|\bsrc=|<link|fetch\(|import\(", outside)
    assert "default-src 'none'" in page
    assert not re.search(r"@[A-Z]+@", page)


class Labels(HTMLParser):
    """Finds what can be used, and its name; every id; what an id is asked for."""

    def __init__(self):
        super().__init__()
        self.unnamed, self.ids, self.inside = [], [], []

    def handle_starttag(self, tag, attributes):
        given = dict(attributes)
        self.ids.append(given.get("id"))
        named = given.get("aria-label") or "label" in self.inside
        if tag in ("button", "input", "select") and not named:
            self.unnamed.append(given)
        if tag not in ("meta", "input", "path", "link"):
            self.inside.append(tag)

    def handle_endtag(self, tag):
        if tag in self.inside:
            assert self.inside.pop() == tag


def test_everything_that_can_be_used_has_a_name(page):
    found = Labels()
    found.feed(page)
    assert found.unnamed == []
    assert found.inside == []
    ids = [name for name in found.ids if name]
    assert len(set(ids)) == len(ids)
    asked = set(re.findall(r'\$\("([\w-]+)"\)', page))
    assert asked <= set(ids)
    assert 'aria-live="polite"' in page
    assert '<html lang="en">' in page


def test_the_command_writes_a_page(tmp_path, capsys):
    replay_of(3).write(tmp_path / "game.json")
    file = tmp_path / "game.html"
    assert evaluate.main(["--replay", str(tmp_path / "game.json"), "--export", str(file)]) == 0
    shown = capsys.readouterr()
    assert shown.out.startswith(f"{file}: 3 decisions, ")
    assert "notice: no reasons, the file does not say who played" in shown.err


# -- in a browser ------------------------------------------------------------------------
@pytest.mark.slow
@pytest.mark.skipif(CHROMIUM is None, reason="there is no chromium on this machine")
@pytest.mark.parametrize("stop", [0, 11, SHORT])
def test_a_browser_shows_the_step_that_the_address_names(
    playback, page, tmp_path, tmp_path_factory, stop
):
    file = tmp_path / "game.html"
    file.write_text(page, encoding="utf-8")
    command = [
        CHROMIUM,
        "--headless",
        "--no-sandbox",
        "--disable-gpu",
        "--virtual-time-budget=5000",
    ]
    command += [
        f"--user-data-dir={tmp_path_factory.getbasetemp() / 'profile'}",
        "--dump-dom",
        f"{file.as_uri()}#{stop}",
    ]
    done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=120)
    playback.go(stop)
    place = f"Turn {playback.turn} · decision {stop} of {SHORT}"
    assert f'<p id="place">{place}</p>' in done.stdout
    assert f'<h2 id="question">{playback.question}</h2>' in done.stdout
    assert 'id="fault" role="alert" hidden' in done.stdout
    assert len(re.findall(r"<(?:rect|path|text|g)\b", done.stdout)) > 200
