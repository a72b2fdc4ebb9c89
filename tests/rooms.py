"""The drawing of the house: rooms, arrows among rooms and subjects, sizes, names.  `python -m tests.rooms` prints it.

A room is a package of one subject (`tables/floor`) or what lies below the rooms (`tables/rules`); a subject is what one
module or folder of a room's layers is about (`tables/hands/*/pad`).  Imports for types alone are no arrows.
"""

import ast
import re
import statistics
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

from casino import environment
from tests.syntax import kept
from tests.tidy_rules import functions, sources

PACKAGES = ("casino", "accounting", "tables", "tools")
#: From the top; a room imports the rooms below it alone.
ROOMS = {
    "tables": (
        "board", "log", "floor", "moving", "waiting", "absence", "seating", "audit", "tournament_hands", "prizes",
        "tournaments", "practice", "jackpots", "dealers", "rounds", "hands", "games", "play", "guests",
    ),
    "accounting": (
        "tronc", "jackpots", "proof", "reports", "revenue", "tournaments", "cage", "rake", "findings", "days", "ledger",
    ),
}  # fmt: skip
LAYERS = {"admin", "api", "pages", "services", "selectors"}
#: What all subjects of a room share: bases, addresses, the rows of a hand.
SHARED = {"urls", "commands", "fields", "filters", "forms", "views", "desk", "refusals", "rows"}
#: Words that say nothing of what a module holds, or mean something else in this trade.
FORBIDDEN = {
    "about", "base", "common", "doors", "faces", "handler", "handlers", "helper", "helpers", "law", "managers", "misc",
    "shapes", "stuff", "tools", "util", "utils",
}  # fmt: skip

#: A database's backend is a module of this name, wherever it lies.
NAMED_BY_DJANGO = {Path("casino/pooled/base.py")}


@dataclass(frozen=True, slots=True)
class Module:
    """A module of the product: its dotted name, its syntax tree, its lines."""

    name: str
    tree: ast.Module
    lines: int

    @property
    def room(self) -> str:
        """`tables.floor`, `casino`: a package's part, where the package has rooms."""
        parts = self.name.split(".")
        return ".".join(parts[:2]) if parts[0] in ROOMS and len(parts) > 1 else parts[0]

    @property
    def subject(self) -> str | None:
        """`tables.hands/pad`; None for what is of no subject: addresses, packages, what lies below the rooms."""
        parts = self.name.split(".")
        if len(parts) < 4 or parts[1] not in ROOMS.get(parts[0], ()) or parts[2] not in LAYERS:
            return None
        return None if parts[3] in SHARED else f"{self.room}/{parts[3]}"


@kept
def modules() -> dict[str, Module]:
    """Every module of the product but migrations, by its dotted name."""
    found = {}
    for source in sources():
        if source.path.startswith(tuple(f"{package}/" for package in PACKAGES)):
            name = source.path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
            found[name] = Module(name, source.tree, source.text.count("\n"))
    return found


@kept
def imports(module: Module) -> tuple[Module, ...]:
    """The modules of ours that a module needs when it runs."""
    return tuple(_imports(module))


def _imports(module: Module) -> Iterator[Module]:
    for node in _run(module.tree):
        if isinstance(node, ast.ImportFrom) and node.module:
            names: Iterable[str] = [f"{node.module}.{alias.name}" for alias in node.names]
        elif isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        else:
            continue
        for name in names:
            target = _known(name)
            if target is not None and target is not module:
                yield target


def _run(node: ast.AST) -> Iterator[ast.AST]:
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.expr) or (
            isinstance(child, ast.If) and getattr(child.test, "id", "") == "TYPE_CHECKING"
        ):
            continue
        yield child
        yield from _run(child)


def _known(name: str) -> Module | None:
    while name and name not in modules():
        name = name.rpartition(".")[0]
    return modules().get(name)


