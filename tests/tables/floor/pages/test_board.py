"""The board's polls: nothing while nothing happens, and what the clock alone brings when it brings it."""

import re
from collections.abc import Callable
from datetime import timedelta

from django.test import Client

from accounting.days.services import days
from casino import house_time
from casino.models import User
from casino.pages.forms import new_key
from tables.floor.services import tables
from tables.models import Down, Table
from tables.play.services import house_rules
from tables.rules.rota.terms import USUAL, RotaRules
from tables.tournaments.services import clock
from tests import live
from tests.tables.pages.conftest import Room
from tests.tables.tournaments.tournament import sold_tournament

Browser = Callable[..., Client]


def test_poll_is_empty_until_something_happens(room: Room, browser: Browser) -> None:
    room.set_up("T1", "summary")
    live.commit()
    client = browser(room.floor)
    page = client.get("/floor/")
    version = page.context["live_version"]
    assert client.get("/floor/", {"v": version}).status_code == 204
    room.push(room.tables["T1"])
    live.commit()
    answer = client.get("/floor/", {"v": version})
    assert answer.status_code == 200
    html = answer.content.decode()
    assert html.lstrip().startswith("<div"), "what has changed alone"
    assert "Anna Keller" in html


def test_a_board_grows_old_though_nothing_happens(room: Room, browser: Browser, later: Callable[..., None]) -> None:
    """Some alarms begin by the clock: no board stands for longer than half a minute."""
    client = browser(room.floor)
    later(seconds=0)
    poll = {"v": client.get("/floor/").context["live_version"]}
    for seconds, status in ((25, 204), (6, 200)):
        later(seconds=seconds)
        assert client.get("/floor/", poll).status_code == status, seconds


def test_an_alarm_that_begins_by_the_clock_is_on_the_board_when_it_begins(
    room: Room, browser: Browser, django_assert_num_queries
) -> None:
    room.set_up("T1", "summary")
    room.push(room.tables["T1"])
    overdue = house_time.now() + timedelta(seconds=10)
    Down.objects.update(started_at=overdue - USUAL.down)
    client = browser(room.floor)
    page = client.get("/floor/")
    assert "Push overdue" not in page.content.decode()
    poll = {"v": page.context["live_version"]}
    before, after = overdue - timedelta(seconds=1), overdue + timedelta(seconds=1)
    with house_time.shown_by(lambda: before), django_assert_num_queries(1):  # the version
        assert client.get("/floor/", poll).status_code == 204
    with house_time.shown_by(lambda: after):
        answer = client.get("/floor/", poll)
        assert "Push overdue" in answer.content.decode()
        again = client.get("/floor/", {"v": answer.context["live_version"]})
    assert again.status_code == 204, "once, not at every poll"


def test_the_mark_follows_the_houses_own_down(room: Room, browser: Browser) -> None:
    """Domain §4.9: a down is 20 to 60 minutes by room."""
    room.set_up("T1", "summary")
    room.push(room.tables["T1"])
    Down.objects.update(started_at=house_time.now() - timedelta(minutes=35))
    client = browser(room.floor)

    def shown(minutes: int) -> tuple[bool, bool]:
        changes = {"down_minutes": minutes}
        house_rules.change(
            house_id=room.house.pk, rules=RotaRules, changes={"is_on": True, **changes}, actor=room.floor
        )
        html = client.get("/floor/").text
        return 'class="card waits"' in html, "Push overdue" in html

    assert shown(40) == (False, False)
    assert shown(20) == (True, True)


def test_the_next_step_of_the_floor_follows_the_day(room: Room, browser: Browser, later: Callable[..., None]) -> None:
    """No table is open, then one is, then its gaming day is being closed."""
    table = Table.objects.create(house=room.house, code="T7", seats=9)

    def told() -> str:
        live.commit()
        found = re.search(r'next-step">(.*?)</p>', browser(room.floor).get("/floor/").text, re.DOTALL)
        return " ".join(re.sub(r"<[^>]+>", " ", found[1]).split()) if found else ""

    assert told() == "What now? Open a table: choose its game and count its float. Go there"
    tables.open_table(
        table_id=table.pk,
        version=room.version(table.pk),
        game_id=room.games["summary"].pk,
        float_cents=500_00,
        actor=room.floor,
    )
    assert told() == ""
    later(days=1)
    days.roll_over(house_id=room.house.pk, actor=room.floor)
    assert told() == "What now? The gaming day is being closed: count table T7, or carry it over. Go there"


def test_a_table_of_a_tournament_shows_its_clock_and_players(room: Room, browser: Browser) -> None:
    played = sold_tournament(room)
    for _number in range(12):
        played.enter()
    played.start(2)
    page = browser(room.floor, "en").get("/floor/")
    counts = page.context["counts"]
    assert (counts["tournament"], sum(counts.values())) == (2, Table.objects.count()), "not counted as closed"
    html = page.content.decode()
    first = html.partition(f'data-table="{played.tables[0]}"')[2].partition("</article>")[0]
    assert "<b>6/9</b>" in first
    assert "level 1" in first
    assert "12 left" in first
    assert re.search(r'<time datetime="[^"]+" data-until>', first)
    clock.pause(**played.seen, actor=room.floor)
    assert "clock stopped" in browser(room.floor, "en").get("/floor/").content.decode()


def test_the_order_of_the_board_is_kept_for_the_person(room: Room, browser: Browser) -> None:
    room.set_up("T1", "summary")
    client = browser(room.floor, "en")
    assert "group-all" not in client.get("/floor/").content.decode()
    assert client.get("/floor/order/").status_code == 200
    assert client.post("/floor/order/", {"key": new_key(), "order": "numbers"}).status_code == 303
    elsewhere = browser(User.objects.get(pk=room.floor.pk), "en")
    assert "group-all" in elsewhere.get("/floor/").content.decode(), "in another session too"
    assert "group-all" not in browser(room.manager, "en").get("/floor/").content.decode()
    assert client.post("/floor/order/", {"key": new_key(), "order": "x"}).status_code == 400
