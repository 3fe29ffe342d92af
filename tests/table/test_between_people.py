"""People on several devices: nobody gets what is hidden, or takes back alone what is not his."""

import json

import numpy as np
import pytest

from tablemates.envs.registry import DEFAULT_GAME, GAMES, find_game
from tablemates.table.server.handlers import taking_back
from tablemates.table.session.saves import SavedGame
from tests.table.race import RULES
from tests.table.served import RefusedError, serving

SECRET = "refused: People on several devices play this game"
ALL = [RULES, *GAMES]


@pytest.fixture
def devices(server):
    with server.page() as host, server.page() as guest:
        host.ask("hello", device="laptop")
        guest.ask("hello", device="phone")
        yield host, guest


def hear(*pages):
    """Read what was pushed to pages before now."""
    for page in pages:
        page.ask("list")


def joined(host, guest, rules, seats=("person", "person"), moves=0, **more):
    """Begin a game, make some moves, and give the second seat to the other device."""
    host.new(rules=rules, seats=seats, **more)
    for _ in range(moves):
        host.move()
    guest.ask("open", game=host.state["game"])
    host.of("stand", seat=1)
    guest.of("sit", seat=1)
    hear(host, guest)


def acting(*pages):
    """Return the page whose seat decides, and the other one."""
    hear(*pages)
    mine = pages[0].state["who"]["seat"] in pages[0].state["mine"]
    return pages if mine else pages[::-1]


def move(page):
    """Choose something; a game comes to its end by it."""
    page.choose(5 * page.state["moves"] % len(page.state["choices"]))


def room_of(server, page):
    return server.games.room(page.state["game"])


def future(room, moves=200):
    """Return what is told if the game goes on from a copy of it."""
    branch = room.table.branch(room.table.moves)
    rng = np.random.default_rng(4)
    for _ in range(moves):
        if branch.over:
            break
        branch.take(int(rng.choice(branch.legal)))
    return branch.log


def until_revealed(server, *pages):
    """Move until a choice brings a roll or draw; return who decided it, and the other one."""
    while True:
        deciding, other = acting(*pages)
        before = deciding.state["moves"]
        move(deciding)
        hear(*pages)
        if room_of(server, deciding).reveals(before):
            return deciding, other


# -- what tells the hidden part ------------------------------------------------------
@pytest.mark.slow
@pytest.mark.parametrize("rules", ALL)
def test_no_device_gets_file_branch_or_seed_while_the_game_goes_on(server, devices, rules):
    host, guest = devices
    joined(host, guest, rules, moves=3)
    room = room_of(server, host)
    seeds = {room.table.seed, *room.table._redraws.values()}
    record = room.table.game.save().hex()
    for page in devices:
        page.texts.clear()
        page.of("open")
        assert page.state["secret"]
        for query in ("", "?fault=wrong&at=2"):
            answer = server.client.get(page.save_url() + query)
            assert answer.status_code == 403
            assert "several devices" in answer.json()["error"]["message"]
        for at in (0, 2, page.state["moves"]):
            with pytest.raises(RefusedError, match=SECRET):
                page.branch(at)
        with pytest.raises(RefusedError, match="report comes at the end"):
            page.of("report")
        for at in range(page.state["moves"] + 1):
            page.of("look", at=at)
        page.of("devices", seat=0)
        page.ask("view", game=page.state["game"])
        server.client.get(f"/games/{page.state['game']}/picture")
        sent = "".join(page.texts)
        assert not [seed for seed in seeds if str(seed) in sent and seed > 10**6]
        assert record not in sent
        assert '"redraws"' not in sent


@pytest.mark.slow
@pytest.mark.parametrize("rules", ALL)
@pytest.mark.parametrize("moves", [0, 2])
def test_who_began_the_game_with_a_known_seed_does_not_know_what_comes(
    server, devices, rules, moves
):
    host, guest = devices
    host.new(rules=rules, seats=["person", "person"], seed=12)
    for _ in range(moves):
        host.move()
    kept = server.client.get(host.save_url())
    foreseen = future(room_of(server, host))
    public = host.state["zones"]
    guest.ask("open", game=host.state["game"])
    host.of("stand", seat=1)
    guest.of("sit", seat=1)
    assert guest.state["zones"] == public, "what everybody sees stays"
    assert future(room_of(server, host)) != foreseen
    opened = server.client.post("/games", content=kept.text)
    host.ask("open", game=opened.json()["game"])
    assert future(room_of(server, host)) == foreseen, "the file is that of the old future"


