"""Adapters for frameworks that evaluate and train language models.

Each needs its framework, which the package does not install: frameworks pin versions that clash.

``gem``       GEM: Gymnasium with strings.
``kaggle``    Kaggle's environments, over OpenSpiel.
``openenv``   OpenEnv: an environment behind a web server.
``textarena`` TextArena: players read and write in turn.
``verifiers`` Verifiers: tasks, each a seed, and an environment that plays them.
"""
