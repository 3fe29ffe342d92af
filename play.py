"""Play board games in a browser, or with ``--text`` in the terminal."""

import sys

from tablemates.table.command import main

if __name__ == "__main__":
    sys.exit(main())
