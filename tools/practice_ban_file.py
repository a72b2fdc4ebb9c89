"""A ban file for practice and tests: the service's side of `admission.overhttp`, on this machine.

Names with birth dates listed in `Script.banned` are banned, all others are not.  It can be slow, fail or answer
nonsense, and it sends more than is asked for, since the real service may.
"""

import base64
import json
import ssl
import time
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, ClassVar

REASON = "gambling addiction, reported by a relative"
"""A ban's reason, which nobody outside the service may store."""


@dataclass
class Script:
    """The service's behaviour; a test changes it while it runs."""

    banned: set[tuple[str, str]] = field(default_factory=set)
    user: str = ""
    secret: str = ""
    latency_ms: int = 0
    failures: int = 0  # the first questions, answered with `status`
    status: int = 503
    body: bytes | None = None  # instead of an answer
    asked: list[dict[str, Any]] = field(default_factory=list)
    request_ids: list[str] = field(default_factory=list)


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    script: ClassVar[Script]

    def do_POST(self) -> None:
        script = self.script
        asked = self.rfile.read(int(self.headers.get("Content-Length", "0")))
        script.request_ids.append(self.headers.get("X-Request-Id", ""))
        time.sleep(script.latency_ms / 1_000)
        if script.failures:
            script.failures -= 1
            self._say(script.status, b"{}")
        elif self.path != "/queries":
            self._say(404, b"{}")
        elif not self._is_known():
            self._say(401, b"{}")
        else:
            question = json.loads(asked)
            script.asked.append(question)
            self._say(200, script.body if script.body is not None else self._answer(question))

    def _is_known(self) -> bool:
        given = f"{self.script.user}:{self.script.secret}".encode()
        wanted = "Basic " + base64.b64encode(given).decode()
        return not self.script.user or self.headers.get("Authorization") == wanted

    def _answer(self, question: dict[str, Any]) -> bytes:
        is_banned = (question["name"], question["birth_date"]) in self.script.banned
        answer = {
            "result": "banned" if is_banned else "not_banned",
            "reference": f"SIM-{len(self.script.asked):06}",
            "reason": REASON if is_banned else None,
        }
        return json.dumps(answer).encode()

    def _say(self, status: int, body: bytes) -> None:
        try:
            self.send_response(status)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)
        except OSError:  # the client has gone
            self.close_connection = True

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002 -- the standard library's name
        """Log nothing: requests contain names."""


def server(script: Script, port: int = 0, certificate: str = "") -> ThreadingHTTPServer:
    """The service, not yet serving; `certificate`: a PEM file with certificate and key, for TLS."""
    handler = type("Handler", (_Handler,), {"script": script})
    made = ThreadingHTTPServer(("127.0.0.1", port), handler)
    if certificate:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(certificate)
        made.socket = context.wrap_socket(made.socket, server_side=True)
    return made
