"""Statements of revenue: signed by two, sealed, corrected; what is refused leaves nothing half done."""

from collections.abc import Iterator
from datetime import UTC, date, datetime

import pytest
from django.db import IntegrityError, connection, transaction
from django.utils import translation
from django.utils.translation import gettext

from accounting.days.services import days
from accounting.models import GamingDay, Statement
from accounting.policy.laws import LAWS
from accounting.policy.levy import Line
from accounting.policy.statement import differences
from accounting.proof.services import proofs
from accounting.reports.services import exports
from accounting.revenue.files import statement_paper
from accounting.revenue.selectors import statements as selector
from accounting.revenue.selectors.levies import in_force
from accounting.revenue.services import levies, statements
from casino import house_time
from tables.audit.services import days as table_days
from tests import builders, played_house, stated_house
from tests.accounting.revenue.conftest import refused, seal, sign
from tests.builders import past_the_guards
from tests.deciding import looking
from tests.stories.month import Month

pytestmark = pytest.mark.django_db

OCTOBER = date(2026, 10, 1)


@pytest.fixture
def october(house: Month) -> Iterator[Month]:
    """A third day on which nothing happened, and October is over."""
    played_days, open_day = house.days, house.evening.day
    stated_house.end_october(house)
    yield house
    house.days, house.evening.day = played_days, open_day


def seal_of(house: Month, day: date) -> Statement:
    return stated_house.sealed(house.evening, "day", day)


# --- what it does -----------------------------------------------------------------------------------------------------


def test_two_people_sign_and_the_second_one_seals(house: Month) -> None:
    row = sign(house)
    assert (row.state, row.version, row.number, row.digest) == ("signed", 1, None, "")
    row = looking(statements.confirm)(statement_id=row.pk, actor=house.evening.manager)
    day = GamingDay.objects.get(pk=house.days[0].pk)
    assert (row.state, row.number, len(row.digest)) == ("sealed", 1, 64)
    assert row.rests_on == {"seal": [1, day.seal], "before": None, "terms": 1}
    assert proofs.prove().broken == []


def test_a_day_carries_revenue_and_loss_forward(house: Month) -> None:
    one, two = seal(house), seal(house, 1)
    assert two.figures["year"]["before_cents"] == one.figures["year"]["after_cents"] == one.figures["revenue_cents"]
    assert two.figures["loss"]["brought_cents"] == one.figures["loss"]["carried_cents"]
    assert two.rests_on["before"] == ["2026-10-05", 1, one.digest]
    assert two.previous == one.digest


def test_a_month_adds_up_its_days_and_a_year_its_months(october: Month) -> None:
    house = october
    one, two, three = seal(house), seal(house, 1), seal(house, 2)
    assert three.figures["revenue_cents"] == three.figures["taken_in_cents"], "nobody played on the third"
    found = stated_house.sealed(house.evening, "month", OCTOBER)
    for name in ("revenue_cents", "levy_cents", "taken_in_cents"):
        assert found.figures[name] == sum(row.figures[name] for row in (one, two, three))
    counted = [row.figures["rake"]["counted_cents"] for row in (one, two, three)]
    assert found.figures["rake"]["counted_cents"] == sum(counted)
    assert [found.figures[name] for name in ("period", "first", "last")] == ["month", "2026-10-01", "2026-10-31"]
    assert found.rests_on == {"statements": [selector.named(row) for row in (one, two, three)]}
    with translation.override("en"):
        sheet = statement_paper.facts(found, terms=None)
    assert (sheet["title"], sheet["explanations"]) == ("Statement of revenue, October 2026", [])
    assert sheet["parts"] == [(row.first, 1, row.digest) for row in (one, two, three)]
    evening = house.evening
    evening.day = days.current(evening.house.pk)
    evening.close_day()
    refused("period_not_over", sign, house=house, period="year", first=date(2026, 1, 1))
    seal_of(house, evening.day.date)
    with house_time.shown_by(lambda: datetime(2027, 1, 2, 12, tzinfo=UTC)):
        refused("statement_missing", sign, house=house, period="year", first=date(2026, 1, 1))
        stated_house.sealed(evening, "month", evening.day.date.replace(day=1))
        year = stated_house.sealed(house.evening, "year", date(2026, 1, 1))
    assert year.figures["levies"] == found.figures["levies"]
    assert proofs.prove().broken == []
    assert not selector.is_outdated(statement(year))
    reopened(house)
    assert selector.is_outdated(statement(year)), "a day of its month was sealed again"


