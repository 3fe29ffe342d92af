"""Settings of ``train.py`` and of datasets; recipes in ``configs`` change some defaults."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any, Final, Literal, Self

from pydantic import Field, model_validator

from tablemates.agents.cli.scenarios import ScenarioConfig
from tablemates.agents.cli.settings_models import SettingsModel, UserPath
from tablemates.agents.facts import GameFacts
from tablemates.agents.networks.network import Activation, NetworkSpec, Width, Widths
from tablemates.agents.networks.weight_files import Precision
from tablemates.envs.core.game.settings import Settings
from tablemates.envs.core.history.start_schedule import Schedule, Starts

#: File with all settings of a run, in its folder.
CONFIG: Final = "config.yaml"

Positive = Annotated[int, Field(ge=1)]
Share = Annotated[float, Field(ge=0, le=1)]
AboveZero = Annotated[float, Field(gt=0, allow_inf_nan=False)]
NotNegative = Annotated[float, Field(ge=0, allow_inf_nan=False)]
Seed = Annotated[int, Field(ge=0, lt=2**31)]


class StartsConfig(SettingsModel):
    """Starts of games other than the true one."""

    archive: UserPath | None = None
    """Positions of won games, made by python -m tablemates.agents.learn.make_archive; null: every
    game begins at the true start."""
    schedule: Schedule = "backplay"
    """How positions are drawn: backplay (from the end of the archived games towards their
    start), uniform, or regret (where outcomes differ most from what was expected)."""
    share: Share = 0.7
    """Share of the games that begin at a position of the archive."""
    games: Positive = 50_000
    """Of backplay: least number of games from the archive until positions are drawn from whole
    games."""
    wins: Share = 0.3
    """Of backplay: share of the latest games from the archive that has to be won before positions
    move towards the start."""

    def starts(self) -> Starts | None:
        """Return where games begin, None: at the true start."""
        if self.archive is None:
            return None
        return Starts(self.archive, self.schedule, self.share, self.games, self.wins)


class EnvironmentConfig(ScenarioConfig):
    """The games that a learner plays."""

    max_turns: Positive | None = 200
    """Truncate longer games."""
    starts: StartsConfig = StartsConfig()
    """Where games begin."""
    reward: str = "win"
    """What the end of a game earns: win, or progress (the return and the progress reached);
    some games have others."""
    shaping: dict[str, float] | None = None
    """Weights of a shaping potential's terms, such as progress=10."""
    shaping_discount: Share | None = None
    """Discount of the potential; null: ppo.gamma, which leaves optimal policies unchanged."""
    num_envs: Positive = 64
    """Games that are played in parallel."""
    partners: Annotated[tuple[str, ...], Field(min_length=1)] | None = None
    """Agents drawn for all seats but one in each game; past: an earlier version of the learner;
    population: the public strangers of the game; a YAML file: the strangers in it; null: the
    learner plays every seat."""
    line_up: Literal["drawn", "alike", "fixed"] = "drawn"
    """Seating of the partners in the other seats: drawn: each seat draws one for each game; alike:
    one is drawn for all of them; fixed: there is one for each, clockwise from the learner."""

    @model_validator(mode="after")
    def _partners_have_seats(self) -> Self:
        players = self.shaped_settings(1.0).player_choices  # a ValueError if they do not fit
        if self.partners is not None and players == (1,):
            raise ValueError("environment.partners have no seat in games of one player")
        if self.partners is None and self.line_up != "drawn":
            raise ValueError(
                f"environment.line_up={self.line_up} says where partners sit: name some by "
                "environment.partners"
            )
        return self

    def shaped_settings(self, gamma: float) -> Settings:
        """Return the settings of the games with limit and shaping; ``gamma`` is the learner's."""
        own = self.shaping_discount
        return self.settings(
            max_turns=self.max_turns,
            starts=self.starts.starts(),
            reward=self.reward,
            shaping=self.shaping,
            shaping_discount=gamma if own is None else own,
            mask_in_observation=False,
        )


class NetworkConfig(SettingsModel):
    """The network; see ``tablemates.agents.networks.network``."""

    hidden: Widths = (256, 256)
    """Widths of the trunk's layers."""
    activation: Activation = "tanh"
    """Activation of the hidden layers: tanh or relu."""
    memory: Width | None = None
    """Units of a recurrent layer after them (GRU), with which the learner ppo remembers the earlier
    decisions of a seat in a game; null: none."""

    def spec(self, facts: GameFacts) -> NetworkSpec:
        """Return the architecture for a game."""
        return NetworkSpec.of(facts, **self.model_dump())


