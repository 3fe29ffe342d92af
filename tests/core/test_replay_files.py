"""Replays as files."""

import errno
from pathlib import Path

import pytest

from tablemates.envs.portal_dash_v0 import env


def test_a_replay_that_cannot_be_written_leaves_the_old_one(tmp_path, monkeypatch):
    view = env()
    view.reset(seed=1)
    file = tmp_path / "game.json"
    view.replay().write(file)
    before = file.read_bytes()
    write = Path.write_text

    def full(path, text, **options):
        write(path, text[:20], **options)
        raise OSError(errno.ENOSPC, "No space left on device", str(path))

    with monkeypatch.context() as patch:
        patch.setattr(Path, "write_text", full)
        with pytest.raises(OSError, match="No space left"):
            view.replay().write(file)
    assert file.read_bytes() == before
    assert [*tmp_path.iterdir()] == [file]
    view.step(view.legal_actions()[0])
    view.replay().write(file)
    assert file.read_bytes() != before
    assert [*tmp_path.iterdir()] == [file]
