"""Writes the golden games anew: ``python -m tests.portal_dash.golden.regenerate``."""

from tests.portal_dash.golden.playthrough import CASES, FOLDER, playthrough


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    for file in FOLDER.glob("*.txt"):
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
