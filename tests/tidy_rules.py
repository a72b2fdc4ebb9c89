"""The rules of `test_tidy.py`: each a function from one of our source files to complaints about it."""

import ast
import re
import shutil
import subprocess
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

import pytest

from casino import environment
from tests import syntax
from tests.syntax import kept

ROOT = environment.ROOT
LONGEST_FILE = 500
LONGEST_FUNCTION = 40

# A longer one wants a reason; it stands here.
LONG_FILES: dict[str, str] = {}
LONG_FUNCTIONS: dict[str, str] = {}
FLOATS = {
    "accounting/money.py:spreadsheet_number": "a spreadsheet's cell knows no other number",
    "tables/rules/random_hands.py": "chances, not amounts",
}

PURE = (
    "accounting/chain.py", "accounting/chips.py", "accounting/flows.py", "accounting/hours.py", "accounting/money.py",
    "accounting/places.py", "accounting/policy/", "accounting/verdicts.py", "casino/errors.py",
    "tables/evidence.py", "tables/rules/", "tables/settlement.py", "tables/verdicts/",
)  # fmt: skip
LEDGER = "accounting/ledger/services/ledger.py"
LEDGER_ROWS = {"Assessment", "Book", "Entry", "Place", "Transfer", "Wager"}
LEDGER_WRITE = re.compile(
    r"\b(insert\s+into|update|delete\s+from|truncate(?:\s+table)?)\s+accounting_(assessment|book|entry|place|transfer|wager)\b",
    re.IGNORECASE,
)
ROW_WRITERS = {
    "abulk_create",
    "acreate",
    "bulk_create",
    "bulk_update",
    "create",
    "delete",
    "get_or_create",
    "update",
    "update_or_create",
}
# Who skips locked rows never waits, so the ladder is not his.
LOCKING = re.compile(r"\bfor\s+(no\s+key\s+)?(update|share)\b(?!.*\bskip\s+locked\b)", re.IGNORECASE | re.DOTALL)
# A session's own lock, setting, table, cursor, statement, listener, or last number of a sequence: behind a pooler the
# next transaction has another session (`casino.pooled`).
KEPT_IN_A_SESSION = re.compile(
    r"\bpg_(try_)?advisory_(lock|unlock)|\bset_config\([^()]*,\s*false\)|\b(curr|last)val\(|\bWITH HOLD\b"
    r"|(\A|;|\bBEGIN\b)\s*(SET (?!LOCAL|TRANSACTION|CONSTRAINTS)\w|RESET |LISTEN |PREPARE |DISCARD )"
    r"|\bCREATE (LOCAL )?TEMP"
)
NAMED_GAME = re.compile(r"Variant\.[A-Z]")
WORD_OF_A_GAME = re.compile(r"omaha_|\"texas\"")
# Stored words: the labels, the forms that a house begins with, the API's example.
WORDS_OF_GAMES = ("tables/models/games.py", "tables/games/pages/games.py", "tables/games/api/games.py")
WAITS = {"communicate", "join", "wait"}
# Written apart, so that this file does not name them either.
REGISTRIES = tuple("".join(parts) for parts in (
    ("py", "pi.org"), ("python", "hosted.org"), ("npm", "js.org"), ("npm", "js.com"),
    ("deb.deb", "ian.org"), ("crates", ".io"),
))  # fmt: skip


@dataclass(frozen=True)
class Source:
    """A Python file of ours: its path from the checkout's root, its text, its syntax tree."""

    path: str
    text: str
    tree: ast.Module

    @classmethod
    def of(cls, path: str, text: str) -> "Source":
        return cls(path, text, ast.parse(text))

    @property
    def nodes(self) -> tuple[ast.AST, ...]:
        """Every node of the tree; each rule looks at all of them."""
        return syntax.nodes(self.tree)

    @property
    def is_product(self) -> bool:
        return not self.path.startswith("tests/")

    @property
    def is_pure(self) -> bool:
        return self.path.startswith(PURE)


Rule: TypeAlias = Callable[[Source], Iterator[str]]


@kept
def tracked() -> tuple[str, ...]:
    """All files of the checkout that git knows and that are there."""
    if not shutil.which("git"):
        pytest.skip("no git on this machine")
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=False)
    if listed.returncode:
        pytest.skip("not a git checkout")
    return tuple(name for name in listed.stdout.split("\0") if name and (ROOT / name).is_file())


@kept
def sources() -> tuple[Source, ...]:
    """Our Python files, without migrations, which Django lays out."""
    ours = [name for name in tracked() if name.endswith(".py") and "/migrations/" not in name]
    paths = {name: ROOT / name for name in ours}
    return tuple(Source(name, path.read_text(encoding="utf-8"), syntax.tree(path)) for name, path in paths.items())


