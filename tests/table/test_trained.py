"""Trained policies among the partners that the page offers."""

import pytest

from tablemates.agents.facts import GameFacts
from tablemates.table.server.game_server import Options
from tablemates.table.server.partner_list import trained_partners
from tests.agents.conftest import write_random_policy
from tests.table.race import RULES, Settings
from tests.table.served import RefusedError, serving


@pytest.fixture
def runs(tmp_path):
    facts = GameFacts.of(Settings())
    folder = tmp_path / "runs"
    write_random_policy(folder / "mine" / "policy", facts, learner="maskable_ppo")
    write_random_policy(folder / "foreign" / "policy", facts, interface="0" * 16)
    (folder / "unfinished").mkdir()
    return folder


def test_they_are_found_named_and_play(tmp_path, runs):
    notices = []
    found = trained_partners(GameFacts.of(Settings()), notices.append, runs)
    name = f"{runs.as_posix()}/mine/policy"
    assert found == {name: "A network trained by maskable ppo."}
    (notice,) = notices
    assert "foreign/policy is no partner here" in notice
    options = Options(game=RULES, named=tuple(found), trained=found)
    with serving(tmp_path / "games", options) as server, server.page() as page:
        (form,) = (one for one in page.ask("hello")["rules"] if one["rules"] == RULES)
        partners = {one["name"]: one for one in form["partners"]}
        assert partners[name]["title"] == "mine, trained"
        assert partners[name]["sentence"] == found[name]
        assert partners[name]["strength"] == []
        page.new(seats=[name, "person"], first_player=0)
        page.now("bot")
        assert page.state["moved"]["agent"] == name
        with pytest.raises(RefusedError, match="Nobody here is called"):
            page.new(seats=["person", f"{runs.as_posix()}/foreign/policy"])
