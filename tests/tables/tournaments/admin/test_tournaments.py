"""Tournaments in the back office: read, never written; actions ask why; the seed of a draw that waits is nowhere."""

import pytest
from django.urls import reverse

from tables.models import Draw, Prize, Purchase, Tournament
from tables.prizes.services import eliminations, prizes
from tables.prizes.services.eliminations import Out
from tables.tournaments.services import announcing, clock
from tests import builders, databases
from tests.builders import Evening, balances
from tests.deciding import looking
from tests.tables.admin.test_admin import PASSWORD, act
from tests.tables.tournaments.tournament import EURO, SoldTournament, sold_tournament

pytestmark = pytest.mark.django_db
NAMES = ["tournament", "entrant", "purchase", "prize", "draw"]
ONE = "tables_tournament"


def three_play() -> SoldTournament:
    """Three play; two draws, of which one waits."""
    evening = builders.evening()
    builders.with_password(evening.manager, PASSWORD)
    tournament = sold_tournament(evening)
    for _guest in range(3):
        tournament.enter()
    tournament.start(1)
    return tournament


built, running = databases.shared(three_play)


@pytest.fixture
def evening(running: SoldTournament) -> Evening:
    return running.evening


def finish(tournament: SoldTournament) -> None:
    """One is left, the prizes are fixed; none is paid."""
    floor = tournament.evening.floor
    clock.move(**tournament.seen, item=5, actor=floor)
    prizes.fix(**tournament.seen, actor=floor)
    first, second, third = tournament.seated()
    for loser in (third, second):
        eliminations.eliminate(**tournament.seen, outs=[Out(loser.pk, (first.pk,))], actor=floor)


@pytest.mark.parametrize("language", ["de", "en"])
@pytest.mark.parametrize("name", NAMES)
def test_lists_and_rows_open_and_cannot_be_written(running: SoldTournament, browser, name: str, language: str) -> None:
    finish(running)
    before = list(Tournament.objects.values())
    client = browser(running.evening.manager, language)
    page = client.get(reverse(f"admin:tables_{name}_changelist"))
    assert page.status_code == 200
    row = page.context["cl"].result_list[0]
    change = reverse(f"admin:tables_{name}_change", args=[row.pk])
    assert client.get(change).status_code == 200
    assert client.post(change, {"state": "settled", "structure": "{}", "amount_cents": 1}).status_code == 403
    assert client.post(reverse(f"admin:tables_{name}_delete", args=[row.pk]), {"post": "yes"}).status_code == 403
    assert client.get(reverse(f"admin:tables_{name}_add")).status_code == 403
    assert list(Tournament.objects.values()) == before


def test_the_seed_of_a_draw_that_waits_is_on_no_page(running: SoldTournament, browser) -> None:
    used, waiting = Draw.objects.order_by("number")
    for role in ("manager", "auditor", "floor"):
        client = browser(builders.user(role, f"other-{role}"))
        pages = [reverse(f"admin:tables_{name}_changelist") for name in NAMES]
        pages += [reverse("admin:tables_draw_change", args=[one.pk]) for one in (used, waiting)]
        pages += [reverse(f"admin:{ONE}_change", args=[running.id]), reverse(f"admin:{ONE}_history", args=[running.id])]
        pages += [reverse("admin:tables_draw_history", args=[waiting.pk])]
        pages += [reverse("admin:tables_draw_changelist") + f"?q={waiting.seed[:20]}"]
        told = ""
        for page in pages:
            answer = client.get(page)
            assert answer.status_code == 200, page
            html = answer.content.decode()
            assert waiting.seed not in html, page
            told += html
        assert used.seed in told, "what was drawn can be drawn again"
        for name, lookup in (("draw", "seed__startswith"), ("tournament", "draws__seed__startswith")):
            guess = client.get(reverse(f"admin:tables_{name}_changelist"), {lookup: waiting.seed[:1]})
            assert guess.status_code == 400, "nor is it guessed digit by digit"


