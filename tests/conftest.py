"""Options of the whole test suite."""

import gc
import os
import signal
import sys

import pytest


def pytest_configure():
    # Numba keeps millions of objects: to look for garbage among them takes 7 % of the suite's time.
    gc.set_threshold(100_000, 50, 1_000)
    # Tests start hundreds of processes, each of which would compile every library it imports anew.
    sys.dont_write_bytecode = False
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    # Whoever starts the suite in the background of a script lets it ignore Ctrl-C; the programs
    # that tests start would inherit that.
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_addoption(parser):
    parser.addoption(
        "--rule",
        action="append",
        metavar="ID",
        help="run only the tests of this rule, such as MOB-07 (may be given several times)",
    )


@pytest.hookimpl(tryfirst=True)  # before the marks are asked for: `-m "not slow"` is the quick part
def pytest_collection_modifyitems(config, items):
    for item in items:
        if item.get_closest_marker("exhaustive"):
            item.add_marker(pytest.mark.slow)
    wanted = set(config.getoption("--rule") or ())
    if not wanted:
        return
    chosen = [item for item in items if wanted & ids_of(item)]
    config.hook.pytest_deselected(items=[item for item in items if item not in chosen])
    items[:] = chosen


def ids_of(item):
    """Return the ids of the rules that a test covers."""
    return {rule for marker in item.iter_markers("rule") for rule in marker.args}