class PPOConfig(SettingsModel):
    """Proximal policy optimisation, of the learners maskable_ppo, ppo and rllib."""

    learning_rate: AboveZero = 3e-4
    """Initial learning rate of Adam."""
    anneal_lr: bool = True
    """Decrease the learning rate linearly to 0."""
    num_steps: Positive = 64
    """Steps of each environment per rollout."""
    batch_size: Annotated[int, Field(ge=2)] = 512
    """Minibatch size."""
    n_epochs: Positive = 4
    """Passes over each rollout."""
    gamma: Share = 1.0
    """Discount factor; 1: winning late is worth as much as winning early."""
    gae_lambda: Share = 0.95
    """Lambda of generalised advantage estimation."""
    clip_range: AboveZero = 0.2
    """Clipping of the probability ratio."""
    ent_coef: NotNegative = 0.01
    """Weight of the entropy bonus."""
    vf_coef: NotNegative = 0.5
    """Weight of the value loss."""
    max_grad_norm: AboveZero = 0.5
    """Gradient clipping."""


class RLlibConfig(SettingsModel):
    """Processes of the learner rllib."""

    num_env_runners: Annotated[int, Field(ge=0)] = 0
    """Processes that play, which share environment.num_envs; 0: this process."""
    num_learners: Annotated[int, Field(ge=0)] = 0
    """Processes that learn; 0: this process."""
    num_gpus_per_learner: NotNegative | None = None
    """GPUs of each process that learns; null: one if device is a GPU."""


class BCConfig(SettingsModel):
    """Behaviour cloning, of the learner bc."""

    data: Annotated[tuple[UserPath, ...], Field(min_length=1)] = (Path("runs/data/value"),)
    """Datasets, made by python -m tablemates.agents.learn.make_dataset."""
    validation_share: Annotated[float, Field(gt=0, lt=1)] = 0.05
    """Share of the games kept for validation."""
    patience: Annotated[int, Field(ge=0)] = 2
    """Early stopping: epochs without improvement of the validation loss."""
    shuffle_files: Positive = 16
    """Files of the datasets that are shuffled together."""
    learning_rate: AboveZero = 1e-3
    """Initial learning rate of AdamW."""
    anneal_lr: bool = True
    """Decrease the learning rate linearly to 0."""
    weight_decay: NotNegative = 1e-4
    """Weight decay of AdamW."""
    batch_size: Annotated[int, Field(ge=2)] = 512
    """Minibatch size."""
    vf_coef: NotNegative = 0.25
    """Weight of the value loss."""
    max_grad_norm: AboveZero = 1.0
    """Gradient clipping."""


class TDConfig(SettingsModel):
    """TD(lambda) over afterstates, of the learner td."""

    width: Annotated[int, Field(ge=8, le=4096)] = 128
    """Units of the first layer, a sum of embeddings; init_from brings its own."""
    hidden: Annotated[int, Field(ge=8, le=4096)] = 32
    """Units of the second layer; init_from brings its own."""
    games_per_batch: Positive = 300
    """Games that are played before their positions are shuffled and learned from."""
    max_decisions: Positive = 600
    """Longer games are truncated; their last position is judged by the network."""
    td_lambda: Share = 0.9
    """Lambda of the returns: weight of what followed against the value of the next afterstate."""
    learning_rate: AboveZero = 2e-3
    """Initial step size of the upper layers."""
    first_learning_rate: AboveZero = 5e-4
    """Initial step size of the first layer."""
    final_share: Share = 0.1
    """Share of the step sizes that is left at the end, to which they decrease linearly."""
    average: Annotated[float, Field(gt=0, le=1)] = 0.02
    """Weight of the newest network in the running average that is evaluated and kept."""
    epsilons: Annotated[tuple[Share, ...], Field(min_length=1)] = (
        *(0.02, 0.02, 0.02, 0.02, 0.02, 0.02, 0.02),
        *(0.0, 0.05, 0.1),
    )
    """Probabilities of a random action, one of which is drawn for each game."""
    progress_weight: Share = 0.1
    """Weight of the expected progress beside the expected return when an action is chosen."""


#: Options of ``train.py`` that are called as in the other commands.
SHORT: Final = {
    f"environment.{name}": name for name in ("game", "scenario", "components", "max_turns")
}


