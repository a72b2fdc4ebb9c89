"""Management's audit: due ↔ booked ↔ counted, each gap with its rows; findings decided; dealers as a funnel."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import translation

from accounting.cage.services import counts
from accounting.models import Drop, Finding
from casino.models import User
from casino.pages.forms import new_key
from tables.audit.pages import facts
from tables.audit.services import audits
from tables.floor.services import seats, tables
from tables.hands.services import hands, recording
from tables.hands.services.recording import Summary
from tables.models import Hand
from tests import databases
from tests.builders import pieces
from tests.deciding import hidden
from tests.tables.pages.conftest import EURO, Room, make_room

Browser = Callable[..., Client]
HONEST = Summary(pot_cents=184 * EURO, flop_seen=True, dealt_in=3, tip_cents=2 * EURO)
OVER = Summary(pot_cents=50 * EURO, flop_seen=False, dealt_in=3, rake_cents=2 * EURO, reason="ruling")


def played() -> Room:
    """At T2: 184 with a flop owes 9, tip 2; of 50 without a flop 2 are taken though nothing is due."""
    room = make_room()
    room.set_up("T2", "summary", ("Weber", "Rossi", "Nguyen"))
    room.push(room.tables["T2"])
    for summary in (HONEST, OVER):
        recording.record_summary(
            table_id=room.tables["T2"], version=room.version(room.tables["T2"]), summary=summary, actor=room.dealer
        )
    return room


built, evening = databases.shared(played)


@pytest.fixture
def manager(evening: Room) -> User:
    return evening.manager


@pytest.fixture
def cage(evening: Room) -> User:
    return evening.cage


def close(room: Room) -> None:
    """Everybody goes with what the pool holds, the float is as it was."""
    table = room.tables["T2"]
    for seat, cents in ((1, 20_000), (2, 20_000), (3, 20_000 - 1_300)):
        seats.cash_out(table_id=table, version=room.version(table), seat=seat, counted_cents=cents, actor=room.floor)
    tables.close_table(table_id=table, version=room.version(table), counted_float_cents=50_000, actor=room.floor)


def count(cages: tuple[User, ...], kind: str, cents: int) -> None:
    drop = Drop.objects.get(kind=kind)
    for person in cages:
        counts.count(drop_id=drop.pk, found=pieces(cents), actor=person)


@pytest.fixture
def counted(evening: Room, manager: User, cage: User) -> Room:
    """The rake box is a euro short, the tips are right; the day is audited."""
    close(evening)
    cages = cage, evening.second_cage
    count(cages, "rake", 1_000)
    count(cages, "tips", 200)
    audits.audit(day_id=evening.day.pk, actor=manager)
    return evening


def test_a_day_in_play_is_no_difference(evening: Room, manager: User, browser: Browser) -> None:
    page = browser(manager).get("/management/audit/")
    assert page.status_code == 200
    total = page.context["total"]
    assert (total.due_cents, total.booked_cents, total.difference_cents) == (900, 1_100, 200)
    assert (total.counted_cents, total.in_box_cents, total.variance_cents) == (0, 1_100, 0)
    assert (total.tips_booked_cents, total.tips_variance_cents) == (200, 0)


def test_boxes_that_wait_are_no_difference(evening: Room, manager: User, browser: Browser) -> None:
    close(evening)
    page = browser(manager).get("/management/audit/", {"table": "T2"})
    total = page.context["total"]
    assert (total.boxes_waiting, total.waiting_cents, total.in_box_cents, total.variance_cents) == (2, 1_100, 0, 0)
    assert "Not counted yet" in page.content.decode()


def test_each_gap_has_its_rows(counted: Room, manager: User, browser: Browser) -> None:
    client = browser(manager)
    page = client.get("/management/audit/")
    total = page.context["total"]
    assert (total.due_cents, total.booked_cents, total.counted_cents) == (900, 1_100, 1_000)
    assert (total.difference_cents, total.variance_cents, total.tips_variance_cents) == (200, -100, 0)
    assert "hands" not in page.context
    page = client.get("/management/audit/", {"day": f"{counted.day.date}", "table": "T2"})
    [(hand, address)] = page.context["hands"]
    assert (hand.due_cents, hand.taken_cents, hand.difference_cents, hand.reason) == (0, 200, 200, "ruling")
    assert address.startswith("/dealer/hands/")
    assert [(box.kind, box.variance_cents) for box in page.context["boxes"]] == [("rake", -100), ("tips", 0)]


def test_the_check_list_says_what_was_found_and_leads_to_it(
    counted: Room, manager: User, cage: User, browser: Browser
) -> None:
    address = f"/management/days/{counted.day.pk}/"
    found = f"/management/audit/findings/{short_box().pk}/"
    page = browser(manager).get(address).content.decode()
    assert "T2: There was less in the box than was booked." in page
    assert f'href="{found}"' in page
    home = browser(manager).get("/management/").content.decode()
    assert f"/management/audit/findings/?day={counted.day.date}&amp;state=open" in home
    assert browser(counted.floor).get(found).status_code == 403
    page = browser(counted.floor).get(address).content.decode()
    assert "T2: There was less in the box than was booked." in page
    assert f'href="{found}"' not in page, "who may not open it has no link to it"
    assert "/management/audit/" not in page


def test_a_hand_that_was_taken_back_is_no_gap(evening: Room, manager: User, browser: Browser) -> None:
    over = Hand.objects.get(number=2)
    hands.void(hand_id=over.pk, version=over.version, reason="keyed wrong", actor=manager)
    page = browser(manager).get("/management/audit/", {"day": f"{evening.day.date}", "table": "T2"})
    assert (page.context["total"].difference_cents, page.context["hands"]) == (0, [])


def test_the_days_findings_are_listed_and_filtered(counted: Room, manager: User, browser: Browser) -> None:
    client = browser(manager)
    rules = {row.rule for row, _sentence, _run in client.get("/management/audit/").context["found"]}
    assert rules >= {"BOX_SHORT", "NO_FLOP_TAXED"}
    page = client.get("/management/audit/", {"rule": "BOX_SHORT", "table": "T2", "state": "open"})
    assert [(row.rule, row.amount_cents) for row, _sentence, _run in page.context["found"]] == [("BOX_SHORT", -100)]
    assert "There was less in the box than was booked." in page.content.decode()
    assert client.get("/management/audit/", {"dealer": "4711"}).context["found"] == []
    for nonsense in ({"state": "x"}, {"day": "x"}, {"dealer": "x"}):
        assert client.get("/management/audit/", nonsense).status_code == 200


def short_box() -> Finding:
    return Finding.objects.get(rule="BOX_SHORT")


def decide(client: Client, finding: Finding, **values: str):
    address = f"/management/audit/findings/{finding.pk}/"
    form = client.get(address).context["form"]
    return client.post(address, {**hidden(form), "version": "", **values})


def test_a_finding_is_shown_and_decided(counted: Room, manager: User, browser: Browser) -> None:
    client, finding = browser(manager), short_box()
    page = client.get(f"/management/audit/findings/{finding.pk}/")
    told = dict(page.context["facts"])
    assert (told["booked"], told["counted"], told["within the house's range"]) == ("11.00", "10.00", "no")
    answer = decide(client, finding, resolution="training", comment="")
    assert answer.status_code == 422
    assert "Give a short reason" in answer.content.decode()
    assert short_box().state == "open"
    assert decide(client, finding, resolution="training", comment="Counted again on video.").status_code == 303
    finding = short_box()
    assert (finding.state, finding.resolution, finding.resolved_by) == ("resolved", "training", manager)
    page = client.get(f"/management/audit/findings/{finding.pk}/")
    assert not page.context["may_decide"]
    assert [change.by for change in page.context["history"]] == ["Mara Manager", None]
    assert "Counted again on video." in page.content.decode()


def test_a_finding_that_is_not_there_is_neither_shown_nor_decided(
    counted: Room, manager: User, browser: Browser
) -> None:
    client, before = browser(manager), list(Finding.objects.values())
    assert client.get("/management/audit/findings/4711/").status_code == 404
    sent = {"key": new_key(), "version": "", "resolution": "justified", "comment": "Looked at."}
    assert client.post("/management/audit/findings/4711/", sent).status_code == 404
    assert list(Finding.objects.values()) == before


def test_the_facts_of_a_finding_are_said_in_words(counted: Room, manager: User) -> None:
    found = {"counted_by": manager.pk, "dropped_by": 4711, "hands": 3, "dropped_at": "long ago"}
    with translation.override("en"):
        told = facts.labelled(found)
    assert told == [("counted by", "Mara Manager"), ("taken by", "4711"), ("hands", "3"), ("taken at", "long ago")]


def test_a_finding_that_the_last_audit_did_not_find_says_so(
    counted: Room, manager: User, cage: User, browser: Browser
) -> None:
    finding = short_box()
    address = f"/management/audit/findings/{finding.pk}/"
    assert "no longer found it" not in browser(manager).get(address).content.decode()
    Finding.objects.filter(pk=finding.pk).update(rule="BOX_UNCOUNTED")
    audits.audit(day_id=counted.day.pk, actor=manager)
    assert "no longer found it" in browser(manager).get(address).content.decode()
    assert Finding.objects.get(pk=finding.pk).state == "open"


def test_whoever_booked_sees_that_somebody_else_decides(counted: Room, manager: User, browser: Browser) -> None:
    finding = short_box()
    Finding.objects.filter(pk=finding.pk).update(booked_by=manager)
    page = browser(manager).get(f"/management/audit/findings/{finding.pk}/")
    assert (page.context["may_decide"], page.context["is_booker"]) == (False, True)
    assert "somebody else must decide" in page.content.decode()
    answer = decide(browser(manager), finding, resolution="justified", comment="It was me.")
    assert answer.status_code == 403
    assert short_box().state == "open"


def test_a_finding_is_given_to_somebody(counted: Room, manager: User, browser: Browser) -> None:
    client, finding = browser(manager), short_box()
    address = f"/management/audit/findings/{finding.pk}/assign/"
    form = client.get(address).context["form"]
    sent = {"key": form["key"].value(), "version": "", "owner": str(manager.pk)}
    assert client.post(address, sent).status_code == 303
    assert short_box().owner == manager
    inbox = client.get("/management/audit/findings/", {"owner": "me"})
    assert [row.pk for row, _sentence, _run in inbox.context["found"]] == [finding.pk]


def test_the_inbox_has_what_is_open(counted: Room, manager: User, browser: Browser) -> None:
    client = browser(manager)
    assert len(client.get("/management/audit/findings/").context["found"]) == Finding.objects.count()
    decide(client, short_box(), resolution="training", comment="Seen.")
    rules = [row.rule for row, _sentence, _run in client.get("/management/audit/findings/").context["found"]]
    assert "BOX_SHORT" not in rules
    everything = client.get("/management/audit/findings/", {"state": ""}).context["found"]
    assert len(everything) == Finding.objects.count()
    of_day = client.get("/management/audit/findings/", {"state": "", "day": f"{counted.day.date}"}).context["found"]
    assert of_day == everything
    before = client.get("/management/audit/findings/", {"state": "", "day": f"{counted.day.date - timedelta(days=1)}"})
    assert before.context["found"] == [], "the check list of a day leads to that day's"


@pytest.mark.parametrize("address", ["", "findings/", "dealers/", "findings/{pk}/"])
def test_it_is_managements_and_the_auditors(counted: Room, browser: Browser, address: str) -> None:
    """What is said of dealers is not for their eyes nor the floor's."""
    path = f"/management/audit/{address}".format(pk=short_box().pk)
    auditor = User.objects.create_user("auditor", roles=["auditor"])
    assert browser(auditor).get(path).status_code == 200
    for person in (counted.floor, counted.dealer):
        assert browser(person).get(path).status_code == 403
    assert Client().get(path).status_code == 302


