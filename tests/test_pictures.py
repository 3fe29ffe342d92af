"""Pictures of every game."""

import re
from functools import partial
from importlib import import_module

import gymnasium
import numpy as np
import pytest

from tablemates.envs.core.display import raster
from tablemates.envs.core.display.signs import Signs
from tablemates.envs.core.display.svg import document
from tablemates.envs.core.errors import SettingsError
from tablemates.envs.registry import GAMES, find_game, new_game


@pytest.fixture(params=GAMES)
def positions(request):
    """Return the positions of a random game, one after the other in the same object."""

    def play():
        game = new_game(find_game(request.param).settings_type())
        rng = np.random.default_rng(0)
        game.new(3)
        while len(game.legal):
            yield game
            game.step(int(rng.choice(game.legal)))

    return play()


def test_every_choice_can_be_clicked_once(positions):
    for game in positions:
        shown = re.findall(r'data-action="([0-9]+)"', game.picture("svg"))
        assert sorted(map(int, shown)) == sorted(game.legal)


def test_all_frames_of_a_film_have_one_size(positions):
    sizes = {re.search("<svg[^>]*>", game.picture("svg"))[0] for game in positions}
    assert len({re.search('viewBox="[^"]*"', size)[0] for size in sizes}) == 1


# Where views are imported now, their metadata has no such mode, and Gymnasium says so first.
@pytest.mark.filterwarnings("ignore:.*render_mode='rgb_array'")
def test_pixels_without_their_libraries_are_refused_where_the_view_is_made(monkeypatch):
    """As on a base install; Gymnasium's wrappers would hide what ``render`` says."""
    monkeypatch.setattr(raster, "_LIBRARIES", ("no_such_library",))
    for game in GAMES.values():
        module = import_module(game.module)
        views = [partial(gymnasium.make, game.gymnasium_id), module.gym_env, module.env]
        for make in [*views, module.parallel_env]:
            with pytest.raises(SettingsError, match=r"'tablemates\[pictures\]'.*'svg'"):
                make(render_mode="rgb_array")


def test_a_sign_is_that_of_the_last_word_it_has_one_for(tmp_path):
    file = tmp_path / "signs.yaml"
    file.write_text('iron: "00003c427effff00"\nsword: "03070e1cb8707090"\n')
    signs = Signs(file)

    def drawn(words):
        return raster.rasterise(document(8, 8, "", [signs.draw(words, 0, 0, 8, "#fff")]))

    sword = drawn("sword")
    assert (drawn("damaged iron sword") == sword).all()
    assert (sword[0, :, 0] > 128).tolist() == [False] * 6 + [True] * 2
    assert signs.draw("nothing known", 0, 0, 8, "#fff") == ""
