"""Files and folders that variables name: which part of the house needs which, and why one cannot be used.

A part does not start without what it needs (`require`); `check --deploy` warns of every path of this machine.  Both ask
the same `Place`, so neither says what the other does not.
"""

import tempfile
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from enum import StrEnum
from functools import partial
from pathlib import Path
from typing import Final

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured

from casino import environment


class Part(StrEnum):
    """What needs a path, as sentences name it."""

    WEB = "the web server"
    BEAT = "beat"
    BACKUP = "`manage.py backup`"


@dataclass(frozen=True, slots=True)
class Place:
    """What a variable names: `flaw` says why the path cannot be used, in words that follow it; empty where it can.

    `find` gives None where nothing is named, or nobody needs it; `right` is what `part` needs instead.
    """

    variable: str
    part: Part
    find: Callable[[], Path | None]
    flaw: Callable[[Path], str]
    right: str

    def refusal(self) -> str:
        """The sentence that says what is wrong and what would be right, or nothing."""
        path = self.find()
        flaw = "" if path is None else self.flaw(path)
        return f"{path} ({self.variable}) {flaw}: {self.part} needs {self.right}." if flaw else ""


def unreadable(path: Path) -> str:
    """Why the file cannot be read."""
    try:
        with path.open("rb") as file:
            file.read(1)
    except OSError as error:
        return f"cannot be read ({error.strerror})"
    return ""


def uncollected(folder: Path) -> str:
    """Why no page finds its files there."""
    return "" if (folder / "staticfiles.json").is_file() else "has no collected files"


def unwritable(folder: Path) -> str:
    """Why nothing can be written there, not even the folder.  It tries, and leaves nothing behind."""
    made: list[Path] = []
    try:
        made = [one for one in (folder, *folder.parents) if not one.exists()]
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return ""
    except OSError as error:
        return f"cannot be written ({error.strerror})"
    finally:
        for one in made:
            with suppress(OSError):
                one.rmdir()


def programless(folder: Path) -> str:
    """Why no copy can be taken with the programs there."""
    return "" if (folder / "pg_basebackup").is_file() else "has no pg_basebackup"


def _named(variable: str) -> Path | None:
    return Path(text) if (text := environment.text(variable)) else None


def _set(setting: str) -> Path | None:
    return Path(text) if (text := str(getattr(settings, setting))) else None


def _copies() -> Path | None:
    return environment.copies_folder() if environment.takes_copies() else None


def _keys_of_copies() -> Path | None:
    return environment.data_folder() if _copies() and not environment.words("CASINO_COPIES_RECIPIENTS") else None


def _static() -> Path | None:
    """Production alone reads the list of collected files at each page."""
    return environment.static_folder() if environment.PRODUCTION else None


_FOLDER: Final = "a folder that it can write"
PLACES: Final = (
    Place("CASINO_DATA", Part.BEAT, environment.data_folder, unwritable, _FOLDER),
    Place("CASINO_DATA", Part.BACKUP, _keys_of_copies, unwritable, f"{_FOLDER}, or CASINO_COPIES_RECIPIENTS"),
    Place("CASINO_COPIES", Part.BACKUP, _copies, unwritable, _FOLDER),
    Place("PG_BINDIR", Part.BACKUP, partial(_named, "PG_BINDIR"), programless, "PostgreSQL's own programs"),
    Place("CASINO_STATIC", Part.WEB, _static, uncollected, "what `manage.py collectstatic` lays out"),
    Place(
        "CASINO_BAN_FILE_CA", Part.WEB, partial(_set, "BAN_FILE_AUTHORITIES"), unreadable, "a file with certificates"
    ),
    Place("CASINO_BREACHED_PASSWORDS", Part.WEB, partial(_set, "BREACHED_PASSWORDS"), unreadable, "a file, or no name"),
)


def refusals(part: Part | None = None) -> list[str]:
    """A sentence for each path that this part, or any, could not use."""
    found = (place.refusal() for place in PLACES if part in (None, place.part))
    return [sentence for sentence in found if sentence]


def require(part: Part) -> None:
    """Make the folders that this part writes.  Raises ImproperlyConfigured for what it cannot use."""
    if found := refusals(part):
        raise ImproperlyConfigured(" ".join(found))
    for place in PLACES:
        if place.part == part and place.flaw is unwritable and (path := place.find()):
            path.mkdir(parents=True, exist_ok=True, mode=0o700)
