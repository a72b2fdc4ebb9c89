"""Behind the audit's headline: half hours, tips by down, files, and the audit as a job with its bar."""

import csv
import io
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from unittest.mock import Mock

import openpyxl
import pytest
from celery import current_app
from django.test import Client
from kombu.exceptions import OperationalError

from accounting.reports.selectors import half_hours
from accounting.revenue.selectors import match
from casino import house_time
from casino.models import Job, User
from casino.pages.forms import new_key
from casino.services import jobs
from tables.audit.selectors import tips
from tables.audit.services import audits
from tables.floor.services import tables
from tables.games.services import games
from tables.games.services.games import GameForm
from tables.hands.services import hands, recording
from tables.hands.services.recording import Summary
from tests import builders, databases, live
from tests.tables.pages.conftest import EURO, Room, make_room
from tools.evening.clock import Clock

Browser = Callable[..., Client]
TEN = datetime(2026, 11, 20, 21, 0, tzinfo=UTC)  # 22:00 in Berlin
AUDIT = "/management/audit/"


def key(room: Room, code: str, pot: int, tip: int = 0, **other: object) -> int:
    """A hand of three with a flop: 5 % of the pot, in whole euros, at most 15."""
    version = room.version(room.tables[code])
    summary = Summary(pot_cents=pot * EURO, flop_seen=True, dealt_in=3, tip_cents=tip * EURO, **other)
    return recording.record_summary(
        table_id=room.tables[code], version=version, summary=summary, actor=room.floor
    ).hand.pk


def played() -> tuple[Room, Clock]:
    """22:10 Anna: 184 (due 9), tip 2. 22:40 Zoe: 100 (due 5, taken 3). 23:50 Zoe: 300 (due 15), tip 5."""
    clock = Clock(TEN - timedelta(hours=2))
    with house_time.shown_by(clock.now):
        room = make_room()
        for code in ("T1", "T2"):
            room.set_up(code, "summary", ("Weber", "Rossi", "Nguyen"), stack_cents=400 * EURO)
        zoe = User.objects.create_user("zoe", full_name="Zoe", roles=["dealer"], language="en")
        clock.forward(TEN)
        room.push(room.tables["T1"])
        clock.forward(TEN + timedelta(minutes=10))
        key(room, "T1", 184, 2)
        clock.forward(TEN + timedelta(minutes=30))
        room.push(room.tables["T1"], zoe)
        clock.forward(TEN + timedelta(minutes=40))
        key(room, "T1", 100, rake_cents=3 * EURO, reason="ruling")
        clock.forward(TEN + timedelta(minutes=110))
        key(room, "T1", 300, 5)
    return room, clock


built, world = databases.shared(played)


@pytest.fixture
def clock(world: tuple[Room, Clock]) -> Iterator[Clock]:
    _room, clock = world
    with house_time.shown_by(clock.now):
        yield clock


@pytest.fixture
def evening(world: tuple[Room, Clock], clock: Clock) -> Room:
    room, _clock = world
    return room


@pytest.fixture
def manager(evening: Room) -> User:
    return evening.manager


def halves(room: Room, actor: User, **only: object) -> list[tuple[str, int, int, int]]:
    return [
        (f"{half.begins_at:%H:%M}", half.hands, half.due_cents, half.booked_cents)
        for half in half_hours.half_hours(day_id=room.day.pk, actor=actor, **only)
    ]


