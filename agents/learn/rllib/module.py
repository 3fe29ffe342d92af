"""An ``mlp`` network as an ``RLModule`` with action masks."""

from __future__ import annotations

from typing import Any, Final

from ray.rllib.core.columns import Columns
from ray.rllib.core.rl_module.apis.value_function_api import ValueFunctionAPI
from ray.rllib.core.rl_module.torch import TorchRLModule
from torch import Tensor

from tablemates.agents.learn.torch_network import ActorCritic
from tablemates.agents.networks.network import NetworkSpec, input_scale
from tablemates.envs.core.errors import SettingsError

#: Key of ``model_config``.
NETWORK: Final = "network"
#: Prefix of RLlib's names of the weights.
PREFIX: Final = "network."


class MaskedActorCritic(TorchRLModule, ValueFunctionAPI):  # type: ignore[misc]
    """Masked logits and values, in exploration, evaluation and training alike.

    Its ``model_config`` has ``network``: the fields of ``NetworkSpec`` except ``inputs`` and
    ``outputs``, which follow from the spaces.

    Attributes:
        network: The network; ``network.tensors()`` are the weights of a policy folder.

    Raises:
        SettingsError: ``model_config`` has no ``network``.
    """

    network: ActorCritic

    def setup(self) -> None:
        """Make the network."""
        space = self.observation_space["observation"]
        sizes = {"inputs": space.shape[0], "outputs": int(self.action_space.n)}
        given = (self.model_config or {}).get(NETWORK)
        if given is None:
            raise SettingsError(
                "no network: set model_config={'network': {'hidden': (256, 256), "
                "'activation': 'tanh'}}"
            )
        spec = NetworkSpec.model_validate({**given, **sizes})
        self.network = ActorCritic(spec, input_scale(space.low, space.high))

    def _forward(self, batch: dict[str, Any], **_kwargs: Any) -> dict[str, Tensor]:
        logits, _ = self._answer(batch)
        return {Columns.ACTION_DIST_INPUTS: logits}

    def _forward_train(self, batch: dict[str, Any], **_kwargs: Any) -> dict[str, Tensor]:
        # RLlib passes the embeddings on to `compute_values`: they are the values themselves.
        logits, values = self._answer(batch)
        return {Columns.ACTION_DIST_INPUTS: logits, Columns.EMBEDDINGS: values}

    def compute_values(self, batch: dict[str, Any], embeddings: Tensor | None = None) -> Tensor:
        """Return the values of a batch, shape ``(batch,)``: those of ``_forward_train``, if any."""
        return self._answer(batch)[1] if embeddings is None else embeddings

    def _answer(self, batch: dict[str, Any]) -> tuple[Tensor, Tensor]:
        seen = batch[Columns.OBS]
        logits, values = self.network(seen["observation"], seen["action_mask"])
        return logits, values
