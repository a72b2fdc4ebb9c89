"""A share is paid to the guest who won it, or to the payee whom they named before two people, and to nobody else."""

from collections.abc import Callable
from typing import Any

import pytest
from django.db import IntegrityError, transaction

from accounting import locks
from accounting.jackpots.selectors.jackpots import PAYEES
from accounting.jackpots.services import awards, payees
from accounting.jackpots.services import proofs as proofs_of_funds
from accounting.ledger.services import ledger
from accounting.models import Entry, JackpotPayee, JackpotSlip
from accounting.proof.services import proofs as books
from casino.errors import Refusal
from casino.models import User
from casino.selectors import decisions
from tables.audit.services import day
from tables.floor.services import seats
from tables.guests.selectors import owed
from tables.guests.services import erasures, guests
from tables.guests.services.admission import policies
from tables.jackpots.selectors.claims import winner
from tables.jackpots.services import proofs
from tables.models import Guest, Sitting
from tests import builders, databases, racing
from tests.accounting.jackpots import jackpots
from tests.builders import balances
from tests.deciding import looking
from tests.forging import change

pytestmark = pytest.mark.django_db
WHY = "the winner travels tonight"


class Night:
    """A bad beat of 401.00: floor and manager have entered and approved it; nobody was paid yet.

    The winner's friend has a card of the house; the people left are two of the cage and the second manager.
    """

    def __init__(self) -> None:
        self.house = jackpots.house()
        self.evening = self.house.evening
        self.table = self.evening.table(code="T07")
        self.evening.sit(self.table, 20_000, 20_000, 20_000, 20_000)
        hand = jackpots.bad_beat(self.evening, self.table).hand
        self.house.approve(self.house.enter(hand.pk, self.house.funds["bad-beat"]))
        self.friend = self.evening.guest("Anna Weber")

    @property
    def slip(self) -> JackpotSlip:
        return JackpotSlip.objects.get(number=1)

    def name(self, **other: Any) -> JackpotPayee:
        asked = {"jackpot_slip_id": self.slip.pk, "guest": self.friend.number, "reason": WHY}
        return payees.name(**(asked | {"actor": self.evening.cage} | other))

    def approve(self, row: JackpotPayee, actor: User | None = None) -> JackpotPayee:
        return looking(payees.approve)(jackpot_payee_id=row.pk, actor=actor or self.evening.second_manager)

    def pay(self, guest: str = "", actor: User | None = None) -> JackpotSlip:
        return self.house.pay(self.slip, actor or self.evening.second_cage, guest or self.friend.number)

    def leave(self, guest: str) -> Guest:
        """The guest with this number has cashed out."""
        seat = Sitting.objects.select_related("guest").get(guest__number=guest, left_at=None)
        seats.cash_out(
            table_id=seat.table_id,
            version=self.evening.version(seat.table_id),
            seat=seat.seat,
            actor=self.evening.floor,
        )
        return seat.guest


built, night = databases.shared(Night)


def state() -> list[object]:
    rows = (JackpotPayee, JackpotSlip, Entry)
    return [balances(), *(list(model.objects.order_by("pk").values()) for model in rows)]


def refused(call: Callable[..., Any], *arguments: Any, **named: Any) -> str:
    """The refusal's code; it has changed nothing."""
    before = state()
    with pytest.raises(Refusal) as error:
        call(*arguments, **named)
    assert state() == before
    return error.value.code


def said() -> list[str]:
    return [one.what for prover in (proofs, proofs_of_funds) for one in prover.prove()]


def test_a_named_payee_is_paid_to_the_cent_and_the_entry_names_them(night: Night) -> None:
    cash = balances("cash")["cash/W1"]
    night.approve(night.name(guest=f" {night.friend.number} "))
    night.pay()
    assert balances("cash")["cash/W1"] == cash - 20_050
    assert balances("won") == {"won/bad-beat": 20_050}, "the three others"
    assert Entry.objects.get(code="jackpot_paid").reason == night.friend.number
    assert said() == []
    assert books.prove().broken == []
    assert PAYEES.broken() == []


