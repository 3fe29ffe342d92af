"""Linking of Numba's code libraries: helpers are optimised once, within entry points.

Numba optimises every function together with all that it calls and makes machine code of it, so
that a function below six others is optimised seven times. Here a helper is optimised by itself, and
with others only when an entry point is compiled, which includes every helper it reaches.
"""

from __future__ import annotations

from typing import Any

from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler


class _Part(JITCodeLibrary):
    """The code of a helper, not to be run by itself."""

    def finalize(self) -> None:
        self._optimize_final_module()  # type: ignore[no-untyped-call]
        self._finalized = True

    def own_module(self) -> Any:
        """Return the helper's code without what it calls."""
        return super()._get_module_for_linking()  # type: ignore[no-untyped-call]

    def _get_module_for_linking(self) -> Any:
        module = self.own_module().clone()  # for a caller by plain ``numba.njit``
        _link_into(module, self)
        return module

    def get_pointer_to_function(self, _name: str) -> int:
        return 0

    @property
    def codegen(self) -> Any:
        return self

    def set_env(self, _name: str, _environment: Any) -> None:
        """Do nothing: an environment is for what uses Python objects."""


class _Whole(JITCodeLibrary):
    """The code of an entry point and of all that it calls."""

    def finalize(self) -> None:
        _link_into(self._final_module, self)
        self._linking_libraries = []
        super().finalize()  # type: ignore[no-untyped-call]

    def _optimize_final_module(self) -> None:
        # A second time, for what the first one has made by inlining: references and loops.
        optimize: Any = super()._optimize_final_module
        optimize()
        optimize()


def _link_into(module: Any, library: Any) -> None:
    """Link in what a library calls, each function once."""
    seen, todo = set(), list(library._linking_libraries)
    while todo:
        one = todo.pop()
        if one in seen:
            continue
        seen.add(one)
        if isinstance(one, _Part):
            todo += one._linking_libraries
            module.link_in(one.own_module(), preserve=True)
        else:  # it contains what it calls
            module.link_in(one._get_module_for_linking(), preserve=True)


class PartCompiler(Compiler):
    """Compiles helpers."""

    def compile_extra(self, function: Any) -> Any:
        """Compile a function into a library that waits for its callers."""
        library: Any = _Part
        self.state.library = library(self.state.targetctx.codegen(), function.__qualname__)
        return super().compile_extra(function)  # type: ignore[no-untyped-call]


class WholeCompiler(Compiler):
    """Compiles entry points."""

    def compile_extra(self, function: Any) -> Any:
        """Compile a function with all that it calls."""
        library: Any = _Whole
        self.state.library = library(self.state.targetctx.codegen(), function.__qualname__)
        self.state.library.enable_object_caching()
        return super().compile_extra(function)  # type: ignore[no-untyped-call]