def functions(tree: ast.AST, prefix: str = "") -> Iterator[tuple[str, ast.FunctionDef | ast.AsyncFunctionDef]]:
    """Every function with its qualified name; none stands in an expression."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.expr):
            continue
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield prefix + node.name, node
            yield from functions(node, f"{prefix}{node.name}.")
        elif isinstance(node, ast.ClassDef):
            yield from functions(node, f"{prefix}{node.name}.")
        else:
            yield from functions(node, prefix)


def name_of(node: ast.AST) -> str:
    """The last word of a name, an attribute or a subscripted one; "" for anything else."""
    match node:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
        case ast.Subscript(value=value, slice=ast.Constant(value=str(key))):
            return key or name_of(value)
    return ""


# --- the rules --------------------------------------------------------------------------------------------------------


def short_files(source: Source) -> Iterator[str]:
    lines = source.text.count("\n")
    if lines > LONGEST_FILE and source.path not in LONG_FILES:
        yield f"{source.path}: {lines} lines, at most {LONGEST_FILE}"


def short_functions(source: Source) -> Iterator[str]:
    for name, node in functions(source.tree):
        first = node.body[0]
        documented = (
            isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant) and isinstance(first.value.value, str)
        )
        docstring = (first.end_lineno or 0) - first.lineno + 1 if documented else 0
        lines = (node.end_lineno or 0) - node.lineno + 1 - docstring
        if lines > LONGEST_FUNCTION and f"{source.path}:{name}" not in LONG_FUNCTIONS:
            yield f"{source.path}:{node.lineno}: {name} has {lines} lines, at most {LONGEST_FUNCTION}"


def documented_modules(source: Source) -> Iterator[str]:
    if not ast.get_docstring(source.tree):
        yield f"{source.path}: a module says in its docstring what it is for"


def one_writer_of_the_ledger(source: Source) -> Iterator[str]:
    if not source.is_product or source.path == LEDGER:
        return
    rows = {
        alias.asname or alias.name
        for node in source.nodes
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("accounting.models")
        for alias in node.names
        if alias.name in LEDGER_ROWS
    }
    for node in source.nodes:
        match node:
            case ast.Constant(value=str(text)) if LEDGER_WRITE.search(text):
                yield f"{source.path}:{node.lineno}: only {LEDGER} writes ledger rows"
            case ast.Call(func=ast.Name(id=name)) if name in rows:
                yield f"{source.path}:{node.lineno}: only {LEDGER} makes a row of {name}"
            case ast.Call(func=ast.Attribute(attr=writer)) as call if writer in ROW_WRITERS:
                if rows & {inner.id for inner in ast.walk(call.func) if isinstance(inner, ast.Name)}:
                    yield f"{source.path}:{node.lineno}: only {LEDGER} writes ledger rows"


def locks_in_one_place(source: Source) -> Iterator[str]:
    if not source.is_product or Path(source.path).name == "locks.py" or source.path == LEDGER:
        return
    skipping = {
        id(node.func)
        for node in source.nodes
        if isinstance(node, ast.Call) and any(word.arg == "skip_locked" for word in node.keywords)
    }
    for node in source.nodes:
        match node:
            case ast.Attribute(attr="select_for_update") if id(node) not in skipping:
                yield f"{source.path}:{node.lineno}: rows are locked in locks.py, down one ladder"
            case ast.Constant(value=str(text)) if is_sql(text) and LOCKING.search(text):
                yield f"{source.path}:{node.lineno}: rows are locked in locks.py, down one ladder"


def nothing_kept_in_a_session(source: Source) -> Iterator[str]:
    beside = ("tools/bench/", "casino/management/commands/migrate.py")  # servers of its own; goes around the pooler
    if not source.is_product or source.path.startswith(beside):
        return
    for node in source.nodes:
        match node:
            case ast.Constant(value=str(text)) if KEPT_IN_A_SESSION.search(text):
                yield f"{source.path}:{node.lineno}: a pooler gives the next transaction another session"


def is_sql(text: str) -> bool:
    """A statement, not prose about one."""
    return bool(re.match(r"\s*(select|with|insert|update|delete)\b", text, re.IGNORECASE))


def cents_divided_in_one_place(source: Source) -> Iterator[str]:
    if not source.is_product or source.path == "accounting/money.py":
        return
    for node in source.nodes:
        match node:
            case ast.BinOp(left=left, op=ast.Div() | ast.FloorDiv() | ast.Mod(), right=right):
                operands = [] if isinstance(left, ast.Constant | ast.JoinedStr) else [left, right]
            case ast.AugAssign(target=left, op=ast.Div() | ast.FloorDiv() | ast.Mod(), value=right):
                operands = [left, right]
            case ast.Call(func=ast.Name(id="divmod"), args=operands):
                pass
            case _:
                continue
        if any(name_of(operand).endswith("_cents") for operand in operands):
            yield f"{source.path}:{node.lineno}: cents are divided in accounting/money.py, with the rounding named"


def games_named_in_the_rules(source: Source) -> Iterator[str]:
    """Outside the rules the properties of a form are asked for; a stored word may stand in a label or an example."""
    if not source.path.startswith(("casino/", "accounting/", "tables/")):
        return
    if source.path.startswith("tables/rules/") or "/migrations/" in source.path:
        return
    for number, line in enumerate(source.text.splitlines(), 1):
        if NAMED_GAME.search(line) or (source.path not in WORDS_OF_GAMES and WORD_OF_A_GAME.search(line)):
            yield f"{source.path}:{number}: ask the form of poker for its properties, not for its name"


def gettext_alone_is_called_underscore(source: Source) -> Iterator[str]:
    """The marker of a refusal's sentence is `N_`, and a value that nobody needs has a name."""
    for node in source.nodes if source.is_product else ():
        match node:
            case ast.ImportFrom(module=module, names=names) if module != "django.utils.translation":
                called = any("_" in {one.name, one.asname} for one in names)
            case ast.FunctionDef(name=name) | ast.Name(id=name, ctx=ast.Store()):
                called = name == "_"
            case _:
                continue
        if called:
            yield f"{source.path}:{node.lineno}: `_` is gettext and nothing else"


