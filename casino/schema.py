"""The database's schema as this version makes it, kept in `schema.txt`, and how a database differs from it.  Pure.

A description has a name for each object (`index tables_hand.hand_number_once`) and its definition as PostgreSQL 15 to
18 print it (`casino.selectors.schema`).  The kept one is written by `make schema`.

A difference is whatever changes what the database does with our tables: also a column, a constraint, a unique index, a
trigger, a rule or a policy more.  Tables, views and functions of other names and indexes that are not unique are the
operator's own and never a difference.
"""

from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Final

Description = Mapping[str, str]

KEPT: Final = Path(__file__).with_name("schema.txt")
WITHOUT_GUARDS: Final = "all keys, indexes and triggers are missing"
"""The one difference in their place, as in a copy that was made for the proof alone (docs/operations.md)."""
_KINDS: Final = ("table", "column", "constraint", "index", "trigger", "rule", "policy", "function")
_INDENT: Final = "    "


@cache
def kept() -> Description:
    """The schema as this version makes it."""
    return read(KEPT.read_text(encoding="utf-8"))


def write(description: Description) -> str:
    """A description as text: `name: definition`, table after table; the further lines of a definition are indented."""
    lines = []
    for name in sorted(description, key=_place):
        first, *further = description[name].splitlines()
        lines += [f"{name}: {first}", *(_INDENT + line for line in further)]
    return "\n".join([*lines, ""])


def read(text: str) -> Description:
    """The description that `write` made a text of."""
    found: dict[str, list[str]] = {}
    for line in text.splitlines():
        if line.startswith(_INDENT):
            next(reversed(found.values())).append(line.removeprefix(_INDENT))
        else:
            name, _colon, first = line.partition(": ")
            found[name] = [first]
    return {name: "\n".join(lines) for name, lines in found.items()}


def differences(wanted: Description, found: Description) -> list[str]:
    """What is missing, is not of this version or is defined otherwise, each with its name."""
    if not any(_kind(name) in ("index", "trigger") for name in found):
        left = {name: definition for name, definition in wanted.items() if not _is_guard(name, definition)}
        return [WITHOUT_GUARDS, *differences(left, found)] if left != wanted else []
    names = sorted((name for name in {*wanted, *found} if wanted.get(name) != found.get(name)), key=_place)
    return [*_told(names, wanted, found)]


def _told(names: list[str], wanted: Description, found: Description) -> Iterator[str]:
    ours = {_owner(name) for name in wanted}
    for name in names:
        if name not in wanted:
            if _owner(name) in ours and not _is_harmless(name, found[name]):
                yield f"{name} is not of this version"
        elif name not in found:
            if name.startswith("table ") or _kind(name) == "function" or f"table {_owner(name)}" in found:
                yield f"{name} is missing"  # of a table that is missing, the table alone
        elif "\n" in wanted[name]:
            yield f"{name} has another definition"
        else:
            yield f"{name} is “{found[name]}” instead of “{wanted[name]}”"


def _kind(name: str) -> str:
    return name.partition(" ")[0]


def _owner(name: str) -> str:
    """The table that an object belongs to, or the name of a function without its arguments."""
    return name.partition(" ")[2].partition("(")[0].partition(".")[0]


def _place(name: str) -> tuple[bool, str, int, str]:
    kind = _kind(name)
    return kind == "function", _owner(name), _KINDS.index(kind), name


def _is_guard(name: str, definition: str) -> bool:
    return _kind(name) in ("index", "trigger") or (_kind(name) == "constraint" and not definition.startswith("CHECK"))


def _is_harmless(name: str, definition: str) -> bool:
    return _kind(name) == "index" and not definition.startswith("UNIQUE")
