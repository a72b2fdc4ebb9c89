"""What an operator sets, as `casino.environment` declares it; `python -m tests.settings_page` writes it down."""

from casino.environment import ROOT, VARIABLES, Variable
from casino.paths import PLACES

DOCUMENT = ROOT / "docs" / "settings.md"
HEAD = """# Settings

A house is set up by these environment variables and by nothing else; what its people decide (rakes, bans, ages) they
set on pages. Without a variable its default applies. With `CASINO_ENV=production` the required ones have no
default: a process without them ends and names what is missing. A secret may lie in a file instead, as containers and
service managers lay them out: the variable with `_FILE` at its end names the file, which holds the secret and perhaps a
line's end. The password of a URL may stand apart from it. Two for the same thing are refused, and so is a file that
cannot be read or is empty. The page is written by `python -m tests.settings_page` from the declaration in
`casino/environment.py`.

| variable | default | in production | what it does |
|---|---|---|---|
"""
PATHS = """
## Files and folders

A part of the house starts only with what it needs. A folder that is written is made where it is missing; anything else
is refused in one line of the log, with exit status 1. `check --deploy` says the same sentence before (W006). Copies are
the product's to take of an embedded server, and of one that `CASINO_COPIES_URL` names.

| variable | who needs it | what it needs |
|---|---|---|
"""


def document() -> str:
    """The page as docs/settings.md holds it."""
    paths = (f"| `{place.variable}` | {place.part} | {place.right} |\n" for place in PLACES)
    return "".join([HEAD, *map(_row, VARIABLES), PATHS, *paths])


def _row(one: Variable) -> str:
    default = f"`{one.default}`" if one.default else one.otherwise or "none"
    name = f"`{one.name}`, `…_FILE`" if one.is_secret else f"`{one.name}`"
    cells = (name, default, _in_production(one), one.meaning)
    assert not any("|" in cell for cell in cells), one.name
    return f"| {' | '.join(cells)} |\n"


def _in_production(one: Variable) -> str:
    if one.name == "CASINO_ENV":
        return "`production`"
    return "required" if one.is_required else "optional"


if __name__ == "__main__":
    DOCUMENT.write_text(document(), encoding="utf-8")