def views_that_extend_their_base(source: Source) -> Iterator[str]:
    """A form or a title that the base adds must not be lost."""
    for name, node in functions(source.tree):
        last = name.rpartition(".")[2]
        if last in {"get_context_data", "get_form_kwargs"} and f".{last}(" not in ast.unparse(node):
            yield f"{source.path}:{node.lineno}: {name} goes on from its base's"


def no_signals(source: Source) -> Iterator[str]:
    for node in source.nodes:
        modules = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
        modules += [f"{node.module}.{alias.name}" for alias in node.names] if isinstance(node, ast.ImportFrom) else []
        if any(re.match(r"django\.dispatch\b|django\..*\bsignals\b", module) for module in modules):
            yield f"{source.path}:{node.lineno}: no signals; a service says what follows"


def whole_numbers_in_pure_code(source: Source) -> Iterator[str]:
    if not source.is_pure or source.path in FLOATS:
        return
    excused = {
        id(node)
        for name, function in functions(source.tree)
        if f"{source.path}:{name}" in FLOATS
        for node in ast.walk(function)
    }
    for node in source.nodes:
        if id(node) in excused:
            continue
        match node:
            case ast.Call(func=ast.Name(id="float")) | ast.Constant(value=float()):
                yield f"{source.path}:{node.lineno}: money and rates are whole numbers, no float"
            case ast.Name(id="Decimal") | ast.ImportFrom(module="decimal"):
                yield f"{source.path}:{node.lineno}: money and rates are whole numbers, no Decimal"
            case ast.BinOp(op=ast.Div()) | ast.AugAssign(op=ast.Div()):
                yield f"{source.path}:{node.lineno}: / makes a float"


def whole_numbers_in_tables(source: Source) -> Iterator[str]:
    for node in source.nodes:
        if (
            isinstance(node, ast.Call)
            and name_of(node.func) in {"FloatField", "DecimalField"}
            and "models" in source.path
        ):
            yield f"{source.path}:{node.lineno}: amounts are whole cents, rates whole basis points"


def hands_ranked_in_one_place(source: Source) -> Iterator[str]:
    if source.path == "tables/rules/evaluate.py" or not source.is_product:
        return
    for node in source.nodes:
        imported = isinstance(node, ast.Import | ast.ImportFrom) and "phevaluator" in ast.unparse(node)
        if imported or (isinstance(node, ast.Constant) and node.value == "phevaluator"):
            yield f"{source.path}:{node.lineno}: only tables/rules/evaluate.py ranks hands"


def patient_tests(source: Source) -> Iterator[str]:
    """What must happen is waited for as long as `tests.patience` says."""
    for node in source.nodes:
        if source.is_product or not isinstance(node, ast.Call):
            continue
        name = name_of(node.func)
        waits = [word.value for word in node.keywords if word.arg == "timeout"]
        waits += node.args[1:2] if name == "until" else []
        waits += node.args[:1] if isinstance(node.func, ast.Attribute) and name in WAITS else []
        if any(isinstance(one, ast.Constant) and isinstance(one.value, int | float) for one in waits):
            yield f"{source.path}:{node.lineno}: a busy machine is no defect; wait for PATIENCE_S (tests/patience.py)"


def trees_forgotten_after_a_module(source: Source) -> Iterator[str]:
    """What is read with `ast` is kept by `tests.syntax`."""
    imported = [node for node in source.nodes if isinstance(node, ast.Import | ast.ImportFrom)]
    names = {alias.name for node in imported for alias in node.names}
    if not source.is_product and source.path != "tests/syntax.py" and "ast" in names and names & {"cache", "lru_cache"}:
        yield f"{source.path}: what is read of syntax trees is kept by tests/syntax.py"
