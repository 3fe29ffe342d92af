"""Training. PyTorch, Stable-Baselines3 and Ray are imported here and nowhere else.

``cloning``         Behaviour cloning: supervised learning of a teacher's decisions and of
                    game outcomes.
``compiled_ppo``    PPO on a CPU: the passes of its network are machine code.
``curves``          The learning curves of training runs as a picture.
``datasets``        Datasets: their files, and decisions to learn from, with games kept for
                    validation.
``greedy_play``     Greedy play of a policy while it is trained: the evaluation of every
                    checkpoint.
``export_decisions`` The command that writes games for other libraries' offline learning.
``learner``         Interface of the learners, which
                    ``tablemates.agents.learn.training_run`` runs.
``make_archive``    The command that makes an archive of won games for backplay.
``make_dataset``    The command that makes datasets: agents play, a teacher labels their
                    decisions.
``policy_gradients`` Compiled gradients of PPO's losses.
``policy_pass``     The compiled forward pass of a policy network, and actions of rollouts.
``ppo``             Proximal policy optimisation (Schulman et al. 2017) with action masks,
                    in one file.
``recurrent_ppo``   PPO of a network with memory: it remembers the earlier decisions of a seat in
                    a game.
``responses``       The command that trains best responses: a value network beside each
                    stranger of a game.
``rllib/``          Ray RLlib: an environment, an ``RLModule`` with action masks, and
                    RLlib's PPO as a learner.  RLlib plays and learns in several processes,
                    on this machine or on a cluster. Needs ``pip install
                    'tablemates[rllib]'``.
``sb3``             Learner ``maskable_ppo``: sb3-contrib's MaskablePPO with this project's
                    network and games.
``settings``        Settings of ``train.py`` and of datasets; recipes in ``configs`` change
                    some defaults.
``td/``             Self-play learning of value networks by temporal differences over
                    afterstates.
``torch_network``   The network of ``tablemates.agents.networks.network`` in PyTorch: same
                    weights, same outputs.
``train``           The command ``train.py``.
``tracking``        A training run on a tracker beside TensorBoard: Weights & Biases, or none.
``training_folder`` The folder of a training run.
``training_partners`` Partners and opponents in training: agents by name, strangers, past
                    selves of the learner.
``training_run``    A training run: settings in, checkpoints, TensorBoard logs and a policy
                    folder out.
``trajectories``    Trajectories of a rollout: one for each seat, or one that the seats of a
                    team share.
``vec_env``         The vector environment that learners step: a ``VecEnv`` of
                    Stable-Baselines3.
"""
