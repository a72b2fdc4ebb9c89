"""Every page there is, opened by whoever may: no complaint of the browser, of axe-core, of a ruler or a reader."""

import re
import uuid
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import time, timedelta
from itertools import product
from typing import TypeAlias

import pytest
from django.conf import settings
from django.contrib.admin import site
from django.test import Client
from django.urls import reverse
from playwright.sync_api import Error, Page

from accounting.cage.services import prints, windows
from accounting.days.services import clocks, days
from accounting.findings.selectors.findings import FINDINGS
from accounting.findings.services import findings
from accounting.models import (
    AuthorityKey,
    ClockChange,
    Drop,
    Finding,
    GamingDay,
    House,
    LevyTerms,
    RakeSchedule,
    ScheduleVersion,
    Slip,
    Statement,
    Window,
    WindowShift,
)
from accounting.policy.laws import LAWS
from accounting.rake.services import schedules
from accounting.revenue.services import authority_keys, levies
from casino import house_time
from casino.models import AccountRequest, Device, Job, SecurityEvent, User
from casino.pages.desk_help import SENTENCES
from casino.services import accounts, devices, jobs
from tables.audit.services import audits
from tables.floor.services import seats
from tables.floor.services import tables as room
from tables.games.services import games
from tables.games.services.games import GameForm
from tables.guests.services import guests
from tables.models import Game, Hand, HouseRuleSet, Table
from tables.rounds.services import rounds
from tables.rounds.services.rounds import RoundDetails
from tables.rules.banked.boxes import Box
from tables.rules.banked.records import BoxRecord, RoundRecord
from tables.rules.banked.rule_sets import Spot
from tables.rules.misdeal import Misdeal
from tests import databases
from tests.browser import jackpots, moves, night, practice, rota, tournaments, tronc, waiting
from tests.browser.conftest import OFFICE, PHONE, TABLET, Desk, Sit
from tests.browser.every_page import SIZES, TWICE_AS_LARGE, Words, judged, measured, routes, weighed
from tests.deciding import looking
from tests.signing import AUTHORITY, STRANGER, Signer
from tools.evening.tips import RULES

Examples: TypeAlias = Sequence[tuple[str, Mapping[str, Sequence[object]]]]
ON_A_TABLET = "tablet"
READERS = (ON_A_TABLET, "dealer", "cage", "floor", "manager", "auditor", "admin")
LOOKING = (ON_A_TABLET, "dealer", "cage", "floor", "manager", "admin")
"""Each page is looked at in full by the first who reads it, and by all others at the sizes of a phone and a desk."""
OWNERS = {"management/levies/keys/": ("admin", "auditor"), "management/": ("manager", "auditor")}
"""Whose a page is in the first place; else it is the first's of those above who may."""
LEVIES = {levy["name"] for law in LAWS.values() for levy in law["levies"]}
"""Names of the law, the same in every language."""
OF_THE_TRONC = {one["name"] for one in (*RULES["functions"], *RULES["groups"], *RULES["deductions"])}
"""Names that a German house gives."""
ODD = {"language/", "logout/", "awake/", "tablet/lock/", "healthz", "readyz", "manifest.webmanifest", "worker.js"}
"""What only takes a command, or is read by machines."""


@pytest.fixture
def house(transactional_db: None) -> Iterator[House]:
    """A copy of the staged house."""
    with databases.fresh(staged()):
        yield House.objects.get()


def staged() -> str:
    """The world in which everything has happened: the demo's evenings, and what they do not leave open."""
    return databases.common_world("every_page", stage, on=databases.demo)


