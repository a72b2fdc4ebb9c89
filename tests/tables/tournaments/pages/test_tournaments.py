"""The pages of tournaments: what they show, that forms are the services, that nothing typed is lost."""

import html
from collections.abc import Callable

import pytest
from django.test import Client

from casino.models import User
from tables.models import Game, Table, Tournament, TournamentTable
from tables.models.tables import SEATS_MAX
from tables.rules.forms import FORMS
from tables.rules.terms import room
from tables.rules.tournaments.shipped import EVENING
from tables.tournaments.selectors import seats as seat_views
from tests import builders
from tests.builders import Evening, with_password
from tests.tables.tournaments.pages.tournaments import PASSWORD, send, sold, to
from tests.tables.tournaments.tournament import EURO, SoldTournament, sold_tournament

Browser = Callable[..., Client]


@pytest.fixture
def evening(db: None) -> Evening:
    return builders.evening()


@pytest.fixture
def tournament(evening: Evening) -> SoldTournament:
    return sold_tournament(evening, structure=EVENING, re_buy_cents=50 * EURO, add_on_cents=50 * EURO)


# --- announced --------------------------------------------------------------------------------------------------------


def test_a_tournament_is_announced_from_a_shipped_structure(evening: Evening, browser: Browser) -> None:
    client = browser(evening.floor)
    shown = client.get(to("templates")).content.decode()
    for title in ("No-limit evening with re-buys", "Pot-limit Omaha", "Deep stack weekend with flights and a final"):
        assert title in shown
    address = to("announce", "evening", 1)
    form = client.get(address).content.decode()
    assert "re_buy_cents" in form, "the structure has re-buys"
    assert "add_on_fee_cents" in form
    turbo = client.get(to("announce", "turbo", 1)).content.decode()
    assert "re_buy_cents" not in turbo
    for name, number in (("evening", 2), ("nothing", 1)):
        assert client.get(to("announce", name, number)).status_code == 404
    fields = {
        "code": "FR1", "name": "Freitag", "starts_at": "2030-05-03T20:00", "buy_in_cents": "100", "fee_cents": "12,50",
        "re_buy_cents": "50", "payout_unit_cents": "10", "seats_per_table": "9", "guarantee_cents": "2000",
        "bounty_paid_bp": "10000",
        "chip_set_25": "800", "chip_set_100": "800",
    }  # fmt: skip
    answer = send(client, address, **fields)
    row = Tournament.objects.get()
    assert (answer.status_code, answer["Location"]) == (303, to("director", row.pk))
    assert (row.code, row.buy_in_cents, row.fee_cents, row.re_buy_cents) == ("FR1", 10_000, 1_250, 5_000)
    assert (row.guarantee_cents, row.payout_unit_cents, row.add_on_cents) == (200_000, 1_000, 0)
    assert row.starts_at.isoformat() == "2030-05-03T18:00:00+00:00", "by the house's clock"
    assert row.chip_set == {"25": 800, "100": 800}
    assert row.structure["name"] == "evening"
    again = send(client, address, **fields)
    assert again.status_code == 422, "the code is taken"
    assert 'value="Freitag"' in again.content.decode()
    assert Tournament.objects.count() == 1


@pytest.mark.parametrize("variant", FORMS)
def test_a_tournament_of_every_game_is_announced(evening: Evening, browser: Browser, variant: str) -> None:
    client, most = browser(evening.floor), room.most_players(variant)
    address = to("announce", "evening", 1)
    fields = {
        "code": "FR1", "name": "Freitag", "starts_at": "2030-05-03T20:00", "buy_in_cents": "100", "fee_cents": "10",
        "payout_unit_cents": "10", "bounty_paid_bp": "10000", "variant": variant, "betting": "pot_limit",
    }  # fmt: skip
    for seats in range(most + 1, SEATS_MAX + 1):
        refused = send(client, address, **fields, seats_per_table=str(seats))
        assert refused.status_code == 422
        assert f"suffices for {most} players" in refused.content.decode()
    assert not Tournament.objects.exists()
    assert send(client, address, **fields, seats_per_table=str(most)).status_code == 303
    row = Tournament.objects.get()
    assert (row.variant, row.betting, row.structure["variant"]) == (variant, "pot_limit", variant)
    assert html.escape(str(Game.Variant(variant).label)) in client.get(to("list")).content.decode()
    edit = to("edit", row.pk)
    assert f'value="{variant}" selected' in client.get(edit).content.decode()
    changed = fields | {"variant": "omaha_6", "seats_per_table": "8"}
    assert send(client, edit, **changed).status_code == 422, "six cards hold seven"
    assert send(client, edit, **changed | {"seats_per_table": "7"}).status_code == 303
    row.refresh_from_db()
    assert (row.variant, row.seats_per_table) == ("omaha_6", 7)


def test_the_final_table_takes_one_more_only_where_the_deck_suffices(evening: Evening) -> None:
    """Seven of six cards use 42 of 52 cards, five lie on the board and three are burned: two are left."""
    for variant, seats, more in (("omaha_6", 7, 0), ("omaha_6", 6, 1), ("omaha_5", 8, 0), ("texas", 9, 1)):
        row = Tournament(variant=variant, seats_per_table=seats)
        tables = [TournamentTable(table=Table(seats=10))]
        assert seat_views.rules(row, tables).final_more == more, variant


