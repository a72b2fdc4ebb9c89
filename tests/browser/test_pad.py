"""The dealer's pad in a real browser: taps counted, what is due, and hands that outlive the network."""

import random
from datetime import UTC, datetime

import pytest
from playwright.sync_api import Page, Route, expect

from accounting.models import Assessment, Entry
from accounting.policy import rake
from accounting.policy.rake import HandFacts
from accounting.services import schedules
from tables.models import FloorCall, Game, Hand
from tables.services import calls, downs
from tests.browser.conftest import TABLET, UPRIGHT, Sit
from tests.tables.pages.conftest import Room

NAMES = ("Müller", "Okafor", "Schmidt", "Yilmaz", "Rossi", "Nguyen", "Weber")


class Pad:
    """A dealer's fingers; counts what they do."""

    def __init__(self, page: Page) -> None:
        self.page, self.taps = page, 0

    def tap(self, selector: str) -> None:
        self.taps += 1
        self.page.locator(selector).tap()

    def key(self, digits: str) -> None:
        for digit in digits:
            self.tap(f'[data-digit="{digit}"]')

    def book(self) -> None:
        self.tap("[data-book]")

    def hand(self, pot: str, tip: str = "") -> None:
        self.key(pot)
        if tip:
            self.tap(f'[data-tip][value="{tip}"]')
        self.book()

    def waits(self, hands: int) -> None:
        if hands:
            expect(self.page.locator("[data-queue]")).to_have_text(f"{hands} waiting")
        else:
            expect(self.page.locator("[data-queue]")).to_be_hidden()


@pytest.fixture
def pad(sit: Sit, room: Room) -> Pad:
    """Seven guests at a table that records outcomes, its dealer before a tablet."""
    table = room.table("T1", "summary", NAMES)
    room.push("T1")
    page = sit(room.dealer, size=TABLET).open(f"/dealer/tables/{table.pk}/record/")
    expect(page.locator("[data-link]")).to_have_text("online")
    return Pad(page)


def booked(hands: int) -> None:
    assert Hand.objects.filter(state="settled").count() == Entry.objects.filter(code="hand").count() == hands


def test_four_taps_without_a_tip_five_with_one_two_for_a_walk(pad: Pad) -> None:
    """screens §10.2: 184 is three digits and the book button, the tip one more; 2/4 folded round is a pot of 4."""
    pad.key("184")
    expect(pad.page.locator("[data-due]")).to_have_text("9.00")
    expect(pad.page.locator("#id_rake_cents")).to_have_value("9")
    pad.book()
    assert pad.taps == 4
    expect(pad.page.locator("[data-last-state]")).to_have_text("booked")
    pad.hand("184", "2")
    assert pad.taps == 9
    expect(pad.page.locator("#pad-last")).to_contain_text("#2")
    pad.tap("[data-flop]")
    pad.book()
    assert pad.taps == 11
    expect(pad.page.locator("#pad-last")).to_contain_text("#3")
    rows = Assessment.objects.order_by("pk").values_list(
        "pot_cents", "flop_seen", "dealt_in", "taken_cents", "tips_cents"
    )
    assert list(rows) == [(18_400, True, 7, 900, 0), (18_400, True, 7, 900, 200), (400, False, 7, 0, 0)]
    assert set(Hand.objects.values_list("dealer__username", flat=True)) == {"dealer"}


def test_another_rake_wants_its_reason_with_one_tap(pad: Pad) -> None:
    pad.key("184")
    pad.tap('[data-rake="-1"]')
    expect(pad.page.locator("[data-book]")).to_be_disabled()
    pad.tap('[data-reason][value="Chip unit"]')
    pad.book()
    assert pad.taps == 6
    expect(pad.page.locator("[data-last-state]")).to_have_text("booked")
    row = Assessment.objects.get()
    assert (row.due_cents, row.taken_cents, row.reason) == (900, 800, "Chip unit")


def test_offline_three_hands_online_exactly_three(pad: Pad) -> None:
    pad.page.context.set_offline(True)
    for pot in ("40", "184", "60"):
        pad.hand(pot)
    pad.waits(3)
    expect(pad.page.locator("[data-link]")).to_have_text("No network")
    booked(0)
    pad.page.context.set_offline(False)
    pad.waits(0)
    booked(3)
    assert list(Hand.objects.order_by("number").values_list("result__pot_cents", flat=True)) == [4_000, 18_400, 6_000]


def test_an_answer_that_got_lost_books_nothing_twice(pad: Pad) -> None:
    sent: list[str] = []

    def lose_the_first(route: Route) -> None:
        sent.append(route.request.headers["idempotency-key"])
        if len(sent) == 1:
            route.fetch()  # the server has it; its answer never arrives
            route.abort()
        else:
            route.continue_()

    pad.page.route("**/hands/record/", lose_the_first)
    for pot in ("40", "184", "60"):
        pad.hand(pot)
    expect(pad.page.locator("#pad-last")).to_contain_text("#3")
    pad.waits(0)
    booked(3)
    assert len(sent) == 4
    assert sent[0] == sent[1], "the same hand under the same key"
    assert len(set(sent)) == 3


