"""S14 on pages: every screen, sheet and wall says that the chips have no value."""

import re
from html import unescape

import pytest
from django.test import Client
from django.urls import reverse

from casino.models import User
from tables.models import PracticeHand, PracticeSeat, Tournament
from tables.rules.tournaments.shipped import TURBO
from tests.builders import Evening
from tests.html import flat
from tests.tables.practice.practising import Practice, practice
from tests.tables.tournaments.tournament import sold_tournament

pytestmark = pytest.mark.django_db
MARK = "Chips without value"


def signed_in(person: User) -> Client:
    person.language = "en"
    person.save(update_fields=["language"])
    client = Client()
    client.force_login(person)
    return client


def read(client: Client, address: str) -> str:
    answer = client.get(address, follow=True)
    assert answer.status_code == 200, answer.content
    return flat(answer.content.decode())


def send(client: Client, address: str, **typed: object) -> str:
    """What the page behind the form says; its key and version are those of the page."""
    form = client.get(address).context["form"]
    hidden = {name: form[name].value() for name in ("key", "version") if form[name].value() is not None}
    answer = client.post(address, {**hidden, **typed}, follow=True)
    return flat(answer.content.decode())


def test_a_table_is_opened_played_at_and_begun_again(evening: Evening) -> None:
    made = practice(evening)
    game = evening.game(name="NLHE 1/2")
    floor, dealer = signed_in(evening.floor), signed_in(evening.dealer)
    assert reverse("practice:open", args=[made.table]) in read(floor, reverse("floor:table", args=[made.table]))
    html = send(floor, reverse("practice:open", args=[made.table]), game=game.pk)
    assert MARK in html
    assert "NLHE 1/2" in html
    for seat in (1, 2):
        html = send(dealer, reverse("practice:sit", args=[made.table, seat]), chips_cents="40")
    assert html.count("40.00") == 2
    start = {"key": "a", "version": evening.version(made.table)}
    html = flat(dealer.post(reverse("practice:start", args=[made.table]), start, follow=True).content.decode())
    assert MARK in html
    hand = PracticeHand.objects.get()
    acted = {"key": "b", "version": 0, "kind": "fold"}
    html = flat(dealer.post(reverse("practice:act", args=[hand.pk]), acted, follow=True).content.decode())
    assert "The hand is over" in html
    settled = {"key": "c", "version": 1}
    html = flat(dealer.post(reverse("practice:settle", args=[hand.pk]), settled, follow=True).content.decode())
    assert MARK in html
    assert dict(PracticeSeat.objects.values_list("seat", "chips_cents")) == {1: 3_900, 2: 4_100}
    html = send(dealer, reverse("practice:reset", args=[made.table]))
    assert html.count("40.00") == 2


def test_a_refusal_is_shown_where_it_was_asked(training: Practice) -> None:
    dealer = signed_in(training.evening.dealer)
    html = send(dealer, reverse("practice:sit", args=[training.table, 3]), chips_cents="39")
    assert "Must be at least 40.00." in html
    played = training.deal()
    typed = {"key": "a", "version": 0, "kind": "raise", "to_cents": "3"}
    answer = dealer.post(reverse("practice:act", args=[played.pk]), typed)
    assert answer.status_code == 422
    assert MARK in answer.content.decode()
    [poll] = re.findall(rf'hx-get="({reverse("practice:hand", args=[played.pk])}\?v=[^"]+)"', answer.content.decode())
    assert dealer.get(unescape(poll)).status_code == 204, "the page with the refusal polls like any other"


def test_every_screen_says_it(training: Practice) -> None:
    floor, dealer = signed_in(training.evening.floor), signed_in(training.evening.dealer)
    assert MARK in read(floor, reverse("floor:board"))
    assert MARK in read(floor, reverse("floor:table", args=[training.table]))
    assert MARK in read(dealer, reverse("dealer:desk")), "a dealer who is sent nowhere may practise"
    assert MARK in read(dealer, reverse("practice:table", args=[training.table]))
    for name, seat in (("practice:sit", 3), ("practice:chips", 2)):
        assert MARK in read(dealer, reverse(name, args=[training.table, seat]))
    for name in ("practice:game", "practice:reset", "practice:close"):
        assert MARK in read(floor, reverse(name, args=[training.table]))
    played = training.all_in()
    assert MARK in read(dealer, reverse("practice:hand", args=[played.pk]))


def test_the_wall_and_the_posted_sheet_say_it(training: Practice) -> None:
    """S17: the sheet has the rules, and no word of buy-in, tax or tips to pay."""
    house = training.evening.house
    client = Client(headers={"Accept-Language": "en"})
    assert MARK in read(client, f"{reverse('display:board')}?house={house.code}")
    html = read(client, reverse("rules:table", kwargs={"house": house.code, "code": "T9"}))
    for said in (MARK, "nothing is bought, won or lost", "The house takes no tax", "Ranking of the hands"):
        assert said in html
    for money in ("buy-in", "The rake", "customary"):
        assert money not in html


def test_a_tournament_without_money_is_marked(evening: Evening) -> None:
    """Nothing is paid for it and nothing can be won; a price, a guarantee or a seat elsewhere makes it another."""
    free = sold_tournament(evening, structure=TURBO, buy_in_cents=0, fee_cents=0)
    row = free.row
    assert row.is_without_money
    for name in ("buy_in_cents", "fee_cents", "bounty_cents", "re_buy_cents", "add_on_cents", "guarantee_cents"):
        assert not Tournament(**{"buy_in_cents": 0, name: 100}).is_without_money
    assert not Tournament(buy_in_cents=0, seat_for_id=1).is_without_money
    free.enter()
    free.enter()
    free.start(1)
    floor = signed_in(evening.floor)
    for name, arguments in (("director", [row.pk]), ("clock", [row.pk]), ("table-hands", [row.pk, free.tables[0]])):
        assert MARK in read(floor, reverse(f"tournaments:{name}", args=arguments)), name