def test_a_game_that_people_joined_is_played_again_from_its_file(server, devices):
    host, guest = devices
    joined(host, guest, RULES, moves=4)
    while not host.state["ending"]:
        move(acting(host, guest)[0])
        hear(host, guest)
    assert not host.state["secret"]
    text = server.client.get(host.save_url()).text
    (redraw,) = json.loads(text)["redraws"]
    assert redraw[0] == 4
    room = room_of(server, host)
    again = SavedGame.of_text(text)
    game = find_game(RULES)(room.table.game.settings)
    assert list(again.replay.play(game))
    assert game.save() == room.table.game.save()
    guest.ask("open", game=server.client.post("/games", content=text).json()["game"])
    assert guest.state["ending"] == host.state["ending"]
    guest.branch(at=2)
    assert guest.state["moves"] == 2


def test_other_dice_from_here_is_a_game_of_ones_own(server, devices):
    host, guest = devices
    joined(host, guest, RULES, moves=2)
    hidden = room_of(server, host).table.game.record.tobytes()
    guest.branch(at=2, reroll=True)
    assert guest.state["mine"] == [0, 1]
    other = server.client.get(guest.save_url()).json()
    assert other["seed"] is None
    assert "redraws" not in other
    assert room_of(server, guest).table.game.record.tobytes() != hidden


def test_bots_keys_do_not_follow_from_the_seed_that_somebody_chose(server, devices):
    host, guest = devices
    host.new(seats=["person", "person"], seed=5)
    room = room_of(server, host)
    before = room.situation(0).key
    guest.ask("open", game=host.state["game"])
    host.of("stand", seat=1)
    guest.of("sit", seat=1)
    assert room.situation(0).key != before


@pytest.mark.parametrize("rules", ALL)
def test_what_agents_and_advisers_are_given_has_nothing_hidden(server, page, rules):
    page.new(rules=rules, seats=["person", "person"], seed=9)
    room = room_of(server, page)
    for _ in range(8):
        given = room.situation(room.table.moves)
        kept = room.table.game.save()
        room.table.game.resample(77)
        hidden = room.table.game
        assert hidden.observation.tobytes() == given.observation.tobytes()
        assert hidden.mask.tobytes() == given.mask.tobytes()
        assert hidden.public_record.tobytes() == given.public.tobytes()
        room.table.game.restore(kept)
        page.choose()
        if page.state["ending"]:
            break


def test_a_game_of_other_rules_is_not_handed_out_before_its_end(tmp_path):
    with serving(tmp_path) as server, server.page() as host, server.page() as guest:
        host.ask("hello", device="laptop")
        guest.ask("hello", device="phone")
        joined(host, guest, RULES, moves=2)
        game = host.state["game"]
    file = tmp_path / f"{game}.json"
    data = json.loads(file.read_text())
    data["hashes"]["ruleset"] = "1" * 16
    file.write_text(json.dumps(data))
    with serving(tmp_path) as server:
        assert server.client.get(f"/games/{game}/save").status_code == 403
    data["listing"]["over"] = True
    file.write_text(json.dumps(data))
    with serving(tmp_path) as server:
        text = server.client.get(f"/games/{game}/save").text
    assert "laptop" not in text, "by its name a device has its seats"


# -- taking back ----------------------------------------------------------------------
@pytest.mark.slow
@pytest.mark.parametrize("rules", ALL)
def test_what_another_decided_is_taken_back_when_all_agree(devices, rules):
    host, guest = devices
    joined(host, guest, rules, moves=1)
    deciding, other = acting(host, guest)
    move(deciding)
    hear(host, guest)
    position, before = other.state["position"], other.state["moves"] - 1
    assert other.now("undo", to=before)["asked"]
    hear(host, guest)
    assert other.state["position"] == deciding.state["position"] == position
    asked = deciding.state["asked"]
    assert (asked["answer"], asked["own"]) == (True, False)
    assert (other.state["asked"]["answer"], other.state["asked"]["own"]) == (False, True)
    with pytest.raises(RefusedError, match="not needed"):
        other.of("answer", number=asked["number"], yes=True)
    deciding.of("answer", number=asked["number"], yes=False)
    hear(host, guest)
    (told,) = [one["text"] for one in other.pushes if one["push"] == "told"]
    assert told.endswith("said no. Nothing was changed.")
    assert (other.state["position"], other.state["asked"]) == (position, None)
    with pytest.raises(RefusedError, match="stale"):
        deciding.of("answer", number=asked["number"], yes=True)
    number = other.now("undo", to=before)["asked"]
    assert deciding.of("answer", number=number, yes=True) == {"done": True}
    hear(host, guest)
    for page in devices:
        assert page.state["moves"] == before == page.state["of"], "it is gone for good"
        assert (page.state["undos"], page.state["asked"]) == (1, None)