def stage() -> None:
    """In the demo's house: a proposal, a request, findings, a tablet, and much more."""
    house = House.objects.get()
    floor, manager = (User.objects.get(username=name) for name in ("floor", "manager"))
    windows.create(house_id=house.pk, code="K9", name="Kasse 9", actor=manager)
    counted = windows.create(house_id=house.pk, code="K8", name="Kasse 8", actor=manager).pk
    count = {"window_id": counted, "chips": {"10000": 10}, "cash_cents": 50_000, "actor": manager}
    windows.open_window(**count)
    windows.close_window(**count)
    sealed, *_others, current = GamingDay.objects.order_by("date")
    days.ask_reopening(day_id=sealed.pk, reason="Karte falsch gezählt", actor=manager)
    terms = ScheduleVersion.objects.filter(schedule__name="Prozent 5").latest("version").terms
    from_then = house_time.now() + timedelta(days=3)
    schedules.publish(
        house_id=house.pk, name="Prozent 5", terms={**terms, "rate_bp": 600}, valid_from=from_then, actor=manager
    )
    audits.audit(day_id=current.pk, actor=manager)
    mistake = Finding.objects.filter(state="open").earliest("pk")
    decided = {"resolution": "training", "comment": "Am Tisch geklärt", "actor": manager}
    findings.resolve(finding_id=mistake.pk, seen=FINDINGS.seen(mistake), **decided)
    devices.add(name="Tablet 2", house_id=house.pk, actor=floor)
    accounts.open_account(
        username="kasse3", full_name="Ole Brandt", role_names=["cage"], language="de", reason="neu an der Kasse",
        actor=User.objects.get(username="admin"),
    )  # fmt: skip
    clocks.ask(
        house_id=house.pk, time_zone="Europe/Berlin", rolls_over_at=time(11), actor=User.objects.get(username="admin")
    )
    revenue_is_stated(house, manager, sealed)
    against_the_house(house, floor)
    night.play(house)
    tournaments.play(house)
    moves.play(house)
    practice.play(house)
    waiting.stand(house)
    jackpots.play(house)
    tronc.play(house)
    # One file that is there, and one that is still being made.
    for name in ("rake", "match"):
        jobs.ask(kind="export", params={"report": name}, actor=manager)
    assert jobs.run_next()


def revenue_is_stated(house: House, manager: User, day: GamingDay) -> None:
    """Levy terms proposed; a key in force, one proposed, one withdrawn; the sealed statement of a day printed."""
    levies.propose(house_id=house.pk, terms=dict(LAWS["bayern"]), valid_from=day.date.replace(day=1), actor=manager)
    for signer in (AUTHORITY, STRANGER):
        authority_keys.register(
            house_id=house.pk, authority="Finanzaufsicht", public_key=signer.public_key.hex(), actor=manager
        )
    auditor = User.objects.get(username="auditor")
    looking(authority_keys.approve)(authority_key_id=AuthorityKey.objects.earliest("pk").pk, actor=auditor)
    lost = authority_keys.register(
        house_id=house.pk, authority="RP", public_key=Signer(b"a key on a card that was lost ..").public_key.hex(),
        actor=manager,
    )  # fmt: skip
    looking(authority_keys.approve)(authority_key_id=lost.pk, actor=auditor)
    authority_keys.withdraw(authority_key_id=lost.pk, reason="Karte verloren", actor=manager)
    row = Statement.objects.get(period="day")
    prints.record(house_id=house.pk, subject=f"statement:{row.pk}", actor=manager)


def against_the_house(house: House, floor: User) -> None:
    """One more table of Easy Hold'em, recorded by the outcome: the demo's records every card by now."""
    terms = GameForm(
        name="Easy 5–100", variant="easy_holdem", rule_set="easy-holdem/1", min_box_cents=500, max_box_cents=10_000,
        min_buy_in_cents=500,
    )  # fmt: skip
    game = games.create(house_id=house.pk, terms=terms, actor=floor)
    table = room.create(house_id=house.pk, code="E2", seats=7, actor=floor).pk
    room.open_table(table_id=table, version=1, game_id=game.pk, float_cents=500_000, actor=floor)
    guest = guests.register(house_id=house.pk, number="4711", name="Petra Vogel", actor=floor)
    seats.sit(table_id=table, version=2, seat=1, guest_id=guest.pk, buy_in_cents=50_000, actor=floor)
    noted = rounds.false_deal(table_id=table, version=3, cause=Misdeal.WRONG_COUNT, actor=floor)
    assert noted.number == 1
    lost = RoundRecord((BoxRecord(Box(1, {Spot.ANTE: 1_000}), 1),))
    rounds.record(table_id=table, version=4, round_record=lost, details=RoundDetails(), actor=floor)


