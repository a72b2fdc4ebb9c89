"""Who takes part in what, as the code declares it; `python -m tests.duties_table` writes it into docs/security.md."""

import os
import re
from collections.abc import Iterator
from typing import Any

from casino.environment import ROOT

DOCUMENT = ROOT / "docs" / "security.md"
HEAD = (
    "| what | who asks | who decides | with the password | never the same person | may be the same |\n"
    "|---|---|---|---|---|---|\n"
)


def services() -> Iterator[Any]:
    """Every service that a command of the API or of a page calls."""
    from tests import addresses  # here, since Django is set up first

    for _path, pattern in addresses.every():
        view = getattr(pattern.callback, "cls", None) or getattr(pattern.callback, "view_class", None)
        if (service := getattr(view, "service", None)) is not None:
            yield service


def table() -> str:
    """The table: one line for each of `settings.DUTIES`, by its name."""
    from casino.selectors import decisions

    deciding: dict[int, set[Any]] = {}
    for service in services():
        if (decides := getattr(service, "decides", None)) is not None:
            deciding.setdefault(id(decides), set()).add(service)
    lines = (_line(one, deciding.get(id(one), set())) for one in sorted(decisions.duties(), key=lambda one: one.name))
    return HEAD + "".join(lines)


def document(text: str) -> str:
    """The page with the table as it is now."""
    pattern = re.compile(re.escape(HEAD) + r"(?:\|.*\n)*")
    assert len(pattern.findall(text)) == 1
    return pattern.sub(lambda _found: table(), text)


def _line(one: Any, deciding: set[Any]) -> str:
    from casino import roles
    from casino.selectors.decisions import Matter

    asks = decides = ""
    if isinstance(one, Matter):
        asks, decides = ", ".join(roles.holders(one.edits)), ", ".join(roles.holders(one.approves))
    else:
        named = {service.permission for service in deciding if service.permission}
        decides = ", ".join(sorted({role for permission in named for role in roles.holders(permission)}))
    asked = sorted(service.__name__ for service in deciding if getattr(service, "asks_password", False))
    apart = ", ".join(f"{one.word} and {two.word}" for one, two in one.apart())
    together = ", ".join(sorted(" and ".join(sorted(part.word for part in pair)) for pair in one.together))
    if one.alone is not None:
        together = f"{together + '; ' if together else ''}all, where the house allows one person"
    return f"| {one.name} | {asks} | {decides} | {', '.join(asked)} | {apart} | {together} |\n"


def main() -> None:
    """Write the table."""
    import django

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "casino.settings")
    django.setup()
    DOCUMENT.write_text(document(DOCUMENT.read_text(encoding="utf-8")), encoding="utf-8")


if __name__ == "__main__":
    main()