def test_an_auditor_reads_and_does_not_decide(counted: Room, browser: Browser) -> None:
    auditor, finding = User.objects.create_user("auditor", roles=["auditor"]), short_box()
    page = browser(auditor).get(f"/management/audit/findings/{finding.pk}/")
    assert not page.context["may_decide"]
    assert browser(auditor).get(f"/management/audit/findings/{finding.pk}/assign/").status_code == 403
    assert decide(browser(auditor), finding, resolution="justified", comment="Fine.").status_code == 403
    assert short_box().state == "open"


def test_dealers_are_a_funnel_by_name(evening: Room, manager: User, browser: Browser) -> None:
    other = User.objects.create_user("zoe", full_name="Zoe", roles=["dealer"])
    page = browser(manager).get("/management/audit/dealers/")
    assert page.context["drawings"] == []
    assert page.context["alone"] == ["PLO 5/10"]
    evening.push(evening.tables["T2"], other)
    recording.record_summary(
        table_id=evening.tables["T2"], version=evening.version(evening.tables["T2"]), summary=HONEST, actor=other
    )
    page = browser(manager).get("/management/audit/dealers/", {"metric": "rake"})
    (drawing,) = page.context["drawings"]
    assert [(point.name, point.hands, point.figure_cents) for point in drawing.points] == [
        ("Anna Keller", 2, 10_000), ("Zoe", 1, 0),
    ]  # fmt: skip
    assert (drawing.middle_cents, drawing.points[1].y) == (0, drawing.middle_y)
    assert "style=" not in page.content.decode()


def test_pages_speak_german(counted: Room, manager: User, browser: Browser) -> None:
    for path in ("", "findings/", "dealers/", f"findings/{short_box().pk}/"):
        assert browser(manager, "de").get(f"/management/audit/{path}").status_code == 200
