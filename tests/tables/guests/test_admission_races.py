"""The ban file may be slow: whoever waits for it holds up nobody, and what was learnt meanwhile counts."""

import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from datetime import date

import pytest
from django.db import connection, transaction

from casino import house_time
from casino.transactions import Answer as Answered
from casino.transactions import once
from tables import locks
from tables.guests.services import guests
from tables.guests.services.admission import ban_file_over_http, bans, checking
from tables.guests.services.admission.ban_file import Answer, Identity, Result
from tables.models import AdmissionCheck, Guest, Table
from tests import builders, racing
from tests.builders import Evening
from tests.tables.guests.conftest import BORN, Door

pytestmark = pytest.mark.django_db(transaction=True)

PATIENCE_SECONDS = 10


@dataclass
class SlowFile:
    """A ban file that answers when it is told to, each question with the next of `results`."""

    results: list[Result]
    asked: list[Identity] = field(default_factory=list)
    began: threading.Event = field(default_factory=threading.Event)
    may_answer: threading.Event = field(default_factory=threading.Event)

    def ask(self, identity: Identity) -> Answer:
        """The next answer; the first one waits."""
        result = self.results[len(self.asked)]
        self.asked.append(identity)
        if len(self.asked) == 1:
            self.began.set()
            assert self.may_answer.wait(PATIENCE_SECONDS)
        return Answer(result, f"S-{len(self.asked)}", house_time.now())


@pytest.fixture
def evening() -> Evening:
    return builders.evening()


@pytest.fixture
def door(evening: Evening) -> Door:
    """The house checks its guests; the file is set up by each test."""
    made = Door(evening, builders.user("admin"))
    made.demand(unanswered="manager")
    return made


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> Callable[..., SlowFile]:
    """The house's ban file is a slow one with these answers."""

    def made(*results: Result) -> SlowFile:
        file = SlowFile(list(results))
        monkeypatch.setattr(ban_file_over_http, "of_the_house", lambda: file)
        return file

    return made


@pytest.fixture
def behind() -> Iterator[Callable[..., "Future[object]"]]:
    """Run a call in a thread with a connection of its own."""
    with ThreadPoolExecutor(2) as pool:

        def run(call: Callable[[], object]) -> "Future[object]":
            def closing() -> object:
                try:
                    return call()
                finally:
                    connection.close()

            return pool.submit(closing)

        yield run


def receive(evening: Evening, guest: Guest) -> AdmissionCheck:
    return checking.receive(guest_id=guest.pk, birth_date=BORN, document="passport", actor=evening.floor)


def with_a_key(evening: Evening, service: Callable[[], AdmissionCheck], key: str = "one") -> Answered:
    """As pages and API call it."""
    return once(
        lambda: Answered(201, str(service().pk)), actor_id=evening.floor.pk, key=key, request="POST /x/", body=b"{}"
    )


def idle_in_transaction() -> int:
    """How many other connections hold a transaction open."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT count(*) FROM pg_stat_activity WHERE state LIKE 'idle in transaction%%'"
            " AND datname = current_database() AND pid <> pg_backend_pid()"
        )
        found: int = cursor.fetchone()[0]
    return found


def results() -> list[str]:
    return list(AdmissionCheck.objects.order_by("pk").values_list("result", flat=True))


class TestASlowFile:
    """A slow answer holds no row, and no transaction, of whoever waits for it."""

    @pytest.fixture(params=["check", "receive", "check with a key", "receive with a key"])
    def waiting(self, request, evening, door, slow, behind):
        """A guest who is being asked for; the file has the question and says nothing yet."""
        guest = door.known()
        file = slow(Result.ADMITTED)
        service = (
            (lambda: door.check(guest)) if request.param.startswith("check") else (lambda: receive(evening, guest))
        )
        call = (lambda: with_a_key(evening, service)) if request.param.endswith("key") else service
        asked = behind(call)
        assert file.began.wait(PATIENCE_SECONDS)
        yield guest
        file.may_answer.set()
        asked.result(PATIENCE_SECONDS)
        assert results() == ["admitted"]

    def test_others_lock_the_guest_and_the_tables(self, evening, waiting):
        evening.table()
        with transaction.atomic():
            assert Guest.objects.select_for_update(nowait=True).get(pk=waiting.pk) == waiting
            assert Table.objects.select_for_update(nowait=True).count() == 1

    def test_no_transaction_is_open_meanwhile(self, waiting):
        assert idle_in_transaction() == 0


class TestWhatWasLearntMeanwhile:
    def ask(self, door, slow, behind, guest, meanwhile, *answers):
        """Ask for a guest, and let something happen before the file answers."""
        file = slow(*answers)
        asked = behind(lambda: door.check(guest))
        assert file.began.wait(PATIENCE_SECONDS)
        meanwhile()
        file.may_answer.set()
        return file, asked.result(PATIENCE_SECONDS)

    def test_the_house_banned_him(self, evening, door, slow, behind):
        """The house's own ban is looked at again after the answer."""
        guest = door.known()

        def ban():
            bans.ban(guest_id=guest.pk, reason="hit the dealer", actor=evening.manager)

        _file, row = self.ask(door, slow, behind, guest, ban, Result.ADMITTED)
        assert (row.source, row.result) == ("house", "banned")

    def test_a_later_question_was_answered_by_a_ban(self, door, slow, behind):
        """The file named him after our question was put: what it said before is asked again, and takes nothing back."""
        guest = door.known()

        def other():
            assert door.check(guest).result == "banned"

        file, row = self.ask(door, slow, behind, guest, other, Result.ADMITTED, Result.BANNED, Result.BANNED)
        assert (row.result, len(file.asked), results()) == ("banned", 3, ["banned", "banned"])

    def test_two_who_hear_the_same_ask_once_each(self, door, slow, behind):
        guest = door.known()
        file, _row = self.ask(door, slow, behind, guest, lambda: door.check(guest), Result.ADMITTED, Result.ADMITTED)
        assert (len(file.asked), results()) == (2, ["admitted", "admitted"])

    def test_silence_stays_silence(self, door, slow, behind):
        guest = door.known()
        _file, row = self.ask(door, slow, behind, guest, lambda: None, Result.UNKNOWN)
        assert (row.source, row.result) == ("ban_file", "unknown")

    def test_he_turned_out_to_be_somebody_else(self, evening, door, slow, behind):
        """An answer about another date of birth is about another man."""
        guest = door.known()

        def correct():
            checking.identify(guest_id=guest.pk, birth_date=date(1991, 2, 28), document="passport", actor=evening.floor)

        file, row = self.ask(door, slow, behind, guest, correct, Result.ADMITTED, Result.BANNED)
        assert [each.birth_date.year for each in file.asked] == [1990, 1991]
        assert (row.result, results()) == ("banned", ["banned"])

    def test_a_manager_who_decides_meanwhile_does_not_outlast_the_ban(self, evening, door, slow, behind):
        guest = door.known()
        slow(Result.UNKNOWN).may_answer.set()
        door.check(guest)

        def decide():
            checking.decide(guest_id=guest.pk, actor=evening.manager)

        self.ask(door, slow, behind, guest, decide, Result.BANNED)
        assert results() == ["unknown", "admitted", "banned"]