class TrainConfig(SettingsModel):
    """All settings of a training run."""

    run: UserPath = Path("runs/train")
    """Run folder."""
    overwrite: bool = False
    """Delete a run that is already in the run folder."""
    learner: Literal["maskable_ppo", "ppo", "rllib", "bc", "td"] = "maskable_ppo"
    """maskable_ppo (sb3-contrib), ppo (own), rllib (Ray), bc (behaviour cloning), td
    (temporal differences over afterstates)."""
    seed: Seed = 0
    """Seed of games, weights and sampling."""
    total_timesteps: Positive = 2_000_000
    """Decisions to learn from."""
    checkpoint_every: Positive = 250_000
    """Decisions between two checkpoints."""
    evaluate_games: Annotated[int, Field(ge=0)] = 200
    """Games of each checkpoint's evaluation: greedy play from the true start on tuning seeds. The
    best checkpoint's policy is kept in RUN/best. 0: no evaluation."""
    tracker: Literal["wandb"] | None = None
    """Tracker of the run beside TensorBoard: wandb (Weights & Biases)."""
    device: Literal["cpu", "cuda", "auto"] = "auto"
    """PyTorch device; auto: cuda if there is one. The learner td uses the CPU."""
    threads: Annotated[int, Field(ge=1, le=1024)] = 1
    """CPU threads of PyTorch or the learner ppo; another number changes the rounding of sums."""
    ray: str | None = None
    """Address of a Ray cluster to play on, such as auto or ray://HOST:10001; local: one that is
    started here, for the learner td with as many processes as threads. td learns the same as
    without it. null: td plays in this process, and rllib starts a cluster here."""
    init_from: UserPath | None = None
    """Policy that training starts from: a policy folder, or the name of a shipped policy."""
    precision: Precision = "float32"
    """Precision of the weights in policy folders: float32, or float16 in half the space."""
    environment: EnvironmentConfig = Field(default_factory=EnvironmentConfig)
    """The games."""
    network: NetworkConfig = NetworkConfig()
    """The network."""
    ppo: PPOConfig = PPOConfig()
    """Hyperparameters of the learners maskable_ppo, ppo and rllib."""
    rllib: RLlibConfig = RLlibConfig()
    """Processes of the learner rllib."""
    bc: BCConfig = BCConfig()
    """Hyperparameters of the learner bc."""
    td: TDConfig = TDConfig()
    """Hyperparameters of the learner td, which uses neither network nor ppo."""

    @model_validator(mode="before")
    @classmethod
    def _address_of_ray(cls, values: Any) -> Any:
        """Read runs of version 0.2, where the address of the cluster was one of rllib."""
        if not isinstance(values, dict) or not isinstance(values.get("rllib"), dict):
            return values
        rllib = dict(values["rllib"])
        moved = {"ray": rllib.pop("address")} if rllib.get("address", "") != "" else {}
        return {**moved, **values, "rllib": rllib}

    @model_validator(mode="after")
    def _learner_supports_settings(self) -> Self:
        environment = self.environment
        rewarded = environment.shaping is not None or environment.reward != "win"
        plays = rewarded or environment.partners is not None
        refusals = {
            "rllib does not support environment.partners: use learner=ppo": (
                self.learner == "rllib" and environment.partners is not None
            ),
            "bc learns from datasets and plays no games: leave out environment.reward, "
            "environment.shaping, environment.starts and environment.partners": (
                self.learner == "bc" and (plays or environment.starts.archive is not None)
            ),
            "td learns from returns: leave out environment.reward and environment.shaping": (
                self.learner == "td" and rewarded
            ),
            f"{self.learner} has no memory: leave out network.memory, or use learner=ppo": (
                self.learner != "ppo" and self.network.memory is not None
            ),
            "td learns on the CPU: leave out device=cuda": (
                self.learner == "td" and self.device == "cuda"
            ),
            f"{self.learner} plays in this process: leave out ray, or use learner=td or rllib": (
                self.learner not in ("td", "rllib") and self.ray is not None
            ),
        }
        for sentence, refused in refusals.items():
            if refused:
                raise ValueError(sentence)
        return self

    @model_validator(mode="after")
    def _divisible(self) -> Self:
        environments, rollout = self.environment.num_envs, self.ppo.num_steps
        if self.network.memory is not None and self.ppo.batch_size % rollout:
            raise ValueError(
                f"ppo.batch_size={self.ppo.batch_size} is not made of whole rollouts of "
                f"ppo.num_steps={rollout} decisions, which a network with memory learns from"
            )
        decisions = rollout * environments
        divisors = [("ppo.batch_size", self.ppo.batch_size, "decisions of a rollout", decisions)]
        if self.learner == "rllib":
            runners, learners = self.rllib.num_env_runners or 1, self.rllib.num_learners or 1
            divisors += [
                ("rllib.num_env_runners", runners, "environment.num_envs", environments),
                ("rllib.num_learners", learners, "decisions of a rollout", decisions),
                ("rllib.num_learners", learners, "ppo.batch_size", self.ppo.batch_size),
            ]
        for name, divisor, what, number in divisors:
            if self.learner not in ("bc", "td") and number % divisor:
                raise ValueError(
                    f"{name}={divisor} does not divide the {number} {what} "
                    f"(ppo.num_steps={rollout}, environment.num_envs={environments})"
                )
        return self


class DataConfig(ScenarioConfig):
    """All settings of a dataset."""

    out: UserPath = Path("runs/data/value")
    """Folder of the dataset."""
    seed: Annotated[int, Field(ge=0, lt=2**15)] = 0
    """Seed of games and sampling."""
    decisions: Positive = 1_000_000
    """Number of decisions; with a larger number, a finished dataset grows."""
    play: str = "random"
    """Agent that plays all seats; bc.data takes several datasets, of one agent each."""
    label: str | None = None
    """Teacher whose answers are stored; null: the agent that plays."""
    max_turns: Positive = 200
    """Longer games are truncated and count as lost."""
    noise_share: Share = 0.5
    """Share of the games with a period of noise, which leads to unusual positions."""
    noise: Share = 0.3
    """Probability of a random legal action during the period of noise."""
    games_per_file: Annotated[int, Field(ge=1, le=4096)] = 32
    """Games in a file; what a stopped process loses at most."""
