"""Python functions to machine code; it knows no game.

``cache``        Folder of machine code, compiled once although many processes want it.
``decorators``   The decorators that compile engine functions.
``linking``      Linking of Numba's code libraries: helpers are optimised once, within entry
                 points.
``machine_code`` Files with machine code: what is damaged counts as missing, and a copy of
                 the sources reuses it.
``sources``      Source files that code is made from: those of its modules and of all that
                 these import.
"""
