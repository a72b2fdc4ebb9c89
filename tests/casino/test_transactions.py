"""Use cases are one transaction; a key is answered once, also when two ask at once."""

import contextlib
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from django.db import connection, connections, transaction

from casino.errors import Busy, Malformed, Refusal
from casino.models import LoginEvent, StoredAnswer, User
from casino.services import answers
from casino.transactions import Answer, once, outside, together, use_case
from tests import racing
from tests.patience import PATIENCE_S

PATH = "POST /api/v1/tables/4/note/"
A_MINUTE = 60


Before = Callable[[threading.Event], object]


def _at_once(_answered: threading.Event) -> None:
    """Wait for nobody."""


@use_case(None)
def note(username: str) -> int:
    return LoginEvent.objects.create(username=username, kind="pin", ok=True).pk


@use_case(None)
def note_and_refuse(username: str) -> int:
    LoginEvent.objects.create(username=username, kind="pin", ok=True)
    raise Refusal("no", "No.")


def meeting_note() -> Callable[[str], int]:
    """As `note`, in the middle of which two rivals meet."""
    point = racing.Meeting()

    @use_case(None)
    def noted(username: str) -> int:
        row = LoginEvent.objects.create(username=username, kind="pin", ok=True).pk
        point.arrive()
        return row

    return noted


def answering(service: Callable[[str], int], username: str = "guest") -> Callable[[], Answer]:
    return lambda: Answer(201, f'{{"id":{service(username)}}}')


def notes() -> int:
    return LoginEvent.objects.count()


@pytest.mark.django_db
class TestUseCase:
    def test_refusal_undoes_everything(self) -> None:
        with pytest.raises(Refusal):
            note_and_refuse("guest")
        assert notes() == 0

    def test_use_cases_never_call_one_another(self) -> None:
        @use_case(None)
        def outer() -> int:
            return note("guest")

        with pytest.raises(RuntimeError, match=r"note called inside .*outer"):
            outer()
        assert notes() == 0
        assert note("guest") > 0, "a refused nesting leaves nothing behind that would refuse the next call"

    @pytest.mark.parametrize("sqlstate", ["55P03", "40P01", "40001"])
    def test_rivalry_is_busy(self, sqlstate: str) -> None:
        @use_case(None)
        def losing() -> None:
            connection.cursor().execute(f"DO $$ BEGIN RAISE EXCEPTION 'rival' USING ERRCODE = '{sqlstate}'; END $$")

        with pytest.raises(Busy):
            losing()

    def test_a_lost_server_is_not_busy(self) -> None:
        @use_case(None)
        def losing() -> None:
            connection.cursor().execute("DO $$ BEGIN RAISE EXCEPTION 'gone' USING ERRCODE = '57P01'; END $$")

        with pytest.raises(Exception, match="gone") as caught:
            losing()
        assert not isinstance(caught.value, Busy)


@pytest.mark.django_db(transaction=True)
class TestUseCaseInEarnest:
    def test_runs_in_a_transaction_of_its_own(self) -> None:
        @use_case(None)
        def inside() -> bool:
            return connection.in_atomic_block

        assert inside()
        with transaction.atomic(), pytest.raises(RuntimeError, match="durable"):
            inside()

    def test_waiting_too_long_for_a_lock_is_busy(self) -> None:
        user = User.objects.create_user("guest")
        held, release = threading.Event(), threading.Event()

        def hold() -> None:
            with transaction.atomic():
                User.objects.select_for_update().get(pk=user.pk)
                held.set()
                release.wait(PATIENCE_S)
            connections.close_all()

        @use_case(None)
        def wait_for_it() -> None:
            connection.cursor().execute("SET LOCAL lock_timeout = '50ms'")  # three seconds in earnest
            User.objects.select_for_update().get(pk=user.pk)

        with ThreadPoolExecutor(1) as pool:
            rival = pool.submit(hold)
            assert held.wait(PATIENCE_S)
            with pytest.raises(Busy):
                wait_for_it()
            release.set()
            rival.result()


