"""The board in pieces: only what has changed is sent, and what is on the screen is what the server has."""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from django.db.models import F
from django.http import HttpResponse
from django.test import Client
from django.utils import translation
from django.utils.timezone import localtime

from accounting.models import House
from casino import house_time, membership
from casino.models import User
from casino.pages.forms import new_key
from tables.board.pages import sheets
from tables.board.selectors import board
from tables.floor.services import tables
from tables.log.services import floor_calls
from tables.models import CallKind, Down, Table
from tables.waiting.services import entries, list_calls
from tests import live
from tests.tables.floor.pages.conftest import call, pause
from tests.tables.pages.conftest import Room

Browser = Callable[..., Client]
_TAG = re.compile(r'<\w+\s+id="([\w-]+)"[^>]*>')
_TASK = re.compile(r'<li class="alarm-line[^>]*data-mark="(\w+)"')
_ORDER = re.compile(r'data-order="([\w ]*)"')
_MARK = re.compile(r'\sdata-mark="(\w+)"|\sdata-gone')


class Screen:
    """What `floor.js` makes of the answers: pieces by their ids with their marks."""

    def __init__(self, client: Client) -> None:
        self.client = client
        self.marks: dict[str, int] = {}
        self.last: dict[str, int] = {}
        self.html = ""
        self.is_whole = False
        self._take(client.get("/floor/"))

    def poll(self) -> int:
        """Ask for what is new; the answer's status."""
        answer = self.client.get("/floor/", {"v": self.version})
        if answer.status_code == 200:
            self._take(answer)
        return answer.status_code

    @property
    def tasks(self) -> int:
        """How many have been sent."""
        return sum(name.startswith("task-") for name in self.last)

    @property
    def cards(self) -> set[str]:
        return {name for name in self.last if name.startswith("card-")}

    def _take(self, answer: HttpResponse) -> None:
        assert answer.status_code == 200
        self.html = answer.content.decode()
        self.version = answer.context["live_version"]  # type: ignore[attr-defined]
        self.is_whole = '<section id="live"' in self.html
        tags = ((tag[1], _MARK.search(tag[0])) for tag in _TAG.finditer(self.html))
        self.last = {name: int(mark[1] or "0", 36) for name, mark in tags if mark}
        self.last |= {f"task-{mark}": int(mark, 36) for mark in _TASK.findall(self.html)}
        if self.is_whole:
            self.marks = {}
        self.marks |= self.last
        for order in _ORDER.findall(self.html):
            there = {f"task-{mark}" for mark in order.split()}
            self.marks = {name: m for name, m in self.marks.items() if name in there or not name.startswith("task-")}
        told = re.search(r'data-sum="(\w+)"', self.html)
        assert told
        assert sum(self.marks.values()) % sheets.MARKS == int(told[1], 36), "the screen shows what the server has"


def card(room: Room, code: str) -> str:
    return f"card-{room.tables[code]}"


def test_only_the_card_that_changed_is_sent(two: Room, browser: Browser) -> None:
    screen = Screen(browser(two.floor))
    assert screen.cards == {card(two, "T1"), card(two, "T2")}
    pause(two, "T1")
    assert (screen.poll(), screen.is_whole) == (200, False)
    assert screen.cards == {card(two, "T1")}
    assert "Paused" in screen.html
    assert screen.last.keys() == {card(two, "T1"), "counts"}, "and what counts it"
    assert screen.poll() == 204


def test_an_alarm_appears_and_goes(two: Room, browser: Browser) -> None:
    screen = Screen(browser(two.floor))
    made = call(two, "T2")
    screen.poll()
    assert screen.cards == {card(two, "T2")}
    assert 'class="card calls"' in screen.html
    assert "Floor called" in screen.html
    assert f'formaction="/floor/calls/{made.pk}/take/"' in screen.html
    assert 'data-tasks="1"' in screen.html
    floor_calls.answer(call_id=made.pk, actor=two.floor)
    live.commit()
    screen.poll()
    assert screen.cards == {card(two, "T2")}
    assert 'class="card runs"' in screen.html
    assert 'data-tasks="0"' in screen.html


def test_an_alarm_that_the_clock_brings(two: Room, browser: Browser, later: Callable[..., None]) -> None:
    later(seconds=0)
    screen = Screen(browser(two.floor))
    later(minutes=9)
    screen.poll()
    assert screen.cards == {card(two, "T1"), card(two, "T2")}
    assert "No hands are being dealt" in screen.html


