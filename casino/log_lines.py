"""Lines of the log: each says which request it belongs to; in production each is one JSON object."""

import json
import logging
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import UTC, datetime

from casino.failures import is_outage

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


class OneLineForOutages(logging.Filter):
    """A failure of the database is one line without a traceback: thousands of requests may meet the same failure."""

    def filter(self, record: logging.LogRecord) -> bool:
        error = record.exc_info[1] if record.exc_info else None
        if is_outage(error):
            said = str(error).strip().partition("\n")[0]
            record.msg, record.args, record.exc_info = f"{record.getMessage()}: {said}", (), None
        return True


class JsonLine(logging.Formatter):
    """`{time, level, logger, request_id, message[, facts][, exception]}`, the time in UTC; `FACTS` that are known.

    No text that somebody sent can look like a line of its own: JSON escapes line ends (ASVS 5, 16.4.1).
    """

    def format(self, record: logging.LogRecord) -> str:
        line = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "request_id": getattr(record, "request_id", "-"),
            "message": record.getMessage(),
        }
        line |= {name: value for name in FACTS if (value := getattr(record, name, None)) is not None}
        if record.exc_info:
            line["exception"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False)
