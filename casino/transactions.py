"""Transactions: one for each use case, with the answer kept under its Idempotency-Key; `busy` where a lock waits long.

`use_case` marks every public service function.  Views wrap it in `once`: the last statement of the transaction keeps
the rendered answer under the key, so effect and answer are kept or lost together.  Where the key has an answer already,
the transaction is rolled back, and that answer is given.  A refusal leaves the key free.  Reads need neither.

An answer is kept for a week, the key of a command that books something for ever: the ledger writes `key_digest` with
its first entry.

Whether a request has committed anything is known (`may_have_committed`), so that nobody is told "nothing was changed"
after a COMMIT whose answer was lost.

Other systems are asked outside transactions (`outside`), so that no lock is held while they are slow; what a refusal
must not undo is kept there too.
"""

import hashlib
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from functools import wraps
from inspect import signature
from typing import TYPE_CHECKING, Any, ParamSpec, Protocol, TypeVar, cast

from django.db import DatabaseError, IntegrityError, OperationalError, connection, transaction

from casino import membership, roles
from casino.errors import N_, Busy, Malformed, Refusal
from casino.failures import constraint, sqlstate
from casino.models.answers import ERASED, KEY_LENGTH, StoredAnswer

if TYPE_CHECKING:
    from casino.selectors.decisions import Duties

P = ParamSpec("P")
T = TypeVar("T")
R_co = TypeVar("R_co", covariant=True)

# lock_not_available, deadlock_detected, serialization_failure: another transaction was first; retrying is safe.
_CONFLICTS = frozenset({"55P03", "40P01", "40001"})

# Classes of errors with which the server answers a COMMIT that it has refused: wrong data, an invalid state of the
# transaction, a broken rule of the database, a conflict, lack of room or memory, a lock, a rule of our own triggers.
# After any other error, or none at all, nobody knows whether it committed.
_REFUSED_COMMIT = ("22", "23", "25", "40", "53", "55", "P0")

_running: ContextVar[str | None] = ContextVar("use_case", default=None)
_in_once: ContextVar[bool] = ContextVar("in_once", default=False)
_key_digest: ContextVar[bytes | None] = ContextVar("key_digest", default=None)
_answers: ContextVar[dict[Hashable, object] | None] = ContextVar("answers", default=None)
_commits: ContextVar[int] = ContextVar("commits", default=0)


def begin_request() -> None:
    """Forget what the last request of this thread committed."""
    _commits.set(0)


def may_have_committed() -> bool:
    """Whether this request has committed a use case, or has sent a COMMIT whose answer never came."""
    return _commits.get() > 0


@contextmanager
def _conflicts_as_busy() -> Iterator[None]:
    try:
        yield
    except IntegrityError as error:
        if constraint(error) == "names_no_guest":
            raise Refusal(
                "names_guest",
                N_("This text is kept for ever, so it must not name a guest. Write their number, or leave them out."),
            ) from error
        raise
    except OperationalError as error:
        if sqlstate(error) in _CONFLICTS:
            raise Busy from error
        raise


@contextmanager
def _one_transaction() -> Iterator[None]:
    """A transaction that is not part of another; notes that a COMMIT was sent, unless the server refused it."""
    before = _commits.get()
    try:
        with _conflicts_as_busy(), transaction.atomic(durable=True):
            yield
            _commits.set(before + 1)
    except Busy:
        _commits.set(before)
        raise
    except DatabaseError as error:
        if sqlstate(error).startswith(_REFUSED_COMMIT):
            _commits.set(before)
        raise


class _Question(Exception):
    """Ends a transaction so that a question can be asked outside it."""

    def __init__(self, about: Hashable, ask: Callable[[], object]) -> None:
        super().__init__(about)
        self.about = about
        self.ask = ask


def outside(about: Hashable, ask: Callable[[], T]) -> T:
    """The result of `ask`, called while no transaction is open: for questions to other systems.

    It is also how something is kept of a command that is refused: `ask` keeps it in a transaction of its own.

    The use case runs twice: the first run ends here and is rolled back, then `ask` is called, and the second run gets
    the answer here.  So everything checked before the question is checked again after the answer.  `about` identifies
    the question; if it has changed by the second run, the new question is asked first.

    Inside `together`, which cannot be run again, the question is asked at once.
    """
    answers = _answers.get()
    if answers is None:
        return ask()
    if about not in answers:
        raise _Question(about, ask)
    return cast("T", answers[about])


