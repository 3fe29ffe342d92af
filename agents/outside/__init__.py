"""Agents that come from outside: factories and programs of users, kept in bounds.

``chat``    Language models as agents: ``chat:MODEL@URL`` asks a service that speaks OpenAI's
            chat protocol.
``chat_service`` Requests to a service that speaks OpenAI's chat protocol, with the standard
            library alone.
``guard``   Asking agents that may fail: every decision gets an answer, or the error that
            prevents one.
``process`` A subprocess that answers lines: started, asked with a time limit, ended with
            its children.
``program`` Programs as agents: ``cmd:./bot --fast`` reads questions and writes answers as
            JSON lines.
``secret``  Secrets, by which agents from outside get no number that the dice follow from.
``spent``   Costs of answers: counts of requests, refused answers, tokens and money.
"""
