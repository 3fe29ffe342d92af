"""The option that runs the tests of one framework alone, in an environment that must have it."""

import warnings
from importlib import import_module
from pathlib import Path

import pytest

#: Modules of the frameworks, by the names of the files with what their environments need.
MODULES = {
    "data": "pyarrow",
    "gem": "gem",
    "kaggle": "kaggle_environments",
    "mcp": "mcp",
    "openenv": "openenv",
    "textarena": "textarena",
    "verifiers": "verifiers.v1",
}
REQUIREMENTS = Path(__file__).with_name("requirements")


def pytest_addoption(parser):
    parser.addoption(
        "--framework", choices=MODULES, help="run only the tests of this framework, and skip none"
    )


def pytest_configure(config):
    config.addinivalue_line("markers", "framework(name): needs the framework of that name")


def pytest_collection_modifyitems(config, items):
    name = config.getoption("framework", None)
    if name is None:
        return
    chosen = [item for item in items if name in names_of(item)]
    config.hook.pytest_deselected(items=[item for item in items if item not in chosen])
    items[:] = chosen


def pytest_runtest_setup(item):
    """Import what a test needs; the warnings of other people's modules are not ours."""
    needed = item.config.getoption("framework", None) is not None
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for name in names_of(item):
            (import_module if needed else pytest.importorskip)(MODULES[name])


def names_of(item):
    """Return the names of the frameworks that a test needs."""
    return {marker.args[0] for marker in item.iter_markers("framework")}
