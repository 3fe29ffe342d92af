"""Views of a game for each framework, and the agents that sit in its seats.

``aec``             The AEC view: one agent at a time, and what it shares with the parallel
                    view.
``agent``           The agent protocol: what every player that is not a person looks like.
``beats``           Beats: what happened, cut where a narrator would draw breath.
``common``          Methods that all views of one game share, beside those of their
                    framework.
``constructors``    The public constructors of a game's views: functions that take every
                    setting as a keyword.
``decision_keys``   Random numbers of agents: one key a decision, from the game's seed and
                    the decisions before.
``frozen_states``   A game as immutable values, for frameworks that hold many states at
                    once, as game trees do.
``gym``             The single-controller view: one Gymnasium agent decides for every seat.
``illegal_actions`` Illegal actions, truncation and rewards by seat, for views of one game.
``infos``           ``info``: the same entries, of the same types and shapes, at every reset
                    and step of every view.
``lockstep``        Games in lockstep: illegal actions, truncation and partners for all
                    lanes at once.
``one_seat``        The view of one seat: the learner decides for it alone, partners answer
                    for the others.
``openspiel``       Games of OpenSpiel, see ``tablemates.envs.spiel``.
``parallel``        The parallel view: every agent acts in every step, and those who do not
                    decide wait.
``partners``        Partners: the agents at the seats that are not the learner's.
``past``            The past of a decision: what everybody could see of the game so far, and
                    of earlier games.
``seat_options``    The further parameters of ``gym_env`` and ``vector_env``: seat,
                    partners, lanes.
``vector``          The vector view: many games side by side, a decision of each at a time.
"""
