"""The dealer's pages: the pad for outcomes, a hand with every action from the deal to the tips."""

import uuid
from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse

from accounting.models import Assessment, Entry, Place
from casino.models import User
from tables.dealers.services import breaks, qualifications, shifts
from tables.hands.pages import play
from tables.models import Game, Hand, HandAction
from tables.play.pages.forms import RefusedForm
from tables.rules.rota.skills import SKILLS
from tests.tables.dealers.rota import Rota
from tests.tables.floor.pages.test_floor import hidden, send
from tests.tables.pages.conftest import Room

Browser = Callable[..., Client]
EURO = 100


@pytest.mark.parametrize(
    ("facts", "wrong"), [('{"pot_cents": 700}', {}), ("[7]", {"facts": ["invalid"]}), ("7", {"facts": ["invalid"]})]
)
def test_the_facts_of_a_refused_hand_are_an_object(facts: str, wrong: dict[str, list[str]]) -> None:
    form = RefusedForm({"key": "k", "hand_uuid": str(uuid.uuid4()), "facts": facts})
    form.is_valid()
    assert {name: [one.code for one in errors] for name, errors in form.errors.as_data().items()} == wrong


def stack(seat: int) -> int:
    """What lies in front of a seat of T1, in cents."""
    return Place.objects.get(name=f"seat/T1/{seat}").balance_cents


class AtTheHand:
    """A browser on a hand's page: sends what its buttons would send."""

    def __init__(self, client: Client, hand: Hand) -> None:
        self.client, self.hand = client, hand
        self.taps = 0

    def send(self, command: str, **fields: object):
        """One button: the key of this showing, the version that is current."""
        self.hand.refresh_from_db()
        self.taps += 1
        form = {"key": f"tap-{self.taps}", "version": self.hand.version, **fields}
        return self.client.post(reverse(f"dealer:{command}", args=[self.hand.pk]), form)

    def act(self, kind: str, **fields: object):
        """One action that must be accepted."""
        answer = self.send("act", kind=kind, **fields)
        assert answer.status_code == 303, answer.content.decode()

    def page(self) -> str:
        return self.client.get(reverse("dealer:hand", args=[self.hand.pk])).content.decode()


@pytest.fixture
def hand(room: Room, browser: Browser) -> AtTheHand:
    """Three guests with 200 each, blinds 2/4, dealt by the dealer of the table."""
    table = room.set_up("T1", "every_action", ("Weber", "Rossi", "Nguyen"))
    room.push(room.tables["T1"])
    client = browser(room.dealer)
    answer = client.post(
        reverse("dealer:start", args=[table]), {"key": "go", "version": room.version(room.tables["T1"])}
    )
    assert answer.status_code == 303, answer.content.decode()
    return AtTheHand(client, Hand.objects.get())


def test_the_desk_leads_to_the_own_table(room: Room, browser: Browser) -> None:
    table = room.set_up("T1", "every_action", ("Weber", "Rossi"))
    client = browser(room.dealer)
    assert "You are not at a table" in client.get("/dealer/").content.decode()
    room.push(room.tables["T1"])
    assert client.get("/dealer/")["Location"] == reverse("dealer:table", args=[table])
    page = client.get(reverse("dealer:table", args=[table])).content.decode()
    assert "Weber" in page
    assert "Next hand" in page
    assert "T1" in browser(room.floor).get("/dealer/").content.decode(), "the floor may deal anywhere, and chooses"


def test_a_dealer_without_a_table_is_told_where_to_go(room: Room, browser: Browser) -> None:
    """Nowhere yet; to the table that the rota has next; on a break, until when; the floor chooses for itself."""
    rota = Rota(room, room.manager)
    rota.keep_rota()
    client = browser(room.dealer)

    def told(page: Client) -> str:
        return page.get("/dealer/").context["next_step"].sentence

    assert told(client) == "You are not at a table. The floor will send you to one."
    qualifications.put(house_id=room.house.pk, dealer_id=room.dealer.pk, skills=SKILLS, actor=room.floor)
    shifts.come(house_id=room.house.pk, dealer_id=room.dealer.pk, actor=room.floor)
    room.set_up("T1", "every_action", ("Weber", "Rossi"))
    assert told(client) == "Your next table is T1: relieve its dealer there."
    taken = breaks.send(house_id=room.house.pk, dealer_id=room.dealer.pk, actor=room.floor)
    assert told(client).startswith("Your break ends at "), taken
    assert told(browser(room.floor)) == "Choose the table at which you deal."


