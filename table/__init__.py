"""The game table where people play, in a browser or in the terminal.

``play``      The command ``play.py``: board games in a browser, or with ``--text`` in the
              terminal.
``seat_elsewhere`` A person's seat at a running table, taken by another process that reads and
              answers text.
``server/``   The table in a browser: pages, games and bots.
``session/``  A game at the table, whichever front end shows it.
``terminal/`` The table in a terminal.
"""
