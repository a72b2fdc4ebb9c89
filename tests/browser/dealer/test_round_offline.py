"""The pad against the house without a network: nothing lost, nothing twice, what is unknown is called unknown."""

from datetime import timedelta

import pytest
from playwright.sync_api import Route, expect

from casino import house_time
from tables.floor.services import seats, tables
from tables.log.services import floor_calls
from tables.models import FloorCall, Hand, Round
from tables.rounds.services import rounds
from tables.rounds.services.rounds import RoundDetails
from tests import builders
from tests.browser.conftest import TABLET, Sit, press, watched
from tests.browser.pads import FULL, SHELL_KEPT, writing_held
from tests.browser.rounds import EURO, SEVEN, ULTIMATE, Boxes, at_the_boxes, booked, folded, opened
from tests.builders import Evening
from tests.tables.rounds.banking import LOST


@pytest.fixture
def evening(transactional_db: None) -> Evening:
    return builders.evening()


@pytest.fixture
def table(evening: Evening) -> int:
    return opened(evening)


@pytest.fixture
def boxes(sit: Sit, evening: Evening, table: int) -> Boxes:
    """Three guests, their dealer before a tablet."""
    return at_the_boxes(sit, evening)


def test_offline_three_rounds_online_exactly_three_in_their_order(boxes: Boxes) -> None:
    page = boxes.page
    page.context.set_offline(True)
    expect(page.locator("[data-link]")).to_have_text("No network")
    boxes.lost_round(10)
    boxes.waits(1)
    boxes.ante(1, 5)
    boxes.lost_round()
    boxes.waits(2)
    boxes.way()  # it folds
    boxes.tap('[data-tip="200"]')
    boxes.book()
    boxes.waits(3)
    booked(0)
    page.context.set_offline(False)
    boxes.waits(0)
    booked(3)
    assert list(Round.objects.order_by("number").values_list("lost_cents", "tips_cents")) == [
        (20 * EURO, 0), (30 * EURO, 0), (15 * EURO, 2 * EURO),
    ]  # fmt: skip


def test_taps_while_a_round_is_written_down_belong_to_the_next_one(boxes: Boxes) -> None:
    release = writing_held(boxes.page)
    boxes.lost_round()
    boxes.ante(2, 25)
    boxes.tap('[data-box="1"]')
    boxes.loses()
    release()
    boxes.loses()  # box 2
    boxes.book()
    expect(boxes.page.locator("#pad-last")).to_contain_text("#2")
    booked(2)
    assert list(Round.objects.order_by("number").values_list("lost_cents", flat=True)) == [20 * EURO, 70 * EURO]


def test_a_round_that_cannot_be_written_down_stays_keyed(sit: Sit, evening: Evening, table: int) -> None:
    desk = sit(evening.dealer, size=TABLET)
    boxes = Boxes(desk.open(f"/dealer/tables/{table}/round/"))
    boxes.page.evaluate(FULL)
    with boxes.page.expect_event("pageerror"):
        boxes.lost_round()
    boxes.plate(1, "10", "Flop 10", "loses")
    expect(boxes.page.locator("[data-book]")).to_be_enabled()
    desk.complaints.remove("the disk is full")


def test_what_is_not_known_yet_is_called_unknown(boxes: Boxes) -> None:
    page = boxes.page
    page.context.set_offline(True)
    boxes.ante(1, 10)
    boxes.wins("flush")
    expect(page.locator("[data-missing]")).to_contain_text("the outcome is unknown until the network is back")
    expect(page.locator("[data-bank]")).to_be_hidden()
    boxes.book()
    last = page.locator("[data-last]")
    expect(last).to_contain_text("Round #1 · Staked 20.00 · House unknown until the network is back")
    expect(last).to_contain_text("waiting")
    page.context.set_offline(False)
    boxes.waits(0)
    booked(1)
    expect(page.locator("#pad-last")).to_contain_text("Paid to boxes 20.00")


def test_what_was_unknown_is_computed_once_the_network_is_back(boxes: Boxes) -> None:
    page = boxes.page
    page.context.set_offline(True)
    boxes.ante(1, 10)
    boxes.wins("flush")
    expect(page.locator("[data-missing]")).to_contain_text("the outcome is unknown")
    page.context.set_offline(False)
    boxes.plate(1, "+20.00")
    expect(page.locator("[data-missing]")).to_have_text("Everything has been entered.")