@pytest.mark.slow
@pytest.mark.parametrize("rules", ALL)
def test_after_a_roll_or_draw_a_device_does_not_take_back_its_own_choice_alone(
    server, devices, rules
):
    host, guest = devices
    joined(host, guest, rules)
    deciding, other = until_revealed(server, host, guest)
    room, position = room_of(server, host), deciding.state["position"]
    foreseen = future(room, moves=0)
    number = deciding.now("undo", to=deciding.state["moves"] - 1)["asked"]
    assert room.table.name == position
    deciding.of("answer", number=number, yes=False)  # withdrawn
    number = deciding.now("undo", to=deciding.state["moves"] - 1)["asked"]
    other.of("answer", number=number, yes=True)
    hear(host, guest)
    seeds = [room.table.seed_at(room.table.moves)]
    assert seeds[0] > 2**32, "other dice fall"
    assert len(room.table.log) < len(foreseen)


def test_a_choice_of_ones_own_that_brought_nothing_is_taken_back_at_once(server, devices):
    host, guest = devices
    joined(host, guest, DEFAULT_GAME)
    room = room_of(server, host)
    for _ in range(60):
        deciding, other = acting(host, guest)
        before = deciding.state["moves"]
        move(deciding)
        if deciding.state["ending"] or room.reveals(before):
            continue
        shown = deciding.state["zones"]
        if not before:
            continue
        assert deciding.now("undo", to=before)["undone"] == 1
        hear(other)
        with pytest.raises(RefusedError, match="no such move"):
            other.now("redo")
        move(deciding)
        assert deciding.state["zones"] == shown
        return
    pytest.fail("every choice brought something")


def test_silence_and_a_move_end_the_question(devices, monkeypatch):
    host, guest = devices
    joined(host, guest, RULES, moves=2)
    deciding, other = acting(host, guest)
    other.now("undo", to=0)
    with pytest.raises(RefusedError, match="answer that first"):
        deciding.now("undo", to=0)
    move(deciding)
    hear(host, guest)
    assert (other.state["asked"], other.state["moves"]) == (None, 3)
    monkeypatch.setattr(taking_back, "SECONDS", 0.05)
    other.now("undo", to=0)
    other.wait_for(lambda state: state["asked"] is None)
    assert other.state["moves"] == 3
    told = [one["text"] for one in other.pushes if one["push"] == "told"]
    assert told == ["Not everybody answered in time. Nothing was changed."]


def test_bots_wait_for_the_answer(devices):
    host, guest = devices
    joined(host, guest, RULES, seats=("person", "person", "random"), moves=3)
    while host.state["who"]["kind"] != "bot":
        move(acting(host, guest)[0])
        hear(host, guest)
    number = host.now("undo", to=0)["asked"]
    host.of("pace", mode="run", seconds=0.0)
    hear(host, guest)
    assert host.state["asked"]["number"] == number
    guest.of("answer", number=number, yes=False)
    host.wait_for(lambda state: state["who"]["kind"] != "bot")


def test_who_is_away_has_not_agreed(server, devices, monkeypatch):
    host, guest = devices
    joined(host, guest, RULES, moves=4)
    guest.of("close")
    host.of("sit", seat=1)
    assert host.state["mine"] == [0, 1]
    with pytest.raises(RefusedError, match=SECRET):
        host.branch(at=0)
    assert server.client.get(host.save_url()).status_code == 403
    monkeypatch.setattr(taking_back, "SECONDS", 0.05)
    host.now("undo", to=1)
    host.wait_for(lambda state: state["asked"] is None)
    assert host.state["moves"] == 4


