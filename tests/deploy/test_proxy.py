"""A real nginx with the sample's every line before the real web server, as a house in production runs both."""

import http.client
import json
import os
import re
import shutil
import socket
import ssl
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.core.management import call_command
from django.test import override_settings
from pytest_django import DjangoDbBlocker

from casino import environment
from casino.api.problems import CONTENT_TYPE
from casino.embedded.processes import end, spawn, until
from casino.management.commands.up import free_port
from casino.models import LoginEvent
from tests import certificates, databases
from tests.casino.test_worker import database_url
from tests.patience import PATIENCE_S
from tests.test_settings import PRODUCTION, cleared

pytestmark = pytest.mark.services

SAMPLE = environment.ROOT / "deploy" / "nginx" / "casino.conf"
HOST = "poker.example.org"
FORGED = {"X-Forwarded-For": "203.0.113.9", "Forwarded": "for=203.0.113.9", "X-Forwarded-Proto": "http"}
TOKEN = "/api/v1/auth/token/"
OF_OTHER_PAGES = ["admin", "drf_spectacular_sidecar"]
HTTP2_ON = (1, 25, 1)
WHOLE = """\
daemon off; master_process off; pid {folder}/nginx.pid; error_log {folder}/error.log;
events {{ worker_connections 64; }}
http {{
    include {types};
    client_body_temp_path {folder}/body; proxy_temp_path {folder}/proxy; fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi; scgi_temp_path {folder}/scgi;
    include {folder}/casino.conf;
}}
"""


@dataclass(frozen=True)
class Answer:
    """What a client hears."""

    status: int
    headers: http.client.HTTPMessage
    body: bytes

    def problem(self) -> dict[str, Any]:
        assert self.headers["Content-Type"] == CONTENT_TYPE
        told: dict[str, Any] = json.loads(self.body)
        assert told.pop("request_id") == self.headers["X-Request-ID"]
        return told


@dataclass(frozen=True)
class Proxy:
    """nginx and what stands behind it; `house` is the port of the web server, with nothing before it."""

    folder: Path
    port: int
    plain_port: int
    house: int

    def tls(self) -> ssl.SSLContext:
        return ssl.create_default_context(cafile=self.folder / "tls" / certificates.CERTIFICATE)

    def ask(self, method: str, path: str, body: bytes | None = None, **headers: str) -> Answer:
        """Over TLS, from an address that is not nginx's own."""
        line = http.client.HTTPSConnection(
            "127.0.0.1", self.port, context=self.tls(), timeout=PATIENCE_S, source_address=("127.0.0.2", 0)
        )
        return _answer(line, method, path, body, headers)

    def ask_plainly(self, port: int, method: str, path: str, body: bytes | None = None, **headers: str) -> Answer:
        return _answer(http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE_S), method, path, body, headers)


def _answer(
    line: http.client.HTTPConnection, method: str, path: str, body: bytes | None, headers: dict[str, str]
) -> Answer:
    sent = {"Host": HOST, "Accept-Language": "en"} | {name.replace("_", "-"): text for name, text in headers.items()}
    line.request(method, path, body, sent)
    answer = line.getresponse()
    told = Answer(answer.status, answer.headers, answer.read())
    line.close()
    return told


def nginx() -> str:
    path = f"{os.environ.get('PATH', os.defpath)}:/usr/sbin"
    return shutil.which("nginx", path=path) or pytest.skip("no nginx on this machine (Debian's package `nginx`)")


def version() -> tuple[int, ...]:
    told = subprocess.run([nginx(), "-v"], capture_output=True, text=True, check=True).stderr
    return tuple(map(int, re.findall(r"nginx/(\d+)\.(\d+)\.(\d+)", told)[0]))


def laid_out(proxy: Proxy) -> Path:
    """The sample with the places and ports of a test, its folders, and the file that includes it."""
    places = {
        "127.0.0.1:8000": f"127.0.0.1:{proxy.house}",
        "listen 443": f"listen 127.0.0.1:{proxy.port}",
        "listen 80": f"listen 127.0.0.1:{proxy.plain_port}",
        "/etc/ssl/casino/": f"{proxy.folder}/tls/",
        "/var/log/nginx/": f"{proxy.folder}/",
        "/opt/casino": f"{proxy.folder}",
    }
    text = re.sub(r" *listen \[::\].*\n", "", SAMPLE.read_text(encoding="utf-8"))
    for place, of_the_test in places.items():
        assert place in text, place
        text = text.replace(place, of_the_test)
    assert "http2 on;" in text
    if version() < HTTP2_ON:  # as the sample says
        text = text.replace("http2 on;", "").replace(f"{proxy.port} ssl;", f"{proxy.port} ssl http2;")
    (proxy.folder / "casino.conf").write_text(text, encoding="utf-8")
    types = next(iter(Path("/etc/nginx").glob("mime.types")), proxy.folder / "mime.types")
    whole = proxy.folder / "nginx.conf"
    whole.write_text(WHOLE.format(folder=proxy.folder, types=types), encoding="utf-8")
    return whole


