"""A guest who was registered twice: one number leads to the other, nothing booked moves, and everything counts once."""

from collections.abc import Callable
from typing import Any

import pytest
from django.db import IntegrityError, transaction

from casino.errors import Refusal
from tables import locks
from tables.floor.selectors import guests as cards
from tables.floor.services import seats
from tables.guests.selectors.guests import guests_like, suggestions
from tables.guests.services import guests
from tables.guests.services.admission import bans, checking
from tables.models import Guest, Sitting
from tables.prizes.services import eliminations, prizes, settling
from tables.rules.tournaments.shipped import TURBO
from tables.seating.services import seating
from tables.tournaments.services import entries as tournament_entries
from tables.waiting.services import entries
from tests import builders, racing
from tests.builders import Evening
from tests.tables.guests.conftest import BORN, Door
from tests.tables.guests.test_linked import found as linked
from tests.tables.guests.test_linked import sell
from tests.tables.tournaments.tournament import sold_tournament

pytestmark = pytest.mark.django_db
WHY = "forgot the card, was registered again"


def merge(evening: Evening, guest: Guest, duplicate: Guest) -> Guest:
    return guests.merge(guest_id=guest.pk, duplicate_id=duplicate.pk, reason=WHY, actor=evening.floor)


@pytest.fixture
def anna(evening: Evening) -> Guest:
    return evening.guest("Anna Weber", "77")


@pytest.fixture
def again(evening: Evening) -> Guest:
    return evening.guest("Anna Wber", "G12")


def test_the_duplicate_s_number_leads_to_the_guest(evening: Evening, anna: Guest, again: Guest) -> None:
    merge(evening, anna, again)
    assert guests_like(evening.house.pk, "G12") == [anna]
    assert [(row.guest, row.is_exact) for row in suggestions(evening.house.pk, "G12")] == [(anna, True)]
    assert [row.guest for row in suggestions(evening.house.pk, "anna")] == [anna]
    assert guests_like(evening.house.pk, "Wber") == []


def test_who_was_merged_why_and_separated_again_stays_in_the_history(
    evening: Evening, anna: Guest, again: Guest
) -> None:
    merge(evening, anna, again)
    guests.separate(guest_id=again.pk, reason="two sisters", actor=evening.floor)
    rows = again.history.order_by("history_id").values_list("merged_into", "history_change_reason")
    assert list(rows)[1:] == [(anna.pk, WHY), (None, "two sisters")]
    assert guests_like(evening.house.pk, "G12") == [again]
    assert suggestions(evening.house.pk, "Wber")[0].guest == again


def test_a_duplicate_takes_its_own_duplicates_along(evening: Evening, anna: Guest, again: Guest) -> None:
    third = evening.guest("A. Weber", "G13")
    merge(evening, again, third)
    merge(evening, anna, again)
    assert set(anna.duplicates.values_list("number", flat=True)) == {"G12", "G13"}


def test_what_was_played_stays_and_what_is_to_be_brought_back_counts(evening: Evening, again: Guest) -> None:
    anna = evening.guest("Anna Weber", "77")
    game = evening.game(return_minutes=60)
    table = evening.table(game)
    evening.sit(table, 50_000, guests=[again])
    seats.cash_out(table_id=table, version=evening.version(table), seat=1, actor=evening.floor)
    books = builders.balances()
    merge(evening, anna, again)
    assert builders.balances() == books
    assert Sitting.objects.get().guest == again
    card = cards.card(evening.house.pk, anna.pk, Sitting.objects.get().left_at, actor=evening.floor)
    assert [(row.game_name, row.cents) for row in card.owed] == [(game.name, 50_000)]
    assert [row.guest for row in card.sittings] == [again]
    assert list(card.duplicates) == [again]
    with pytest.raises(Refusal, match="return_below_stack"):
        evening.sit(table, 20_000, guests=[anna])


def test_a_ban_of_the_duplicate_keeps_the_guest_out(evening: Evening, anna: Guest, again: Guest) -> None:
    bans.ban(guest_id=again.pk, reason="threatened the dealer", actor=evening.manager)
    merge(evening, anna, again)
    with pytest.raises(Refusal, match="guest_banned"):
        evening.sit(evening.table(), 20_000, guests=[anna])


def test_the_day_s_audit_adds_up_what_one_person_bought_under_two_numbers(
    evening: Evening, door: Door, anna: Guest, again: Guest
) -> None:
    evening.sign_terms()
    sell(evening, 1_000, anna.number)
    sell(evening, 1_000, again.number)
    assert linked(evening) == []
    merge(evening, anna, again)
    (verdict,) = linked(evening)
    assert (verdict.facts["guest"], verdict.facts["together_cents"]) == (anna.number, 200_000)


def test_no_finding_goes_because_a_guest_is_merged_into_one_who_is_known(
    evening: Evening, door: Door, again: Guest
) -> None:
    evening.sign_terms()
    known = door.known()
    sell(evening, 1_000, again.number)
    sell(evening, 1_000, again.number)
    assert len(linked(evening)) == 1
    merge(evening, known, again)
    assert len(linked(evening)) == 1