def examples() -> Examples:
    """What stands for the parts of an address, several where a page looks different; the first that fits counts."""
    tables = dict(Table.objects.values_list("code", "pk"))
    sealed, *_others, current = GamingDay.objects.order_by("date").values_list("pk", flat=True)
    played = hands_of(current)
    proposal = ScheduleVersion.objects.get(state="proposed")
    window, shut = (Window.objects.get(code=code).pk for code in ("K1", "K9"))
    return (
        *(
            example
            for staged in (jackpots, moves, night, practice, rota, tournaments, tronc, waiting)
            for example in staged.examples()
        ),
        *of_tables(tables, played),
        (r"cage/windows/<window:pk>/open/", {"pk": [shut]}),
        (r"cage/window-shifts/", {"pk": [WindowShift.objects.get(window__code="K8", closed_at=None).pk]}),
        (r"cage/windows/", {"pk": [window]}),
        (r"cage/slips/", {"pk": [Slip.objects.get(state=Slip.State.ASKED).pk], "number": [1]}),
        (r"cage/count/", {"pk": [Drop.objects.filter(counted_at=None).latest("pk").pk]}),
        (r"management/days/<day:pk>/roll-over/", {"pk": [current]}),
        (r"management/days/<day:pk>/reopen/", {"pk": [sealed]}),
        (r"management/days/reopenings/", {"pk": [days.Reopening.objects.get().pk]}),
        (r"management/days/", {"pk": [sealed, current], "number": [1]}),
        (r"management/audit/findings/.*run", {"pk": [Finding.objects.filter(state="open").latest("pk").pk]}),
        (
            r"management/audit/findings/",
            {"pk": [getattr(Finding.objects, end)("pk").pk for end in ("latest", "earliest")]},
        ),
        (r"management/audit/<day:pk>/", {"pk": [current]}),
        (r"management/files/", {"pk": list(Job.objects.filter(kind="export").values_list("pk", flat=True))}),
        (r"management/schedules/versions/", {"pk": [proposal.pk]}),
        *of_revenue(),
        (r"management/schedules/", {"pk": [RakeSchedule.objects.exclude(pk=proposal.schedule_id).earliest("pk").pk]}),
        *of_the_house(),
        *of_people(),
    )


def of_tables(tables: Mapping[str, int], played: Sequence[int]) -> Examples:
    """Tables and their hands, by code and by kind."""
    t01 = tables["T01"]
    return (
        (r"floor/tables/<table:pk>/seats/<int:seat>/(sit|guest|admit|decide)/", {"pk": [t01], "seat": [9]}),
        (r"floor/tables/<table:pk>/seats/<int:seat>/(back|pick-up)/", {"pk": [tables["T02"]], "seat": [4]}),
        (r"floor/tables/<table:pk>/seats/", {"pk": [t01], "seat": [1]}),
        (r"floor/tables/<table:pk>/$", {"pk": [t01, tables["T05"], tables["T06"], tables["E1"]]}),
        (r"floor/tables/<table:pk>/open/", {"pk": [tables["T06"]]}),
        (r"floor/tables/<table:pk>/resume/", {"pk": [tables["T05"]]}),
        (r"dealer/tables/<table:pk>/(rounds?|false-deal)/", {"pk": [tables["E1"], tables["E2"]], "number": [2]}),
        (r"dealer/tables/", {"pk": [tables["T03"], t01]}),
        (r"floor/tables/<table:pk>/alarms/", {"pk": [t01], "kind": ["push"], "mark": ["1"]}),
        (r"floor/tables/", {"pk": [t01]}),
        (r"dealer/hands/<hand:pk>/$", {"pk": played}),
        (r"dealer/hands/<hand:pk>/(act|undo|settle|misdeal)/", {"pk": played[:1]}),
        (r"dealer/refused/", {"hand_uuid": [uuid.uuid4()]}),
        (r"dealer/hands/", {"pk": played[1:]}),
    )


def of_revenue() -> Examples:
    """Statements, levy terms and keys."""
    row = Statement.objects.get(period="day")
    return (
        (r"management/revenue/<slug:period>/<slug:first>/sign/", {"period": ["day"], "first": [row.first]}),
        (r"management/revenue/", {"period": ["day", "month"], "first": [row.first, row.first.replace(day=1)]}),
        (r"management/statements/", {"pk": [row.pk], "number": [1]}),
        (r"management/levies/keys/", {"pk": [AuthorityKey.objects.get(state="proposed").pk]}),
        (r"management/clock/", {"pk": [ClockChange.objects.get().pk]}),
        (r"management/levies/", {"pk": [LevyTerms.objects.latest("pk").pk]}),
    )


