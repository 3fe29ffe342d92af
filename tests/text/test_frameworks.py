"""The adapters beside the frameworks themselves, of which an environment has one at a time.

``make test-text-frameworks`` makes an environment for each and runs these there.
"""

import asyncio
import contextlib
import json
from concurrent.futures import ThreadPoolExecutor
from types import SimpleNamespace

import pytest

from tablemates.envs.registry import GAMES
from tablemates.text import TextGame

SESSIONS = 64


@pytest.fixture(params=GAMES)
def key(request):
    return request.param


def last(game):
    return json.dumps({"action": game.legal(game.to_move)[-1].id})


def twin(key, seed, seat=None, partners=()):
    """Play a game by the core alone, always the last choice."""
    game = TextGame(key, {"players": 2}, seed, seat=seat, partners=partners)
    while not game.over:
        game.step(last(game))
    return game


@pytest.mark.framework("textarena")
class TestTextArena:
    @pytest.fixture(autouse=True)
    def framework(self):
        import textarena

        self.ta = textarena
        import tablemates.text.frameworks.textarena  # noqa: F401

    def env(self, key, **options):
        return self.ta.make(GAMES[key].gymnasium_id, **options)

    def play(self, key, seed):
        env = self.env(key)
        env.reset(num_players=2, seed=seed)
        done = False
        while not done:
            player, seen = env.get_observation()
            assert env.game.observation(player) in seen
            done, info = env.step(last(env.game))
            assert not info["invalid_move"]
        return env

    def test_a_game_is_played(self, key):
        env = self.play(key, 3)
        rewards, info = env.close()
        alone = twin(key, 3)
        assert env.game.actions == alone.actions
        assert tuple(rewards.values()) == alone.result.returns
        assert info[0]["reason"] == alone.result.cause

    def test_bad_answers_are_told_and_forfeit_in_the_end(self, key):
        env = self.env(key, retries=1)
        env.reset(num_players=2, seed=1)
        env.get_observation()
        assert env.step("north!") == (False, {"invalid_move": True, "reason": env._reason})
        assert "Your answer was refused" in env.get_observation()[1]
        assert env.step("north!")[0]
        assert any(one["invalid_move"] for one in env.close()[1].values())

    def test_sessions_side_by_side_keep_their_seeds(self):
        key = list(GAMES)[1]
        with ThreadPoolExecutor(8) as pool:
            played = [*pool.map(lambda seed: self.play(key, seed).game.actions, range(SESSIONS))]
        for seed in (0, 31, 63):
            assert played[seed] == twin(key, seed).actions
        assert len({tuple(one) for one in played}) > SESSIONS // 2


@pytest.mark.framework("gem")
class TestGem:
    @pytest.fixture(autouse=True)
    def framework(self):
        import gem

        self.gem = gem
        import tablemates.text.frameworks.gem  # noqa: F401

    def make(self, key, **options):
        given = {"scenario": {"players": 2}, "partners": "rules", **options}
        return self.gem.make(GAMES[key].gymnasium_id, **given)

    def test_a_game_is_played(self, key):
        env = self.make(key)
        seen, info = env.reset(seed=3)
        assert '{"action": ID}' in seen
        over = False
        while not over:
            answer = json.dumps({"action": info["legal"][-1]["id"]})
            seen, reward, terminated, truncated, info = env.step(answer)
            over = terminated or truncated
        alone = twin(key, 3, 0, "rules")
        assert env.unwrapped.game.actions == alone.actions
        assert reward == alone.result.returns[0]

    def test_vectors_samples_and_copies(self, key):
        envs = self.gem.make_vec(
            [GAMES[key].gymnasium_id] * 4, vec_kwargs=[{"scenario": {"players": 2}}] * 4, seed=1
        )
        seen, _ = envs.reset(seed=1)
        assert len(seen) == 4
        env = self.make(key)
        env.reset(seed=2)
        env.step(env.sample_random_action())
        copy = env.spawn(same_state=True)
        assert copy.game.actions == env.game.actions
        answer = last(env.game)
        assert copy.step(answer)[0] == env.step(answer)[0]
        assert "refused" in env.step("what?")[0]