class TestRefused:
    """Each refusal changes nothing."""

    def test_a_duplicate_is_seated_listed_sold_to_and_banned_no_more(
        self, evening: Evening, anna: Guest, again: Guest, refused: Callable[..., dict[str, object]]
    ) -> None:
        game = evening.game()
        table, tournament = evening.table(game), sold_tournament(evening)
        merge(evening, anna, again)
        commands: list[tuple[Callable[..., object], dict[str, Any]]] = [
            (seats.sit, {"table_id": table, "version": evening.version(table), "seat": 1, "buy_in_cents": 20_000}),
            (entries.join, {"game_id": game.pk}),
            (checking.identify, {"birth_date": BORN, "document": "passport"}),
            (guests.edit, {"name": "Anna"}),
            (bans.ban, {"reason": "too loud", "actor": evening.manager}),
            (
                tournament_entries.enter,
                {"tournament_id": tournament.id, "window_id": tournament.window, "actor": evening.manager},
            ),
        ]
        for command, said in commands:
            facts = refused("guest_merged", command, **{"guest_id": again.pk, "actor": evening.floor} | said)
            assert (facts["number"], facts["guest_id"]) == ("77", anna.pk)

    @pytest.mark.parametrize("where", ["seat", "list", "tournament"])
    def test_a_duplicate_who_is_in_play(
        self, where: str, evening: Evening, anna: Guest, again: Guest, refused: Callable[..., dict[str, object]]
    ) -> None:
        if where == "seat":
            evening.sit(evening.table(), 20_000, guests=[again])
        elif where == "list":
            entries.join(game_id=evening.game().pk, guest_id=again.pk, actor=evening.floor)
        else:
            sold_tournament(evening).enter(again)
        said = {"guest_id": anna.pk, "duplicate_id": again.pk, "reason": WHY, "actor": evening.floor}
        refused("guest_in_play", guests.merge, **said)
        merge(evening, again, anna)  # the other way round is no problem

    def test_a_champion_of_a_settled_tournament_plays_no_more(
        self, evening: Evening, anna: Guest, again: Guest, refused: Callable[..., dict[str, object]]
    ) -> None:
        said = {"guest_id": anna.pk, "duplicate_id": again.pk, "reason": WHY, "actor": evening.floor}
        tournament = sold_tournament(evening, structure=TURBO, buy_in_cents=0, fee_cents=0)
        for one in (again, evening.guest()):
            tournament.enter(one)
        tournament.start(1)
        prizes.fix(**tournament.seen, early=True, actor=evening.floor)
        winner, loser = sorted(tournament.seated(), key=lambda one: one.guest_id != again.pk)
        outs = [eliminations.Out(loser.pk, (winner.pk,))]
        eliminations.eliminate(**tournament.seen, outs=outs, actor=evening.floor)
        refused("guest_in_play", guests.merge, **said)
        settling.settle(**tournament.seen, actor=evening.manager)
        assert guests.merge(**said) == anna

    def test_two_people_themselves_twice_and_without_a_reason(
        self, evening: Evening, door: Door, anna: Guest, again: Guest, refused: Callable[..., dict[str, object]]
    ) -> None:
        def ask(code: str, guest: Guest, duplicate: Guest, reason: str = WHY) -> None:
            said = {"guest_id": guest.pk, "duplicate_id": duplicate.pk, "reason": reason, "actor": evening.floor}
            refused(code, guests.merge, **said)

        ask("guest_itself", anna, anna)
        ask("reason_required", anna, again, ".")
        first, second = door.known("Jörg Rossi"), door.known("Jörg Rossi", BORN.replace(year=1991))
        ask("guests_differ", first, second)
        ask("keep_identified", anna, first)
        merge(evening, anna, again)
        ask("guest_merged", anna, again)
        ask("guest_merged", again, first)
        elsewhere = builders.House.objects.create(code="mz", name="Mainz")
        ask("no_such_guest", anna, guests.register(house_id=elsewhere.pk, name="Anna Weber", actor=evening.floor))
        refused("guest_not_merged", guests.separate, guest_id=anna.pk, reason=WHY, actor=evening.floor)


def test_the_database_seats_no_duplicate(evening: Evening, anna: Guest, again: Guest) -> None:
    evening.sit(evening.table(), 20_000, guests=[anna])
    merge(evening, anna, again)
    stay = Sitting.objects.get()
    stay.pk, stay.seat, stay.guest = None, 2, again
    with pytest.raises(IntegrityError, match="is merged into another"), transaction.atomic():
        stay.save(force_insert=True)
    with pytest.raises(IntegrityError, match="cannot be merged"), transaction.atomic():
        Guest.objects.filter(pk=anna.pk).update(merged_into=again)


class TestAtOnce:
    """A guest is seated while somebody merges them."""

    pytestmark = pytest.mark.django_db(transaction=True)

    @pytest.fixture
    def evening(self) -> Evening:
        return builders.evening()

    def test_without_the_lock_only_the_database_keeps_a_duplicate_from_the_seat(
        self, evening: Evening, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(locks, "_GUEST", locks._GUEST.removesuffix("FOR KEY SHARE"))
        merged, seated = self.both(evening, monkeypatch)
        assert isinstance(merged, Guest)
        assert isinstance(seated, IntegrityError)

    def test_with_it_whoever_merges_waits_and_is_refused(
        self, evening: Evening, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        assert racing.refusals(self.both(evening, monkeypatch)) == ["guest_in_play"]
        assert Sitting.objects.get().guest.merged_into is None

    def both(self, evening: Evening, monkeypatch: pytest.MonkeyPatch) -> list[Any]:
        """Merge a guest who has just been found free to sit."""
        anna, again = evening.guest("Anna Weber", "77"), evening.guest("Anna Wber", "G12")
        table = evening.table()
        return racing.meanwhile(
            monkeypatch,
            seating,
            "seated",
            lambda: merge(evening, anna, again),
            lambda: evening.sit(table, 20_000, guests=[again]),
        )
