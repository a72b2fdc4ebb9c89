"""Seals: none can be forged, and who writes all of them again is found by a copy that was kept outside."""

import json
from datetime import timedelta
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from accounting import chain
from accounting.days.services import days, sealed_rows
from accounting.ledger.selectors import computed_links
from accounting.ledger.services import ledger
from accounting.models import Book, EntryCode, Reopening, ScheduleVersion, Seal
from casino import house_time
from tests import databases
from tests.deciding import looking
from tests.forging import change, changed, close, found, rewrite, sealed_evening

pytestmark = pytest.mark.django_db


built, evening = databases.shared(sealed_evening)


def prove_command(*arguments):
    out = StringIO()
    call_command("prove", *arguments, stdout=out)
    return out.getvalue()


def test_a_book_written_anew_as_a_whole_breaks_the_seal(evening):
    """Who can rewrite a book with all its digests cannot rewrite the seal."""
    book = Book.objects.get(house=evening.house, code="table/T07")
    rewrite(book.pk, 2, reason="was never there")
    assert found() == [("table/T07", book.number, f"it is not what was sealed on {evening.day.date}")]


def test_books_and_seals_written_anew_are_found_by_a_copy_of_the_seal(evening):
    """The day's sheet hangs in the safe: nobody who writes rows can write it."""
    kept = Seal.objects.get()
    book = Book.objects.get(house=evening.house, code="table/T07")
    rewrite(book.pk, 2, reason="was never there")
    heads = {**days.heads_of(evening.house.pk), sealed_rows.HEAD: kept.heads[sealed_rows.HEAD]}
    digest = chain.seal(evening.house.pk, 1, evening.day.date, "", heads)
    change("UPDATE accounting_seal SET heads = %s, digest = %s", json.dumps(heads), digest)
    for table in ("accounting_gamingday", "accounting_historicalgamingday"):
        change(f"UPDATE {table} SET seal = %s WHERE id = %s AND seal <> ''", digest, evening.day.pk)
    assert found() == []
    with pytest.raises(CommandError, match="do not prove"):
        prove_command("--seal", f"{evening.day.date}={kept.digest}")
    said = prove_command("--json", "--seal", f"{evening.day.date}={digest}")
    assert json.loads(said.splitlines()[-1])["copies"] == {f"{evening.day.date}={digest}": True}


def test_the_command_says_how_much_it_walked_and_with_which_copies(evening):
    printed = " ".join(Seal.objects.get().digest.upper()[at : at + 8] for at in range(0, 64, 8))
    assert prove_command("--seal", f"{evening.day.date}={printed}") == (
        "13 entries, 16 transfers, 1 seals, 1 compared with copies, 0 broken\n"
    )


@pytest.mark.parametrize("text", ["2026-11-21", "2026-11-21=abc", "2026-11-21=" + "ab" * 31, "21.11.2026=" + "ab" * 32])
def test_a_copy_that_cannot_be_a_seal_is_refused(db, text):
    with pytest.raises(CommandError, match="64 hexadecimal digits"):
        prove_command("--seal", text)


def test_no_seal_can_be_forged(evening):
    forgeries = [
        "UPDATE accounting_seal SET digest = repeat('0', 64)",
        "UPDATE accounting_seal SET number = 2",
        "UPDATE accounting_seal SET heads = jsonb_set(heads, '{table/T07,0}', '1')",
        "UPDATE accounting_seal SET heads = '[]'",
        "UPDATE accounting_seal SET house_id = (SELECT max(id) FROM accounting_house)",
        "DELETE FROM accounting_seal",
        "UPDATE accounting_gamingday SET seal = repeat('0', 64) WHERE state = 'closed'",
        "UPDATE accounting_gamingday SET date = date + 1 WHERE state = 'closed'",
    ]
    assert [sql for sql in forgeries if "seals" not in {book for book, _number, _what in changed(sql)}] == []


