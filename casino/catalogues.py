"""Compiles the catalogues of translations (`.po`), which are all that is kept, to what Python reads (`.mo`).

Needs no gettext on the machine.  A release compiles them with its first command, where the files can still be written.
"""

import os
import tempfile
from pathlib import Path

LOCALE = Path(__file__).with_name("locale")


def compile_new(locale: Path = LOCALE) -> None:
    """Compile every catalogue that has changed since it was compiled; processes that start at once do no harm.

    Where nothing can be written an older one is used; raises OSError where there is none.
    """
    for source in locale.glob("*/LC_MESSAGES/*.po"):
        compiled = source.with_suffix(".mo")
        if compiled.exists() and compiled.stat().st_mtime_ns > source.stat().st_mtime_ns:
            continue
        try:
            _compile(source, compiled)
        except OSError:
            if not compiled.exists():
                raise


def _compile(source: Path, compiled: Path) -> None:
    from babel.messages import mofile, pofile  # noqa: PLC0415 -- most starts have nothing to compile

    with source.open("rb") as text:
        catalogue = pofile.read_po(text)
    draft, name = tempfile.mkstemp(dir=compiled.parent, prefix=".mo")
    with os.fdopen(draft, "wb") as out:
        mofile.write_mo(out, catalogue)
    Path(name).chmod(0o644)
    Path(name).replace(compiled)
