"""Functions that are compiled once, and what callers in other processes find in the cache."""

import os
import subprocess
import sys
import textwrap

import pytest

PROGRAM = textwrap.dedent(
    """
    import sys
    from pathlib import Path
    import numba
    from tablemates.envs.core.compiled import code_kept_in, compiled, compiled_once, helper

    FOLDER = Path(sys.argv[1])

    @helper
    def twice(x):
        return 2 * x

    @compiled_once(FOLDER, int, int, returns=int)
    def share(a, b):
        if b == 0:
            raise ValueError("nobody to share with")
        return twice(a) // b

    @compiled_once(FOLDER, int, returns=int)
    def half(a):
        return share(a, 4)

    with code_kept_in(FOLDER / "within"):

        @compiled
        def first(a, b):
            return share(a, b) + half(b)

        @compiled
        def second(a):
            return half(a) + 1

    @helper
    def four_times(x):
        return twice(twice(x))

    @numba.njit
    def plain(x):
        return four_times(x) + 1

    print(first(12, 8), second(10), four_times(2), plain(2))
    try:
        first(1, 0)
    except ValueError as error:
        print(error)
    """
)


def answers(tmp_path, **environment):
    file = tmp_path / "program.py"
    file.write_text(PROGRAM) if not file.exists() else None
    command = [sys.executable, str(file), str(tmp_path / "cache")]
    inherited = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), **environment}
    done = subprocess.run(command, check=True, capture_output=True, text=True, env=inherited)
    return done.stdout.splitlines()


@pytest.mark.slow
def test_callers_find_the_function_when_compiled_loaded_or_interpreted(tmp_path):
    expected = ["7 6 8 9", "nobody to share with"]
    assert answers(tmp_path, NUMBA_DISABLE_JIT="0") == expected
    files = {file.name.split("-")[0]: file for file in (tmp_path / "cache").rglob("*.nbc")}
    assert sorted(files) == ["program.first", "program.half", "program.second", "program.share"]
    times = {file: file.stat().st_mtime_ns for file in files.values()}
    assert answers(tmp_path, NUMBA_DISABLE_JIT="0") == expected
    assert times == {file: file.stat().st_mtime_ns for file in files.values()}
    assert answers(tmp_path, NUMBA_DISABLE_JIT="1") == expected
