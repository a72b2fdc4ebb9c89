"""The hands of a table's session: what each row says, whose tips are shown, and who may look."""

import re
from collections.abc import Callable
from datetime import timedelta
from html import unescape
from zoneinfo import ZoneInfo

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from casino import house_time
from casino.models import User
from tables.dealers.services import downs
from tables.hands.pages import pad as pads
from tables.hands.selectors import pad
from tables.hands.services import corrections, hands, recording
from tables.hands.services.recording import Summary
from tables.models import Hand, Table
from tests.html import flat
from tests.tables.pages.conftest import Room

Browser = Callable[..., Client]
POT, RAKE, TIP = 4, 5, 6


@pytest.fixture
def table(room: Room) -> int:
    """Two guests, and their dealer."""
    table = room.set_up("T2", "summary", ("Okafor", "Yilmaz"))
    room.push(room.tables["T2"])
    return table


def keyed(room: Room, pot_cents: int, *, tip_cents: int = 0, actor: User | None = None, minutes_ago: int = 0) -> Hand:
    """A hand that was recorded at T2."""
    dealt_at = house_time.now() - timedelta(minutes=minutes_ago)
    summary = Summary(pot_cents, True, 2, tip_cents=tip_cents, dealt_at=dealt_at)
    return recording.record_summary(
        table_id=room.tables["T2"], version=room.version(room.tables["T2"]), summary=summary, actor=actor or room.dealer
    ).hand


def listed(client: Client, table: int) -> list[list[str]]:
    """The rows of the page as they are read: one list of cells for each hand."""
    html = flat(client.get(reverse("dealer:history", args=[table])).content.decode())
    rows = re.findall("<tr>(<td.*?)</tr>", html.partition("<tbody>")[2], re.DOTALL)
    cells = [re.findall("<td.*?>(.*?)</td>", row) for row in rows]
    return [[" ".join(re.sub("<[^>]*>", " ", cell).split()) for cell in row] for row in cells]


def test_the_newest_stands_first_with_number_time_dealer_pot_rake_and_tip(
    room: Room, table: int, browser: Browser
) -> None:
    first = keyed(room, 184_00, tip_cents=2_00)
    keyed(room, 40_00)
    newest, oldest = listed(browser(room.dealer), table)
    at = first.started_at.astimezone(ZoneInfo("Europe/Berlin"))
    assert oldest == ["#1", f"{at:%H:%M}", "Anna Keller", "–", "184.00", "9.00", "2.00", "booked"]
    assert [newest[0], *newest[POT:]] == ["#2", "40.00", "2.00", "0.00", "booked"]


def test_a_void_hand_stays_and_a_correction_names_what_it_takes_the_place_of(
    room: Room, table: int, browser: Browser
) -> None:
    wrong, misread = keyed(room, 184_00), keyed(room, 300_00)
    hands.void(hand_id=wrong.pk, version=wrong.version, reason="keyed twice", actor=room.floor)
    corrections.correct(
        hand_id=misread.pk, version=misread.version, summary=Summary(200_00, True, 2), reason="misread",
        actor=room.floor,
    )  # fmt: skip
    new, corrected, twice = listed(browser(room.dealer), table)
    assert [new[0], new[POT], new[-1]] == ["#3", "200.00", "booked Replaces #2"]
    assert [corrected[0], corrected[POT], corrected[-1]] == ["#2", "300.00", "void"]
    assert [twice[0], twice[POT], twice[-1]] == ["#1", "184.00", "void"]
    assert new[1] == corrected[1], "it is the same hand in the world"


def test_what_has_waited_in_a_tablet_is_flagged(room: Room, table: int, browser: Browser) -> None:
    keyed(room, 40_00, minutes_ago=16)
    keyed(room, 40_00, minutes_ago=14)
    assert [row[-1] for row in listed(browser(room.dealer), table)] == ["booked", "booked entered late"]


def test_of_tips_a_dealer_sees_his_own_and_who_reads_reports_all(room: Room, table: int, browser: Browser) -> None:
    keyed(room, 184_00, tip_cents=2_00)
    second = User.objects.create_user("second", full_name="Boris", roles=["dealer"])
    downs.push(table_id=table, version=room.version(table), dealer_id=second.pk, actor=room.floor)
    keyed(room, 184_00, tip_cents=5_00, actor=second)
    seen = {user.username: [row[TIP] for row in listed(browser(user), table)] for user in (room.dealer, second)}
    assert seen == {"dealer": ["", "2.00"], "second": ["5.00", ""]}
    assert [row[TIP] for row in listed(browser(room.floor), table)] == ["5.00", "2.00"]


@pytest.mark.parametrize(
    ("role", "status"),
    [("dealer", 200), ("floor", 200), ("manager", 200), ("cage", 403), ("auditor", 403), ("admin", 403)],
)
def test_it_is_for_those_who_record_hands(room: Room, table: int, browser: Browser, role: str, status: int) -> None:
    reader = User.objects.create_user(f"another-{role}", roles=[role])
    assert browser(reader).get(reverse("dealer:history", args=[table])).status_code == status


def test_a_hand_in_play_has_no_figures_yet(room: Room, browser: Browser) -> None:
    table = room.set_up("T1", "every_action", ("Weber", "Rossi"))
    hands.start(table_id=table, version=room.version(table), button_seat=None, actor=room.floor)
    [row] = listed(browser(room.floor), table)
    assert [row[0], *row[POT:]] == ["#1", "", "", "", "in play"]


def test_a_table_that_is_closed_has_none_and_one_that_is_not_there_is_not_found(room: Room, browser: Browser) -> None:
    table = Table.objects.create(house=room.house, code="T3", seats=6)
    client = browser(room.dealer)
    assert listed(client, table.pk) == [["No hand yet."]]
    assert client.get(reverse("dealer:history", args=[table.pk + 1])).status_code == 404


def test_many_hands_cost_as_many_questions_as_one_and_only_the_last_are_shown(
    room: Room, table: int, browser: Browser, monkeypatch
) -> None:
    monkeypatch.setattr(pad, "HANDS_SHOWN", 3)
    client = browser(room.dealer)
    asked = []
    for number in range(1, 5):
        keyed(room, 40_00)
        with CaptureQueriesContext(connection) as questions:
            rows = listed(client, table)
        asked.append(len(questions))
        assert [row[0] for row in rows] == [f"#{one}" for one in range(number, max(0, number - 3), -1)]
    assert len(set(asked[1:])) == 1  # the first page of all fills the caches


def test_a_hand_that_is_booked_while_the_pad_is_made_is_shown_by_the_next_poll(
    room: Room, table: int, browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What a page shows is never older than the version it carries, or its polls would find nothing new for ever."""
    client, address = browser(room.dealer), reverse("dealer:record", args=[table])
    read = pads.beside

    def booked_meanwhile(table_id: int) -> dict[str, object]:
        shown = read(table_id)
        keyed(room, 184_00)
        return shown

    monkeypatch.setattr(pads, "beside", booked_meanwhile)
    made = flat(client.get(address).content.decode())
    monkeypatch.setattr(pads, "beside", read)
    assert "#1" not in made.partition('id="pad-last"')[2].partition("</div>")[0]
    seen = re.search(r'hx-get="([^"]+)" hx-trigger="every 2s', made)
    assert seen is not None
    answer = client.get(unescape(seen[1]))
    assert (answer.status_code, "#1" in answer.content.decode()) == (200, True)