def test_the_winner_may_still_fetch_it(night: Night) -> None:
    night.approve(night.name())
    night.pay(winner(night.slip))
    assert Entry.objects.get(code="jackpot_paid").reason == winner(night.slip)
    assert said() == []


class TestNaming:
    def test_an_undecided_one_changes_nothing_and_ends_with_the_slip(self, night: Night) -> None:
        row = night.name()
        assert refused(night.pay) == "not_the_winner"
        night.pay(winner(night.slip), night.evening.cage)
        row.refresh_from_db()
        assert (row.state, row.decided_by) == ("declined", night.evening.cage)
        assert [one.row for one in decisions.waiting(night.evening.second_manager) if one.matter is PAYEES] == []
        assert refused(night.approve, row) == "slip_paid"
        assert (said(), PAYEES.broken()) == ([], [])

    def test_a_share_that_lapses_ends_it_too(self, night: Night) -> None:
        row = night.name()
        builders.past_the_guards("UPDATE accounting_jackpotslip SET due_until = '2020-01-01' WHERE number = 1")
        looking(awards.lapse)(jackpot_slip_id=night.slip.pk, actor=night.evening.second_manager)
        assert JackpotPayee.objects.get(pk=row.pk).state == "declined"
        assert refused(night.name) == "slip_lapsed"
        assert refused(night.approve, row) == "slip_lapsed"

    def test_a_declined_one_changes_nothing_and_another_can_be_named(self, night: Night) -> None:
        for actor in (night.evening.cage, night.evening.second_manager):
            row = night.name()
            looking(payees.decline)(jackpot_payee_id=row.pk, actor=actor)
            assert refused(night.pay) == "not_the_winner"
        night.approve(night.name())
        night.pay()

    @pytest.mark.parametrize(
        ("asked", "code"),
        [
            ({"guest": "NOBODY-SUCH"}, "no_such_guest"),
            ({"guest": "  "}, "guest_required"),
            ({"reason": " "}, "reason_required"),
            ({"reason": "for Anna Weber, her sister"}, "names_guest"),
            ({"reason": "for Weber, Anna"}, "names_guest"),
            ({"jackpot_slip_id": 4711}, "no_such_slip"),
        ],
    )
    def test_what_it_asks_for(self, night: Night, asked: dict[str, Any], code: str) -> None:
        assert refused(night.name, **asked) == code

    def test_the_winner_needs_no_naming(self, night: Night) -> None:
        assert refused(night.name, guest=winner(night.slip)) == "payee_is_winner"

    def test_a_paid_slip_has_none(self, night: Night) -> None:
        night.pay(winner(night.slip))
        assert refused(night.name) == "slip_paid"

    def test_one_at_a_time(self, night: Night) -> None:
        other, row = night.evening.guest("Bert Klein"), night.name()
        assert refused(night.name, guest=other.number) == "payee_named"
        night.approve(row)
        assert refused(night.name, guest=other.number) == "payee_named"
        assert refused(night.pay, other.number) == "not_the_winner"
        assert refused(looking(payees.decline), jackpot_payee_id=row.pk, actor=night.evening.cage) == "payee_decided"

    def test_for_one_slip_alone(self, night: Night) -> None:
        night.approve(night.name())
        other = JackpotSlip.objects.get(number=2)
        assert refused(night.house.pay, other, night.evening.second_cage, night.friend.number) == "not_the_winner"

    def test_what_is_not_there(self, night: Night) -> None:
        nothing = {"jackpot_payee_id": 4711, "actor": night.evening.second_manager}
        assert refused(looking(payees.approve), **nothing) == "no_such_payee"

    def test_the_database_holds_it_too(self, night: Night) -> None:
        row = night.name()
        for changed in ({"guest": "1"}, {"reason": "another"}, {"decided_by": row.proposed_by}):
            with pytest.raises(IntegrityError), transaction.atomic():
                JackpotPayee.objects.filter(pk=row.pk).update(**changed)
        night.approve(row)
        for spoil in (
            lambda: JackpotPayee.objects.filter(pk=row.pk).update(state="declined"),
            lambda: JackpotPayee.objects.filter(pk=row.pk).delete(),
            lambda: JackpotPayee.objects.create(
                slip=night.slip, guest="1", reason=WHY, proposed_by=row.proposed_by, proposed_at=row.proposed_at
            ),
        ):
            with pytest.raises(IntegrityError), transaction.atomic():
                spoil()