def test_nobody_gives_anothers_seat_away(devices):
    host, guest = devices
    joined(host, guest, RULES)
    for who in ("random", "person"):
        with pytest.raises(RefusedError, match="Another device has that seat"):
            host.of("seat", seat=1, who=who)
    hear(host, guest)
    assert (host.state["mine"], guest.state["mine"]) == ([0], [1])


def test_who_left_the_seat_is_not_asked_and_the_game_is_hidden_anew_when_another_comes(
    server, devices
):
    host, guest = devices
    joined(host, guest, RULES, moves=2)
    guest.of("stand", seat=1)
    hear(host)
    assert host.state["secret"], "another device may come for the seat"
    assert host.now("undo", to=0)["asked"]
    host.of("sit", seat=1)
    assert not host.state["secret"]
    assert host.state["asked"]
    host.of("answer", number=host.state["asked"]["number"], yes=False)
    assert server.client.get(host.save_url()).status_code == 200
    foreseen = future(room_of(server, host))
    host.of("stand", seat=1)
    guest.of("sit", seat=1)
    assert future(room_of(server, host)) != foreseen


def test_the_end_is_taken_back_when_all_agree_and_then_other_dice_fall(server, devices):
    host, guest = devices
    joined(host, guest, RULES)
    while not host.state["ending"]:
        last, other = acting(host, guest)
        move(last)
        hear(host, guest)
    room = room_of(server, host)
    seed = room.table.seed_at(room.table.moves)
    assert server.client.get(host.save_url()).status_code == 200
    number = last.now("undo")["asked"]
    other.of("answer", number=number, yes=True)
    hear(host, guest)
    assert host.state["ending"] is None
    assert room.table.seed_at(room.table.moves) != seed


def test_at_a_real_table_a_correction_needs_the_others(devices):
    host, guest = devices
    host.new(seats=["person", "person"], chance="explicit")
    while host.state["who"]["kind"] != "chance":
        host.choose()
    guest.ask("open", game=host.state["game"])
    host.of("stand", seat=1)
    guest.of("sit", seat=1)
    at = host.state["moves"]
    host.choose()
    right = host.of("look", at=at)["choices"][-1]["action"]
    with pytest.raises(RefusedError, match="no roll or draw"):
        host.now("correct", at=at, outcome=60_000)
    number = host.now("correct", at=at, outcome=right)["asked"]
    hear(host, guest)
    assert guest.state["asked"]["text"].startswith("Red wants to correct move")
    guest.of("answer", number=number, yes=True)
    hear(host, guest)
    assert host.of("look", at=at)["next"]["action"] == right


def test_seats_and_who_is_asked_outlive_the_server(tmp_path):
    with serving(tmp_path) as server, server.page() as host, server.page() as guest:
        host.ask("hello", device="laptop")
        guest.ask("hello", device="phone")
        joined(host, guest, RULES, moves=3)
        game, position = host.state["game"], host.state["position"]
    with serving(tmp_path) as server, server.page() as host:
        host.ask("hello", device="laptop")
        host.ask("open", game=game)
        assert host.state["position"] == position
        assert server.client.get(f"/games/{game}/save").status_code == 403
        assert host.now("undo", to=0)["asked"]


# -- alone -------------------------------------------------------------------------------
def test_alone_one_takes_back_freely_and_the_record_says_how_often(tmp_path):
    with serving(tmp_path) as server, server.page() as page:
        game = page.new(seats=["person", "random"], first_player=0)
        for _ in range(6):
            page.move()
        page.now("undo")
        page.now("redo")
        page.now("undo", to=0)
        assert page.state["undos"] == 2
        assert page.state["secret"] is False
        page.branch(at=0)
        assert page.state["undos"] == 3, "a branch shows what comes too"
        page.ask("open", game=game)
        assert page.state["undos"] == 3
        (listed,) = [one for one in page.ask("list")["games"] if one["game"] == game]
        assert listed["undos"] == 3
        text = server.client.get(page.save_url()).text
    with serving(tmp_path) as server, server.page() as page:
        page.ask("open", game=game)
        assert page.state["undos"] == 3
        page.ask("open", game=server.client.post("/games", content=text).json()["game"])
        assert page.state["undos"] == 3
