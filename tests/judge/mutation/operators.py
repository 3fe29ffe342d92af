"""Small faults that a programmer could make, planted in the source of a rule module.

Each operator yields, for a node of the syntax tree, texts that may stand in its place.
`mutmut` and `cosmic-ray` know such operators too, but they change files and start the
whole test command anew for each: here a mutant is a text that one forked process
imports, which costs seconds instead of a minute.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

#: A node, what stands in its place, and what was done.
Change: TypeAlias = tuple[ast.AST, str, str]

_COMPARED: Final = {
    ast.Lt: ("<=", ">="),
    ast.LtE: ("<", ">"),
    ast.Gt: (">=", "<="),
    ast.GtE: (">", "<"),
    ast.Eq: ("!=",),
    ast.NotEq: ("==",),
    ast.In: ("not in",),
    ast.NotIn: ("in",),
}
_SIGNS: Final[dict[type[ast.operator], str]] = {
    ast.Add: "-",
    ast.Sub: "+",
    ast.Mult: "+",
    ast.FloorDiv: "*",
    ast.Div: "*",
    ast.Mod: "//",
    ast.BitAnd: "|",
    ast.BitOr: "&",
    ast.BitXor: "|",
    ast.LShift: ">>",
    ast.RShift: "<<",
}
#: Frames and events have room for more numbers than most need: these calls fill up with 0.
_PADDED: Final = ("push", "emit")
_PAIRS: Final = {"min": "max", "max": "min"}
#: What makes a fault of what a function returns, by its annotation.
_RETURNED: Final = {"bool": "not ({})", "int": "({}) + 1", "float": "({}) + 1.0"}


@dataclass(frozen=True)
class Mutant:
    """A module with one fault.

    Attributes:
        module: Its name, without the package.
        function: Where the fault is; empty: outside of all functions.
        kind: What was done.
        line: From 1.
        before: The statement's lines that change, in one.
        after: What they are like with the fault.
        nth: Which of equal changes in the function, from 1.
        original: The whole module without the fault.
        where: First byte of it that goes, and the one after the last.
        other: What comes there instead.
    """

    module: str
    function: str
    kind: str
    line: int
    before: str
    after: str
    nth: int
    original: bytes
    where: tuple[int, int]
    other: bytes

    @property
    def source(self) -> str:
        """The whole module with the fault."""
        first, end = self.where
        return (self.original[:first] + self.other + self.original[end:]).decode()

    @property
    def name(self) -> str:
        """The mutant in words; the same as long as its lines are."""
        where = f"{self.module}.{self.function}" if self.function else self.module
        count = f" (no. {self.nth})" if self.nth > 1 else ""
        return f"{where}{count}: {self.before}  ->  {self.after}"


def mutants_of(module: str, source: str, enums: Mapping[str, Sequence[str]]) -> list[Mutant]:
    """Return all mutants of a module.

    Args:
        module: Its name.
        source: Its text.
        enums: The members of the enums that it may name.
    """
    finder = _Finder(enums)
    finder.visit(ast.parse(source))
    text = source.encode()
    starts = [0]
    for row in text.splitlines(keepends=True):
        starts.append(starts[-1] + len(row))
    found: list[Mutant] = []
    seen: dict[tuple[str, str, str], int] = {}
    for function, (node, other, kind) in finder.changes:
        first = starts[node.lineno - 1] + node.col_offset  # type: ignore[attr-defined]
        end = starts[node.end_lineno - 1] + node.end_col_offset  # type: ignore[attr-defined]
        begin = starts[node.lineno - 1]  # type: ignore[attr-defined]
        stop = starts[node.end_lineno]  # type: ignore[attr-defined]
        before = _in_one(text[begin:stop])
        after = _in_one(text[begin:first] + other.encode() + text[end:stop])
        if before == after:
            continue
        nth = seen[function, before, after] = seen.get((function, before, after), 0) + 1
        line = node.lineno  # type: ignore[attr-defined]
        where = first, end
        found.append(
            Mutant(module, function, kind, line, before, after, nth, text, where, other.encode())
        )
    return found


def enums_of(source: str) -> dict[str, list[str]]:
    """Return the enums of a module with the names of their members."""
    return {
        node.name: [
            target.id
            for one in node.body
            if isinstance(one, ast.Assign)
            for target in one.targets
            if isinstance(target, ast.Name)
        ]
        for node in ast.parse(source).body
        if isinstance(node, ast.ClassDef) and any("Enum" in ast.unparse(b) for b in node.bases)
    }


def _in_one(lines: bytes) -> str:
    """Return lines of code as one, without the comments at their ends."""
    rows = (re.sub(r"(^|\s+)# .*", "", row) for row in lines.decode().splitlines())
    return " ".join(" ".join(rows).split())


class _Finder(ast.NodeVisitor):
    """Collects the changes of a module, each with the function that it is in."""

    def __init__(self, enums: Mapping[str, Sequence[str]]) -> None:
        self.changes: list[tuple[str, Change]] = []
        self._enums = enums
        self._function = ""
        self._returns = ""

    def _add(self, node: ast.AST, *others: str, kind: str) -> None:
        self.changes += [(self._function, (node, other, kind)) for other in others]

    # -- where there is code -----------------------------------------------------
    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        outer = self._function, self._returns
        self._function = node.name
        self._returns = ast.unparse(node.returns) if node.returns else ""
        body = node.body[1:] if ast.get_docstring(node) else node.body
        if body and self._returns == "None":
            self._add(_span(body), "return", kind="early return")
        for one in [*node.args.defaults, *body]:
            self.visit(one)
        self._function, self._returns = outer

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        for one in node.body:
            if isinstance(one, ast.Assign):
                self.visit(one.value)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        if node.value is not None:
            self.visit(node.value)

    def visit_Import(self, node: ast.Import) -> None:
        """Leave imports alone."""

    def visit_ImportFrom(self, node: ast.ImportFrom) -> None:
        """Leave imports alone."""

    # -- statements --------------------------------------------------------------
    def visit_Expr(self, node: ast.Expr) -> None:
        if isinstance(node.value, ast.Call):
            self._add(node, "pass", kind="removed statement")
            self.generic_visit(node)

    def visit_Assign(self, node: ast.Assign) -> None:
        if self._function and not isinstance(node.targets[0], ast.Name | ast.Tuple):
            self._add(node, "pass", kind="removed statement")
        self.generic_visit(node)

    def visit_AugAssign(self, node: ast.AugAssign) -> None:
        self._add(node, "pass", kind="removed statement")
        if type(node.op) in _SIGNS:
            target, value = ast.unparse(node.target), ast.unparse(node.value)
            self._add(node, f"{target} {_SIGNS[type(node.op)]}= {value}", kind="arithmetic")
        self.generic_visit(node)

    def visit_Continue(self, node: ast.Continue) -> None:
        self._add(node, "pass", "break", kind="flow")

    def visit_Break(self, node: ast.Break) -> None:
        self._add(node, "pass", "continue", kind="flow")

    def visit_Return(self, node: ast.Return) -> None:
        if node.value is None:
            self._add(node, "pass", kind="removed statement")
            return
        if self._returns in _RETURNED:
            other = _RETURNED[self._returns].format(ast.unparse(node.value))
            self._add(node, f"return {other}", kind="returned value")
        self.generic_visit(node)

    def visit_If(self, node: ast.If) -> None:
        self._negate(node.test)
        self.generic_visit(node)

    def visit_While(self, node: ast.While) -> None:
        self._negate(node.test)
        self.generic_visit(node)

    def visit_IfExp(self, node: ast.IfExp) -> None:
        self._negate(node.test)
        self.generic_visit(node)

    def _negate(self, test: ast.expr) -> None:
        if isinstance(test, ast.Compare) and isinstance(test.ops[0], ast.Eq | ast.NotEq):
            return  # the swapped comparison is the same
        self._add(test, f"not ({ast.unparse(test)})", kind="negation")

    # -- expressions -------------------------------------------------------------
    def visit_Compare(self, node: ast.Compare) -> None:
        sides = [ast.unparse(side) for side in (node.left, *node.comparators)]
        signs = [ast.unparse(ast.Compare(_N, [op], [_N])).split(" ", 1)[1] for op in node.ops]
        signs = [sign.rsplit(" ", 1)[0] for sign in signs]
        for n, op in enumerate(node.ops):
            for other in _COMPARED.get(type(op), ()):
                row = [*signs[:n], other, *signs[n + 1 :]]
                pieces = [f" {sign} {side}" for sign, side in zip(row, sides[1:], strict=True)]
                self._add(node, f"({sides[0]}{''.join(pieces)})", kind="comparison")
        self.generic_visit(node)

    def visit_BinOp(self, node: ast.BinOp) -> None:
        if type(node.op) in _SIGNS:
            left, right = ast.unparse(node.left), ast.unparse(node.right)
            self._add(node, f"(({left}) {_SIGNS[type(node.op)]} ({right}))", kind="arithmetic")
        self.generic_visit(node)

    def visit_BoolOp(self, node: ast.BoolOp) -> None:
        sign = " or " if isinstance(node.op, ast.And) else " and "
        values = [f"({ast.unparse(value)})" for value in node.values]
        self._add(node, f"({sign.join(values)})", kind="boolean")
        same = " and " if isinstance(node.op, ast.And) else " or "
        for n in range(len(values)):
            rest = same.join(values[:n] + values[n + 1 :])
            self._add(node, f"({rest})", kind="boolean")
        self.generic_visit(node)

    def visit_UnaryOp(self, node: ast.UnaryOp) -> None:
        if isinstance(node.op, ast.Not | ast.Invert | ast.USub):
            self._add(node, f"({ast.unparse(node.operand)})", kind="negation")
        if not isinstance(node.op, ast.USub):
            self.generic_visit(node)

    def visit_Constant(self, node: ast.Constant) -> None:
        value = node.value
        if isinstance(value, bool):
            self._add(node, str(not value), kind="constant")
        elif isinstance(value, int):
            less = f"{value - 1}" if value else "(-1)"
            self._add(node, f"{value + 1}", less, kind="constant")
        elif isinstance(value, float):
            self._add(node, f"{value + 1.0}", kind="constant")

    def visit_Attribute(self, node: ast.Attribute) -> None:
        if isinstance(node.value, ast.Name):
            owner = node.value.id
            members = self._enums.get(owner, ())
            if owner == "L":
                self._add(node, f"(L.{node.attr} - 1)", kind="constant")
            elif node.attr in members and len(members) > 1:
                other = members[(members.index(node.attr) + 1) % len(members)]
                self._add(node, f"{owner}.{other}", kind="another word")
        self.generic_visit(node)

    def visit_Call(self, node: ast.Call) -> None:
        name = node.func.id if isinstance(node.func, ast.Name) else ""
        if name in _PAIRS:
            self._add(node.func, _PAIRS[name], kind="arithmetic")
        for one in [node.func, *node.args]:
            if name not in _PADDED or ast.unparse(one) != "0":
                self.visit(one)


_N: Final = ast.Name("x")


def _span(body: Sequence[ast.stmt]) -> ast.stmt:
    """Return a statement that reaches from the first to the last one."""
    whole = ast.Pass()
    whole.lineno, whole.col_offset = body[0].lineno, body[0].col_offset
    whole.end_lineno, whole.end_col_offset = body[-1].end_lineno, body[-1].end_col_offset
    return whole
