"""The table in a terminal.

``open``       Opens the text table, with partners in its seats.
``partners``   Agents in the seats of the text table, and the adviser.
``text_table`` The text table: people play in a terminal, or a script plays through standard
               input.
"""