def test_book_stays_enabled_when_the_network_comes_back(sit: Sit, evening: Evening, table: int) -> None:
    """Else the key goes dead under the dealer's finger, and the round is not booked."""
    boxes = at_the_boxes(sit, evening, kept=False)
    page = boxes.page
    asked: list[Route] = []

    def hold(route: Route) -> None:
        asked.append(route)

    page.context.set_offline(True)
    boxes.ante(1, 10)
    boxes.loses()
    expect(page.locator("[data-missing]")).to_contain_text("the outcome is unknown")
    expect(page.locator("[data-book]")).to_be_enabled()
    page.context.route("**/round/result/**", hold)
    page.context.set_offline(False)
    expect(page.locator("[data-missing]")).to_have_text("The outcome is being computed …")
    assert page.locator("[data-book]").is_enabled()
    boxes.loses()  # not so after all: another round, whose outcome is waited for
    boxes.wins("pair")
    assert page.locator("[data-book]").is_disabled()
    for each in asked:
        each.abort()


def test_a_round_whose_boxes_fold_waits_for_its_outcome_too(sit: Sit, evening: Evening, table: int) -> None:
    boxes = at_the_boxes(sit, evening, kept=False)
    asked: list[Route] = []

    def hold(route: Route) -> None:
        asked.append(route)

    boxes.page.context.route("**/round/result/**", hold)
    boxes.ante(1, 10)
    boxes.way()
    assert boxes.page.locator("[data-book]").is_disabled()
    expect(boxes.page.locator("[data-missing]")).to_have_text("The outcome is being computed …")
    for each in asked:
        each.abort()


def test_book_stays_in_its_place_when_the_table_changes(sit: Sit, evening: Evening, table: int) -> None:
    """Else the finger meets what has moved there, and the round is not booked."""
    boxes = at_the_boxes(sit, evening, kept=False)
    page = boxes.page
    page.route("**/rounds/record/", lambda route: route.abort())
    boxes.lost_round()
    boxes.waits(1)
    places = watched(page, "[data-book]")
    evening.sit(table, 30_000, first=4)
    boxes.plate(4, "no bet")
    assert len(places()) == 1


def test_after_half_an_hour_without_a_network_the_rounds_go_on_paper(sit: Sit, evening: Evening, table: int) -> None:
    desk = sit(evening.dealer, size=TABLET)
    page = desk.page()
    page.clock.install(time=house_time.now() - timedelta(minutes=31))
    page.goto(f"{desk.address}/dealer/tables/{table}/round/")
    boxes, paper = Boxes(page), page.locator("[data-paper]")
    expect(page.locator("[data-link]")).to_have_text("online")
    page.context.set_offline(True)
    boxes.lost_round()
    boxes.waits(1)
    boxes.loses()
    page.clock.fast_forward("29:00")
    expect(page.locator("[data-book]")).to_be_enabled()
    expect(paper).to_be_hidden()
    page.clock.fast_forward("01:30")
    expect(paper).to_have_text("Too long without a network: write the hands on paper.")
    expect(page.locator("[data-book]")).to_be_disabled()
    press(page, "Shift")  # else the screen locks itself: nobody has touched it for half an hour
    page.context.set_offline(False)
    boxes.waits(0)
    expect(paper).to_have_text("The network is back: now enter the hands written on paper, in order.")
    boxes.book()  # the one that was keyed when the limit came
    expect(paper).to_be_hidden()
    expect(page.locator("#pad-last")).to_contain_text("#2")
    booked(2)
    waited = Round.objects.get(number=1)
    assert (waited.recorded_at - waited.dealt_at) // timedelta(minutes=1) in (30, 31)


