"""The ban file over HTTP: one question, bounded in time, tries and size.

    POST <address>/queries   {"name": "…", "birth_date": "1990-02-28"}
    200                      {"result": "banned" | "not_banned", "reference": "…"}

Operators reach OASIS by web form or web service (domain §4.16); the service's own message format is given to licence
holders only, and what it differs in is changed here and nowhere else.  A question changes nothing there, so it may be
asked again; tries of one question carry one `X-Request-Id`.
"""

import base64
import http.client
import json
import logging
import ssl
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final
from urllib.parse import SplitResult, urlsplit
from uuid import uuid4

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured

from casino import house_time
from tables.guests.services.admission.ban_file import REFERENCE_MOST, Answer, BanFile, Identity, Result

logger = logging.getLogger(__name__)

SECONDS: Final = 4
"""For all tries together: somebody stands at the table and waits."""
TRIES: Final = 2
_LARGEST: Final = 16_384
_SERVER_ERRORS: Final = 500
_RESULTS: Final[Mapping[str, Result]] = {"banned": Result.BANNED, "not_banned": Result.ADMITTED}
_OWN_MACHINE: Final = frozenset({"localhost", "127.0.0.1", "::1"})


class _Again(Exception):
    """Nothing was learnt; the same question may be asked once more."""


@dataclass(frozen=True, slots=True)
class HttpBanFile:
    """A service at an address.  Without TLS only this machine is spoken to; certificates are always verified."""

    address: str
    user: str = ""
    secret: str = field(default="", repr=False)
    authorities: str = ""
    seconds: int = SECONDS

    def __post_init__(self) -> None:
        parts = urlsplit(self.address)
        if parts.scheme != "https" and (parts.scheme != "http" or parts.hostname not in _OWN_MACHINE):
            raise ImproperlyConfigured("CASINO_BAN_FILE_URL must begin with https://")

    def ask(self, identity: Identity) -> Answer:
        """Ask, and again when the service was away; what is neither yes nor no is `UNKNOWN`."""
        until = time.monotonic() + self.seconds
        sent = json.dumps({"name": identity.name, "birth_date": identity.birth_date.isoformat()}).encode()
        request_id = str(uuid4())
        for _try in range(TRIES):
            left = until - time.monotonic()
            if left <= 0:
                break
            try:
                result, reference = self._asked(sent, request_id, left, until)
            except (_Again, OSError, http.client.HTTPException) as error:
                # Never who was asked for: a log is read by more people than may know that.
                logger.warning("ban file, question %s: %s", request_id, type(error).__name__)
                continue
            return Answer(result, reference, house_time.now())
        return Answer(Result.UNKNOWN, "", house_time.now())

    def _asked(self, sent: bytes, request_id: str, left: float, until: float) -> tuple[Result, str]:
        parts = urlsplit(self.address)
        connection = self._connection(parts, left)
        try:
            connection.request(
                "POST", f"{parts.path.rstrip('/')}/queries", body=sent, headers=self._headers(request_id)
            )
            response = connection.getresponse()
            body = _read(response, until)
        finally:
            connection.close()
        if response.status >= _SERVER_ERRORS:
            raise _Again
        if response.status != http.client.OK:
            logger.error("ban file, question %s: refused with status %s", request_id, response.status)
            return Result.UNKNOWN, ""
        return _understood(body)

    def _connection(self, parts: SplitResult, left: float) -> http.client.HTTPConnection:
        host = parts.hostname or ""
        if parts.scheme == "http":
            return http.client.HTTPConnection(host, parts.port, timeout=left)
        context = ssl.create_default_context(cafile=self.authorities or None)
        return http.client.HTTPSConnection(host, parts.port, timeout=left, context=context)

    def _headers(self, request_id: str) -> dict[str, str]:
        headers = {"Content-Type": "application/json", "Accept": "application/json", "X-Request-Id": request_id}
        if self.user:
            headers["Authorization"] = "Basic " + base64.b64encode(f"{self.user}:{self.secret}".encode()).decode()
        return headers


def of_the_house() -> BanFile | None:
    """The service that this installation is set up for, by its environment; None where there is none."""
    if not settings.BAN_FILE_URL:
        return None
    return HttpBanFile(
        settings.BAN_FILE_URL, settings.BAN_FILE_USER, settings.BAN_FILE_SECRET, settings.BAN_FILE_AUTHORITIES
    )


def _read(response: http.client.HTTPResponse, until: float) -> bytes:
    """The body, unless it is too long or comes too slowly."""
    body = b""
    while piece := response.read1(_LARGEST):
        body += piece
        if len(body) > _LARGEST or time.monotonic() > until:
            raise _Again
    return body


def _understood(body: bytes) -> tuple[Result, str]:
    """Result and reference alone: whatever else was sent ends here."""
    try:
        told: Any = json.loads(body)
    except ValueError:  # no JSON, or no text at all
        return Result.UNKNOWN, ""
    if not isinstance(told, dict):
        return Result.UNKNOWN, ""
    said, reference = told.get("result"), told.get("reference")
    result = _RESULTS.get(said, Result.UNKNOWN) if isinstance(said, str) else Result.UNKNOWN
    kept = reference if isinstance(reference, str) and reference.isprintable() else ""
    return result, kept[:REFERENCE_MOST]
