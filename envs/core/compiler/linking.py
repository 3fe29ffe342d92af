"""Linking of Numba's code libraries: helpers are optimised once, within a library.

Numba optimises every function together with all that it calls and makes machine code of it, so
that a function below six others is optimised seven times. Here a helper is optimised by itself, and
with others only when a library is made, which includes every helper it reaches.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from llvmlite import binding
from numba.core import config
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


class _Library(JITCodeLibrary):
    """The code of several functions and of all that they call."""

    def object_code(self, exported: Sequence[tuple[str, Any]], runtime: str) -> bytes:
        """Return an object file with compiled helpers, each by its symbol."""
        self._final_module.link_in(binding.parse_assembly(runtime))
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
        optimize: Any = self._optimize_final_module
        optimize()
        optimize()  # what the first time has made by inlining: references and loops
        self._final_module.verify()
        code: bytes = _machine().emit_object(self._final_module)
        return code


def _machine() -> Any:
    """Return what makes code that may lie anywhere in memory, for the processor that Numba has."""
    target = binding.Target.from_triple(binding.get_process_triple())
    chosen: Any = config
    features = binding.get_host_cpu_features().flatten()
    return target.create_target_machine(
        opt=3,
        cpu=chosen.CPU_NAME or binding.get_host_cpu_name(),
        features=features if chosen.CPU_FEATURES is None else chosen.CPU_FEATURES,
        reloc="pic",
        codemodel="default",
    )


def object_code(name: str, exported: Sequence[tuple[str, Any]], runtime: str) -> bytes:
    """Return an object file with compiled helpers, each by its symbol.

    Args:
        name: Of the library.
        exported: Symbols and helpers.
        runtime: What arrays need, as text of a module.
    """
    library: Any = _Library
    code: bytes = library(exported[0][1].library._codegen, name).object_code(exported, runtime)
    return code


class PartCompiler(Compiler):
    """Compiles helpers."""

    def compile_extra(self, function: Any) -> Any:
        """Compile a function into a library that waits for its callers."""
        library: Any = _Part
        self.state.library = library(self.state.targetctx.codegen(), function.__qualname__)
        return super().compile_extra(function)  # type: ignore[no-untyped-call]
