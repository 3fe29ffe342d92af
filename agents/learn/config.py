"""The settings of training; their defaults stand in ``configs/train/base.yaml`` alone."""

from __future__ import annotations

from typing import Annotated, Final, Literal, Self

from pydantic import Field, model_validator

from tablemates.agents.configs import UserPath, configs_folder
from tablemates.agents.facts import GameFacts
from tablemates.agents.networks import AnySpec, MlpSpec, PlansSpec, TokensSpec
from tablemates.agents.networks.base import Activation, Value, Width, Widths
from tablemates.agents.networks.plan_rows import PlanRows
from tablemates.agents.networks.tokens_spec import reading_of
from tablemates.agents.policy import Precision
from tablemates.agents.registry import NOISE, folder_of
from tablemates.envs.core.documents import DocumentModel, read_document
from tablemates.envs.portal_dash.settings import Settings

Positive = Annotated[int, Field(ge=1)]
Share = Annotated[float, Field(ge=0, le=1)]
Above0 = Annotated[float, Field(gt=0, allow_inf_nan=False)]
AtLeast0 = Annotated[float, Field(ge=0, allow_inf_nan=False)]

#: What is said of ``environment`` to learners that play; the rest says which game is learned.
_PLAYED: Final = (
    *("max_turns", "shaping", "shaping_discount", "lanes", "curriculum", "perturbed", "opening"),
    *("perturbed_parts", "partners"),
)


class EnvironmentConfig(DocumentModel):
    """What is played; see ``Settings`` for what has no words here.

    Attributes:
        shaping_discount: None: the learner's, so that shaping changes no policy's rank.
        lanes: Games side by side.
        curriculum: Share of the games whose level and number of players are drawn by how
            much there is to learn, see ``tablemates.agents.learn.curriculum``.
        perturbed: Share of the games that begin with random actions.
        opening: How many these are at most.
        perturbed_parts: Share of the games that are played with other assumed numbers on the
            parts, see ``tablemates.agents.learn.parts``.
        partners: Agents of which every seat but the learner's draws one in each game, where the
            learner's own seat is drawn, too; None: the learner plays all seats.
    """

    level: int | tuple[int, ...]
    players: int | tuple[int, ...]
    edition: str
    boss: str | None
    components: str | None
    max_turns: Positive | None
    shaping: dict[str, float] | None
    shaping_discount: Share | None
    lanes: Positive
    curriculum: Share
    perturbed: Share
    opening: Positive
    perturbed_parts: Share
    partners: Annotated[tuple[str, ...], Field(min_length=1)] | None

    @model_validator(mode="after")
    def _partners_have_seats(self) -> Self:
        if self.partners is not None and self.players in (1, (1,)):
            raise ValueError("environment.partners have no seat in games of one player")
        return self

    @model_validator(mode="after")
    def _partners_know_the_parts(self) -> Self:
        if self.partners is not None and self.perturbed_parts:
            raise ValueError(
                "environment.partners know one set of parts: leave out environment.perturbed_parts"
            )
        return self

    def settings(self, discount: float) -> Settings:
        """Return the settings of one lane.

        Args:
            discount: The learner's.

        Raises:
            SettingsError: No game can be made of them.
        """
        own = self.shaping_discount
        return Settings(
            level=self.level,
            players=self.players,
            edition=self.edition,
            boss=self.boss,
            components=self.components,
            max_turns=self.max_turns,
            shaping=self.shaping,
            shaping_discount=discount if own is None else own,
            illegal_action="raise",
            mask_in_observation=False,
        )


class NetworkConfig(DocumentModel):
    """The network, but for what the game says.

    What is of one kind alone means nothing to the other; see ``tablemates.agents.networks``.
    """

    kind: Literal["mlp", "tokens", "plans"]
    hidden: Widths
    activation: Activation
    value: Value
    adviser: str | None
    token: Width
    board: Annotated[tuple[Width, ...], Field(min_length=1, max_length=4)]
    pointer: Width
    plan: Width

    @model_validator(mode="after")
    def _plans_are_somebodys(self) -> Self:
        if self.kind == "plans" and self.adviser is None:
            raise ValueError(
                "network.kind=plans reads an adviser's plans: say whose, such as "
                "network.adviser=planner-tuned"
            )
        return self

    def spec(self, facts: GameFacts) -> AnySpec:
        """Return kind and sizes of the network for a game."""
        size = facts.layout.size
        common = {
            "inputs": PlanRows(size).size if self.kind == "plans" else size,
            "outputs": len(facts.catalogue),
            **self.model_dump(include={"kind", "hidden", "activation", "value", "adviser"}),
        }
        if self.kind == "mlp":
            return MlpSpec(**common)
        reading = reading_of(facts.layout.board_shape)
        common |= {
            **self.model_dump(include={"token", "board"}),
            "board_shape": facts.layout.board_shape,
            "tokens": reading.tokens.digest,
        }
        if self.kind == "plans":
            return PlansSpec(**common, plan=self.plan)
        return TokensSpec(**common, pointer=self.pointer, candidates=reading.candidates.digest)


