"""Files from strangers: no more of them than is allowed, and nothing that has no end."""

import os

import pytest

from tablemates.envs.core.files import plain_lines, read_plain


def test_plain_files_are_read(tmp_path):
    file = tmp_path / "it"
    file.write_bytes(b"one\ntwo")
    assert read_plain(file, 7) == b"one\ntwo"
    assert list(plain_lines(file, 4)) == [b"one\n", b"two"]


@pytest.mark.parametrize("read", [lambda file: read_plain(file, 10), lambda f: [*plain_lines(f)]])
def test_what_may_have_no_end_is_refused(tmp_path, read):
    (tmp_path / "device").symlink_to("/dev/zero")
    os.mkfifo(tmp_path / "pipe")
    for name in ("device", "pipe", "."):
        with pytest.raises(OSError, match=r"no plain file|Is a directory"):
            read(tmp_path / name)


def test_files_and_lines_that_are_too_long_are_refused(tmp_path):
    file = tmp_path / "it"
    file.write_bytes(b"0123456789\n")
    with pytest.raises(OSError, match="larger than 10 bytes"):
        read_plain(file, 10)
    with pytest.raises(OSError, match="a line is longer than 10 bytes"):
        list(plain_lines(file, 10))
