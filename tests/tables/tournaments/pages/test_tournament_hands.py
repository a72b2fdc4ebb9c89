"""Hands recorded at a tournament's table, tap by tap: who may, when one begins, what the rules allow, what is stale."""

from collections.abc import Callable

import pytest
from django.test import Client

from casino.pages.forms import CommandForm
from tables.models import TournamentTable
from tables.tournament_hands.services import playing
from tables.tournaments.services import clock
from tests import builders, databases
from tests.tables.play.pages.recording import Recording, at_one_table, kept
from tests.tables.tournaments.pages.tournaments import named, to
from tests.tables.tournaments.tournament import SoldTournament

Browser = Callable[..., Client]
built, tournament = databases.shared(lambda: at_one_table(builders.evening()))


@pytest.fixture
def at(tournament: SoldTournament, browser: Browser) -> Recording:
    return Recording(tournament, browser(tournament.evening.dealer))


def test_the_dealer_finds_his_table_and_the_director_each(
    tournament: SoldTournament, at: Recording, browser: Browser
) -> None:
    answer = at.client.get("/dealer/", follow=True)
    assert answer.redirect_chain[-1][0] == to("table-hands", tournament.id, at.table)
    html = answer.content.decode()
    assert "Weber" in html
    assert "4,000" in html
    assert "<b>50 / 100</b>" in html
    assert "Where was the button drawn?" in html
    floor = browser(tournament.evening.floor)
    page = floor.get(to("director", tournament.id)).content.decode()
    assert to("table-hands", tournament.id, at.table) in page
    assert to("hands", tournament.id) in page
    assert f'href="/dealer/tables/{at.table}/"' in floor.get("/dealer/").content.decode(), "who deals anywhere chooses"


def test_the_first_hand_wants_the_drawn_button_the_next_moves_it(tournament: SoldTournament, at: Recording) -> None:
    before = kept(tournament)
    at.refused(at.start(), "Enter where the button was drawn.")
    assert at.start(button_seat=99).status_code == 400, "nobody sits there"
    assert kept(tournament) == before
    at.begin("Weber")
    assert at.hand.setup["button_seat"] == named(tournament, "Weber").seat
    page = at.page()
    assert "Level <b>1</b>" in page
    assert at.client.get(to("table-hands", tournament.id, at.table)).status_code == 302, "the hand comes first"
    at.refused(at.start(), "A hand is being played at this table.")
    at.act("fold")
    at.act("fold")
    assert at.send("settle").status_code == 303
    table = at.html("table-hands", at.table)
    assert "Where was the button drawn?" not in table
    assert f"#{at.hand.number}" in table
    first = at.hand
    assert at.start().status_code == 303
    assert at.hand.setup["button_seat"] == TournamentTable.objects.get().button_seat != first.setup["button_seat"]


def test_no_hand_begins_while_the_clock_stands(tournament: SoldTournament, at: Recording) -> None:
    clock.pause(**tournament.seen, actor=tournament.evening.floor)
    page = at.html("table-hands", at.table)
    assert "The clock is stopped: no hand may begin now." in page
    assert "Next hand" not in page
    before = kept(tournament)
    at.refused(at.start(button_seat=named(tournament, "Weber").seat), "The clock is stopped: no hand may begin now.")
    assert kept(tournament) == before


def test_a_new_level_holds_from_the_next_hand_on(tournament: SoldTournament, at: Recording) -> None:
    """S4, WSOP 79."""
    at.begin()
    assert "from the next hand" not in at.page()
    clock.move(**tournament.seen, item=1, actor=tournament.evening.floor)
    page = at.page()
    assert "Level <b>1</b> · <b>50 / 100</b>" in page
    assert "from the next hand, level 2: 100 / 200" in page
    at.act("fold")
    at.act("fold")
    at.send("settle")
    assert "<b>100 / 200</b>" in at.html("table-hands", at.table)
    at.start()
    assert at.hand.level == 2


