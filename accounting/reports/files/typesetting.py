"""The way to a PDF of a paper's HTML, tagged and searchable (PDF/UA-1): `pdf(html)` asks `typesetter` for it.

The same HTML is the same bytes, in any process and on any machine, unless it has a letter that our fonts lack.
"""

import json
import subprocess
import sys
from typing import Final

from accounting.reports.files import paper_tree, typesetter

_LONGEST_S: Final = 300
"""2,500 rows take a few seconds."""


def pdf(html: str) -> bytes:
    """The only article of a page (`templates/paper/file.html`) as PDF; title, author and language are the page's.

    Each paper is set by a process of its own.  The typesetter keeps what it laid out for a next time: 600 MB after
    2,000 rows, and as much again after the next.  Here that ends with the paper.  The process starts within 20 ms, and
    papers are set beside one another.
    """
    tree = json.dumps(paper_tree.read(html)).encode()
    command = [sys.executable, "-P", typesetter.__file__]
    return subprocess.run(command, input=tree, stdout=subprocess.PIPE, check=True, timeout=_LONGEST_S).stdout