def of_the_house() -> Examples:
    """What a house sets: games, tables, rule sets."""
    furniture = [Table.objects.get(code=code).pk for code in ("T01", "T06")]
    return (
        (r"(setup/games|management/rules)/", {"pk": one_game_of_each_kind()}),
        (r"rules/", {"house": [House.objects.get().code], "code": ["T01", "E1", "P1"]}),
        (r"setup/tables/", {"pk": furniture}),
        (r"management/rule-sets/", {"pk": [HouseRuleSet.objects.get().pk]}),
    )


def of_people() -> Examples:
    """The same for accounts and tablets."""
    return (
        (r"account/end/", {"mark": ["0"]}),
        (r"help/", {"desk": list(SENTENCES)}),
        (r"security/", {"pk": [SecurityEvent.objects.filter(kind="terms").latest("pk").pk]}),
        (r"people/requests/", {"pk": [AccountRequest.objects.get().pk]}),
        (r"people/", {"pk": [AccountRequest.objects.get().person_id]}),
        (r"tablets?/", {"pk": [Device.objects.get(name="Tablet 2").pk], "user": [dealer().pk]}),
    )


def one_game_of_each_kind() -> list[int]:
    """Among guests, and against the house."""
    kinds = [Game.objects.filter(rake_schedule__isnull=banked) for banked in (False, True)]
    return [kind.earliest("pk").pk for kind in kinds]


def hands_of(day_id: int) -> list[int]:
    """One in play, one of every action, one summary."""
    over = Hand.objects.filter(gaming_day=day_id, state="settled").order_by("pk")
    kinds = [over.filter(recording=kind).latest("pk").pk for kind in ("every_action", "summary")]
    return [Hand.objects.get(state="open").pk, *kinds]


def arguments(route: str, known: Examples) -> Iterator[dict[str, object]]:
    """The examples for an address; one that needs some and has none is a mistake of this file."""
    wanted = re.findall(r"<(?:\w+:)?(\w+)>", route)
    given = next((values for written, values in known if wanted and re.match(written, route)), {})
    assert set(wanted) <= set(given), f"no example for {route}"
    for values in product(*(given[name] for name in wanted)):
        yield dict(zip(wanted, values, strict=True))


def dealer() -> User:
    return User.objects.get(username="dealer")


def paths() -> list[str]:
    """Every address with what stands for its parts."""
    found, known = [], examples()
    for route in routes():
        if route not in ODD:
            found += [
                "/" + re.sub(r"<(?:\w+:)?(\w+)>", lambda part: str(filled[part[1]]), route)  # noqa: B023
                for filled in arguments(route, known)
            ]
    found[found.index(f"/tablet/{Device.objects.get(name='Tablet 2').pk}/")] = f"/tablet/{dealer().pk}/"
    return found


class Reading:
    """Who reads what: asked of the server itself, without a browser."""

    def __init__(self) -> None:
        floor = User.objects.get(username="floor")
        _device, code = devices.add(name="Tablet 1", actor=floor)
        _device, self.token = devices.enrol(code=code, ip=None)
        self.clients = {}
        self.complaints: list[str] = []
        for name in READERS:
            self.clients[name] = Client(raise_request_exception=False)
            if name == ON_A_TABLET:
                self.clients[name].cookies[settings.TABLET_COOKIE_NAME] = self.token
            else:
                self.clients[name].force_login(User.objects.get(username=name))

    def readers(self, path: str) -> list[str]:
        """Who is shown this page, its owner first; a part of a page, a file, or a way elsewhere is no page."""
        owners = next((names for before, names in OWNERS.items() if path.startswith("/" + before)), ())
        found = []
        for name in (*owners, *(one for one in READERS if one not in owners)):
            answer = self.clients[name].get(path)
            if answer.status_code >= 500:
                self.complaints.append(f"{path} ({name}): {answer.status_code}")
            is_page = "Content-Disposition" not in answer.headers and b"<html" in answer.content[:2_000]
            if answer.status_code == 200 and is_page:
                found.append(name)
        return found


def look(page: Page, path: str, language: str, words: Words) -> list[str]:
    """All that is wrong with the page that is open, at every size; of light and dark in one language."""
    found = [*weighed(page), *words.complaints(page, language), *at_sizes(page, path, (TWICE_AS_LARGE, *SIZES))]
    if language == "en":
        page.emulate_media(color_scheme="dark")
        found += [f"dark: {one}" for one in judged(page)]
        page.emulate_media(color_scheme="light")
        found += [f"light: {one}" for one in judged(page, contrast_alone=True)]
    return found


