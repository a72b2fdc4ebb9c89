"""Boxes counted: by two who do not see each other, a third where they differ, and where the chips go.

N.J.A.C. 13:69D-1.33: the second count is blind; a difference that stays is reported.  SpielbG NRW §22: tips are the
staff's (the month's tronc).
"""

import pytest
from django.db import DatabaseError, IntegrityError, transaction

from accounting.cage.selectors import boxes
from accounting.cage.services import counts
from accounting.ledger.selectors import ledger as readable
from accounting.models import Count, Drop, Entry, Place
from accounting.proof.services import proofs
from casino.errors import Malformed, NotAllowed, NotFound, Refusal
from casino.models import User
from tables.floor.services import drops
from tables.hands.services import recording
from tables.hands.services.recording import Summary
from tests import builders, databases
from tests.builders import Evening, pieces
from tests.deciding import looking

pytestmark = pytest.mark.django_db

RAKE, TIPS = 900, 200  # of a pot of 184 euros: 5 % down to the euro is 9; and 2 for the dealer


def played() -> Evening:
    """One hand was played and both boxes are taken from the table."""
    evening = builders.evening()
    table = evening.table(evening.game(recording="summary"), float_cents=500_000)
    evening.sit(table, 20_000, 30_000)
    recording.record_summary(
        table_id=table,
        version=evening.version(table),
        summary=Summary(pot_cents=18_400, flop_seen=True, dealt_in=2, tip_cents=TIPS),
        actor=evening.dealer,
    )
    drops.drop_boxes(table_id=table, version=evening.version(table), actor=evening.floor)
    return evening


built, evening = databases.shared(played)


@pytest.fixture
def rake(evening) -> Drop:
    return Drop.objects.get(kind="rake")


def count(row: Drop, cents: int, actor) -> Drop:
    return counts.count(drop_id=row.pk, found=pieces(cents), actor=actor)


def refused(call) -> str:
    """The refusal's code; no count was written and no entry posted."""
    before = Count.objects.count(), Entry.objects.count(), builders.balances()
    with pytest.raises(Refusal) as error:
        call()
    assert (Count.objects.count(), Entry.objects.count(), builders.balances()) == before
    return error.value.code


def money(*prefixes: str) -> dict[str, int]:
    return {name: cents for name, cents in builders.balances().items() if name.startswith(prefixes)}


def test_two_who_agree_settle_a_box(evening, rake):
    assert (rake.booked_cents, money("count", "rake")) == (RAKE, {"count/room": RAKE + TIPS})
    first = count(rake, RAKE, evening.cage)
    assert (first.counted_cents, first.counted_at, Entry.objects.filter(code="count").count()) == (None, None, 0)
    second = count(rake, RAKE, evening.second_cage)
    assert second.counted_cents == RAKE
    assert money("count", "bank/rake", "variance") == {"bank/rake": RAKE, "count/room": TIPS}
    entry = Entry.objects.get(code="count")
    assert (entry.pk, entry.book.code, entry.gaming_day) == (second.count_entry_id, "count/T07", evening.day)
    assert proofs.prove().ok


def test_tips_go_into_the_month_s_tronc(evening):
    tips = Drop.objects.get(kind="tips")
    count(tips, TIPS, evening.cage)
    count(tips, TIPS, evening.second_cage)
    assert money("tronc", "bank/rake") == {f"tronc/{evening.day.date:%Y-%m}": TIPS}


def test_chips_of_other_denominations_are_the_same_count(evening, rake):
    counts.count(drop_id=rake.pk, found={"500": 1, "100": 4}, actor=evening.cage)
    row = counts.count(drop_id=rake.pk, found={"100": 9}, actor=evening.second_cage)
    assert row.counted_cents == RAKE
    assert list(row.counts.order_by("number").values_list("chips", flat=True)) == [{"500": 1, "100": 4}, {"100": 9}]


@pytest.mark.parametrize("third", [900, 800, 700])
def test_where_two_differ_a_third_decides(evening, rake, third):
    assert count(rake, 900, evening.cage).counted_at is None
    assert count(rake, 800, evening.second_cage).counted_at is None
    row = count(rake, third, evening.second_manager)
    assert (row.counted_cents, row.counts.count()) == (third, 3)
    expected = {"bank/rake": third, "count/room": TIPS} | ({"variance/T07": RAKE - third} if third != RAKE else {})
    assert money("bank/rake", "count", "variance") == expected
    assert proofs.prove().ok