@pytest.mark.django_db
class TestOnce:
    def test_repetition_gets_the_same_answer_and_no_effect(self) -> None:
        first = once(answering(note), actor_id=1, key="k", request=PATH, body=b"{}")
        second = once(answering(note), actor_id=1, key="k", request=PATH, body=b"{}")
        assert (second.status, second.body) == (first.status, first.body)
        assert (first.replayed, second.replayed) == (False, True)
        assert notes() == 1

    @pytest.mark.parametrize(("path", "body"), [(PATH, b'{"other":1}'), ("POST /api/v1/tables/5/note/", b"{}")])
    def test_same_key_for_another_request_is_refused(self, path: str, body: bytes) -> None:
        once(answering(note), actor_id=1, key="k", request=PATH, body=b"{}")
        with pytest.raises(Refusal) as refused:
            once(answering(note), actor_id=1, key="k", request=path, body=body)
        assert refused.value.code == "key_reused"
        assert notes() == 1

    def test_keys_belong_to_their_actor(self) -> None:
        for actor_id in (1, 2):
            assert not once(answering(note), actor_id=actor_id, key="k", request=PATH, body=b"{}").replayed
        assert notes() == 2

    def test_refusal_frees_the_key(self) -> None:
        with pytest.raises(Refusal):
            once(answering(note_and_refuse), actor_id=1, key="k", request=PATH, body=b"{}")
        assert (notes(), StoredAnswer.objects.count()) == (0, 0)
        assert not once(answering(note), actor_id=1, key="k", request=PATH, body=b'{"mended":1}').replayed

    def test_nothing_of_a_refused_service_is_kept_whoever_catches_the_refusal(self) -> None:
        """Inside a claim no savepoint is taken, so there is nothing that a caller could go on from."""

        def goes_on() -> Answer:
            with contextlib.suppress(Refusal):
                note_and_refuse("guest")
            return Answer(200, "{}")

        with pytest.raises(transaction.TransactionManagementError):
            once(goes_on, actor_id=1, key="k", request=PATH, body=b"{}")
        assert (notes(), StoredAnswer.objects.count()) == (0, 0)

    @pytest.mark.parametrize(
        ("key", "code"),
        [
            ("", "idempotency_key_required"),
            ("x" * 256, "idempotency_key_malformed"),
            ("a\0b", "idempotency_key_malformed"),
        ],
    )
    def test_unusable_keys(self, key: str, code: str) -> None:
        with pytest.raises(Malformed) as refused:
            once(answering(note), actor_id=1, key=key, request=PATH, body=b"{}")
        assert refused.value.code == code
        assert notes() == 0

    def test_longest_key_and_path(self) -> None:
        long = {"key": "x" * 255, "request": "POST /" + "y" * 400, "body": b"{}"}
        assert not once(answering(note), actor_id=1, **long).replayed  # type: ignore[arg-type]
        assert once(answering(note), actor_id=1, **long).replayed  # type: ignore[arg-type]

    def test_answers_are_forgotten_after_a_week(self) -> None:
        for key, age in (("old", "8 days"), ("young", "6 days")):
            once(answering(note), actor_id=1, key=key, request=PATH, body=b"{}")
            connection.cursor().execute(
                "UPDATE casino_storedanswer SET created_at = now() - %s::interval WHERE key = %s", [age, key]
            )
        assert answers.forget() == 1
        assert [row.key for row in StoredAnswer.objects.all()] == ["young"]


@pytest.mark.django_db(transaction=True)
class TestTwoAtOnce:
    """The race first happening without `once`, then prevented by it."""

    def both(self, call: Callable[[], Answer]) -> list[Answer | Refusal]:
        together = threading.Barrier(2)

        def one() -> Answer | Refusal:
            together.wait(A_MINUTE)
            try:
                return call()
            except Refusal as refusal:
                return refusal
            finally:
                connections.close_all()

        with ThreadPoolExecutor(2) as pool:
            return [waiting.result() for waiting in [pool.submit(one), pool.submit(one)]]

    def test_without_it_the_effect_happens_twice(self) -> None:
        noted = meeting_note()

        def looked_up() -> Answer:
            # What one would do without it: look first, act, and remember.
            if given := StoredAnswer.objects.filter(actor_id=1, key="k").first():
                return Answer(given.status or 0, given.answer or "", replayed=True)
            answer = answering(noted)()
            connection.cursor().execute(
                "INSERT INTO casino_storedanswer (actor_id, key, request, digest, status, answer)"
                " VALUES (1, 'k', '', '', %s, %s) ON CONFLICT DO NOTHING",
                [answer.status, answer.body],
            )
            return answer

        self.both(looked_up)
        assert notes() == 2

    def test_with_it_exactly_once(self) -> None:
        noted = meeting_note()
        first, second = self.both(lambda: once(answering(noted), actor_id=1, key="k", request=PATH, body=b"{}"))
        assert isinstance(first, Answer)
        assert isinstance(second, Answer)
        assert notes() == 1
        assert first.body == second.body
        assert sorted([first.replayed, second.replayed]) == [False, True]

    def test_an_answer_that_was_erased_is_not_given_and_nothing_is_done_again(self) -> None:
        once(answering(note), actor_id=1, key="k", request=PATH, body=b"{}")
        StoredAnswer.objects.update(answer="[erased]")
        with pytest.raises(Refusal, match="answer_erased"):
            once(answering(note), actor_id=1, key="k", request=PATH, body=b"{}")
        assert notes() == 1

    def test_a_refused_rival_makes_way(self) -> None:
        """The other one acts when the first has been refused and has found no answer of the key."""
        outcomes = self.one_refused(acts=lambda answered: answered.wait(A_MINUTE))
        assert sorted(type(outcome).__name__ for outcome in outcomes) == ["Answer", "Refusal"]
        assert notes() == 1

    def test_a_refused_rival_gets_the_answer_that_the_other_has_given_meanwhile(self) -> None:
        outcomes = self.one_refused(refuses=lambda answered: answered.wait(A_MINUTE))
        assert sorted(isinstance(outcome, Answer) and outcome.replayed for outcome in outcomes) == [False, True]
        assert len({outcome.body for outcome in outcomes if isinstance(outcome, Answer)}) == 1
        assert notes() == 1

    def one_refused(self, *, refuses: Before = _at_once, acts: Before = _at_once) -> list[Answer | Refusal]:
        """Two at once with one key, of whom the first is refused; each may wait until the other has its outcome."""
        first, point, answered = iter([True, False]), racing.Meeting(), threading.Event()

        def run() -> Answer:
            point.arrive()
            is_refused = next(first)
            (refuses if is_refused else acts)(answered)
            return answering(note_and_refuse if is_refused else note)()

        def call() -> Answer:
            try:
                return once(run, actor_id=1, key="k", request=PATH, body=b"{}")
            finally:
                answered.set()

        return self.both(call)

    def test_waiting_too_long_for_a_rival_is_busy(self) -> None:
        def once_more() -> Answer:
            return once(answering(note), actor_id=1, key="k", request=PATH, body=b"{}")

        kept, release = threading.Event(), threading.Event()

        def before_the_commit(execute: Callable[..., Any], statement: str, *of: Any) -> Any:
            done = execute(statement, *of)
            if "INSERT INTO casino_storedanswer" in statement:
                kept.set()
                release.wait(PATIENCE_S)
            return done

        def hold() -> None:
            with connection.execute_wrapper(before_the_commit):
                once_more()
            connections.close_all()

        with ThreadPoolExecutor(1) as pool:
            rival = pool.submit(hold)
            assert kept.wait(PATIENCE_S)
            connection.cursor().execute("SET lock_timeout = '50ms'")  # three seconds in earnest
            try:
                with pytest.raises(Busy):
                    once_more()
            finally:
                connection.cursor().execute("SET lock_timeout = '3s'")
                release.set()
            rival.result()
        assert notes() == 1


