"""What imports cannot say (DESIGN.md §2): sizes, names, and the one place for each thing that must have one place.

Every rule is a function from a source file to complaints, and is shown a file that breaks it before it judges ours.
"""

import ast
import re
import subprocess
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TypeAlias

import pytest
from django.apps import apps

from casino import environment

ROOT = environment.ROOT
LONGEST_FILE = 300
LONGEST_FUNCTION = 40

# A longer one wants a reason (DESIGN.md §2); it stands here.
LONG_FILES: dict[str, str] = {}
LONG_FUNCTIONS: dict[str, str] = {}
FLOATS = {
    "accounting/money.py:spreadsheet_number": "a spreadsheet's cell knows no other number",
    "tables/rules/randomhands.py": "chances, not amounts",
}

VAGUE = {"base", "common", "handler", "handlers", "helper", "helpers", "manager", "managers", "misc", "util", "utils"}
PURE = (
    "accounting/chain.py", "accounting/money.py", "accounting/places.py", "accounting/policy/", "casino/errors.py",
    "tables/evidence.py", "tables/rules/", "tables/settlement.py",
)  # fmt: skip
LEDGER = "accounting/services/ledger.py"
LEDGER_ROWS = {"Assessment", "Book", "Entry", "Place", "Transfer"}
LEDGER_WRITE = re.compile(
    r"\b(insert\s+into|update|delete\s+from|truncate(?:\s+table)?)\s+accounting_(assessment|book|entry|place|transfer)\b",
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
LOCKING = re.compile(r"\bfor\s+(no\s+key\s+)?(update|share)\b|select_for_update", re.IGNORECASE)
# Written apart, so that this file does not name them either.
REGISTRIES = tuple("".join(parts) for parts in (
    ("py", "pi.org"), ("python", "hosted.org"), ("npm", "js.org"), ("npm", "js.com"),
    ("deb.", "debian.org"), ("crates", ".io"),
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
    def is_product(self) -> bool:
        return not self.path.startswith("tests/")

    @property
    def is_pure(self) -> bool:
        return self.path.startswith(PURE)


Rule: TypeAlias = Callable[[Source], Iterator[str]]


@cache
def tracked() -> tuple[str, ...]:
    """All files of the checkout that git knows and that are there."""
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=False)
    if listed.returncode:
        pytest.skip("not a git checkout")
    return tuple(name for name in listed.stdout.split("\0") if name and (ROOT / name).is_file())


@cache
def sources() -> tuple[Source, ...]:
    """Our Python files, without migrations, which Django lays out."""
    ours = [name for name in tracked() if name.endswith(".py") and "/migrations/" not in name]
    return tuple(Source.of(name, (ROOT / name).read_text(encoding="utf-8")) for name in ours)


def functions(tree: ast.AST, prefix: str = "") -> Iterator[tuple[str, ast.FunctionDef | ast.AsyncFunctionDef]]:
    """Every function with its qualified name."""
    for node in ast.iter_child_nodes(tree):
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


def nouns_for_modules(source: Source) -> Iterator[str]:
    words = set(Path(source.path).with_suffix("").parts)
    if vague := words & VAGUE:
        yield f"{source.path}: “{min(vague)}” says nothing; name the module by what is in it"


def documented_modules(source: Source) -> Iterator[str]:
    if not ast.get_docstring(source.tree):
        yield f"{source.path}: a module says in its docstring what it is for"


def one_writer_of_the_ledger(source: Source) -> Iterator[str]:
    if not source.is_product or source.path == LEDGER:
        return
    rows = {
        alias.asname or alias.name
        for node in ast.walk(source.tree)
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("accounting.models")
        for alias in node.names
        if alias.name in LEDGER_ROWS
    }
    for node in ast.walk(source.tree):
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
    for node in ast.walk(source.tree):
        match node:
            case ast.Attribute(attr="select_for_update"):
                yield f"{source.path}:{node.lineno}: rows are locked in locks.py, down one ladder"
            case ast.Constant(value=str(text)) if is_sql(text) and LOCKING.search(text):
                yield f"{source.path}:{node.lineno}: rows are locked in locks.py, down one ladder"


def is_sql(text: str) -> bool:
    """A statement, not prose about one."""
    return bool(re.match(r"\s*(select|with|insert|update|delete)\b", text, re.IGNORECASE))


def cents_divided_in_one_place(source: Source) -> Iterator[str]:
    if not source.is_product or source.path == "accounting/money.py":
        return
    for node in ast.walk(source.tree):
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


def no_signals(source: Source) -> Iterator[str]:
    for node in ast.walk(source.tree):
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
    for node in ast.walk(source.tree):
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
    for node in ast.walk(source.tree):
        if (
            isinstance(node, ast.Call)
            and name_of(node.func) in {"FloatField", "DecimalField"}
            and "models" in source.path
        ):
            yield f"{source.path}:{node.lineno}: amounts are whole cents, rates whole basis points"


def hands_ranked_in_one_place(source: Source) -> Iterator[str]:
    if source.path == "tables/rules/evaluate.py" or not source.is_product:
        return
    for node in ast.walk(source.tree):
        imported = isinstance(node, ast.Import | ast.ImportFrom) and "phevaluator" in ast.unparse(node)
        if imported or (isinstance(node, ast.Constant) and node.value == "phevaluator"):
            yield f"{source.path}:{node.lineno}: only tables/rules/evaluate.py ranks hands"


BROKEN: list[tuple[Rule, str, str]] = [
    (short_files, "casino/long.py", "x = 1\n" * 301),
    (short_functions, "casino/long.py", "class A:\n    def f():\n" + "        x = 1\n" * 40),
    (short_functions, "tests/long.py", 'def f():\n    """One\n\n    two.\n    """\n' + "    x = 1\n" * 40),
    (nouns_for_modules, "tables/services/utils.py", ""),
    (nouns_for_modules, "tables/helpers/seats.py", ""),
    (documented_modules, "tests/test_x.py", "x = 1\n"),
    (one_writer_of_the_ledger, "tables/services/x.py", "from accounting.models import Entry\nEntry(number=1)"),
    (
        one_writer_of_the_ledger,
        "tables/services/x.py",
        "from accounting.models import Place\nPlace.objects.filter(pk=1).update(a=1)",
    ),
    (
        one_writer_of_the_ledger,
        "accounting/rollups/x.py",
        "SQL = 'WITH a AS (INSERT\\n INTO accounting_transfer VALUES (1)) SELECT 1'",
    ),
    (
        one_writer_of_the_ledger,
        "accounting/rollups/x.py",
        "cursor.execute(f'delete from accounting_entry where id = {x}')",
    ),
    (locks_in_one_place, "tables/services/x.py", "Hand.objects.select_for_update().get()"),
    (locks_in_one_place, "tables/services/x.py", "SQL = 'SELECT 1 FROM tables_hand FOR NO KEY UPDATE'"),
    (cents_divided_in_one_place, "tables/rules/x.py", "x = self.pot_cents // 2"),
    (cents_divided_in_one_place, "tables/rules/x.py", "x = row['pot_cents'] / 2"),
    (cents_divided_in_one_place, "tables/rules/x.py", "pot_cents %= 2"),
    (cents_divided_in_one_place, "tables/rules/x.py", "divmod(pot_cents, 3)"),
    (no_signals, "casino/x.py", "from django.db.models import signals"),
    (no_signals, "casino/x.py", "from django.dispatch import receiver"),
    (no_signals, "casino/x.py", "from django.db.models.signals import post_save"),
    (whole_numbers_in_pure_code, "tables/rules/x.py", "x = float(3)"),
    (whole_numbers_in_pure_code, "accounting/policy/x.py", "x = 0.5"),
    (whole_numbers_in_pure_code, "accounting/policy/x.py", "from decimal import Decimal"),
    (whole_numbers_in_pure_code, "tables/rules/x.py", "x = a / b"),
    (whole_numbers_in_tables, "accounting/models/x.py", "rate = models.DecimalField()"),
    (hands_ranked_in_one_place, "tables/services/x.py", "import phevaluator"),
]
RULES = list(dict.fromkeys(rule for rule, _path, _text in BROKEN))


@pytest.mark.parametrize(("rule", "path", "text"), BROKEN, ids=lambda value: getattr(value, "__name__", None))
def test_the_rule_sees_a_file_that_breaks_it(rule: Rule, path: str, text: str) -> None:
    assert list(rule(Source.of(path, text)))


KEPT: list[tuple[Rule, str, str]] = [
    (short_functions, "casino/x.py", 'def f():\n    """' + "One.\n" * 50 + '    """\n' + "    x = 1\n" * 39),
    (
        one_writer_of_the_ledger,
        "tables/services/x.py",
        "from accounting.models import Entry\nEntry.objects.filter(pk=1).first()",
    ),
    (one_writer_of_the_ledger, "tables/services/x.py", "from tables.models import Place\nPlace(1)"),
    (locks_in_one_place, "tables/services/x.py", "'''A seat waits for update of its stack.'''"),
    (cents_divided_in_one_place, "casino/x.py", "'%d cents' % pot_cents"),
    (cents_divided_in_one_place, "casino/x.py", "x = players // 2"),
    (whole_numbers_in_pure_code, "casino/x.py", "timeout = 0.5"),
]


@pytest.mark.parametrize(("rule", "path", "text"), KEPT, ids=lambda value: getattr(value, "__name__", None))
def test_the_rule_lets_pass_what_only_looks_like_it(rule: Rule, path: str, text: str) -> None:
    assert list(rule(Source.of(path, text))) == []


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.__name__)
def test_our_files_keep_the_rule(rule: Rule) -> None:
    assert [complaint for source in sources() for complaint in rule(source)] == []


def test_an_exception_is_still_needed() -> None:
    """A reason that stands here for a thing that has become short is dead."""
    known = {source.path: source for source in sources()}
    needed = {path for path in LONG_FILES if path in known and known[path].text.count("\n") > LONGEST_FILE}
    assert needed == set(LONG_FILES)
    names = {f"{source.path}:{name}" for source in known.values() for name, _node in functions(source.tree)}
    assert set(LONG_FUNCTIONS) | set(FLOATS) <= names | set(known)


def test_no_file_names_a_package_index() -> None:
    """Pins and hashes are portable; an address is somebody's."""
    named = [
        f"{name}: {host}" for name in tracked() for host in REGISTRIES if host.encode() in (ROOT / name).read_bytes()
    ]
    assert named == []


def test_lock_files_hold_pins_and_hashes_and_no_address() -> None:
    locks = sorted(ROOT.glob("requirements*.lock.txt"))
    assert len(locks) == 3
    for lock in locks:
        text = lock.read_text(encoding="utf-8")
        assert "://" not in text
        assert "--hash=sha256:" in text
        wanted = [line for line in text.splitlines() if line and line[0] not in " #"]
        assert [line for line in wanted if not re.match(r"[\w.-]+(\[[\w,-]+\])?==[\w.!+]+ ", line)] == []


def test_every_template_is_used() -> None:
    """A template is named by a view or another template, or takes the place of a package's."""
    templates = [name for name in tracked() if "templates/" in name and name.endswith((".html", ".txt", ".svg"))]
    texts = [
        (ROOT / name).read_text(encoding="utf-8")
        for name in tracked()
        if name.endswith((".py", ".html")) and "tests/" not in name
    ]
    others = [
        Path(app.path) / "templates"
        for app in apps.get_app_configs()
        if not Path(app.path).is_relative_to(ROOT / app.label)
    ]
    by_status = {"400.html", "403.html", "404.html", "500.html", "403_csrf.html"}
    dead = []
    for template in templates:
        name = template.split("templates/", 1)[1]
        if (
            name not in by_status
            and not any((folder / name).exists() for folder in others)
            and not any(name in text for text in texts)
        ):
            dead.append(template)
    assert dead == []


def test_the_gate_of_developers_is_the_gate_of_ci() -> None:
    """`make check` equals CI: the same steps in the same order."""
    steps = re.findall(r"^step (.+)$", (ROOT / ".ci/run").read_text(encoding="utf-8"), re.MULTILINE)
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8").replace("$(PYTHON)", ".venv/bin/python")
    assert len(steps) == 6
    assert [step for step in steps if step not in makefile] == []