def test_the_blinds_are_taken_back_where_the_rules_allow_it(room: Room, browser: Browser) -> None:
    """WLA 67: one button for the agreement, no rake and no tip to key; every stack is as before."""
    Game.objects.filter(pk=room.games["every_action"].pk).update(rule_set="wsop-live/2")
    table = room.set_up("T1", "every_action", ("Weber", "Rossi", "Nguyen"))
    room.push(room.tables["T1"])
    client = browser(room.dealer)
    client.post(reverse("dealer:start", args=[table]), {"key": "go", "version": room.version(room.tables["T1"])})
    hand = AtTheHand(client, Hand.objects.get())
    button = "Both take back their blinds"
    assert button not in hand.page()
    hand.act("fold")
    assert button in hand.page()
    hand.act("chop")
    assert "data-tip" not in hand.page()
    assert hand.send("settle", rake_cents="0").status_code == 303
    assert "The blinds are taken back" in hand.page()
    assert (stack(1), stack(2), stack(3)) == (200 * EURO, 200 * EURO, 200 * EURO)
    assert Assessment.objects.get().due_cents == 0


def test_no_button_takes_blinds_back_elsewhere(hand: AtTheHand) -> None:
    hand.act("fold")
    assert "chop" not in hand.page()
    assert hand.send("act", kind="chop").status_code == 422


def test_a_hand_from_the_deal_to_the_tips(hand: AtTheHand) -> None:
    """Pot 3 × 12 = 36 and 2 × 50: 136; 5 % in whole euros, rounded down, are 6; 1 % is customary, to the euro: 1."""
    seats = hand.client.get(reverse("dealer:hand", args=[hand.hand.pk])).context["seen"].seats
    assert [seat.seat for seat in seats] == [1, 2, 3]
    hand.act("raise", to_cents="12")
    hand.act("call")
    hand.act("call")
    assert "Board: 3 cards" in hand.page()
    hand.act("board", cards="Ah Kd 2c")
    assert "A♥" in hand.page()
    hand.act("check")
    hand.act("bet", to_cents="50")
    hand.act("fold")
    hand.act("call")
    hand.act("board", cards="7s")
    hand.act("check")
    hand.act("check")
    hand.act("board", cards="8s")
    hand.act("check")
    hand.act("check")
    shown = hand.client.get(reverse("dealer:hand", args=[hand.hand.pk])).context["showdown"]
    first, second = shown[0]["seat"], shown[1]["seat"]
    hand.act("show", seat=first, cards="As Ac")
    hand.act("show", seat=second, cards="3h 3d")
    page = hand.client.get(reverse("dealer:hand", args=[hand.hand.pk]))
    form = page.context["settle_form"]
    assert form["rake_cents"].value() == "6"
    assert form[f"tip_{first}"].value() is None, "the guest's to give"
    assert hand.send("settle", rake_cents="6", **{f"tip_{first}": "2"}).status_code == 303
    assert Place.objects.get(name="rake/T1").balance_cents == 6 * EURO
    assert Place.objects.get(name="tips/T1").balance_cents == 2 * EURO
    assert stack(first) == (200 - 62 + 136 - 6 - 2) * EURO
    done = hand.page()
    assert "booked" in done
    assert "Rounded down to whole chips of 1.00" in done, "the computation step by step"


def test_a_hand_that_is_over_is_replayed_action_by_action(hand: AtTheHand) -> None:
    """Blinds 2 and 4; the button raises to 12, both fold: the pot grows 6, 18, and stays."""
    hand.act("raise", to_cents="12")
    address = reverse("dealer:hand", args=[hand.hand.pk])
    assert "replay" not in hand.client.get(address, {"step": "0"}).context, "the hand is not over"
    hand.act("fold")
    hand.act("fold")
    hand.send("settle", rake_cents="0")

    def at(step: str):
        return hand.client.get(address, {"step": step}).context

    assert [at(step)["oval"].total for step in ("0", "1", "2")] == [6 * EURO, 18 * EURO, 18 * EURO]
    assert [plate.words for plate in at("2")["oval"].plates[:3]] == [(), ("folded, Preflop",), ()]
    assert at("1")["replay"] == play.Replay(step=1, last=3)
    assert (at("1")["replay"].before, at("1")["replay"].after) == (0, 2)
    for end in ("3", "4711", "", "x", "-1", "9" * 30, "²"):
        assert at(end)["replay"].step == 3
        assert at(end)["oval"].plates[0].won, "as it was paid"


def test_illegal_actions_are_refused_and_the_amount_stays(hand: AtTheHand) -> None:
    answer = hand.send("act", kind="raise", to_cents="5")
    assert answer.status_code == 422
    html = answer.content.decode()
    assert 'role="alert"' in html
    assert 'value="5"' in html
    assert hand.send("act", kind="raise", to_cents="9999").status_code == 422
    assert hand.send("act", kind="check").status_code == 422
    assert hand.send("act", kind="board", cards="Ah Kd").status_code == 422
    assert hand.send("act", kind="dance").status_code == 400
    assert not HandAction.objects.exists()