@pytest.mark.framework("openenv")
class TestOpenEnv:
    def test_a_game_is_played(self, key):
        from tablemates.text.frameworks.openenv import TextAction, TextEnvironment

        env = TextEnvironment(key, {"players": 2}, partners="rules")
        seen = env.reset(seed=3, episode_id="mine")
        assert '{"action": ID}' in seen.text
        while not seen.done:
            answer = json.dumps({"action": seen.legal[-1]["id"]})
            seen = env.step(TextAction(answer=answer))
            assert not seen.refused
        alone = twin(key, 3, 0, "rules")
        assert env.game.actions == alone.actions
        assert seen.reward == alone.result.returns[0]
        assert (env.state.episode_id, env.state.result["over"]) == ("mine", True)
        assert env.get_metadata().readme_content

    def test_many_sessions_of_a_real_server(self):
        import threading
        import time

        import uvicorn
        from openenv.core.generic_client import GenericEnvClient

        from tablemates.text.frameworks.openenv import create_text_app

        key = list(GAMES)[1]
        app = create_text_app(key, {"players": 2}, SESSIONS, partners="rules")
        server = uvicorn.Server(uvicorn.Config(app, port=0, log_level="error"))
        thread = threading.Thread(target=server.run)
        thread.start()
        while not server.started:
            time.sleep(0.02)
        port = server.servers[0].sockets[0].getsockname()[1]

        async def session(seed):
            async with GenericEnvClient(base_url=f"ws://127.0.0.1:{port}") as env:
                result = await env.reset(seed=seed)
                for _ in range(8):
                    if result.done:
                        break
                    legal = result.observation["legal"]
                    result = await env.step({"answer": f'{{"action": {legal[-1]["id"]}}}'})
                return result.observation["text"]

        async def all_sessions():
            return await asyncio.gather(*(session(seed) for seed in range(SESSIONS)))

        try:
            seen = asyncio.run(all_sessions())
        finally:
            server.should_exit = True
            thread.join()
        for seed in (0, 31, 63):
            game = TextGame(key, {"players": 2}, seed, seat=0, partners="rules")
            for _ in range(8):
                game.step(last(game))
            assert seen[seed] == game.observation()


@pytest.mark.framework("verifiers")
class TestVerifiers:
    def env(self, key, **options):
        from tablemates.text.frameworks.verifiers import ID, TextConfig, TextEnv, TextEnvConfig

        given = {"game": key, "scenario": {"players": 2}, "partners": ["rules"], "tasks": 2}
        return TextEnv(TextEnvConfig(taskset=TextConfig(id=ID, **given | options)))

    def played(self, key, answer_of, **options):
        """Play the first task by a model that is a function; return the trace."""
        env = self.env(key, **options)
        task = next(iter(env.taskset))
        trace = SimpleNamespace(rewards={}, metrics={}, info={})
        trace.record_reward = lambda name, value, _weight: trace.rewards.update({name: value})
        trace.record_metric = lambda name, value: trace.metrics.update({name: value})

        class Talk:
            def __init__(self):
                self.trace = trace

            async def turn(self, text=None):
                reply = answer_of(task.data.prompt if text is None else text)
                return SimpleNamespace(terminated=False, last_reply=reply)

        @contextlib.asynccontextmanager
        async def interaction(_task):
            yield Talk()

        agents = SimpleNamespace(player=SimpleNamespace(interaction=interaction))
        asyncio.run(env.run(task, agents))
        return task, trace

    @staticmethod
    def last_choice(text):
        return f'{{"action": {text.rpartition(chr(10))[2].partition(":")[0]}}}'

    def test_a_game_is_played(self, key):
        task, trace = self.played(key, self.last_choice)
        alone = twin(key, task.data.seed, 0, "rules")
        assert trace.rewards == {"return": alone.result.returns[0]}
        assert trace.metrics["taken"] == alone.result.answers[0].taken
        assert trace.info["cause"] == alone.result.cause
        assert str(task.data.seed) not in task.data.prompt + task.data.system_prompt

    def test_forfeits_are_told_apart(self, key):
        _, trace = self.played(key, lambda _: "pass", retries=1)
        assert trace.metrics["unreadable"] == 2
        assert trace.metrics["forfeits"] == 1
        assert trace.info["cause"] == "forfeit"

    def test_tasks_are_the_same_every_time(self, key):
        tasks = [[task.hash for task in self.env(key).taskset] for _ in range(2)]
        assert tasks[0] == tasks[1]
        assert len(set(tasks[0])) == 2


@pytest.mark.framework("kaggle")
@pytest.mark.filterwarnings("ignore")
class TestKaggle:
    def test_a_game_is_played_and_its_seed_is_kept(self, key):
        from tablemates.text.frameworks.kaggle import agent_of, make

        def model(prompt):
            seen = json.loads(prompt.split("\n\n")[-2] if "refused" not in prompt else "{}")
            assert "seed" not in prompt
            assert seen["choices"] is None
            return f'{{"action": {shown["legalActions"][0]}}}'

        shown = {}
        answer = agent_of(model)

        def agent(observation, configuration):
            assert "4711" not in str(configuration) + str(observation)
            assert not observation.get("serializedGameAndState")
            shown.update(observation)
            return answer(observation)

        runs = []
        for _ in range(2):
            env = make(key, {"players": 2}, seed=4711)
            env.run([agent, agent])
            assert env.done
            assert {one["status"] for one in env.state} == {"DONE"}
            runs.append((env.info["actionHistory"], [one["reward"] for one in env.state]))
        assert runs[0] == runs[1]

    def test_what_is_no_answer_is_an_error_of_the_agent(self, key):
        from tablemates.text.frameworks.kaggle import agent_of, make

        env = make(key, {"players": 2}, seed=1)
        env.run([agent_of(lambda _: "pass")] * 2)
        assert "ERROR" in {one["status"] for one in env.state}
