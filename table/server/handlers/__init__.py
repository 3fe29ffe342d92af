"""Functions that answer a page's requests.

``as_text``     The requests of players who read and answer text, such as an assistant beside
                people.
``boxes``       The parts of somebody's own box: what of the standard set is assumed, and
                what is printed there.
``in_game``     The requests within a game: seats, playing, advice; others are in modules of
                their own.
``new_games``   The requests around a game's beginning: what a page needs to know, and new
                games.
``positions``   Positions of a real table, entered in a form or as text: drawn, or refused
                with what is wrong.
``report``      The report of a finished game: luck against decisions, turning points.
``taking_back`` The requests that take moves back or make them again, and the others'
                consent to that.
"""
