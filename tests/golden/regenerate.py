"""Writes the golden games anew: ``python -m tests.golden.regenerate``."""

from tests.golden import explorers
from tests.golden import playthrough as portal_dash
from tests.golden.recording import playthrough

CASES = portal_dash.CASES + explorers.CASES


def main() -> None:
    for folder in (portal_dash.FOLDER, explorers.FOLDER):
        folder.mkdir(exist_ok=True)
        for file in folder.glob("*.txt"):
            if file not in {case.file for case in CASES}:
                file.unlink()
                print(f"{file.name} removed")
    for case in CASES:
        text = playthrough(case)
        old = case.file.read_text(encoding="utf-8") if case.file.exists() else None
        if text != old:
            case.file.write_text(text, encoding="utf-8")
            print(f"{case.file.name} written")
    print(f"{len(CASES)} golden games are up to date")


if __name__ == "__main__":
    main()