def test_a_reload_without_a_network_shows_the_pad_and_keeps_the_hands(pad: Pad) -> None:
    page = pad.page
    page.evaluate("navigator.serviceWorker.ready")
    page.evaluate(_SHELL_KEPT)
    page.context.set_offline(True)
    pad.hand("184")
    pad.key("77")
    page.reload()
    pad.waits(1)
    expect(page.locator("#id_pot_cents")).to_have_value("77")  # the draft too
    pad.book()
    pad.waits(2)
    page.context.set_offline(False)
    pad.waits(0)
    booked(2)


def test_a_refused_hand_stays_until_the_floor_has_decided(pad: Pad, room: Room) -> None:
    pad.hand("99900")
    box = pad.page.locator("[data-refused]")
    expect(box).to_contain_text("There are only 1,400.00 on the table.")
    pad.key("40")
    expect(pad.page.locator("[data-book]")).to_be_disabled()
    expect(box).to_have_attribute("data-brought", "")
    call = FloorCall.objects.get()
    assert (call.kind, call.facts["pot_cents"], call.called_by) == ("refused_hand", 9_990_000, room.dealer)
    pad.page.reload()
    expect(box).to_be_visible()
    expect(pad.page.locator("[data-book]")).to_be_disabled()
    calls.answer(call_id=call.pk, text="999 was meant", actor=room.floor)
    expect(box).to_be_hidden()
    expect(pad.page.locator("#notices")).to_contain_text("999 was meant")
    pad.book()  # the 40 that were keyed meanwhile
    expect(pad.page.locator("[data-last-state]")).to_have_text("booked")
    booked(1)


def test_what_the_floor_mends_is_sent_again(pad: Pad, room: Room) -> None:
    pad.hand("1500")
    expect(pad.page.locator("[data-refused]")).to_be_visible()
    room.seat("T1", 8, "Weiß", 400_00)
    pad.tap("[data-again]")
    expect(pad.page.locator("[data-refused]")).to_be_hidden()
    expect(pad.page.locator("#pad-last")).to_contain_text("#1")
    booked(1)


def test_a_hand_that_nobody_was_sent_yet_is_taken_back_a_booked_one_by_the_floor(pad: Pad) -> None:
    pad.page.route("**/hands/record/", lambda route: route.abort())
    pad.hand("40")
    pad.hand("184", "2")
    pad.waits(2)
    pad.tap("[data-take-back]")
    pad.waits(1)
    expect(pad.page.locator("#id_pot_cents")).to_have_value("184")
    expect(pad.page.locator("#id_tip_cents")).to_have_value("2")
    pad.page.unroute("**/hands/record/")
    pad.waits(0)
    booked(1)
    pad.page.get_by_role("button", name="Wrong? The floor takes it back").tap()
    expect(pad.page.locator("#pad-state")).to_contain_text("A booked hand is wrong")
    assert FloorCall.objects.get().hand == Hand.objects.get()


def test_the_draft_outlives_the_lock_and_a_relieved_dealer_keeps_his_hands(pad: Pad, room: Room) -> None:
    pad.page.context.set_offline(True)
    pad.hand("40")
    pad.key("18")
    second = type(room.dealer).objects.create_user("second", full_name="Boris", roles=["dealer"], language="en")
    downs.push(table_id=room.tables["T1"].pk, version=room.version("T1"), dealer_id=second.pk, actor=room.floor)
    pad.page.context.set_offline(False)
    pad.waits(0)
    assert Hand.objects.get().dealer == room.dealer
    pad.page.reload()
    expect(pad.page.locator("#id_pot_cents")).to_have_value("18")


def test_the_floor_is_called_with_two_taps_and_a_misdeal_takes_two(pad: Pad) -> None:
    pad.tap(".pad-bar .menu summary")
    pad.tap('.pad-bar .menu button[value="ruling"]')
    assert pad.taps == 2
    expect(pad.page.locator("#pad-state")).to_contain_text("Floor called: A ruling")
    assert FloorCall.objects.get().kind == "ruling"
    pad.key("184")
    pad.taps = 0
    pad.tap("[data-misdeal-box] summary")
    pad.tap("button[data-misdeal]")
    assert pad.taps == 2
    expect(pad.page.locator("#id_pot_cents")).to_have_value("")
    booked(0)


def test_without_a_finger_on_the_glass_keys_do_it(pad: Pad) -> None:
    for key in ("1", "8", "5", "Backspace", "4", "t", "2", "Enter"):
        pad.page.keyboard.press(key)
    expect(pad.page.locator("[data-last-state]")).to_have_text("booked")
    row = Assessment.objects.get()
    assert (row.pot_cents, row.tips_cents) == (18_400, 200)


