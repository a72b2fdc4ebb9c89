"""Management at its screen: the audit's bar, a finding that somebody else decides, the day sealed, the language."""

import hashlib
import re
import threading
from datetime import timedelta
from functools import partial

import pytest
from django.db import connections
from playwright.sync_api import Page, expect

from accounting.models import Finding, GamingDay
from accounting.rake.services import schedules
from casino import house_time
from casino.models import User
from casino.services import jobs
from tables.audit.services import audits, pieces
from tables.floor.services import seats, tables
from tables.hands.services import recording
from tables.hands.services.recording import Summary
from tests.browser.conftest import Sit
from tests.builders import FIVE_PERCENT, with_password
from tests.patience import PATIENCE_S
from tests.tables.pages.conftest import EURO, Room

PASSWORD = "correct horse battery"
AUDIT = "/management/audit/"


@pytest.fixture
def manager(room: Room) -> User:
    return with_password(room.manager, PASSWORD)


def play(room: Room, actor: User, *pots: int) -> None:
    """T2 with three guests; of each pot, with a flop, 5 % are taken."""
    room.set_up("T2", "summary", ("Weber", "Rossi", "Nguyen"))
    room.push(room.tables["T2"])
    for pot in pots:
        key(room, actor, Summary(pot_cents=pot * EURO, flop_seen=True, dealt_in=3))


def key(room: Room, actor: User, summary: Summary) -> None:
    recording.record_summary(
        table_id=room.tables["T2"], version=room.version(room.tables["T2"]), summary=summary, actor=actor
    )


def go_home(room: Room, rake_cents: int) -> None:
    """Everybody cashes out, the table is closed, its boxes are counted by two."""
    table = room.tables["T2"]
    for seat, cents in ((1, 20_000), (2, 20_000), (3, 20_000 - rake_cents)):
        seats.cash_out(table_id=table, version=room.version(table), seat=seat, counted_cents=cents, actor=room.floor)
    tables.close_table(table_id=table, version=room.version(table), counted_float_cents=50_000, actor=room.floor)
    room.count_boxes()