def is_open(port: int) -> bool:
    with socket.socket() as line:
        return line.connect_ex(("127.0.0.1", port)) == 0


@pytest.fixture(scope="module")
def proxy(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Proxy]:
    """nginx, before a web server that is not there."""
    program = nginx()
    folder = tmp_path_factory.mktemp("proxy")
    made = Proxy(folder, *(free_port(0) for _ in range(3)))
    (folder / "tls").mkdir()
    certificates.make(folder / "tls", HOST, "IP:127.0.0.1")
    whole = laid_out(made)
    checked = subprocess.run([program, "-t", "-c", whole], capture_output=True, text=True, check=False)
    assert checked.returncode == 0, checked.stderr
    assert "warn" not in checked.stderr
    with (folder / "out.log").open("wb") as output:
        process = spawn([program, "-c", whole], output=output)
    try:
        assert until(lambda: is_open(made.port) or process.poll() is not None, PATIENCE_S)
        assert process.poll() is None, (folder / "error.log").read_text(encoding="utf-8")
        yield made
    finally:
        end(process)


@pytest.fixture(scope="module")
def house(proxy: Proxy, django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Proxy]:
    """With the web server behind it, in production, and its database."""
    current = proxy.folder / "current" / "static"
    storages = settings.STORAGES | {"staticfiles": {"BACKEND": "casino.static_files.HashedFiles"}}
    with override_settings(STATIC_ROOT=str(current), STORAGES=storages):
        call_command("collectstatic", interactive=False, verbosity=0, ignore_patterns=OF_OTHER_PAGES)
    with django_db_blocker.unblock(), databases.committing():
        environ = cleared(
            PRODUCTION
            | {
                "CASINO_HOSTS": HOST,
                "CASINO_BEHIND_PROXY": "1",
                "CASINO_STATIC": str(current),
                "CASINO_DATA": str(proxy.folder / "data"),
                "CASINO_METRICS_TOKEN": "long-and-secret",
                "DATABASE_URL": database_url(),
                "CELERY_BROKER_URL": "redis://127.0.0.1:1",  # nobody listens there, and nobody has to
            }
        )
        argv = [sys.executable, "-m", "casino.web", "--port", str(proxy.house), "--workers", "1"]
        with (proxy.folder / "web.log").open("wb") as output:
            web = spawn(argv, output=output, folder=environment.ROOT, environ=environ)
        try:
            assert until(lambda: is_open(proxy.house) or web.poll() is not None, PATIENCE_S)
            assert web.poll() is None, (proxy.folder / "web.log").read_text(encoding="utf-8")
            yield proxy
        finally:
            end(web)


class TestWithoutTheHouse:
    """Nobody answers behind nginx."""

    def test_a_client_of_the_api_reads_a_problem(self, proxy: Proxy) -> None:
        """Whether something was booked is not known, since nginx says the same when an answer is lost on the way."""
        answer = proxy.ask("POST", TOKEN, b"{}")
        told = answer.problem()
        assert (answer.status, told["status"], told["code"]) == (503, 503, "outcome_unknown")
        assert answer.headers["Retry-After"] == "2"
        assert set(told) == {"type", "title", "status", "detail", "code", "facts", "errors"}

    def test_a_person_reads_a_page(self, proxy: Proxy) -> None:
        answer = proxy.ask("GET", "/floor/")
        assert (answer.status, answer.headers["Content-Type"]) == (503, "text/html; charset=utf-8")
        assert "The server does not answer." in answer.body.decode()

    def test_whoever_comes_without_tls_is_sent_to_it(self, proxy: Proxy) -> None:
        answer = proxy.ask_plainly(proxy.plain_port, "GET", "/floor/?v=1")
        assert (answer.status, answer.headers["Location"]) == (301, f"https://{HOST}/floor/?v=1")

    def test_it_speaks_http_2(self, proxy: Proxy) -> None:
        tls = proxy.tls()
        tls.set_alpn_protocols(["h2", "http/1.1"])
        with (
            socket.create_connection(("127.0.0.1", proxy.port)) as line,
            tls.wrap_socket(line, server_hostname=HOST) as spoken,
        ):
            assert spoken.selected_alpn_protocol() == "h2"