@pytest.mark.parametrize("size", [TABLET, UPRIGHT])
def test_nothing_to_scroll_and_no_target_under_64_pixels(sit: Sit, room: Room, size: tuple[int, int]) -> None:
    table = room.table("T1", "summary", (*NAMES, "Andersson", "Krüger-Lüdenscheidt"))
    room.push("T1")
    page = sit(room.dealer, size=size, language="de").open(f"/dealer/tables/{table.pk}/record/")
    expect(page.locator("[data-digit='7']")).to_be_visible()
    Pad(page).key("184")
    page.locator('[data-rake="-1"]').tap()  # the reasons take their place too
    over = page.evaluate(_BEYOND)
    page.screenshot(path=f"/tmp/pad-{size[0]}.png")
    assert over[0] <= 0
    assert over[1] <= 0
    assert page.evaluate(_SMALL_TARGETS) == []


TERMS: list[dict[str, object]] = [
    {"kind": "percent", "rate_bp": 500, "cap_cents": 1500, "chip_cents": 100, "no_flop_no_drop": True},
    {
        "kind": "percent", "rate_bp": 475, "chip_cents": 50, "rounding": "nearest", "least_cents": 130,
        "min_pot_cents": 2000,
    },
    {
        "kind": "percent", "rate_bp": 333, "rounding": "up",
        "caps": [{"players": 2, "cap_cents": 350}, {"players": 5, "cap_cents": 975}],
    },
    {
        "kind": "steps", "chip_cents": 100,
        "steps": [
            {"from_cents": 1000, "total_cents": 100}, {"from_cents": 4000, "add_cents": 250},
            {"from_cents": 9000, "total_cents": 500},
        ],
    },
    {"kind": "increment", "amount_cents": 75, "per_cents": 1500, "first_cents": 100, "cap_cents": 900},
    {"kind": "fixed", "amount_cents": 350, "base_includes_uncalled": True, "min_pot_cents": 700, "chip_cents": 25},
    {"kind": "time", "amount_cents": 600, "period_minutes": 30},
    {
        "kind": "percent", "rate_bp": 1000, "cap_cents": 400, "chip_cents": 100,
        "jackpot": {
            "fund": "bad-beat", "min_players": 3, "flop_required": True,
            "steps": [{"from_cents": 2000, "total_cents": 100}, {"from_cents": 6000, "add_cents": 150}],
        },
    },
]  # fmt: skip
_SMALL_TARGETS = """
() => [...document.querySelectorAll("main button, main .choice, main .button, .bar button, .bar .button, summary")]
    .filter((node) => node.checkVisibility()).map((node) => [node.innerText, node.getBoundingClientRect()])
    .filter(([, box]) => box.width < 64 || box.height < 64).map(([text, box]) => [text, box.width, box.height])
"""
_COMPUTED = """
(cases) => cases.map(([terms, facts]) => { const { due_cents, jackpot_cents } = rake.due(terms, facts);
                                           return [due_cents, jackpot_cents]; })
"""
_SHELL_KEPT = """
async () => {
  const shell = await caches.open("pad");
  while ((await shell.keys()).length < 6) await new Promise((go) => setTimeout(go, 50));
}
"""
_BEYOND = """
() => [document.documentElement.scrollWidth - innerWidth, document.documentElement.scrollHeight - innerHeight]
"""


def test_tablet_and_server_compute_the_same(pad: Pad) -> None:
    """800 pots under eight kinds of terms: bands, percent, caps, rounding, no flop, funds, tables of other chips."""
    chance = random.Random(20261121)
    cases, expected = [], []
    for raw in TERMS:
        terms = rake.parse(raw)
        for _each in range(100):
            facts = HandFacts(
                pot_cents=chance.choice(
                    [chance.randrange(1, 600), chance.randrange(1, 30_000), chance.randrange(1, 10**11)]
                ),
                flop_seen=chance.random() < 0.7,
                dealt_in=chance.randrange(0, 11),
                uncalled_cents=chance.choice([0, chance.randrange(0, 5_000)]),
                chip_cents=chance.choice([1, 25, 50, 100, 300, 500]),
            )
            due = rake.due(terms, facts)
            cases.append([rake.dump(terms), {name: getattr(facts, name) for name in facts.__slots__}])
            expected.append([due.due_cents, due.jackpot_cents])
    found = pad.page.evaluate(_COMPUTED, cases)
    assert [row for row in zip(cases, expected, found, strict=True) if row[1] != row[2]] == []
    assert len({tuple(row) for row in expected}) > 60, "not all of them nothing"


def test_new_terms_reach_the_tablet_and_a_difference_is_said(pad: Pad, room: Room) -> None:
    game = Game.objects.get(name="PLO 5/10")
    pad.page.context.set_offline(True)
    pad.hand("184")
    pad.waits(1)
    type(game).objects.filter(pk=game.pk).update(rake_schedule=other_schedule(room))
    pad.page.context.set_offline(False)
    expect(pad.page.locator("#notices")).to_contain_text("The books have rake 3.00, this tablet showed 9.00")
    assert Assessment.objects.get().taken_cents == 300


def other_schedule(room: Room) -> int:
    version = schedules.publish(
        house_id=room.house.pk,
        name="fixed",
        terms={"kind": "fixed", "amount_cents": 300},
        valid_from=datetime(2026, 1, 1, tzinfo=UTC),
        actor=room.floor,
    )
    return version.schedule_id
