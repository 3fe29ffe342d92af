"""A program that plays: evaluate.py --agents 'cmd:python docs/examples/line_bot.py'."""

import json
import random
import sys

LIKED = ("fill ", "move east", "mine ", "place ")  # how its favourite choices begin

for line in sys.stdin:
    question = json.loads(line)
    choices = question["choices"]
    liked = [one for one in choices if one["text"].startswith(LIKED)]
    chosen = random.Random(question["seed"]).choice(liked or choices)
    answer = {"action": chosen["action"]}
    if question["explain"]:
        reason = "one of its favourites" if liked else "nothing better was there"
        answer["candidates"] = [{"action": chosen["action"], "value": 1, "reason": reason}]
    print(json.dumps(answer), flush=True)