def test_its_page_tells_the_figures_and_its_history(running: SoldTournament, browser) -> None:
    client = browser(running.evening.floor)
    html = client.get(reverse(f"admin:{ONE}_change", args=[running.id])).content.decode()
    assert "3 / 3 · 12000" in html
    assert "300.00 · 0.00 · 30.00" in html
    assert "&quot;late_until_level&quot;: 4" in html
    history = client.get(reverse(f"admin:{ONE}_history", args=[running.id]))
    assert history.status_code == 200
    assert "floor" in history.content.decode()


def test_registration_is_opened_and_the_tournament_called_off_by_actions(evening: Evening, browser) -> None:
    tournament = sold_tournament(evening, code="SA")
    purchase = tournament.enter()
    before = balances()["cash/K9"]
    manager = browser(evening.manager)
    page = manager.get(reverse(f"admin:{ONE}_change", args=[tournament.id])).content.decode()
    assert "do/cancel/" in page
    assert "do/open-registration/" not in page, "what makes no sense now is not offered"
    unasked = act(manager, ONE, tournament.id, "cancel", reason="no guests")
    assert unasked.context["form"].errors.keys() == {"password"}
    unsaid = act(manager, ONE, tournament.id, "cancel", reason="x", password=PASSWORD)
    assert unsaid.context["form"].errors.keys() == {"reason"}
    assert tournament.row.state == "registering"
    floor = browser(evening.floor)
    assert act(floor, ONE, tournament.id, "cancel", reason="no guests", password=PASSWORD).status_code == 403
    assert act(manager, ONE, tournament.id, "cancel", reason="no guests", password=PASSWORD).status_code == 303
    assert tournament.row.state == "cancelled"
    assert balances()["cash/K9"] == before - 110 * EURO
    assert Purchase.objects.get(pk=purchase.pk).returned is not None
    assert tournament.row.history.first().history_user == evening.manager


def test_what_is_announced_is_opened(running: SoldTournament, evening: Evening, browser) -> None:
    terms = announcing.Terms(
        name="Samstag", starts_at=running.row.starts_at, structure=running.row.structure, buy_in_cents=100
    )
    row = announcing.create(house_id=evening.house.pk, code="SA", terms=terms, actor=evening.floor)
    assert act(browser(evening.floor), ONE, row.pk, "open-registration").status_code == 303
    row.refresh_from_db()
    assert row.state == "registering"
    assert Draw.objects.filter(tournament=row, drawn_at=None).count() == 1


def test_the_clock_is_stopped_and_runs_again(running: SoldTournament, browser) -> None:
    client = browser(running.evening.floor)
    page = reverse(f"admin:{ONE}_change", args=[running.id])
    for name, other in (("pause", "resume"), ("resume", "pause")):
        html = client.get(page).content.decode()
        assert f"do/{name}/" in html
        assert f"do/{other}/" not in html
        assert act(client, ONE, running.id, name).status_code == 303
    address = reverse(f"admin:{ONE}_act", args=[running.id, "pause"])
    stale = client.post(address, {"key": "k", "version": running.row.version - 1})
    assert stale.status_code == 409


def test_books_are_closed_with_the_password_once_all_is_paid(running: SoldTournament, browser) -> None:
    finish(running)
    client = browser(running.evening.manager)
    refused = act(client, ONE, running.id, "settle", password=PASSWORD)
    assert refused.status_code == 422
    assert "Prizes are still to be paid" in refused.content.decode()
    assert running.row.state == "finished"
    for prize in Prize.objects.filter(amount_cents__gt=0):
        looking(prizes.pay)(prize_id=prize.pk, window_id=running.window, actor=running.evening.cage)
    assert act(client, ONE, running.id, "settle").context["form"].errors.keys() == {"password"}
    assert act(client, ONE, running.id, "settle", password=PASSWORD).status_code == 303
    assert (running.row.state, running.row.settled_by) == ("settled", running.evening.manager)
    assert "fees/TURM" not in balances()


@pytest.mark.parametrize("role", ["admin", "dealer", "cage"])
def test_who_sees_no_money_sees_no_tournament(running: SoldTournament, browser, role: str) -> None:
    client = browser(builders.user(role, f"other-{role}"))
    for name in NAMES:
        assert client.get(reverse(f"admin:tables_{name}_changelist")).status_code in {302, 403}, name
