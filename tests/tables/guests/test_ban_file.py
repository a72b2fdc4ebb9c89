"""The ban file is asked over real HTTP, by the adapter that a house uses (domain §4.16).

"Store only result, time, operator, reference — not the ban reason": the simulator says the reason all the same.
"""

import logging
import socket
import threading
import time
from datetime import date
from http.server import ThreadingHTTPServer
from io import StringIO
from pathlib import Path

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.core.management import CommandError, call_command
from django.test import override_settings

from tables.guests.services.admission import ban_file_over_http
from tables.guests.services.admission.ban_file import Answer, Identity, Result
from tables.guests.services.admission.ban_file_over_http import TRIES, HttpBanFile
from tests import certificates
from tests.ban_file import serving
from tools.practice_ban_file import REASON, Script

WEBER = Identity("Anna Weber", date(1990, 2, 28))
BANNED = {("Anna Weber", "1990-02-28")}


def ask(script: Script, **given: object) -> Answer:
    with serving(script) as address:
        return HttpBanFile(address, **given).ask(WEBER)


def test_who_is_not_in_it_is_admitted_with_a_reference() -> None:
    script = Script(banned={("Anna Weber", "1990-03-01")})
    answer = ask(script)
    assert (answer.result, answer.reference) == (Result.ADMITTED, "SIM-000001")
    assert script.asked == [{"name": "Anna Weber", "birth_date": "1990-02-28"}]


def test_who_is_in_it_is_banned_and_the_reason_ends_at_the_door(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    answer = ask(Script(banned=BANNED))
    assert answer.result is Result.BANNED
    assert REASON not in repr(answer) + caplog.text


def test_credentials_are_sent_and_wrong_ones_learn_nothing() -> None:
    assert ask(Script(user="wi", secret="s"), user="wi", secret="s").result is Result.ADMITTED
    script = Script(user="wi", secret="s")
    assert ask(script, user="wi", secret="wrong").result is Result.UNKNOWN
    assert len(script.request_ids) == 1, "a refusal is not asked again"


def test_a_secret_is_not_shown() -> None:
    assert "hush" not in repr(HttpBanFile("https://oasis.example", "wi", "hush"))


def test_a_failing_service_is_asked_once_more_as_the_same_question() -> None:
    script = Script(failures=1)
    assert ask(script).result is Result.ADMITTED
    assert len(script.request_ids) == TRIES
    assert len(set(script.request_ids)) == 1


def test_a_service_that_keeps_failing_is_not_asked_for_ever(caplog: pytest.LogCaptureFixture) -> None:
    script = Script(failures=99)
    answer = ask(script)
    assert (answer.result, answer.reference) == (Result.UNKNOWN, "")
    assert len(script.request_ids) == TRIES
    assert "Weber" not in caplog.text
    assert "1990" not in caplog.text


def test_a_slow_service_is_waited_for_within_bounds() -> None:
    began = time.monotonic()
    assert ask(Script(latency_ms=1_500), seconds=1).result is Result.UNKNOWN
    assert time.monotonic() - began < 4  # the simulator itself sleeps to its end


def test_nobody_there() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
    assert HttpBanFile(f"http://localhost:{port}").ask(WEBER).result is Result.UNKNOWN


@pytest.mark.parametrize(
    "body",
    [
        b"", b"<html>", b"\xff\xfe", b"[]", b"null", b'"banned"', b"{}", b'{"result": true}', b'{"result": "yes"}',
        b'{"result": ["banned"]}', b'{"result": "not_banned", "reference": "' + b"x" * 20_000 + b'"}',
    ],
)  # fmt: skip
def test_nonsense_is_neither_yes_nor_no(body: bytes) -> None:
    assert ask(Script(body=body)).result is Result.UNKNOWN


@pytest.mark.parametrize("reference", ["null", "7", '"a\\nb"'])
def test_a_reference_that_is_none_is_left_out(reference: str) -> None:
    answer = ask(Script(body=f'{{"result": "banned", "reference": {reference}}}'.encode()))
    assert (answer.result, answer.reference) == (Result.BANNED, "")


def test_a_long_reference_is_cut() -> None:
    answer = ask(Script(body=b'{"result": "banned", "reference": "' + b"x" * 200 + b'"}'))
    assert answer.reference == "x" * 64


@pytest.mark.parametrize("address", ["http://oasis.example", "ftp://localhost", "oasis.example", "file:///etc/passwd"])
def test_names_never_leave_the_machine_in_the_clear(address: str) -> None:
    with pytest.raises(ImproperlyConfigured):
        HttpBanFile(address)


def test_it_is_set_up_by_the_environment_alone() -> None:
    assert ban_file_over_http.of_the_house() is None
    with override_settings(BAN_FILE_URL="https://oasis.example", BAN_FILE_USER="wi", BAN_FILE_SECRET="s"):
        assert ban_file_over_http.of_the_house() == HttpBanFile("https://oasis.example", "wi", "s")


def test_a_certificate_must_be_one_that_the_house_trusts(tmp_path: Path) -> None:
    certificates.make(tmp_path, "localhost")
    both, script = tmp_path / "both.pem", Script()
    both.write_bytes((tmp_path / certificates.KEY).read_bytes() + (tmp_path / certificates.CERTIFICATE).read_bytes())
    with serving(script, str(both)) as address:
        assert HttpBanFile(address).ask(WEBER).result is Result.UNKNOWN
        assert script.request_ids == []
        trusting = HttpBanFile(address, authorities=str(tmp_path / certificates.CERTIFICATE))
        assert trusting.ask(WEBER).result is Result.ADMITTED
        assert (
            HttpBanFile(address.replace("localhost", "127.0.0.1"), authorities=trusting.authorities).ask(WEBER).result
            is Result.UNKNOWN
        ), "the name on the certificate is another"


def test_a_service_to_practise_with(monkeypatch: pytest.MonkeyPatch) -> None:
    """`manage.py banfile` says its address and serves until it is stopped; here while it serves, it is asked."""
    said: list[Answer] = []
    out = StringIO()

    def serve(service: ThreadingHTTPServer) -> None:
        thread = threading.Thread(target=service.handle_request)
        thread.start()
        said.append(HttpBanFile(out.getvalue().strip()).ask(WEBER))
        thread.join()
        raise KeyboardInterrupt

    monkeypatch.setattr(ThreadingHTTPServer, "serve_forever", serve)
    call_command("banfile", port=0, banned=["Anna Weber,1990-02-28"], stdout=out)
    assert [answer.result for answer in said] == [Result.BANNED]


def test_who_is_banned_there_has_a_name_and_a_date() -> None:
    with pytest.raises(CommandError):
        call_command("banfile", port=0, banned=["Anna Weber"])
