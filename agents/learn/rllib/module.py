"""Our networks as an ``RLModule``: masked when it plays, when it is asked, and when it learns."""

from __future__ import annotations

from typing import Any, Final

from pydantic import TypeAdapter
from ray.rllib.core.columns import Columns
from ray.rllib.core.rl_module.apis.value_function_api import ValueFunctionAPI
from ray.rllib.core.rl_module.torch import TorchRLModule
from torch import Tensor

from tablemates.agents.learn.networks import ActorCritic, new_network
from tablemates.agents.networks import NetworkSpec
from tablemates.agents.networks.base import input_scale
from tablemates.envs.core.errors import SettingsError

#: Key of ``model_config``; RLlib has others there.
NETWORK: Final = "network"
#: What RLlib's names of our weights begin with.
PREFIX: Final = "network."


class MaskedActorCritic(TorchRLModule, ValueFunctionAPI):  # type: ignore[misc]
    """Logits of all actions, those of illegal ones without probability, and values.

    Its ``model_config`` has ``network``: the fields of ``MlpSpec`` or ``TokensSpec``, but for
    the sizes of observation and catalogue, which are those of the spaces. Whatever samples
    from its logits plays legal actions alone, whether RLlib explores, evaluates or learns.

    Attributes:
        network: The network, as any policy of ours has one; ``network.tensors()`` are the
            weights of a policy folder.

    Raises:
        SettingsError: There is no ``network``, or it listens to an adviser, and nobody asks one
            here.
    """

    network: ActorCritic

    def setup(self) -> None:
        """Make the network."""
        space = self.observation_space["observation"]
        sizes = {"inputs": space.shape[0], "outputs": int(self.action_space.n)}
        given = (self.model_config or {}).get(NETWORK)
        if given is None:
            raise SettingsError(
                "which network? Say so by model_config={'network': {'kind': 'mlp', "
                "'hidden': (256, 256), 'activation': 'tanh'}}"
            )
        spec = TypeAdapter(NetworkSpec).validate_python({**given, **sizes})
        if spec.adviser is not None:
            raise SettingsError("masks are not marked in RLlib: leave out network.adviser")
        self.network = new_network(spec, input_scale(space.low, space.high))

    def _forward(self, batch: dict[str, Any], **_kwargs: Any) -> dict[str, Tensor]:
        logits, _ = self._answer(batch)
        return {Columns.ACTION_DIST_INPUTS: logits}

    def _forward_train(self, batch: dict[str, Any], **_kwargs: Any) -> dict[str, Tensor]:
        # RLlib hands embeddings on to `compute_values`: there are the values already.
        logits, values = self._answer(batch)
        return {Columns.ACTION_DIST_INPUTS: logits, Columns.EMBEDDINGS: values}

    def compute_values(self, batch: dict[str, Any], embeddings: Tensor | None = None) -> Tensor:
        """Return the values of a batch, shape ``(batch,)``.

        Args:
            batch: Observations under ``Columns.OBS``.
            embeddings: What ``forward_train`` returned of the same batch.
        """
        if embeddings is not None:
            return embeddings
        return self.network.values(batch[Columns.OBS]["observation"])

    def _answer(self, batch: dict[str, Any]) -> tuple[Tensor, Tensor]:
        seen = batch[Columns.OBS]
        logits, values = self.network(seen["observation"], seen["action_mask"])
        return logits, values
