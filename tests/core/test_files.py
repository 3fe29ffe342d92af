"""Files from strangers: no more of them than is allowed, and nothing that has no end."""

import os

import pytest

from tablemates.envs.core.documents import DocumentError, parse_document, read_document
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


def test_a_few_lines_that_stand_for_very_many_values_are_refused():
    lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x, x]"]
    lines += [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 10)}]" for n in range(1, 9)]
    with pytest.raises(DocumentError, match=r"it, line \d+: more than 50,000 values"):
        parse_document("\n".join(lines), "it")


@pytest.mark.slow
@pytest.mark.parametrize(
    "text", ["a: " + "[" * 5000, "".join(" " * n + "a:\n" for n in range(600))]
)
def test_values_that_are_nested_too_deeply_are_refused(text):
    with pytest.raises(DocumentError, match="it: its values are nested too deeply"):
        parse_document(text, "it")


def test_documents_that_are_too_long_are_refused(tmp_path):
    text = "a: 1\n" * 60_000
    with pytest.raises(DocumentError, match="longer than"):
        parse_document(text, "it")
    (tmp_path / "it.yaml").write_text(text)
    with pytest.raises(DocumentError, match="larger than"):
        read_document(tmp_path / "it.yaml")


def test_a_number_of_very_many_digits_is_quoted_in_part():
    with pytest.raises(DocumentError) as caught:
        parse_document("a: " + "9" * 100_000, "it")
    assert len(str(caught.value)) < 300