def test_what_a_house_brings_along_counts_for_its_first_statement(house: Month) -> None:
    brought = {"revenue_cents": 1_500_000_000 - 100, "month_cents": 0, "loss_cents": 5_000_000}
    stated_house.in_force(house.evening, {**LAWS["nrw"], "brought": brought})
    figures = seal(house).figures
    assert figures["loss"]["brought_cents"] == -5_000_000
    assert figures["year"]["before_cents"] == 1_500_000_000 - 100
    assert figures["levies"][0]["base_cents"] == 100, "what is left below 15 million euros"
    assert figures["levies"][1]["base_cents"] == figures["revenue_cents"] - 100


def test_a_correction_is_a_further_version_that_names_what_differs(october: Month) -> None:
    """A day that was reopened, closed again and stated again; the days after it and the month follow."""
    house, evening = october, october.evening
    first, second, _third = seal(house), seal(house, 1), seal(house, 2)
    total = stated_house.sealed(evening, "month", OCTOBER)
    reopened(house)
    assert selector.is_outdated(statement(first))
    assert selector.is_outdated(statement(total))
    corrected = seal(house, reason="Tag neu gesiegelt")
    assert (corrected.version, corrected.reason, corrected.differences) == (2, "Tag neu gesiegelt", [])
    assert selector.is_outdated(statement(second))
    alone = selector.of_days(evening.house.pk, [house.days[1].date], actor=evening.manager)
    assert alone[house.days[1].date].is_outdated, "though the day before it was not asked for"
    refused("statement_outdated", stated_house.sealed, evening=evening, period="month", first=OCTOBER, reason="neu")
    seal(house, 1, reason="Vortag neu gesiegelt")
    seal(house, 2, reason="Vortag neu gesiegelt")
    stated_house.sealed(evening, "month", OCTOBER, reason="Tage neu gesiegelt")
    assert proofs.prove().broken == []


def test_terms_that_hold_from_a_past_day_correct_the_statements(house: Month) -> None:
    """A law that begins before it is promulgated: the difference is what both whole runs differ by."""
    row = seal(house)
    dearer = {**LAWS["nrw"], "levies": [{"name": "Spielbankabgabe", "tiers": [{"from_cents": 0, "rate_bp": 4_000}]}]}
    stated_house.in_force(house.evening, dearer)
    assert selector.is_outdated(statement(row))
    corrected = seal(house, reason="Gesetz rückwirkend geändert")
    named = {path: (was, now) for path, was, now in corrected.differences}
    assert named["levy_cents"] == (row.figures["levy_cents"], corrected.figures["levy_cents"])
    assert "revenue_cents" not in named
    shown = {one.name: one.cents for one in statement_paper.differences(corrected)}
    assert shown == {gettext("Levy"): corrected.figures["levy_cents"] - row.figures["levy_cents"]}
    assert proofs.prove().broken == []


def test_a_declined_statement_is_signed_again_under_the_same_version(house: Month) -> None:
    row = sign(house)
    looking(statements.decline)(statement_id=row.pk, actor=house.evening.manager)
    again = sign(house)
    assert (again.version, Statement.objects.get(pk=row.pk).state) == (1, "declined")


# --- what it refuses --------------------------------------------------------------------------------------------------


def test_one_person_does_not_sign_twice(house: Month) -> None:
    row = sign(house, actor=house.evening.manager)
    refused("two_people", looking(statements.confirm), statement_id=row.pk, actor=house.evening.manager)
    with pytest.raises(IntegrityError), transaction.atomic():
        Statement.objects.filter(pk=row.pk).update(
            state="sealed", decided_at=house_time.now(), decided_by=house.evening.manager, number=1, digest="0" * 64
        )


def test_roles_sign(house: Month) -> None:
    refused("not_allowed", sign, house=house, actor=house.evening.cage)
    row = sign(house)
    refused("not_allowed", looking(statements.confirm), statement_id=row.pk, actor=house.evening.floor)
    refused("not_allowed", looking(statements.decline), statement_id=row.pk, actor=house.evening.dealer)


def test_no_open_day_is_stated(house: Month) -> None:
    open_day = days.current(house.evening.house.pk)
    refused("gaming_day_open", sign, house=house, first=open_day.date)
    refused("no_such_gaming_day", sign, house=house, first=date(2025, 1, 1))


def test_no_day_with_a_box_that_is_not_counted_is_stated(house: Month) -> None:
    past_the_guards("UPDATE accounting_drop SET counted_cents = NULL, counted_at = NULL, count_entry_id = NULL")
    found = refused("boxes_not_counted", sign, house=house)
    assert found.facts == {"date": str(house.days[0].date)}