def test_what_is_found_stands_in_one_order_whatever_order_postgresql_groups_in(evening, monkeypatch):
    """Without a sort PostgreSQL returns groups as its hash table has them, which differs from run to run."""
    groups = computed_links.by_book_and_day
    forged = "UPDATE accounting_seal SET heads = '[]'"
    found_first = changed(forged)
    assert len(found_first) > 2
    monkeypatch.setattr(computed_links, "by_book_and_day", lambda: groups()[::-1])
    assert changed(forged) == found_first


def test_sealed_terms_stay_as_they_are(evening):
    said = (
        f"schedule:{ScheduleVersion.objects.get().schedule_id}/1 has other terms than were sealed on {evening.day.date}"
    )
    changes = [
        "UPDATE accounting_scheduleversion SET terms = jsonb_set(terms, '{rate_bp}', '400')",
        "UPDATE accounting_scheduleversion SET valid_from = valid_from - interval '1 microsecond'",
        "UPDATE accounting_scheduleversion SET version = 7",
        "DELETE FROM accounting_scheduleversion",
    ]
    assert [sql for sql in changes if ("seals", 1, said) not in changed(sql)] == []


def reopen(evening):
    asked = days.ask_reopening(day_id=evening.day.pk, reason="Box vergessen", actor=evening.manager)
    looking(days.approve_reopening)(reopening_id=asked.pk, actor=evening.second_manager)


def test_a_day_opened_again_by_two_and_sealed_again_is_proven(evening):
    first = Seal.objects.get().digest
    reopen(evening)
    assert found() == []
    close(evening)
    assert found() == []
    assert [seal.number for seal in Seal.objects.order_by("number")] == [1, 2]
    assert f"{evening.day.date}={first}" in prove_command("--json", "--seal", f"{evening.day.date}={first}")


def test_a_day_opened_again_by_one_is_found(evening):
    reopen(evening)
    for sql in (
        "DELETE FROM accounting_reopening",
        "UPDATE accounting_reopening SET approved_by_id = NULL, approved_at = NULL",
    ):
        assert changed(sql) == [("seals", 1, f"{evening.day.date} was opened again, but not by two people")]
    # As a dump that was written by hand would say it: no constraint stands in the way.
    change("ALTER TABLE accounting_reopening DROP CONSTRAINT reopening_by_two")
    change("UPDATE accounting_reopening SET approved_by_id = asked_by_id")
    asked = Reopening.objects.get().pk
    assert found() == [
        ("seals", 1, f"{evening.day.date} was opened again, but not by two people"),
        ("accounting_reopening", asked, "one person is its proposer and its approver, which takes two"),
    ]


def test_nothing_is_booked_behind_the_seal(evening):
    """Somebody opens the day for a moment, past the guards, and books."""
    change(
        "UPDATE accounting_gamingday SET state = 'closing', seal = '', closed_at = NULL WHERE id = %s", evening.day.pk
    )
    evening.day.refresh_from_db()
    ledger.post(
        day=evening.day,
        book="table/T07",
        code=EntryCode.TOP_UP,
        subject="table:T07",
        moves=[ledger.Move("bank/main", "float/T07", 100)],
        actor=evening.floor,
    )
    last = Book.objects.get(house=evening.house, code="table/T07").number
    change(
        "UPDATE accounting_gamingday SET state = 'closed', closed_at = now(), seal = %s WHERE id = %s",
        Seal.objects.get().digest,
        evening.day.pk,
    )
    assert found() == [
        ("table/T07", last, f"booked into {evening.day.date} after it was sealed"),
        ("accounting_gamingday", evening.day.pk, "it is not what its history says"),
    ]


def test_yesterdays_seal_stays_right_while_today_is_played(evening):
    tomorrow = house_time.now() + timedelta(days=1)
    with house_time.shown_by(lambda: tomorrow):
        days.open_day(house_id=evening.house.pk, actor=evening.manager)
        evening.table(evening.game(recording="summary"), code="T08", float_cents=10_000, dealt=False)
        assert found() == []
