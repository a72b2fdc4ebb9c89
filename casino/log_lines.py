"""Lines of the log: each says which request it belongs to; in production each is one JSON object.

No line quotes a row: what the database says of a value that it refused may be somebody's name, so a line has the kind
of the error and the rule that was broken instead.
"""

import json
import logging
import os
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import UTC, datetime
from types import TracebackType
from typing import TypeAlias

import psycopg
from django.core.exceptions import DisallowedHost, ImproperlyConfigured, SuspiciousOperation
from django.db import Error as DatabaseLayerError

from casino.failures import constraint, is_outage, sqlstate

_STANDARD_ERROR = 2
_Raised: TypeAlias = tuple[type[BaseException], BaseException, TracebackType | None] | tuple[None, None, None]

request_id: ContextVar[str] = ContextVar("request_id", default="-")
"""The id of the request that this thread answers; `-` outside a request."""

refusal: ContextVar[str] = ContextVar("refusal", default="")
"""The code of the refusal with which the request of this thread is answered."""
job_id: ContextVar[int | None] = ContextVar("job_id", default=None)
"""The id of the job that this process does; None outside a job."""


@contextmanager
def of_job(number: int, *, asked_by: str) -> Iterator[None]:
    """Within this block lines belong to a job, and to the request that asked for it."""
    of_request, of_it = request_id.set(asked_by), job_id.set(number)
    try:
        yield
    finally:
        request_id.reset(of_request)
        job_id.reset(of_it)


FACTS = ("job_id", "method", "route", "status", "ms", "refusal", "user_id")
"""What a line may say besides: of a job, and of a request that was answered.  Numbers and codes, no names."""


class WithRequestId(logging.Filter):
    """Gives each record `request_id` and `job_id`, the latter None outside a job."""

    def filter(self, record: logging.LogRecord) -> bool:
        record.request_id, record.job_id = request_id.get(), job_id.get()
        return True


class OneLine(logging.Filter):
    """One line without a traceback for what thousands of requests may meet, and no line of ours has caused.

    That is a failure of the database, and what Django refuses to read, such as a `Host` that is not ours.
    """

    def filter(self, record: logging.LogRecord) -> bool:
        error = record.exc_info[1] if record.exc_info else None
        if isinstance(error, DisallowedHost):
            record.msg = record.getMessage().replace("ALLOWED_HOSTS", "CASINO_HOSTS")
            record.args, record.exc_info = (), None
        elif isinstance(error, SuspiciousOperation):
            record.exc_info = None
        elif is_outage(error):
            said = str(error).strip().partition("\n")[0]
            record.msg, record.args, record.exc_info = f"{record.getMessage()}: {said}", (), None
        return True


class TextLine(logging.Formatter):
    """A line whose exception quotes no row of the database."""

    def formatException(self, ei: _Raised) -> str:  # noqa: N802 -- the library's name
        return _unquoted(super().formatException(ei), ei[1])

    def format(self, record: logging.LogRecord) -> str:
        error = record.exc_info[1] if record.exc_info else None
        return _unquoted(super().format(record), error)


class JsonLine(TextLine):
    """`{time, level, logger, request_id, message[, facts][, exception]}`, the time in UTC; `FACTS` that are known.

    No text that somebody sent can look like a line of its own: JSON escapes line ends (ASVS 5, 16.4.1).
    """

    def format(self, record: logging.LogRecord) -> str:
        line = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "request_id": getattr(record, "request_id", "-"),
            "message": _unquoted(_message(record), record.exc_info[1] if record.exc_info else None),
        }
        line |= {name: value for name in FACTS if (value := getattr(record, name, None)) is not None}
        if record.exc_info:
            line["exception"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False)


def record_the_uncaught() -> None:
    """From now on an exception that nobody catches is one record on standard error, and so is a warning.

    Python itself would write a traceback line by line, between the records of a log that has one JSON object a line.
    """
    sys.excepthook = _uncaught
    threading.excepthook = lambda args: _uncaught(args.exc_type, args.exc_value, args.exc_traceback)
    sys.unraisablehook = lambda args: _uncaught(args.exc_type, args.exc_value, args.exc_traceback, args.err_msg)
    logging.captureWarnings(capture=True)


def _uncaught(
    kind: type[BaseException], error: BaseException | None, trace: TracebackType | None, where: str | None = None
) -> None:
    """What is not set up right is said in its sentence alone; a mistake has its traceback."""
    if issubclass(kind, KeyboardInterrupt | SystemExit):
        return
    raised = None if issubclass(kind, ImproperlyConfigured) or error is None else (kind, error, trace)
    said = ": ".join(str(word) for word in (where, kind.__name__, error) if word)
    say(said, level=logging.CRITICAL, raised=raised)


def say(message: str, *, logger: str = "casino", level: int = logging.INFO, raised: _Raised | None = None) -> None:
    """Write one record where no logger can: at the end of a process, and in a signal handler.

    It goes straight to the file of standard error, since the signal may have interrupted a logger that was writing.
    """
    record = logging.LogRecord(logger, level, __file__, 0, message, (), raised)
    os.write(_STANDARD_ERROR, f"{JsonLine().format(record)}\n".encode())


def _message(record: logging.LogRecord) -> str:
    """The record's message; words and values apart where they do not fit, of which `logging` would make a traceback."""
    try:
        return record.getMessage()
    except (KeyError, TypeError, ValueError):
        return f"{record.msg} {record.args}"


def _unquoted(text: str, error: BaseException | None) -> str:
    """The text without what the database said in this error, and in those from which it came."""
    for one in _chain(error):
        if isinstance(one, DatabaseLayerError | psycopg.Error) and str(one):
            code = sqlstate(one) or getattr(one, "sqlstate", None) or "no SQLSTATE"
            text = text.replace(str(one), " ".join(filter(None, (code, constraint(one)))))
    return text


def _chain(error: BaseException | None) -> Iterator[BaseException]:
    seen: set[int] = set()
    while error is not None and id(error) not in seen:
        seen.add(id(error))
        yield error
        error = error.__cause__ or error.__context__