def test_a_board_that_cannot_be_read_is_said_in_words(hand: AtTheHand) -> None:
    for _each in range(2):
        hand.act("call")
    hand.act("check")
    answer = hand.send("act", kind="board", cards="Ah Xx 2c")
    assert answer.status_code == 400
    assert "is not a card" in answer.content.decode()
    assert hand.send("act", kind="board", cards="Ah Ah 2c").status_code == 400


def test_undo_takes_the_last_action_back_and_keeps_it_on_record(hand: AtTheHand) -> None:
    hand.act("fold")
    assert hand.send("undo").status_code == 303
    assert [row.kind for row in HandAction.objects.order_by("sequence")] == ["fold", "undo"]
    assert "folds" not in hand.page()
    assert hand.send("undo").status_code == 422, "nothing is left to take back"


def test_another_rake_needs_its_reason(hand: AtTheHand) -> None:
    hand.act("fold")
    hand.act("fold")
    answer = hand.send("settle", rake_cents="1", reason="")
    assert answer.status_code == 422
    assert "Give a reason for taking" in answer.content.decode()
    assert not Assessment.objects.exists()
    assert hand.send("settle", rake_cents="1", reason="ruling of the floor").status_code == 303
    row = Assessment.objects.get()
    assert (row.due_cents, row.taken_cents, row.reason) == (0, 100, "ruling of the floor")


def test_only_the_floor_makes_a_hand_void(hand: AtTheHand, room: Room, browser: Browser) -> None:
    assert hand.client.get(reverse("dealer:void", args=[hand.hand.pk])).status_code == 403
    assert "Void the hand" not in hand.page()
    floor = browser(room.floor)
    address = reverse("dealer:void", args=[hand.hand.pk])
    assert send(floor, address, reason="x").status_code == 400
    assert send(floor, address, reason="card exposed in the deal").status_code == 303
    assert Hand.objects.get().state == "void"
    assert [stack(seat) for seat in (1, 2, 3)] == [200 * EURO] * 3


def test_a_stranger_at_the_table_cannot_record(hand: AtTheHand, browser: Browser) -> None:
    other = User.objects.create_user("boris", roles=["dealer"])
    stranger = AtTheHand(browser(other), hand.hand)
    assert stranger.send("act", kind="fold").status_code == 403
    assert not HandAction.objects.exists()


def test_polling_a_hand_costs_nothing_until_it_moves(hand: AtTheHand, django_assert_num_queries) -> None:
    address = reverse("dealer:hand", args=[hand.hand.pk])
    version = hand.client.get(address).context["live_version"]
    with django_assert_num_queries(1):  # its version
        assert hand.client.get(address, {"v": version}).status_code == 204
    hand.act("fold")
    assert hand.client.get(address, {"v": version}).status_code == 200


def test_the_pad_books_an_outcome(room: Room, browser: Browser) -> None:
    table = room.set_up("T2", "summary", ("Weber", "Rossi", "Nguyen"))
    room.push(room.tables["T2"])
    client = browser(room.dealer)
    address = reverse("dealer:record", args=[table])
    assert client.get(reverse("dealer:table", args=[table]))["Location"] == address
    answer = send(client, address, pot_cents="184", flop_seen="on", dealt_in="3", tip_cents="2", winners=["2"])
    assert answer.status_code == 303, answer.content.decode()
    row = Assessment.objects.get()
    assert (row.pot_cents, row.due_cents, row.taken_cents, row.tips_cents) == (18_400, 900, 900, 200)
    page = client.get(address).content.decode()
    assert "184.00" in page, "the last hand stands at the foot"


def test_a_double_tap_on_the_pad_books_once(room: Room, browser: Browser) -> None:
    table = room.set_up("T2", "summary", ("Weber", "Rossi"))
    client = browser(room.floor)
    address = reverse("dealer:record", args=[table])
    form = {**hidden(client, address), "pot_cents": "100", "flop_seen": "on", "dealt_in": "2", "reason": ""}
    assert client.post(address, form).status_code == 303
    assert client.post(address, form).status_code == 303
    assert Hand.objects.count() == 1
    assert Entry.objects.filter(code="hand").count() == 1


def test_pot_above_the_chips_on_the_table_is_refused(room: Room, browser: Browser) -> None:
    table = room.set_up("T2", "summary", ("Weber", "Rossi"))
    client = browser(room.floor, "de")
    fields = {"pot_cents": "999999", "flop_seen": "on", "dealt_in": "2", "rake_cents": "5000", "reason": "so gewollt"}
    answer = send(client, reverse("dealer:record", args=[table]), **fields)
    assert answer.status_code == 422
    assert 'value="999999"' in answer.content.decode()
    assert not Assessment.objects.exists()