def _with_answers(run: Callable[[], T], kept: Callable[[], T | None] = lambda: None) -> T:
    """Run a transaction, and again after each question of `outside`, which is not asked if an answer is `kept`."""
    answers: dict[Hashable, object] = {}
    token = _answers.set(answers)
    try:
        while True:
            try:
                return run()
            except _Question as raised:
                question = raised
            if (before := kept()) is not None:
                return before
            answers[question.about] = question.ask()
    finally:
        _answers.reset(token)


class UseCase(Protocol[P, R_co]):
    """A public function of a services module, as `use_case` makes it."""

    permission: str | None
    asks_password: bool
    decides: "Duties[Any] | None"

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> R_co:
        """Run it as one transaction."""


def use_case(
    permission: str | None,
    *,
    console: bool = False,
    password: bool = False,
    decides: "Duties[Any] | None" = None,
) -> Callable[[Callable[P, T]], UseCase[P, T]]:
    """Run a service as one transaction, for actors who have the domain permission (`casino.roles`).

    Rows that its arguments name are of a house where the actor works (`casino.membership`), else `not_found`.

    Committed when it returns, rolled back when it raises.  API, pages and back office read `permission` from the
    service they call.  None: a program runs it, or it concerns the actor alone, or it decides itself.  With `console`
    the actor may be None: the machine's own command line needs no permission.  With `password` API, pages and back
    office ask for the actor's password again before they call it (`casino.api.confirming`).  `decides`: what it decides
    on, where others have had their part in it; it then takes `seen`, which API and pages ask for.

    Use cases never call one another (RuntimeError): shared steps are functions over rows already locked.  Lock
    time-outs, deadlocks and serialization failures become `Busy`.  Inside `once` the transaction is the command's; no
    savepoint is taken, since a refusal must undo all of it anyhow.
    """
    assert permission is None or permission in roles.PERMISSIONS, permission

    def of(service: Callable[P, T]) -> UseCase[P, T]:
        name = f"{service.__module__}.{service.__qualname__}"
        assert decides is None or "seen" in signature(service).parameters, f"{name} decides on what nobody has seen"

        authorised = _authorised(service, permission, console=console)

        @wraps(service)
        def run(*args: P.args, **kwargs: P.kwargs) -> T:
            if outer := _running.get():
                raise RuntimeError(f"{name} called inside {outer}: use cases never call one another")

            def alone() -> T:
                with _one_transaction():
                    return authorised(*args, **kwargs)

            is_part_of_one = _in_once.get()
            token = _running.set(name)
            try:
                if is_part_of_one:
                    with _conflicts_as_busy():
                        return _within(authorised, *args, **kwargs)
                return _with_answers(alone)
            finally:
                _running.reset(token)

        made = cast("UseCase[P, T]", run)
        made.permission, made.asks_password, made.decides = permission, password, decides
        return made

    return of


def _authorised(service: Callable[P, T], permission: str | None, *, console: bool) -> Callable[P, T]:
    """The service for actors who have the permission, and work in the houses of the rows that its arguments name."""

    def authorised(*args: P.args, **kwargs: P.kwargs) -> T:
        actor = kwargs.get("actor")
        if permission is not None and not (console and actor is None):
            roles.require(cast("roles.Actor", actor), permission)
        if getattr(actor, "house_ids", None) is not None:
            membership.require(
                cast("membership.Member", actor), membership.given(membership.arguments(service), kwargs)
            )
        return service(*args, **kwargs)

    return authorised


