"""Python functions to machine code; it knows no game.

``cache``        Where machine code lies, and compiling it once although many processes want
                 it.
``decorators``   The decorators that compile engine functions.
``linking``      How Numba's code libraries are put together: helpers are optimised once,
                 within entry points.
``machine_code`` Files with machine code: what is damaged counts as missing, and a copy of
                 the sources reuses it.
``sources``      Which source files code is made from: those of its modules and of all that
                 these import.
"""
