"""Python functions to machine code; it knows no game.

``by_address``   Calls of compiled functions by their addresses, which are numbers in an array.
``cache``        Folder of machine code, compiled once although many processes want it.
``decorators``   The decorators that compile engine functions.
``library``      Libraries of machine code: functions of one game in one piece, called by their
                 addresses.
``linking``      Linking of Numba's code libraries: helpers are optimised once, within entry
                 points.
``machine_code`` Files with machine code: what is damaged counts as missing, and a copy of
                 the sources reuses it.
``mode``         Choice of compiled or interpreted functions: with ``NUMBA_DISABLE_JIT=1`` all
                 are interpreted.
``sources``      Source files that code is made from: those of its modules and of all that
                 these import.
"""
