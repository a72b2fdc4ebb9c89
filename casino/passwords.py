"""Which passwords are refused besides those that Django knows: words of the house, and those of a list of breaches.

`AUTH_PASSWORD_VALIDATORS` names the classes.
"""

import hashlib
from collections.abc import Iterable
from pathlib import Path
from typing import Final

from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

WORDS: Final = (
    "casino", "spielbank", "poker", "holdem", "omaha", "roulette", "blackjack", "jackpot", "dealer", "croupier",
    "floor", "cage", "kasse", "manager", "auditor", "revision", "admin", "tronc", "taxe", "rake", "chips", "jeton",
    "passwort", "password",
)  # fmt: skip
"""Anybody would try these first in a house; `CASINO_PASSWORD_WORDS` adds its name, its code and its town."""
LEAST: Final = 8
"""The fewest characters that a password has besides such words."""
_READ_AS = str.maketrans("013457@$!", "oieastasi")
_DIGITS = 40  # of a SHA-1 in hexadecimal


class HouseWords:
    """Refuses a password of which little is left without the words of the house, whatever digits stand for letters."""

    def __init__(self, words: Iterable[str] = ()) -> None:
        self.words = sorted({word.casefold() for word in (*WORDS, *words) if word}, key=len, reverse=True)

    def validate(self, password: str, user: object = None) -> None:
        """Refuses with the code `password_house_word`."""
        rest = found = password.casefold().translate(_READ_AS)
        for word in self.words:
            rest = rest.replace(word.translate(_READ_AS), "")
        if rest != found and len(rest) < LEAST:
            raise ValidationError(
                _("It is hardly more than a word for the house. Use words that nobody expects here."),
                code="password_house_word",
            )


class BreachedPasswords:
    """Refuses a password that stands in a file of breached ones, in the format of Pwned Passwords.

    A line is the SHA-1 of a password in hexadecimal, a colon and a number; lines are ordered by the SHA-1.  Without a
    file nothing is refused, and `check --deploy` warns.  An unreadable file is our mistake: it raises.
    """

    def __init__(self, path: str = "") -> None:
        self.path = path

    def validate(self, password: str, user: object = None) -> None:
        """Refuses with the code `password_breached`."""
        digest = hashlib.sha1(password.encode(), usedforsecurity=False).hexdigest().upper().encode()
        if self.path and is_listed(Path(self.path), digest):
            raise ValidationError(
                _("It appears in public lists of stolen passwords. Choose another."), code="password_breached"
            )


def is_listed(path: Path, digest: bytes) -> bool:
    """Whether a line of the ordered file begins with the digest: a search by halves, so that it may have any size."""
    with path.open("rb") as lines:
        low, high = 0, lines.seek(0, 2)  # a line that begins here or later, and before there
        while low < high:
            middle = (low + high) // 2
            lines.seek(max(0, middle - 1))
            if middle:
                lines.readline()
            found = lines.readline()[:_DIGITS].upper()
            if found == digest:
                return True
            if found and found < digest:
                low = lines.tell()
            else:
                high = middle
    return False