class TestWitnesses:
    """Entering, approving, each witness, paying: five people."""

    def part(self, call: Callable[..., Any], *arguments: Any, **named: Any) -> object:
        before = state()
        with pytest.raises(Refusal, match="two_people") as error:
            call(*arguments, **named)
        assert state() == before
        return error.value.facts["part"]

    def test_whoever_entered_or_approved_the_claim_is_none(self, night: Night) -> None:
        evening = night.evening
        assert self.part(night.name, actor=evening.manager) == "awarder"
        assert self.part(night.approve, night.name(), evening.manager) == "awarder"
        JackpotPayee.objects.update(state="declined", decided_by=evening.cage, decided_at=night.slip.issued_at)
        evening.floor.roles = ["floor", "manager"]
        evening.floor.save()
        assert self.part(night.name, actor=evening.floor) == "claimant"
        assert self.part(night.approve, night.name(), evening.floor) == "claimant"

    def test_neither_pays_nor_gives_the_share_back(self, night: Night) -> None:
        night.approve(night.name())
        for person, word in ((night.evening.cage, "proposer"), (night.evening.second_manager, "approver")):
            for guest in (night.friend.number, winner(night.slip)):
                assert self.part(night.pay, guest, person) == word
        builders.past_the_guards("UPDATE accounting_jackpotslip SET due_until = '2020-01-01' WHERE number = 1")
        lapse = {"jackpot_slip_id": night.slip.pk, "actor": night.evening.second_manager}
        assert self.part(looking(awards.lapse), **lapse) == "approver"

    def test_a_payer_who_looked_before_the_approval_looks_again(self, night: Night) -> None:
        row, seen = night.name(), awards.SLIPS.seen(night.slip)
        night.approve(row)
        pay = {"jackpot_slip_id": night.slip.pk, "window_id": night.house.window, "guest": night.friend.number}
        assert refused(awards.pay, **pay, seen=seen, actor=night.evening.second_cage) == "stale"

    def test_the_proof_finds_a_witness_who_paid(self, night: Night) -> None:
        row = night.approve(night.name())
        night.pay()
        for person, word in ((night.evening.cage, "proposer"), (night.evening.second_manager, "approver")):
            builders.past_the_guards("UPDATE accounting_jackpotslip SET done_by_id = %s WHERE number = 1", person.pk)
            assert [(pk, one.word, two.word) for pk, one, two in PAYEES.broken()] == [(row.pk, word, "payer")]