def _within(service: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Run a service inside the command's transaction; if it fails, all is rolled back even if the error is caught.

    Does the same as `atomic(savepoint=False)` at a fraction of its cost.
    """
    try:
        return service(*args, **kwargs)
    except BaseException:
        transaction.set_rollback(True)
        raise


@dataclass(frozen=True, slots=True)
class Answer:
    """A command's answer: HTTP status and rendered JSON; a repeated request gets the same bytes."""

    status: int
    body: str
    replayed: bool = False


@contextmanager
def together() -> Iterator[None]:
    """Run several use cases as one transaction: all of them happen, or none.

    For data set up by a program (the demo's evenings); a user's command is one use case.
    """
    token = _in_once.set(True)
    try:
        with _one_transaction():
            yield
    finally:
        _in_once.reset(token)


def key_digest() -> bytes | None:
    """16 bytes that stand for the actor and the command's Idempotency-Key; None where there is no key.

    Each command gets it once, for the first entry that it books; a unique index of the ledger refuses the second.
    """
    digest = _key_digest.get()
    _key_digest.set(None)
    return digest


def is_part() -> bool:
    """Whether the running use case is part of a transaction that began before it (`once`, `together`)."""
    return _in_once.get()


_KEEP = """
    INSERT INTO casino_storedanswer (actor_id, key, request, digest, status, answer) VALUES (%s, %s, %s, %s, %s, %s)
    ON CONFLICT DO NOTHING RETURNING true
"""


class _Kept(Exception):
    """Ends a transaction whose key has an answer already."""


def once(run: Callable[[], Answer], *, actor_id: int, key: str, request: str, body: bytes) -> Answer:
    """Answer a command exactly once per (actor, key); `run` calls one use case and renders what it returned.

    `request` is method and path, `body` the canonical JSON.  A repeated command does its work again, up to a refusal or
    to the key's answer, and all of that is rolled back.  A concurrent one with the same key waits for the other's row
    locks, or at the answer; after the connection's lock_timeout (2 s) it gets `Busy`.  Questions
    (`outside`) are not asked again for it; two requests at once both ask, and the first to finish keeps the answer.

    Refuses with `idempotency_key_required`, `idempotency_key_malformed` (400) and `key_reused` (422) when the key was
    used before with another body or path.
    """
    _check_key(key)
    request, digest = request[:255], hashlib.sha256(body).digest()

    def answered() -> Answer:
        token = _in_once.set(True)
        mark = _key_digest.set(hashlib.sha256(f"{actor_id} {key}".encode()).digest()[:16])
        try:
            with _one_transaction():
                answer = run()
                with connection.cursor() as cursor:
                    cursor.execute(_KEEP, (actor_id, key, request, digest, answer.status, answer.body))
                    if cursor.fetchone() is None:
                        raise _Kept
                return answer
        finally:
            _key_digest.reset(mark)
            _in_once.reset(token)

    def kept() -> Answer | None:
        return _kept(actor_id, key, request, digest)

    try:
        return _with_answers(answered, kept)
    except (_Kept, Refusal, IntegrityError) as ended:
        # Whatever stands in the way of a repeated command, such as a stale version, its first answer is the right one.
        if isinstance(ended, Busy) or (before := kept()) is None:
            raise
        return before


def answer_of(*, actor_id: int, key: str, request: str, body: bytes) -> Answer | None:
    """The answer that `once` has kept for the same command, if any; refuses as `once` does."""
    _check_key(key)
    return _kept(actor_id, key, request[:255], hashlib.sha256(body).digest())


def _check_key(key: str) -> None:
    if not key:
        raise Malformed("idempotency_key_required", N_("This command needs the Idempotency-Key header."))
    if len(key) > KEY_LENGTH or not key.isprintable():
        raise Malformed(
            "idempotency_key_malformed",
            N_("The Idempotency-Key may have up to %(limit)s printable characters."),
            limit=KEY_LENGTH,
        )


def _kept(actor_id: int, key: str, request: str, digest: bytes) -> Answer | None:
    """The answer that the key has, if any.  Refuses `key_reused`, and `answer_erased` where nothing is left to give."""
    stored = StoredAnswer.objects.filter(actor_id=actor_id, key=key).first()
    if stored is None:
        return None
    if stored.request != request or bytes(stored.digest) != digest:
        raise Refusal(
            "key_reused",
            N_("This Idempotency-Key has already been used for another request (%(request)s)."),
            request=stored.request,
        )
    if stored.answer == ERASED:
        raise Refusal(
            "answer_erased",
            N_("This has already been done. The answer named a guest who has been erased: look at the page."),
        )
    return Answer(stored.status, stored.answer, replayed=True)
