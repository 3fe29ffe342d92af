"""Linking of Numba's code libraries: helpers are optimised once, within entry points.

Numba optimises every function together with all that it calls and makes machine code of it, so
that a function below six others is optimised seven times. Here a helper is optimised by itself, and
with others only when an entry point is compiled, which includes every helper it reaches.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from llvmlite import binding
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


class _Library(_Whole):
    """The code of several functions and of all that they call."""

    def object_code(self, exported: Sequence[tuple[str, Any]]) -> bytes:
        """Return an object file with compiled helpers, each by its symbol."""
        for _, helper in exported:
            module = helper.library.own_module().clone()
            module.get_function(helper.fndesc.llvm_func_name).linkage = "external"  # else left out
            self._final_module.link_in(module)
            self._linking_libraries += helper.library._linking_libraries
        _link_into(self._final_module, self)
        symbols = {helper.fndesc.llvm_func_name: symbol for symbol, helper in exported}
        for one in (*self._final_module.functions, *self._final_module.global_variables):
            if one.name in symbols:
                one.name, one.linkage = symbols[one.name], "external"
            elif not one.is_declaration:
                one.linkage = "private"  # no other object file finds it; inlined, or left out
        self._optimize_final_module()
        self._final_module.verify()
        code: bytes = _machine().emit_object(self._final_module)
        return code


def _machine() -> Any:
    """Return what makes code for this processor that may lie anywhere in memory."""
    target = binding.Target.from_triple(binding.get_process_triple())
    return target.create_target_machine(
        opt=3,
        cpu=binding.get_host_cpu_name(),
        features=binding.get_host_cpu_features().flatten(),
        reloc="pic",
        codemodel="default",
    )


def object_code(name: str, exported: Sequence[tuple[str, Any]]) -> bytes:
    """Return an object file with compiled helpers, each by its symbol."""
    library: Any = _Library
    code: bytes = library(exported[0][1].library._codegen, name).object_code(exported)
    return code


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