class PpoConfig(DocumentModel):
    """Proximal policy optimisation (Schulman et al. 2017), for all that learn from games.

    Attributes:
        learning_rate: Of Adam, at the beginning.
        decay: Whether it falls to 0 in a straight line.
        rollout: Decisions in each lane before every update.
        minibatch: Decisions a gradient is taken over.
        epochs: How often an update sees each decision.
        discount: Of rewards, a decision.
        trace: Lambda of generalised advantage estimation.
        clip: How far the ratio of probabilities may move from 1.
        entropy: Weight of the entropy.
        value: Weight of the critic's loss.
        gradient: Greatest norm of a gradient.
        target_kl: An update stops when it has gone 1.5 times as far; None: never.
        reference: Policy that a KL penalty keeps it close to, named as ``parent``; None: none.
            Of ``ppo`` alone, as the rest.
        kl: Weight of that penalty at the beginning.
        kl_until: Share of the run after which it is 0; it falls in a straight line.
        critic: ``shared``: the network's own value; ``privileged``: a network that sees
            what is hidden, in training alone.
        critic_hidden: Widths of the privileged critic's layers.
    """

    learning_rate: Above0
    decay: bool
    rollout: Positive
    minibatch: Annotated[int, Field(ge=2)]
    epochs: Positive
    discount: Share
    trace: Share
    clip: Above0
    entropy: AtLeast0
    value: AtLeast0
    gradient: Above0
    target_kl: Above0 | None
    reference: UserPath | None
    kl: AtLeast0
    kl_until: Annotated[float, Field(gt=0, le=1)]
    critic: Literal["shared", "privileged"]
    critic_hidden: Widths


class BcConfig(DocumentModel):
    """Behaviour cloning, see ``tablemates.agents.learn.cloning``.

    Attributes:
        data: Folders of data sets.
        held_out: Share of the games that nothing is learned from.
        patience: So many epochs without improvement on these are borne; one more ends learning.
        files: Files of the data sets that are shuffled together.
        target: ``actions``: what the teacher plays; ``chances``: whatever it gives the best
            chances of winning.
        learning_rate: Of AdamW, at the beginning.
        decay: Whether it falls to 0 in a straight line.
        weight_decay: Of AdamW.
        minibatch: Decisions a gradient is taken over.
        soft: Weight of the teacher's chances against its action, where it stated some.
        temperature: Difference of chances that makes one choice e times as likely.
        value: Weight of the value's loss.
        gradient: Greatest norm of a gradient.
    """

    data: Annotated[tuple[UserPath, ...], Field(min_length=1)]
    held_out: Annotated[float, Field(ge=0, lt=1)]
    patience: Annotated[int, Field(ge=0)]
    files: Positive
    target: Literal["actions", "chances"]
    learning_rate: Above0
    decay: bool
    weight_decay: AtLeast0
    minibatch: Annotated[int, Field(ge=2)]
    soft: Share
    temperature: Above0
    value: AtLeast0
    gradient: Above0


class RllibConfig(DocumentModel):
    """Where RLlib plays and learns, see ``tablemates.agents.learn.rllib``.

    Attributes:
        runners: Processes that play; 0: this one.
        learners: Processes that learn; 0: this one.
        gpus: Of each process that learns; None: one if ``device`` is a GPU.
        address: Of the cluster; None: this machine alone.
    """

    runners: Annotated[int, Field(ge=0)]
    learners: Annotated[int, Field(ge=0)]
    gpus: AtLeast0 | None
    address: str | None