def test_only_what_the_rules_allow_and_amounts_are_chips(tournament: SoldTournament, at: Recording) -> None:
    at.begin()
    page = at.page()
    assert 'data-unit="chips" data-least="200" data-most="4000"' in page
    assert "Call 100" in page
    before = kept(tournament)
    at.refused(at.send("act", kind="raise", to_cents="150"), "At least 200 is needed.")
    at.refused(at.send("act", kind="raise", to_cents="4001"), "No more than 4,000 is allowed.")
    assert at.send("act", kind="raise", to_cents="2,50").status_code == 400, "chips are whole"
    assert at.send("act", kind="check").status_code == 422
    assert at.send("act", kind="dance").status_code == 400
    at.refused(at.send("settle"), "The hand is not over yet.")
    assert kept(tournament) == before
    at.act("raise", to_cents="300")
    assert f"{named(tournament, 'Weber').seat} Weber raises to 300" in at.page()


def test_who_saw_less_is_shown_what_is_there(tournament: SoldTournament, at: Recording) -> None:
    """The number of actions is the version; a double tap is one action."""
    at.begin()
    at.act("call")
    before = kept(tournament)
    answer = at.client.post(
        to("act-hand", tournament.id, at.hand.number), {"key": "late", "version": 0, "kind": "fold"}
    )
    at.refused(answer, "This has since changed. Please look again.", 409)
    assert 'name="version" value="1"' in answer.content.decode()
    assert kept(tournament) == before
    form = {"key": "twice", "version": 1, "kind": "call"}
    for _tap in range(2):
        assert at.client.post(to("act-hand", tournament.id, at.hand.number), form).status_code == 303
    assert len(at.hand.actions) == 2
    assert at.send("undo").status_code == 303
    assert [one["kind"] for one in at.hand.actions] == ["call"]


def test_a_poll_tells_one_action_from_another(tournament: SoldTournament, at: Recording) -> None:
    """Taken back and recorded again are as many, but another hand."""
    at.begin()
    at.act("call")
    address = to("hand", tournament.id, at.hand.number)
    version = at.client.get(address).context["live_version"]
    assert at.client.get(address, {"v": version}).status_code == 204
    at.send("undo")
    at.act("fold")
    assert at.client.get(address, {"v": version}).status_code == 200
    between = to("table-hands", tournament.id, at.table)
    at.send("misdeal", reason="card_exposed")
    version = at.client.get(between).context["live_version"]
    assert at.client.get(between, {"v": version}).status_code == 204
    clock.pause(**tournament.seen, actor=tournament.evening.floor)
    assert at.client.get(between, {"v": version}).status_code == 200


def test_polling_a_hand_is_one_read(
    tournament: SoldTournament, at: Recording, django_assert_num_queries: Callable[[int], object]
) -> None:
    at.begin()
    address = to("hand", tournament.id, at.hand.number)
    version = at.client.get(address).context["live_version"]
    with django_assert_num_queries(1):  # type: ignore[attr-defined]
        assert at.client.get(address, {"v": version}).status_code == 204


def test_an_open_hand_calls_its_dealer(tournament: SoldTournament, at: Recording) -> None:
    between = to("table-hands", tournament.id, at.table)
    version = at.client.get(between).context["live_version"]
    playing.start(
        **tournament.seen,
        table_id=at.table,
        button_seat=named(tournament, "Weber").seat,
        actor=tournament.evening.floor,
    )
    answer = at.client.get(between, {"v": version}, headers={"HX-Request": "true"})
    assert answer["HX-Redirect"] == to("hand", tournament.id, at.hand.number)


@pytest.mark.parametrize("shown", ["table", "hand"])
def test_what_happens_while_a_refusal_is_shown_comes_with_the_next_poll(
    tournament: SoldTournament, at: Recording, monkeypatch: pytest.MonkeyPatch, shown: str
) -> None:
    """What a page shows is never older than the version it carries, or its polls would find nothing new for ever."""
    if shown == "hand":
        at.begin()
    refuse = CommandForm.refuse

    def paused_meanwhile(form: CommandForm, sentence: str, version: int | None) -> None:
        refuse(form, sentence, version)
        clock.pause(**tournament.seen, actor=tournament.evening.floor)

    monkeypatch.setattr(CommandForm, "refuse", paused_meanwhile)
    answer = at.start() if shown == "table" else at.send("settle")
    assert answer.status_code == 422
    page = answer.context["live_address"]
    assert at.client.get(page, {"v": answer.context["live_version"]}).status_code == 200
