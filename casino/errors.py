"""What the house says when it will not do a thing.

A refusal is the user's to mend: it carries a stable `code`, a sentence, and the facts that say what would have been
right. Doors translate the sentence and map the class to a status once (API problem, page notice, admin message).  Our
own mistakes are assertions, never refusals.  Pure: rules and policies raise these too, so nothing here may import
Django.
"""

from typing import ClassVar


def _(message: str) -> str:
    """Mark `message` for the translation catalogue; doors translate when they show it."""
    return message


class Word(str):
    """A fact that is a word of ours (`Word(_("ante"))`): translated with the sentence in which it stands."""

    __slots__ = ()


class Chips(int):
    """A fact that is chips of a tournament, which are no money, also where its name ends in `_cents`."""

    __slots__ = ()


class Refusal(Exception):
    """Refused by the rules of the game or the house; nothing was changed.

    `message` is an English template with named fields (`%(seat)s`) that `facts` fills; facts whose name ends in
    `_cents` are shown as money.
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
    """The request itself cannot be read."""

    status = 400


class NotAllowed(Refusal):
    """The person may not do this."""

    status = 403


class NotFound(Refusal):
    """There is no such thing."""

    status = 404


class Stale(Refusal):
    """The client acted on a state that is no longer current; `facts["current"]` has it."""

    status = 409


class Busy(Refusal):
    """Somebody else holds what this needs; the same request may be sent again."""

    status = 409

    def __init__(self) -> None:
        super().__init__("busy", _("Somebody else is working on this right now. Please try again."))
