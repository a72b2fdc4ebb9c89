"""How a recorded hand of a tournament ends: who is out, what is void, and what is read of it afterwards."""

import re
from collections.abc import Callable

import pytest
from django.test import Client

from tables.models import TournamentTable
from tables.tournaments.services import clock
from tests import builders, databases
from tests.builders import user
from tests.tables.play.pages.recording import Recording, at_one_table, kept, lose_all
from tests.tables.tournaments.pages.tournaments import named, to
from tests.tables.tournaments.tournament import SoldTournament

Browser = Callable[..., Client]
built, tournament = databases.shared(lambda: at_one_table(builders.evening()))


@pytest.fixture
def at(tournament: SoldTournament, browser: Browser) -> Recording:
    return Recording(tournament, browser(tournament.evening.dealer))


def test_who_is_out_is_said(tournament: SoldTournament, at: Recording) -> None:
    at.begin()
    lose_all(at)
    assert at.page().count("out with this hand") == 2
    assert at.send("settle").status_code == 303
    page = at.page()
    assert at.hand.state == "settled"
    assert page.count("is out: place 2.") == 2, "equal stacks share the second place"
    assert "Began the hand with 4,000." in page
    assert named(tournament, "Weber").chips == 12_000
    assert {named(tournament, name).state for name in ("Rossi", "Nguyen")} == {"out"}


@pytest.mark.parametrize(("language", "stack", "refused"), [("de", "12.000", "4.000"), ("en", "12,000", "4,000")])
def test_chips_are_read_in_both_languages(
    tournament: SoldTournament, browser: Browser, language: str, stack: str, refused: str
) -> None:
    at = Recording(tournament, browser(tournament.evening.dealer, language))
    at.begin()
    html = at.send("act", kind="raise", to_cents="4001").content.decode()
    assert f'<html lang="{language}">' in html
    assert re.search(rf'role="alert">[^<]*\b{refused}\b', html), "chips, no money"
    lose_all(at)
    at.send("settle")
    assert f'<b class="amount">{stack}</b>' in at.page()


def test_hand_for_hand_nobody_is_out_before_all_tables_are_through(tournament: SoldTournament, at: Recording) -> None:
    """TDA 15: places are shared over all tables, so the floor puts out."""
    clock.hand_for_hand(**tournament.seen, on=True, actor=tournament.evening.floor)
    assert "Deal once all tables have finished." in at.html("table-hands", at.table)
    at.begin()
    lose_all(at)
    at.send("settle")
    assert at.page().count("Hand for hand: out once every table has finished.") == 2
    assert named(tournament, "Rossi").state == "seated"
    assert at.html("table-hands", at.table).count("no chips") == 2


def test_a_misdeal_is_the_dealers_until_there_was_action_then_the_floors(
    tournament: SoldTournament, at: Recording, browser: Browser
) -> None:
    at.begin()
    assert "Exposed card" in at.page()
    assert "Void the hand" not in at.page(), "that is the floor's"
    at.act("call")
    at.act("call")
    assert "Exposed card" not in at.page()
    before = kept(tournament)
    assert at.send("void", reason="Karte fehlt").status_code == 403
    assert kept(tournament) == before
    floor = Recording(tournament, browser(tournament.evening.floor))
    assert to("void-hand", tournament.id, at.hand.number) in floor.page()
    assert floor.send("void", reason="").status_code == 400
    assert kept(tournament) == before
    assert floor.send("void", reason="Karte fehlt").status_code == 303
    assert "Karte fehlt" in floor.page()
    assert {one.chips for one in tournament.seated()} == {4_000}
    floor.refused(floor.send("undo"), "This hand is over.")


def test_only_its_dealer_records_and_others_look(tournament: SoldTournament, at: Recording, browser: Browser) -> None:
    at.begin()
    before = kept(tournament)
    other = Recording(tournament, browser(user("dealer", "other-dealer")))
    page = other.page()
    assert "Weber" in page
    assert "Fold" not in page
    other.refused(other.send("act", kind="fold"), "You are not the dealer of this table.", 403)
    auditor = Recording(tournament, browser(user("auditor")))
    assert "Fold" not in auditor.page()
    assert auditor.send("act", kind="fold").status_code == 403
    admin = browser(user("admin"))
    for address in (
        to("hand", tournament.id, at.hand.number),
        to("hands", tournament.id),
        to("table-hands", tournament.id, at.table),
    ):
        assert admin.get(address).status_code == 403
    assert kept(tournament) == before
    floor = browser(tournament.evening.floor)
    assert floor.get(to("hand", tournament.id, 99)).status_code == 404
    assert floor.get(to("hand", 4711, 1)).status_code == 404


def test_the_floor_is_called_from_a_tournaments_table(tournament: SoldTournament, at: Recording) -> None:
    answer = at.client.post(f"/dealer/tables/{at.table}/call/", {"key": "call", "version": 0, "kind": "ruling"})
    assert answer.status_code == 303
    page = at.client.get(answer["Location"], follow=True)
    assert page.redirect_chain[-1][0] == to("table-hands", tournament.id, at.table)
    assert "Floor called" in page.content.decode()


def test_all_hands_are_read_afterwards(tournament: SoldTournament, at: Recording, browser: Browser) -> None:
    at.begin()
    at.send("misdeal", reason="boxed_cards")
    at.start()
    lose_all(at)
    at.send("settle")
    floor = Recording(tournament, browser(tournament.evening.floor))
    listed = floor.html("hands")
    assert "Boxed cards" in listed
    assert "<b>+8,000</b>" in listed
    assert listed.count("no chips left") == 2
    assert listed.index("#2") < listed.index("#1")
    table = TournamentTable.objects.get().table.code
    assert "#2" in floor.client.get(to("hands", tournament.id), {"table": table}).content.decode()
    assert "No hand yet." in floor.client.get(to("hands", tournament.id), {"table": "M99"}).content.decode()
    assert "#2</a>" not in floor.client.get(to("hands", tournament.id), {"before": "2"}).content.decode()
    story = floor.page()
    assert "is all-in" in story
    assert "Board: 2♣ 7♦ 9♥" in story
    assert "shows A♠ A♥" in story
    assert "Pot <b>12,000</b>" in story