def test_what_was_announced_is_changed_until_registration_opens(evening: Evening, browser: Browser) -> None:
    client = browser(evening.floor)
    send(
        client, to("announce", "turbo", 1), code="FR1", name="Freitag", starts_at="2030-05-03T20:00",
        buy_in_cents="100", fee_cents="10", payout_unit_cents="10", seats_per_table="9", bounty_paid_bp="10000",
    )  # fmt: skip
    row = Tournament.objects.get()
    edit = to("edit", row.pk)
    assert 'value="2030-05-03T20:00"' in client.get(edit).content.decode()
    answer = send(
        client, edit, name="Freitag groß", starts_at="2030-05-03T21:00", buy_in_cents="200", fee_cents="20",
        payout_unit_cents="10", seats_per_table="8", most_entries="80", bounty_paid_bp="5000",
    )  # fmt: skip
    assert answer.status_code == 303
    row.refresh_from_db()
    assert (row.code, row.name, row.buy_in_cents, row.seats_per_table) == ("FR1", "Freitag groß", 20_000, 8)
    assert row.most_entries == 80
    assert row.bounty_paid_bp == 5_000
    assert send(client, to("open", row.pk)).status_code == 303
    row.refresh_from_db()
    assert row.state == "registering"
    assert send(client, edit, name="x", starts_at="2030-05-03T21:00", buy_in_cents="1", fee_cents="1",
                payout_unit_cents="10", seats_per_table="8", bounty_paid_bp="10000").status_code == 422  # fmt: skip
    row.refresh_from_db()
    assert row.buy_in_cents == 20_000, "somebody may have paid for it"


def test_only_a_manager_calls_it_off_and_everybody_gets_his_money_back(
    tournament: SoldTournament, browser: Browser
) -> None:
    sold(tournament, "Weber", "Rossi")
    cancel = to("cancel", tournament.id)
    assert browser(tournament.evening.floor).get(cancel).status_code == 403
    manager = browser(with_password(tournament.evening.manager, PASSWORD))
    assert send(manager, cancel, reason="").status_code == 400
    assert tournament.row.state == "registering"
    assert send(manager, cancel, reason="Zu wenige Spieler").status_code == 400, "the password is asked for"
    assert send(manager, cancel, reason="Zu wenige Spieler", password="wrong").status_code == 403
    assert tournament.row.state == "registering"
    assert send(manager, cancel, reason="Zu wenige Spieler", password=PASSWORD).status_code == 303
    assert tournament.row.state == "cancelled"
    assert builders.balances("prizes/") == {}


def test_the_list_says_what_runs_what_comes_and_what_is_over(tournament: SoldTournament, browser: Browser) -> None:
    client = browser(tournament.evening.floor)
    html = client.get(to("list")).content.decode()
    assert "Freitagsturnier" in html
    assert "registration open" in html
    assert "Announce a tournament" in html
    cage = browser(tournament.evening.cage).get(to("list")).content.decode()
    assert "Announce a tournament" not in cage, "the cage sells"
    assert to("enter", tournament.id) in cage


@pytest.mark.parametrize("role", ["dealer", "admin"])
def test_whoever_neither_runs_nor_sells_is_turned_away(tournament: SoldTournament, browser: Browser, role: str) -> None:
    client = browser(User.objects.create_user(f"{role}-2", roles=[role]))
    for name in ("list", "templates"):
        assert client.get(to(name)).status_code == 403, name
    for name in ("director", "enter", "players", "seatcards", "draw", "count"):
        assert client.get(to(name, tournament.id)).status_code == 403, name


def test_an_auditor_reads_and_does_nothing(tournament: SoldTournament, browser: Browser) -> None:
    sold(tournament, "Weber")
    client = browser(User.objects.create_user("auditor-2", roles=["auditor"]))
    html = client.get(to("list")).content.decode()
    assert "Freitagsturnier" in html
    for address in (to("director", tournament.id) + '"', to("enter", tournament.id), to("templates")):
        assert address not in html
    for name in ("players", "payouts", "statement", "seatcards"):
        assert client.get(to(name, tournament.id)).status_code == 200, name
    entrant = tournament.row.entrants.get()
    page = client.get(to("entrant", tournament.id, entrant.pk)).content.decode()
    for name in ("director", "enter"):
        assert f'"{to(name, tournament.id)}"' not in page, "no way to where he may not go"
    for name in ("director", "enter", "draw", "count", "fix"):
        assert client.get(to(name, tournament.id)).status_code == 403, name
    assert client.post(to("settle", tournament.id), {"key": "a", "version": tournament.row.version}).status_code == 403
    assert tournament.row.state == "registering"


def test_a_flight_names_its_final_and_a_satellite_its_target(evening: Evening, browser: Browser) -> None:
    client = browser(evening.floor)
    fields = {"name": "Turnier", "starts_at": "2030-05-03T20:00", "buy_in_cents": "100", "fee_cents": "10",
              "payout_unit_cents": "10", "seats_per_table": "9", "bounty_paid_bp": "10000"}  # fmt: skip
    address = to("announce", "deep-stack", 1)
    assert "final_id" not in client.get(address).content.decode(), "there is none yet"
    send(client, address, code="FINAL", **fields)
    final = Tournament.objects.get()
    send(client, address, code="TAG-1A", final_id=final.pk, **fields)
    send(client, address, code="SAT", seat_for_id=final.pk, **fields)
    assert Tournament.objects.get(code="TAG-1A").final_id == final.pk
    assert Tournament.objects.get(code="SAT").seat_for_id == final.pk
    edit = client.get(to("edit", Tournament.objects.get(code="TAG-1A").pk)).content.decode()
    assert f'<option value="{final.pk}" selected>' in edit