class TrainConfig(DocumentModel):
    """All settings of a training run.

    Attributes:
        run: Folder of the run.
        overwrite: Whether a run that lies there may be begun anew.
        learner: Which learner.
        seed: Of games, weights and choices.
        steps: Decisions to learn from; at least so many.
        checkpoint_every: Decisions between two checkpoints.
        device: Where the network is trained.
        threads: Of PyTorch on the CPU. Sums are taken in another order with each number,
            so it belongs to what makes two runs equal.
        parent: Policy whose weights training begins with: its folder, or the name of a shipped one.
        precision: Of the numbers in the files with the weights.
        symmetry: Share of the decisions that are seen in another of their equivalent forms.
        environment: What is played.
        network: The network.
        ppo: How it learns from games.
        rllib: Where RLlib does.
        bc: How it learns from data sets.
    """

    run: UserPath
    overwrite: bool
    learner: Literal["maskable_ppo", "ppo", "rllib", "bc"]
    seed: Annotated[int, Field(ge=0, lt=2**31)]
    steps: Positive
    checkpoint_every: Positive
    device: Literal["cpu", "cuda", "auto"]
    threads: Annotated[int, Field(ge=1, le=1024)]
    parent: UserPath | None
    precision: Precision
    symmetry: Share
    environment: EnvironmentConfig
    network: NetworkConfig
    ppo: PpoConfig
    rllib: RllibConfig
    bc: BcConfig

    @model_validator(mode="after")
    def _nothing_that_is_needed_is_overwritten(self) -> Self:
        named = [("ppo.reference", self.ppo.reference)]
        for partner in self.environment.partners or ():
            bare = partner.split(":", 2)[-1] if partner.startswith(NOISE) else partner
            named.append(("environment.partners", folder_of(bare)))
        for name, path in named:
            if self.overwrite and path and path.resolve().is_relative_to(self.run.resolve()):
                raise ValueError(f"{name}: {path} lies in run, which overwrite=true empties")
        return self

    @model_validator(mode="after")
    def _library_knows_the_network(self) -> Self:
        known = self.network.kind == "mlp" and self.network.value == "return"
        if self.learner == "maskable_ppo" and not known:
            raise ValueError(
                "maskable_ppo learns network.kind=mlp with network.value=return alone: "
                "learner=ppo learns all of them"
            )
        if self.network.adviser is not None and self.learner == "maskable_ppo":
            raise ValueError("maskable_ppo listens to no network.adviser: learner=ppo does")
        if self.learner == "maskable_ppo" and (
            self.ppo.reference is not None or self.ppo.critic != "shared"
        ):
            raise ValueError(
                "maskable_ppo has neither ppo.reference nor ppo.critic=privileged: learner=ppo has"
            )
        return self

    @model_validator(mode="after")
    def _chances_are_rewards(self) -> Self:
        if (
            self.learner == "ppo"
            and self.network.value == "win"
            and (self.environment.shaping or self.ppo.discount != 1.0)
        ):
            raise ValueError(
                "network.value=win states chances of winning: leave out environment.shaping and "
                "set ppo.discount to 1, or choose network.value=return"
            )
        return self

    @model_validator(mode="after")
    def _rllib_knows_the_settings(self) -> Self:
        if self.learner != "rllib":
            return self
        plain = {
            "network.value": (self.network.value, "return"),
            "network.adviser": (self.network.adviser, None),
            "symmetry": (self.symmetry, 0),
            "environment.curriculum": (self.environment.curriculum, 0),
            "environment.perturbed": (self.environment.perturbed, 0),
            "environment.perturbed_parts": (self.environment.perturbed_parts, 0),
            "environment.partners": (self.environment.partners, None),
            "ppo.target_kl": (self.ppo.target_kl, None),
            "ppo.reference": (self.ppo.reference, None),
            "ppo.critic": (self.ppo.critic, "shared"),
        }
        for name, (value, known) in plain.items():
            if value != known:
                raise ValueError(f"rllib does not know {name}={value}: learner=ppo does")
        lanes, decisions = self.environment.lanes, self.ppo.rollout * self.environment.lanes
        for name, count, whole in (
            ("runners", self.rllib.runners, {"environment.lanes": lanes}),
            ("learners", self.rllib.learners,
             {"ppo.minibatch": self.ppo.minibatch, "ppo.rollout × environment.lanes": decisions}),
        ):  # fmt: skip
            for what, number in whole.items():
                if count and number % count:
                    raise ValueError(
                        f"rllib.{name} is {count} and does not divide {what}, which is {number}"
                    )
        return self

    @model_validator(mode="after")
    def _clones_play_no_games(self) -> Self:
        if self.learner != "bc":
            return self
        defaults = read_document(configs_folder() / "train" / "base.yaml").values
        for section, model, names in (
            ("environment", EnvironmentConfig, _PLAYED),
            ("ppo", PpoConfig, tuple(PpoConfig.model_fields)),
        ):
            usual = model.model_validate(defaults[section])
            for name in names:
                value = getattr(getattr(self, section), name)
                if value != getattr(usual, name):
                    raise ValueError(
                        f"bc learns from data sets and plays no games: leave out "
                        f"{section}.{name}={value}"
                    )
        return self

    @model_validator(mode="after")
    def _whole_minibatches(self) -> Self:
        played = self.ppo.rollout * self.environment.lanes
        if played % self.ppo.minibatch:
            raise ValueError(
                f"ppo.minibatch is {self.ppo.minibatch} and does not divide the {played} decisions "
                "of an update (ppo.rollout × environment.lanes)"
            )
        return self
