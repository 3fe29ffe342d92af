"""Play board games in a browser, or with ``--text`` in the terminal."""

import sys

from tablemates.table.play import main

if __name__ == "__main__":
    sys.exit(main())