def test_an_answer_that_got_lost_books_nothing_twice(sit: Sit, evening: Evening, table: int) -> None:
    boxes = at_the_boxes(sit, evening, kept=False)
    sent: list[str] = []

    def lose_the_first(route: Route) -> None:
        sent.append(route.request.headers["idempotency-key"])
        if len(sent) == 1:
            route.fetch()  # the server has it; its answer never arrives
            route.abort()
        else:
            route.continue_()

    boxes.page.route("**/rounds/record/", lose_the_first)
    for _each in range(3):
        boxes.lost_round()
    boxes.waits(0)
    expect(boxes.page.locator("#pad-last")).to_contain_text("#3")
    booked(3)
    assert len(sent) == 4
    assert sent[0] == sent[1], "the same round under the same key"
    assert len(set(sent)) == 3


def test_a_reload_without_a_network_shows_the_pad_and_keeps_rounds_and_draft(boxes: Boxes) -> None:
    page = boxes.page
    page.evaluate("navigator.serviceWorker.ready")
    page.evaluate(SHELL_KEPT)
    boxes.lost_round()  # the kept page does not know of this one
    expect(page.locator("#pad-last")).to_contain_text("#1")
    page.context.set_offline(True)
    boxes.lost_round()
    boxes.waits(1)
    boxes.ante(2, 25)
    boxes.tap('[data-box="1"]')
    boxes.loses()
    page.reload()
    boxes.waits(1)
    boxes.plate(1, "loses")
    boxes.plate(2, "25")
    boxes.tap('[data-rest="fold"]')
    boxes.book()
    boxes.waits(2)
    page.context.set_offline(False)
    boxes.waits(0)
    booked(3)
    assert Round.objects.get(number=3).lost_cents == 45 * EURO


def test_a_refused_round_stays_until_the_floor_has_decided(sit: Sit, evening: Evening) -> None:
    """More than all guests have: only the books know."""
    table = opened(evening, SEVEN[:2])
    folded_here(evening, table)
    boxes = at_the_boxes(sit, evening)
    page = boxes.page
    too_much(boxes)
    box = page.locator("[data-refused]")
    expect(box).to_contain_text("Round #2")
    expect(box).to_have_attribute("data-brought", "")
    call = FloorCall.objects.get()
    assert (call.kind, call.facts["code"], call.called_by) == ("refused_hand", "not_enough_chips", evening.dealer)
    assert len(call.facts["boxes"]) == 4
    boxes.tap('[data-rest="fold"]')
    expect(page.locator("[data-book]")).to_be_disabled()
    page.reload()
    expect(box).to_be_visible()
    expect(page.locator("[data-book]")).to_be_disabled()
    floor_calls.answer(call_id=call.pk, text="two boxes were meant", actor=evening.floor)
    expect(box).to_be_hidden()
    expect(page.locator("#notices")).to_contain_text("two boxes were meant")
    boxes.book()  # what was keyed meanwhile
    expect(page.locator("#pad-last")).to_contain_text("#2")
    booked(2)


def test_what_the_floor_mends_is_sent_again(sit: Sit, evening: Evening) -> None:
    table = opened(evening, SEVEN[:2])
    folded_here(evening, table)
    boxes = at_the_boxes(sit, evening)
    too_much(boxes)
    expect(boxes.page.locator("[data-refused]")).to_have_attribute("data-brought", "")
    for seat in (1, 2):
        seats.top_up(
            table_id=table, version=evening.version(table), seat=seat, amount_cents=600 * EURO, actor=evening.floor
        )
    boxes.tap("[data-again]")
    expect(boxes.page.locator("[data-refused]")).to_be_hidden()
    boxes.waits(0)
    booked(2)
    assert FloorCall.objects.get().answered_at is not None


def test_a_round_keyed_over_one_that_the_floor_recorded_is_looked_at_again(
    boxes: Boxes, evening: Evening, table: int
) -> None:
    page = boxes.page
    page.context.set_offline(True)
    boxes.lost_round()
    boxes.waits(1)
    rounds.record(
        table_id=table, version=evening.version(table), round_record=LOST, details=RoundDetails(), actor=evening.floor
    )
    page.context.set_offline(False)
    expect(page.locator("[data-refused]")).to_contain_text("the next is #2, not #1")
    booked(1)
    boxes.tap("[data-again]")
    boxes.waits(0)
    booked(2)
    expect(page.locator("[data-refused]")).to_be_hidden()


