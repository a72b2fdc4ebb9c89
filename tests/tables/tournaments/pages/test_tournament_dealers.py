"""Who deals at a tournament's tables: seen and relieved on the director's page."""

import re
from collections.abc import Callable

import pytest
from django.test import Client

from tables.dealers.services import qualifications, shifts
from tables.models import DealerBreak, Down
from tables.play.services import house_rules
from tables.rules.rota.terms import RotaRules
from tables.rules.tournaments.shipped import TURBO
from tests import builders, databases
from tests.html import flat
from tests.tables.tournaments.pages.tournaments import running, send, to
from tests.tables.tournaments.tournament import SoldTournament, sold_tournament

Browser = Callable[..., Client]


def two_tables() -> SoldTournament:
    """Four play, two at each table."""
    tournament = sold_tournament(builders.evening(), structure=TURBO)
    running(tournament, "Weber", "Rossi", "Nguyen", "Okafor", tables=2)
    return tournament


built, tournament = databases.shared(two_tables)


@pytest.fixture
def floor(tournament: SoldTournament, browser: Browser) -> Client:
    return browser(tournament.evening.floor)


def page(tournament: SoldTournament, number: int = 0) -> str:
    return to("push", tournament.id, tournament.tables[number])


def downs(tournament: SoldTournament) -> list[tuple[int, str, bool]]:
    found = Down.objects.filter(tournament_id=tournament.id).order_by("pk").select_related("dealer")
    return [(down.table_id, down.dealer.username, down.ended_at is None) for down in found]


def test_a_dealer_is_sent_in_two_taps_and_the_page_tells(tournament: SoldTournament, floor: Client) -> None:
    """Domain §4.9: the longest rested is proposed."""
    director = to("director", tournament.id)
    shown = floor.get(director)
    assert shown.content.decode().count("No dealer") == 2
    seen = shown.context["live_version"]
    assert floor.get(director, {"v": seen}).status_code == 204
    html = floor.get(page(tournament)).content.decode()
    dealer = tournament.evening.dealer
    assert re.search(rf'name="dealer" value="{dealer.pk}"[^>]* checked', html)
    answer = send(floor, page(tournament), dealer=dealer.pk)
    assert (answer.status_code, answer["Location"]) == (303, director)
    assert downs(tournament) == [(tournament.tables[0], "dealer", True)]
    told = floor.get(director, {"v": seen})
    assert told.status_code == 200, "a poll is told"
    html = flat(told.content.decode())
    assert html.count("No dealer") == 1
    assert f"<span>{dealer} <span" in html


def test_the_one_who_deals_is_relieved(tournament: SoldTournament, floor: Client) -> None:
    send(floor, page(tournament), dealer=tournament.evening.dealer.pk)
    other = builders.user("dealer", "second-dealer")
    html = floor.get(page(tournament)).content.decode()
    assert "Dealing now" in html
    assert str(tournament.evening.dealer) in html
    assert f'value="{tournament.evening.dealer.pk}"' not in html, "he sits there already"
    assert send(floor, page(tournament), dealer=other.pk).status_code == 303
    assert downs(tournament) == [(tournament.tables[0], "dealer", False), (tournament.tables[0], "second-dealer", True)]


def test_what_is_refused_changes_nothing(tournament: SoldTournament, floor: Client, browser: Browser) -> None:
    stale = floor.get(page(tournament)).content.decode()
    hidden = dict(re.findall(r'<input type="hidden" name="(key|version)" value="([^"]*)"', stale))
    send(floor, page(tournament), dealer=tournament.evening.dealer.pk)
    before = downs(tournament)
    other = builders.user("dealer", "second-dealer")
    answer = floor.post(page(tournament), {**hidden, "dealer": other.pk})
    assert answer.status_code == 409, "somebody was sent meanwhile"
    assert send(floor, page(tournament), dealer=tournament.evening.floor.pk).status_code == 400, "no dealer"
    assert send(floor, page(tournament, 1), dealer=tournament.evening.dealer.pk).status_code == 400, (
        "he deals at the other table"
    )
    assert floor.get(to("push", tournament.id, 4711)).status_code == 404
    dealer = browser(tournament.evening.dealer)
    assert dealer.get(page(tournament)).status_code == 403
    assert dealer.post(page(tournament), {"key": "k", "version": 1, "dealer": other.pk}).status_code == 403
    assert downs(tournament) == before


def test_under_a_rota_a_reason_outweighs_what_may_be_outweighed(tournament: SoldTournament, floor: Client) -> None:
    """As at a cash table: who is not qualified for tournaments deals there only with a reason, which is kept."""
    house, by = tournament.evening.house.pk, tournament.evening.floor
    house_rules.change(house_id=house, rules=RotaRules, changes={"is_on": True}, actor=by)
    shifts.come(house_id=house, dealer_id=tournament.evening.dealer.pk, actor=by)
    fields = {"dealer": tournament.evening.dealer.pk}
    refused = send(floor, page(tournament), **fields)
    assert refused.status_code == 422
    assert "Give a reason" in refused.content.decode()
    assert downs(tournament) == []
    answer = send(floor, page(tournament), **fields, reason=" She learns ")
    assert (answer.status_code, answer["Location"]) == (303, to("director", tournament.id))
    assert Down.objects.get().reason == "She learns"


def test_under_a_rota_the_proposed_dealer_stands_first_and_the_relieved_rests(
    tournament: SoldTournament, floor: Client
) -> None:
    house, by = tournament.evening.house.pk, tournament.evening.floor
    house_rules.change(house_id=house, rules=RotaRules, changes={"is_on": True}, actor=by)
    second = builders.user("dealer", "second-dealer")
    for dealer in (tournament.evening.dealer, second):
        qualifications.put(house_id=house, dealer_id=dealer.pk, skills=["texas/no_limit", "tournament"], actor=by)
    shifts.come(house_id=house, dealer_id=tournament.evening.dealer.pk, actor=by)
    html = floor.get(page(tournament)).content.decode()
    assert re.search(rf'name="dealer" value="{tournament.evening.dealer.pk}"[^>]* checked', html)
    assert "second-dealer" not in html, "only who is on shift"
    shifts.come(house_id=house, dealer_id=second.pk, actor=by)
    assert send(floor, page(tournament), dealer=tournament.evening.dealer.pk).status_code == 303
    assert send(floor, page(tournament), dealer=second.pk, sends_on_break="on").status_code == 303
    assert downs(tournament) == [(tournament.tables[0], "dealer", False), (tournament.tables[0], "second-dealer", True)]
    assert DealerBreak.objects.get().dealer == tournament.evening.dealer
