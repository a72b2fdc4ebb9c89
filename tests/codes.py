"""The codes of refusals, read from the source: `python -m tests.codes` writes docs/refusals.md."""

import ast
import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from casino import environment
from tests import syntax
from tests.rooms import PACKAGES
from tests.syntax import kept

ROOT = environment.ROOT
DOCUMENT = ROOT / "docs" / "refusals.md"
CODE = re.compile(r"[a-z]+(?:_[a-z]+)*")
SEVERAL = "(depends on the case)"
HEAD = """# What is refused

Every refusal has a code that stays, for machines, and a sentence for people, in their language; the API answers both as
a problem (RFC 9457) with the facts that fill the sentence. A sentence that is missing here is put together where it is
raised. What the framework refuses before any code of ours runs has the framework's code: `not_authenticated`,
`method_not_allowed`, `not_acceptable`, `unsupported_media_type`. The list is written by `python -m tests.codes`.

| code | status | says | raised in |
|---|---|---|---|
"""


# Where a code does not stand where it is raised: modules that look it up, and in which table of code and sentence …
LOOKED_UP = {
    "accounting/ledger/services/ledger.py": "_REFUSED_BY_DATABASE",
    "tables/dealers/services/duties.py": "_SENTENCES",
    "tables/rules/betting.py": "_REASONS",
}
# … that hand it to a function of their own, which raises it …
HANDED = {"casino/pages/errors.py": "_answer", "tables/rules/banked/boxes.py": "_refused"}
# … that put it together, and what comes out …
PUT_TOGETHER = {
    "tables/floor/services/tables.py": ("table_not_open", "table_not_paused"),
    "tables/games/services/game_terms.py": ("unknown_betting", "unknown_recording", "unknown_variant"),
    "tables/hands/services/hands.py": ("hand_settled", "hand_void"),
    "tables/rules/records.py": ("capped_game",),
}
# … and that pass on what others have raised.
PASSED_ON = {"casino/api/problems.py", "casino/errors.py"}


@dataclass(frozen=True, order=True)
class Raised:
    """A code as it stands in the source; `says` is "" where the sentence is put together."""

    code: str
    status: int
    says: str
    path: str


@kept
def sources() -> dict[Path, ast.Module]:
    """Our modules, migrations too: there the database's own rules stand."""
    found = [path for package in PACKAGES for path in (ROOT / package).rglob("*.py")]
    return {path.relative_to(ROOT): syntax.tree(path) for path in sorted(found)}


@kept
def nodes() -> dict[Path, tuple[ast.AST, ...]]:
    """Every node of each of them."""
    return {path: syntax.nodes(tree) for path, tree in sources().items()}


@kept
def classes() -> list[ast.ClassDef]:
    """Every class."""
    return [node for module in nodes().values() for node in module if isinstance(node, ast.ClassDef)]


@kept
def statuses() -> dict[str, int]:
    """By name of its class the status of a refusal, its own or its base's."""
    found = {"Refusal": 422, "Problem": 422, "Failure": 500}
    while more := [node for node in classes() if node.name not in found and _base(node) in found]:
        for node in more:
            found[node.name] = _own(node) or found[_base(node)]
    return found


def _base(node: ast.ClassDef) -> str:
    return next((base.id for base in node.bases if isinstance(base, ast.Name)), "")


def _own(node: ast.ClassDef) -> int | None:
    for line in node.body:
        targets = line.targets if isinstance(line, ast.Assign) else []
        if any(isinstance(target, ast.Name) and target.id == "status" for target in targets):
            value = getattr(line, "value", None)
            return value.value if isinstance(value, ast.Constant) and isinstance(value.value, int) else None
    return None


@kept
def own() -> frozenset[str]:
    """Refusals whose class knows their code."""
    named = {node.name for node in classes() if any(getattr(line, "name", "") == "__init__" for line in node.body)}
    return frozenset(named & statuses().keys() - {"Refusal"})


@kept
def makers() -> dict[Path, dict[int, str]]:
    """By module, for each line of a function that makes a refusal for others to raise, the function's name."""
    return {
        path: {
            line: node.name
            for node in module.body
            if isinstance(node, ast.FunctionDef) and node.returns and ast.unparse(node.returns) in statuses()
            for line in range(node.lineno, node.end_lineno or node.lineno)
        }
        for path, module in sources().items()
    }