def test_a_round_that_nobody_was_sent_yet_is_taken_back_with_all_that_was_keyed(
    sit: Sit, evening: Evening, table: int
) -> None:
    boxes = at_the_boxes(sit, evening, kept=False)
    boxes.page.route("**/rounds/record/", lambda route: route.abort())
    boxes.lost_round()
    boxes.ante(2, 25)
    boxes.wins("pair")
    boxes.tap('[data-rest="lost"]')
    boxes.book()
    boxes.waits(2)
    boxes.tap("[data-take-back]")
    boxes.waits(1)
    boxes.plate(1, "loses")
    boxes.plate(2, "25", "wins · a pair")
    boxes.page.unroute("**/rounds/record/")
    boxes.waits(0)
    booked(1)


def test_another_game_brings_its_own_keys(boxes: Boxes, evening: Evening, table: int) -> None:
    """What was keyed by the rules of the game before is not booked by those of the next."""
    boxes.ante(1, 10)
    boxes.way("Flop")
    ultimate = evening.banked_game(**ULTIMATE)
    tables.change_game(table_id=table, version=evening.version(table), game_id=ultimate.pk, actor=evening.floor)
    expect(boxes.page.locator('[data-target="trips"]')).to_be_visible()
    boxes.plate(1, "no bet")
    boxes.ante(1, 10)
    boxes.way()
    boxes.book()
    expect(boxes.page.locator("#pad-last")).to_contain_text("#1")
    booked(1)


def test_where_the_next_card_goes_outlives_a_reload(sit: Sit, evening: Evening) -> None:
    opened(evening, recording="every_action")
    boxes = at_the_boxes(sit, evening)
    boxes.ante(1, 10)
    boxes.tap('[data-place="dealer"]')
    boxes.page.reload()
    expect(boxes.page.locator('[data-place="dealer"]')).to_have_attribute("aria-pressed", "true")


def test_a_relieved_dealer_keeps_the_rounds_that_waited(boxes: Boxes, evening: Evening, table: int) -> None:
    boxes.page.context.set_offline(True)
    boxes.lost_round()
    boxes.waits(1)
    evening.push(table, builders.user("dealer", "second-dealer"))
    boxes.page.context.set_offline(False)
    boxes.waits(0)
    assert Round.objects.get().dealer == evening.dealer


def test_guests_who_come_and_go_change_the_boxes_without_a_reload(boxes: Boxes, evening: Evening, table: int) -> None:
    boxes.ante(3, 10)
    boxes.plate(4, "free")
    evening.sit(table, 30_000, first=4)
    boxes.plate(4, "no bet")
    seats.cash_out(
        table_id=table, version=evening.version(table), seat=3, counted_cents=500 * EURO, actor=evening.floor
    )
    expect(boxes.page.locator("[data-missing]")).to_contain_text("Box 3: a guest")


def test_a_hand_that_waits_is_sent_also_from_the_pad_of_a_table_against_the_house(
    sit: Sit, evening: Evening, table: int
) -> None:
    """A tablet has one outbox, whatever table it is at."""
    pool = evening.table(evening.game(recording="summary"), code="T8", dealt=False)
    evening.sit(pool, 20_000, 20_000)
    desk = sit(evening.floor, size=TABLET, kept=False)
    page = desk.open(f"/dealer/tables/{pool}/record/")
    page.context.route("**/hands/record/", lambda route: route.abort())
    page.keyboard.type("40")
    press(page, "Enter")
    boxes = Boxes(page)
    boxes.waits(1)
    page.goto(f"{desk.address}/dealer/tables/{table}/round/")
    boxes.waits(1)
    boxes.lost_round()
    boxes.waits(2)
    page.context.unroute("**/hands/record/")
    boxes.waits(0)
    booked(1)
    assert Hand.objects.get().table_id == pool


def folded_here(evening: Evening, table: int) -> None:
    """Two guests, two boxes each, at 100: what they may lose is more than they have."""
    folded(evening, table, 100, seats=(1, 2, 1, 2))


def too_much(boxes: Boxes) -> None:
    """Four boxes lose 400 each; the guests had 600 left."""
    boxes.way("Flop", "Turn", "River")
    boxes.loses()
    boxes.tap('[data-rest="same"]')
    boxes.book()