def at_sizes(page: Page, path: str, sizes: Iterable[tuple[int, int]]) -> list[str]:
    """What the ruler finds at each size, one after the other; the last one stays for whoever judges the page next."""
    found = []
    for width, height in sizes:
        page.set_viewport_size({"width": width, "height": height})
        found += [f"{width}×{height}: {one}" for one in measured(page, path)]
    return found


def read_by(reading: Reading) -> dict[str, list[str]]:
    """Every page and who reads it; asked once for all workers, of houses that are copies of one another."""

    def ask() -> dict[str, list[str]]:
        found = {path: reading.readers(path) for path in paths()}
        assert reading.complaints == [], "\n".join(reading.complaints)
        return found

    return databases.common_facts("read_by", ask)


def test_most_addresses_are_pages_and_each_has_a_reader_here(house: House) -> None:
    pages = read_by(Reading())
    assert sum(bool(readers) for readers in pages.values()) > 80
    assert {readers[0] for readers in pages.values() if readers} == set(LOOKING)


@pytest.mark.parametrize("name", LOOKING)
@pytest.mark.parametrize("language", ["de", "en"])
def test_every_page(house: House, sit: Sit, language: str, name: str) -> None:
    reading, words = Reading(), Words(names=set(READERS) | LEVIES | OF_THE_TRONC)
    own = [path for path, readers in read_by(reading).items() if readers[:1] == [name]]
    desk = seated(sit, reading, name, language)
    page = desk.page()
    complaints = []
    for path in own:
        go_to(page, desk.address + path)
        found = until_it_stays(page, lambda: look(page, path, language, words))  # noqa: B023
        complaints += [f"{path}: {one}" for one in found]
    assert complaints == [], "\n".join(complaints)


@pytest.mark.parametrize("name", READERS)
def test_every_page_for_its_other_readers(house: House, sit: Sit, name: str) -> None:
    """Other roles have other buttons and other bars on the same pages."""
    reading = Reading()
    others = [path for path, readers in read_by(reading).items() if name in readers[1:]]
    desk = seated(sit, reading, name, "de")
    page = desk.page()
    complaints = []
    for path in others:
        go_to(page, desk.address + path)
        found = until_it_stays(page, lambda: glanced_at(page, path))  # noqa: B023
        complaints += [f"{path}: {one}" for one in found]
    assert complaints == [], "\n".join(complaints)


def go_to(page: Page, address: str) -> None:
    """Open a page; once more where the one before loads itself again just then, which ends what has begun."""
    try:
        page.goto(address)
    except Error as error:
        if "ERR_ABORTED" not in str(error) and "interrupted by another navigation" not in str(error):
            raise
        page.wait_for_load_state()
        page.goto(address)


def until_it_stays(page: Page, looked: Callable[[], list[str]]) -> list[str]:
    """What is found; looked for a second time where the page loads itself again, as that of a hand that is over."""
    try:
        return looked()
    except Error as error:
        if "context was destroyed" not in str(error):
            raise
    page.wait_for_load_state()
    return looked()


def glanced_at(page: Page, path: str) -> list[str]:
    """What is wrong with the page that is open, on a phone, twice as large, and in the office."""
    return [*weighed(page), *at_sizes(page, path, (PHONE, TWICE_AS_LARGE, OFFICE)), *judged(page)]


def seated(sit: Sit, reading: Reading, name: str, language: str) -> Desk:
    """A reader before a screen; nobody yet before the tablet of a table."""
    desk = sit(None if name == ON_A_TABLET else User.objects.get(username=name), size=TABLET, language=language)
    if name == ON_A_TABLET:
        desk.context.add_cookies([{"name": settings.TABLET_COOKIE_NAME, "value": reading.token, "url": desk.address}])
    return desk


@pytest.mark.parametrize("name", ["manager", "admin"])
def test_the_back_office_and_the_manual_of_the_api(house: House, sit: Sit, name: str) -> None:
    """Drawn by Django and by Swagger, so no ruler is laid on them; they keep the policy and the console clean."""
    desk = sit(User.objects.get(username=name), size=OFFICE, language="de")
    page = desk.page()
    lists = [reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_changelist") for model in site._registry]
    shown = 0
    for path in ("/admin/", "/api/docs/", *lists):
        answer = page.goto(desk.address + path)
        assert answer
        assert answer.status in (200, 403), path
        shown += answer.status == 200
        if answer.status == 200 and (first := page.locator("#result_list tbody th a").first).count():
            first.click()
    assert shown > 5