@pytest.mark.django_db(transaction=True)
class TestOutside:
    """A question to another system is put while no transaction is open."""

    @pytest.fixture
    def asked(self) -> list[tuple[str, bool, int]]:
        """What was asked about, whether a transaction was open, and how many notes there were."""
        return []

    @pytest.fixture
    def asking(self, asked: list[tuple[str, bool, int]]) -> Callable[[str], int]:
        """Note, ask, and note the answer; what is asked about has changed after the first two questions."""

        @use_case(None)
        def service(username: str) -> int:
            LoginEvent.objects.create(username=username, kind="pin", ok=True)
            about = username + "!" * min(len(asked), 2)

            def ask() -> str:
                asked.append((about, connection.in_atomic_block, notes()))
                return f"{about} answered"

            return LoginEvent.objects.create(username=outside(about, ask), kind="pin", ok=True).pk

        return service

    def test_the_use_case_begins_again_with_the_answer_to_what_is_asked_now(
        self, asking: Callable[[str], int], asked: list[tuple[str, bool, int]]
    ) -> None:
        asking("guest")
        assert asked == [("guest", False, 0), ("guest!", False, 0), ("guest!!", False, 0)]
        assert list(LoginEvent.objects.order_by("pk").values_list("username", flat=True)) == [
            "guest", "guest!! answered",
        ]  # fmt: skip

    def test_under_a_key_too_and_sent_again_nobody_is_asked(
        self, asking: Callable[[str], int], asked: list[tuple[str, bool, int]]
    ) -> None:
        said = {"actor_id": 1, "key": "one", "request": PATH, "body": b"{}"}
        first, again = (once(answering(asking), **said) for _time in range(2))  # type: ignore[arg-type]
        assert (first.body, first.replayed, again.body, again.replayed) == (first.body, False, first.body, True)
        assert [(is_open, there) for _about, is_open, there in asked] == [(False, 0)] * 3
        assert notes() == 2

    def test_what_is_set_up_together_cannot_begin_again_and_asks_at_once(
        self, asking: Callable[[str], int], asked: list[tuple[str, bool, int]]
    ) -> None:
        with together():
            asking("guest")
        assert asked == [("guest", True, 1)]

    def test_a_question_that_fails_leaves_nothing(self) -> None:
        @use_case(None)
        def service(username: str) -> int:
            LoginEvent.objects.create(username=username, kind="pin", ok=True)
            return outside(username, lambda: 1 // 0)

        with pytest.raises(ZeroDivisionError):
            once(answering(service), actor_id=1, key="one", request=PATH, body=b"{}")
        assert (notes(), StoredAnswer.objects.count()) == (0, 0)
        assert note("guest") > 0, "and the next use case begins as ever"
