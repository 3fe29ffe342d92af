"""Games played on by compiled policies: what search and evaluation are made of."""

from tablemates.agents.portal_dash.rollouts.rollouts import Endings, Rollouts, Thoughts

__all__ = ["Endings", "Rollouts", "Thoughts"]