class TestHalfHours:
    def test_none_is_left_out_between_the_first_and_the_last(self, evening: Room, manager: User) -> None:
        assert halves(evening, manager) == [
            ("21:00", 1, 900, 900), ("21:30", 1, 500, 300), ("22:00", 0, 0, 0), ("22:30", 1, 1_500, 1_500),
        ]  # fmt: skip
        anna = evening.dealer.pk
        assert halves(evening, manager, dealer_id=anna) == [("21:00", 1, 900, 900)]
        assert halves(evening, manager, table_code="T2") == []

    def test_what_is_taken_back_leaves_the_half_hour_of_the_original(
        self, evening: Room, manager: User, clock: Clock
    ) -> None:
        mistyped = key(evening, "T1", 200)
        clock.forward(TEN + timedelta(minutes=200))
        assert halves(evening, manager)[-1] == ("22:30", 2, 2_500, 2_500)
        hands.void(hand_id=mistyped, version=1, reason="Pot vertippt", actor=manager)
        assert halves(evening, manager)[-1] == ("22:30", 1, 1_500, 1_500), "nothing at the time of the reversal"

    def test_the_second_begins_on_the_half_hour(self, evening: Room, manager: User, clock: Clock) -> None:
        for minutes in (120, 150):
            clock.forward(TEN + timedelta(minutes=minutes))
            key(evening, "T1", 200)
        assert halves(evening, manager)[-2:] == [("23:00", 1, 1_000, 1_000), ("23:30", 1, 1_000, 1_000)]

    def test_they_add_up_to_the_match(self, evening: Room, manager: User, browser: Browser) -> None:
        page = browser(manager).get(AUDIT)
        lines = [half for half, _rows, _chosen in page.context["hours"]["lines"]]
        total = page.context["total"]
        assert sum(half.due_cents for half in lines) == total.due_cents == 2_900
        assert sum(half.booked_cents for half in lines) == total.booked_cents == 2_700
        assert sum(half.hands for half in lines) == total.hands == 3

    def test_a_gap_leads_to_its_rows(self, evening: Room, manager: User, browser: Browser) -> None:
        client = browser(manager)
        page = client.get(AUDIT)
        [address] = {rows for half, rows, _chosen in page.context["hours"]["lines"] if half.difference_cents}
        assert address in page.content.decode().replace("&amp;", "&")
        behind = client.get(address.partition("#")[0])
        [(hand, _address)] = behind.context["hands"]
        assert (hand.due_cents, hand.taken_cents) == (500, 300)
        assert [chosen for _half, _rows, chosen in behind.context["hours"]["lines"]] == [False, True, False, False]
        full = client.get(AUDIT, {"hour": TEN.isoformat()})
        assert [hand.taken_cents for hand, _address in full.context["hands"]] == [900, 300], "an hour has both halves"
        later = (TEN + timedelta(hours=1)).isoformat()
        assert client.get(AUDIT, {"half": later}).context["hands"] == [], "in which nothing was booked"
        for nonsense in ("x", "2026-11-20T22:00", ""):
            assert client.get(AUDIT, {"half": nonsense}).status_code == 200

    def test_the_filter_stands_in_the_address(self, evening: Room, manager: User, browser: Browser) -> None:
        client = browser(manager)
        zoe = User.objects.get(username="zoe")
        page = client.get(AUDIT, {"dealer": str(zoe.pk)})
        assert sum(half.due_cents for half, _rows, _chosen in page.context["hours"]["lines"]) == 2_000
        [(hand, _address)] = page.context["hands"]
        assert hand.dealer == zoe
        assert len(client.get(AUDIT, {"rows": "all"}).context["hands"]) == 1


def play_under(room: Room, code: str, schedule_id: int) -> None:
    """The table goes on with the same game, under another schedule."""
    game = room.games["summary"]
    form = {name: getattr(game, name) for name in GameForm.__dataclass_fields__}
    terms = GameForm(**(form | {"name": "Other", "rake_schedule_id": schedule_id}))
    other = games.create(house_id=room.house.pk, terms=terms, actor=room.floor)
    tables.change_game(
        table_id=room.tables[code], version=room.version(room.tables[code]), game_id=other.pk, actor=room.floor
    )