def test_a_statement_is_a_file_of_its_own_house_and_a_print_of_it_one_that_was_printed(house: Month) -> None:
    row, manager = seal(house), house.evening.manager
    asked = {"report": "statement", "statement": row.pk}
    assert exports.read(asked, manager) == asked | {"house": "wi"}
    for number in (1, True, "1"):
        refused("no_such_print", exports.read, params=asked | {"print": number}, actor=manager)
    people = {attribute: getattr(house.evening, attribute) for attribute, *_ in builders.HIRED}
    builders.evening(code="dus", people=people)
    for unknown in ({"house": "dus"}, {"statement": 10**6}, {"statement": "1"}):
        refused("no_such_statement", exports.read, params=asked | {"house": "wi"} | unknown, actor=manager)
    refused("no_such_statement", selector.one, statement_id=10**6)


@pytest.mark.parametrize(
    ("from_cents", "to_cents", "name"),
    [
        (0, 500_000, "up to 5,000"),
        (500_000, 2_000_000, "5,000 to 20,000"),
        (2_000_000, None, "above 20,000"),
        (0, None, "all of it"),
    ],
)
def test_a_tier_is_named_by_its_bounds(from_cents: int, to_cents: int | None, name: str) -> None:
    line = Line("Levy", "year", from_cents, to_cents, rate_bp=100, base_cents=0, levy_cents=0)
    with translation.override("en"):
        assert statement_paper.tier_name(line) == name
        assert statement_paper.title("year", date(2026, 1, 1)) == "Statement of revenue 2026"


def test_whether_something_is_counted_is_no_figure_that_differs() -> None:
    assert differences({"is_counted": True, "rake": {"cents": 1}}, {"is_counted": False, "rake": {"cents": 1}}) == []


def test_no_month_with_an_open_day_is_stated(house: Month) -> None:
    seal(house), seal(house, 1)
    facts = refused("gaming_day_open", sign, house=house, period="month", first=OCTOBER).facts
    assert facts["date"] == "2026-10-07"


def test_no_month_before_its_end_and_none_that_begins_in_its_middle(october: Month) -> None:
    house = october
    seal(house), seal(house, 1), seal(house, 2)
    with house_time.shown_by(lambda: datetime(2026, 10, 31, 23, tzinfo=UTC)):
        refused("period_not_over", sign, house=house, period="month", first=OCTOBER)
    refused("bad_period", sign, house=house, period="month", first=date(2026, 10, 5))
    refused("bad_word", sign, house=house, period="week", first=OCTOBER)
    refused("no_such_gaming_day", sign, house=house, period="month", first=date(2025, 10, 1))


def test_no_month_without_the_statement_of_each_day(october: Month) -> None:
    house = october
    seal(house)
    facts = refused("statement_missing", sign, house=house, period="month", first=OCTOBER).facts
    assert facts["first"] == "2026-10-06"
    refused("gaming_day_open", sign, house=house, period="year", first=date(2026, 1, 1))


def test_no_day_is_left_out(house: Month) -> None:
    seal(house)
    reopened(house)
    refused("statement_before_missing", sign, house=house, day=1)


def test_nothing_is_stated_without_terms(played: Month) -> None:
    refused("no_levy_terms", sign, house=played)


def test_a_statement_waits_for_one_signature_only(house: Month) -> None:
    row = sign(house)
    refused("statement_waits", sign, house=house, actor=house.evening.manager)
    looking(statements.confirm)(statement_id=row.pk, actor=house.evening.manager)
    refused("statement_decided", looking(statements.confirm), statement_id=row.pk, actor=house.evening.second_manager)
    refused("statement_decided", looking(statements.decline), statement_id=row.pk, actor=house.evening.floor)


def test_a_correction_needs_a_reason_and_something_that_differs(house: Month) -> None:
    seal(house)
    refused("statement_unchanged", sign, house=house, reason="noch einmal")
    stated_house.in_force(house.evening, {**LAWS["berlin"]})
    refused("reason_required", sign, house=house)


def test_figures_that_changed_between_the_signatures_are_not_sealed(house: Month) -> None:
    row = sign(house)
    stated_house.in_force(house.evening, {**LAWS["berlin"]})
    refused("figures_changed", looking(statements.confirm), statement_id=row.pk, actor=house.evening.manager)
    looking(statements.decline)(statement_id=row.pk, actor=house.evening.floor)
    seal(house)