def test_all_who_look_share_one_rendering(two: Room, browser: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    first, second = Screen(browser(two.floor)), Screen(browser(two.manager))
    rendered = []
    plain = sheets._card
    monkeypatch.setattr(sheets, "_card", lambda one, where: rendered.append(one.table.code) or plain(one, where))
    pause(two, "T1")
    first.poll()
    second.poll()
    assert rendered == ["T1"]
    assert first.last == second.last


def test_two_languages_do_not_mix(two: Room, browser: Browser) -> None:
    english, german = Screen(browser(two.floor, "en")), Screen(browser(two.manager, "de"))
    call(two, "T1")
    pause(two, "T2")
    german.poll()
    english.poll()
    for screen, language in ((english, "en"), (german, "de")):
        with translation.override(language):
            label = str(CallKind.RULING.label)
        assert label in screen.html
        assert ("1 paused" in screen.html) == (language == "en")


def test_whoever_changes_the_language_gets_the_whole_board(two: Room, browser: Browser) -> None:
    screen = Screen(browser(two.floor))
    screen.client.post("/language/", {"language": "de", "next": "/floor/"})
    pause(two, "T1")
    screen.poll()
    assert screen.is_whole
    assert "Pausiert" in screen.html


def test_another_order_is_another_board(two: Room, browser: Browser) -> None:
    screen = Screen(browser(two.floor))
    assert "group-all" not in screen.marks
    screen.client.post("/floor/order/", {"key": new_key(), "order": "numbers"})
    pause(two, "T1")
    screen.poll()
    assert screen.is_whole
    assert "group-all" in screen.marks
    assert not [name for name in screen.marks if name.startswith("list-")]
    call(two, "T2")
    screen.poll()
    assert (screen.is_whole, screen.cards) == (False, {card(two, "T2")})


def test_another_game_is_a_new_board(two: Room, browser: Browser) -> None:
    """Its group was not on the screen; of a game that is, a table's card changes in its place."""
    screen = Screen(browser(two.floor))
    table = two.tables["T1"]
    other = two.game(name="PLO 25/50", recording="summary")
    tables.change_game(table_id=table, version=two.version(table), game_id=other.pk, actor=two.floor)
    live.commit()
    screen.poll()
    assert (screen.is_whole, f"group-game-{other.pk}" in screen.marks) == (True, True)


def test_what_a_card_says_of_several_causes(two: Room, browser: Browser) -> None:
    """The most pressing, and how many others."""
    pause(two, "T1")
    call(two, "T1")
    html = Screen(browser(two.floor)).html
    [said] = re.findall(r'<small class="cause">([^<]*)</small>', html)
    assert " ".join(said.split()) == "Floor called +1"


def test_a_game_says_who_waits_and_what_is_free(two: Room, browser: Browser) -> None:
    guest = two.guest("Yilmaz", "77")
    entries.join(game_id=two.games["summary"].pk, guest_id=guest.pk, actor=two.floor)
    live.commit()
    html = Screen(browser(two.floor)).html
    head, _list, waits = html.partition('class="waiting-list"')
    assert "2 tables" in head
    assert "free" in head
    assert "1 waiting" in " ".join(waits.split())


def test_a_game_says_who_is_called_where_and_until_when(two: Room, browser: Browser) -> None:
    """The call that ends first is named; a table that gets another guest meanwhile changes nothing of it."""
    game = two.games["summary"].pk
    due = []
    for number, (name, seat) in enumerate((("Yilmaz", 4), ("Okafor", 5)), 77):
        guest = two.guest(name, str(number))
        entry = entries.join(game_id=game, guest_id=guest.pk, actor=two.floor)
        entry = list_calls.call(entry_id=entry.pk, table_id=two.tables["T2"], seat=seat, actor=two.floor)
        due.append(localtime(entry.due_at, ZoneInfo(two.house.time_zone)))
    live.commit()
    waits = " ".join(Screen(browser(two.floor)).html.partition('class="waiting-list"')[2].split())
    assert f"Yilmaz · T2 until {due[0]:%H:%M}" in waits
    assert waits.partition("<small>")[0].endswith("<b> 2 called "), "nobody else waits"
    assert "Okafor" not in waits.partition("</div>")[0]


def test_a_new_table_is_a_new_board(two: Room, browser: Browser) -> None:
    screen = Screen(browser(two.floor))
    two.set_up("T0", "summary")
    live.commit()
    screen.poll()
    assert screen.is_whole
    assert screen.html.index("T0</h2>") < screen.html.index("T1</h2>"), "numbered again"


def test_a_person_of_another_house_sees_nothing_of_it(two: Room, browser: Browser) -> None:
    other = House.objects.create(code="elsewhere", name="Elsewhere")
    Table.objects.create(house=other, code="E1", seats=9)
    live.commit()
    somebody = User.objects.create_user("elsewhere", roles=["floor"], house_ids=[other.pk])
    screen, here = Screen(browser(somebody)), Screen(browser(two.floor))
    call(two, "T1")
    assert here.poll() == 200
    assert screen.poll() == 204
    assert ("E1</h2>" in screen.html, "T1</h2>" in screen.html) == (True, False)
    session = here.client.session
    session[membership.CHOSEN] = other.pk
    session.save()
    pause(two, "T1")
    here.poll()
    assert here.is_whole
    assert ("E1</h2>" in here.html, "T1</h2>" in here.html) == (True, False)


@contextmanager
def process(name: str, kept: dict[str, Any] = {}) -> Iterator[None]:  # noqa: B006 -- each process keeps its own
    """Requests in the block are answered by this process."""
    own = kept.setdefault(name, ({}, {}))
    before = board._houses, sheets._sheets
    board._houses, sheets._sheets = own
    try:
        yield
    finally:
        board._houses, sheets._sheets = before


def test_whichever_process_answers_nothing_is_missed(two: Room, browser: Browser) -> None:
    client = browser(two.floor)
    with process("first"):
        screen, other = Screen(client), Screen(browser(two.manager))
    pause(two, "T1")
    with process("second"):
        screen.poll()
        assert screen.is_whole, "it does not know what has changed"
    call(two, "T2")
    with process("first"):
        other.poll()
        assert (other.is_whole, other.cards) == (False, {card(two, "T1"), card(two, "T2")})
        screen.poll()
        assert card(two, "T2") in screen.cards
        assert not screen.is_whole
    tables.resume(table_id=two.tables["T1"], version=two.version(two.tables["T1"]), actor=two.floor)
    live.commit()
    with process("second"):
        screen.poll()
        assert card(two, "T1") in screen.cards
        assert not screen.is_whole


def test_calm_tables_beyond_the_first_are_sent_when_something_waits_there(
    two: Room, browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sheets, "CALM_SHOWN", 1)
    screen = Screen(browser(two.floor))
    assert screen.cards == {card(two, "T1")}
    assert "1 more table" in screen.html
    made = call(two, "T2")
    screen.poll()
    assert "T2</h2>" in screen.html
    floor_calls.answer(call_id=made.pk, actor=two.floor)
    live.commit()
    screen.poll()
    assert (screen.last[card(two, "T2")], "T2</h2>" in screen.html) == (0, False), "it is gone"


def test_tasks_beyond_the_first_are_folded(two: Room, browser: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sheets, "TASKS_SHOWN", 1)
    call(two, "T1")
    call(two, "T2")
    screen = Screen(browser(two.floor))
    above, _summary, folded = screen.html.partition("<details>")
    assert (above.count("alarm-line"), folded.count("alarm-line")) == (1, 1)
    assert screen.tasks == 2
    assert "and 1 more" in folded
    assert screen.html.count('class="card calls"') == 2, "each on its card"


def test_only_the_task_that_came_is_sent(two: Room, browser: Browser) -> None:
    """Whichever others stand around it: one that goes leaves with the order of those that stay."""
    first, screen = call(two, "T1"), Screen(browser(two.floor))
    second = call(two, "T2")
    screen.poll()
    assert screen.tasks == 1
    for one, left in ((first, 1), (second, 0)):
        floor_calls.answer(call_id=one.pk, actor=two.floor)
        live.commit()
        screen.poll()
        assert (screen.tasks, f'data-tasks="{left}"' in screen.html) == (0, True)
        assert sum(name.startswith("task-") for name in screen.marks) == left


def test_a_task_that_says_something_else_is_sent(two: Room, browser: Browser) -> None:
    made, screen = call(two, "T1"), Screen(browser(two.floor))
    floor_calls.take(call_id=made.pk, actor=two.manager)
    live.commit()
    screen.poll()
    assert screen.tasks == 1
    assert "is coming" in screen.html


def test_tasks_beyond_those_that_are_folded_are_counted(
    two: Room, browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The list stays short in a house of any size."""
    monkeypatch.setattr(sheets, "TASKS_SHOWN", 1)
    monkeypatch.setattr(sheets, "TASKS_FOLDED", 0)
    call(two, "T1")
    call(two, "T2")
    screen = Screen(browser(two.floor))
    assert (screen.html.count("alarm-line"), screen.html.count('class="card calls"')) == (1, 2)
    monkeypatch.setattr(sheets, "TASKS_FOLDED", 1)
    Down.objects.update(ended_at=house_time.now())
    Table.objects.update(version=F("version") + 1)
    sheets.forget()
    live.commit()
    screen = Screen(browser(two.floor))
    tasks = screen.html.partition('class="tasks"')[2].partition('id="tables"')[0]
    assert (tasks.count("alarm-line"), 'data-tasks="4"' in tasks) == (2, True)
    assert "and 3 more (2 only on the cards)" in tasks


def test_a_table_is_found_by_its_code_game_or_dealer(two: Room, browser: Browser) -> None:
    client = browser(two.floor)

    def found(text: str) -> list[str]:
        return [one.hit.name for one in client.get("/search/", {"q": text}).context["found"]]

    assert found(" t2 ") == ["T2"]
    assert found("dealer at t1") == ["T1"]
    assert found("plo") == ["T1", "T2"]
    assert found("T9") == []
