"""The codes of refusals, read from the source: `python -m tests.codes` writes docs/refusals.md."""

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from casino import environment

ROOT = environment.ROOT
DOCUMENT = ROOT / "docs" / "refusals.md"
CODE = re.compile(r"[a-z]+(?:_[a-z]+)*")
HEAD = """# What is refused

Every refusal has a code that stays, for machines, and a sentence for people, in their language; the API answers both as
a problem (RFC 9457) with the facts that fill the sentence. The list is written by `python -m tests.codes`.

| code | status | says |
|---|---|---|
"""


@dataclass(frozen=True, order=True)
class Raised:
    """A code as it stands in the source; `says` is "" where the sentence is put together."""

    code: str
    status: int
    says: str
    path: str


@cache
def sources() -> dict[Path, ast.Module]:
    """Our modules, migrations too: there the database's own rules stand."""
    found = [path for package in ("casino", "accounting", "tables") for path in (ROOT / package).rglob("*.py")]
    return {path.relative_to(ROOT): ast.parse(path.read_text(encoding="utf-8")) for path in sorted(found)}


@cache
def statuses() -> dict[str, int]:
    """By name of its class the status of a refusal, its own or its base's."""
    classes = [node for tree in sources().values() for node in ast.walk(tree) if isinstance(node, ast.ClassDef)]
    found = {"Refusal": 422, "Problem": 422}
    while more := [node for node in classes if node.name not in found and _base(node) in found]:
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


@cache
def raised() -> tuple[Raised, ...]:
    """Every code that is raised as it stands."""
    return tuple(one for path, tree in sources().items() for one in _raised(str(path), tree))


def _raised(path: str, tree: ast.Module) -> Iterator[Raised]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name | ast.Attribute):
            name = node.func.id if isinstance(node.func, ast.Name) else node.func.attr
            if name in statuses():
                yield from _code(node, statuses()[name], path)
        elif isinstance(node, ast.ClassDef) and node.name in statuses():
            for call in ast.walk(node):
                if isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) and call.func.attr == "__init__":
                    yield from _code(call, statuses()[node.name], path)


def _code(call: ast.Call, status: int, path: str) -> Iterator[Raised]:
    """A refusal's first argument is its code; a problem's first is its status."""
    said: list[ast.expr | None] = [*call.args, None, None]
    first, *rest = said
    if isinstance(first, ast.Constant) and isinstance(first.value, int):
        status, first, rest = first.value, rest[0], rest[1:]
    if isinstance(first, ast.Constant) and CODE.fullmatch(str(first.value)):
        yield Raised(str(first.value), status, _said(rest[0]), path)


def _said(node: ast.expr | None) -> str:
    match node:
        case ast.Call(func=ast.Name(id="_"), args=[ast.Constant(value=str(words))]):
            return words
    return ""


@cache
def refused() -> dict[str, str]:
    """The codes that are raised as they stand, and where."""
    return {one.code: one.path for one in raised()}


def document() -> str:
    """The list as docs/refusals.md holds it: each code once with each status and sentence."""
    lines = sorted({(one.code, one.status, one.says) for one in raised()})
    said = {(code, status) for code, status, says in lines if says}
    return HEAD + "".join(
        f"| `{code}` | {status} | {says.replace('|', ' ')} |\n"
        for code, status, says in lines
        if says or (code, status) not in said
    )


if __name__ == "__main__":
    DOCUMENT.write_text(document(), encoding="utf-8")
