"""A clock that is wrong, and the two nights on which everybody's clock changes: the books stay whole to the cent."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import pytest

from accounting.models import Assessment, Entry
from accounting.models.rollups import HouseDay
from accounting.proof.services import proofs
from accounting.reports.services import rollups
from casino import house_time
from tables.audit.services import audits
from tests import builders
from tests.api_client import Api, problem
from tests.builders import Evening, balances

pytestmark = pytest.mark.django_db
STACK = 50_000
HAND = {"pot_cents": 4_000, "flop_seen": True, "dealt_in": 3, "tip_cents": 100}  # five per cent: 200
NOW = datetime(2026, 11, 20, 21, 0, tzinfo=UTC)
SPRING = datetime(2027, 3, 27, 21, 0, tzinfo=UTC)  # 22:00 in Berlin; the night has no 02:30


class Clock:
    """The house's clock."""

    def __init__(self, at: datetime) -> None:
        self.at = at

    def now(self) -> datetime:
        self.at += timedelta(seconds=1)
        return self.at


@pytest.fixture
def clock(request: pytest.FixtureRequest) -> Iterator[Clock]:
    clock = Clock(getattr(request, "param", NOW))
    with house_time.shown_by(clock.now):
        yield clock


def table(evening: Evening) -> int:
    made = evening.table(evening.game(recording="summary", max_buy_in_cents=STACK))
    evening.sit(made, STACK, STACK, STACK)
    return made


def record(evening: Evening, at: int, key: str, version: int) -> tuple[int, str]:
    answer = Api(evening.floor).post(f"tables/{at}/hands/record/", {**HAND, "version": version}, key=key)
    return answer.status_code, answer.headers.get("Idempotent-Replayed", "")


def test_an_hour_back_books_nothing_twice_and_is_proven(clock: Clock) -> None:
    evening = builders.evening()
    at = table(evening)
    version = evening.version(at)
    assert record(evening, at, "one", version) == (201, "")
    clock.at -= timedelta(hours=1)
    assert record(evening, at, "one", version) == (201, "true"), "sent again, answered again"
    assert record(evening, at, "two", version + 1) == (201, "")
    assert problem(
        Api(evening.floor).post(f"tables/{at}/hands/record/", {**HAND, "version": version}, key="three")
    ) == (409, "stale")
    assert balances("rake") == {"rake/T07": 400}
    assert balances("tips") == {"tips/T07": 200}
    assert [proof.broken for proof in (proofs.prove(), proofs.prove(independent=True))] == [[], []]
    audited = audits.audit(day_id=evening.day.pk, actor=evening.manager)
    assert (audited.hands, audited.agree) == (2, 2)


def test_a_week_on_the_same_request_books_nothing_again(clock: Clock) -> None:
    """Its answer is there, or its key in the ledger: never a second booking."""
    evening = builders.evening()
    at = table(evening)
    version = evening.version(at)
    assert record(evening, at, "one", version) == (201, "")
    before = Entry.objects.count()
    clock.at += timedelta(days=8)
    assert record(evening, at, "one", version) == (201, "true")
    assert Entry.objects.count() == before


@pytest.mark.parametrize("clock", [SPRING], indirect=True)
def test_the_night_of_23_hours_has_each_hand_in_its_hour(clock: Clock) -> None:
    evening = builders.evening()
    at = table(evening)
    for number, hour in enumerate((22, 23, 24, 25, 26)):  # in UTC: the clocks jump at 01:00 of the 28th
        clock.at = datetime(2027, 3, 27, tzinfo=UTC) + timedelta(hours=hour, minutes=30)
        assert record(evening, at, f"hand {number}", evening.version(at)) == (201, "")
    hours = Assessment.objects.order_by("hour").values_list("hour", flat=True)
    assert [f"{hour:%d %H}" for hour in hours] == ["27 22", "27 23", "28 00", "28 01", "28 02"]
    assert {row.gaming_day_id for row in Assessment.objects.all()} == {evening.day.pk}
    rollups.roll_up()
    day = HouseDay.objects.get(gaming_day=evening.day)
    assert (day.hands, day.taken_cents, day.tips_cents) == (5, 1_000, 500)
    assert balances("rake") == {"rake/T07": 1_000}
    assert proofs.prove().broken == []