@kept
def raisers() -> dict[str, list[str]]:
    """By a refusal's class, or a function that makes one, the modules that raise it."""
    found: dict[str, list[str]] = defaultdict(list)
    for path, those in nodes().items():
        thrown = (node.exc for node in those if isinstance(node, ast.Raise) and node.exc)
        names = (ast.unparse(one.func if isinstance(one, ast.Call) else one).rpartition(".")[2] for one in thrown)
        for name in dict.fromkeys(names):
            found[name].append(str(path))
    return found


@kept
def raised() -> tuple[Raised, ...]:
    """Every code, wherever it stands."""
    return tuple(one for path in sources() for one in _raised(path))


def computed() -> dict[str, str]:
    """The modules that raise a code that does not stand there, with the call."""
    return {
        str(path): ast.unparse(call)
        for path in sources()
        for call, name, _status in _refusals(path)
        if name not in own() and call.args and not isinstance(_arguments(call, 0)[1], ast.Constant)
    }


def _raised(module: Path) -> Iterator[Raised]:
    path = str(module)
    for call, name, status in _refusals(module):
        its_status, code, sentence = _arguments(call, status)
        if isinstance(code, ast.Constant) and CODE.fullmatch(str(code.value)) and name not in own():
            maker = name.removesuffix(".__init__") if name.endswith("__init__") else makers()[module].get(call.lineno)
            for where in raisers().get(maker or "", [path]):
                yield Raised(str(code.value), its_status, _said(sentence), where)
        elif not isinstance(code, ast.Constant) and name in statuses() and name not in own():
            yield from (Raised(one, its_status, _said(sentence), path) for one in PUT_TOGETHER.get(path, ()))
    for node in nodes()[module]:
        match node:
            case ast.Call(
                func=ast.Attribute(attr="AuthenticationFailed"),
                args=[sentence],
                keywords=[ast.keyword(arg="code", value=ast.Constant(value=str(code)))],
            ):
                yield Raised(code, 401, _said(sentence), path)
    for node in sources()[module].body:
        if isinstance(node, ast.Assign | ast.AnnAssign) and isinstance(node.value, ast.Dict):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            if path in LOOKED_UP and LOOKED_UP[path] in map(ast.unparse, targets):
                yield from _looked_up(path, node.value)


def _looked_up(path: str, table: ast.Dict) -> Iterator[Raised]:
    """By code its sentence, or by something else both."""
    for key, value in zip(table.keys, table.values, strict=True):
        code, sentence = value.elts if isinstance(value, ast.Tuple) else (key, value)
        assert isinstance(code, ast.Constant)
        yield Raised(str(code.value), statuses()["Refusal"], _said(sentence), path)


def _refusals(module: Path) -> Iterator[tuple[ast.Call, str, int]]:
    """Every call that makes a refusal, the name of what is called, its status."""
    for node in nodes()[module]:
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name | ast.Attribute):
            name = node.func.id if isinstance(node.func, ast.Name) else node.func.attr
            if name in statuses() or HANDED.get(str(module)) == name:
                yield node, name, statuses().get(name, statuses()["Refusal"])
        elif isinstance(node, ast.ClassDef) and node.name in statuses():
            for call in ast.walk(node):
                if isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) and call.func.attr == "__init__":
                    yield call, f"{node.name}.__init__", statuses()[node.name]


def _arguments(call: ast.Call, status: int) -> tuple[int, ast.expr | None, ast.expr | None]:
    """Status, code and sentence: a problem says its status before its code."""
    said = [one for one in call.args if ast.unparse(one) not in {"request", "status"}]
    if said and isinstance(said[0], ast.Constant) and isinstance(said[0].value, int):
        status, said = said[0].value, said[1:]
    code, sentence, *_facts = [*said, None, None]
    return status, code, sentence


def _said(node: ast.expr | None) -> str:
    match node:
        case ast.Call(func=ast.Name(id="_" | "N_" | "gettext"), args=[ast.Constant(value=str(words))]):
            return words
    return ""


@kept
def refused() -> dict[str, str]:
    """The codes, and where they are raised."""
    return {one.code: one.path for one in raised()}


def document() -> str:
    """The list as docs/refusals.md holds it: each code once with each status and sentence, and the modules."""
    places: dict[tuple[str, int, str], set[str]] = defaultdict(set)
    for one in raised():
        places[one.code, one.status, one.says].add(f"`{one.path}`")
    said = {(code, status) for code, status, says in places if says}
    return HEAD + "".join(
        f"| `{code}` | {status} | {says.replace('|', ' ') or SEVERAL} | {', '.join(sorted(modules))} |\n"
        for (code, status, says), modules in sorted(places.items())
        if says or (code, status) not in said
    )


if __name__ == "__main__":
    DOCUMENT.write_text(document(), encoding="utf-8")
