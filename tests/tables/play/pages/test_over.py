"""The page of a hand that is over: who won what with which cards, the replay by streets, the rake, and no command."""

import re
from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse

from casino.models import User
from tables.hands.services import corrections, hands, recording
from tables.hands.services.recording import Summary
from tables.models import Hand
from tables.rules import cards
from tables.rules.actions import Action, Kind
from tests.html import flat
from tests.tables.hands import playing
from tests.tables.pages.conftest import Room

Browser = Callable[..., Client]
OF_PLAY = ("Next hand", "dealer/tables/{table}/start", "/act/", "/settle/", "/undo/", "data-deal")


@pytest.fixture
def played(room: Room) -> Hand:
    """The hand of `playing.side_pot`, with names."""
    return playing.side_pot_at(room, "Weber, Anna", "Rossi, Marco", "Nguyen, Linh")


def seen(client: Client, hand: Hand, **asked: str) -> str:
    return flat(client.get(reverse("dealer:hand", args=[hand.pk]), asked).content.decode())


def words(html: str) -> str:
    """What stands on the page, without its tags."""
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", html))


def test_the_winners_stand_first_with_their_hands_in_words(played: Hand, room: Room, browser: Browser) -> None:
    context = browser(room.manager).get(reverse("dealer:hand", args=[played.pk])).context
    lines = [(line.seat, name.surname, line.cents, [one.words for one in line.hands], line.parts)
             for line, name in context["lines"]]  # fmt: skip
    assert lines == [
        (1, "Weber", 285_00, ["Three aces, king, eight"], ("Main pot 300.00 less rake 15.00",)),
        (3, "Nguyen", 100_00, ["Pair of kings, ace, queen, eight"], ("Side pot 1 100.00, against Rossi",)),
        (2, "Rossi", 0, ["Pair of threes, ace, king, eight"], ()),
    ]
    ringed = {plate.number: [card.text for card in plate.cards if card.is_used] for plate in context["oval"].plates}
    assert {seat: cards for seat, cards in ringed.items() if cards} == {
        1: ["A♠", "A♣"], 2: ["3♥", "3♦"], 3: ["K♥", "Q♠"],
    }  # fmt: skip


def test_the_rake_is_told_in_steps_with_per_cents(played: Hand, room: Room, browser: Browser) -> None:
    page = words(seen(browser(room.manager), played))
    for said in ("5 % of it 20.00", "No more than 15.00 15.00", "Due 15.00", "Taken by Anna Keller 15.00", "0.00 ✓"):
        assert said in page
    assert "basis points" not in page
    assert " bp" not in page
    german = words(seen(browser(room.manager, "de"), played))
    assert "5 % davon 20,00" in german
    assert "Gewinner und Karten" in german
    assert "Drilling Asse, König, Acht" in german


def test_every_street_has_its_actions_and_its_pots(played: Hand, room: Room, browser: Browser) -> None:
    context = browser(room.manager).get(reverse("dealer:hand", args=[played.pk])).context
    preflop = "2 Rossi posts 2 · 3 Nguyen posts 4 · 1 Weber is all-in with 100 · 2 Rossi calls 98 · 3 Nguyen calls 96"
    found = [(street.name, " · ".join(street.sentences), street.pots) for street in context["streets"]]
    assert found == [
        ("Preflop", preflop, (300_00,)),
        ("Flop", "2 Rossi bets 50 · 3 Nguyen calls 50", (300_00, 100_00)),
        ("Turn", "2 Rossi checks · 3 Nguyen checks", (300_00, 100_00)),
        ("River", "2 Rossi checks · 3 Nguyen checks", (300_00, 100_00)),
        ("Showdown", "2 Rossi shows 3♥ 3♦ · 3 Nguyen shows K♥ Q♠ · 1 Weber shows A♠ A♣", (300_00, 100_00)),
    ]  # fmt: skip


def test_a_replay_jumps_from_street_to_street(played: Hand, room: Room, browser: Browser) -> None:
    client, address = browser(room.manager), reverse("dealer:hand", args=[played.pk])
    context = client.get(address).context
    assert [(jump.words, jump.step, jump.is_here) for jump in context["jumps"]] == [
        ("Preflop", 0, False), ("Flop", 4, False), ("Turn", 7, False), ("River", 10, False), ("Showdown", 15, True),
    ]  # fmt: skip
    assert context["said"].startswith("2 Rossi shows")
    flop = client.get(address, {"step": "5"}).context
    assert [jump.words for jump in flop["jumps"] if jump.is_here] == ["Flop"]
    assert flop["said"] == "2 Rossi bets 50"
    assert not any(plate.cards for plate in flop["oval"].plates), "nobody has shown yet"


def test_nobody_sees_a_command_of_play(played: Hand, room: Room, browser: Browser) -> None:
    for person in (room.dealer, room.floor, room.manager):
        page = seen(browser(person), played)
        assert [one for one in OF_PLAY if one.format(table=played.table_id) in page] == [], person


