"""Erasing a guest (DSGVO Art. 17): two people, what forbids it, what is gone afterwards, what stays."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.db import IntegrityError, connection, transaction
from django.utils import translation

from accounting.models import Entry
from accounting.proof.services import proofs
from casino import house_time, retention
from casino.errors import NotAllowed, Refusal
from casino.models import LoginEvent, SecurityEvent
from casino.models.logins import LoginKind
from tables.floor.services import seats
from tables.guests.selectors.guests import guests_like, namesakes, suggestions
from tables.guests.services import erasures, guests
from tables.guests.services.admission import bans
from tables.log.services import incidents, rulings
from tables.models import Erasure, Guest, HouseBan, Incident, KeptChips, LegalHold, Prize, Sitting
from tables.prizes.services import deals, eliminations, prizes, settling
from tables.prizes.services.prizes import Scheme
from tables.rules.tournaments.shipped import TURBO
from tests.builders import Evening
from tests.deciding import looking
from tests.tables.absence.absentees import Absentees
from tests.tables.guests.conftest import Door
from tests.tables.tournaments.tournament import EURO, SoldTournament, sold_tournament

pytestmark = pytest.mark.django_db
NAME = "Xaver Quellwasser"
WHY = "asked for by letter of 24 November"


@pytest.fixture
def guest(evening: Evening) -> Guest:
    return evening.guest(NAME, "G-4711-X")


def erase(evening: Evening, guest: Guest) -> Erasure:
    asked = erasures.ask(guest_id=guest.pk, reason=WHY, actor=evening.manager)
    return looking(erasures.approve)(erasure_id=asked.pk, actor=evening.second_manager)


def everything() -> str:
    """Every row of every table of ours as text."""
    said = []
    with connection.cursor() as cursor:
        for table in connection.introspection.table_names(cursor):
            cursor.execute(f'SELECT row::text FROM "{table}" row')
            said += [text for (text,) in cursor.fetchall()]
    return "\n".join(said)


def refused(code: str, act: Callable[..., object], **arguments: Any) -> Refusal:
    """The act is refused with this code, and no row of the database is another."""
    before = everything()
    with pytest.raises(Refusal) as raised:
        act(**arguments)
    assert raised.value.code == code
    assert everything() == before
    return raised.value


def divided(evening: Evening, guest: Guest, rival: Guest) -> SoldTournament:
    """The guest takes all the prizes in a deal, and is out; the rival wins the rest, which is nothing."""
    tournament = sold_tournament(evening, structure=TURBO)
    for one in (guest, rival):
        tournament.enter(one)
    tournament.start(1)
    by = {"actor": evening.floor}
    prizes.fix(**tournament.seen, scheme=Scheme(shares_bp=(6_000, 4_000)), early=True, **by)
    entrants = {one.guest_id: one.pk for one in tournament.seated()}
    shares = {entrants[guest.pk]: 200 * EURO, entrants[rival.pk]: 0}
    deals.agree(**tournament.seen, method=None, shares_cents=shares, **by)
    outs = [eliminations.Out(entrants[guest.pk], (entrants[rival.pk],))]
    eliminations.eliminate(**tournament.seen, outs=outs, **by)
    return tournament


class TestErasing:
    def test_the_name_is_in_no_row_and_the_proof_is_green(self, evening: Evening, guest: Guest) -> None:
        table = evening.table()
        evening.sit(table, 40_000, guests=[guest])
        seats.cash_out(
            table_id=table, version=evening.version(table), seat=1, counted_cents=40_000, actor=evening.floor
        )
        guests.edit(guest_id=guest.pk, notes=f"{NAME} tips well", actor=evening.floor)
        incidents.record(
            house_id=evening.house.pk, kind="behaviour", text="Quellwasser, Xaver shouted; Quellwasser left",
            guest_ids=[guest.pk], actor=evening.floor,
        )  # fmt: skip
        ban = bans.ban(guest_id=guest.pk, reason="hit a dealer", actor=evening.manager)
        bans.lift(ban_id=ban.pk, actor=evening.manager)
        before = proofs.prove(independent=True)
        books = list(Entry.objects.order_by("pk").values_list("pk", "digest", "reason"))

        row = erase(evening, guest)

        said = everything()
        assert "quellwasser" not in said.lower()
        assert "xaver" not in said.lower()
        assert "G-4711-X" not in said
        assert list(Entry.objects.order_by("pk").values_list("pk", "digest", "reason")) == books
        after = proofs.prove(independent=True)
        assert (after.broken, after.entries) == ([], before.entries)
        assert HouseBan.objects.get().reason == "[erased]"
        assert Incident.objects.get().text == "[erased] shouted; [erased] left"
        assert Sitting.objects.filter(guest=guest).count() == 1
        assert row.rows["tables_guest"] == 1
        assert row.rows["tables_incident.text"] == 1

    def test_it_is_shown_by_a_pseudonym_in_the_reader_s_language_and_found_by_nobody(
        self, evening: Evening, guest: Guest
    ) -> None:
        erase(evening, guest)
        with translation.override("en"):
            assert Guest.objects.get(pk=guest.pk).name == f"Guest {guest.pk} (erased)"
        with translation.override("de"):
            assert Guest.objects.get(pk=guest.pk).name == f"Gast {guest.pk} (gelöscht)"
        house = evening.house.pk
        for typed in (NAME, "G-4711-X", "erased", str(guest.pk)):
            assert guests_like(house, typed) == []
            assert suggestions(house, typed) == []
        assert namesakes(house, NAME) == []

    def test_a_duplicate_goes_with_its_guest(self, evening: Evening, guest: Guest) -> None:
        again = evening.guest("X. Quellwasser", "0815")
        guests.merge(guest_id=guest.pk, duplicate_id=again.pk, reason="two cards", actor=evening.floor)
        erase(evening, guest)
        assert "Quellwasser" not in everything()
        assert Guest.objects.exclude(erased_at=None).count() == 2

    def test_former_names_go_too_and_others_of_part_of_the_name_stay(self, evening: Evening, guest: Guest) -> None:
        other = evening.guest("Xaver Quellwasserfall")
        guests.edit(guest_id=guest.pk, name="Xaver Meerwasser", actor=evening.floor)
        erase(evening, guest)
        said = everything()
        assert "Meerwasser" not in said
        assert other.name in said

    def test_an_erased_guest_cannot_be_seated_edited_or_erased_again(self, evening: Evening, guest: Guest) -> None:
        erase(evening, guest)
        refused("guest_erased", erasures.ask, guest_id=guest.pk, reason=WHY, actor=evening.manager)
        refused("guest_erased", guests.edit, guest_id=guest.pk, name="Xaver", actor=evening.floor)
        refused("guest_erased", erasures.hold, guest_id=guest.pk, reason=WHY, actor=evening.manager)


class TestTwoPeople:
    def test_whoever_asked_does_not_approve(self, evening: Evening, guest: Guest) -> None:
        asked = erasures.ask(guest_id=guest.pk, reason=WHY, actor=evening.manager)
        refused("two_people", looking(erasures.approve), erasure_id=asked.pk, actor=evening.manager)
        with pytest.raises(NotAllowed):
            looking(erasures.approve)(erasure_id=asked.pk, actor=evening.floor)

    def test_the_database_refuses_one_person_too(self, evening: Evening, guest: Guest) -> None:
        asked = erasures.ask(guest_id=guest.pk, reason=WHY, actor=evening.manager)
        with pytest.raises(IntegrityError, match="erasure_by_two"), transaction.atomic(), connection.cursor() as cursor:
            cursor.execute("SELECT tables_erase(%s, %s, now())", [asked.pk, evening.manager.pk])
        assert Guest.objects.get(pk=guest.pk).name == NAME

    def test_a_request_is_asked_once_and_decided_once(self, evening: Evening, guest: Guest) -> None:
        asked = erasures.ask(guest_id=guest.pk, reason=WHY, actor=evening.manager)
        refused("erasure_asked", erasures.ask, guest_id=guest.pk, reason=WHY, actor=evening.second_manager)
        looking(erasures.decline)(erasure_id=asked.pk, actor=evening.manager)
        refused("erasure_decided", looking(erasures.approve), erasure_id=asked.pk, actor=evening.second_manager)
        assert Guest.objects.get(pk=guest.pk).name == NAME


class TestWhatStays:
    def test_who_sits(self, evening: Evening, guest: Guest) -> None:
        evening.sit(evening.table(), 40_000, guests=[guest])
        refused("erasure_in_play", erasures.ask, guest_id=guest.pk, reason=WHY, actor=evening.manager)

    def test_who_sits_down_after_the_request(self, evening: Evening, guest: Guest) -> None:
        asked = erasures.ask(guest_id=guest.pk, reason=WHY, actor=evening.manager)
        evening.sit(evening.table(), 40_000, guests=[guest])
        refused("erasure_in_play", looking(erasures.approve), erasure_id=asked.pk, actor=evening.second_manager)

    def test_who_is_owed_a_prize_or_may_still_win_one(self, evening: Evening, guest: Guest) -> None:
        """A prize of nothing is owed to nobody; the champion sits on the last seat until the books are closed."""
        rival = evening.guest("Yara Bergquell")
        tournament = divided(evening, guest, rival)
        refused("erasure_owed", erasures.ask, guest_id=guest.pk, reason=WHY, actor=evening.manager)
        refused("erasure_in_play", erasures.ask, guest_id=rival.pk, reason=WHY, actor=evening.manager)
        looking(prizes.pay)(prize_id=Prize.objects.get(kind="deal").pk, window_id=tournament.window, actor=evening.cage)
        erase(evening, guest)
        settling.settle(**tournament.seen, actor=evening.manager)
        erase(evening, rival)
        assert not Guest.objects.filter(erased_at=None).exists()

    def test_whose_chips_the_house_keeps(self, evening: Evening) -> None:
        walks = Absentees.of(evening)
        walks.away(1)
        walks.pick_up(1, reason="went home")
        kept = {"guest_id": KeptChips.objects.get().sitting.guest_id, "reason": WHY}
        refused("erasure_owed", erasures.ask, **kept, actor=evening.manager)

    def test_a_ban_keeps_its_identity_until_it_is_over(self, evening: Evening, guest: Guest) -> None:
        bans.ban(guest_id=guest.pk, reason="cheated", actor=evening.manager)
        refused("erasure_banned", erasures.ask, guest_id=guest.pk, reason=WHY, actor=evening.manager)

    def test_an_identity_that_was_checked_stays_for_five_years(self, door: Door) -> None:
        """GwG § 8 (4): five years from the end of the calendar year."""
        known = door.known(NAME)
        evening, year = door.evening, house_time.today().year
        told = refused("erasure_too_early", erasures.ask, guest_id=known.pk, reason=WHY, actor=evening.manager)
        assert told.facts["day"] == f"{year + 6}-01-01"
        with house_time.shown_by(lambda: datetime(year + 6, 1, 1, 12, tzinfo=UTC)):
            erase(evening, known)
        assert NAME not in everything()

    def test_a_legal_hold_that_another_lifts(self, evening: Evening, guest: Guest) -> None:
        asked = erasures.ask(guest_id=guest.pk, reason=WHY, actor=evening.manager)
        held = erasures.hold(guest_id=guest.pk, reason="court order 3 O 17/26", actor=evening.manager)
        refused("hold_set", erasures.hold, guest_id=guest.pk, reason=WHY, actor=evening.manager)
        refused("erasure_held", looking(erasures.approve), erasure_id=asked.pk, actor=evening.second_manager)
        refused("two_people", looking(erasures.lift), hold_id=held.pk, reason="over", actor=evening.manager)
        with pytest.raises(IntegrityError, match="legal hold"), transaction.atomic(), connection.cursor() as cursor:
            cursor.execute("SELECT tables_erase(%s, %s, now())", [asked.pk, evening.second_manager.pk])
        looking(erasures.lift)(hold_id=held.pk, reason="the court is done", actor=evening.second_manager)
        refused("hold_lifted", looking(erasures.lift), hold_id=held.pk, reason="again", actor=evening.second_manager)
        looking(erasures.approve)(erasure_id=asked.pk, actor=evening.second_manager)
        assert NAME not in everything()
        assert LegalHold.objects.get().reason == "court order 3 O 17/26"


class TestByAge:
    def test_who_was_not_seen_for_three_years_goes_and_the_others_stay(self, evening: Evening, guest: Guest) -> None:
        """BGB §§ 195, 199: three years from the end of the year."""
        held = evening.guest("Anna Weber")
        erasures.hold(guest_id=held.pk, reason="court order", actor=evening.manager)
        year = house_time.today().year
        with house_time.shown_by(lambda: datetime(year + 3, 12, 31, 12, tzinfo=UTC)):
            assert erasures.run_out() == 0
        with house_time.shown_by(lambda: datetime(year + 4, 1, 1, 12, tzinfo=UTC)):
            later = evening.guest("Berta Neu")
            assert erasures.run_out() == 1
            assert erasures.run_out() == 0
        assert set(Guest.objects.filter(erased_at=None)) == {held, later}
        row = Erasure.objects.get()
        assert (row.guest, row.asked_by, row.decided_by, row.state) == (guest, None, None, "done")

    def test_nobody_goes_before_their_time(self, evening: Evening, guest: Guest) -> None:
        assert not erasures.erase_old(guest_id=guest.pk)
        assert (Guest.objects.get(pk=guest.pk).name, Erasure.objects.count()) == (NAME, 0)

    def test_guests_who_must_stay_do_not_keep_others_from_going(
        self, evening: Evening, guest: Guest, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(erasures, "BATCH", 1)
        later = evening.guest("Berta Neu")
        erasures.hold(guest_id=min(guest.pk, later.pk), reason="court order", actor=evening.manager)
        year = house_time.today().year
        with house_time.shown_by(lambda: datetime(year + 4, 1, 1, 12, tzinfo=UTC)):
            assert [erasures.run_out(), erasures.run_out()] == [1, 0]

    def test_addresses_and_typed_names_of_old_sign_ins_go(self, evening: Evening) -> None:
        old = house_time.now() - timedelta(days=retention.KINDS["sign_ins"].days + 1)
        for at in (old, house_time.now()):
            LoginEvent.objects.create(username="typed", ip="192.0.2.7", kind=LoginKind.PASSWORD, ok=False, at=at)
            SecurityEvent.objects.create(kind="refused", about="GET /x/", ip="192.0.2.7", at=at)
        erasures.run_out()
        assert list(LoginEvent.objects.order_by("at").values_list("username", "ip")) == [
            ("", None),
            ("typed", "192.0.2.7"),
        ]
        assert list(SecurityEvent.objects.filter(about="GET /x/").order_by("at").values_list("ip", flat=True)) == [
            None,
            "192.0.2.7",
        ]
        with pytest.raises(IntegrityError, match="90 days"), transaction.atomic(), connection.cursor() as cursor:
            cursor.execute("SELECT casino_forget_addresses(now(), 1)")


class TestTheBooks:
    """Texts under a digest can never be changed, so they name no guest from the beginning."""

    def test_a_ruling_and_a_reason_may_not_name_a_guest(self, evening: Evening, guest: Guest) -> None:
        table = evening.table()
        given = {"table_id": table, "actor": evening.floor}
        refused("names_guest", rulings.record, text="quellwasser,  Xaver acts again", **given)
        rulings.record(text="seat 3 acts again", **given)

    def test_nothing_but_the_door_changes_what_was_written(self, evening: Evening) -> None:
        incidents.record(house_id=evening.house.pk, kind="other", text="water", actor=evening.floor)
        said = "SELECT set_config('casino.erasing', 'yes', true); UPDATE tables_incident SET text = 'wine'"
        with pytest.raises(IntegrityError, match="append-only"), transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(said)
        assert Incident.objects.get().text == "water"
