"""The test files that are closest to what changed, for `make fast`: `python -m tests.changed` prints them.

Changed is what differs from the last commit; in a clean checkout, what the last commit changed. A test file is its own
test. A module is tested by the files that import it, a template by the files that name it. The files of a module with
few of them come first; what is left over is tested by the gate.
"""

import ast
import subprocess
from collections.abc import Iterable, Mapping
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
MOST_FILES = 15


def changed() -> list[str]:
    """Paths in the checkout, new files included."""
    found = _git("diff", "--name-only", "HEAD") + _git("ls-files", "--others", "--exclude-standard")
    return found or _git("diff", "--name-only", "HEAD~1")


def _git(*words: str) -> list[str]:
    return subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True, check=True).stdout.splitlines()


def named_by(text: str) -> set[str]:
    """The modules that a file imports, and the strings in it that look like templates."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found |= {node.module} | {f"{node.module}.{alias.name}" for alias in node.names}
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value.endswith(".html"):
            found.add(node.value)
    return found


def name_of(path: str) -> str:
    """`tables/locks.py` is imported as `tables.locks`, `templates/x.html` is named `x.html`."""
    if path.startswith("templates/"):
        return path.removeprefix("templates/")
    return path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def closest(paths: Iterable[str], texts: Mapping[str, str]) -> list[str]:
    """Test files for these changed paths, the closest first; `texts` holds every test file."""
    paths = list(paths)
    names = {file: named_by(text) for file, text in texts.items()}
    siblings: dict[str, int] = {}
    for path in paths:
        users = [file for file, named in names.items() if name_of(path) in named]
        for file in users:
            siblings[file] = min(len(users), siblings.get(file, len(users)))
    own = [path for path in paths if path in texts]
    return list(dict.fromkeys([*own, *sorted(siblings, key=lambda file: (siblings[file], file))]))


def main() -> None:
    """Print the closest test files, one a line."""
    files = {str(path.relative_to(ROOT)): path.read_text(encoding="utf-8") for path in ROOT.glob("tests/**/test_*.py")}
    print("\n".join(closest(changed(), files)[:MOST_FILES]))


if __name__ == "__main__":
    main()
