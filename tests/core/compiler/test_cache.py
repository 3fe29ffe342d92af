import json
import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from numba.core.errors import TypingError

import tablemates.envs.core
from tablemates.envs.core.compiler import cache, decorators, library, mode, platform
from tablemates.envs.core.engine import calls
from tablemates.envs.core.errors import SettingsError
from tablemates.envs.core.records.borrowed import record_at
from tablemates.envs.core.records.layout import U64, Bytes, Rows

needs_compiler = pytest.mark.skipif(mode.INTERPRETED, reason="nothing is compiled")

SAMPLE = """
import numpy as np
from tablemates.envs.core.engine.random_actions import sample_legal
masks, keys, out = np.ones((4, 90), np.int8), np.arange(4, dtype=np.uint64), np.zeros(4, np.int64)
sample_legal(masks, keys, out)
print(*out)
"""
DAMAGES = {
    "empty": lambda content: b"",
    "half": lambda content: content[: len(content) // 2],
    "a byte less": lambda content: content[:-1],
    "last page zeros": lambda content: content[:-4096] + bytes(min(4096, len(content))),
    "zeros": lambda content: bytes(len(content)),
    "one bit": lambda content: content[:40] + bytes([content[40] ^ 1]) + content[41:],
    "text": lambda content: b"no cache at all",
}


@needs_compiler
def test_a_folder_that_cannot_be_written_gets_a_sentence(folder):
    folder.write_text("a file, not a folder")
    with pytest.raises(SettingsError, match="set the environment variable NUMBA_CACHE_DIR"):
        library_anew()


@pytest.mark.slow
@needs_compiler
def test_what_failed_to_compile_is_compiled_again(folder, capsys, monkeypatch):
    with monkeypatch.context() as broken:
        broken.setattr(library, "_write", lambda *given: (_ for _ in ()).throw(KeyboardInterrupt))
        with pytest.raises(KeyboardInterrupt):
            library_anew()
    assert library_anew()(3) == 3
    assert capsys.readouterr().err.count("Compiling the toy") == 2


@needs_compiler
def test_where_nothing_can_be_written_the_process_keeps_the_code(folder, monkeypatch):
    def full(*given, **named):
        raise OSError("no space left")

    monkeypatch.setattr(library.Path, "write_bytes", full)
    assert library_anew()(5) == 5
    assert not [*folder.rglob("toy.so")]


@needs_compiler
def test_where_nothing_links_the_code_is_kept_as_an_object_file(folder, capsys, monkeypatch):
    monkeypatch.setattr(library.platform, "linker", lambda: None)
    assert library_anew()(5) == 5
    assert library_anew()(6) == 6
    assert capsys.readouterr().err.count("Compiling the toy") == 1
    assert [*folder.rglob("toy.o")]


@needs_compiler
def test_what_was_not_linked_is_made_again_where_others_are_to_load_it(
    folder, tmp_path, capsys, monkeypatch
):
    came = tmp_path / "came"
    with monkeypatch.context() as elsewhere:
        elsewhere.setattr(library.platform, "linker", lambda: None)
        elsewhere.setattr(library, "code_folder", lambda *_names: came)
        library_anew()
    assert (came / "toy.o").is_file()
    monkeypatch.setattr(library, "destination", came)
    assert library_anew()(4) == 4
    assert capsys.readouterr().err.count("Compiling the toy") == 2
    assert (came / f"toy{platform.SUFFIX}").is_file()


@needs_compiler
def test_without_numba_a_sentence_says_what_to_install(folder, monkeypatch):
    monkeypatch.setitem(sys.modules, "tablemates.envs.core.compiler.building", None)
    with pytest.raises(SettingsError, match=r"pip install 'tablemates\[jit\]'"):
        library_anew()


STATE = np.dtype([("public", np.dtype([("seat", np.int8)]))])


@decorators.helper
def seat_of(s):
    return s.public.seat  # 8 bits, of which a call makes 64


@decorators.compiled
def ask(table: Any, rows: Rows[Bytes]) -> int:
    return calls.to_move(table, record_at(rows, 0, STATE))


def library_anew():
    """Return the functions of a library as another process has them, as Python calls them."""
    library._libraries.clear()
    exported = {"to_move": library.Exported(seat_of, calls.to_move, {"s": STATE})}
    found = library.addresses_of("toy", exported, [__name__], "toy")
    table = np.zeros(len(calls.PLACES), np.int64)
    table[calls.PLACES.index("to_move")] = found["to_move"]
    return lambda seat: ask(table, np.array([[seat]], np.int8).view(np.uint8))


@needs_compiler
@pytest.mark.parametrize("damage", DAMAGES.values(), ids=DAMAGES)
@pytest.mark.parametrize("ending", [platform.SUFFIX, ".json"])
def test_a_damaged_library_is_compiled_again_once(folder, capsys, ending, damage):
    assert library_anew()(3) == 3
    assert "Compiling the toy" in capsys.readouterr().err
    (file,) = folder.rglob(f"toy{ending}")
    whole = file.read_bytes()
    file.unlink()  # this process runs the code in the file
    file.write_bytes(damage(whole))
    assert library_anew()(-2) == -2
    assert "Compiling the toy" in capsys.readouterr().err
    assert json.loads(file.with_suffix(".json").read_text())["digest"]
    library_anew()
    assert "Compiling the toy" not in capsys.readouterr().err
    names = {one.name for one in file.parent.glob("*")}
    assert names == {f"toy{platform.SUFFIX}", "toy.json", "toy.lock"}


@needs_compiler
def test_a_function_that_returns_no_number_where_one_is_wanted_is_refused(folder):
    wrong = decorators.helper(lambda s: 0.5 * s.public.seat)
    exported = {"to_move": library.Exported(wrong, calls.to_move, {"s": STATE})}
    with pytest.raises(TypeError, match="returns float64, not int64"):
        library.addresses_of("toy", exported, [__name__], "toy")


@needs_compiler
def test_libraries_that_came_with_the_package_are_those_of_its_sources(
    folder, tmp_path, capsys, monkeypatch
):
    """They are loaded without a word, unless a source was edited since."""
    came = tmp_path / "came" / "any"
    monkeypatch.setattr(library, "SHIPPED", [came.parent])
    monkeypatch.setattr(library.platform, "flavours", lambda: ["any"])
    with monkeypatch.context() as building:
        building.setattr(library, "destination", came)
        library_anew()
    assert "Compiling the toy" in capsys.readouterr().err
    assert library_anew()(4) == 4
    assert not folder.exists()
    monkeypatch.setattr(library, "_hash_of_source", lambda key: "of another text")
    assert library_anew()(4) == 4
    assert "Compiling the toy" in capsys.readouterr().err
    assert [*folder.rglob("toy.json")]


@needs_compiler
@pytest.mark.parametrize(
    ("rows", "said"),
    [
        (np.zeros((1, 1)), "rows of ask takes an array of uint8, not float64"),
        (np.zeros(1, np.uint8), "rows of ask takes an array of 2 dimensions"),
        (np.zeros((4, 4), np.uint8)[:, ::2], "rows of ask takes an array of 2 dimensions"),
        ([[0]], "rows of ask takes an array of uint8, not list"),
    ],
)
def test_arguments_of_another_kind_are_refused(rows, said):
    """Machine code would read something else in memory."""
    with pytest.raises(TypeError, match=said):
        ask(np.zeros(len(calls.PLACES), np.int64), rows)


@decorators.compiled
def fail(n: int, word: U64, share: float) -> tuple[int, int]:
    if n < 0:
        raise ValueError("n is less than nothing")
    copy = np.zeros(n, np.int64)  # the library has its own memory
    copy[:] = 3
    grid = np.ones((3, 4), np.int64)  # the greatest of an array looks at it in one dimension
    return int(copy.sum() + grid.max() - grid[1].min()), int(word >> np.uint64(32)) + int(share * 8)


def test_numbers_and_errors_come_back_from_compiled_code():
    assert fail(5, 2**63, 0.5) == (15, 2**31 + 4)
    with pytest.raises(ValueError, match="n is less than nothing"):
        fail(-1, 0, 0.0)


@pytest.mark.slow
def test_machine_code_follows_the_sources_of_a_checkout_not_its_place(folder, tmp_path):
    """A copy uses it; an edit of a module that compiled code reaches takes effect."""
    one, two = tmp_path / "one", tmp_path / "two"
    source = Path(tablemates.envs.core.__file__).parent
    for root in (one, two):
        envs = root / "tablemates" / "envs"
        hidden = shutil.ignore_patterns("__pycache__")
        shutil.copytree(source, envs / "core", ignore=hidden)
        for package in (envs, envs.parent):
            (package / "__init__.py").touch()
    numbers, said = output_in(one)
    assert "Compiling the" in said
    assert output_in(two) == (numbers, "")
    file = two / "tablemates" / "envs" / "core" / "records" / "random.py"
    text = file.read_text(encoding="utf-8")
    assert "7F4A7C15" in text
    file.write_text(text.replace("7F4A7C15", "7F4A7C17"), encoding="utf-8")
    others, said = output_in(two)
    assert others != numbers
    assert "Compiling the" in said
    assert output_in(one) == (numbers, "")  # both versions stay, side by side
    assert output_in(two) == (others, "")


def output_in(checkout):
    done = subprocess.run(
        [sys.executable, "-c", SAMPLE],
        cwd=checkout,
        env={**os.environ, "PYTHONPATH": str(checkout), "NUMBA_DISABLE_JIT": "0"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout, done.stderr


#: Ends the process, from outside, at one of the places where machine code is made.
KILLED = """
import os, signal, sys
from pathlib import Path
from tablemates.envs.core.compiler import building, library

def die(*given):
    os.kill(os.getpid(), signal.SIGKILL)

write, replace = Path.write_bytes, Path.replace
match sys.argv[1]:
    case "compiling":
        building.library_code = die
    case "linking":
        library.platform.link = die
    case "writing":
        Path.write_bytes = lambda file, data: (write(file, data[: len(data) // 2]), die())
    case "between the files":
        Path.replace = lambda file, to: (replace(file, to), die())
"""
DOUBLE = """
from tablemates.envs.core.compiler.decorators import compiled
@compiled
def double(n: int) -> int:
    return 2 * n
"""


@pytest.fixture
def start(folder, tmp_path):
    """Start processes that call a compiled function; they print 42."""
    (tmp_path / "double.py").write_text(DOUBLE)
    run = "from double import double; print(double(21))"

    def begin(code=""):
        script, *more = code if code else ("",)
        return subprocess.Popen(
            [sys.executable, "-c", script + run, *more],
            cwd=tmp_path,
            env={**os.environ, "PYTHONPATH": ":".join([str(tmp_path), *sys.path])},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    return begin


@needs_compiler
@pytest.mark.slow
def test_a_killed_compile_leaves_nothing_that_breaks_the_next_start(folder, start):
    for place in ("compiling", "linking", "writing", "between the files"):
        process = start((KILLED, place))
        out, err = process.communicate()
        assert (process.returncode, out) == (-signal.SIGKILL, ""), err
    for said in (1, 0):
        out, err = start().communicate()
        assert out == "42\n", err
        assert err.count("Compiling") == said
    (made,) = (one.parent for one in folder.rglob("double.json"))
    names = {one.name for one in made.iterdir()}
    assert names == {f"double{platform.SUFFIX}", "double.json", "double.lock"}


@needs_compiler
def test_whoever_waits_for_another_process_says_so(folder, capsys, monkeypatch):
    """And gives up with a sentence after a while."""
    monkeypatch.setattr(cache, "_SILENCE", 0.01)
    monkeypatch.setattr(cache, "PATIENCE", 0.01)
    with cache.only_one(folder, "toy"):
        with pytest.raises(SettingsError, match="another process has been compiling"):
            cache.only_one(folder, "toy")
        assert "Waiting: the machine code of toy" in capsys.readouterr().err
    with cache.only_one(folder, "toy"):
        assert not capsys.readouterr().err


@needs_compiler
@pytest.mark.slow
def test_of_two_processes_at_once_one_compiles(folder, start):
    both = [start(), start()]
    told = [process.communicate() for process in both]
    assert [out for out, _ in told] == ["42\n"] * 2, told
    assert sum(err.count("Compiling") for _, err in told) == 1


@needs_compiler
def test_a_call_by_address_refuses_an_array_of_other_numbers(folder):
    """Compiled code would read them as what it expects."""

    @decorators.helper
    def wrong(s):
        calls.write_returns(s.public, s, s, np.zeros(4, np.float32))
        return 0

    exported = {"to_move": library.Exported(wrong, calls.to_move, {"s": STATE})}
    with pytest.raises(TypingError, match="write_returns: out is"):
        library.addresses_of("toy", exported, [__name__], "toy")


def test_the_clock_stands_still_while_somebody_compiles(monkeypatch):
    now = [0.0]
    monkeypatch.setattr(cache, "time", SimpleNamespace(perf_counter=lambda: now[0]))
    monkeypatch.setattr(cache, "_spent", 0.0)
    with cache.timed():
        now[0] += 10
        with cache.timed():
            now[0] += 20
    now[0] += 7
    assert cache.clock() == 7
