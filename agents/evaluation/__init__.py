"""Evaluation of agents: plans, games, rows, statistics and reports.

``agent_digests`` Digests of agents: what tells whether an agent is still the one that
                  played.
``evaluate``      The command ``evaluate.py``: score agents, verify rows, look at games.
``matches``       Matches: games with the same line-up one after another, so that agents may
                  adapt.
``on_ray``        Evaluation on a Ray cluster: parts of a queue are tasks, whose rows come back to
                  this process.
``plan``          The plan of an evaluation: its settings, their defaults, and the list of
                  its games.
``replays/``      Games that were played, looked at again in the terminal or as a page.
``report/``       Reports of an evaluation: console tables, files of numbers, an HTML page.
``result_folder`` The folder of a run: what is played there, and every game that is done.
``result_rows``   Result rows: one JSON line a game, from which the game can be played
                  again.
``runner``        Plays a plan in several processes and returns its rows in the plan's
                  order.
``stats/``        Estimates from result rows.
``studies/``      Commands that study a game, a network or partners.
``teammates``     Benchmarks with strangers: one entrant, partners whom it does not know.
``verify``        Verification of rows: their digest, and games played again and compared.
``work_queue``    Matches that are still to be played, shared by worker processes.
``workers``       Workers: take games from a queue, play them and write their rows, here or in
                  processes.
"""