class TestTerms:
    @pytest.fixture
    def two_terms(self, evening: Room, manager: User, clock: Clock) -> dict[str, str]:
        """At T2 another game with a rake of 3 is played: of 100 the 3 are taken at 23:55, then 4 at 23:56."""
        terms: dict[str, object] = {"kind": "fixed", "amount_cents": 300}
        fixed = builders.signed(
            evening.house.pk,
            "fixed",
            terms,
            evening.day.opened_at,
            evening.floor,
            evening.second_manager,
        )
        play_under(evening, "T2", fixed.schedule_id)
        clock.forward(TEN + timedelta(minutes=115))
        key(evening, "T2", 100)
        clock.forward(TEN + timedelta(minutes=116))
        key(evening, "T2", 100, rake_cents=4 * EURO, reason="ruling")
        audits.audit(day_id=evening.day.pk, actor=manager)
        return {name: str(pk) for pk, name in match.terms(evening.day.pk).items()}

    def test_those_of_the_day_are_offered(self, two_terms: dict[str, str], manager: User, browser: Browser) -> None:
        filters = browser(manager).get(AUDIT).context["filters"]
        offered = {name: value for value, name in filters.fields["terms"].choices if value}
        assert offered == two_terms
        assert list(two_terms) == ["5 % v1", "fixed v1"]

    def test_bars_rows_and_findings_are_of_the_terms_asked_for(
        self, two_terms: dict[str, str], manager: User, browser: Browser
    ) -> None:
        client, found = browser(manager), {}
        for name, asked in (("all", {}), *((name, {"terms": pk}) for name, pk in two_terms.items())):
            page = client.get(AUDIT, {"rows": "all", **asked})
            lines = [half for half, _rows, _chosen in page.context["hours"]["lines"]]
            hands = [hand.taken_cents for hand, _address in page.context["hands"]]
            rules = sorted(row.rule for row, _sentence, _run in page.context["found"] if row.rule.startswith("TAX"))
            found[name] = (sum(half.due_cents for half in lines), sum(half.hands for half in lines), hands, rules)
        assert found == {
            "all": (3_500, 5, [300, 400], ["TAX_OVER", "TAX_SHORT"]),
            "5 % v1": (2_900, 3, [300], ["TAX_SHORT"]),
            "fixed v1": (600, 2, [400], ["TAX_OVER"]),
        }

    def test_the_way_to_a_half_hours_rows_keeps_the_terms(
        self, two_terms: dict[str, str], manager: User, browser: Browser
    ) -> None:
        client = browser(manager)
        page = client.get(AUDIT, {"terms": two_terms["fixed v1"]})
        [address] = [rows for half, rows, _chosen in page.context["hours"]["lines"] if half.difference_cents]
        assert f"terms={two_terms['fixed v1']}" in address
        rows = client.get(address.partition("#")[0]).context["hands"]
        assert [hand.taken_cents for hand, _address in rows] == [300, 400]

    def test_what_nobody_offers_shows_nothing_or_everything(
        self, two_terms: dict[str, str], manager: User, browser: Browser
    ) -> None:
        client = browser(manager)
        assert client.get(AUDIT, {"terms": "4711"}).context["found"] == []
        assert client.get(AUDIT, {"terms": "4711"}).context["hours"]["lines"] == []
        nonsense = client.get(AUDIT, {"terms": "x", "rows": "all"})
        assert len(nonsense.context["hands"]) == 2


class TestTipsByDown:
    def test_a_tip_belongs_to_the_down_in_which_it_was_given(self, evening: Room, manager: User) -> None:
        found = tips.of_day(evening.day.pk, actor=manager)
        assert [(row.dealer, row.hands, row.tips_cents) for row in found] == [("Anna Keller", 1, 200), ("Zoe", 2, 500)]
        assert found[0].ended_at == found[1].started_at == TEN + timedelta(minutes=30)

    def test_nothing_is_left_out(self, evening: Room, manager: User, browser: Browser) -> None:
        """A hand that was booked before anybody was sent to the table stands outside any down."""
        key(evening, "T2", 40, 1)
        page = browser(manager).get(f"{AUDIT}tips/")
        match = browser(manager).get(AUDIT).context["total"]
        assert page.context["total"].tips_cents == match.tips_booked_cents == 800
        outside = [row for row in tips.of_day(evening.day.pk, actor=manager) if row.started_at is None]
        assert [(row.table_code, row.dealer, row.tips_cents) for row in outside] == [("T2", "", 100)]

    def test_it_is_managements_alone(self, evening: Room, browser: Browser) -> None:
        for person in (evening.floor, evening.dealer):
            assert browser(person).get(f"{AUDIT}tips/").status_code == 403