def test_terms_are_put_in_force_by_two(house: Month) -> None:
    evening = house.evening
    ask = {"house_id": evening.house.pk, "valid_from": date(2027, 1, 1), "actor": evening.manager}
    refused("terms_unchanged", levies.propose, terms=dict(LAWS["nrw"]), **ask)
    refused("bad_terms", levies.propose, terms={}, **ask)
    row = levies.propose(terms=dict(LAWS["berlin"]), **ask)
    assert in_force(evening.house.pk, date(2027, 6, 1)).version == 1
    refused("proposal_open", levies.propose, terms=dict(LAWS["bayern"]), **ask)
    refused("two_people", looking(levies.approve), levy_terms_id=row.pk, actor=evening.manager)
    refused("not_allowed", looking(levies.approve), levy_terms_id=row.pk, actor=evening.floor)
    looking(levies.approve)(levy_terms_id=row.pk, actor=evening.second_manager)
    refused("terms_decided", looking(levies.decline), levy_terms_id=row.pk, actor=evening.manager)
    row = levies.propose(terms=dict(LAWS["bayern"]), **ask)
    refused("not_allowed", looking(levies.decline), levy_terms_id=row.pk, actor=evening.floor)
    row = looking(levies.decline)(levy_terms_id=row.pk, actor=evening.manager)
    assert (row.state, row.decided_by) == ("declined", evening.manager)
    refused("terms_decided", looking(levies.approve), levy_terms_id=row.pk, actor=evening.second_manager)
    assert in_force(evening.house.pk, date(2027, 6, 1)).version == 2
    assert in_force(evening.house.pk, date(2026, 6, 1)).version == 1
    refused("no_such_version", looking(levies.approve), levy_terms_id=10**6, actor=evening.manager)


@pytest.mark.parametrize(
    "sql",
    [
        "UPDATE accounting_statement SET figures = '{}'",
        "UPDATE accounting_statement SET digest = repeat('0', 64)",
        "UPDATE accounting_statement SET state = 'declined', number = NULL, digest = ''",
        "DELETE FROM accounting_statement",
        "UPDATE accounting_levyterms SET terms = '{}'",
        "UPDATE accounting_levyterms SET valid_from = '2020-01-01'",
        "UPDATE accounting_authoritykey SET public_key = repeat('0', 32)::bytea",
        "UPDATE accounting_countersignature SET signature = repeat('0', 64)::bytea",
        "DELETE FROM accounting_countersignature",
        ("INSERT INTO accounting_levyterms (house_id, version, terms, valid_from, state, proposed_at, proposed_by_id,"
        " decided_at, decided_by_id) SELECT house_id, 9, terms, valid_from, 'approved', proposed_at, proposed_by_id,"
        " decided_at, decided_by_id FROM accounting_levyterms"),
    ],
)  # fmt: skip
def test_the_database_lets_nobody_change_what_is_decided(house: Month, sql: str) -> None:
    stated_house.registered(house.evening)
    stated_house.countersign(house.evening, seal(house))
    with pytest.raises(IntegrityError), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(sql)


# --- helpers ----------------------------------------------------------------------------------------------------------


def statement(row: Statement) -> Statement:
    """As it stands, with its gaming day as it stands."""
    return selector.one(row.pk)


def reopened(house: Month) -> None:
    """The first day opened again by two managers, and closed again."""
    evening, day = house.evening, house.days[0]
    asked = days.ask_reopening(day_id=day.pk, reason="Zählung nachzutragen", actor=evening.manager)
    looking(days.approve_reopening)(reopening_id=asked.pk, actor=evening.second_manager)
    refused("gaming_day_open", sign, house=house, reason="zu früh")
    evening.day = GamingDay.objects.get(pk=day.pk)
    evening.make_ready()
    played_house.look_at_findings(evening)
    table_days.close_day(day_id=day.pk, actor=evening.manager)


@pytest.mark.parametrize(
    ("period", "english", "german"),
    [
        ("day", "gaming day 1 Oct 2026 v2", "Spieltag 01.10.2026 v2"),
        ("month", "October 2026 v2", "Oktober 2026 v2"),
        ("year", "2026 v2", "2026 v2"),
    ],
)
def test_a_statement_is_named_by_what_it_is_of(period: str, english: str, german: str) -> None:
    row = Statement(period=period, first=date(2026, 10, 1), version=2)
    with translation.override("en"):
        assert selector.STATEMENTS.about(row) == english
    with translation.override("de"):
        assert selector.STATEMENTS.about(row) == german