@pytest.mark.parametrize(("found", "variance"), [(800, 100), (1_000, -100), (0, 900)])
def test_what_is_missing_or_over_is_the_table_s_variance(evening, rake, found, variance):
    """Positive: missing.  `variance/T07` takes what the books have and the box has not."""
    count(rake, found, evening.cage)
    row = count(rake, found, evening.second_cage)
    assert (row.counted_cents, row.booked_cents) == (found, RAKE)
    assert money("variance") == {"variance/T07": variance}
    assert money("bank/rake").get("bank/rake", 0) == found
    assert money("count") == {"count/room": TIPS}
    assert proofs.prove().ok


def test_one_person_is_not_two(evening, rake):
    count(rake, RAKE, evening.cage)
    assert refused(lambda: count(rake, RAKE, evening.cage)) == "two_people"
    with pytest.raises(IntegrityError), transaction.atomic():
        Count.objects.create(
            drop=rake, number=2, counted_by=evening.cage, at=rake.dropped_at, chips={}, counted_cents=RAKE
        )


def test_who_took_the_box_does_not_count_it(evening):
    """The remover is independent of the count (NIGC 543.17: drop and count by different people)."""
    table = evening.table(evening.game(recording="summary"), code="T08", dealt=False)
    drops.drop_boxes(table_id=table, version=evening.version(table), actor=evening.manager)
    box = Drop.objects.get(table_code="T08", kind="rake")
    assert refused(lambda: count(box, 0, evening.manager)) == "two_people"
    count(box, 0, evening.cage)
    assert count(box, 0, evening.second_cage).counted_cents == 0


def test_who_reads_what_is_booked_does_not_count_blind(evening, rake):
    """Managers follow rake and tips all evening: theirs can only be the count that decides."""
    both = User.objects.create_user("both", roles=["cage", "manager"])
    for row_counts in (900, 800):
        for person in (evening.manager, both):
            assert refused(lambda person=person: count(rake, RAKE, person)) == "count_not_blind"
        count(rake, row_counts, evening.cage if row_counts == 900 else evening.second_cage)
    assert count(rake, RAKE, both).counted_cents == RAKE


def test_a_settled_box_takes_no_further_count(evening, rake):
    count(rake, RAKE, evening.cage)
    count(rake, RAKE, evening.second_cage)
    assert refused(lambda: count(rake, 0, evening.manager)) == "box_counted"
    with pytest.raises(DatabaseError), transaction.atomic():
        Drop.objects.filter(pk=rake.pk).update(counted_cents=1)
    with pytest.raises(DatabaseError), transaction.atomic():
        Count.objects.update(counted_cents=1)
    with pytest.raises(DatabaseError), transaction.atomic():
        Count.objects.all().delete()


def test_who_may_not(evening, rake):
    for person in (evening.floor, evening.dealer):
        assert refused(lambda person=person: count(rake, RAKE, person)) == "not_allowed"
    with pytest.raises(NotFound):
        counts.count(drop_id=4711, found={}, actor=evening.cage)


@pytest.mark.parametrize(
    ("found", "kind", "code"),
    [
        ({"300": 1}, Refusal, "denomination_unknown"),
        ({"100": -1}, Malformed, "bad_chips"),
        ({"100": 1.5}, Malformed, "bad_chips"),
        ({"100": True}, Malformed, "bad_chips"),
        ({"100": "1"}, Malformed, "bad_chips"),
        ({"ten": 1}, Malformed, "bad_chips"),
        ({"100": 10**15}, Refusal, "amount_too_large"),
    ],
)
def test_what_is_no_count(evening, rake, found, kind, code):
    with pytest.raises(kind) as error:
        counts.count(drop_id=rake.pk, found=found, actor=evening.cage)
    assert error.value.code == code
    assert not Count.objects.exists()


