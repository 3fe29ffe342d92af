"""Python functions to machine code; it knows no game.

``arguments``    Arguments of entry points: their kinds, by annotations, and the numbers that
                 hand them over.
``building``     Machine code of libraries; Numba is needed here and in what only this module
                 reaches.
``by_address``   Calls of compiled functions by their addresses, which are numbers in an array.
``cache``        Folder of machine code, compiled once although many processes want it.
``calling``      Instructions of calls by address, and the types of what is called; Numba is
                 needed here.
``decorators``   The decorators that compile engine functions.
``entry_points`` Entry points: compiled functions that Python calls, one library of machine code
                 a module.
``library``      Libraries of machine code: functions of one game or module, called by their
                 addresses.
``linking``      Linking of Numba's code libraries: helpers are optimised once, within a
                 library.
``mode``         Choice of compiled or interpreted functions: with ``NUMBA_DISABLE_JIT=1`` all
                 are interpreted.
``platform``     Everything in which systems and processors differ: names of libraries,
                 linking, loading.
``sources``      Source files that code is made from: those of its modules and of all that
                 these import.
"""
