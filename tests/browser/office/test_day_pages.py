"""The day's pages on a phone: nothing scrolls sideways, neither the page nor a part of it."""

import pytest
from playwright.sync_api import expect

from accounting.findings.services import findings
from accounting.models import Finding
from accounting.verdicts import Rule, Verdict
from casino import house_time
from casino.models import User
from tables.hands.services import recording
from tables.hands.services.recording import Summary
from tests.browser.conftest import PHONE, Sit
from tests.tables.pages.conftest import EURO, Room

_SIDEWAYS = """
() => [document.documentElement, ...document.querySelectorAll("main *")]
    .filter((node) => node.scrollWidth > node.clientWidth + 1
        && (node === document.documentElement || ["auto", "scroll"].includes(getComputedStyle(node).overflowX)))
    .map((node) => [node.tagName, node.className, node.scrollWidth, node.clientWidth])
"""


@pytest.fixture
def found(room: Room) -> Finding:
    """Two dealers at a table, one of them a euro short; a run of findings, and one about money."""
    table = room.set_up("T2", "summary", ("Weber", "Rossi", "Nguyen"))
    other = User.objects.create_user("zoe", full_name="Zoe Schwarzenberger-Lindholm", roles=["dealer"])
    hands = []
    for dealer, rake_cents in ((room.dealer, None), (other, 800)):
        room.push(table, dealer)
        summary = Summary(200 * EURO, True, 3, rake_cents=rake_cents, reason="ruling" if rake_cents else "")
        hands.append(
            recording.record_summary(table_id=table, version=room.version(table), summary=summary, actor=dealer).hand
        )
    verdicts = [
        *(Verdict(Rule.NO_DEALER, f"hand:{hand.pk}", 0, "T2", hand_id=hand.pk) for hand in hands),
        Verdict(
            Rule.TAX_SHORT, f"hand:{hands[1].pk}", -200, "T2", hand_id=hands[1].pk, dealer_id=other.pk,
            booked_by=room.floor.pk, facts={"due_cents": 1_000, "taken_cents": 800, "pot_cents": 200 * EURO},
        ),
    ]  # fmt: skip
    findings.note(room.house.pk, room.day.pk, verdicts, house_time.now())
    return Finding.objects.get(rule=Rule.TAX_SHORT)


@pytest.mark.parametrize("language", ["en", "de"])
def test_nothing_scrolls_sideways_on_a_phone(sit: Sit, room: Room, found: Finding, language: str) -> None:
    run = Finding.objects.filter(rule=Rule.NO_DEALER).earliest("pk")
    pages = {
        "dealers": "/management/audit/dealers/",
        "finding": f"/management/audit/findings/{found.pk}/",
        "run": f"/management/audit/findings/{run.pk}/run/",
        "findings": "/management/audit/findings/",
        "period": "/management/period/",
        "operations": "/operations/",
    }
    desk = sit(room.manager, size=PHONE, language=language)
    beyond = {}
    for name, path in pages.items():
        page = desk.open(path)
        page.evaluate("() => { for (const one of document.querySelectorAll('main details')) one.open = true; }")
        expect(page.locator(".loaded:not(:has(.of-run))")).to_have_count(0)
        beyond[name] = page.evaluate(_SIDEWAYS)
        page.close()
    assert beyond == {name: [] for name in pages}


def test_a_period_shows_what_is_there_before_what_is_zero(sit: Sit, room: Room, found: Finding) -> None:
    page = sit(room.manager).open("/management/period/")
    first = page.locator(".pairs section").first
    expect(first.locator(":scope > table")).to_have_count(1)
    zeros = page.locator(".pairs details").first
    expect(zeros.locator("table")).to_be_hidden()
    zeros.locator("summary").click()
    expect(zeros.locator("table")).to_be_visible()
