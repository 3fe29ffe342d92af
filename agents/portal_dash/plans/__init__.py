"""Networks of kind ``plans``: they judge the plans of a script, their adviser."""