class TestTheGuests:
    def test_the_sum_for_identification_is_the_payees(self, night: Night) -> None:
        """GwG §10 (5): of the house's sum of 200.00 the payee has 200.50 in hand, the winner nothing."""
        admin = builders.user("admin", "second-admin")
        policies.put(house_id=night.evening.house.pk, is_on=True, identified_from_cents=20_000, actor=admin)
        night.approve(night.name())
        night.pay()
        found = [one for one in day.day_verdicts(night.evening.day.pk) if one.rule == "LINKED_TRANSACTIONS"]
        exchanged = [one for one in found if one.subject.endswith("#exchanged")]
        assert [(one.facts["guest"], one.facts["together_cents"]) for one in exchanged] == [
            (night.friend.number, 20_050)
        ]

    def test_what_is_owed_keeps_winner_and_payee_from_being_erased(self, night: Night) -> None:
        """From the naming on, until it is declined or the share is paid; the winner also while another is named."""
        asked = {"guest_id": night.friend.pk, "reason": "asked for by letter", "actor": night.evening.manager}
        first = erasures.ask(**asked)
        row = night.name()
        assert [debt.amount_cents for debt in owed.to(night.friend.pk)] == [20_050]
        approve = {"erasure_id": first.pk, "actor": night.evening.second_manager}
        assert refused(looking(erasures.approve), **approve) == "erasure_owed"
        looking(payees.decline)(jackpot_payee_id=row.pk, actor=night.evening.cage)
        assert owed.to(night.friend.pk) == []
        night.approve(night.name())
        won_by = night.leave(winner(night.slip))
        assert [debt.amount_cents for debt in owed.to(won_by.pk)] == [20_050]
        assert refused(erasures.ask, **(asked | {"guest_id": won_by.pk})) == "erasure_owed"
        night.pay()
        assert (owed.to(night.friend.pk), owed.to(won_by.pk)) == ([], [])
        looking(erasures.approve)(**approve)
        again = erasures.ask(**(asked | {"guest_id": won_by.pk}))
        looking(erasures.approve)(erasure_id=again.pk, actor=night.evening.second_manager)
        assert said() == [], "both were erased since"

    def test_a_payee_who_is_merged_into_another_guest_is_paid_as_that(self, night: Night) -> None:
        known = night.evening.guest("Anna Schmidt")
        night.approve(night.name())
        guests.merge(guest_id=known.pk, duplicate_id=night.friend.pk, reason="two cards", actor=night.evening.floor)
        assert [debt.amount_cents for debt in owed.to(known.pk)] == [20_050]
        assert refused(night.pay) == "guest_merged"
        night.pay(known.number)
        assert said() == []
        guests.separate(guest_id=night.friend.pk, reason="two people", actor=night.evening.floor)
        assert said() == [], "they were one when it was paid"

    def test_a_payee_of_two_cards_who_is_erased_since_breaks_no_proof(self, night: Night) -> None:
        known, evening = night.evening.guest("Anna Schmidt"), night.evening
        night.approve(night.name())
        guests.merge(guest_id=known.pk, duplicate_id=night.friend.pk, reason="two cards", actor=evening.floor)
        night.pay(known.number)
        asked = erasures.ask(guest_id=known.pk, reason="asked for by letter", actor=evening.manager)
        looking(erasures.approve)(erasure_id=asked.pk, actor=evening.second_manager)
        assert said() == []

    def test_a_payee_who_turns_out_to_be_the_winner_is_owed_it_once(self, night: Night) -> None:
        night.approve(night.name())
        won_by = night.leave(winner(night.slip))
        guests.merge(guest_id=night.friend.pk, duplicate_id=won_by.pk, reason="two cards", actor=night.evening.floor)
        assert [debt.amount_cents for debt in owed.to(night.friend.pk)] == [20_050]
        night.pay()
        assert said() == []

    def test_nobody_is_named_by_a_winner_who_was_erased_before_the_claim(self, night: Night) -> None:
        """Their next bad beat is claimed when they have gone; the share lapses to its fund in time."""
        house, evening = night.house, night.evening
        night.pay(winner(night.slip))
        house.pay_in(house.funds["bad-beat"], 40_000)
        hand = jackpots.bad_beat(evening, night.table).hand
        gone = night.leave(winner(night.slip))
        asked = erasures.ask(guest_id=gone.pk, reason="asked for by letter", actor=evening.manager)
        looking(erasures.approve)(erasure_id=asked.pk, actor=evening.second_manager)
        house.approve(house.enter(hand.pk, house.funds["bad-beat"]))
        slip = JackpotSlip.objects.filter(seat=1).latest("number")
        assert refused(night.name, jackpot_slip_id=slip.pk) == "guest_erased"


