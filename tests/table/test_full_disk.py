"""A disk that takes nothing more: games go on, and say that they are not saved."""

import errno
import os

import pytest

from tablemates.table.server import store
from tests.table.served import RefusedError, serving


@pytest.fixture
def full_disk(monkeypatch):
    """Return a function that fills the disk, or clears it."""
    takes = store.write_whole
    full = False

    def write(file, text):
        if full:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(file))
        takes(file, text)

    def fill(now):
        nonlocal full
        full = now

    monkeypatch.setattr(store, "write_whole", write)
    return fill


def test_a_game_goes_on_and_is_saved_when_there_is_room_again(tmp_path, full_disk):
    with serving(tmp_path) as server, server.page() as page:
        other = page.new(rules="dice_race", seats=["person"])
        page.ask("close", game=other)
        game = page.new(rules="dice_race", seats=["person"])
        page.choose()
        assert page.state["unsaved"] is None
        before = (tmp_path / f"{game}.json").read_bytes()
        full_disk(True)
        assert page.choose()["moves"] == 2
        page.choose()
        assert "No space left" in page.state["unsaved"]
        assert len(server.notices) == 1
        with pytest.raises(RefusedError, match="No space left"):
            page.new()
        with pytest.raises(RefusedError, match="No space left"):
            page.branch(at=1)
        assert {one["game"] for one in page.ask("list")["games"]} == {game, other}
        assert (tmp_path / f"{game}.json").read_bytes() == before
        page.ask("close", game=game)
        page.ask("open", game=other)
        page.ask("close", game=other)
        page.ask("open", game=game)  # nothing of it is forgotten meanwhile
        assert page.state["moves"] == 3
        full_disk(False)
        page.now("undo")
        assert page.state["unsaved"] is None
    assert not [notice for notice in server.notices if "loses" in notice]
    with serving(tmp_path) as server, server.page() as page:
        page.ask("open", game=game)
        assert page.state["moves"] == 2


@pytest.mark.parametrize("clears", [False, True])
def test_the_last_moves_are_tried_again_when_the_table_closes(tmp_path, full_disk, clears):
    with serving(tmp_path) as server, server.page() as page:
        game = page.new(rules="dice_race", seats=["person"])
        full_disk(True)
        page.choose()
        full_disk(not clears)
    assert any("loses its last moves" in notice for notice in server.notices) is not clears
    full_disk(False)
    with serving(tmp_path) as server, server.page() as page:
        page.ask("open", game=game)
        assert page.state["moves"] == int(clears)