class Worker:
    """Does the job that waits, one piece of the audit for each `step`."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.allowed = threading.Semaphore(0)
        take = pieces.take
        monkeypatch.setattr(pieces, "begin", partial(pieces.begin, hands_a_piece=1))
        monkeypatch.setattr(pieces, "take", lambda **which: self.allowed.acquire(timeout=PATIENCE_S) and take(**which))
        monkeypatch.setattr(audits, "_send_for_helpers", lambda _run: None)
        monkeypatch.setattr(jobs, "TELL_EVERY_S", 0.0)
        self.thread = threading.Thread(target=self._work, daemon=True)

    def _work(self) -> None:
        try:
            assert jobs.run_next()
        finally:
            connections.close_all()

    def step(self) -> None:
        self.allowed.release()

    def finish(self) -> None:
        for _piece in range(10):
            self.allowed.release()
        self.thread.join(timeout=PATIENCE_S)
        assert not self.thread.is_alive()


def test_the_audits_bar_grows_piece_by_piece(
    sit: Sit, room: Room, manager: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    play(room, room.floor, 100, 200, 300)
    page = sit(manager).open(AUDIT)
    expect(page.get_by_text("Not recomputed yet")).to_be_visible()
    page.get_by_role("button", name="Audit now").click()
    bar = page.locator("#progress progress")
    expect(bar).to_have_attribute("value", "0")
    worker = Worker(monkeypatch)
    worker.thread.start()
    for done in (1, 2, 3):
        worker.step()
        expect(bar).to_have_attribute("value", str(done))
        expect(page.get_by_text(f"{done} / 3")).to_be_visible()
    worker.finish()
    expect(bar).to_have_count(0)  # the page looked again by itself
    expect(page.get_by_text("3 of 3 agree")).to_be_visible()
    page.locator(".places > summary").click()
    page.get_by_role("link", name="Jobs").click()
    expect(page.get_by_role("row", name="Audit")).to_contain_text("3 of 3 hands agree")


def test_the_days_match_is_taken_home_as_a_pdf(sit: Sit, room: Room, manager: User) -> None:
    play(room, room.floor, 100, 200)
    page = sit(manager).open(AUDIT)
    page.get_by_role("button", name="PDF").click()
    expect(page.get_by_text("The file is being created")).to_be_visible()
    assert jobs.run_next()
    download = page.get_by_role("link", name="Download")
    expect(download).to_be_visible()  # the page looked again by itself
    with page.expect_download() as taken:
        download.click()
    assert taken.value.suggested_filename.endswith(".pdf")
    file = taken.value.path().read_bytes()
    assert file.startswith(b"%PDF-")
    expect(page.get_by_text(hashlib.sha256(file).hexdigest())).to_be_visible()


def the_only_one(page: Page, sentence: str) -> None:
    """To the page of the one finding of a kind: its line, then the finding."""
    page.locator(".fold > summary", has_text=sentence).click()
    page.locator(".fold[open] .singles a").click()


def test_a_finding_is_decided_by_somebody_else_than_who_booked(sit: Sit, room: Room, manager: User) -> None:
    booker = User.objects.create_user("berta", full_name="Berta Both", roles=["floor", "manager"])
    play(room, booker)
    key(room, booker, Summary(pot_cents=50 * EURO, flop_seen=False, dealt_in=3, rake_cents=2 * EURO, reason="ruling"))
    audits.audit(day_id=room.day.pk, actor=manager)
    sentence = "Rake was taken from a hand without a flop."
    own = sit(booker).open(AUDIT)
    the_only_one(own, sentence)
    expect(own.get_by_text("somebody else must decide")).to_be_visible()
    expect(own.get_by_role("button", name="Decide")).to_have_count(0)

    page = sit(manager).open(AUDIT)
    the_only_one(page, sentence)
    page.get_by_role("link", name="The hand").click()
    expect(page.get_by_role("main").get_by_text("ruling").first).to_be_visible()
    page.go_back()
    page.get_by_label("Decision").select_option("training")
    page.get_by_label("Comment").fill("Spoke with her; no flop, no drop.")
    page.get_by_role("button", name="Decide").click()
    expect(page.get_by_text("The finding has been decided.")).to_be_visible()
    finding = Finding.objects.get(rule="NO_FLOP_TAXED")
    assert (finding.state, finding.resolved_by) == ("resolved", manager)

    page.get_by_label("Reason").fill("Another hand was meant.")
    expect(page.get_by_text("Taking the decision back opens 1 finding again.")).to_be_visible()
    page.get_by_role("button", name="Take the decision back").click()
    expect(page.get_by_text("1 finding is open again.")).to_be_visible()
    expect(page.get_by_text("Decision no. 1 has been taken back:")).to_be_visible()
    finding.refresh_from_db()
    assert (finding.state, finding.taken_back_number) == ("open", 1)


@pytest.mark.smoke("management")
def test_the_day_is_closed_by_its_check_list_and_the_password(sit: Sit, room: Room, manager: User) -> None:
    play(room, room.floor, 100)
    schedules.publish(
        house_id=room.house.pk,
        name="5 %",
        terms=FIVE_PERCENT | {"cap_cents": 1_000},
        valid_from=house_time.now() + timedelta(days=1),
        actor=room.floor,
    )
    desk = sit(manager)
    page = desk.open(f"/management/days/{room.day.pk}/")
    unmet = page.locator(".checks .unmet")
    expect(unmet).to_have_count(2)  # the table, the audit
    password = page.get_by_label("Your password")
    password.fill(PASSWORD)
    page.get_by_role("button", name="Close and seal").click()
    expect(page.get_by_role("alert")).to_contain_text("T2")

    go_home(room, 500)  # elsewhere in the house; this page learns of it by itself
    expect(unmet).to_have_count(1)
    approving = desk.open("/management/schedules/")
    approving.get_by_role("link", name="Approve", exact=True).click()
    approving.get_by_label("Your password").fill(PASSWORD)
    approving.get_by_role("button", name="Approve").click()
    page.get_by_role("button", name="Audit now").click()
    assert jobs.run_next()
    expect(page.get_by_text("Everything is done.")).to_be_visible()
    password.fill("wrong")
    page.get_by_role("button", name="Close and seal").click()
    expect(page.get_by_role("alert")).to_be_visible()
    assert GamingDay.objects.get().state == "open"
    password.fill(PASSWORD)
    page.get_by_role("button", name="Close and seal").click()
    expect(page.get_by_role("heading", name="Closed and sealed")).to_be_visible()
    seal = GamingDay.objects.get().seal
    assert page.locator(".seal").inner_text().replace(" ", "") == seal


def test_a_gap_is_followed_from_the_bars_to_the_hand(sit: Sit, room: Room, manager: User) -> None:
    play(room, room.floor, 100)
    key(room, room.floor, Summary(pot_cents=100 * EURO, flop_seen=True, dealt_in=3, rake_cents=300, reason="ruling"))
    page = sit(manager).open(AUDIT)
    page.get_by_text("As a table").click()
    page.locator("details").get_by_role("link", name="−2.00").click()
    expect(page).to_have_url(re.compile("half="))
    page.locator("#rows tr", has_text="−2.00").get_by_role("link").click()
    expect(page).to_have_url(re.compile(r"/dealer/hands/\d+/"))


def test_the_language_is_switched_and_stays(sit: Sit, room: Room, manager: User) -> None:
    play(room, room.floor, 100, 300, 300)
    page = sit(manager, language="en").open(AUDIT)
    expect(page.get_by_role("heading", name="Rake audit")).to_be_visible()
    expect(page.get_by_text("35.00").first).to_be_visible()
    page.locator(".person > summary").click()
    page.get_by_role("button", name="DE", exact=True).click()
    expect(page.get_by_role("heading", name="Taxprüfung")).to_be_visible()
    expect(page.locator("html")).to_have_attribute("lang", "de")
    expect(page.get_by_text("35,00").first).to_be_visible()
    page.goto(page.url.replace("/audit/", "/days/"))
    expect(page.get_by_role("heading", name="Spieltage")).to_be_visible()
    manager.refresh_from_db()
    assert manager.language == "de"
