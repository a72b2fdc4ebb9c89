"""An idle live page: one read by a primary key per poll, and nothing new without the sign-in."""

from collections.abc import Callable

import pytest
from django.conf import settings
from django.db import connection, transaction
from django.db.models import F
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounting.models import House
from casino.models import DeskCounter, User
from tables.floor.services import tables
from tables.models import Table
from tests import builders, live
from tests.tables.pages.conftest import Room

Browser = Callable[..., Client]


@pytest.fixture
def floor(room: Room, browser: Browser) -> Client:
    """The floor, who looks at the board."""
    room.set_up("T1", "summary")
    live.commit()
    return browser(room.floor)


def shown(client: Client, address: str = "/floor/") -> dict[str, str]:
    return {"v": client.get(address).context["live_version"]}


def test_an_idle_poll_reads_the_counters_of_a_desk_by_their_key(room: Room, floor: Client) -> None:
    poll = shown(floor)
    with CaptureQueriesContext(connection) as asked:
        assert floor.get("/floor/", poll).status_code == 204
    (only,) = asked.captured_queries
    where = (
        f"""WHERE ("casino_deskcounter"."desk" = 'floor' AND "casino_deskcounter"."house_id" IN (0, {room.house.pk}))"""
    )
    assert only["sql"].endswith(f'FROM "casino_deskcounter" {where}')
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL enable_seqscan = off")  # a table of one page is read whole otherwise
        cursor.execute("EXPLAIN " + only["sql"])
        assert "casino_deskcounter_pkey" in str(cursor.fetchall())


def test_a_poll_of_one_house_is_idle_while_another_works(room: Room, floor: Client) -> None:
    poll = shown(floor)
    elsewhere = House.objects.create(code="elsewhere", name="Elsewhere")
    Table.objects.create(house=elsewhere, code="T1", seats=9)
    live.commit()
    assert floor.get("/floor/", poll).status_code == 204
    Table.objects.create(house=room.house, code="T2", seats=9)
    live.commit()
    assert floor.get("/floor/", poll).status_code == 200


def test_half_a_minute_later_it_is_asked_who_asks(
    room: Room, floor: Client, later: Callable[..., None], django_assert_num_queries: Callable[[int], object]
) -> None:
    address = "/cage/count/"
    floor.force_login(room.manager)
    poll = shown(floor, address)
    later(seconds=31)
    for queries in (3, 1):  # session, user, version; and that is good for the next half minute
        with django_assert_num_queries(queries):  # type: ignore[attr-defined]
            assert floor.get(address, poll).status_code == 204


def test_whoever_is_struck_off_sees_nothing_new(room: Room, floor: Client, later: Callable[..., None]) -> None:
    poll = shown(floor)
    User.objects.filter(pk=room.floor.pk).update(is_active=False)
    room.push(room.tables["T1"])
    live.commit()
    assert floor.get("/floor/", poll).status_code == 302, "something new: to the door"
    later(seconds=31)
    assert floor.get("/floor/", poll).status_code == 302


def test_whoever_leaves_is_not_answered_any_more(floor: Client) -> None:
    poll = shown(floor)
    kept = floor.cookies[settings.POLL_COOKIE_NAME].value
    floor.post("/logout/")
    floor.cookies[settings.POLL_COOKIE_NAME] = kept
    assert floor.get("/floor/", poll).status_code == 302, "the pass was good in that session alone"


def test_no_pass_outlives_the_lock(floor: Client, later: Callable[..., None]) -> None:
    floor.get("/floor/")
    poll = shown(floor)
    later(seconds=settings.OFFICE_IDLE_SECONDS - 5)
    answer = floor.get("/cage/count/", {"v": "x"})  # a poll, so nobody's touch
    assert answer.status_code == 403
    answer = floor.get("/floor/", poll)
    assert answer.status_code == 200
    assert int(floor.cookies[settings.POLL_COOKIE_NAME]["max-age"]) <= 5
    later(seconds=6)
    assert floor.get("/floor/", {"v": answer.context["live_version"]}).status_code == 302


@pytest.mark.parametrize("forged", ["0", "", "0@99999999999", "{version}", "{version}@99999999999:{signature}"])
def test_a_version_that_we_did_not_give_is_no_version(floor: Client, forged: str) -> None:
    version, _colon, signature = shown(floor)["v"].rpartition(":")
    told = forged.format(version=version.partition("@")[0], signature=signature)
    assert floor.get("/floor/", {"v": told}).status_code == 200


def test_one_page_s_version_is_not_another_s(room: Room, floor: Client) -> None:
    """A version is worth nothing where it was not shown: nobody learns by guessing what he may not see."""
    assert floor.get(f"/floor/tables/{room.tables['T1']}/", shown(floor)).status_code == 200


@pytest.mark.django_db(transaction=True)
def test_the_triggers_tell_at_the_commit_and_not_before() -> None:
    """A counter is locked for the length of a commit alone."""
    evening = builders.evening()
    table = tables.create(house_id=evening.house.pk, code="T1", seats=9, actor=evening.floor)

    def version() -> str:
        return DeskCounter.version("floor", evening.house.pk)

    before = version()
    with transaction.atomic():
        Table.objects.filter(pk=table.pk).update(version=F("version") + 1)
        assert version() == before
        with connection.cursor() as cursor:
            cursor.execute(
                "SELECT count(*) FROM pg_locks WHERE relation = 'casino_deskcounter'::regclass AND mode LIKE 'Row%'"
            )
            assert cursor.fetchone() == (0,)
    first = version()
    assert first != before
    tables.create(house_id=evening.house.pk, code="T2", seats=9, actor=evening.floor)
    assert version() not in {before, first}
