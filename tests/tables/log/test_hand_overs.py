"""The shift is handed over on a sheet that stays as it was signed (one signs, another confirms)."""

from datetime import UTC, datetime, time, timedelta

import pytest
from django.db import DatabaseError, IntegrityError, connection, transaction

from accounting.cage.selectors import shifts
from accounting.models import GamingDay
from casino import house_time
from casino.errors import Refusal
from tables import locks
from tables.guests.services.admission import bans
from tables.log.selectors import hand_overs as selector
from tables.log.selectors.hand_over_rows import Moment
from tables.log.services import floor_calls, hand_overs, incidents, rulings
from tables.models import HandOver
from tests import builders, databases, racing
from tests.deciding import looking
from tests.tables.hands.playing import start

built, evening = databases.shared(builders.evening)


def sections(evening):
    now = house_time.now()
    return selector.facts(Moment(shifts.running(evening.house, now), now))["sections"]


@pytest.mark.django_db
class TestShift:
    """As the bank's report has them: the first begins with the gaming day."""

    def running(self, evening, *at):
        GamingDay.objects.update(date=datetime(2026, 6, 5, tzinfo=UTC), opened_at=datetime(2026, 6, 5, 12, tzinfo=UTC))
        return shifts.running(evening.house, datetime(2026, 6, *at, tzinfo=UTC))

    def test_by_the_house_s_clock(self, evening):
        """20:00 in Berlin is 18:00 UTC in June."""
        evening.house.shift_starts = [time(20), time(2)]
        first, second, third = (self.running(evening, *at) for at in ((5, 17, 59), (5, 18), (6, 3)))
        assert [one.number for one in (first, second, third)] == [1, 2, 3]
        assert (first.begins_at, first.ends_at) == (
            datetime(2026, 6, 5, 12, tzinfo=UTC), datetime(2026, 6, 5, 18, tzinfo=UTC),
        )  # fmt: skip
        assert (third.begins_at, third.ends_at) == (datetime(2026, 6, 6, 0, tzinfo=UTC), None)

    def test_a_house_without_shifts_has_the_gaming_day(self, evening):
        evening.house.shift_starts = []
        found = self.running(evening, 6, 3)
        assert (found.number, found.begins_at, found.ends_at) == (1, datetime(2026, 6, 5, 12, tzinfo=UTC), None)

    def test_without_an_open_day_there_is_none(self, evening):
        evening.close_day()
        with pytest.raises(Refusal, match="no_gaming_day"):
            shifts.running(evening.house, house_time.now())


@pytest.mark.django_db
class TestSheet:
    def test_what_stands_on_the_floor(self, evening):
        table = evening.table(float_cents=50_000)
        guests = evening.sit(table, 20_000, 20_000)
        hand = start(evening, table).hand
        call = floor_calls.call(table_id=table, kind="ruling", actor=evening.dealer)
        floor_calls.take(call_id=call.pk, actor=evening.floor)
        rulings.record(table_id=table, hand_id=hand.pk, rule="WLA 137", text="Call stands.", actor=evening.floor)
        incidents.record(kind="behaviour", text="Shouted.", owner_id=evening.manager.pk, actor=evening.floor)
        bans.ban(guest_id=guests[0].pk, reason="hit the dealer", actor=evening.manager)
        found = sections(evening)
        assert found["tables"] == [{
            "table": "T07", "state": "open", "game": evening.view(table).session.game_name, "guests": "2/9",
            "float_cents": 50_000, "dealer": str(evening.dealer),
            "since": evening.view(table).dealer.since.isoformat(),
        }]  # fmt: skip
        assert [(row["table"], row["kind"], row["taken_by"]) for row in found["calls"]] == [
            ("T07", "ruling", str(evening.floor))
        ]
        (ruling,) = found["rulings"]
        assert (ruling["hand"], ruling["rule"], ruling["text"]) == (hand.number, "WLA 137", "Call stands.")
        (incident,) = found["incidents"]
        assert (incident["kind"], incident["owner"]) == ("behaviour", str(evening.manager))
        (ban,) = found["bans"]
        assert (ban["guest"], ban["until"]) == (guests[0].number, None)
        assert "hit the dealer" not in str(found), "why is the managers' business"

    def test_what_was_before_the_shift_is_not_on_it_but_for_what_somebody_still_sees_to(self, evening):
        table = evening.table()
        rulings.record(table_id=table, text="Call stands.", actor=evening.floor)
        incidents.record(kind="other", text="Over.", actor=evening.floor)
        incidents.record(kind="other", text="Not over.", owner_id=evening.floor.pk, actor=evening.floor)
        GamingDay.objects.update(opened_at=house_time.now() + timedelta(minutes=1))
        evening.house.shift_starts = []
        moment = Moment(shifts.running(evening.house, house_time.now()), house_time.now())
        found = selector.facts(moment)["sections"]
        assert (found["rulings"], [row["text"] for row in found["incidents"]]) == ([], ["Not over."])

    def test_every_row_has_what_its_columns_name(self, evening):
        """A column that no row fills is a column nobody reads."""
        evening.table()
        found = sections(evening)
        assert set(found) == {section.name for section in selector.SECTIONS}
        for section in selector.SECTIONS:
            for row in found[section.name]:
                assert set(row) == {column.name for column in section.columns}, section.name


