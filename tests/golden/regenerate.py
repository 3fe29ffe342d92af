"""Writes the golden games anew: ``python -m tests.golden.regenerate``."""

from tests.golden import observations
from tests.golden.playthrough import all_recordings, playthrough


def main() -> None:
    cases = all_recordings()
    for folder in {case.file.parent for case in cases}:
        for file in {*folder.glob("*.txt")} - {case.file for case in cases}:
            file.unlink()
            print(f"{file.name} removed")
    for case in cases:
        text = playthrough(case)
        old = case.file.read_text(encoding="utf-8") if case.file.exists() else None
        if text != old:
            case.file.write_text(text, encoding="utf-8")
            print(f"{case.file.name} written")
    observations.write()
    print(f"{len(cases)} golden games are up to date")


if __name__ == "__main__":
    main()
