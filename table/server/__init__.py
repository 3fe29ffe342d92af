"""The table in a browser: pages, games and bots.

``access``       Access to the server: its own pages only, and from other machines only with
                 the token.
``app``          The web application: the page, its files, saved games, and the WebSocket.
``game_server``  All games of the server: which are in memory, who watches them, the bots
                 that play in them.
``handlers/``    Functions that answer a page's requests.
``messages``     Requests of a page and their errors.
``page_state``   State of a game as a page is told it: picture, choices, who decides, what
                 happened.
``partner_list`` The partners that a page may name, with a sentence and measured strength
                 for each.
``room``         A game with the people and bots around it.
``serve``        Starts the server, opens the page, and prints its address.
``store``        The games of a user in a folder: one file a game, written atomically at
                 every move.
``wishes``       Lasting requests to bots, and what the judge of a game says of a person's
                 choice.
``workers``      Agents that think in threads, alongside the event loop.
"""
