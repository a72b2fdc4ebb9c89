"""Every module and what it says it holds: `python -m tests.modules` writes docs/modules.md."""

import ast
from itertools import groupby
from pathlib import Path

from tests.codes import sources
from tests.tidy_rules import ROOT

DOCUMENT = ROOT / "docs" / "modules.md"
HEAD = """# Modules

What each module holds, in the first sentence of its docstring. Search it for a word of the trade. Migrations are listed
too: they hold the triggers. The list is written by `python -m tests.modules`.
"""


def document() -> str:
    """The list as docs/modules.md holds it, a section for each folder."""
    listed = sorted((str(Path(path).parent), path, _first_sentence(tree)) for path, tree in sources().items())
    parts = [
        f"\n## `{folder}/`\n\n" + "".join(f"* `{path}`: {text}\n" for _folder, path, text in rows if text)
        for folder, rows in groupby(listed, key=lambda row: row[0])
    ]
    return HEAD + "".join(part for part in parts if "* " in part)


def _first_sentence(tree: ast.Module) -> str:
    paragraph = (ast.get_docstring(tree) or "").split("\n\n")[0]
    return " ".join(paragraph.split()).split(".  ")[0].removesuffix("::")


if __name__ == "__main__":
    DOCUMENT.write_text(document(), encoding="utf-8")
