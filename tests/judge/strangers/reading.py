"""The process that reads the files, one after the other, and says how each went."""

from __future__ import annotations

import argparse
import json
import os
import resource
import signal
import sys
import time
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Any

from tablemates.envs.core.documents import DocumentError
from tablemates.envs.core.errors import GameError
from tablemates.envs.portal_dash.components import ComponentsError
from tablemates.table.server.refusals import RefusalError
from tests.judge.strangers import folder_of
from tests.judge.strangers.case import SENTINEL, Case

#: Memory that reading one file may add, in bytes.
_MEMORY = 1_500_000_000
_RESIDENT = 300_000_000
_SECONDS = 10.0  # of work
_WAIT = 600  # on the clock, of a machine that may have other things to do
_LONGEST = 1500
_REFUSALS = (GameError, DocumentError, ComponentsError, RefusalError)
#: Events of the interpreter that no reading of a file may cause.
_FORBIDDEN = frozenset(
    {
        *("os.system", "os.exec", "os.fork", "os.forkpty", "os.posix_spawn", "subprocess.Popen"),
        *("pickle.find_class", "socket.connect", "socket.bind", "ctypes.dlopen", "os.putenv"),
        *("shutil.rmtree", "os.chmod", "os.symlink"),
    }
)
#: What Numba unpickles of its own when machine code is first needed.
_OF_NUMBA = ("numba.", "numpy.", "copyreg", "llvmlite.", "envs.", "agents.")
#: Classes that it finds there, too, and that do nothing.
_PLAIN = frozenset({("builtins", "object"), ("numpy", "dtype")})
#: The same, but for what lies in the file's own folder.
_MOVES = frozenset({"os.remove", "os.rename", "os.rmdir", "os.mkdir"})


class HangsError(BaseException):
    """It takes far too long."""


class Watch:
    """Notes what happens while a file is read."""

    def __init__(self) -> None:
        self.seen: list[str] = []
        self.folder: Path | None = None
        sys.addaudithook(self._note)

    @contextmanager
    def of(self, folder: Path) -> Iterator[None]:
        """Watch while something in this folder is read."""
        self.seen, self.folder = [], folder.resolve()
        try:
            yield
        finally:
            self.folder = None

    def _note(self, event: str, arguments: tuple[Any, ...]) -> None:
        if self.folder is None:
            return
        if event == "open":
            path, mode, flags = arguments
            writes = isinstance(mode, str) and set(mode) & set("wax+")
            if not writes and not (isinstance(flags, int) and flags & (os.O_WRONLY | os.O_RDWR)):
                return
            if isinstance(path, int) or Path(os.fsdecode(path)).resolve().is_relative_to(
                self.folder
            ):
                return
            self.seen.append(f"wrote into {os.fsdecode(path)}")
        elif event in _FORBIDDEN | _MOVES and not self._may(event, arguments):
            self.seen.append(f"{event} {str(arguments)[:100]}")

    def _may(self, event: str, arguments: tuple[Any, ...]) -> bool:
        """Return whether something is right although it looks dangerous."""
        if event == "pickle.find_class":
            return arguments in _PLAIN or str(arguments[0]).startswith(_OF_NUMBA)
        return event in _MOVES and all(
            isinstance(one, int) or Path(os.fsdecode(one)).resolve().is_relative_to(self.folder)
            for one in arguments
        )


def faults_of(case: Case, folder: Path, watch: Watch) -> list[str]:
    """Read a file and return what is wrong with how it went."""
    what = case.make(folder)
    faults: list[str] = []
    before, begun = _resident(), time.process_time()
    signal.signal(signal.SIGALRM, _stopper())
    signal.setitimer(signal.ITIMER_REAL, 1, 1)
    try:
        with watch.of(folder):
            case.read(what)
        if not case.harmless:
            faults.append("was accepted")
    except _REFUSALS as error:
        sentence = str(error)
        if not sentence or "\n" in sentence or len(sentence) > _LONGEST:
            faults.append(f"is refused by what is no sentence: {sentence[:200]!r}")
    except OSError as error:  # of these, commands make a sentence
        if not (error.strerror and error.filename):
            faults.append(f"is not refused but raises {type(error).__name__}: {error}")
    except HangsError:
        faults.append("does not come to an end")
    except MemoryError:
        faults.append("asked for more memory than there is")
    except Exception as error:  # noqa: BLE001 - whatever it is, it is no refusal
        place = traceback.extract_tb(error.__traceback__)[-1]
        said = f"{type(error).__name__}: {error}"[:200]
        faults.append(f"is not refused but raises {said} ({place.name})")
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
    seconds, memory = time.process_time() - begun, _resident() - before
    if seconds > _SECONDS:
        faults.append(f"took {seconds:.0f} s of work")
    if memory > _RESIDENT:
        faults.append(f"took {memory / 1e6:,.0f} MB")
    if (folder / SENTINEL).exists() or Path(SENTINEL).exists():
        Path(SENTINEL).unlink(missing_ok=True)
        faults.append("ran what was in it")
    return faults + watch.seen


def _resident() -> int:
    pages = Path("/proc/self/statm").read_text(encoding="ascii").split()[1]
    return int(pages) * resource.getpagesize()


def _stopper() -> Callable[[int, FrameType | None], None]:
    """Return what looks now and then whether reading goes on for too long."""
    clock, work = time.monotonic(), time.process_time()

    def look(_number: int, _frame: FrameType | None) -> None:
        if time.monotonic() - clock > _WAIT or time.process_time() - work > 2 * _SECONDS:
            raise HangsError

    return look


def limit_memory(more: int = _MEMORY) -> None:
    """Let this process have so many bytes more than it has now, and no more."""
    pages = Path("/proc/self/statm").read_text(encoding="ascii").split()[0]
    most = int(pages) * resource.getpagesize() + more
    resource.setrlimit(resource.RLIMIT_AS, (most, most))


def main() -> None:
    """Run the command that ``judge`` starts."""
    parser = argparse.ArgumentParser(prog="python -m tests.judge.strangers.reading")
    parser.add_argument("--folder", type=Path, required=True)
    parser.add_argument("--noise", type=int, required=True)
    parser.add_argument("--skip", type=int, default=0)
    parser.add_argument("--kinds", nargs="*")
    options = parser.parse_args()
    from tests.judge.strangers.collected import KINDS, collected

    kinds = options.kinds or KINDS
    cases, skipped = collected(options.folder, options.noise, options.skip, kinds)
    watch = Watch()
    limit_memory()
    for number, case in enumerate(cases[options.skip :], options.skip):
        print(json.dumps({"begin": case.name}), flush=True)
        folder = folder_of(f"{number}-{case.name}", options.folder)
        os.chdir(folder)
        faults = faults_of(case, folder, watch)
        print(json.dumps({"done": case.name, "faults": faults}), flush=True)
    print(json.dumps({"end": True, "skipped": skipped}), flush=True)


if __name__ == "__main__":
    main()
