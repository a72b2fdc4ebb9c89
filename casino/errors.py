"""Refusals: exceptions that the user can correct.

A refusal carries a stable `code`, a sentence, and facts that say what would have been right. Views translate the
sentence and map the class to a status (API problem, page notice, admin message).  Our own bugs are assertions, never
refusals.  Pure: rules and policies raise these too, so nothing here may import Django.
"""

from typing import ClassVar


def N_(message: str) -> str:  # noqa: N802 -- its name in the manuals of gettext
    """Mark `message` for the translation catalogue; views translate it when they show it."""
    return message


class Word(str):
    """A fact that is a translatable word (`Word(N_("ante"))`), translated with its sentence."""

    __slots__ = ()


class Dated(str):
    """A fact with days (`2026-11-21`), moments or months (`2026-11`) in it; people read them as they write them."""

    __slots__ = ()


class Chips(int):
    """A fact that counts tournament chips, not money, even if its name ends in `_cents`."""

    __slots__ = ()


class Minutes(int):
    """A fact that says how long something lasts, in minutes: shown as `45 min` or `10 h`."""

    __slots__ = ()


class Seconds(int):
    """A fact that says how long something lasts, in seconds: shown as `40 s` or `15 min`."""

    __slots__ = ()


class Rate(int):
    """A fact in basis points, shown as per cent: `5 %`."""

    __slots__ = ()


class Refusal(Exception):
    """Refused by the rules of the game or the house (422); nothing was changed.

    `message` is an English template with named fields (`%(seat)s`) filled from `facts`; facts named `*_cents` are shown
    as money.
    """

    status: ClassVar[int] = 422

    def __init__(self, code: str, message: str, **facts: object) -> None:
        super().__init__(code)
        self.code = code
        self.message = message
        self.facts = facts

    def __str__(self) -> str:
        return f"{self.code}: {self.message % self.facts}" if self.facts else f"{self.code}: {self.message}"


class Malformed(Refusal):
    """The request cannot be read (400)."""

    status = 400


class NotAllowed(Refusal):
    """The user may not do this (403)."""

    status = 403


class NotFound(Refusal):
    """The row does not exist, or is hidden from the user (404)."""

    status = 404


class Stale(Refusal):
    """The client acted on a stale state (409); `facts["current"]` has the current one."""

    status = 409


class Busy(Refusal):
    """Another request holds a lock that this one needs (409); it may be sent again unchanged."""

    status = 409

    def __init__(self) -> None:
        super().__init__("busy", N_("Somebody else is working on this right now. Please try again."))
