"""A process that sets one paper: its tree (`paper_tree`) as JSON on standard input, the PDF on standard output.

Nothing of the machine is needed: Typst is a package, its letters are in `fonts/`, its rules in `paper.typ`.
"""

import sys
from pathlib import Path
from typing import Any, Final

import typst

RULES: Final = Path(__file__).with_name("paper.typ")
FONTS: Final = Path(__file__).with_name("fonts")

_TRIES: Final[list[tuple[bool, list[Any]]]] = [(False, ["ua-1"]), (True, ["ua-1"]), (True, [])]
"""Whether with the machine's fonts, and which standards are checked.

PDF/UA-1 wants every letter drawn.  One that our fonts lack is looked for on the machine.  Where it is not there either
it is an empty box, and the paper, tagged as before, does not claim the standard: no name stops a paper.
"""


def typeset(tree: str) -> bytes:
    """The PDF; what is wrong with `paper.typ` itself is raised by the last try."""
    for has_system_fonts, standards in _TRIES[:-1]:
        try:
            return _compiled(tree, standards, has_system_fonts=has_system_fonts)
        except typst.TypstError:
            continue
    has_system_fonts, standards = _TRIES[-1]
    return _compiled(tree, standards, has_system_fonts=has_system_fonts)


def _compiled(tree: str, standards: list[Any], *, has_system_fonts: bool) -> bytes:
    fonts = typst.Fonts(include_system_fonts=has_system_fonts, include_embedded_fonts=False, font_paths=[FONTS])
    inputs = {"paper": tree, "letters": "all" if standards else "boxes"}
    compiler = typst.Compiler(RULES, font_paths=fonts, sys_inputs=inputs)
    content = compiler.compile(format="pdf", pdf_standards=standards, timestamp=0)
    assert isinstance(content, bytes)
    return content


if __name__ == "__main__":
    sys.stdout.buffer.write(typeset(sys.stdin.read()))
