"""Check a set of parts: ``python -m tablemates.envs.portal_dash.components [PATH]``."""

from __future__ import annotations

import argparse

from tablemates.envs.portal_dash.components import BOARD_SHAPE, ComponentsError, load_components


def main(arguments: list[str] | None = None) -> None:
    """Print "ok", or exit with status 1 and the error message."""
    parser = argparse.ArgumentParser(
        prog="python -m tablemates.envs.portal_dash.components",
        description="Checks a set of parts.",
    )
    parser.add_argument(
        "path",
        nargs="?",
        metavar="PATH",
        help="a folder with a complete set, or a YAML file of changes to the standard set, "
        "which is checked if nothing is given",
    )
    try:
        components = load_components(parser.parse_args(arguments).path)
    except ComponentsError as error:
        raise SystemExit(str(error)) from None
    print("ok")
    try:
        components.record(BOARD_SHAPE)
    except ComponentsError as error:
        print(f"but only with another board shape: {error}")


if __name__ == "__main__":
    main()
