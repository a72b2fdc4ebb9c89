"""The dealer's pad in a real browser: taps counted, looks measured, what is due as the server computes it."""

import random

import pytest
from playwright.sync_api import expect

from accounting.models import Assessment
from accounting.policy import rake
from accounting.policy.rake import HandFacts
from tables.models import FloorCall, Hand
from tests.browser.conftest import TABLET, UPRIGHT, Sit, press
from tests.browser.pads import NAMES, Pad, at_the_pad, booked
from tests.forging import change
from tests.tables.pages.conftest import Room


@pytest.fixture
def pad(sit: Sit, room: Room) -> Pad:
    """Seven guests, their dealer before a tablet."""
    return at_the_pad(sit, room)


@pytest.mark.smoke("dealer, outcomes")
def test_four_taps_without_a_tip_five_with_one_two_for_a_walk(pad: Pad) -> None:
    """184 is three digits and the book button, the tip one more; 2/4 folded round is a pot of 4."""
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
        press(pad.page, key)
    expect(pad.page.locator("[data-last-state]")).to_have_text("booked")
    row = Assessment.objects.get()
    assert (row.pot_cents, row.tips_cents) == (18_400, 200)


def test_a_bomb_pot_is_one_tap_where_the_game_has_them(pad: Pad) -> None:
    """Without a network too: the tablet computes what the schedule exempts, and says so."""
    switch, said = pad.page.locator("[data-bomb]"), pad.page.locator("[data-said]")
    expect(switch).to_be_hidden()
    change("UPDATE tables_game SET bomb_pot_ante_cents = 500")
    change("""UPDATE accounting_scheduleversion SET terms = jsonb_set(terms, '{bomb_pots_free}', 'true')""")
    pad.page.reload()
    expect(switch).to_be_visible()
    pad.key("184")
    pad.tap("[data-flop]")
    pad.tap("[data-bomb]")
    expect(switch).to_have_attribute("aria-pressed", "true")
    expect(pad.page.locator("[data-flop]")).to_be_disabled()
    expect(pad.page.locator("[data-due]")).to_have_text("0.00")
    expect(said).to_contain_text("Bomb pot")
    assert pad.page.evaluate(_SMALL_TARGETS) == []
    pad.book()
    expect(pad.page.locator("[data-last-state]")).to_have_text("booked")
    expect(switch).to_have_attribute("aria-pressed", "false")
    pad.hand("184")
    expect(pad.page.locator("#pad-last")).to_contain_text("#2")
    rows = Assessment.objects.order_by("pk").values_list("bomb_pot", "flop_seen", "taken_cents")
    assert list(rows) == [(True, True, 0), (False, True, 900)]


def test_a_bomb_pot_that_is_due_needs_no_tap(pad: Pad) -> None:
    """Every second hand, also of those that the house does not have yet; what the dealer says goes before."""
    switch = pad.page.locator("[data-bomb]")
    change("UPDATE tables_game SET bomb_pot_ante_cents = 500, bomb_pot_every = 2")
    pad.page.reload()
    expect(switch).to_have_attribute("aria-pressed", "false")
    pad.hand("184")
    expect(pad.page.locator("[data-last-state]")).to_have_text("booked")
    expect(switch).to_have_attribute("aria-pressed", "true")
    pad.page.context.set_offline(True)
    pad.hand("100")
    expect(switch).to_have_attribute("aria-pressed", "false")
    pad.hand("184")
    expect(switch).to_have_attribute("aria-pressed", "true")
    pad.tap("[data-bomb]")
    pad.key("100")
    expect(switch).to_have_attribute("aria-pressed", "false")
    pad.book()
    pad.page.context.set_offline(False)
    expect(pad.page.locator("#pad-last")).to_contain_text("#4")
    found = Assessment.objects.order_by("pk").values_list("bomb_pot", flat=True)
    assert list(found) == [False, True, False, False]


@pytest.mark.parametrize("size", [TABLET, UPRIGHT])
def test_nothing_to_scroll_and_no_target_under_64_pixels(sit: Sit, room: Room, size: tuple[int, int]) -> None:
    table = room.set_up("T1", "summary", (*NAMES, "Andersson", "Krüger-Lüdenscheidt"))
    room.push(room.tables["T1"])
    page = sit(room.dealer, size=size, language="de").open(f"/dealer/tables/{table}/record/")
    expect(page.locator("[data-digit='7']")).to_be_visible()
    Pad(page).key("184")
    page.locator('[data-rake="-1"]').tap()  # the reasons take their place too
    over = page.evaluate(_BEYOND)
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
        "kind": "percent", "rate_bp": 1000, "cap_cents": 400, "chip_cents": 100, "bomb_pots_free": True,
        "jackpot": {
            "fund": "bad-beat", "min_players": 3, "flop_required": True,
            "steps": [{"from_cents": 2000, "total_cents": 100}, {"from_cents": 6000, "add_cents": 150}],
        },
    },
]  # fmt: skip
_SMALL_TARGETS = """
() => [...document.querySelectorAll(":is(main, .bar) :is(button, .button, .tray), label.plate, summary")]
    .filter((node) => node.checkVisibility()).map((node) => [node.innerText, node.getBoundingClientRect()])
    .filter(([, box]) => box.width < 64 || box.height < 64).map(([text, box]) => [text, box.width, box.height])
"""
_COMPUTED = """
(cases) => cases.map(([terms, facts]) => { const { due_cents, jackpot_cents } = rake.due(terms, facts);
                                           return [due_cents, jackpot_cents]; })
"""
_BEYOND = """
() => [document.documentElement.scrollWidth - innerWidth, document.documentElement.scrollHeight - innerHeight]
"""


@pytest.mark.smoke("dealer, outcomes")
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
                bomb_pot=chance.random() < 0.2,
            )
            due = rake.due(terms, facts)
            cases.append([rake.dump(terms), {name: getattr(facts, name) for name in facts.__slots__}])
            expected.append([due.due_cents, due.jackpot_cents])
    found = pad.page.evaluate(_COMPUTED, cases)
    assert [row for row in zip(cases, expected, found, strict=True) if row[1] != row[2]] == []
    assert len({tuple(row) for row in expected}) > 60, "not all of them nothing"