def arrows() -> Counter[tuple[str, str]]:
    """How many imports lead from one room to another."""
    found: Counter[tuple[str, str]] = Counter()
    for module in modules().values():
        found.update((module.room, target.room) for target in imports(module) if target.room != module.room)
    return found


def upward() -> list[str]:
    """Imports from a room to one above it."""
    rooms = [f"{package}.{room}" for package, of_package in ROOMS.items() for room in of_package]
    rank = {room: number for number, room in enumerate(rooms)}
    return sorted(
        f"{module.name} → {target.name}"
        for module in modules().values()
        for target in imports(module)
        if rank.get(target.room, len(rank)) < rank.get(module.room, -1)
    )


def both_ways() -> dict[tuple[str, str], tuple[list[str], list[str]]]:
    """Subjects of one room that import each other, with the imports of either way."""
    found: dict[tuple[str, str], list[str]] = {}
    for module in modules().values():
        for target in imports(module):
            pair = module.subject, target.subject
            if pair[0] and pair[1] and pair[0] != pair[1]:
                found.setdefault((pair[0], pair[1]), []).append(f"{module.name} → {target.name}")
    return {(a, b): (ways, found[b, a]) for (a, b), ways in found.items() if a < b and (b, a) in found}


def circle() -> list[str]:
    """Rooms that import each other in a circle; empty where there is none."""
    graph: dict[str, set[str]] = {}
    for one, other in arrows():
        graph.setdefault(one, set()).add(other)
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        return list(error.args[1])
    return []


def function_lengths() -> list[int]:
    """The length of every function, in lines."""
    return [
        (node.end_lineno or node.lineno) - node.lineno + 1
        for module in modules().values()
        for _name, node in functions(module.tree)
    ]


@kept
def vocabulary() -> frozenset[str]:
    """The words that modules may be named with: `tests/vocabulary.txt`."""
    return frozenset((environment.ROOT / "tests" / "vocabulary.txt").read_text(encoding="utf-8").split())


def words(path: Path) -> list[str]:
    """The words of a module's or folder's name below its package."""
    return [word for part in path.with_suffix("").parts[1:] for word in re.split(r"_+", part) if word]


def strange_names(paths: Iterable[Path]) -> list[str]:
    """Files whose name has a word that is forbidden, or none of the vocabulary: run together, abbreviated, new."""
    ours = (path for path in paths if path not in NAMED_BY_DJANGO)
    return [str(path) for path in ours if any(word in FORBIDDEN or word not in vocabulary() for word in words(path))]


def _spread(lengths: list[int]) -> str:
    tenths = statistics.quantiles(lengths, n=10)
    return f"p50 {statistics.median(lengths):.0f}, p90 {tenths[8]:.0f}, max {max(lengths)}"


def _print() -> None:
    sizes: Counter[str] = Counter()
    files: Counter[str] = Counter()
    for module in modules().values():
        sizes[module.room] += module.lines
        files[module.room] += 1
    for room in sorted(sizes, key=lambda one: -sizes[one]):
        print(f"{room:24} {files[room]:4} files {sizes[room]:7,} lines")
    print(f"{'product':24} {sum(files.values()):4} files {sum(sizes.values()):7,} lines (migrations apart)")
    drawn = arrows()
    print(f"{len(drawn)} arrows among rooms, {sum(drawn.values()):,} imports; up: {len(upward())}; circle: {circle()}")
    for line in upward():
        print(f"  up: {line}")
    for (one, other), (ways, back) in both_ways().items():
        print(f"  both ways: {one} ⇄ {other} ({len(ways)} and {len(back)})")
        for line in ways if len(ways) <= len(back) else back:
            print(f"      {line}")
    print(f"lines a file: {_spread([module.lines for module in modules().values()])}")
    print(f"lines a function: {_spread(function_lengths())}")
    print(f"files with strange names: {strange_names(named())}")


def named() -> list[Path]:
    """Every Python file of ours but migrations, as its path below the project."""
    return [Path(source.path) for source in sources() if "/" in source.path]


if __name__ == "__main__":
    _print()