class TestBlind:
    """Until a box is settled, who counts sees neither what is booked nor what another found."""

    def test_the_boxes(self, evening, rake):
        count(rake, 700, evening.cage)
        for person in (evening.cage, evening.second_cage, evening.manager):
            box = boxes.shown(boxes.drops(actor=person).get(pk=rake.pk), actor=person)
            assert (box.booked_cents, box.counts, box.counts_done, box.variance_cents) == (None, None, 1, None)
            assert box.is_mine == (person == evening.cage)
            assert box.is_for_others == (person == evening.manager)
        floor = boxes.shown(boxes.drops(actor=evening.floor).get(pk=rake.pk), actor=evening.floor)
        assert (floor.booked_cents, [one.counted_cents for one in floor.counts]) == (RAKE, [700])

        count(rake, 700, evening.second_cage)
        box = boxes.shown(boxes.drops(actor=evening.cage).get(pk=rake.pk), actor=evening.cage)
        assert (box.booked_cents, [one.counted_cents for one in box.counts]) == (RAKE, [700, 700])
        assert box.variance_cents == 700 - RAKE

    def test_who_decides_between_two_is_blind_too(self, evening, rake):
        """He counts what is in the box; told 9.00, 8.00 and what is booked he would only choose one of them."""
        count(rake, 900, evening.cage)
        count(rake, 800, evening.second_cage)
        third = builders.user("cage", "third-cage")
        for person in (third, evening.manager):
            box = boxes.shown(boxes.drops(actor=person).get(pk=rake.pk), actor=person)
            assert (box.counts_done, box.booked_cents, box.counts) == (2, None, None)

    def test_the_ledger(self, evening, rake):
        """A table's books are closed to the cage: its other moves would say what is in its boxes."""
        assert not readable.entries(actor=evening.cage).exists()
        assert not readable.places(actor=evening.cage).exists()
        assert Place.objects.filter(name="count/room", balance_cents=RAKE + TIPS).exists()

        assert not readable.entries(actor=evening.manager).filter(code="drop").exists()
        assert readable.entries(actor=evening.manager).filter(code="hand").exists()
        assert not readable.places(actor=evening.manager).filter(name="count/room").exists()
        assert readable.entries(actor=evening.floor).filter(code="drop").count() == 2

        evening.count_boxes()
        assert readable.entries(actor=evening.manager).filter(code="drop").count() == 2


class TestExplanation:
    def short(self, evening, rake):
        count(rake, 800, evening.cage)
        return count(rake, 800, evening.second_cage)

    def test_says_why_and_by_whom(self, evening, rake):
        self.short(evening, rake)
        row = looking(counts.explain)(
            drop_id=rake.pk, explanation=" chip under the table ", actor=evening.second_manager
        )
        assert (row.explanation, row.explained_by) == ("chip under the table", evening.second_manager)

    def test_what_was_said_stays(self, evening, rake):
        self.short(evening, rake)
        looking(counts.explain)(drop_id=rake.pk, explanation="chip under the table", actor=evening.second_manager)
        again = refused(
            lambda: looking(counts.explain)(drop_id=rake.pk, explanation="all is well", actor=evening.manager)
        )
        assert again == "variance_explained"
        rake.refresh_from_db()
        assert (rake.explanation, rake.explained_by) == ("chip under the table", evening.second_manager)

    def test_nothing_to_explain(self, evening, rake):
        def explain(actor, text="chip found"):
            return looking(counts.explain)(drop_id=rake.pk, explanation=text, actor=actor)

        assert refused(lambda: explain(evening.manager)) == "no_variance", "not counted yet"
        self.short(evening, rake)
        assert refused(lambda: explain(evening.manager, " . ")) == "reason_required"
        for person in (evening.cage, evening.floor):
            with pytest.raises(NotAllowed):
                explain(person)
        rake.refresh_from_db()
        assert rake.explanation == ""

    def test_a_box_without_variance_wants_none(self, evening, rake):
        count(rake, RAKE, evening.cage)
        count(rake, RAKE, evening.second_cage)
        assert (
            refused(lambda: looking(counts.explain)(drop_id=rake.pk, explanation="all well", actor=evening.manager))
            == "no_variance"
        )

    def test_who_took_the_box_does_not_explain_it(self, evening):
        table = evening.table(evening.game(recording="summary"), code="T08", dealt=False)
        drops.drop_boxes(table_id=table, version=evening.version(table), actor=evening.manager)
        box = Drop.objects.get(table_code="T08", kind="rake")
        count(box, 100, evening.cage)
        count(box, 100, evening.second_cage)
        assert (
            refused(lambda: looking(counts.explain)(drop_id=box.pk, explanation="found it", actor=evening.manager))
            == "two_people"
        )


def test_the_guests_chips_are_no_part_of_it(evening):
    """Counting moves only what was in the boxes."""
    before = money("pool", "guests", "float")
    evening.count_boxes()
    assert money("pool", "guests", "float") == before