@pytest.mark.django_db
class TestSigning:
    def test_freezes_what_stands_with_a_digest_over_it(self, evening):
        table = evening.table()
        row = hand_overs.sign(notes=" Watch seat 4. ", actor=evening.floor)
        rulings.record(table_id=table, text="Call stands.", actor=evening.floor)
        kept = HandOver.objects.get()
        assert (kept.gaming_day, kept.by, kept.notes, kept.confirmed_at) == (
            evening.day, evening.floor, "Watch seat 4.", None,
        )  # fmt: skip
        assert kept.facts["sections"]["rulings"] == []
        assert kept.digest == row.digest == hand_overs.digest(kept)
        kept.facts["sections"]["tables"] = []
        assert hand_overs.digest(kept) != kept.digest

    def test_another_confirms(self, evening):
        row = hand_overs.sign(actor=evening.floor)
        looking(hand_overs.confirm)(hand_over_id=row.pk, actor=evening.manager)
        kept = HandOver.objects.get()
        assert (kept.confirmed_by, kept.confirmed_at is not None) == (evening.manager, True)
        assert hand_overs.digest(kept) == kept.digest

    def test_refusals(self, evening):
        auditor, machine = builders.user("auditor"), builders.user("integrator")
        for code, values in (
            ("not_allowed", {"actor": evening.dealer}),
            ("not_allowed", {"actor": auditor}),
            ("not_allowed", {"actor": machine}),
            ("text_too_long", {"notes": "x" * 2_001}),
        ):
            with pytest.raises(Refusal, match=code):
                hand_overs.sign(**({"actor": evening.floor} | values))
        assert not HandOver.objects.exists()
        row = hand_overs.sign(actor=evening.floor)
        for code, values in (
            ("not_allowed", {"actor": auditor}),
            ("two_people", {"actor": evening.floor}),
            ("no_such_hand_over", {"hand_over_id": 4711}),
        ):
            with pytest.raises(Refusal, match=code):
                looking(hand_overs.confirm)(**({"hand_over_id": row.pk, "actor": evening.manager} | values))
        assert HandOver.objects.get().confirmed_by is None

    def test_without_an_open_day_there_is_no_shift(self, evening):
        evening.close_day()
        with pytest.raises(Refusal, match="no_gaming_day"):
            hand_overs.sign(actor=evening.floor)

    @pytest.mark.parametrize(
        "statement",
        [
            "UPDATE tables_handover SET notes = 'other'",
            "UPDATE tables_handover SET facts = '{}'",
            "UPDATE tables_handover SET confirmed_at = NULL, confirmed_by_id = NULL",
            "DELETE FROM tables_handover",
            "TRUNCATE tables_handover",
        ],
    )
    def test_stays(self, evening, statement):
        row = hand_overs.sign(notes="Watch seat 4.", actor=evening.floor)
        looking(hand_overs.confirm)(hand_over_id=row.pk, actor=evening.manager)
        with connection.cursor() as cursor:
            cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
            with pytest.raises(DatabaseError, match="append-only"), transaction.atomic():
                cursor.execute(statement)
        assert HandOver.objects.get().digest == row.digest

    def test_while_unconfirmed_too_nothing_of_it_changes(self, evening):
        hand_overs.sign(notes="Watch seat 4.", actor=evening.floor)
        with pytest.raises(DatabaseError, match="append-only"), transaction.atomic():
            HandOver.objects.update(notes="other")

    def test_the_database_wants_another(self, evening):
        row = hand_overs.sign(actor=evening.floor)
        with pytest.raises(IntegrityError, match="hand_over_by_another"), transaction.atomic():
            HandOver.objects.filter(pk=row.pk).update(confirmed_at=house_time.now(), confirmed_by=evening.floor)


@pytest.mark.django_db(transaction=True)
class TestTwoConfirm:
    @pytest.fixture
    def evening(self):
        return builders.evening()

    def race(self, evening, monkeypatch):
        row = hand_overs.sign(actor=evening.floor)
        racing.meeting(monkeypatch, HandOver, "save")
        return racing.at_once(
            lambda: looking(hand_overs.confirm)(hand_over_id=row.pk, actor=evening.manager),
            lambda: looking(hand_overs.confirm)(hand_over_id=row.pk, actor=evening.second_manager),
        )

    def test_without_the_lock_only_the_database_stands_between_them(self, evening, monkeypatch):
        monkeypatch.setattr(locks, "hand_over", lambda pk: HandOver.objects.filter(pk=pk).first())
        failed = [result for result in self.race(evening, monkeypatch) if isinstance(result, Exception)]
        assert ["append-only" in str(error) for error in failed] == [True]

    def test_the_second_is_told(self, evening, monkeypatch):
        assert racing.refusals(self.race(evening, monkeypatch)) == ["hand_over_confirmed"]