class TestTheProof:
    def test_it_finds_a_share_that_was_paid_to_somebody_else(
        self, night: Night, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """Booked as all others are, by a program that asks nobody who won."""
        other = night.evening.guest("Bert Klein")
        night.approve(night.name())
        monkeypatch.setattr(payees, "refuse_other", lambda _slip, _guest: None)
        night.pay(other.number)
        assert said() == [f"jackpot slip 1 was paid to guest {other.number}, who neither won it nor was named"]

    def test_a_naming_that_nobody_approved_is_none(self, night: Night, monkeypatch: pytest.MonkeyPatch) -> None:
        night.name()
        monkeypatch.setattr(payees, "refuse_other", lambda _slip, _guest: None)
        night.pay()
        assert said() == [f"jackpot slip 1 was paid to guest {night.friend.number}, who neither won it nor was named"]

    def test_no_share_is_marked_as_one_that_might_go_to_anybody(self, night: Night) -> None:
        """That mark is of payments before 1.0 alone, which an upgrade set (`tests/upgrades/`)."""
        slip = JackpotSlip.objects.get(pk=night.slip.pk)
        slip.paid_to_anybody = True
        with pytest.raises(IntegrityError, match="append-only"), transaction.atomic():
            JackpotSlip.objects.filter(pk=slip.pk).update(paid_to_anybody=True)
        slip.pk, slip.number, slip.seat = None, 99, 9
        with pytest.raises(IntegrityError, match="append-only"), transaction.atomic():
            slip.save(force_insert=True)

    @pytest.mark.parametrize(
        ("sql", "what"),
        [
            ("UPDATE accounting_jackpotpayee SET guest = '1'", "jackpot slip 1 was changed after it was booked"),
            ("UPDATE accounting_jackpotpayee SET reason = 'x'", "jackpot slip 1 was changed after it was booked"),
            ("DELETE FROM accounting_jackpotpayee", "who neither won it nor was named"),
            (
                "UPDATE accounting_jackpotpayee SET decided_at = decided_at + interval '1 day'",
                "who neither won it nor was named",
            ),
        ],
    )
    def test_it_finds_a_naming_that_was_forged(self, night: Night, sql: str, what: str) -> None:
        night.approve(night.name())
        night.pay()
        assert said() == []
        assert change(sql) == 1
        assert any(what in one for one in said())


def after(point: racing.Meeting, call: Callable[..., Any]) -> Callable[..., Any]:
    """The call once all rivals have arrived."""

    def wait(*arguments: Any, **named: Any) -> Any:
        point.arrive()
        return call(*arguments, **named)

    return wait


@pytest.mark.django_db(transaction=True)
class TestRaces:
    """Each race is shown without its lock first."""

    def test_without_the_slips_lock_it_is_paid_and_its_payee_approved(self, monkeypatch: pytest.MonkeyPatch) -> None:
        night = Night()
        row, number = night.name(), winner(night.slip)
        monkeypatch.setattr(locks, "jackpot_slip", lambda pk: JackpotSlip.objects.get(pk=pk))
        monkeypatch.setattr(payees, "end", lambda _slip, _actor: None)
        point = racing.Meeting()
        for owner, name in ((ledger, "post"), (payees.decisions, "approve")):
            monkeypatch.setattr(owner, name, after(point, getattr(owner, name)))
        results = racing.at_once(lambda: night.pay(number), lambda: night.approve(row))
        assert racing.refusals(results) == []
        assert (night.slip.state, JackpotPayee.objects.get(pk=row.pk).state) == ("paid", "approved")
        assert "jackpot slip 1 was changed after it was booked" in said()

    def test_a_slip_is_paid_while_its_payee_is_approved(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """One after the other: the naming of a slip that is paid is not approved, an approved one is not overlooked."""
        night = Night()
        row, number = night.name(), winner(night.slip)
        racing.meeting(monkeypatch, payees.decisions, "refuse_unseen")
        results = racing.at_once(lambda: night.pay(number), lambda: night.approve(row))
        assert len(racing.refusals(results)) == 1
        slip, naming = night.slip, JackpotPayee.objects.get(pk=row.pk)
        assert (slip.state, naming.state) in {("paid", "declined"), ("due", "approved")}
        assert said() == []

    def test_two_payees_are_named_for_one_slip(self, monkeypatch: pytest.MonkeyPatch) -> None:
        night = Night()
        other = night.evening.guest("Bert Klein")
        racing.meeting(monkeypatch, payees.guests, "named", each_time=True)
        ask = [night.name, lambda: night.name(guest=other.number, actor=night.evening.second_cage)]
        assert racing.refusals(racing.at_once(*ask)) == ["payee_named"]
        assert JackpotPayee.objects.count() == 1
