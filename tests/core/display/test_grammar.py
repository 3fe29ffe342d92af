"""Sentences of every game agree with their numbers, and nouns with their articles."""

import random
import re

import pytest

from tablemates.envs.core.display.sentences import Words
from tablemates.envs.registry import GAMES, find_game, new_game

DECISIONS = 250
ABOUT = re.compile('data-about="([^"]*)"')
COUNTED = re.compile(r"(?:([\w']+) )?(?<![\d.,/(-])\b(\d+) ([A-Za-z]+(?: [A-Za-z]+){0,2})")
ARTICLE = re.compile(r"\b(an?) (?!use\b)([a-z])", re.IGNORECASE)
#: A number behind them is a name, such as "tile 0".
NUMBERED = {"army", "chest", "column", "layer", "level", "move", "row", "slot", "space", "tile"}
#: What ends a noun, and what has no plural.
ENDS = {
    *("a", "an", "and", "are", "at", "away", "by", "each", "for", "from", "here", "in", "into"),
    *("is", "left", "less", "may", "more", "of", "on", "or", "put", "that", "the", "through", "to"),
    *("when", "with", "against", "begin", "discarded", "filled", "out", "stunned", "turns"),
}
MASS = {"damage", "food", "health", "life", "XP"}
COLOURS = {"red", "gray", "gold", "brown", "black"}  # of blocks


def said(kind):
    """Return the sentences of some random games: what is asked, chosen, told and pointed at."""
    found = set()
    fullest = dict(kind.settings_type.fullest)  # with two teams, where a game has them
    for seed in range(5):
        rng = random.Random(seed)
        chance = "explicit" if seed % 2 else "sampled"
        players = 2 + seed % 2
        more = fullest if seed == 4 else {}
        game = new_game(kind.settings_type(**{"players": players, "chance": chance, **more}))
        game.new(seed)
        for n in range(DECISIONS):
            found.add(game.decision())
            found.update(game.describe(action) for action in game.legal)
            found.update(one["text"] for one in game.events())
            found.update(game.hands())
            if n % 12 == 0:
                for zone in game.zones():
                    found.update(ABOUT.findall(zone.svg))
                found.update(clock.words for clock in game.clocks())
            if not game.legal:
                break
            game.step(rng.choice(game.legal))
    return found


def counted(sentences, names):
    """Yield what is counted: whether it is one, its words, and the sentence."""
    for sentence in sentences:
        for before, number, words in COUNTED.findall(sentence):
            noun = []
            for word in words.split():
                if word in ENDS:
                    break
                noun.append(word)
            if noun and before.lower() not in names:
                yield number == "1", " ".join(noun), sentence


def faults(sentences, words):
    """Yield sentences with one of several, or several of one."""
    names = {one.split()[-1].lower() for all_ in words._names.values() for one in all_ if one}
    alike = MASS | COLOURS | {one for one, many in words._plurals.items() if one == many}
    ones, manies = {}, {}
    for one, noun, sentence in counted(sentences, NUMBERED | names):
        if noun.split()[0] not in alike:
            (ones if one else manies)[noun] = sentence
    yield from (ones[noun] for noun in ones if noun.endswith("s"))
    yield from (manies[noun] for noun in ones.keys() & manies)
    for sentence in sentences:
        for article, first in ARTICLE.findall(sentence):
            if (len(article) == 2) != (first.lower() in "aeiou"):
                yield sentence


@pytest.mark.slow
@pytest.mark.parametrize("key", GAMES)
def test_numbers_and_articles_agree_with_their_nouns(key):
    kind = find_game(key)
    sentences = said(kind)
    assert len(sentences) > 50
    assert sorted(faults(sentences, kind.words())) == []


def test_a_template_counts_and_has_articles(tmp_path):
    file = tmp_path / "words.yaml"
    file.write_text(
        "names: {mob: [witch, orc, battle die]}\n"
        "plurals: {die: dice}\n"
        "sentences:\n"
        "  events:\n"
        '    came: "{count:{mob}} with {hearts:heart}."\n'
        '    gone: "{mob:a} goes, {mob}."\n'
    )
    words = Words(file)
    assert words.say("events", "came", count=2, mob=0, hearts=1) == "2 witches with 1 heart."
    assert words.say("events", "came", count=1, mob=1, hearts=0) == "1 orc with 0 hearts."
    assert words.say("events", "gone", mob=1) == "An orc goes, orc."
    assert words.count(3, "battle die") == "3 battle dice"
    assert words.count(2, "enemy") == "2 enemies"
    assert words.count(2, "key") == "2 keys"