class TestTheHouse:
    def test_a_page_arrives_with_what_browsers_are_told(self, house: Proxy) -> None:
        answer = house.ask("GET", "/login/")
        assert answer.status == 200, answer.body
        assert "Strict-Transport-Security" in answer.headers
        assert "Secure" in answer.headers["Set-Cookie"]
        assert "nginx/" not in answer.headers["Server"]

    def test_a_form_of_the_page_may_be_sent(self, house: Proxy) -> None:
        """The program compares where it came from with its own name, and refuses the name and password alone."""
        page = house.ask("GET", "/login/")
        [token] = set(re.findall(r'name="csrfmiddlewaretoken" value="(\w+)"', page.body.decode()))
        cookie = page.headers["Set-Cookie"].partition(";")[0]
        form = f"csrfmiddlewaretoken={token}&username=nobody&password=wrong".encode()
        sent = {"Cookie": cookie, "Content_Type": "application/x-www-form-urlencoded"}
        assert house.ask("POST", "/login/", form, Origin=f"https://{HOST}", **sent).status == 401
        assert house.ask("POST", "/login/", form, Origin="https://elsewhere.example", **sent).status == 403

    def test_the_log_of_sign_ins_has_the_client_s_address_whatever_it_claims(self, house: Proxy) -> None:
        body = json.dumps({"username": "anna", "password": "wrong"}).encode()
        refused = house.ask("POST", TOKEN, body, Content_Type="application/json", **FORGED)
        assert (refused.status, refused.problem()["code"]) == (401, "wrong_credentials")
        assert LoginEvent.objects.get(username="anna").ip == "127.0.0.2"

    def test_nginx_says_of_a_body_that_is_too_large_what_the_program_says(self, house: Proxy) -> None:
        """With the same limit: the program answers before it has read the body, and the answer could be lost."""
        most = settings.DATA_UPLOAD_MAX_MEMORY_SIZE
        assert house.ask("POST", TOKEN, b"x" * most, Content_Type="application/json").status == 400
        by_nginx = house.ask("POST", TOKEN, b"x" * (most + 1))
        with socket.create_connection(("127.0.0.1", house.house)) as line:
            line.sendall(f"POST {TOKEN} HTTP/1.1\r\nHost: {HOST}\r\nAccept-Language: en\r\n".encode())
            line.sendall(f"X-Forwarded-Proto: https\r\nContent-Length: {most + 1}\r\n\r\n".encode())
            read = http.client.HTTPResponse(line)
            read.begin()
            by_the_program = Answer(read.status, read.headers, read.read())
        assert (by_nginx.status, by_the_program.status) == (413, 413)
        assert by_nginx.problem() == by_the_program.problem()

    def test_files_of_this_version_and_of_the_one_before_are_there(self, house: Proxy) -> None:
        before = house.folder / "previous" / "static" / "casino"
        before.mkdir(parents=True)
        (before / "house.0123456789ab.css").write_text("of the version before", encoding="ascii")
        page = house.ask("GET", "/login/").body.decode()
        [style] = re.findall(r'href="(/static/casino/house\.\w+\.css)"', page)
        for path in (style, "/static/casino/house.0123456789ab.css"):
            answer = house.ask("GET", path)
            assert (answer.status, answer.headers["Content-Type"]) == (200, "text/css")
            by_the_program = house.ask_plainly(house.house, "GET", style, X_Forwarded_Proto="https")
            assert answer.headers["Cache-Control"] == by_the_program.headers["Cache-Control"]
        assert house.ask("GET", "/static/casino/gone.css").status == 404

    def test_who_watches_asks_from_inside(self, house: Proxy) -> None:
        assert house.ask("GET", "/healthz").body == b"ok"
        for path in ("/metrics", "/readyz"):
            assert house.ask("GET", path, Authorization="Bearer long-and-secret").status == 403
            inside = house.ask_plainly(house.house, "GET", path, Authorization="Bearer long-and-secret")
            assert inside.status == 200
