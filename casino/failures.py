"""Failures: what a client is told when the database fails, or we made a mistake.

A failure of the database is neither a mistake of ours nor a refusal: the same request may be sent again.  The log gets
one line for each (`casino.log_lines`).  No answer says that nothing was changed unless that is known.
"""

from http import HTTPStatus
from typing import NamedTuple

from django.db import InterfaceError, InternalError, OperationalError

from casino.errors import N_

DISK_FULL = "53100"
RETRY_AFTER_SECONDS = 2


class Failure(NamedTuple):
    """What a client is told: HTTP status, code, and a sentence to be translated."""

    status: int
    code: str
    sentence: str

    @property
    def may_be_sent_again(self) -> bool:
        """Whether the same request may succeed later: not after a mistake of ours."""
        return self.status != HTTPStatus.INTERNAL_SERVER_ERROR


_UNAVAILABLE = Failure(
    503, "unavailable", N_("The database is not responding at the moment. Nothing was changed; please send it again.")
)
_FULL = Failure(
    507,
    "disk_full",
    N_("The database's disk is full. Nothing was changed. Call the operator, and send it again later."),
)
_UNKNOWN = Failure(
    503,
    "outcome_unknown",
    N_(
        "The database failed at the last step: it is not known whether this was booked. Please send it again: with "
        "the same key it is booked only once."
    ),
)
_MISTAKE = Failure(500, "our_mistake", N_("Something went wrong on our side. Nothing was changed."))
_MISTAKE_AFTERWARDS = Failure(
    500,
    "our_mistake",
    N_("Something went wrong on our side after this was booked. Check before you enter it again."),
)


def sqlstate(error: BaseException | None) -> str:
    """The server's code for an error of Django's database layer; "" if the server said nothing."""
    return getattr(getattr(error, "__cause__", None), "sqlstate", None) or ""


def constraint(error: BaseException | None) -> str:
    """The name of the rule of the database that an error of Django's database layer says was broken, or ""."""
    diagnosis = getattr(getattr(error, "__cause__", None), "diag", None)
    return getattr(diagnosis, "constraint_name", None) or ""


def is_outage(error: BaseException | None) -> bool:
    """Whether the database failed, or its connection: not a wrong query or value."""
    if isinstance(error, OperationalError | InterfaceError):
        return True
    # Class 25: a server that only reads (a standby), or a transaction that it has ended.
    return isinstance(error, InternalError) and sqlstate(error).startswith("25")


def failure(error: BaseException | None, *, may_have_committed: bool) -> Failure:
    """What is told of an exception; `may_have_committed`: whether the request had booked something, or may have."""
    if not is_outage(error):
        return _MISTAKE_AFTERWARDS if may_have_committed else _MISTAKE
    if may_have_committed:
        return _UNKNOWN
    return _FULL if sqlstate(error) == DISK_FULL else _UNAVAILABLE
