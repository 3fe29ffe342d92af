"""Names the environments in Gymnasium's and PettingZoo's registries.

``gymnasium.make("PortalDash-v0")`` and ``pettingzoo.make("aec",
"portal_dash-v0")`` shall work without a line that imports ``envs``.  Gymnasium
gave up its entry-point group with 1.0 and PettingZoo never had one, so an
installed copy brings ``portal_dash_registration.pth``, a start-up file that
Python runs and that calls ``install``.  This module therefore imports nothing
but ``sys`` and, not to hide a user's own package of that name, not ``envs``
either: it waits until one of the two libraries is imported and registers the
ids as strings then.  ``envs`` itself calls ``install`` as well, which covers a
checkout that is not installed.
"""

from __future__ import annotations

import sys

# Every Python process of the installation runs this file: it loads nothing for types.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from importlib.machinery import ModuleSpec
    from types import ModuleType


def _register_in_gymnasium(gymnasium: ModuleType) -> None:
    gymnasium.register(
        "PortalDash-v0",
        entry_point="envs.portal_dash_v0:gym_env",
        vector_entry_point="envs.portal_dash_v0:vector_env",
    )


def _register_in_pettingzoo(pettingzoo: ModuleType) -> None:
    # Whoever makes an environment by its id samples actions freely, as
    # checkers do: such a one is not ended by an illegal action.
    for kind, view in (("aec", "env"), ("parallel", "parallel_env")):
        pettingzoo.register(
            kind,
            "portal_dash-v0",
            entry_point=f"envs.portal_dash_v0:{view}",
            kwargs={"illegal_action": "penalty"},
        )


_waiting: dict[str, Callable[[ModuleType], None]] = {
    "gymnasium": _register_in_gymnasium,
    "pettingzoo": _register_in_pettingzoo,
}


def install() -> None:
    """Register the ids in each library now if it is imported, else once it is.

    A second call does nothing.
    """
    for name in list(_waiting):
        module = sys.modules.get(name)
        # A library that is still being imported has no `register` yet.
        if module is not None and hasattr(module, "register"):
            _waiting.pop(name)(module)
    if _waiting and not any(isinstance(finder, _AfterImport) for finder in sys.meta_path):
        sys.meta_path.insert(0, _AfterImport())


class _AfterImport:
    """Lets the other finders find a library, and registers the ids after its import."""

    def find_spec(
        self, name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Return the library's own spec, with a loader that registers afterwards."""
        if name not in _waiting:
            return None
        others = (finder for finder in sys.meta_path if finder is not self)
        specs = (finder.find_spec(name, path, target) for finder in others)
        spec = next((spec for spec in specs if spec is not None), None)
        if spec is not None and spec.loader is not None:
            spec.loader.exec_module = _then_register(  # type: ignore[assignment, method-assign]
                spec.loader.exec_module
            )
        return spec


def _then_register(run: Callable[[ModuleType], None]) -> Callable[[ModuleType], None]:
    def exec_module(module: ModuleType) -> None:
        run(module)
        register = _waiting.pop(module.__name__, None)
        if register is not None:
            register(module)

    return exec_module