def test_a_dealer_who_books_is_at_the_table_again(room: Room, browser: Browser) -> None:
    """One tap deals the next hand; the one just booked stands at the foot."""
    table = room.set_up("T1", "every_action", ("Weber", "Rossi"))
    room.push(room.tables["T1"])
    recorded = playing.act(room, playing.start(room, table), playing.FOLD)
    client = browser(room.dealer)
    form = {"key": "book", "version": recorded.hand.version, "rake_cents": "0", "reason": ""}
    answer = client.post(reverse("dealer:settle", args=[recorded.hand.pk]), form, follow=True)
    assert answer.redirect_chain == [(reverse("dealer:table", args=[table]), 303)]
    assert f"/dealer/tables/{table}/start/" in answer.content.decode()
    assert "booked" in answer.content.decode()


def test_a_pad_that_watches_is_led_to_the_page(played: Hand, room: Room, browser: Browser) -> None:
    answer = browser(room.floor).get(reverse("dealer:hand", args=[played.pk]), {"v": "of the pad"})
    assert (answer.status_code, answer["HX-Refresh"]) == (200, "true")


def test_cards_that_were_keyed_and_taken_back_are_shown_to_nobody(room: Room, browser: Browser) -> None:
    """Seat 2 shows by mistake, the dealer takes it back, and it mucks: the record has its cards, the page has not."""
    table = room.set_up("T1", "every_action", ("Weber", "Rossi"))
    room.push(room.tables["T1"])
    check = Action(Kind.CHECK)
    recorded = playing.act(room, playing.start(room, table), Action(Kind.CALL), check)
    for street in ("Ah Kd 2c", "7s", "8s"):
        recorded = playing.act(room, recorded, Action(Kind.BOARD, cards=cards.parse(street)), check, check)
    recorded = playing.act(room, recorded, Action(Kind.SHOW, 2, cards=cards.parse("Qh Qd")))
    recorded = hands.undo(hand_id=recorded.hand.pk, version=recorded.hand.version, actor=room.dealer)
    recorded = playing.act(room, recorded, Action(Kind.MUCK, 2))
    hand = playing.settle(room, recorded).hand
    for person in (room.dealer, room.floor, room.manager):
        for step in ("", "12", "13"):
            page = seen(browser(person), hand, step=step)
            assert "Q♥" not in page
            assert "Q♦" not in page


def test_cards_of_a_folded_hand_are_shown_to_nobody(room: Room, browser: Browser) -> None:
    table = room.set_up("T1", "every_action", ("Weber", "Rossi", "Nguyen"))
    room.push(room.tables["T1"])
    recorded = playing.act(room, playing.start(room, table), *[playing.FOLD] * 2)
    hand = playing.settle(room, recorded).hand
    for person in (room.dealer, room.floor, room.manager):
        context = browser(person).get(reverse("dealer:hand", args=[hand.pk])).context
        assert not any(plate.cards or plate.backs for plate in context["oval"].plates)
        assert [line.hands for line, _name in context["lines"]] == [()]
    assert [plate.words for plate in context["oval"].plates[:3]] == [("folded, Preflop",), ("folded, Preflop",), ()]


def test_a_void_hand_says_why_and_what_was_booked_instead(room: Room, browser: Browser) -> None:
    table = room.set_up("T2", "summary", ("Okafor", "Yilmaz"))
    room.push(room.tables["T2"])
    keyed = recording.record_summary(
        table_id=table, version=room.version(table), summary=Summary(300_00, True, 2, winners=(1,)), actor=room.dealer
    ).hand
    right = corrections.correct(
        hand_id=keyed.pk, version=keyed.version, summary=Summary(200_00, True, 2, winners=(1,)), reason="pot misread",
        actor=room.manager,
    ).hand  # fmt: skip
    page = seen(browser(room.manager), keyed)
    told = words(page)
    assert told.index("This hand is void: pot misread") < told.index("Winners and cards")
    assert f"Booked instead: hand {right.number}" in told
    assert reverse("dealer:hand", args=[right.pk]) in page
    assert 'class="told-of struck"' in page
    assert "struck" not in seen(browser(room.manager), right)


def test_a_summary_has_no_picture_but_pot_seats_and_rake(room: Room, browser: Browser) -> None:
    table = room.set_up("T2", "summary", ("Okafor", "Yilmaz"))
    room.push(room.tables["T2"])
    hand = recording.record_summary(
        table_id=table, version=room.version(table), summary=Summary(184_00, True, 2, winners=(2,)), actor=room.dealer
    ).hand
    client = browser(room.manager)
    context = client.get(reverse("dealer:hand", args=[hand.pk])).context
    assert "oval" not in context
    assert [(line.seat, line.cents) for line, _name in context["lines"]] == [(2, 175_00)]
    page = words(seen(client, hand))
    for said in ("Pot 184.00", "1 Okafor", "2 Yilmaz", "5 % of it 9.20", "Rounded down to whole chips of 1.00 9.00"):
        assert said in page


def test_whoever_reads_no_books_sees_no_proof(played: Hand, room: Room, browser: Browser) -> None:
    assert "Its proof" not in seen(browser(room.dealer), played)
    page = seen(browser(User.objects.create_user("auditor", roles=["auditor"])), played)
    assert "Its proof" in page
    assert "Not sealed yet: the day is open." in page
    assert reverse("dealer:bundle", args=[played.pk]) in page


def test_the_hands_before_and_after_are_one_tap_away(played: Hand, room: Room, browser: Browser) -> None:
    later = hands.start(table_id=played.table_id, version=room.version(room.tables["T1"]), actor=room.floor).hand
    page = seen(browser(room.manager), played)
    assert f'href="/dealer/hands/{later.pk}/" rel="next"' in page
