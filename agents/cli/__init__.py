"""Parts that every command shares: options, recipes, errors, signals.

``command_line``    The one grammar of all commands: options made of settings, help with
                    examples, hints.
``running``         Parts that all commands share: errors as one sentence, signals,
                    progress, worker processes.
``scenarios``       The game and the scenarios that a command is about, as options and
                    recipes name them.
``settings_models`` Settings of the commands: pydantic models filled from a YAML recipe and
                    from options.
"""
