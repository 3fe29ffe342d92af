"""Players of every kind, how they learn, and how they are judged.

``arena``       The arena: the one loop that plays complete games with agents in their
                seats.
``cli/``        Parts that every command shares: options, recipes, errors, signals.
``companion/``  The agent ``companion``: it learns from what its partners do what they are,
                and plans with that.
``errors``      Errors of agents, their files and their folders; each message is one
                sentence.
``evaluation/`` Evaluation of agents: plans, games, rows, statistics and reports.
``facts``       Static facts of a game that agents are created with.
``game_agents`` Declaration of a game's agents, as in ``agents/<game>/__init__.py``.
``games``       Games as the arena plays them: what is to be played, the rounds, the ends, and
                who takes part.
``learn/``      Training. PyTorch, Stable-Baselines3 and Ray are imported here and nowhere
                else.
``names``       Names of agents: scripts, policy folders, factories and programs.
``networks/``   Policy networks that play without PyTorch, and the files they are kept in.
``output/``     Results on disk: folders with a lock, files written whole, style of figures.
``outside/``    Agents that come from outside: factories and programs of users, kept in
                bounds.
``population``  Strangers of a game: partners whom an entrant has not trained with, declared
                as data.
``ray_cluster`` Ray: a cluster that is joined, or one that is started on this machine for as
                long.
``registry``    Agents by name, by the path of a policy folder, as ``module:factory`` or as
                a program.
``roster``      Partners on offer in a game: names, sentences, measured strength.
``scripts/``    Agents that follow a rule of thumb, compiled; random play.
``search/``     Search that knows no game: sequential halving over rollouts, and trees.
``tracebacks``  Errors as a sentence that names the place in somebody's own file.
``value/``      Value networks over afterstates, and the agents that play by them.
``<game>/``     Agents of a game.
"""