class TestTheSameKey:
    def test_sent_twice_at_once_it_is_recorded_once(self, evening, door, slow, behind):
        guest = door.known()
        file = slow(Result.ADMITTED, Result.ADMITTED)
        first = behind(lambda: with_a_key(evening, lambda: door.check(guest)))
        assert file.began.wait(PATIENCE_SECONDS)
        second = with_a_key(evening, lambda: door.check(guest))
        file.may_answer.set()
        answer = first.result(PATIENCE_SECONDS)
        assert (answer.body, answer.replayed, second.replayed) == (second.body, True, False)
        assert results() == ["admitted"]

    def test_sent_again_afterwards_nobody_is_asked(self, evening, door, slow):
        guest = door.known()
        file = slow(Result.ADMITTED)
        file.may_answer.set()
        answers = [with_a_key(evening, lambda: door.check(guest)) for _time in range(2)]
        assert [one.replayed for one in answers] == [False, True]
        assert len(file.asked) == 1


class TestTwoAnswersAtOnce:
    """One heard yes and the other no; both are about to write it down."""

    def race(self, door, monkeypatch, guest):
        answers = iter([Result.ADMITTED, Result.BANNED, Result.BANNED])
        told = threading.Lock()

        class File:
            def ask(self, _identity: Identity) -> Answer:
                with told:
                    return Answer(next(answers), "", house_time.now())

        monkeypatch.setattr(ban_file_over_http, "of_the_house", File)
        racing.meeting(monkeypatch, checking, "_kept")
        racing.at_once(lambda: door.check(guest), lambda: door.check(guest))
        return results()

    def test_without_the_lock_neither_knows_of_the_other(self, door, monkeypatch):
        guest = door.known()
        monkeypatch.setattr(locks, "guest", lambda guest_id: Guest.objects.get(pk=guest_id))
        assert sorted(self.race(door, monkeypatch, guest)) == ["admitted", "banned"]

    def test_with_it_the_ban_is_what_stands(self, door, monkeypatch):
        guest = door.known()
        assert self.race(door, monkeypatch, guest)[-1] == "banned"


class TestARenameAndAnIdentification:
    """Somebody corrects the name while another person records whose papers they saw."""

    def race(self, evening, monkeypatch):
        guest = evening.guest("Anna Weber")
        racing.meeting(monkeypatch, Guest, "save")
        racing.at_once(
            lambda: checking.identify(guest_id=guest.pk, birth_date=BORN, document="passport", actor=evening.floor),
            lambda: guests.edit(guest_id=guest.pk, name="Anne Weber", actor=evening.floor),
        )
        return Guest.objects.get(pk=guest.pk)

    def test_without_the_lock_one_of_them_is_lost(self, evening, monkeypatch):
        monkeypatch.setattr(locks, "guest", lambda guest_id: Guest.objects.get(pk=guest_id))
        guest = self.race(evening, monkeypatch)
        assert (guest.name, guest.birth_date) in {("Anna Weber", BORN), ("Anne Weber", None)}

    def test_with_it_both_are_kept(self, evening, monkeypatch):
        guest = self.race(evening, monkeypatch)
        assert (guest.name, guest.birth_date) == ("Anne Weber", BORN)
