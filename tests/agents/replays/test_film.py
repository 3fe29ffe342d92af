"""Films: a picture of each turn or of each decision, and nothing left behind."""

import numpy as np
import pytest
from PIL import Image

from tablemates import evaluate
from tablemates.agents.evaluation.replays import film
from tablemates.envs.core.errors import SettingsError
from tablemates.envs.portal_dash.render import raster
from tablemates.envs.portal_dash.render.drawing.picture import HEIGHT, WIDTH
from tests.agents.replays.games import playback_of, replay_of

MOVES = 5


@pytest.fixture(scope="module")
def playback():
    return playback_of(MOVES)


@pytest.mark.slow
def test_each_decision_has_a_picture(playback, tmp_path):
    said = film.write_film(playback, tmp_path / "film.gif", "decision")
    assert said.startswith(f"{tmp_path / 'film.gif'}: {MOVES + 1} pictures of 1280 x 834, ")
    with Image.open(tmp_path / "film.gif") as shown:
        assert (shown.n_frames, shown.size) == (MOVES + 1, (WIDTH, HEIGHT + 34))
        assert shown.info["loop"] == 0
        for stop in (MOVES, 2):
            shown.seek(stop)
            assert shown.info["duration"] == film.DECISION
            playback.go(stop)
            frame = np.asarray(shown.convert("RGB"), np.int16)[:HEIGHT]
            whole = playback.game.picture("rgb_array")
            # In 256 colours, and edges of panels that were drawn apart.
            assert (np.abs(frame - whole).max(2) > 40).mean() < 0.002
    assert [file.name for file in tmp_path.iterdir()] == ["film.gif"]


@pytest.mark.slow
def test_each_turn_has_a_picture_and_the_command_says_what_it_wrote(tmp_path, capsys):
    replay_of(MOVES).write(tmp_path / "game.json")
    words = ["--replay", str(tmp_path / "game.json"), "--export", str(tmp_path / "film.GIF")]
    assert evaluate.main(words) == 0
    shown = capsys.readouterr()
    stops = len(playback_of(MOVES).turn_stops())
    assert shown.out.startswith(f"{tmp_path / 'film.GIF'}: {stops} pictures of ")
    assert f"{stops} pictures, about " in shown.err
    with Image.open(tmp_path / "film.GIF") as written:
        assert written.n_frames == stops


def test_too_many_pictures_are_refused_before_any_is_drawn(playback, tmp_path, monkeypatch):
    monkeypatch.setattr(film, "MOST", 3)
    with pytest.raises(SettingsError, match=r"a film of 6 pictures .* choose --every turn"):
        film.write_film(playback, tmp_path / "film.gif", "decision")
    assert list(tmp_path.iterdir()) == []


def test_a_missing_library_is_named(playback, tmp_path, monkeypatch):
    find = raster.find_spec
    monkeypatch.setattr(raster, "find_spec", lambda name: None if name == "PIL" else find(name))
    with pytest.raises(SettingsError, match=r"a film needs PIL: .*choose a page \(\.html\)"):
        film.write_film(playback, tmp_path / "film.gif")


@pytest.mark.slow
def test_a_film_that_is_stopped_leaves_nothing(playback, tmp_path, monkeypatch):
    def stop(frames, _report):
        yield next(frames)
        raise KeyboardInterrupt

    monkeypatch.setattr(film, "_counted", stop)
    with pytest.raises(KeyboardInterrupt):
        film.write_film(playback, tmp_path / "film.gif")
    assert list(tmp_path.iterdir()) == []