class TestFiles:
    def test_the_match_as_csv_and_workbook(self, evening: Room, manager: User, browser: Browser) -> None:
        client = browser(manager)
        files = dict(client.get(AUDIT).context["files"])
        answer = client.get(files["CSV"])
        assert (
            answer["Content-Disposition"] == f'attachment; filename="match-{evening.day.date}-{evening.day.date}.csv"'
        )
        rows = list(csv.reader(io.StringIO(answer.content.decode("utf-8-sig")), delimiter=";"))
        assert rows[1][:6] == [f"{evening.day.date}", "T1", "3", "29,00", "27,00", "-2,00"]
        assert rows[-1][0] == "Total"
        book = openpyxl.load_workbook(io.BytesIO(client.get(files["XLSX"]).content))
        assert [cell.value for cell in book.worksheets[0][2]][:6] == [f"{evening.day.date}", "T1", 3, 29, 27, -2]
        assert book["Parameter"]["B5"].value == "Mara Manager"

    def test_machines_get_cents_and_no_total(self, evening: Room, manager: User, browser: Browser) -> None:
        answer = browser(manager).get("/api/v1/reports/match/", {"format": "csv", "flavour": "machine"})
        rows = list(csv.DictReader(io.StringIO(answer.content.decode())))
        assert [(row["table"], row["due_cents"], row["booked_cents"]) for row in rows[:1]] == [("T1", "2900", "2700")]
        assert "Total" not in answer.content.decode()


class TestTheJob:
    @pytest.fixture(autouse=True)
    def quiet(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """No broker: the tests are the worker, and nobody joins the audit."""
        monkeypatch.setattr(current_app, "send_task", Mock(side_effect=OperationalError))

    def ask(self, client: Client, room: Room) -> Job:
        answer = client.post(f"{AUDIT}{room.day.pk}/run/", {"key": new_key()})
        assert (answer.status_code, answer["Location"]) == (303, f"{AUDIT}?day={room.day.date}")
        return Job.objects.latest("pk")

    def test_it_is_asked_for_watched_and_over(self, evening: Room, manager: User, browser: Browser) -> None:
        client = browser(manager)
        job = self.ask(client, evening)
        page = client.get(AUDIT)
        assert "<progress" in page.content.decode()
        assert "Audit now" not in page.content.decode()
        bar, seen = f"{AUDIT}{evening.day.pk}/progress/", page.context["live_version"]
        live.commit()
        first = client.get(bar, {"v": seen})
        assert first.status_code == 200, "what stands in another page is made again once"
        seen = first.context["live_version"]
        assert client.get(bar, {"v": seen}).status_code == 204
        Job.objects.filter(pk=job.pk).update(state="running", done=1, total=3)
        live.commit()
        moved = client.get(bar, {"v": seen})
        assert 'value="1"' in moved.content.decode()
        assert "HX-Refresh" not in moved.headers
        Job.objects.filter(pk=job.pk).update(state="queued")
        assert jobs.run_next()
        live.commit()
        over = client.get(bar, {"v": moved.context["live_version"]})
        assert over["HX-Refresh"] == "true"
        page = client.get(AUDIT)
        assert "<progress" not in page.content.decode()
        assert page.context["run"].hands == 3

    def test_a_failure_is_said(self, evening: Room, manager: User, browser: Browser) -> None:
        client = browser(manager)
        job = self.ask(client, evening)
        Job.objects.filter(pk=job.pk).update(state="failed", error="worker lost")
        html = client.get(AUDIT).text.partition("<main")[2]
        assert "worker lost" in html
        assert "Audit now" in html
        assert "hx-trigger" not in html, "what is over is not asked about again"

    def test_the_list_is_for_those_who_may_have_it_done(self, evening: Room, manager: User, browser: Browser) -> None:
        client = browser(manager)
        self.ask(client, evening)
        assert jobs.run_next()
        page = client.get("/management/jobs/")
        [(row, _kind, about, outcome)] = page.context["jobs"]
        day = evening.day.date
        assert (row.state, about, outcome) == ("done", f"{day.day} {day:%b %Y}", "3 of 3 hands agree; findings: 1")
        assert client.get("/management/jobs/", {"v": page.context["live_version"]}).status_code == 204
        assert browser(evening.floor).get("/management/jobs/").status_code == 403

    def test_only_who_audits_may_ask(self, evening: Room, browser: Browser) -> None:
        answer = browser(evening.floor).post(f"{AUDIT}{evening.day.pk}/run/", {"key": new_key()})
        assert answer.status_code == 403
        assert not Job.objects.exists()
